//! Keys for proving Py Hy Ky by search: checkers are only ever added, so no position comes back.

use super::lines::{InLines, LineCounts};
use super::{Cell, FIVES, Place, Position, PyHyKy, Squares, TwoColours};
use crate::five_by_five::images;
use crate::two_colours::TWELVE;
use rules::prelude::*;
use std::cmp::Ordering;
use std::sync::LazyLock;

/// By the checkers that a side still places: the fours and threes that it has in a line, and those that it may come to have.
static PROSPECTS: LazyLock<[LineCounts; TWELVE as usize + 1]> = LazyLock::new(|| {
    std::array::from_fn(|left| {
        LineCounts::new(|line| {
            let may_have = |size: u8| line.open(size).any(|held| usize::from(size - held) <= left);
            let [four, three, may_four, may_three] =
                [line.has_run(4), line.has_run(3), may_have(4), may_have(3)].map(u8::from);
            [four, three, may_four, may_three, 0, 0, 0, 0]
        })
    })
});

/// Fours, then threes: what decides a full board.
type Runs = (u8, u8);

/// What one side has and can still get: the runs as they stand, and the most that it can come to. In no line there is more than
/// one run, a four stays a four unless it becomes a five, and a three unless it becomes more.
fn prospects(own: InLines, other: InLines, left: u8) -> (Runs, Runs) {
    let [fours, threes, most_fours, most_threes, ..] = PROSPECTS[usize::from(left)].sums(own, other);
    ((fours, threes), (most_fours, most_threes))
}

/// How one side stands with its fives.
#[derive(Clone, Copy)]
struct Fives {
    /// Whether it can still make one.
    possible: bool,
    /// The squares that would complete one.
    threats: Squares,
}

impl Fives {
    fn of(own: Squares, other: Squares, left: u8) -> Fives {
        let mut fives = Fives { possible: false, threats: Squares::EMPTY };
        for line in FIVES.into_iter().filter(|line| !line.meets(other)) {
            let missing = line & !own;
            fives.possible |= missing.len() <= left.into();
            if missing.len() == 1 {
                fives.threats |= missing;
            }
        }
        fives
    }
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
        let [white, black] = at.men.each().map(Squares::bits);
        images(white << Cell::COUNT | black).into_iter().min().expect("there are eight")
    }

    /// Whoever is to move and can complete a five wins; who has to prevent two does not. Whoever has more already than the other
    /// can still get is sure of it, unless the other can make five.
    fn bounds(&self, at: &Position) -> (Wdl, Wdl) {
        let (mover, left) = (at.placer(), left(at));
        let [fives, other_fives] =
            [mover, mover.other()].map(|seat| Fives::of(at.men[seat], at.men[seat.other()], left[seat.index()]));
        if fives.possible && !fives.threats.is_empty() {
            return (Wdl::Win, Wdl::Win);
        }
        // Black's turn of two checkers is over before anybody can have four in line, so one threat of two is left.
        if other_fives.possible && other_fives.threats.len() > 1 {
            return (Wdl::Loss, Wdl::Loss);
        }
        if fives.possible && other_fives.possible {
            return (Wdl::Loss, Wdl::Win);
        }
        let (own, other) = (InLines::from(at.men[mover]), InLines::from(at.men[mover.other()]));
        let (now, most) = prospects(own, other, left[mover.index()]);
        let (other_now, other_most) = prospects(other, own, left[mover.other().index()]);
        let sure = |now: Runs, most: Runs, five: bool| match now.cmp(&most) {
            _ if five => Wdl::Loss,
            Ordering::Less => Wdl::Loss,
            Ordering::Equal => Wdl::Draw,
            Ordering::Greater => Wdl::Win,
        };
        (sure(now, other_most, other_fives.possible), sure(other_now, most, fives.possible).reversed())
    }

    /// Whoever cannot complete a five has to prevent the other's.
    fn forced(&self, at: &Position) -> Option<Place> {
        let mover = at.placer();
        let [own, other] = [mover, mover.other()].map(|seat| at.men[seat]);
        let fives = Fives::of(other, own, left(at)[mover.other().index()]);
        fives.threats.into_iter().next().filter(|_| fives.possible).map(Place)
    }
}
