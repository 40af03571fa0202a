//! Tables in memory, and how things happen at them: judged, on the disk, then told to everybody.

use crate::answers::ApiError;
use crate::body::ClientId;
use crate::house::House;
use crate::scheduler::{Priority, SearchTask};
use crate::setup;
use rules::Seat;
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use store::{Appended, Flags};
use table::{Beginning, Command, Event, Recorded, SeatKind, Seated, Table, wire};
use tokio::sync::broadcast;

/// Idle tables are dropped from memory only beyond this many tables; tables in use never are.
const KEPT: usize = 1_000;

/// How often a command is decided again after another node has stored an event first.
const TRIES: usize = 4;

/// For how long somebody counts as present after a request.
const ATTENTION: Duration = Duration::from_mins(1);

/// How many changes of a table are remembered for whoever reconnects, and how many bytes they may have.
const RECENT: (usize, usize) = (64, 64 << 10);
/// How many of them are made when a table is read from the store.
const RECENT_AT_FIRST: usize = 8;

/// Locks a mutex even if a thread panicked with it: what is kept behind one here is never half-changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table in memory.
pub struct Live {
    /// What it has come to.
    pub table: Mutex<Table>,
    /// To all streams.
    pub messages: broadcast::Sender<Message>,
    recent: Mutex<Recent>,
    /// The table's version, to be compared without locking it.
    version: AtomicU64,
    /// Who is looking, seat by seat.
    pub seen: Mutex<Vec<Seen>>,
    /// Which seats have somebody at another node.
    elsewhere: Mutex<Vec<u8>>,
    /// The computer's turn, while it thinks.
    pub job: Mutex<Option<ThinkingJob>>,
    attention: Mutex<Attention>,
}

/// Who was last here, and when.
#[derive(Clone, Copy, Default)]
struct Attention {
    client: Option<ClientId>,
    /// Somebody who plays.
    played: Option<Instant>,
    /// Anybody.
    looked: Option<Instant>,
}

/// What a stream is told.
#[derive(Clone)]
pub struct Message {
    /// Its version, if it is a stored event; none for what is only told, such as presence.
    pub version: Option<u64>,
    /// Its name.
    pub kind: &'static str,
    /// Its JSON.
    pub data: Arc<str>,
}

impl Message {
    /// A message without a number.
    pub fn passing(kind: &'static str, data: &impl Serialize) -> Message {
        Message { version: None, kind, data: json_text(data) }
    }
}

/// The last changes, without a gap, ready to be sent again.
#[derive(Default)]
struct Recent {
    messages: VecDeque<Message>,
    bytes: usize,
}

impl Recent {
    fn push(&mut self, message: Message) {
        self.bytes += message.data.len();
        self.messages.push_back(message);
        while self.messages.len() > RECENT.0 || self.bytes > RECENT.1 {
            let Some(oldest) = self.messages.pop_front() else { return };
            self.bytes -= oldest.data.len();
        }
    }

    /// Everything after a version, if all of it is still here.
    fn since(&self, version: u64, now: u64) -> Option<Vec<Message>> {
        let missed = self.messages.iter().filter(|message| message.version > Some(version));
        let missed: Vec<Message> = missed.cloned().collect();
        (missed.len() as u64 == now.saturating_sub(version)).then_some(missed)
    }
}

/// Whether somebody holds a seat's stream, and when somebody last did.
#[derive(Clone, Copy)]
pub struct Seen {
    streams: u32,
    last: Instant,
}

/// A computer that thinks.
pub struct ThinkingJob {
    /// Which seat's turn.
    pub seat: Seat,
    /// The version of the last change of the position when the search began.
    pub moved: u64,
    /// Since when.
    pub since: Instant,
    /// Tells it to come to an end.
    pub stop: Arc<AtomicBool>,
    /// Its place in the queue.
    pub task: SearchTask,
}

impl Live {
    fn new(loaded: LoadedTable) -> Live {
        let LoadedTable { table, recent } = loaded;
        let seen = vec![Seen { streams: 0, last: Instant::now() }; table.seats().len()];
        let (messages, _) = broadcast::channel(256);
        Live {
            version: AtomicU64::new(table.version()),
            table: Mutex::new(table),
            messages,
            recent: Mutex::new(recent),
            seen: Mutex::new(seen),
            elsewhere: Mutex::default(),
            job: Mutex::default(),
            attention: Mutex::default(),
        }
    }

