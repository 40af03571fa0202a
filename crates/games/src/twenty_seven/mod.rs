//! Twenty-Seven Men: sow your men round your own two rows and take the enemy's, two files at a time.

mod evaluate;
mod position;
mod show;
#[cfg(test)]
mod tests;

pub use position::{Pit, Position, Step};

use position::{PITS, SowingEvent, Sown, facing};
use rules::clause::ALL_PASSED;
use rules::clause::NO_IDLE_PASS;
use rules::prelude::*;

clauses! {
    OWN_MEN = "2.1" => Says("There are no men of yours on {from}."),
    PLAYED_UPON = "2.2" => Says("Nobody has been dropped on {from} yet."),
    MANY_FIRST = "2.3" => Says("{from} holds one man, and another square holds more."),
    SINGLE_INTO_EMPTY = "2.4" => Says("The square after {from} is occupied."),
    ENDLESS = "2.6" => Says("A sowing from {from} would never end."),
    NAME_A_FILE = "3.2" => Says("A capture takes a second file: say which."),
    ANOTHER_FILE = "3.3" => Says("The second file must be another than the one just taken."),
    NOTHING_CAPTURED = "3.4" => Says("Nothing is captured, so there is no second file."),
    NO_MEN = "4.1" => Says("{loser} has no men left."),
}

/// Twenty-Seven Men, with its option.
#[derive(Clone, Copy, Debug)]
pub struct TwentySeven {
    /// Whether starting front men are lost when nothing can be dropped on them any more.
    forfeit: bool,
}

/// A capture that a sowing has brought about: the enemy's back square that is faced.
fn capture(at: &Position, sown: &Sown) -> Option<Pit> {
    let faced = facing(sown.end)?;
    (at.men[at.to_move.other().index()][faced.index()] > 0).then_some(faced)
}

impl Game for TwentySeven {
    const ABOUT: About = About {
        id: "twenty-seven",
        name: "Twenty-Seven Men",
        year: Some(1940),
        source: "Milton Bradley",
        seats: &["First", "Second"],
        options: &[GameOption {
            name: "stranded",
            values: &["forfeit", "stay"],
            says: "Whether starting front men that nothing can free any more are removed or stay where they are.",
        }],
        edition: 1,
        series: 1,
        line: "Sow your men, end in an empty square, take two files.",
        card: Card {
            minutes: (10, 20),
            difficulty: Difficulty::Middling,
            themes: &["sowing", "taking"],
            known: None,
            showpiece: Some("1/1.12.1.1..,1.1..2...1,13.1121.1.,1ss...ssss"),
        },
    };

    fn with(chosen: &Chosen) -> TwentySeven {
        TwentySeven { forfeit: chosen.is("stranded", "forfeit") }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for TwentySeven {
    const SEATS: usize = 2;
    type Position = Position;
    type Step = Step;

    fn start(&self) -> Position {
        Position::START
    }

    fn status(&self, at: &Position) -> Status {
        if let Some(winner) = at.winner() {
            Status::Over(Outcome::Win(winner), NO_MEN)
        } else if at.passes == 2 {
            Status::Over(Outcome::Draw, ALL_PASSED)
        } else {
            Status::Turn(at.to_move)
        }
    }

    fn stuck(&self, at: &Position) -> Status {
        self.status(at)
    }

    fn candidates(&self, _: &Position, out: &mut Vec<Step>) {
        out.push(Step::Pass);
        for from in Pit::all() {
            out.push(Step::Sow { from, file: None });
            out.extend(Pit::back_row().map(|file| Step::Sow { from, file: Some(file) }));
        }
    }

    fn judge(&self, at: &Position, step: Step) -> Legality {
        let (from, file) = match step {
            Step::Sow { from, file } => (from, file),
            Step::Theirs { file } => {
                return ensure_at(false, OWN_MEN, show::site(at.to_move.other(), file));
            }
            Step::Pass => return ensure(!at.can_sow(), NO_IDLE_PASS),
        };
        let here = show::site(at.to_move, from);
        let men = at.own(from);
        ensure_at(men > 0, OWN_MEN, here)?;
        ensure_at(!at.waits(at.to_move, from), PLAYED_UPON, here)?;
        if men == 1 {
            if let Some(many) = at.square_with_many(at.to_move) {
                return ensure_at(false, MANY_FIRST, show::site(at.to_move, many));
            }
            ensure_at(at.own(from.next()) == 0, SINGLE_INTO_EMPTY, show::site(at.to_move, from.next()))?;
        }
        let sown = at.sow(from, |_| ()).ok_or(ENDLESS)?;
        let Some(faced) = capture(at, &sown) else { return ensure(file.is_none(), NOTHING_CAPTURED) };
        let file = file.ok_or(NAME_A_FILE)?;
        ensure(file != faced, ANOTHER_FILE)
    }

    fn steps(&self, at: &Position, out: &mut Vec<Step>) {
        let before = out.len();
        for from in at.starts() {
            let Some(sown) = at.sow(from, |_| ()) else { continue };
            match capture(at, &sown) {
                None => out.push(Step::Sow { from, file: None }),
                Some(faced) => {
                    let others = Pit::back_row().filter(|file| *file != faced);
                    out.extend(others.map(|file| Step::Sow { from, file: Some(file) }));
                }
            }
        }
        if out.len() == before {
            out.push(Step::Pass);
        }
    }

    fn apply(&self, at: &mut Position, step: Step) {
        at.passes = if step == Step::Pass { at.passes + 1 } else { 0 };
        if let Step::Sow { from, file } = step
            && let Some(sown) = at.sow(from, |_| ())
        {
            let faced = capture(at, &sown);
            at.men[at.to_move.index()] = sown.men;
            at.waiting[at.to_move.index()] = sown.waiting;
            for file in [faced, file].into_iter().flatten() {
                at.clear_file(at.to_move.other(), file);
            }
        }
        if self.forfeit {
            Seat::all(2).for_each(|seat| at.forfeit_stranded(seat));
        }
        at.to_move = at.to_move.other();
    }
}

impl Count for TwentySeven {}
impl Notation for TwentySeven {}
impl MatchRules for TwentySeven {}
