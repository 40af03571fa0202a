//! Foregammon: checkers hop across a field to earn numbers, and the numbers send gamins round a track.

mod evaluate;
mod notation;
mod position;
mod show;
#[cfg(test)]
mod tests;

pub use notation::{Chain, Step};
pub use position::{Leg, Position};

use rules::clause::ALL_PASSED;
use rules::clause::NO_IDLE_PASS;
use rules::grid::DIAGONAL;
use rules::prelude::*;

clauses! {
    OWN_CHECKERS = "2.1" => NotYours,
    ONE_SQUARE = "2.2" => Reach,
    EMPTY_SQUARE = "2.3" => Occupied,
    FORWARD = "2.4" => Backward,
    HOP_OVER_ONE = "2.5" => NothingToJump,
    NOT_TWICE = "2.6" => Says("The checker on {at} has been hopped over already."),
    CROWNED_STOPS = "2.7" => Says("The man is crowned on the far row, and that ends his chain."),
    ONLY_HOPS_EARN = "3.1" => Says("No number has been earned that could be spent."),
    SPEND_FIRST = "3.2" => Says("The numbers just earned are spent first."),
    OWN_GAMINS = "3.3" => Says("No gamin of yours stands on {at}."),
    AS_EARNED = "3.4" => Says("That number has not been earned."),
    EXACTLY_HOME = "3.5" => Says("The gamin on {at} would go beyond its star."),
    BOTH_HOME = "4.1" => Says("{winner} has both gamins home."),
}

/// The field of checkers: five columns, nine rows, dark squares only.
pub type Cell = Square<5, 9>;
/// Some of its squares.
type Squares = rules::Squares<Cell>;

/// Foregammon. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Foregammon;

/// Which way along the rows is forward.
const fn forward(seat: Seat) -> i8 {
    if seat.index() == 0 { 1 } else { -1 }
}

/// The row in which a seat's men are crowned.
const fn far_row(seat: Seat) -> u8 {
    if seat.index() == 0 { 8 } else { 0 }
}

/// The number printed beside a square's row: 1 at both ends, 5 in the middle.
const fn number_of(square: Cell) -> u8 {
    let row = square.row();
    if row <= 4 { row + 1 } else { 9 - row }
}

impl Game for Foregammon {
    const ABOUT: About = About {
        id: "foregammon",
        name: "Foregammon",
        year: None,
        source: "The Library of Games",
        seats: &["White", "Black"],
        options: &[],
        edition: 1,
        series: 1,
        line: "Hop your checkers to send two gamins round the track.",
        card: Card {
            minutes: (15, 30),
            difficulty: Difficulty::Middling,
            themes: &["crossing", "track"],
            known: None,
            showpiece: Some("1/....W,.....,..w.b,.b...,b.w.b,...w.,..w..,...b.,...../18,9/25,7"),
        },
    };

