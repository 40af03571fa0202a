//! Budgets for heavy requests: how many run at once, for everybody and for one client, how long, and how much
//! they may read and write.
//!
//! Everything whose cost grows with what a visitor sends goes through here: a handler takes a [`Heavy`] before its body
//! is read and does its work inside [`Heavy::run`]. New kinds of heavy requests (readings and reviews of games, known
//! values, exports) do the same: either under one of the classes below, or under a [`HeavyClass`] with a [`Budget`] of its own.

use crate::answers::ApiError;
use crate::body::{Caller, ClientId};
use crate::house::House;
use crate::live::lock;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use library::Match;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much work of one class is done at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// For everybody together.
    pub total: usize,
    /// For one client.
    pub per_client: usize,
    /// How long a piece of work may take, reading the request and writing the answer not included.
    pub time: Duration,
}

/// What bounds a heavy request, whatever its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkLimits {
    /// Positions to look at, records to read.
    pub requests: Share,
    /// Hints.
    pub hints: Share,
    /// Analyses.
    pub analyses: Share,
    /// Games that are read as a whole, in the background; their time is what the computer thinks about one.
    pub readings: Share,
    /// How long a request waits for a permit before it is refused.
    pub patience: Duration,
    /// How many steps a request may be about.
    pub steps: usize,
    /// How many bytes an answer may have.
    pub bytes: usize,
}

impl Default for WorkLimits {
    fn default() -> WorkLimits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinking = |per_client, time| Share { total: cores.max(2), per_client, time };
        WorkLimits {
            requests: Share { total: (2 * cores).max(4), per_client: 4, time: Duration::from_secs(10) },
            hints: thinking(2, Duration::from_secs(1)),
            analyses: thinking(2, Duration::from_mins(1)),
            readings: thinking(1, Duration::from_mins(10)),
            patience: Duration::from_secs(5),
            steps: 5_000,
            bytes: 8 << 20,
        }
    }
}

/// Permits of one class of work: a pool for everybody, and a smaller one for each client.
pub struct Budget {
    share: Share,
    patience: Duration,
    total: Arc<Semaphore>,
    clients: Arc<Mutex<HashMap<ClientId, Pool>>>,
    /// How many permits have been given and refused so far.
    granted: AtomicU64,
    refused: AtomicU64,
    /// The most that were in use at once.
    peak: AtomicUsize,
}

/// One client's permits, as long as it uses or waits for any.
struct Pool {
    permits: Arc<Semaphore>,
    users: usize,
}

/// The right to do one piece of work; given back when dropped.
#[derive(Debug)]
pub struct Permit {
    _total: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _user: User,
}

/// Keeps a client's pool in the list.
#[derive(Debug)]
struct User {
    client: ClientId,
    clients: Clients,
}

type Clients = Arc<Mutex<HashMap<ClientId, Pool>>>;

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} users", self.users)
    }
}

impl Drop for User {
    fn drop(&mut self) {
        let mut clients = lock(&self.clients);
        if let Some(pool) = clients.get_mut(&self.client) {
            pool.users -= 1;
            if pool.users == 0 {
                clients.remove(&self.client);
            }
        }
    }
}

/// Why there is no permit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPermit {
    /// This client has too many requests under way.
    Client,
    /// All clients together have.
    Everybody,
}

impl From<NoPermit> for ApiError {
    fn from(refused: NoPermit) -> ApiError {
        match refused {
            NoPermit::Client => ApiError::too_many(2),
            NoPermit::Everybody => ApiError::busy("Others are being served just now; please try again in a moment."),
        }
    }
}

/// How long work that nobody waits for at the other end of a connection may wait for its turn.
const PATIENCE_IN_BACKGROUND: Duration = Duration::from_hours(1);

/// How many of a client's requests may wait for each one that runs.
const WAITING: usize = 8;

impl Budget {
    /// A budget of which nothing is used yet.
    pub fn new(share: Share, patience: Duration) -> Budget {
        Budget {
            share,
            patience,
            total: Arc::new(Semaphore::new(share.total)),
            clients: Arc::default(),
            granted: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            peak: AtomicUsize::new(0),
        }
    }

    /// Waits for a permit, but not for ever. A client's own pool comes first, so that what waits for the common one is
    /// shared fairly.
    pub async fn acquire(&self, client: ClientId) -> Result<Permit, NoPermit> {
        let permit = self.try_acquire(client).await;
        match &permit {
            Ok(_) => {
                self.granted.fetch_add(1, Relaxed);
                self.peak.fetch_max(self.in_use(), Relaxed);
            }
            Err(_) => {
                self.refused.fetch_add(1, Relaxed);
            }
        }
        permit
    }

