//! What is good in Checkers: men and kings first of all, then men who wait, kings in the middle, and men at home
//! against new kings. Whoever is ahead should exchange, and go after the other's kings.

use super::{Checkers, Field};
use crate::draughts::{Camp, HOME_ROW, MIDDLE, Squares, Step, count, squares};
use rules::prelude::*;

weights! {
    /// A man.
    man: 130,
    /// A king goes both ways, but only one square at a time.
    king: 162,
    /// A man's step towards the king row: what has gone forward cannot come back, and whoever must move first loses.
    advance: -4,
    /// A king that stands in the middle hunts; one at the edge hides.
    king_centre: 9,
    /// The men on 1 and 3 (32 and 30): together they keep every single man from being crowned.
    bridge: 10,
    /// Any man on the home row.
    at_home: 11,
    /// For each piece gone from the board, what one is ahead counts so many hundredths more.
    exchange: 6,
    /// For each step that lies between a king of the stronger side and a king of the weaker: he does not catch himself.
    hunt: 4,
    /// A king in the corner with two squares is the hardest to catch.
    double_corner: 13,
}

const BRIDGE_SQUARES: Squares = squares([1, 3]);
const DOUBLE_CORNERS: Squares = squares([1, 5, 28, 32]);
/// Rows 1, 3, 5 and 7 lie half a square to one side of the others.
const ODD_ROWS: Squares = Squares::from_bits(0x0F0F_0F0F);

/// The squares that men on these go to.
fn before(set: Squares) -> Squares {
    let (first, last) = (Squares::from_bits(0x1010_1010), Squares::from_bits(0x0808_0808));
    set << 4 | (set & ODD_ROWS & !last) << 5 | (set & !ODD_ROWS & !first) << 3
}

/// How many steps a king needs from any of these squares to the nearest of those.
fn distance(mut from: Squares, to: Squares) -> i32 {
    let mut steps = 0;
    while !from.is_empty() && !from.meets(to) {
        from |= before(from) | before(from.reversed()).reversed();
        steps += 1;
    }
    steps
}

fn material(camp: Camp, weights: &Weights) -> i32 {
    weights.man * count(camp.men) + weights.king * count(camp.kings)
}

fn standing(Camp { men, kings }: Camp, enemy: Camp, weights: &Weights) -> i32 {
    let mut value = weights.advance * Camp { men, kings }.progress();
    value += weights.king_centre * count(kings & MIDDLE);
    if !enemy.men.is_empty() {
        value += weights.at_home * count(men & HOME_ROW) + weights.bridge * i32::from(men.includes(BRIDGE_SQUARES));
    }
    value
}

/// How close the kings of the stronger side are on the heels of the weaker.
fn hunt(strong: Camp, weak: Camp, weights: &Weights) -> i32 {
    let prey = weak.kings.reversed();
    let mut value = -weights.double_corner * count(prey & DOUBLE_CORNERS);
    for hunter in strong.kings.each_alone() {
        value -= weights.hunt * distance(hunter, prey);
    }
    value
}

impl Evaluate for Checkers {
    const SCALE: i32 = 70;

    fn evaluate(&self, field: &Field, seat: Seat) -> i32 {
        self.opinion(field, seat, &Weights::CHOSEN)
    }
}

impl Hints for Checkers {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, field: &Field, step: Step) -> i32 {
        2 * i32::from(field.crowns(step.from, step.to)) + i32::from(step.jump)
    }

    fn is_noisy(&self, _: &Field, step: Step) -> bool {
        step.jump
    }
}

impl Opponent for Checkers {
    const LEVELS: Levels = Levels::of([100, 260, 380, 520, 640, 800, 1000]);
}

impl Tune for Checkers {
    type Weights = Weights;

    fn opinion(&self, field: &Field, seat: Seat, weights: &Weights) -> i32 {
        let (own, enemy) = (Camp::of(&field.sides, seat), Camp::of(&field.sides, seat.other()));
        let ahead = material(own, weights) - material(enemy, weights);
        let value = field.sides.exchanged(ahead, weights.exchange) + standing(own, enemy, weights)
            - standing(enemy, own, weights);
        match ahead {
            _ if own.kings.is_empty() || enemy.kings.is_empty() => value,
            1.. => value + hunt(own, enemy, weights),
            0 => value,
            _ => value - hunt(enemy, own, weights),
        }
    }
}
