//! The end of a race, planned without the others.
//!
//! In a race whose armies have passed each other, alpha-beta sees a reply to every step that keeps the last men out, and
//! prefers to wait, the more so the deeper it looks. Where a game says that a seat may plan [alone](Hints::solo), its own
//! turns are searched best-first as if the others passed. The plan is played if the full search finds it nearly as good
//! as its own choice.

use super::{Node, Searcher, Variation, Window};
use crate::score::{chance, value_of_chance};
use rules::{Hints, Outcome, Status};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// So many positions are searched for a plan,
const POSITIONS: u64 = 5_000;
/// but no more than this fraction of all that may be.
const FRACTION: u64 = 4;
/// What a turn costs, as a fraction of the scale.
const TURN_COST: i32 = 100;
/// A plan is played if it costs no more than this of the winning chance.
const MAX_LOSS: f64 = 0.05;

/// The first step of a win against opponents who pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SoloPlan<S> {
    /// Not searched for yet.
    Unsought,
    /// There is none, or it was not found.
    NotFound,
    /// The plan begins with this step.
    BeginsWith(S),
}

/// A position of the best-first search, and how it is reached.
struct Reached<G: Hints> {
    at: G::Position,
    turns: i32,
    first_step: Option<G::Step>,
}

impl<G: Hints> Searcher<'_, G> {
    fn find_plan(&mut self, at: &G::Position) -> SoloPlan<G::Step> {
        let seat = self.root_seat;
        if self.game.solo(at, seat).is_none() {
            return SoloPlan::NotFound;
        }
        let last_node = self.nodes + POSITIONS.min(self.limits.nodes / FRACTION);
        let mut steps = Vec::new();
        let mut seen = HashSet::from([self.game.key(at)]);
        let mut reached = vec![Reached::<G> { at: at.clone(), turns: 0, first_step: None }];
        let mut open = BinaryHeap::from([(0, Reverse(0))]);
        while let Some((_, Reverse(nth))) = open.pop() {
            steps.clear();
            self.game.steps(&reached[nth].at, &mut steps);
            for step in &steps {
                let Reached { at, turns, first_step } = &reached[nth];
                let (mut turns, first_step) = (*turns, first_step.unwrap_or(*step));
                let mut next = at.clone();
                self.game.apply(&mut next, *step);
                match self.game.status(&next) {
                    Status::Over(Outcome::Win(winner), _) if winner == seat => {
                        return SoloPlan::BeginsWith(first_step);
                    }
                    Status::Over(..) => continue,
                    Status::Continue(_) => {}
                    Status::Turn(_) => {
                        let Some(passed) = self.game.solo(&next, seat) else { continue };
                        next = passed;
                        turns += 1;
                    }
                }
                if !seen.insert(self.game.key(&next)) {
                    continue;
                }
                self.count_node();
                if self.stopped || self.nodes >= last_node {
                    return SoloPlan::NotFound;
                }
                let estimate = self.evaluate(&next, seat) - turns * G::SCALE / TURN_COST;
                open.push((estimate, Reverse(reached.len())));
                reached.push(Reached { at: next, turns, first_step: Some(first_step) });
            }
        }
        SoloPlan::NotFound
    }

    /// The variation of the planned step, if there is one and the search to the same depth finds it nearly as good as
    /// the best.
    pub(super) fn planned_variation(
        &mut self,
        at: &G::Position,
        best: &Variation<G::Step>,
    ) -> Option<Variation<G::Step>> {
        if self.plan == SoloPlan::Unsought {
            self.plan = self.find_plan(at);
        }
        let SoloPlan::BeginsWith(step) = self.plan else { return None };
        if best.proved().is_some() || self.excluded.contains(&step) {
            return None;
        }
        if step == best.steps[0] {
            return Some(best.clone());
        }
        let mut next = at.clone();
        self.game.apply(&mut next, step);
        let status = self.game.status(&next);
        let enough = value_of_chance(chance(best.value, G::SCALE) - MAX_LOSS, G::SCALE);
        let window = Window { alpha: enough - 1, beta: best.value + 1 };
        let root = Node { mover: self.root_seat, starts_turn: true, depth: best.depth, turns: 0, ply: 0 };
        self.repetitions.push(self.game.key(at));
        let value = self.principal_variation_search(&next, status, root, 0, window, true);
        self.repetitions.pop();
        let mut steps = vec![step];
        steps.extend_from_slice(&self.plies[1].variation);
        (value >= enough).then(|| Variation { steps, value: value.min(best.value), ..*best })
    }
}
