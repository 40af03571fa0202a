//! The proved value of positions: solving tiers of a game, keeping the values in files, and looking them up.
//!
//! A game numbers its positions ([`Tiers`]); everything else happens here. [`solve`] works through the groups of tiers in
//! order, each by retrograde analysis ([`retrograde`]), and writes a file a tier ([`mod@file`]) and a manifest. What was
//! finished before a kill is not done again. [`verify`] goes forward over every stored position and holds its value against
//! those of its successors. [`Tablebase`] looks values up. Where no position comes back,
//! [`prove`](mod@prove) finds results by search instead.
//!
//! Values are those of the bare game: draws that a match declares because of its history are unknown here. A position
//! from which nobody can force a win is a draw. This crate knows no game and starts threads only while it solves.
//!
//! ```
//! use parlour_known::{SolveRequest, Tablebase, Value, solve};
//! # use rules::prelude::*;
//! # clauses! { LAST = "4.1" }
//! /// A heap of at most nine pawns: take one or two, whoever takes the last one wins.
//! struct Heap;
//! # impl Rules for Heap {
//! #     const SEATS: usize = 2;
//! #     type Position = (u8, Seat);
//! #     type Step = u8;
//! #     fn start(&self) -> (u8, Seat) { (9, Seat::FIRST) }
//! #     fn status(&self, at: &(u8, Seat)) -> Status {
//! #         if at.0 == 0 { Status::Over(Outcome::Win(at.1.other()), LAST) } else { Status::Turn(at.1) }
//! #     }
//! #     fn stuck(&self, at: &(u8, Seat)) -> Status { self.status(at) }
//! #     fn candidates(&self, at: &(u8, Seat), out: &mut Vec<u8>) { out.extend(1..=at.0.min(2)); }
//! #     fn judge(&self, _: &(u8, Seat), _: u8) -> Legality { Ok(()) }
//! #     fn apply(&self, at: &mut (u8, Seat), step: u8) { *at = (at.0 - step, at.1.other()); }
//! # }
//! /// The one tier, named a1.
//! type Tier = Square<1, 1>;
//!
//! impl Tiers for Heap {
//!     type Tier = Tier;
//!     const MEN: u32 = 9;
//!
//!     fn groups(&self, _: u32) -> Vec<Vec<Tier>> {
//!         vec![vec![Tier::at(0, 0)]]
//!     }
//!     fn size(&self, _: Tier) -> u64 {
//!         9
//!     }
//!     fn number(&self, (pawns, _): &(u8, Seat)) -> Option<(Tier, u64)> {
//!         (*pawns > 0).then(|| (Tier::at(0, 0), u64::from(*pawns) - 1))
//!     }
//!     fn position(&self, _: Tier, number: u64) -> Option<(u8, Seat)> {
//!         Some((number as u8 + 1, Seat::FIRST))
//!     }
//! }
//!
//! let folder = tempfile::tempdir().expect("a temporary folder");
//! let request = SolveRequest { folder: folder.path().into(), men: 9, threads: 1, memory: 1 << 20, ..SolveRequest::default() };
//! solve(&Heap, &request, 1, &|_| true).expect("it is solved");
//! let tablebase = Tablebase::<Heap>::open(folder.path(), 1).expect("a tablebase");
//! assert_eq!(tablebase.value(&Heap, &(7, Seat::FIRST)).expect("readable"), Some(Value::Win(5)));
//! assert_eq!(tablebase.value(&Heap, &(9, Seat::FIRST)).expect("readable"), Some(Value::Loss(6)));
//! ```
//!
//! [`Tiers`]: rules::Tiers

mod checkpoint;
pub mod file;
mod proof_table;
pub mod prove;
mod results;
pub mod retrograde;
mod solve;
mod tablebase;
mod turns;
mod value;
mod verify;

pub use file::Error;
pub use solve::{Cost, Manifest, Progress, SolveRequest, TierRecord, copy_tiers, solve};
pub use tablebase::{Tablebase, ValuedSteps, valued};
pub use value::Value;
pub use verify::{Verified, verify};
