//! Whether what is stored makes sense: `parlour doctor`.

use crate::live::{begin, recorded};
use crate::tokens::{Secret, is_sealed};
use store::Store;

/// What was looked at, and what is wrong with it, in words.
pub struct Findings {
    /// How many tables there are.
    pub tables: usize,
    /// How many events they have.
    pub events: usize,
    /// What is wrong; nothing if all is well.
    pub faults: Vec<String>,
}

/// Reads every table and every event: versions are without gaps, events can be read, every table folds to its end, keys
/// are sealed, and with this secret if it is known.
pub fn examine(store: &dyn Store, secret: Option<&Secret>) -> Result<Findings, store::Error> {
    let mut findings = Findings { tables: 0, events: 0, faults: store.damage()? };
    let noted = store.notes()?.into_iter().find(|(name, _)| name == "secret").map(|(_, value)| value);
    if let (Some(noted), Some(secret)) = (noted, secret)
        && noted != secret.fingerprint()
    {
        findings.faults.push("the secret is not the one that these tables' keys are sealed with".to_string());
    }
    let mut after = String::new();
    loop {
        let tables = store.tables(&after, 100)?;
        let Some((last, _)) = tables.last() else { return Ok(findings) };
        after.clone_from(&last.id);
        for (stored, _) in &tables {
            findings.tables += 1;
            let events = store.events(&stored.id, 0)?;
            findings.events += events.len();
            findings.faults.extend(faults(stored, &events).map(|fault| format!("table {}: {fault}", stored.id)));
        }
    }
}

/// The first thing that is wrong with a table.
fn faults(stored: &store::StoredTable, events: &[store::StoredEvent]) -> Option<String> {
    if !is_sealed(&stored.key) {
        return Some("its key is not sealed; start the house once with this version".to_string());
    }
    let gap = events.iter().zip(1..).find(|(event, expected)| event.version != *expected);
    if let Some((event, expected)) = gap {
        return Some(format!("event {expected} is missing before event {}", event.version));
    }
    let mut table = match begin(stored) {
        Ok(table) => table,
        Err(why) => return Some(why.to_string()),
    };
    for event in events {
        match recorded(event) {
            Ok(recorded) => table.restore(&recorded),
            Err(_) => return Some(format!("event {} of kind '{}' cannot be read", event.version, event.kind)),
        }
    }
    table.read_only().map(String::from)
}
