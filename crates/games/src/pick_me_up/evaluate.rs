//! Fifteen pawns are soon looked through to the end, so an opinion on the way there has nothing to add.

use super::{PickMeUp, Row};
use rules::prelude::*;

impl Evaluate for PickMeUp {
    fn evaluate(&self, _: &Row, _: Seat) -> i32 {
        0
    }
}

impl Hints for PickMeUp {}

impl Opponent for PickMeUp {
    const LEVELS: Levels = Levels::of([0, 90, 220, 300, 450, 700, 1000]);
}
