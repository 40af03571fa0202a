//! Numbering positions, so that they can be solved and looked up.

use crate::squares::{Squares, Word};
use crate::{Outcome, Rules, Seat, Spare, Status, Unreadable};
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

    /// How many men on the board are small enough to be part of the program.
    const SHIPPED: u32 = Self::MEN;

    /// Tiers that are part of the program as well: small, but resting on larger ones that are not, or on long work.
    const SHIPPED_BEYOND: &'static [Self::Tier] = &[];

    /// Which way of numbering this is: raised when positions get other numbers, so that files made before are not read wrongly.
    const NUMBERING: u16 = 1;

    /// The groups of tiers with at most so many men on the board, each after those it leads to.
    fn groups(&self, men: u32) -> Vec<Vec<Self::Tier>>;

    /// How many numbers a tier has, those without a position included.
    fn size(&self, tier: Self::Tier) -> u64;

    /// The tiers that are part of the program.
    fn shipped(&self) -> Vec<Self::Tier> {
        let small = self.groups(Self::SHIPPED).into_iter().flatten();
        small.chain(Self::SHIPPED_BEYOND.iter().copied()).collect()
    }

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

    /// The tiers of earlier groups that turns of this group lead to, as far as they are worth holding in memory while it is
    /// solved; others are looked up in their files.
    fn leads_to(&self, _group: &[Self::Tier]) -> Vec<Self::Tier> {
        Vec::new()
    }

    /// Whether [`Tiers::before`] is written. Groups of other games are solved with every turn stored, which takes much more
    /// memory.
    const TAKES_BACK: bool = false;

    /// What solving takes for each number, in nanoseconds of an ordinary processor of 2024, as measured.
    const NANOSECONDS: u64 = 4_000;

    /// Visits every position at the start of a turn from which a turn inside the group leads here, once for each such turn.
    fn before(&self, _at: &Self::Position, _visit: &mut impl FnMut(Self::Position)) {}

    /// What [`Tiers::before`] visits, as tiers and numbers, each with its symmetries, which matter only if they are `counted`.
    #[inline]
    fn numbers_before(&self, at: &Self::Position, counted: bool, visit: &mut impl FnMut(Self::Tier, u64, u32)) {
        self.before(at, &mut |parent| {
            let (tier, number) = self.number(&parent).expect("parents are inside the group");
            visit(tier, number, if counted { self.symmetries(&parent) } else { 1 });
        });
    }

    /// How many symmetries of the numbering leave this position as it is, the one that moves nothing included.
    fn symmetries(&self, _at: &Self::Position) -> u32 {
        1
    }

    /// Counts the turns from here that stay inside the group, and visits the ends of all others.
    fn turns_out(
        &self,
        at: &Self::Position,
        group: &[Self::Tier],
        spare: &mut Spare<Self::Step>,
        visit: &mut impl FnMut(TurnEnd<Self::Position>),
    ) -> u32 {
        turns_out_by_steps(self, at, group, spare, visit)
    }

    /// How turns are taken inside a block, if the game can be solved block by block, which is much faster.
    fn blocks(&self) -> Option<impl Blocks<Self>> {
        None::<NoBlocks>
    }
}

/// A game in which turns inside a group move men of the mover only. A *block* is all numbers of a tier for which the other's men
/// stand alike, and a *place* is a number counted from the first of its block: it stands for the mover's men. So a turn inside the
/// group leads from place to place, and then the sides are exchanged. A block fits into a processor's cache, and of each
/// position only the exchange has to look elsewhere.
///
/// Where the other's men have symmetries, several places stand for the same position: one has its number, the others are holes,
/// and turns lead from all of them.
pub trait Blocks<G: Tiers>: Sync {
    /// What is worked out of the other's men once.
    type Block;

    /// How many places each block of a tier has.
    fn places(&self, tier: G::Tier) -> u32;

    /// The block of a tier whose first number is `nth` times its places.
    fn block(&self, tier: G::Tier, nth: u32) -> Self::Block;

    /// Where the positions of a tier go when the sides are exchanged.
    fn exchanged_tier(&self, tier: G::Tier) -> G::Tier;

