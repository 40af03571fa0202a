//! Numbering positions, so that they can be solved and looked up.

use crate::squares::{Squares, Word};
use crate::{Rules, Unreadable};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A game whose positions can be numbered. A *tier* is a set of positions that are numbered together; tiers that can reach
/// each other form a *group*, and a group leads only to itself and to earlier groups. Only positions at the start of a
/// turn are numbered; symmetric positions share a number.
pub trait Tiers: Rules {
    /// A tier's name, such as `4-3`.
    type Tier: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = Unreadable> + Send + Sync + 'static;

    /// How many men on the board are worth solving on a home computer in a few minutes.
    const MEN: u32;

    /// The groups of tiers with at most so many men on the board, each after those it leads to.
    fn groups(&self, men: u32) -> Vec<Vec<Self::Tier>>;

    /// How many numbers a tier has, those without a position included.
    fn size(&self, tier: Self::Tier) -> u64;

    /// The tier and number of a position at the start of a turn; `None` if it belongs to no tier. Turns of numbered
    /// positions lead to numbered positions, or to positions without a step.
    fn number(&self, at: &Self::Position) -> Option<(Self::Tier, u64)>;

    /// The tier that a position at the start of a turn would be in, without working out its number: asked at every node
    /// of a search.
    fn tier(&self, at: &Self::Position) -> Option<Self::Tier> {
        self.number(at).map(|(tier, _)| tier)
    }

    /// The position with this number; `None` where the numbering has a hole.
    fn position(&self, tier: Self::Tier, number: u64) -> Option<Self::Position>;
}

/// The number of ways to choose `k` of `n`.
pub const fn choose(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let (mut result, mut nth) = (1u64, 0);
    while nth < k {
        result = result * (n - nth) as u64 / (nth + 1) as u64;
        nth += 1;
    }
    result
}

/// The place of a set among all sets of its size within `ground`, which contains it.
pub fn rank<P, W: Word>(set: Squares<P, W>, ground: Squares<P, W>) -> u64 {
    (1..).zip(set.each_alone()).map(|(k, square)| choose((ground & square.below_first()).len(), k)).sum()
}

/// The set of `size` squares with this place within `ground`.
pub fn unrank<P, W: Word>(mut rank: u64, size: u32, ground: Squares<P, W>) -> Squares<P, W> {
    let squares: Vec<Squares<P, W>> = ground.each_alone().collect();
    let mut set = Squares::EMPTY;
    let mut index = squares.len() as u32;
    for k in (1..=size).rev() {
        // The highest square whose lower ones cannot hold as many sets.
        while choose(index, k) > rank {
            index -= 1;
        }
        rank -= choose(index, k);
        set |= squares[index as usize];
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;

    #[test]
    fn sets_and_their_places_are_one_to_one() {
        let ground: Squares<Square<4, 3>, u32> = Squares::from_bits(0b1011_0111_1101);
        for size in 0..=4 {
            let count = choose(ground.len(), size);
            for place in 0..count {
                let set = unrank(place, size, ground);
                assert_eq!((ground.includes(set), set.len(), rank(set, ground)), (true, size, place));
            }
        }
        assert_eq!((choose(24, 9), choose(3, 5), choose(7, 0)), (1_307_504, 0, 1));
    }
}
