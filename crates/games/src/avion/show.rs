//! The checkerboard, a tray for the pieces that are out, and one for a Traveler in the air.

use super::position::row_set;
use super::{Avion, CROSSED, Cell, Pending, PieceKind, Position, Step, first_row};
use rules::Clause;
use rules::prelude::{
    Beat, Board, Drawing, Effect, Ending, Game, Man, Outcome, Placed, Rules, Seat, Show, SiteId, Status, Unreadable,
    Words, singles,
};
use rules::show::{Standing, heap};

/// The squares come first among the sites, then each seat's two trays.
fn out_of_play(seat: Seat) -> SiteId {
    SiteId((Cell::COUNT + 2 * seat.index()) as u16)
}

fn in_the_air(seat: Seat) -> SiteId {
    SiteId((Cell::COUNT + 2 * seat.index() + 1) as u16)
}

fn cell(site: SiteId) -> Option<Cell> {
    (site.index() < Cell::COUNT).then(|| Cell::from_index(site.index()))
}

fn name_of(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Traveler => "Traveler",
        PieceKind::Sun => "Sun",
        PieceKind::Storm => "Storm",
    }
}

fn man(seat: Seat, kind: PieceKind) -> Man {
    let letter = if seat == Seat::FIRST { kind.letter() } else { kind.letter().to_ascii_lowercase() };
    Man { seat, kind: ["traveler", "sun", "storm"][kind as usize], letter }
}

/// Whose Traveler is in the air.
fn flyer(at: &Position) -> Option<Seat> {
    match at.pending {
        Pending::Nothing => None,
        Pending::Caught => Some(at.to_move.other()),
        Pending::Crossed => Some(at.to_move),
    }
}

fn crosses(at: &Position, from: Cell, to: Cell) -> bool {
    at.kind_on(at.to_move, from) == Some(PieceKind::Traveler) && to.row() == first_row(at.to_move.other())
}

impl Show for Avion {
    fn lesson(&self) -> Option<&'static rules::Lesson> {
        Some(rules::lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, man: &Man) -> Drawing {
        Drawing::BySeat(if man.kind == "traveler" { "trav" } else { man.kind })
    }

    fn board(&self) -> Board {
        let mut board = Board::of_squares(|square: Cell| if square.is_dark() { "dark" } else { "light" });
        for seat in Seat::all(2) {
            board.add_tray("out", seat);
            board.add_tray("in the air", seat);
        }
        board
    }

