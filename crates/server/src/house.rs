//! What all requests share.

use crate::answers::ApiError;
use crate::budget::{Budgets, WorkLimits};
use crate::computer::Minds;
use crate::connections::{self, Cap, Gate};
use crate::hosts::HostNames;
use crate::known::TablebaseBuilder;
use crate::live::{LiveTables, lock, now};
use crate::measured::MeasuredStore;
use crate::metrics::Metrics;
use crate::rate_limits::{Buckets, RateLimits, Rates};
use crate::readings::Readings;
use crate::scheduler::Scheduler;
use crate::sealing;
use crate::tokens::Secret;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::Store;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How the house is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long the computer's answer takes at least, so that the eye can follow.
    pub pace: Duration,
    /// Whether addresses that ask too much in a short time are asked to wait.
    pub limits: bool,
    /// How much that is.
    pub rates: Rates,
    /// The addresses of proxies that stand before this house and say in `X-Forwarded-For` who asks.
    pub proxies: Vec<IpAddr>,
    /// The names by which the house may be asked for.
    pub host_names: HostNames,
    /// How long a client may take to send a request or to take an answer, and how long a connection is kept for the
    /// next request.
    pub patience: Duration,
    /// What bounds heavy requests.
    pub work: WorkLimits,
    /// How many connections there may be.
    pub connections: Cap,
    /// How many live streams there may be.
    pub streams: Cap,
    /// Tables at which nothing has happened for so long are deleted, but for finished games of people.
    pub forget_after: Option<Duration>,
    /// How many bytes of results that took long, such as reviews, are kept in the store; the oldest leave first.
    pub kept_results: u64,
    /// Whether everybody may build tablebases, and not only whoever sits at this computer.
    pub allow_building: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            pace: Duration::from_millis(500),
            limits: true,
            rates: Rates::default(),
            proxies: Vec::new(),
            host_names: HostNames::default(),
            patience: Duration::from_secs(30),
            work: WorkLimits::default(),
            connections: Cap { total: 8_000, per_client: 250 },
            streams: Cap { total: 6_000, per_client: 200 },
            forget_after: None,
            kept_results: 64 << 20,
            allow_building: false,
        }
    }
}

/// The shared state of all routes.
pub struct House {
    /// How it is run.
    pub settings: Settings,
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// Tables in memory.
    pub tables: LiveTables,
    /// What keys are made from.
    pub secret: Secret,
    /// Which of the computer's turns are thought about.
    pub scheduler: Scheduler,
    /// Permits for heavy requests.
    pub budgets: Budgets,
    /// Open connections.
    pub connections: Gate,
    /// Open streams.
    pub streams: Gate,
    /// The tablebase that is being built.
    pub builder: TablebaseBuilder,
    /// Games that are being read, and what was read of others.
    pub readings: Readings,
    /// Computers with a memory.
    pub minds: Minds,
    /// Where background work runs.
    pub runtime: Handle,
    /// Turns true when the house closes.
    pub closing: watch::Sender<bool>,
    /// Whether requests are accepted.
    pub ready: AtomicBool,
    /// How much may be asked in a while.
    pub limits: RateLimits,
    /// When the store was last asked how it is, and what it said.
    health: Mutex<Option<(Instant, Result<(), String>)>>,
    listening: Mutex<Vec<SocketAddr>>,
    /// What is counted and measured.
    pub metrics: Arc<Metrics>,
}

/// How many tables are sealed before the next are looked for.
const SEALED_AT_ONCE: usize = 500;
/// How often tables that may be forgotten are looked for.
const RETENTION_EVERY: Duration = Duration::from_mins(10);
/// How many are deleted in one transaction.
const FORGOTTEN_AT_ONCE: usize = 200;

