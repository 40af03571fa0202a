//! Whose turn it is, or how it ended.

use crate::Clause;
use std::fmt;

/// A place at the table, counted from 0 inside and from 1 in every text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);
    /// The other seat of two.
    pub const SECOND: Seat = Seat(1);
    /// Of four.
    pub const THIRD: Seat = Seat(2);
    /// Of four.
    pub const FOURTH: Seat = Seat(3);
    /// No game has more seats than this.
    pub const MOST: usize = 4;

    /// The seat with this index, counted from 0.
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MOST);
        Seat(index as u8)
    }

    /// The seat with this number, counted from 1 as people do.
    pub const fn numbered(number: u8) -> Option<Seat> {
        if number >= 1 && number as usize <= Seat::MOST { Some(Seat(number - 1)) } else { None }
    }

    /// Reads the seat of a position text in a game with so many seats.
    pub fn read(text: &str, seats: usize) -> Option<Seat> {
        let seat = Seat::numbered(text.parse().ok()?)?;
        (seat.index() < seats).then_some(seat)
    }

    /// Counted from 0, for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, for people.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The opponent in a game of two.
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// Who follows in a game with so many seats.
    #[must_use]
    pub const fn next(self, seats: usize) -> Seat {
        Seat(((self.0 as usize + 1) % seats) as u8)
    }

    /// All seats of a game with so many.
    pub fn all(seats: usize) -> impl Iterator<Item = Seat> {
        (0..seats).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.number())
    }
}

/// How a game came out. A solved puzzle is a win for its one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This seat has won.
    Win(Seat),
    /// Nobody has.
    Draw,
}

/// What a position asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat begins a turn.
    Turn(Seat),
    /// This seat is in the middle of its turn and must choose again.
    Continue(Seat),
    /// The game is over, by this clause.
    Over(Outcome, Clause),
}

impl Status {
    /// Who is to choose, if anybody.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Status::Turn(seat) | Status::Continue(seat) => Some(seat),
            Status::Over(..) => None,
        }
    }

    /// Whether the game has ended.
    pub fn is_over(self) -> bool {
        matches!(self, Status::Over(..))
    }
}
