//! Numbering endings by men and kings, with the side to move turned to the first seat: those of Checkers and Polychek; the tiers are
//! also those of Lasca, whose privates and officers are men and kings.

use crate::draughts::{KING_ROW, Sides, Squares};
use rules::prelude::*;
use rules::tiers::{choose, rank, unrank};

/// How many men and kings the side to move has, and the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DraughtsMaterial {
    pub own: [u8; 2],
    pub other: [u8; 2],
}

const SQUARES: u32 = 32;
/// No tier has more pieces.
const MOST: u32 = 8;

impl DraughtsMaterial {
    fn of(sides: &Sides, seat: Seat) -> [u8; 2] {
        let pieces = sides.pieces[seat.index()];
        [(pieces & !sides.kings).len() as u8, (pieces & sides.kings).len() as u8]
    }

    fn turned(self) -> DraughtsMaterial {
        DraughtsMaterial { own: self.other, other: self.own }
    }

    fn men(self) -> u8 {
        self.own[0] + self.other[0]
    }

    fn pieces(self) -> u8 {
        self.men() + self.own[1] + self.other[1]
    }

    /// Every tier with both sides present and at most so many pieces, by pieces and then by men: captures lead to fewer
    /// pieces, crowning to fewer men.
    pub fn groups(pieces: u32) -> Vec<Vec<DraughtsMaterial>> {
        let most = pieces.min(MOST) as u8;
        let mut tiers = Vec::new();
        for count in 2..=most {
            for men in 0..=count {
                for own in 0..=men {
                    let kings = count - men;
                    for own_kings in 0..=kings {
                        let tier = DraughtsMaterial { own: [own, own_kings], other: [men - own, kings - own_kings] };
                        let both = tier.own != [0, 0] && tier.other != [0, 0];
                        if both && tier >= tier.turned() {
                            tiers.push(if tier == tier.turned() { vec![tier] } else { vec![tier, tier.turned()] });
                        }
                    }
                }
            }
        }
        tiers.sort_by_key(|group| (group[0].pieces(), group[0].men()));
        tiers
    }

    /// The tier after a turn in which a man is crowned.
    pub fn after_crowning(self) -> Option<DraughtsMaterial> {
        let [men, kings] = self.own;
        men.checked_sub(1).map(|men| DraughtsMaterial { own: self.other, other: [men, kings + 1] })
    }

    /// The tiers that captures lead to, and the crowning of a man.
    pub fn leads_to(group: &[DraughtsMaterial]) -> Vec<DraughtsMaterial> {
        let mut below = Vec::new();
        for tier in group {
            for DraughtsMaterial { own: [men, kings], other } in
                tier.after_crowning().into_iter().chain([tier.turned()])
            {
                let left = (0..=men).flat_map(|men| (0..=kings).map(move |kings| [men, kings]));
                below.extend(left.filter(|left| *left != [0, 0]).map(|own| DraughtsMaterial { own, other }));
            }
        }
        below.sort_unstable();
        below.dedup();
        below.retain(|tier| !group.contains(tier));
        below
    }

    /// How many numbers the tier has if men may stand on these squares (seen from their own side).
    pub fn size(self, ground: Squares) -> u64 {
        let [men, kings] = [self.own[0], self.own[1]].map(u32::from);
        let [other_men, other_kings] = [self.other[0], self.other[1]].map(u32::from);
        let free = SQUARES - men - other_men;
        choose(ground.len(), men)
            * choose(ground.len(), other_men)
            * choose(free, kings)
            * choose(free - kings, other_kings)
    }

    /// The tier of the sides; `None` if one of them has no piece, or if there are more than any tier has.
    pub fn tier(sides: &Sides) -> Option<DraughtsMaterial> {
        let few = (sides.pieces[0] | sides.pieces[1]).len() <= MOST;
        let both = !sides.pieces.contains(&Squares::EMPTY);
        (few && both).then(|| DraughtsMaterial {
            own: DraughtsMaterial::of(sides, sides.to_move),
            other: DraughtsMaterial::of(sides, sides.to_move.other()),
        })
    }

    /// The tier and number of the sides.
    pub fn number(sides: &Sides, ground: Squares) -> (DraughtsMaterial, u64) {
        let turn = |set: Squares| if sides.to_move == Seat::FIRST { set } else { set.reversed() };
        let (own, other, kings) = (turn(sides.own()), turn(sides.enemy()), turn(sides.kings));
        let tier = DraughtsMaterial {
            own: DraughtsMaterial::of(sides, sides.to_move),
            other: DraughtsMaterial::of(sides, sides.to_move.other()),
        };
        let men = (own | other) & !kings;
        let ranks = [
            (rank(own & !kings, ground), choose(ground.len(), tier.own[0].into())),
            // The other side's men are seen from their own side.
            (rank((other & !kings).reversed(), ground), choose(ground.len(), tier.other[0].into())),
            (rank(own & kings, !men), choose(SQUARES - men.len(), tier.own[1].into())),
            (
                rank(other & kings, !men & !(own & kings)),
                choose(SQUARES - men.len() - u32::from(tier.own[1]), tier.other[1].into()),
            ),
        ];
        (tier, ranks.into_iter().fold(0, |number, (rank, size)| number * size + rank))
    }

    /// The sides with this number, the first seat to move; `None` if two men would share a square.
    pub fn position(self, mut number: u64, ground: Squares) -> Option<Sides> {
        let mut last = |size: u64| {
            let rank = number % size;
            number /= size;
            rank
        };
        let free = SQUARES - u32::from(self.men());
        let other_kings = last(choose(free - u32::from(self.own[1]), self.other[1].into()));
        let own_kings = last(choose(free, self.own[1].into()));
        let other_men = last(choose(ground.len(), self.other[0].into()));
        let own_men = last(choose(ground.len(), self.own[0].into()));
        let own = unrank(own_men, self.own[0].into(), ground);
        let other = unrank(other_men, self.other[0].into(), ground).reversed();
        if own.meets(other) {
            return None;
        }
        let own_kings = unrank(own_kings, self.own[1].into(), !(own | other));
        let other_kings = unrank(other_kings, self.other[1].into(), !(own | other | own_kings));
        let pieces = [own | own_kings, other | other_kings];
        Some(Sides { pieces, kings: own_kings | other_kings, to_move: Seat::FIRST })
    }
}

/// Where men may stand who are crowned as soon as they reach their king row.
pub const BELOW_KING_ROW: Squares = Squares::from_bits(!KING_ROW[0].bits());
/// Where men may stand who wait on their king row.
pub const EVERYWHERE: Squares = Squares::from_bits(u32::MAX);

/// `2m1k-0m1k`: men and kings of the side to move, then of the other.
impl Display for DraughtsMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k-{}m{}k", self.own[0], self.own[1], self.other[0], self.other[1])
    }
}

impl FromStr for DraughtsMaterial {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<DraughtsMaterial, Unreadable> {
        let side = |text: &str| {
            let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
            Some([men.parse().ok()?, kings.parse().ok()?])
        };
        let read = text
            .split_once('-')
            .and_then(|(own, other)| Some(DraughtsMaterial { own: side(own)?, other: side(other)? }));
        read.ok_or_else(|| Unreadable::expected("men and kings of both sides, such as 1m2k-0m1k"))
    }
}
