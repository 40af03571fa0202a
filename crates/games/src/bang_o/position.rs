//! The checkers on the board, rows of five among them, and how it is written.

use super::{Cell, Squares};
use crate::two_colours::{LINES as WAYS, TWELVE, TwoColours};
use rules::prelude::*;

/// The lines through each square, one for each way.
pub(super) const LINES: [[Squares; 4]; Cell::COUNT] = {
    let mut lines = [[Squares::EMPTY; 4]; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let mut way = 0;
        while way < WAYS.len() {
            let (columns, rows) = WAYS[way];
            let mut steps = -7;
            while steps < 8 {
                if let Some(square) = Cell::from_index(index).step((columns * steps, rows * steps)) {
                    lines[index][way] = lines[index][way].with_index(square.index());
                }
                steps += 1;
            }
            way += 1;
        }
        index += 1;
    }
    lines
};

/// The checkers, and who has a row of five.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) to_move: Seat,
    pub(super) men: TwoColours<8, 8>,
    /// Who has won; it follows from the rest.
    pub(super) winner: Option<Seat>,
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A checker comes in.
    Place(Cell),
    /// A checker is lifted and put somewhere else.
    Move {
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
}

/// A row of five or more of one's own on a line, with no enemy between the first and the last of them.
fn five_on(line: Squares, own: Squares, enemy: Squares) -> Option<Squares> {
    let mut own = own & line;
    while own.len() >= 5 {
        // On any one line a higher square is farther along, so what comes before the next enemy is a group.
        let lowest = own.first_alone();
        let beyond = enemy & line & !(lowest | own.below_first());
        let before_enemy = beyond.below_first();
        if (own & before_enemy).len() >= 5 {
            return Some(own & before_enemy);
        }
        own &= !before_enemy;
    }
    None
}

/// The most of one's own on a line with no enemy between the first and the last of them.
fn most_on(line: Squares, own: Squares, enemy: Squares) -> u32 {
    let (mut own, mut most) = (own & line, 0);
    while !own.is_empty() {
        let lowest = own.first_alone();
        let beyond = enemy & line & !(lowest | own.below_first());
        let group = own & beyond.below_first();
        most = most.max(group.len());
        own &= !group;
    }
    most
}

impl Position {
    /// An empty board.
    pub(super) const START: Position = Position { to_move: Seat::FIRST, men: TwoColours::EMPTY, winner: None };

    /// The position with these checkers, if they can have been placed in turn.
    pub(super) fn checked(to_move: Seat, men: TwoColours<8, 8>) -> Result<Position, Unreadable> {
        let mut at = Position { to_move, men, winner: None };
        let [white, black] = men.each().map(Squares::len);
        let in_turn = white == black + u32::from(to_move == Seat::SECOND);
        let possible = if white.min(black) == TWELVE { white == black } else { white <= TWELVE && in_turn };
        if !possible {
            return Err(Unreadable::expected("checkers placed in turn, twelve a side at most"));
        }
        at.winner = [to_move.other(), to_move].into_iter().find(|seat| at.five_of(*seat).is_some());
        Ok(at)
    }

    pub(super) fn empty(&self) -> Squares {
        self.men.empty()
    }

    /// Whether checkers are still in hand.
    pub(super) fn is_placing(&self) -> bool {
        self.men.count() < 2 * TWELVE
    }

    /// Whether a seat has a row of five on one of the lines through a square. Diagonals that are shorter
    /// cannot hold one.
    fn has_five_through(&self, seat: Seat, square: Cell) -> bool {
        let (own, enemy) = (self.men[seat], self.men[seat.other()]);
        LINES[square.index()].into_iter().any(|line| five_on(line, own, enemy).is_some())
    }

    /// A seat's row of five, if it has one anywhere.
    pub(super) fn five_of(&self, seat: Seat) -> Option<Squares> {
        let (own, enemy) = (self.men[seat], self.men[seat.other()]);
        LINES.into_iter().flatten().find_map(|line| five_on(line, own, enemy))
    }

    /// The most checkers that a seat has in one line, on lines with room for five.
    pub(super) fn most_in_line(&self, seat: Seat) -> u32 {
        let (own, enemy) = (self.men[seat], self.men[seat.other()]);
        let lines = LINES.into_iter().flatten().filter(|line| line.len() >= 5);
        lines.map(|line| most_on(line, own, enemy)).max().unwrap_or(0)
    }

    pub(super) fn come(&mut self, square: Cell) {
        let seat = self.to_move;
        self.men[seat].insert(square);
        self.winner = self.has_five_through(seat, square).then_some(seat);
        self.to_move = seat.other();
    }

    /// Nobody had a row of five before, so a new one of the mover's runs through the square he came to,
    /// and one of the other's through the square that was left.
    pub(super) fn go(&mut self, from: Cell, to: Cell) {
        let seat = self.to_move;
        self.men[seat].relocate(from, to);
        self.winner = if self.has_five_through(seat, to) {
            Some(seat)
        } else {
            self.has_five_through(seat.other(), from).then_some(seat.other())
        };
        self.to_move = seat.other();
    }
}

/// `1/ROWS`: the seat to move and the rows from the top.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.to_move, self.men)
    }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected = || Unreadable::expected(format!("the seat to move and eight rows: {}", Position::START));
        let (seat, rows) = text.split_once('/').ok_or_else(expected)?;
        let to_move = Seat::read(seat, 2).ok_or_else(expected)?;
        Position::checked(to_move, TwoColours::read(rows)?)
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(square) => write!(f, "{square}"),
            Step::Move { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let expected = |_| Unreadable::expected("a square such as d4, or a move such as d4-h8");
        match text.split_once('-') {
            None => text.parse().map(Step::Place).map_err(expected),
            Some((from, to)) => {
                Ok(Step::Move { from: from.parse().map_err(expected)?, to: to.parse().map_err(expected)? })
            }
        }
    }
}
