//! Where the geese and the fox are, and how it is written.

use super::FOX;
use rules::prelude::*;

/// A square of the checkerboard.
pub type Square = grid::Square<8, 8>;
/// Some of the squares.
pub type Squares = rules::Squares<Square>;

/// The geese, the fox if it has entered, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    pub(super) geese: Squares,
    pub(super) fox: Option<Square>,
    pub(super) to_move: Seat,
}

/// The fox enters, or somebody goes a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The fox is put here.
    Enter(Square),
    /// A goose or the fox moves.
    Go {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
}

impl Field {
    pub(super) fn is_empty(&self, square: Square) -> bool {
        !self.geese.contains(square) && self.fox != Some(square)
    }

    /// The squares of the men of the seat to move.
    pub(super) fn own(&self) -> impl Iterator<Item = Square> {
        let fox = self.fox.map_or(Squares::EMPTY, Squares::of);
        if self.to_move == FOX { fox } else { self.geese }.iter()
    }
}

/// `1/...f....,........,` and so on: the seat to move and the rows from the top; without an `f` the fox has
/// still to enter.
impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        grid::write_rows::<8, 8>(f, |square| match self.fox {
            Some(fox) if fox == square => Some('f'),
            _ => (self.geese.contains(square)).then_some('g'),
        })
    }
}

impl FromStr for Field {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Field, Unreadable> {
        let expected = Unreadable::expected;
        let shape = || expected("the seat to move and eight rows from the top, such as 2/8,8,8,8,8,8,8,g1g1g1g1");
        let (seat, rows) = text.split_once('/').ok_or_else(shape)?;
        let to_move = Seat::read(seat, 2).ok_or_else(shape)?;
        let mut field = Field { geese: Squares::EMPTY, fox: None, to_move };
        for (square, letter) in grid::read_rows::<8, 8>(rows)? {
            match letter {
                'g' => field.geese.insert(square),
                'f' if field.fox.is_none() => field.fox = Some(square),
                _ => return Err(expected("g for a goose and one f for the fox")),
            }
        }
        field.check()
    }
}

impl Field {
    /// Refuses what no game could come to.
    pub(super) fn check(self) -> Result<Field, Unreadable> {
        if self.geese.iter().chain(self.fox).any(|square| !square.is_dark()) {
            return Err(Unreadable::expected("men on dark squares only"));
        }
        if self.geese.len() > 4 {
            return Err(Unreadable::expected("no more than four geese"));
        }
        if self.fox.is_none() && self.to_move != FOX {
            return Err(Unreadable::expected("seat 2 to move while the fox has not entered"));
        }
        Ok(self)
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Enter(square) => write!(f, "{square}"),
            Step::Go { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let square =
            |text: &str| text.parse().map_err(|_| Unreadable::expected("a step such as a1-b2, or d8 to enter the fox"));
        match text.split_once('-') {
            Some((from, to)) => Ok(Step::Go { from: square(from)?, to: square(to)? }),
            None => square(text).map(Step::Enter),
        }
    }
}
