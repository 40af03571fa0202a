//! Which computer's turn is thought about next: there are more tables than cores.
//!
//! A turn that a person waits for comes before one that is only watched, and that before one that nobody looks at. Inside
//! a priority each client gets its share of the time, then low levels, which are quick, come before high ones, then those
//! that have waited longer.

use crate::body::ClientId;
use crate::live::lock;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Who waits for a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// Somebody who plays at this table is there.
    PersonWaits,
    /// Somebody looks on.
    Watched,
    /// Nobody is there: it runs while nothing else waits, and is interrupted when something does.
    Nobody,
}

impl Priority {
    /// All of them, with their names in the metrics.
    pub const ALL: [(Priority, &str); 3] =
        [(Priority::PersonWaits, "person-waits"), (Priority::Watched, "watched"), (Priority::Nobody, "nobody")];

    fn of(number: u8) -> Priority {
        match number {
            0 => Priority::PersonWaits,
            1 => Priority::Watched,
            _ => Priority::Nobody,
        }
    }
}

/// A search that waits or runs: a computer's turn, or a position of a game that is being read.
#[derive(Clone)]
pub struct SearchTask {
    priority: Arc<AtomicU8>,
    level: u8,
    client: Option<ClientId>,
}

impl SearchTask {
    /// A search for a computer of this level, for this client if it is known.
    pub fn new(priority: Priority, level: u8, client: Option<ClientId>) -> SearchTask {
        SearchTask { priority: Arc::new(AtomicU8::new(priority as u8)), level, client }
    }

    /// who waits for it now.
    pub fn priority(&self) -> Priority {
        Priority::of(self.priority.load(Relaxed))
    }
}

/// The queue of tasks and the slots in which they run.
pub struct Scheduler(Arc<Shared>);

struct Shared {
    slots: usize,
    state: Mutex<State>,
    /// How many tasks wait: all of them, and those above [`Priority::Nobody`].
    waiting: AtomicUsize,
    urgent: AtomicUsize,
}

#[derive(Default)]
struct State {
    running: usize,
    tickets: u64,
    waiting: Vec<Waiting>,
    /// The time that each client with a task here has used since it last had none.
    clients: HashMap<Option<ClientId>, Usage>,
}

#[derive(Default, Clone, Copy)]
struct Usage {
    time: Duration,
    tasks: usize,
}

struct Waiting {
    ticket: u64,
    task: SearchTask,
    since: Instant,
    ready: oneshot::Sender<SearchSlot>,
}

/// The right to run a search, given back when dropped.
pub struct SearchSlot {
    shared: Arc<Shared>,
    task: SearchTask,
    began: Instant,
}

impl Scheduler {
    /// So many tasks run at once.
    pub fn new(slots: usize) -> Scheduler {
        Scheduler(Arc::new(Shared {
            slots,
            state: Mutex::default(),
            waiting: AtomicUsize::new(0),
            urgent: AtomicUsize::new(0),
        }))
    }

    /// Waits until it is this task's time.
    pub async fn acquire(&self, task: SearchTask) -> SearchSlot {
        let (ready, got) = oneshot::channel();
        {
            let mut state = lock(&self.0.state);
            // A new client starts with the least time that any client here has used: it neither starves nor stays ahead for ever.
            let least = state.clients.values().map(|usage| usage.time).min().unwrap_or_default();
            state.clients.entry(task.client).or_insert(Usage { time: least, tasks: 0 }).tasks += 1;
            let ticket = state.tickets;
            state.tickets += 1;
            state.waiting.push(Waiting { ticket, task: task.clone(), since: Instant::now(), ready });
        }
        Shared::dispatch(&self.0);
        // The sender is kept in the queue until it has sent.
        match got.await {
            Ok(slot) => slot,
            Err(_) => unreachable!("a task leaves the queue only with its slot"),
        }
    }

    /// Raises a task that somebody waits for now.
    pub fn raise(&self, task: &SearchTask, priority: Priority) {
        if task.priority.fetch_min(priority as u8, Relaxed) > priority as u8 {
            Shared::dispatch(&self.0);
        }
    }

