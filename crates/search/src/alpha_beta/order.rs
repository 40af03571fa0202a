//! Which steps to look at first, and which not at all.

use super::{INFINITE, Ply, Thinker};
use crate::plain::WIN;
use crate::table::Found;
use rules::{Evaluate, Outcome, Seat, Status};

impl<G: Evaluate> Thinker<'_, G> {
    /// Lists the steps of a ply, the likeliest first; tells how many.
    pub(super) fn list(&mut self, at: &G::Position, mover: Seat, known: Option<Found>, ply: usize) -> usize {
        let steps = &mut self.plies[ply].steps;
        steps.clear();
        self.game.steps(at, steps);
        self.order(at, mover, known, ply)
    }

    /// Puts the listed steps of a ply in order; tells how many there are to look at.
    pub(super) fn order(&mut self, at: &G::Position, mover: Seat, known: Option<Found>, ply: usize) -> usize {
        let Ply { steps, order, killers, .. } = &mut self.plies[ply];
        order.clear();
        for (nth, step) in steps.iter().enumerate() {
            if ply == 0 && self.excluded.contains(step) {
                continue;
            }
            let mut promise = self.game.promise(at, *step).clamp(-1_000_000, 1_000_000);
            if known.is_some_and(|found| usize::from(found.nth) == nth) {
                promise = 100_000_000;
            } else if promise > 0 {
                promise += 1_000_000;
            } else if killers.contains(&Some(*step)) {
                promise = 900_000;
            } else {
                promise = promise.min(0) - 1_000_000 + self.history[history_place(mover, *step)].min(900_000);
            }
            order.push((promise, nth as u16));
        }
        order.sort_unstable_by_key(|(promise, nth)| (std::cmp::Reverse(*promise), *nth));
        order.len()
    }

    /// Of the steps listed for a ply, keeps the few that are best for the mover at once, the best first. What
    /// is known to be best from an earlier look stays in any case.
    pub(super) fn keep_best(&mut self, at: &G::Position, mover: Seat, known: Option<Found>, few: usize, ply: usize) {
        let mut order = std::mem::take(&mut self.plies[ply].order);
        if let Some(found) = known
            && few == 1
            && usize::from(found.nth) < order.len()
        {
            order.retain(|(_, nth)| *nth == found.nth);
        } else if order.len() > few {
            order.sort_by_cached_key(|(_, nth)| {
                if known.is_some_and(|found| found.nth == *nth) {
                    return -INFINITE;
                }
                self.look_at_the_clock();
                let mut next = at.clone();
                self.game.apply(&mut next, self.plies[ply].steps[usize::from(*nth)]);
                match self.game.status(&next) {
                    Status::Over(Outcome::Draw, _) => 0,
                    Status::Over(Outcome::Win(winner), _) => {
                        if winner == mover {
                            -WIN
                        } else {
                            WIN
                        }
                    }
                    _ if mover == self.seat => -self.evaluate(&next, mover),
                    _ => -self.game.evaluate(&next, mover),
                }
            });
            order.truncate(few);
        }
        self.plies[ply].order = order;
    }

    /// A step has turned out so well that no other was needed.
    pub(super) fn remember_good(&mut self, mover: Seat, step: G::Step, depth: i32, ply: usize) {
        let killers = &mut self.plies[ply].killers;
        if killers[0] != Some(step) {
            *killers = [Some(step), killers[0]];
        }
        let good = &mut self.history[history_place(mover, step)];
        *good += depth * depth;
        if *good > 800_000 {
            self.history.iter_mut().for_each(|good| *good /= 2);
        }
    }

    /// Whether the steps listed for a ply leave nothing to be decided at leisure.
    pub(super) fn is_forced(&self, at: &G::Position, ply: usize) -> bool {
        let Ply { steps, order, .. } = &self.plies[ply];
        let loud = |(_, nth): &(i32, u16)| self.game.loud(at, steps[usize::from(*nth)]);
        // The least promising step is the likeliest to be a quiet one.
        order.len() == 1 || G::HAS_LOUD_STEPS && order.iter().rev().all(loud)
    }
}

/// By how many turns less to look at a step that promises nothing and comes late in the list.
pub(super) fn reduction(depth: i32, place: usize) -> i32 {
    if depth < 3 || place < 4 {
        return 0;
    }
    (depth.ilog2() * place.ilog2() / 3).max(1) as i32
}

/// Where a step's history is kept: mixed with others now and then, which does no harm.
fn history_place<S: std::hash::Hash>(mover: Seat, step: S) -> usize {
    use std::hash::{BuildHasher, BuildHasherDefault};
    let mixed = BuildHasherDefault::<rules::game::KeyHasher>::default().hash_one(step);
    (mixed as usize & 0xFFF) | (mover.index() & 1) << 12
}
