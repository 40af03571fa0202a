//! The independent check: every stored value is what its successors' stored values say.

use crate::file::{Error, in_parallel};
use crate::solve::Manifest;
use crate::tablebase::{Loaded, Tablebase};
use crate::turns::{stuck_value, turn_value};
use crate::value::Value;
use rules::tiers::for_each_turn;
use rules::{Spare, Tiers};
use std::path::Path;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many positions were looked at.
    pub positions: u64,
    /// Those whose value contradicts their successors', some of them, as tier and number.
    pub contradictions: Vec<(String, u64)>,
}

/// Positions that a thread looks at before it takes more.
const CHUNK: u64 = 1 << 16;
/// No more contradictions than this are listed.
const MOST_LISTED: usize = 100;

/// Goes forward over every position of every finished tier. It shares nothing with the solver but the game and the files: turns
/// are played by the rules' own steps.
pub fn verify<G: Tiers>(
    game: &G,
    folder: &Path,
    edition: u16,
    threads: usize,
    progress: &(dyn Fn(&str, u64, u64) + Sync),
) -> Result<Verified, Error> {
    verify_some(game, folder, edition, threads, &|_| true, progress)
}

/// [`verify`] for some of the tiers.
pub(crate) fn verify_some<G: Tiers>(
    game: &G,
    folder: &Path,
    edition: u16,
    threads: usize,
    wanted: &dyn Fn(G::Tier) -> bool,
    progress: &(dyn Fn(&str, u64, u64) + Sync),
) -> Result<Verified, Error> {
    let manifest = Manifest::read(folder, edition)?;
    manifest.check(folder)?;
    let tablebase = Tablebase::<G>::open(folder, edition)?;
    let mut verified = Verified::default();
    for group in game.groups(u32::MAX) {
        let finished = |tier: &&G::Tier| wanted(**tier) && manifest.tier(&tier.to_string()).is_some();
        let finished: Vec<G::Tier> = group.iter().filter(finished).copied().collect();
        if finished.is_empty() {
            continue;
        }
        let loaded = tablebase.load(finished.iter().copied().chain(game.leads_to(&group)), threads)?;
        let checker = Checker { game, tablebase: &tablebase, loaded };
        for tier in finished {
            let (name, size) = (tier.to_string(), game.size(tier));
            let chunks = in_parallel(size.div_ceil(CHUNK), threads, &|chunk| {
                let first = chunk * CHUNK;
                progress(&name, first, size);
                checker.check(tier, first, (first + CHUNK).min(size))
            });
            for (positions, contradictions) in chunks {
                verified.positions += positions;
                verified.contradictions.extend(contradictions.into_iter().map(|number| (name.clone(), number)));
            }
            verified.contradictions.truncate(MOST_LISTED);
        }
    }
    Ok(verified)
}

struct Checker<'a, G: Tiers> {
    game: &'a G,
    tablebase: &'a Tablebase<G>,
    /// The tiers most asked for.
    loaded: Loaded<G>,
}

impl<G: Tiers> Checker<'_, G> {
    /// How many positions these numbers have, and those that contradict.
    fn check(&self, tier: G::Tier, first: u64, end: u64) -> (u64, Vec<u64>) {
        let (mut positions, mut contradictions) = (0, Vec::new());
        let mut spare = Spare::new();
        for number in first..end {
            let Some(at) = self.game.position(tier, number) else { continue };
            positions += 1;
            let stored = self.value(tier, number);
            let expected = self.expected(&at, &mut spare);
            if (stored.is_none() || stored != expected) && contradictions.len() < MOST_LISTED {
                contradictions.push(number);
            }
        }
        (positions, contradictions)
    }

    /// A stored value; what cannot be read is as good as missing, and contradicts.
    fn value(&self, tier: G::Tier, number: u64) -> Option<Value> {
        self.loaded.value(tier, number).or_else(|| self.tablebase.numbered(tier, number).ok().flatten())
    }

    /// What the successors say; `None` if one of them is not known.
    fn expected(&self, at: &G::Position, spare: &mut Spare<G::Step>) -> Option<Value> {
        let mover = self.game.status(at).seat()?;
        let (mut best, mut all_known): (Option<Value>, bool) = (None, true);
        for_each_turn(self.game, at, spare, &mut |end| {
            let value = turn_value(self.game, mover, end, |tier, number| self.value(tier, number));
            all_known &= value.is_some();
            best = best.max(value);
        });
        match best {
            None if all_known => stuck_value(self.game, at, &mut Vec::new()),
            best => best.filter(|_| all_known),
        }
    }
}
