//! Results of tiers in memory, without their distances: two bits a position, so that a search can ask for billions of them.

use crate::file::{Error, TierFile, in_parallel};
use crate::retrograde::HOLE;
use crate::value::Value;
use rules::{KeyHasher, Tiers, Wdl};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Positions whose results share a byte.
const IN_A_BYTE: u64 = 4;

/// Results of whole tiers.
pub(crate) struct Results<G: Tiers>(HashMap<G::Tier, Vec<u8>, BuildHasherDefault<KeyHasher>>);

impl<G: Tiers> Results<G> {
    /// The bytes that the results of a tier of so many numbers take.
    pub(crate) fn bytes(size: u64) -> u64 {
        size.div_ceil(IN_A_BYTE)
    }

    /// Reads the results of these files.
    pub(crate) fn load<'a>(
        files: impl Iterator<Item = (G::Tier, &'a TierFile)>,
        threads: usize,
    ) -> Result<Results<G>, Error> {
        let mut results = HashMap::default();
        for (tier, file) in files {
            let packed = in_parallel(file.blocks(), threads, &|nth| Ok(pack(&file.block(nth)?)));
            let packed = packed.into_iter().collect::<Result<Vec<_>, Error>>()?;
            results.insert(tier, packed.concat());
        }
        Ok(Results(results))
    }

    /// The result of a position at the start of a turn as the least and the most that its mover can come to; `None` if its tier
    /// is not loaded.
    #[inline]
    pub(crate) fn exact(&self, game: &G, at: &G::Position) -> Option<(Wdl, Wdl)> {
        if self.0.is_empty() {
            // A game that is proved from its end asks at every node.
            return None;
        }
        let tier = game.tier(at).filter(|tier| self.0.contains_key(tier))?;
        let (_, number) = game.number(at)?;
        self.get(tier, number).map(|result| (result, result))
    }

    /// The result of a numbered position to its mover; `None` if its tier is not loaded or the number has no position.
    #[inline]
    fn get(&self, tier: G::Tier, number: u64) -> Option<Wdl> {
        let byte = self.0.get(&tier)?.get((number / IN_A_BYTE) as usize)?;
        match byte >> (2 * (number % IN_A_BYTE)) & 3 {
            0 => None,
            1 => Some(Wdl::Loss),
            2 => Some(Wdl::Draw),
            _ => Some(Wdl::Win),
        }
    }
}

/// The results of a block's values; a block that is not the last fills its bytes.
fn pack(values: &[u16]) -> Vec<u8> {
    let code = |packed: u16| match Value::unpack(packed) {
        _ if packed == HOLE => 0,
        Value::Loss(_) => 1,
        Value::Draw => 2,
        Value::Win(_) => 3,
    };
    let byte = |values: &[u16]| (0..).zip(values).fold(0, |byte, (nth, packed)| byte | code(*packed) << (2 * nth));
    values.chunks(IN_A_BYTE as usize).map(byte).collect()
}
