//! Numbering the endings of Polychek.

use super::{Crowning, Field, Polychek};
use crate::draughts::Squares;
use crate::endings::{BELOW_KING_ROW, EVERYWHERE, Material};
use rules::prelude::*;

impl Polychek {
    /// Where men may stand: those that are crowned only after a turn wait on their king row.
    fn ground(&self) -> Squares {
        match self.crowning {
            Crowning::AfterATurn => EVERYWHERE,
            Crowning::AtOnce => BELOW_KING_ROW,
        }
    }
}

impl Tiers for Polychek {
    type Tier = Material;
    const MEN: u32 = 3;

    fn groups(&self, men: u32) -> Vec<Vec<Material>> {
        Material::groups(men)
    }

    fn size(&self, tier: Material) -> u64 {
        tier.size(self.ground())
    }

    fn number(&self, field: &Field) -> Option<(Material, u64)> {
        let waiting = Seat::all(2).any(|seat| !field.sides.uncrowned(seat).is_empty());
        self.tier(field).filter(|_| self.crowning == Crowning::AfterATurn || !waiting)?;
        Some(Material::number(&field.sides, self.ground()))
    }

    fn tier(&self, field: &Field) -> Option<Material> {
        Material::tier(&field.sides)
    }

    fn position(&self, tier: Material, number: u64) -> Option<Field> {
        let sides = tier.position(number, self.ground())?;
        let mut field = Field { sides, runner: None, jumped: Squares::EMPTY };
        // A waiting man whose side could not move otherwise is crowned at once, so that he stands in another tier.
        field.crown_if_stuck();
        (field.sides == sides).then_some(field)
    }
}
