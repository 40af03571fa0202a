//! Choosing a step by looking ahead: alpha-beta with iterative deepening, principal variation search and a
//! table shared by threads.
//!
//! Depth counts turns. Values are seen from the side of whoever is to move: between two seats the other's
//! side; with four seats the one who thinks stands alone against all others; with one seat there is no
//! other. So the sign turns where the side turns, and steps inside a turn are no special case.
//!
//! With four seats a selective search would spend itself on the others' choices before it came to a second
//! turn of its own. So it takes it that each of the others plays what looks best for himself at once, without
//! counting that as a turn looked ahead, and looks closely at a few steps of its own only.

mod deepen;
mod order;
mod past;
mod plan;
mod shortcuts;

use crate::plain::WIN;
use crate::table::{Bound, Found, Table};
use crate::thought::{Limits, Manner, PROVED, Thought};
use past::Past;
use plan::Plan;
use rules::{Evaluate, Outcome, Seat, Status};
use shortcuts::Shortcut;

const INFINITE: i32 = 2 * WIN;
/// No line is followed further than this many steps.
const LONGEST: usize = 400;
/// Every step is looked at once, unless that takes this many positions more than were allowed.
const GRACE: u64 = 20_000;
/// So many steps of one's own are looked at closely where there are several opponents.
const FEW: usize = 5;
/// Replies that are only guessed add up to nonsense further ahead than this: what is found there plays worse.
const FURTHEST_GUESS: i32 = 4;

/// The best lines found so far, the best first.
pub type Lines<G> = Vec<Thought<<G as rules::Game>::Step>>;

/// One who thinks about positions of a game.
pub struct Thinker<'a, G: Evaluate> {
    game: &'a G,
    table: &'a Table,
    manner: Manner,
    limits: Limits<'a>,
    seat: Seat,
    nodes: u64,
    stopped: bool,
    /// How many turns the search under way looks ahead where nothing is forced.
    deepest: i32,
    /// The positions at the start of each turn that led here.
    past: Past,
    /// First steps that are not looked at, because they have a line of their own already.
    excluded: Vec<G::Step>,
    plan: Plan<G::Step>,
    plies: Vec<Ply<G::Step>>,
    /// How often a step has turned out well, by seat and a mixture of its text-free self.
    history: Vec<i32>,
}

/// What is kept for one step of the line now being looked at.
struct Ply<S> {
    steps: Vec<S>,
    order: Vec<(i32, u16)>,
    line: Vec<S>,
    killers: [Option<S>; 2],
}

