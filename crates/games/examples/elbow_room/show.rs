//! A row of chairs, and the men who still stand.

use super::{Chair, ElbowRoom, Row};
use rules::prelude::*;
use rules::show::heap;

impl Show for ElbowRoom {
    fn board(&self) -> Board {
        let mut board = Board::of_squares::<7, 1>(|_| "light");
        board.add_tray("in hand", Seat::FIRST);
        board
    }

    fn pieces(&self, row: &Row) -> Vec<Placed> {
        let man = Man { seat: Seat::FIRST, kind: "man", letter: 'x' };
        let placed = |place: Chair| Placed { site: place.into(), men: vec![man] };
        let hand = heap(SiteId(7), man, 7 - row.0.len() as usize);
        row.0.iter().map(placed).chain([hand]).collect()
    }

    fn clicks(&self, _: &Row, place: Chair) -> Vec<SiteId> {
        vec![place.into()]
    }

    fn attempt(&self, _: &Row, clicks: &[SiteId]) -> Option<Chair> {
        (clicks.len() == 1).then(|| Chair::from_index(clicks[0].index()))
    }

    fn effects(&self, _: &Row, place: Chair) -> Vec<Beat> {
        vec![vec![Effect::Place { from: SiteId(7), to: place.into() }]]
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Row) -> Result<Row, Unreadable> {
        let place = |site: SiteId| Chair::all().nth(site.index());
        Ok(Row(singles(men).filter_map(|(site, _)| place(site)).collect(), to_move))
    }
}

impl Words for ElbowRoom {
    fn say(&self, row: &Row, place: Chair) -> String {
        format!("{} sits down on {place}.", Self::seat_name(row.1))
    }
}