    /// The number, in the exchanged tier, of the position in which the same men stand and the other side is to move.
    fn exchanged(&self, block: &Self::Block, place: u32) -> u32;

    /// Whether some places are holes.
    fn has_holes(&self, block: &Self::Block) -> bool;

    /// Visits each place that stands for the same position as this one, itself included, once; the lowest is not a hole.
    fn symmetric(&self, block: &Self::Block, place: u32, visit: &mut impl FnMut(u32));

    /// Visits where each turn from here leads inside its block, and whether it goes on with taking a man.
    fn moves(&self, block: &Self::Block, place: u32, visit: &mut impl FnMut(u32, bool));

    /// Visits every place from which a turn inside the group leads here, once for each such turn.
    fn moves_back(&self, block: &Self::Block, place: u32, visit: &mut impl FnMut(u32));

    /// Visits where a turn that has led here and goes on with taking a man may end. None if no turn does.
    fn takings(&self, block: &Self::Block, place: u32, visit: &mut impl FnMut(TurnEnd<Numbered<G::Tier>>));

    /// The place of the men of `mover`, among those of a block's first position.
    fn place_of(&self, block: &Self::Block, at: &G::Position, mover: Seat) -> u32;
}

/// Of a game that is not solved block by block.
pub enum NoBlocks {}

impl<G: Tiers> Blocks<G> for NoBlocks {
    type Block = ();

    fn places(&self, _: G::Tier) -> u32 {
        match *self {}
    }

    fn block(&self, _: G::Tier, _: u32) {
        match *self {}
    }

    fn exchanged_tier(&self, _: G::Tier) -> G::Tier {
        match *self {}
    }

    fn exchanged(&self, (): &(), _: u32) -> u32 {
        match *self {}
    }

    fn has_holes(&self, (): &()) -> bool {
        match *self {}
    }

    fn symmetric(&self, (): &(), _: u32, _: &mut impl FnMut(u32)) {
        match *self {}
    }

    fn moves(&self, (): &(), _: u32, _: &mut impl FnMut(u32, bool)) {
        match *self {}
    }

    fn moves_back(&self, (): &(), _: u32, _: &mut impl FnMut(u32)) {
        match *self {}
    }

    fn takings(&self, (): &(), _: u32, _: &mut impl FnMut(TurnEnd<Numbered<G::Tier>>)) {
        match *self {}
    }

    fn place_of(&self, (): &(), _: &G::Position, _: Seat) -> u32 {
        match *self {}
    }
}

/// A result to a seat, without its distance; what is better is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The other side wins.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The seat wins.
    Win,
}

impl Wdl {
    /// The same for the other side.
    #[must_use]
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// What an outcome is to a seat.
    pub fn of(outcome: Outcome, seat: Seat) -> Wdl {
        match outcome {
            Outcome::Draw => Wdl::Draw,
            Outcome::Win(winner) if winner == seat => Wdl::Win,
            Outcome::Win(_) => Wdl::Loss,
        }
    }
}

/// A game with tiers that are too many to be worked out backwards, but whose positions never come back, so that a search comes
/// to an end and proves what it says.
pub trait Acyclic: Tiers {
    /// Whether the positions of a tier are proved one by one, by looking ahead to the end of the game or to tiers that are worked
    /// out backwards.
    fn is_proved(&self, _tier: Self::Tier) -> bool {
        true
    }

    /// A number below 2^56 that positions at the start of a turn share with those symmetric to them, and with no others. Asked of
    /// positions that are not worked out backwards.
    fn exact_key(&self, at: &Self::Position) -> u64;

    /// The least and the most that the seat to move can come to, as far as it can be seen without looking ahead.
    fn bounds(&self, _at: &Self::Position) -> (Wdl, Wdl) {
        (Wdl::Loss, Wdl::Win)
    }

    /// The only step with which the seat to move does not lose at once, where there is such. Asked at the start of a turn that the
    /// bounds leave open.
    fn forced(&self, _at: &Self::Position) -> Option<Self::Step> {
        None
    }
}