impl<'a, G: Evaluate> Thinker<'a, G> {
    /// Somebody who thinks for the seat to move, remembering in `table`; `past` holds the keys of the
    /// positions at the start of each earlier turn, so that repetitions are seen.
    pub fn new(game: &'a G, table: &'a Table, manner: Manner, limits: Limits<'a>, past: Vec<u64>) -> Thinker<'a, G> {
        let empty = || Ply { steps: Vec::new(), order: Vec::new(), line: Vec::new(), killers: [None, None] };
        let mut thinker = Thinker {
            game,
            table,
            manner,
            limits,
            seat: Seat::FIRST,
            nodes: 0,
            stopped: false,
            deepest: 0,
            past: Past::new(past),
            excluded: Vec::new(),
            plan: Plan::Unsought,
            plies: (0..LONGEST + 2).map(|_| empty()).collect(),
            history: vec![0; 1 << 13],
        };
        if thinker.guesses() {
            thinker.limits.depth = limits.depth.min(FURTHEST_GUESS);
        }
        thinker
    }

    /// Whether the replies of several others are guessed instead of searched.
    fn guesses(&self) -> bool {
        G::ABOUT.count() > 2 && self.manner.selective
    }

    fn side(&self, mover: Seat) -> Seat {
        match G::ABOUT.count() {
            1 | 2 => mover,
            _ if mover == self.seat => Seat::FIRST,
            _ => Seat::SECOND,
        }
    }

    /// What is worth so much to whoever thinks, as a mover sees it.
    fn seen_by(&self, mover: Seat, worth: i32) -> i32 {
        if self.side(mover) == self.side(self.seat) { worth } else { -worth }
    }

    /// What a draw is worth to a mover.
    fn draw(&self, mover: Seat) -> i32 {
        self.seen_by(mover, self.manner.draw)
    }

    /// What an outcome after so many turns is worth to a mover.
    fn outcome(&self, outcome: Outcome, mover: Seat, turns: i32) -> i32 {
        match outcome {
            Outcome::Draw => self.draw(mover),
            Outcome::Win(winner) if self.side(winner) == self.side(mover) => WIN - turns,
            Outcome::Win(_) => turns - WIN,
        }
    }

    fn evaluate(&self, at: &G::Position, mover: Seat) -> i32 {
        let value = match G::ABOUT.count() {
            1 | 2 => self.game.evaluate(at, mover),
            _ if mover == self.seat => self.game.evaluate(at, mover),
            _ => -self.game.evaluate(at, self.seat),
        };
        if self.manner.blur == 0 {
            return value;
        }
        // The blur belongs to the position, so that it looks the same whichever way it is reached. The
        // middle of two throws is likelier than the ends.
        let mut noise = rules::Random::new(self.game.key(at) ^ self.manner.seed);
        let range = 2 * self.manner.blur as usize + 1;
        let thrown = (noise.below(range) + noise.below(range)) as i32 / 2 - self.manner.blur;
        value + self.seen_by(mover, thrown)
    }

    fn look_at_the_clock(&mut self) {
        if self.stopped {
            return;
        }
        self.nodes += 1;
        let past_limit = self.nodes.saturating_sub(self.limits.nodes);
        let used_up = self.nodes >= self.limits.nodes && (self.deepest > 1 || past_limit > GRACE);
        if used_up || (self.nodes % 256 == 1 && (self.limits.stop)()) {
            self.stopped = true;
        }
    }

    /// The value of a position to its mover, as far as it lies between `alpha` and `beta`. `turns` have been
    /// completed on the way here, in `ply` steps.
    #[expect(clippy::too_many_arguments, reason = "the state of a search is what it is")]
    fn node(
        &mut self,
        at: &G::Position,
        mover: Seat,
        begins_turn: bool,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        turns: i32,
        ply: usize,
    ) -> i32 {
        self.plies[ply].line.clear();
        self.look_at_the_clock();
        if self.stopped {
            return 0;
        }
        if begins_turn && depth <= 0 || ply >= LONGEST {
            return self.horizon(at, mover, alpha, beta, turns, ply);
        }
        let bare_key = self.game.key(at);
        if begins_turn && ply > 0 {
            if self.past.holds(bare_key) {
                return self.draw(mover);
            }
            // Nothing can be better than having won already, nothing worse than having lost.
            alpha = alpha.max(turns - WIN);
            beta = beta.min(WIN - turns);
            if alpha >= beta {
                return alpha;
            }
        }
        let key = self.table_key(bare_key);
        let known = self.table.get(key);
        let whole_window = beta - alpha > 1;
        if let Some(found) = known
            && ply > 0
            && found.depth >= depth
            && !whole_window
            && let Some(value) = settled(found, turns, alpha, beta)
        {
            return value;
        }
        let selective = begins_turn && ply > 0 && self.manner.selective && !self.guesses();
        let mut looked_at = usize::MAX;
        if selective && !whole_window && beta.abs() < PROVED {
            match self.shortcut(at, mover, depth, beta, turns, ply) {
                Shortcut::Worth(value) => return value,
                Shortcut::LookAt(steps) => looked_at = steps,
            }
        }
        // Without a step to begin with, the order is poor and the look too dear: the next one will have it.
        if selective && depth > 3 && known.is_none() {
            depth -= 1;
        }

        if self.list(at, mover, known, ply) == 0 {
            return match self.game.stuck(at) {
                Status::Over(outcome, _) => self.outcome(outcome, mover, turns),
                _ => 0,
            };
        }
        let replies = self.guesses() && mover != self.seat;
        if replies {
            self.keep_best(at, mover, known, 1, ply);
        } else if self.guesses() && depth > 1 {
            self.keep_best(at, mover, known, FEW, ply);
        }
        if self.stopped {
            return 0;
        }
        // Where there is no choice, or none that could wait, the turn is not worth counting. Replies of
        // several others come between two turns of one's own.
        let furthest = self.deepest * if replies { 4 } else { 2 };
        let extended = begins_turn && self.manner.selective && turns < furthest && self.is_forced(at, ply);
        if begins_turn {
            self.past.push(bare_key);
        }
        let further = depth + i32::from(extended);
        if extended {
            looked_at = usize::MAX;
        }
        let (value, nth) = self.best_of(at, mover, begins_turn, further, alpha, beta, turns, ply, looked_at);
        if begins_turn {
            self.past.pop();
        }
        if !self.stopped && (ply > 0 || self.excluded.is_empty()) {
            let bound = match value {
                value if value >= beta => Bound::AtLeast,
                value if value <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table.put(key, Found { value: into_table(value, turns), bound, depth, nth });
        }
        value
    }

    /// Under what a position is kept in the table: values that belong to one seat alone, or to one blur, are not mixed
    /// up with others.
    fn table_key(&self, bare_key: u64) -> u64 {
        let partial = G::ABOUT.count() > 2 || self.manner.draw != 0;
        let of_whom = if partial { self.seat.index() as u64 + 1 } else { 0 };
        bare_key ^ self.manner.seed ^ 0x5851_F42D_4C95_7F2D_u64.wrapping_mul(of_whom)
    }

    /// Looks at the steps of a ply in their order; the value of the best, and its place in the game's list. After
    /// `looked_at` steps those that promise nothing are left out, unless all is lost.
    #[expect(clippy::too_many_arguments, reason = "the state of a search is what it is")]
    fn best_of(
        &mut self,
        at: &G::Position,
        mover: Seat,
        begins_turn: bool,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        turns: i32,
        ply: usize,
        looked_at: usize,
    ) -> (i32, u16) {
        let mut best = -INFINITE;
        let mut best_nth = 0;
        for place in 0..self.plies[ply].order.len() {
            let (promise, nth) = self.plies[ply].likeliest(place);
            if promise <= 0 && place >= looked_at && best > -PROVED {
                break;
            }
            let step = self.plies[ply].steps[nth as usize];
            let mut next = at.clone();
            self.game.apply(&mut next, step);
            let value = match self.game.status(&next) {
                Status::Over(outcome, _) => {
                    self.plies[ply + 1].line.clear();
                    self.outcome(outcome, mover, turns + 1)
                }
                status => {
                    let may_reduce = begins_turn && promise <= 0 && self.manner.selective;
                    let reduction = if may_reduce { order::reduction(depth, place) } else { 0 };
                    let ahead = Ahead { mover, depth, turns, ply };
                    self.look_behind(&next, status, ahead, reduction, (alpha, beta), best == -INFINITE)
                }
            };
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_nth) = (value, nth);
                if value > alpha {
                    alpha = value;
                    self.keep_line(ply, step);
                }
            }
            if alpha >= beta {
                self.remember(mover, depth, ply, place);
                break;
            }
        }
        (best, best_nth)
    }

