//! The checkerboard, with a tray for the pieces that have crossed it.

use super::position::LETTERS;
use super::{Eight, FOUR, Field, Squares, Step, WAYS, Yumph, far_row};
use crate::hops::{self, Hops, neighbours};
use rules::prelude::*;

/// The squares come first among the sites, then each seat's tray.
fn off(seat: Seat) -> SiteId {
    SiteId(Eight::COUNT as u16 + seat.index() as u16)
}

fn man(seat: Seat) -> Man {
    Man { seat, kind: "man", letter: LETTERS[seat.index()].0 }
}

fn king(seat: Seat) -> Man {
    Man { seat, kind: "king", letter: LETTERS[seat.index()].1 }
}

/// The hops of a legal step, none for a step to a neighbour.
fn route(at: &Field, from: Eight, to: Eight) -> Vec<[Eight; 3]> {
    if neighbours(&WAYS, Squares::of(from)).contains(to) {
        return Vec::new();
    }
    let is_man = at.men[at.to_move.index()].contains(from);
    let hops = if is_man && !at.is_blocked(at.to_move) { at.man_hops(at.to_move) } else { at.king_hops(at.to_move) };
    let first = if at.compelled().is_empty() { at.everybody() } else { at.pieces(at.to_move.other()) };
    Hops { over: hops.over & !Squares::of(from), ..hops }.route(from, to, first)
}

impl Show for Yumph {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, _: &Man) -> Drawing {
        Drawing::Drum
    }

    fn board(&self) -> Board {
        let mut board = Board::of_squares::<8, 8>(|square| if square.is_dark() { "dark" } else { "light" });
        board.add_trays("across");
        board
    }

    fn pieces(&self, at: &Field) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let mut across = Vec::new();
            for (set, man) in [(at.men[seat.index()], man(seat)), (at.kings[seat.index()], king(seat))] {
                pieces.extend(set.iter().map(|square| Placed { site: square.into(), men: vec![man] }));
                across.extend((set.len()..FOUR).map(|_| man));
            }
            pieces.push(Placed { site: off(seat), men: across });
        }
        pieces
    }

    fn tally(&self, at: &Field, seat: Seat) -> Option<Standing> {
        let left = (at.men[seat.index()] | at.kings[seat.index()]).len() as usize;
        Some(Standing::new(left, "to bring across", "").close_if(left == 1))
    }

    fn clicks(&self, _: &Field, step: Step) -> Vec<SiteId> {
        match step {
            Step::Go(from, to) => vec![from.into(), to.into()],
            Step::Pass => Vec::new(),
        }
    }

    fn attempt(&self, _: &Field, clicks: &[SiteId]) -> Option<Step> {
        let [from, to] = clicks else { return None };
        let square = |site: &SiteId| Eight::all().nth(site.index());
        Some(Step::Go(square(from)?, square(to)?))
    }

    fn effects(&self, at: &Field, step: Step) -> Vec<Beat> {
        let Step::Go(from, to) = step else { return Vec::new() };
        let mut beats = hops::beats(from, to, &route(at, from, to));
        if far_row(at.to_move).contains(to) {
            beats.push(vec![Effect::Take { from: to.into(), to: off(at.to_move) }]);
        }
        beats
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Field) -> Result<Field, Unreadable> {
        let (mut ranks, unmoved) = ([[Squares::EMPTY; 2]; 2], from.unmoved);
        for (site, piece) in singles(men) {
            ranks[usize::from(piece.kind == "king")][piece.seat.index()].extend(Eight::all().nth(site.index()));
        }
        let [men, kings] = ranks;
        // Who stands where he stood has not moved since.
        let unmoved = (0..2).map(|seat| kings[seat] & from.kings[seat] & unmoved).collect();
        first_sound([from.passes, 0].map(|passes| Field { men, kings, unmoved, to_move, passes }.check()))
    }
}

impl Words for Yumph {
    fn say(&self, at: &Field, step: Step) -> String {
        let side = Self::seat_name(at.to_move);
        let Step::Go(from, to) = step else { return format!("{side} cannot move and passes.") };
        let landings: Vec<Eight> = route(at, from, to).into_iter().map(|[_, _, to]| to).collect();
        let told = hops::tell(from, to, &landings, false);
        if far_row(at.to_move).contains(to) {
            format!("{side} {} and off the board.", told.trim_end_matches('.'))
        } else {
            format!("{side} {told}")
        }
    }

    fn prompt(&self, at: &Field) -> String {
        let side = Self::seat_name(at.to_move);
        match self.status(at) {
            Status::Over(Outcome::Win(seat), _) => format!("{} has crossed with all pieces.", Self::seat_name(seat)),
            Status::Over(Outcome::Draw, _) => "Neither side can move: a draw.".to_string(),
            _ if !at.compelled().is_empty() => {
                format!("{side} must hop: a king that has not moved yet can hop over an opposing piece.")
            }
            _ if at.must_pass(at.to_move) => format!("{side} cannot move and must pass."),
            _ if at.is_blocked(at.to_move) => {
                format!("{side} is blocked: for this turn all its pieces move like kings.")
            }
            _ => format!("{side} moves a piece one square, or hops over other pieces."),
        }
    }
}
