//! Which steps are searched first, and with several opponents, which at all.

use super::{INFINITE, Node, Ply, Searcher};
use crate::score::WIN;
use crate::technique::Technique;
use crate::transposition::Cached;
use rules::{Hints, Outcome, Seat, Status};

/// The scores that put steps into classes: the table's step, those with priority, killers, and the rest by history.
/// Only the rest has scores of 0 or less, which makes a step late: it may be reduced or pruned.
const TABLE_STEP: i32 = 100_000_000;
const PRIORITY: i32 = 1_000_000;
const KILLER: i32 = 900_000;
/// The bound of a step's history in either direction.
const MAX_HISTORY: i32 = 16_384;

impl<S> Ply<S> {
    /// The step with the highest score from this place on, which is swapped to this place. Sorting lazily pays because
    /// most plies are cut off after the first few steps.
    pub(super) fn pick_next(&mut self, place: usize) -> (i32, u16) {
        let rest = &self.order[place..];
        let found = (0..rest.len()).max_by_key(|nth| (rest[*nth].0, std::cmp::Reverse(rest[*nth].1)));
        self.order.swap(place, place + found.expect("the caller counts"));
        self.order[place]
    }
}

impl<G: Hints> Searcher<'_, G> {
    /// Generates and scores the steps of a ply; tells how many there are to search.
    pub(super) fn generate(&mut self, at: &G::Position, node: Node, cached: Option<Cached>) -> usize {
        let steps = &mut self.plies[node.ply].steps;
        steps.clear();
        self.game.steps(at, steps);
        self.score_steps(at, node, cached, false)
    }

    /// Scores the generated steps of a ply, or the noisy ones only; tells how many there are.
    pub(super) fn score_steps(
        &mut self,
        at: &G::Position,
        node: Node,
        cached: Option<Cached>,
        noisy_only: bool,
    ) -> usize {
        let (with_killers, with_history) = (self.uses(Technique::Killers), self.uses(Technique::History));
        let Ply { steps, order, killers, .. } = &mut self.plies[node.ply];
        order.clear();
        for (index, step) in steps.iter().enumerate() {
            if node.ply == 0 && self.excluded.contains(step) || noisy_only && !self.game.is_noisy(at, *step) {
                continue;
            }
            if cached.is_some_and(|entry| usize::from(entry.index) == index) {
                order.push((TABLE_STEP, index as u16));
                continue;
            }
            let mut score = self.game.priority(at, *step).clamp(-PRIORITY, PRIORITY);
            if score > 0 {
                score += PRIORITY;
            } else if with_killers && killers.contains(&Some(*step)) {
                score = KILLER;
            } else {
                score -= PRIORITY;
                if with_history {
                    score += self.history[history_slot(node.mover, *step)];
                }
            }
            order.push((score, index as u16));
        }
        order.len()
    }

    /// Of the scored steps of a ply keeps the few whose positions look best to the mover, the best first. The table's
    /// step is kept in any case.
    pub(super) fn keep_best(&mut self, at: &G::Position, node: Node, cached: Option<Cached>, count: usize) {
        let mover = node.mover;
        let mut order = std::mem::take(&mut self.plies[node.ply].order);
        if let Some(entry) = cached
            && count == 1
            && usize::from(entry.index) < order.len()
        {
            order.retain(|(_, index)| *index == entry.index);
        } else if order.len() > count {
            order.sort_by_cached_key(|(_, index)| {
                if cached.is_some_and(|entry| entry.index == *index) {
                    return -INFINITE;
                }
                self.count_node();
                let mut next = at.clone();
                self.game.apply(&mut next, self.plies[node.ply].steps[usize::from(*index)]);
                match self.game.status(&next) {
                    Status::Over(Outcome::Draw, _) => 0,
                    Status::Over(Outcome::Win(winner), _) => {
                        if winner == mover {
                            -WIN
                        } else {
                            WIN
                        }
                    }
                    _ if mover == self.root_seat => -self.evaluate(&next, mover),
                    _ => -self.game.evaluate(&next, mover),
                }
            });
            order.truncate(count);
        }
        self.plies[node.ply].order = order;
    }

    /// The step at this place has caused a cutoff: it becomes a killer and gains history; late steps that were searched
    /// before it in vain lose history.
    pub(super) fn learn_from_cutoff(&mut self, node: Node, place: usize) {
        let Ply { steps, order, killers, .. } = &mut self.plies[node.ply];
        let good = steps[usize::from(order[place].1)];
        if killers[0] != Some(good) {
            *killers = [Some(good), killers[0]];
        }
        let weight = (node.depth * node.depth * 8).min(MAX_HISTORY / 8);
        let mut update = |step: G::Step, bonus: i32| {
            let history = &mut self.history[history_slot(node.mover, step)];
            // Gravity: the larger the history is, the less is added, so that it stays within its bounds.
            *history += bonus - *history * weight / MAX_HISTORY;
        };
        update(good, weight);
        for (score, index) in &order[..place] {
            if *score <= 0 {
                update(steps[usize::from(*index)], -weight);
            }
        }
    }

    /// Whether the generated steps leave no choice, or noisy ones only.
    pub(super) fn is_forced(&self, at: &G::Position, ply: usize) -> bool {
        let Ply { steps, order, .. } = &self.plies[ply];
        let noisy = |(_, index): &(i32, u16)| self.game.is_noisy(at, steps[usize::from(*index)]);
        order.len() == 1 || G::HAS_NOISY_STEPS && order.iter().all(noisy)
    }
}

/// Where the history of a step is kept. Different steps may share a slot, which does little harm.
fn history_slot<S: std::hash::Hash>(mover: Seat, step: S) -> usize {
    use std::hash::{BuildHasher, BuildHasherDefault};
    let hash = BuildHasherDefault::<rules::KeyHasher>::default().hash_one(step);
    (hash as usize & 0xFFF) | (mover.index() & 1) << 12
}
