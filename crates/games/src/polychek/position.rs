//! The pieces, the run that is under way, and the text that tells them.

use crate::diagonals::{read_run, write_run};
use crate::draughts::{Sides, Square, Squares};
use rules::prelude::*;

/// The pieces and, inside a turn, the one that must jump on and those it has already jumped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    pub(super) sides: Sides,
    pub(super) runner: Option<Square>,
    /// They stay on the board until the turn ends.
    pub(super) jumped: Squares,
}

/// `B:W21,K22:B1,2` as PDN writes it; `:run19x15` at the end says that the piece on 19 has jumped the one
/// on 15 and must jump on.
impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.sides)?;
        if let Some(runner) = self.runner {
            write!(f, ":run")?;
            write_run(f, runner, self.jumped)?;
        }
        Ok(())
    }
}

impl FromStr for Field {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Field, Unreadable> {
        let (sides, pending) = Sides::read(text)?;
        let Some(pending) = pending else { return Ok(Field::at_rest(sides)) };
        let mut field = Field { sides, runner: None, jumped: Squares::EMPTY };
        field.read_run(pending)?;
        Ok(field)
    }
}

impl Field {
    /// The field with these pieces at the start of a turn.
    pub(super) fn at_rest(sides: Sides) -> Field {
        let mut field = Field { sides, runner: None, jumped: Squares::EMPTY };
        field.crown_if_stuck();
        field
    }

    fn read_run(&mut self, text: &str) -> Result<(), Unreadable> {
        let expected = || Unreadable::expected("a piece that can jump on, and what it has jumped, such as :run19x15");
        let (runner, jumped) = read_run(text.strip_prefix("run").ok_or_else(expected)?)?;
        (self.runner, self.jumped) = (Some(runner), jumped);
        let own = self.sides.own().contains(runner);
        let prisoners = !self.jumped.is_empty() && self.sides.enemy().includes(self.jumped);
        if own && prisoners && self.can_jump(runner) { Ok(()) } else { Err(expected()) }
    }
}
