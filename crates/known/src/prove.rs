//! Proving the value of positions that never come back, by search: yes-or-no alpha-beta over every turn with a table of what
//! is proved, shared by several threads.
//!
//! Each question has a yes or a no ("does the mover get at least a draw?"), so no window is needed, and what the table holds
//! of a position is a bound that is true for good. Nothing is pruned for looking bad: both answers are proofs. Where a
//! tablebase reaches, its word is taken.

use rules::{Acyclic, KeyHasher, Seat, Status, Wdl};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What somebody may ask of a position: whether its mover gets at least this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    Draw,
    Win,
}

impl Goal {
    /// If the other side does not get this, one gets the goal.
    fn of_the_other(self) -> Goal {
        match self {
            Goal::Draw => Goal::Win,
            Goal::Win => Goal::Draw,
        }
    }

    fn is_met_by(self, result: Wdl) -> bool {
        match self {
            Goal::Draw => result >= Wdl::Draw,
            Goal::Win => result == Wdl::Win,
        }
    }
}

/// What is proved of positions: a bucketed hash table of fixed size whose entries are single words, so that threads need no
/// lock. It forgets what was cheapest to prove.
pub struct ProofTable {
    entries: Vec<AtomicU64>,
}

/// An entry: the key above, then how much work the proof took, as a power of two, and what is proved.
const KEY_SHIFT: u32 = 8;
const WORK_SHIFT: u32 = 4;
const MOST_WORK: u64 = 15;
/// Entries that are looked through for a position: those of a cache line.
const BUCKET: usize = 8;
/// What is proved of each goal, a bit each: that it is met, that it is not.
const DRAW_MET: u64 = 1;
const DRAW_NOT_MET: u64 = 2;
const WIN_MET: u64 = 4;
const WIN_NOT_MET: u64 = 8;

impl ProofTable {
    /// A table that takes at most so many bytes.
    pub fn with_bytes(bytes: u64) -> ProofTable {
        let entries = (bytes / 8).max(BUCKET as u64) as usize;
        let entries = 1 << entries.ilog2();
        ProofTable { entries: std::iter::repeat_with(AtomicU64::default).take(entries).collect() }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = (self.entries.len() / BUCKET) as u64;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = (hash >> 32) as usize & (buckets as usize - 1);
        &self.entries[first * BUCKET..(first + 1) * BUCKET]
    }

    /// Whether the goal is known to be met.
    fn find(&self, key: u64, goal: Goal) -> Option<bool> {
        let entry = self.bucket(key).iter().map(|entry| entry.load(Relaxed)).find(|entry| entry >> KEY_SHIFT == key)?;
        let (met, not_met) = match goal {
            Goal::Draw => (DRAW_MET, DRAW_NOT_MET),
            Goal::Win => (WIN_MET, WIN_NOT_MET),
        };
        if entry & met != 0 { Some(true) } else { (entry & not_met != 0).then_some(false) }
    }

    fn store(&self, key: u64, goal: Goal, met: bool, nodes: u64) {
        let proved = match (goal, met) {
            (Goal::Draw, true) => DRAW_MET,
            (Goal::Draw, false) => DRAW_NOT_MET | WIN_NOT_MET,
            (Goal::Win, true) => WIN_MET | DRAW_MET,
            (Goal::Win, false) => WIN_NOT_MET,
        };
        let work = u64::from(nodes.max(1).ilog2()).min(MOST_WORK);
        let bucket = self.bucket(key);
        let mut cheapest = (&bucket[0], u64::MAX);
        for entry in bucket {
            let held = entry.load(Relaxed);
            if held >> KEY_SHIFT == key {
                let work = work.max(held >> WORK_SHIFT & MOST_WORK);
                entry.store(key << KEY_SHIFT | work << WORK_SHIFT | held & MOST_WORK | proved, Relaxed);
                return;
            }
            let cost = if held == 0 { 0 } else { 1 + (held >> WORK_SHIFT & MOST_WORK) };
            if cost < cheapest.1 {
                cheapest = (entry, cost);
            }
        }
        cheapest.0.store(key << KEY_SHIFT | work << WORK_SHIFT | proved, Relaxed);
    }
}

/// What a proof rests on.
pub struct Prover<'a, G: Acyclic> {
    /// The game.
    pub game: &'a G,
    /// What is proved so far.
    pub table: &'a ProofTable,
    /// What is known of a position at the start of a turn without search, to its mover: where a tablebase reaches.
    pub known: &'a (dyn Fn(&G::Position) -> Option<Wdl> + Sync),
    /// How promising a step looks; what looks best is tried first.
    pub priority: &'a (dyn Fn(&G::Position, G::Step) -> i32 + Sync),
    /// How many threads work.
    pub threads: usize,
}

/// How much a search has done.
#[derive(Default)]
pub struct Effort {
    /// Positions looked at.
    pub nodes: AtomicU64,
    /// Set to give up.
    pub stop: AtomicBool,
}

