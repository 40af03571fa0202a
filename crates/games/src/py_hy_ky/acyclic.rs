//! Keys for proving Py Hy Ky by search: checkers are only ever added, so no position comes back.

use super::{Cell, FIVES, Position, PyHyKy, Squares, TwoColours};
use crate::five_by_five::{LOW, LOW_SET, images};
use crate::two_colours::{LINES, TWELVE};
use rules::prelude::*;
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The lines in which runs are counted: every line of three squares or more, five bits each.
const ALL_LINES: usize = 20;

/// The squares of each line, from one end to the other.
static LINE_SQUARES: LazyLock<[Vec<u8>; ALL_LINES]> = LazyLock::new(|| {
    let mut lines = Vec::new();
    for (columns, rows) in LINES {
        let begins = |square: &Cell| square.step((-columns, -rows)).is_none();
        for first in Cell::all().filter(begins) {
            let line: Vec<u8> =
                [first].into_iter().chain(first.ray((columns, rows))).map(|square| square.index() as u8).collect();
            if line.len() >= 3 {
                lines.push(line);
            }
        }
    }
    lines.try_into().expect("twenty lines")
});

/// What lines the squares of each lower and of each upper part of a set stand in.
static IN_LINES: LazyLock<[Vec<u128>; 2]> = LazyLock::new(|| {
    [0..LOW, LOW..Cell::COUNT as u32].map(|part| {
        let in_lines = |bits: u32| {
            let mut all = 0;
            for (nth, line) in LINE_SQUARES.iter().enumerate() {
                for (place, square) in line.iter().enumerate() {
                    let square = u32::from(*square);
                    if part.contains(&square) && bits >> (square - part.start) & 1 == 1 {
                        all |= 1 << (5 * nth + place);
                    }
                }
            }
            all
        };
        (0..1u32 << part.len()).map(in_lines).collect()
    })
});

/// What a line is worth to one side: its run as it stands, and the fewest checkers that would make a three or a four.
#[derive(Clone, Copy, Default)]
struct Line {
    threes: u8,
    fours: u8,
    missing_for_three: u8,
    missing_for_four: u8,
}

/// More checkers than anybody has.
const NEVER: u8 = 100;

/// By length of the line, the side's own checkers in it and the other's.
static LINE: LazyLock<[Vec<Line>; 6]> = LazyLock::new(|| {
    std::array::from_fn(|length| {
        (0..1u32 << 10)
            .map(|both| {
                let (own, other) = (both & 31, both >> 5);
                let run = |from: usize, size: usize| ((1u32 << size) - 1) << from;
                let fewest = |size: usize| {
                    let windows = (0..(length + 1).saturating_sub(size)).map(|from| run(from, size));
                    windows
                        .filter(|window| window & other == 0)
                        .map(|window| (window & !own).count_ones() as u8)
                        .min()
                        .unwrap_or(NEVER)
                };
                let has = |size: usize| {
                    let exact = |from: usize| {
                        let inside = run(from, size);
                        let around = (inside << 1 | inside >> 1) & !inside;
                        own & inside == inside && own & around == 0
                    };
                    (0..(length + 1).saturating_sub(size)).any(exact)
                };
                Line {
                    threes: has(3).into(),
                    fours: has(4).into(),
                    missing_for_three: fewest(3),
                    missing_for_four: fewest(4),
                }
            })
            .collect()
    })
});

/// Fours, then threes: what decides a full board.
type Runs = (u8, u8);

/// What one side has and can still get: the runs as they stand, and the most that it can come to. In no line there is more than
/// one run, a four stays a four unless it becomes a five, and a three unless it becomes more.
fn prospects(own: u128, other: u128, left: u8) -> (Runs, Runs) {
    let (mut now, mut most) = ((0, 0), (0, 0));
    for (nth, squares) in LINE_SQUARES.iter().enumerate() {
        let bits = |lines: u128| (lines >> (5 * nth)) as usize & 31;
        let line = LINE[squares.len()][bits(own) | bits(other) << 5];
        now = (now.0 + line.fours, now.1 + line.threes);
        most.0 += u8::from(line.missing_for_four <= left);
        most.1 += u8::from(line.missing_for_three <= left);
    }
    (now, most)
}

/// How many checkers each still places.
fn left(at: &Position) -> [u8; 2] {
    at.men.each().map(|men| (TWELVE - men.len()) as u8)
}

impl Position {
    /// The position that has this key: of symmetric ones that with the lowest.
    pub(super) fn of_key(key: u64) -> Position {
        let mut men = TwoColours::EMPTY;
        men[Seat::FIRST] = Squares::from_bits(key >> Cell::COUNT);
        men[Seat::SECOND] = Squares::from_bits(key & ((1 << Cell::COUNT) - 1));
        Position { men }
    }
}

impl Acyclic for PyHyKy {
    fn exact_key(&self, at: &Position) -> u64 {
        let keys = images(at.men.each().map(|men| men.bits() as u32))
            .map(|[white, black]| u64::from(white) << Cell::COUNT | u64::from(black));
        keys.min().expect("there are eight")
    }

    /// Whoever has more already than the other can still get is sure of it, unless the other can make five.
    fn bounds(&self, at: &Position) -> (Wdl, Wdl) {
        let (mover, left) = (at.placer(), left(at));
        let can_make_five = |seat: Seat| {
            let (own, other) = (at.men[seat], at.men[seat.other()]);
            FIVES.iter().any(|line| !line.meets(other) && (*line & !own).len() <= left[seat.index()].into())
        };
        let (five, other_five) = (can_make_five(mover), can_make_five(mover.other()));
        if five && other_five {
            return (Wdl::Loss, Wdl::Win);
        }
        let [low, high] = &*IN_LINES;
        let lines = |seat: Seat| {
            let men = at.men[seat].bits() as u32;
            low[(men & LOW_SET) as usize] | high[(men >> LOW) as usize]
        };
        let (own, other) = (lines(mover), lines(mover.other()));
        let (now, most) = prospects(own, other, left[mover.index()]);
        let (other_now, other_most) = prospects(other, own, left[mover.other().index()]);
        let sure = |now: Runs, most: Runs, five: bool| match now.cmp(&most) {
            _ if five => Wdl::Loss,
            Ordering::Less => Wdl::Loss,
            Ordering::Equal => Wdl::Draw,
            Ordering::Greater => Wdl::Win,
        };
        (sure(now, other_most, other_five), sure(other_now, most, five).reversed())
    }
}
