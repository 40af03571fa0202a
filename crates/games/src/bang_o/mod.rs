//! Bang-O: five checkers in one line with no enemy between them, first by placing, then by moving.

mod evaluate;
mod position;
mod show;
#[cfg(test)]
mod tests;

pub use position::{Position, Step};

use rules::prelude::*;

clauses! {
    PLACE_THEN_MOVE = "2.1" => Says("Checkers are placed until all are on the board, and only then moved."),
    EMPTY_SQUARE = "2.2" => Occupied,
    OWN_CHECKERS = "2.3" => NotYours,
    FIVE = "4.1" => Says("{winner} has five in line."),
    HANDED_OVER = "4.2" => Says("{loser} has opened a line of five for {winner}."),
}

/// A square of the checkerboard.
pub type Cell = Square<8, 8>;
/// Some of the squares.
type Squares = rules::Squares<Cell>;

/// Bang-O. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct BangO;

impl Game for BangO {
    const ABOUT: About = About {
        id: "bang-o",
        name: "Bang-O",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Five in line, gaps allowed, enemies not.",
        card: Card {
            minutes: (5, 15),
            difficulty: Difficulty::Middling,
            themes: &["rows"],
            known: None,
            showpiece: Some("2/........,........,....ww.b,...wwb..,...wbb..,...w....,...b....,........"),
        },
    };

    fn with(_: &Chosen) -> BangO {
        BangO
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for BangO {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Step;

    fn start(&self) -> Position {
        Position::START
    }

    fn status(&self, at: &Position) -> Status {
        match at.winner {
            None => Status::Turn(at.to_move),
            // Who is to move now has not made the last turn: the other has given the row away.
            Some(winner) if winner == at.to_move => Status::Over(Outcome::Win(winner), HANDED_OVER),
            Some(winner) => Status::Over(Outcome::Win(winner), FIVE),
        }
    }

    fn stuck(&self, at: &Position) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Position, out: &mut Vec<Step>) {
        out.extend(Cell::all().map(Step::Place));
        for from in at.men[at.to_move] {
            out.extend(Cell::all().map(|to| Step::Move { from, to }));
        }
    }

    fn judge(&self, at: &Position, step: Step) -> Legality {
        ensure(at.is_placing() == matches!(step, Step::Place(_)), PLACE_THEN_MOVE)?;
        let to = match step {
            Step::Place(square) => square,
            Step::Move { from, to } => {
                let own = at.men[at.to_move].contains(from);
                ensure_at(own, OWN_CHECKERS, from.into())?;
                to
            }
        };
        ensure_at(at.empty().contains(to), EMPTY_SQUARE, to.into())
    }

    fn steps(&self, at: &Position, out: &mut Vec<Step>) {
        let to = at.empty().iter();
        if at.is_placing() {
            out.extend(to.map(Step::Place));
            return;
        }
        let mut empty = [Cell::at(0, 0); Cell::COUNT];
        let count = at.empty().len() as usize;
        for (slot, square) in empty.iter_mut().zip(to) {
            *slot = square;
        }
        for from in at.men[at.to_move] {
            out.extend(empty[..count].iter().map(|to| Step::Move { from, to: *to }));
        }
    }

    fn apply(&self, at: &mut Position, step: Step) {
        match step {
            Step::Place(square) => at.come(square),
            Step::Move { from, to } => at.go(from, to),
        }
    }
}

impl Count for BangO {
    /// Every turn is one step, and every checker may go to every empty square.
    fn turns(&self, at: &Position, _: &mut Spare<Step>) -> u64 {
        let movers = if at.is_placing() { 1 } else { at.men[at.to_move].len() };
        if at.winner.is_some() { 0 } else { u64::from(movers * at.empty().len()) }
    }
}

impl Notation for BangO {}
impl MatchRules for BangO {}
