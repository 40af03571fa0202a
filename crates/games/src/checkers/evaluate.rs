//! What is good in Checkers: men and kings first of all, then the middle, men that stand behind one another, and
//! two men at home against new kings. Whoever is ahead should exchange, and go after the other's kings.

use super::{Checkers, Field};
use crate::draughts::{Camp, HOME_ROW, Step, count, squares};
use rules::prelude::*;

const MAN: i32 = 100;
/// A king goes both ways, but only one square at a time.
const KING: i32 = 140;
/// A man's step towards the king row.
const ADVANCE: i32 = 2;
/// A man in the middle has both sides to go to.
const CENTRE: i32 = 5;
/// A king that stands in the middle hunts; one at the edge hides.
const KING_CENTRE: i32 = 10;
/// A man with a friend right behind him cannot be jumped from there.
const BACKED: i32 = 3;
/// The men on 1 and 3 (32 and 30): together they keep every single man from being crowned.
const BRIDGE: i32 = 9;
/// Any man on the home row.
const AT_HOME: i32 = 4;
/// For each piece gone from the board, what one is ahead counts so many hundredths more.
const EXCHANGE: i32 = 3;
/// For each step that lies between a king of the stronger side and a king of the weaker: he does not catch himself.
const HUNT: i32 = 3;
/// A king in the corner with two squares is the hardest to catch.
const DOUBLE_CORNER: i32 = 8;

const MIDDLE: u32 = squares([10, 11, 14, 15, 18, 19, 22, 23]);
const BRIDGE_SQUARES: u32 = squares([1, 3]);
const DOUBLE_CORNERS: u32 = squares([1, 5, 28, 32]);
/// Rows 1, 3, 5 and 7 lie half a square to one side of the others.
const ODD_ROWS: u32 = 0x0F0F_0F0F;

/// The squares that men on these go to.
const fn before(set: u32) -> u32 {
    set << 4 | (set & ODD_ROWS & !0x0808_0808) << 5 | (set & !ODD_ROWS & !0x1010_1010) << 3
}

/// How many steps a king needs from any of these squares to the nearest of those.
fn distance(mut from: u32, to: u32) -> i32 {
    let mut steps = 0;
    while from != 0 && from & to == 0 {
        from |= before(from) | before(from.reverse_bits()).reverse_bits();
        steps += 1;
    }
    steps
}

fn material(camp: Camp) -> i32 {
    MAN * count(camp.men) + KING * count(camp.kings)
}

fn standing(Camp { men, kings }: Camp, enemy: Camp) -> i32 {
    let mut value = ADVANCE * Camp { men, kings }.progress();
    value += CENTRE * count(men & MIDDLE) + KING_CENTRE * count(kings & MIDDLE);
    value += BACKED * count(men & before(men | kings));
    if enemy.men != 0 {
        value += AT_HOME * count(men & HOME_ROW) + BRIDGE * i32::from(men & BRIDGE_SQUARES == BRIDGE_SQUARES);
    }
    value
}

/// How close the kings of the stronger side are on the heels of the weaker.
fn hunt(strong: Camp, weak: Camp) -> i32 {
    let prey = weak.kings.reverse_bits();
    let mut value = -DOUBLE_CORNER * count(prey & DOUBLE_CORNERS);
    let mut hunters = strong.kings;
    while hunters != 0 {
        value -= HUNT * distance(hunters & hunters.wrapping_neg(), prey);
        hunters &= hunters - 1;
    }
    value
}

impl Evaluate for Checkers {
    const SCALE: i32 = 70;
    const HAS_LOUD_STEPS: bool = true;

    fn evaluate(&self, field: &Field, seat: Seat) -> i32 {
        let (own, enemy) = (Camp::of(&field.sides, seat), Camp::of(&field.sides, seat.other()));
        let ahead = material(own) - material(enemy);
        let gone = 24 - count(field.sides.pieces[0] | field.sides.pieces[1]);
        let value = ahead + ahead * gone * EXCHANGE / 100 + standing(own, enemy) - standing(enemy, own);
        match ahead {
            _ if own.kings == 0 || enemy.kings == 0 => value,
            1.. => value + hunt(own, enemy),
            0 => value,
            _ => value - hunt(enemy, own),
        }
    }

    fn promise(&self, field: &Field, step: Step) -> i32 {
        2 * i32::from(field.crowns(step.from, step.to)) + i32::from(step.jump)
    }

    fn loud(&self, _: &Field, step: Step) -> bool {
        step.jump
    }
}
