//! The small board with its star in the middle, and the checkers in hand.

use super::{Cell, FIVE, FIVES, Place, Position, PyHyKy, Squares, next_after, runs};
use crate::two_colours::{TwoColours, cell};
use rules::prelude::*;

/// The squares come first among the sites, then the hands.
fn hand(seat: Seat) -> SiteId {
    SiteId((Cell::COUNT + seat.index()) as u16)
}

impl Show for PyHyKy {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn board(&self) -> Board {
        let centre = Cell::at(2, 2);
        let ground = |square: Cell| match square {
            _ if square == centre => "star",
            _ if square.is_dark() => "dark",
            _ => "light",
        };
        let mut board = Board::of_squares(ground);
        board.add_trays("in hand");
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        at.men.pieces(hand)
    }

    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let [threes, fours, _] = runs(at.men[seat]);
        let more = format!("{threes} {}", if threes == 1 { "three" } else { "threes" });
        let open = |line: &Squares| (at.men[seat] & *line).len() == 4 && line.meets(at.empty());
        let what = if fours == 1 { "four" } else { "fours" };
        Some(Standing::new(fours as usize, what, more).close_if(FIVES.iter().any(open)))
    }

    fn clicks(&self, _: &Position, Place(square): Place) -> Vec<SiteId> {
        vec![square.into()]
    }

    fn attempt(&self, _: &Position, clicks: &[SiteId]) -> Option<Place> {
        let [site] = clicks else { return None };
        cell(*site).map(Place)
    }

    fn effects(&self, at: &Position, Place(square): Place) -> Vec<Beat> {
        vec![vec![Effect::Place { from: hand(at.placer()), to: square.into() }]]
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Position) -> Result<Position, Unreadable> {
        Position::checked(to_move, TwoColours::of_men(men))
    }
}

impl Words for PyHyKy {
    fn ends(&self, at: &Position, outcome: Outcome, clause: Clause) -> Option<Ending> {
        let Outcome::Win(winner) = outcome else { return None };
        let five = FIVES.iter().find(|line| at.men[winner].includes(**line)).filter(|_| clause == FIVE)?;
        let squares: Vec<Cell> = five.iter().collect();
        Some(Ending::line(&format!("{} has five in line", Self::seat_name(winner)), &squares))
    }

    fn say(&self, at: &Position, Place(square): Place) -> String {
        format!("{} places a checker on {square}.", Self::seat_name(at.placer()))
    }

    fn prompt(&self, at: &Position) -> String {
        let placed = at.placed();
        match self.status(at) {
            Status::Over(Outcome::Win(winner), FIVE) => format!("{} has five in line.", Self::seat_name(winner)),
            Status::Over(..) => {
                let [[white_threes, white_fours, _], [black_threes, black_fours, _]] = at.men.each().map(runs);
                format!(
                    "The board is full. Fours: White {white_fours}, Black {black_fours}. \
                     Threes: White {white_threes}, Black {black_threes}."
                )
            }
            Status::Turn(_) if placed == 1 => "Black places two checkers, this once.".to_string(),
            Status::Continue(_) => "Black places the second of two checkers.".to_string(),
            Status::Turn(_) => format!("{} places a checker on any empty square.", Self::seat_name(next_after(placed))),
        }
    }
}
