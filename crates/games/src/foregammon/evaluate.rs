//! What is good in Foregammon: gamins far on and home, kings, and checkers that can hop where the numbers
//! are high.

use super::position::{HOME, Track};
use super::{Cell, Foregammon, Position, Squares, Step, far_row, forward, number_of};
use rules::prelude::*;

/// One pennant of a gamin's way.
const PENNANT: i32 = 10;
/// What a gamin that is home adds: it needs no exact number any more.
const AT_HOME: i32 = 60;
/// A king can turn round and earn again.
const KING: i32 = 30;
/// Each point of the numbers that single hops would earn now: more of them give a choice.
const HOP: i32 = 8;
/// A man's row on the way to be crowned.
const ADVANCE: i32 = 2;
/// Who is to move will soon have earned something.
const TO_MOVE: i32 = 20;

const COLUMN_A: Squares = Squares::from_bits(0b00001_00001_00001_00001_00001_00001_00001_00001_00001);
const COLUMN_E: Squares = Squares::from_bits(COLUMN_A.bits() << 4);
const FIELD: Squares = Squares::from_bits((1 << Cell::COUNT) - 1);
/// The rows with at least this number, from 1 to 5.
const ROWS_FROM: [Squares; 5] = [rows_from(0), rows_from(1), rows_from(2), rows_from(3), rows_from(4)];

/// The rows but so many at either end.
const fn rows_from(left_out: u32) -> Squares {
    Squares::from_bits(FIELD.bits() >> (10 * left_out) << (5 * left_out))
}

/// The squares reached from a set when all go one step across the same corner.
fn shifted(set: Squares, right: bool, up: bool) -> Squares {
    match (right, up) {
        (true, true) => (set & !COLUMN_E) << 6 & FIELD,
        (true, false) => (set & !COLUMN_E) >> 4,
        (false, true) => (set & !COLUMN_A) << 4 & FIELD,
        (false, false) => (set & !COLUMN_A) >> 6,
    }
}

/// What the single hops of a seat would earn, all together.
fn hops(at: &Position, seat: Seat) -> i32 {
    let own = at.checkers[seat.index()];
    let mut sum = 0;
    for up in [true, false] {
        let movers = if up == (forward(seat) == 1) { own } else { own & at.kings };
        for right in [true, false] {
            let landings = shifted(shifted(movers, right, up) & at.occupied(), right, up) & !at.occupied();
            sum += ROWS_FROM.iter().map(|rows| (*rows & landings).len() as i32).sum::<i32>();
        }
    }
    sum
}

/// The rows that a seat's men have come forward.
fn advance(at: &Position, seat: Seat) -> i32 {
    let men = at.checkers[seat.index()] & !at.kings;
    let home = i32::from(far_row(seat.other()));
    men.iter().map(|man| (i32::from(man.row()) - home).abs()).sum()
}

fn progress(track: &Track, seat: Seat) -> i32 {
    let gamin = |progress: i32| PENNANT * progress + if progress == HOME { AT_HOME } else { 0 };
    track[seat.index()].map(gamin).iter().sum()
}

fn strength(at: &Position, seat: Seat) -> i32 {
    let kings = (at.checkers[seat.index()] & at.kings).len() as i32;
    let turn = if at.to_move == seat { TO_MOVE } else { 0 };
    progress(&at.track, seat) + KING * kings + HOP * hops(at, seat) + ADVANCE * advance(at, seat) + turn
}

impl Evaluate for Foregammon {
    const SCALE: i32 = 115;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        strength(at, seat) - strength(at, seat.other())
    }
}

impl Hints for Foregammon {
    fn priority(&self, at: &Position, step: Step) -> i32 {
        match step {
            Step::Hop(chain) => chain.landings().iter().map(|square| i32::from(number_of(*square))).sum(),
            // What a number does depends on whom the gamin meets.
            Step::Spend { gamin, number } => {
                let lead = |track: &Track| progress(track, at.to_move) - progress(track, at.to_move.other());
                at.advance(gamin, number).map_or(0, |after| lead(&after) - lead(&at.track))
            }
            Step::Walk { from, to } => i32::from(!at.is_king(from) && to.row() == far_row(at.to_move)),
            Step::Pass => 0,
        }
    }
}

impl Opponent for Foregammon {
    const LEVELS: Levels = Levels::of([100, 260, 360, 450, 560, 730, 1000]);
}
