//! All games as one: the list of them, and a match of any.
//!
//! ```text
//!   types inside                                   text at the edge
//!
//!   Lasca: Game + Show  --Entry::of::<Lasca>()-->  Arc<dyn AnyGame>  -->  Match  -->  Record
//!   its Position        ------------------------>  AnyPosition             -->  the position's text
//!   its Step            ------------------------>  the step's text
//! ```
//!
//! [`LIBRARY`] holds an [`Entry`] for each game; an entry and the chosen options make an [`AnyGame`], in
//! which positions are opaque [`AnyPosition`]s and steps are texts. A [`Match`] adds what needs a history:
//! draws, take-back, resignation.
//!
//! ```
//! use parlour_library::{Match, find};
//!
//! let lasca = find("lasca").expect("it is in the library").by_default();
//! let mut played = Match::new(lasca);
//! played.play("9-13").expect("a legal step");
//! let refusal = played.play("18-14").expect_err("Black has to capture");
//! assert!(refusal.to_string().contains("3.1"), "{refusal}");
//! ```
//!
//! This crate must not know how a game is stored, sent or drawn.

pub mod any;
pub mod computer;
mod draw_counter;
pub mod entry;
pub mod evidence;
pub mod explain;
pub mod hint;
pub mod lesson;
pub mod matches;
mod proofs;
pub mod puzzle;
pub mod reading;
pub mod record;
pub mod review;
pub mod series;
pub mod solver;
pub mod tablebases;
pub mod threads;
mod trap;
pub mod tune;
pub mod walking;

pub use any::{AnyGame, AnyPosition, Played, Refusal, Survey, alternatives};
pub use computer::{Computer, Idea, Level, Question, Strength};
pub use entry::{Entry, LIBRARY, choose, find, lookup, nearest};
pub use explain::{Meaning, why};
pub use hint::{Hint, hint};
pub use matches::{Match, Turn};
pub use puzzle::Puzzle;
pub use reading::{GameReader, TurnRead, Worth};
pub use record::{Record, RecordError};
pub use review::{Players, Review, review};
pub use series::Series;
pub use solver::AnySolver;
pub use tablebases::KnownPosition;
pub use walking::{RandomGame, RandomSteps};
