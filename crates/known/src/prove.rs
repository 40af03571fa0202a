//! Proving the value of positions that never come back, by search: yes-or-no alpha-beta over every turn with a table of what
//! is proved, shared by several threads.
//!
//! It ends with the game, or in tiers that were worked out backwards.
//!
//! Each question has a yes or a no ("does the mover get at least a draw?"), so no window is needed, and what the table holds
//! of a position is a bound that is true for good. Nothing is pruned for looking bad: both answers are proofs.

use crate::checkpoint::Checkpoint;
use crate::file::Error;
use crate::proof_table::ProofGoal;
use crate::results::Results;
use crate::retrograde::{HOLE, Solved};
use crate::solve::{GroupReport, Manifest, Progress, SolveRequest, backwards, by_group, checkpoint};
use crate::tablebase::Tablebase;
use crate::value::Value;
use crate::verify::{Verified, verify_some};
use rules::{Acyclic, KeyHasher, Rules, Seat, Status, Tiers, Wdl};
use std::cell::{Cell, OnceCell};
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

pub use crate::proof_table::ProofTable;

/// How promising a step looks; what looks best is tried first.
pub type StepPriority<'a, G> = &'a (dyn Fn(&<G as Rules>::Position, <G as Rules>::Step) -> i32 + Sync);

/// The least and the most that the seat to move can come to, as far as it is known without looking ahead.
pub type Bounds<'a, G> = &'a (dyn Fn(&<G as Rules>::Position) -> (Wdl, Wdl) + Sync);

/// The only step that does not lose at once, where there is such.
pub type Forced<'a, G> = &'a (dyn Fn(&<G as Rules>::Position) -> Option<<G as Rules>::Step> + Sync);

/// What a proof rests on.
pub struct Prover<'a, G: Acyclic> {
    /// The game.
    pub game: &'a G,
    /// What is proved so far.
    pub table: &'a ProofTable,
    /// In which order steps are tried.
    pub priority: StepPriority<'a, G>,
    /// What is known of positions at the start of a turn without looking ahead.
    pub bounds: Bounds<'a, G>,
    /// Asked of positions at the start of a turn that the bounds leave open: all other steps lose.
    pub forced: Forced<'a, G>,
    /// How many threads work.
    pub threads: usize,
}

/// How much proofs have done, and when they give up.
pub struct Effort {
    /// Positions looked at; told now and then.
    pub nodes: AtomicU64,
    /// Set to give up.
    pub stop: AtomicBool,
    /// They give up after about so many positions.
    pub most_nodes: u64,
}

impl Effort {
    /// Up to about so many positions.
    pub fn of(most_nodes: u64) -> Effort {
        Effort { nodes: AtomicU64::new(0), stop: AtomicBool::new(false), most_nodes }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.nodes.load(Relaxed) >= self.most_nodes
    }
}

