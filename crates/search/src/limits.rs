//! What a search is asked for, and what it may look up.

use crate::technique::Techniques;
use rules::Rules;

/// Proved values of positions, such as those of endgame tablebases.
pub trait Probe<G: Rules>: Sync {
    /// The value of a position at the start of a turn to the seat to move, as if the game had begun there: `WIN` less the
    /// turns it takes, 0 for a draw, the turns less `WIN` for a loss; `None` if it is not known.
    fn probe(&self, game: &G, at: &G::Position) -> Option<i32>;
}

/// When to stop searching.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// After so many turns ahead.
    pub depth: i32,
    /// After so many positions, but not before every step has been searched one turn deep, if that is possible with a
    /// fair number of them.
    pub nodes: u64,
    /// When this says so; asked every 256 positions, inside a turn too.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// What is used beyond plain alpha-beta.
    pub techniques: Techniques,
    /// The largest error added to each evaluation, in the evaluation's own units: weak levels misjudge positions.
    pub noise: i32,
    /// Which errors, if there are any.
    pub seed: u64,
    /// The value of a draw to the root's seat (contempt if negative).
    pub draw: i32,
}

impl SearchOptions {
    /// The strongest.
    pub const BEST: SearchOptions = SearchOptions { techniques: Techniques::ALL, noise: 0, seed: 0, draw: 0 };
    /// Every step to the same depth: the value is exactly that of [`crate::plain`].
    pub const EXACT: SearchOptions = SearchOptions { techniques: Techniques::EXACT, ..SearchOptions::BEST };
}
