//! Solving any game whose positions are numbered.

use crate::any::{AnyPosition, Erased};
use known::{Error, Manifest, Progress, SolveRequest, TierRecord, Verified};
use rules::{Chosen, Complete, Random, Tiers};
use std::path::Path;
use std::sync::Arc;

/// A game that can be solved, with its options chosen.
pub trait AnySolver: Send + Sync {
    /// How many men on the board are worth solving.
    fn default_men(&self) -> u32;
    /// The tiers with up to so many men and how many numbers each has, in the order they are solved.
    fn tiers(&self, men: u32) -> Vec<(String, u64)>;
    /// Up to how many men on the board everything is among these tiers.
    fn most_men(&self, known: &[TierRecord]) -> u32;
    /// So many positions drawn at random from these tiers, to try things in.
    fn sample(&self, men: u32, count: usize, random: &mut Random) -> Vec<AnyPosition>;
    /// Solves what is not solved yet.
    fn solve(&self, request: &SolveRequest, progress: &(dyn Fn(&Progress) -> bool + Sync)) -> Result<Manifest, Error>;
    /// Holds every stored value against those of its successors.
    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        progress: &(dyn Fn(&str, u64, u64) + Sync),
    ) -> Result<Verified, Error>;
}

/// The solver of one game.
pub(crate) struct Solver<G> {
    game: Arc<G>,
}

impl<G: Complete + Tiers> Solver<G> {
    pub(crate) fn boxed(chosen: &Chosen) -> Box<dyn AnySolver> {
        Box::new(Solver { game: Arc::new(G::with(chosen)) })
    }
}

/// No board of a game that can be solved has more men.
const MOST_MEN: u32 = 24;

impl<G: Complete + Tiers> AnySolver for Solver<G> {
    fn default_men(&self) -> u32 {
        G::MEN
    }

    fn most_men(&self, known: &[TierRecord]) -> u32 {
        let is_known = |tier: &G::Tier| known.iter().any(|record| record.tier == tier.to_string());
        let tiers = |men: u32| self.game.groups(men).into_iter().flatten().collect::<Vec<_>>();
        let grows = |men: &u32| tiers(*men).len() > tiers(men - 1).len();
        (1..=MOST_MEN).filter(grows).take_while(|men| tiers(*men).iter().all(is_known)).last().unwrap_or(0)
    }

    fn tiers(&self, men: u32) -> Vec<(String, u64)> {
        let tiers = self.game.groups(men).into_iter().flatten();
        tiers.map(|tier| (tier.to_string(), self.game.size(tier))).collect()
    }

    fn sample(&self, men: u32, count: usize, random: &mut Random) -> Vec<AnyPosition> {
        let tiers: Vec<G::Tier> = self.game.groups(men).into_iter().flatten().collect();
        let mut drawn = Vec::new();
        while drawn.len() < count {
            let tier = tiers[random.below(tiers.len())];
            let number = random.below(self.game.size(tier) as usize) as u64;
            drawn.extend(self.game.position(tier, number).map(Erased::<G>::wrap));
        }
        drawn
    }

    fn solve(&self, request: &SolveRequest, progress: &(dyn Fn(&Progress) -> bool + Sync)) -> Result<Manifest, Error> {
        known::solve(&*self.game, request, G::ABOUT.edition, progress)
    }

    fn verify(
        &self,
        folder: &Path,
        threads: usize,
        progress: &(dyn Fn(&str, u64, u64) + Sync),
    ) -> Result<Verified, Error> {
        known::verify(&*self.game, folder, G::ABOUT.edition, threads, progress)
    }
}
