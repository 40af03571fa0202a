//! The end of a race: a way home that is found without asking what the others do meanwhile.
//!
//! Who fears an answer to every step dances before his own door: whatever he opens, somebody could slip in. Where a game
//! says that a seat is [alone](Evaluate::alone) with what is left to do, its own steps are followed, always from the most
//! hopeful position on. What is found is played if the search that does ask the others thinks nearly as well of it.

use super::{Ahead, Thinker};
use crate::thought::{Thought, chance, value_of};
use rules::{Evaluate, Outcome, Status};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// So many positions are looked at for a plan,
const POSITIONS: u64 = 5_000;
/// but no more than this part of all that may be.
const PART: u64 = 4;
/// One more turn is worth it if it brings this part of the scale.
const TURN: i32 = 100;
/// A plan is followed if it costs no more than this of the chance to win.
const NEARLY: f64 = 0.05;

/// A way to win if the others waited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan<S> {
    /// Nobody has looked for one yet.
    Unsought,
    /// There is none, or it is too hard to find.
    Nowhere,
    BeginsWith(S),
}

/// A position on the way, and how it is reached.
struct Milestone<G: Evaluate> {
    at: G::Position,
    turns: i32,
    first_step: Option<G::Step>,
}

impl<G: Evaluate> Thinker<'_, G> {
    /// Makes a plan where the game calls for one.
    fn make_plan(&mut self, at: &G::Position) -> Plan<G::Step> {
        let seat = self.seat;
        if self.game.alone(at, seat).is_none() {
            return Plan::Nowhere;
        }
        let last = self.nodes + POSITIONS.min(self.limits.nodes / PART);
        let mut steps = Vec::new();
        let mut seen = HashSet::from([self.game.key(at)]);
        let mut way = vec![Milestone::<G> { at: at.clone(), turns: 0, first_step: None }];
        let mut hopeful = BinaryHeap::from([(0, Reverse(0))]);
        while let Some((_, Reverse(nth))) = hopeful.pop() {
            steps.clear();
            self.game.steps(&way[nth].at, &mut steps);
            for step in &steps {
                let Milestone { at, turns, first_step } = &way[nth];
                let (mut turns, first_step) = (*turns, first_step.unwrap_or(*step));
                let mut next = at.clone();
                self.game.apply(&mut next, *step);
                match self.game.status(&next) {
                    Status::Over(Outcome::Win(winner), _) if winner == seat => return Plan::BeginsWith(first_step),
                    Status::Over(..) => continue,
                    Status::Continue(_) => {}
                    Status::Turn(_) => {
                        let Some(waited) = self.game.alone(&next, seat) else { continue };
                        next = waited;
                        turns += 1;
                    }
                }
                if !seen.insert(self.game.key(&next)) {
                    continue;
                }
                self.look_at_the_clock();
                if self.stopped || self.nodes >= last {
                    return Plan::Nowhere;
                }
                let hope = self.evaluate(&next, seat) - turns * G::SCALE / TURN;
                hopeful.push((hope, Reverse(way.len())));
                way.push(Milestone { at: next, turns, first_step: Some(first_step) });
            }
        }
        Plan::Nowhere
    }

    /// The planned step and what follows it, if there is a plan and a look as deep as the last finds it nearly as good as
    /// the best.
    pub(super) fn on_the_way(&mut self, at: &G::Position, best: &Thought<G::Step>) -> Option<Thought<G::Step>> {
        if self.plan == Plan::Unsought {
            self.plan = self.make_plan(at);
        }
        let Plan::BeginsWith(step) = self.plan else { return None };
        if best.proved().is_some() || self.excluded.contains(&step) {
            return None;
        }
        if step == best.line[0] {
            return Some(best.clone());
        }
        let mut next = at.clone();
        self.game.apply(&mut next, step);
        let status = self.game.status(&next);
        let enough = value_of(chance(best.value, G::SCALE) - NEARLY, G::SCALE);
        let ahead = Ahead { mover: self.seat, depth: best.depth, turns: 0, ply: 0 };
        self.past.push(self.game.key(at));
        let value = self.look_behind(&next, status, ahead, 0, (enough - 1, best.value + 1), true);
        self.past.pop();
        let mut line = vec![step];
        line.extend_from_slice(&self.plies[1].line);
        (value >= enough).then(|| Thought { line, value: value.min(best.value), ..*best })
    }
}
