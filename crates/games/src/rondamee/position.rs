//! The men of four colours, and how they are written.

use super::ELEVEN;
use super::ground::{Squares, one};
use crate::passing::{read_passes, write_passes};
use rules::prelude::*;

/// Both armies. Who is locked follows from where they stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Armies {
    /// For each seat the men of its first colour (red, blue) and of its second (black, orange).
    pub(super) men: [[Squares; 2]; 2],
    pub(super) to_move: Seat,
    /// How many turns running have been passes.
    pub(super) passes: u8,
}

/// The letters of the colours; black is k, as printers have it, since b is blue.
pub(super) const LETTERS: [[char; 2]; 2] = [['r', 'k'], ['b', 'o']];

impl Armies {
    /// All men of a seat.
    pub(super) fn army(&self, seat: Seat) -> Squares {
        self.men[seat.index()][0] | self.men[seat.index()][1]
    }

    /// The men of the seat to move.
    pub(super) fn own(&self) -> Squares {
        self.army(self.to_move)
    }

    /// All men there are.
    pub(super) fn everybody(&self) -> Squares {
        self.army(Seat::FIRST) | self.army(Seat::SECOND)
    }

    /// Refuses what no game could come to.
    pub(super) fn check(self) -> Result<Armies, Unreadable> {
        if self.men.iter().flatten().any(|colour| colour.len() > ELEVEN) {
            return Err(Unreadable::expected("at most eleven men of each colour"));
        }
        if [Seat::FIRST, Seat::SECOND].iter().any(|seat| self.army(*seat).is_empty()) {
            return Err(Unreadable::expected("at least one man on each side"));
        }
        let passed = &[self.to_move.other(), self.to_move][..self.passes.into()];
        if passed.iter().any(|seat| Armies { to_move: *seat, ..self }.can_step(false)) {
            return Err(Unreadable::expected("passes only of sides that cannot move"));
        }
        Ok(self)
    }
}

/// `1/BOARD`, `/pass1` after a pass. The blocks are not written.
impl Display for Armies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        grid::write_rows::<15, 15>(f, |square| {
            let colours = self.men.iter().flatten().zip(LETTERS.iter().flatten());
            colours.filter(|(men, _)| men.meets(one(square))).map(|(_, letter)| *letter).next()
        })?;
        write_passes(f, self.passes)
    }
}

impl FromStr for Armies {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Armies, Unreadable> {
        let expected = || {
            Unreadable::expected(
                "the seat to move and fifteen rows of fifteen squares, with r and k for seat 1's red and black men \
                 and b and o for seat 2's blue and orange ones",
            )
        };
        let mut fields = text.splitn(3, '/');
        let to_move = fields.next().and_then(|seat| Seat::read(seat, 2)).ok_or_else(expected)?;
        let placed = grid::read_rows::<15, 15>(fields.next().ok_or_else(expected)?)?;
        let passes = fields.next().map_or(Some(0), |passes| read_passes(passes, 2)).ok_or_else(expected)?;
        let mut men = [[Squares::EMPTY; 2]; 2];
        for (square, letter) in placed {
            if one(square).is_empty() {
                return Err(Unreadable::expected("men on the squares of b1, a2 and their diagonals only"));
            }
            let colour = LETTERS.iter().flatten().position(|known| *known == letter).ok_or_else(expected)?;
            men[colour / 2][colour % 2] |= one(square);
        }
        Armies { men, to_move, passes }.check()
    }
}
