//! The clever search has the value of the plain one, on random trees with turns of several steps, endings
//! and transpositions, for one, two and four seats.

use rules::prelude::*;
use search::alpha_beta::Thinker;
use search::plain;
use search::table::Table;
use search::thought::{Limits, Manner};

clauses! { ENDS = "4.1" }

/// A game whose tree grows from numbers.
struct Tree<const SEATS: usize>(u64);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    number: u64,
    turn: u8,
    inside: bool,
}

fn mix(number: u64) -> u64 {
    rules::Random::new(number).bits()
}

impl<const SEATS: usize> Game for Tree<SEATS> {
    const ABOUT: About = About {
        id: "tree",
        name: "Tree",
        year: None,
        source: "a test",
        seats: match SEATS {
            1 => &["1"],
            2 => &["1", "2"],
            _ => &["1", "2", "3", "4"],
        },
        options: &[],
        edition: 1,
        series: 1,
        line: "",
        card: Card::PLAIN,
    };
    type Position = Node;
    type Step = Nth;

    fn with(_: &Chosen) -> Self {
        Tree(0)
    }
    fn rules(&self) -> &'static Rulebook {
        unreachable!("nobody reads the rules of a test")
    }
    fn start(&self) -> Node {
        Node { number: self.0, turn: 0, inside: false }
    }
    fn status(&self, at: &Node) -> Status {
        let seat = Seat::new(at.turn as usize % SEATS);
        match mix(at.number) % 16 {
            _ if at.inside => Status::Continue(seat),
            0 => Status::Over(Outcome::Draw, ENDS),
            1 => Status::Over(Outcome::Win(Seat::new(mix(at.number + 7) as usize % SEATS)), ENDS),
            _ => Status::Turn(seat),
        }
    }
    fn stuck(&self, at: &Node) -> Status {
        Status::Over(Outcome::Win(Seat::new((at.turn as usize + 1) % SEATS)), ENDS)
    }
    fn candidates(&self, at: &Node, out: &mut Vec<Nth>) {
        let steps = mix(at.number ^ 1) % 5;
        out.extend((0..steps.max(u64::from(at.inside))).map(|nth| Nth(nth as u8)));
    }
    fn judge(&self, _: &Node, _: Nth) -> Legality {
        Ok(())
    }
    fn apply(&self, at: &mut Node, Nth(nth): Nth) {
        // Few numbers, so that different ways lead to the same node.
        at.number = mix(at.number ^ u64::from(nth) << 8) % 97 + 100 * u64::from(at.turn) + (self.0 << 32);
        at.inside = mix(at.number ^ 3).is_multiple_of(4) && !at.inside;
        at.turn += u8::from(!at.inside);
    }
}