impl<G: Acyclic> Prover<'_, G> {
    /// The result of a position to the seat to move; `None` if it gave up.
    pub fn result(&self, at: &G::Position, effort: &Effort) -> Option<Wdl> {
        let seat = match self.game.survey(at, &mut Vec::new()) {
            Status::Over(outcome, _) => {
                return Some(Wdl::of(outcome, self.game.status(at).seat().unwrap_or(Seat::FIRST)));
            }
            Status::Turn(seat) | Status::Continue(seat) => seat,
        };
        if !self.is_met(at, seat, ProofGoal::Draw, effort)? {
            return Some(Wdl::Loss);
        }
        Some(if self.is_met(at, seat, ProofGoal::Win, effort)? { Wdl::Win } else { Wdl::Draw })
    }

    /// Whether the seat to move reaches the goal: asked by several threads at once, each in an order of its own, which help
    /// each other through the table; the first to know tells.
    fn is_met(&self, at: &G::Position, seat: Seat, goal: ProofGoal, effort: &Effort) -> Option<bool> {
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

/// How often it is told how far a proof is.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Solves what is not solved yet like [`solve`](crate::solve()), but for the tiers that are proved by search: their positions
/// one by one, and only their results.
pub fn prove<G: Acyclic>(
    game: &G,
    request: &SolveRequest,
    edition: u16,
    priority: StepPriority<'_, G>,
    progress: &(dyn Fn(&Progress) -> bool + Sync),
) -> Result<Manifest, Error> {
    let base = OnceCell::new();
    by_group(game, request, edition, progress, &|tiers, known, report| {
        if !tiers.iter().all(|tier| game.is_proved(*tier)) {
            return backwards(game, request, edition, tiers, known, report);
        }
        // The groups that are proved come last and share what they rest on.
        let ProofBase { results, table } = if let Some(base) = base.get() {
            base
        } else {
            let made = ProofBase::new(game, known, request.memory, request.threads)?;
            base.get_or_init(|| made)
        };
        let bounds = &|at: &G::Position| results.exact(game, at).unwrap_or_else(|| game.bounds(at));
        let forced = &|at: &G::Position| game.forced(at);
        let prover = Prover { game, table, priority, bounds, forced, threads: request.threads };
        prover.tiers(tiers, &checkpoint(game, request, edition, tiers), report).map(Solved::whole)
    })
}

/// Checks every stored value: those that were worked out backwards like [`verify`](crate::verify()); what was proved is proved
/// again in an empty table, without the game's own bounds and forced steps, if everything that it rests on is there.
pub fn prove_again<G: Acyclic>(
    game: &G,
    folder: &Path,
    edition: u16,
    memory: u64,
    threads: usize,
    priority: StepPriority<'_, G>,
    progress: &(dyn Fn(&str, u64, u64) + Sync),
) -> Result<Verified, Error> {
    let mut verified = verify_some(game, folder, edition, threads, &|tier| !game.is_proved(tier), progress)?;
    let manifest = Manifest::read(folder, edition, G::NUMBERING)?;
    let tablebase = Tablebase::<G>::open(folder, edition)?;
    let proved = |tier: &G::Tier| game.is_proved(*tier) && manifest.tier(&tier.to_string()).is_some();
    let proved: Vec<G::Tier> = game.groups(u32::MAX).into_iter().flatten().filter(proved).collect();
    let ground_is_there = game
        .groups(u32::MAX)
        .into_iter()
        .flatten()
        .all(|tier| game.is_proved(tier) || manifest.tier(&tier.to_string()).is_some());
    if !ground_is_there {
        verified.unchecked = proved.iter().map(G::Tier::to_string).collect();
    }
    if proved.is_empty() || !ground_is_there {
        return Ok(verified);
    }
    let ProofBase { results, table } = ProofBase::new(game, &tablebase, memory, threads)?;
    let bounds = &|at: &G::Position| results.exact(game, at).unwrap_or((Wdl::Loss, Wdl::Win));
    let prover = Prover { game, table: &table, priority, bounds, forced: &|_| None, threads };
    for tier in proved {
        let (name, numbers) = (tier.to_string(), numbers_of(game, &[tier]));
        let again = prover.numbers(&numbers, vec![OPEN; numbers.len()], &|packed| {
            let done = packed.iter().filter(|packed| is_done(packed)).count();
            progress(&name, done as u64, numbers.len() as u64);
            Ok(())
        })?;
        for ((_, number), packed) in numbers.into_iter().zip(again) {
            let proved = (packed != HOLE).then(|| Value::unpack(packed));
            verified.positions += u64::from(proved.is_some());
            if tablebase.numbered(tier, number)? != proved {
                verified.contradictions.push((name.clone(), number));
            }
        }
    }
    Ok(verified)
}

/// What the proofs of a game rest on: the results of all tiers that were worked out backwards, and a table for the rest.
struct ProofBase<G: Tiers> {
    results: Results<G>,
    table: ProofTable,
}

impl<G: Acyclic> ProofBase<G> {
    /// Takes at most so many bytes.
    fn new(game: &G, known: &Tablebase<G>, memory: u64, threads: usize) -> Result<ProofBase<G>, Error> {
        let tiers: Vec<G::Tier> = known.tiers().filter(|tier| !game.is_proved(*tier)).collect();
        let needed: u64 = tiers.iter().map(|tier| Results::<G>::bytes(game.size(*tier))).sum();
        // The table gets at least half of the memory.
        if 2 * needed > memory {
            let names = tiers.iter().map(G::Tier::to_string).collect::<Vec<_>>().join(" ");
            return Err(Error::Memory { tiers: names, needed: 2 * needed, allowed: memory });
        }
        let results = known.results(&tiers, threads)?;
        Ok(ProofBase { results, table: ProofTable::with_bytes(memory - needed) })
    }
}

/// A number of which nothing is proved yet. No value is packed so: a win takes a turn at least.
const OPEN: u16 = 1;

/// All numbers of these tiers.
fn numbers_of<G: Tiers>(game: &G, tiers: &[G::Tier]) -> Vec<(G::Tier, u64)> {
    tiers.iter().flat_map(|tier| (0..game.size(*tier)).map(|number| (*tier, number))).collect()
}

impl<G: Acyclic> Prover<'_, G> {
    /// The packed results of all numbers of these tiers, going on from their checkpoint.
    fn tiers(&self, tiers: &[G::Tier], checkpoint: &Checkpoint, report: GroupReport<'_>) -> Result<Vec<u16>, Error> {
        let numbers = numbers_of(self.game, tiers);
        let mut saved = Vec::new();
        if checkpoint.read(numbers.len() as u64, &mut |packed| saved.push(packed)).is_none() {
            saved = vec![OPEN; numbers.len()];
        }
        let last_saved = Cell::new(Instant::now());
        self.numbers(&numbers, saved, &|packed| {
            let go_on = report(packed.iter().filter(|packed| is_done(packed)).count() as f64 / numbers.len() as f64);
            if last_saved.get().elapsed() >= checkpoint.every || !go_on {
                checkpoint.save(0, numbers.len() as u64, packed.iter().map(|packed| packed.load(Relaxed)))?;
                last_saved.set(Instant::now());
            }
            if go_on { Ok(()) } else { Err(Error::Stopped) }
        })
    }

    /// The packed results of these numbers, of which some may be known; `watch` sees now and then what is proved so far.
    fn numbers(
        &self,
        numbers: &[(G::Tier, u64)],
        known: Vec<u16>,
        watch: &dyn Fn(&[AtomicU16]) -> Result<(), Error>,
    ) -> Result<Vec<u16>, Error> {
        let packed: Vec<AtomicU16> = known.into_iter().map(AtomicU16::new).collect();
        // Of many positions each thread proves some of its own; where there are few, all help with each.
        let workers = if numbers.len() > self.threads { self.threads } else { 1 };
        let prover = Prover { threads: self.threads / workers, ..*self };
        let (effort, next) = (Effort::of(u64::MAX), AtomicUsize::new(0));
        let work = || {
            while let nth = next.fetch_add(1, Relaxed)
                && let Some((tier, number)) = numbers.get(nth)
            {
                if is_done(&packed[nth]) {
                    continue;
                }
                let proved = match self.game.position(*tier, *number) {
                    Some(at) => prover.result(&at, &effort).map(|result| Value::of(result).pack()),
                    None => Some(HOLE),
                };
                let Some(proved) = proved else { return };
                packed[nth].store(proved, Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let working: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            while working.iter().any(|thread| !thread.is_finished()) {
                watch(&packed).inspect_err(|_| effort.stop.store(true, Relaxed))?;
                std::thread::sleep(REPORT_EVERY);
            }
            Ok(())
        })?;
        Ok(packed.into_iter().map(AtomicU16::into_inner).collect())
    }
}

fn is_done(packed: &AtomicU16) -> bool {
    packed.load(Relaxed) != OPEN
}

/// Places in the history table: steps that hash alike share one.
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
    /// How often each step has decided lately, by seat and step (the history heuristic).
    history: Vec<u32>,
    /// The number of the thread: it breaks ties, so that threads look at different steps first.
    nth: usize,
}

