//! The checkerboard and the checkers in hand.

use super::{BangO, Cell, FIVE, HANDED_OVER, Position, Step};
use crate::two_colours::{TwoColours, cell};
use rules::prelude::*;

/// The squares come first among the sites, then the hands.
fn hand(seat: Seat) -> SiteId {
    SiteId((Cell::COUNT + seat.index()) as u16)
}

impl Show for BangO {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn board(&self) -> Board {
        let mut board = Board::of_squares(|square: Cell| if square.is_dark() { "dark" } else { "light" });
        board.add_trays("in hand");
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        at.men.pieces(hand)
    }

    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let most = at.most_in_line(seat) as usize;
        Some(Standing::new(most, "in line", "wins at 5").close_if(most == 4))
    }

    fn clicks(&self, _: &Position, step: Step) -> Vec<SiteId> {
        match step {
            Step::Place(square) => vec![square.into()],
            Step::Move { from, to } => vec![from.into(), to.into()],
        }
    }

    fn attempt(&self, at: &Position, clicks: &[SiteId]) -> Option<Step> {
        match *clicks {
            [square] if at.is_placing() => cell(square).map(Step::Place),
            [from, to] if !at.is_placing() => Some(Step::Move { from: cell(from)?, to: cell(to)? }),
            _ => None,
        }
    }

    fn effects(&self, at: &Position, step: Step) -> Vec<Beat> {
        vec![vec![match step {
            Step::Place(square) => Effect::Place { from: hand(at.to_move), to: square.into() },
            Step::Move { from, to } => Effect::Move { from: from.into(), to: to.into() },
        }]]
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Position) -> Result<Position, Unreadable> {
        Position::checked(to_move, TwoColours::of_men(men))
    }
}

impl Words for BangO {
    fn ends(&self, at: &Position, outcome: Outcome, clause: Clause) -> Option<Ending> {
        let Outcome::Win(winner) = outcome else { return None };
        let five = at.five_of(winner).filter(|_| matches!(clause, FIVE | HANDED_OVER))?;
        let squares: Vec<Cell> = five.iter().collect();
        let mut ending = Ending::line(&format!("{} has five in line", Self::seat_name(winner)), &squares);
        if clause == HANDED_OVER {
            ending.words = format!("{} has opened a line: {}", Self::seat_name(winner.other()), ending.words);
        }
        Some(ending)
    }

    fn say(&self, at: &Position, step: Step) -> String {
        let name = Self::seat_name(at.to_move);
        match step {
            Step::Place(square) => format!("{name} places a checker on {square}."),
            Step::Move { from, to } => format!("{name} lifts the checker on {from} and puts it on {to}."),
        }
    }

    fn prompt(&self, at: &Position) -> String {
        let name = Self::seat_name(at.to_move);
        match at.winner {
            Some(winner) => {
                let row: Vec<String> =
                    at.five_of(winner).unwrap_or_default().iter().map(|square| square.to_string()).collect();
                format!("{} has five in line: {}.", Self::seat_name(winner), row.join(" "))
            }
            None if at.is_placing() => format!("{name} places a checker on any empty square."),
            None => format!("{name} lifts a checker and puts it on any empty square."),
        }
    }
}
