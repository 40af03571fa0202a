//! The games, one folder each, with the same file names in every folder: `mod.rs` holds the rules,
//! `show.rs` how the game is seen and touched, `rules.md` the rules in words with examples that are
//! executed, `perft.txt` counts made by others; `position.rs`, `steps.rs`, `notation.rs` and
//! `evaluate.rs` where they earn their place.
//!
//! A game knows the crate `rules` and nothing else: no file, no clock, no other game. What several games
//! share stands beside them: `passing`, `hops`, and `race`, which is Chunga on any ground.

pub mod chunga;
pub mod chunga_four;
mod hops;
pub mod kings_men;
pub mod merelles;
mod passing;
pub mod pick_me_up;
mod race;
pub mod rondamee;
pub mod yumph;

pub use chunga::Chunga;
pub use chunga_four::ChungaFour;
pub use kings_men::KingsMen;
pub use merelles::Merelles;
pub use pick_me_up::PickMeUp;
pub use rondamee::Rondamee;
pub use yumph::Yumph;
