//! The plain search that the clever ones are tested against: every step to a fixed number of turns.

use crate::score::WIN;
use rules::{Evaluate, Outcome, Seat, Status};

/// What the position is worth to `seat` when everybody looks `depth` whole turns ahead and `turns` have been
/// played already: the seat itself raises the value and every other seat lowers it. Whether the seat to move
/// at the horizon can move at all is not looked at.
pub fn value<G: Evaluate>(game: &G, at: &G::Position, seat: Seat, depth: i32, turns: i32) -> i32 {
    let won = |outcome, turns: i32| match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == seat => WIN - turns,
        Outcome::Win(_) => turns - WIN,
    };
    if let Status::Turn(_) = game.status(at)
        && depth == 0
    {
        return game.evaluate(at, seat);
    }
    let mut steps = Vec::new();
    let mover = match game.survey(at, &mut steps) {
        Status::Over(outcome, _) => return won(outcome, turns),
        Status::Turn(mover) | Status::Continue(mover) => mover,
    };
    let values = steps.into_iter().map(|step| {
        let mut next = at.clone();
        game.apply(&mut next, step);
        match game.status(&next) {
            Status::Over(outcome, _) => won(outcome, turns + 1),
            Status::Continue(_) => value(game, &next, seat, depth, turns),
            Status::Turn(_) => value(game, &next, seat, depth - 1, turns + 1),
        }
    });
    if mover == seat { values.max() } else { values.min() }.expect("a running game has a step")
}
