//! Numbering the positions of Tigh with few checkers left, modulo the eight symmetries of the board.
//!
//! A board is the class of the mover's checkers under the symmetries, times the place of the other's on the squares left free;
//! where the mover's checkers have symmetries of their own, the lowest of the places they lead to counts. The boards of a tier
//! come first, without passes to remember; then those on which the seat to move is blocked and has passed already, and those on
//! which the other is blocked and has just passed. The passes of a seat that can move again make no difference.

use super::position::BESIDE;
use super::{PATIENCE, Position, Squares, Tigh, TwoColours};
use crate::five_by_five::{self, SYMMETRIES};
use crate::two_colours::TWELVE;
use crate::two_sides::Men;
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};
use std::sync::{LazyLock, OnceLock};

const BOARD: Squares = TwoColours::<5, 5>::BOARD;
/// A side with fewer checkers has lost.
const TWO: u8 = 2;
/// Boards with more checkers are not numbered: they would take days to solve.
const NUMBERED: u32 = 10;
/// Sizes of sets of checkers, none included.
const SIZES: usize = (NUMBERED - TWO as u32) as usize + 1;

/// The classes of sets of squares, by their size.
static CLASSES: [OnceLock<SymmetryClasses>; SIZES] = [const { OnceLock::new() }; SIZES];
/// The boards on which a seat is blocked, by the checkers of the mover and of the other.
static BLOCKED: LazyLock<Vec<[OnceLock<Blocked>; SIZES]>> =
    LazyLock::new(|| (0..SIZES).map(|_| [const { OnceLock::new() }; SIZES]).collect());

/// All sets of so many squares, up to symmetry.
struct SymmetryClasses {
    /// The first set of each class.
    first: Vec<Squares>,
    /// The symmetries, a bit each, that leave the first set of each class as it is.
    kept_by: Vec<u8>,
    /// For each set, by its place: its class, and a symmetry that takes it to the first of its class, in the last three bits.
    class: Vec<u32>,
}

impl SymmetryClasses {
    fn of(size: u8) -> &'static SymmetryClasses {
        CLASSES[usize::from(size)].get_or_init(|| {
            let count = choose(BOARD.len(), size.into());
            let mut classes =
                SymmetryClasses { first: Vec::new(), kept_by: Vec::new(), class: vec![u32::MAX; count as usize] };
            for place in 0..count {
                if classes.class[place as usize] == u32::MAX {
                    classes.add(unrank(place, size.into(), BOARD));
                }
            }
            classes
        })
    }

    /// Adds the class that begins with this set.
    fn add(&mut self, set: Squares) {
        let images: Vec<Squares> = (0..SYMMETRIES).map(|symmetry| image(symmetry, set)).collect();
        for taken in &images {
            let back = (0..SYMMETRIES).find(|symmetry| image(*symmetry, *taken) == set);
            let back = back.expect("symmetries form a group") as u32;
            self.class[rank(*taken, BOARD) as usize] = (self.first.len() as u32) << 3 | back;
        }
        let keeps = (0..).zip(&images).filter(|(_, image)| **image == set);
        self.kept_by.push(keeps.fold(0, |bits, (nth, _)| bits | 1 << nth));
        self.first.push(set);
    }

    /// The class of a set, and a symmetry that takes it to the first of its class.
    fn class(&self, set: Squares) -> (usize, usize) {
        let found = self.class[rank(set, BOARD) as usize];
        ((found >> 3) as usize, (found & 7) as usize)
    }

    /// The images of the other's checkers under the symmetries that leave the first set of a class as it is.
    fn images(&self, class: usize, other: Squares) -> impl Iterator<Item = Squares> {
        let kept_by = self.kept_by[class];
        (0..SYMMETRIES).filter(move |nth| kept_by >> nth & 1 == 1).map(move |nth| image(nth, other))
    }

    /// The lowest place of the other's checkers that the symmetries of the mover's lead to.
    fn lowest_place(&self, class: usize, other: Squares) -> u64 {
        let free = BOARD & !self.first[class];
        if self.kept_by[class] == 1 {
            return rank(other, free);
        }
        let places = self.images(class, other).map(|image| rank(image, free));
        places.min().expect("nothing moved is a symmetry, too")
    }
}

