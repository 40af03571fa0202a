//! A field with a corridor and coloured lodges on each of its four sides.

use super::field::{CORRIDORS, EVERY, FIELD, LODGES, Square, Squares, site};
use super::notation::by_column;
use super::position::LETTERS;
use super::rows::Rows;
use super::{Court, FOURTEEN, KingsMen, Step, TurnPhase, between};
use rules::prelude::*;
use rules::show::heap;

/// The squares come first among the sites; then each seat's hand, for a jumped enemy, and the tokens it
/// has taken off.
const SQUARES: u16 = EVERY.bits().count_ones() as u16;

fn hand(seat: Seat) -> SiteId {
    SiteId(SQUARES + seat.index() as u16)
}

fn taken_off(seat: Seat) -> SiteId {
    SiteId(SQUARES + 2 + seat.index() as u16)
}

fn token(seat: Seat) -> Man {
    Man { seat, kind: "token", letter: LETTERS[seat.index()] }
}

fn ground(square: Square) -> &'static str {
    match square {
        _ if FIELD.contains(square) => "field",
        _ if CORRIDORS.contains(square) => "corridor",
        _ if LODGES[0].contains(square) => "lodge-1",
        _ => "lodge-2",
    }
}

impl KingsMen {
    /// The thinning that a touched token asks for: the smallest that takes it off.
    fn thinning(self, at: &Court, moved: Square, touched: Square) -> Step {
        let choices = Rows::through(at.own(), moved).choices(self.protected);
        let fitting = choices.filter(|choice| choice.contains(touched));
        Step::Thin(fitting.min_by_key(|choice| choice.len()).unwrap_or_else(|| touched.into()))
    }
}

impl Show for KingsMen {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        Drawing::Symbol(["gules", "azure"][man.seat.index()])
    }

    fn board(&self) -> Board {
        let mut board = Board::edged::<11, 11>();
        for square in EVERY {
            let (x, y) = (f32::from(square.column()) + 0.5, 10.5 - f32::from(square.row()));
            board.add(Site { name: square.to_string(), x, y, kind: SiteKind::Cell, ground: ground(square) });
        }
        for name in ["in hand", "taken off by"] {
            board.add_trays(name);
        }
        board
    }

    fn pieces(&self, at: &Court) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let standing = at.tokens[seat.index()];
            pieces.extend(standing.iter().map(|square| Placed { site: site(square), men: vec![token(seat)] }));
            let jumped = at.count(seat) - standing.len();
            pieces.push(heap(hand(seat.other()), token(seat), jumped as usize));
            pieces.push(heap(taken_off(seat), token(seat), (FOURTEEN - at.count(seat)) as usize));
        }
        pieces
    }

    fn tally(&self, at: &Court, seat: Seat) -> Option<Standing> {
        let left = at.count(seat) as usize;
        let pips = Scale::Pips { all: FOURTEEN, decides_at: 2 };
        Some(Standing::new(left, "left", "wins at 2").close_if(left <= 4).on(pips))
    }

    /// A thinning is touched by a token that asks for it and for nothing smaller; others are buttons.
    fn clicks(&self, at: &Court, step: Step) -> Vec<SiteId> {
        match (step, at.phase) {
            (Step::Move(from, to) | Step::Jump(from, to), _) => vec![site(from), site(to)],
            (Step::Put(lodge), _) => vec![site(lodge)],
            (Step::Thin(removed), TurnPhase::Thin { moved, .. }) => {
                let asks = |touched: &Square| self.thinning(at, moved, *touched) == step;
                by_column(removed).find(asks).map(site).into_iter().collect()
            }
            (Step::Thin(_) | Step::Keep | Step::Pass, _) => Vec::new(),
        }
    }

    fn attempt(&self, at: &Court, clicks: &[SiteId]) -> Option<Step> {
        let square = |site: &SiteId| EVERY.iter().nth(site.index());
        match (at.phase, clicks) {
            (TurnPhase::Put { .. }, [lodge]) => square(lodge).map(Step::Put),
            (TurnPhase::Thin { moved, .. }, [touched]) => Some(self.thinning(at, moved, square(touched)?)),
            (TurnPhase::Move { .. }, [from, to]) => {
                let (from, to) = (square(from)?, square(to)?);
                let in_lodge = (LODGES[0] | LODGES[1]).contains(from);
                let jump = !in_lodge && between(from, to).is_some();
                Some(if jump { Step::Jump(from, to) } else { Step::Move(from, to) })
            }
            _ => None,
        }
    }

    fn effects(&self, at: &Court, step: Step) -> Vec<Beat> {
        match step {
            Step::Move(from, to) => vec![vec![Effect::Move { from: site(from), to: site(to) }]],
            Step::Jump(from, to) => between(from, to).map_or_else(Vec::new, |over| {
                let over = site(over);
                vec![
                    vec![Effect::Jump { from: site(from), over, to: site(to) }],
                    vec![Effect::Take { from: over, to: hand(at.to_move) }],
                ]
            }),
            Step::Put(lodge) => vec![vec![Effect::Place { from: hand(at.to_move), to: site(lodge) }]],
            Step::Thin(removed) => {
                let to = taken_off(at.to_move);
                vec![by_column(removed).map(|token| Effect::Take { from: site(token), to }).collect()]
            }
            Step::Keep | Step::Pass => Vec::new(),
        }
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Court) -> Result<Court, Unreadable> {
        let mut tokens = [Squares::EMPTY; 2];
        for (site, token) in singles(men) {
            let Some(square) = EVERY.iter().nth(site.index()) else { continue };
            tokens[token.seat.index()].insert(square);
        }
        let plain = (TurnPhase::Move { again: false }, 0);
        let tries = [(from.phase, from.passes), plain];
        first_sound(tries.map(|(phase, passes)| Court { tokens, to_move, phase, passes }.check()))
    }
}

impl Words for KingsMen {
    fn say(&self, at: &Court, step: Step) -> String {
        let side = Self::seat_name(at.to_move);
        match step {
            Step::Move(from, to) => format!("{side} moves from {from} to {to}."),
            Step::Jump(from, to) => {
                let over = between(from, to).map_or(String::new(), |over| format!(" over {over}"));
                format!("{side} jumps from {from}{over} to {to}.")
            }
            Step::Put(lodge) => format!("{side} sends the jumped token back to {lodge}."),
            Step::Thin(removed) => {
                let tokens: Vec<String> = by_column(removed).map(|token| token.to_string()).collect();
                format!("{side} takes off {}.", tokens.join(", "))
            }
            Step::Keep => format!("{side} leaves the row as it is."),
            Step::Pass => format!("{side} cannot move and passes."),
        }
    }

    fn prompt(&self, at: &Court) -> String {
        let side = Self::seat_name(at.to_move);
        match (self.status(at), at.phase) {
            (Status::Over(Outcome::Win(seat), _), _) => {
                format!("{} is down to two tokens and has won.", Self::seat_name(seat))
            }
            (Status::Over(Outcome::Draw, _), _) => "Neither side can move: a draw.".to_string(),
            (_, TurnPhase::Put { .. }) => {
                format!("{side} has jumped a token: put it on an empty lodge of its own colour.")
            }
            (_, TurnPhase::Thin { .. }) => {
                format!("{side} has formed a row: touch a token between its ends to thin it, or keep it whole.")
            }
            (_, TurnPhase::Move { again: true }) => format!("{side} has jumped and moves once more, with any token."),
            (_, TurnPhase::Move { again: false }) if self.can_move(at) => format!("{side} moves a token or jumps."),
            (_, TurnPhase::Move { again: false }) => format!("{side} has no move and must pass."),
        }
    }
}
