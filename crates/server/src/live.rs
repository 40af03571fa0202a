//! Tables in memory, and how things happen at them: on the disk first, then told to everybody.

use crate::answers::Failure;
use crate::body::ClientId;
use crate::house::House;
use crate::scheduler::{self, Class};
use crate::table::State;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use store::{Appended, Event};
use tokio::sync::broadcast;

/// How many tables are kept in memory at least; those in use always are.
const KEPT: usize = 1_000;

/// For how long somebody counts as being there after a request.
const ATTENTION: Duration = Duration::from_mins(1);

/// Locks what no panic can leave half-changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table in memory.
pub struct Live {
    /// What it has come to.
    pub state: Mutex<State>,
    /// To all streams.
    pub news: broadcast::Sender<News>,
    /// Who is looking, seat by seat.
    pub seen: Mutex<Vec<Seen>>,
    /// The computer's turn, while it thinks.
    pub job: Mutex<Option<Job>>,
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
pub struct News {
    /// Its number, if it is an event and not just passing.
    pub version: Option<u64>,
    /// Its name.
    pub kind: String,
    /// Its JSON.
    pub data: Arc<str>,
}

/// Whether somebody holds a seat's stream, and when somebody last did.
#[derive(Clone, Copy)]
pub struct Seen {
    streams: u32,
    last: Instant,
}

/// A computer that thinks.
pub struct Job {
    /// Which seat's turn.
    pub seat: rules::Seat,
    /// What was the last change of the position when it began.
    pub moved: u64,
    /// Since when.
    pub since: Instant,
    /// Tells it to come to an end.
    pub stop: Arc<AtomicBool>,
    /// Its place in the queue.
    pub turn: scheduler::Turn,
}

impl Live {
    fn new(state: State) -> Live {
        let seen = vec![Seen { streams: 0, last: Instant::now() }; state.seats.len()];
        let (news, _) = broadcast::channel(256);
        Live {
            state: Mutex::new(state),
            news,
            seen: Mutex::new(seen),
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

    /// Somebody who plays asks for something at the table.
    pub fn played_by(&self, client: ClientId) {
        self.look(client);
        lock(&self.attention).played = Some(Instant::now());
    }

    /// Who cares how it goes on.
    pub fn class(&self) -> Class {
        let attention = *lock(&self.attention);
        let lately = |time: Option<Instant>| time.is_some_and(|time| time.elapsed() < ATTENTION);
        if lock(&self.seen).iter().any(|seen| seen.streams > 0) || lately(attention.played) {
            Class::PersonWaits
        } else if self.news.receiver_count() > 0 || lately(attention.looked) {
            Class::Watched
        } else {
            Class::Nobody
        }
    }

    /// Who was last here.
    pub fn client(&self) -> Option<ClientId> {
        lock(&self.attention).client
    }

    /// Whether the computer is to play on: computers among themselves do so only while somebody watches.
    pub fn is_attended(&self, state: &State) -> bool {
        !state.parties().is_empty() || self.class() != Class::Nobody
    }

    /// Which seats have somebody at them.
    pub fn present(&self) -> Vec<bool> {
        lock(&self.seen).iter().map(|seen| seen.streams > 0).collect()
    }

    /// How long nobody has been at a seat.
    pub fn away(&self, seat: rules::Seat) -> Duration {
        let seen = lock(&self.seen)[seat.index()];
        if seen.streams > 0 { Duration::ZERO } else { seen.last.elapsed() }
    }

    /// Somebody with the seat's key was here.
    pub fn saw(&self, seat: rules::Seat) {
        lock(&self.seen)[seat.index()].last = Instant::now();
    }

    /// A stream at a seat opens or closes.
    pub fn watches(&self, seat: rules::Seat, opens: bool) {
        let mut all = lock(&self.seen);
        let Some(seen) = all.get_mut(seat.index()) else { return };
        seen.last = Instant::now();
        seen.streams = if opens { seen.streams + 1 } else { seen.streams.saturating_sub(1) };
        let changed = seen.streams == u32::from(opens);
        drop(all);
        if changed {
            self.tell(None, "present", &json!({ "seat": seat.number(), "present": opens }));
        }
    }

    /// Tells all streams.
    pub fn tell(&self, version: Option<u64>, kind: &str, data: &Value) {
        // Nobody may be listening.
        let _ = self.news.send(News { version, kind: kind.to_string(), data: data.to_string().into() });
    }

    /// The whole table for a page.
    pub fn view(&self, state: &State) -> Value {
        let thinking = lock(&self.job).as_ref().map_or(
            Value::Null,
            |job| json!({ "seat": job.seat.number(), "since_ms": job.since.elapsed().as_millis() as u64 }),
        );
        state.view(&self.present(), &thinking)
    }

    /// Makes a thinking computer come to an end, whatever comes of it.
    pub fn hurry(&self) {
        if let Some(job) = &*lock(&self.job) {
            job.stop.store(true, Relaxed);
        }
    }
}

/// The tables in memory.
#[derive(Default)]
pub struct Tables {
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// Tables being read from the store: whoever wants the same one waits for it instead of reading it again.
    loads: Mutex<HashMap<String, Arc<Load>>>,
    loaded: AtomicU64,
}

/// A table being read, and what came of it.
type Load = OnceLock<Option<Arc<Live>>>;

impl Tables {
    /// How many there are, and how many streams they have.
    pub fn count(&self) -> (usize, usize) {
        let tables = lock(&self.live);
        (tables.len(), tables.values().map(|live| live.news.receiver_count()).sum())
    }

    /// How many times a table has been read from the store.
    pub fn loads(&self) -> u64 {
        self.loaded.load(Relaxed)
    }

    fn get(&self, id: &str) -> Option<Arc<Live>> {
        lock(&self.live).get(id).cloned()
    }

    /// The table in memory, or what `load` makes of it; of several who ask at once only one loads.
    fn get_or_load(&self, id: &str, load: impl FnOnce() -> Result<State, Failure>) -> Result<Arc<Live>, Failure> {
        if let Some(live) = self.get(id) {
            return Ok(live);
        }
        let shared = lock(&self.loads).entry(id.to_string()).or_default().clone();
        let mut failure = None;
        let loaded = shared.get_or_init(|| {
            // Somebody else may have finished just before this one began.
            self.get(id).or_else(|| {
                self.loaded.fetch_add(1, Relaxed);
                load().map(|state| self.keep(id, Live::new(state))).map_err(|why| failure = Some(why)).ok()
            })
        });
        lock(&self.loads).remove(id);
        let failed = || Failure::not_found("There is no such table; it may have been deleted.");
        loaded.clone().ok_or_else(|| failure.unwrap_or_else(failed))
    }

    /// Puts a table in, and lets idle ones go if there are too many.
    fn keep(&self, id: &str, live: Live) -> Arc<Live> {
        let mut tables = lock(&self.live);
        if tables.len() >= KEPT {
            tables.retain(|_, live| Arc::strong_count(live) > 1);
        }
        tables.entry(id.to_string()).or_insert_with(|| Arc::new(live)).clone()
    }

    /// Forgets a table.
    pub fn forget(&self, id: &str) {
        lock(&self.live).remove(id);
    }

    /// Forgets a table that is no more, and tells its streams.
    pub fn deleted(&self, id: &str) {
        if let Some(live) = lock(&self.live).remove(id) {
            live.hurry();
            live.tell(None, "delete", &json!({}));
        }
    }
}

/// Something that is to happen at a table.
pub struct Happening<'a> {
    /// Which kind of event.
    pub kind: &'a str,
    /// Who does it.
    pub seat: Option<rules::Seat>,
    /// Names the request.
    pub key: Option<String>,
    /// What exactly.
    pub body: Value,
}

impl House {
    /// The table with this id, from memory or from the store. Waits for the disk.
    pub fn table(&self, id: &str) -> Result<Arc<Live>, Failure> {
        self.tables.get_or_load(id, || self.state(id))
    }

