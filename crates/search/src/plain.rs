//! The plain search that the clever ones are tested against: every step to a fixed number of turns.

use rules::{Evaluate, Outcome, Seat, Status};

/// The value of a won game; wins that come sooner are worth more.
pub const WIN: i32 = 1_000_000;

/// What the position is worth to `seat` when everybody looks `turns` whole turns ahead: the seat itself
/// raises the value and every other seat lowers it.
pub fn value<G: Evaluate>(game: &G, at: &G::Position, seat: Seat, turns: u32) -> i32 {
    let mut steps = Vec::new();
    let mover = match game.survey(at, &mut steps) {
        Status::Over(Outcome::Draw, _) => return 0,
        Status::Over(Outcome::Win(winner), _) if winner == seat => return WIN + turns as i32,
        Status::Over(Outcome::Win(_), _) => return -WIN - turns as i32,
        Status::Turn(_) if turns == 0 => return game.evaluate(at, seat),
        Status::Turn(mover) | Status::Continue(mover) => mover,
    };
    let values = steps.into_iter().map(|step| after(game, at, step, seat, turns));
    if mover == seat { values.max() } else { values.min() }.expect("a running game has a step")
}

/// What a step is worth to `seat`, with `turns` turns to look ahead including the one it belongs to.
pub fn after<G: Evaluate>(game: &G, at: &G::Position, step: G::Step, seat: Seat, turns: u32) -> i32 {
    let mut next = at.clone();
    game.apply(&mut next, step);
    let goes_on = matches!(game.status(&next), Status::Continue(_));
    value(game, &next, seat, if goes_on { turns } else { turns.saturating_sub(1) })
}
