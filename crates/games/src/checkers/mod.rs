//! Checkers: English draughts, the parent of half the box.

mod count;
mod evaluate;
mod show;
#[cfg(test)]
mod tests;
mod tiers;

use crate::diagonals::{Diagonal, EVERY_WAY, forward};
use crate::draughts::{KING_ROW, NET, Sides, Square, Squares, Step};
use crate::ranks::{Ranks, any};
use rules::prelude::*;

clauses! {
    OWN_PIECE = "2.1" => NotYours,
    ONE_STEP = "2.2" => Reach,
    FORWARD = "2.3" => Backward,
    EMPTY_SQUARE = "2.4" => Occupied,
    MUST_JUMP = "3.1" => MustTake,
    JUMP = "3.2" => NothingToJump,
    RUN_ON = "3.3" => MustGoOn,
    CROWNED_STOPS = "3.4" => Says("The man is crowned on {at}, and that ends his turn."),
    NO_PIECE_LEFT = "4.1" => Says("{loser} has no piece left."),
    BLOCKED = "4.2" => Says("{loser} has no move left."),
    FORTY_MOVES = "4.3" => Says("Forty moves by each side have changed nothing."),
}

/// Forty moves by each side.
const QUIET_TURNS: u32 = 80;

/// Checkers. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Checkers;

/// The pieces and, inside a turn, the one that must jump on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    sides: Sides,
    runner: Option<Square>,
}

