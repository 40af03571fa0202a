//! What is good in chess: pieces on good squares with room to move, sound pawns, and a king out of the wind.
//! Everything is worth one thing in the opening and another in the ending, and slides between the two as the
//! pieces leave the board.

use super::pawns::{Pawns, beside};
use super::squares::standing;
use super::{Chess, Position, Step};
use cozy_chess::{BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};
use rules::prelude::{Evaluate, Seat};
use std::ops::{Add, AddAssign, Mul, Sub};

/// Worth in hundredths of a pawn: in the opening, in the ending.
#[derive(Clone, Copy)]
pub(super) struct Worth(pub i32, pub i32);

/// Pawn, knight, bishop, rook, queen; the king is beyond price.
pub(super) const PIECES: [Worth; 6] =
    [Worth(88, 108), Worth(340, 300), Worth(355, 315), Worth(490, 545), Worth(1010, 985), Worth(0, 0)];
/// Two bishops see every square.
const BISHOP_PAIR: Worth = Worth(24, 48);
/// For knight, bishop, rook and queen: what each square in reach adds, and how many are nothing special.
const ROOM: [(Worth, i32); 4] = [(Worth(5, 4), 4), (Worth(5, 5), 6), (Worth(2, 4), 6), (Worth(1, 3), 11)];
/// A rook on a file without own pawns looks at the enemy's.
const HALF_OPEN: Worth = Worth(12, 8);
/// On a file without any pawns it looks through to the last row.
const OPEN: Worth = Worth(30, 10);
/// A pawn that attacks a piece drives it away.
const PAWN_THREAT: Worth = Worth(45, 35);
/// So does a knight or bishop that attacks a rook or queen.
const MINOR_THREAT: Worth = Worth(30, 25);
/// How much each square around the enemy king adds to his danger, by knight, bishop, rook and queen.
const ATTACK: [i32; 4] = [3, 3, 4, 5];
/// Danger grows with its own square: one attacker is nothing, three are mate.
const DANGER: i32 = 4;
/// The right to move.
const TEMPO: i32 = 14;
/// Knights and bishops count 1, rooks 2, queens 4: so much of the opening is left.
const FULL: i32 = 24;

impl Add for Worth {
    type Output = Worth;
    fn add(self, other: Worth) -> Worth {
        Worth(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Worth {
    type Output = Worth;
    fn sub(self, other: Worth) -> Worth {
        Worth(self.0 - other.0, self.1 - other.1)
    }
}

impl Mul<i32> for Worth {
    type Output = Worth;
    fn mul(self, times: i32) -> Worth {
        Worth(self.0 * times, self.1 * times)
    }
}

impl AddAssign for Worth {
    fn add_assign(&mut self, other: Worth) {
        *self = *self + other;
    }
}

/// Everything about one side's pieces and pawns.
fn strength(board: &Board, side: Color) -> Worth {
    let pawns = Pawns::of(board, side);
    let mut worth = pawns.worth();
    let turn = |set: u64| BitBoard(if side == Color::White { set } else { set.swap_bytes() });
    let (own, enemy) = (board.colors(side), board.colors(!side));
    let feared = turn(beside(pawns.enemy) >> 8);
    let free = !(own | feared);
    let heavy = enemy & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
    let around = get_king_moves(board.king(!side));
    let (mut attackers, mut danger) = (0, 0);
    let threatened = turn(beside(pawns.own) << 8) & enemy & !board.pieces(Piece::Pawn);
    worth += PAWN_THREAT * threatened.len() as i32;
    for piece in Piece::ALL {
        for square in own & board.pieces(piece) {
            worth += standing(piece, square, side);
            let reach = match piece {
                Piece::Pawn | Piece::King => continue,
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, board.occupied()),
                Piece::Rook => get_rook_moves(square, board.occupied()),
                Piece::Queen => get_bishop_moves(square, board.occupied()) | get_rook_moves(square, board.occupied()),
            };
            let kind = piece as usize - 1;
            let (room, usual) = ROOM[kind];
            worth += room * ((reach & free).len() as i32 - usual);
            let near = (reach & around & !feared).len() as i32;
            attackers += i32::from(near > 0);
            danger += ATTACK[kind] * near;
            if kind < 2 {
                worth += MINOR_THREAT * (reach & heavy).len() as i32;
            }
            if piece == Piece::Rook {
                let file = square.file().bitboard();
                let pawns = board.pieces(Piece::Pawn) & file;
                worth += if pawns.is_empty() {
                    OPEN
                } else if pawns.is_disjoint(own) {
                    HALF_OPEN
                } else {
                    Worth(0, 0)
                };
            }
        }
    }
    if attackers > 1 {
        worth += Worth((danger * danger / DANGER).min(400), danger);
    }
    if (own & board.pieces(Piece::Bishop)).len() > 1 {
        worth += BISHOP_PAIR;
    }
    worth
}

impl Evaluate for Chess {
    const SCALE: i32 = 160;
    const HAS_LOUD_STEPS: bool = true;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        let board = &at.board;
        let Worth(opening, ending) = strength(board, Color::White) - strength(board, Color::Black);
        let many = |piece| board.pieces(piece).len() as i32;
        let minor = many(Piece::Knight) + many(Piece::Bishop);
        let left = (minor + 2 * many(Piece::Rook) + 4 * many(Piece::Queen)).min(FULL);
        let mut value = (opening * left + ending * (FULL - left)) / FULL;
        let ahead = if value > 0 { Color::White } else { Color::Black };
        if board.colored_pieces(ahead, Piece::Pawn).is_empty() && value.abs() < 400 {
            // Without a pawn to promote, a piece more is not enough to mate.
            value /= 8;
        }
        value += if at.seat() == Seat::FIRST { TEMPO } else { -TEMPO };
        if seat == Seat::FIRST { value } else { -value }
    }

    /// Captures that pay, the fattest prey and the cheapest hunter first; then new queens.
    fn promise(&self, at: &Position, step: Step) -> i32 {
        let prey = at.prey(step) + if step.promotion == Some(Piece::Queen) { 8 } else { 0 };
        match prey {
            0 => 0,
            _ if at.holds(step) => 16 * prey - at.price(step.from).min(10),
            _ => -1,
        }
    }

    /// Captures that pay and new queens; in check, whatever gets the king out of it.
    fn loud(&self, at: &Position, step: Step) -> bool {
        !at.board.checkers().is_empty() || step.promotion == Some(Piece::Queen) || at.prey(step) > 0 && at.holds(step)
    }

    fn given_away(&self, at: &Position) -> Option<Position> {
        let officers = !(at.board.pieces(Piece::Pawn) | at.board.pieces(Piece::King));
        // With pawns alone having to move can be fatal, and giving the turn away proves nothing.
        if at.own().is_disjoint(officers) { None } else { at.board.null_move().map(|board| Position { board }) }
    }
}
