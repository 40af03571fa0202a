//! The tokens, whose turn it is and what is pending, and how that is written.

use super::field::{CORRIDORS, EVERY, FIELD, LODGES, Square, Squares};
use super::rows::makes_row;
use super::{FOURTEEN, KingsMen, TWO};
use crate::passing::{read_passes, write_passes};
use rules::prelude::*;

/// The board and what the seat to move has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Court {
    /// Each seat's tokens on the board.
    pub(super) tokens: [Squares; 2],
    pub(super) to_move: Seat,
    pub(super) phase: TurnPhase,
    /// How many turns running have been passes.
    pub(super) passes: u8,
}

/// Where in a turn the seat to move is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnPhase {
    /// It moves a token; again, if a jump has earned it another move.
    Move {
        /// Whether this is a move earned by a jump.
        again: bool,
    },
    /// It holds a jumped token and puts it back on a lodge.
    Put {
        /// Where the jumper has landed.
        moved: Square,
    },
    /// It decides which of the rows just formed are thinned.
    Thin {
        /// The token through which they run.
        moved: Square,
        /// Whether it came by a jump, so that another move follows.
        jumped: bool,
    },
}

/// The letters of the two sides' tokens.
pub(super) const LETTERS: [char; 2] = ['r', 'b'];

impl Court {
    /// The tokens of the seat to move.
    pub(super) fn own(&self) -> Squares {
        self.tokens[self.to_move.index()]
    }

    /// The tokens of the other seat.
    pub(super) fn enemies(&self) -> Squares {
        self.tokens[self.to_move.other().index()]
    }

    pub(super) fn empty(&self) -> Squares {
        EVERY & !(self.tokens[0] | self.tokens[1])
    }

    /// Whether a seat is down to two. A jumped token in the jumper's hand is still its owner's.
    pub(super) fn won(&self, seat: Seat) -> bool {
        // Most of the time three tokens are found without counting them all.
        let without_two = self.tokens[seat.index()].without_first().without_first();
        without_two.is_empty() && self.count(seat) <= TWO
    }

    /// How many tokens a seat has, one in the other's hand included.
    pub(super) fn count(&self, seat: Seat) -> u32 {
        let in_hand = matches!(self.phase, TurnPhase::Put { .. }) && seat != self.to_move;
        self.tokens[seat.index()].len() + u32::from(in_hand)
    }

    pub(super) fn end_turn(&mut self, passes: u8) {
        *self = Court { to_move: self.to_move.other(), phase: TurnPhase::Move { again: false }, passes, ..*self };
    }

    /// Refuses what cannot be played on from.
    pub(super) fn check(self) -> Result<Court, Unreadable> {
        if (0..2).any(|side| !(FIELD | CORRIDORS | LODGES[side]).includes(self.tokens[side])) {
            return Err(Unreadable::expected("tokens on field, corridors and lodges of their own colour"));
        }
        let counts = [Seat::FIRST, Seat::SECOND].map(|seat| self.count(seat));
        if counts.iter().any(|count| !(TWO..=FOURTEEN).contains(count)) || counts == [TWO, TWO] {
            return Err(Unreadable::expected("2 to 14 tokens a side, and more than two for one of them"));
        }
        let over = counts.contains(&TWO);
        let playable = match self.phase {
            TurnPhase::Move { again: false } => true,
            // Whoever can go through a corridor can also step into it: both options have a move, or neither.
            TurnPhase::Move { again: true } => !over && KingsMen::ONE_BY_ONE.can_move(&self),
            TurnPhase::Put { moved } | TurnPhase::Thin { moved, .. } => {
                let token = (self.own() & (FIELD | CORRIDORS)).contains(moved);
                !over && token && makes_row(self.own(), moved)
            }
        };
        let passed = &[self.to_move.other(), self.to_move][..self.passes.into()];
        let can_move = |seat: &Seat| KingsMen::ONE_BY_ONE.can_move(&Court { to_move: *seat, ..self });
        if passed.iter().any(can_move) {
            return Err(Unreadable::expected("passes only of sides that cannot move"));
        }
        let pending = "a pending move, lodge or row only where there is one: /x, /@f7, /!f7 or /x!f7";
        if playable { Ok(self) } else { Err(Unreadable::expected(pending)) }
    }
}

/// `1/BOARD`, then what is pending: `/@f7` a lodge for the token jumped by the one on f7, `/!f7` the rows
/// through f7, `/x!f7` the same after a jump, `/x` the move after a jump; `/pass1` after a pass.
impl Display for Court {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.to_move)?;
        grid::write_rows::<11, 11>(f, |square| {
            let side = self.tokens.iter().position(|tokens| tokens.contains(square));
            side.map(|side| LETTERS[side])
        })?;
        match self.phase {
            TurnPhase::Move { again: false } => write_passes(f, self.passes),
            TurnPhase::Move { again: true } => f.write_str("/x"),
            TurnPhase::Put { moved } => write!(f, "/@{moved}"),
            TurnPhase::Thin { moved, jumped: false } => write!(f, "/!{moved}"),
            TurnPhase::Thin { moved, jumped: true } => write!(f, "/x!{moved}"),
        }
    }
}

impl FromStr for Court {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Court, Unreadable> {
        let expected = || {
            Unreadable::expected(
                "the seat to move, eleven rows of eleven squares with r and b for tokens, and what is pending",
            )
        };
        let mut fields = text.splitn(3, '/');
        let to_move = fields.next().and_then(|seat| Seat::read(seat, 2)).ok_or_else(expected)?;
        let men = grid::read_rows::<11, 11>(fields.next().ok_or_else(expected)?)?;
        let mut tokens = [Squares::EMPTY; 2];
        for (square, letter) in men {
            let side = LETTERS.iter().position(|known| *known == letter).ok_or_else(expected)?;
            tokens[side].insert(square);
        }
        let (phase, passes) = match fields.next() {
            None => (TurnPhase::Move { again: false }, 0),
            Some("x") => (TurnPhase::Move { again: true }, 0),
            Some(pending) => match read_passes(pending, 2) {
                Some(passes) => (TurnPhase::Move { again: false }, passes),
                None => (read_pending(pending).ok_or_else(expected)?, 0),
            },
        };
        Court { tokens, to_move, phase, passes }.check()
    }
}

fn read_pending(text: &str) -> Option<TurnPhase> {
    let square = |text: &str| text.parse::<Square>().ok();
    if let Some(moved) = text.strip_prefix('@') {
        return Some(TurnPhase::Put { moved: square(moved)? });
    }
    let (jumped, moved) = match text.strip_prefix("x!") {
        Some(moved) => (true, moved),
        None => (false, text.strip_prefix('!')?),
    };
    Some(TurnPhase::Thin { moved: square(moved)?, jumped })
}