impl Game for Checkers {
    const ABOUT: About = About {
        id: "checkers",
        name: "Checkers",
        year: None,
        source: "The Library of Games",
        seats: &["Dark", "Light"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Jump if you can, and be crowned on the far row.",
        card: Card {
            minutes: (15, 40),
            difficulty: Difficulty::Middling,
            themes: &["taking"],
            known: Some("Perfect play is a draw"),
            showpiece: Some("B:W18,19,20,21,24,26,29,30,31,32:B1,3,4,7,8,10,11,12,13,14"),
        },
    };

    fn with(_: &Chosen) -> Checkers {
        Checkers
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Checkers {
    const SEATS: usize = 2;
    type Position = Field;
    type Step = Step;

    fn start(&self) -> Field {
        Field { sides: Sides::START, runner: None }
    }

    #[inline]
    fn status(&self, field: &Field) -> Status {
        let seat = field.sides.to_move;
        if field.runner.is_some() { Status::Continue(seat) } else { Status::Turn(seat) }
    }

    fn stuck(&self, field: &Field) -> Status {
        let clause = if field.sides.own().is_empty() { NO_PIECE_LEFT } else { BLOCKED };
        Status::Over(Outcome::Win(field.sides.to_move.other()), clause)
    }

    fn candidates(&self, field: &Field, out: &mut Vec<Step>) {
        for from in field.sides.own() {
            for way in EVERY_WAY {
                out.extend(NET.near(from, way).map(|to| Step { from, to, jump: false }));
                out.extend(NET.beyond(from, way).map(|to| Step { from, to, jump: true }));
            }
        }
    }

    fn judge(&self, field: &Field, Step { from, to, jump }: Step) -> Legality {
        let sides = &field.sides;
        ensure_at(sides.own().contains(from), OWN_PIECE, from.into())?;
        if let Some(runner) = field.runner {
            ensure_at(jump && from == runner, RUN_ON, runner.into())?;
        }
        if jump {
            let (way, over) = NET.way_over(from, to).ok_or(JUMP)?;
            ensure_at(field.ways(from).contains(&way), FORWARD, from.into())?;
            ensure_at(sides.enemy().contains(over), JUMP, over.into())?;
            ensure_at(sides.is_empty(to), EMPTY_SQUARE, to.into())
        } else {
            let way = NET.way_to_near(from, to).ok_or(ONE_STEP)?;
            ensure_at(field.ways(from).contains(&way), FORWARD, from.into())?;
            ensure_at(sides.is_empty(to), EMPTY_SQUARE, to.into())?;
            match sides.own().iter().find(|square| field.can_jump(*square)) {
                Some(jumper) => ensure_at(false, MUST_JUMP, jumper.into()),
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
        let crowned = field.crowns(from, to);
        field.sides.go(from, to);
        if jump {
            field.sides.remove(NET.between(from, to));
        }
        if crowned {
            field.sides.kings.insert(to);
        }
        if jump && !crowned && field.can_jump(to) {
            field.runner = Some(to);
        } else {
            field.runner = None;
            field.sides.to_move = field.sides.to_move.other();
        }
    }
}

impl Count for Checkers {
    fn turns(&self, field: &Field, _: &mut Spare<Step>) -> u64 {
        count::turns(field, 1)
    }

    fn perft(&self, field: &Field, depth: u32, _: &mut Spare<Step>) -> u64 {
        count::turns(field, depth)
    }
}

impl Notation for Checkers {
    fn score(&self, _: &Field, turn: &[Step]) -> String {
        join_runs(turn)
    }

    fn as_jump(&self, _: &Field, step: Step) -> Option<Step> {
        step.as_jump(&NET)
    }

    fn overrun(&self, before: &Field, last: Step, next: Step) -> Option<Breach> {
        let mut again = *before;
        self.apply(&mut again, last);
        (again.sides.to_move, again.runner) = (before.sides.to_move, Some(last.to));
        if !last.jump {
            return Some(Breach { clause: ONE_STEP, at: Some(last.to.into()) });
        }
        // Who could jump on and does not has just been crowned.
        Some(self.judge(&again, next).err().unwrap_or(Breach { clause: CROWNED_STOPS, at: Some(last.to.into()) }))
    }
}

impl MatchRules for Checkers {
    fn draws(&self) -> Draws {
        Draws { quiet: Some((QUIET_TURNS, FORTY_MOVES)), ..Draws::HOUSE }
    }

    fn quiet(&self, field: &Field, step: Step) -> bool {
        !step.jump && field.sides.is_king(step.from)
    }
}

impl Field {
    /// The field with these pieces at the start of a turn.
    fn checked(sides: Sides) -> Result<Field, Unreadable> {
        if Seat::all(2).any(|seat| !sides.uncrowned(seat).is_empty()) {
            return Err(Unreadable::expected("kings, not men, on the king row"));
        }
        Ok(Field { sides: sides.checked()?, runner: None })
    }

    /// The ways in which the piece on this square may go.
    fn ways(&self, from: Square) -> &'static [Diagonal] {
        const FORWARD: [[Diagonal; 2]; 2] = [forward(Seat::FIRST), forward(Seat::SECOND)];
        if self.sides.is_king(from) { &EVERY_WAY } else { &FORWARD[self.sides.to_move.index()] }
    }

    /// All pieces that may move now, and what they meet.
    #[inline]
    fn ranks(&self) -> Ranks<32> {
        self.ranks_of(self.runner.map_or(self.sides.own(), Squares::of))
    }

    #[inline]
    fn ranks_of(&self, own: Squares) -> Ranks<32> {
        let Sides { pieces: [dark, light], kings, to_move: seat } = self.sides;
        let prey = if seat == Seat::FIRST { light } else { dark };
        Ranks { net: &NET, seat, own, kings: own & kings, prey, empty: !(dark | light) }
    }

    #[inline]
    fn can_jump(&self, from: Square) -> bool {
        !any(self.ranks_of(Squares::of(from)).goers().jumpers).is_empty()
    }

    /// Whether the piece on `from` becomes a king by arriving here.
    fn crowns(&self, from: Square, to: Square) -> bool {
        !self.sides.is_king(from) && KING_ROW[self.sides.to_move.index()].contains(to)
    }
}

/// `B:W21,K22:B1,2` as PDN writes it; `:run15` at the end says that the piece on 15 must jump on.
impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.sides)?;
        self.runner.map_or(Ok(()), |runner| write!(f, ":run{runner}"))
    }
}

impl FromStr for Field {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Field, Unreadable> {
        let (sides, pending) = Sides::read(text)?;
        let mut field = Field::checked(sides)?;
        if let Some(pending) = pending {
            let expected =
                || Unreadable::expected("a piece that can jump on, such as :run15, or nothing behind the sides");
            let runner: Square = pending.strip_prefix("run").ok_or_else(expected)?.parse()?;
            field.runner = Some(runner);
            if !sides.own().contains(runner) || !field.can_jump(runner) {
                return Err(expected());
            }
        }
        Ok(field)
    }
}