    fn with(_: &Chosen) -> Foregammon {
        Foregammon
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Foregammon {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Step;

    fn start(&self) -> Position {
        Position::START
    }

    fn status(&self, at: &Position) -> Status {
        if let Some(winner) = at.winner() {
            Status::Over(Outcome::Win(winner), BOTH_HOME)
        } else if at.passes == 2 {
            Status::Over(Outcome::Draw, ALL_PASSED)
        } else if at.is_spending() {
            Status::Continue(at.to_move)
        } else {
            Status::Turn(at.to_move)
        }
    }

    fn stuck(&self, at: &Position) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Position, out: &mut Vec<Step>) {
        out.push(Step::Pass);
        for gamin in 0..32 {
            out.extend((1..=5).map(|number| Step::Spend { gamin, number }));
        }
        for from in at.checkers[at.to_move.index()] {
            let beside = DIAGONAL.into_iter().filter_map(|way| from.step(way));
            out.extend(beside.map(|to| Step::Walk { from, to }));
            // Every checker is tried with a king's powers; the judge knows who has them.
            at.chains(&DIAGONAL, None, &mut Chain::from(from), Squares::EMPTY, out);
        }
    }

    fn judge(&self, at: &Position, step: Step) -> Legality {
        match step {
            Step::Spend { gamin, number } => judge_spending(at, gamin, number),
            Step::Pass => ensure(!at.is_spending() && !at.can_walk(at.to_move), NO_IDLE_PASS),
            Step::Walk { from, to } => {
                judge_checker(at, from)?;
                let columns = from.column().abs_diff(to.column());
                if to.is_dark() {
                    ensure_at(!at.occupied().contains(to), EMPTY_SQUARE, show::site(to))?;
                }
                ensure(columns == 1 && from.row().abs_diff(to.row()) == 1, ONE_SQUARE)?;
                judge_direction(at, from, to, at.is_king(from))
            }
            Step::Hop(chain) => {
                judge_checker(at, chain.from_square())?;
                judge_chain(at, chain)
            }
        }
    }

    fn steps(&self, at: &Position, out: &mut Vec<Step>) {
        if at.is_spending() {
            at.spendings(out);
            return;
        }
        let before = out.len();
        at.walks(out);
        if out.len() == before {
            out.push(Step::Pass);
        }
    }

    fn apply(&self, at: &mut Position, step: Step) {
        match step {
            Step::Walk { from, to } => {
                at.put(from, to);
                at.end_turn(0);
            }
            Step::Hop(chain) => {
                at.put(chain.from_square(), chain.to_square());
                for square in chain.landings() {
                    at.numbers[number_of(*square) as usize] += 1;
                }
                at.end_turn_unless_spending();
            }
            Step::Spend { gamin, number } => {
                at.numbers[number as usize] -= 1;
                if let Some(track) = at.advance(gamin, number) {
                    at.set_track(track);
                }
                at.end_turn_unless_spending();
            }
            Step::Pass => at.end_turn(at.passes + 1),
        }
    }
}

impl Count for Foregammon {}

impl Notation for Foregammon {
    /// Hops may also be typed with dashes or crosses, as in checkers.
    fn read(&self, at: &Position, text: &str) -> ParsedSteps<Step> {
        let hops = text.trim().to_lowercase().replace(['-', 'x'], "^").parse();
        match hops {
            Ok(step) if self.judge(at, step).is_ok() => ParsedSteps::step(step),
            _ => read_leniently(self, at, text),
        }
    }
}

impl MatchRules for Foregammon {}

/// Whether the seat may use this checker now.
fn judge_checker(at: &Position, from: Cell) -> Legality {
    ensure(!at.is_spending(), SPEND_FIRST)?;
    let own = at.checkers[at.to_move.index()].contains(from);
    if from.is_dark() { ensure_at(own, OWN_CHECKERS, show::site(from)) } else { ensure(own, OWN_CHECKERS) }
}

fn judge_direction(at: &Position, from: Cell, to: Cell, king: bool) -> Legality {
    let advances = (to.row() as i8 - from.row() as i8).signum() == forward(at.to_move);
    ensure(king || advances, FORWARD)
}

fn judge_chain(at: &Position, chain: Chain) -> Legality {
    let king = at.is_king(chain.from_square());
    let others = at.occupied() & !Squares::of(chain.from_square());
    let mut hopped = Squares::EMPTY;
    let mut crowned = false;
    for pair in chain.squares().windows(2) {
        let (from, to) = (pair[0], pair[1]);
        ensure(!crowned, CROWNED_STOPS)?;
        let over = position::between(from, to).ok_or(HOP_OVER_ONE)?;
        ensure_at(others.contains(over), HOP_OVER_ONE, show::site(over))?;
        ensure_at(!others.contains(to), EMPTY_SQUARE, show::site(to))?;
        judge_direction(at, from, to, king)?;
        ensure_at(!hopped.contains(over), NOT_TWICE, show::site(over))?;
        hopped.insert(over);
        crowned = !king && to.row() == far_row(at.to_move);
    }
    Ok(())
}

fn judge_spending(at: &Position, gamin: u8, number: u8) -> Legality {
    ensure(at.is_spending(), ONLY_HOPS_EARN)?;
    let site = show::pennant_site(gamin);
    ensure_at(at.own_gamins_on(gamin).next().is_some(), OWN_GAMINS, site)?;
    ensure(at.numbers.get(number as usize).is_some_and(|left| *left > 0), AS_EARNED)?;
    ensure_at(at.advance(gamin, number).is_some(), EXACTLY_HOME, site)
}
