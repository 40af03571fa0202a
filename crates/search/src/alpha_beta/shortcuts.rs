//! Where looking can stop: at the horizon, and where a position is decided without looking at every step.

use super::{Ahead, INFINITE, LONGEST, Thinker, into_table, settled};
use crate::table::{Bound, Found};
use crate::thought::PROVED;
use rules::{Evaluate, Seat, Status};

/// Loud steps are followed no further than this many turns beyond what is forced.
const RESTLESS: i32 = 10;
/// The turns that come first: one's own, and the answer.
const ANSWER: i32 = 2;

/// What is known of a position before its steps are looked at.
pub(super) enum Shortcut {
    /// This is its value, as far as it matters.
    Worth(i32),
    /// So many steps have to be looked at, and of the others only what promises something.
    LookAt(usize),
}

impl<G: Evaluate> Thinker<'_, G> {
    /// Where giving the turn away is a fair test: whether the mover stands above `beta` even so, or how closely to look
    /// near the horizon.
    pub(super) fn shortcut(
        &mut self,
        at: &G::Position,
        mover: Seat,
        depth: i32,
        beta: i32,
        turns: i32,
        ply: usize,
    ) -> Shortcut {
        let Some(given) = self.game.given_away(at) else { return Shortcut::LookAt(usize::MAX) };
        let value = self.evaluate(at, mover);
        if value >= beta {
            // Near the horizon a lead that is large enough is not lost any more.
            let spare = value - depth * G::SCALE / 2;
            if depth <= 6 && spare >= beta {
                return Shortcut::Worth(spare);
            }
            if depth >= 3
                && let Status::Turn(seat) = self.game.status(&given)
            {
                let less = 4 + depth / 4 + ((value - beta) / G::SCALE).min(2);
                let value = -self.node(&given, seat, true, depth - less, -beta, 1 - beta, turns + 1, ply + 1);
                if value >= beta && value < PROVED && !self.stopped {
                    return Shortcut::Worth(value);
                }
            }
        }
        let hopeless = value + (depth + 1) * G::SCALE * 5 / 8 < beta;
        Shortcut::LookAt(match depth {
            ..=4 if hopeless => 1,
            ..=4 => 3 + 2 * (depth * depth) as usize,
            _ => usize::MAX,
        })
    }

    /// At the horizon: the evaluation, and where steps are loud, what they lead to.
    pub(super) fn horizon(
        &mut self,
        at: &G::Position,
        mover: Seat,
        mut alpha: i32,
        beta: i32,
        turns: i32,
        ply: usize,
    ) -> i32 {
        // Who looks no further than to the answer must not overlook that it repeats; further off it costs too much.
        if turns <= ANSWER && self.past.holds(self.game.key(at)) {
            return self.draw(mover);
        }
        let restless = turns < 2 * self.deepest + RESTLESS && self.nodes < self.limits.nodes;
        if !G::HAS_LOUD_STEPS || !self.manner.selective || !restless || ply >= LONGEST {
            return self.evaluate(at, mover);
        }
        let key = self.table_key(self.game.key(at));
        let known = self.table.get(key);
        if beta - alpha == 1
            && let Some(value) = known.and_then(|found| settled(found, turns, alpha, beta))
        {
            return value;
        }
        let steps = &mut self.plies[ply].steps;
        steps.clear();
        self.game.steps(at, steps);
        if steps.is_empty() {
            return match self.game.stuck(at) {
                Status::Over(outcome, _) => self.outcome(outcome, mover, turns),
                _ => 0,
            };
        }
        let lowest = alpha;
        let mut best = -INFINITE;
        let mut best_nth = u16::MAX;
        if !steps.iter().all(|step| self.game.loud(at, *step)) {
            best = self.evaluate(at, mover);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        for place in 0..self.weigh(at, mover, known, ply, true) {
            let (_, nth) = self.plies[ply].likeliest(place);
            let step = self.plies[ply].steps[usize::from(nth)];
            let mut next = at.clone();
            self.game.apply(&mut next, step);
            let value = match self.game.status(&next) {
                Status::Over(outcome, _) => self.outcome(outcome, mover, turns + 1),
                status => {
                    let ahead = Ahead { mover, depth: 0, turns, ply };
                    self.look_behind(&next, status, ahead, 0, (alpha, beta), true)
                }
            };
            if self.stopped {
                return best;
            }
            if value > best {
                (best, best_nth) = (value, nth);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if known.is_none_or(|found| found.depth == 0) {
            let bound = match best {
                best if best >= beta => Bound::AtLeast,
                best if best <= lowest => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table.put(key, Found { value: into_table(best, turns), bound, depth: 0, nth: best_nth });
        }
        best
    }
}
