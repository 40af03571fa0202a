//! Elbow Room: a toy game that shows how little a game needs. `cargo run --example elbow_room` holds the
//! laws against it; `CONTRIBUTING.md` tells the rest.

mod evaluate;

use rules::prelude::*;

clauses! { EMPTY = "2.1", ELBOW_ROOM = "2.2", NO_ROOM_LOSES = "4.1" }

struct ElbowRoom;

/// Seven squares in a row.
type Chair = Square<7, 1>;

/// Where men sit, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Row(Squares<Chair>, Seat);

impl Game for ElbowRoom {
    const ABOUT: About = About {
        id: "elbow-room",
        name: "Elbow Room",
        year: None,
        source: "Parlour",
        seats: &["First", "Second"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Find a place with nobody beside you.",
        card: Card::PLAIN,
    };

    fn with(_: &Chosen) -> ElbowRoom {
        ElbowRoom
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for ElbowRoom {
    const SEATS: usize = 2;
    type Position = Row;
    type Step = Chair;

    fn start(&self) -> Row {
        Row(Squares::EMPTY, Seat::FIRST)
    }

    fn status(&self, row: &Row) -> Status {
        Status::Turn(row.1)
    }

    fn stuck(&self, row: &Row) -> Status {
        Status::Over(Outcome::Win(row.1.other()), NO_ROOM_LOSES)
    }

    fn candidates(&self, _: &Row, out: &mut Vec<Chair>) {
        out.extend(Chair::all());
    }

    fn judge(&self, row: &Row, place: Chair) -> Legality {
        ensure(!row.0.contains(place), EMPTY)?;
        ensure(
            ![(-1, 0), (1, 0)].iter().filter_map(|way| place.step(*way)).any(|beside| row.0.contains(beside)),
            ELBOW_ROOM,
        )
    }

    fn apply(&self, row: &mut Row, place: Chair) {
        *row = Row(row.0.with(place), row.1.other());
    }
}

impl Count for ElbowRoom {}
impl Notation for ElbowRoom {}
impl MatchRules for ElbowRoom {}

/// `1/x......`: the seat to move and the row.
impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.1)?;
        grid::write_rows::<7, 1>(f, |place| self.0.contains(place).then_some('x'))
    }
}

impl FromStr for Row {
    type Err = Unreadable;
    fn from_str(text: &str) -> Result<Row, Unreadable> {
        let expected = || Unreadable::expected("the seat to move and seven squares: 1/x......");
        let (seat, row) = text.split_once('/').ok_or_else(expected)?;
        let row = grid::read_rows::<7, 1>(row)?;
        let men: Option<Squares<Chair>> = row.iter().map(|(place, man)| (*man == 'x').then_some(*place)).collect();
        Ok(Row(men.ok_or_else(expected)?, Seat::read(seat, 2).ok_or_else(expected)?))
    }
}

impl Show for ElbowRoom {
    fn board(&self) -> Board {
        let mut board = Board::of_squares::<7, 1>(|_| "light");
        board.add_tray("in hand", Seat::FIRST);
        board
    }

    fn pieces(&self, row: &Row) -> Vec<Placed> {
        let man = Man { seat: Seat::FIRST, kind: "man", letter: 'x' };
        let placed = |place: Chair| Placed { site: place.into(), men: vec![man] };
        let hand = rules::show::heap(SiteId(7), man, 7 - row.0.len() as usize);
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

fn main() {
    rules::laws::obey(&ElbowRoom, rules::laws::Inspection::of(100, 1)).expect("the laws hold");
    rules::laws::obey_rulebook(&ElbowRoom).expect("the rulebook tells the truth");
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::alpha_beta::Searcher;
    use search::transposition::TranspositionTable;
    use search::{Limits, SearchOptions};

    #[test]
    fn the_laws_hold() {
        main();
    }

    #[test]
    fn whoever_takes_the_middle_wins() {
        let limits = Limits { depth: 10, nodes: 10_000, stop: &|| false };
        let table = TranspositionTable::with_bytes(1 << 16);
        let mut searcher = Searcher::new(&ElbowRoom, &table, SearchOptions::BEST, limits, Vec::new());
        let best = searcher.search(&ElbowRoom.start(), &mut |_| ()).expect("the game is not over");
        assert_eq!((best.steps[0].to_string().as_str(), best.proved()), ("d1", Some(3)));
    }
}
