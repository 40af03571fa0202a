//! What is good in Py Hy Ky: places for fours and threes that no enemy stands in. A five grows out of fours, and
//! looking ahead sees it in time.

use super::{Cell, Place, Position, PyHyKy, Squares};
use crate::two_colours::LINES;
use rules::prelude::*;

weights! {
    /// One checker on four adjacent squares without an enemy: fours decide when the board is full.
    one_of_four: 2,
    /// Two of them.
    two_of_four: 8,
    /// Three.
    three_of_four: 24,
    /// A four.
    four: 70,
    /// One checker on three adjacent squares without an enemy: where both are careful the fours are equal, and threes
    /// decide.
    one_of_three: 2,
    /// Two of them.
    two_of_three: 8,
    /// A three.
    three: 24,
    /// To be the next to place a checker.
    next: 14,
}

/// All sets of `LENGTH` adjacent squares in line; there are `COUNT`.
const fn windows<const LENGTH: i8, const COUNT: usize>() -> [Squares; COUNT] {
    let mut windows = [Squares::EMPTY; COUNT];
    let (mut found, mut index) = (0, 0);
    while index < Cell::COUNT {
        let mut way = 0;
        while way < LINES.len() {
            let (columns, rows) = LINES[way];
            let (mut set, mut steps) = (Squares::EMPTY, 0);
            while steps < LENGTH {
                if let Some(square) = Cell::from_index(index).step((columns * steps, rows * steps)) {
                    set = set.with_index(square.index());
                }
                steps += 1;
            }
            if set.bits().count_ones() == LENGTH as u32 {
                windows[found] = set;
                found += 1;
            }
            way += 1;
        }
        index += 1;
    }
    assert!(found == COUNT);
    windows
}

const FOURS: [Squares; 28] = windows::<4, 28>();
const THREES: [Squares; 48] = windows::<3, 48>();

/// Of the places for four those through each square, and how many they are.
const FOURS_THROUGH: [([Squares; 8], usize); Cell::COUNT] = {
    let mut through = [([Squares::EMPTY; 8], 0); Cell::COUNT];
    let mut nth = 0;
    while nth < FOURS.len() * Cell::COUNT {
        let (place, square) = (FOURS[nth / Cell::COUNT], nth % Cell::COUNT);
        if place.has_index(square) {
            let (places, count) = &mut through[square];
            places[*count] = place;
            *count += 1;
        }
        nth += 1;
    }
    through
};

/// What the places are worth in which one side stands alone.
fn sum(places: &[Squares], own: Squares, enemy: Squares, worth: &[i32]) -> i32 {
    let open = places.iter().filter(|place| !place.meets(enemy));
    open.map(|place| worth[(*place & own).len() as usize]).sum()
}

fn strength(own: Squares, enemy: Squares, weights: &Weights) -> i32 {
    let fours = [0, weights.one_of_four, weights.two_of_four, weights.three_of_four, weights.four];
    let threes = [0, weights.one_of_three, weights.two_of_three, weights.three];
    sum(&FOURS, own, enemy, &fours) + sum(&THREES, own, enemy, &threes)
}

impl Evaluate for PyHyKy {
    const SCALE: i32 = 30;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        self.opinion(at, seat, &Weights::CHOSEN)
    }
}

impl Hints for PyHyKy {
    fn priority(&self, at: &Position, Place(square): Place) -> i32 {
        let (places, count) = &FOURS_THROUGH[square.index()];
        let [own, enemy] = [at.placer(), at.placer().other()].map(|seat| at.men[seat]);
        // Three of four squares are held by one side, and this is the last.
        let last = |place: &Squares, own: Squares, enemy: Squares| {
            i32::from((*place & !own).len() == 1 && !place.meets(enemy))
        };
        places[..*count].iter().map(|place| 2 * last(place, own, enemy) + last(place, enemy, own)).sum()
    }
}

impl Opponent for PyHyKy {
    const LEVELS: Levels = Levels::of([60, 170, 225, 265, 330, 500, 800]);
}

impl Tune for PyHyKy {
    type Weights = Weights;

    fn opinion(&self, at: &Position, seat: Seat, weights: &Weights) -> i32 {
        let [own, enemy] = [seat, seat.other()].map(|seat| at.men[seat]);
        let next = if at.placer() == seat { weights.next } else { -weights.next };
        strength(own, enemy, weights) - strength(enemy, own, weights) + next
    }
}
