//! What all requests share.

use crate::answers::Failure;
use crate::computer::Minds;
use crate::doors;
use crate::limits::{Buckets, Limits};
use crate::live::{Tables, lock};
use crate::tokens::Secret;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::Store;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

/// How the house is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long the computer's answer takes at least, so that the eye can follow.
    pub pace: Duration,
    /// Whether addresses that ask too much are asked to wait.
    pub limits: bool,
    /// Whether a proxy stands before this house and says in `X-Forwarded-For` who asks.
    pub proxy: bool,
    /// How long somebody may take to say what is wanted, and how long a connection is kept for the next time.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { pace: Duration::from_millis(500), limits: true, proxy: false, patience: Duration::from_secs(30) }
    }
}

/// The shared state of all routes.
pub struct House {
    /// How it is run.
    pub settings: Settings,
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// Tables in memory.
    pub tables: Tables,
    /// What keys are made from.
    pub secret: Secret,
    /// Room for the computer's turns that are thought about at once.
    pub thinkers: Arc<Semaphore>,
    /// Room for analyses, which take long.
    pub analysts: Arc<Semaphore>,
    /// Room for hints, which must not wait for analyses.
    pub advisers: Arc<Semaphore>,
    /// How many turns wait for room to be thought about.
    pub waiting: AtomicUsize,
    /// Computers with a memory.
    pub minds: Minds,
    /// Where background work runs.
    pub runtime: Handle,
    /// Turns true when the house closes.
    pub closing: watch::Sender<bool>,
    /// The computer's turns left over from the last time have been taken up.
    pub ready: AtomicBool,
    /// How much may be asked in a while.
    pub limits: Limits,
    thinking_room: usize,
    listening: Mutex<Vec<SocketAddr>>,
    counters: Mutex<BTreeMap<&'static str, u64>>,
}

impl House {
    /// Opens the house; must be called inside a runtime.
    pub fn new(settings: Settings, store: Arc<dyn Store>, secret: Secret) -> Arc<House> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = cores.saturating_sub(1).max(1);
        Arc::new(House {
            settings,
            store,
            tables: Tables::default(),
            secret,
            thinkers: Arc::new(Semaphore::new(thinkers)),
            analysts: Arc::new(Semaphore::new(cores.max(2))),
            advisers: Arc::new(Semaphore::new(cores.max(2))),
            waiting: AtomicUsize::new(0),
            minds: Minds::new(thinkers + 2),
            runtime: Handle::current(),
            closing: watch::Sender::new(false),
            ready: AtomicBool::new(false),
            limits: Limits::default(),
            thinking_room: thinkers,
            listening: Mutex::default(),
            counters: Mutex::default(),
        })
    }

    /// Takes up the computer's turns that were owed when the house last closed or fell. Waits for the disk.
    pub fn wake(self: &Arc<House>) -> Result<(), store::Error> {
        for id in self.store.owing()? {
            if let Err(why) = self.table(&id) {
                tracing::error!(?why, table = id, "a table could not be taken up");
            }
        }
        self.ready.store(true, Relaxed);
        Ok(())
    }

    /// One more of these.
    pub fn count(&self, what: &'static str) {
        *lock(&self.counters).entry(what).or_default() += 1;
    }

    /// How many of everything there have been.
    pub fn counted(&self) -> BTreeMap<&'static str, u64> {
        lock(&self.counters).clone()
    }

    /// 429 if somebody has asked too much of something.
    pub fn allow(&self, what: impl FnOnce(&Limits) -> &Buckets, who: &str) -> Result<(), Failure> {
        if !self.settings.limits {
            return Ok(());
        }
        what(&self.limits).take(who, Instant::now()).map_err(|seconds| {
            self.count("refused_for_haste");
            Failure::too_many(seconds)
        })
    }

    /// Where the house listens.
    pub fn listening(&self) -> Vec<SocketAddr> {
        lock(&self.listening).clone()
    }

    /// Answers at one door more, until the house closes.
    pub fn listen(self: &Arc<House>, listener: TcpListener) -> JoinHandle<()> {
        lock(&self.listening).extend(listener.local_addr());
        let answering = doors::answer(listener, crate::router(self), self.settings.patience, self.closing.subscribe());
        self.runtime.spawn(answering)
    }

    /// How many of the computer's turns can be thought about at once.
    pub fn room_for_thinking(&self) -> usize {
        self.thinking_room
    }

    /// Whether requests are welcome.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Relaxed) && !*self.closing.borrow()
    }

    /// Does what waits for the disk or counts long, where nobody else is kept waiting.
    pub async fn wait<T: Send + 'static>(
        self: &Arc<House>,
        work: impl FnOnce(&Arc<House>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let house = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&house)).await;
        done.unwrap_or_else(|why| Err(Failure::internal(&why)))
    }
}
