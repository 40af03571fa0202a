//! What is good about pawns: to stand together, to have a free way, and to shelter the king.

use super::evaluate::Worth;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};

/// A pawn behind another of its own hinders it.
const DOUBLED: Worth = Worth(-8, -20);
/// No pawn beside it will ever protect it.
const ISOLATED: Worth = Worth(-14, -12);
/// A pawn protected by another, or side by side with one.
const TOGETHER: Worth = Worth(8, 5);
/// A pawn that no enemy pawn can stop, by its row: it ties pieces down and becomes a queen.
const PASSED: [Worth; 8] =
    [Worth(0, 0), Worth(0, 8), Worth(0, 12), Worth(8, 26), Worth(24, 50), Worth(50, 90), Worth(70, 130), Worth(0, 0)];
/// In the ending kings stop pawns and lead them home. For each row from the fourth on, a step of the enemy king to
/// the square before a passed pawn adds this twice, and a step of ours takes it away once.
const ESCORT: i32 = 3;
/// A pawn one row before the castled king, and two rows before.
const SHIELD: [i32; 2] = [14, 7];

const A: u64 = File::A.bitboard().0;
const H: u64 = File::H.bitboard().0;

/// The squares beside these, to the left and to the right.
pub(super) const fn beside(set: u64) -> u64 {
    (set & !A) >> 1 | (set & !H) << 1
}

/// These squares and all before them, as White sees the board.
const fn ahead(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// These squares and all behind them.
const fn behind(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// How many steps a king needs from one square to another.
fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    files.max((from.rank() as i32 - to.rank() as i32).abs())
}

/// One side's pawns and the other's, and both kings, turned so that our side moves up the board.
pub(super) struct Pawns {
    pub own: u64,
    pub enemy: u64,
    king: Square,
    enemy_king: Square,
}

impl Pawns {
    pub fn of(board: &Board, side: Color) -> Pawns {
        let turned = |color| {
            let pawns = board.colored_pieces(color, Piece::Pawn).0;
            if side == Color::White { pawns } else { pawns.swap_bytes() }
        };
        let king = |color| board.king(color).relative_to(side);
        Pawns { own: turned(side), enemy: turned(!side), king: king(side), enemy_king: king(!side) }
    }

    pub fn worth(&self) -> Worth {
        let own = self.own;
        let files = ahead(own) | behind(own);
        let attacked = beside(own) << 8;
        let mut worth = DOUBLED * count(own & ahead(own << 8)) + ISOLATED * count(own & !beside(files));
        worth += TOGETHER * count(own & (attacked | beside(own)));
        let stopped = behind((self.enemy | beside(self.enemy)) >> 8) | behind(own >> 8);
        for square in BitBoard(own & !stopped) {
            let row = square.rank() as i32;
            let next = square.offset(0, 1);
            let lead = distance(self.enemy_king, next) * 2 - distance(self.king, next);
            worth += PASSED[row as usize] + Worth(0, ESCORT * lead * (row - 2).max(0));
        }
        let before_king = (self.king.bitboard().0 | beside(self.king.bitboard().0)) << 8;
        let shield = SHIELD[0] * count(own & before_king) + SHIELD[1] * count(own & before_king << 8);
        worth + Worth(shield, 0)
    }
}