    /// Somebody looks at the table.
    pub fn look(&self, client: ClientId) {
        let mut attention = lock(&self.attention);
        attention.looked = Some(Instant::now());
        attention.client = Some(client);
    }

    /// Notes that a player has just asked for something at this table.
    pub fn played_by(&self, client: ClientId) {
        self.look(client);
        lock(&self.attention).played = Some(Instant::now());
    }

    /// Who cares how it goes on.
    pub fn priority(&self) -> Priority {
        let attention = *lock(&self.attention);
        let lately = |time: Option<Instant>| time.is_some_and(|time| time.elapsed() < ATTENTION);
        if lock(&self.seen).iter().any(|seen| seen.streams > 0) || lately(attention.played) {
            Priority::PersonWaits
        } else if self.messages.receiver_count() > 0 || lately(attention.looked) {
            Priority::Watched
        } else {
            Priority::Nobody
        }
    }

    /// Who was last here.
    pub fn client(&self) -> Option<ClientId> {
        lock(&self.attention).client
    }

    /// Whether the computer is to play on: computers among themselves do so only while somebody watches.
    pub fn is_attended(&self, table: &Table) -> bool {
        !table.parties().is_empty() || self.priority() != Priority::Nobody
    }

    /// Which seats have somebody at them.
    pub fn present(&self) -> Vec<bool> {
        let elsewhere = lock(&self.elsewhere).clone();
        let seen = lock(&self.seen);
        seen.iter().zip(1..).map(|(seen, seat)| seen.streams > 0 || elsewhere.contains(&seat)).collect()
    }

    /// Which seats have somebody at this node.
    fn present_here(&self) -> Vec<u8> {
        lock(&self.seen).iter().zip(1..).filter(|(seen, _)| seen.streams > 0).map(|(_, seat)| seat).collect()
    }

    /// Takes in who is present at other nodes. The table must not be locked.
    pub fn present_elsewhere(&self, seats: &[u8]) {
        let before = std::mem::replace(&mut *lock(&self.elsewhere), seats.to_vec());
        for seat in seats {
            if let Some(seen) = lock(&self.seen).get_mut(usize::from(*seat) - 1) {
                seen.last = Instant::now();
            }
        }
        let changed = (1..=8).find(|seat| before.contains(seat) != seats.contains(seat));
        if let Some(seat) = changed {
            let present = self.present_parties(&lock(&self.table));
            self.send("present", &wire::Present { seat, present });
        }
    }

    /// How long nobody has been at a seat.
    pub fn away(&self, seat: Seat) -> Duration {
        let seen = lock(&self.seen)[seat.index()];
        let elsewhere = lock(&self.elsewhere).contains(&seat.number());
        if seen.streams > 0 || elsewhere { Duration::ZERO } else { seen.last.elapsed() }
    }

    /// Notes that somebody with the seat's key was present just now.
    pub fn saw(&self, seat: Seat) {
        lock(&self.seen)[seat.index()].last = Instant::now();
    }

    /// A stream at a seat opens or closes. The table must not be locked.
    pub fn watches(&self, seat: Seat, opens: bool) {
        let mut all = lock(&self.seen);
        let Some(seen) = all.get_mut(seat.index()) else { return };
        seen.last = Instant::now();
        seen.streams = if opens { seen.streams + 1 } else { seen.streams.saturating_sub(1) };
        let changed = seen.streams == u32::from(opens);
        drop(all);
        if changed {
            let present = self.present_parties(&lock(&self.table));
            self.send("present", &wire::Present { seat: seat.number(), present });
        }
    }

    /// Tells all streams something that is not stored.
    pub fn send(&self, kind: &'static str, data: &impl Serialize) {
        // Nobody may be listening.
        let _ = self.messages.send(Message::passing(kind, data));
    }

    /// Tells all streams of an event, and remembers it for those who come back.
    pub fn publish(&self, message: Message) {
        self.version.fetch_max(message.version.unwrap_or(0), Relaxed);
        lock(&self.recent).push(message.clone());
        let _ = self.messages.send(message);
    }

    /// Up to which event everybody has been told.
    pub fn version(&self) -> u64 {
        self.version.load(Relaxed)
    }

