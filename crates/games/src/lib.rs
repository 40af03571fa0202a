//! The games, one folder each, with the same file names in every folder: `mod.rs` holds the rules,
//! `show.rs` how the game is seen and touched, `rules.md` the rules in words with examples that are
//! executed, `perft.txt` counts made by others; `position.rs`, `steps.rs`, `notation.rs` and
//! `evaluate.rs` where they earn their place.
//!
//! A game knows the crate `rules` and nothing else: no file, no clock, no other game.

pub mod avion;
pub mod bang_o;
pub mod foregammon;
pub mod pick_me_up;
pub mod py_hy_ky;
pub mod tigh;
pub mod twenty_seven;

pub use avion::Avion;
pub use bang_o::BangO;
pub use foregammon::Foregammon;
pub use pick_me_up::PickMeUp;
pub use py_hy_ky::PyHyKy;
pub use tigh::Tigh;
pub use twenty_seven::TwentySeven;
