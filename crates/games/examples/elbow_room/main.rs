//! Elbow Room: a toy game that shows how little a game needs. `cargo run --example elbow_room` holds the
//! laws against it; `CONTRIBUTING.md` tells the rest.
//!
//! In a game of the library this file is `mod.rs`, the game, its position and its step are `pub`, and `main` with the test of
//! the laws is left out, since `games!` tests the laws of every game.

mod evaluate;
mod show;

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
