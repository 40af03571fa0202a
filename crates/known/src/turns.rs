//! Whole turns as edges between positions.

use crate::value::Value;
use rules::{Outcome, Rules, Seat, Status};

/// What a turn leads to.
pub(crate) enum End<P> {
    /// The game is over, with this value to whoever played the turn.
    Over(Value),
    /// The next turn begins here; the other side is to move, or the same if the game has one seat.
    Next(P),
}

/// The value to `mover` of a game that a turn has ended.
pub(crate) fn value_of(outcome: Outcome, mover: Seat) -> Value {
    match outcome {
        Outcome::Draw => Value::Draw,
        Outcome::Win(winner) if winner == mover => Value::Win(1),
        Outcome::Win(_) => Value::Loss(1),
    }
}

/// The value to its mover of a position in which he has no step; `None` if he has one.
pub(crate) fn stuck_value<G: Rules>(game: &G, at: &G::Position, steps: &mut Vec<G::Step>) -> Option<Value> {
    match game.survey(at, steps) {
        Status::Turn(_) | Status::Continue(_) => None,
        Status::Over(Outcome::Draw, _) => Some(Value::Draw),
        Status::Over(Outcome::Win(winner), _) => {
            let lost = game.status(at).seat().is_none_or(|mover| mover != winner);
            Some(if lost { Value::Loss(0) } else { Value::Win(0) })
        }
    }
}

/// Calls `visit` with the end of every turn that can be completed from here; the value of the position itself if the
/// mover has no step.
pub(crate) fn for_each_turn<G: Rules>(
    game: &G,
    at: &G::Position,
    visit: &mut impl FnMut(End<G::Position>),
) -> Option<Value> {
    let mut steps = Vec::new();
    let decided = stuck_value(game, at, &mut steps);
    let Some(mover) = game.status(at).seat().filter(|_| decided.is_none()) else { return decided };
    for step in steps {
        let mut next = at.clone();
        game.apply(&mut next, step);
        match game.status(&next) {
            Status::Over(outcome, _) => visit(End::Over(value_of(outcome, mover))),
            Status::Continue(_) => _ = for_each_turn(game, &next, visit),
            Status::Turn(_) => visit(End::Next(next)),
        }
    }
    None
}
