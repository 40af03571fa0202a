//! Which computer's turn is thought about next: there are more tables than cores.
//!
//! A turn that a person waits for comes before one that is only watched, and that before one that nobody looks at. Inside
//! a class each client gets its share of the time, then low levels, which are quick, come before high ones, then those
//! that have waited longer.

use crate::body::ClientId;
use crate::live::lock;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Who cares about a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Somebody who plays at this table is there.
    PersonWaits,
    /// Somebody looks on.
    Watched,
    /// Nobody is there: done when nothing else is to do, and broken off if there is.
    Nobody,
}

impl Class {
    /// All of them, with a name for whoever runs the house.
    pub const ALL: [(Class, &str); 3] =
        [(Class::PersonWaits, "person-waits"), (Class::Watched, "watched"), (Class::Nobody, "nobody")];

    fn of(number: u8) -> Class {
        match number {
            0 => Class::PersonWaits,
            1 => Class::Watched,
            _ => Class::Nobody,
        }
    }
}

/// A turn that is to be thought about.
#[derive(Clone)]
pub struct Turn {
    class: Arc<AtomicU8>,
    level: u8,
    client: Option<ClientId>,
}

impl Turn {
    /// A turn of a computer of this level, for this client if it is known.
    pub fn new(class: Class, level: u8, client: Option<ClientId>) -> Turn {
        Turn { class: Arc::new(AtomicU8::new(class as u8)), level, client }
    }

    /// Who cares about it now.
    pub fn class(&self) -> Class {
        Class::of(self.class.load(Relaxed))
    }
}

/// The queue of turns and the slots in which they are thought about.
pub struct Scheduler(Arc<Shared>);

struct Shared {
    slots: usize,
    state: Mutex<State>,
    /// How many wait, of all classes and of those that are not for nobody.
    waiting: AtomicUsize,
    urgent: AtomicUsize,
}

#[derive(Default)]
struct State {
    running: usize,
    tickets: u64,
    waiting: Vec<Waiting>,
    /// What each client that runs or waits has used since it last did neither.
    clients: HashMap<Option<ClientId>, Usage>,
}

#[derive(Default, Clone, Copy)]
struct Usage {
    time: Duration,
    turns: usize,
}

struct Waiting {
    ticket: u64,
    turn: Turn,
    since: Instant,
    ready: oneshot::Sender<Slot>,
}

/// The right to think, given back when dropped.
pub struct Slot {
    shared: Arc<Shared>,
    turn: Turn,
    began: Instant,
}

impl Scheduler {
    /// So many turns are thought about at once.
    pub fn new(slots: usize) -> Scheduler {
        Scheduler(Arc::new(Shared {
            slots,
            state: Mutex::default(),
            waiting: AtomicUsize::new(0),
            urgent: AtomicUsize::new(0),
        }))
    }

    /// Waits until it is this turn's time.
    pub async fn acquire(&self, turn: Turn) -> Slot {
        let (ready, got) = oneshot::channel();
        {
            let mut state = lock(&self.0.state);
            // Who comes new begins where the least served stands, and so neither waits for ever nor overtakes for ever.
            let least = state.clients.values().map(|usage| usage.time).min().unwrap_or_default();
            state.clients.entry(turn.client).or_insert(Usage { time: least, turns: 0 }).turns += 1;
            let ticket = state.tickets;
            state.tickets += 1;
            state.waiting.push(Waiting { ticket, turn: turn.clone(), since: Instant::now(), ready });
        }
        Shared::dispatch(&self.0);
        // The sender is kept in the queue until it has sent.
        match got.await {
            Ok(slot) => slot,
            Err(_) => unreachable!("a turn leaves the queue only with its slot"),
        }
    }

    /// Somebody has come who cares about this turn.
    pub fn raise(&self, turn: &Turn, class: Class) {
        if turn.class.fetch_min(class as u8, Relaxed) > class as u8 {
            Shared::dispatch(&self.0);
        }
    }

    /// How many turns are thought about, how many wait.
    pub fn counts(&self) -> (usize, usize) {
        let state = lock(&self.0.state);
        (state.running, state.waiting.len())
    }

    /// How many turns of this class wait, and how long the oldest of them has.
    pub fn queue(&self, class: Class) -> (usize, Duration) {
        let state = lock(&self.0.state);
        let waiting = || state.waiting.iter().filter(|waiting| waiting.turn.class() == class);
        (waiting().count(), waiting().map(|waiting| waiting.since.elapsed()).max().unwrap_or_default())
    }

    /// How many turns can be thought about at once.
    pub fn slots(&self) -> usize {
        self.0.slots
    }
}

