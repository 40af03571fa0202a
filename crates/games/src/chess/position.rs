//! A position is a FEN.

use cozy_chess::{Board, Color, File, get_king_moves};
use rules::prelude::{Display, FromStr, Unreadable, fmt};

/// The pieces, the rights to castle and to take in passing, and the clocks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    pub(super) board: Board,
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)
    }
}

/// Reads a FEN; the clocks at its end may be left out.
impl FromStr for Position {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Position, Unreadable> {
        let fields = text.split(' ').count();
        let rows = text.split(' ').next().map_or(0, |board| board.split('/').count());
        if rows != 8 {
            return Err(Unreadable::expected("a FEN, eight rows from the top joined by slashes"));
        }
        let whole = if fields == 4 { format!("{text} 0 1") } else { text.to_string() };
        let board = Board::from_fen(&whole, false).map_err(|why| {
            let why = why.to_string();
            Unreadable::expected(format!("a FEN of a position that can arise ({})", why.trim_end_matches('.')))
        })?;
        let castles = |side| {
            let rights = board.castle_rights(side);
            rights.short.is_some() || rights.long.is_some()
        };
        if Color::ALL.into_iter().any(|side| castles(side) && board.king(side).file() != File::E) {
            return Err(Unreadable::expected("kings on e1 and e8 where they may castle"));
        }
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return Err(Unreadable::expected("a square between the kings"));
        }
        Ok(Position { board })
    }
}
