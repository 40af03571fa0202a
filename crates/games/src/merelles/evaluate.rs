//! What is good in Merelles: men, rows, men who can make a row in their next move, and room to move.

use super::points::{NEIGHBOURS, Points, ROW_SETS, in_rows};
use super::{Merelles, Mill, Step, THREE};
use rules::prelude::*;

weights! {
    /// A man.
    man: 100,
    /// A side with three men loses with the next.
    last_three: -200,
    /// A closed row, which takes no man by itself but can be opened and closed again.
    row: 40,
    /// Two men of a row with the third point empty.
    open_row: 20,
    /// A man stands ready to close it,
    ready: 30,
    /// no enemy stands ready to step in between,
    unguarded: 40,
    /// and he comes out of another row: he will go to and fro and take a man each time.
    to_and_fro: 40,
    /// An empty point next to a man.
    room: 10,
    /// A man who cannot move along any line.
    shut_in: -15,
    /// It is one's turn.
    turn: 20,
}

impl Merelles {
    fn standing(self, at: &Mill, seat: Seat, weights: &Weights) -> i32 {
        let (own, enemy) = (at.men[seat.index()], at.men[seat.other().index()]);
        let (men_left, in_hand) = (at.men_left(seat), at.in_hand[seat.index()]);
        let walks = in_hand == 0 && !(self.flying && men_left == THREE);
        let mut value = weights.man * i32::from(men_left) + if men_left == THREE { weights.last_three } else { 0 };
        for point in own {
            let ways = (NEIGHBOURS[point.index()] & at.empty()).len() as i32;
            value += if ways == 0 { weights.shut_in } else { weights.room * ways };
        }
        let closed = in_rows(own);
        for row in ROW_SETS {
            match ((row & own).len(), (row & enemy).len()) {
                (3, _) => value += weights.row,
                (2, 0) => {
                    value += weights.open_row;
                    let around = (row & !own).first().map_or(Points::EMPTY, |gap| NEIGHBOURS[gap.index()]);
                    let ready = around & own & !row;
                    if walks && !ready.is_empty() {
                        value += weights.ready;
                        value += if around.meets(enemy) { 0 } else { weights.unguarded };
                        value += if ready.meets(closed) { weights.to_and_fro } else { 0 };
                    }
                }
                _ => (),
            }
        }
        value
    }
}

impl Evaluate for Merelles {
    fn evaluate(&self, at: &Mill, seat: Seat) -> i32 {
        self.opinion(at, seat, &Weights::CHOSEN)
    }
}

impl Hints for Merelles {
    fn priority(&self, at: &Mill, step: Step) -> i32 {
        let own = at.own();
        match step {
            Step::Take(man) => 1 + in_rows(at.enemies().without(man)).len() as i32,
            Step::Place(to) if to.makes_row(own.with(to)) => 10,
            Step::Move(from, to) if to.makes_row(own.without(from).with(to)) => 10,
            Step::Place(to) | Step::Move(_, to) if to.makes_row(at.enemies().with(to)) => 5,
            _ => 0,
        }
    }
}

impl Opponent for Merelles {
    const LEVELS: Levels = Levels::of([100, 200, 260, 320, 400, 530, 1000]);
}

impl Tune for Merelles {
    type Weights = Weights;

    fn opinion(&self, at: &Mill, seat: Seat, weights: &Weights) -> i32 {
        let turn = if at.to_move == seat { weights.turn } else { -weights.turn };
        self.standing(at, seat, weights) - self.standing(at, seat.other(), weights) + turn
    }
}
