//! Pick-Me-Up: take one to three pawns of fifteen; whoever takes the last one loses.

mod evaluate;
mod show;
mod tiers;

use rules::prelude::*;

clauses! { ONE_TO_THREE = "2.1" => Says("One, two or three pawns are taken."), NO_MORE_THAN_LEFT = "2.2" => Says("There are not so many pawns left."), LAST_PAWN_LOSES = "4.1" => Says("{loser} has taken the last pawn.") }

/// How many pawns stand in the row at first.
const FIFTEEN: u8 = 15;

/// Pick-Me-Up. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct PickMeUp;

/// The row of pawns. Each seat has an end of its own, so what a seat has taken shows in the row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    taken: [u8; 2],
    to_move: Seat,
}

/// Take so many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(u8);

impl Row {
    fn left(&self) -> u8 {
        FIFTEEN - self.taken[0] - self.taken[1]
    }
}

impl Game for PickMeUp {
    const ABOUT: About = About {
        id: "pick-me-up",
        name: "Pick-Me-Up",
        year: None,
        source: "The Library of Games",
        seats: &["A", "B"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Take up to three; leave the last one.",
        card: Card {
            minutes: (1, 3),
            difficulty: Difficulty::Easy,
            themes: &["counting"],
            known: Some("Solved: there is a system"),
            showpiece: Some("1/2/3"),
        },
    };

    fn with(_: &Chosen) -> PickMeUp {
        PickMeUp
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for PickMeUp {
    const SEATS: usize = 2;
    type Position = Row;
    type Step = Take;

    fn start(&self) -> Row {
        Row { taken: [0, 0], to_move: Seat::FIRST }
    }

    fn status(&self, row: &Row) -> Status {
        match row.left() {
            // Whoever would play next has left the last pawn to the other.
            0 => Status::Over(Outcome::Win(row.to_move), LAST_PAWN_LOSES),
            _ => Status::Turn(row.to_move),
        }
    }

    fn stuck(&self, row: &Row) -> Status {
        self.status(row)
    }

    fn candidates(&self, _: &Row, out: &mut Vec<Take>) {
        out.extend((1..=3).map(Take));
    }

    fn judge(&self, row: &Row, Take(pawns): Take) -> Legality {
        ensure((1..=3).contains(&pawns), ONE_TO_THREE)?;
        ensure(pawns <= row.left(), NO_MORE_THAN_LEFT)
    }

    fn apply(&self, row: &mut Row, Take(pawns): Take) {
        row.taken[row.to_move.index()] += pawns;
        row.to_move = row.to_move.other();
    }
}

impl Count for PickMeUp {}
impl Notation for PickMeUp {}
impl MatchRules for PickMeUp {}

/// `1/0/0`: the seat to move, then how many pawns each seat has taken.
impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.to_move, self.taken[0], self.taken[1])
    }
}

impl FromStr for Row {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Row, Unreadable> {
        let expected = || Unreadable::expected("the seat to move and the pawns taken by each, fifteen at most: 1/2/3");
        let [seat, first, second] = text.split('/').collect::<Vec<_>>()[..] else { return Err(expected()) };
        let to_move = Seat::read(seat, 2).ok_or_else(expected)?;
        let taken = |text| grid::whole(text).filter(|pawns| *pawns <= FIFTEEN.into()).map(|pawns| pawns as u8);
        let taken = [taken(first).ok_or_else(expected)?, taken(second).ok_or_else(expected)?];
        if taken[0] + taken[1] <= FIFTEEN { Ok(Row { taken, to_move }) } else { Err(expected()) }
    }
}

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Take, Unreadable> {
        let pawns = grid::whole(text).filter(|pawns| *pawns <= 99);
        pawns.map(|pawns| Take(pawns as u8)).ok_or_else(|| Unreadable::expected("how many pawns to take: 1, 2 or 3"))
    }
}
