//! What is good in Avion: fewer moves to the far row than the enemy needs, a way past his Storms, and pieces.

use super::position::{first_row, row_set};
use super::{Avion, Cell, PieceKind, Position, Squares, Step};
use rules::prelude::*;

weights! {
    /// A crossing made in the longer game.
    crossing: 400,
    /// A move that the nearest Traveler needs less, as the board stands.
    flight: 15,
    /// A move that it needs less if it stops only where no Storm can catch it.
    safe_flight: 30,
    /// Suns alone can clear Storms away.
    sun: 40,
    /// Storms alone can stop Travelers.
    storm: 30,
    /// A row that a Traveler has come forward.
    row: 2,
    /// Who is to move is half a move ahead.
    to_move: 20,
}
/// A way this long is no way.
const NO_WAY: i32 = 7;

const COLUMN_A: Squares = Squares::from_bits(0x0101_0101_0101_0101);
const COLUMN_H: Squares = Squares::from_bits(COLUMN_A.bits() << 7);

/// The squares reached from a set when all go one square up, down, right or left.
fn shifted(set: Squares, way: usize) -> Squares {
    match way {
        0 => set << 8,
        1 => set >> 8,
        2 => (set & !COLUMN_H) << 1,
        _ => (set & !COLUMN_A) >> 1,
    }
}

/// Where pieces on these squares can come in one move.
fn reach(from: Squares, empty: Squares, prey: Squares) -> Squares {
    let two_squares = |way| {
        let next = shifted(from, way);
        (next | shifted(next & empty, way)) & (empty | prey)
    };
    (0..4).map(two_squares).collect()
}

/// How many moves a seat's nearest Traveler needs to cross if it stops on these squares only, not counting
/// where it arrives.
fn flight(at: &Position, seat: Seat, stops: Squares) -> i32 {
    let goal = row_set(first_row(seat.other()));
    let (empty, prey) = (at.empty(), at.of(seat.other(), PieceKind::Sun));
    let mut flown = at.of(seat, PieceKind::Traveler) & !goal;
    for moves in 1..NO_WAY {
        let reached = reach(flown, empty, prey);
        if reached.meets(goal) {
            return moves;
        }
        if flown.includes(reached & stops) {
            break;
        }
        flown |= reached & stops;
    }
    NO_WAY
}

fn strength(at: &Position, seat: Seat, weights: &Weights) -> i32 {
    let enemy = seat.other();
    let count = |set: Squares| set.len() as i32;
    let stormy = reach(at.of(enemy, PieceKind::Storm), at.empty(), at.of(seat, PieceKind::Traveler));
    let rows = |square: Cell| i32::from(first_row(seat).abs_diff(square.row()));
    let flown: i32 = at.of(seat, PieceKind::Traveler).iter().map(rows).sum();
    let turn = if at.to_move == seat { weights.to_move } else { 0 };
    weights.crossing * i32::from(at.crossings[seat.index()])
        - weights.flight * flight(at, seat, !Squares::EMPTY)
        - weights.safe_flight * flight(at, seat, !stormy)
        + weights.sun * count(at.of(seat, PieceKind::Sun))
        + weights.storm * count(at.of(seat, PieceKind::Storm))
        + weights.row * flown
        + turn
}

impl Evaluate for Avion {
    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        self.opinion(at, seat, &Weights::CHOSEN)
    }
}

impl Hints for Avion {
    const HAS_NOISY_STEPS: bool = true;

    fn priority(&self, at: &Position, step: Step) -> i32 {
        match step {
            Step::Move { from, to, takes } => {
                let flies = at.of(at.to_move, PieceKind::Traveler).contains(from);
                let crosses = flies && to.row() == first_row(at.to_move.other());
                let nearer = to.row().abs_diff(first_row(at.to_move)) > from.row().abs_diff(first_row(at.to_move));
                20 * i32::from(crosses) + 10 * i32::from(takes) + i32::from(flies && nearer)
            }
            // A Traveler that was caught is best put far from its goal, which is our first row; one of our own
            // has no choice of row.
            Step::Put(square) => i32::from(square.row().abs_diff(first_row(at.to_move))) - 6,
            Step::Pass => 0,
        }
    }

    fn is_noisy(&self, at: &Position, step: Step) -> bool {
        let Step::Move { from, to, takes } = step else { return false };
        let goal = to.row() == first_row(at.to_move.other());
        takes || goal && at.of(at.to_move, PieceKind::Traveler).contains(from)
    }
}

impl Opponent for Avion {
    const LEVELS: Levels = Levels::of([100, 170, 280, 390, 490, 740, 1000]);
}

impl Tune for Avion {
    type Weights = Weights;

    fn opinion(&self, at: &Position, seat: Seat, weights: &Weights) -> i32 {
        strength(at, seat, weights) - strength(at, seat.other(), weights)
    }
}
