//! Looking values up.

use crate::file::{Error, TierFile};
use crate::results::Results;
use crate::retrograde::HOLE;
use crate::solve::{Manifest, TierRecord, file_name, path_of};
use crate::turns::value_of;
use crate::value::Value;
use rules::{Outcome, Rules, Status, Tiers};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How many values are kept unpacked: 32 MB.
const CACHED_VALUES: usize = 1 << 24;

/// Blocks that were unpacked, by tier and place.
struct BlockCache<T> {
    blocks: HashMap<(T, u64), Arc<Vec<u16>>>,
    /// How many values they have.
    values: usize,
}

impl<T> Default for BlockCache<T> {
    fn default() -> BlockCache<T> {
        BlockCache { blocks: HashMap::new(), values: 0 }
    }
}

impl<T: Eq + Hash> BlockCache<T> {
    /// Keeps a block; if there is no room, all others go.
    fn keep(&mut self, key: (T, u64), block: Arc<Vec<u16>>) {
        if self.values + block.len() > CACHED_VALUES {
            *self = BlockCache::default();
        }
        self.values += block.len();
        self.blocks.insert(key, block);
    }
}

/// Steps with their values to the mover, as far as they are known.
pub type ValuedSteps<G> = Vec<(<G as Rules>::Step, Option<Value>)>;

/// Finished tiers, of a folder or inside the program.
pub struct Tablebase<G: Tiers> {
    files: HashMap<G::Tier, TierFile>,
    cache: Mutex<BlockCache<G::Tier>>,
}

/// Some tiers in memory, packed.
pub(crate) struct LoadedTiers<G: Tiers>(Vec<(G::Tier, Vec<u16>)>);

impl<G: Tiers> LoadedTiers<G> {
    /// The value of a numbered position; `None` if its tier is not loaded or the number has no position.
    #[inline]
    pub(crate) fn value(&self, tier: G::Tier, number: u64) -> Option<Value> {
        self.packed(tier, number).filter(|packed| *packed != HOLE).map(Value::unpack)
    }

    /// What is stored with this number; `None` if its tier is not loaded.
    #[inline]
    pub(crate) fn packed(&self, tier: G::Tier, number: u64) -> Option<u16> {
        let (_, values) = self.0.iter().find(|(loaded, _)| *loaded == tier)?;
        values.get(number as usize).copied()
    }
}

impl<G: Tiers> Default for Tablebase<G> {
    fn default() -> Tablebase<G> {
        Tablebase { files: HashMap::new(), cache: Mutex::default() }
    }
}

impl<G: Tiers> Tablebase<G> {
    /// Opens what is there; a folder without a manifest has no tiers.
    pub fn open(folder: &Path, edition: u16) -> Result<Tablebase<G>, Error> {
        let manifest = Manifest::read(folder, edition, G::NUMBERING)?;
        Tablebase::of(&manifest, folder, |tier| TierFile::open(&path_of(folder, tier)))
    }

    /// Opens what is part of the program: its manifest, and the bytes of each tier by the name of its file.
    pub fn embedded(
        manifest: &Manifest,
        name: &str,
        bytes: impl Fn(&str) -> Option<Cow<'static, [u8]>>,
    ) -> Result<Tablebase<G>, Error> {
        let missing = |file: &str| Error::Damaged(Path::new(name).join(file), "it is missing".to_string());
        Tablebase::of(manifest, Path::new(name), |tier| {
            let file = file_name(tier);
            TierFile::embedded(&format!("{name}/{file}"), bytes(&file).ok_or_else(|| missing(&file))?)
        })
    }

    fn of(
        manifest: &Manifest,
        folder: &Path,
        open: impl Fn(&str) -> Result<TierFile, Error>,
    ) -> Result<Tablebase<G>, Error> {
        let mut files = HashMap::new();
        for TierRecord { tier, .. } in &manifest.tiers {
            let damaged = |_| Error::Damaged(folder.join("manifest.json"), format!("there is no tier {tier}"));
            files.insert(tier.parse().map_err(damaged)?, open(tier)?);
        }
        Ok(Tablebase { files, cache: Mutex::default() })
    }

    /// Adds a finished tier of a folder.
    pub(crate) fn add(&mut self, folder: &Path, tier: G::Tier) -> Result<(), Error> {
        self.files.insert(tier, TierFile::open(&path_of(folder, &tier.to_string()))?);
        Ok(())
    }

