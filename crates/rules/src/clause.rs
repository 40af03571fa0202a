//! Numbered clauses: the reason of every refusal and every ending.

use crate::show::SiteId;
use std::fmt;

/// A clause of a rulebook, by its number. Its words live once, in `rules.md`
/// (numbers beginning with 0: in `common.md`, the ground common to all games).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause(&'static str);

impl Clause {
    /// Names a clause; the laws make sure that it exists and has examples.
    pub const fn new(number: &'static str) -> Clause {
        Clause(number)
    }

    /// Its number as printed.
    pub const fn number(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clause {}", self.0)
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

/// Names a game's clauses: `clauses! { OWN_MEN = "2.3", LAST_PAWN_LOSES = "4.1" }` makes a constant of
/// each and the list `CLAUSES` of them all, which the laws hold against the rulebook.
#[macro_export]
macro_rules! clauses {
    ($($name:ident = $number:literal),+ $(,)?) => {
        $(
            #[doc = concat!("Clause ", $number, " of the rulebook.")]
            pub const $name: $crate::Clause = $crate::Clause::new($number);
        )+
        /// Every clause this game cites by name.
        pub const CLAUSES: &[$crate::Clause] = &[$($name),+];
    };
}

/// Nobody may pass as long as a step is left.
pub const NO_IDLE_PASS: Clause = Clause::new("0.3");
/// As many turns running as there are seats have been passes.
pub const ALL_PASSED: Clause = Clause::new("0.4");
/// The same position for the third time.
pub const REPETITION: Clause = Clause::new("0.5");
/// The thousandth turn.
pub const LENGTH: Clause = Clause::new("0.6");
/// One of two seats has resigned.
pub const RESIGNATION: Clause = Clause::new("0.7");
/// Everybody has agreed to a draw.
pub const AGREEMENT: Clause = Clause::new("0.8");
