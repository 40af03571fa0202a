//! Static exchange evaluation: whether a capture pays, if both sides go on taking on that square with their cheapest piece.

use super::{Position, Step};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// What a piece counts in an exchange, by kind; the king is never given up.
const PRICE: [i32; 6] = [1, 3, 3, 5, 9, 100];

impl Position {
    /// What stands on a square, at exchange prices; nothing is 0.
    pub(super) fn price(&self, square: Square) -> i32 {
        self.board.piece_on(square).map_or(0, |piece| PRICE[piece as usize])
    }

    /// What a step takes, at exchange prices; a pawn that changes its file takes something, if only in passing.
    pub(super) fn prey(&self, Step { from, to, .. }: Step) -> i32 {
        let aslant = from.file() != to.file() && self.board.pieces(Piece::Pawn).has(from);
        self.price(to).max(i32::from(aslant))
    }

    /// Whether nothing is lost by a step when all exchanges on its goal are over.
    pub(super) fn holds(&self, step: Step) -> bool {
        let (prey, hunter) = (self.prey(step), self.price(step.from));
        let left = (self.board.occupied() ^ step.from.bitboard()) | step.to.bitboard();
        prey >= hunter || prey >= retake(&self.board, step.to, !self.board.side_to_move(), left, hunter)
    }
}

/// What a side wins by taking what stands on a square, or by leaving it alone if that is better.
fn retake(board: &Board, to: Square, side: Color, occupied: BitBoard, standing: i32) -> i32 {
    cheapest(board, to, side, occupied).map_or(0, |(piece, from)| {
        let left = occupied ^ from.bitboard();
        (standing - retake(board, to, !side, left, PRICE[piece as usize])).max(0)
    })
}

/// The cheapest piece of a side that attacks a square.
fn cheapest(board: &Board, to: Square, side: Color, occupied: BitBoard) -> Option<(Piece, Square)> {
    Piece::ALL.into_iter().find_map(|piece| {
        let ways = match piece {
            Piece::Pawn => get_pawn_attacks(to, !side),
            Piece::Knight => get_knight_moves(to),
            Piece::Bishop => get_bishop_moves(to, occupied),
            Piece::Rook => get_rook_moves(to, occupied),
            Piece::Queen => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
            Piece::King => get_king_moves(to),
        };
        (ways & board.colored_pieces(side, piece) & occupied).next_square().map(|square| (piece, square))
    })
}
