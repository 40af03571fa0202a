//! A table where a game is played, as the fold of its events.
//!
//! [`Table::decide`] judges a [`Command`] and changes nothing; the [`Event`] it gives is stored by somebody else, and
//! [`Table::apply`] takes it in. [`Table::view`] is the whole table for a page, [`Table::change`] what one event changed: a view
//! and the changes after it make the later view. This crate is nothing but that: no HTTP, no clock, no disk, no threads, no
//! random numbers. It must not know where events are kept or who is told of them.
//!
//! ```
//! use parlour_table::{Beginning, Command, Event, SeatKind, Seated, Seating, Table};
//! use rules::Seat;
//!
//! let game = library::find("merelles").expect("it is on the shelf").by_default();
//! let person = Seated { kind: SeatKind::Person, level: None, name: None, key: None, invite: None, party: 0 };
//! let seating = Seating { seats: vec![person.clone(), person], opening: String::new(), series: None };
//! let start = game.text(&game.start());
//! let beginning = Beginning { id: "t".to_string(), game, edition: 1, start, created: 0, seating };
//! let table = Table::new(beginning).expect("a table that makes sense");
//! let decided = table.decide(Seat::FIRST, Command::Step { step: "5".to_string() });
//! assert_eq!(decided, Ok(Some(Event::Step { step: "5".to_string() })));
//! ```

mod command;
pub mod drawing;
mod event;
pub mod known;
pub mod review;
mod state;
pub mod wire;

pub use command::{Command, RefusedCommand};
pub use event::{Event, Proposal, Recorded, UnreadableEvent};
pub use state::{Beginning, LIMIT, SeatKind, Seated, Seating, Table, level};
