//! What turns are worth to whoever plays them.

use crate::value::Value;
use rules::tiers::{Numbered, TurnEnd, numbered};
use rules::{Outcome, Rules, Seat, Status, Tiers};

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

/// The value to `mover` of a turn that ends so, if `known` tells the value of numbered positions; `None` if it does not.
pub(crate) fn numbered_value<T>(
    mover: Seat,
    end: TurnEnd<Numbered<T>>,
    known: impl FnOnce(T, u64) -> Option<Value>,
) -> Option<Value> {
    match end {
        TurnEnd::Over(outcome) => Some(value_of(outcome, mover)),
        TurnEnd::Next(next) => known(next.tier, next.number).map(|value| value.one_turn_earlier(next.other_side)),
    }
}

/// [`numbered_value`] of a turn that is not numbered yet.
pub(crate) fn turn_value<G: Tiers>(
    game: &G,
    mover: Seat,
    end: TurnEnd<G::Position>,
    known: impl FnOnce(G::Tier, u64) -> Option<Value>,
) -> Option<Value> {
    numbered_value(mover, numbered(game, mover, end)?, known)
}