    fn pieces(&self, at: &Position) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in Seat::all(2) {
            let mut out = Vec::new();
            for kind in PieceKind::ALL {
                let men = at.of(seat, kind);
                let standing = men.iter().map(|square| Placed { site: square.into(), men: vec![man(seat, kind)] });
                pieces.extend(standing);
                let missing = (Position::START.of(seat, kind).len() - men.len()) as usize;
                let flying = usize::from(kind == PieceKind::Traveler && flyer(at) == Some(seat));
                out.extend(vec![man(seat, kind); missing - flying]);
            }
            pieces.push(Placed { site: out_of_play(seat), men: out });
            pieces.push(heap(in_the_air(seat), man(seat, PieceKind::Traveler), usize::from(flyer(at) == Some(seat))));
        }
        pieces
    }

    fn tally(&self, at: &Position, seat: Seat) -> Option<Standing> {
        let far = |square: Cell| usize::from(square.row().abs_diff(first_row(seat.other())));
        // A Traveler in the air begins anew.
        let rows = at.of(seat, PieceKind::Traveler).iter().map(far).min().unwrap_or(7);
        let crossed = at.crossings[seat.index()];
        let more = if self.travelers > 1 { format!("{crossed} of {} across", self.travelers) } else { String::new() };
        Some(Standing::new(rows, "rows to go", more).close_if(rows <= 2 && crossed + 1 >= self.travelers))
    }

    fn clicks(&self, _: &Position, step: Step) -> Vec<SiteId> {
        match step {
            Step::Move { from, to, .. } => vec![from.into(), to.into()],
            Step::Put(square) => vec![square.into()],
            Step::Pass => Vec::new(),
        }
    }

    fn attempt(&self, at: &Position, clicks: &[SiteId]) -> Option<Step> {
        match *clicks {
            [square] if at.pending != Pending::Nothing => cell(square).map(Step::Put),
            [from, to] if at.pending == Pending::Nothing => {
                let (from, to) = (cell(from)?, cell(to)?);
                let takes = at.kind_on(at.to_move.other(), to).is_some();
                Some(Step::Move { from, to, takes })
            }
            _ => None,
        }
    }

    fn effects(&self, at: &Position, step: Step) -> Vec<Beat> {
        match step {
            Step::Move { from, to, .. } => {
                let other = at.to_move.other();
                let mut beats = vec![vec![Effect::Move { from: from.into(), to: to.into() }]];
                if let Some(met) = at.kind_on(other, to) {
                    let tray = if met == PieceKind::Traveler { in_the_air(other) } else { out_of_play(other) };
                    beats.push(vec![Effect::Take { from: to.into(), to: tray }]);
                }
                let mut next = *at;
                self.apply(&mut next, step);
                if next.pending == Pending::Crossed {
                    beats.push(vec![Effect::Take { from: to.into(), to: in_the_air(at.to_move) }]);
                }
                beats
            }
            Step::Put(square) => {
                let owner = flyer(at).unwrap_or(at.to_move);
                vec![vec![Effect::Place { from: in_the_air(owner), to: square.into() }]]
            }
            Step::Pass => Vec::new(),
        }
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Position) -> Result<Position, Unreadable> {
        let placed = singles(men).filter_map(|(site, standing)| {
            let kind = PieceKind::ALL.into_iter().find(|kind| man(standing.seat, *kind) == standing)?;
            (site.index() < Cell::COUNT).then(|| (Cell::from_index(site.index()), standing.seat, kind))
        });
        from.with_pieces(to_move, placed)
    }
}

impl Words for Avion {
    fn ends(&self, at: &Position, outcome: Outcome, clause: Clause) -> Option<Ending> {
        let (Outcome::Win(winner), CROSSED) = (outcome, clause) else { return None };
        let across = at.of(winner, PieceKind::Traveler) & row_set(first_row(winner.other()));
        let sites = across.iter().map(SiteId::from).collect();
        Some(Ending { words: format!("{} has brought a Traveler across.", Self::seat_name(winner)), sites })
    }

    fn say(&self, at: &Position, step: Step) -> String {
        let (name, other) = (Self::seat_name(at.to_move), Self::seat_name(at.to_move.other()));
        match step {
            Step::Move { from, to, .. } => {
                let piece = at.kind_on(at.to_move, from).map_or("piece", name_of);
                let meeting = match at.kind_on(at.to_move.other(), to) {
                    None => String::new(),
                    Some(PieceKind::Traveler) => format!(" and catches {other}'s Traveler"),
                    Some(kind) => format!(" and takes {other}'s {}", name_of(kind)),
                };
                let crossed = if crosses(at, from, to) { ": it has crossed" } else { "" };
                format!("{name} moves the {piece} on {from} to {to}{meeting}{crossed}.")
            }
            Step::Put(square) if at.pending == Pending::Crossed => {
                format!("{name} brings the Traveler back to {square}.")
            }
            Step::Put(square) => format!("{name} puts {other}'s Traveler on {square}."),
            Step::Pass => format!("{name} has no move and passes."),
        }
    }

    fn prompt(&self, at: &Position) -> String {
        let (name, other) = (Self::seat_name(at.to_move), Self::seat_name(at.to_move.other()));
        match self.status(at) {
            Status::Over(Outcome::Win(winner), _) => format!("{} has crossed and won.", Self::seat_name(winner)),
            Status::Over(..) => "Nobody can move: a draw.".to_string(),
            Status::Continue(_) if at.pending == Pending::Crossed => {
                format!("{name} has crossed: put the Traveler back on the starting row.")
            }
            Status::Continue(_) => {
                format!(
                    "{name} has caught {other}'s Traveler: put it on an empty square, but not on {name}'s first row."
                )
            }
            Status::Turn(_) if !at.can_move() => format!("{name} has no move and passes."),
            Status::Turn(_) => format!("{name} moves a piece one or two squares, straight."),
        }
    }
}
