//! Steps as UCI writes them, and as people do: standard algebraic notation.

use super::{Chess, Position};
use cozy_chess::{BitBoard, File, Piece, Rank, Square, util};
use rules::prelude::{Display, FromStr, ParsedSteps, Rules, Unreadable, fmt, read_leniently};

/// A piece's way from square to square, as typed. Castling is the king's way, `e1g1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub(super) from: Square,
    pub(super) to: Square,
    /// What a pawn is to become.
    pub(super) promotion: Option<Piece>,
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "{piece}"))
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let read = || {
            let square = |from: usize| text.get(from..from + 2)?.parse().ok();
            let promotion = match text.get(4..)? {
                "" => None,
                letter => Some(letter.parse().ok()?),
            };
            Some(Step { from: square(0)?, to: square(2)?, promotion })
        };
        read().ok_or_else(|| Unreadable::expected("a move such as e2e4, e7e8q or Nf3"))
    }
}

/// Writes a legal step in standard algebraic notation: `Nf3`, `exd6`, `O-O`, `e8=Q#`.
pub fn san(at: &Position, step: Step) -> String {
    util::display_san_move(&at.board, at.as_move(step)).to_string()
}

/// Reads UCI, then algebraic notation, then what is left.
pub(super) fn read(game: &Chess, at: &Position, text: &str) -> ParsedSteps<Step> {
    let text = text.trim();
    let uci = text.parse().map_or(ParsedSteps::Nothing, ParsedSteps::step);
    uci.or_else(|| algebraic(game, at, text)).or_else(|| read_leniently(game, at, text))
}

/// What algebraic notation asks for.
struct Wish {
    piece: Piece,
    from: BitBoard,
    to: Square,
    promotion: Option<Piece>,
}

/// The legal steps that fit; if none does, the like step that is not legal, so that it can be refused with
/// its reason.
fn algebraic(game: &Chess, at: &Position, text: &str) -> ParsedSteps<Step> {
    let text = text.trim_end_matches("e.p.").trim_end().trim_end_matches(['+', '#', '!', '?']);
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" => return castle(at, 0).map_or(ParsedSteps::Nothing, ParsedSteps::step),
        "O-O-O" => return castle(at, 1).map_or(ParsedSteps::Nothing, ParsedSteps::step),
        _ => (),
    }
    let plain = text.replace(['x', '×', ':', '-', '–', '=', '/', '(', ')'], "");
    // A small letter for a piece is taken for one, unless it may be a pawn's file.
    let wish = wish(&plain).or_else(|| {
        let first = plain.chars().next().filter(|letter| matches!(letter, 'k' | 'q' | 'r' | 'n'))?;
        wish(&format!("{}{}", first.to_ascii_uppercase(), &plain[1..]))
    });
    let Some(wish) = wish else { return ParsedSteps::Nothing };
    let pieces = at.own() & at.board.pieces(wish.piece) & wish.from;
    let asked = |from| Step { from, to: wish.to, promotion: wish.promotion };
    let legal = pieces.into_iter().map(asked).filter(|step| game.judge(at, *step).is_ok());
    let legal: Vec<Vec<Step>> = legal.map(|step| vec![step]).collect();
    match legal.len() {
        0 => pieces.next_square().map_or(ParsedSteps::Nothing, |from| ParsedSteps::step(asked(from))),
        1 => ParsedSteps::Steps(legal.concat()),
        _ => ParsedSteps::Ambiguous(legal),
    }
}

fn castle(at: &Position, side: usize) -> Option<Step> {
    let castling = at.castlings().into_iter().nth(side)?;
    let king = at.board.king(at.board.side_to_move());
    Some(Step { from: king, to: castling.goal, promotion: None })
}

/// Reads `Nf3`, `Ng1f3`, `R1e2`, `e4`, `ed5`, `e8Q`: all signs have been dropped.
fn wish(text: &str) -> Option<Wish> {
    let named = |letter: char| letter.is_ascii_uppercase().then(|| letter.to_ascii_lowercase().try_into().ok())?;
    let mut letters = text.chars();
    let piece = text.chars().next().and_then(named).inspect(|_| _ = letters.next()).unwrap_or(Piece::Pawn);
    let mut rest = letters.as_str();
    let promotion = rest.chars().last().and_then(named);
    if promotion.is_some() {
        rest = &rest[..rest.len() - 1];
    }
    let (origin, goal) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to: Square = goal.parse().ok()?;
    let mut from = !BitBoard::EMPTY;
    for letter in origin.chars() {
        let file: Result<File, _> = letter.try_into();
        let rank: Result<Rank, _> = letter.try_into();
        from &= file.map(File::bitboard).or_else(|_| rank.map(Rank::bitboard)).ok()?;
    }
    if piece == Piece::Pawn && origin.is_empty() {
        from &= to.file().bitboard();
    }
    Some(Wish { piece, from, to, promotion })
}
