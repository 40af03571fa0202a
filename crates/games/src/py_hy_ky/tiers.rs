//! Numbering the positions of Py Hy Ky with few checkers, so that what is proved of them can be kept: by the places of White's
//! checkers on the board, and of Black's on the rest. Of symmetric positions the one with the lowest key has a number.

use super::{ALL_PLACED, Position, PyHyKy, Squares, TwoColours, next_after};
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};

/// How many checkers are on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placed(u8);

impl Placed {
    /// How many of them are each seat's.
    fn each(self) -> [u32; 2] {
        let white = (0..u32::from(self.0)).filter(|before| next_after(*before) == Seat::FIRST).count() as u32;
        [white, u32::from(self.0) - white]
    }
}

const BOARD: Squares = TwoColours::<5, 5>::BOARD;

impl Tiers for PyHyKy {
    type Tier = Placed;
    const MEN: u32 = 1;
    const SHIPPED_BEYOND: &'static [Placed] = &[Placed(5), Placed(4), Placed(3)];

    /// The fullest board first. With two checkers Black's turn is under way.
    fn groups(&self, men: u32) -> Vec<Vec<Placed>> {
        let layers = (0..=men.min(ALL_PLACED - 1) as u8).filter(|placed| *placed != 2);
        layers.rev().map(|placed| vec![Placed(placed)]).collect()
    }

    fn size(&self, tier: Placed) -> u64 {
        let [white, black] = tier.each();
        choose(BOARD.len(), white) * choose(BOARD.len() - white, black)
    }

    fn number(&self, at: &Position) -> Option<(Placed, u64)> {
        let tier = self.tier(at)?;
        let [white, black] = Position::of_key(self.exact_key(at)).men.each();
        let blacks = choose(BOARD.len() - white.len(), black.len());
        Some((tier, rank(white, BOARD) * blacks + rank(black, BOARD & !white)))
    }

    fn tier(&self, at: &Position) -> Option<Placed> {
        matches!(self.status(at), Status::Turn(_)).then(|| Placed(at.placed() as u8))
    }

    fn position(&self, tier: Placed, number: u64) -> Option<Position> {
        let [whites, blacks] = tier.each();
        let in_rest = choose(BOARD.len() - whites, blacks);
        let white: Squares = unrank(number / in_rest, whites, BOARD);
        let mut at = Position { men: TwoColours::EMPTY };
        at.men[Seat::FIRST] = white;
        at.men[Seat::SECOND] = unrank(number % in_rest, blacks, BOARD & !white);
        let lowest = Position::of_key(self.exact_key(&at)) == at;
        (lowest && matches!(self.status(&at), Status::Turn(_))).then_some(at)
    }
}

/// `1`: so many checkers are on the board.
impl Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Placed {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Placed, Unreadable> {
        text.parse().map(Placed).map_err(|_| Unreadable::expected("how many checkers are on the board, such as 1"))
    }
}
