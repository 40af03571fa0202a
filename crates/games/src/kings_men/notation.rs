//! How a step is written: `c1-c3`, `d5xf7`, `@d1`, `!d8+d9+d10`, `keep`, `pass`.

use super::field::{EVERY, Square, Squares};
use crate::passing::PASS;
use rules::prelude::*;

/// One choice of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A token walks.
    Move(Square, Square),
    /// A token jumps over an enemy.
    Jump(Square, Square),
    /// The jumped token is put on this lodge.
    Put(Square),
    /// These tokens are taken out of the rows just formed.
    Thin(Squares),
    /// The rows just formed are left as they are.
    Keep,
    /// There is nothing to be done.
    Pass,
}

/// The squares of a set, column by column from the left, each from the bottom.
pub fn by_column(set: Squares) -> impl Iterator<Item = Square> {
    let every = (0..11).flat_map(|column| (0..11).map(move |row| Square::at(column, row)));
    every.filter(move |square| set.contains(*square))
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Move(from, to) => write!(f, "{from}-{to}"),
            Step::Jump(from, to) => write!(f, "{from}x{to}"),
            Step::Put(lodge) => write!(f, "@{lodge}"),
            Step::Thin(removed) => {
                for (nth, token) in by_column(*removed).enumerate() {
                    write!(f, "{}{token}", if nth == 0 { '!' } else { '+' })?;
                }
                Ok(())
            }
            Step::Keep => f.write_str("keep"),
            Step::Pass => f.write_str(PASS),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let shape = "a move (c1-c3), a jump (d5xf7), a lodge (@d1), tokens to take off (!d5+d6), keep or pass";
        read(text).ok_or_else(|| Unreadable::expected(shape))
    }
}

fn read(text: &str) -> Option<Step> {
    let square = |text: &str| text.parse::<Square>().ok().filter(|square| EVERY.contains(*square));
    if text == "keep" || text == PASS {
        return Some(if text == PASS { Step::Pass } else { Step::Keep });
    }
    if let Some(lodge) = text.strip_prefix('@') {
        return square(lodge).map(Step::Put);
    }
    if let Some(tokens) = text.strip_prefix('!') {
        let listed = tokens.split('+').map(square).collect::<Option<Vec<Square>>>()?;
        let set = listed.iter().copied().collect::<Squares>();
        return (set.len() as usize == listed.len()).then_some(Step::Thin(set));
    }
    if let Some((from, to)) = text.split_once('-') {
        return Some(Step::Move(square(from)?, square(to)?));
    }
    let (from, to) = text.split_once('x')?;
    Some(Step::Jump(square(from)?, square(to)?))
}
