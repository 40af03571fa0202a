//! Merelles, also called Nine Men's Morris: place nine men, move them along the lines, and take a man of
//! the other side for every row of three.

mod evaluate;
mod points;
mod position;
mod show;
mod tiers;

use points::{NEIGHBOURS, Point, Points, row_makers};
use rules::prelude::*;

pub use position::Mill;

clauses! {
    PLACE_ON_EMPTY = "2.1" => Occupied,
    PLACE_ALL_FIRST = "2.2" => Says("There are still men in hand."),
    NONE_IN_HAND = "2.3" => Says("No man is in hand any more."),
    OWN_MEN = "2.4" => NotYours,
    ONTO_EMPTY = "2.5" => Occupied,
    ALONG_THE_LINES = "2.6" => Reach,
    FLYING = "2.7" => Reach,
    TAKE_NOW = "3.1" => Says("A row has been made: take a man first."),
    NO_ROW_MADE = "3.2" => Says("No row has been made in this turn."),
    ENEMY_MEN = "3.3" => Says("No man of the other side stands on {to}."),
    ROWS_ARE_SAFE = "3.4" => Says("The man on {to} stands in a row, and others do not."),
    TWO_MEN_LEFT = "4.1" => Says("{loser} has fewer than three men."),
    NO_STEP = "4.2" => Says("{loser} cannot move."),
}

/// How many men each side has.
const NINE: u8 = 9;
/// A side with fewer men than this has lost.
const THREE: u8 = 3;

/// Merelles with its one option.
#[derive(Clone, Copy, Debug)]
pub struct Merelles {
    /// Whether a side with three men left may go to any empty point.
    flying: bool,
}

/// One choice: a man is placed, moved, or taken off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A man from the hand comes to this point.
    Place(Point),
    /// A man goes from point to point.
    Move(Point, Point),
    /// The enemy's man on this point is taken.
    Take(Point),
}

impl Merelles {
    /// Whether the seat to move may leave the lines.
    fn flies(self, at: &Mill) -> bool {
        self.flying && at.men_left(at.to_move) == THREE
    }
}

impl Game for Merelles {
    const ABOUT: About = About {
        id: "merelles",
        name: "Merelles",
        year: None,
        source: "The Library of Games",
        seats: &["Pawns", "Bishops"],
        options: &[GameOption {
            name: "flying",
            values: &["off", "on"],
            says: "Whether a side that is down to three men may move them to any empty point.",
        }],
        edition: 1,
        series: 1,
        line: "Three in a row takes a man: Nine Men's Morris.",
        card: Card {
            minutes: (10, 25),
            difficulty: Difficulty::Middling,
            themes: &["rows", "taking"],
            known: Some("Solved: perfect play is a draw"),
            showpiece: Some("1/bpp,..b,bbb,bpp.pb,..p,bp.,.bp/0,0"),
        },
    };

