//! Steps and hops, which Chunga, Yumph and Rondamée share: a man goes to a neighbouring square, or hops
//! over men without taking them, as often as he likes. The way he took leaves no trace, so that a step is
//! just *from-to*.

use crate::passing::PASS;
use rules::prelude::*;
use std::ops::{BitAnd, BitOr, Not};

/// A set of squares in one word.
pub trait Squares: Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// No square.
    const NONE: Self;
    /// The bits turned upwards so far; negative numbers turn downwards.
    fn turned(self, by: i8) -> Self;
    /// The indices of its squares, lowest first.
    fn indices(self) -> impl Iterator<Item = usize>;
    /// The set of one square.
    fn one(index: usize) -> Self;
}

impl Squares for u64 {
    const NONE: u64 = 0;

    #[inline]
    fn turned(self, by: i8) -> u64 {
        self.rotate_left(by.rem_euclid(64) as u32)
    }

    #[inline]
    fn indices(self) -> impl Iterator<Item = usize> {
        grid::bits(self)
    }

    fn one(index: usize) -> u64 {
        1 << index
    }
}

impl Squares for u128 {
    const NONE: u128 = 0;

    #[inline]
    fn turned(self, by: i8) -> u128 {
        if by > 0 { self << by } else { self >> -by }
    }

    #[inline]
    fn indices(self) -> impl Iterator<Item = usize> {
        grid::wide_bits(self)
    }

    fn one(index: usize) -> u128 {
        1 << index
    }
}

/// A direction on a board whose squares are bits: how far one step turns them, and the squares from which
/// it stays on the board.
#[derive(Clone, Copy, Debug)]
pub struct Way<S> {
    by: i8,
    from: S,
}

impl<S: Squares> Way<S> {
    /// A direction, given the squares that have a neighbour there.
    pub const fn new(by: i8, from: S) -> Way<S> {
        Way { by, from }
    }

    /// The neighbours of these squares.
    #[inline]
    pub fn step(self, squares: S) -> S {
        (squares & self.from).turned(self.by)
    }

    /// The squares whose neighbours these are.
    #[inline]
    pub fn back(self, squares: S) -> S {
        squares.turned(-self.by) & self.from
    }
}

/// Four directions on the board of eight by eight.
pub const fn ways_of_eight(ways: [(i8, i8); 4]) -> [Way<u64>; 4] {
    let mut made = [Way::new(0, 0); 4];
    let mut nth = 0;
    while nth < 4 {
        let (mut from, mut index) = (0, 0);
        while index < 64 {
            let square = Square::<8, 8>::from_index(index);
            if square.step(ways[nth]).is_some() {
                from |= square.bit();
            }
            index += 1;
        }
        made[nth] = Way::new(ways[nth].0 + 8 * ways[nth].1, from);
        nth += 1;
    }
    made
}

/// All neighbours of these squares.
#[inline]
pub fn neighbours<S: Squares>(ways: &[Way<S>], squares: S) -> S {
    ways.iter().fold(S::NONE, |all, way| all | way.step(squares))
}

/// What a hopping man meets. His own square is neither hopped over nor landed on.
#[derive(Clone, Copy, Debug)]
pub struct Hops<'a, S> {
    /// The directions he may take.
    pub ways: &'a [Way<S>],
    /// The men he may hop over.
    pub over: S,
    /// The squares he may land on.
    pub onto: S,
    /// The squares where a chain ends.
    pub stops: S,
}

impl<S: Squares> Hops<'_, S> {
    /// Where one hop leads from these squares.
    #[inline]
    pub fn once(&self, from: S) -> S {
        let landings = |all, way: &Way<S>| all | way.step(way.step(from) & self.over);
        self.ways.iter().fold(S::NONE, landings) & self.onto
    }

    /// Those of these men who can hop at all.
    #[inline]
    pub fn hoppers(&self, men: S) -> S {
        let starts = |all, way: &Way<S>| all | way.back(way.back(self.onto) & self.over);
        self.ways.iter().fold(S::NONE, starts) & men
    }

    /// Where hopping on leads from these landings, which are included.
    #[inline]
    pub fn on(&self, landings: S) -> S {
        let (mut reached, mut edge) = (landings, landings);
        while edge != S::NONE {
            edge = self.once(edge & !self.stops) & !reached;
            reached = reached | edge;
        }
        reached
    }

    /// Where any number of hops leads from a man's square.
    #[inline]
    pub fn chain(&self, from: S) -> S {
        self.on(self.once(from))
    }

    /// A shortest chain between two squares as its hops (from, over, to); empty if there is none. The
    /// first hop is over one of these men.
    pub fn route(&self, from: usize, to: usize, first_over: S) -> Vec<[usize; 3]> {
        let first = Hops { over: self.over & first_over, ..*self };
        let mut layers = vec![S::one(from)];
        let mut seen = S::NONE;
        while layers.last().is_some_and(|layer| *layer & S::one(to) == S::NONE) {
            let edge = layers[layers.len() - 1];
            let next = if layers.len() == 1 { first.once(edge) } else { self.once(edge & !self.stops) };
            if next & !seen == S::NONE {
                return Vec::new();
            }
            layers.push(next & !seen);
            seen = seen | next;
        }
        let mut hops = Vec::new();
        let mut landing = S::one(to);
        for (nth, layer) in layers.into_iter().enumerate().rev().skip(1) {
            let over = if nth == 0 { first.over } else { self.over };
            let starts = || layer.indices().flat_map(|start| self.ways.iter().map(move |way| (start, way)));
            let hop = starts().find_map(|(start, way)| {
                let jumped = way.step(S::one(start)) & over;
                (jumped != S::NONE && way.step(jumped) == landing).then_some((start, jumped))
            });
            let Some((start, jumped)) = hop else { return Vec::new() };
            hops.extend(jumped.indices().zip(landing.indices()).map(|(over, to)| [start, over, to]));
            landing = S::one(start);
        }
        hops.reverse();
        hops
    }
}

/// A man goes from square to square, by a step or by hops, or there is nothing to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step<const W: u8, const H: u8> {
    /// From here to there.
    Go(Square<W, H>, Square<W, H>),
    /// No man can go anywhere.
    Pass,
}

/// `b2-c3` or `pass`.
impl<const W: u8, const H: u8> Display for Step<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Go(from, to) => write!(f, "{from}-{to}"),
            Step::Pass => f.write_str(PASS),
        }
    }
}

impl<const W: u8, const H: u8> FromStr for Step<W, H> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step<W, H>, Unreadable> {
        if text == PASS {
            return Ok(Step::Pass);
        }
        let squares = text.split_once('-').and_then(|(from, to)| Some(Step::Go(from.parse().ok()?, to.parse().ok()?)));
        squares.ok_or_else(|| Unreadable::expected("the squares a man leaves and comes to, such as b3-c4, or pass"))
    }
}

/// How a step is told: one square onward, or the landings of a chain.
pub fn tell<const W: u8, const H: u8>(
    from: Square<W, H>,
    to: Square<W, H>,
    landings: &[Square<W, H>],
    plural: bool,
) -> String {
    let ending = if plural { "" } else { "s" };
    match landings {
        [] => format!("step{ending} from {from} to {to}."),
        [_] => format!("hop{ending} from {from} to {to}."),
        [between @ .., _] => {
            let between: Vec<String> = between.iter().map(Square::to_string).collect();
            format!("hop{ending} from {from} by {} to {to}.", between.join(", "))
        }
    }
}
