//! Numbering the endings of Checkers.

use super::{Checkers, Field};
use crate::endings::{BELOW_KING_ROW, Material};
use rules::prelude::*;

impl Tiers for Checkers {
    type Tier = Material;
    const MEN: u32 = 4;

    fn groups(&self, men: u32) -> Vec<Vec<Material>> {
        Material::groups(men)
    }

    fn size(&self, tier: Material) -> u64 {
        tier.size(BELOW_KING_ROW)
    }

    fn number(&self, field: &Field) -> Option<(Material, u64)> {
        let uncrowned = Seat::all(2).any(|seat| !field.sides.uncrowned(seat).is_empty());
        self.tier(field).filter(|_| !uncrowned)?;
        Some(Material::number(&field.sides, BELOW_KING_ROW))
    }

    fn tier(&self, field: &Field) -> Option<Material> {
        Material::tier(&field.sides)
    }

    fn position(&self, tier: Material, number: u64) -> Option<Field> {
        tier.position(number, BELOW_KING_ROW).map(|sides| Field { sides, runner: None })
    }
}
