//! What is good in Yumph: few pieces left, far ahead, with chains to hop.

use super::{FIRST_ROWS, Field, Squares, Step, Yumph};
use rules::prelude::*;

/// What a man on each row still costs, counted from his own side. He has less to hop over than a king, so he
/// costs more at first; near the far row there is little left to hop for, and he costs no more.
const MEN: [i32; 7] = [250, 218, 155, 118, 76, 50, 26];
/// What a king on each row still costs.
const KINGS: [i32; 7] = [172, 136, 113, 85, 64, 47, 30];
/// Each row that a piece would gain by its longest chain.
const LADDER: i32 = 5;
/// The same once more for the best of them, which can be played at once.
const BEST_LADDER: i32 = 4;
/// It is one's turn: half a step.
const TURN: i32 = 24;

fn standing(at: &Field, seat: Seat) -> i32 {
    // Turned about, the board of one seat is the board of the other.
    let turned = |set: Squares| if seat == Seat::FIRST { set } else { set.reversed() };
    let foremost = |set: Squares| turned(set).last().map_or(0, |square| i32::from(square.row()));
    let (men, kings) = (at.men[seat.index()], at.kings[seat.index()]);
    let mut value = 0;
    for (nth, (man, king)) in MEN.into_iter().zip(KINGS).enumerate() {
        let on_row = |pieces: Squares| (turned(pieces) & FIRST_ROWS[0] << (8 * nth as u32)).len() as i32;
        value -= man * on_row(men) + king * on_row(kings);
    }
    let (mut all, mut best) = (0, 0);
    for (pieces, hops) in [(men, at.man_hops(seat)), (kings, at.king_hops(seat))] {
        for piece in pieces.each_alone() {
            let gained = (foremost(hops.chain(piece)) - foremost(piece)).max(0);
            (all, best) = (all + gained, best.max(gained));
        }
    }
    value + LADDER * all + BEST_LADDER * best
}

impl Evaluate for Yumph {
    const SCALE: i32 = 95;

    fn evaluate(&self, at: &Field, seat: Seat) -> i32 {
        let turn = if at.to_move == seat { TURN } else { -TURN };
        standing(at, seat) - standing(at, seat.other()) + turn
    }
}

impl Hints for Yumph {
    /// What gains more than the one row of a plain step.
    fn priority(&self, at: &Field, step: Step) -> i32 {
        let Step::Go(from, to) = step else { return 0 };
        let up = i32::from(to.row()) - i32::from(from.row());
        if at.to_move == Seat::FIRST { up - 1 } else { -up - 1 }
    }
}

impl Opponent for Yumph {
    const LEVELS: Levels = Levels::of([100, 190, 250, 320, 460, 690, 1000]);
}
