//! What is good in chess: pieces on good squares with room to move, sound pawns, and a king out of the wind.
//! Everything is worth one thing in the opening and another in the ending, and slides between the two as the
//! pieces leave the board (tapered evaluation).

use super::pawns::{Pawns, beside, turn};
use super::squares::standing;
use super::weights::{
    BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_ROOM, CHECK, HALF_OPEN, HANGING, KNIGHT_OUTPOST, KNIGHT_ROOM, LATE_DANGER,
    LOOSE_PAWN, MINOR_THREAT, NEAR, NO_QUEEN, OPEN, PAWN_THREAT, QUEEN_ROOM, ROOK_ROOM, ROOK_THREAT, TAKING_PART,
    TEMPO, UNGUARDED, USUAL,
};
use super::{Chess, Position, Step};
use cozy_chess::{BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};
use rules::prelude::{Evaluate, Hints, Levels, Opponent, Seat};
use std::ops::{Add, AddAssign, Mul, Sub};

/// Worth in hundredths of a pawn: in the opening, in the ending.
#[derive(Clone, Copy)]
pub(super) struct Tapered(pub i32, pub i32);

/// Knights and bishops count 1, rooks 2, queens 4: so much of the opening is left.
const FULL: i32 = 24;
/// More danger than this, in sixteenths, is no worse.
const MOST_DANGER: i32 = 1600;

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0, self.1 - other.1)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * times, self.1 * times)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

/// One side: what its pieces are worth where they stand, what they reach by kind, and how near they are to the enemy king.
struct SideScore {
    color: Color,
    worth: Tapered,
    reach: [BitBoard; 6],
    danger: i32,
}

impl SideScore {
    fn of(board: &Board, color: Color) -> SideScore {
        let pawns = Pawns::of(board, color);
        let attacks = |color| {
            let pawns = turn(board.colored_pieces(color, Piece::Pawn).0, color);
            BitBoard(turn(beside(pawns) << 8, color))
        };
        let (own, feared) = (board.colors(color), attacks(!color));
        let free = !(own | feared);
        let near_king = get_king_moves(board.king(!color)) & !feared;
        let mut side = SideScore { color, worth: pawns.worth(), reach: [BitBoard::EMPTY; 6], danger: USUAL };
        side.reach[0] = attacks(color);
        side.reach[5] = get_king_moves(board.king(color));
        for piece in Piece::ALL {
            for square in own & board.pieces(piece) {
                side.worth += standing(piece, square, color);
                let reach = match piece {
                    Piece::Pawn | Piece::King => continue,
                    Piece::Knight => get_knight_moves(square),
                    Piece::Bishop => get_bishop_moves(square, board.occupied()),
                    Piece::Rook => get_rook_moves(square, board.occupied()),
                    Piece::Queen => {
                        get_bishop_moves(square, board.occupied()) | get_rook_moves(square, board.occupied())
                    }
                };
                side.reach[piece as usize] |= reach;
                side.worth += room(piece, (reach & free).len() as usize);
                let near = (reach & near_king).len() as i32;
                side.danger += NEAR[piece as usize - 1] * near + TAKING_PART * i32::from(near > 0);
            }
        }
        side.worth += side.files(board) + side.outposts(board, BitBoard(turn(pawns.outposts(), color)));
        if side.many(board, Piece::Bishop) > 1 {
            side.worth += BISHOP_PAIR;
        }
        side
    }

    fn many(&self, board: &Board, piece: Piece) -> i32 {
        board.colored_pieces(self.color, piece).len() as i32
    }

    /// What the rooks see along their files.
    fn files(&self, board: &Board) -> Tapered {
        let mut worth = Tapered(0, 0);
        for rook in board.colored_pieces(self.color, Piece::Rook) {
            let pawns = board.pieces(Piece::Pawn) & rook.file().bitboard();
            if pawns.is_empty() {
                worth += OPEN;
            } else if pawns.is_disjoint(board.colors(self.color)) {
                worth += HALF_OPEN;
            }
        }
        worth
    }

    fn outposts(&self, board: &Board, outposts: BitBoard) -> Tapered {
        let there = |piece| (board.colored_pieces(self.color, piece) & outposts).len() as i32;
        KNIGHT_OUTPOST * there(Piece::Knight) + BISHOP_OUTPOST * there(Piece::Bishop)
    }

