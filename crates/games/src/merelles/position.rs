//! The men on the points and in hand, and how that is written.

use super::points::{COUNT, EVERY, NEIGHBOURS, Point, Points, in_rows};
use super::{NINE, THREE};
use rules::prelude::*;

/// The board and the hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mill {
    /// Each side's men, as sets of points.
    pub(super) men: [Points; 2],
    /// How many each side has yet to place.
    pub(super) in_hand: [u8; 2],
    pub(super) to_move: Seat,
    /// The seat to move has made a row and must take a man.
    pub(super) taking: bool,
}

/// How many points each line of the text has.
const LINES: [u8; 7] = [3, 3, 3, 6, 3, 3, 3];
/// The letters of the two sides' men.
pub(super) const LETTERS: [char; 2] = ['p', 'b'];

impl Mill {
    /// The men of the seat to move.
    pub(super) fn own(&self) -> Points {
        self.men[self.to_move.index()]
    }

    /// The men of the other seat.
    pub(super) fn enemies(&self) -> Points {
        self.men[self.to_move.other().index()]
    }

    pub(super) fn empty(&self) -> Points {
        EVERY & !(self.men[0] | self.men[1])
    }

    /// Where a man may go, along the lines or flying.
    #[inline]
    pub(super) fn reach(&self, from: Point, flies: bool) -> Points {
        if flies { self.empty() } else { self.empty() & NEIGHBOURS[from.index()] }
    }

    /// Whether the seat to move still has men to place.
    pub(super) fn places(&self) -> bool {
        self.in_hand[self.to_move.index()] > 0
    }

    /// How many men a seat has, in hand and on the board.
    pub(super) fn men_left(&self, seat: Seat) -> u8 {
        self.men[seat.index()].len() as u8 + self.in_hand[seat.index()]
    }

    /// Whether a seat has so few men left that it has lost.
    #[inline]
    pub(super) fn has_lost(&self, seat: Seat) -> bool {
        let without_two = self.men[seat.index()].without_first().without_first();
        // Most of the time three men are found on the board without counting them all.
        without_two.is_empty() && self.men_left(seat) < THREE
    }

    /// The enemy's men outside rows, or all of them if there is none outside.
    pub(super) fn takable(&self) -> Points {
        takable(self.enemies())
    }
}

/// Those of these men outside rows, or all of them if there is none outside.
pub(super) fn takable(men: Points) -> Points {
    let outside = men & !in_rows(men);
    if outside.is_empty() { men } else { outside }
}

/// `1/pp.,...,...,......,...,...,b.b/7,7`: the seat to move, the points row by row, the men in hand; then
/// `/x` if a man must be taken.
impl Display for Mill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        let mut points = Point::all();
        for (nth, length) in LINES.into_iter().enumerate() {
            if nth > 0 {
                f.write_str(",")?;
            }
            for point in points.by_ref().take(length.into()) {
                let side = self.men.iter().position(|men| men.contains(point));
                write!(f, "{}", side.map_or('.', |side| LETTERS[side]))?;
            }
        }
        let pending = if self.taking { "/x" } else { "" };
        write!(f, "/{},{}{pending}", self.in_hand[0], self.in_hand[1])
    }
}

impl FromStr for Mill {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Mill, Unreadable> {
        let shape = "the seat to move, the points in seven rows of 3, 3, 3, 6, 3, 3 and 3 with p and b for men, \
                     and the men in hand, such as 1/pp.,...,...,......,...,...,b.b/7,7";
        let expected = || Unreadable::expected(shape);
        let fields: Vec<&str> = text.split('/').collect();
        let (seat, board, hands, taking) = match fields[..] {
            [seat, board, hands] => (seat, board, hands, false),
            [seat, board, hands, "x"] => (seat, board, hands, true),
            _ => return Err(expected()),
        };
        let to_move = Seat::read(seat, 2).ok_or_else(expected)?;
        let men = read_points(board).ok_or_else(expected)?;
        let (first, second) = hands.split_once(',').ok_or_else(expected)?;
        let hand = |text| grid::whole(text).filter(|men| *men <= NINE.into()).map(|men| men as u8);
        let in_hand = [hand(first).ok_or_else(expected)?, hand(second).ok_or_else(expected)?];
        let at = Mill { men, in_hand, to_move, taking };
        at.check()
    }
}

impl Mill {
    /// Refuses what no game could come to and could not be played on from.
    pub(super) fn check(self) -> Result<Mill, Unreadable> {
        let left = [Seat::FIRST, Seat::SECOND].map(|seat| self.men_left(seat));
        if left.iter().any(|men| *men > NINE) {
            return Err(Unreadable::expected("at most nine men a side, those in hand included"));
        }
        if left.iter().all(|men| *men < THREE) {
            return Err(Unreadable::expected("at least three men for one of the sides"));
        }
        if self.taking
            && (in_rows(self.own()).is_empty() || self.enemies().is_empty() || left.iter().any(|men| *men < THREE))
        {
            return Err(Unreadable::expected("a row of the seat to move, and a man to take for it, before /x"));
        }
        Ok(self)
    }
}

/// The men of both sides; digits stand for runs of empty points.
fn read_points(board: &str) -> Option<[Points; 2]> {
    let rows: Vec<&str> = board.split(',').collect();
    let mut men = [Points::EMPTY; 2];
    let mut first = 0;
    if rows.len() != LINES.len() {
        return None;
    }
    for (row, length) in rows.into_iter().zip(LINES) {
        let end = first + length;
        for letter in row.chars() {
            let run = letter.to_digit(10).unwrap_or(1) as u8;
            if let Some(side) = LETTERS.iter().position(|known| *known == letter) {
                men[side].insert(Point::all().nth(first.into())?);
            } else if letter != '.' && !letter.is_ascii_digit() {
                return None;
            }
            first += run;
            if first > end {
                return None;
            }
        }
        if first != end {
            return None;
        }
    }
    debug_assert_eq!(first, COUNT);
    Some(men)
}
