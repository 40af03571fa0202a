//! The signature of the search, as chess engines keep one: how many nodes a fixed piece of work takes and what it chooses,
//! with all techniques and without each. Any change of what the search does shows here, wanted or not.
//!
//! `BLESS=1` stores it anew in `signature.txt`; a change that should only rename, move or speed up must not need that.

extern crate parlour_search as search;

use rules::prelude::*;
use search::alpha_beta::Searcher;
use search::transposition::TranspositionTable;
use search::{Limits, Probe, SearchOptions, Technique, Techniques, WIN};
use std::fmt::Write as _;

clauses! { HOLE = "4.1" }

const SIZE: u16 = 24;

/// The seats push one ball over hills on a board that is closed in both directions. Where it falls into a hole somebody
/// has won, or nobody. Some pushes are followed by a second one of the same seat. Positions come back, and neighbouring
/// ones have similar values, as in real games.
struct Hills<const SEATS: usize>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Ball {
    x: u16,
    y: u16,
    mover: Seat,
    inside: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Push(u8);

fn noise(x: u16, y: u16, salt: u64) -> u64 {
    rules::Random::new(u64::from(x) << 32 | u64::from(y) << 16 | salt).bits()
}

/// The height, high ground being good for the first seat.
fn height(x: u16, y: u16) -> i32 {
    let wave = |at: u16| (i32::from(at % 12) - 6).abs() * 12;
    wave(x) - wave(y) + (noise(x, y, 1) % 31) as i32 - 15
}

impl Ball {
    fn pushed(self, Push(way): Push) -> (u16, u16) {
        let (dx, dy) = grid::EVERY_WAY[usize::from(way)];
        let along = |at: u16, by: i8| (at + SIZE).wrapping_add_signed(by.into()) % SIZE;
        (along(self.x, dx), along(self.y, dy))
    }

    fn gain(self, push: Push) -> i32 {
        let (x, y) = self.pushed(push);
        let gain = height(x, y) - height(self.x, self.y);
        if self.mover == Seat::FIRST { gain } else { -gain }
    }
}

impl<const SEATS: usize> Rules for Hills<SEATS> {
    const SEATS: usize = SEATS;
    type Position = Ball;
    type Step = Push;

    fn start(&self) -> Ball {
        Ball { x: 7, y: 5, mover: Seat::FIRST, inside: false }
    }

    fn status(&self, at: &Ball) -> Status {
        match noise(at.x, at.y, 2) % 40 {
            _ if at.inside => Status::Continue(at.mover),
            0 => Status::Over(Outcome::Draw, HOLE),
            1 => Status::Over(Outcome::Win(Seat::new(usize::from(at.x) % SEATS)), HOLE),
            _ => Status::Turn(at.mover),
        }
    }

    fn stuck(&self, at: &Ball) -> Status {
        Status::Over(Outcome::Win(Seat::new((at.mover.index() + 1) % SEATS)), HOLE)
    }

    fn candidates(&self, _: &Ball, out: &mut Vec<Push>) {
        out.extend((0..8).map(Push));
    }

    fn judge(&self, at: &Ball, push: Push) -> Legality {
        let (x, y) = at.pushed(push);
        // Some places are walled in, so that turns are forced or impossible.
        ensure(!(noise(x, y, 3).is_multiple_of(4) || noise(at.x, at.y, 4).is_multiple_of(8) && push.0 > 0), HOLE)
    }

    fn apply(&self, at: &mut Ball, push: Push) {
        (at.x, at.y) = at.pushed(push);
        let goes_on = noise(at.x, at.y, 5).is_multiple_of(5) && !at.inside;
        let mut steps = Vec::new();
        at.inside = true;
        self.steps(at, &mut steps);
        at.inside = goes_on && !steps.is_empty();
        if !at.inside {
            at.mover = Seat::new((at.mover.index() + 1) % SEATS);
        }
    }
}

impl<const SEATS: usize> Evaluate for Hills<SEATS> {
    const SCALE: i32 = 40;

    fn evaluate(&self, at: &Ball, seat: Seat) -> i32 {
        if seat == Seat::FIRST { height(at.x, at.y) } else { -height(at.x, at.y) }
    }
}

impl<const SEATS: usize> Hints for Hills<SEATS> {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, at: &Ball, push: Push) -> i32 {
        (at.gain(push) - 8).max(0)
    }

    fn is_noisy(&self, at: &Ball, push: Push) -> bool {
        at.gain(push) > 14
    }

    fn null_move(&self, at: &Ball) -> Option<Ball> {
        (!at.inside && SEATS == 2).then(|| Ball { mover: at.mover.other(), ..*at })
    }

