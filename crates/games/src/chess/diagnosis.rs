//! Why a step is not legal, for a person who wants to know. It never decides whether it is.

use super::{
    BISHOP_MOVE, CASTLING_CLEAR, CASTLING_RIGHT, CASTLING_SAFE, Castling, EN_PASSANT, KING_MOVE, KING_SAFE,
    KNIGHT_MOVE, NO_LEAPING, NOT_ON_OWN, OWN_PIECE, PAWN_MOVE, PAWN_STOPPED, PAWN_TAKES, PROMOTION, Position,
    QUEEN_MOVE, ROOK_MOVE, Step, show::site,
};
use cozy_chess::{
    BitBoard, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
use rules::{Breach, Clause, Legality, ensure, ensure_at};

/// The clause that an illegal step breaks.
pub(super) fn why_not(at: &Position, step: Step) -> Breach {
    // Whatever is wrong with none of the pieces concerned is wrong with the king's safety.
    let king = at.board.king(at.board.side_to_move());
    explain(at, step).err().unwrap_or(Breach { clause: KING_SAFE, at: Some(site(king)) })
}

fn explain(at: &Position, Step { from, to, promotion }: Step) -> Legality {
    let piece = at.board.piece_on(from).filter(|_| at.own().has(from));
    let Some(piece) = piece else { return ensure_at(false, OWN_PIECE, site(from)) };
    if let Some(castling) = at.castling(from, to) {
        ensure(promotion.is_none(), PROMOTION)?;
        return explain_castling(at, &castling);
    }
    match piece {
        Piece::King => ensure(get_king_moves(from).has(to), KING_MOVE)?,
        Piece::Queen => explain_line(at, from, to, get_rook_rays(from) | get_bishop_rays(from), QUEEN_MOVE)?,
        Piece::Rook => explain_line(at, from, to, get_rook_rays(from), ROOK_MOVE)?,
        Piece::Bishop => explain_line(at, from, to, get_bishop_rays(from), BISHOP_MOVE)?,
        Piece::Knight => ensure(get_knight_moves(from).has(to), KNIGHT_MOVE)?,
        Piece::Pawn => explain_pawn(at, from, to)?,
    }
    ensure_at(!at.own().has(to), NOT_ON_OWN, site(to))?;
    let last = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(at.board.side_to_move());
    let becomes = matches!(promotion, Some(Piece::Queen | Piece::Rook | Piece::Bishop | Piece::Knight));
    ensure(if last { becomes } else { promotion.is_none() }, PROMOTION)
}

/// Refuses by a clause if anybody stands on these squares.
fn empty(at: &Position, squares: BitBoard, clause: Clause) -> Legality {
    let blocker = (squares & at.board.occupied()).next_square();
    blocker.map_or(Ok(()), |blocker| ensure_at(false, clause, site(blocker)))
}

fn explain_line(at: &Position, from: Square, to: Square, rays: BitBoard, clause: Clause) -> Legality {
    ensure(rays.has(to), clause)?;
    empty(at, get_between_rays(from, to), NO_LEAPING)
}

fn explain_pawn(at: &Position, from: Square, to: Square) -> Legality {
    let side = at.board.side_to_move();
    if get_pawn_attacks(from, side).has(to) {
        let passable = Some(to) == at.passed_square();
        let beside = Square::new(to.file(), from.rank());
        let missed = at.board.colored_pieces(!side, Piece::Pawn).has(beside)
            && from.rank() == Rank::Fifth.relative_to(side)
            && !at.board.occupied().has(to);
        ensure_at(passable || !missed, EN_PASSANT, site(beside))?;
        return ensure(passable || at.board.colors(!side).has(to), PAWN_TAKES);
    }
    let (start, end) = (from.relative_to(side), to.relative_to(side));
    let ahead = end.rank() as i8 - start.rank() as i8;
    let most = if start.rank() == Rank::Second { 2 } else { 1 };
    ensure(from.file() == to.file() && (1..=most).contains(&ahead), PAWN_MOVE)?;
    empty(at, get_between_rays(from, to) | to.bitboard(), PAWN_STOPPED)
}

fn explain_castling(at: &Position, Castling { king, rook, goal }: &Castling) -> Legality {
    let Some(rook) = rook else { return ensure_at(false, CASTLING_RIGHT, site(*king)) };
    empty(at, get_between_rays(*king, Square::new(*rook, king.rank())), CASTLING_CLEAR)?;
    // From the king outward: he may be in check, cross an attacked square or arrive on one.
    let way = [*king].into_iter().chain(get_between_rays(*king, *goal)).chain([*goal]);
    let attacked = way.into_iter().find(|square| is_attacked(at, *square));
    ensure_at(false, CASTLING_SAFE, site(attacked.unwrap_or(*king)))
}

/// Whether a piece of the side that is not to move attacks a square, the king to move thought away.
fn is_attacked(at: &Position, square: Square) -> bool {
    let side = at.board.side_to_move();
    let theirs = |piece: Piece| at.board.colored_pieces(!side, piece);
    let blockers = at.board.occupied() & !at.board.king(side).bitboard();
    let attackers = get_king_moves(square) & theirs(Piece::King)
        | get_knight_moves(square) & theirs(Piece::Knight)
        | get_pawn_attacks(square, side) & theirs(Piece::Pawn)
        | get_rook_moves(square, blockers) & (theirs(Piece::Rook) | theirs(Piece::Queen))
        | get_bishop_moves(square, blockers) & (theirs(Piece::Bishop) | theirs(Piece::Queen));
    !attackers.is_empty()
}
