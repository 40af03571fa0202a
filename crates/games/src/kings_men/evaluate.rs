//! What is good in King's Men: few tokens, and those that are left close together in the field.

use super::field::{CORRIDORS, FIELD, LODGES, Squares, rectangle};
use super::rows::makes_row;
use super::{Court, KingsMen, Step};
use rules::prelude::*;

weights! {
    /// A token that is still on the board.
    token: -100,
    /// One in its lodge has not even set out.
    in_lodge: -60,
    /// One in a corridor has a step to go before it can join the others.
    in_corridor: -25,
    /// One in the middle reaches every place where a row may come about.
    in_the_middle: 25,
    /// Two tokens side by side, straight or across a corner: two thirds of a row.
    pair: 20,
    /// A square of the field where a token may walk in to complete a row.
    open_row: 20,
    /// It is one's turn.
    turn: 16,
}

const FIRST_COLUMN: Squares = rectangle(0, 0, 0, 10);
const LAST_COLUMN: Squares = rectangle(10, 10, 0, 10);
/// The nine squares from e5 to g7.
const MIDDLE: Squares = rectangle(4, 6, 4, 6);

fn up(set: Squares) -> Squares {
    set << 11
}

fn down(set: Squares) -> Squares {
    set >> 11
}

fn right(set: Squares) -> Squares {
    (set & !LAST_COLUMN) << 1
}

fn left(set: Squares) -> Squares {
    (set & !FIRST_COLUMN) >> 1
}

/// The squares where a row would be completed along this line, with two tokens on one side or one on each.
fn gaps(own: Squares, ahead: fn(Squares) -> Squares, back: fn(Squares) -> Squares) -> [Squares; 3] {
    let (before, behind) = (back(own), ahead(own));
    [before & back(before), behind & ahead(behind), before & behind]
}

/// The squares where a token can walk in to make a row with two others; it is none of these two.
fn open_rows(own: Squares) -> Squares {
    let [above, below, east, west] = [down(own), up(own), left(own), right(own)];
    let [upward, downward, between] = gaps(own, up, down);
    let [eastward, westward, amid] = gaps(own, right, left);
    let columns = upward & (below | east | west) | downward & (above | east | west) | between & (east | west);
    let rows = eastward & (above | below | west) | westward & (above | below | east) | amid & (above | below);
    let rising = gaps(own, |set| up(right(set)), |set| down(left(set)));
    let falling = gaps(own, |set| down(right(set)), |set| up(left(set)));
    let across = rising.into_iter().chain(falling).collect::<Squares>();
    columns | rows | across & (above | below | east | west)
}

fn standing(at: &Court, seat: Seat, weights: &Weights) -> i32 {
    let own = at.tokens[seat.index()];
    let count = |set: Squares| set.len() as i32;
    let marching = own & (FIELD | CORRIDORS);
    let pairs = [right(marching), up(marching), up(right(marching)), up(left(marching))];
    weights.token * count(own)
        + weights.in_lodge * count(own & LODGES[seat.index()])
        + weights.in_corridor * count(own & CORRIDORS)
        + weights.in_the_middle * count(own & MIDDLE)
        + weights.pair * pairs.into_iter().map(|beside| count(marching & beside)).sum::<i32>()
        + weights.open_row * count(open_rows(own) & FIELD & at.empty())
}

impl Evaluate for KingsMen {
    const SCALE: i32 = 185;

    fn evaluate(&self, at: &Court, seat: Seat) -> i32 {
        self.opinion(at, seat, &Weights::CHOSEN)
    }
}

impl Hints for KingsMen {
    fn priority(&self, at: &Court, step: Step) -> i32 {
        match step {
            Step::Jump(..) => 20,
            Step::Move(from, to) if makes_row(at.own().without(from).with(to), to) => 15,
            Step::Thin(removed) => removed.len() as i32,
            _ => 0,
        }
    }
}

impl Opponent for KingsMen {
    const LEVELS: Levels = Levels::of([100, 410, 520, 590, 720, 850, 1000]);
}

impl Tune for KingsMen {
    type Weights = Weights;

    fn opinion(&self, at: &Court, seat: Seat, weights: &Weights) -> i32 {
        let turn = if at.to_move == seat { weights.turn } else { -weights.turn };
        standing(at, seat, weights) - standing(at, seat.other(), weights) + turn
    }
}
