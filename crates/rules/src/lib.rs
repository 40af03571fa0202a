//! What a game is, and nothing about any particular game.
//!
//! A game answers a few questions, each in a trait of its own:
//!
//! | trait | question | asked by |
//! |---|---|---|
//! | [`Rules`] | what is allowed? positions, steps, [`judge`](Rules::judge), [`apply`](Rules::apply) | everybody |
//! | [`Count`] | in how many ways? | perft |
//! | [`Evaluate`] | what is good? | the search |
//! | [`Hints`] | what should a search try first, and not stop at? | the search |
//! | [`Opponent`] | how strong are the levels? | the computer as a player |
//! | [`Game`] | what is printed on the box, and in the rulebook? | lists, pages, refusals |
//! | [`Notation`] | how is it written and read? | people, records, the wire |
//! | [`MatchRules`] | which draws need the history? | a match |
//! | [`Show`] | what is seen, and touched? | every board |
//! | [`Words`] | what is said? | every page |
//! | [`Tiers`] | how are positions numbered? (some games) | the solver |
//! | [`Acyclic`] | which positions never come back, and are they the same? (some games) | the prover |
//!
//! A game for the library implements them all ([`Complete`]); most of the second half have a method or two, or none that
//! differ from the provided ones. Around them stand the words they share: seats, statuses, clauses and the [`Rulebook`]
//! they are quoted from, squares and boards, and the [`laws`] that every game must obey.
//!
//! ```
//! use parlour_rules::prelude::*;
//!
//! clauses! { ONE_TO_THREE = "2.1", LAST_PAWN_LOSES = "4.1" }
//!
//! /// Take one to three pawns of fifteen; whoever takes the last one loses.
//! struct PickMeUp;
//!
//! impl Rules for PickMeUp {
//!     const SEATS: usize = 2;
//!     type Position = (u8, Seat);
//!     type Step = u8;
//!
//!     fn start(&self) -> (u8, Seat) {
//!         (15, Seat::FIRST)
//!     }
//!     fn status(&self, (pawns, to_move): &(u8, Seat)) -> Status {
//!         match pawns {
//!             0 => Status::Over(Outcome::Win(*to_move), LAST_PAWN_LOSES),
//!             _ => Status::Turn(*to_move),
//!         }
//!     }
//!     fn stuck(&self, at: &(u8, Seat)) -> Status {
//!         self.status(at)
//!     }
//!     fn candidates(&self, _: &(u8, Seat), out: &mut Vec<u8>) {
//!         out.extend(1..=3);
//!     }
//!     fn judge(&self, (pawns, _): &(u8, Seat), taken: u8) -> Legality {
//!         ensure((1..=3.min(*pawns)).contains(&taken), ONE_TO_THREE)
//!     }
//!     fn apply(&self, (pawns, to_move): &mut (u8, Seat), taken: u8) {
//!         *pawns -= taken;
//!         *to_move = to_move.other();
//!     }
//! }
//!
//! let refused = PickMeUp.judge(&PickMeUp.start(), 4).expect_err("four are too many");
//! assert_eq!(refused.clause, ONE_TO_THREE);
//! ```
//!
//! This crate knows no game, no file, no clock and no thread.

pub mod about;
pub mod arrange;
pub mod clause;
pub mod evaluate;
pub mod game;
pub mod grid;
mod key;
pub mod laws;
pub mod lesson;
pub mod match_rules;
pub mod notation;
pub mod random;
pub mod rulebook;
pub mod rules;
pub mod show;
mod spare;
pub mod squares;
pub mod status;
pub mod tiers;
pub mod tune;
pub mod words;

pub use about::{About, Card, Chosen, Difficulty, GameOption};
pub use clause::{Breach, Clause, Legality, Reason, ensure, ensure_at};
pub use evaluate::{Evaluate, Hints, Levels, Opponent};
pub use game::{Game, Unreadable};
pub use key::KeyHasher;
pub use lesson::Lesson;
pub use match_rules::{Draws, MatchRules};
pub use notation::{Notation, ParsedSteps};
pub use random::Random;
pub use rulebook::Rulebook;
pub use rules::{Count, Rules};
pub use show::Show;
pub use spare::Spare;
pub use squares::{Indexed, Squares};
pub use status::{Outcome, Seat, Status};
pub use tiers::{Acyclic, Tiers, Wdl};
pub use words::Words;

/// A game with everything that a library of games asks for.
pub trait Complete: Game + Notation + MatchRules + Count + Opponent + Show + Words {}

impl<G: Game + Notation + MatchRules + Count + Opponent + Show + Words> Complete for G {}

/// What a game's `mod.rs` needs, in one line.
pub mod prelude {
    pub use crate::about::{About, Card, Chosen, Difficulty, GameOption};
    pub use crate::arrange::{first_sound, singles};
    pub use crate::clause::{self, Breach, Clause, Legality, ensure, ensure_at};
    pub use crate::evaluate::{Evaluate, Hints, Levels, Opponent};
    pub use crate::game::{Game, Unreadable};
    pub use crate::grid::{self, Square};
    pub use crate::lesson::Lesson;
    pub use crate::match_rules::{Draws, MatchRules};
    pub use crate::notation::{Notation, ParsedSteps, join_runs, read_leniently};
    pub use crate::rulebook::Rulebook;
    pub use crate::rules::{Count, Rules};
    pub use crate::show::{Beat, Board, Drawing, Effect, Man, Placed, Scale, Show, Site, SiteId, SiteKind, Standing};
    pub use crate::spare::Spare;
    pub use crate::squares::{Indexed, Squares, Word};
    pub use crate::status::{Outcome, Seat, Status};
    pub use crate::tiers::{Acyclic, Tiers, Wdl};
    pub use crate::tune::{Tune, WeightSet};
    pub use crate::words::{Ending, Words};
    pub use crate::{clauses, lesson, rulebook, weights};
    pub use std::fmt::{self, Display};
    pub use std::str::FromStr;
}
