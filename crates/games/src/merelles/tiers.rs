//! Numbering the positions of Merelles with nothing left in hand, modulo the sixteen symmetries of the board: the eight of
//! the square, and turning the rings inside out.
//!
//! A position is the class of the mover's men under the symmetries, times the place of the other's men among the points
//! left free. Where the mover's men have symmetries of their own, the lowest of the places they lead to counts, and the
//! others are holes.

use super::points::{COUNT, EVERY, NEIGHBOURS, Point, Points};
use super::{Merelles, Mill, NINE, THREE};
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};
use std::sync::LazyLock;

/// Men of the seat to move, and of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Men(u8, u8);

/// Where each symmetry takes each point.
static SYMMETRIES: LazyLock<Vec<[u8; COUNT as usize]>> = LazyLock::new(symmetries);
/// The classes of the mover's men, by their number.
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

/// All sets of so many points, up to symmetry.
struct Classes {
    /// The lowest set of each class.
    lowest: Vec<Points>,
    /// For each set, by its rank: its class, and a symmetry that takes it to the lowest of its class.
    class: Vec<(u32, u8)>,
}

impl Classes {
    fn of(men: u32) -> Classes {
        let count = choose(COUNT.into(), men) as usize;
        let mut class = vec![(u32::MAX, 0); count];
        let mut lowest = Vec::new();
        for place in 0..count {
            if class[place].0 != u32::MAX {
                continue;
            }
            let set = unrank(place as u64, men, EVERY);
            let number = lowest.len() as u32;
            lowest.push(set);
            for (nth, symmetry) in SYMMETRIES.iter().enumerate() {
                let image = rank(moved(set, symmetry), EVERY) as usize;
                // The symmetry that leads back.
                class[image] = (number, inverse(nth));
            }
        }
        Classes { lowest, class }
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

fn inverse(nth: usize) -> u8 {
    let forth = &SYMMETRIES[nth];
    let undoes =
        |back: &[u8; COUNT as usize]| (0..COUNT as usize).all(|point| back[forth[point] as usize] == point as u8);
    SYMMETRIES.iter().position(undoes).expect("symmetries form a group") as u8
}

fn moved(set: Points, symmetry: &[u8; COUNT as usize]) -> Points {
    set.iter().map(|point| Point::from_index(symmetry[point.index()].into())).collect()
}

/// The lowest place of the other's men that the symmetries of the mover's men lead to.
fn lowest_place(own: Points, other: Points) -> u64 {
    let keeps = |symmetry: &&[u8; COUNT as usize]| moved(own, symmetry) == own;
    let places = SYMMETRIES.iter().filter(keeps).map(|symmetry| rank(moved(other, symmetry), EVERY & !own));
    places.min().expect("nothing moved is a symmetry, too")
}

impl Tiers for Merelles {
    type Tier = Men;
    const MEN: u32 = 7;

    /// A capture leaves fewer men; a step exchanges the sides.
    fn groups(&self, men: u32) -> Vec<Vec<Men>> {
        let mut groups = Vec::new();
        for total in 2 * u32::from(THREE)..=men.min(2 * u32::from(NINE)) {
            for own in (u32::from(THREE)..=u32::from(NINE)).rev() {
                let other = total.wrapping_sub(own);
                if (u32::from(THREE)..=own).contains(&other) {
                    let tier = Men(own as u8, other as u8);
                    groups.push(if own == other { vec![tier] } else { vec![tier, Men(tier.1, tier.0)] });
                }
            }
        }
        groups
    }

    fn size(&self, Men(own, other): Men) -> u64 {
        CLASSES[usize::from(own)].lowest.len() as u64 * choose((COUNT - own).into(), other.into())
    }

    fn tier(&self, at: &Mill) -> Option<Men> {
        if at.in_hand != [0, 0] {
            return None;
        }
        let tier = Men(at.own().len() as u8, at.enemies().len() as u8);
        [tier.0, tier.1].iter().all(|men| (THREE..=NINE).contains(men)).then_some(tier)
    }

    fn number(&self, at: &Mill) -> Option<(Men, u64)> {
        let tier = self.tier(at)?;
        let (own, other) = (at.own(), at.enemies());
        let classes = &CLASSES[usize::from(tier.0)];
        let (class, symmetry) = classes.class[rank(own, EVERY) as usize];
        let other = moved(other, &SYMMETRIES[usize::from(symmetry)]);
        let place = lowest_place(classes.lowest[class as usize], other);
        Some((tier, u64::from(class) * choose((COUNT - tier.0).into(), tier.1.into()) + place))
    }

    fn position(&self, Men(own, other): Men, number: u64) -> Option<Mill> {
        let places = choose((COUNT - own).into(), other.into());
        let men = CLASSES[usize::from(own)].lowest[(number / places) as usize];
        let others = unrank(number % places, other.into(), EVERY & !men);
        let canonical = lowest_place(men, others) == number % places;
        canonical.then_some(Mill { men: [men, others], in_hand: [0, 0], to_move: Seat::FIRST, taking: false })
    }
}

/// `4-3`: men of the seat to move, and of the other.
impl Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl FromStr for Men {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Men, Unreadable> {
        let read = text.split_once('-').and_then(|(own, other)| Some(Men(own.parse().ok()?, other.parse().ok()?)));
        read.ok_or_else(|| Unreadable::expected("the men of both sides, such as 4-3"))
    }
}
