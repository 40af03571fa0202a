//! Going through many positions.

use super::{AnyInspect, AnyPosition, Erased};
use crate::draw_counter::DrawCounter;
use crate::walking::{self, RandomGame, RandomSteps};
use ::rules::laws::{self, Inspection};
use ::rules::{Complete, Random};

impl<G: Complete> AnyInspect for Erased<G> {
    fn perft(&self, at: &AnyPosition, depth: u32, threads: usize) -> u64 {
        walking::perft(&self.game, Self::open(at), depth, threads)
    }

    fn divide(&self, at: &AnyPosition, depth: u32) -> Vec<(String, u64)> {
        let behind = ::search::perft::divide(&self.game, Self::open(at), depth);
        behind.into_iter().map(|(step, count)| (step.to_string(), count)).collect()
    }

    fn random_game(&self, at: &AnyPosition, random: &mut Random, turns: u32) -> RandomGame {
        let draws = DrawCounter::new(self.game.draws());
        walking::random_game(&self.game, Self::open(at), random, turns, Some(draws), &mut Vec::new())
    }

    fn random_steps(&self, at: &AnyPosition, random: &mut Random, turns: u32, steps: u64) -> RandomSteps {
        walking::random_steps(&self.game, Self::open(at), random, turns, steps, &mut Vec::new())
    }

    fn obey(&self, inspection: Inspection) -> Result<(), String> {
        laws::obey(&self.game, inspection)
    }

    fn obey_rulebook(&self) -> Result<(), String> {
        laws::obey_rulebook(&self.game)
    }
}
