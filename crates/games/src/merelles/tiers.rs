//! Numbering the positions of Merelles with nothing left in hand, and those of the first turns, modulo the sixteen symmetries
//! of the board: the eight of the square, and turning the rings inside out.
//!
//! A position is the class of the other's men under the symmetries, times the place of the mover's men among the points
//! left free. Where the other's men have symmetries of their own, the lowest of the places they lead to counts, and the
//! others are holes. A turn that takes nobody leaves the other's men where they are, so turns lead from place
//! to place in a class.
//!
//! Billions of positions are numbered while the game is solved, so sets are taken in halves of twelve points, for which
//! everything stands in tables. A set's place is first that of its number of points in the low half, then of its high half,
//! then of its low half.

use super::points::{COUNT, EVERY, NEIGHBOURS, Points, in_rows};
use super::position::takable;
use super::{Merelles, Mill, NINE, THREE};
use crate::two_sides::Men;
use rules::prelude::*;
use rules::tiers::{Blocks, Numbered, TurnEnd, choose};
use std::sync::LazyLock;

/// With so few men on the board all others are in hand.
fn is_placing(tier: Men) -> bool {
    tier.own < THREE && tier.other < THREE
}

/// The tiers of the first turns: nothing is placed, or one man.
const FIRST_TURNS: [Men; 2] = [Men::new(0, 1), Men::new(0, 0)];

/// Points in a half of the board.
const HALF: u32 = 12;
/// Sets of points in a half.
const HALF_SETS: usize = 1 << HALF;
const LOW: u32 = HALF_SETS as u32 - 1;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
/// The classes of a side's men, by their number.
static CLASSES: [LazyLock<Classes>; 10] = [
    LazyLock::new(|| Classes::of(0)),
    LazyLock::new(|| Classes::of(1)),
    LazyLock::new(|| Classes::of(2)),
    LazyLock::new(|| Classes::of(3)),
    LazyLock::new(|| Classes::of(4)),
    LazyLock::new(|| Classes::of(5)),
    LazyLock::new(|| Classes::of(6)),
    LazyLock::new(|| Classes::of(7)),
    LazyLock::new(|| Classes::of(8)),
    LazyLock::new(|| Classes::of(9)),
];

/// What is asked of sets and symmetries, worked out once.
struct Tables {
    /// Where each symmetry takes the points of each set of the low half, and of each set of the high half.
    images: Vec<[HalfTable<u32>; 2]>,
    /// The number of points in each set of a half.
    count: Box<HalfTable<u8>>,
    /// Each set of a half as a number with a digit 0 or 1 to the base of three for each point.
    ternary: Box<HalfTable<u32>>,
    /// The place of each set of a half among those of its size.
    place_of: Box<HalfTable<u16>>,
    /// The place of a set among those of its size within the points of a half that another set leaves free, by the number
    /// whose digits are 1 for that other set and 2 for the set.
    place: Vec<u16>,
    /// The set of a half with a place among those of its size, by size.
    sets: Vec<Vec<u16>>,
    /// The points that a set of places among these points stands for, by the points and then by the places.
    spread: Vec<HalfTable<u16>>,
    /// By free points in the low and in the high half and the size of a set: how many sets of this size have fewer than so
    /// many points in the low half.
    fewer_in_low: Vec<[[u32; MOST]; MOST]>,
    /// How many sets of a size so many free points of a half have.
    choose: [[u32; MOST]; MOST],
}

/// Something for each set of points of a half; as every half is a place in it, it is read without a check.
type HalfTable<T> = [T; HALF_SETS];

/// The low and the high half of a set.
#[inline]
fn halves(set: u32) -> [usize; 2] {
    [set & LOW, set >> HALF & LOW].map(|half| half as usize)
}

/// Sizes of sets: no side has more than nine men, and a half no more than twelve points.
const MOST: usize = HALF as usize + 1;

