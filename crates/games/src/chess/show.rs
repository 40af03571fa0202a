//! The chessboard, and a tray for the pieces each side has taken.

use super::{CHECKMATE, Chess, Position, STALEMATE, Step, notation::san, seat_of};
use cozy_chess::{Color, Piece, Rank, Square};
use rules::Clause;
use rules::prelude::{
    Beat, Board, Drawing, Effect, Ending, Game, Man, Outcome, Placed, Rules, Seat, Show, SiteId, Status, Unreadable,
    Words, singles,
};
use rules::show::Standing;

/// A set of chessmen: what each side begins with.
const SET: [(Piece, u32); 6] =
    [(Piece::King, 1), (Piece::Queen, 1), (Piece::Rook, 2), (Piece::Bishop, 2), (Piece::Knight, 2), (Piece::Pawn, 8)];

/// What pieces are worth by the usual count.
const POINTS: [(Piece, u32); 5] =
    [(Piece::Queen, 9), (Piece::Rook, 5), (Piece::Bishop, 3), (Piece::Knight, 3), (Piece::Pawn, 1)];

/// The site of a square.
pub(super) const fn site(square: Square) -> SiteId {
    SiteId(square as u16)
}

/// Where the pieces go that this seat takes.
const fn tray(seat: Seat) -> SiteId {
    SiteId(Square::NUM as u16 + seat.index() as u16)
}

const fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

fn man(color: Color, piece: Piece) -> Man {
    let letter: char = piece.into();
    let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
    Man { seat: seat_of(color), kind: name(piece), letter }
}

/// What this side has lost. A pawn that was promoted with a piece from the tray has taken its place there.
fn lost(at: &Position, color: Color) -> Vec<Man> {
    let here = |piece| at.board.colored_pieces(color, piece).len();
    let missing = |(piece, count): (Piece, u32)| vec![man(color, piece); count.saturating_sub(here(piece)) as usize];
    let all = 16 - at.board.colors(color).len() as usize;
    let mut lost: Vec<Man> = SET[..5].iter().copied().flat_map(missing).collect();
    lost.resize(all, man(color, Piece::Pawn));
    lost
}

/// Where the piece stands that a step takes.
fn victim(at: &Position, Step { from, to, .. }: Step) -> Option<Square> {
    let passing = at.board.piece_on(from) == Some(Piece::Pawn) && Some(to) == at.passed_square();
    let place = if passing { Square::new(to.file(), from.rank()) } else { to };
    at.board.piece_on(place).map(|_| place)
}

/// A row of a FEN.
fn row(squares: &[char]) -> String {
    let mut row = String::new();
    let mut empty = 0;
    for square in squares.iter().chain(&['/']) {
        if *square == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            row += &std::mem::take(&mut empty).to_string();
        }
        row.push(*square);
    }
    row.pop();
    row
}

impl Show for Chess {
    fn lesson(&self) -> Option<&'static rules::Lesson> {
        Some(rules::lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        let [white, black] = match man.kind {
            "king" => ["ch-k1", "ch-k2"],
            "queen" => ["ch-q1", "ch-q2"],
            "rook" => ["ch-r1", "ch-r2"],
            "bishop" => ["ch-b1", "ch-b2"],
            "knight" => ["ch-n1", "ch-n2"],
            _ => ["ch-p1", "ch-p2"],
        };
        Drawing::Symbol(if man.seat == Seat::FIRST { white } else { black })
    }

    fn board(&self) -> Board {
        let mut board = Board::of_squares::<8, 8>(|square| if square.is_dark() { "dark" } else { "light" });
        board.add_trays("taken by");
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        let mut placed = Vec::new();
        for color in Color::ALL {
            for square in at.board.colors(color) {
                let men = at.board.piece_on(square).map(|piece| man(color, piece)).into_iter().collect();
                placed.push(Placed { site: site(square), men });
            }
            placed.push(Placed { site: tray(seat_of(!color)), men: lost(at, color) });
        }
        placed
    }

    fn men(&self) -> Vec<Man> {
        let side = |color| SET.map(|(piece, _)| man(color, piece));
        [side(Color::White), side(Color::Black)].concat()
    }

