//! Searching any game: counting turns, and choosing a step. Knows no game, no file, no clock and no thread of its own.
//!
//! | module | what it holds |
//! |---|---|
//! | [`alpha_beta`] | the player: iterative deepening, principal variation search, quiescence, pruning and reductions |
//! | [`technique`] | every technique beyond plain alpha-beta, what it assumes, and a switch to measure it |
//! | [`transposition`] | the transposition table that threads share |
//! | [`forced`] | forced wins within a few turns, proved or disproved by looking at everything |
//! | [`plain`] | the thirty-line minimax that the other search is tested against |
//! | [`perft`] | counting turns, to compare two programs' rules |
//! | [`score`] | values, proved wins and winning chances |
//!
//! These games differ from chess in two ways that every technique has to respect. A *turn* may consist of several
//! *steps* by the same seat, so the sign of a value changes only where the side to move does. And there may be one, two
//! or four seats. Depth counts turns; nothing is evaluated, pruned or reduced inside a turn.
//!
//! ```
//! use parlour_search::alpha_beta::Searcher;
//! use parlour_search::transposition::TranspositionTable;
//! use parlour_search::{Limits, SearchOptions};
//! # use rules::prelude::*;
//! # use rules::{Evaluate, Hints, Rules};
//! # clauses! { LAST = "4.1" }
//! /// A heap of pawns: take one or two, whoever takes the last one wins.
//! struct Heap;
//! # impl Rules for Heap {
//! #     const SEATS: usize = 2;
//! #     type Position = (u8, Seat);
//! #     type Step = u8;
//! #     fn start(&self) -> (u8, Seat) { (7, Seat::FIRST) }
//! #     fn status(&self, at: &(u8, Seat)) -> Status {
//! #         if at.0 == 0 { Status::Over(Outcome::Win(at.1.other()), LAST) } else { Status::Turn(at.1) }
//! #     }
//! #     fn stuck(&self, at: &(u8, Seat)) -> Status { self.status(at) }
//! #     fn candidates(&self, at: &(u8, Seat), out: &mut Vec<u8>) { out.extend(1..=at.0.min(2)); }
//! #     fn judge(&self, _: &(u8, Seat), _: u8) -> Legality { Ok(()) }
//! #     fn apply(&self, at: &mut (u8, Seat), step: u8) { *at = (at.0 - step, at.1.other()); }
//! # }
//! # impl Evaluate for Heap { fn evaluate(&self, _: &(u8, Seat), _: Seat) -> i32 { 0 } }
//! # impl Hints for Heap {}
//!
//! let table = TranspositionTable::with_bytes(1 << 16);
//! let limits = Limits { depth: 20, nodes: 10_000, stop: &|| false };
//! let best = Searcher::new(&Heap, &table, SearchOptions::BEST, limits, Vec::new())
//!     .search(&Heap.start(), &mut |_| ())
//!     .expect("the game is not over");
//! assert_eq!(best.steps[0], 1, "leave six: a multiple of three");
//! assert_eq!(best.proved(), Some(5), "won on the fifth turn");
//! ```

pub mod alpha_beta;
pub mod forced;
mod limits;
pub mod perft;
pub mod plain;
pub mod score;
pub mod technique;
pub mod transposition;

pub use limits::{Limits, Probe, SearchOptions};
pub use score::{PROVED, WIN};
pub use technique::{Technique, Techniques};
