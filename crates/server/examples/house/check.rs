//! Whether what the players were told is what the store has.

use crate::nodes::SECRET;
use crate::players::{House, StepAnswer, TableSeen, lock};
use server::Secret;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use store::{Postgres, Store, StoredEvent};

/// When something broke, in milliseconds since 1970.
#[derive(Default)]
pub struct Breaks {
    /// Nodes that were killed or paused.
    pub nodes: Vec<i64>,
    /// From when to when the database was away.
    pub database: Vec<(i64, i64)>,
}

/// How long a turn may stay with nobody after the node that thought about it is gone.
const RESUMED: i64 = 10_000;
/// How long nodes may take to find the database again.
const RECONNECTED: i64 = 2_000;
/// How long the last turns and the last events may take after everything is whole again.
const SETTLED: Duration = Duration::from_secs(30);

/// What was looked at.
#[derive(Default)]
pub struct Findings {
    tables: usize,
    events: usize,
    acknowledged: usize,
    refused: usize,
    streams: usize,
    computer_turns: usize,
    orphaned: usize,
    /// Milliseconds.
    longest: i64,
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Findings { tables, events, acknowledged, refused, streams, .. } = self;
        writeln!(f, "{tables} tables with {events} events: {acknowledged} steps acknowledged, {refused} refused")?;
        writeln!(f, "{streams} streams heard every version once and in order")?;
        let longest = self.longest as f64 / 1_000.0;
        let Findings { computer_turns, orphaned, .. } = self;
        write!(f, "{computer_turns} turns of computers, {orphaned} of them while a node was killed or paused")?;
        write!(f, "; the longest wait was {longest:.1} s, the database's absence not counted")
    }
}

/// Reads every table's history, and says in the house's faults what is not as it was told.
pub async fn everything(house: &Arc<House>, address: String, breaks: Breaks) -> Findings {
    let house = house.clone();
    let checked = tokio::task::spawn_blocking(move || {
        let store = Postgres::open(&address, "checker").expect("the database is there");
        settle(&house, &store);
        let mut findings = Findings::default();
        for (id, played) in lock(&house.tables).iter() {
            let events = store.events(id, 0).expect("the database is there");
            findings.tables += 1;
            findings.events += events.len();
            findings.streams += played.heard.len();
            for words in faults(played, &events, &breaks, &mut findings) {
                house.fault(format!("table {id}: {words}"));
            }
        }
        // Every history can be played from its beginning: nobody's turn was played twice.
        let secret = Secret::from_text(SECRET);
        let examined = server::examine(&store, secret.as_ref()).expect("the database is there");
        for words in examined.faults {
            house.fault(words);
        }
        findings
    });
    checked.await.expect("the checker goes through")
}

/// Waits until computers owe nothing and those who watch have heard everything, but not for ever.
fn settle(house: &House, store: &Postgres) {
    let began = Instant::now();
    loop {
        let owing = store.owing().expect("the database is there");
        let behind = lock(&house.tables).iter().any(|(id, played)| {
            let version = store.versions(std::slice::from_ref(id)).expect("the database is there");
            played.heard.iter().any(|heard| version.first().is_some_and(|(_, version)| heard.load(Relaxed) < *version))
        });
        if owing.is_empty() && !behind {
            return;
        }
        if began.elapsed() > SETTLED {
            for id in owing {
                house.fault(format!("table {id}: the computer's turn was never played"));
            }
            return;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// What is wrong with one table.
fn faults(played: &TableSeen, events: &[StoredEvent], breaks: &Breaks, findings: &mut Findings) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some((event, expected)) = events.iter().zip(1..).find(|(event, expected)| event.version != *expected) {
        faults.push(format!("event {} stands where {expected} belongs", event.version));
    }
    for request in &played.requests {
        let stored: Vec<&StoredEvent> =
            events.iter().filter(|event| event.key.as_deref() == Some(&request.key)).collect();
        let step = serde_json::json!({ "step": request.step }).to_string();
        match (request.answer, stored.as_slice()) {
            (StepAnswer::Acknowledged, [event]) if event.body == step => findings.acknowledged += 1,
            (StepAnswer::Refused, []) => findings.refused += 1,
            (StepAnswer::None, [] | [_]) => {}
            (answer, stored) => {
                faults.push(format!(
                    "the step {} ({}) was {answer:?} {}, and is stored as {stored:?}",
                    request.step, request.key, request.words
                ));
            }
        }
    }
    let asked: BTreeSet<&str> = played.requests.iter().map(|request| request.key.as_str()).collect();
    for event in events {
        if event.key.as_deref().is_some_and(|key| !asked.contains(key)) {
            faults.push(format!("nobody asked for event {}", event.version));
        }
    }
    for heard in &played.heard {
        let heard = heard.load(Relaxed);
        if heard != events.len() as u64 {
            faults.push(format!("a stream heard {heard} of {} events", events.len()));
        }
    }
    // What has no key was done by a computer; what stands before it, or the table's beginning, made it due.
    for pair in events.windows(2).filter(|pair| pair[1].key.is_none() && pair[0].key.is_some()) {
        let (due, done) = (pair[0].time, pair[1].time);
        let away = |(from, to): &(i64, i64)| (done.min(to + RECONNECTED) - due.max(*from)).max(0);
        let waited = done - due - breaks.database.iter().map(away).sum::<i64>();
        let orphaned = breaks.nodes.iter().filter(|time| (due..done).contains(*time)).count() as i64;
        findings.computer_turns += 1;
        findings.orphaned += usize::from(orphaned > 0);
        findings.longest = findings.longest.max(waited);
        // Whoever takes a turn over may be killed in turn.
        if waited > RESUMED * orphaned.max(1) {
            faults.push(format!("the computer's turn {} came after {waited} ms, {orphaned} breaks", pair[1].version));
        }
    }
    faults
}
