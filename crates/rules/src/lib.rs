//! What a game is, and nothing about any particular game.
//!
//! A game answers three questions in three traits: [`Game`] says what is allowed, [`Evaluate`] what is
//! good, [`Show`] what is seen. Around them stand the words they share: seats, statuses, clauses and the
//! [`Rulebook`] they are quoted from, squares and boards, and the [`laws`] that every game must obey.
//!
//! This crate knows no game, no file, no clock and no thread.

pub mod about;
pub mod arrange;
pub mod clause;
pub mod game;
pub mod grid;
pub mod laws;
pub mod random;
pub mod rulebook;
pub mod show;
mod spare;
pub mod status;
pub mod tune;

pub use about::{About, Card, Chosen, Difficulty, Setting};
pub use clause::{Breach, Clause, Legality, ensure, ensure_at};
pub use game::{Draws, Evaluate, Game, Unreadable};
pub use random::Random;
pub use rulebook::Rulebook;
pub use show::Show;
pub use spare::Spare;
pub use status::{Outcome, Seat, Status};

/// What a game's `mod.rs` needs, in one line.
pub mod prelude {
    pub use crate::about::{About, Card, Chosen, Difficulty, Setting};
    pub use crate::clause::{self, Breach, Clause, Legality, ensure, ensure_at};
    pub use crate::game::{Draws, Evaluate, Game, Unreadable};
    pub use crate::grid::{self, Square};
    pub use crate::rulebook::Rulebook;
    pub use crate::show::{Beat, Board, Effect, Kind, Man, Placed, Show, Site, SiteId};
    pub use crate::spare::Spare;
    pub use crate::status::{Outcome, Seat, Status};
    pub use crate::tune::{Tune, WeightSet};
    pub use crate::{clauses, rulebook, weights};
    pub use std::fmt::{self, Display};
    pub use std::str::FromStr;
}