    /// What a side has on the board by the usual count: queen nine, rook five, bishop and knight three, pawn one.
    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let points = |color| {
            let worth = |(piece, value): (Piece, u32)| value * at.board.colored_pieces(color, piece).len();
            POINTS.into_iter().map(worth).sum::<u32>()
        };
        let color = if seat == Seat::FIRST { Color::White } else { Color::Black };
        let (own, other) = (points(color), points(!color));
        let in_check = at.board.side_to_move() == color && !at.board.checkers().is_empty();
        let more = match own.checked_sub(other) {
            _ if in_check => "in check".to_string(),
            Some(ahead) if ahead > 0 => format!("{ahead} ahead"),
            _ => String::new(),
        };
        Some(Standing::new(own as usize, "points", more).close_if(in_check))
    }

    fn clicks(&self, _: &Position, step: Step) -> Vec<SiteId> {
        vec![site(step.from), site(step.to)]
    }

    fn attempt(&self, at: &Position, clicks: &[SiteId]) -> Option<Step> {
        let [from, to] = clicks else { return None };
        let (from, to) = (Square::try_index(from.index())?, Square::try_index(to.index())?);
        let last = Rank::Eighth.relative_to(at.board.side_to_move());
        let pawn = at.own().has(from) && at.board.piece_on(from) == Some(Piece::Pawn);
        Some(Step { from, to, promotion: (pawn && to.rank() == last).then_some(Piece::Queen) })
    }

    fn effects(&self, at: &Position, step: Step) -> Vec<Beat> {
        let mut beat = vec![Effect::Move { from: site(step.from), to: site(step.to) }];
        if let Some(file) = at.castling(step.from, step.to).and_then(|castling| castling.rook) {
            // The rook comes to stand between the king's two squares.
            let between = cozy_chess::get_between_rays(step.from, step.to).next_square();
            let corner = site(Square::new(file, step.from.rank()));
            beat.extend(between.map(|square| Effect::Move { from: corner, to: site(square) }));
        } else if let Some(square) = victim(at, step) {
            beat.push(Effect::Take { from: site(square), to: tray(at.seat()) });
        }
        let mut beats = vec![beat];
        if step.promotion.is_some() {
            // A piece of that kind may come from among those lost, and the pawn goes there instead.
            beats.push(vec![Effect::Change { at: site(step.to) }, Effect::Change { at: tray(at.seat().other()) }]);
        }
        beats
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Position) -> Result<Position, Unreadable> {
        let mut squares = ['.'; Square::NUM];
        for (site, man) in singles(men).filter(|(site, _)| site.index() < Square::NUM) {
            squares[(7 - site.index() / 8) * 8 + site.index() % 8] = man.letter;
        }
        let rows: Vec<String> = squares.chunks(8).map(row).collect();
        let (rows, mover) = (rows.join("/"), if to_move == Seat::FIRST { 'w' } else { 'b' });
        // Castling stays possible where it was, as far as king and rook still stand for it.
        let stands = |right: &char| {
            let home = if right.is_uppercase() { 56 } else { 0 };
            let (king, rook) = if right.is_uppercase() { ('K', 'R') } else { ('k', 'r') };
            let corner = if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
            squares[home + 4] == king && squares[home + corner] == rook
        };
        let text = from.to_string();
        let castling: String = text.split(' ').nth(2).unwrap_or("-").chars().filter(stands).collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        format!("{rows} {mover} {castling} - 0 1").parse()
    }
}

impl Words for Chess {
    fn ends(&self, at: &Position, outcome: Outcome, clause: Clause) -> Option<Ending> {
        let king = site(at.board.king(at.board.side_to_move()));
        let words = match (clause, outcome) {
            (CHECKMATE, Outcome::Win(winner)) => format!("{} is checkmated.", Self::seat_name(winner.other())),
            (STALEMATE, _) => format!("{} is not in check and has no move.", Self::seat_name(at.seat())),
            _ => return None,
        };
        Some(Ending { words, sites: vec![king] })
    }

    fn say(&self, at: &Position, step: Step) -> String {
        let (seat, san) = (Self::seat_name(at.seat()), san(at, step));
        let Step { from, to, promotion } = step;
        let way = if at.castling(from, to).is_some() {
            let wing = if from.file() < to.file() { "king's" } else { "queen's" };
            format!("castling on the {wing} side")
        } else {
            format!("{} from {from} to {to}", at.board.piece_on(from).map_or("piece", name))
        };
        let taken = victim(at, step).and_then(|square| at.board.piece_on(square));
        let taking = taken.map_or(String::new(), |piece| format!(", taking a {}", name(piece)));
        let becoming = promotion.map_or(String::new(), |piece| format!(", becoming a {}", name(piece)));
        let check = match san.chars().last() {
            Some('#') => ", checkmate",
            Some('+') => ", check",
            _ => "",
        };
        format!("{seat} plays {san}: {way}{taking}{becoming}{check}.")
    }

    fn prompt(&self, at: &Position) -> String {
        let seat = Self::seat_name(at.seat());
        match self.survey(at, &mut Vec::new()) {
            Status::Over(Outcome::Win(_), _) => format!("{seat} is checkmated."),
            Status::Over(..) => format!("{seat} is stalemated: a draw."),
            _ if !at.board.checkers().is_empty() => format!("{seat} to move, and in check."),
            _ => format!("{seat} to move."),
        }
    }
}
