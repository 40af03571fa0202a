//! Piece-square tables: where each piece likes to stand, in hundredths of a pawn. Rows from the eighth down, files a to d,
//! the other wing alike. The opening table counts while many pieces are left, the ending table when few are.

use super::evaluate::Tapered;
use super::weights::PIECES;
use cozy_chess::{Color, Piece, Square};

type Wing = [[i16; 4]; 8];

/// Pawns want the centre first and the last row at the end.
const PAWN: [Wing; 2] = [
    [
        [0, 0, 0, 0],
        [60, 70, 70, 80],
        [6, 14, 26, 30],
        [-4, 4, 8, 18],
        [-10, -2, 6, 16],
        [-10, 0, -2, 4],
        [-12, 4, -6, -14],
        [0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 0],
        [90, 85, 80, 75],
        [50, 45, 40, 35],
        [22, 16, 10, 6],
        [8, 6, 0, -2],
        [0, 2, -2, 0],
        [4, 4, 4, 6],
        [0, 0, 0, 0],
    ],
];

/// Knights reach nothing from the rim.
const KNIGHT: [Wing; 2] = [
    [
        [-110, -55, -35, -30],
        [-45, -25, 22, 14],
        [-18, 18, 26, 40],
        [-6, 8, 20, 32],
        [-10, 4, 14, 18],
        [-20, -4, 10, 14],
        [-26, -22, -4, 0],
        [-60, -20, -28, -18],
    ],
    [
        [-60, -42, -26, -22],
        [-32, -14, -10, 0],
        [-20, -6, 10, 14],
        [-12, 4, 16, 22],
        [-12, 2, 14, 20],
        [-20, -4, 2, 12],
        [-30, -16, -8, -2],
        [-42, -36, -20, -16],
    ],
];

/// Bishops look along the long diagonals, from home too.
const BISHOP: [Wing; 2] = [
    [
        [-22, -8, -28, -24],
        [-18, 2, -6, -8],
        [-8, 14, 20, 20],
        [-4, 6, 14, 28],
        [0, 10, 10, 22],
        [4, 12, 12, 10],
        [4, 16, 10, 2],
        [-18, -4, -10, -14],
    ],
    [
        [-14, -12, -8, -6],
        [-8, -4, 0, 0],
        [0, 0, 4, 4],
        [-2, 6, 8, 10],
        [-4, 2, 8, 12],
        [-8, 0, 6, 8],
        [-14, -10, -4, 0],
        [-18, -10, -14, -4],
    ],
];

/// Rooks belong behind the seventh row, or on it.
const ROOK: [Wing; 2] = [
    [
        [18, 18, 16, 24],
        [20, 22, 34, 38],
        [0, 10, 12, 18],
        [-12, -6, 2, 10],
        [-22, -14, -8, 0],
        [-26, -14, -10, -6],
        [-30, -12, -8, -2],
        [-14, -10, 2, 12],
    ],
    [
        [10, 10, 12, 10],
        [12, 12, 10, 8],
        [8, 8, 6, 4],
        [6, 4, 6, 2],
        [4, 4, 4, 0],
        [-2, 0, -4, -4],
        [-4, -4, -2, -2],
        [-8, -2, -2, -4],
    ],
];

/// The queen stays home until the ending.
const QUEEN: [Wing; 2] = [
    [
        [-4, 8, 14, 16],
        [-6, -26, 2, -4],
        [4, 2, 8, 12],
        [-8, -12, -8, -8],
        [-6, -8, -6, -8],
        [-6, 2, -2, -2],
        [-16, -4, 6, 2],
        [-8, -10, -8, 4],
    ],
    [
        [-8, 10, 16, 20],
        [-8, 14, 22, 32],
        [-6, 10, 18, 34],
        [10, 24, 30, 40],
        [2, 22, 24, 36],
        [-6, -6, 10, 8],
        [-22, -22, -20, -12],
        [-32, -28, -24, -26],
    ],
];

/// The king hides in the opening and walks to the middle in the ending.
const KING: [Wing; 2] = [
    [
        [-40, -30, -40, -50],
        [-40, -30, -40, -50],
        [-40, -30, -40, -50],
        [-40, -35, -45, -55],
        [-40, -35, -45, -55],
        [-20, -18, -32, -42],
        [8, 8, -12, -28],
        [18, 34, 4, -12],
    ],
    [
        [-60, -30, -18, -14],
        [-18, 12, 16, 16],
        [4, 24, 28, 24],
        [-6, 22, 28, 30],
        [-16, 8, 22, 28],
        [-18, 2, 14, 20],
        [-26, -8, 4, 10],
        [-52, -32, -20, -22],
    ],
];

/// The worth of each piece on each square, as White sees the board.
static STANDING: [[Tapered; 64]; 6] = {
    let tables = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
    let mut standing = [[Tapered(0, 0); 64]; 6];
    let mut nth = 0;
    while nth < 6 * 64 {
        let (piece, square) = (nth / 64, nth % 64);
        let (file, row) = (square % 8, 7 - square / 8);
        let file = if file < 4 { file } else { 7 - file };
        let [opening, ending] = tables[piece];
        let Tapered(early, late) = PIECES[piece];
        standing[piece][square] = Tapered(early + opening[row][file] as i32, late + ending[row][file] as i32);
        nth += 1;
    }
    standing
};

/// What a piece of this side is worth on this square.
#[inline]
pub(super) fn standing(piece: Piece, square: Square, side: Color) -> Tapered {
    STANDING[piece as usize][square.relative_to(side) as usize]
}
