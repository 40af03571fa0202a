//! Rondamée: two armies of two colours hop across the board and line up around the yellow blocks.

mod evaluate;
mod ground;
mod position;
mod show;

use crate::hops::{self, Hops, neighbours};
use ground::{EVERY, Fifteen, GOALS, NEAR, Squares, WAYS, one, row, site, squares};
use rules::clause::NO_IDLE_PASS;
use rules::prelude::*;

pub use position::Armies;

clauses! {
    OWN_MEN = "2.1" => NotYours,
    ONTO_EMPTY = "2.2" => Occupied,
    STEP_OR_HOP = "2.3" => Reach,
    OVER_OWN_ONLY = "2.4" => Says("The way from {from} to {to} leads over men of the other side."),
    NOT_IN_CIRCLES = "2.6" => Says("A chain does not end where it began."),
    LOCKED = "3.1" => Says("The man on {from} is locked."),
    ALL_IN_PLACE = "4.1" => Says("{winner} has all men in order."),
    BLOCKADED = "4.2" => Says("A man of {loser} is blockaded."),
}

/// A move or a pass.
pub type Step = hops::Step<15, 15>;

/// How many men of each colour a side has.
const ELEVEN: u32 = 11;

/// Rondamée with its one option.
#[derive(Clone, Copy, Debug)]
pub struct Rondamee {
    /// Whether men hop over the other side's men, too.
    over_anybody: bool,
}

impl Armies {
    /// Hops over one's own men, or over anybody.
    fn hops(&self, over_anybody: bool) -> Hops<'static, Squares> {
        let over = if over_anybody { self.everybody() } else { self.own() };
        Hops { ways: &WAYS, over, onto: EVERY & !self.everybody(), stops: Squares::EMPTY }
    }

    /// Where a man gets by a step or by hops.
    fn reach(&self, from: Squares, over_anybody: bool) -> Squares {
        let hops = self.hops(over_anybody);
        let hops = Hops { over: hops.over & !from, ..hops };
        neighbours(&WAYS, from) & hops.onto | hops.chain(from)
    }

    /// The men of a seat that are fixed for good.
    fn locked(&self, seat: Seat) -> Squares {
        GOALS[seat.index()].locked(self.men[seat.index()])
    }

    /// The men that the seat to move may still move.
    fn movable(&self) -> Squares {
        self.own() & !self.locked(self.to_move)
    }

    fn can_step(&self, over_anybody: bool) -> bool {
        let hops = self.hops(over_anybody);
        neighbours(&WAYS, self.movable()).meets(hops.onto) || !hops.once(self.movable()).is_empty()
    }

    /// The men of a seat, not locked, with nothing but locked enemies and edges around them.
    fn blockaded(&self, seat: Seat) -> Squares {
        let locked = self.locked(seat.other());
        if locked.is_empty() {
            return Squares::EMPTY;
        }
        let open = EVERY & !locked;
        self.army(seat) & !self.locked(seat) & !neighbours(&WAYS, open)
    }

    fn is_blockaded(&self, seat: Seat) -> bool {
        !self.blockaded(seat).is_empty()
    }
}

impl Game for Rondamee {
    const ABOUT: About = About {
        id: "rondamee",
        name: "Rondamée",
        year: Some(1892),
        source: "Emma Sowdon",
        seats: &["Red and Black", "Blue and Orange"],
        options: &[GameOption {
            name: "jump",
            values: &["own", "any"],
            says: "Whether men hop over their own side only, or over anybody (easier, and better for a first game).",
        }],
        edition: 1,
        series: 1,
        line: "Hop across and line up your colours around the yellow blocks.",
        card: Card {
            minutes: (40, 90),
            difficulty: Difficulty::Deep,
            themes: &["crossing"],
            known: None,
            showpiece: None,
        },
    };

    fn with(chosen: &Chosen) -> Rondamee {
        Rondamee { over_anybody: chosen.is("jump", "any") }
    }

