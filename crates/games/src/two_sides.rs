//! The tiers of games in which all men of a side are alike: how many men each side has on the board.

use rules::prelude::*;

/// Men on the board of the seat to move, and of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Men {
    pub own: u8,
    pub other: u8,
}

impl Men {
    pub const fn new(own: u8, other: u8) -> Men {
        Men { own, other }
    }

    /// The groups of a game in which a turn takes men off or leaves them, with at most `men` on the board: the sides have between
    /// `fewest` and `most` each, and exchange their parts with every turn.
    pub fn groups(fewest: u8, most: u8, men: u32) -> Vec<Vec<Men>> {
        let mut groups = Vec::new();
        for total in 2 * u32::from(fewest)..=men.min(2 * u32::from(most)) {
            for own in (fewest..=most).rev() {
                let Some(other) = total.checked_sub(own.into()).and_then(|other| u8::try_from(other).ok()) else {
                    continue;
                };
                if (fewest..=own).contains(&other) {
                    let tier = Men { own, other };
                    groups.push(if own == other { vec![tier] } else { vec![tier, tier.exchanged()] });
                }
            }
        }
        groups
    }

    /// The same for the other side.
    pub fn exchanged(self) -> Men {
        Men { own: self.other, other: self.own }
    }
}

/// `4-3`: men of the seat to move, and of the other.
impl Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.other)
    }
}

impl FromStr for Men {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Men, Unreadable> {
        let read = text
            .split_once('-')
            .and_then(|(own, other)| Some(Men { own: own.parse().ok()?, other: other.parse().ok()? }));
        read.ok_or_else(|| Unreadable::expected("the men of both sides, such as 4-3"))
    }
}
