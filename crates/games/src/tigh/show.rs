//! The small board with its star in the middle, the checkers in hand, and those that are out.

use super::{CENTRE, Cell, Position, Step, Tigh};
use crate::two_colours::{TwoColours, cell};
use rules::prelude::*;

/// The squares come first among the sites, then the hands, then the checkers that are out.
fn hand(seat: Seat) -> SiteId {
    SiteId((Cell::COUNT + 2 * seat.index()) as u16)
}

fn out_of_play(seat: Seat) -> SiteId {
    SiteId((Cell::COUNT + 2 * seat.index() + 1) as u16)
}

impl Show for Tigh {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn board(&self) -> Board {
        let ground = |square: Cell| match square {
            CENTRE => "star",
            _ if square.is_dark() => "dark",
            _ => "light",
        };
        let mut board = Board::of_squares(ground);
        for seat in Seat::all(2) {
            board.add_tray("in hand", seat);
            board.add_tray("out", seat);
        }
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        at.men.pieces(|seat| if at.placing { hand(seat) } else { out_of_play(seat) })
    }

    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let left = at.men[seat].len() as usize;
        let more = if at.placing { "placed" } else { "loses at 1" };
        Some(Standing::new(left, "checkers", more).close_if(!at.placing && left == 2))
    }

    /// A square, two squares, or a checker and the tray it is put on.
    fn clicks(&self, at: &Position, step: Step) -> Vec<SiteId> {
        match step {
            Step::Place(square) => vec![square.into()],
            Step::Move { from, to } => vec![from.into(), to.into()],
            Step::Remove(square) => vec![square.into(), out_of_play(at.to_move)],
            Step::End | Step::Pass => Vec::new(),
        }
    }

    fn attempt(&self, at: &Position, clicks: &[SiteId]) -> Option<Step> {
        match *clicks {
            [square] if at.placing => cell(square).map(Step::Place),
            [square, tray] if tray == out_of_play(at.to_move) => cell(square).map(Step::Remove),
            [from, to] if !at.placing => Some(Step::Move { from: cell(from)?, to: cell(to)? }),
            _ => None,
        }
    }

    fn effects(&self, at: &Position, step: Step) -> Vec<Beat> {
        match step {
            Step::Place(square) => vec![vec![Effect::Place { from: hand(at.to_move), to: square.into() }]],
            Step::Move { from, to } => {
                let theirs = out_of_play(at.to_move.other());
                let take = |square: Cell| Effect::Take { from: square.into(), to: theirs };
                let taken: Beat = at.captured_by(from, to).iter().map(take).collect();
                let moved = vec![Effect::Move { from: from.into(), to: to.into() }];
                if taken.is_empty() { vec![moved] } else { vec![moved, taken] }
            }
            Step::Remove(square) => vec![vec![Effect::Take { from: square.into(), to: out_of_play(at.to_move) }]],
            Step::End | Step::Pass => Vec::new(),
        }
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Position) -> Result<Position, Unreadable> {
        let (men, moving) = (TwoColours::of_men(men), Position { placing: false, ..Position::START });
        first_sound([*from, Position::START, moving].map(|other| Position { to_move, men, ..other }.check()))
    }
}

impl Words for Tigh {
    fn say(&self, at: &Position, step: Step) -> String {
        let name = Self::seat_name(at.to_move);
        match step {
            Step::Place(square) => format!("{name} places a checker on {square}."),
            Step::Move { from, to } => {
                let caught: Vec<String> = at.captured_by(from, to).iter().map(|square| square.to_string()).collect();
                match caught.as_slice() {
                    [] => format!("{name} moves {from} to {to}."),
                    squares => format!("{name} moves {from} to {to} and takes {}.", squares.join(" and ")),
                }
            }
            Step::Remove(square) => {
                let blocked = Self::seat_name(at.to_move.other());
                format!("{name} takes the checker on {square} off to let {blocked} move.")
            }
            Step::End => format!("{name} lays the captured checkers down and ends the turn."),
            Step::Pass => format!("{name} is blocked and passes."),
        }
    }

    fn prompt(&self, at: &Position) -> String {
        let name = Self::seat_name(at.to_move);
        let other = Self::seat_name(at.to_move.other());
        match self.status(at) {
            Status::Over(Outcome::Win(winner), _) => {
                format!("{} is down to one checker.", Self::seat_name(winner.other()))
            }
            Status::Over(..) => "The game is over.".to_string(),
            Status::Continue(_) if at.placing => format!("{name} places the second checker of this turn."),
            Status::Turn(_) if at.placing => format!("{name} places two checkers, anywhere but in the centre."),
            Status::Continue(_) => format!("{name} may capture again, with any checker, or end the turn."),
            Status::Turn(_) if at.must_pass() => format!("{name} is blocked and passes."),
            Status::Turn(_) if at.must_free() => {
                format!("{other} has been blocked for three turns: {name} must take off a checker to free a way.")
            }
            Status::Turn(_) if at.may_remove() => {
                format!("{other} is blocked. {name} moves a checker, or takes one off to free a way.")
            }
            Status::Turn(_) => format!("{name} moves a checker one square, straight."),
        }
    }
}
