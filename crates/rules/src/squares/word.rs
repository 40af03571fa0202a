//! The machine words that sets of squares are made of.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer whose bits are squares: `u8`, `u16`, `u32`, `u64` or `u128`, whichever the board needs.
pub trait Word:
    Copy
    + Ord
    + Hash
    + fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// The numbers of its bits, lowest first.
    type Ones: Iterator<Item = usize> + Clone + fmt::Debug;

    /// The numbers of its bits, lowest first.
    fn ones(self) -> Self::Ones;
    /// The word with this one bit.
    #[must_use]
    fn bit(index: usize) -> Self;
    /// How many bits it has.
    fn count(self) -> u32;
    /// The number of its lowest bit; how many bits there could be if there is none.
    fn lowest(self) -> u32;
    /// The word with its lowest bit alone.
    #[must_use]
    fn lowest_alone(self) -> Self;
    /// The word without its lowest bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The bits below its lowest; all of them if it has none.
    #[must_use]
    fn below_lowest(self) -> Self;
    /// The bits above its highest; all of them if it has none.
    #[must_use]
    fn above_highest(self) -> Self;
    /// The number of its highest bit, of which there must be one.
    fn highest(self) -> u32;
    /// The last bit first.
    #[must_use]
    fn reversed(self) -> Self;
    /// All bits moved up, or down by a negative number. What leaves the word may come back at its other end.
    #[must_use]
    fn shifted(self, by: i8) -> Self;
}

/// The bits of a word, lowest first.
#[derive(Clone, Debug)]
pub struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        lowest
    }
}

/// The bits of a wide word, lowest first, a machine word at a time.
#[derive(Clone, Debug)]
pub struct WideOnes {
    word: u64,
    above: u64,
    first: usize,
}

impl Iterator for WideOnes {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.word == 0 {
            (self.word, self.above, self.first) = (self.above, 0, 64);
        }
        let lowest = (self.word != 0).then(|| self.first + self.word.trailing_zeros() as usize);
        self.word &= self.word.wrapping_sub(1);
        lowest
    }
}

macro_rules! words {
    ($($word:ident $ones:ident |$set:ident| $make:expr, |$bits:ident, $by:ident| $shift:expr;)*) => { $(
        impl Word for $word {
            const ZERO: $word = 0;
            type Ones = $ones;

            #[inline]
            fn ones(self) -> $ones {
                let $set = self;
                $make
            }
            #[inline]
            fn bit(index: usize) -> $word {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn lowest_alone(self) -> $word {
                self & self.wrapping_neg()
            }
            #[inline]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn below_lowest(self) -> $word {
                self.lowest_alone().wrapping_sub(1)
            }
            #[inline]
            fn above_highest(self) -> $word {
                $word::MAX.checked_shl($word::BITS - self.leading_zeros()).unwrap_or(0)
            }
            #[inline]
            fn highest(self) -> u32 {
                self.ilog2()
            }
            #[inline]
            fn reversed(self) -> $word {
                self.reverse_bits()
            }
            #[inline]
            fn shifted(self, by: i8) -> $word {
                let ($bits, $by) = (self, by);
                $shift
            }
        }
    )* };
}

words! {
    u8 Ones |set| Ones(set.into()), |bits, by| bits.rotate_left(by.rem_euclid(8) as u32);
    u16 Ones |set| Ones(set.into()), |bits, by| bits.rotate_left(by.rem_euclid(16) as u32);
    u32 Ones |set| Ones(set.into()), |bits, by| bits.rotate_left(by.rem_euclid(32) as u32);
    u64 Ones |set| Ones(set), |bits, by| bits.rotate_left(by.rem_euclid(64) as u32);
    // Turning a wide word takes twice the work of moving it.
    u128 WideOnes |set| WideOnes { word: set as u64, above: (set >> 64) as u64, first: 0 },
        |bits, by| if by > 0 { bits << by } else { bits >> -by };
}
