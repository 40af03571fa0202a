//! Polychek: Polish draughts on the checkerboard, with far-reaching kings that are slow to be crowned.

mod evaluate;
mod notation;
mod position;
mod show;
#[cfg(test)]
mod tests;
mod tiers;

use crate::diagonals::{Diagonal, EVERY_WAY, along, back, forward};
use crate::draughts::{self, NET, Sides, Square, Squares};
pub use notation::Step;
pub use position::Field;
use rules::prelude::*;

clauses! {
    OWN_PIECE = "2.1" => NotYours,
    ONE_STEP = "2.2" => Reach,
    FORWARD = "2.3" => Backward,
    EMPTY_SQUARE = "2.4" => Occupied,
    KING_LINE = "2.5" => InTheWay,
    MUST_JUMP = "3.1" => MustTake,
    MAN_JUMP = "3.2" => NothingToJump,
    KING_JUMP = "3.3" => NothingToJump,
    RUN_ON = "3.4" => MustGoOn,
    NEVER_TWICE = "3.5" => Says("The piece on {at} has been jumped already."),
    STOP = "3.8" => Says("No run is under way."),
    NO_PIECE_LEFT = "4.1" => Says("{loser} has no piece left."),
    BLOCKED = "4.2" => Says("{loser} has no move left."),
    KINGS_MUST_TOO = "5.2" => Says("The king on {at} can jump again and must."),
}

/// Polychek with its options.
#[derive(Clone, Copy, Debug)]
pub struct Polychek {
    crowning: Crowning,
    /// Whether a king that has captured may stop although it could capture again.
    kings_may_stop: bool,
}

/// When a man on the king row becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Crowning {
    /// At the end of his owner's next turn, if he is still there.
    AfterATurn,
    /// At the end of the turn that brings him there.
    AtOnce,
}

impl Game for Polychek {
    const ABOUT: About = About {
        id: "polychek",
        name: "Polychek",
        year: None,
        source: "The Library of Games",
        seats: &["Dark", "Light"],
        options: &[
            GameOption {
                name: "crowning",
                values: &["after-a-turn", "at-once"],
                says: "Whether a man must wait a turn in the king row or is crowned when his turn ends there.",
            },
            GameOption {
                name: "kings",
                values: &["must", "may"],
                says: "Whether a king that has captured must go on while it can, or may stop.",
            },
        ],
        edition: 1,
        series: 1,
        line: "Polish checkers: men jump backward, kings fly.",
        card: Card {
            minutes: (15, 40),
            difficulty: Difficulty::Deep,
            themes: &["taking"],
            known: None,
            showpiece: Some("B:W17,19,21,25,29,30,31,32:B1,2,5,9,10,11,12,14"),
        },
    };

