//! The tier of games that are small enough to be numbered as a whole.

use rules::prelude::*;

/// All positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Whole;

impl Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all")
    }
}

impl FromStr for Whole {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Whole, Unreadable> {
        (text == "all").then_some(Whole).ok_or_else(|| Unreadable::expected("the tier all"))
    }
}
