//! What is said of a game to the people who play it.

use crate::{Game, Status};

/// The sentences about positions and steps.
pub trait Words: Game {
    /// A sentence on this step for logs, choosers and screen readers: "White moves b2 to c3."
    fn say(&self, at: &Self::Position, step: Self::Step) -> String;

    /// What is to be done now, for a person who has just sat down: "White to move."
    fn prompt(&self, at: &Self::Position) -> String {
        match self.status(at) {
            Status::Turn(seat) => format!("{} to move.", Self::seat_name(seat)),
            Status::Continue(seat) => format!("{} goes on.", Self::seat_name(seat)),
            Status::Over(..) => "The game is over.".to_string(),
        }
    }
}
