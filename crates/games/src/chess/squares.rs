//! Where each piece likes to stand, in hundredths of a pawn: rows from the eighth down, files a to d, the other
//! wing alike. The opening table counts while many pieces are left, the ending table when few are.

use super::evaluate::Worth;
use super::weights::PIECES;
use cozy_chess::{Color, Piece, Square};

type Wing = [[i16; 4]; 8];

/// Pawns want the centre first and the last row at the end.
const PAWN: [Wing; 2] = [
    [
        [0, 0, 0, 0],
        [42, 54, 59, 73],
        [5, -6, 15, 28],
        [-17, -19, -45, -8],
        [-29, -10, -16, 17],
        [-26, -13, -15, -11],
        [-35, -11, -11, -22],
        [0, 0, 0, 0],
    ],
    [
        [0, 0, 0, 0],
        [42, 51, 50, 65],
        [13, 15, 8, 10],
        [2, -3, -12, -35],
        [-6, -17, -28, -26],
        [-12, -20, -24, -8],
        [-21, -6, -24, -14],
        [0, 0, 0, 0],
    ],
];

/// Knights reach nothing from the rim.
const KNIGHT: [Wing; 2] = [
    [
        [-97, -46, -25, -20],
        [-39, -25, 22, 27],
        [-10, 44, 36, 61],
        [15, 25, 35, 38],
        [2, 4, 19, 45],
        [-32, -5, 27, 4],
        [-23, -15, 4, 6],
        [-49, 4, -21, -8],
    ],
    [
        [-43, -30, -15, -10],
        [-18, -6, -5, 11],
        [-8, 2, 28, 18],
        [5, 17, 35, 38],
        [10, 13, 23, 16],
        [2, 4, -9, 14],
        [-20, -7, -12, 12],
        [-28, -21, -13, -4],
    ],
];

/// Bishops look along the long diagonals, from home too.
const BISHOP: [Wing; 2] = [
    [
        [-25, -8, -31, -24],
        [-18, -10, -8, -8],
        [-7, 8, 16, 18],
        [-3, 19, 14, 29],
        [1, 13, 21, 25],
        [-21, 27, 10, 1],
        [-3, 1, 7, 3],
        [-17, -7, -5, -17],
    ],
    [
        [-10, -10, -7, -3],
        [-6, -12, -1, 3],
        [5, -13, 9, 11],
        [-4, 12, -1, 6],
        [-7, 1, 30, 15],
        [-29, 0, 21, 29],
        [-14, -4, 11, 9],
        [-10, -8, -20, -3],
    ],
];

/// Rooks belong behind the seventh row, or on it.
const ROOK: [Wing; 2] = [
    [
        [5, 18, 20, 24],
        [13, 14, 42, 49],
        [-7, 16, 21, 13],
        [-14, -7, -3, 16],
        [-24, -23, -16, 6],
        [3, -38, -29, -8],
        [-50, -4, -26, 5],
        [-27, -24, 16, 17],
    ],
    [
        [4, 14, 6, 12],
        [5, 4, 15, 13],
        [9, 10, 12, -7],
        [13, 2, 3, 1],
        [3, 1, -2, 8],
        [-2, -7, -5, -15],
        [-9, -12, -16, -10],
        [-6, -11, -21, -9],
    ],
];

/// The queen stays home until the ending.
const QUEEN: [Wing; 2] = [
    [
        [-8, 7, 15, 21],
        [-6, -19, -4, -1],
        [12, 10, 9, 9],
        [-9, -11, -7, -8],
        [-10, -1, 6, -3],
        [-1, 5, -2, -5],
        [-21, 7, 8, 10],
        [0, -4, -3, 4],
    ],
    [
        [-16, 3, 10, 20],
        [-18, 7, 16, 29],
        [-9, 7, 18, 26],
        [2, 20, 24, 33],
        [-9, 24, 24, 30],
        [-8, -19, 17, -5],
        [-28, -23, -25, -22],
        [-35, -31, -26, -33],
    ],
];

/// The king hides in the opening and walks to the middle in the ending.
const KING: [Wing; 2] = [
    [
        [-40, -29, -40, -50],
        [-40, -29, -40, -50],
        [-39, -31, -40, -52],
        [-40, -35, -45, -58],
        [-46, -37, -49, -59],
        [-26, -8, -30, -44],
        [14, -3, -35, -22],
        [25, 42, -3, 20],
    ],
    [
        [-60, -27, -17, -13],
        [-17, 15, 15, 14],
        [7, 24, 28, 13],
        [0, 22, 20, 16],
        [-23, -2, 10, 11],
        [-26, 15, 32, 18],
        [-19, 11, 24, 2],
        [-52, -22, -11, -35],
    ],
];

/// The worth of each piece on each square, as White sees the board.
static STANDING: [[Worth; 64]; 6] = {
    let tables = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
    let mut standing = [[Worth(0, 0); 64]; 6];
    let mut nth = 0;
    while nth < 6 * 64 {
        let (piece, square) = (nth / 64, nth % 64);
        let (file, row) = (square % 8, 7 - square / 8);
        let file = if file < 4 { file } else { 7 - file };
        let [opening, ending] = tables[piece];
        let Worth(early, late) = PIECES[piece];
        standing[piece][square] = Worth(early + opening[row][file] as i32, late + ending[row][file] as i32);
        nth += 1;
    }
    standing
};

/// What a piece of this side is worth on this square.
#[inline]
pub(super) fn standing(piece: Piece, square: Square, side: Color) -> Worth {
    STANDING[piece as usize][square.relative_to(side) as usize]
}