impl House {
    /// Opens the house; must be called inside a runtime.
    pub fn new(settings: Settings, store: Arc<dyn Store>, secret: Secret) -> Arc<House> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = cores.saturating_sub(1).max(1);
        let metrics = Arc::new(Metrics::default());
        Arc::new(House {
            budgets: Budgets::new(settings.work),
            connections: Gate::new(settings.connections),
            streams: Gate::new(settings.streams),
            limits: settings.rates.into(),
            settings,
            store: Arc::new(MeasuredStore::new(store, metrics.clone())),
            tables: LiveTables::default(),
            secret,
            scheduler: Scheduler::new(thinkers),
            builder: TablebaseBuilder::default(),
            readings: Readings::default(),
            minds: Minds::new(thinkers + 2),
            runtime: Handle::current(),
            closing: watch::Sender::new(false),
            ready: AtomicBool::new(false),
            health: Mutex::default(),
            listening: Mutex::default(),
            metrics,
        })
    }

    /// What must be so before anybody is let in: this house has the secret that the store's keys are sealed with, and no
    /// key of an earlier version lies open. Waits for the disk.
    pub fn prepare(&self) -> Result<(), ApiError> {
        if self.store.note("secret", &self.secret.fingerprint())? != self.secret.fingerprint() {
            let words = "These tables belong to another secret: expected the file 'secret' that lay beside them, or \
                PARLOUR_SECRET as the other nodes have it.";
            return Err(ApiError::forbidden("wrong-secret", words));
        }
        loop {
            let unsealed = self.store.unsealed(SEALED_AT_ONCE)?;
            for id in &unsealed {
                if let Some(table) = self.store.table(id)? {
                    self.store.seal(id, sealing::seal(&self.secret, &table, &self.store.events(id, 0)?)?)?;
                }
            }
            if unsealed.len() < SEALED_AT_ONCE {
                return Ok(());
            }
        }
    }

    /// Does what no request asks for, until the house closes: the computer's turns that were owed when it last closed
    /// or fell, one after the other when nothing else is to do, and forgetting old tables.
    pub async fn keep_up(self: Arc<House>) {
        let mut closing = self.closing.subscribe();
        let work = async {
            self.ready.store(true, Relaxed);
            // Where several nodes share a store, each takes over what is overdue: see `follow`.
            if !self.is_shared() {
                let owing = self.wait(|house| Ok(house.store.owing()?)).await.unwrap_or_default();
                for id in owing {
                    self.resume(id).await;
                }
            }
            let Some(age) = self.settings.forget_after else { return };
            loop {
                let forgotten = self.wait(move |house| house.forget(age)).await;
                match forgotten {
                    Ok(0) => {}
                    Ok(count) => tracing::info!(count, "old tables were deleted"),
                    Err(why) => tracing::error!(?why, "old tables could not be deleted"),
                }
                tokio::time::sleep(RETENTION_EVERY).await;
            }
        };
        tokio::select! {
            () = work => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }

    /// Deletes the tables at which nothing has happened for so long, but for finished games of people; tells how many.
    /// Waits for the disk.
    pub fn forget(self: &Arc<House>, age: Duration) -> Result<usize, ApiError> {
        let before = now() - i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
        // Tables of older versions do not say whether they are to be kept.
        loop {
            let undecided = self.store.undecided(before, FORGOTTEN_AT_ONCE)?;
            for id in &undecided {
                let keep = self.load(id).map_or(true, |loaded| loaded.table.is_to_be_kept());
                self.store.decide(id, keep)?;
            }
            if undecided.len() < FORGOTTEN_AT_ONCE || *self.closing.borrow() {
                break;
            }
        }
        let mut count = 0;
        loop {
            let forgotten = self.store.forget(before, FORGOTTEN_AT_ONCE)?;
            for id in &forgotten {
                self.tables.deleted(id);
            }
            count += forgotten.len();
            if forgotten.len() < FORGOTTEN_AT_ONCE || *self.closing.borrow() {
                return Ok(count);
            }
        }
    }

    /// Whether other nodes may write to the same store.
    pub fn is_shared(&self) -> bool {
        self.store.watch().is_some()
    }

    /// Adds one to a counter.
    pub fn count(&self, what: &'static str) {
        self.metrics.count(what);
    }

    /// 429 if somebody has asked too much of something.
    pub fn allow(&self, what: impl FnOnce(&RateLimits) -> &Buckets, who: &str) -> Result<(), ApiError> {
        if !self.settings.limits {
            return Ok(());
        }
        what(&self.limits).take(who, Instant::now()).map_err(|seconds| {
            self.count("refused_for_haste");
            ApiError::too_many(seconds)
        })
    }

    /// Where the house listens.
    pub fn listening(&self) -> Vec<SocketAddr> {
        lock(&self.listening).clone()
    }

    /// Serves on another listener, too, until the house closes.
    pub fn listen(self: &Arc<House>, listener: TcpListener) -> JoinHandle<()> {
        lock(&self.listening).extend(listener.local_addr());
        self.runtime.spawn(connections::serve(listener, crate::router(self), self.clone()))
    }

    /// Whether requests are welcome: the house is open, and its store can be read and written. The store is asked once a
    /// second at most.
    pub async fn is_ready(self: &Arc<House>) -> Result<(), String> {
        if !self.ready.load(Relaxed) || *self.closing.borrow() {
            return Err("not open".to_string());
        }
        let known = lock(&self.health).clone();
        if let Some((asked, health)) = known
            && asked.elapsed() < Duration::from_secs(1)
        {
            return health;
        }
        let asking = self.wait(|house| Ok(house.store.health().map_err(|why| why.to_string())));
        let health = match tokio::time::timeout(Duration::from_secs(5), asking).await {
            Ok(health) => health.unwrap_or_else(|why| Err(why.to_string())),
            Err(_) => Err("the store does not answer".to_string()),
        };
        *lock(&self.health) = Some((Instant::now(), health.clone()));
        health
    }

    /// Runs blocking work (disk, long computations) on a thread where it does not hold up other requests.
    pub async fn wait<T: Send + 'static>(
        self: &Arc<House>,
        work: impl FnOnce(&Arc<House>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (house, request) = (self.clone(), tracing::Span::current());
        let done = tokio::task::spawn_blocking(move || request.in_scope(|| work(&house))).await;
        done.unwrap_or_else(|why| Err(ApiError::internal(&why)))
    }
}
