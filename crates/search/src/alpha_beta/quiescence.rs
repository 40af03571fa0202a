//! The horizon: the evaluation, and where steps are noisy, what they lead to.

use super::{INFINITE, MAX_PLY, Node, Searcher, Window, cutoff, to_table};
use crate::technique::Technique;
use crate::transposition::Cached;
use rules::{Hints, Status};

/// Noisy steps are followed no further than this many turns beyond what forced extensions may add.
const MAX_TURNS: i32 = 10;
/// The horizon itself looks for repetitions only this near to the root, where weak levels would otherwise repeat for
/// ever; everywhere it would cost too much.
const REPETITION_TURNS: i32 = 2;

impl<G: Hints> Searcher<'_, G> {
    /// The value of a position at the horizon, where a turn begins: noisy steps are searched until the position is
    /// quiet. The mover may stand pat unless every step is noisy.
    pub(super) fn quiescence(&mut self, at: &G::Position, node: Node, mut window: Window) -> i32 {
        let Node { mover, turns, ply, .. } = node;
        if turns <= REPETITION_TURNS && self.repetitions.contains(self.game.key(at)) {
            return self.draw_value(mover);
        }
        let within_limits = turns < 2 * self.iteration + MAX_TURNS && self.nodes < self.limits.nodes && ply < MAX_PLY;
        if !G::HAS_NOISY_STEPS || !self.uses(Technique::Quiescence) || !within_limits {
            return self.evaluate(at, mover);
        }
        let key = self.table_key(self.game.key(at));
        let cached = self.table.get(key);
        if window.is_null()
            && let Some(value) = cached.and_then(|entry| cutoff(entry, turns, window))
        {
            return value;
        }
        let steps = &mut self.plies[ply].steps;
        steps.clear();
        self.game.steps(at, steps);
        if steps.is_empty() {
            return self.stuck_value(at, node);
        }
        let original = window;
        let mut best = -INFINITE;
        let mut best_index = u16::MAX;
        if !steps.iter().all(|step| self.game.is_noisy(at, *step)) {
            best = self.evaluate(at, mover);
            if best >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        for place in 0..self.score_steps(at, node, cached, true) {
            let (_, index) = self.plies[ply].pick_next(place);
            let step = self.plies[ply].steps[usize::from(index)];
            let mut next = at.clone();
            self.game.apply(&mut next, step);
            let value = match self.game.status(&next) {
                Status::Over(outcome, _) => self.outcome_value(outcome, mover, turns + 1),
                status => {
                    let parent = Node { depth: 0, ..node };
                    self.principal_variation_search(&next, status, parent, 0, window, true)
                }
            };
            if self.stopped {
                return best;
            }
            if value > best {
                (best, best_index) = (value, index);
            }
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta {
                break;
            }
        }
        if cached.is_none_or(|entry| entry.depth == 0) {
            let (value, bound) = (to_table(best, turns), original.bound(best));
            self.table.put(key, Cached { value, bound, depth: 0, index: best_index });
        }
        best
    }
}
