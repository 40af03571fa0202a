//! What is good: an opinion on positions, hints for the search, and how strong the computer's levels play.

use crate::{Rules, Seat};

/// An opinion on positions, in the players' terms.
pub trait Evaluate: Rules {
    /// An advantage of this much wins about three games of four.
    const SCALE: i32 = 100;

    /// How good the position is for this seat; more is better, 0 is even. Asked at the start of a turn
    /// only. Between two seats what is good for one is as bad for the other.
    fn evaluate(&self, at: &Self::Position, seat: Seat) -> i32;
}

/// What a search may know of a game beyond its rules and an opinion. Every hint may be left out.
pub trait Hints: Evaluate {
    /// Whether some steps upset the evaluation so much that the search must not stop before them; then
    /// [`Self::is_noisy`] tells which.
    const HAS_NOISY_STEPS: bool = false;

    /// How promising a legal step looks before it is searched; higher ones are searched first, and those with 0 or
    /// less may be reduced or pruned.
    fn priority(&self, _at: &Self::Position, _step: Self::Step) -> i32 {
        0
    }

    /// Whether a legal step upsets the evaluation, as captures do. Where every legal first step of a turn is noisy, the
    /// mover cannot stand pat on the evaluation.
    fn is_noisy(&self, _at: &Self::Position, _step: Self::Step) -> bool {
        false
    }

    /// The position after the mover has passed, if that is a fair test of whether he stands well: not where having to
    /// move is itself a burden (zugzwang).
    fn null_move(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The position with this seat to move, where so little is left of a race that the seat may plan as if the others
    /// passed. Asked at the start of turns.
    fn solo(&self, _at: &Self::Position, _seat: Seat) -> Option<Self::Position> {
        None
    }
}

/// How the computer plays a game at its eight levels.
pub trait Opponent: Hints {
    /// How strong levels 1 to 7 are; level 8 is the best there is.
    const LEVELS: Levels;
}

/// The strength of the levels of a game, measured by `bench/ladder.py`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// From 0 (hardly looks) to 1000 (the best that fits into a fiftieth of a second), so that each level beats the one
    /// below about equally often.
    pub strengths: [u16; 7],
    /// The unit in which weak levels misjudge positions, if it is not [`Evaluate::SCALE`]: less where a game is won by
    /// many small advantages, or a weak level would not see any of them.
    pub noise: Option<i32>,
}

impl Levels {
    /// For a game that nobody has measured yet.
    pub const UNMEASURED: Levels = Levels::of([100, 240, 380, 520, 660, 810, 1000]);

    /// Levels of these strengths.
    pub const fn of(strengths: [u16; 7]) -> Levels {
        Levels { strengths, noise: None }
    }
}
