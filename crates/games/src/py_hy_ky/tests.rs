use super::*;
use rules::Random;

#[test]
fn white_places_one_black_two_then_one_each_and_white_the_last() {
    let (white, black) = (Seat::FIRST, Seat::SECOND);
    let order: Vec<Seat> = (0..ALL_PLACED).map(next_after).collect();
    assert_eq!(order[..6], [white, black, black, white, black, white]);
    assert_eq!(order[23], white);
    assert_eq!(order.iter().filter(|seat| **seat == white).count(), 12);
}

#[test]
fn runs_are_whole_and_count_on_short_diagonals() {
    let set = |names: &str| {
        let squares = names.split(' ').map(|name| name.parse::<Cell>().unwrap());
        squares.collect::<Squares>()
    };
    assert_eq!(runs(set("a1 b1 c1 d1")), [0, 1, 0], "a four is not two threes");
    assert_eq!(runs(set("a1 b1 d1 e1")), [0, 0, 0]);
    assert_eq!(runs(set("a3 b4 c5")), [1, 0, 0], "the shortest diagonal that holds a three");
    assert_eq!(runs(set("b1 c2 d3 e4")), [0, 1, 0]);
    assert_eq!(runs(set("a1 b1 c1 a2 a3")), [2, 0, 0], "one checker may belong to two runs");
    assert_eq!(runs(set("e1 d2 c3 b4 a5")), [0, 0, 1]);
}

#[test]
fn only_whole_lines_are_fives() {
    assert_eq!(FIVES.iter().map(|line| line.len()).collect::<Vec<_>>(), [5; 12]);
    assert_eq!(FIVES.iter().collect::<std::collections::HashSet<_>>().len(), 12);
}

/// A position after so many checkers placed at random; `None` if somebody has five before.
fn random_position(placed: u32, random: &mut Random) -> Option<Position> {
    let mut at = PyHyKy.start();
    let mut steps = Vec::new();
    while at.placed() < placed {
        if PyHyKy.survey(&at, &mut steps).is_over() {
            return None;
        }
        PyHyKy.apply(&mut at, steps[random.below(steps.len())]);
    }
    (!PyHyKy.status(&at).is_over()).then_some(at)
}

/// The result to the seat to move, by looking at everything.
fn plain_result(at: &Position) -> Wdl {
    let mut steps = Vec::new();
    PyHyKy.steps(at, &mut steps);
    let results = steps.into_iter().map(|step| {
        let mut next = *at;
        PyHyKy.apply(&mut next, step);
        match PyHyKy.status(&next) {
            Status::Over(outcome, _) => Wdl::of(outcome, at.placer()),
            _ => plain_result(&next).reversed(),
        }
    });
    results.max().expect("the board is not full")
}

#[test]
fn proofs_agree_with_looking_at_everything_and_bounds_are_sure() {
    use known::prove::{Bounds, Effort, Forced, ProofTable, Prover};
    let mut random = Random::new(9);
    // What is proved in one way must not answer for the other.
    let tables = [(); 2].map(|()| ProofTable::with_bytes(1 << 16));
    let (mut found, mut sure, mut forced) = ([0; 3], 0, 0);
    while found.iter().sum::<usize>() < 300 {
        let placed = 18 + random.below(5) as u32;
        let Some(at) = random_position(placed, &mut random) else { continue };
        let expected = plain_result(&at);
        let ways: [(Bounds<'_, PyHyKy>, Forced<'_, PyHyKy>); 2] =
            [(&|_| (Wdl::Loss, Wdl::Win), &|_| None), (&|at| PyHyKy.bounds(at), &|at| PyHyKy.forced(at))];
        for ((bounds, forced), table) in ways.into_iter().zip(&tables) {
            let priority = &|at: &Position, step| PyHyKy.priority(at, step);
            let prover = Prover { game: &PyHyKy, table, priority, bounds, forced, threads: 1 };
            assert_eq!(prover.result(&at, &Effort::of(u64::MAX)), Some(expected), "{at}");
        }
        let (least, most) = PyHyKy.bounds(&at);
        assert!(least <= expected && expected <= most, "{at} is a {expected:?}, and not from {least:?} to {most:?}");
        let is_bounded = (least, most) != (Wdl::Loss, Wdl::Win);
        sure += usize::from(is_bounded);
        forced += usize::from(!is_bounded && PyHyKy.forced(&at).is_some());
        found[expected as usize] += 1;
    }
    assert!(found.iter().all(|count| *count > 10), "{found:?} results");
    assert!(sure > 10 && forced > 10, "{sure} of them bounded, {forced} forced");
}

#[test]
fn symmetric_positions_share_a_key_and_a_number_and_others_do_not() {
    let mut random = Random::new(3);
    let mut keys = std::collections::HashMap::new();
    for placed in [0, 1, 3, 4, 9, 16, 23] {
        for _ in 0..200 {
            let Some(at) = random_position(placed, &mut random) else { continue };
            let mirrored: Position = at
                .to_string()
                .split_once('/')
                .map(|(seat, rows)| {
                    let rows: Vec<String> = rows.split(',').map(|row| row.chars().rev().collect()).collect();
                    format!("{seat}/{}", rows.join(",")).parse().unwrap()
                })
                .unwrap();
            let key = PyHyKy.exact_key(&at);
            assert_eq!(PyHyKy.exact_key(&mirrored), key, "{at}");
            assert_eq!(PyHyKy.number(&mirrored), PyHyKy.number(&at), "{at}");
            let lowest = Position::of_key(key);
            assert_eq!(PyHyKy.exact_key(&lowest), key, "a key is that of its own position");
            let (tier, number) = PyHyKy.number(&at).expect("a turn begins");
            assert_eq!(PyHyKy.position(tier, number), Some(lowest), "{at}");
            assert_eq!(*keys.entry(key).or_insert(lowest), lowest);
        }
    }
    let canonical =
        (0..PyHyKy.size("1".parse().unwrap())).filter(|nth| PyHyKy.position("1".parse().unwrap(), *nth).is_some());
    assert_eq!(canonical.count(), 6, "first checkers that are not symmetric");
}