    /// The table as the store has it. Waits for the disk.
    pub fn state(&self, id: &str) -> Result<State, Failure> {
        let missing = || Failure::not_found("There is no such table; it may have been deleted.");
        let table = self.store.table(id)?.ok_or_else(missing)?;
        State::restore(table, &self.store.events(id, 0)?)
    }

    /// What is in memory is not true: whoever comes next, the streams among them, reads the table anew.
    pub fn evict(&self, live: &Live, id: &str) {
        self.tables.forget(id);
        live.tell(None, "bye", &json!({}));
    }

    /// Lets something happen: if the rules allow it, it is stored, then taken in, then told. Waits for the
    /// disk.
    pub fn commit(&self, live: &Live, state: &mut State, happening: Happening<'_>) -> Result<(), Failure> {
        state.playable()?;
        let Happening { kind, seat, key, body } = happening;
        let event = Event {
            version: state.version + 1,
            key,
            kind: kind.to_string(),
            seat: seat.map(rules::Seat::number),
            body: body.to_string(),
            time: now(),
        };
        let mut next = state.clone();
        let told = next.fold(&event)?;
        match self.store.append(&state.table.id, &event, next.flags())? {
            Appended::Stored => {}
            Appended::Repeated | Appended::Stale => {
                // Somebody else writes to this file, or the table was deleted.
                self.evict(live, &state.table.id);
                return Err(Failure::conflict("stale", "The table has changed; please look again."));
            }
        }
        *state = next;
        self.count(if kind == "step" { "steps" } else { "actions" });
        live.tell(Some(event.version), kind, &told);
        Ok(())
    }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}
