//! What is good about pawns: to stand together, to have a free way, and to shelter the king.

use super::evaluate::Tapered;
use super::weights::{
    ABREAST, BACKWARD, BARE_FILE, DOUBLED, ENEMY_ESCORT, FREE_WAY, ISOLATED, OWN_ESCORT, PASSED, SECOND_SHIELD, SHIELD,
    STORM, SUPPORTED,
};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

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

/// These squares as this side sees the board, or back again.
pub(super) const fn turn(set: u64, side: Color) -> u64 {
    if matches!(side, Color::White) { set } else { set.swap_bytes() }
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// How many steps a king needs from one square to another.
fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    files.max((from.rank() as i32 - to.rank() as i32).abs())
}

/// One side's pawns and the other's, all men, and both kings, turned so that our side moves up the board.
pub(super) struct Pawns {
    own: u64,
    enemy: u64,
    men: u64,
    king: Square,
    enemy_king: Square,
}

impl Pawns {
    pub fn of(board: &Board, side: Color) -> Pawns {
        let turned = |set: BitBoard| turn(set.0, side);
        let king = |color| board.king(color).relative_to(side);
        Pawns {
            own: turned(board.colored_pieces(side, Piece::Pawn)),
            enemy: turned(board.colored_pieces(!side, Piece::Pawn)),
            men: turned(board.occupied()),
            king: king(side),
            enemy_king: king(!side),
        }
    }

    pub fn worth(&self) -> Tapered {
        let own = self.own;
        let files = ahead(own) | behind(own);
        let with_neighbours = beside(files);
        let hindered = (beside(self.enemy) >> 8 | self.enemy) >> 8;
        let mut worth = DOUBLED * count(own & ahead(own << 8)) + ISOLATED * count(own & !with_neighbours);
        worth += BACKWARD * count(own & hindered & with_neighbours & !ahead(beside(own)));
        worth += SUPPORTED * count(own & beside(own) << 8) + ABREAST * count(own & beside(own));
        let stopped = behind((self.enemy | beside(self.enemy)) >> 8) | behind(own >> 8);
        for square in BitBoard(own & !stopped) {
            let row = square.rank() as i32;
            let next = square.offset(0, 1);
            let way = FREE_WAY * i32::from(self.men & next.bitboard().0 == 0);
            let kings = ENEMY_ESCORT * distance(self.enemy_king, next) + OWN_ESCORT * distance(self.king, next);
            worth += PASSED[row as usize] + (way + kings) * (row - 2).max(0);
        }
        let king = self.king.bitboard().0;
        let home = king | beside(king);
        worth += SHIELD * count(own & home << 8) + SECOND_SHIELD * count(own & home << 16);
        worth + BARE_FILE * count(home & !files) + STORM * count(self.enemy & (home << 8 | home << 16 | home << 24))
    }

    /// Where a piece of ours is protected by a pawn and no enemy pawn can ever drive it away.
    pub fn outposts(&self) -> u64 {
        let far = Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0;
        far & beside(self.own) << 8 & !behind(beside(self.enemy) >> 8)
    }
}
