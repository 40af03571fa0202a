//! The independent check: every stored value is what its successors' stored values say.

use crate::file::Error;
use crate::solve::Manifest;
use crate::tablebase::Tablebase;
use crate::turns::{End, for_each_turn, stuck_value};
use crate::value::Value;
use rules::Tiers;
use std::path::Path;

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many positions were looked at.
    pub positions: u64,
    /// Those whose value contradicts their successors', some of them, as tier and number.
    pub contradictions: Vec<(String, u64)>,
}

/// Goes forward over every position of every finished tier. It shares nothing with the solver but the game and the files.
pub fn verify<G: Tiers>(
    game: &G,
    folder: &Path,
    edition: u16,
    progress: &mut dyn FnMut(&str, u64, u64),
) -> Result<Verified, Error> {
    let manifest = Manifest::read(folder, edition)?;
    manifest.check(folder)?;
    let tablebase = Tablebase::<G>::open(folder, edition)?;
    let mut verified = Verified::default();
    for record in &manifest.tiers {
        let path = crate::solve::path_of(folder, &record.tier);
        let damaged = |what: &str| Error::Damaged(path.clone(), what.to_string());
        let tier = record.tier.parse().map_err(|_| damaged("there is no such tier"))?;
        let size = game.size(tier);
        for number in 0..size {
            if number % (1 << 16) == 0 {
                progress(&record.tier, number, size);
            }
            let Some(at) = game.position(tier, number) else { continue };
            verified.positions += 1;
            let stored = tablebase.numbered(tier, number)?;
            let expected = expected(game, &tablebase, &at)?;
            if stored != expected && verified.contradictions.len() < 100 {
                verified.contradictions.push((record.tier.clone(), number));
            }
        }
    }
    Ok(verified)
}

/// What the successors say; `None` if one of them is not known.
fn expected<G: Tiers>(game: &G, tablebase: &Tablebase<G>, at: &G::Position) -> Result<Option<Value>, Error> {
    let mut best: Option<Value> = None;
    let mut unknown = false;
    let mut failed = None;
    let decided = for_each_turn(game, at, &mut |end| {
        let value = match end {
            End::Over(value) => Some(value),
            End::Next(child) => match tablebase.value(game, &child) {
                Ok(value) => {
                    let value = value.or_else(|| stuck_value(game, &child, &mut Vec::new()));
                    value.map(|value| value.one_turn_earlier(G::SEATS > 1))
                }
                Err(why) => {
                    failed = Some(why);
                    None
                }
            },
        };
        match value {
            Some(value) => best = best.max(Some(value)),
            None => unknown = true,
        }
    });
    match failed {
        Some(why) => Err(why),
        None if decided.is_some() => Ok(decided),
        None if unknown => Ok(None),
        None => Ok(best),
    }
}
