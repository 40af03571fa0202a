//! The pieces of both sides, and how they are written.

use super::{FIRST_ROWS, FOUR, Squares, far_row};
use crate::passing::{read_passes, write_passes};
use rules::prelude::*;

/// Men and kings on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    pub(super) men: [Squares; 2],
    pub(super) kings: [Squares; 2],
    /// The kings of both sides that have never moved.
    pub(super) unmoved: Squares,
    pub(super) to_move: Seat,
    /// How many turns running have been passes.
    pub(super) passes: u8,
}

/// The letters of men and kings, for each seat.
pub(super) const LETTERS: [(char, char); 2] = [('w', 'W'), ('b', 'B')];

impl Field {
    /// All pieces of a seat.
    pub(super) fn pieces(&self, seat: Seat) -> Squares {
        self.men[seat.index()] | self.kings[seat.index()]
    }

    /// All pieces of the seat to move.
    pub(super) fn own(&self) -> Squares {
        self.pieces(self.to_move)
    }

    /// All pieces there are.
    pub(super) fn everybody(&self) -> Squares {
        self.pieces(Seat::FIRST) | self.pieces(Seat::SECOND)
    }

    /// Refuses what no game could come to.
    pub(super) fn check(self) -> Result<Field, Unreadable> {
        let wrong = |what: &str| Err(Unreadable::expected(what));
        let dark = Square::<8, 8>::all().filter(|square| square.is_dark()).collect::<Squares>();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let (men, kings) = (self.men[seat.index()], self.kings[seat.index()]);
            if men.len() > FOUR || kings.len() > FOUR {
                return wrong("at most four men and four kings a side");
            }
            if (men | kings).meets(far_row(seat) | !dark) {
                return wrong("pieces on dark squares, and none on the row where it would be off the board");
            }
            if self.must_pass(seat) && !self.pieces(seat).is_empty() {
                continue;
            }
            let back = if seat == self.to_move { 2 } else { 1 };
            if self.passes >= back {
                return wrong("passes only of sides that cannot move");
            }
        }
        let on_first_row = |seat: usize| self.kings[seat] & FIRST_ROWS[seat];
        if !(on_first_row(0) | on_first_row(1)).includes(self.unmoved) {
            return wrong("unmoved kings only where kings stand on their own first row");
        }
        if self.everybody().is_empty() {
            return wrong("at least one piece on the board");
        }
        Ok(self)
    }
}

/// `1/BOARD/a1+c1`: the seat to move, the board with capitals for kings, the kings that have never moved
/// (`-` for none); `/pass1` after a pass.
impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        grid::write_rows::<8, 8>(f, |square| {
            let of = |seat: usize| {
                let (man, king) = LETTERS[seat];
                let is_king = self.kings[seat].contains(square);
                (is_king || self.men[seat].contains(square)).then_some(if is_king { king } else { man })
            };
            of(0).or_else(|| of(1))
        })?;
        f.write_str(if self.unmoved.is_empty() { "/-" } else { "" })?;
        for (nth, king) in self.unmoved.iter().enumerate() {
            write!(f, "{}{king}", if nth == 0 { '/' } else { '+' })?;
        }
        write_passes(f, self.passes)
    }
}

impl FromStr for Field {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Field, Unreadable> {
        let expected = || {
            Unreadable::expected(
                "the seat to move, eight rows of eight squares with w and b for men and W and B for kings, \
                 and the kings that have never moved, such as a1+c1, or -",
            )
        };
        let fields: Vec<&str> = text.split('/').collect();
        let (seat, board, unmoved, passes) = match fields[..] {
            [seat, board, unmoved] => (seat, board, unmoved, Some(0)),
            [seat, board, unmoved, passes] => (seat, board, unmoved, read_passes(passes, 2)),
            _ => return Err(expected()),
        };
        let to_move = Seat::read(seat, 2).ok_or_else(expected)?;
        let passes = passes.ok_or_else(expected)?;
        let mut at =
            Field { men: [Squares::EMPTY; 2], kings: [Squares::EMPTY; 2], unmoved: Squares::EMPTY, to_move, passes };
        for (square, letter) in grid::read_rows::<8, 8>(board)? {
            let seat = LETTERS.iter().position(|(man, king)| [*man, *king].contains(&letter)).ok_or_else(expected)?;
            let rank = if letter == LETTERS[seat].0 { &mut at.men } else { &mut at.kings };
            rank[seat].insert(square);
        }
        if unmoved != "-" {
            for king in unmoved.split('+') {
                at.unmoved.insert(king.parse().map_err(|_| expected())?);
            }
        }
        at.check()
    }
}
