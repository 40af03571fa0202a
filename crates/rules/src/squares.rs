//! Sets of squares in one machine word.

mod word;

pub use word::{Ones, WideOnes, Word};

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign};

/// A square, point or pit with a number: what a set can hold.
pub trait Indexed: Copy {
    /// Its number, counted from 0.
    fn index(self) -> usize;

    /// The one with this number.
    fn from_index(index: usize) -> Self;
}

/// A set of squares `P`, one bit of `W` for each: `Squares<Square<8, 8>>` is a bitboard.
///
/// It is copied like a number and costs what the number would cost. `|`, `&`, `^` and `-` join, intersect, tell apart
/// and take away; `!` has every bit of the word that the set has not, those beyond the board included.
///
/// ```
/// use parlour_rules::Squares;
/// use parlour_rules::grid::Square;
///
/// type Cell = Square<8, 8>;
/// let corners: Squares<Cell> = [Cell::at(0, 0), Cell::at(7, 7)].into_iter().collect();
/// let men = corners.with(Cell::at(3, 3));
/// assert!(men.contains(Cell::at(7, 7)) && !corners.contains(Cell::at(3, 3)));
/// assert_eq!((men - corners).iter().map(|cell| cell.to_string()).collect::<Vec<_>>(), ["d4"]);
/// ```
pub struct Squares<P, W = u64> {
    bits: W,
    of: PhantomData<fn() -> P>,
}

impl<P, W: Copy> Squares<P, W> {
    /// The set whose squares have these bits.
    #[inline]
    pub const fn from_bits(bits: W) -> Self {
        Squares { bits, of: PhantomData }
    }

    /// Its squares as bits.
    #[inline]
    pub const fn bits(self) -> W {
        self.bits
    }
}

impl<P, W: Word> Squares<P, W> {
    /// No square.
    pub const EMPTY: Self = Squares::from_bits(W::ZERO);

    /// Whether it has no square.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == W::ZERO
    }

    /// How many squares it has.
    #[inline]
    pub fn len(self) -> u32 {
        self.bits.count()
    }

    /// Whether it has some square of the other.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether it has all squares of the other.
    #[inline]
    pub fn includes(self, other: Self) -> bool {
        (other - self).is_empty()
    }

    /// Its lowest square as a set; none if it is empty.
    #[inline]
    #[must_use]
    pub fn first_alone(self) -> Self {
        Squares::from_bits(self.bits.lowest_alone())
    }

    /// The set without its lowest square.
    #[inline]
    #[must_use]
    pub fn without_first(self) -> Self {
        Squares::from_bits(self.bits.without_lowest())
    }

    /// All bits below its lowest square; every bit if it is empty.
    #[inline]
    #[must_use]
    pub fn below_first(self) -> Self {
        Squares::from_bits(self.bits.below_lowest())
    }

    /// All bits above its highest square; every bit if it is empty.
    #[inline]
    #[must_use]
    pub fn above_last(self) -> Self {
        Squares::from_bits(self.bits.above_highest())
    }

    /// Every square turned into the one as far from the other end of the word.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Self {
        Squares::from_bits(self.bits.reversed())
    }

    /// Every square moved on by so many numbers, or back by a negative one. What leaves the word may come back at its
    /// other end: leave it out before or after.
    #[inline]
    #[must_use]
    pub fn shift(self, by: i8) -> Self {
        Squares::from_bits(self.bits.shifted(by))
    }

    /// Each of its squares as a set of one, lowest first.
    #[inline]
    pub fn each_alone(self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let first = (!rest.is_empty()).then(|| rest.first_alone())?;
            rest ^= first;
            Some(first)
        })
    }
}

impl<P: Indexed, W: Word> Squares<P, W> {
    /// The set of one square.
    #[inline]
    pub fn of(square: P) -> Self {
        Squares::from_bits(W::bit(square.index()))
    }

    /// Whether it has this square.
    #[inline]
    pub fn contains(self, square: P) -> bool {
        self.meets(Squares::of(square))
    }

    /// The set with this square.
    #[inline]
    #[must_use]
    pub fn with(self, square: P) -> Self {
        self | Squares::of(square)
    }

    /// The set without this square.
    #[inline]
    #[must_use]
    pub fn without(self, square: P) -> Self {
        self - Squares::of(square)
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: P) {
        *self = self.with(square);
    }

    /// Takes a square away.
    #[inline]
    pub fn remove(&mut self, square: P) {
        *self = self.without(square);
    }