    fn with(chosen: &Chosen) -> Polychek {
        let at_once = chosen.is("crowning", "at-once");
        Polychek {
            crowning: if at_once { Crowning::AtOnce } else { Crowning::AfterATurn },
            kings_may_stop: chosen.is("kings", "may"),
        }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Polychek {
    const SEATS: usize = 2;
    type Position = Field;
    type Step = Step;

    fn start(&self) -> Field {
        Field { sides: Sides::START, runner: None, jumped: Squares::EMPTY }
    }

    fn status(&self, field: &Field) -> Status {
        let seat = field.sides.to_move;
        if field.runner.is_some() { Status::Continue(seat) } else { Status::Turn(seat) }
    }

    fn stuck(&self, field: &Field) -> Status {
        let clause = if field.sides.own().is_empty() { NO_PIECE_LEFT } else { BLOCKED };
        Status::Over(Outcome::Win(field.sides.to_move.other()), clause)
    }

    fn candidates(&self, field: &Field, out: &mut Vec<Step>) {
        out.push(Step::Stop);
        for from in field.sides.own() {
            for to in EVERY_WAY.into_iter().flat_map(|way| along(NET.ray(from, way), way)) {
                out.extend([Step::walk(from, to), Step::jump(from, to)]);
            }
        }
    }

    fn judge(&self, field: &Field, step: Step) -> Legality {
        match step {
            Step::Go(stride) => judge_stride(field, stride),
            Step::Stop => self.judge_stop(field),
        }
    }

    fn steps(&self, field: &Field, out: &mut Vec<Step>) {
        let first = out.len();
        let jumpers = field.runner.map_or(field.sides.own(), Squares::of);
        for from in jumpers {
            for way in EVERY_WAY {
                for to in along(field.landings(from, way), way) {
                    out.push(Step::jump(from, to));
                }
            }
        }
        if self.judge_stop(field).is_ok() {
            out.push(Step::Stop);
        }
        if out.len() == first {
            for from in field.sides.own() {
                for way in field.ways(from) {
                    for to in along(field.reach(from, *way), *way) {
                        out.push(Step::walk(from, to));
                    }
                }
            }
        }
    }

    fn apply(&self, field: &mut Field, step: Step) {
        let landed = match step {
            Step::Go(draughts::Step { from, to, jump }) => {
                if jump {
                    field.jumped |= between(from, to).unwrap_or_default() & field.sides.enemy();
                }
                field.sides.go(from, to);
                if jump && field.can_jump(to) {
                    field.runner = Some(to);
                    return;
                }
                Squares::of(to)
            }
            Step::Stop => field.runner.map_or(Squares::EMPTY, Squares::of),
        };
        let sides = &mut field.sides;
        sides.remove(field.jumped);
        (field.runner, field.jumped) = (None, Squares::EMPTY);
        let newcomer = match self.crowning {
            Crowning::AfterATurn => landed,
            Crowning::AtOnce => Squares::EMPTY,
        };
        sides.kings |= sides.uncrowned(sides.to_move) & !newcomer;
        sides.to_move = sides.to_move.other();
        field.crown_if_stuck();
    }
}

impl Count for Polychek {
    fn turns(&self, field: &Field, spare: &mut Spare<Step>) -> u64 {
        let mut steps = spare.lend();
        self.steps(field, &mut steps);
        let mut turns = steps.len() as u64;
        // Only jumps can go on, and the first step is one if any is.
        if steps.first().is_some_and(|step| step.is_jump()) {
            turns = 0;
            for step in &steps {
                let mut next = *field;
                self.apply(&mut next, *step);
                turns += if next.runner.is_some() { self.turns(&next, spare) } else { 1 };
            }
        }
        spare.give_back(steps);
        turns
    }
}

impl Notation for Polychek {
    fn score(&self, _: &Field, turn: &[Step]) -> String {
        join_runs(turn)
    }

    fn as_jump(&self, field: &Field, step: Step) -> Option<Step> {
        let Step::Go(draughts::Step { from, to, jump: false }) = step else { return None };
        between(from, to)?.meets(field.occupied()).then_some(Step::jump(from, to))
    }

    fn overrun(&self, before: &Field, last: Step, next: Step) -> Option<Breach> {
        let Step::Go(draughts::Step { from, to, jump }) = last else { return None };
        if !jump {
            let clause = if before.sides.is_king(from) { KING_LINE } else { ONE_STEP };
            return Some(Breach { clause, at: Some(to.into()) });
        }
        let mut again = *before;
        again.jumped |= between(from, to).unwrap_or_default() & before.sides.enemy();
        again.sides.go(from, to);
        again.runner = Some(to);
        self.judge(&again, next).err()
    }
}

impl MatchRules for Polychek {}

impl Polychek {
    fn judge_stop(self, field: &Field) -> Legality {
        let runner = field.runner.ok_or(STOP)?;
        ensure_at(field.sides.is_king(runner), RUN_ON, runner.into())?;
        ensure_at(self.kings_may_stop, KINGS_MUST_TOO, runner.into())
    }
}

fn judge_stride(field: &Field, draughts::Step { from, to, jump }: draughts::Step) -> Legality {
    let sides = &field.sides;
    ensure_at(sides.own().contains(from), OWN_PIECE, from.into())?;
    if let Some(runner) = field.runner {
        ensure_at(jump && from == runner, RUN_ON, runner.into())?;
    }
    let between = between(from, to);
    match (sides.is_king(from), jump) {
        (false, false) => {
            let way = NET.way_to_near(from, to).ok_or(ONE_STEP)?;
            ensure_at(forward(sides.to_move).contains(&way), FORWARD, from.into())?;
        }
        (false, true) => {
            let (_, over) = NET.way_over(from, to).ok_or(MAN_JUMP)?;
            ensure_at(sides.enemy().contains(over), MAN_JUMP, over.into())?;
        }
        (true, false) => {
            let way = between.ok_or(KING_LINE)?;
            point_at(field.occupied() & way, KING_LINE)?;
        }
        (true, true) => {
            let way = field.occupied() & between.ok_or(KING_JUMP)?;
            ensure(!way.is_empty(), KING_JUMP)?;
            point_at(way & sides.own(), KING_JUMP)?;
            // Whoever stands behind the first is one too many.
            point_at(way & !way.first_alone(), KING_JUMP)?;
        }
    }
    ensure_at(sides.is_empty(to), EMPTY_SQUARE, to.into())?;
    if jump {
        point_at(between.unwrap_or_default() & field.jumped, NEVER_TWICE)
    } else {
        match sides.own().iter().find(|square| field.can_jump(*square)) {
            Some(jumper) => ensure_at(false, MUST_JUMP, jumper.into()),
            None => Ok(()),
        }
    }
}

/// Refuses by a clause if any of these squares is in the way, and points at the first.
fn point_at(wrong: Squares, clause: Clause) -> Legality {
    wrong.first().map_or(Ok(()), |square| ensure_at(false, clause, square.into()))
}

/// The squares between two others on one diagonal line.
fn between(from: Square, to: Square) -> Option<Squares> {
    let way = EVERY_WAY.into_iter().find(|way| NET.ray(from, *way).contains(to))?;
    Some(NET.ray(from, way) & NET.ray(to, back(way)))
}

impl Field {
    #[inline]
    fn occupied(&self) -> Squares {
        self.sides.pieces[0] | self.sides.pieces[1]
    }

    /// The ways in which the piece on this square may step.
    fn ways(&self, from: Square) -> &'static [Diagonal] {
        const FORWARD: [[Diagonal; 2]; 2] = [forward(Seat::FIRST), forward(Seat::SECOND)];
        if self.sides.is_king(from) { &EVERY_WAY } else { &FORWARD[self.sides.to_move.index()] }
    }

    /// How much of a ray, which begins beside a square, a piece may go along: all of it or its first square.
    #[inline]
    fn stride(&self, from: Square, beside: Square, way: Diagonal, ray: Squares) -> Squares {
        if self.sides.is_king(from) { ray } else { ray & NET.near(beside, way).map_or(Squares::EMPTY, Squares::of) }
    }

    /// Where the piece on this square can step to in one direction.
    #[inline]
    fn reach(&self, from: Square, way: Diagonal) -> Squares {
        let (open, _) = NET.open_ray(from, way, self.occupied());
        self.stride(from, from, way, open)
    }

    /// Where the piece on this square can land with a jump in one direction.
    #[expect(clippy::inline_always, reason = "callers that go through all directions know each of them")]
    #[inline(always)]
    fn landings(&self, from: Square, way: Diagonal) -> Squares {
        let prey = self.sides.enemy() & !self.jumped;
        let (_, Some(over)) = NET.open_ray(from, way, self.occupied()) else { return Squares::EMPTY };
        if !prey.meets(self.stride(from, from, way, Squares::of(over))) {
            return Squares::EMPTY;
        }
        let (behind, _) = NET.open_ray(over, way, self.occupied());
        self.stride(from, over, way, behind)
    }

    fn can_jump(&self, from: Square) -> bool {
        EVERY_WAY.into_iter().any(|way| !self.landings(from, way).is_empty())
    }

    /// Whether a piece of the seat to move can jump.
    fn must_jump(&self) -> bool {
        self.sides.own().iter().any(|from| self.can_jump(from))
    }

    fn can_go(&self, from: Square) -> bool {
        self.ways(from).iter().any(|way| !self.reach(from, *way).is_empty()) || self.can_jump(from)
    }

    /// Crowns the men waiting on the king row if the seat whose turn has come has no other way to move.
    fn crown_if_stuck(&mut self) {
        let waiting = self.sides.uncrowned(self.sides.to_move);
        if !waiting.is_empty() && !self.sides.own().iter().any(|square| self.can_go(square)) {
            self.sides.kings |= waiting;
        }
    }
}
