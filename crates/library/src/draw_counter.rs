//! The draws of a match: repetition, quiet turns, length. Every match counts them here, whoever plays it.

use rules::{Clause, Draws, MatchRules};
use std::collections::HashMap;
use std::hash::Hash;

/// Follows a match step by step and declares its draws. `P` is what positions are compared by for repetition.
#[derive(Clone)]
pub(crate) struct DrawCounter<P> {
    draws: Draws,
    /// How often each position has stood at the start of a turn.
    stood: HashMap<P, u32>,
    turns: u32,
    quiet_turns: u32,
    /// Whether a step has been played since the last turn began, and whether all of them were quiet.
    stepped: bool,
    quiet: bool,
}

impl<P: Eq + Hash> DrawCounter<P> {
    pub(crate) fn new(draws: Draws) -> DrawCounter<P> {
        DrawCounter { draws, stood: HashMap::new(), turns: 0, quiet_turns: 0, stepped: false, quiet: true }
    }

    /// A step has been played, and does or does not count towards a limit of quiet turns.
    pub(crate) fn step(&mut self, quiet: bool) {
        self.stepped = true;
        self.quiet &= quiet;
    }

    /// A turn begins at this position: the clause by which the match is drawn, if it is.
    pub(crate) fn turn_begins(&mut self, position: P) -> Option<Clause> {
        let first = !std::mem::take(&mut self.stepped);
        let quiet = std::mem::replace(&mut self.quiet, true);
        let times = self.stood.entry(position).or_default();
        *times += 1;
        let repeated = self.draws.repetition.filter(|_| *times >= 3);
        if first {
            return repeated;
        }
        self.turns += 1;
        self.quiet_turns = if quiet { self.quiet_turns + 1 } else { 0 };
        let reached =
            |limit: Option<(u32, Clause)>, turns| limit.filter(|(most, _)| turns >= *most).map(|(_, clause)| clause);
        repeated
            .or_else(|| reached(self.draws.quiet, self.quiet_turns))
            .or_else(|| reached(self.draws.length, self.turns))
    }
}

impl<P: Eq + Hash> DrawCounter<P> {
    /// The same for a game whose types are known, dead positions included.
    pub(crate) fn draw<G: MatchRules<Position = P>>(&mut self, game: &G, at: &P) -> Option<Clause> {
        let counted = self.turn_begins(game.repetition_position(at));
        game.dead(at).or(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::clause::{AGREEMENT, LENGTH, REPETITION};

    /// Plays turns, each given by whether its steps were quiet and the position it leads to; tells the draw after each.
    fn drawn(draws: Draws, turns: &[(&[bool], u32)]) -> Vec<Option<&'static str>> {
        let mut counter = DrawCounter::new(draws);
        assert_eq!(counter.turn_begins(0), None, "nothing has been played");
        let after = |(steps, position): &(&[bool], u32)| {
            steps.iter().for_each(|quiet| counter.step(*quiet));
            counter.turn_begins(*position).map(Clause::number)
        };
        turns.iter().map(after).collect()
    }

    #[test]
    fn a_turn_with_one_step_that_is_not_quiet_begins_the_count_anew() {
        let draws = Draws { quiet: Some((2, AGREEMENT)), ..Draws::NONE };
        let (quiet, mixed, loud): (&[bool], &[bool], &[bool]) = (&[true], &[true, false, true], &[false]);
        let turns = [(quiet, 1), (mixed, 2), (quiet, 3), (loud, 4), (quiet, 5), (quiet, 6)];
        assert_eq!(drawn(draws, &turns), [None, None, None, None, None, Some("0.8")]);
    }

    #[test]
    fn length_counts_turns_and_repetition_positions_at_the_start_of_one() {
        let (length, repetition) = (Some((3, LENGTH)), Some(REPETITION));
        let step: &[bool] = &[false];
        assert_eq!(
            drawn(Draws { length, ..Draws::NONE }, &[(step, 1), (step, 2), (step, 3)]),
            [None, None, Some("0.6")]
        );
        let back_and_forth = [(step, 1), (step, 0), (step, 1), (step, 0)];
        assert_eq!(drawn(Draws { repetition, ..Draws::NONE }, &back_and_forth), [None, None, None, Some("0.5")]);
        // Of two draws at once the repetition is told.
        assert_eq!(
            drawn(Draws { repetition, length: Some((4, LENGTH)), quiet: None }, &back_and_forth)[3],
            Some("0.5")
        );
    }
}