/// A step that is not decided yet.
struct Child<G: Rules> {
    step: G::Step,
    at: G::Position,
    /// What is tried first has the highest.
    rank: i64,
    /// Its place in the history table.
    place: usize,
    /// Who moves next, and the key of the position if a turn begins.
    seat: Seat,
    key: Option<u64>,
}

impl<G: Acyclic> Search<'_, G> {
    /// At the start of a turn: whether the mover reaches the goal.
    fn turn(&mut self, at: &G::Position, seat: Seat, goal: ProofGoal) -> Option<bool> {
        if let Some(met) = self.bounded(at, goal) {
            return Some(met);
        }
        let key = self.prover.game.exact_key(at);
        self.prover.table.find(key, goal).or_else(|| self.expand(at, Some(key), seat, goal))
    }

    /// What can be said of a position at the start of a turn without looking ahead.
    fn bounded(&self, at: &G::Position, goal: ProofGoal) -> Option<bool> {
        let (least, most) = (self.prover.bounds)(at);
        let is_sure = goal.is_met_by(least) || !goal.is_met_by(most);
        is_sure.then(|| goal.is_met_by(least))
    }

    fn expand(&mut self, at: &G::Position, key: Option<u64>, seat: Seat, goal: ProofGoal) -> Option<bool> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes - self.reported >= REPORT {
            self.effort.nodes.fetch_add(self.nodes - self.reported, Relaxed);
            self.reported = self.nodes;
            if self.done.load(Relaxed) || self.effort.is_over() {
                return None;
            }
        }
        let met = self.decide(at, key.is_some(), seat, goal)?;
        if let Some(key) = key {
            self.prover.table.store(key, goal, met, self.nodes - before);
        }
        Some(met)
    }

    /// Looks first whether some step decides at once, then at the others in the order of their promise.
    fn decide(&mut self, at: &G::Position, begins_turn: bool, seat: Seat, goal: ProofGoal) -> Option<bool> {
        let Prover { game, priority, .. } = *self.prover;
        let mut steps = Vec::new();
        match begins_turn.then(|| (self.prover.forced)(at)).flatten() {
            Some(step) => steps.push(step),
            None => game.steps(at, &mut steps),
        }
        if steps.is_empty() {
            let Status::Over(outcome, _) = game.stuck(at) else { return Some(false) };
            return Some(goal.is_met_by(Wdl::of(outcome, seat)));
        }
        let goal_of = |mover: Seat| if mover == seat { goal } else { goal.of_the_other() };
        let mut open: Vec<Child<G>> = Vec::with_capacity(steps.len());
        for step in steps {
            let mut next = at.clone();
            game.apply(&mut next, step);
            let (key, mover) = match game.status(&next) {
                Status::Over(outcome, _) if goal.is_met_by(Wdl::of(outcome, seat)) => return Some(true),
                Status::Over(..) => continue,
                Status::Continue(mover) => (None, mover),
                Status::Turn(mover) => match self.bounded(&next, goal_of(mover)) {
                    Some(met) if met == (mover == seat) => return Some(true),
                    Some(_) => continue,
                    None => (Some(game.exact_key(&next)), mover),
                },
            };
            open.push(Child { step, at: next, rank: 0, place: Self::place(seat, step), seat: mover, key });
        }
        // In a loop of their own, so that the cache misses of the look-ups overlap.
        let find = |child: &Child<G>| child.key.and_then(|key| self.prover.table.find(key, goal_of(child.seat)));
        let mut decides = false;
        open.retain(|child| {
            let met = find(child);
            decides |= met == Some(child.seat == seat);
            met.is_none()
        });
        if decides {
            return Some(true);
        }
        for child in &mut open {
            child.rank = i64::from(priority(at, child.step)) << 32
                | i64::from(self.history[child.place]) << 2
                | (child.place & self.nth) as i64;
        }
        open.sort_unstable_by_key(|child| std::cmp::Reverse(child.rank));
        for child in open {
            let (same, its_goal) = (child.seat == seat, goal_of(child.seat));
            // The search of a sibling may have proved it meanwhile.
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