    /// Everything, when it is known what the enemy's pieces reach.
    fn against(&self, enemy: &SideScore, board: &Board) -> Tapered {
        let [pawns, knights, bishops, rooks, queens, king] = self.reach;
        let reached = pawns | knights | bishops | rooks | queens | king;
        let guarded = enemy.reach[..5].iter().fold(BitBoard::EMPTY, |all, reach| all | *reach);
        let safe = !(guarded | enemy.reach[5]);
        let of = |piece| board.colored_pieces(enemy.color, piece);
        let heavy = of(Piece::Rook) | of(Piece::Queen);
        let officers = heavy | of(Piece::Knight) | of(Piece::Bishop);
        let count = |set: BitBoard| set.len() as i32;
        let threats = PAWN_THREAT * count(pawns & officers)
            + MINOR_THREAT * count((knights | bishops) & heavy)
            + ROOK_THREAT * count(rooks & of(Piece::Queen))
            + HANGING * count(reached & officers & safe)
            + LOOSE_PAWN * count(reached & of(Piece::Pawn) & safe);

        let his = board.king(enemy.color);
        let (aslant, straight) = (get_bishop_moves(his, board.occupied()), get_rook_moves(his, board.occupied()));
        let landing = safe & !board.colors(self.color);
        let checks =
            [get_knight_moves(his) & knights, aslant & bishops, straight & rooks, (aslant | straight) & queens];
        let mut danger = self.danger + UNGUARDED * count(enemy.reach[5] & reached & !guarded);
        for (check, squares) in CHECK.into_iter().zip(checks) {
            danger += check * count(squares & landing);
        }
        if self.many(board, Piece::Queen) == 0 {
            danger += NO_QUEEN;
        }
        let danger = danger.clamp(0, MOST_DANGER);
        self.worth + threats + Tapered(danger * danger / 4096, LATE_DANGER * danger / 256)
    }
}

/// What it is worth to a piece to reach so many squares.
fn room(piece: Piece, squares: usize) -> Tapered {
    match piece {
        Piece::Knight => KNIGHT_ROOM[squares],
        Piece::Bishop => BISHOP_ROOM[squares],
        Piece::Rook => ROOK_ROOM[squares],
        Piece::Queen => QUEEN_ROOM[squares],
        Piece::Pawn | Piece::King => Tapered(0, 0),
    }
}

impl Evaluate for Chess {
    const SCALE: i32 = 160;

    fn evaluate(&self, at: &Position, seat: Seat) -> i32 {
        let board = &at.board;
        let (white, black) = (SideScore::of(board, Color::White), SideScore::of(board, Color::Black));
        let to_move = if at.seat() == Seat::FIRST { TEMPO } else { TEMPO * -1 };
        let Tapered(opening, ending) = white.against(&black, board) - black.against(&white, board) + to_move;
        let many = |piece| board.pieces(piece).len() as i32;
        let minor = many(Piece::Knight) + many(Piece::Bishop);
        let left = (minor + 2 * many(Piece::Rook) + 4 * many(Piece::Queen)).min(FULL);
        let mut value = (opening * left + ending * (FULL - left)) / FULL;
        let ahead = if value > 0 { Color::White } else { Color::Black };
        if board.colored_pieces(ahead, Piece::Pawn).is_empty() && value.abs() < 400 {
            // Without a pawn to promote, a piece more is not enough to mate.
            value /= 8;
        }
        if seat == Seat::FIRST { value } else { -value }
    }
}

impl Hints for Chess {
    const HAS_NOISY_STEPS: bool = true;

    /// Captures that pay, the most valuable victim and then the least valuable attacker first (MVV-LVA); then new queens.
    fn priority(&self, at: &Position, step: Step) -> i32 {
        let prey = at.prey(step) + if step.promotion == Some(Piece::Queen) { 8 } else { 0 };
        match prey {
            0 => 0,
            _ if at.holds(step) => 16 * prey - at.price(step.from).min(10),
            _ => -1,
        }
    }

    /// Captures that pay and new queens; in check, whatever gets the king out of it.
    fn is_noisy(&self, at: &Position, step: Step) -> bool {
        !at.board.checkers().is_empty() || step.promotion == Some(Piece::Queen) || at.prey(step) > 0 && at.holds(step)
    }

    fn null_move(&self, at: &Position) -> Option<Position> {
        let officers = !(at.board.pieces(Piece::Pawn) | at.board.pieces(Piece::King));
        // With pawns alone having to move can be fatal, and giving the turn away proves nothing.
        if at.own().is_disjoint(officers) { None } else { at.board.null_move().map(|board| Position { board }) }
    }
}

impl Opponent for Chess {
    const LEVELS: Levels = Levels::of([100, 240, 330, 430, 560, 760, 1000]);
}