    /// How many tasks run, how many wait.
    pub fn counts(&self) -> (usize, usize) {
        let state = lock(&self.0.state);
        (state.running, state.waiting.len())
    }

    /// How many tasks of this priority wait, and how long the oldest of them has.
    pub fn queue(&self, priority: Priority) -> (usize, Duration) {
        let state = lock(&self.0.state);
        let waiting = || state.waiting.iter().filter(|waiting| waiting.task.priority() == priority);
        (waiting().count(), waiting().map(|waiting| waiting.since.elapsed()).max().unwrap_or_default())
    }

    /// How many tasks can run at once.
    pub fn slots(&self) -> usize {
        self.0.slots
    }
}

impl Shared {
    /// Gives free slots to the tasks at the head of the queue.
    fn dispatch(shared: &Arc<Shared>) {
        loop {
            let mut state = lock(&shared.state);
            // Tasks whose caller has gone away are dropped from the queue.
            let (gone, waiting): (Vec<Waiting>, Vec<Waiting>) =
                std::mem::take(&mut state.waiting).into_iter().partition(|waiting| waiting.ready.is_closed());
            state.waiting = waiting;
            for waiting in gone {
                state.leave(waiting.task.client, Duration::ZERO);
            }
            let next = (state.running < shared.slots).then(|| state.first()).flatten();
            let next = next.map(|nth| state.waiting.swap_remove(nth));
            state.running += usize::from(next.is_some());
            shared.waiting.store(state.waiting.len(), Relaxed);
            let urgent = state.waiting.iter().filter(|waiting| waiting.task.priority() < Priority::Nobody);
            shared.urgent.store(urgent.count(), Relaxed);
            drop(state);
            let Some(next) = next else { return };
            let slot = SearchSlot { shared: shared.clone(), task: next.task, began: Instant::now() };
            // If the caller has gone away since, the slot is dropped with the message, and dropping it calls `dispatch` again.
            drop(next.ready.send(slot));
        }
    }
}

impl State {
    /// The place in the queue of the task that comes first.
    fn first(&self) -> Option<usize> {
        let rank = |waiting: &Waiting| {
            let SearchTask { level, client, .. } = &waiting.task;
            let used = self.clients.get(client).map_or(0, |usage| usage.time.as_secs());
            (waiting.task.priority(), used, *level, waiting.ticket)
        };
        (0..self.waiting.len()).min_by_key(|nth| rank(&self.waiting[*nth]))
    }

    /// A task of this client is over.
    fn leave(&mut self, client: Option<ClientId>, used: Duration) {
        if let Some(usage) = self.clients.get_mut(&client) {
            usage.time += used;
            usage.tasks -= 1;
            if usage.tasks == 0 {
                self.clients.remove(&client);
            }
        }
    }
}

impl SearchSlot {
    /// Whether a task that nobody waits for is to be broken off for one that somebody waits for.
    pub fn should_yield(&self) -> bool {
        self.task.priority() == Priority::Nobody && self.shared.urgent.load(Relaxed) > 0
    }

