//! Counting the ways to play so many turns: the test that two programs mean the same rules.

use rules::{Count, Rules, Spare, Status};

/// [`Count::perft`] for any depth, with lists of its own.
pub fn perft<G: Count>(game: &G, at: &G::Position, depth: u32) -> u64 {
    if depth == 0 { 1 } else { game.perft(at, depth, &mut Spare::new()) }
}

/// At least so many positions, if the tree is wide enough, and how many turns are to be counted from each:
/// the counts of all of them add up to the whole. For counting on several threads.
pub fn branches<G: Rules>(game: &G, at: &G::Position, depth: u32, wanted: usize) -> Vec<(G::Position, u32)> {
    let mut branches = vec![(at.clone(), depth)];
    let mut steps = Vec::new();
    while branches.len() < wanted && branches.iter().any(|(_, depth)| *depth > 2) {
        for (at, depth) in std::mem::take(&mut branches) {
            if depth <= 2 {
                branches.push((at, depth));
                continue;
            }
            game.survey(&at, &mut steps);
            for step in &steps {
                let mut next = at.clone();
                game.apply(&mut next, *step);
                match game.status(&next) {
                    Status::Over(..) => (),
                    Status::Continue(_) => branches.push((next, depth)),
                    Status::Turn(_) => branches.push((next, depth - 1)),
                }
            }
        }
    }
    branches
}

/// The count behind each first step, in the order the game lists them.
pub fn divide<G: Count>(game: &G, at: &G::Position, depth: u32) -> Vec<(G::Step, u64)> {
    let mut steps = Vec::new();
    game.survey(at, &mut steps);
    let behind = |step: G::Step| {
        let mut next = at.clone();
        game.apply(&mut next, step);
        let count = match game.status(&next) {
            Status::Over(..) => u64::from(depth == 1),
            Status::Continue(_) => perft(game, &next, depth),
            Status::Turn(_) => perft(game, &next, depth.saturating_sub(1)),
        };
        (step, count)
    };
    steps.into_iter().map(behind).collect()
}
