//! Steps and hops, which Chunga, Yumph and Rondamée share: a man goes to a neighbouring square, or hops
//! over men without taking them, as often as he likes. The way he took leaves no trace, so that a step is
//! just *from-to*.

use crate::passing::PASS;
use rules::prelude::*;

/// A direction on a board whose squares are bits: how far one step turns them, and the squares from which
/// it stays on the board.
#[derive(Clone, Copy, Debug)]
pub struct Way<S> {
    by: i8,
    from: S,
}

impl<P, W: Word> Way<Squares<P, W>> {
    /// A direction, given the squares that have a neighbour there.
    pub const fn new(by: i8, from: Squares<P, W>) -> Self {
        Way { by, from }
    }

    /// The neighbours of these squares.
    #[inline]
    pub fn step(self, squares: Squares<P, W>) -> Squares<P, W> {
        (squares & self.from).shift(self.by)
    }

    /// The squares whose neighbours these are.
    #[inline]
    pub fn back(self, squares: Squares<P, W>) -> Squares<P, W> {
        squares.shift(-self.by) & self.from
    }
}

/// Four directions on the board of eight by eight.
pub const fn ways_of_eight(ways: [(i8, i8); 4]) -> [Way<Squares<Square<8, 8>>>; 4] {
    let mut made = [Way::new(0, Squares::EMPTY); 4];
    let mut nth = 0;
    while nth < 4 {
        let (mut from, mut index) = (Squares::<_, u64>::EMPTY, 0);
        while index < 64 {
            let square = Square::<8, 8>::from_index(index);
            if square.step(ways[nth]).is_some() {
                from = from.with_index(index);
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
pub fn neighbours<P, W: Word>(ways: &[Way<Squares<P, W>>], squares: Squares<P, W>) -> Squares<P, W> {
    ways.iter().map(|way| way.step(squares)).collect()
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

impl<P: Indexed, W: Word> Hops<'_, Squares<P, W>> {
    /// Where one hop leads from these squares.
    #[inline]
    pub fn once(&self, from: Squares<P, W>) -> Squares<P, W> {
        let landings = self.ways.iter().map(|way| way.step(way.step(from) & self.over));
        landings.collect::<Squares<P, W>>() & self.onto
    }

    /// Those of these men who can hop at all.
    #[inline]
    pub fn hoppers(&self, men: Squares<P, W>) -> Squares<P, W> {
        let starts = self.ways.iter().map(|way| way.back(way.back(self.onto) & self.over));
        starts.collect::<Squares<P, W>>() & men
    }

    /// Where hopping on leads from these landings, which are included.
    #[inline]
    pub fn on(&self, landings: Squares<P, W>) -> Squares<P, W> {
        let (mut reached, mut edge) = (landings, landings);
        while !edge.is_empty() {
            edge = self.once(edge & !self.stops) & !reached;
            reached |= edge;
        }
        reached
    }

    /// Where any number of hops leads from a man's square.
    #[inline]
    pub fn chain(&self, from: Squares<P, W>) -> Squares<P, W> {
        self.on(self.once(from))
    }

    /// A shortest chain between two squares as its hops (from, over, to); empty if there is none. The
    /// first hop is over one of these men.
    pub fn route(&self, from: P, to: P, first_over: Squares<P, W>) -> Vec<[P; 3]> {
        let first = Hops { over: self.over & first_over, ..*self };
        let mut layers = vec![Squares::of(from)];
        let mut seen = Squares::EMPTY;
        while layers.last().is_some_and(|layer| !layer.contains(to)) {
            let edge = layers[layers.len() - 1];
            let next = if layers.len() == 1 { first.once(edge) } else { self.once(edge & !self.stops) };
            if seen.includes(next) {
                return Vec::new();
            }
            layers.push(next & !seen);
            seen |= next;
        }
        let mut hops = Vec::new();
        let mut landing = to;
        for (nth, layer) in layers.into_iter().enumerate().rev().skip(1) {
            let over = if nth == 0 { first.over } else { self.over };
            let mut starts = layer.iter().flat_map(|start| self.ways.iter().map(move |way| (start, way)));
            let hop = starts.find_map(|(start, way)| {
                let jumped = (way.step(Squares::of(start)) & over).first()?;
                way.step(Squares::of(jumped)).contains(landing).then_some([start, jumped, landing])
            });
            let Some(hop) = hop else { return Vec::new() };
            landing = hop[0];
            hops.push(hop);
        }
        hops.reverse();
        hops
    }
}

/// How hops are seen, one after the other.
pub fn jumps<P: Into<SiteId> + Copy>(hops: &[[P; 3]]) -> Vec<Beat> {
    let jump = |[from, over, to]: [P; 3]| Effect::Jump { from: from.into(), over: over.into(), to: to.into() };
    hops.iter().map(|hop| vec![jump(*hop)]).collect()
}

/// How a move is seen: a step, or hop after hop.
pub fn beats<P: Into<SiteId> + Copy>(from: P, to: P, hops: &[[P; 3]]) -> Vec<Beat> {
    if hops.is_empty() { vec![vec![Effect::Move { from: from.into(), to: to.into() }]] } else { jumps(hops) }
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