    /// Everything after a version, if it is still remembered. The table must be locked.
    pub fn since(&self, version: u64, table: &Table) -> Option<Vec<Message>> {
        lock(&self.recent).since(version, table.version())
    }

    /// The whole table for a page.
    pub fn view(&self, table: &Table) -> wire::View {
        let thinking = |job: &ThinkingJob| wire::Thinking {
            seat: job.seat.number(),
            since_ms: job.since.elapsed().as_millis() as u64,
        };
        let mut view = table.view();
        view.thinking = lock(&self.job).as_ref().map(thinking);
        self.mark_present(table, &mut view.seats);
        view
    }

    /// The table in a list.
    pub fn summary(&self, table: &Table) -> wire::Summary {
        let mut summary = table.summary();
        self.mark_present(table, &mut summary.seats);
        summary
    }

    /// Whoever has seats of one party has them at one screen: all are there if one is.
    fn mark_present(&self, table: &Table, seats: &mut [wire::SeatAtTable]) {
        for (seat, present) in seats.iter_mut().zip(self.present_parties(table)) {
            seat.present = present;
        }
    }

    /// Which seats belong to somebody who is there.
    pub fn present_parties(&self, table: &Table) -> Vec<bool> {
        let present = self.present();
        let here = |seated: &Seated| {
            let own = |(other, present): (&Seated, &bool)| {
                *present && other.kind == SeatKind::Person && other.party == seated.party
            };
            table.seats().iter().zip(&present).any(own)
        };
        table.seats().iter().map(here).collect()
    }

    /// Stops the search for the computer's turn; its result is discarded.
    pub fn stop_thinking(&self) {
        if let Some(job) = &*lock(&self.job) {
            job.stop.store(true, Relaxed);
        }
    }
}

/// A table that was read from the store, with its last changes.
pub struct LoadedTable {
    /// The table.
    pub table: Table,
    recent: Recent,
}

/// The tables in memory.
#[derive(Default)]
pub struct LiveTables {
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// Tables being read from the store: whoever wants the same one waits for it instead of reading it again.
    loads: Mutex<HashMap<String, Arc<Load>>>,
    loaded: AtomicU64,
}

/// A table being read.
#[derive(Default)]
struct Load {
    /// What came of it.
    result: OnceLock<Result<Arc<Live>, ApiError>>,
    /// Whether the table was deleted meanwhile: what was read of it must not stay in memory.
    deleted: AtomicBool,
}

fn no_such_table() -> ApiError {
    ApiError::not_found("There is no such table; it may have been deleted.")
}

impl LiveTables {
    /// How many there are.
    pub fn count(&self) -> usize {
        lock(&self.live).len()
    }

    /// How many times a table has been read from the store.
    pub fn loads(&self) -> u64 {
        self.loaded.load(Relaxed)
    }

    /// The ids of those in memory.
    pub fn ids(&self) -> Vec<String> {
        lock(&self.live).keys().cloned().collect()
    }

    /// The tables and seats that have somebody at this node.
    pub fn attended_here(&self) -> Vec<(String, u8)> {
        let live: Vec<(String, Arc<Live>)> =
            lock(&self.live).iter().map(|(id, live)| (id.clone(), live.clone())).collect();
        live.iter().flat_map(|(id, live)| live.present_here().into_iter().map(move |seat| (id.clone(), seat))).collect()
    }

    /// The table, if it is in memory.
    pub fn get(&self, id: &str) -> Option<Arc<Live>> {
        lock(&self.live).get(id).cloned()
    }

    /// The table in memory, or what `load` makes of it; of several who ask at once only one loads.
    fn get_or_load(
        &self,
        id: &str,
        load: impl FnOnce() -> Result<LoadedTable, ApiError>,
    ) -> Result<Arc<Live>, ApiError> {
        if let Some(live) = self.get(id) {
            return Ok(live);
        }
        let shared = lock(&self.loads).entry(id.to_string()).or_default().clone();
        let loaded = shared.result.get_or_init(|| {
            // Somebody else may have finished just before this one began.
            if let Some(live) = self.get(id) {
                return Ok(live);
            }
            self.loaded.fetch_add(1, Relaxed);
            self.keep(id, Live::new(load()?), &shared.deleted).ok_or_else(no_such_table)
        });
        let mut loads = lock(&self.loads);
        // Another read of the same table may have begun since.
        if loads.get(id).is_some_and(|load| Arc::ptr_eq(load, &shared)) {
            loads.remove(id);
        }
        loaded.clone()
    }

