//! The checkers on the small board, what they can do, and how it is written.

use super::{CENTRE, Cell, PATIENCE, Squares};
use crate::two_colours::{TWELVE, TwoColours};
use rules::grid::ORTHOGONAL;
use rules::prelude::*;

/// Checkers, and what is remembered of the turns before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) to_move: Seat,
    pub(super) men: TwoColours<5, 5>,
    /// The first part of the game: checkers are still being placed.
    pub(super) placing: bool,
    /// The seat to move has captured in this turn and may capture again.
    pub(super) going_on: bool,
    /// How many of its turns running the blocked seat has passed.
    pub(super) passes: u8,
    /// Who that seat is; seat 1 if there are no passes to remember.
    pub(super) passer: Seat,
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A checker comes in.
    Place(Cell),
    /// A checker moves one square.
    Move {
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// A checker of one's own is taken off to free the other seat.
    Remove(Cell),
    /// No more captures in this turn.
    End,
    /// Nothing can be moved.
    Pass,
}

/// The squares next to each square.
pub(super) const BESIDE: [Squares; Cell::COUNT] = {
    let mut beside = [Squares::EMPTY; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let mut way = 0;
        while way < ORTHOGONAL.len() {
            if let Some(square) = Cell::from_index(index).step(ORTHOGONAL[way]) {
                beside[index] = beside[index].with_index(square.index());
            }
            way += 1;
        }
        index += 1;
    }
    beside
};

impl Position {
    /// An empty board.
    pub(super) const START: Position = Position {
        to_move: Seat::FIRST,
        men: TwoColours::EMPTY,
        placing: true,
        going_on: false,
        passes: 0,
        passer: Seat::FIRST,
    };

    pub(super) fn empty(&self) -> Squares {
        self.men.empty()
    }

    pub(super) fn is_empty(&self, square: Cell) -> bool {
        self.empty().contains(square)
    }

    pub(super) fn is_own(&self, square: Cell) -> bool {
        self.men[self.to_move].contains(square)
    }

    fn placed(&self) -> u32 {
        self.men.count()
    }

    /// Whether the first of a turn's two checkers has been placed and the second not.
    pub(super) fn is_between_placements(&self) -> bool {
        self.placing && !self.placed().is_multiple_of(2)
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        let lost = |seat: &Seat| self.men[*seat].len() < 2;
        if self.placing { None } else { Seat::all(2).find(lost).map(Seat::other) }
    }

    /// All moves of a seat's checkers, captures or not.
    pub(super) fn moves(&self, seat: Seat) -> impl Iterator<Item = (Cell, Cell)> {
        let empty = self.empty();
        let beside = move |from: Cell| (BESIDE[from.index()] & empty).iter().map(move |to| (from, to));
        self.men[seat].iter().flat_map(beside)
    }

    pub(super) fn can_move(&self, seat: Seat) -> bool {
        self.moves(seat).next().is_some()
    }

    /// The enemy checkers that a move of the seat to move would take.
    pub(super) fn captured_by(&self, from: Cell, to: Cell) -> Squares {
        let own = self.men[self.to_move] & !Squares::of(from);
        let enemy = self.men[self.to_move.other()];
        if !BESIDE[to.index()].meets(enemy) {
            return Squares::EMPTY;
        }
        let caught = ORTHOGONAL.into_iter().filter_map(|way| {
            let beside = to.step(way)?;
            let behind = beside.step(way)?;
            (enemy.contains(beside) && own.contains(behind)).then_some(beside)
        });
        caught.collect()
    }

    /// Whether the other seat has just passed, so that a checker may be taken off for it.
    pub(super) fn may_remove(&self) -> bool {
        !self.going_on && self.passes > 0 && self.passer != self.to_move
    }

    /// Whether nothing but such a removal is allowed.
    pub(super) fn must_free(&self) -> bool {
        self.may_remove() && self.passes == PATIENCE
    }

    /// Whether the blocked seat gets a step when this square becomes empty.
    pub(super) fn frees(&self, square: Cell) -> bool {
        BESIDE[square.index()].meets(self.men[self.to_move.other()])
    }

    /// Whether the seat to move has nothing but a pass. A blocked seat touches an enemy checker, so there
    /// is always a removal that frees it.
    pub(super) fn must_pass(&self) -> bool {
        !self.placing && !self.going_on && !self.may_remove() && !self.can_move(self.to_move)
    }

    fn can_capture(&self) -> bool {
        self.moves(self.to_move).any(|(from, to)| !self.captured_by(from, to).is_empty())
    }

    pub(super) fn place(&mut self, square: Cell) {
        self.men[self.to_move].insert(square);
        self.placing = self.placed() < 2 * TWELVE;
        if self.placed().is_multiple_of(2) {
            self.end_turn();
        }
    }

