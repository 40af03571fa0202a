//! Counting turns without listing them. The last two turns need to know who leads which square and where a man
//! stands alone, but not all the men below; so the columns need not be copied for them.

use super::{EVERY, FAR_ROW, Field, Lasca, NET, Square, Step};
use crate::ranks::{Dark as White, Goers, Light as Black, Ranks, Side, any, count, each_way};
use rules::{Game, Seat};
use std::marker::PhantomData;

/// In how many ways so many turns, one at least, can be played.
pub(super) fn turns(field: &Field, depth: u32) -> u64 {
    if depth <= 2 {
        return match field.to_move {
            Seat::FIRST if depth == 1 => Leaders::<White>::of(field).count::<1>(may_move(field)),
            Seat::FIRST => Leaders::<White>::of(field).count::<2>(may_move(field)),
            _ if depth == 1 => Leaders::<Black>::of(field).count::<1>(may_move(field)),
            _ => Leaders::<Black>::of(field).count::<2>(may_move(field)),
        };
    }
    let Goers { jumpers, steppers } = field.ranks().goers();
    let jump = any(jumpers) != 0;
    let mut counted = 0;
    each_way(if jump { jumpers } else { steppers }, |from, way| {
        let near = NET.step(from, way);
        let to = if jump { NET.step(near, way) } else { near };
        let mut next = *field;
        Lasca.apply(&mut next, Step { from: square(from), to: square(to), jump });
        counted += turns(&next, if next.runner.is_some() { depth } else { depth - 1 });
    });
    counted
}

/// The column that must run on, or all.
fn may_move(field: &Field) -> u32 {
    field.runner.map_or(EVERY, Square::bit)
}

/// The square of a set of one.
#[inline]
fn square(set: u32) -> Square {
    Square::from_index(set.trailing_zeros() as usize)
}

/// Who leads which square, seen by the side to move.
struct Leaders<'a, S> {
    /// The columns as they stood when the count began. Each is jumped once at most in a turn.
    field: &'a Field,
    own: u32,
    enemy: u32,
    officers: u32,
    /// Where a man stands alone.
    singles: u32,
    /// What has been jumped in this turn.
    jumped: u32,
    side: PhantomData<S>,
}

impl<'a, S: Side> Leaders<'a, S> {
    fn of(field: &'a Field) -> Leaders<'a, S> {
        let Field { officers, singles, jumped, .. } = *field;
        Leaders { field, own: field.own(), enemy: field.enemy(), officers, singles, jumped, side: PhantomData }
    }

    #[inline]
    fn goers(&self, own: u32) -> Goers {
        let prey = self.enemy & !self.jumped;
        let empty = EVERY & !(self.own | self.enemy);
        Ranks { net: &NET, seat: S::SEAT, own, kings: own & self.officers, prey, empty }.goers()
    }

    /// In how many ways one turn or two can be played.
    fn count<const DEPTH: u32>(&self, may_move: u32) -> u64 {
        let Goers { jumpers, steppers } = self.goers(self.own & may_move);
        if any(jumpers) != 0 {
            return self.count_runs::<DEPTH>(jumpers);
        }
        if DEPTH == 1 {
            return count(steppers);
        }
        let mut counted = 0;
        each_way(steppers, |from, way| {
            let to = NET.step(from, way);
            let singles = self.singles & !from | if self.singles & from == 0 { 0 } else { to };
            counted += Leaders { singles, ..self.gone(from, to) }.count_on();
        });
        counted
    }

    /// The same if these columns must jump until they can jump no more.
    fn count_runs<const DEPTH: u32>(&self, jumpers: [u32; 4]) -> u64 {
        let mut counted = 0;
        each_way(jumpers, |from, way| {
            let over = NET.step(from, way);
            let to = NET.step(over, way);
            let next = self.captured::<DEPTH>(from, over, to);
            let promoted = self.officers & from == 0 && next.officers & to != 0;
            let on = if promoted { [0; 4] } else { next.goers(to).jumpers };
            counted += match any(on) {
                0 if DEPTH == 1 => 1,
                0 => next.count_on(),
                _ => next.count_runs::<DEPTH>(on),
            };
        });
        counted
    }

    #[inline]
    /// The turn is over: in how many ways the other side can play its own.
    fn count_on(&self) -> u64 {
        let &Leaders { field, own, enemy, officers, singles, .. } = self;
        let side = PhantomData;
        Leaders::<S::Other> { field, own: enemy, enemy: own, officers, singles, jumped: 0, side }.count::<1>(EVERY)
    }

    /// After a column has gone from here to there; whether it is a single man is left open.
    #[inline]
    fn gone(&self, from: u32, to: u32) -> Leaders<'a, S> {
        let officer = self.officers & from != 0 || FAR_ROW[S::SEAT.index()] & to != 0;
        let officers = self.officers & !from | if officer { to } else { 0 };
        Leaders { own: self.own ^ (from | to), officers, ..*self }
    }

    /// After a column has jumped another and has taken its leader along.
    #[inline]
    fn captured<const DEPTH: u32>(&self, from: u32, over: u32, to: u32) -> Leaders<'a, S> {
        let mut next = self.gone(from, to);
        next.jumped |= over;
        next.singles &= !(from | over);
        next.officers &= !over;
        if self.singles & over != 0 {
            next.enemy &= !over;
        } else if DEPTH > 1 {
            // Who comes to light matters to the next turn.
            let rest = self.field.column(square(over)).without_leader();
            let leader = rest.leader().expect("it is not a single man");
            if leader.seat() == S::SEAT {
                next.own |= over;
                next.enemy &= !over;
            }
            next.officers |= if leader.is_officer() { over } else { 0 };
            next.singles |= if rest.is_one_man() { over } else { 0 };
        }
        next
    }
}

impl<S> Clone for Leaders<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Leaders<'_, S> {}
