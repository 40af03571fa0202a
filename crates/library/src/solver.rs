//! Solving any game whose positions are numbered.

use crate::any::{AnyPosition, Erased};
use known::{Error, Manifest, Progress, SolveRequest, TierRecord, Verified};
use rules::{Chosen, Complete, Random, Tiers};
use std::path::Path;

/// Is told how far it has come, and returns false to stop.
pub type Report<'a> = &'a (dyn Fn(&Progress) -> bool + Sync);
/// Is told a tier, how many of its positions are checked, and how many it has.
pub type CheckReport<'a> = &'a (dyn Fn(&str, u64, u64) + Sync);

/// A game that can be solved, with its options chosen.
pub trait AnySolver: Send + Sync {
    /// How many men on the board are worth solving.
    fn default_men(&self) -> u32;
    /// The tiers with up to so many men and how many numbers each has, in the order they are solved.
    fn tiers(&self, men: u32) -> Vec<(String, u64)>;
    /// Whether every turn from what it solves leads to what it solves, so that play goes on by what is stored.
    fn is_closed(&self) -> bool;
    /// How it solves, in a sentence.
    fn method(&self) -> &'static str;
    /// Up to how many men on the board everything is among these tiers.
    fn most_men(&self, known: &[TierRecord]) -> u32;
    /// So many positions drawn at random from these tiers, to try things in.
    fn sample(&self, men: u32, count: usize, random: &mut Random) -> Vec<AnyPosition>;
    /// Solves what is not solved yet.
    fn solve(&self, request: &SolveRequest, progress: Report<'_>) -> Result<Manifest, Error>;
    /// Holds every stored value against those of its successors.
    fn verify(&self, folder: &Path, threads: usize, progress: CheckReport<'_>) -> Result<Verified, Error>;
}

/// The solver of one game.
pub(crate) struct Solver<G> {
    game: G,
    method: Method<G>,
}

/// How a game is solved, and how that is checked.
pub(crate) struct Method<G> {
    /// In a sentence.
    pub(crate) words: &'static str,
    /// Whether its tiers lead only to themselves.
    pub(crate) closed: bool,
    pub(crate) solve: fn(&G, &SolveRequest, Report<'_>) -> Result<Manifest, Error>,
    pub(crate) verify: fn(&G, &Path, usize, CheckReport<'_>) -> Result<Verified, Error>,
}

impl<G: Complete + Tiers> Solver<G> {
    /// Backwards from the ends of the game.
    pub(crate) fn boxed(chosen: &Chosen) -> Box<dyn AnySolver> {
        Solver::<G>::by(
            chosen,
            Method {
                words: "Worked out backwards from every end of the game; a second pass has held every value against those of \
                        the positions that follow.",
                closed: true,
                solve: |game, request, progress| known::solve(game, request, G::ABOUT.edition, progress),
                verify: |game, folder, threads, progress| {
                    known::verify(game, folder, G::ABOUT.edition, threads, progress)
                },
            },
        )
    }

    pub(crate) fn by(chosen: &Chosen, method: Method<G>) -> Box<dyn AnySolver> {
        Box::new(Solver { game: G::with(chosen), method })
    }
}

/// No board of a game that can be solved has more men.
const MOST_MEN: u32 = 24;

impl<G: Complete + Tiers> AnySolver for Solver<G> {
    fn default_men(&self) -> u32 {
        G::MEN
    }

    fn is_closed(&self) -> bool {
        self.method.closed
    }

    fn method(&self) -> &'static str {
        self.method.words
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

    fn solve(&self, request: &SolveRequest, progress: Report<'_>) -> Result<Manifest, Error> {
        (self.method.solve)(&self.game, request, progress)
    }

    fn verify(&self, folder: &Path, threads: usize, progress: CheckReport<'_>) -> Result<Verified, Error> {
        (self.method.verify)(&self.game, folder, threads, progress)
    }
}
