//! The search that plays: alpha-beta with iterative deepening, principal variation search and a transposition table
//! shared by threads.
//!
//! Depth counts turns. Values are the mover's (negamax): between two seats the sign changes where the mover does; with
//! four seats the root's seat stands alone against all others (paranoid); with one seat it never changes. So steps inside
//! a turn are no special case.
//!
//! | file | |
//! |---|---|
//! | `iterative_deepening` | the root: ever deeper, aspiration windows, several lines |
//! | `mod` | a node: repetition, transposition table, principal variation search over the steps |
//! | `ordering` | which steps come first: table, priority, killers, history; greedy replies |
//! | `pruning` | null move, futility, late move pruning and reductions |
//! | `quiescence` | the horizon |
//! | `repetition` | positions on the way here |
//! | `solo_plan` | the end of a race, planned without the others |

mod iterative_deepening;
mod ordering;
mod pruning;
mod quiescence;
mod repetition;
mod solo_plan;

use crate::limits::{Limits, Probe, SearchOptions};
use crate::score::{PROVED, WIN, proved};
use crate::technique::Technique;
use crate::transposition::{Bound, Cached, TranspositionTable};
use pruning::Pruning;
use repetition::Repetitions;
use rules::{Hints, Outcome, Rules, Seat, Status};
use solo_plan::SoloPlan;

const INFINITE: i32 = 2 * WIN;
/// No line is followed further than this many steps.
const MAX_PLY: usize = 400;
/// The first iteration may exceed the limit of nodes by so many, so that every step has been searched once.
const FIRST_ITERATION_NODES: u64 = 20_000;
/// How many of the root seat's own steps are searched where the replies of the others are greedy.
const OWN_STEPS: usize = 5;
/// Greedy replies are too unreliable to be worth more turns than this.
const GREEDY_DEPTH: i32 = 4;

/// A principal variation with its value.
#[derive(Clone, Debug)]
pub struct Variation<S> {
    /// What both sides are expected to play, step by step.
    pub steps: Vec<S>,
    /// Its value to the seat to move.
    pub value: i32,
    /// How many turns deep it was searched.
    pub depth: i32,
    /// How many positions were searched for it.
    pub nodes: u64,
}

impl<S> Variation<S> {
    /// In how many turns the game is won (or lost, if negative), where that is proved.
    pub fn proved(&self) -> Option<i32> {
        proved(self.value)
    }
}

/// The best variations found so far, the best first.
pub type Variations<G> = Vec<Variation<<G as Rules>::Step>>;

/// A search of one game by one thread.
pub struct Searcher<'a, G: Hints> {
    game: &'a G,
    table: &'a TranspositionTable,
    options: SearchOptions,
    limits: Limits<'a>,
    /// Values that need no search.
    known: Option<&'a dyn Probe<G>>,
    /// Whether several opponents are assumed to reply greedily.
    greedy_replies: bool,
    root_seat: Seat,
    nodes: u64,
    stopped: bool,
    /// The depth of the iteration under way.
    iteration: i32,
    repetitions: Repetitions,
    /// First steps that are not searched, because they have a variation of their own already.
    excluded: Vec<G::Step>,
    plan: SoloPlan<G::Step>,
    plies: Vec<Ply<G::Step>>,
    /// How often a step has caused a cutoff, by seat and hashed step.
    history: Vec<i32>,
}

/// What is kept for one ply of the line being searched.
struct Ply<S> {
    steps: Vec<S>,
    /// The score and the index of each step to be searched.
    order: Vec<(i32, u16)>,
    variation: Vec<S>,
    killers: [Option<S>; 2],
}

/// Where a position stands in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// The seat to choose.
    mover: Seat,
    /// Whether a turn begins here.
    starts_turn: bool,
    /// How many turns are left to search.
    depth: i32,
    /// How many turns were completed since the root.
    turns: i32,
    /// How many steps were played since the root.
    ply: usize,
}

