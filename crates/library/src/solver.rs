//! Solving any game whose positions are numbered, and looking its values up.

use crate::any::{AnyPosition, Erased};
use known::{Error, Manifest, Progress, Request, Tablebase, Value, Verified};
use rules::{Chosen, Complete, Tiers};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game that can be solved, with its options chosen.
pub trait AnySolver: Send + Sync {
    /// How many men on the board are worth solving.
    fn default_men(&self) -> u32;
    /// The tiers with up to so many men and how many numbers each has, in the order they are solved.
    fn tiers(&self, men: u32) -> Vec<(String, u64)>;
    /// Solves what is not solved yet.
    fn solve(&self, work: &Work, progress: &(dyn Fn(&Progress) -> bool + Sync)) -> Result<Manifest, Error>;
    /// Holds every stored value against those of its successors.
    fn verify(&self, folder: &Path, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Verified, Error>;
    /// Opens the solved tiers of a folder.
    fn open(&self, folder: &Path) -> Result<Box<dyn AnyTablebase>, Error>;
}

/// What a solver is asked to do.
#[derive(Clone, Debug)]
pub struct Work {
    /// The game's folder.
    pub folder: PathBuf,
    /// Tiers with up to so many men.
    pub men: u32,
    /// How many threads work.
    pub threads: usize,
    /// How many bytes of memory may be used.
    pub memory: u64,
}

/// Solved tiers of some game.
pub trait AnyTablebase: Send + Sync {
    /// The value to the mover, and every legal step with its value, the best first; `None` if nothing is known.
    fn look_up(&self, at: &AnyPosition) -> Result<Option<Known>, Error>;
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its value to the seat to move.
    pub value: Value,
    /// Every legal step with its value to the mover.
    pub steps: Vec<(String, Option<Value>)>,
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

impl<G: Complete + Tiers> AnySolver for Solver<G> {
    fn default_men(&self) -> u32 {
        G::MEN
    }

    fn tiers(&self, men: u32) -> Vec<(String, u64)> {
        let tiers = self.game.groups(men).into_iter().flatten();
        tiers.map(|tier| (tier.to_string(), self.game.size(tier))).collect()
    }

    fn solve(&self, work: &Work, progress: &(dyn Fn(&Progress) -> bool + Sync)) -> Result<Manifest, Error> {
        let Work { folder, men, threads, memory } = work.clone();
        known::solve(&*self.game, &Request { folder, men, threads, memory, edition: G::ABOUT.edition }, progress)
    }

    fn verify(&self, folder: &Path, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Verified, Error> {
        known::verify(&*self.game, folder, G::ABOUT.edition, progress)
    }

    fn open(&self, folder: &Path) -> Result<Box<dyn AnyTablebase>, Error> {
        let tablebase = Tablebase::<G>::open(folder, G::ABOUT.edition)?;
        Ok(Box::new(OpenTablebase { game: self.game.clone(), tablebase }))
    }
}

struct OpenTablebase<G: Tiers> {
    game: Arc<G>,
    tablebase: Tablebase<G>,
}

impl<G: Complete + Tiers> AnyTablebase for OpenTablebase<G> {
    fn look_up(&self, at: &AnyPosition) -> Result<Option<Known>, Error> {
        let at = Erased::<G>::open(at);
        let mut steps = self.tablebase.steps(&self.game, at)?;
        // A seat without a step, or the value of the best step where a turn is under way.
        let Some(value) = self.tablebase.value(&self.game, at)? else { return Ok(None) };
        steps.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        let steps = steps.into_iter().map(|(step, value)| (step.to_string(), value)).collect();
        Ok(Some(Known { value, steps }))
    }
}