    /// Puts a table in unless it has been deleted, and lets idle ones go if there are too many.
    fn keep(&self, id: &str, live: Live, deleted: &AtomicBool) -> Option<Arc<Live>> {
        let mut tables = lock(&self.live);
        if deleted.load(Relaxed) {
            return None;
        }
        if tables.len() >= KEPT {
            tables.retain(|_, live| Arc::strong_count(live) > 1);
        }
        Some(tables.entry(id.to_string()).or_insert_with(|| Arc::new(live)).clone())
    }

    /// Forgets a table.
    pub fn forget(&self, id: &str) {
        lock(&self.live).remove(id);
    }

    /// Forgets a table that is no more, and tells its streams.
    pub fn deleted(&self, id: &str) {
        // Before it is removed, so that a read which finishes meanwhile either sees this or is removed as well.
        if let Some(load) = lock(&self.loads).get(id) {
            load.deleted.store(true, Relaxed);
        }
        if let Some(live) = lock(&self.live).remove(id) {
            live.stop_thinking();
            live.send("delete", &wire::Nothing {});
        }
    }
}

impl House {
    /// The table with this id, from memory or from the store. Waits for the disk.
    pub fn table(&self, id: &str) -> Result<Arc<Live>, ApiError> {
        self.tables.get_or_load(id, || self.load(id))
    }

    /// The table as the store has it. Waits for the disk.
    pub fn load(&self, id: &str) -> Result<LoadedTable, ApiError> {
        let stored = self.store.table(id)?.ok_or_else(no_such_table)?;
        let events = self.store.events(id, 0)?;
        // Of a game that this version does not know, the table is there all the same.
        let begun = begin(&stored).map_err(|why| ApiError::internal(&format!("table {id}: {why}")))?;
        let (mut table, mut recent) = (begun, Recent::default());
        for (nth, event) in events.iter().enumerate() {
            let recorded = recorded(event)?;
            table.restore(&recorded);
            if nth + RECENT_AT_FIRST >= events.len() && table.version() == recorded.version {
                recent.push(message(&table, &recorded));
            }
        }
        if let Some(why) = table.read_only() {
            tracing::warn!(table = id, why, "a table no longer folds");
        }
        Ok(LoadedTable { table, recent })
    }

    /// What happened after `since` up to `until`, made anew from the store. Waits for the disk; heavy.
    pub fn changes(&self, id: &str, since: u64, until: u64) -> Result<Vec<Message>, ApiError> {
        let mut table = begin(&self.store.table(id)?.ok_or_else(no_such_table)?)?;
        let mut messages = Vec::new();
        for event in self.store.events(id, 0)?.iter().take_while(|event| event.version <= until) {
            let recorded = recorded(event)?;
            table.restore(&recorded);
            if recorded.version > since && table.version() == recorded.version {
                messages.push(message(&table, &recorded));
            }
        }
        Ok(messages)
    }

    /// Drops a table from memory that no longer agrees with the store: the next request, or stream, reads it again.
    pub fn evict(&self, live: &Live, id: &str) {
        self.tables.forget(id);
        live.send("bye", &wire::Nothing {});
    }

    /// Carries out a command of a seat, if the table allows it: stores the event, takes it in, tells it. Waits for the
    /// disk.
    pub fn commit(
        &self,
        live: &Live,
        table: &mut Table,
        seat: Seat,
        key: Option<&str>,
        command: &Command,
    ) -> Result<(), ApiError> {
        let moved = table.moved();
        for _ in 0..TRIES {
            let decided = table.decide(seat, command.clone());
            let Some(event) = decided.map_err(|refused| ApiError::refused_command(live, table, refused))? else {
                return Ok(());
            };
            let recorded = Recorded {
                version: table.version() + 1,
                seat: Some(seat),
                time: now(),
                key: key.map(String::from),
                event,
            };
            let mut next = table.clone();
            next.apply(&recorded).map_err(|refused| ApiError::refused_command(live, table, refused))?;
            match self.store.append(table.id(), &stored(&recorded), flags(&next))? {
                Appended::Stored => {
                    *table = next;
                    self.count(if matches!(recorded.event, Event::Step { .. }) { "steps" } else { "actions" });
                    live.publish(message(table, &recorded));
                    return Ok(());
                }
                Appended::Repeated | Appended::Stale => self.catch_up(live, table)?,
            }
            // Another request stored an event first, or this one was already carried out at another node.
            if key.is_some_and(|key| table.made_by(key).is_some()) {
                return Ok(());
            }
            if table.moved() != moved {
                break;
            }
        }
        let words = "The table has changed meanwhile; here is how it stands now.";
        Err(ApiError::conflict("stale", words).with_view(live, table))
    }
}

