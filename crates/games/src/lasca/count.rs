//! Counting turns without listing them. The last turn needs to know who leads which square and where a man stands
//! alone, the last but one also who comes to light below; so the columns need not be copied for either.

use super::{EVERY, FAR_ROW, Field, Lasca, NET, Square, Squares, Step};
use crate::ranks::{Dark as White, Goers, Light as Black, Ranks, Side, any, count, each_way};
use rules::{Rules, Seat};
use std::marker::PhantomData;

/// In how many ways so many turns, one at least, can be played.
pub(super) fn turns(field: &Field, depth: u32) -> u64 {
    if depth <= 2 {
        return match field.to_move {
            Seat::FIRST => Leaders::<White>::of(field).count(may_move(field), depth),
            _ => Leaders::<Black>::of(field).count(may_move(field), depth),
        };
    }
    let Goers { jumpers, steppers } = field.ranks().goers();
    let jump = !any(jumpers).is_empty();
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
fn may_move(field: &Field) -> Squares {
    field.runner.map_or(EVERY, Squares::of)
}

/// The square of a set of one.
#[inline]
fn square(set: Squares) -> Square {
    Square::from_index(set.bits().trailing_zeros() as usize)
}

/// Who leads which square, seen by the side to move.
struct Leaders<'a, S> {
    /// The columns as they stood when the count began. Each is jumped once at most in a turn.
    field: &'a Field,
    own: Squares,
    enemy: Squares,
    officers: Squares,
    /// Where a man stands alone.
    singles: Squares,
    /// What has been jumped in this turn.
    jumped: Squares,
    side: PhantomData<S>,
}

impl<'a, S: Side> Leaders<'a, S> {
    fn of(field: &'a Field) -> Leaders<'a, S> {
        let Field { officers, singles, jumped, .. } = *field;
        Leaders { field, own: field.own(), enemy: field.enemy(), officers, singles, jumped, side: PhantomData }
    }

    /// Those of these columns that can move.
    #[inline]
    fn ranks(&self, own: Squares) -> Ranks<25> {
        let prey = self.enemy & !self.jumped;
        let empty = EVERY & !(self.own | self.enemy);
        Ranks { net: &NET, seat: S::SEAT, own, kings: own & self.officers, prey, empty }
    }

    /// In how many ways one turn or two can be played.
    #[inline]
    fn count(&self, may_move: Squares, depth: u32) -> u64 {
        if depth == 1 { self.count_last(may_move) } else { self.count_two(may_move) }
    }

    fn count_last(&self, may_move: Squares) -> u64 {
        let ranks = self.ranks(self.own & may_move);
        let Goers { jumpers, steppers } = ranks.goers();
        if any(jumpers).is_empty() {
            return count(steppers);
        }
        let Ranks { prey, empty, .. } = ranks;
        LastRun { officers: self.officers, singles: self.singles, prey, empty }.count::<S>(jumpers)
    }

    fn count_two(&self, may_move: Squares) -> u64 {
        let Goers { jumpers, steppers } = self.ranks(self.own & may_move).goers();
        if !any(jumpers).is_empty() {
            return self.count_runs(jumpers);
        }
        let mut counted = 0;
        each_way(steppers, |from, way| {
            let to = NET.step(from, way);
            let singles = self.singles & !from | if self.singles.meets(from) { to } else { Squares::EMPTY };
            counted += Leaders { singles, ..self.gone(from, to) }.count_on();
        });
        counted
    }

    /// The same if these columns must jump until they can jump no more.
    fn count_runs(&self, jumpers: [Squares; 4]) -> u64 {
        let mut counted = 0;
        each_way(jumpers, |from, way| {
            let over = NET.step(from, way);
            let to = NET.step(over, way);
            let next = self.captured(from, over, to);
            let promoted = !self.officers.meets(from) && next.officers.meets(to);
            let on = if promoted { [Squares::EMPTY; 4] } else { next.ranks(to).goers().jumpers };
            counted += if any(on).is_empty() { next.count_on() } else { next.count_runs(on) };
        });
        counted
    }

    /// The turn is over: in how many ways the other side can play its own.
    #[inline]
    fn count_on(&self) -> u64 {
        let &Leaders { field, own, enemy, officers, singles, .. } = self;
        let side = PhantomData;
        Leaders::<S::Other> { field, own: enemy, enemy: own, officers, singles, jumped: Squares::EMPTY, side }
            .count_last(EVERY)
    }

    /// After a column has gone from here to there; whether it is a single man is left open.
    #[inline]
    fn gone(&self, from: Squares, to: Squares) -> Leaders<'a, S> {
        let officer = self.officers.meets(from) || FAR_ROW[S::SEAT.index()].meets(to);
        let officers = self.officers & !from | if officer { to } else { Squares::EMPTY };
        Leaders { own: self.own ^ (from | to), officers, ..*self }
    }

    /// After a column has jumped another and has taken its leader along.
    #[inline]
    fn captured(&self, from: Squares, over: Squares, to: Squares) -> Leaders<'a, S> {
        let mut next = self.gone(from, to);
        next.jumped |= over;
        next.singles &= !(from | over);
        next.officers &= !over;
        if self.singles.meets(over) {
            next.enemy &= !over;
        } else {
            let rest = self.field.column(square(over)).without_leader();
            let leader = rest.leader().expect("it is not a single man");
            if leader.seat() == S::SEAT {
                next.own |= over;
                next.enemy &= !over;
            }
            next.officers |= if leader.is_officer() { over } else { Squares::EMPTY };
            next.singles |= if rest.is_one_man() { over } else { Squares::EMPTY };
        }
        next
    }
}

/// What running columns need to know in the last turn.
#[derive(Clone, Copy)]
struct LastRun {
    /// Those of the runners who are led by officers.
    officers: Squares,
    /// Where a man stands alone, so that nobody is left when he is taken.
    singles: Squares,
    prey: Squares,
    empty: Squares,
}

impl LastRun {
    /// In how many ways these columns can jump until they can jump no more.
    fn count<S: Side>(self, jumpers: [Squares; 4]) -> u64 {
        let mut counted = 0;
        each_way(jumpers, |from, way| {
            let over = NET.step(from, way);
            let to = NET.step(over, way);
            let officer = self.officers.meets(from);
            let (prey, empty) = (self.prey & !over, (self.empty | from | over & self.singles) & !to);
            let kings = if officer { to } else { Squares::EMPTY };
            // A leader who is promoted ends his run.
            let on = if !officer && FAR_ROW[S::SEAT.index()].meets(to) {
                [Squares::EMPTY; 4]
            } else {
                Ranks { net: &NET, seat: S::SEAT, own: to, kings, prey, empty }.goers().jumpers
            };
            counted +=
                if any(on).is_empty() { 1 } else { LastRun { officers: kings, prey, empty, ..self }.count::<S>(on) };
        });
        counted
    }
}

impl<S> Clone for Leaders<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Leaders<'_, S> {}
