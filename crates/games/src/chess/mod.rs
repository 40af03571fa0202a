//! Chess by FIDE's rules. The crate `cozy-chess` says which moves are legal; why the others are not is
//! said in `diagnosis.rs`.

mod diagnosis;
mod evaluate;
mod exchange;
mod notation;
mod pawns;
mod position;
mod show;
mod squares;
#[cfg(test)]
mod tests;
mod tiers;
mod weights;

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Move, Piece, Rank, Square};
pub use notation::{Step, san};
pub use position::Position;
use rules::prelude::*;

clauses! {
    OWN_PIECE = "2.1" => NotYours,
    NOT_ON_OWN = "2.2" => Occupied,
    KING_MOVE = "2.3" => Reach,
    QUEEN_MOVE = "2.4" => Reach,
    ROOK_MOVE = "2.5" => Reach,
    BISHOP_MOVE = "2.6" => Reach,
    KNIGHT_MOVE = "2.7" => Reach,
    PAWN_MOVE = "2.8" => Reach,
    PAWN_STOPPED = "2.8" => InTheWay,
    NO_LEAPING = "2.9" => InTheWay,
    PAWN_TAKES = "3.1" => Says("There is nothing to take on {to}."),
    EN_PASSANT = "3.2" => Says("The pawn on {at} did not come there by two squares just now."),
    PROMOTION = "3.3" => Says("A pawn, and only a pawn, becomes another piece on the last rank, and must."),
    CASTLING_RIGHT = "3.4" => Says("The king or that rook has moved already."),
    CASTLING_CLEAR = "3.5" => InTheWay,
    CASTLING_SAFE = "3.6" => Says("{at} is attacked."),
    KING_SAFE = "3.7" => Says("The king on {at} would be in check."),
    CHECKMATE = "4.1" => Says("{loser} is checkmated."),
    STALEMATE = "4.2" => Says("{mover} is not in check and has no move."),
    FIFTY_MOVES = "4.4" => Says("Fifty moves by each side have changed nothing."),
    THREEFOLD = "4.5" => Says("The same position stands for the third time."),
}

/// Clause 4.3, by which a match is drawn; steps are left in such a position, so no example ends by it.
pub const DEAD_POSITION: Clause = Clause::new("4.3");

/// Fifty moves by each side.
const QUIET_TURNS: u32 = 100;