    /// Moves a checker and takes what it catches; the turn goes on while another capture is possible.
    pub(super) fn step(&mut self, from: Cell, to: Cell) {
        let captured = self.captured_by(from, to);
        let own = &mut self.men[self.to_move];
        *own = *own & !Squares::of(from) | Squares::of(to);
        self.men[self.to_move.other()] &= !captured;
        if self.passer == self.to_move {
            self.forget_passes();
        }
        self.going_on = !captured.is_empty() && self.winner().is_none() && self.can_capture();
        if !self.going_on {
            self.end_turn();
        }
    }

    fn forget_passes(&mut self) {
        (self.passes, self.passer) = (0, Seat::FIRST);
    }

    pub(super) fn end_turn(&mut self) {
        self.going_on = false;
        self.to_move = self.to_move.other();
    }
}

/// `1/ROWS/place`: the seat to move, the board, and what is to be known besides: `place` in the first
/// part, `1pp` for two passes running of seat 1, `on` while captures may go on.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.to_move, self.men)?;
        if self.placing {
            f.write_str("/place")?;
        }
        if self.passes > 0 {
            write!(f, "/{}{}", self.passer, "p".repeat(self.passes.into()))?;
        }
        f.write_str(if self.going_on { "/on" } else { "" })
    }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected = || Unreadable::expected(format!("the seat to move and five rows: {}", Position::START));
        let mut fields = text.split('/');
        let to_move = fields.next().and_then(|seat| Seat::read(seat, 2)).ok_or_else(expected)?;
        let men = TwoColours::read(fields.next().ok_or_else(expected)?)?;
        let mut at = Position { to_move, men, placing: false, ..Position::START };
        for field in fields {
            // In this order, each once.
            if field == "place" && !at.placing && at.passes == 0 && !at.going_on {
                at.placing = true;
            } else if field == "on" && !at.placing && !at.going_on {
                at.going_on = true;
            } else if at.passes == 0 && !at.placing && !at.going_on {
                let (seat, passes) = field.split_at_checked(1).ok_or_else(expected)?;
                at.passer = Seat::read(seat, 2).ok_or_else(expected)?;
                let most = "ppp";
                if passes.is_empty() || !most.starts_with(passes) {
                    return Err(expected());
                }
                at.passes = passes.len() as u8;
            } else {
                return Err(expected());
            }
        }
        at.check()
    }
}

impl Position {
    /// Whether what was read can have come about as far as play depends on it.
    pub(super) fn check(self) -> Result<Position, Unreadable> {
        self.hold().map(|()| self)
    }

    fn hold(&self) -> Result<(), Unreadable> {
        let hold = |holds: bool, what: &str| if holds { Ok(()) } else { Err(Unreadable::expected(what)) };
        let [first, second] = self.men.each().map(Squares::len);
        hold(first <= TWELVE && second <= TWELVE, "twelve checkers a side at most")?;
        if self.placing {
            let placed = first + second;
            let (turns, odd) = (placed / 2, placed % 2);
            let seat = turns as usize % 2;
            let mut counts = [turns.div_ceil(2) * 2, turns / 2 * 2];
            counts[seat] += odd;
            hold(turns < TWELVE && self.to_move.index() == seat, "the seat whose turn it is to place")?;
            hold([first, second] == counts, "two checkers placed in each turn")?;
            return hold(self.is_empty(CENTRE), "an empty centre while checkers are placed");
        }
        hold(first > 1 || second > 1, "two checkers or more on one side at least")?;
        if self.winner().is_some() {
            return hold(!self.going_on, "nothing pending in a game that is over");
        }
        hold(!self.going_on || self.can_capture(), "'on' only where another capture is possible")?;
        if self.passes == 0 {
            return Ok(());
        }
        // Nobody comes to stand next to a blocked checker, so nothing is captured while passes count.
        hold(!self.going_on, "no capture while a seat is blocked")?;
        if self.passer == self.to_move {
            let freed = self.passes < PATIENCE || self.can_move(self.to_move);
            return hold(freed, "a seat that has passed three times to have been freed");
        }
        hold(!self.can_move(self.passer), "a seat that has passed to be blocked")
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(square) => write!(f, "{square}"),
            Step::Move { from, to } => write!(f, "{from}-{to}"),
            Step::Remove(square) => write!(f, "!{square}"),
            Step::End => f.write_str("end"),
            Step::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let expected =
            |_| Unreadable::expected("a square such as a1, a move such as c2-c3, a removal such as !c2, end or pass");
        if text == "end" {
            return Ok(Step::End);
        }
        if text == "pass" {
            return Ok(Step::Pass);
        }
        if let Some(square) = text.strip_prefix('!') {
            return square.parse().map(Step::Remove).map_err(expected);
        }
        match text.split_once('-') {
            Some((from, to)) => {
                Ok(Step::Move { from: from.parse().map_err(expected)?, to: to.parse().map_err(expected)? })
            }
            None => text.parse().map(Step::Place).map_err(expected),
        }
    }
}