    /// Moves a square of the set to one that it has not.
    #[inline]
    pub fn relocate(&mut self, from: P, to: P) {
        *self ^= Squares::of(from) | Squares::of(to);
    }

    /// Its lowest square.
    #[inline]
    pub fn first(self) -> Option<P> {
        (!self.is_empty()).then(|| P::from_index(self.bits.lowest() as usize))
    }

    /// Its highest square.
    #[inline]
    pub fn last(self) -> Option<P> {
        (!self.is_empty()).then(|| P::from_index(self.bits.highest() as usize))
    }

    /// Its squares, lowest first.
    #[inline]
    pub fn iter(self) -> Iter<P, W> {
        Iter { ones: self.bits.ones(), of: PhantomData }
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Iter<P, W: Word> {
    ones: W::Ones,
    of: PhantomData<fn() -> P>,
}

impl<P: Indexed, W: Word> Iterator for Iter<P, W> {
    type Item = P;

    #[inline]
    fn next(&mut self) -> Option<P> {
        self.ones.next().map(P::from_index)
    }
}

impl<P: Indexed, W: Word> IntoIterator for Squares<P, W> {
    type Item = P;
    type IntoIter = Iter<P, W>;

    #[inline]
    fn into_iter(self) -> Iter<P, W> {
        self.iter()
    }
}

impl<P: Indexed, W: Word> FromIterator<P> for Squares<P, W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = P>>(squares: I) -> Self {
        squares.into_iter().fold(Squares::EMPTY, Squares::with)
    }
}

impl<P: Indexed, W: Word> Extend<P> for Squares<P, W> {
    fn extend<I: IntoIterator<Item = P>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.insert(square));
    }
}

impl<P, W: Word> FromIterator<Squares<P, W>> for Squares<P, W> {
    /// The squares of all sets.
    #[inline]
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Squares::EMPTY, |all, set| all | set)
    }
}

impl<P: Indexed, W: Word> From<P> for Squares<P, W> {
    #[inline]
    fn from(square: P) -> Self {
        Squares::of(square)
    }
}

macro_rules! operators {
    ($($operator:ident $function:ident $assigning:ident $assign:ident |$one:ident, $other:ident| $what:expr;)*) => { $(
        impl<P, W: Word> $operator for Squares<P, W> {
            type Output = Self;

            #[inline]
            fn $function(self, other: Self) -> Self {
                let ($one, $other) = (self.bits, other.bits);
                Squares::from_bits($what)
            }
        }

        impl<P, W: Word> $assigning for Squares<P, W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $operator::$function(*self, other);
            }
        }
    )* };
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign |one, other| one & other;
    BitOr bitor BitOrAssign bitor_assign |one, other| one | other;
    BitXor bitxor BitXorAssign bitxor_assign |one, other| one ^ other;
    Sub sub SubAssign sub_assign |one, other| one & !other;
}

impl<P, W: Word> Not for Squares<P, W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Squares::from_bits(!self.bits)
    }
}

impl<P, W: Word> Shl<u32> for Squares<P, W> {
    type Output = Self;

    #[inline]
    fn shl(self, by: u32) -> Self {
        Squares::from_bits(self.bits << by)
    }
}

impl<P, W: Word> Shr<u32> for Squares<P, W> {
    type Output = Self;

    #[inline]
    fn shr(self, by: u32) -> Self {
        Squares::from_bits(self.bits >> by)
    }
}

// Written out, because a derived one would ask the same of the squares.
impl<P, W: Copy> Clone for Squares<P, W> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, W: Copy> Copy for Squares<P, W> {}

impl<P, W: Word> Default for Squares<P, W> {
    fn default() -> Self {
        Squares::EMPTY
    }
}

impl<P, W: PartialEq> PartialEq for Squares<P, W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<P, W: Eq> Eq for Squares<P, W> {}

impl<P, W: Hash + Copy> Hash for Squares<P, W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }

    /// As an array of words is hashed: two narrow ones at a time.
    #[inline]
    fn hash_slice<H: Hasher>(sets: &[Self], state: &mut H) {
        let (pairs, rest) = sets.as_chunks::<2>();
        for [one, other] in pairs {
            W::hash_slice(&[one.bits, other.bits], state);
        }
        for set in rest {
            W::hash_slice(&[set.bits], state);
        }
    }
}