impl Shared {
    /// Gives free slots to those who come first.
    fn dispatch(shared: &Arc<Shared>) {
        loop {
            let mut state = lock(&shared.state);
            // Those who wait no longer leave.
            let (gone, waiting): (Vec<Waiting>, Vec<Waiting>) =
                std::mem::take(&mut state.waiting).into_iter().partition(|waiting| waiting.ready.is_closed());
            state.waiting = waiting;
            for waiting in gone {
                state.leave(waiting.turn.client, Duration::ZERO);
            }
            let next = (state.running < shared.slots).then(|| state.first()).flatten();
            let next = next.map(|nth| state.waiting.swap_remove(nth));
            state.running += usize::from(next.is_some());
            shared.waiting.store(state.waiting.len(), Relaxed);
            let urgent = state.waiting.iter().filter(|waiting| waiting.turn.class() < Class::Nobody);
            shared.urgent.store(urgent.count(), Relaxed);
            drop(state);
            let Some(next) = next else { return };
            let slot = Slot { shared: shared.clone(), turn: next.turn, began: Instant::now() };
            // Who has gone meanwhile gives the slot back by not taking it; `dispatch` is then called again by the slot.
            drop(next.ready.send(slot));
        }
    }
}

impl State {
    /// The place in the queue of the turn that comes first.
    fn first(&self) -> Option<usize> {
        let rank = |waiting: &Waiting| {
            let Turn { level, client, .. } = &waiting.turn;
            let used = self.clients.get(client).map_or(0, |usage| usage.time.as_secs());
            (waiting.turn.class(), used, *level, waiting.ticket)
        };
        (0..self.waiting.len()).min_by_key(|nth| rank(&self.waiting[*nth]))
    }

    /// A turn of this client is over.
    fn leave(&mut self, client: Option<ClientId>, used: Duration) {
        if let Some(usage) = self.clients.get_mut(&client) {
            usage.time += used;
            usage.turns -= 1;
            if usage.turns == 0 {
                self.clients.remove(&client);
            }
        }
    }
}

impl Slot {
    /// Whether a turn that nobody waits for is to be broken off for one that somebody waits for.
    pub fn should_yield(&self) -> bool {
        self.turn.class() == Class::Nobody && self.shared.urgent.load(Relaxed) > 0
    }

    /// How many times over the slots are wanted: the more wait, the less time there is for each.
    pub fn crowd(&self) -> u32 {
        1 + (self.shared.urgent.load(Relaxed) / self.shared.slots) as u32
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.running -= 1;
        state.leave(self.turn.client, self.began.elapsed());
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

    /// Queues turns behind one that is being thought about, then lets them through one by one; tells their order.
    async fn order(turns: &[(&'static str, Turn)]) -> Vec<&'static str> {
        let scheduler = Arc::new(Scheduler::new(1));
        let first = scheduler.acquire(Turn::new(Class::PersonWaits, 1, None)).await;
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        for (nth, (name, turn)) in turns.iter().cloned().enumerate() {
            let (scheduler, tell) = (scheduler.clone(), tell.clone());
            let queue = scheduler.clone();
            tokio::spawn(async move {
                let slot = scheduler.acquire(turn).await;
                tell.send(name).unwrap();
                drop(slot);
            });
            while queue.counts().1 <= nth {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        let mut order = Vec::new();
        for _ in turns {
            order.push(told.recv().await.unwrap());
        }
        assert_eq!(scheduler.counts(), (0, 0));
        assert!(lock(&scheduler.0.state).clients.is_empty());
        order
    }

    #[tokio::test]
    async fn a_person_who_waits_comes_first_then_low_levels_then_the_oldest() {
        let turns = [
            ("nobody", Turn::new(Class::Nobody, 1, Some(client(1)))),
            ("watched", Turn::new(Class::Watched, 1, Some(client(1)))),
            ("strong", Turn::new(Class::PersonWaits, 8, Some(client(1)))),
            ("weak", Turn::new(Class::PersonWaits, 1, Some(client(1)))),
            ("weak, later", Turn::new(Class::PersonWaits, 1, Some(client(1)))),
        ];
        assert_eq!(order(&turns).await, ["weak", "weak, later", "strong", "watched", "nobody"]);
    }

    #[tokio::test]
    async fn a_client_that_has_used_much_waits_for_one_that_has_not() {
        let scheduler = Scheduler::new(1);
        let mut greedy = scheduler.acquire(Turn::new(Class::PersonWaits, 8, Some(client(1)))).await;
        greedy.began -= Duration::from_secs(5);
        let next = scheduler.acquire(Turn::new(Class::PersonWaits, 1, Some(client(1))));
        let other = scheduler.acquire(Turn::new(Class::PersonWaits, 8, Some(client(2))));
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
        let slot = scheduler.acquire(Turn::new(Class::Nobody, 8, None)).await;
        assert!(!slot.should_yield());
        let mut person = Box::pin(scheduler.acquire(Turn::new(Class::PersonWaits, 1, Some(client(1)))));
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
    async fn a_turn_rises_when_somebody_comes_and_leaves_when_nobody_wants_it() {
        let scheduler = Scheduler::new(1);
        let slot = scheduler.acquire(Turn::new(Class::PersonWaits, 1, None)).await;
        let (abandoned, nobody) =
            (Turn::new(Class::Nobody, 1, Some(client(1))), Turn::new(Class::Nobody, 1, Some(client(2))));
        let mut first = Box::pin(scheduler.acquire(abandoned));
        let mut second = Box::pin(scheduler.acquire(nobody.clone()));
        tokio::select! {
            biased;
            _ = &mut first => panic!("the slot is taken"),
            _ = &mut second => panic!("the slot is taken"),
            () = tokio::task::yield_now() => {}
        }
        scheduler.raise(&nobody, Class::Watched);
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
