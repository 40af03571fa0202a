//! Py Hy Ky: fill a board of five by five; five in line wins, otherwise the most fours, then threes.

mod acyclic;
mod evaluate;
mod lines;
mod show;
#[cfg(test)]
mod tests;
mod tiers;

use crate::two_colours::{LINES, TWELVE, TwoColours};
use rules::prelude::*;

clauses! {
    EMPTY_SQUARE = "2.2" => Occupied,
    FIVE = "4.1" => Says("{winner} has five in line."),
    MOST_FOURS = "4.2" => Says("{winner} has more fours."),
    MOST_THREES = "4.3" => Says("Fours are equal, and {winner} has more threes."),
    EVEN = "4.4" => Says("Fours and threes are equal."),
}

/// How many checkers both have together.
const ALL_PLACED: u32 = 2 * TWELVE;

/// The small board.
pub type Cell = Square<5, 5>;

/// Some of its squares.
type Squares = rules::Squares<Cell>;

/// The rows, the columns and the two long diagonals.
const FIVES: [Squares; 12] = {
    let mut fives = [Squares::EMPTY; 12];
    let mut nth = 0;
    while nth < 5 {
        let mut other = 0;
        while other < 5 {
            fives[nth] = fives[nth].with_index(5 * nth + other);
            fives[nth + 5] = fives[nth + 5].with_index(5 * other + nth);
            other += 1;
        }
        fives[10] = fives[10].with_index(6 * nth);
        fives[11] = fives[11].with_index(4 * (nth + 1));
        nth += 1;
    }
    fives
};

/// Py Hy Ky. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct PyHyKy;

/// The checkers on the board. Whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    men: TwoColours<5, 5>,
}

/// A checker is placed here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(Cell);

/// Who places the next checker when so many are on the board: White one, Black two, then one each.
const fn next_after(placed: u32) -> Seat {
    match placed {
        0 => Seat::FIRST,
        1 | 2 => Seat::SECOND,
        _ if placed % 2 == 1 => Seat::FIRST,
        _ => Seat::SECOND,
    }
}

/// How many checkers in line, at least three and not to be lengthened, a set has: its threes, fours and
/// fives.
fn runs(men: Squares) -> [u32; 3] {
    let mut counts = [0; 3];
    let own = |square: Option<Cell>| square.is_some_and(|square| men.contains(square));
    for first in men {
        for (columns, rows) in LINES {
            if own(first.step((-columns, -rows))) {
                continue;
            }
            let length = 1 + first.ray((columns, rows)).take_while(|square| own(Some(*square))).count();
            if length >= 3 {
                counts[length - 3] += 1;
            }
        }
    }
    counts
}

impl Position {
    /// The position with these checkers, if they can have been placed in turn.
    fn checked(to_move: Seat, men: TwoColours<5, 5>) -> Result<Position, Unreadable> {
        let at = Position { men };
        let placed = at.placed();
        let white = (0..placed).filter(|before| next_after(*before) == Seat::FIRST).count() as u32;
        if placed > ALL_PLACED || men[Seat::FIRST].len() != white || at.placer() != to_move {
            return Err(Unreadable::expected("checkers placed in turn: White one, Black two, then one each"));
        }
        if Seat::all(2).all(|seat| at.has_five(seat)) {
            return Err(Unreadable::expected("one winner at most"));
        }
        Ok(at)
    }

    fn placed(&self) -> u32 {
        self.men.count()
    }

    /// Whose checker comes next.
    fn placer(&self) -> Seat {
        next_after(self.placed())
    }

    fn empty(&self) -> Squares {
        self.men.empty()
    }

    fn has_five(&self, seat: Seat) -> bool {
        FIVES.iter().any(|line| self.men[seat].includes(*line))
    }

    /// How a full board is decided without a five.
    fn compare(&self) -> Status {
        let [[white_threes, white_fours, _], [black_threes, black_fours, _]] = self.men.each().map(runs);
        let more = |white, black| Outcome::Win(if white > black { Seat::FIRST } else { Seat::SECOND });
        if white_fours != black_fours {
            Status::Over(more(white_fours, black_fours), MOST_FOURS)
        } else if white_threes != black_threes {
            Status::Over(more(white_threes, black_threes), MOST_THREES)
        } else {
            Status::Over(Outcome::Draw, EVEN)
        }
    }
}

impl Game for PyHyKy {
    const ABOUT: About = About {
        id: "py-hy-ky",
        name: "Py Hy Ky",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 4,
        line: "Five in line wins; if nobody gets there, the fours are counted.",
        card: Card {
            minutes: (5, 10),
            difficulty: Difficulty::Easy,
            themes: &["rows"],
            known: Some("Solved: Black wins"),
            showpiece: Some("2/.bw.b,w.wb.,.bwww,.wbbb,....."),
        },
    };

    fn with(_: &Chosen) -> PyHyKy {
        PyHyKy
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for PyHyKy {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Place;

    fn start(&self) -> Position {
        Position { men: TwoColours::EMPTY }
    }

    fn status(&self, at: &Position) -> Status {
        if let Some(winner) = Seat::all(2).find(|seat| at.has_five(*seat)) {
            return Status::Over(Outcome::Win(winner), FIVE);
        }
        match at.placed() {
            ALL_PLACED => at.compare(),
            2 => Status::Continue(Seat::SECOND),
            placed => Status::Turn(next_after(placed)),
        }
    }

    fn stuck(&self, at: &Position) -> Status {
        self.status(at)
    }

    fn candidates(&self, _: &Position, out: &mut Vec<Place>) {
        out.extend(Cell::all().map(Place));
    }

    fn judge(&self, at: &Position, Place(square): Place) -> Legality {
        ensure_at(at.empty().contains(square), EMPTY_SQUARE, square.into())
    }

    fn steps(&self, at: &Position, out: &mut Vec<Place>) {
        out.extend(at.empty().iter().map(Place));
    }

    fn apply(&self, at: &mut Position, Place(square): Place) {
        let placer = at.placer();
        at.men[placer].insert(square);
    }
}

impl Count for PyHyKy {}
impl Notation for PyHyKy {}
impl MatchRules for PyHyKy {}

/// `1/.....,.....,.....,.....,.....`: the seat to move and the rows from the top.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.placer(), self.men)
    }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected = || Unreadable::expected(format!("the seat to move and five rows: {}", PyHyKy.start()));
        let (seat, rows) = text.split_once('/').ok_or_else(expected)?;
        let seat = Seat::read(seat, 2).ok_or_else(expected)?;
        Position::checked(seat, TwoColours::read(rows)?)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Place {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Place, Unreadable> {
        text.parse().map(Place)
    }
}
