//! The proved value of positions: solving tiers of a game, keeping the values in files, and looking them up.
//!
//! A game numbers its positions ([`Tiers`]); everything else happens here. [`solve`] works through the groups of tiers in
//! order, each by retrograde analysis ([`retrograde`]), and writes a file a tier ([`file`]) and a manifest. What was
//! finished before a kill is not done again. [`verify`] goes forward over every stored position and holds its value against
//! those of its successors. [`Tablebase`] looks values up.
//!
//! Values are those of the bare game: draws that a match declares because of its history are unknown here. A position
//! from which nobody can force a win is a draw. This crate knows no game and starts threads only while it solves.
//!
//! [`Tiers`]: rules::Tiers

pub mod file;
pub mod retrograde;
mod solve;
mod tablebase;
mod turns;
mod value;
mod verify;

pub use file::Error;
pub use solve::{Manifest, Progress, Request, TierRecord, solve};
pub use tablebase::Tablebase;
pub use value::Value;
pub use verify::{Verified, verify};