impl Tables {
    fn new() -> Tables {
        let image = |symmetry: &[u8; COUNT as usize], set: usize, first: usize| {
            let points = (0..HALF as usize).filter(|point| set >> point & 1 == 1);
            points.fold(0, |to, point| to | 1 << symmetry[first + point])
        };
        let images = symmetries()
            .into_iter()
            .map(|symmetry| [0, HALF as usize].map(|first| std::array::from_fn(|set| image(&symmetry, set, first))));
        let images = images.collect();
        let count: Box<HalfTable<u8>> = Box::new(std::array::from_fn(|set| set.count_ones() as u8));
        let digits = |set: usize| (0..HALF).fold(0, |sum, point| sum + (set as u32 >> point & 1) * 3u32.pow(point));
        let ternary: Box<HalfTable<u32>> = Box::new(std::array::from_fn(digits));
        let mut sets = vec![Vec::new(); HALF as usize + 1];
        let mut place_of = Box::new([0; HALF_SETS]);
        for set in 0..HALF_SETS {
            let same_size: &mut Vec<u16> = &mut sets[count[set] as usize];
            place_of[set] = same_size.len() as u16;
            same_size.push(set as u16);
        }
        let mut place = vec![0; 3usize.pow(HALF)];
        let mut spread = vec![[0; HALF_SETS]; HALF_SETS];
        for (free, spread) in spread.iter_mut().enumerate() {
            let taken = LOW as usize & !free;
            for places in 0..1 << free.count_ones() {
                let (mut set, mut rest) = (0, free);
                for nth in 0..free.count_ones() {
                    let point = rest & rest.wrapping_neg();
                    rest &= rest - 1;
                    set |= if places >> nth & 1 == 1 { point } else { 0 };
                }
                spread[places] = set as u16;
                place[(ternary[taken] + 2 * ternary[set]) as usize] = place_of[places];
            }
        }
        let choose = std::array::from_fn(|free| std::array::from_fn(|size| choose(free as u32, size as u32) as u32));
        let mut fewer_in_low = vec![[[0; MOST]; MOST]; MOST * MOST];
        for (halves, by_size) in fewer_in_low.iter_mut().enumerate() {
            let [low, high]: [&[u32; MOST]; 2] = [halves / MOST, halves % MOST].map(|free| &choose[free]);
            for (size, fewer) in by_size.iter_mut().enumerate() {
                for in_low in 1..=size {
                    fewer[in_low] = fewer[in_low - 1] + low[in_low - 1] * high[size + 1 - in_low];
                }
            }
        }
        Tables { images, count, ternary, place_of, place, sets, spread, fewer_in_low, choose }
    }

    /// Where a symmetry takes a set.
    #[inline]
    fn image(&self, symmetry: usize, set: u32) -> u32 {
        let ([low, high], [low_images, high_images]) = (halves(set), &self.images[symmetry]);
        low_images[low] | high_images[high]
    }

    /// The points that a set leaves free.
    #[inline]
    fn free(&self, taken: u32) -> Free<'_> {
        let [low, high] = halves(taken);
        let [free_low, free_high] = [low, high].map(|half| HALF as usize - self.count[half] as usize);
        Free {
            tables: self,
            taken,
            ternary: [self.ternary[low], self.ternary[high]],
            fewer_in_low: &self.fewer_in_low[free_low * MOST + free_high],
            sets_of_low: &self.choose[free_low],
        }
    }
}

/// The points that the men of one side leave free, and what is asked of sets of them.
struct Free<'a> {
    tables: &'a Tables,
    taken: u32,
    /// The taken points of the low half and of the high half as numbers to the base of three.
    ternary: [u32; 2],
    /// By the size of a set: how many sets of this size have fewer than so many points in the low half.
    fewer_in_low: &'a [[u32; MOST]; MOST],
    /// By size: how many sets of the low half there are.
    sets_of_low: &'a [u32; MOST],
}

impl Free<'_> {
    /// The place of a set of free points among those of its size.
    #[inline]
    fn rank(&self, set: u32) -> u32 {
        let Tables { place, ternary, count, .. } = self.tables;
        let [low, high] = halves(set);
        let place = |half: usize, taken: u32| u32::from(place[(taken + 2 * ternary[half]) as usize]);
        let in_low = count[low] as usize;
        let size = in_low + count[high] as usize;
        self.fewer_in_low[size][in_low]
            + place(high, self.ternary[1]) * self.sets_of_low[in_low]
            + place(low, self.ternary[0])
    }

    /// The set of this size with this place.
    #[inline]
    fn unrank(&self, rank: u32, size: usize) -> u32 {
        let fewer_in_low = &self.fewer_in_low[size];
        // The last size of the low half that begins at or below this place.
        let in_low = (1..=size).take_while(|in_low| fewer_in_low[*in_low] <= rank).last().unwrap_or(0);
        let rank = rank - fewer_in_low[in_low];
        let low_sets = self.sets_of_low[in_low];
        let half = |free: usize, size: usize, place: u32| {
            let places = self.tables.sets[size][place as usize];
            u32::from(self.tables.spread[free][places as usize])
        };
        let [low, high] = halves(!self.taken);
        half(low, in_low, rank % low_sets) | half(high, size - in_low, rank / low_sets) << HALF
    }
}

