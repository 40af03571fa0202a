//! Avion: bring a Traveler across the board; Travelers take Suns, Suns take Storms, Storms blow
//! Travelers away.

mod evaluate;
mod position;
mod show;
#[cfg(test)]
mod tests;

pub use position::{Pending, PieceKind, Position, Step};

use position::first_row;
use rules::clause::ALL_PASSED;
use rules::clause::NO_IDLE_PASS;
use rules::grid::ORTHOGONAL;
use rules::prelude::{
    About, Card, Chosen, Count, Difficulty, Game, GameOption, Legality, MatchRules, Notation, Outcome, Rulebook, Rules,
    Seat, Square, Status,
};
use rules::prelude::{clauses, ensure, ensure_at, rulebook};

clauses! {
    OWN_PIECES = "2.1" => NotYours,
    ONE_OR_TWO = "2.2" => Reach,
    NO_JUMPING = "2.3" => InTheWay,
    NO_SHUTTLING = "2.4" => Says("{from} to {to} would go to and fro once too often."),
    MEETINGS = "3.1" => Says("A piece on {from} has no power over the one on {to}."),
    PUT_DOWN_FIRST = "3.3" => Says("A Traveler is in the air and is put down first."),
    ON_AN_EMPTY_SQUARE = "3.4" => Occupied,
    NOT_ON_THE_GOAL = "3.5" => Says("{to} lies on the row that this Traveler is flying to."),
    NOTHING_IN_HAND = "3.6" => Says("No Traveler is in the air."),
    BACK_TO_THE_START = "3.7" => Says("{to} is not on the row where this Traveler starts again."),
    CROSSED = "4.1" => Says("{winner} has brought a Traveler across."),
    DASH_OR_CROSS = "5.2" => Says("A dash moves to an empty square and a cross takes an enemy: {to} asks for the other."),
}

/// A square of the checkerboard.
pub type Cell = Square<8, 8>;
/// Some of the squares.
type Squares = rules::Squares<Cell>;

/// Avion, with its option.
#[derive(Clone, Copy, Debug)]
pub struct Avion {
    /// How many crossings win.
    travelers: u8,
}

impl Game for Avion {
    const ABOUT: About = About {
        id: "avion",
        name: "Avion",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[GameOption {
            name: "travelers",
            values: &["1", "2"],
            says: "How many crossings win: one, or two in the longer game.",
        }],
        edition: 1,
        series: 1,
        line: "Fly a Traveler across, past Suns and Storms.",
        card: Card {
            minutes: (15, 40),
            difficulty: Difficulty::Deep,
            themes: &["crossing", "taking"],
            known: None,
            showpiece: Some("1/u.t....u,.s...s..,..s....s,.....S..,...tT...,.S.T....,..S.....,U....S.U/0,0/e5f5,g6h6"),
        },
    };

    fn with(chosen: &Chosen) -> Avion {
        Avion { travelers: if chosen.is("travelers", "2") { 2 } else { 1 } }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Avion {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Step;

    fn start(&self) -> Position {
        Position::START
    }

    fn status(&self, at: &Position) -> Status {
        let across = |seat: &Seat| at.crossings[seat.index()] >= self.travelers;
        if let Some(winner) = Seat::all(2).find(across) {
            Status::Over(Outcome::Win(winner), CROSSED)
        } else if at.passes == 2 {
            Status::Over(Outcome::Draw, ALL_PASSED)
        } else if at.pending == Pending::Nothing {
            Status::Turn(at.to_move)
        } else {
            Status::Continue(at.to_move)
        }
    }

    fn stuck(&self, at: &Position) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Position, out: &mut Vec<Step>) {
        out.push(Step::Pass);
        out.extend(Cell::all().map(Step::Put));
        for from in at.all(at.to_move) {
            for to in ORTHOGONAL.into_iter().flat_map(|way| from.ray(way).take(2)) {
                out.extend([false, true].map(|takes| Step::Move { from, to, takes }));
            }
        }
    }

    fn judge(&self, at: &Position, step: Step) -> Legality {
        match step {
            Step::Put(square) => judge_putting(at, square),
            Step::Pass => ensure(at.pending == Pending::Nothing && !at.can_move(), NO_IDLE_PASS),
            Step::Move { from, to, takes } => judge_move(at, from, to, takes),
        }
    }

    fn steps(&self, at: &Position, out: &mut Vec<Step>) {
        if at.pending != Pending::Nothing {
            out.extend(at.landings().iter().map(Step::Put));
            return;
        }
        let before = out.len();
        at.moves(|from, to, takes| {
            out.push(Step::Move { from, to, takes });
            true
        });
        if out.len() == before {
            out.push(Step::Pass);
        }
    }

    fn apply(&self, at: &mut Position, step: Step) {
        match step {
            Step::Put(square) => at.put_down(square),
            Step::Pass => at.pass(),
            Step::Move { from, to, .. } => at.step(from, to, self.travelers),
        }
    }
}

impl Count for Avion {}
impl Notation for Avion {}
impl MatchRules for Avion {}

fn judge_move(at: &Position, from: Cell, to: Cell, takes: bool) -> Legality {
    ensure(at.pending == Pending::Nothing, PUT_DOWN_FIRST)?;
    let kind = at.kind_on(at.to_move, from);
    ensure_at(kind.is_some(), OWN_PIECES, from.into())?;
    let (columns, rows) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
    ensure(matches!((columns, rows), (0, 1 | 2) | (1 | 2, 0)), ONE_OR_TWO)?;
    let middle = Cell::at(u8::midpoint(from.column(), to.column()), u8::midpoint(from.row(), to.row()));
    let jumps = columns + rows == 2 && !at.is_empty(middle);
    ensure_at(!jumps, NO_JUMPING, middle.into())?;
    ensure_at(at.kind_on(at.to_move, to).is_none(), NO_JUMPING, to.into())?;
    let met = at.kind_on(at.to_move.other(), to);
    let harmless = met.is_none() || met == kind.map(PieceKind::prey);
    ensure_at(harmless, MEETINGS, to.into())?;
    ensure(takes == met.is_some(), DASH_OR_CROSS)?;
    ensure(at.banned() != Some((from, to)), NO_SHUTTLING)
}

fn judge_putting(at: &Position, square: Cell) -> Legality {
    ensure(at.pending != Pending::Nothing, NOTHING_IN_HAND)?;
    ensure_at(at.is_empty(square), ON_AN_EMPTY_SQUARE, square.into())?;
    let allowed = at.landings().contains(square);
    match at.pending {
        Pending::Caught => ensure(allowed, NOT_ON_THE_GOAL),
        _ => ensure(allowed, BACK_TO_THE_START),
    }
}
