//! How steps are written: `a1-b2`, `a1^c3^e5`, `17+3`, `pass`.

use super::Cell;
use rules::prelude::*;

/// No chain has more squares: a checker hops over each of the nine others once at most.
const LONGEST: usize = 10;

/// The squares that a hopping checker touches, its own first. At least two in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    squares: [Cell; LONGEST],
    length: u8,
}

impl Chain {
    /// A chain that has only begun.
    pub(super) fn from(square: Cell) -> Chain {
        Chain { squares: [square; LONGEST], length: 1 }
    }

    /// Whether there is no room for another square.
    pub(super) fn is_full(&self) -> bool {
        self.length as usize == LONGEST
    }

    pub(super) fn push(&mut self, square: Cell) {
        self.squares[self.length as usize] = square;
        self.length += 1;
    }

    /// Takes the last square back; unused places hold the first square, so that equal chains are equal.
    pub(super) fn pop(&mut self) {
        self.length -= 1;
        self.squares[self.length as usize] = self.squares[0];
    }

    /// All squares in order.
    pub fn squares(&self) -> &[Cell] {
        &self.squares[..self.length as usize]
    }

    /// Where it begins.
    pub fn from_square(&self) -> Cell {
        self.squares[0]
    }

    /// Where it ends.
    pub fn to_square(&self) -> Cell {
        self.squares[self.length as usize - 1]
    }

    /// Where it touches down, one number earned on each.
    pub fn landings(&self) -> &[Cell] {
        &self.squares()[1..]
    }
}

/// One choice: a checker's, a number's, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A checker goes to a square next to it.
    Walk {
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// A checker hops, once or several times.
    Hop(Chain),
    /// A gamin takes a number.
    Spend {
        /// The pennant it stands on.
        gamin: u8,
        /// The number.
        number: u8,
    },
    /// No checker can move.
    Pass,
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Walk { from, to } => write!(f, "{from}-{to}"),
            Step::Hop(chain) => {
                write!(f, "{}", chain.from_square())?;
                chain.landings().iter().try_for_each(|square| write!(f, "^{square}"))
            }
            Step::Spend { gamin, number } => write!(f, "{gamin}+{number}"),
            Step::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        read(text).ok_or_else(|| {
            Unreadable::expected(
                "a step such as a1-b2, a hop such as a1^c3, a number for a gamin such as 17+3, or pass",
            )
        })
    }
}

fn read(text: &str) -> Option<Step> {
    let below_32 = |text| grid::whole(text).filter(|number| *number < 32).map(|number| number as u8);
    if text == "pass" {
        Some(Step::Pass)
    } else if let Some((gamin, number)) = text.split_once('+') {
        Some(Step::Spend { gamin: below_32(gamin)?, number: below_32(number)? })
    } else if let Some((from, to)) = text.split_once('-') {
        Some(Step::Walk { from: from.parse().ok()?, to: to.parse().ok()? })
    } else {
        let (from, landings) = text.split_once('^')?;
        let mut chain = Chain::from(from.parse().ok()?);
        for square in landings.split('^') {
            if chain.is_full() {
                return None;
            }
            chain.push(square.parse().ok()?);
        }
        Some(Step::Hop(chain))
    }
}
