//! Numbered clauses: the reason of every refusal and every ending.

use crate::show::SiteId;
use std::fmt;

/// A clause of a rulebook, by its number. Its words live once, in `rules.md`
/// (numbers beginning with 0: in `common.md`, the ground common to all games).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause {
    number: &'static str,
    reason: Reason,
}

/// What is the matter when a clause is broken, or when it ends a game: what a sentence about it is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Nothing but what the clause says.
    Rule,
    /// Nobody stands there, or somebody of another side.
    NotYours,
    /// Pieces of this kind do not go like that.
    Reach,
    /// It goes backward.
    Backward,
    /// Somebody stands in the way.
    InTheWay,
    /// There is nobody to jump over, or one's own man.
    NothingToJump,
    /// Somebody stands where it would end.
    Occupied,
    /// It captures nothing, and another piece can.
    MustTake,
    /// Another piece has begun something that it must finish.
    MustGoOn,
    /// A sentence of its own. In refusals `{from}`, `{to}` and `{at}` stand for places, in endings `{winner}` and `{loser}` for seats,
    /// in both `{mover}` for the seat to move.
    Says(&'static str),
}

impl Clause {
    /// Names a clause; the laws make sure that it exists and has examples.
    pub const fn new(number: &'static str) -> Clause {
        Clause::because(number, Reason::Rule)
    }

    /// Names a clause and what is the matter when it is broken or ends a game.
    pub const fn because(number: &'static str, reason: Reason) -> Clause {
        Clause { number, reason }
    }

    /// Its number as printed.
    pub const fn number(self) -> &'static str {
        self.number
    }

    /// What is the matter when it is broken or ends a game.
    pub const fn reason(self) -> Reason {
        self.reason
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clause {}", self.number)
    }
}

/// Why a step is not allowed: the first clause it breaks and, where one man is the reason, his site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The clause broken.
    pub clause: Clause,
    /// The man or place that matters, to be lit on the board.
    pub at: Option<SiteId>,
}

impl From<Clause> for Breach {
    fn from(clause: Clause) -> Breach {
        Breach { clause, at: None }
    }
}

/// The verdict on one step.
pub type Legality = Result<(), Breach>;

/// Refuses by `clause` unless the condition holds.
#[inline]
pub fn ensure(holds: bool, clause: Clause) -> Legality {
    if holds { Ok(()) } else { Err(clause.into()) }
}

/// Refuses by `clause`, pointing at a site, unless the condition holds.
#[inline]
pub fn ensure_at(holds: bool, clause: Clause, at: SiteId) -> Legality {
    if holds { Ok(()) } else { Err(Breach { clause, at: Some(at) }) }
}

/// Names a game's clauses: `clauses! { OWN_MEN = "2.3" => NotYours, LAST_PAWN_LOSES = "4.1" => Says("{loser} has taken the last
/// pawn.") }` makes a constant of each, with its [`Reason`], and the list `CLAUSES` of them all, which the laws hold against the
/// rulebook.
#[macro_export]
macro_rules! clauses {
    ($($name:ident = $number:literal $(=> $reason:ident $(($words:literal))?)?),+ $(,)?) => {
        $(
            #[doc = concat!("Clause ", $number, " of the rulebook.")]
            pub const $name: $crate::Clause =
                $crate::Clause::because($number, $crate::clauses!(@ $($reason $(($words))?)?));
        )+
        /// Every clause this game cites by name.
        pub const CLAUSES: &[$crate::Clause] = &[$($name),+];
    };
    (@) => { $crate::clause::Reason::Rule };
    (@ $reason:ident $(($words:literal))?) => { $crate::clause::Reason::$reason $(($words))? };
}

/// Nobody may pass as long as a step is left.
pub const NO_IDLE_PASS: Clause = Clause::because("0.3", Reason::Says("There is still a step to be made."));
/// As many turns running as there are seats have been passes.
pub const ALL_PASSED: Clause = Clause::because("0.4", Reason::Says("Nobody can move any more."));
/// The same position for the third time.
pub const REPETITION: Clause = Clause::because("0.5", Reason::Says("The same position stands for the third time."));
/// The thousandth turn.
pub const LENGTH: Clause = Clause::because("0.6", Reason::Says("A thousand turns have been played."));
/// One of two seats has resigned.
pub const RESIGNATION: Clause = Clause::because("0.7", Reason::Says("{loser} has resigned."));
/// Everybody has agreed to a draw.
pub const AGREEMENT: Clause = Clause::because("0.8", Reason::Says("The players have agreed on a draw."));
