//! The clever search has the value of the plain one, on random trees with turns of several steps, endings
//! and transpositions, for one, two and four seats.

extern crate parlour_search as search;

use rules::prelude::*;
use search::alpha_beta::{Searcher, Variation};
use search::forced::ForcedWin;
use search::transposition::TranspositionTable;
use search::{Limits, SearchOptions, Technique, Techniques, WIN, plain};

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

impl<const SEATS: usize> Rules for Tree<SEATS> {
    const SEATS: usize = SEATS;
    type Position = Node;
    type Step = Nth;

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
}

impl<const SEATS: usize> Hints for Tree<SEATS> {
    fn priority(&self, at: &Node, Nth(nth): Nth) -> i32 {
        (mix(at.number ^ u64::from(nth)) % 7) as i32 - 3
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Nth(u8);

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
                let table = TranspositionTable::with_bytes(bytes);
                let limits = Limits { depth, nodes: u64::MAX, stop: &|| false };
                let thought = Searcher::new(&game, &table, SearchOptions::EXACT, limits, Vec::new())
                    .search(&start, &mut |_| ())
                    .unwrap();
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
        let table = TranspositionTable::with_bytes(1 << 16);
        let lines = Searcher::new(&game, &table, SearchOptions::EXACT, limits, Vec::new()).search_variations(
            &start,
            3,
            &mut |_| (),
        );
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
                            WIN - 1
                        } else {
                            1 - WIN
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
    let table = TranspositionTable::with_bytes(1 << 10);
    for nodes in 1..50 {
        let limits = Limits { depth: 10, nodes, stop: &|| true };
        let thought =
            Searcher::new(&game, &table, SearchOptions::BEST, limits, Vec::new()).search(&game.start(), &mut |_| ());
        let thought = thought.expect("there is a step");
        let mut steps = Vec::new();
        game.steps(&game.start(), &mut steps);
        assert!(steps.contains(&thought.steps[0]));
        assert_eq!(thought.nodes, 1, "it was told to stop at the first look");
        let limits = Limits { stop: &|| false, ..limits };
        let thought =
            Searcher::new(&game, &table, SearchOptions::BEST, limits, Vec::new()).search(&game.start(), &mut |_| ());
        let looked_at = thought.expect("there is a step").nodes;
        assert!(looked_at <= nodes.max(30), "{looked_at} positions instead of {nodes}");
    }
}

/// The best line from the start, searched exactly, where a draw has this value and these positions have stood before.
fn search_with_draws(game: &Tree<2>, depth: i32, draw: i32, past: Vec<u64>) -> Variation<Nth> {
    let limits = Limits { depth, nodes: u64::MAX, stop: &|| false };
    let options = SearchOptions { draw, ..SearchOptions::EXACT };
    let table = TranspositionTable::with_bytes(1 << 16);
    Searcher::new(game, &table, options, limits, past).search(&game.start(), &mut |_| ()).expect("a step")
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
        let (fair, keen) = (search_with_draws(&game, 3, 0, Vec::new()), search_with_draws(&game, 3, BAD, Vec::new()));
        assert!(keen.value <= fair.value, "tree {number}: a draw is worth less, so nothing is worth more");
        let ends = |step: &Nth| {
            let mut next = start;
            game.apply(&mut next, *step);
            game.status(&next)
        };
        let draws = |step: &Nth| matches!(ends(step), Status::Over(Outcome::Draw, _));
        if draws(&keen.steps[0]) {
            // No evaluation is as bad as this, so everything else must be lost or drawn, too.
            assert_eq!(keen.value, BAD, "tree {number}");
            taken += usize::from(steps.len() > 1);
        } else {
            refused += usize::from(draws(&fair.steps[0]));
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
        let think = |past| search_with_draws(&game, 2, BAD, past);
        let before = think(Vec::new());
        let mut answered = start;
        before.steps.iter().for_each(|step| game.apply(&mut answered, *step));
        if before.steps.len() != 2 || answered.turn != 2 || game.status(&answered).is_over() {
            continue;
        }
        let after = think(vec![game.key(&answered)]);
        if after.steps[0] == before.steps[0] {
            assert!(after.value <= BAD, "tree {number}: {before:?}, then {after:?}");
        } else {
            others_found += 1;
        }
    }
    assert!(others_found > 100, "only {others_found} repetitions avoided");
}

#[test]
fn a_line_that_repeats_inside_the_search_is_a_draw() {
    const BAD: i32 = -500;
    let mut repeated = 0;
    for number in 0..2_000 {
        let game = Tree::<2>(number);
        let start = game.start();
        if game.survey(&start, &mut Vec::new()).is_over() {
            continue;
        }
        let search = |past| search_with_draws(&game, 4, BAD, past);
        let before = search(Vec::new());
        // Where the root is to move again, two turns later and with two more to search.
        let mut at = start;
        let (mut line, mut first_turn) = (before.steps.iter(), 0);
        while at.turn < 2
            && let Some(step) = line.next()
        {
            first_turn += usize::from(at.turn == 0);
            game.apply(&mut at, *step);
        }
        if at.turn != 2 || before.depth < 4 || game.survey(&at, &mut Vec::new()).is_over() {
            continue;
        }
        let after = search(vec![game.key(&at)]);
        if after.steps.starts_with(&before.steps[..first_turn]) {
            assert!(after.value <= BAD, "tree {number}: {before:?}, then {after:?}");
            repeated += 1;
        }
    }
    assert!(repeated > 20, "only {repeated} lines repeated");
}

/// A tree written by hand, turn by turn. At the root R1 is even and R2 wins a little. The last of R2's answers looks
/// good for the other side until one looks three turns beyond it.
struct Refuted;

const R1: u8 = 1;
const R2: u8 = 2;

impl Rules for Refuted {
    const SEATS: usize = 2;
    type Position = (u8, u8);
    type Step = u8;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn status(&self, (_, turn): &(u8, u8)) -> Status {
        Status::Turn(Seat::new(usize::from(turn % 2)))
    }
    fn stuck(&self, _: &(u8, u8)) -> Status {
        unreachable!("every position has a step")
    }
    fn candidates(&self, (node, _): &(u8, u8), out: &mut Vec<u8>) {
        match node {
            0 => out.extend([R1, R2]),
            &R2 => out.extend(20..=25),
            // One step a turn, so that each of these is a line of its own.
            node => out.push(*node),
        }
    }
    fn judge(&self, _: &(u8, u8), _: u8) -> Legality {
        Ok(())
    }
    fn apply(&self, (node, turn): &mut (u8, u8), step: u8) {
        (*node, *turn) = (step, *turn + 1);
    }
}

impl Evaluate for Refuted {
    fn evaluate(&self, (node, turn): &(u8, u8), seat: Seat) -> i32 {
        let value = match (node, turn) {
            (&R2, _) => -10,
            (20..=24, _) => 50,
            (25, ..=4) => -200,
            (25, _) => 100,
            _ => 0,
        };
        if seat == Seat::FIRST { value } else { -value }
    }
}

impl Hints for Refuted {}

#[test]
fn what_a_reduced_search_finds_good_is_searched_again_in_full() {
    let techniques = Technique::ALL
        .into_iter()
        .filter(|technique| *technique != Technique::LateMoveReduction)
        .fold(Techniques::ALL, Techniques::without);
    let options = SearchOptions { techniques, ..SearchOptions::BEST };
    let limits = Limits { depth: 5, nodes: u64::MAX, stop: &|| false };
    // So small that the answers' order is never known from the last iteration.
    let table = TranspositionTable::with_bytes(0);
    let best = Searcher::new(&Refuted, &table, options, limits, Vec::new()).search(&Refuted.start(), &mut |_| ());
    let best = best.expect("a step");
    assert_eq!((best.steps[0], best.value, best.depth), (R2, 50, 5));
}

/// A race: whoever runs is home on the next turn if the other seat passes; its reply makes running cost something.
/// Waiting costs nothing.
struct Homeward {
    cost: i32,
}

const WAIT: u8 = 1;
const RUN: u8 = 2;
const HOME: u8 = 3;
const CAUGHT: u8 = 4;

impl Rules for Homeward {
    const SEATS: usize = 2;
    type Position = (u8, u8);
    type Step = u8;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn status(&self, (node, turn): &(u8, u8)) -> Status {
        let mover = Seat::new(usize::from(turn % 2));
        if *node == HOME { Status::Over(Outcome::Win(Seat::FIRST), ENDS) } else { Status::Turn(mover) }
    }
    fn stuck(&self, _: &(u8, u8)) -> Status {
        unreachable!("every position has a step")
    }
    fn candidates(&self, (node, turn): &(u8, u8), out: &mut Vec<u8>) {
        match (*node, turn % 2) {
            (0, _) => out.extend([WAIT, RUN]),
            (RUN, 0) => out.push(HOME),
            (RUN, _) => out.push(CAUGHT),
            (node, _) => out.push(node),
        }
    }
    fn judge(&self, _: &(u8, u8), _: u8) -> Legality {
        Ok(())
    }
    fn apply(&self, (node, turn): &mut (u8, u8), step: u8) {
        (*node, *turn) = (step, *turn + 1);
    }
}

impl Evaluate for Homeward {
    fn evaluate(&self, (node, _): &(u8, u8), seat: Seat) -> i32 {
        let value = if *node == CAUGHT { -self.cost } else { 0 };
        if seat == Seat::FIRST { value } else { -value }
    }
}

impl Hints for Homeward {
    fn solo(&self, (node, turn): &(u8, u8), seat: Seat) -> Option<(u8, u8)> {
        Some((*node, turn + u8::from(usize::from(turn % 2) != seat.index())))
    }
}

#[test]
fn a_plan_is_played_if_it_costs_little_and_not_if_it_costs_much() {
    let best_lines = |cost: i32, count: usize, techniques: Techniques| {
        let game = Homeward { cost };
        let options = SearchOptions { techniques, ..SearchOptions::BEST };
        let limits = Limits { depth: 2, nodes: 100_000, stop: &|| false };
        let table = TranspositionTable::with_bytes(1 << 16);
        let mut searcher = Searcher::new(&game, &table, options, limits, Vec::new());
        let lines = searcher.search_variations(&game.start(), count, &mut |_| ());
        lines.into_iter().map(|line| (line.steps[0], line.value)).collect::<Vec<_>>()
    };
    assert_eq!(best_lines(10, 1, Techniques::ALL), [(RUN, -10)]);
    assert_eq!(best_lines(10, 2, Techniques::ALL), [(RUN, -10), (WAIT, 0)], "it is told once");
    assert_eq!(best_lines(60, 1, Techniques::ALL), [(WAIT, 0)]);
    assert_eq!(best_lines(10, 1, Techniques::ALL.without(Technique::SoloPlan)), [(WAIT, 0)]);
}

#[test]
fn forced_wins_are_those_that_the_plain_search_finds() {
    let (mut wins, mut none) = (0, 0);
    for number in 0..400 {
        let game = Tree::<2>(number);
        let start = game.start();
        let Some(mover) = game.survey(&start, &mut Vec::new()).seat() else { continue };
        for seat in [mover, mover.other()] {
            let proved = ForcedWin::new(&game, seat, u64::MAX, &|| false).fewest(&start, 5).expect("without a limit");
            // One turn more, so that the plain search sees who is stuck after the fifth.
            let turns = WIN - plain::value(&game, &start, seat, 6, 0);
            let expected = (1..=5).contains(&turns).then_some(turns as u16);
            assert_eq!(proved, expected, "tree {number}, {seat:?}");
            let outcomes =
                ForcedWin::new(&game, seat, u64::MAX, &|| false).outcomes(&start, 5).expect("without a limit");
            let by_turn: Vec<Option<u16>> = outcomes.iter().map(|outcome| outcome.wins_in).collect();
            // Whoever wins takes the quickest turn, whoever loses the one that takes longest.
            let known = by_turn.iter().copied().flatten();
            let best =
                if seat == mover { known.min() } else { known.max().filter(|_| by_turn.iter().all(Option::is_some)) };
            assert_eq!(best, proved, "tree {number}, {seat:?}: the same turn by turn");
            *if proved.is_some() { &mut wins } else { &mut none } += 1;
        }
    }
    assert!(wins > 50 && none > 50, "{wins} wins, {none} without one");
}

#[test]
fn a_proof_that_is_stopped_says_nothing() {
    let proof = |number: u64, nodes: u64, stop: &dyn Fn() -> bool| {
        let game = Tree::<2>(number);
        ForcedWin::new(&game, Seat::FIRST, nodes, stop).fewest(&game.start(), 8)
    };
    let long = (0..400).find(|number| proof(*number, 100, &|| false).is_none()).expect("more than 100 positions");
    assert!(proof(long, 1 << 20, &|| false).is_some(), "enough of them tell");
    // It is asked for the first time when a multiple of 1,024 is left.
    assert!(proof(long, (1 << 20) + 5, &|| true).is_none());
}