impl<const SEATS: usize> Evaluate for Tree<SEATS> {
    fn evaluate(&self, at: &Node, seat: Seat) -> i32 {
        let value = |salt: u64| (mix(at.number ^ salt) % 201) as i32 - 100;
        match SEATS {
            2 if seat == Seat::SECOND => -value(5),
            2 => value(5),
            _ => value(5 + seat.index() as u64),
        }
    }
    fn promise(&self, at: &Node, Nth(nth): Nth) -> i32 {
        (mix(at.number ^ u64::from(nth)) % 7) as i32 - 3
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Nth(u8);

impl Display for Nth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
impl FromStr for Nth {
    type Err = Unreadable;
    fn from_str(_: &str) -> Result<Nth, Unreadable> {
        Err(Unreadable::expected("nothing"))
    }
}
impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
impl FromStr for Node {
    type Err = Unreadable;
    fn from_str(_: &str) -> Result<Node, Unreadable> {
        Err(Unreadable::expected("nothing"))
    }
}

fn compare<const SEATS: usize>(trees: u64, deepest: i32) {
    let mut compared = 0;
    for number in 0..trees {
        let game = Tree::<SEATS>(number);
        let start = game.start();
        let Some(seat) = game.survey(&start, &mut Vec::new()).seat() else { continue };
        // A small table is overwritten all the time, and must do no harm.
        for bytes in [64, 1 << 16] {
            for depth in 1..=deepest {
                // A new one each time: what a deeper search has left behind may know more than depth allows.
                let table = Table::with_bytes(bytes);
                let limits = Limits { depth, nodes: u64::MAX, stop: &|| false };
                let thought =
                    Thinker::new(&game, &table, Manner::EXACT, limits, Vec::new()).think(&start, &mut |_| ()).unwrap();
                let expected = plain::value(&game, &start, seat, thought.depth, 0);
                assert_eq!(thought.value, expected, "tree {number}, {SEATS} seats, depth {depth}, {bytes} bytes");
                // Stopped early only by a proof, and then nothing deeper says otherwise.
                if thought.depth < depth {
                    assert_eq!(plain::value(&game, &start, seat, depth, 0), expected, "tree {number}, depth {depth}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > trees, "{compared} comparisons");
}

#[test]
fn one_seat() {
    compare::<1>(300, 5);
}

#[test]
fn two_seats() {
    compare::<2>(300, 6);
}

#[test]
fn four_seats() {
    compare::<4>(300, 6);
}

#[test]
fn the_best_lines_are_the_best_first_steps() {
    let mut with_several = 0;
    for number in 0..200 {
        let game = Tree::<2>(number);
        let start = game.start();
        let mut steps = Vec::new();
        let status = game.survey(&start, &mut steps);
        let (Some(seat), true) = (status.seat(), steps.len() > 1) else { continue };
        with_several += 1;
        let limits = Limits { depth: 4, nodes: u64::MAX, stop: &|| false };
        let table = Table::with_bytes(1 << 16);
        let lines = Thinker::new(&game, &table, Manner::EXACT, limits, Vec::new()).lines(&start, 3, &mut |_| ());
        assert_eq!(lines.len(), steps.len().min(3));
        let depth = lines[0].depth;
        let mut values: Vec<i32> = steps
            .iter()
            .map(|step| {
                let mut next = start;
                game.apply(&mut next, *step);
                match game.status(&next) {
                    Status::Over(Outcome::Draw, _) => 0,
                    Status::Over(Outcome::Win(winner), _) => {
                        if winner == seat {
                            plain::WIN - 1
                        } else {
                            1 - plain::WIN
                        }
                    }
                    Status::Continue(_) => plain::value(&game, &next, seat, depth, 0),
                    Status::Turn(_) => plain::value(&game, &next, seat, depth - 1, 1),
                }
            })
            .collect();
        values.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
        values.truncate(3);
        if lines.iter().all(|line| line.depth == depth) {
            assert_eq!(lines.iter().map(|line| line.value).collect::<Vec<_>>(), values, "tree {number}");
        }
    }
    assert!(with_several > 50);
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_step() {
    let running = |number: &u64| !Tree::<2>(*number).survey(&Tree::<2>(*number).start(), &mut Vec::new()).is_over();
    let game = Tree::<2>((0..100).find(running).unwrap());
    let table = Table::with_bytes(1 << 10);
    for nodes in 1..50 {
        let limits = Limits { depth: 10, nodes, stop: &|| true };
        let thought = Thinker::new(&game, &table, Manner::BEST, limits, Vec::new()).think(&game.start(), &mut |_| ());
        let thought = thought.expect("there is a step");
        let mut steps = Vec::new();
        game.steps(&game.start(), &mut steps);
        assert!(steps.contains(&thought.line[0]));
        assert_eq!(thought.nodes, 1, "it was told to stop at the first look");
        let limits = Limits { stop: &|| false, ..limits };
        let thought = Thinker::new(&game, &table, Manner::BEST, limits, Vec::new()).think(&game.start(), &mut |_| ());
        let looked_at = thought.expect("there is a step").nodes;
        assert!(looked_at <= nodes.max(30), "{looked_at} positions instead of {nodes}");
    }
}

#[test]
fn whoever_dislikes_draws_takes_one_only_where_nothing_else_is_left() {
    const BAD: i32 = -500;
    let (mut refused, mut taken) = (0, 0);
    for number in 0..2_000 {
        let game = Tree::<2>(number);
        let start = game.start();
        let mut steps = Vec::new();
        if game.survey(&start, &mut steps).is_over() {
            continue;
        }
        let think = |draw| {
            let limits = Limits { depth: 3, nodes: u64::MAX, stop: &|| false };
            let manner = Manner { draw, ..Manner::EXACT };
            Thinker::new(&game, &Table::with_bytes(1 << 16), manner, limits, Vec::new()).think(&start, &mut |_| ())
        };
        let (fair, keen) = (think(0).expect("a step"), think(BAD).expect("a step"));
        assert!(keen.value <= fair.value, "tree {number}: a draw is worth less, so nothing is worth more");
        let ends = |step: &Nth| {
            let mut next = start;
            game.apply(&mut next, *step);
            game.status(&next)
        };
        let draws = |step: &Nth| matches!(ends(step), Status::Over(Outcome::Draw, _));
        if draws(&keen.line[0]) {
            // No evaluation is as bad as this, so everything else must be lost or drawn, too.
            assert_eq!(keen.value, BAD, "tree {number}");
            taken += usize::from(steps.len() > 1);
        } else {
            refused += usize::from(draws(&fair.line[0]));
        }
    }
    assert!(refused > 10 && taken > 0, "{refused} draws refused, {taken} taken");
}

#[test]
fn an_answer_that_repeats_is_seen_by_who_looks_no_further() {
    const BAD: i32 = -500;
    let mut others_found = 0;
    for number in 0..2_000 {
        let game = Tree::<2>(number);
        let start = game.start();
        if game.survey(&start, &mut Vec::new()).is_over() {
            continue;
        }
        let think = |past| {
            let limits = Limits { depth: 2, nodes: u64::MAX, stop: &|| false };
            let manner = Manner { draw: BAD, ..Manner::EXACT };
            let table = Table::with_bytes(1 << 16);
            Thinker::new(&game, &table, manner, limits, past).think(&start, &mut |_| ()).expect("a step")
        };
        let before = think(Vec::new());
        let mut answered = start;
        before.line.iter().for_each(|step| game.apply(&mut answered, *step));
        if before.line.len() != 2 || answered.turn != 2 || game.status(&answered).is_over() {
            continue;
        }
        let after = think(vec![game.key(&answered)]);
        if after.line[0] == before.line[0] {
            assert!(after.value <= BAD, "tree {number}: {before:?}, then {after:?}");
        } else {
            others_found += 1;
        }
    }
    assert!(others_found > 100, "only {others_found} repetitions avoided");
}
