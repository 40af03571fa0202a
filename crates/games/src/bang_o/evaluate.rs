//! What is good in Bang-O: many checkers on a stretch of line without an enemy, close together and with room
//! at both ends.

use super::position::LINES;
use super::{BangO, Cell, Position, Squares, Step};
use rules::prelude::*;

/// So many checkers on a stretch with room for five.
const ON_A_STRETCH: [i32; 5] = [0, 2, 7, 22, 60];
/// What it adds if nothing is between them and there is room at both ends: such a four cannot be stopped by
/// one enemy, and such a three becomes one.
const OPEN: [i32; 5] = [0, 0, 4, 30, 200];
/// Who is to move with four on a stretch wins at once.
const FIVE_NEXT: i32 = 1500;
/// Who is to move with an open three and no four to answer makes the open four.
const FOUR_NEXT: i32 = 200;

/// What a step promises that joins so many on a stretch: five win.
const JOINS: [i32; 5] = [0, 0, 0, 10, 1000];
/// What it promises to come between so many enemies.
const CUTS: [i32; 5] = [0, 0, 1, 5, 500];

/// The lines with room for five.
const LONG_LINES: [Squares; 30] = {
    let mut long = [Squares::EMPTY; 30];
    let (mut found, mut index) = (0, 0);
    while index < Cell::COUNT {
        let mut way = 0;
        while way < 4 {
            let line = LINES[index][way];
            // Each line once, at its lowest square.
            if line.bits().count_ones() >= 5 && line.bits().trailing_zeros() as usize == index {
                long[found] = line;
                found += 1;
            }
            way += 1;
        }
        index += 1;
    }
    assert!(found == long.len());
    long
};

/// What a side has on all lines.
#[derive(Default)]
struct OnLines {
    worth: i32,
    four: bool,
    open_three: bool,
}

fn standing(own: Squares, enemy: Squares) -> OnLines {
    let mut sum = OnLines::default();
    for line in LONG_LINES {
        let mut rest = line;
        while rest.meets(own) {
            // On any one line a higher square is farther along, so a stretch is what comes before an enemy.
            let next_enemy = (enemy & rest).first_alone();
            let stretch = rest & next_enemy.below_first();
            let men = own & stretch;
            if !men.is_empty() && stretch.len() >= 5 {
                // Five have won before anybody is asked for an opinion.
                let count = men.len().min(4) as usize;
                sum.worth += ON_A_STRETCH[count];
                sum.four |= count == 4;
                if is_open(men, stretch) {
                    sum.worth += OPEN[count];
                    sum.open_three |= count == 3;
                }
            }
            rest &= !(stretch | next_enemy);
        }
    }
    sum
}

/// Whether men stand together, with room on both sides.
fn is_open(men: Squares, stretch: Squares) -> bool {
    let before = stretch & men.below_first();
    let behind = stretch & men.above_last();
    !before.is_empty() && !behind.is_empty() && stretch == before | men | behind
}

/// How many men one side has on the stretch of line around a square, if there is room for five; four at most.
fn men_around(square: Cell, line: Squares, own: Squares, enemy: Squares) -> usize {
    if (line & own).len() < 2 {
        return 0;
    }
    let (before, enemy) = (Squares::of(square).below_first(), enemy & line);
    let behind_enemy = (enemy & before).above_last();
    let before_enemy = (enemy & !before).below_first();
    let stretch = line & behind_enemy & before_enemy;
    if stretch.len() < 5 { 0 } else { (stretch & own).len().min(4) as usize }
}

impl Evaluate for BangO {
    const SCALE: i32 = 130;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        let [mover, other] = [at.to_move, at.to_move.other()].map(|seat| at.men[seat]);
        let [mover, other] = [standing(mover, other), standing(other, mover)];
        let next = match (mover.four, other.four, mover.open_three) {
            (true, ..) => FIVE_NEXT,
            (false, false, true) => FOUR_NEXT,
            _ => 0,
        };
        let value = mover.worth - other.worth + next;
        if seat == at.to_move { value } else { -value }
    }
}

impl Hints for BangO {
    fn priority(&self, at: &Position, step: Step) -> i32 {
        let (from, to) = match step {
            Step::Place(to) => (Squares::EMPTY, to),
            Step::Move { from, to } => (Squares::of(from), to),
        };
        let [own, enemy] = [at.to_move, at.to_move.other()].map(|seat| at.men[seat] & !from);
        let through = |line: Squares| {
            let joined = men_around(to, line, own, enemy);
            let cut = men_around(to, line, enemy, own);
            JOINS[joined] + CUTS[cut]
        };
        LINES[to.index()].into_iter().map(through).sum()
    }
}

impl Opponent for BangO {
    const LEVELS: Levels = Levels::of([100, 330, 455, 600, 725, 785, 880]);
}
