//! Py Hy Ky: fill a board of five by five; five in line wins, otherwise the most fours, then threes.

mod evaluate;
mod show;
#[cfg(test)]
mod tests;

use rules::grid::bits;
use rules::prelude::*;

clauses! {
    EMPTY_SQUARE = "2.2" => Occupied,
    FIVE = "4.1" => Says("{winner} has five in line."),
    MOST_FOURS = "4.2" => Says("{winner} has more fours."),
    MOST_THREES = "4.3" => Says("Fours are equal, and {winner} has more threes."),
    EVEN = "4.4" => Says("Fours and threes are equal."),
}

/// How many checkers both have together.
const ALL_PLACED: u32 = 24;

/// The small board.
pub type Cell = Square<5, 5>;

const BOARD: u64 = (1 << 25) - 1;

/// The ways in which checkers are in line.
const WAYS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The rows, the columns and the two long diagonals.
const FIVES: [u64; 12] = {
    let mut fives = [0; 12];
    let mut nth = 0;
    while nth < 5 {
        let mut other = 0;
        while other < 5 {
            fives[nth as usize] |= Cell::at(other, nth).bit();
            fives[nth as usize + 5] |= Cell::at(nth, other).bit();
            other += 1;
        }
        fives[10] |= Cell::at(nth, nth).bit();
        fives[11] |= Cell::at(nth, 4 - nth).bit();
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
    men: [u64; 2],
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
fn runs(men: u64) -> [u32; 3] {
    let mut counts = [0; 3];
    let own = |square: Option<Cell>| square.is_some_and(|square| men & square.bit() != 0);
    for first in bits(men).map(Cell::from_index) {
        for (columns, rows) in WAYS {
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
    fn placed(&self) -> u32 {
        (self.men[0] | self.men[1]).count_ones()
    }

    /// Whose checker comes next.
    fn placer(&self) -> Seat {
        next_after(self.placed())
    }

    fn empty(&self) -> u64 {
        BOARD & !(self.men[0] | self.men[1])
    }

    fn has_five(&self, seat: Seat) -> bool {
        FIVES.iter().any(|line| self.men[seat.index()] & line == *line)
    }

    /// How a full board is decided without a five.
    fn compare(&self) -> Status {
        let [[white_threes, white_fours, _], [black_threes, black_fours, _]] = self.men.map(runs);
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
            known: None,
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
        Position { men: [0; 2] }
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
        ensure_at(at.empty() & square.bit() != 0, EMPTY_SQUARE, square.into())
    }

    fn steps(&self, at: &Position, out: &mut Vec<Place>) {
        out.extend(bits(at.empty()).map(|square| Place(Cell::from_index(square))));
    }

    fn apply(&self, at: &mut Position, Place(square): Place) {
        at.men[at.placer().index()] |= square.bit();
    }
}

impl Count for PyHyKy {}
impl Notation for PyHyKy {}
impl MatchRules for PyHyKy {}

/// `1/.....,.....,.....,.....,.....`: the seat to move and the rows from the top.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.placer())?;
        grid::write_rows(f, |square: Cell| match self.men.map(|men| men & square.bit() != 0) {
            [true, _] => Some('w'),
            [_, true] => Some('b'),
            _ => None,
        })
    }
}

impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let expected = || Unreadable::expected(format!("the seat to move and five rows: {}", PyHyKy.start()));
        let (seat, rows) = text.split_once('/').ok_or_else(expected)?;
        let seat = Seat::read(seat, 2).ok_or_else(expected)?;
        let mut at = PyHyKy.start();
        for (square, letter) in grid::read_rows::<5, 5>(rows)? {
            let owner = "wb".find(letter).ok_or_else(|| Unreadable::expected("w and b for checkers"))?;
            at.men[owner] |= square.bit();
        }
        let placed = at.placed();
        let white = (0..placed).filter(|before| next_after(*before) == Seat::FIRST).count() as u32;
        if placed > ALL_PLACED || at.men[0].count_ones() != white || at.placer() != seat {
            return Err(Unreadable::expected("checkers placed in turn: White one, Black two, then one each"));
        }
        if Seat::all(2).all(|seat| at.has_five(seat)) {
            return Err(Unreadable::expected("one winner at most"));
        }
        Ok(at)
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