/// Where a symmetry takes a set of squares.
fn image(symmetry: usize, set: Squares) -> Squares {
    Squares::from_bits(five_by_five::image(symmetry, set.bits()))
}

/// The numbers of boards on which a seat cannot move, in their order.
struct Blocked {
    mover: Vec<u64>,
    other: Vec<u64>,
}

impl Blocked {
    fn of(tier: Men) -> &'static Blocked {
        BLOCKED[usize::from(tier.own)][usize::from(tier.other)].get_or_init(|| {
            let [own, other] = [tier.own, tier.other].map(u32::from);
            let mover = blocked(own, other).map(|(blocked, around)| [blocked, around]);
            let idle = blocked(other, own).map(|(blocked, around)| [around, blocked]);
            Blocked { mover: numbers(mover, tier), other: numbers(idle, tier) }
        })
    }
}

/// Every set of so many checkers that cannot move, with every set of so many others who may stand around it.
fn blocked(size: u32, others: u32) -> impl Iterator<Item = (Squares, Squares)> {
    (0..choose(BOARD.len(), size)).flat_map(move |place| {
        let set: Squares = unrank(place, size, BOARD);
        let beside = set.iter().fold(Squares::EMPTY, |beside, square| beside | BESIDE[square.index()]) & !set;
        let free = BOARD & !(set | beside);
        // Without enough others to stand on every square beside there is no such set.
        let more = others.checked_sub(beside.len());
        let sets = more.map_or(0..0, |more| 0..choose(free.len(), more));
        sets.map(move |place| (set, beside | unrank(place, more.unwrap_or(0), free)))
    })
}

