//! What is good in Elbow Room: an odd number of free places for whoever is to move, since everybody takes one in turn.

use super::{ElbowRoom, Row};
use rules::prelude::*;

impl Evaluate for ElbowRoom {
    fn evaluate(&self, row: &Row, seat: Seat) -> i32 {
        let mut free = Vec::new();
        self.steps(row, &mut free);
        let mover_is_ahead = free.len() % 2 == 1;
        if mover_is_ahead == (row.1 == seat) { Self::SCALE } else { -Self::SCALE }
    }
}

impl Hints for ElbowRoom {
    /// The middle of the row takes most room from the other.
    fn priority(&self, _: &Row, place: super::Chair) -> i32 {
        3 - (i32::from(place.column()) - 3).abs()
    }
}

impl Opponent for ElbowRoom {
    const LEVELS: Levels = Levels::UNMEASURED;
}
