//! Numbering the positions of Fox and Geese: the geese, the fox and who is to move, and the moment before it enters.

use super::position::Square;
use super::{FOX, Field, FoxAndGeese, GEESE};
use crate::one_tier::Whole;
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};

/// Dark squares, four of them with geese.
const DARK: u32 = 32;
const FOUR: u32 = 4;

/// A dark square, numbered row by row.
#[derive(Clone, Copy)]
struct DarkSquare(u8);

type DarkSquares = Squares<DarkSquare, u32>;
const EVERY: DarkSquares = Squares::from_bits(u32::MAX);

impl Indexed for DarkSquare {
    fn index(self) -> usize {
        self.0.into()
    }

    fn from_index(index: usize) -> DarkSquare {
        DarkSquare(index as u8)
    }
}

fn dark(square: Square) -> DarkSquare {
    DarkSquare(square.index() as u8 / 2)
}

fn square(DarkSquare(dark): DarkSquare) -> Square {
    let (row, column) = (dark / 4, dark % 4);
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
        let geese = field.geese.iter().map(dark).collect::<DarkSquares>();
        if geese.len() != FOUR || fox.row() == 0 {
            return None;
        }
        let fox = (!geese & DarkSquares::of(dark(fox)).below_first()).len();
        let seat = field.to_move.index() as u64;
        let number = (seat * choose(DARK, FOUR) + rank(geese, EVERY)) * u64::from(DARK - FOUR) + u64::from(fox);
        Some((Whole, number))
    }

    fn position(&self, _: Whole, number: u64) -> Option<Field> {
        if number == self.size(Whole) - 1 {
            return Some(self.start());
        }
        let (rest, fox) = (number / u64::from(DARK - FOUR), number % u64::from(DARK - FOUR));
        let geese = unrank(rest % choose(DARK, FOUR), FOUR, EVERY);
        let fox = square(unrank(fox, 1, !geese).first()?);
        let to_move = if rest < choose(DARK, FOUR) { GEESE } else { FOX };
        let geese = geese.iter().map(square).collect();
        (fox.row() > 0).then_some(Field { geese, fox: Some(fox), to_move })
    }
}
