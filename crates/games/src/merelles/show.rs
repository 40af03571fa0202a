//! Three squares, one inside the other, joined at the middles of their sides.

use super::points::{COUNT, Point, Points, ROW_SETS, ROWS};
use super::position::LETTERS;
use super::{Merelles, Mill, NINE, Step};
use rules::prelude::*;
use rules::show::heap;

/// Where the points stand on a net of seven by seven: the columns of each line from the top.
const COLUMNS: [&[u8]; 7] =
    [&[0, 3, 6], &[1, 3, 5], &[2, 3, 4], &[0, 1, 2, 4, 5, 6], &[2, 3, 4], &[1, 3, 5], &[0, 3, 6]];

const KINDS: [&str; 2] = ["pawn", "bishop"];

/// After the points: the two hands, then the men each side has taken.
fn hand(seat: Seat) -> SiteId {
    SiteId(u16::from(COUNT) + seat.index() as u16)
}

fn taken_by(seat: Seat) -> SiteId {
    SiteId(u16::from(COUNT) + 2 + seat.index() as u16)
}

fn man(seat: Seat) -> Man {
    Man { seat, kind: KINDS[seat.index()], letter: LETTERS[seat.index()] }
}

impl Show for Merelles {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn board(&self) -> Board {
        let mut board = Board { width: 7.0, height: 7.0, ..Board::default() };
        let places = (0u8..).zip(COLUMNS).flat_map(|(line, columns)| columns.iter().map(move |column| (*column, line)));
        for (point, (column, line)) in Point::all().zip(places) {
            let (x, y) = (f32::from(column) + 0.5, f32::from(line) + 0.5);
            board.add(Site { name: point.to_string(), x, y, kind: SiteKind::Point, ground: "point" });
        }
        let site = |number: u8| SiteId(u16::from(number) - 1);
        for [first, middle, last] in ROWS {
            board.lines.extend([(site(first), site(middle)), (site(middle), site(last))]);
        }
        for name in ["in hand", "taken by"] {
            board.add_trays(name);
        }
        board
    }

    fn pieces(&self, at: &Mill) -> Vec<Placed> {
        let mut pieces = Vec::new();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let standing = at.men[seat.index()].iter();
            pieces.extend(standing.map(|point| Placed { site: point.into(), men: vec![man(seat)] }));
            pieces.push(heap(hand(seat), man(seat), at.in_hand[seat.index()].into()));
            pieces.push(heap(taken_by(seat.other()), man(seat), (NINE - at.men_left(seat)).into()));
        }
        pieces
    }

    fn tally(&self, at: &Mill, seat: Seat) -> Option<Standing> {
        let left = usize::from(at.men_left(seat));
        Some(Standing::new(left, "men", "loses at 2").close_if(left == 3))
    }

    fn joined(&self, at: &Mill) -> Vec<(Seat, Vec<SiteId>)> {
        let closed = |seat: Seat| {
            let men = at.men[seat.index()];
            let rows = ROW_SETS.iter().zip(&ROWS).filter(move |(set, _)| men & **set == **set);
            rows.map(move |(_, row)| (seat, row.map(|point| SiteId(u16::from(point) - 1)).to_vec()))
        };
        [Seat::FIRST, Seat::SECOND].into_iter().flat_map(closed).collect()
    }

    fn clicks(&self, _: &Mill, step: Step) -> Vec<SiteId> {
        match step {
            Step::Place(point) | Step::Take(point) => vec![point.into()],
            Step::Move(from, to) => vec![from.into(), to.into()],
        }
    }

    fn attempt(&self, at: &Mill, clicks: &[SiteId]) -> Option<Step> {
        let point = |site: &SiteId| Point::all().nth(site.index());
        match clicks {
            [site] if at.taking => point(site).map(Step::Take),
            [site] if at.places() => point(site).map(Step::Place),
            [from, to] if !at.taking && !at.places() => Some(Step::Move(point(from)?, point(to)?)),
            _ => None,
        }
    }

    fn effects(&self, at: &Mill, step: Step) -> Vec<Beat> {
        vec![vec![match step {
            Step::Place(to) => Effect::Place { from: hand(at.to_move), to: to.into() },
            Step::Move(from, to) => Effect::Move { from: from.into(), to: to.into() },
            Step::Take(man) => Effect::Take { from: man.into(), to: taken_by(at.to_move) },
        }]]
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, from: &Mill) -> Result<Mill, Unreadable> {
        let mut points = [Points::EMPTY; 2];
        for (site, man) in singles(men) {
            points[man.seat.index()].extend(Point::all().nth(site.index()));
        }
        let tries = [(from.in_hand, from.taking), (from.in_hand, false), ([NINE; 2], false), ([0; 2], false)];
        first_sound(tries.map(|(in_hand, taking)| Mill { men: points, in_hand, to_move, taking }.check()))
    }
}

impl Words for Merelles {
    fn say(&self, at: &Mill, step: Step) -> String {
        let side = Self::seat_name(at.to_move);
        match step {
            Step::Place(to) => format!("{side} place a man on {to}."),
            Step::Move(from, to) => format!("{side} move from {from} to {to}."),
            Step::Take(man) => format!("{side} have a row and take the man on {man}."),
        }
    }

    fn prompt(&self, at: &Mill) -> String {
        let side = Self::seat_name(at.to_move);
        match self.status(at) {
            Status::Over(..) => "The game is over: one side is down to two men.".to_string(),
            Status::Continue(_) => format!("{side} have made a row of three. Take a man of the other side."),
            Status::Turn(_) if at.places() => {
                let left = at.in_hand[at.to_move.index()];
                format!("{side} place a man on any empty point ({left} in hand).")
            }
            Status::Turn(_) if self.flying && at.men_left(at.to_move) == 3 => {
                format!("{side} have three men left and may fly: move one to any empty point.")
            }
            Status::Turn(_) => format!("{side} move a man along a line to the next point."),
        }
    }
}
