//! What is good in Chunga: men far ahead, nobody left behind, and ladders to hop along.

use super::{Chunga, TwoEnds};
use crate::race::{Field, Squares, Step};
use rules::prelude::*;

/// A man on each row, counted from his own side: getting away from home and getting into the goal matter
/// most, the rows between are soon crossed.
const ROWS: [i32; 8] = [-46, -33, -14, -4, 2, 14, 32, 34];
/// Each row that the last man has behind him: with nobody to hop over he would have to walk.
const NO_STRAGGLER: i32 = 41;
/// Each row that a man would gain by his longest chain: a ladder is worth having even before it is climbed.
const LADDER: i32 = 5;
/// A man at the edge short of the goal has only two ways to go.
const EDGE: i32 = -14;
/// It is one's turn: half a step.
const TURN: i32 = 10;

/// The squares of the outer columns before the goal, seen from one's own side.
const EDGES: Squares = Squares::from_bits(0x0000_8181_8181_8181);
const FIRST_ROW: Squares = Squares::from_bits(0xff);
/// The last man is no straggler any more on the first row of the goal.
const GOAL_ROW: i32 = 6;

fn standing(at: &Field<TwoEnds>, seat: Seat) -> i32 {
    // Turned about, the board of one seat is the board of the other.
    let turned = |set: Squares| if seat == Seat::FIRST { set } else { set.reversed() };
    let own = at.men[seat.index()];
    let men = turned(own);
    let mut value = EDGE * (men & EDGES).len() as i32;
    value += NO_STRAGGLER * men.first().map_or(GOAL_ROW, |man| i32::from(man.row()).min(GOAL_ROW));
    for (nth, row) in ROWS.into_iter().enumerate() {
        value += row * (men & FIRST_ROW << (8 * nth as u32)).len() as i32;
    }
    let hops = at.hops();
    let foremost = |set: Squares| turned(set).last().map_or(0, |square| i32::from(square.row()));
    for man in own.each_alone() {
        value += LADDER * (foremost(hops.chain(man)) - foremost(man)).max(0);
    }
    value
}

impl Evaluate for Chunga {
    const SCALE: i32 = 75;

    fn evaluate(&self, at: &Field<TwoEnds>, seat: Seat) -> i32 {
        let turn = if at.to_move == seat { TURN } else { -TURN };
        standing(at, seat) - standing(at, seat.other()) + turn
    }
}

impl Hints for Chunga {
    /// What gains more than the one row of a plain step.
    fn priority(&self, at: &Field<TwoEnds>, step: Step) -> i32 {
        let Step::Go(from, to) = step else { return 0 };
        let up = i32::from(to.row()) - i32::from(from.row());
        if at.to_move == Seat::FIRST { up - 1 } else { -up - 1 }
    }
}

impl Opponent for Chunga {
    const LEVELS: Levels = Levels::of([100, 240, 310, 400, 550, 740, 1000]);
}
