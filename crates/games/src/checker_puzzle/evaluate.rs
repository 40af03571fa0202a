//! How far the colours have changed sides.

use super::{CheckerPuzzle, LEFT, RIGHT, Row};
use rules::prelude::*;

impl Evaluate for CheckerPuzzle {
    fn evaluate(&self, row: &Row, _: Seat) -> i32 {
        let arrived = (row.white & RIGHT).len() + (row.black & LEFT).len();
        20 * arrived as i32
    }
}

impl Hints for CheckerPuzzle {}

impl Opponent for CheckerPuzzle {
    const LEVELS: Levels = Levels::UNMEASURED;
}