/// All sets of so many points, up to symmetry.
struct Classes {
    /// The first set of each class.
    first: Vec<u32>,
    /// The symmetries, a bit each, that leave the first set of each class as it is.
    kept_by: Vec<u16>,
    /// For each set, by its place: its class, and a symmetry that takes it to the first of its class, in the last four bits.
    class: Vec<u32>,
    /// The place of the first set with this high half.
    begin: Box<HalfTable<u32>>,
}

impl Classes {
    fn of(men: u32) -> Classes {
        let tables = &*TABLES;
        let free = tables.free(0);
        let count = choose(COUNT.into(), men) as usize;
        let mut class = vec![u32::MAX; count];
        let (mut first, mut kept_by) = (Vec::new(), Vec::new());
        for place in 0..count {
            if class[place] != u32::MAX {
                continue;
            }
            let set = free.unrank(place as u32, men as usize);
            let images: Vec<u32> = (0..tables.images.len()).map(|nth| tables.image(nth, set)).collect();
            for image in &images {
                let back = (0..images.len()).find(|nth| tables.image(*nth, *image) == set);
                let back = back.expect("symmetries form a group") as u32;
                class[free.rank(*image) as usize] = (first.len() as u32) << 4 | back;
            }
            let keeps = (0..).zip(&images).filter(|(_, image)| **image == set);
            kept_by.push(keeps.fold(0, |bits, (nth, _)| bits | 1 << nth));
            first.push(set);
        }
        let begin = Box::new(std::array::from_fn(|high| {
            // The lowest points of the low half come first.
            let low = men.checked_sub(high.count_ones()).map(|in_low| (1 << in_low) - 1);
            low.map_or(0, |low| free.rank((high as u32) << HALF | low))
        }));
        Classes { first, kept_by, class, begin }
    }

    /// The class of a set, and a symmetry that takes it to the first of its class.
    #[inline]
    fn class(&self, set: u32) -> (usize, usize) {
        let [low, high] = halves(set);
        let found = self.class[(self.begin[high] + u32::from(TABLES.place_of[low])) as usize];
        ((found >> 4) as usize, (found & 15) as usize)
    }

    /// Whether only the symmetry that moves nothing leaves the first set of a class as it is.
    #[inline]
    fn is_asymmetric(&self, class: usize) -> bool {
        self.kept_by[class].is_power_of_two()
    }

    /// The images of the mover's men under the symmetries that leave the first set of a class as it is.
    fn images(&self, class: usize, own: u32) -> impl Iterator<Item = u32> {
        let kept_by = self.kept_by[class];
        (0..16).filter(move |nth| kept_by >> nth & 1 == 1).map(move |nth| TABLES.image(nth, own))
    }

    /// The lowest place of the mover's men, among the points that the first set of a class leaves free, that the symmetries of
    /// that set lead to.
    #[inline]
    fn lowest_place(&self, class: usize, free: &Free<'_>, own: u32) -> u32 {
        if self.is_asymmetric(class) {
            return free.rank(own);
        }
        let places = self.images(class, own).map(|image| free.rank(image));
        places.min().expect("nothing moved is a symmetry, too")
    }
}

/// All automorphisms of the board as a graph of neighbours: found by extending from one point to the next.
fn symmetries() -> Vec<[u8; COUNT as usize]> {
    let mut found = Vec::new();
    extend(&mut vec![], &mut found);
    found
}

fn extend(images: &mut Vec<u8>, found: &mut Vec<[u8; COUNT as usize]>) {
    if let Ok(whole) = <[u8; COUNT as usize]>::try_from(images.as_slice()) {
        return found.push(whole);
    }
    let point = images.len();
    let joined = |from: u8, to: u8| NEIGHBOURS[from as usize].has_index(to.into());
    for image in 0..COUNT {
        let fits = !images.contains(&image)
            && images.iter().zip(0..).all(|(known, nth)| joined(nth, point as u8) == joined(*known, image));
        if fits {
            images.push(image);
            extend(images, found);
            images.pop();
        }
    }
}

