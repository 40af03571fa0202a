//! The 112 squares that men use, as bits of one word, and the places that matter on them.

use crate::hops::Way;
use rules::prelude::*;

/// A square of the board of fifteen by fifteen.
pub type Fifteen = Square<15, 15>;

/// A square that men use, numbered row by row from b1.
#[derive(Clone, Copy, Debug)]
pub struct PlayedSquare(u8);

impl Indexed for PlayedSquare {
    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> PlayedSquare {
        PlayedSquare(index as u8)
    }
}

impl From<PlayedSquare> for Fifteen {
    #[inline]
    fn from(PlayedSquare(number): PlayedSquare) -> Fifteen {
        square(number.into())
    }
}

/// They are the first sites of the board.
impl From<PlayedSquare> for SiteId {
    fn from(PlayedSquare(number): PlayedSquare) -> SiteId {
        SiteId(number.into())
    }
}

/// Squares that men use.
pub type Squares = rules::Squares<PlayedSquare, u128>;

/// How many squares the men use: every other one.
pub const PLAYED: usize = Fifteen::COUNT / 2;
/// All of them.
pub const EVERY: Squares = Squares::from_bits((1 << PLAYED) - 1);
/// Two rows up on the same file, in bits.
const TWO_ROWS: u32 = 15;

/// The four diagonal directions.
pub static WAYS: [Way<Squares>; 4] = [way(1, 1), way(-1, 1), way(1, -1), way(-1, -1)];

/// The neighbours of each square.
pub static NEAR: [Squares; PLAYED] = {
    let mut near = [Squares::EMPTY; PLAYED];
    let mut nth = 0;
    while nth < 4 * PLAYED {
        if let Some(neighbour) = square(nth / 4).step(grid::DIAGONAL[nth % 4]) {
            near[nth / 4] = near[nth / 4].union(one(neighbour));
        }
        nth += 1;
    }
    near
};

/// What a seat has to fill around its goal's line of blocks.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Seven squares beyond the blocks, for the first colour.
    pub outside: Squares,
    /// Seven squares before the blocks, for the second colour.
    pub inside: Squares,
    /// The first, third, ... of the eight squares between the blocks.
    pub odd: Squares,
    /// The second, fourth, ... of them.
    pub even: Squares,
    /// Whether the outside is above.
    outside_above: bool,
}

/// The goals of the two seats.
pub static GOALS: [Goal; 2] = [goal(10, true), goal(6, false)];

/// The set of one square, empty for a square that men never use.
pub const fn one(square: Fifteen) -> Squares {
    if square.index() % 2 == 1 { Squares::EMPTY.with_index(square.index() / 2) } else { Squares::EMPTY }
}

/// The square with this number among those that men use.
pub const fn square(index: usize) -> Fifteen {
    Fifteen::from_index(2 * index + 1)
}

/// The squares of a set, row by row from b1.
pub fn squares(set: Squares) -> impl Iterator<Item = Fifteen> {
    set.iter().map(Fifteen::from)
}

/// A square's site; the squares that men use are the first sites of the board.
pub fn site(square: Fifteen) -> SiteId {
    SiteId(square.index() as u16 / 2)
}

/// The squares of a row, counted from 1, leaving out so many at each end.
pub const fn row(number: u8, left_out: u32) -> Squares {
    let (mut set, mut column) = (Squares::EMPTY, 0);
    while column < 15 {
        set = set.union(one(Fifteen::at(column, number - 1)));
        column += 1;
    }
    let first = set.bits().trailing_zeros();
    let length = set.bits().count_ones() - 2 * left_out;
    Squares::from_bits(((1 << length) - 1) << (first + left_out))
}

/// Whether one of the fourteen blocks stands here.
pub fn is_block(square: Fifteen) -> bool {
    square.column() % 2 == 1 && matches!(square.row(), 5 | 9)
}

const fn way(columns: i8, rows: i8) -> Way<Squares> {
    let (mut from, mut index) = (Squares::EMPTY, 0);
    while index < PLAYED {
        if square(index).step((columns, rows)).is_some() {
            from = from.with_index(index);
        }
        index += 1;
    }
    // Rows have seven and eight squares in turn, so that the two diagonals are seven and eight bits on.
    Way::new(if columns == rows { 8 * rows } else { 7 * rows }, from)
}

const fn goal(line: u8, outside_above: bool) -> Goal {
    let (above, below) = (row(line + 1, 0), row(line - 1, 0));
    let (outside, inside) = if outside_above { (above, below) } else { (below, above) };
    let first = row(line, 0).bits().trailing_zeros();
    let (odd, even) = (Squares::from_bits(0b0101_0101 << first), Squares::from_bits(0b1010_1010 << first));
    Goal { outside, inside, odd, even, outside_above }
}

impl Goal {
    /// All 22 of its squares.
    pub fn places(&self) -> Squares {
        self.outside | self.inside | self.odd | self.even
    }

    /// The men who are fixed: outside and inside of one block are both right.
    pub fn locked(&self, [first, second]: [Squares; 2]) -> Squares {
        let (outside, inside) = (first & self.outside, second & self.inside);
        if self.outside_above {
            let pairs = outside & inside << TWO_ROWS;
            pairs | pairs >> TWO_ROWS
        } else {
            let pairs = outside & inside >> TWO_ROWS;
            pairs | pairs << TWO_ROWS
        }
    }

    /// How many men stand as they should, with the colours between the blocks alternating the better way.
    pub fn in_order(&self, [first, second]: [Squares; 2]) -> u32 {
        let alternates = |one: Squares, other: Squares| (one & self.odd).len() + (other & self.even).len();
        let between = alternates(first, second).max(alternates(second, first));
        (first & self.outside).len() + (second & self.inside).len() + between
    }

    /// Whether all 22 men stand as they should.
    pub fn is_complete(&self, [first, second]: [Squares; 2]) -> bool {
        let alternates = |one: Squares, other: Squares| one.includes(self.odd) && other.includes(self.even);
        first.includes(self.outside)
            && second.includes(self.inside)
            && (alternates(first, second) || alternates(second, first))
    }
}