    /// The value of what follows a step: first whether it beats the best so far, then, if so, by how much.
    fn look_behind(
        &mut self,
        next: &G::Position,
        status: Status,
        Ahead { mover, depth, turns, ply }: Ahead,
        reduction: i32,
        (alpha, beta): (i32, i32),
        first: bool,
    ) -> i32 {
        let (seat, begins_turn) = match status {
            Status::Turn(seat) => (seat, true),
            Status::Continue(seat) => (seat, false),
            Status::Over(..) => unreachable!("the caller has seen to it"),
        };
        let passed = i32::from(begins_turn);
        let same_side = self.side(seat) == self.side(mover);
        let look = |this: &mut Self, less: i32, alpha: i32, beta: i32| {
            let depth = depth - passed - if begins_turn { less } else { 0 };
            if same_side {
                this.node(next, seat, begins_turn, depth, alpha, beta, turns + passed, ply + 1)
            } else {
                -this.node(next, seat, begins_turn, depth, -beta, -alpha, turns + passed, ply + 1)
            }
        };
        if first {
            return look(self, 0, alpha, beta);
        }
        let mut value = look(self, reduction, alpha, alpha + 1);
        if value > alpha && reduction > 0 {
            value = look(self, 0, alpha, alpha + 1);
        }
        if value > alpha && value < beta {
            value = look(self, 0, alpha, beta);
        }
        value
    }

    fn keep_line(&mut self, ply: usize, step: G::Step) {
        let (here, deeper) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(step);
        line.extend_from_slice(&deeper[0].line);
    }
}

/// Where a search stands when it looks behind a step.
#[derive(Clone, Copy)]
struct Ahead {
    mover: Seat,
    depth: i32,
    turns: i32,
    ply: usize,
}

/// What the table says of a position, if that is enough for this window.
fn settled(found: Found, turns: i32, alpha: i32, beta: i32) -> Option<i32> {
    let value = from_table(found.value, turns);
    let enough = match found.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    };
    enough.then_some(value)
}

/// A proved value is stored as the distance from its own position, not from the root.
fn into_table(value: i32, turns: i32) -> i32 {
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
