//! Numbering the positions of Tigh with few checkers left, modulo the eight symmetries of the board.
//!
//! A board is the class of the mover's checkers under the symmetries, times the place of the other's on the squares left free;
//! where the mover's checkers have symmetries of their own, the lowest of the places they lead to counts. The boards of a tier
//! come first, without passes to remember; then those on which the seat to move is blocked and has passed already, and those on
//! which the other is blocked and has just passed. The passes of a seat that can move again make no difference.

use super::{PATIENCE, Position, Squares, Tigh, TwoColours};
use crate::five_by_five::images;
use crate::two_colours::TWELVE;
use crate::two_sides::Men;
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};
use std::sync::{LazyLock, OnceLock};

const BOARD: Squares = TwoColours::<5, 5>::BOARD;
/// A side with fewer checkers has lost.
const TWO: u8 = 2;
/// Boards with more checkers are not numbered: finding those on which a seat is blocked would take too long.
const NUMBERED: u32 = 8;
/// Sizes of sets of checkers, none included.
const SIZES: usize = (NUMBERED - TWO as u32) as usize + 1;

/// The classes of sets of squares, by their size.
static CLASSES: [OnceLock<Classes>; SIZES] = [const { OnceLock::new() }; SIZES];
/// The boards on which a seat is blocked, by the checkers of the mover and of the other.
static BLOCKED: LazyLock<Vec<[OnceLock<Blocked>; SIZES]>> =
    LazyLock::new(|| (0..SIZES).map(|_| [const { OnceLock::new() }; SIZES]).collect());

/// All sets of so many squares, up to symmetry.
struct Classes {
    /// The first set of each class.
    first: Vec<Squares>,
    /// For each set, by its place: its class.
    class: Vec<u32>,
}

impl Classes {
    fn of(size: u8) -> &'static Classes {
        CLASSES[usize::from(size)].get_or_init(|| {
            let count = choose(BOARD.len(), size.into());
            let (mut first, mut class) = (Vec::new(), vec![u32::MAX; count as usize]);
            for place in 0..count {
                if class[place as usize] != u32::MAX {
                    continue;
                }
                let set: Squares = unrank(place, size.into(), BOARD);
                for [image] in images([set.bits() as u32]) {
                    class[rank(Squares::from_bits(image.into()), BOARD) as usize] = first.len() as u32;
                }
                first.push(set);
            }
            Classes { first, class }
        })
    }
}

/// The numbers of boards on which a seat cannot move, in their order.
struct Blocked {
    mover: Vec<u64>,
    other: Vec<u64>,
}

impl Blocked {
    fn of(tier: Men) -> &'static Blocked {
        BLOCKED[usize::from(tier.own)][usize::from(tier.other)].get_or_init(|| {
            let mut blocked = Blocked { mover: Vec::new(), other: Vec::new() };
            for (number, at) in (0..boards(tier)).filter_map(|number| Some((number, board(tier, number)?))) {
                if !at.can_move(at.to_move) {
                    blocked.mover.push(number);
                }
                if !at.can_move(at.to_move.other()) {
                    blocked.other.push(number);
                }
            }
            blocked
        })
    }
}

/// The places of the other's checkers among the squares that the mover's leave free.
fn places(tier: Men) -> u64 {
    choose(BOARD.len() - u32::from(tier.own), tier.other.into())
}

/// How many numbers the boards of a tier have.
fn boards(tier: Men) -> u64 {
    Classes::of(tier.own).first.len() as u64 * places(tier)
}

/// The number of the board, passes left aside.
fn number_of_board(at: &Position, tier: Men) -> u64 {
    let classes = Classes::of(tier.own);
    let [own, other] = [at.men[at.to_move], at.men[at.to_move.other()]];
    let class = classes.class[rank(own, BOARD) as usize];
    let first = classes.first[class as usize];
    let places_of_other = images([own.bits() as u32, other.bits() as u32])
        .filter(|[own, _]| u64::from(*own) == first.bits())
        .map(|[_, other]| rank(Squares::from_bits(other.into()), BOARD & !first));
    u64::from(class) * places(tier) + places_of_other.min().expect("a symmetry leads to the first of the class")
}

/// The position with a board and no passes to remember; `None` where a symmetric board has another number.
fn board(tier: Men, number: u64) -> Option<Position> {
    let own = Classes::of(tier.own).first[(number / places(tier)) as usize];
    let mut men = TwoColours::EMPTY;
    men[Seat::FIRST] = own;
    men[Seat::SECOND] = unrank(number % places(tier), tier.other.into(), BOARD & !own);
    let at = Position { men, placing: false, ..Position::START };
    (number_of_board(&at, tier) == number).then_some(at)
}

/// Passes that a blocked seat to move can look back on.
const OWN_PASSES: u64 = PATIENCE as u64 - 1;
/// Passes that its other can.
const OTHER_PASSES: u64 = PATIENCE as u64;

impl Tiers for Tigh {
    type Tier = Men;
    const MEN: u32 = 6;

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
}
