//! A row of fifteen diamonds; A takes from the left, B from the right.

use super::{FIFTEEN, PickMeUp, Row, Take};
use rules::prelude::*;
use rules::show::heap;

const PAWN: &str = "pawn";

/// The diamonds come first among the sites, then A's tray and B's.
fn tray(seat: Seat) -> SiteId {
    SiteId(u16::from(FIFTEEN) + seat.index() as u16)
}

/// The diamonds that a step would empty, in the order of taking.
fn diamonds(row: &Row, pawns: u8) -> Vec<SiteId> {
    let [first, second] = row.taken.map(u16::from);
    let from_own_end = |nth: u16| {
        let place = if row.to_move == Seat::FIRST { first + nth } else { u16::from(FIFTEEN) - 1 - second - nth };
        SiteId(place)
    };
    (0..u16::from(pawns.min(row.left()))).map(from_own_end).collect()
}

impl Show for PickMeUp {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn drawing(&self, _: &Man) -> Drawing {
        Drawing::BySeat("pawn")
    }

    fn board(&self) -> Board {
        let mut board = Board { width: FIFTEEN.into(), height: 1.0, ..Board::default() };
        for diamond in 1..=FIFTEEN {
            let x = f32::from(diamond) - 0.5;
            board.add(Site { name: diamond.to_string(), x, y: 0.5, kind: SiteKind::Cell, ground: "diamond" });
        }
        board.add_trays("taken");
        board
    }

    fn pieces(&self, row: &Row) -> Vec<Placed> {
        // The pawns belong to nobody; both colours are used, one after the other, as the sheet asks.
        let pawn = |nth: u16| Man { seat: Seat::new(nth as usize % 2), kind: PAWN, letter: 'p' };
        let left = u16::from(row.taken[0])..u16::from(FIFTEEN - row.taken[1]);
        let standing = left.map(|nth| Placed { site: SiteId(nth), men: vec![pawn(nth)] });
        let trays = [Seat::FIRST, Seat::SECOND].map(|seat| heap(tray(seat), pawn(0), row.taken[seat.index()].into()));
        standing.chain(trays).collect()
    }

    fn tally(&self, row: &Row, seat: Seat) -> Option<Standing> {
        let (left, taken) = (usize::from(row.left()), row.taken[seat.index()]);
        Some(Standing::new(left, "left", format!("{taken} taken")).close_if((1..=4).contains(&left)))
    }

    /// The farthest pawn to be taken: everything from the seat's own end up to it goes.
    fn clicks(&self, row: &Row, Take(pawns): Take) -> Vec<SiteId> {
        diamonds(row, pawns).last().copied().into_iter().collect()
    }

    fn attempt(&self, row: &Row, clicks: &[SiteId]) -> Option<Take> {
        let [diamond] = clicks else { return None };
        let reach = diamonds(row, FIFTEEN).iter().position(|site| site == diamond);
        // A diamond that is already empty asks for none.
        (diamond.index() < FIFTEEN.into()).then_some(Take(reach.map_or(0, |nth| nth as u8 + 1)))
    }

    fn effects(&self, row: &Row, Take(pawns): Take) -> Vec<Beat> {
        let to = tray(row.to_move);
        diamonds(row, pawns).into_iter().map(|from| vec![Effect::Take { from, to }]).collect()
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Row) -> Result<Row, Unreadable> {
        // Each end has been taken from as far as it is empty.
        let left = men.iter().filter(|placed| !placed.men.is_empty()).map(|placed| placed.site.0);
        let left: Vec<u8> = left.filter(|site| *site < FIFTEEN.into()).map(|site| site as u8).collect();
        let first = left.iter().min().map_or(FIFTEEN, |site| *site);
        let last = left.iter().max().map_or(0, |site| FIFTEEN - 1 - site);
        Ok(Row { taken: [first, last], to_move })
    }
}

impl Words for PickMeUp {
    fn say(&self, row: &Row, Take(pawns): Take) -> String {
        let left = row.left().saturating_sub(pawns);
        let pawn = if pawns == 1 { "pawn" } else { "pawns" };
        format!("{} takes {pawns} {pawn}, leaving {left}.", Self::seat_name(row.to_move))
    }

    fn prompt(&self, row: &Row) -> String {
        match self.status(row) {
            Status::Over(..) => "The last pawn is gone.".to_string(),
            _ => format!("{} takes one, two or three of the {} pawns left.", Self::seat_name(row.to_move), row.left()),
        }
    }
}