/// The numbers of boards with these checkers of the mover and of the other, in their order.
fn numbers(boards: impl Iterator<Item = [Squares; 2]>, tier: Men) -> Vec<u64> {
    let mut numbers: Vec<u64> = boards.map(|men| number_of_board(&position(men), tier)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The position with these checkers of the mover and of the other, and no passes to remember.
fn position([own, other]: [Squares; 2]) -> Position {
    let mut men = TwoColours::EMPTY;
    (men[Seat::FIRST], men[Seat::SECOND]) = (own, other);
    Position { men, placing: false, ..Position::START }
}

/// The places of the other's checkers among the squares that the mover's leave free.
fn places(tier: Men) -> u64 {
    choose(BOARD.len() - u32::from(tier.own), tier.other.into())
}

/// How many numbers the boards of a tier have.
fn boards(tier: Men) -> u64 {
    SymmetryClasses::of(tier.own).first.len() as u64 * places(tier)
}

/// The class of the mover's checkers, and where the other's stand when a symmetry has taken them to the first of their class.
fn classed(at: &Position, classes: &SymmetryClasses) -> (usize, Squares) {
    let (class, symmetry) = classes.class(at.men[at.to_move]);
    (class, image(symmetry, at.men[at.to_move.other()]))
}

/// The number of the board, passes left aside.
fn number_of_board(at: &Position, tier: Men) -> u64 {
    let classes = SymmetryClasses::of(tier.own);
    let (class, other) = classed(at, classes);
    class as u64 * places(tier) + classes.lowest_place(class, other)
}

/// The position with a board and no passes to remember; `None` where a symmetric board has another number.
fn board(tier: Men, number: u64) -> Option<Position> {
    let classes = SymmetryClasses::of(tier.own);
    let (class, place) = ((number / places(tier)) as usize, number % places(tier));
    let own = classes.first[class];
    let other = unrank(place, tier.other.into(), BOARD & !own);
    let lowest = classes.kept_by[class] == 1 || classes.lowest_place(class, other) == place;
    lowest.then(|| position([own, other]))
}

/// Passes that a blocked seat to move can look back on.
const OWN_PASSES: u64 = PATIENCE as u64 - 1;
/// Passes that its other can.
const OTHER_PASSES: u64 = PATIENCE as u64;

impl Tiers for Tigh {
    type Tier = Men;
    const MEN: u32 = 8;
    const SHIPPED: u32 = 6;
    const TAKES_BACK: bool = true;
    const NANOSECONDS: u64 = 2_500;

    fn groups(&self, men: u32) -> Vec<Vec<Men>> {
        Men::groups(TWO, TWELVE as u8, men.min(NUMBERED))
    }

    fn size(&self, tier: Men) -> u64 {
        let Blocked { mover, other } = Blocked::of(tier);
        boards(tier) + OWN_PASSES * mover.len() as u64 + OTHER_PASSES * other.len() as u64
    }

    fn tier(&self, at: &Position) -> Option<Men> {
        let tier = Men::new(at.men[at.to_move].len() as u8, at.men[at.to_move.other()].len() as u8);
        let numbered = tier.own >= TWO && tier.other >= TWO && at.men.count() <= NUMBERED;
        (numbered && !at.placing).then_some(tier)
    }

    fn number(&self, at: &Position) -> Option<(Men, u64)> {
        let tier = self.tier(at)?;
        let board = number_of_board(at, tier);
        if at.passes == 0 || at.passer == at.to_move && at.can_move(at.to_move) {
            return Some((tier, board));
        }
        let Blocked { mover, other } = Blocked::of(tier);
        let passed = u64::from(at.passes) - 1;
        let nth = |boards_of: &Vec<u64>| boards_of.binary_search(&board).ok().map(|nth| nth as u64);
        let place = if at.passer == at.to_move {
            OWN_PASSES * nth(mover)? + passed
        } else {
            OWN_PASSES * mover.len() as u64 + OTHER_PASSES * nth(other)? + passed
        };
        Some((tier, boards(tier) + place))
    }

    fn position(&self, tier: Men, number: u64) -> Option<Position> {
        let Some(place) = number.checked_sub(boards(tier)) else { return board(tier, number) };
        let Blocked { mover, other } = Blocked::of(tier);
        let own = OWN_PASSES * mover.len() as u64;
        let (number, passes, passer) = if place < own {
            (mover[(place / OWN_PASSES) as usize], place % OWN_PASSES, Seat::FIRST)
        } else {
            let place = place - own;
            (other[(place / OTHER_PASSES) as usize], place % OTHER_PASSES, Seat::SECOND)
        };
        Some(Position { passes: passes as u8 + 1, passer, ..board(tier, number)? })
    }

    /// Checkers are captured, some at a time, or the mover takes one off.
    fn leads_to(&self, group: &[Men]) -> Vec<Men> {
        let mut below = Vec::new();
        for tier in group {
            below.extend((TWO..tier.other).map(|left| Men::new(left, tier.own)));
            if tier.own > TWO {
                below.push(Men::new(tier.other, tier.own - 1));
            }
        }
        below.sort_unstable();
        below.dedup();
        below.retain(|tier| !group.contains(tier));
        below
    }

    /// The other side has passed, or has moved without a capture.
    fn before(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        let mover = at.to_move.other();
        let blocked = !at.can_move(at.to_move);
        if at.passes > 0 && at.passer == mover {
            let passes = at.passes - 1;
            let passer = if passes == 0 { Seat::FIRST } else { mover };
            return visit(Position { to_move: mover, passes, passer, ..*at });
        }
        let remembered = if blocked { at.passes } else { 0 };
        let before = Position { to_move: mover, passes: 0, passer: Seat::FIRST, ..*at };
        for to in at.men[mover] {
            for from in BESIDE[to.index()] & at.empty() {
                let mut before = before;
                before.men[mover] = at.men[mover].without(to).with(from);
                if !before.captured_by(from, to).is_empty() {
                    continue;
                }
                if remembered == 0 {
                    visit(before);
                }
                // The passes of a seat that was blocked stay as they are; if it can move now, they make no difference.
                if !before.can_move(at.to_move) {
                    let passes = if blocked { remembered..=remembered } else { 1..=PATIENCE - 1 };
                    passes.filter(|passes| *passes > 0).for_each(|passes| {
                        visit(Position { passes, passer: at.to_move, ..before });
                    });
                }
            }
        }
    }

    fn symmetries(&self, at: &Position) -> u32 {
        let classes = SymmetryClasses::of(at.men[at.to_move].len() as u8);
        let (class, other) = classed(at, classes);
        classes.images(class, other).filter(|image| *image == other).count() as u32
    }
}
