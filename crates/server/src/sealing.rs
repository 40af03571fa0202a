//! Keys that earlier versions stored as bare hashes, or as they were, are sealed when a newer version opens the store.

use crate::answers::ApiError;
use crate::tokens::{Secret, is_sealed};
use store::Seal;
use table::{Event, Seating};

/// What a table of an earlier version is to say of its keys.
pub fn seal(secret: &Secret, table: &store::StoredTable, events: &[store::StoredEvent]) -> Result<Seal, ApiError> {
    let unreadable = |why: &dyn std::fmt::Display| ApiError::internal(&format!("table {}: {why}", table.id));
    let token = |hash: &mut String| {
        if !is_sealed(hash) {
            *hash = secret.seal_hash(hash);
        }
    };
    let mut seating: Seating = serde_json::from_str(&table.seats).map_err(|why| unreadable(&why))?;
    for seated in &mut seating.seats {
        seated.key.iter_mut().chain(seated.invite.as_mut()).for_each(token);
    }
    let claim = |event: &store::StoredEvent| {
        let Ok(Event::Claim { name, key: mut hash }) = Event::read(&event.kind, &event.body) else { return None };
        token(&mut hash);
        let key = event.key.as_ref().map(|key| secret.seal("claim", key));
        Some((event.version, key, Event::Claim { name, key: hash }.body()))
    };
    Ok(Seal {
        key: secret.seal("create", &table.key),
        seats: serde_json::to_string(&seating).map_err(|why| unreadable(&why))?,
        events: events.iter().filter_map(claim).collect(),
    })
}
