//! What is good in Tigh: checkers, captures that could be made, safe places, and room.

use super::{CENTRE, Position, Squares, Step, Tigh};
use crate::two_colours::TwoColours;
use rules::prelude::*;

const CHECKER: i32 = 100;
/// An enemy checker with one of ours behind it and a square before it to which another of ours can come.
const THREAT: i32 = 20;
/// White moves first when all are placed, and hardly ever loses if he captures then.
const FIRST_STRIKE: i32 = 200;
/// A step that could be made.
const ROOM: i32 = 4;
/// Nobody is caught in a corner.
const CORNER: i32 = 6;
/// At the edge a checker is caught along the edge only.
const EDGE: i32 = 3;
/// Who is to move captures first.
const TO_MOVE: i32 = 10;

const BOARD: Squares = TwoColours::<5, 5>::BOARD;
const COLUMN_A: Squares = Squares::from_bits(0b00001_00001_00001_00001_00001);
const COLUMN_E: Squares = Squares::from_bits(COLUMN_A.bits() << 4);
const CORNERS: Squares = Squares::from_bits(0b10001_00000_00000_00000_10001);
const EDGES: Squares = Squares::from_bits(0b01110_10001_10001_10001_01110);

/// The squares reached from a set when all go one step up, down, right or left.
fn shifted(set: Squares, way: usize) -> Squares {
    match way {
        0 => set << 5 & BOARD,
        1 => set >> 5,
        2 => (set & !COLUMN_E) << 1,
        _ => (set & !COLUMN_A) >> 1,
    }
}

fn strength(at: &Position, seat: Seat) -> i32 {
    let (own, enemy) = (at.men[seat], at.men[seat.other()]);
    // While checkers are placed only the middle is sure to be empty when they begin to move.
    let empty = if at.placing { Squares::of(CENTRE) } else { at.empty() };
    let count = |set: Squares| set.len() as i32;
    let (mut steps, mut reached) = (0, Squares::EMPTY);
    for way in 0..4 {
        let to = shifted(own, way) & empty;
        steps += count(to);
        reached |= to;
    }
    let threats: i32 = (0..4).map(|way| count(shifted(shifted(own, way) & enemy, way) & reached)).sum();
    let strikes_first = at.placing && seat == Seat::FIRST && threats > 0;
    let turn = if at.to_move == seat { TO_MOVE } else { 0 };
    CHECKER * count(own)
        + THREAT * threats
        + ROOM * steps
        + CORNER * count(own & CORNERS)
        + EDGE * count(own & EDGES)
        + turn
        + if strikes_first { FIRST_STRIKE } else { 0 }
}

impl Evaluate for Tigh {
    const SCALE: i32 = 400;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        strength(at, seat) - strength(at, seat.other())
    }
}

impl Hints for Tigh {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, at: &Position, step: Step) -> i32 {
        match step {
            Step::Move { from, to } => at.captured_by(from, to).len() as i32,
            _ => 0,
        }
    }

    fn is_noisy(&self, at: &Position, step: Step) -> bool {
        matches!(step, Step::Move { from, to } if !at.captured_by(from, to).is_empty())
    }
}

impl Opponent for Tigh {
    const LEVELS: Levels = Levels::of([100, 205, 350, 415, 490, 585, 820]);
}
