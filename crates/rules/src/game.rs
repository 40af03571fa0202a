//! A game as a whole: what is printed on its box, and its rulebook.

use crate::{About, Chosen, Rulebook, Rules, Seat};
use std::fmt::{self, Display};

/// A game: rules that can be chosen from a box, with a rulebook to quote from.
pub trait Game: Rules {
    /// What is printed on the box.
    const ABOUT: About;

    /// The game with these options, which have been checked against [`Self::ABOUT`].
    fn with(chosen: &Chosen) -> Self;

    /// The rulebook, parsed once from `rules.md`.
    fn rules(&self) -> &'static Rulebook;

    /// What a seat is called.
    fn seat_name(seat: Seat) -> &'static str {
        Self::ABOUT.seats[seat.index()]
    }
}

/// A text that is not what it should be, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// What would have been readable, as a phrase: "a square such as c3".
    pub expected: String,
}

impl Unreadable {
    /// Says what was expected.
    pub fn expected(what: impl Into<String>) -> Unreadable {
        Unreadable { expected: what.into() }
    }
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for Unreadable {}
