//! What is good in Py Hy Ky: places for fours and threes that no enemy stands in. A five grows out of fours, and
//! looking ahead sees it in time.

use super::lines::{InLines, LineCounts};
use super::{Cell, Place, Position, PyHyKy, Squares};
use crate::two_colours::LINES;
use rules::prelude::*;
use std::sync::LazyLock;

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

/// All places for four checkers side by side.
const FOURS: [Squares; 28] = {
    let mut fours = [Squares::EMPTY; 28];
    let (mut found, mut index) = (0, 0);
    while index < Cell::COUNT {
        let mut way = 0;
        while way < LINES.len() {
            let (columns, rows) = LINES[way];
            let (mut set, mut steps) = (Squares::EMPTY, 0);
            while steps < 4 {
                if let Some(square) = Cell::from_index(index).step((columns * steps, rows * steps)) {
                    set = set.with_index(square.index());
                }
                steps += 1;
            }
            if set.bits().count_ones() == 4 {
                fours[found] = set;
                found += 1;
            }
            way += 1;
        }
        index += 1;
    }
    assert!(found == fours.len());
    fours
};

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

/// How many open places of each kind a line has, in the order of [`worths`].
static OPEN_PLACES: LazyLock<LineCounts> = LazyLock::new(|| {
    LineCounts::new(|line| {
        let mut counts = [0; 8];
        let fours = line.open(4).filter(|held| *held > 0).map(|held| held - 1);
        let threes = line.open(3).filter(|held| *held > 0).map(|held| held + 3);
        fours.chain(threes).for_each(|kind| counts[usize::from(kind)] += 1);
        counts
    })
});

/// What each kind of open place is worth.
fn worths(weights: &Weights) -> [i32; 7] {
    [
        weights.one_of_four,
        weights.two_of_four,
        weights.three_of_four,
        weights.four,
        weights.one_of_three,
        weights.two_of_three,
        weights.three,
    ]
}

fn strength(own: InLines, enemy: InLines, weights: &Weights) -> i32 {
    let counts = OPEN_PLACES.sums(own, enemy);
    worths(weights).iter().zip(counts).map(|(worth, count)| worth * i32::from(count)).sum()
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
        let [own, enemy] = [seat, seat.other()].map(|seat| InLines::from(at.men[seat]));
        let next = if at.placer() == seat { weights.next } else { -weights.next };
        strength(own, enemy, weights) - strength(enemy, own, weights) + next
    }
}
