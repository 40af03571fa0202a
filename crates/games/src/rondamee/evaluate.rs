//! What is good in Rondamée: men in their places, short ways for the others, and room to go on.

use super::ground::{EVERY, GOALS, WAYS};
use super::{Armies, Rondamee, Step};
use crate::hops::neighbours;
use rules::prelude::*;

/// Each step from a man to the nearest free place of his colour.
const WAY_TO_GO: i32 = 10;
/// Each step from a free place to the nearest man of its colour: the last places need somebody near, too.
const WAY_TO_WAIT: i32 = 10;
/// A man in a place of his colour.
const IN_PLACE: i32 = 10;
/// A step or a hop forward that is open: armies without them jam each other in the middle.
const ROOM: i32 = 4;

/// How many steps the men are from the nearest of these places, all together.
fn steps_between(men: u128, places: u128) -> i32 {
    let (mut near, mut left, mut steps) = (places, men & !places, 0);
    while left != 0 && near != 0 {
        steps += left.count_ones() as i32;
        near |= neighbours(&WAYS, near);
        left &= !near;
    }
    steps
}

fn standing(at: &Armies, seat: Seat) -> i32 {
    let goal = &GOALS[seat.index()];
    let [first, second] = at.men[seat.index()];
    // Between the blocks either colour may come first: whichever has more men in place already.
    let fitting = |one: u128, other: u128| (first & one | second & other).count_ones();
    let (one, other) = if fitting(goal.odd, goal.even) >= fitting(goal.even, goal.odd) {
        (goal.odd, goal.even)
    } else {
        (goal.even, goal.odd)
    };
    let mut value = 0;
    for (men, places) in [(first, goal.outside | one), (second, goal.inside | other)] {
        let (walking, free) = (men & !places, places & !men);
        value -= WAY_TO_GO * steps_between(walking, free) + WAY_TO_WAIT * steps_between(free, walking);
        value += IN_PLACE * (men & places).count_ones() as i32;
    }
    let (army, empty) = (first | second, EVERY & !at.everybody());
    for way in if seat == Seat::FIRST { &WAYS[..2] } else { &WAYS[2..] } {
        let next = way.step(army & !at.locked(seat));
        value += ROOM * ((next & empty).count_ones() + (way.step(next & army) & empty).count_ones()) as i32;
    }
    value
}

impl Evaluate for Rondamee {
    /// A hundred steps: the way is long, and who lags behind can still stand in the other's places.
    const SCALE: i32 = 1000;
    /// Six steps.
    const BLUR: i32 = 60;
    const LEVELS: [u16; 7] = [100, 680, 800, 860, 900, 945, 1000];

    fn evaluate(&self, at: &Armies, seat: Seat) -> i32 {
        standing(at, seat) - standing(at, seat.other())
    }

    /// What gains more than the one row of a plain step.
    fn promise(&self, at: &Armies, step: Step) -> i32 {
        let Step::Go(from, to) = step else { return 0 };
        let up = i32::from(to.row()) - i32::from(from.row());
        if at.to_move == Seat::FIRST { up - 1 } else { -up - 1 }
    }
}
