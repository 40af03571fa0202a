//! What is good in Polychek: above all kings, who decide games; so men on their way to the king row, and a row at
//! home that lets nobody in. Against a king a small lead is no win.

use super::{Field, Polychek, Step};
use crate::draughts::{Camp, HOME_ROW, KING_ROW, MIDDLE, Squares, count, squares};
use rules::prelude::*;

weights! {
    /// A man.
    man: 100,
    /// Good play gives two or three men to prevent one.
    king: 320,
    /// A man on the king row who waits for his crown.
    waiting: 90,
    /// A man's step forward, which he can take back only by a jump.
    advance: 3,
    /// Men in the middle can take both ways...
    centre: 4,
    /// ...and men at the edge cannot be taken.
    edge: 2,
    /// A man on the home row leaves one square fewer to be crowned on.
    at_home: 7,
    /// A king on the long diagonal is hard to catch.
    main_road: 25,
    /// For each piece gone from the board, what one is ahead counts so many hundredths more.
    exchange: 3,
}
/// So many pieces cannot catch a king; one more can, unless he holds the long diagonal.
const TOO_FEW: i32 = 2;

const EDGES: Squares = squares([5, 12, 13, 20, 21, 28]);
const LONG_DIAGONAL: Squares = squares([4, 8, 11, 15, 18, 22, 25, 29]);

fn material(camp: Camp, weights: &Weights) -> i32 {
    weights.man * count(camp.men) + weights.king * count(camp.kings) + weights.waiting * count(camp.men & KING_ROW[0])
}

fn standing(Camp { men, kings }: Camp, enemy: Camp, weights: &Weights) -> i32 {
    let mut value = weights.advance * Camp { men, kings }.progress();
    value += weights.centre * count(men & MIDDLE) + weights.edge * count(men & EDGES);
    value += weights.main_road * i32::from(kings.meets(LONG_DIAGONAL));
    if !enemy.men.is_empty() {
        value += weights.at_home * count(men & HOME_ROW);
    }
    value
}

impl Evaluate for Polychek {
    const SCALE: i32 = 200;

    fn evaluate(&self, field: &Field, seat: Seat) -> i32 {
        self.opinion(field, seat, &Weights::CHOSEN)
    }
}

impl Hints for Polychek {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, field: &Field, step: Step) -> i32 {
        let Step::Go(stride) = step else { return 0 };
        let arrives = KING_ROW[field.sides.to_move.index()].contains(stride.to) && !field.sides.is_king(stride.from);
        i32::from(stride.jump) + 2 * i32::from(arrives)
    }

    fn is_noisy(&self, _: &Field, step: Step) -> bool {
        // Stopping takes the jumped pieces off.
        step.is_jump() || step == Step::Stop
    }
}

impl Opponent for Polychek {
    const LEVELS: Levels = Levels::of([100, 330, 400, 470, 570, 760, 1000]);
}

impl Tune for Polychek {
    type Weights = Weights;

    fn opinion(&self, field: &Field, seat: Seat, weights: &Weights) -> i32 {
        let (own, enemy) = (Camp::of(&field.sides, seat), Camp::of(&field.sides, seat.other()));
        let ahead = material(own, weights) - material(enemy, weights);
        let value = field.sides.exchanged(ahead, weights.exchange) + standing(own, enemy, weights)
            - standing(enemy, own, weights);
        let (strong, weak) = if ahead > 0 { (own, enemy) } else { (enemy, own) };
        let holds_road = weak.kings.meets(LONG_DIAGONAL);
        match count(strong.men | strong.kings) - TOO_FEW {
            _ if ahead == 0 || weak.kings.is_empty() => value,
            ..=0 => value / 8,
            1 => value / if holds_road { 8 } else { 2 },
            _ => value,
        }
    }
}