    fn rules(&self) -> &'static Rulebook {
        rulebook!("rules.md", CLAUSES)
    }
}

impl Rules for Rondamee {
    const SEATS: usize = 2;
    type Position = Armies;
    type Step = Step;

    fn start(&self) -> Armies {
        let men = [[row(1, 0) | row(4, 2), row(2, 1) | row(3, 1)], [row(15, 0) | row(12, 2), row(14, 1) | row(13, 1)]];
        Armies { men, to_move: Seat::FIRST, passes: 0 }
    }

    fn status(&self, at: &Armies) -> Status {
        let seats = [at.to_move.other(), at.to_move];
        if let Some(seat) = seats.into_iter().find(|seat| GOALS[seat.index()].is_complete(at.men[seat.index()])) {
            return Status::Over(Outcome::Win(seat), ALL_IN_PLACE);
        }
        // Who may hop over the other side always finds a way out.
        if !self.over_anybody
            && let Some(seat) = seats.into_iter().find(|seat| at.is_blockaded(*seat))
        {
            return Status::Over(Outcome::Win(seat.other()), BLOCKADED);
        }
        if at.passes == 2 {
            return Status::Over(Outcome::Draw, clause::ALL_PASSED);
        }
        Status::Turn(at.to_move)
    }

    fn stuck(&self, at: &Armies) -> Status {
        self.status(at)
    }

    fn candidates(&self, at: &Armies, out: &mut Vec<Step>) {
        out.push(Step::Pass);
        for from in squares(at.own()) {
            // Every hop leads two files on, or back to the same one.
            let fits = |to: &Fifteen| from.column().abs_diff(to.column()) % 2 == 0;
            let near = squares(neighbours(&WAYS, one(from)));
            out.extend(squares(EVERY & !at.everybody()).filter(fits).chain(near).map(|to| Step::Go(from, to)));
        }
    }

    fn judge(&self, at: &Armies, step: Step) -> Legality {
        let Step::Go(from, to) = step else { return ensure(!at.can_step(self.over_anybody), NO_IDLE_PASS) };
        let (start, goal) = (one(from), one(to));
        ensure(at.own().meets(start), OWN_MEN)?;
        ensure_at(at.movable().meets(start), LOCKED, site(from))?;
        ensure(from != to, NOT_IN_CIRCLES)?;
        ensure_at(!at.everybody().meets(goal), ONTO_EMPTY, site(to))?;
        if at.reach(start, self.over_anybody).meets(goal) {
            return Ok(());
        }
        let over_enemies = !self.over_anybody && at.reach(start, true).meets(goal);
        Err(if over_enemies { OVER_OWN_ONLY } else { STEP_OR_HOP }.into())
    }

    fn apply(&self, at: &mut Armies, step: Step) {
        at.passes += 1;
        if let Step::Go(from, to) = step {
            at.passes = 0;
            let [first, second] = &mut at.men[at.to_move.index()];
            let colour = if first.meets(one(from)) { first } else { second };
            *colour ^= one(from) | one(to);
        }
        at.to_move = at.to_move.other();
    }

    fn steps(&self, at: &Armies, out: &mut Vec<Step>) {
        let before = out.len();
        let hops = at.hops(self.over_anybody);
        let movable = at.movable();
        let hoppers = hops.hoppers(movable);
        for from in movable {
            let man = Squares::of(from);
            // Many men have nobody to hop over and need not look further.
            let chain =
                if hoppers.meets(man) { Hops { over: hops.over & !man, ..hops }.chain(man) } else { Squares::EMPTY };
            squares(NEAR[from.index()] & hops.onto | chain).for_each(|to| out.push(Step::Go(from.into(), to)));
        }
        if out.len() == before {
            out.push(Step::Pass);
        }
    }
}

impl Count for Rondamee {}
impl Notation for Rondamee {}
impl MatchRules for Rondamee {}

#[cfg(test)]
mod tests;
