//! Numbering the positions of the Checker Puzzle: where the white pawns are, and which diamond is empty.

use super::{CheckerPuzzle, Diamonds, RIGHT, Row, SEVEN};
use crate::one_tier::Whole;
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};

const EVERY: Diamonds = Diamonds::from_bits((1 << SEVEN) - 1);
/// Pawns of each colour.
const THREE: u32 = 3;

impl Tiers for CheckerPuzzle {
    type Tier = Whole;
    const MEN: u32 = 2 * THREE;

    fn groups(&self, _: u32) -> Vec<Vec<Whole>> {
        vec![vec![Whole]]
    }

    fn size(&self, _: Whole) -> u64 {
        choose(SEVEN.into(), THREE) * choose(SEVEN as u32 - THREE, THREE)
    }

    fn number(&self, row: &Row) -> Option<(Whole, u64)> {
        let number = rank(row.white, EVERY) * choose(SEVEN as u32 - THREE, THREE) + rank(row.black, EVERY & !row.white);
        (row.white != RIGHT || !self.status(row).is_over()).then_some((Whole, number))
    }

    fn position(&self, _: Whole, number: u64) -> Option<Row> {
        let blacks = choose(SEVEN as u32 - THREE, THREE);
        let white = unrank(number / blacks, THREE, EVERY);
        let row = Row { white, black: unrank(number % blacks, THREE, EVERY & !white) };
        (!self.status(&row).is_over()).then_some(row)
    }
}
