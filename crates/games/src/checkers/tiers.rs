//! Numbering the endings of Checkers.

use super::{Checkers, Field};
use crate::draughts::{KING_ROW, NET, Sides, Squares, Step};
use crate::endings::{BELOW_KING_ROW, DraughtsMaterial};
use crate::ranks::{Goers, Ranks, any, each_way};
use rules::prelude::*;
use rules::tiers::{TurnEnd, for_each_turn};

impl Sides {
    /// After one of the pieces to move has stepped from here to there, each a set of one, and has not been crowned.
    fn stepped(&self, from: Squares, to: Squares) -> Sides {
        let mut next = *self;
        next.pieces[self.to_move.index()] ^= from | to;
        if self.kings.meets(from) {
            next.kings ^= from | to;
        }
        next
    }
}

impl Tiers for Checkers {
    type Tier = DraughtsMaterial;
    const MEN: u32 = 5;
    const SHIPPED: u32 = 4;
    const TAKES_BACK: bool = true;
    const NANOSECONDS: u64 = 1_100;

    fn groups(&self, men: u32) -> Vec<Vec<DraughtsMaterial>> {
        DraughtsMaterial::groups(men)
    }

    fn size(&self, tier: DraughtsMaterial) -> u64 {
        tier.size(BELOW_KING_ROW)
    }

    fn number(&self, field: &Field) -> Option<(DraughtsMaterial, u64)> {
        let uncrowned = Seat::all(2).any(|seat| !field.sides.uncrowned(seat).is_empty());
        self.tier(field).filter(|_| !uncrowned)?;
        Some(DraughtsMaterial::number(&field.sides, BELOW_KING_ROW))
    }

    fn tier(&self, field: &Field) -> Option<DraughtsMaterial> {
        DraughtsMaterial::tier(&field.sides)
    }

    fn position(&self, tier: DraughtsMaterial, number: u64) -> Option<Field> {
        tier.position(number, BELOW_KING_ROW).map(|sides| Field { sides, runner: None })
    }

    fn leads_to(&self, group: &[DraughtsMaterial]) -> Vec<DraughtsMaterial> {
        DraughtsMaterial::leads_to(group)
    }

    /// The other side has stepped here, and could not jump.
    #[inline]
    fn before(&self, field: &Field, visit: &mut impl FnMut(Field)) {
        let Sides { pieces, kings, to_move: seat } = field.sides;
        let mover = seat.other();
        let own = pieces[mover.index()];
        let (prey, empty) = (Squares::EMPTY, !(pieces[0] | pieces[1]));
        // Men go back the way that those of the other side go forward.
        let Goers { steppers, .. } = Ranks { net: &NET, seat, own, kings: own & kings, prey, empty }.goers();
        let sides = Sides { to_move: mover, ..field.sides };
        each_way(steppers, |to, way| {
            let before = Field { sides: sides.stepped(to, NET.step(to, way)), runner: None };
            if any(before.ranks().goers().jumpers).is_empty() {
                visit(before);
            }
        });
    }

    /// Jumps leave the group, and so does a man who is crowned.
    #[inline]
    fn turns_out(
        &self,
        field: &Field,
        _: &[DraughtsMaterial],
        spare: &mut Spare<Step>,
        visit: &mut impl FnMut(TurnEnd<Field>),
    ) -> u32 {
        let Goers { jumpers, steppers } = field.ranks().goers();
        if !any(jumpers).is_empty() {
            for_each_turn(self, field, spare, visit);
            return 0;
        }
        let (sides, mut inside) = (field.sides, 0);
        each_way(steppers, |from, way| {
            let to = NET.step(from, way);
            if sides.kings.meets(from) || !KING_ROW[sides.to_move.index()].meets(to) {
                inside += 1;
                return;
            }
            let mut next = sides.stepped(from, to);
            next.kings |= to;
            next.to_move = sides.to_move.other();
            visit(TurnEnd::Next(Field { sides: next, runner: None }));
        });
        inside
    }
}
