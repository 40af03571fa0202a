//! Numbering the positions of Pick-Me-Up: what each seat has taken, and who is to move.

use super::{FIFTEEN, PickMeUp, Row};
use crate::one_tier::Whole;
use rules::prelude::*;

const TAKEN: u64 = FIFTEEN as u64 + 1;

impl Tiers for PickMeUp {
    type Tier = Whole;
    const MEN: u32 = FIFTEEN as u32;

    fn groups(&self, _: u32) -> Vec<Vec<Whole>> {
        vec![vec![Whole]]
    }

    fn size(&self, _: Whole) -> u64 {
        2 * TAKEN * TAKEN
    }

    fn number(&self, row: &Row) -> Option<(Whole, u64)> {
        let [first, second] = row.taken.map(u64::from);
        (row.left() > 0).then_some((Whole, (row.to_move.index() as u64 * TAKEN + first) * TAKEN + second))
    }

    fn position(&self, _: Whole, number: u64) -> Option<Row> {
        let taken = [(number / TAKEN % TAKEN) as u8, (number % TAKEN) as u8];
        let to_move = Seat::new((number / TAKEN / TAKEN) as usize);
        (taken[0] + taken[1] < FIFTEEN).then_some(Row { taken, to_move })
    }
}
