//! Counting the ways to play so many turns: the test that two programs mean the same rules.

use rules::{Game, Status};

/// The number of distinct sequences of steps that make up exactly `depth` complete turns. A position in
/// the middle of a turn counts the rest of that turn as the first.
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.turns(at),
        // One list for each step of the line now being walked, used again and again.
        _ => walk(game, at, depth, &mut Vec::new()),
    }
}

fn walk<G: Game>(game: &G, at: &G::Position, depth: u32, spare: &mut Vec<Vec<G::Step>>) -> u64 {
    let mut steps = spare.pop().unwrap_or_default();
    game.survey(at, &mut steps);
    let mut count = 0;
    for step in &steps {
        let mut next = at.clone();
        game.apply(&mut next, *step);
        count += match game.status(&next) {
            Status::Over(..) => 0,
            Status::Continue(_) => walk(game, &next, depth, spare),
            Status::Turn(_) if depth == 2 => game.turns(&next),
            Status::Turn(_) => walk(game, &next, depth - 1, spare),
        };
    }
    spare.push(steps);
    count
}

/// The count behind each first step, in the order the game lists them.
pub fn divide<G: Game>(game: &G, at: &G::Position, depth: u32) -> Vec<(G::Step, u64)> {
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
