//! What is asked of somebody who thinks, and what comes of it.

use crate::plain::WIN;

/// Values from here on say in how many turns the game is won.
pub const PROVED: i32 = WIN - 10_000;

/// When to stop thinking.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// After so many turns ahead.
    pub depth: i32,
    /// After so many positions, but not before every step has been looked at once, if that is possible at
    /// all with a fair number of them.
    pub nodes: u64,
    /// When this says so; asked now and then, inside a turn too.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// How to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Look less deeply at what promises little, and on at what is loud. Without it a search to some depth
    /// has exactly the value that [`crate::plain`] gives.
    pub selective: bool,
    /// By how much the evaluation is blurred, in its own units: 0 for not at all.
    pub blur: i32,
    /// Which blur.
    pub seed: u64,
    /// What a draw is worth to whoever thinks, in the evaluation's units: 0 is fair, less makes him play on.
    pub draw: i32,
}

impl Manner {
    /// With all we have.
    pub const BEST: Manner = Manner { selective: true, blur: 0, seed: 0, draw: 0 };
    /// Every step to the same depth.
    pub const EXACT: Manner = Manner { selective: false, blur: 0, seed: 0, draw: 0 };
}

/// What came of thinking.
#[derive(Clone, Debug)]
pub struct Thought<S> {
    /// What both sides are expected to play, step by step.
    pub line: Vec<S>,
    /// What it is worth to the seat to move.
    pub value: i32,
    /// How many turns it looked ahead.
    pub depth: i32,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<S> Thought<S> {
    /// In how many turns the game is won (or lost, if negative), where that is proved.
    pub fn proved(&self) -> Option<i32> {
        match self.value {
            value if value > PROVED => Some(WIN - value),
            value if value < -PROVED => Some(-(WIN + value)),
            _ => None,
        }
    }
}

/// The chance of winning that a value stands for, from 0 to 1.
pub fn chance(value: i32, scale: i32) -> f64 {
    match value {
        value if value > PROVED => 1.0,
        value if value < -PROVED => 0.0,
        // Three games of four at an advantage of one scale: odds of three to one.
        value => 1.0 / (1.0 + 3_f64.powf(-f64::from(value) / f64::from(scale))),
    }
}

/// The value that stands for a chance of winning; a chance of nothing or of everything is worth ten scales.
pub fn value_of(chance: f64, scale: i32) -> i32 {
    let chance = chance.clamp(0.0, 1.0);
    let odds = chance / (1.0 - chance);
    (odds.log(3.0).clamp(-10.0, 10.0) * f64::from(scale)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_chances_stand_for_each_other() {
        for value in [-3000, -500, 0, 20, 1000, 4000] {
            assert!((value_of(chance(value, 1000), 1000) - value).abs() <= 1);
        }
        assert!((chance(100, 100) - 0.75).abs() < 1e-9);
        assert_eq!((value_of(-0.1, 100), value_of(0.0, 100), value_of(1.0, 100)), (-1000, -1000, 1000));
    }
}
