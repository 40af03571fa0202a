//! Keys for proving Py Hy Ky by search: checkers are only ever added, so no position comes back.

use super::{Cell, Position, PyHyKy};
use rules::prelude::*;
use std::sync::LazyLock;

/// Squares of the lower part of a set whose images stand in one table; the upper part has another.
const LOW: u32 = 13;

/// Where the eight symmetries of the square take the squares of each lower part, and of each upper part.
static IMAGES: LazyLock<[[Vec<u32>; 2]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        [0..LOW, LOW..Cell::COUNT as u32].map(|part| {
            let parts = 0..1u32 << part.len();
            let image = |bits: u32| {
                let squares = part.clone().filter(|index| bits >> (index - part.start) & 1 == 1);
                squares.fold(0, |set, index| set | 1 << turned(index as u8, symmetry))
            };
            parts.map(image).collect()
        })
    })
});

/// Where a symmetry takes a square: its first two bits mirror, the third exchanges columns and rows.
fn turned(index: u8, symmetry: usize) -> u8 {
    let (mut column, mut row) = (index % 5, index / 5);
    if symmetry & 1 != 0 {
        column = 4 - column;
    }
    if symmetry & 2 != 0 {
        row = 4 - row;
    }
    if symmetry & 4 != 0 { 5 * column + row } else { 5 * row + column }
}

impl Acyclic for PyHyKy {
    fn exact_key(&self, at: &Position) -> u64 {
        let [white, black] = at.men.each().map(|men| men.bits() as usize);
        let image = |[low, high]: &[Vec<u32>; 2], set: usize| u64::from(low[set & 0x1fff] | high[set >> LOW]);
        let keys = IMAGES.iter().map(|tables| image(tables, white) << Cell::COUNT | image(tables, black));
        keys.min().expect("there are eight")
    }
}