    /// 1 and the urgent tasks that wait for each slot: the more there are, the less time each search gets.
    pub fn crowd(&self) -> u32 {
        1 + (self.shared.urgent.load(Relaxed) / self.shared.slots) as u32
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.running -= 1;
        state.leave(self.task.client, self.began.elapsed());
        drop(state);
        Shared::dispatch(&self.shared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn client(number: u8) -> ClientId {
        ClientId::of(Ipv4Addr::new(127, 0, 0, number).into())
    }

    /// Queues tasks behind one that is being thought about, then lets them through one by one; tells their order.
    async fn order(tasks: &[(&'static str, SearchTask)]) -> Vec<&'static str> {
        let scheduler = Arc::new(Scheduler::new(1));
        let first = scheduler.acquire(SearchTask::new(Priority::PersonWaits, 1, None)).await;
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        for (nth, (name, task)) in tasks.iter().cloned().enumerate() {
            let (scheduler, sender) = (scheduler.clone(), sender.clone());
            let queue = scheduler.clone();
            tokio::spawn(async move {
                let slot = scheduler.acquire(task).await;
                sender.send(name).unwrap();
                drop(slot);
            });
            while queue.counts().1 <= nth {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        let mut order = Vec::new();
        for _ in tasks {
            order.push(receiver.recv().await.unwrap());
        }
        assert_eq!(scheduler.counts(), (0, 0));
        assert!(lock(&scheduler.0.state).clients.is_empty());
        order
    }

    #[tokio::test]
    async fn a_person_who_waits_comes_first_then_low_levels_then_the_oldest() {
        let tasks = [
            ("nobody", SearchTask::new(Priority::Nobody, 1, Some(client(1)))),
            ("watched", SearchTask::new(Priority::Watched, 1, Some(client(1)))),
            ("strong", SearchTask::new(Priority::PersonWaits, 8, Some(client(1)))),
            ("weak", SearchTask::new(Priority::PersonWaits, 1, Some(client(1)))),
            ("weak, later", SearchTask::new(Priority::PersonWaits, 1, Some(client(1)))),
        ];
        assert_eq!(order(&tasks).await, ["weak", "weak, later", "strong", "watched", "nobody"]);
    }

    #[tokio::test]
    async fn a_client_that_has_used_much_waits_for_one_that_has_not() {
        let scheduler = Scheduler::new(1);
        let mut greedy = scheduler.acquire(SearchTask::new(Priority::PersonWaits, 8, Some(client(1)))).await;
        greedy.began -= Duration::from_secs(5);
        let next = scheduler.acquire(SearchTask::new(Priority::PersonWaits, 1, Some(client(1))));
        let other = scheduler.acquire(SearchTask::new(Priority::PersonWaits, 8, Some(client(2))));
        let (mut next, mut other) = (Box::pin(next), Box::pin(other));
        // Both queue before the slot is free.
        for _ in 0..2 {
            tokio::select! {
                biased;
                _ = &mut next => panic!("the slot is taken"),
                _ = &mut other => panic!("the slot is taken"),
                () = tokio::task::yield_now() => {}
            }
        }
        drop(greedy);
        let slot = tokio::select! {
            biased;
            _ = &mut next => panic!("the client that has used five seconds came first"),
            slot = &mut other => slot,
        };
        drop(slot);
        drop(next.await);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_gives_way() {
        let scheduler = Scheduler::new(1);
        let slot = scheduler.acquire(SearchTask::new(Priority::Nobody, 8, None)).await;
        assert!(!slot.should_yield());
        let mut person = Box::pin(scheduler.acquire(SearchTask::new(Priority::PersonWaits, 1, Some(client(1)))));
        tokio::select! {
            biased;
            _ = &mut person => panic!("the slot is taken"),
            () = tokio::task::yield_now() => {}
        }
        assert!(slot.should_yield());
        drop(slot);
        assert!(!person.await.should_yield(), "nobody waits any more");
    }

    #[tokio::test]
    async fn a_task_rises_when_somebody_comes_and_leaves_when_nobody_wants_it() {
        let scheduler = Scheduler::new(1);
        let slot = scheduler.acquire(SearchTask::new(Priority::PersonWaits, 1, None)).await;
        let (abandoned, nobody) = (
            SearchTask::new(Priority::Nobody, 1, Some(client(1))),
            SearchTask::new(Priority::Nobody, 1, Some(client(2))),
        );
        let mut first = Box::pin(scheduler.acquire(abandoned));
        let mut second = Box::pin(scheduler.acquire(nobody.clone()));
        tokio::select! {
            biased;
            _ = &mut first => panic!("the slot is taken"),
            _ = &mut second => panic!("the slot is taken"),
            () = tokio::task::yield_now() => {}
        }
        scheduler.raise(&nobody, Priority::Watched);
        drop(slot);
        let slot = tokio::select! {
            biased;
            _ = &mut first => panic!("nobody looks at it"),
            slot = &mut second => slot,
        };
        drop(first);
        drop(slot);
        assert_eq!(scheduler.counts(), (0, 0));
    }
}