impl<P: Indexed + fmt::Debug, W: Word> fmt::Debug for Squares<P, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What can be done when the program is built, for each width.
macro_rules! constants {
    ($($word:ident)*) => { $(
        impl<P> Squares<P, $word> {
            /// The set with one more square, given by its number, when the program is built.
            #[must_use]
            pub const fn with_index(self, index: usize) -> Self {
                Squares::from_bits(self.bits | 1 << index)
            }

            /// Whether it has the square with this number.
            pub const fn has_index(self, index: usize) -> bool {
                self.bits >> index & 1 != 0
            }

            /// The squares of both, when the program is built.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Squares::from_bits(self.bits | other.bits)
            }

            /// The set of the squares with these numbers, counted from 0.
            pub const fn of_indices(indices: &[usize]) -> Self {
                let (mut bits, mut nth) = (0, 0);
                while nth < indices.len() {
                    bits |= 1 << indices[nth];
                    nth += 1;
                }
                Squares::from_bits(bits)
            }
        }
    )* };
}

constants! { u8 u16 u32 u64 u128 }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;
    use std::collections::BTreeSet;

    type Cell = Square<8, 8>;
    type Wide = Square<11, 11>;

    /// Holds every operation against the same on a set of the standard library.
    fn agrees<P: Indexed + Ord + fmt::Debug, W: Word>(all: &[P]) {
        let made = |step: usize, from: usize| -> (Squares<P, W>, BTreeSet<P>) {
            let chosen: Vec<P> = all.iter().skip(from).step_by(step).copied().collect();
            (chosen.iter().copied().collect(), chosen.into_iter().collect())
        };
        for (step, from) in [(1, 0), (2, 1), (3, 0), (5, 4), (7, 2), (200, 0)] {
            let ((one, ones), (other, others)) = (made(step, from), made(2, 0));
            let same = |set: Squares<P, W>, known: BTreeSet<P>| {
                assert_eq!(set.iter().collect::<Vec<_>>(), known.iter().copied().collect::<Vec<_>>());
                assert_eq!((set.len() as usize, set.is_empty()), (known.len(), known.is_empty()));
                assert_eq!((set.first(), set.last()), (known.first().copied(), known.last().copied()));
                let alone: Vec<P> = set.each_alone().filter_map(Squares::first).collect();
                assert_eq!(alone, known.into_iter().collect::<Vec<_>>());
            };
            same(one | other, &ones | &others);
            same(one & other, &ones & &others);
            same(one ^ other, &ones ^ &others);
            same(one - other, &ones - &others);
            assert_eq!(
                (one.meets(other), one.includes(other)),
                (!ones.is_disjoint(&others), ones.is_superset(&others))
            );
            for square in all.iter().copied() {
                assert_eq!(one.contains(square), ones.contains(&square));
                assert!(one.with(square).contains(square) && !one.without(square).contains(square));
                assert_eq!(one.without(square).len() + 1, one.with(square).len());
            }
        }
    }

    #[test]
    fn sets_of_every_width_do_what_sets_do() {
        agrees::<Cell, u64>(&Cell::all().collect::<Vec<_>>());
        agrees::<Square<5, 5>, u32>(&Square::all().collect::<Vec<_>>());
        agrees::<Wide, u128>(&Wide::all().collect::<Vec<_>>());
    }

    #[test]
    fn squares_move_up_and_down() {
        let d4: Squares<Cell> = Cell::at(3, 3).into();
        assert_eq!(d4.shift(8), Cell::at(3, 4).into());
        assert_eq!(d4.shift(-9), Cell::at(2, 2).into());
        assert_eq!(d4 << 1, Cell::at(4, 3).into());
        assert_eq!(d4.reversed(), Cell::at(4, 4).into());
        let k11: Squares<Wide, u128> = Wide::at(10, 10).into();
        assert_eq!(k11.shift(-11), Wide::at(10, 9).into());
        assert_eq!(k11.below_first().len(), 120);
        assert_eq!(Squares::<Cell>::EMPTY.below_first().len(), 64);
    }

    #[test]
    fn a_man_is_relocated() {
        let mut men: Squares<Cell> = [Cell::at(0, 0), Cell::at(1, 1)].into_iter().collect();
        men.relocate(Cell::at(0, 0), Cell::at(5, 5));
        assert_eq!(men, Squares::<Cell>::of_indices(&[9, 45]));
        men.insert(Cell::at(0, 0));
        men.remove(Cell::at(5, 5));
        assert_eq!(format!("{men:?}"), "{a1, b2}");
    }
}
