//! Numbering the positions of Fox and Geese: the geese, the fox and who is to move, and the moment before it enters.

use super::position::Square;
use super::{FOX, Field, FoxAndGeese, GEESE};
use crate::one_tier::Whole;
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};

/// Dark squares, four of them with geese.
const DARK: u32 = 32;
const FOUR: u32 = 4;

/// A dark square's number from 0 to 31, row by row.
fn dark(square: Square) -> u32 {
    square.index() as u32 / 2
}

fn square(dark: u32) -> Square {
    let (row, column) = (dark as u8 / 4, dark as u8 % 4);
    Square::at(2 * column + row % 2, row)
}

impl Tiers for FoxAndGeese {
    type Tier = Whole;
    const MEN: u32 = FOUR + 1;

    fn groups(&self, _: u32) -> Vec<Vec<Whole>> {
        vec![vec![Whole]]
    }

    /// Both seats to move, the geese, the fox among the other squares; and last the start, before it enters.
    fn size(&self, _: Whole) -> u64 {
        2 * choose(DARK, FOUR) * u64::from(DARK - FOUR) + 1
    }

    fn number(&self, field: &Field) -> Option<(Whole, u64)> {
        let Some(fox) = field.fox else {
            return (*field == self.start()).then_some((Whole, self.size(Whole) - 1));
        };
        let geese = grid::bits(field.geese).fold(0u32, |set, index| set | 1 << dark(Square::from_index(index)));
        if geese.count_ones() != FOUR || fox.row() == 0 {
            return None;
        }
        let fox = (!geese & ((1 << dark(fox)) - 1)).count_ones();
        let seat = field.to_move.index() as u64;
        let number = (seat * choose(DARK, FOUR) + rank(geese, u32::MAX)) * u64::from(DARK - FOUR) + u64::from(fox);
        Some((Whole, number))
    }

    fn position(&self, _: Whole, number: u64) -> Option<Field> {
        if number == self.size(Whole) - 1 {
            return Some(self.start());
        }
        let (rest, fox) = (number / u64::from(DARK - FOUR), number % u64::from(DARK - FOUR));
        let geese = unrank(rest % choose(DARK, FOUR), FOUR, u32::MAX);
        let free = unrank(fox, 1, !geese).trailing_zeros();
        let fox = square(free);
        let to_move = if rest < choose(DARK, FOUR) { GEESE } else { FOX };
        let geese = grid::bits(geese.into()).fold(0, |set, index| set | square(index as u32).bit());
        (fox.row() > 0).then_some(Field { geese, fox: Some(fox), to_move })
    }
}