    /// The values of these tiers in memory, as far as they are finished.
    pub(crate) fn load(
        &self,
        tiers: impl IntoIterator<Item = G::Tier>,
        threads: usize,
    ) -> Result<LoadedTiers<G>, Error> {
        let mut loaded = Vec::new();
        for tier in tiers {
            if let Some(file) = self.files.get(&tier) {
                loaded.push((tier, file.all(threads)?));
            }
        }
        Ok(LoadedTiers(loaded))
    }

    /// The finished tiers.
    pub(crate) fn tiers(&self) -> impl Iterator<Item = G::Tier> {
        self.files.keys().copied()
    }

    /// The results of these finished tiers in memory.
    pub(crate) fn results(&self, tiers: &[G::Tier], threads: usize) -> Result<Results<G>, Error> {
        Results::load(tiers.iter().map(|tier| (*tier, &self.files[tier])), threads)
    }

    /// Takes the tiers of another one that are missing here.
    pub fn extend(&mut self, other: Tablebase<G>) {
        for (tier, file) in other.files {
            self.files.entry(tier).or_insert(file);
        }
    }

    /// Whether no tier is known.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether the tier of a position at the start of a turn is known.
    pub fn reaches(&self, game: &G, at: &G::Position) -> bool {
        !self.is_empty() && game.tier(at).is_some_and(|tier| self.files.contains_key(&tier))
    }

    /// The value of a numbered position; `None` if its tier is not solved or the number has no position.
    pub fn numbered(&self, tier: G::Tier, number: u64) -> Result<Option<Value>, Error> {
        let Some(file) = self.files.get(&tier) else { return Ok(None) };
        let Some((nth, place)) = file.block_of(number) else { return Ok(None) };
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = cache().blocks.get(&(tier, nth)).cloned();
        let block = if let Some(block) = cached {
            block
        } else {
            let block = Arc::new(file.block(nth)?);
            cache().keep((tier, nth), block.clone());
            block
        };
        let packed = block[place];
        Ok((packed != HOLE).then(|| Value::unpack(packed)))
    }

    /// The value of a position to the seat to move, also in the middle of a turn; `None` if it is not known. A finished
    /// game has no seat to move and no value.
    pub fn value(&self, game: &G, at: &G::Position) -> Result<Option<Value>, Error> {
        match game.status(at) {
            Status::Over(..) => Ok(None),
            Status::Turn(_) => match game.number(at) {
                Some((tier, number)) => self.numbered(tier, number),
                None => Ok(None),
            },
            Status::Continue(_) => {
                let values = self.steps(game, at)?;
                let all_known = values.iter().all(|(_, value)| value.is_some());
                let best = values.into_iter().filter_map(|(_, value)| value).max();
                Ok(best.filter(|best| all_known || matches!(best, Value::Win(_))))
            }
        }
    }

    /// Every legal step with its value to the mover, as far as it is known.
    pub fn steps(&self, game: &G, at: &G::Position) -> Result<ValuedSteps<G>, Error> {
        let mut steps = Vec::new();
        game.survey(at, &mut steps);
        valued(game, at, &steps, |next| self.value(game, next))
    }
}

/// These legal steps with their values to the mover, if `value` tells what the positions that they lead to are worth to whoever
/// moves there.
pub fn valued<G: Rules>(
    game: &G,
    at: &G::Position,
    steps: &[G::Step],
    mut value: impl FnMut(&G::Position) -> Result<Option<Value>, Error>,
) -> Result<ValuedSteps<G>, Error> {
    let Some(mover) = game.status(at).seat() else { return Ok(Vec::new()) };
    let mut values = Vec::new();
    for step in steps {
        let mut next = at.clone();
        game.apply(&mut next, *step);
        let value = match game.survey(&next, &mut Vec::new()) {
            // A seat that is to move and cannot has lost with the turn just played.
            Status::Over(outcome @ (Outcome::Draw | Outcome::Win(_)), _) => Some(value_of(outcome, mover)),
            Status::Continue(_) => value(&next)?,
            Status::Turn(seat) => value(&next)?.map(|value| value.one_turn_earlier(seat != mover)),
        };
        values.push((*step, value));
    }
    Ok(values)
}
