//! What a match decides because it knows the history: draws by repetition, by length, by quiet turns.

use crate::clause::{LENGTH, REPETITION};
use crate::{Clause, Rules};

/// The draws that a match declares. Most games have the house's; [`Draws`] are data, and a match does the counting.
pub trait MatchRules: Rules {
    /// The draws that need a match's history.
    fn draws(&self) -> Draws {
        if Self::SEATS > 1 { Draws::HOUSE } else { Draws::NONE }
    }

    /// Whether this step counts towards a limit of quiet turns.
    fn quiet(&self, _at: &Self::Position, _step: Self::Step) -> bool {
        false
    }

    /// A clause by which a match is drawn in this position although steps are left.
    fn dead(&self, _at: &Self::Position) -> Option<Clause> {
        None
    }

    /// The position without what does not count when positions are compared for repetition. Positions with the same
    /// one have the same [`Rules::key`].
    fn repetition_position(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }
}

/// The draws that need a match's history, each with its clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// The same position for the third time at the start of a turn.
    pub repetition: Option<Clause>,
    /// The end of this turn.
    pub length: Option<(u32, Clause)>,
    /// So many quiet turns running.
    pub quiet: Option<(u32, Clause)>,
}

impl Draws {
    /// The house rulings for games that could go on for ever.
    pub const HOUSE: Draws = Draws { repetition: Some(REPETITION), length: Some((1000, LENGTH)), quiet: None };
    /// None at all, for a puzzle.
    pub const NONE: Draws = Draws { repetition: None, length: None, quiet: None };

    /// The clauses these draws rest on.
    pub fn clauses(&self) -> impl Iterator<Item = Clause> {
        let length = self.length.map(|(_, clause)| clause);
        let quiet = self.quiet.map(|(_, clause)| clause);
        [self.repetition, length, quiet].into_iter().flatten()
    }
}
