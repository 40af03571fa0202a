//! Counting turns without listing them: both sides as three words, one function for each side.

use super::Field;
use crate::draughts::{KING_ROW, NET, Sides, Squares};
use crate::ranks::{Dark, Goers, Light, Ranks, Side, any, count, each_way};
use rules::Seat;
use std::marker::PhantomData;

/// In how many ways so many turns, one at least, can be played.
pub(super) fn turns(field: &Field, turns: u32) -> u64 {
    let Sides { pieces: [dark, light], kings, to_move } = field.sides;
    let may_move = field.runner.map_or(!Squares::EMPTY, Squares::of);
    if to_move == Seat::FIRST {
        SideToMove::<Dark> { own: dark, enemy: light, kings, side: PhantomData }.count(may_move, turns)
    } else {
        SideToMove::<Light> { own: light, enemy: dark, kings, side: PhantomData }.count(may_move, turns)
    }
}

/// All pieces, seen by the side to move.
struct SideToMove<S> {
    own: Squares,
    enemy: Squares,
    /// Of both sides.
    kings: Squares,
    side: PhantomData<S>,
}

impl<S: Side> SideToMove<S> {
    #[inline]
    fn goers(&self, own: Squares) -> Goers<32> {
        let &SideToMove { enemy: prey, kings, .. } = self;
        Ranks { net: &NET, seat: S::SEAT, own, kings: own & kings, prey, empty: !(self.own | prey) }.goers()
    }

    fn count(&self, may_move: Squares, turns: u32) -> u64 {
        let Goers { jumpers, steppers } = self.goers(self.own & may_move);
        if !any(jumpers).is_empty() {
            return self.count_runs(jumpers, turns);
        }
        if turns == 1 {
            return count(steppers);
        }
        let mut counted = 0;
        each_way(steppers, |from, way| {
            counted += self.after(from, NET.step(from, way), Squares::EMPTY).count_on(turns);
        });
        counted
    }

    /// The same if these pieces must jump until they can jump no more.
    fn count_runs(&self, jumpers: [Squares; 4], turns: u32) -> u64 {
        let mut counted = 0;
        each_way(jumpers, |from, way| {
            let over = NET.step(from, way);
            let to = NET.step(over, way);
            let next = self.after(from, to, over);
            let crowned = !self.kings.meets(from) && next.kings.meets(to);
            let on = if crowned { [Squares::EMPTY; 4] } else { next.goers(to).jumpers };
            counted += if any(on).is_empty() { next.count_on(turns) } else { next.count_runs(on, turns) };
        });
        counted
    }

    /// The men after one of them has gone from here to there, and has taken what stood between.
    #[inline]
    fn after(&self, from: Squares, to: Squares, over: Squares) -> SideToMove<S> {
        let king = self.kings.meets(from) || to.meets(KING_ROW[S::SEAT.index()]);
        let kings = self.kings & !(from | over) | if king { to } else { Squares::EMPTY };
        SideToMove { own: self.own ^ (from | to), enemy: self.enemy & !over, kings, side: PhantomData }
    }

    /// The turn is over: in how many ways the rest can be played.
    #[inline]
    fn count_on(&self, turns: u32) -> u64 {
        if turns == 1 {
            return 1;
        }
        let other = SideToMove::<S::Other> { own: self.enemy, enemy: self.own, kings: self.kings, side: PhantomData };
        other.count(!Squares::EMPTY, turns - 1)
    }
}
