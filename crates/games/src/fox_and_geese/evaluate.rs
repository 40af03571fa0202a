//! What is good in Fox and Geese: for the geese a closed line that comes up goose by goose, for the fox a hole to
//! slip through, near row 1.

use super::position::Squares;
use super::{FOX, Field, FoxAndGeese, GEESE, Step};
use rules::prelude::*;

/// An open way to row 1 is nearly a win for the fox...
const HOLE: i32 = 130;
/// ...the more so if it is his turn...
const AT_ONCE: i32 = 55;
/// ...but each step of that way gives the geese time to close it.
const WAY: i32 = 11;
/// For each row that the fox has been driven up.
const DRIVEN: i32 = 11;
/// For each row but one between the foremost goose and the rearmost: a line with such a step in it breaks.
const STEP_IN_LINE: i32 = 10;

const A: Squares = Squares::from_bits(0x0101_0101_0101_0101);
const H: Squares = Squares::from_bits(A.bits() << 7);
const ROW_1: Squares = Squares::from_bits(0xFF);

/// These squares and all that touch them at a corner.
fn around(set: Squares) -> Squares {
    let rows = set << 8 | set >> 8;
    set | (rows & !A) >> 1 | (rows & !H) << 1
}

impl Field {
    /// In how many steps the fox comes to row 1 while the geese stand still, if it can.
    fn way_out(&self, fox: Square<8, 8>) -> Option<i32> {
        let (mut reached, mut steps) = (Squares::of(fox), 0);
        while !reached.meets(ROW_1) {
            let more = around(reached) & !self.geese;
            if more == reached {
                return None;
            }
            (reached, steps) = (more, steps + 1);
        }
        Some(steps)
    }

    /// How well the geese stand.
    fn closed(&self) -> i32 {
        let Some(fox) = self.fox else { return 0 };
        let now = if self.to_move == FOX { AT_ONCE } else { 0 };
        let hole = self.way_out(fox).map_or(0, |steps| HOLE + now - WAY * steps);
        let row = |goose: Option<Square<8, 8>>, none: i32| goose.map_or(none, |goose| i32::from(goose.row()));
        let (rearmost, foremost) = (row(self.geese.first(), 7), row(self.geese.last(), 0));
        DRIVEN * i32::from(fox.row()) - hole - STEP_IN_LINE * (foremost - rearmost - 1).max(0)
    }
}

impl Evaluate for FoxAndGeese {
    fn evaluate(&self, field: &Field, seat: Seat) -> i32 {
        if seat == GEESE { field.closed() } else { -field.closed() }
    }
}

impl Hints for FoxAndGeese {
    /// The fox goes down; the geese bring up the rear.
    fn priority(&self, field: &Field, step: Step) -> i32 {
        match step {
            Step::Enter(_) => 0,
            Step::Go { from, to } if field.to_move == FOX => i32::from(from.row()) - i32::from(to.row()),
            Step::Go { from, .. } => i32::from(field.geese.first().is_some_and(|goose| goose.row() == from.row())),
        }
    }
}

impl Opponent for FoxAndGeese {
    const LEVELS: Levels = Levels::of([100, 250, 320, 400, 510, 640, 1000]);
}
