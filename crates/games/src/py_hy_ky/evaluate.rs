//! What is good in Py Hy Ky: places for fours and threes that no enemy stands in. A five grows out of fours, and
//! looking ahead sees it in time.

use super::{Cell, Place, Position, PyHyKy, WAYS};
use rules::prelude::*;

/// So many of one's own on four adjacent squares without an enemy: fours decide when the board is full.
const FOUR: [i32; 5] = [0, 2, 8, 24, 70];
/// The same on three squares: where both are careful the fours are equal, and these decide.
const THREE: [i32; 4] = [0, 2, 8, 24];

/// All sets of `LENGTH` adjacent squares in line; there are `COUNT`.
const fn windows<const LENGTH: i8, const COUNT: usize>() -> [u64; COUNT] {
    let mut windows = [0; COUNT];
    let (mut found, mut index) = (0, 0);
    while index < Cell::COUNT {
        let mut way = 0;
        while way < WAYS.len() {
            let (columns, rows) = WAYS[way];
            let (mut set, mut steps) = (0, 0);
            while steps < LENGTH {
                if let Some(square) = Cell::from_index(index).step((columns * steps, rows * steps)) {
                    set |= square.bit();
                }
                steps += 1;
            }
            if set.count_ones() == LENGTH as u32 {
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

const FOURS: [u64; 28] = windows::<4, 28>();
const THREES: [u64; 48] = windows::<3, 48>();

/// What the places are worth in which one side stands alone.
fn sum(places: &[u64], own: u64, enemy: u64, worth: &[i32]) -> i32 {
    let open = places.iter().filter(|place| **place & enemy == 0);
    open.map(|place| worth[(place & own).count_ones() as usize]).sum()
}

fn strength(own: u64, enemy: u64) -> i32 {
    sum(&FOURS, own, enemy, &FOUR) + sum(&THREES, own, enemy, &THREE)
}

impl Evaluate for PyHyKy {
    const SCALE: i32 = 30;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        let [own, enemy] = [seat, seat.other()].map(|seat| at.men[seat.index()]);
        strength(own, enemy) - strength(enemy, own)
    }

    fn promise(&self, at: &Position, Place(square): Place) -> i32 {
        // Three of four squares are held by one side, and this is the last.
        let fours = |own: u64, enemy: u64| {
            let last =
                |place: &&u64| *place & square.bit() != 0 && *place & enemy == 0 && (*place & own).count_ones() == 3;
            FOURS.iter().filter(last).count() as i32
        };
        let seat = at.placer();
        let [own, enemy] = [seat, seat.other()].map(|seat| at.men[seat.index()]);
        2 * fours(own, enemy) + fours(enemy, own)
    }
}
