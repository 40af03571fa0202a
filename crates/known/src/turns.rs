//! What turns are worth to whoever plays them.

use crate::value::Value;
use rules::tiers::TurnEnd;
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

/// Where a turn leads, by number.
#[derive(Clone, Copy)]
pub(crate) struct Numbered<T> {
    pub(crate) tier: T,
    pub(crate) number: u64,
    /// Whether the other side moves next.
    pub(crate) other_side: bool,
}

/// How a turn of `mover` ends, by number; a seat without a step ends the game. `None` if it leads to a position that has a step
/// and no number, which it must not.
pub(crate) fn numbered<G: Tiers>(
    game: &G,
    mover: Seat,
    end: TurnEnd<G::Position>,
) -> Option<TurnEnd<Numbered<G::Tier>>> {
    let next = match end {
        TurnEnd::Over(outcome) => return Some(TurnEnd::Over(outcome)),
        TurnEnd::Next(next) => next,
    };
    match game.number(&next) {
        Some((tier, number)) => {
            let other_side = game.status(&next).seat() != Some(mover);
            Some(TurnEnd::Next(Numbered { tier, number, other_side }))
        }
        None => match game.survey(&next, &mut Vec::new()) {
            Status::Over(outcome, _) => Some(TurnEnd::Over(outcome)),
            Status::Turn(_) | Status::Continue(_) => None,
        },
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
