//! Lasca: captured men are not removed but carried along, under the man who captured them.

mod column;
mod count;
mod evaluate;
mod notation;
mod position;
mod show;
#[cfg(test)]
mod tests;
mod tiers;

use crate::diagonals::{self, Diagonal, EVERY_WAY, Net, Spot, Spots, Stride};
use crate::ranks::{Ranks, any};
use column::{Column, Soldier};
pub use position::Field;
use rules::prelude::*;

clauses! {
    OWN_COLUMN = "2.1" => NotYours,
    ONE_STEP = "2.2" => Reach,
    FORWARD = "2.3" => Backward,
    EMPTY_SQUARE = "2.4" => Occupied,
    MUST_CAPTURE = "3.1" => MustTake,
    JUMP = "3.2" => NothingToJump,
    RUN_ON = "3.4" => MustGoOn,
    ONE_PRISONER_EACH = "3.5" => Says("{at} has been jumped already in this run."),
    PROMOTED_STOPS = "3.6" => Says("The leader becomes an officer on {at}, and that ends the run."),
    NO_LEADER_LEFT = "4.1" => Says("{loser} leads no column any more."),
    BLOCKED = "4.2" => Says("{loser} cannot move any more."),
}

/// A square of the board, 1 to 25 from White's side.
pub type Square = Spot<25>;

/// Some of the squares.
pub type Squares = Spots<25>;

/// One step or one jump of a column.
pub type Step = Stride<25>;

/// How the squares touch.
const NET: Net<25> = Net::new(7, 7, false);

/// All squares.
const EVERY: Squares = Squares::from_bits((1 << 25) - 1);

/// Where privates become officers, by seat.
const FAR_ROW: [Squares; 2] = [NET.far_row(Seat::FIRST), NET.far_row(Seat::SECOND)];

/// Lasca. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Lasca;

impl Game for Lasca {
    const ABOUT: About = About {
        id: "lasca",
        name: "Lasca",
        year: Some(1911),
        source: "Emanuel Lasker",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Draughts in which prisoners ride along and may be freed.",
        card: Card {
            minutes: (20, 40),
            difficulty: Difficulty::Deep,
            themes: &["taking"],
            known: Some("Five printed games and a proposition: White wins in 27 turns"),
            showpiece: Some("w 1:w 2:w 5:w 6:w 7:ww 8:bw 9:w 10:wb 11:w 12:bw 15:b 16:b 17:bb 21:b 22:b 23:b 25:b"),
        },
    };