    fn solo(&self, at: &Ball, seat: Seat) -> Option<Ball> {
        (height(at.x, at.y).abs() < 25).then_some(Ball { mover: seat, ..*at })
    }
}

/// Some values that need no search.
struct SomeValues;

impl<const SEATS: usize> Probe<Hills<SEATS>> for SomeValues {
    fn probe(&self, _: &Hills<SEATS>, at: &Ball) -> Option<i32> {
        match noise(at.x, at.y, 6) % 9 {
            0 => Some(WIN - 3),
            1 => Some(4 - WIN),
            2 => Some(0),
            _ => None,
        }
    }
}

/// How the work is done.
#[derive(Clone, Copy)]
struct Work {
    options: SearchOptions,
    depth: i32,
    nodes: u64,
    lines: usize,
    known_values: bool,
}

const WORK: Work = Work { options: SearchOptions::BEST, depth: 7, nodes: 40_000, lines: 1, known_values: false };

/// Nodes, and a sum over all that was found, from twelve places.
fn measure<const SEATS: usize>(work: Work) -> (u64, u64) {
    let (mut nodes, mut sum) = (0, 0_u64);
    for place in 0..12_u16 {
        let at = Ball { x: place * 5 % SIZE, y: place * 7 % SIZE, ..Hills::<SEATS>.start() };
        let table = TranspositionTable::with_bytes(1 << 16);
        let limits = Limits { depth: work.depth, nodes: work.nodes, stop: &|| false };
        let game = Hills::<SEATS>;
        // Where the ball came from counts for repetition.
        let past = vec![game.key(&Ball { x: (at.x + 1) % SIZE, ..at })];
        let probe: Option<&dyn Probe<Hills<SEATS>>> = if work.known_values { Some(&SomeValues) } else { None };
        let mut searcher = Searcher::new(&game, &table, work.options, limits, past).with_known(probe);
        let found = if work.lines > 1 {
            searcher.search_variations(&at, work.lines, &mut |_| ())
        } else {
            searcher.search(&at, &mut |_| ()).into_iter().collect()
        };
        for variation in &found {
            for Push(way) in &variation.steps {
                sum = sum.wrapping_mul(31).wrapping_add(u64::from(*way));
            }
            let facts = [variation.value, variation.depth, variation.proved().unwrap_or(99)];
            sum = facts.iter().fold(sum, |sum, fact| sum.wrapping_mul(31).wrapping_add_signed(i64::from(*fact)));
        }
        nodes += found.iter().map(|variation| variation.nodes).max().unwrap_or(0);
    }
    (nodes, sum)
}

#[test]
fn the_search_does_what_it_did() {
    let with = |options: SearchOptions| Work { options, ..WORK };
    let mut text = String::new();
    let mut note = |name: &str, (nodes, sum): (u64, u64)| {
        writeln!(text, "{name}: {nodes} nodes, {sum:016x}").expect("memory");
        nodes
    };
    let two = note("two seats", measure::<2>(WORK));
    let four = note("four seats", measure::<4>(WORK));
    note("one seat", measure::<1>(WORK));
    for technique in Technique::ALL {
        let techniques = Techniques::ALL.without(technique);
        let work = with(SearchOptions { techniques, ..SearchOptions::BEST });
        let several = technique == Technique::GreedyReplies;
        let nodes =
            note(&format!("without {technique}"), if several { measure::<4>(work) } else { measure::<2>(work) });
        assert_ne!(nodes, if several { four } else { two }, "{technique} makes no difference");
    }
    note("exact", measure::<2>(Work { depth: 5, ..with(SearchOptions::EXACT) }));
    note("exact, four seats", measure::<4>(Work { depth: 5, ..with(SearchOptions::EXACT) }));
    note("noise", measure::<2>(with(SearchOptions { noise: 40, seed: 7, ..SearchOptions::BEST })));
    note("contempt", measure::<2>(with(SearchOptions { draw: -30, ..SearchOptions::BEST })));
    note("few nodes", measure::<2>(Work { depth: 60, nodes: 700, ..WORK }));
    note("three lines", measure::<2>(Work { depth: 5, lines: 3, ..WORK }));
    let fewer = note("known values", measure::<2>(Work { known_values: true, ..WORK }));
    assert!(fewer < two, "known values save nodes");

    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/signature.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, &text).expect("the file is written");
    }
    let stored = std::fs::read_to_string(file).expect("no signature is stored; BLESS=1 writes one");
    assert_eq!(text, stored, "the search does something else than before; if that is meant, BLESS=1");
}