/// The numbers that each class of the other's men has, by the men of the mover and of the other.
const PLACES: [[u64; NINE as usize + 1]; NINE as usize + 1] = {
    let mut places = [[0; NINE as usize + 1]; NINE as usize + 1];
    let mut nth = 0;
    while nth < 100 {
        let (own, other) = (nth / 10, nth % 10);
        places[own][other] = choose(COUNT as u32 - other as u32, own as u32);
        nth += 1;
    }
    places
};

fn places(men: Men) -> u64 {
    PLACES[men.own as usize][men.other as usize]
}

/// The number of these men on the board among those with as many men of each side, whatever is in hand.
#[inline]
fn number_of(own: Points, other: Points, men: Men) -> u64 {
    let (block, symmetry) = Block::of(other, men);
    block.number(TABLES.image(symmetry, own.bits()))
}

/// All positions with the same men of the other side, up to symmetry.
pub struct Block {
    /// How many men the sides have.
    men: Men,
    classes: &'static Classes,
    class: usize,
    /// The points that the first set of the class leaves free.
    free: Free<'static>,
}

impl Block {
    #[inline]
    fn nth(class: usize, men: Men) -> Block {
        let classes = &*CLASSES[usize::from(men.other)];
        Block { men, classes, class, free: TABLES.free(classes.first[class]) }
    }

    /// The block of these men of the other side, and a symmetry that takes them to the first set of their class.
    #[inline]
    fn of(other: Points, men: Men) -> (Block, usize) {
        let (class, symmetry) = CLASSES[usize::from(men.other)].class(other.bits());
        (Block::nth(class, men), symmetry)
    }

    /// The men of the other side.
    #[inline]
    fn others(&self) -> Points {
        Points::from_bits(self.free.taken)
    }

    /// The mover's men at this place.
    #[inline]
    fn own(&self, place: u32) -> Points {
        Points::from_bits(self.free.unrank(place, self.men.own.into()))
    }

    /// The number of the position with these men of the mover.
    #[inline]
    fn number(&self, own: u32) -> u64 {
        let place = self.classes.lowest_place(self.class, &self.free, own);
        self.class as u64 * places(self.men) + u64::from(place)
    }
}

impl Tiers for Merelles {
    type Tier = Men;
    const MEN: u32 = 10;
    const SHIPPED: u32 = 7;
    const SHIPPED_BEYOND: &'static [Men] = &FIRST_TURNS;
    const NUMBERING: u16 = 2;
    const NANOSECONDS: u64 = 400;

    /// A capture leaves fewer men; a step exchanges the sides.
    fn groups(&self, men: u32) -> Vec<Vec<Men>> {
        let mut groups = Men::groups(THREE, NINE, men);
        if men >= 2 * u32::from(NINE) {
            groups.extend(FIRST_TURNS.map(|tier| vec![tier]));
        }
        groups
    }

    fn size(&self, tier: Men) -> u64 {
        CLASSES[usize::from(tier.other)].first.len() as u64 * places(tier)
    }

    #[inline]
    fn tier(&self, at: &Mill) -> Option<Men> {
        let tier = Men::new(at.own().len() as u8, at.enemies().len() as u8);
        if at.in_hand == [0, 0] {
            return ((THREE..=NINE).contains(&tier.own) && (THREE..=NINE).contains(&tier.other)).then_some(tier);
        }
        let all_there = [at.to_move, at.to_move.other()].iter().all(|seat| at.men_left(*seat) == NINE);
        (all_there && FIRST_TURNS.contains(&tier)).then_some(tier)
    }

    #[inline]
    fn number(&self, at: &Mill) -> Option<(Men, u64)> {
        let tier = self.tier(at)?;
        Some((tier, number_of(at.own(), at.enemies(), tier)))
    }

    #[inline]
    fn position(&self, tier: Men, number: u64) -> Option<Mill> {
        // No tier has as many numbers as fit into 32 bits, of which quotients are quickly found.
        let (number, places) = (number as u32, places(tier) as u32);
        let (class, place) = ((number / places) as usize, number % places);
        let block = Block::nth(class, tier);
        let men = [block.own(place), block.others()];
        let canonical = block.classes.is_asymmetric(class)
            || block.classes.lowest_place(class, &block.free, men[0].bits()) == place;
        let mut at = Mill { men, in_hand: [0, 0], to_move: Seat::FIRST, taking: false };
        if is_placing(tier) {
            at.in_hand = [NINE - tier.own, NINE - tier.other];
            if tier.own < tier.other {
                // Who has placed fewer men is the second to move.
                at.men.reverse();
                at.in_hand.reverse();
                at.to_move = Seat::SECOND;
            }
        }
        canonical.then_some(at)
    }

