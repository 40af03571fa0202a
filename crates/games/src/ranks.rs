//! All men of one side at once: who can step, who can jump, and in how many ways a turn can go on.
//!
//! `judge` looks at one man and says what the rulebook says. This is the same seen from above, for those who
//! want every step of many positions; the laws hold the two equal.

use crate::diagonals::{Diagonal, EVERY_WAY, Net, Spot, Spots, Stride, back};
use rules::Seat;

/// One side's men who go one square at a time, and what they meet.
#[derive(Clone, Copy)]
pub struct Ranks<const N: usize> {
    /// How the squares touch.
    pub net: &'static Net<N>,
    /// Whose men they are.
    pub seat: Seat,
    /// All of them; they go forward.
    pub own: Spots<N>,
    /// Those among them who go backward, too.
    pub kings: Spots<N>,
    /// Those who may be jumped.
    pub prey: Spots<N>,
    /// Where nobody stands.
    pub empty: Spots<N>,
}

/// Who can do what.
#[derive(Clone, Copy)]
pub struct Goers<const N: usize> {
    /// For each of the four ways, those who can jump over one of the prey onto an empty square.
    pub jumpers: [Spots<N>; 4],
    /// For each of the four ways, those who can step to an empty square.
    pub steppers: [Spots<N>; 4],
}

impl<const N: usize> Ranks<N> {
    /// Who can do what. The ways are written out, because what is known when the program is built need not be
    /// computed when it runs.
    #[expect(clippy::inline_always, reason = "callers that need half of it get half of it")]
    #[inline(always)]
    pub fn goers(&self) -> Goers<N> {
        let Ranks { own, kings, .. } = *self;
        let both = |men: Spots<N>, way: Diagonal| {
            let next_to_empty = self.net.step(self.empty, back(way));
            (men & self.net.step(next_to_empty & self.prey, back(way)), men & next_to_empty)
        };
        // Most of the time there are no kings, and half of the ways need not be looked at.
        let none = (Spots::EMPTY, Spots::EMPTY);
        let [up_left, up_right, down_left, down_right] = match (self.seat, kings.is_empty()) {
            (Seat::FIRST, true) => [both(own, 0), both(own, 1), none, none],
            (Seat::FIRST, false) => [both(own, 0), both(own, 1), both(kings, 2), both(kings, 3)],
            (_, true) => [none, none, both(own, 2), both(own, 3)],
            (_, false) => [both(kings, 0), both(kings, 1), both(own, 2), both(own, 3)],
        };
        Goers {
            jumpers: [up_left.0, up_right.0, down_left.0, down_right.0],
            steppers: [up_left.1, up_right.1, down_left.1, down_right.1],
        }
    }

    /// Puts the jumps into a list, man by man, or the steps if there is no jump.
    #[inline]
    pub fn list(&self, out: &mut Vec<Stride<N>>) {
        let Goers { jumpers, steppers } = self.goers();
        if any(jumpers).is_empty() {
            Self::push(steppers, false, out, |from, way| self.net.near(from, way));
        } else {
            Self::push(jumpers, true, out, |from, way| self.net.beyond(from, way));
        }
    }

    #[inline]
    fn push(
        goers: [Spots<N>; 4],
        jump: bool,
        out: &mut Vec<Stride<N>>,
        goal: impl Fn(Spot<N>, Diagonal) -> Option<Spot<N>>,
    ) {
        for from in any(goers) {
            for way in EVERY_WAY.into_iter().filter(|way| goers[*way].contains(from)) {
                out.extend(goal(from, way).map(|to| Stride { from, to, jump }));
            }
        }
    }
}

/// A side known when the program is built, so that there is a function for each.
pub trait Side {
    /// Its seat.
    const SEAT: Seat;
    /// The side that moves next.
    type Other: Side<Other = Self>;
}

/// The first seat.
pub struct Dark;
/// The second seat.
pub struct Light;

impl Side for Dark {
    const SEAT: Seat = Seat::FIRST;
    type Other = Light;
}

impl Side for Light {
    const SEAT: Seat = Seat::SECOND;
    type Other = Dark;
}

/// Visits every one of these men, as a set of one, with every way in which he can go.
#[expect(clippy::inline_always, reason = "what is done with a way is worked out when the program is built")]
#[inline(always)]
pub fn each_way<const N: usize>(goers: [Spots<N>; 4], mut visit: impl FnMut(Spots<N>, Diagonal)) {
    let mut each = |men: Spots<N>, way: Diagonal| men.each_alone().for_each(|man| visit(man, way));
    each(goers[0], 0);
    each(goers[1], 1);
    each(goers[2], 2);
    each(goers[3], 3);
}

/// Everybody who can go some way.
#[inline]
pub fn any<const N: usize>(goers: [Spots<N>; 4]) -> Spots<N> {
    goers[0] | goers[1] | goers[2] | goers[3]
}

/// In how many ways they can go, all together.
#[inline]
pub fn count<const N: usize>(goers: [Spots<N>; 4]) -> u64 {
    // Two sets at a time: a word is counted as quickly as half a word.
    let both = |one: Spots<N>, other: Spots<N>| (u64::from(one.bits()) | u64::from(other.bits()) << 32).count_ones();
    u64::from(both(goers[0], goers[1]) + both(goers[2], goers[3]))
}