    async fn try_acquire(&self, client: ClientId) -> Result<Permit, NoPermit> {
        let until = tokio::time::Instant::now() + self.patience;
        let (own, user) = {
            let mut clients = lock(&self.clients);
            let new = || Pool { permits: Arc::new(Semaphore::new(self.share.per_client)), users: 0 };
            let pool = clients.entry(client).or_insert_with(new);
            if pool.users >= self.share.per_client * (1 + WAITING) {
                return Err(NoPermit::Client);
            }
            pool.users += 1;
            (pool.permits.clone(), User { client, clients: self.clients.clone() })
        };
        let own = tokio::time::timeout_at(until, own.acquire_owned()).await;
        let own = own.ok().and_then(Result::ok).ok_or(NoPermit::Client)?;
        let total = tokio::time::timeout_at(until, self.total.clone().acquire_owned()).await;
        let total = total.ok().and_then(Result::ok).ok_or(NoPermit::Everybody)?;
        Ok(Permit { _total: total, _own: own, _user: user })
    }

    /// How many permits are in use.
    pub fn in_use(&self) -> usize {
        self.share.total - self.total.available_permits()
    }

    /// How many have been granted and refused, and the most that were in use at once.
    pub fn counts(&self) -> (u64, u64, usize) {
        (self.granted.load(Relaxed), self.refused.load(Relaxed), self.peak.load(Relaxed))
    }
}

/// The budgets of all classes.
pub struct Budgets {
    /// Positions to look at, records to read.
    pub requests: Budget,
    /// Hints, which must not wait for analyses.
    pub hints: Budget,
    /// Analyses, which take long.
    pub analyses: Budget,
    /// Games that are read in the background. Those of one client wait for each other.
    pub readings: Budget,
    limits: WorkLimits,
}

impl Budgets {
    /// Budgets of this size.
    pub fn new(limits: WorkLimits) -> Budgets {
        let budget = |share| Budget::new(share, limits.patience);
        Budgets {
            requests: budget(limits.requests),
            hints: budget(limits.hints),
            analyses: budget(limits.analyses),
            readings: Budget::new(limits.readings, PATIENCE_IN_BACKGROUND),
            limits,
        }
    }

    /// Each with its name.
    pub fn each(&self) -> [(&'static str, &Budget); 4] {
        [
            ("requests", &self.requests),
            ("hints", &self.hints),
            ("analyses", &self.analyses),
            ("readings", &self.readings),
        ]
    }
}

/// A class of heavy requests.
pub trait HeavyClass: Send + Sync + 'static {
    /// The budget that it uses.
    fn budget(budgets: &Budgets) -> &Budget;
}

/// Positions to look at, records to read.
pub struct LookupWork;
/// Hints.
pub struct HintWork;
/// Analyses.
pub struct AnalysisWork;

impl HeavyClass for LookupWork {
    fn budget(budgets: &Budgets) -> &Budget {
        &budgets.requests
    }
}

impl HeavyClass for HintWork {
    fn budget(budgets: &Budgets) -> &Budget {
        &budgets.hints
    }
}

impl HeavyClass for AnalysisWork {
    fn budget(budgets: &Budgets) -> &Budget {
        &budgets.analyses
    }
}

/// A heavy request that was let in. As an extractor it stands before the one that reads the body.
///
/// Its permit is held until the work has really ended and the answer has been sent: see [`Held`].
pub struct Heavy<C: HeavyClass = LookupWork> {
    permit: Arc<Permit>,
    time: Duration,
    limits: WorkLimits,
    class: PhantomData<C>,
}

/// Permits that a request has taken; the middleware that sends the answer holds on to them until it is sent.
#[derive(Clone, Default)]
pub struct Held(Arc<Mutex<Vec<Arc<Permit>>>>);

impl Held {
    /// What has been taken.
    pub fn take(&self) -> Vec<Arc<Permit>> {
        std::mem::take(&mut lock(&self.0))
    }
}

impl<C: HeavyClass> FromRequestParts<Arc<House>> for Heavy<C> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Heavy<C>, ApiError> {
        let client = Caller::of(&parts.extensions, &parts.headers, house).client();
        let budget = C::budget(&house.budgets);
        let permit = Arc::new(budget.acquire(client).await?);
        if let Some(held) = parts.extensions.get::<Held>() {
            lock(&held.0).push(permit.clone());
        }
        Ok(Heavy { permit, time: budget.share.time, limits: house.budgets.limits, class: PhantomData })
    }
}

impl<C: HeavyClass> Heavy<C> {
    /// Does the work on a thread of its own, until it ends, its time is up, or nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&Work) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (here, abandoned) = self.start();
        let request = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || request.in_scope(|| work(&here))).await;
        drop(abandoned);
        done.unwrap_or_else(|why| Err(ApiError::internal(&why)))
    }

    /// The work, and what makes it stop when dropped. For work whose results are streamed.
    pub fn start(self) -> (Work, Abandon) {
        let abandoned = Arc::new(AtomicBool::new(false));
        let deadline = Instant::now() + self.time;
        let work = Work { _permit: self.permit, deadline, abandoned: abandoned.clone(), limits: self.limits };
        (work, Abandon(abandoned))
    }
}