    fn with(_: &Chosen) -> Lasca {
        Lasca
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Lasca {
    const SEATS: usize = 2;
    type Position = Field;
    type Step = Step;

    fn start(&self) -> Field {
        let mut field = Field::empty(Seat::FIRST);
        for square in Square::all() {
            match square.index() {
                0..11 => field.put(square, Column::of(Soldier::private(Seat::FIRST))),
                14.. => field.put(square, Column::of(Soldier::private(Seat::SECOND))),
                _ => (),
            }
        }
        field
    }

    #[inline]
    fn status(&self, field: &Field) -> Status {
        if field.runner.is_some() { Status::Continue(field.to_move) } else { Status::Turn(field.to_move) }
    }

    fn stuck(&self, field: &Field) -> Status {
        let clause = if field.own().is_empty() { NO_LEADER_LEFT } else { BLOCKED };
        Status::Over(Outcome::Win(field.to_move.other()), clause)
    }

    fn candidates(&self, field: &Field, out: &mut Vec<Step>) {
        for from in field.own() {
            for way in EVERY_WAY {
                out.extend(NET.near(from, way).map(|to| Step { from, to, jump: false }));
                out.extend(NET.beyond(from, way).map(|to| Step { from, to, jump: true }));
            }
        }
    }

    fn judge(&self, field: &Field, Step { from, to, jump }: Step) -> Legality {
        ensure_at(field.own().contains(from), OWN_COLUMN, from.into())?;
        if let Some(runner) = field.runner {
            ensure_at(jump && from == runner, RUN_ON, runner.into())?;
        }
        if jump {
            let (way, over) = NET.way_over(from, to).ok_or(JUMP)?;
            ensure_at(field.ways(from).contains(&way), FORWARD, from.into())?;
            ensure_at(field.enemy().contains(over), JUMP, over.into())?;
            ensure_at(field.is_empty(to), EMPTY_SQUARE, to.into())?;
            ensure_at(!field.jumped.contains(over), ONE_PRISONER_EACH, over.into())
        } else {
            let way = NET.way_to_near(from, to).ok_or(ONE_STEP)?;
            ensure_at(field.ways(from).contains(&way), FORWARD, from.into())?;
            ensure_at(field.is_empty(to), EMPTY_SQUARE, to.into())?;
            match field.own().iter().find(|square| field.can_jump(*square)) {
                Some(captor) => ensure_at(false, MUST_CAPTURE, captor.into()),
                None => Ok(()),
            }
        }
    }

    #[inline]
    fn steps(&self, field: &Field, out: &mut Vec<Step>) {
        field.ranks().list(out);
    }

    #[inline]
    fn apply(&self, field: &mut Field, Step { from, to, jump }: Step) {
        let mut column = field.take(from);
        if jump && let Some(over) = NET.between(from, to).first() {
            let mut jumped = field.take(over);
            column.add_below(jumped.lift_leader());
            field.put(over, jumped);
            field.jumped.insert(over);
        }
        let promoted = field.promotes(column, to);
        if promoted {
            column.promote();
        }
        field.put(to, column);
        if jump && !promoted && field.can_jump(to) {
            field.runner = Some(to);
        } else {
            (field.runner, field.jumped) = (None, Squares::EMPTY);
            field.to_move = field.to_move.other();
        }
    }
}

impl Count for Lasca {
    fn turns(&self, field: &Field, _: &mut Spare<Step>) -> u64 {
        count::turns(field, 1)
    }

    fn perft(&self, field: &Field, depth: u32, _: &mut Spare<Step>) -> u64 {
        count::turns(field, depth)
    }
}

impl Notation for Lasca {
    fn score(&self, _: &Field, turn: &[Step]) -> String {
        join_runs(turn)
    }

    fn read(&self, field: &Field, text: &str) -> ParsedSteps<Step> {
        notation::read(self, field, text)
    }

    fn as_jump(&self, _: &Field, step: Step) -> Option<Step> {
        step.as_jump(&NET)
    }

    fn overrun(&self, before: &Field, last: Step, next: Step) -> Option<Breach> {
        let mut again = *before;
        self.apply(&mut again, last);
        (again.to_move, again.runner) = (before.to_move, Some(last.to));
        again.jumped = before.jumped | NET.between(last.from, last.to);
        if !last.jump {
            return Some(Breach { clause: ONE_STEP, at: Some(last.to.into()) });
        }
        // Who could jump on and does not has just become an officer.
        Some(self.judge(&again, next).err().unwrap_or(Breach { clause: PROMOTED_STOPS, at: Some(last.to.into()) }))
    }
}

impl MatchRules for Lasca {}

impl Field {
    /// The ways in which the column on this square may go: those of its leader.
    fn ways(&self, from: Square) -> &'static [Diagonal] {
        const FORWARD: [[Diagonal; 2]; 2] = [diagonals::forward(Seat::FIRST), diagonals::forward(Seat::SECOND)];
        if self.officers.contains(from) { &EVERY_WAY } else { &FORWARD[self.to_move.index()] }
    }

    /// All columns that may move now, and what they meet.
    #[inline]
    fn ranks(&self) -> Ranks<25> {
        self.ranks_of(self.runner.map_or(self.own(), Squares::of))
    }

    #[inline]
    fn ranks_of(&self, own: Squares) -> Ranks<25> {
        let prey = self.enemy() & !self.jumped;
        let empty = EVERY & !(self.own() | self.enemy());
        Ranks { net: &NET, seat: self.to_move, own, kings: own & self.officers, prey, empty }
    }

    #[inline]
    fn can_jump(&self, from: Square) -> bool {
        !any(self.ranks_of(Squares::of(from)).goers().jumpers).is_empty()
    }

    /// Whether this column's leader becomes an officer by arriving here.
    fn promotes(&self, column: Column, to: Square) -> bool {
        column.leader().is_some_and(|leader| !leader.is_officer()) && FAR_ROW[self.to_move.index()].contains(to)
    }
}
