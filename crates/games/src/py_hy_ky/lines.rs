//! The board by its lines: rows, columns and all diagonals of three squares or more, in which fours and threes are counted. What
//! is counted in a line is looked up by the squares that either side holds of it.

use super::{Cell, Squares};
use crate::two_colours::LINES;
use std::sync::LazyLock;

/// How many lines there are of five squares, of four and of three.
const OF_EACH_LENGTH: [usize; 3] = [12, 4, 4];
const COUNT: usize = 20;
const LONGEST: usize = 5;
/// What a line may hold of one side and of the other: a bit for each square and side.
const CONTENTS: usize = 1 << (2 * LONGEST);
/// Squares of the lower part of a set, for which there is one table; the upper part has another.
const LOW: u32 = 13;

/// The squares of each line from one end to the other, the longest lines first.
static SQUARES: LazyLock<[Vec<Cell>; COUNT]> = LazyLock::new(|| {
    let mut lines = Vec::new();
    for way in LINES {
        let begins = |square: &Cell| square.step((-way.0, -way.1)).is_none();
        for first in Cell::all().filter(begins) {
            let line: Vec<Cell> = [first].into_iter().chain(first.ray(way)).collect();
            if line.len() >= 3 {
                lines.push(line);
            }
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    lines.try_into().expect("twenty lines")
});

/// What the squares of each lower part of a set are in the lines, and those of each upper part.
static IN_LINES: LazyLock<[Vec<u128>; 2]> = LazyLock::new(|| {
    let mut in_lines = [0; Cell::COUNT];
    for (nth, line) in SQUARES.iter().enumerate() {
        for (place, square) in line.iter().enumerate() {
            in_lines[square.index()] |= 1 << (LONGEST * nth + place);
        }
    }
    let (low, high) = in_lines.split_at(LOW as usize);
    [low, high].map(|squares| {
        let mut sets = vec![0; 1 << squares.len()];
        for set in 1..sets.len() {
            // The set without its first square comes before it.
            sets[set] = sets[set & (set - 1)] | squares[set.trailing_zeros() as usize];
        }
        sets
    })
});

/// A set of squares as the lines see it: five bits for each line, from one end to the other.
#[derive(Clone, Copy)]
pub(super) struct InLines(u128);

impl From<Squares> for InLines {
    #[inline]
    fn from(set: Squares) -> InLines {
        let ([low, high], bits) = (&*IN_LINES, set.bits() as usize);
        InLines(low[bits & ((1 << LOW) - 1)] | high[bits >> LOW])
    }
}

impl InLines {
    #[inline]
    fn line(self, nth: usize) -> usize {
        (self.0 >> (LONGEST * nth)) as usize & ((1 << LONGEST) - 1)
    }
}

/// One line: how many squares it has, and which of them either side holds, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Line {
    squares: usize,
    own: usize,
    other: usize,
}

impl Line {
    /// All places for so many checkers side by side.
    fn places(self, size: u8) -> impl Iterator<Item = usize> {
        let size = usize::from(size);
        (0..(self.squares + 1).saturating_sub(size)).map(move |first| ((1 << size) - 1) << first)
    }

    /// How many checkers the side has in each place for so many of which the other holds nothing.
    pub(super) fn open(self, size: u8) -> impl Iterator<Item = u8> {
        let open = self.places(size).filter(move |place| place & self.other == 0);
        open.map(move |place| (place & self.own).count_ones() as u8)
    }

    /// Whether the side has a run of just so many.
    pub(super) fn has_run(self, size: u8) -> bool {
        self.places(size).any(|place| {
            let around = (place << 1 | place >> 1) & !place;
            self.own & place == place && self.own & around == 0
        })
    }
}

/// What is counted in each line, for whatever it holds: up to eight counts, a byte each, so small that their sums over all lines
/// are bytes as well.
pub(super) struct LineCounts(Box<[[u64; CONTENTS]; OF_EACH_LENGTH.len()]>);

impl LineCounts {
    pub(super) fn new(count: impl Fn(Line) -> [u8; 8]) -> LineCounts {
        LineCounts(Box::new(std::array::from_fn(|nth| {
            std::array::from_fn(|both| {
                let (own, other) = (both % (1 << LONGEST), both >> LONGEST);
                u64::from_le_bytes(count(Line { squares: LONGEST - nth, own, other }))
            })
        })))
    }

    /// The sums over all lines for the side that holds these squares, when the other holds those.
    #[inline]
    pub(super) fn sums(&self, own: InLines, other: InLines) -> [u8; 8] {
        let (mut sum, mut nth) = (0, 0);
        for (counts, lines) in self.0.iter().zip(OF_EACH_LENGTH) {
            for _ in 0..lines {
                sum += counts[own.line(nth) | other.line(nth) << LONGEST];
                nth += 1;
            }
        }
        sum.to_le_bytes()
    }
}
