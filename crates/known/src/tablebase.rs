//! Looking values up.

use crate::file::{BLOCK, Error, TierFile};
use crate::retrograde::HOLE;
use crate::solve::{Manifest, path_of};
use crate::turns::value_of;
use crate::value::Value;
use rules::{Outcome, Rules, Status, Tiers};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How many blocks are kept unpacked: 32 MB.
const CACHED_BLOCKS: usize = 1024;

type Block = Arc<Vec<u16>>;

/// Steps with their values to the mover, as far as they are known.
pub type ValuedSteps<G> = Vec<(<G as Rules>::Step, Option<Value>)>;

/// The finished tiers of a folder.
pub struct Tablebase<G: Tiers> {
    files: HashMap<G::Tier, Mutex<TierFile>>,
    cache: Mutex<HashMap<(G::Tier, u64), Block>>,
}

impl<G: Tiers> Tablebase<G> {
    /// Opens what is there; a folder without a manifest has no tiers.
    pub fn open(folder: &Path, edition: u16) -> Result<Tablebase<G>, Error> {
        let mut files = HashMap::new();
        for record in Manifest::read(folder, edition)?.tiers {
            let damaged = || Error::Damaged(folder.join("manifest.json"), format!("there is no tier {}", record.tier));
            let tier = record.tier.parse().map_err(|_| damaged())?;
            files.insert(tier, Mutex::new(TierFile::open(&path_of(folder, &record.tier))?));
        }
        Ok(Tablebase { files, cache: Mutex::default() })
    }

    /// Whether no tier is known.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The value of a numbered position; `None` if its tier is not solved or the number has no position.
    pub fn numbered(&self, tier: G::Tier, number: u64) -> Result<Option<Value>, Error> {
        let Some(file) = self.files.get(&tier) else { return Ok(None) };
        let key = (tier, number / BLOCK);
        let cached = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let block = if let Some(block) = cached {
            block
        } else {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if number >= file.values() {
                return Ok(None);
            }
            let block = Arc::new(file.block(key.1)?);
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if cache.len() >= CACHED_BLOCKS {
                cache.clear();
            }
            cache.insert(key, block.clone());
            block
        };
        let packed = block.get((number % BLOCK) as usize).copied().unwrap_or(HOLE);
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
        let Some(mover) = game.survey(at, &mut steps).seat() else { return Ok(Vec::new()) };
        let mut values = Vec::new();
        for step in steps {
            let mut next = at.clone();
            game.apply(&mut next, step);
            let value = match game.survey(&next, &mut Vec::new()) {
                // A seat that is to move and cannot has lost with the turn just played.
                Status::Over(outcome @ (Outcome::Draw | Outcome::Win(_)), _) => Some(value_of(outcome, mover)),
                Status::Continue(_) => self.value(game, &next)?,
                Status::Turn(seat) => self.value(game, &next)?.map(|value| value.one_turn_earlier(seat != mover)),
            };
            values.push((step, value));
        }
        Ok(values)
    }
}
