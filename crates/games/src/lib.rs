//! The games, one folder each, with the same file names in every folder: `mod.rs` holds the rules,
//! `show.rs` how the game is seen and touched, `rules.md` the rules in words with examples that are
//! executed, `perft.txt` counts made by others; `position.rs`, `steps.rs`, `notation.rs` and
//! `evaluate.rs` where they earn their place.
//!
//! ```
//! use parlour_games::Merelles;
//! use rules::prelude::*;
//!
//! let game = Merelles::with(&Chosen::defaults(&Merelles::ABOUT));
//! let mut at = game.start();
//! for text in ["5", "1", "6", "2", "4"] {
//!     let step = text.parse().expect("a point from 1 to 24");
//!     game.judge(&at, step).expect("an empty point");
//!     game.apply(&mut at, step);
//! }
//! assert_eq!(game.status(&at), Status::Continue(Seat::FIRST), "4-5-6 is a row: a man is taken");
//! let breach = game.judge(&at, "x9".parse().expect("a man to take")).expect_err("nobody stands on 9");
//! println!("{}", game.rules().words(breach.clause));
//! ```
//!
//! A game knows the crate `rules` and nothing else: no file, no clock, no other game. What several games
//! share stands beside them: `passing`, `hops`, and `race`, which is Chunga on any ground.

mod diagonals;
mod draughts;
mod endings;
mod five_by_five;
mod hops;
#[cfg(test)]
mod laws;
mod one_tier;
mod passing;
mod race;
mod ranks;
mod two_colours;
mod two_sides;

pub mod avion;
pub mod bang_o;
pub mod checker_puzzle;
pub mod checkers;
pub mod chess;
pub mod chunga;
pub mod chunga_four;
pub mod foregammon;
pub mod fox_and_geese;
pub mod kings_men;
pub mod lasca;
pub mod merelles;
pub mod pick_me_up;
pub mod polychek;
pub mod py_hy_ky;
pub mod rondamee;
pub mod tigh;
pub mod twenty_seven;
pub mod yumph;

/// The games, as types; in tests also the laws of each.
macro_rules! games {
    ($($folder:ident::$game:ident),* $(,)?) => {
        $(pub use $folder::$game;)*

        #[cfg(test)]
        mod laws_of_games {
            use super::laws::*;
            laws_of! { $($folder::$game),* }
        }
    };
}

games! {
    avion::Avion,
    bang_o::BangO,
    checker_puzzle::CheckerPuzzle,
    checkers::Checkers,
    chess::Chess,
    chunga::Chunga,
    chunga_four::ChungaFour,
    foregammon::Foregammon,
    fox_and_geese::FoxAndGeese,
    kings_men::KingsMen,
    lasca::Lasca,
    merelles::Merelles,
    pick_me_up::PickMeUp,
    polychek::Polychek,
    py_hy_ky::PyHyKy,
    rondamee::Rondamee,
    tigh::Tigh,
    twenty_seven::TwentySeven,
    yumph::Yumph,
}