    fn with(chosen: &Chosen) -> Merelles {
        Merelles { flying: chosen.is("flying", "on") }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Merelles {
    const SEATS: usize = 2;
    type Position = Mill;
    type Step = Step;

    fn start(&self) -> Mill {
        Mill { men: [Points::EMPTY; 2], in_hand: [NINE, NINE], to_move: Seat::FIRST, taking: false }
    }

    fn status(&self, at: &Mill) -> Status {
        if at.taking {
            return Status::Continue(at.to_move);
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            if at.has_lost(seat) {
                return Status::Over(Outcome::Win(seat.other()), TWO_MEN_LEFT);
            }
        }
        Status::Turn(at.to_move)
    }

    fn stuck(&self, at: &Mill) -> Status {
        Status::Over(Outcome::Win(at.to_move.other()), NO_STEP)
    }

    fn candidates(&self, at: &Mill, out: &mut Vec<Step>) {
        out.extend(Point::all().map(Step::Place));
        out.extend(Point::all().map(Step::Take));
        for from in at.own() {
            out.extend(Point::all().map(|to| Step::Move(from, to)));
        }
    }

    fn judge(&self, at: &Mill, step: Step) -> Legality {
        match step {
            Step::Take(man) => {
                ensure(at.taking, NO_ROW_MADE)?;
                ensure(at.enemies().contains(man), ENEMY_MEN)?;
                ensure_at(at.takable().contains(man), ROWS_ARE_SAFE, man.into())
            }
            Step::Place(to) => {
                ensure(!at.taking, TAKE_NOW)?;
                ensure(at.places(), NONE_IN_HAND)?;
                ensure_at(at.empty().contains(to), PLACE_ON_EMPTY, to.into())
            }
            Step::Move(from, to) => {
                ensure(!at.taking, TAKE_NOW)?;
                ensure(!at.places(), PLACE_ALL_FIRST)?;
                ensure_at(at.own().contains(from), OWN_MEN, from.into())?;
                ensure_at(at.empty().contains(to), ONTO_EMPTY, to.into())?;
                let refusal = if self.flying { FLYING } else { ALONG_THE_LINES };
                ensure(NEIGHBOURS[from.index()].contains(to) || self.flies(at), refusal)
            }
        }
    }

    fn apply(&self, at: &mut Mill, step: Step) {
        let mover = at.to_move.index();
        let makes_row = match step {
            Step::Take(man) => {
                at.men[1 - mover].remove(man);
                false
            }
            Step::Place(to) => {
                at.in_hand[mover] -= 1;
                at.men[mover].insert(to);
                to.makes_row(at.men[mover])
            }
            Step::Move(from, to) => {
                at.men[mover].relocate(from, to);
                to.makes_row(at.men[mover])
            }
        };
        // A row made while the enemy has no man on the board yet finds nothing to take.
        at.taking = makes_row && !at.men[1 - mover].is_empty();
        if !at.taking {
            at.to_move = at.to_move.other();
        }
    }

    fn steps(&self, at: &Mill, out: &mut Vec<Step>) {
        if at.taking {
            out.extend(at.takable().iter().map(Step::Take));
        } else if at.places() {
            out.extend(at.empty().iter().map(Step::Place));
        } else {
            let flies = self.flies(at);
            for from in at.own() {
                out.extend(at.reach(from, flies).iter().map(|to| Step::Move(from, to)));
            }
        }
    }
}

impl Count for Merelles {
    /// One for each way to place or move a man, and where that makes a row one for each man to be taken.
    fn turns(&self, at: &Mill, _: &mut Spare<Step>) -> u64 {
        let takable = at.takable().len();
        if at.taking || self.status(at).is_over() {
            return if at.taking { takable.into() } else { 0 };
        }
        let more = takable.saturating_sub(1);
        let (own, empty) = (at.own(), at.empty());
        if at.places() {
            return u64::from(empty.len() + (empty & row_makers(own)).len() * more);
        }
        let flies = self.flies(at);
        let mut turns = 0;
        for from in own {
            for to in at.reach(from, flies) {
                turns += 1 + if to.makes_row(own.without(from).with(to)) { more } else { 0 };
            }
        }
        turns.into()
    }
}

impl Notation for Merelles {}
impl MatchRules for Merelles {}

/// `5` places, `5-6` moves, `x12` takes.
impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(to) => write!(f, "{to}"),
            Step::Move(from, to) => write!(f, "{from}-{to}"),
            Step::Take(man) => write!(f, "x{man}"),
        }
    }
}

impl FromStr for Step {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Step, Unreadable> {
        let read = || {
            if let Some(man) = text.strip_prefix('x') {
                return Point::read(man).map(Step::Take);
            }
            match text.split_once('-') {
                Some((from, to)) => Some(Step::Move(Point::read(from)?, Point::read(to)?)),
                None => Point::read(text).map(Step::Place),
            }
        };
        read().ok_or_else(|| Unreadable::expected("a point to place on (5), a move (5-6) or a man to take (x12)"))
    }
}

#[cfg(test)]
mod tests {
    use super::points::in_rows;
    use super::*;

    fn row(points: [u8; 3]) -> bool {
        let men = points.iter().map(|number| Point::read(&number.to_string()).unwrap()).collect();
        in_rows(men) == men
    }

    #[test]
    fn the_rows_named_on_the_sheet() {
        for points in [[1, 2, 3], [4, 5, 6], [7, 8, 9], [2, 5, 8]] {
            assert!(row(points), "{points:?}");
        }
        for points in [[1, 4, 7], [3, 6, 9]] {
            assert!(!row(points), "{points:?}");
        }
    }

    #[test]
    fn a_man_goes_to_and_fro_and_makes_a_row_each_time() {
        let game = Merelles { flying: false };
        let mut at: Mill = "1/..p,bb.,b.b,....bp,.p.,bp.,.p./0,0".parse().unwrap();
        let mut play = |text: &str| {
            let step = text.parse().unwrap();
            assert_eq!(game.judge(&at, step), Ok(()), "{text}");
            game.apply(&mut at, step);
            game.status(&at)
        };
        let goes_on = Status::Continue(Seat::FIRST);
        assert_eq!(play("23-24"), goes_on);
        play("x5");
        play("7-8");
        assert_eq!(play("24-23"), goes_on);
        play("x4");
        play("8-7");
        assert_eq!(play("23-24"), goes_on);
    }

    #[test]
    fn two_rows_at_once_take_one_man() {
        let game = Merelles { flying: false };
        let mut at: Mill = "1/p.p,.p.,.p.,......,...,...,b.b/5,5".parse().unwrap();
        game.apply(&mut at, Step::Place(Point::read("2").unwrap()));
        assert_eq!(game.status(&at), Status::Continue(Seat::FIRST));
        game.apply(&mut at, Step::Take(Point::read("22").unwrap()));
        assert_eq!(game.status(&at), Status::Turn(Seat::SECOND));
    }
}
