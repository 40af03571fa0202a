//! What is good in Four-Handed Chunga: being ahead of the best of the others.

use super::{ChungaFour, FourCorners};
use crate::race::{Field, Step};
use rules::prelude::*;

/// Each step that a man is away from his goal.
const STEP: i32 = 10;
/// The same, times itself: those far behind should move first.
const FAR: i32 = 1;
/// Each step that the last man is away from his goal, once more: all six have to arrive.
const LAST: i32 = 5;
/// Each step by which a man is off the long diagonal, where the crowd is to hop over.
const ASIDE: i32 = 1;
/// Each step that a man would gain by his best chain: a ladder is worth having even before it is climbed.
const LADDER: i32 = 2;

/// A goal reaches this many steps from its corner.
const DEPTH: i32 = 2;

/// How far along both sides of the board a square is from the corner that a seat races for.
fn away(seat: Seat, square: Square<8, 8>) -> (i32, i32) {
    let (column, row) = (i32::from(square.column()), i32::from(square.row()));
    match seat {
        Seat::FIRST => (7 - column, 7 - row),
        Seat::SECOND => (7 - column, row),
        Seat::THIRD => (column, row),
        _ => (column, 7 - row),
    }
}

fn steps_away(seat: Seat, square: Square<8, 8>) -> i32 {
    let (columns, rows) = away(seat, square);
    columns + rows
}

fn standing(at: &Field<FourCorners>, seat: Seat) -> i32 {
    let hops = at.hops();
    let (mut value, mut last) = (0, 0);
    for man in at.men[seat.index()] {
        let (columns, rows) = away(seat, man);
        let short = (columns + rows - DEPTH).max(0);
        value -= STEP * short + FAR * short * short;
        if short > 0 {
            value -= ASIDE * (columns - rows).abs();
        }
        last = last.max(short);
        let landings = hops.chain(Squares::of(man)).iter();
        let nearest = landings.map(|landing| steps_away(seat, landing)).min();
        value += LADDER * nearest.map_or(0, |nearest| (columns + rows - nearest).max(0));
    }
    value - LAST * last
}

impl Evaluate for ChungaFour {
    const SCALE: i32 = 95;

    fn evaluate(&self, at: &Field<FourCorners>, seat: Seat) -> i32 {
        let others = (0..Seat::MOST).map(Seat::new).filter(|other| *other != seat);
        let best = others.map(|other| standing(at, other)).max();
        standing(at, seat) - best.expect("there are three others")
    }
}

impl Hints for ChungaFour {
    /// What gains more than a plain step.
    fn priority(&self, at: &Field<FourCorners>, step: Step) -> i32 {
        let Step::Go(from, to) = step else { return 0 };
        steps_away(at.to_move, from) - steps_away(at.to_move, to) - 1
    }
}

impl Opponent for ChungaFour {
    const LEVELS: Levels = Levels::of([100, 210, 320, 400, 450, 550, 1000]);
}