/// A table before its first event.
pub fn begin(stored: &store::StoredTable) -> Result<Table, ApiError> {
    let unreadable = |why: &dyn std::fmt::Display| ApiError::internal(&format!("table {}: {why}", stored.id));
    let seating = serde_json::from_str(&stored.seats).map_err(|why| unreadable(&why))?;
    let options = stored.options.split(',').filter(|option| !option.is_empty());
    let beginning = Beginning {
        id: stored.id.clone(),
        game: setup::game_from_texts(&stored.game, options)?,
        edition: stored.edition,
        start: stored.start.clone(),
        created: stored.created,
        seating,
    };
    Table::new(beginning).map_err(|why| unreadable(&why))
}

/// The flags that the store keeps with a table. Turns of computers among themselves are owed to nobody.
pub fn flags(table: &Table) -> Flags {
    let owing = table.computer_to_move().is_some() && !table.parties().is_empty();
    Flags { owing, keep: table.is_to_be_kept() }
}

/// An event as it was stored. One that a newer version of the program wrote is left alone.
pub fn recorded(event: &store::StoredEvent) -> Result<Recorded, ApiError> {
    let read = Event::read(&event.kind, &event.body).map_err(|why| {
        tracing::error!(%why, "a table has an event that this version does not know");
        ApiError::busy("This table was changed by another version of the program, which this one cannot follow.")
    })?;
    Ok(Recorded {
        version: event.version,
        seat: event.seat.and_then(Seat::numbered),
        time: event.time,
        key: event.key.clone(),
        event: read,
    })
}

fn stored(recorded: &Recorded) -> store::StoredEvent {
    store::StoredEvent {
        version: recorded.version,
        key: recorded.key.clone(),
        kind: recorded.event.kind().to_string(),
        seat: recorded.seat.map(Seat::number),
        body: recorded.event.body(),
        time: recorded.time,
    }
}

/// What streams are told of the event that a table has just taken in.
pub fn message(table: &Table, recorded: &Recorded) -> Message {
    let data = json_text(&table.change(recorded));
    Message { version: Some(recorded.version), kind: recorded.event.kind(), data }
}

fn json_text(value: &impl Serialize) -> Arc<str> {
    serde_json::to_string(value).expect("our own shapes can be written").into()
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_deleted_while_it_is_read_does_not_stay_in_memory() {
        let lasca = setup::game_from_texts("lasca", std::iter::empty()).unwrap();
        let start = lasca.text(&lasca.start());
        let person = Seated { kind: SeatKind::Person, level: None, name: None, key: None, invite: None, party: 0 };
        let seating = table::Seating { seats: vec![person.clone(), person], opening: String::new(), series: None };
        let stored = store::StoredTable {
            id: "one".into(),
            key: String::new(),
            game: "lasca".into(),
            options: String::new(),
            start,
            rules: String::new(),
            edition: lasca.about().edition,
            seats: serde_json::to_string(&seating).unwrap(),
            created: 0,
            owing: false,
        };
        let read = || Ok(LoadedTable { table: begin(&stored)?, recent: Recent::default() });
        let tables = LiveTables::default();
        let deleted_meanwhile = tables.get_or_load("one", || {
            let loaded = read();
            tables.deleted("one");
            loaded
        });
        assert!(deleted_meanwhile.is_err_and(|why| why.is_not_found()));
        assert!(tables.get("one").is_none());
        // Only that read is concerned.
        assert!(tables.get_or_load("one", read).is_ok());
        assert!(tables.get("one").is_some());
        tables.deleted("one");
        assert!(tables.get("one").is_none());
    }
}
