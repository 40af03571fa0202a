//! Solving any game whose positions are numbered.

use crate::any::{AnyPosition, Erased};
use known::{Cost, Error, Manifest, Progress, SolveRequest, TierRecord, Verified};
use rules::{Chosen, Complete, Random, Tiers};
use std::path::Path;

/// Is told how far it has come, and returns false to stop.
pub type SolveReport<'a> = &'a (dyn Fn(&Progress) -> bool + Sync);
/// Is told a tier, how many of its positions are checked, and how many it has.
pub type CheckReport<'a> = &'a (dyn Fn(&str, u64, u64) + Sync);

/// A game that can be solved, with its options chosen.
pub trait AnySolver: Send + Sync {
    /// How many men on the board are worth solving.
    fn default_men(&self) -> u32;
    /// How positions are numbered, as manifests say.
    fn numbering(&self) -> u16;
    /// How many men on the board are small enough to be part of the program.
    fn shipped_men(&self) -> u32;
    /// The tiers that are part of the program, in the order of their manifest.
    fn shipped_tiers(&self) -> Vec<String>;
    /// The tiers with up to so many men and how many numbers each has, in the order they are solved.
    fn tiers(&self, men: u32) -> Vec<(String, u64)>;
    /// What it takes to work out the tiers with up to so many men but for those that are known, the memory for the largest group;
    /// `None` if some of them are proved by search, of which nobody can tell before.
    fn cost(&self, men: u32, known: &[TierRecord]) -> Option<Cost>;
    /// Up to how many men have to be solved to know a position; `None` if it belongs to no tier.
    fn men_to_know(&self, at: &AnyPosition) -> Option<u32>;
    /// Whether every turn from what is worth solving leads to what is worth solving, so that play goes on by what is stored.
    fn is_closed(&self) -> bool;
    /// How these tiers were solved, in a sentence.
    fn method(&self, known: &[TierRecord]) -> &'static str;
    /// Up to how many men on the board everything is among these tiers.
    fn most_men(&self, known: &[TierRecord]) -> u32;
    /// Up to how many men have to be solved to know all of these tiers.
    fn men_of(&self, known: &[TierRecord]) -> u32 {
        let has_all = |men: &u32| {
            let tiers = self.tiers(*men);
            known.iter().all(|record| tiers.iter().any(|(tier, _)| *tier == record.tier))
        };
        (1..=MOST_MEN).find(has_all).unwrap_or(MOST_MEN)
    }
    /// So many positions drawn at random from these tiers, to try things in.
    fn sample(&self, men: u32, count: usize, random: &mut Random) -> Vec<AnyPosition>;
    /// Solves what is not solved yet.
    fn solve(&self, request: &SolveRequest, progress: SolveReport<'_>) -> Result<Manifest, Error>;
    /// Checks every stored value: holds it against those of its successors, or proves it again with this much memory.
    fn verify(&self, folder: &Path, memory: u64, threads: usize, progress: CheckReport<'_>) -> Result<Verified, Error>;
}

/// The solver of one game.
pub(crate) struct Solver<G: Tiers> {
    game: G,
    method: Method<G>,
}

/// How a game is solved, and how that is checked.
pub(crate) struct Method<G: Tiers> {
    /// Whether a tier is proved by search; others are worked out backwards.
    pub(crate) is_proved: fn(&G, G::Tier) -> bool,
    pub(crate) solve: fn(&G, &SolveRequest, SolveReport<'_>) -> Result<Manifest, Error>,
    pub(crate) verify: fn(&G, &Path, u64, usize, CheckReport<'_>) -> Result<Verified, Error>,
}

impl<G: Complete + Tiers> Solver<G> {
    /// Backwards from the ends of the game.
    pub(crate) fn boxed(chosen: &Chosen) -> Box<dyn AnySolver> {
        let method = Method {
            is_proved: |_, _| false,
            solve: |game, request, progress| known::solve(game, request, G::ABOUT.edition, progress),
            verify: |game, folder, _, threads, progress| {
                known::verify(game, folder, G::ABOUT.edition, threads, progress)
            },
        };
        Solver::<G>::by(chosen, method)
    }

    pub(crate) fn by(chosen: &Chosen, method: Method<G>) -> Box<dyn AnySolver> {
        Box::new(Solver { game: G::with(chosen), method })
    }

    fn is_proved(&self, tier: G::Tier) -> bool {
        (self.method.is_proved)(&self.game, tier)
    }
}

/// No board of a game that can be solved has more men.
const MOST_MEN: u32 = 24;

impl<G: Complete + Tiers> AnySolver for Solver<G> {
    fn default_men(&self) -> u32 {
        G::MEN
    }

    fn numbering(&self) -> u16 {
        G::NUMBERING
    }

    fn shipped_men(&self) -> u32 {
        G::SHIPPED
    }

    fn men_to_know(&self, at: &AnyPosition) -> Option<u32> {
        let tier = self.game.tier(Erased::<G>::open(at))?;
        (1..=MOST_MEN).find(|men| self.game.groups(*men).iter().flatten().any(|solved| *solved == tier))
    }

    fn cost(&self, men: u32, known: &[TierRecord]) -> Option<Cost> {
        let is_known = |tier: &G::Tier| known.iter().any(|record| record.tier == tier.to_string());
        let mut groups = self.game.groups(men);
        groups.retain(|group| !group.iter().all(is_known));
        if groups.iter().flatten().any(|tier| self.is_proved(*tier)) {
            return None;
        }
        let costs = groups.iter().map(|group| Cost::backwards(&self.game, group));
        Some(
            costs.fold(Cost::default(), |all, one| Cost {
                memory: all.memory.max(one.memory),
                time: all.time + one.time,
            }),
        )
    }

    fn is_closed(&self) -> bool {
        !self.game.groups(G::MEN).into_iter().flatten().any(|tier| self.is_proved(tier))
    }

    fn method(&self, known: &[TierRecord]) -> &'static str {
        let proved = |record: &TierRecord| record.tier.parse().is_ok_and(|tier| self.is_proved(tier));
        match known.iter().filter(|record| proved(record)).count() {
            0 => {
                "Worked out backwards from every end of the game; a second pass has held every value against those of the \
                 positions that follow."
            }
            some if some == known.len() => {
                "Proved by looking ahead to the end of the game, every answer of the other side included; a second proof used \
                 nothing but the rules."
            }
            _ => {
                "Endings were worked out backwards from every end of the game; the beginning was proved by looking ahead to these \
                 endings, every answer of the other side included."
            }
        }
    }

    fn most_men(&self, known: &[TierRecord]) -> u32 {
        let is_known = |tier: &G::Tier| known.iter().any(|record| record.tier == tier.to_string());
        let tiers = |men: u32| self.game.groups(men).into_iter().flatten().collect::<Vec<_>>();
        let grows = |men: &u32| tiers(*men).len() > tiers(men - 1).len();
        (1..=MOST_MEN).filter(grows).take_while(|men| tiers(*men).iter().all(is_known)).last().unwrap_or(0)
    }

    fn shipped_tiers(&self) -> Vec<String> {
        self.game.shipped().iter().map(G::Tier::to_string).collect()
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

    fn solve(&self, request: &SolveRequest, progress: SolveReport<'_>) -> Result<Manifest, Error> {
        (self.method.solve)(&self.game, request, progress)
    }

    fn verify(&self, folder: &Path, memory: u64, threads: usize, progress: CheckReport<'_>) -> Result<Verified, Error> {
        (self.method.verify)(&self.game, folder, memory, threads, progress)
    }
}