/// The values that matter: the mover is sure of alpha, and the other side will avoid beta.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The question whether the value is above alpha.
    fn above(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether there is room for no value in between.
    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// The same window from the other side.
    fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// How a value found with this window bounds the true one.
    fn bound(self, value: i32) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

impl<'a, G: Hints> Searcher<'a, G> {
    /// A search for the seat to move; `past` holds the keys of the positions at the start of each earlier turn, so that
    /// repetitions are recognised.
    pub fn new(
        game: &'a G,
        table: &'a TranspositionTable,
        options: SearchOptions,
        limits: Limits<'a>,
        past: Vec<u64>,
    ) -> Searcher<'a, G> {
        let empty = || Ply { steps: Vec::new(), order: Vec::new(), variation: Vec::new(), killers: [None, None] };
        let greedy_replies = G::SEATS > 2 && options.techniques.has(Technique::GreedyReplies);
        let depth = if greedy_replies { limits.depth.min(GREEDY_DEPTH) } else { limits.depth };
        Searcher {
            game,
            table,
            options,
            limits: Limits { depth, ..limits },
            known: None,
            greedy_replies,
            root_seat: Seat::FIRST,
            nodes: 0,
            stopped: false,
            iteration: 0,
            repetitions: Repetitions::new(past),
            excluded: Vec::new(),
            plan: SoloPlan::Unsought,
            plies: (0..MAX_PLY + 2).map(|_| empty()).collect(),
            history: vec![0; 1 << 13],
        }
    }

    /// The same search, with these values looked up at the start of every turn but the first.
    #[must_use]
    pub fn with_known(self, known: Option<&'a dyn Probe<G>>) -> Searcher<'a, G> {
        Searcher { known, ..self }
    }

    fn uses(&self, technique: Technique) -> bool {
        self.options.techniques.has(technique)
    }

    /// The side a seat belongs to: with more than two seats the root's seat is one side and all others the other.
    fn side(&self, mover: Seat) -> Seat {
        match G::SEATS {
            1 | 2 => mover,
            _ if mover == self.root_seat => Seat::FIRST,
            _ => Seat::SECOND,
        }
    }

    /// A value of the root's seat as the mover's.
    fn to_mover(&self, mover: Seat, root_value: i32) -> i32 {
        if self.side(mover) == self.side(self.root_seat) { root_value } else { -root_value }
    }

    fn draw_value(&self, mover: Seat) -> i32 {
        self.to_mover(mover, self.options.draw)
    }

    /// The value to the mover of an outcome after so many turns.
    fn outcome_value(&self, outcome: Outcome, mover: Seat, turns: i32) -> i32 {
        match outcome {
            Outcome::Draw => self.draw_value(mover),
            Outcome::Win(winner) if self.side(winner) == self.side(mover) => WIN - turns,
            Outcome::Win(_) => turns - WIN,
        }
    }

    /// The value to the mover of a position in which he has no step.
    fn stuck_value(&self, at: &G::Position, node: Node) -> i32 {
        match self.game.stuck(at) {
            Status::Over(outcome, _) => self.outcome_value(outcome, node.mover, node.turns),
            _ => 0,
        }
    }

    /// The evaluation from the mover's side, with the error of a weak level.
    fn evaluate(&self, at: &G::Position, mover: Seat) -> i32 {
        let value = match G::SEATS {
            1 | 2 => self.game.evaluate(at, mover),
            _ if mover == self.root_seat => self.game.evaluate(at, mover),
            _ => -self.game.evaluate(at, self.root_seat),
        };
        if self.options.noise == 0 {
            return value;
        }
        // The error depends on the position alone, so that it is the same whichever way it is reached. The mean of two
        // uniform draws makes small errors likelier than large ones.
        let mut random = rules::Random::new(self.game.key(at) ^ self.options.seed);
        let range = 2 * self.options.noise as usize + 1;
        let error = (random.below(range) + random.below(range)) as i32 / 2 - self.options.noise;
        value + self.to_mover(mover, error)
    }

    /// The proved value of a position to its mover, where it is known. A position that stood before is left to the search:
    /// a match is drawn by repetition whatever the bare game is worth.
    fn known_value(&self, at: &G::Position, node: Node) -> Option<i32> {
        let value = self.known?.probe(self.game, at)?;
        if self.repetitions.contains(self.game.key(at)) {
            return None;
        }
        Some(match from_table(value, node.turns) {
            0 => self.draw_value(node.mover),
            value => value,
        })
    }

    /// Counts a node, and stops the search when a limit is reached.
    fn count_node(&mut self) {
        if self.stopped {
            return;
        }
        self.nodes += 1;
        let excess = self.nodes.saturating_sub(self.limits.nodes);
        let used_up = self.nodes >= self.limits.nodes && (self.iteration > 1 || excess > FIRST_ITERATION_NODES);
        if used_up || (self.nodes % 256 == 1 && (self.limits.stop)()) {
            self.stopped = true;
        }
    }

    /// The value of a position to its mover, exact if it lies inside the window and otherwise a bound (fail-soft).
    fn node(&mut self, at: &G::Position, mut node: Node, mut window: Window) -> i32 {
        let Node { mover, starts_turn, turns, ply, .. } = node;
        self.plies[ply].variation.clear();
        self.count_node();
        if self.stopped {
            return 0;
        }
        if starts_turn
            && ply > 0
            && let Some(value) = self.known_value(at, node)
        {
            return value;
        }
        if starts_turn && node.depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(at, node, window);
        }
        let position_key = self.game.key(at);
        if starts_turn && ply > 0 {
            if self.repetitions.contains(position_key) {
                return self.draw_value(mover);
            }
            // Mate distance pruning: nothing is better than having won already, nothing worse than having lost.
            window.alpha = window.alpha.max(turns - WIN);
            window.beta = window.beta.min(WIN - turns);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let key = self.table_key(position_key);
        let cached = self.table.get(key);
        if let Some(entry) = cached
            && ply > 0
            && entry.depth >= node.depth
            && window.is_null()
            && let Some(value) = cutoff(entry, turns, window)
        {
            return value;
        }
        // Techniques that compare a whole turn with doing nothing apply between turns only.
        let between_turns = starts_turn && ply > 0 && !self.greedy_replies;
        let mut step_limit = usize::MAX;
        if between_turns && window.is_null() && window.beta.abs() < PROVED {
            match self.prune(at, node, window.beta) {
                Pruning::Cutoff(value) => return value,
                Pruning::Steps(limit) => step_limit = limit,
            }
        }
        if between_turns && self.uses(Technique::InternalIterativeReduction) && node.depth > 3 && cached.is_none() {
            node.depth -= 1;
        }

        if self.generate(at, node, cached) == 0 {
            return self.stuck_value(at, node);
        }
        let is_reply = self.greedy_replies && mover != self.root_seat;
        if is_reply {
            self.keep_best(at, node, cached, 1);
        } else if self.greedy_replies && node.depth > 1 {
            self.keep_best(at, node, cached, OWN_STEPS);
        }
        if self.stopped {
            return 0;
        }
        let stored_depth = node.depth;
        // The replies of several others come between two turns of one's own.
        let most_turns = self.iteration * if is_reply { 4 } else { 2 };
        if starts_turn && self.uses(Technique::ForcedExtension) && turns < most_turns && self.is_forced(at, ply) {
            node.depth += 1;
            step_limit = usize::MAX;
        }
        if starts_turn {
            self.repetitions.push(position_key);
        }
        let (value, index) = self.search_steps(at, node, window, step_limit);
        if starts_turn {
            self.repetitions.pop();
        }
        if !self.stopped && (ply > 0 || self.excluded.is_empty()) {
            let (value, bound) = (to_table(value, turns), window.bound(value));
            self.table.put(key, Cached { value, bound, depth: stored_depth, index });
        }
        value
    }

    /// The key of a position in the transposition table: values that hold for one seat or one seed only are kept apart.
    fn table_key(&self, position_key: u64) -> u64 {
        let one_sided = G::SEATS > 2 || self.options.draw != 0;
        let seat = if one_sided { self.root_seat.index() as u64 + 1 } else { 0 };
        position_key ^ self.options.seed ^ 0x5851_F42D_4C95_7F2D_u64.wrapping_mul(seat)
    }

    /// Searches the generated steps of a ply in their order; the best value, and the index of its step. After
    /// `step_limit` steps those without priority are pruned, unless all is lost.
    fn search_steps(&mut self, at: &G::Position, node: Node, mut window: Window, step_limit: usize) -> (i32, u16) {
        let ply = node.ply;
        let mut best = -INFINITE;
        let mut best_index = 0;
        for place in 0..self.plies[ply].order.len() {
            let (score, index) = self.plies[ply].pick_next(place);
            if score <= 0 && place >= step_limit && best > -PROVED {
                break;
            }
            let step = self.plies[ply].steps[usize::from(index)];
            let mut next = at.clone();
            self.game.apply(&mut next, step);
            let value = match self.game.status(&next) {
                Status::Over(outcome, _) => {
                    self.plies[ply + 1].variation.clear();
                    self.outcome_value(outcome, node.mover, node.turns + 1)
                }
                status => {
                    let reducible = node.starts_turn && score <= 0 && self.uses(Technique::LateMoveReduction);
                    let reduction = if reducible { pruning::reduction(node.depth, place) } else { 0 };
                    self.principal_variation_search(&next, status, node, reduction, window, best == -INFINITE)
                }
            };
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_index) = (value, index);
                if value > window.alpha {
                    window.alpha = value;
                    self.store_variation(ply, step);
                }
            }
            if window.alpha >= window.beta {
                self.learn_from_cutoff(node, place);
                break;
            }
        }
        (best, best_index)
    }

    /// The value, to the parent's mover, of the position after one of its steps. The first step gets the whole window;
    /// the others have to show with a null window, and at first with reduced depth, that they are better.
    fn principal_variation_search(
        &mut self,
        at: &G::Position,
        status: Status,
        parent: Node,
        reduction: i32,
        window: Window,
        first: bool,
    ) -> i32 {
        let Some(mover) = status.seat() else { unreachable!("the caller handles finished games") };
        let starts_turn = matches!(status, Status::Turn(_));
        let completed = i32::from(starts_turn);
        let child = Node {
            mover,
            starts_turn,
            depth: parent.depth - completed,
            turns: parent.turns + completed,
            ply: parent.ply + 1,
        };
        let same_side = self.side(mover) == self.side(parent.mover);
        let search = |this: &mut Self, node: Node, window: Window| {
            if same_side { this.node(at, node, window) } else { -this.node(at, node, window.negated()) }
        };
        if first {
            return search(self, child, window);
        }
        let null_window = Window::above(window.alpha);
        let reduced = if starts_turn { child.depth - reduction } else { child.depth };
        let mut value = search(self, Node { depth: reduced, ..child }, null_window);
        if value > window.alpha && reduction > 0 {
            value = search(self, child, null_window);
        }
        if value > window.alpha && value < window.beta {
            value = search(self, child, window);
        }
        value
    }

    /// The variation of this ply is the step and what follows it.
    fn store_variation(&mut self, ply: usize, step: G::Step) {
        let (here, deeper) = self.plies.split_at_mut(ply + 1);
        let variation = &mut here[ply].variation;
        variation.clear();
        variation.push(step);
        variation.extend_from_slice(&deeper[0].variation);
    }
}

/// The value of a transposition table entry, if it settles the question of this window.
fn cutoff(entry: Cached, turns: i32, window: Window) -> Option<i32> {
    let value = from_table(entry.value, turns);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    settles.then_some(value)
}

/// A proved value is stored as the distance from its own position, not from the root.
fn to_table(value: i32, turns: i32) -> i32 {
    match value {
        value if value > PROVED => value + turns,
        value if value < -PROVED => value - turns,
        value => value,
    }
}

fn from_table(value: i32, turns: i32) -> i32 {
    match value {
        value if value > PROVED => value - turns,
        value if value < -PROVED => value + turns,
        value => value,
    }
}
