//! What is good in Merelles: men, rows, men who can make a row in their next move, and room to move.

use super::points::{NEIGHBOURS, Point, ROW_SETS, in_rows};
use super::{Merelles, Mill, Step, THREE};
use rules::prelude::*;

const MAN: i32 = 100;
/// A side with three men loses with the next.
const LAST_THREE: i32 = -200;
/// A closed row, which takes no man by itself but can be opened and closed again.
const ROW: i32 = 40;
/// Two men of a row with the third point empty.
const OPEN_ROW: i32 = 20;
/// A man stands ready to close it,
const READY: i32 = 30;
/// no enemy stands ready to step in between,
const UNGUARDED: i32 = 40;
/// and he comes out of another row: he will go to and fro and take a man each time.
const TO_AND_FRO: i32 = 40;
/// An empty point next to a man.
const ROOM: i32 = 10;
/// A man who cannot move along any line.
const SHUT_IN: i32 = -15;
/// It is one's turn.
const TURN: i32 = 20;

impl Merelles {
    fn standing(self, at: &Mill, seat: Seat) -> i32 {
        let (own, enemy) = (at.men[seat.index()], at.men[seat.other().index()]);
        let (men_left, in_hand) = (at.men_left(seat), at.in_hand[seat.index()]);
        let walks = in_hand == 0 && !(self.flying && men_left == THREE);
        let mut value = MAN * i32::from(men_left) + if men_left == THREE { LAST_THREE } else { 0 };
        for point in Point::of(own) {
            let ways = (NEIGHBOURS[point.index()] & at.empty()).count_ones() as i32;
            value += if ways == 0 { SHUT_IN } else { ROOM * ways };
        }
        let closed = in_rows(own);
        for row in ROW_SETS {
            match ((row & own).count_ones(), (row & enemy).count_ones()) {
                (3, _) => value += ROW,
                (2, 0) => {
                    value += OPEN_ROW;
                    let around = NEIGHBOURS[(row & !own).trailing_zeros() as usize];
                    let ready = around & own & !row;
                    if walks && ready != 0 {
                        value += READY;
                        value += if around & enemy == 0 { UNGUARDED } else { 0 };
                        value += if ready & closed != 0 { TO_AND_FRO } else { 0 };
                    }
                }
                _ => (),
            }
        }
        value
    }
}

impl Evaluate for Merelles {
    fn evaluate(&self, at: &Mill, seat: Seat) -> i32 {
        let turn = if at.to_move == seat { TURN } else { -TURN };
        self.standing(at, seat) - self.standing(at, seat.other()) + turn
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
