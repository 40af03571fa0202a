//! What is good in Foregammon: a gamin's way already gone, and hops to come.

use super::{Foregammon, Position};
use rules::prelude::*;

/// One pennant of the way.
const PENNANT: i32 = 10;
/// A gamin at home needs no exact number any more.
const HOME: i32 = 30;

impl Evaluate for Foregammon {
    const SCALE: i32 = 120;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        let race = |seat: Seat| -> i32 {
            let gamins = at.track[seat.index()];
            gamins.iter().map(|gamin| PENNANT * (*gamin) + if *gamin == 32 { HOME } else { 0 }).sum()
        };
        race(seat) - race(seat.other())
    }
}
