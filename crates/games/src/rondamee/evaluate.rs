//! What is good in Rondamée: men in their places, short ways for the others, and room to go on.

use super::ground::{EVERY, GOALS, Squares, WAYS};
use super::{Armies, Rondamee, Step};
use crate::hops::{Hops, Way, neighbours};
use rules::prelude::*;

/// Each step from a man to the nearest free place of his colour.
const WAY_TO_GO: i32 = 10;
/// Each step from a free place to the nearest man of its colour: the last places need somebody near, too.
const WAY_TO_WAIT: i32 = 10;
/// A man in a place of his colour. More than a step, or two armies would rather stand in each other's way than come home.
const IN_PLACE: i32 = 30;
/// A step or a hop forward that is open: armies without them jam each other in the middle, and at the end somebody has to
/// get past those who stand in the last places.
const ROOM: i32 = 4;
/// An enemy who stands in one of our places and cannot go on: nobody else will come there.
const SITTER: i32 = 25;
/// When no more men than this are on their way, theirs is measured around all who stay where they are.
const LAST_FEW: u32 = 2;
/// No more men than this can be brought home by a plan that is soon found.
const WORTH_A_PLAN: u32 = 8;
/// To have come so far. It makes up for the ways that look longer now.
const NEARLY_HOME: i32 = 60;
/// So many steps more for a man whom no way leads home.
const CUT_OFF: i32 = 4;

/// How many steps the men are from the nearest of these places, all together, walking around those who stay and hopping
/// over them.
fn steps_between(men: Squares, places: Squares, staying: Squares) -> i32 {
    let hops = Hops { ways: &WAYS, over: staying, onto: EVERY & !staying, stops: Squares::EMPTY };
    let (mut near, mut left, mut steps) = (places, men & !places, 0);
    while !left.is_empty() && !near.is_empty() {
        steps += left.len() as i32;
        let further = near
            | neighbours(&WAYS, near) & !staying
            | if staying.is_empty() { Squares::EMPTY } else { hops.once(near) };
        if further == near {
            return steps + CUT_OFF * left.len() as i32;
        }
        near = further;
        left &= !near;
    }
    steps
}

/// The two directions in which a seat goes on.
fn forward(seat: Seat) -> &'static [Way<Squares>] {
    if seat == Seat::FIRST { &WAYS[..2] } else { &WAYS[2..] }
}

/// The men of each colour of a seat, and their places.
fn colours(at: &Armies, seat: Seat) -> [(Squares, Squares); 2] {
    let goal = &GOALS[seat.index()];
    let [first, second] = at.men[seat.index()];
    // Between the blocks either colour may come first: whichever has more men in place already.
    let fitting = |one: Squares, other: Squares| (first & one | second & other).len();
    let (one, other) = if fitting(goal.odd, goal.even) >= fitting(goal.even, goal.odd) {
        (goal.odd, goal.even)
    } else {
        (goal.even, goal.odd)
    };
    [(first, goal.outside | one), (second, goal.inside | other)]
}

fn in_place(colours: &[(Squares, Squares); 2]) -> Squares {
    colours.iter().map(|(men, places)| *men & *places).collect()
}

fn standing(at: &Armies, seat: Seat) -> i32 {
    let (goal, their_goal) = (&GOALS[seat.index()], &GOALS[seat.other().index()]);
    let (army, enemy, everybody) = (at.army(seat), at.army(seat.other()), at.everybody());
    let (empty, locked) = (EVERY & !everybody, at.locked(seat));
    let colours = colours(at, seat);
    let in_place = in_place(&colours);
    let mut value = IN_PLACE * in_place.len() as i32;
    let few_left = (army & !in_place).len() <= LAST_FEW;
    let fixed = locked | at.locked(seat.other()) | enemy & (their_goal.odd | their_goal.even);
    if few_left {
        value += NEARLY_HOME;
    }
    for (men, places) in colours {
        let (walking, free) = (men & !places, places & !men);
        // A man in place need not make way for one of his own colour: he can go on in his stead.
        let staying = if few_left { fixed | in_place & !men } else { Squares::EMPTY };
        value -=
            WAY_TO_GO * steps_between(walking, free, staying) + WAY_TO_WAIT * steps_between(free, walking, staying);
    }
    for way in forward(seat) {
        let next = way.step(army & !locked);
        value += ROOM * ((next & empty).len() + (way.step(next & army) & empty).len()) as i32;
    }
    let sitting = enemy & goal.places();
    let can_go_on = forward(seat.other()).iter().map(|way| way.back(empty | way.back(empty) & everybody));
    value - SITTER * (sitting & !can_go_on.collect::<Squares>()).len() as i32
}

impl Evaluate for Rondamee {
    /// A hundred steps: the way is long, and who lags behind can still stand in the other's places.
    const SCALE: i32 = 1000;

    fn evaluate(&self, at: &Armies, seat: Seat) -> i32 {
        standing(at, seat) - standing(at, seat.other())
    }
}

impl Hints for Rondamee {
    /// Near the end the others only stand in the way, and most of them will not for long.
    fn solo(&self, at: &Armies, seat: Seat) -> Option<Armies> {
        let on_their_way = at.army(seat) & !in_place(&colours(at, seat));
        (on_their_way.len() <= WORTH_A_PLAN).then_some(Armies { to_move: seat, passes: 0, ..*at })
    }

    /// What gains more than the one row of a plain step.
    fn priority(&self, at: &Armies, step: Step) -> i32 {
        let Step::Go(from, to) = step else { return 0 };
        let up = i32::from(to.row()) - i32::from(from.row());
        if at.to_move == Seat::FIRST { up - 1 } else { -up - 1 }
    }
}

impl Opponent for Rondamee {
    const LEVELS: Levels = Levels { noise: Some(60), ..Levels::of([100, 230, 390, 520, 630, 850, 1000]) };
}
