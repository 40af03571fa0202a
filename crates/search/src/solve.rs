//! Complete knowledge of a small game for two that never comes back to a position.

use crate::score::WIN;
use rules::KeyHasher;
use rules::{Outcome, Rules, Status};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Every position that can be reached, with its value.
pub struct Solved<G: Rules> {
    /// To the mover: in how many turns he wins (positive) or loses (negative); 0 is a draw.
    values: HashMap<G::Position, i16, BuildHasherDefault<KeyHasher>>,
}

impl<G: Rules> Solved<G> {
    /// Looks through everything that can follow these positions. The game must not allow a position to
    /// come back, and have two seats.
    pub fn from(game: &G, starts: impl IntoIterator<Item = G::Position>) -> Solved<G> {
        let mut solved = Solved { values: HashMap::default() };
        for start in starts {
            solved.look(game, &start);
        }
        solved
    }

    /// What the position is worth to its mover, as a search would say it.
    pub fn value(&self, at: &G::Position) -> Option<i32> {
        self.values.get(at).map(|turns| worth(*turns))
    }

    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    fn look(&mut self, game: &G, at: &G::Position) -> i16 {
        if let Some(known) = self.values.get(at) {
            return *known;
        }
        let mut steps = Vec::new();
        let value = match game.survey(at, &mut steps) {
            // Only a start can be over here: what follows a step is looked at before it is asked about.
            Status::Over(..) => return 0,
            Status::Turn(mover) | Status::Continue(mover) => {
                let values = steps.into_iter().map(|step| {
                    let mut next = at.clone();
                    game.apply(&mut next, step);
                    let mut answers = Vec::new();
                    match game.survey(&next, &mut answers) {
                        Status::Over(Outcome::Draw, _) => 0,
                        Status::Over(Outcome::Win(winner), _) => {
                            if winner == mover {
                                1
                            } else {
                                -1
                            }
                        }
                        Status::Continue(_) => self.look(game, &next),
                        Status::Turn(seat) => {
                            let value = self.look(game, &next);
                            let value = if seat == mover { value } else { -value };
                            value + value.signum()
                        }
                    }
                });
                values.max_by_key(|value| worth(*value)).unwrap_or(0)
            }
        };
        self.values.insert(at.clone(), value);
        value
    }
}

/// The value that a search would give it: sooner wins before later ones, then draws, then later losses before sooner ones.
fn worth(turns: i16) -> i32 {
    match i32::from(turns) {
        0 => 0,
        turns if turns > 0 => WIN - turns,
        turns => -WIN - turns,
    }
}
