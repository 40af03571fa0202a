//! What a match remembers in order to declare a draw.

use rules::{Clause, Draws};
use std::collections::HashMap;
use std::hash::Hash;

/// The positions that stood at the start of a turn, and how many turns there were.
#[derive(Clone)]
pub(crate) struct History<P> {
    draws: Draws,
    stood: HashMap<P, u32>,
    turns: u32,
    quiet_turns: u32,
}

impl<P: Eq + Hash> History<P> {
    pub(crate) fn new(draws: Draws) -> History<P> {
        History { draws, stood: HashMap::new(), turns: 0, quiet_turns: 0 }
    }

    /// The first turn begins at this position.
    pub(crate) fn begin(&mut self, repeatable: P) -> Option<Clause> {
        let times = self.stood.entry(repeatable).or_default();
        *times += 1;
        self.draws.repetition.filter(|_| *times >= 3)
    }

    /// A turn has ended and the next begins at this position: is it a draw?
    pub(crate) fn turn_ended(&mut self, repeatable: P, quiet: bool) -> Option<Clause> {
        self.turns += 1;
        self.quiet_turns = if quiet { self.quiet_turns + 1 } else { 0 };
        let reached =
            |limit: Option<(u32, Clause)>, turns| limit.filter(|(most, _)| turns >= *most).map(|(_, clause)| clause);
        self.begin(repeatable)
            .or_else(|| reached(self.draws.quiet, self.quiet_turns))
            .or_else(|| reached(self.draws.length, self.turns))
    }
}