    /// Where a man is taken: the other side has one man fewer and is to move.
    fn leads_to(&self, group: &[Men]) -> Vec<Men> {
        group
            .iter()
            .filter(|tier| !is_placing(**tier) && tier.other > THREE)
            .map(|tier| Men::new(tier.other - 1, tier.own))
            .collect()
    }

    fn blocks(&self) -> Option<impl Blocks<Merelles>> {
        Some(*self)
    }
}

/// A turn that takes nobody moves one of the mover's men, and the other's stay where they are.
impl Blocks<Merelles> for Merelles {
    type Block = Block;

    fn places(&self, tier: Men) -> u32 {
        places(tier) as u32
    }

    #[inline]
    fn block(&self, tier: Men, nth: u32) -> Block {
        Block::nth(nth as usize, tier)
    }

    fn exchanged_tier(&self, tier: Men) -> Men {
        tier.exchanged()
    }

    #[inline]
    fn exchanged(&self, block: &Block, place: u32) -> u32 {
        number_of(block.others(), block.own(place), block.men.exchanged()) as u32
    }

    #[inline]
    fn has_holes(&self, block: &Block) -> bool {
        !block.classes.is_asymmetric(block.class)
    }

    #[inline]
    fn symmetric(&self, block: &Block, place: u32, visit: &mut impl FnMut(u32)) {
        if block.classes.is_asymmetric(block.class) {
            return visit(place);
        }
        let images = block.classes.images(block.class, block.own(place).bits());
        let mut places: Vec<u32> = images.map(|own| block.free.rank(own)).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().for_each(visit);
    }

    #[inline]
    fn moves(&self, block: &Block, place: u32, visit: &mut impl FnMut(u32, bool)) {
        let own = block.own(place);
        let empty = EVERY & !(own | block.others());
        let flies = self.flies_with(own);
        for from in own {
            for to in if flies { empty } else { empty & NEIGHBOURS[from.index()] } {
                let moved = own.without(from).with(to);
                visit(block.free.rank(moved.bits()), to.makes_row(moved));
            }
        }
    }

    #[inline]
    fn moves_back(&self, block: &Block, place: u32, visit: &mut impl FnMut(u32)) {
        let men = block.own(place);
        let empty = EVERY & !(men | block.others());
        let flies = self.flies_with(men);
        for to in men {
            if to.makes_row(men) {
                continue;
            }
            for from in if flies { empty } else { empty & NEIGHBOURS[to.index()] } {
                visit(block.free.rank(men.without(to).with(from).bits()));
            }
        }
    }

    #[inline]
    fn takings(&self, block: &Block, place: u32, visit: &mut impl FnMut(TurnEnd<Numbered<Men>>)) {
        let (own, others) = (block.own(place), block.others());
        if in_rows(own).is_empty() {
            return;
        }
        let tier = Men::new(block.men.other - 1, block.men.own);
        if tier.own < THREE {
            return visit(TurnEnd::Over(Outcome::Win(Seat::FIRST)));
        }
        // Whichever man is taken, the mover's men stand alike, and their class is looked up once.
        let (taken_from, symmetry) = Block::of(own, tier);
        for man in takable(others) {
            let number = taken_from.number(TABLES.image(symmetry, others.without(man).bits()));
            visit(TurnEnd::Next(Numbered { tier, number, other_side: true }));
        }
    }

    #[inline]
    fn place_of(&self, block: &Block, at: &Mill, mover: Seat) -> u32 {
        block.free.rank(at.men[mover.index()].bits())
    }
}

impl Merelles {
    /// Whether a side with these men, and none in hand, may leave the lines.
    fn flies_with(self, men: Points) -> bool {
        self.flying && men.len() as u8 == THREE
    }
}

/// While men are placed no position comes back.
impl Acyclic for Merelles {
    fn is_proved(&self, tier: Men) -> bool {
        is_placing(tier)
    }

    /// The men on the board, and those in hand.
    fn exact_key(&self, at: &Mill) -> u64 {
        let men = Men::new(at.own().len() as u8, at.enemies().len() as u8);
        let counts = [men.own, men.other, at.in_hand[at.to_move.index()], at.in_hand[at.to_move.other().index()]];
        let counts = counts.iter().fold(0, |key, count| key << 4 | u64::from(*count));
        number_of(at.own(), at.enemies(), men) << 16 | counts
    }
}
