//! What is good in Lasca, after the leaflet's own notes: strong columns rather than many weak ones, officers,
//! the middle of the board, and the triangle at home.

use super::{FAR_ROW, Field, Lasca, Squares, Step};
use rules::prelude::*;

weights! {
    /// A column, whoever leads it.
    column: 100,
    /// What an officer at its head adds.
    officer: 55,
    /// Each further man of the leader's own side on top: the leaflet's bomb, which outlives its leader.
    backed: 35,
    /// Each enemy below, out of play as long as the column stands.
    prisoner: 12,
    /// A private's step towards the far row.
    advance: 3,
    /// A man on one of the three squares that the leaflet calls strongest.
    at_home: 9,
    /// A column in the middle rows and files.
    centre: 5,
}

/// 2, 3 and 6 for White; 23, 24 and 20 for Black.
const TRIANGLE: [Squares; 2] = [Squares::of_indices(&[1, 2, 5]), Squares::of_indices(&[22, 23, 19])];
/// 9, 10, 13, 16 and 17.
const MIDDLE: Squares = Squares::of_indices(&[8, 9, 12, 15, 16]);

impl Field {
    fn strength(&self, seat: Seat, weights: &Weights) -> i32 {
        let led = self.led(seat);
        let mut strength = weights.at_home * (led & TRIANGLE[seat.index()]).len() as i32;
        strength += weights.centre * (led & MIDDLE).len() as i32;
        for square in led {
            let column = self.column(square);
            let own = column.men().take_while(|soldier| soldier.seat() == seat).count() as i32;
            let prisoners = column.height() as i32 - own;
            strength += weights.column + weights.backed * (own - 1).min(3) + weights.prisoner * prisoners.min(4);
            if self.officers.contains(square) {
                strength += weights.officer;
            } else {
                // Seven squares make two rows.
                let row = square.index() as i32 * 2 / 7;
                strength += weights.advance * if seat == Seat::FIRST { row } else { 6 - row };
            }
        }
        strength
    }
}

impl Evaluate for Lasca {
    fn evaluate(&self, field: &Field, seat: Seat) -> i32 {
        self.opinion(field, seat, &Weights::CHOSEN)
    }
}

impl Hints for Lasca {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, field: &Field, step: Step) -> i32 {
        let arrives = FAR_ROW[field.to_move.index()].contains(step.to) && !field.officers.contains(step.from);
        i32::from(step.jump) + 2 * i32::from(arrives)
    }

    fn is_noisy(&self, _: &Field, step: Step) -> bool {
        step.jump
    }
}

impl Opponent for Lasca {
    const LEVELS: Levels = Levels::of([100, 260, 390, 510, 650, 780, 1000]);
}

impl Tune for Lasca {
    type Weights = Weights;

    fn opinion(&self, field: &Field, seat: Seat, weights: &Weights) -> i32 {
        field.strength(seat, weights) - field.strength(seat.other(), weights)
    }
}