/// How a turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnEnd<P> {
    /// The game is over.
    Over(Outcome),
    /// The next turn begins here.
    Next(P),
}

/// Where a turn leads, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered<T> {
    /// The tier of the position.
    pub tier: T,
    /// Its number in the tier.
    pub number: u64,
    /// Whether the other side moves next.
    pub other_side: bool,
}

/// How a turn of `mover` ends, by number; a seat without a step ends the game. `None` if it leads to a position that has a step
/// and no number, which it must not.
pub fn numbered<G: Tiers>(game: &G, mover: Seat, end: TurnEnd<G::Position>) -> Option<TurnEnd<Numbered<G::Tier>>> {
    let next = match end {
        TurnEnd::Over(outcome) => return Some(TurnEnd::Over(outcome)),
        TurnEnd::Next(next) => next,
    };
    match game.number(&next) {
        Some((tier, number)) => {
            let other_side = game.status(&next).seat() != Some(mover);
            Some(TurnEnd::Next(Numbered { tier, number, other_side }))
        }
        None => match game.survey(&next, &mut Vec::new()) {
            Status::Over(outcome, _) => Some(TurnEnd::Over(outcome)),
            Status::Turn(_) | Status::Continue(_) => None,
        },
    }
}

/// Visits the end of every turn that can be completed from a position whose mover has a step.
pub fn for_each_turn<G: Rules>(
    game: &G,
    at: &G::Position,
    spare: &mut Spare<G::Step>,
    visit: &mut impl FnMut(TurnEnd<G::Position>),
) {
    let mut steps = spare.lend();
    game.steps(at, &mut steps);
    for step in &steps {
        let mut next = at.clone();
        game.apply(&mut next, *step);
        match game.status(&next) {
            Status::Over(outcome, _) => visit(TurnEnd::Over(outcome)),
            Status::Continue(_) => for_each_turn(game, &next, spare, visit),
            Status::Turn(_) => visit(TurnEnd::Next(next)),
        }
    }
    spare.give_back(steps);
}

/// [`Tiers::turns_out`] by playing every turn.
pub fn turns_out_by_steps<G: Tiers>(
    game: &G,
    at: &G::Position,
    group: &[G::Tier],
    spare: &mut Spare<G::Step>,
    visit: &mut impl FnMut(TurnEnd<G::Position>),
) -> u32 {
    let mut inside = 0;
    for_each_turn(game, at, spare, &mut |end| match end {
        TurnEnd::Next(child) if game.tier(&child).is_some_and(|tier| group.contains(&tier)) => inside += 1,
        outside => visit(outside),
    });
    inside
}

/// The number of ways to choose `k` of `n`.
#[inline]
pub const fn choose(n: u32, k: u32) -> u64 {
    if n < 65 && k < 10 { WAYS[n as usize][k as usize] } else { ways(n, k) }
}

/// What is asked at every position that is numbered, looked up.
const WAYS: &[[u64; 10]; 65] = &{
    let mut table = [[0; 10]; 65];
    let mut nth = 0;
    while nth < 650 {
        table[nth / 10][nth % 10] = ways(nth as u32 / 10, nth as u32 % 10);
        nth += 1;
    }
    table
};

const fn ways(n: u32, k: u32) -> u64 {
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
#[inline]
pub fn rank<P, W: Word>(set: Squares<P, W>, ground: Squares<P, W>) -> u64 {
    (1..).zip(set.each_alone()).map(|(k, square)| choose((ground & square.below_first()).len(), k)).sum()
}

/// The set of `size` squares with this place within `ground`.
#[inline]
pub fn unrank<P, W: Word>(mut rank: u64, size: u32, ground: Squares<P, W>) -> Squares<P, W> {
    let mut set = Squares::EMPTY;
    let mut below = ground.len();
    for k in (1..=size).rev() {
        // The highest square whose lower ones cannot hold as many sets.
        if k == 1 {
            below = rank as u32;
        }
        while choose(below, k) > rank {
            below -= 1;
        }
        rank -= choose(below, k);
        set |= (0..below).fold(ground, |rest, _| rest.without_first()).first_alone();
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
