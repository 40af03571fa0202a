//! Numbering the endings of Polychek.

use super::{Crowning, Field, Polychek, Step};
use crate::draughts::{KING_ROW, Squares};
use crate::endings::{BELOW_KING_ROW, DraughtsMaterial, EVERYWHERE};
use rules::prelude::*;
use rules::tiers::{TurnEnd, turns_out_by_steps};

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
    type Tier = DraughtsMaterial;
    const MEN: u32 = 4;
    const SHIPPED: u32 = 3;
    const TAKES_BACK: bool = true;
    const NANOSECONDS: u64 = 1_500;

    fn groups(&self, men: u32) -> Vec<Vec<DraughtsMaterial>> {
        DraughtsMaterial::groups(men)
    }

    fn size(&self, tier: DraughtsMaterial) -> u64 {
        tier.size(self.ground())
    }

    fn number(&self, field: &Field) -> Option<(DraughtsMaterial, u64)> {
        let waiting = Seat::all(2).any(|seat| !field.sides.uncrowned(seat).is_empty());
        self.tier(field).filter(|_| self.crowning == Crowning::AfterATurn || !waiting)?;
        Some(DraughtsMaterial::number(&field.sides, self.ground()))
    }

    fn tier(&self, field: &Field) -> Option<DraughtsMaterial> {
        DraughtsMaterial::tier(&field.sides)
    }

    fn position(&self, tier: DraughtsMaterial, number: u64) -> Option<Field> {
        let sides = tier.position(number, self.ground())?;
        let mut field = Field { sides, runner: None, jumped: Squares::EMPTY };
        // A waiting man whose side could not move otherwise is crowned at once, so that he stands in another tier.
        field.crown_if_stuck();
        (field.sides == sides).then_some(field)
    }

    fn leads_to(&self, group: &[DraughtsMaterial]) -> Vec<DraughtsMaterial> {
        DraughtsMaterial::leads_to(group)
    }

    /// The other side has gone here, and could not jump; a man of its own who waited would have been crowned.
    #[inline]
    fn before(&self, field: &Field, visit: &mut impl FnMut(Field)) {
        let mover = field.sides.to_move.other();
        let waiting = field.sides.uncrowned(mover);
        for to in field.sides.pieces[mover.index()] {
            if !waiting.without(to).is_empty() {
                continue;
            }
            // Men go back the way that those of the other side go forward.
            for way in field.ways(to) {
                for from in field.reach(to, *way) {
                    let mut before = *field;
                    before.sides.to_move = mover;
                    before.sides.go(to, from);
                    if !before.must_jump() {
                        visit(before);
                    }
                }
            }
        }
    }

    #[inline]
    fn turns_out(
        &self,
        field: &Field,
        group: &[DraughtsMaterial],
        spare: &mut Spare<Step>,
        visit: &mut impl FnMut(TurnEnd<Field>),
    ) -> u32 {
        let waiting = Seat::all(2).any(|seat| !field.sides.uncrowned(seat).is_empty());
        if waiting || field.must_jump() {
            return turns_out_by_steps(self, field, group, spare, visit);
        }
        let mut inside = 0;
        for from in field.sides.own() {
            let crowned = match self.crowning {
                Crowning::AtOnce if !field.sides.is_king(from) => KING_ROW[field.sides.to_move.index()],
                _ => Squares::EMPTY,
            };
            for way in field.ways(from) {
                let to = field.reach(from, *way);
                inside += (to & !crowned).len();
                for to in to & crowned {
                    let mut next = *field;
                    self.apply(&mut next, Step::walk(from, to));
                    visit(TurnEnd::Next(next));
                }
            }
        }
        inside
    }
}
