//! Which steps to look at first, and which not at all.

use super::{INFINITE, Ply, Thinker};
use crate::plain::WIN;
use crate::table::Found;
use rules::{Evaluate, Outcome, Seat, Status};

/// As good or as bad as a step's history can be.
const MOST_HISTORY: i32 = 16_384;

impl<S> Ply<S> {
    /// The most promising of the steps from this place on, which is its place from now on: most plies are done with
    /// after the first few, so the rest is never put in order.
    pub(super) fn likeliest(&mut self, place: usize) -> (i32, u16) {
        let rest = &self.order[place..];
        let found = (0..rest.len()).max_by_key(|nth| (rest[*nth].0, std::cmp::Reverse(rest[*nth].1)));
        self.order.swap(place, place + found.expect("the caller counts"));
        self.order[place]
    }
}

impl<G: Evaluate> Thinker<'_, G> {
    /// Lists the steps of a ply with what they promise; tells how many there are to look at.
    pub(super) fn list(&mut self, at: &G::Position, mover: Seat, known: Option<Found>, ply: usize) -> usize {
        let steps = &mut self.plies[ply].steps;
        steps.clear();
        self.game.steps(at, steps);
        self.weigh(at, mover, known, ply, false)
    }

    /// Tells of the listed steps of a ply, or of the loud ones, what they promise; and how many they are.
    pub(super) fn weigh(
        &mut self,
        at: &G::Position,
        mover: Seat,
        known: Option<Found>,
        ply: usize,
        loud_only: bool,
    ) -> usize {
        let Ply { steps, order, killers, .. } = &mut self.plies[ply];
        order.clear();
        for (nth, step) in steps.iter().enumerate() {
            if ply == 0 && self.excluded.contains(step) || loud_only && !self.game.loud(at, *step) {
                continue;
            }
            if known.is_some_and(|found| usize::from(found.nth) == nth) {
                order.push((100_000_000, nth as u16));
                continue;
            }
            let mut promise = self.game.promise(at, *step).clamp(-1_000_000, 1_000_000);
            if promise > 0 {
                promise += 1_000_000;
            } else if killers.contains(&Some(*step)) {
                promise = 900_000;
            } else {
                promise += self.history[history_place(mover, *step)] - 1_000_000;
            }
            order.push((promise, nth as u16));
        }
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

    /// The step at this place of a ply has turned out so well that no other was needed, and those before it were
    /// looked at for nothing.
    pub(super) fn remember(&mut self, mover: Seat, depth: i32, ply: usize, place: usize) {
        let Ply { steps, order, killers, .. } = &mut self.plies[ply];
        let good = steps[usize::from(order[place].1)];
        if killers[0] != Some(good) {
            *killers = [Some(good), killers[0]];
        }
        let weight = (depth * depth * 8).min(MOST_HISTORY / 8);
        let mut learn = |step: G::Step, lesson: i32| {
            let worth = &mut self.history[history_place(mover, step)];
            // The more is known already, the less is learnt.
            *worth += lesson - *worth * weight / MOST_HISTORY;
        };
        learn(good, weight);
        for (promise, nth) in &order[..place] {
            if *promise <= 0 {
                learn(steps[usize::from(*nth)], -weight);
            }
        }
    }

    /// Whether the steps listed for a ply leave nothing to be decided at leisure.
    pub(super) fn is_forced(&self, at: &G::Position, ply: usize) -> bool {
        let Ply { steps, order, .. } = &self.plies[ply];
        let loud = |(_, nth): &(i32, u16)| self.game.loud(at, steps[usize::from(*nth)]);
        order.len() == 1 || G::HAS_LOUD_STEPS && order.iter().all(loud)
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