impl<G: Acyclic> Prover<'_, G> {
    /// The result of a position to the seat to move; `None` if it was told to stop.
    pub fn result(&self, at: &G::Position, effort: &Effort) -> Option<Wdl> {
        let seat = match self.game.survey(at, &mut Vec::new()) {
            Status::Over(outcome, _) => {
                return Some(Wdl::of(outcome, self.game.status(at).seat().unwrap_or(Seat::FIRST)));
            }
            Status::Turn(seat) | Status::Continue(seat) => seat,
        };
        if !self.is_met(at, seat, Goal::Draw, effort)? {
            return Some(Wdl::Loss);
        }
        Some(if self.is_met(at, seat, Goal::Win, effort)? { Wdl::Win } else { Wdl::Draw })
    }

    /// Whether the seat to move reaches the goal: asked by several threads at once, each in an order of its own, which help
    /// each other through the table; the first to know tells.
    fn is_met(&self, at: &G::Position, seat: Seat, goal: Goal, effort: &Effort) -> Option<bool> {
        let done = AtomicBool::new(false);
        let run = |nth: usize| {
            let mut search =
                Search { prover: self, effort, done: &done, nodes: 0, reported: 0, history: vec![0; HISTORY], nth };
            let met = search.turn(at, seat, goal);
            if met.is_some() {
                done.store(true, Relaxed);
            }
            met
        };
        std::thread::scope(|scope| {
            let run = &run;
            let others: Vec<_> = (1..self.threads).map(|nth| scope.spawn(move || run(nth))).collect();
            let mine = run(0);
            others.into_iter().filter_map(|other| other.join().expect("a search does not panic")).last().or(mine)
        })
    }
}

/// Sizes of the history table: steps that hash alike share a place.
const HISTORY: usize = 1 << 12;
/// Nodes after which a thread tells how many there were and asks whether to go on.
const REPORT: u64 = 1 << 12;

/// The search of one thread.
struct Search<'a, G: Acyclic> {
    prover: &'a Prover<'a, G>,
    effort: &'a Effort,
    done: &'a AtomicBool,
    nodes: u64,
    reported: u64,
    /// How much each step has decided lately, by seat and step.
    history: Vec<u32>,
    nth: usize,
}

/// A step that is not decided yet.
struct Child<P> {
    rank: i64,
    at: P,
    place: usize,
    /// Who moves next, and the key of the position if a turn begins.
    seat: Seat,
    key: Option<u64>,
}

impl<G: Acyclic> Search<'_, G> {
    /// At the start of a turn: whether the mover reaches the goal.
    fn turn(&mut self, at: &G::Position, seat: Seat, goal: Goal) -> Option<bool> {
        match self.look_up(at, goal) {
            Ok(met) => Some(met),
            Err(key) => self.expand(at, Some(key), seat, goal),
        }
    }

    /// What can be said of a position at the start of a turn without looking ahead; its key if that is nothing.
    fn look_up(&self, at: &G::Position, goal: Goal) -> Result<bool, u64> {
        if let Some(result) = (self.prover.known)(at) {
            return Ok(goal.is_met_by(result));
        }
        let (least, most) = self.prover.game.bounds(at);
        if goal.is_met_by(least) || !goal.is_met_by(most) {
            return Ok(goal.is_met_by(least));
        }
        let key = self.prover.game.exact_key(at);
        self.prover.table.find(key, goal).ok_or(key)
    }

    fn expand(&mut self, at: &G::Position, key: Option<u64>, seat: Seat, goal: Goal) -> Option<bool> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes - self.reported >= REPORT {
            self.effort.nodes.fetch_add(self.nodes - self.reported, Relaxed);
            self.reported = self.nodes;
            if self.done.load(Relaxed) || self.effort.stop.load(Relaxed) {
                return None;
            }
        }
        let met = self.decide(at, seat, goal)?;
        if let Some(key) = key {
            self.prover.table.store(key, goal, met, self.nodes - before);
        }
        Some(met)
    }

    /// Looks first whether some step decides at once, then at the others in the order of their promise.
    fn decide(&mut self, at: &G::Position, seat: Seat, goal: Goal) -> Option<bool> {
        let Prover { game, priority, .. } = *self.prover;
        let mut steps = Vec::new();
        game.steps(at, &mut steps);
        if steps.is_empty() {
            let Status::Over(outcome, _) = game.stuck(at) else { return Some(false) };
            return Some(goal.is_met_by(Wdl::of(outcome, seat)));
        }
        let mut open = Vec::with_capacity(steps.len());
        for step in steps {
            let mut next = at.clone();
            game.apply(&mut next, step);
            let (key, mover) = match game.status(&next) {
                Status::Over(outcome, _) if goal.is_met_by(Wdl::of(outcome, seat)) => return Some(true),
                Status::Over(..) => continue,
                Status::Continue(mover) => (None, mover),
                Status::Turn(mover) => {
                    let its_goal = if mover == seat { goal } else { goal.of_the_other() };
                    match self.look_up(&next, its_goal) {
                        Ok(met) if met == (mover == seat) => return Some(true),
                        Ok(_) => continue,
                        Err(key) => (Some(key), mover),
                    }
                }
            };
            let place = Self::place(seat, step);
            let rank =
                i64::from(priority(at, step)) << 32 | i64::from(self.history[place]) << 2 | (place & self.nth) as i64;
            open.push(Child { rank, at: next, place, seat: mover, key });
        }
        open.sort_unstable_by_key(|child| std::cmp::Reverse(child.rank));
        for child in open {
            let same = child.seat == seat;
            let its_goal = if same { goal } else { goal.of_the_other() };
            // A brother may have proved it meanwhile.
            let found = child.key.and_then(|key| self.prover.table.find(key, its_goal));
            let met = match found {
                Some(met) => met,
                None => self.expand(&child.at, child.key, child.seat, its_goal)?,
            };
            if met == same {
                let history = &mut self.history[child.place];
                *history += 1;
                if *history > 1 << 20 {
                    self.history.iter_mut().for_each(|count| *count /= 2);
                }
                return Some(true);
            }
        }
        Some(false)
    }

    fn place(seat: Seat, step: G::Step) -> usize {
        let mut hasher = KeyHasher::default();
        (seat, step).hash(&mut hasher);
        hasher.finish() as usize % HISTORY
    }
}
