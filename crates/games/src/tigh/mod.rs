//! Tigh: fill a board of five by five, then move so as to catch enemy checkers between two of your own.

mod evaluate;
mod position;
mod show;
#[cfg(test)]
mod tests;
mod tiers;

pub use position::{Position, Step};

use crate::two_colours::TwoColours;
use rules::clause::NO_IDLE_PASS;
use rules::grid::ORTHOGONAL;
use rules::prelude::*;

clauses! {
    PLACE_THEN_MOVE = "2.1" => Says("Checkers are placed until all are on the board, and only then moved."),
    NOT_THE_CENTRE = "2.2" => Says("{to} in the middle stays empty while checkers are placed."),
    EMPTY_SQUARE = "2.3" => Occupied,
    OWN_CHECKERS = "2.4" => NotYours,
    ONE_SQUARE = "2.5" => Reach,
    GO_ON_BY_CAPTURE = "3.2" => Says("{from} to {to} captures nothing, and only a capture goes on."),
    END_AFTER_CAPTURE = "3.3" => Says("Nothing has been captured in this turn."),
    REMOVE_WHEN_BLOCKED = "3.4" => Says("The other side is not blocked."),
    MUST_FREE = "3.5" => Says("The blocked side has passed three times and must be freed."),
    REMOVAL_FREES = "3.6" => Says("Taking off {at} gives the blocked side no move."),
    DOWN_TO_ONE = "4.1" => Says("{loser} is down to a single checker."),
}

/// After so many passes running of a blocked seat the other must free it.
const PATIENCE: u8 = 3;

/// The small board.
pub type Cell = Square<5, 5>;
/// Some of its squares.
type Squares = rules::Squares<Cell>;

/// The square that is barred while checkers are placed.
const CENTRE: Cell = Cell::at(2, 2);

/// Tigh. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Tigh;

impl Game for Tigh {
    const ABOUT: About = About {
        id: "tigh",
        name: "Tigh",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Fill the board, then squeeze checkers between two of yours.",
        card: Card {
            minutes: (10, 20),
            difficulty: Difficulty::Middling,
            themes: &["taking"],
            known: None,
            showpiece: Some("1/bw.wb,bww.w,bw..w,w.w..,.w.ww/2p"),
        },
    };

    fn with(_: &Chosen) -> Tigh {
        Tigh
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Tigh {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Step;

    fn start(&self) -> Position {
        Position::START
    }

    fn status(&self, at: &Position) -> Status {
        if let Some(winner) = at.winner() {
            Status::Over(Outcome::Win(winner), DOWN_TO_ONE)
        } else if at.going_on || at.is_between_placements() {
            Status::Continue(at.to_move)
        } else {
            Status::Turn(at.to_move)
        }
    }

    fn stuck(&self, at: &Position) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Position, out: &mut Vec<Step>) {
        out.extend([Step::Pass, Step::End]);
        for square in Cell::all() {
            out.extend([Step::Place(square), Step::Remove(square)]);
        }
        for from in at.men[at.to_move] {
            let beside = ORTHOGONAL.into_iter().filter_map(|way| from.step(way));
            out.extend(beside.map(|to| Step::Move { from, to }));
        }
    }

    fn judge(&self, at: &Position, step: Step) -> Legality {
        if step == Step::Pass {
            return ensure(at.must_pass(), NO_IDLE_PASS);
        }
        ensure(at.placing == matches!(step, Step::Place(_)), PLACE_THEN_MOVE)?;
        match step {
            Step::Place(square) => {
                ensure(square != CENTRE, NOT_THE_CENTRE)?;
                ensure_at(at.is_empty(square), EMPTY_SQUARE, square.into())
            }
            Step::Move { from, to } => {
                ensure_at(at.is_own(from), OWN_CHECKERS, from.into())?;
                ensure(!at.must_free(), MUST_FREE)?;
                let distance = from.column().abs_diff(to.column()) + from.row().abs_diff(to.row());
                ensure(distance == 1, ONE_SQUARE)?;
                ensure_at(at.is_empty(to), EMPTY_SQUARE, to.into())?;
                ensure(!at.going_on || !at.captured_by(from, to).is_empty(), GO_ON_BY_CAPTURE)
            }
            Step::End => ensure(at.going_on, END_AFTER_CAPTURE),
            Step::Remove(square) => {
                ensure(at.may_remove(), REMOVE_WHEN_BLOCKED)?;
                ensure_at(at.is_own(square), OWN_CHECKERS, square.into())?;
                ensure_at(at.frees(square), REMOVAL_FREES, square.into())
            }
            Step::Pass => Ok(()),
        }
    }

    fn steps(&self, at: &Position, out: &mut Vec<Step>) {
        if at.placing {
            out.extend(at.empty().without(CENTRE).iter().map(Step::Place));
            return;
        }
        let before = out.len();
        if at.going_on {
            out.push(Step::End);
        }
        if at.may_remove() {
            let own = at.men[at.to_move].iter();
            out.extend(own.filter(|square| at.frees(*square)).map(Step::Remove));
        }
        if !at.must_free() {
            let moves = at.moves(at.to_move);
            let moves = moves.filter(|(from, to)| !at.going_on || !at.captured_by(*from, *to).is_empty());
            out.extend(moves.map(|(from, to)| Step::Move { from, to }));
        }
        if out.len() == before {
            out.push(Step::Pass);
        }
    }

    fn apply(&self, at: &mut Position, step: Step) {
        match step {
            Step::Place(square) => at.place(square),
            Step::Move { from, to } => at.step(from, to),
            Step::Remove(square) => {
                at.men[at.to_move].remove(square);
                at.end_turn();
            }
            Step::End => at.end_turn(),
            Step::Pass => {
                at.passer = at.to_move;
                at.passes += 1;
                at.end_turn();
            }
        }
    }
}

impl Count for Tigh {}
impl Notation for Tigh {}
impl MatchRules for Tigh {}