/// Chess. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Game for Chess {
    const ABOUT: About = About {
        id: "chess",
        name: "Chess",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 1,
        line: "The royal game, by the rules of today.",
        card: Card {
            minutes: (20, 60),
            difficulty: Difficulty::Deep,
            themes: &["taking"],
            known: None,
            showpiece: Some("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5"),
        },
    };

    fn with(_: &Chosen) -> Chess {
        Chess
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Chess {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Step;

    fn start(&self) -> Position {
        Position::default()
    }

    fn status(&self, at: &Position) -> Status {
        Status::Turn(at.seat())
    }

    fn stuck(&self, at: &Position) -> Status {
        if at.board.checkers().is_empty() {
            Status::Over(Outcome::Draw, STALEMATE)
        } else {
            Status::Over(Outcome::Win(at.seat().other()), CHECKMATE)
        }
    }

    fn candidates(&self, at: &Position, out: &mut Vec<Step>) {
        let last = Rank::Eighth.relative_to(at.board.side_to_move());
        for from in at.own() {
            for to in !BitBoard::EMPTY {
                out.push(Step { from, to, promotion: None });
                if at.board.piece_on(from) == Some(Piece::Pawn) && to.rank() == last {
                    let promotions = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
                    out.extend(promotions.map(|piece| Step { from, to, promotion: Some(piece) }));
                }
            }
        }
    }

    fn judge(&self, at: &Position, step: Step) -> Legality {
        // What cozy-chess writes as taking one's own rook is castling, and nobody else's step.
        if !at.own().has(step.to) && at.board.is_legal(at.as_move(step)) {
            Ok(())
        } else {
            Err(diagnosis::why_not(at, step))
        }
    }

    fn steps(&self, at: &Position, out: &mut Vec<Step>) {
        at.board.generate_moves(|moves| {
            out.extend(moves.into_iter().map(|played| at.as_step(played)));
            false
        });
    }

    fn apply(&self, at: &mut Position, step: Step) {
        at.board.play_unchecked(at.as_move(step));
    }

    /// The board keeps its hash up to date move by move; it leaves the clocks out, as `repetition_position` does.
    fn key(&self, at: &Position) -> u64 {
        if at.can_take_in_passing() { at.board.hash() } else { at.board.hash_without_ep() }
    }
}

impl Count for Chess {
    fn turns(&self, at: &Position, _: &mut Spare<Step>) -> u64 {
        let mut turns = 0;
        at.board.generate_moves(|moves| {
            turns += moves.len() as u64;
            false
        });
        turns
    }
}

impl Notation for Chess {
    fn score(&self, at: &Position, turn: &[Step]) -> String {
        turn.iter().map(|step| notation::san(at, *step)).collect()
    }

    fn read(&self, at: &Position, text: &str) -> ParsedSteps<Step> {
        notation::read(self, at, text)
    }
}

impl MatchRules for Chess {
    fn draws(&self) -> Draws {
        Draws { repetition: Some(THREEFOLD), length: None, quiet: Some((QUIET_TURNS, FIFTY_MOVES)) }
    }

    fn quiet(&self, at: &Position, step: Step) -> bool {
        at.board.piece_on(step.from) != Some(Piece::Pawn) && at.board.piece_on(step.to).is_none()
    }

    /// Bare kings, one knight, or bishops that all run on squares of one colour.
    fn dead(&self, at: &Position) -> Option<Clause> {
        let of = |piece| at.board.pieces(piece);
        let heavy = of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen);
        let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
        let one_knight = knights.len() == 1 && bishops.is_empty();
        let one_colour = bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
        let dead = heavy.is_empty() && (one_knight || knights.is_empty() && one_colour);
        dead.then_some(DEAD_POSITION)
    }

    /// By FIDE's definition: no clocks, and the square of a capture in passing only if there is one.
    fn repetition_position(&self, at: &Position) -> Position {
        let mut print = BoardBuilder::from_board(&at.board);
        (print.halfmove_clock, print.fullmove_number) = (0, 1);
        if !at.can_take_in_passing() {
            print.en_passant = None;
        }
        Position { board: print.build().expect("a board stays one without its clocks") }
    }
}

/// Where a king castles from and to: his square, his goal, and the rook's.
struct Castling {
    king: Square,
    goal: Square,
    /// The file of the rook, as long as neither has moved.
    rook: Option<File>,
}

impl Position {
    fn seat(&self) -> Seat {
        seat_of(self.board.side_to_move())
    }

    /// The pieces of the side to move.
    fn own(&self) -> BitBoard {
        self.board.colors(self.board.side_to_move())
    }

    /// Castling on the king's side, then on the queen's.
    fn castlings(&self) -> [Castling; 2] {
        let side = self.board.side_to_move();
        let rights = self.board.castle_rights(side);
        let home = Rank::First.relative_to(side);
        let castling = |file, rook| Castling { king: Square::new(File::E, home), goal: Square::new(file, home), rook };
        [castling(File::G, rights.short), castling(File::C, rights.long)]
    }

    /// The castling that a king's step from here to there would be.
    fn castling(&self, from: Square, to: Square) -> Option<Castling> {
        let king = self.board.king(self.board.side_to_move());
        self.castlings().into_iter().find(|castling| king == from && castling.king == from && castling.goal == to)
    }

    /// A step in the words of cozy-chess, where a castling king takes his own rook.
    fn as_move(&self, Step { from, to, promotion }: Step) -> Move {
        let rook = self.castling(from, to).and_then(|castling| castling.rook);
        Move { from, to: rook.map_or(to, |file| Square::new(file, from.rank())), promotion }
    }

    fn as_step(&self, Move { from, to, promotion }: Move) -> Step {
        let castles = self.own().has(to);
        let goal = if from.file() < to.file() { File::G } else { File::C };
        Step { from, to: if castles { Square::new(goal, to.rank()) } else { to }, promotion }
    }

    /// The square that a pawn has just passed over.
    fn passed_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    fn can_take_in_passing(&self) -> bool {
        let pawns = self.board.colored_pieces(self.board.side_to_move(), Piece::Pawn);
        self.passed_square().is_some_and(|passed| self.board.generate_moves_for(pawns, |moves| moves.to.has(passed)))
    }
}

const fn seat_of(color: Color) -> Seat {
    match color {
        Color::White => Seat::FIRST,
        Color::Black => Seat::SECOND,
    }
}
