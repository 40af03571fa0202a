//! What is good in Merelles: men, rows, places where a row can be made, and room to move.

use super::points::{NEIGHBOURS, Point, ROWS, in_rows};
use super::{Merelles, Mill, Step, THREE};
use rules::prelude::*;

const MAN: i32 = 100;
/// A closed row, which takes no man by itself but can be opened and closed again.
const ROW: i32 = 12;
/// Two men of a row with the third point empty.
const OPEN_ROW: i32 = 14;
/// An empty point next to a man.
const ROOM: i32 = 4;

impl Merelles {
    fn side(at: &Mill, seat: Seat) -> i32 {
        let (own, enemy) = (at.men[seat.index()], at.men[seat.other().index()]);
        let mut value = MAN * i32::from(at.men_left(seat));
        for row in ROWS {
            let row = row.iter().fold(0, |set, number| set | 1_u32 << (number - 1));
            match ((row & own).count_ones(), (row & enemy).count_ones()) {
                (3, _) => value += ROW,
                (2, 0) => value += OPEN_ROW,
                _ => (),
            }
        }
        for point in Point::of(own) {
            // A crossing with four ways is worth more than a corner, whoever stands beside it.
            let ways = NEIGHBOURS[point.index()];
            value += ways.count_ones() as i32 + ROOM * (ways & at.empty()).count_ones() as i32;
        }
        value
    }
}

impl Evaluate for Merelles {
    fn evaluate(&self, at: &Mill, seat: Seat) -> i32 {
        let value = Self::side(at, seat) - Self::side(at, seat.other());
        // A side that is nearly beaten feels every man more.
        let few = at.men_left(Seat::FIRST).min(at.men_left(Seat::SECOND)) == THREE;
        if few { value + value / 2 } else { value }
    }

    fn promise(&self, at: &Mill, step: Step) -> i32 {
        let own = at.own();
        match step {
            Step::Take(man) => 1 + in_rows(at.enemies() & !man.bit()).count_ones() as i32,
            Step::Place(to) if to.makes_row(own | to.bit()) => 10,
            Step::Move(from, to) if to.makes_row(own & !from.bit() | to.bit()) => 10,
            Step::Place(to) | Step::Move(_, to) if to.makes_row(at.enemies() | to.bit()) => 5,
            _ => 0,
        }
    }
}