/// Tells the work that nobody waits for it any more.
pub struct Abandon(Arc<AtomicBool>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Heavy work under way: loops ask it whether to go on.
pub struct Work {
    _permit: Arc<Permit>,
    deadline: Instant,
    abandoned: Arc<AtomicBool>,
    limits: WorkLimits,
}

impl Work {
    /// Whether to stop: the time is up, or nobody waits any more.
    pub fn is_over(&self) -> bool {
        self.abandoned.load(Relaxed) || Instant::now() >= self.deadline
    }

    /// Goes on, or fails with 408.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.is_over() { Err(ApiError::too_slow()) } else { Ok(()) }
    }

    /// Whether a match that is being read may grow by another step.
    pub fn allows(&self, played: &Match) -> bool {
        played.length() < self.limits.steps && !self.is_over()
    }

    /// Why [`Work::allows`] said no.
    pub fn refusal(&self) -> ApiError {
        if self.is_over() { ApiError::too_slow() } else { ApiError::too_long(self.limits.steps) }
    }

    /// How many steps a request may be about.
    pub fn most_steps(&self) -> usize {
        self.limits.steps
    }
}

/// A JSON object written piece by piece, within the limits of the work it is the answer of.
pub struct AnswerText<'a> {
    work: &'a Work,
    text: String,
}

impl<'a> AnswerText<'a> {
    /// An object without fields.
    pub fn new(work: &'a Work) -> AnswerText<'a> {
        AnswerText { work, text: String::from("{") }
    }

    /// One field.
    pub fn field(&mut self, name: &str, value: &impl serde::Serialize) -> Result<(), ApiError> {
        self.name(name);
        self.push(value)
    }

    /// One field with a list that is never in memory as a whole but as text.
    pub fn list<T: serde::Serialize>(&mut self, name: &str, values: impl Iterator<Item = T>) -> Result<(), ApiError> {
        self.name(name);
        self.text.push('[');
        for (nth, value) in values.enumerate() {
            if nth > 0 {
                self.text.push(',');
            }
            self.push(&value)?;
        }
        self.text.push(']');
        Ok(())
    }

    /// The object.
    pub fn end(mut self) -> String {
        self.text.push('}');
        self.text
    }

    fn name(&mut self, name: &str) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    fn push(&mut self, value: &impl serde::Serialize) -> Result<(), ApiError> {
        self.work.check()?;
        let written = serde_json::to_string(value).map_err(|why| ApiError::internal(&why))?;
        if self.text.len() + written.len() > self.work.limits.bytes {
            return Err(ApiError::too_big_an_answer(self.work.limits.bytes));
        }
        self.text.push_str(&written);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn client(number: u8) -> ClientId {
        ClientId::of(Ipv4Addr::new(127, 0, 0, number).into())
    }

    fn budget(total: usize, per_client: usize) -> Budget {
        Budget::new(Share { total, per_client, time: Duration::from_mins(1) }, Duration::from_millis(20))
    }

    #[tokio::test]
    async fn one_client_cannot_use_the_whole_budget() {
        let budget = budget(3, 2);
        let first = budget.acquire(client(1)).await.unwrap();
        let second = budget.acquire(client(1)).await.unwrap();
        assert_eq!(budget.acquire(client(1)).await.unwrap_err(), NoPermit::Client);
        let other = budget.acquire(client(2)).await.unwrap();
        assert_eq!(budget.acquire(client(3)).await.unwrap_err(), NoPermit::Everybody);
        assert_eq!(budget.in_use(), 3);
        drop((first, second, other));
        assert_eq!(budget.in_use(), 0);
        assert!(lock(&budget.clients).is_empty(), "nobody is remembered who uses nothing");
        assert_eq!(budget.counts(), (3, 2, 3));
    }

    #[tokio::test]
    async fn who_waits_gets_the_permit_that_is_given_back() {
        let share = Share { total: 1, per_client: 1, time: Duration::from_mins(1) };
        let budget = Arc::new(Budget::new(share, Duration::from_mins(1)));
        let first = budget.acquire(client(1)).await.unwrap();
        let waiting = tokio::spawn({
            let budget = budget.clone();
            async move { budget.acquire(client(2)).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(first);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test]
    async fn no_client_has_an_endless_queue() {
        let share = Share { total: 1, per_client: 1, time: Duration::from_mins(1) };
        let budget = Arc::new(Budget::new(share, Duration::from_mins(1)));
        let first = budget.acquire(client(1)).await.unwrap();
        let waiting: Vec<_> = (0..WAITING)
            .map(|_| {
                let budget = budget.clone();
                tokio::spawn(async move { budget.acquire(client(1)).await.map(drop) })
            })
            .collect();
        while lock(&budget.clients)[&client(1)].users <= WAITING {
            tokio::task::yield_now().await;
        }
        assert_eq!(budget.acquire(client(1)).await.unwrap_err(), NoPermit::Client, "at once");
        drop(first);
        for waiting in waiting {
            assert_eq!(waiting.await.unwrap(), Ok(()));
        }
    }
}
