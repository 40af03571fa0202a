//! What goes over the wire: the shapes of games and tables in JSON. The description of the API and the types of the pages
//! are made from these types.
//!
//! A type that has its name from another crate, such as [`SiteKind`], is that thing as it is sent: `rules` and `library` know
//! nothing of JSON, and what is sent stays as it is when they change. Each is made in one place, by `of` or `from` below.

mod board;
mod position;

pub use board::{Beat, Board, BoardGround, Effect, EffectKind, Grounds, Man, Placed, Site, SiteKind, beats, pieces};
pub use position::{
    EndedBy, Ending, Glance, Joined, LegalStep, Scale, Scene, Standing, Status, StatusKind, Taken, Turn, sites,
};

use crate::event::Proposal;
use crate::state::SeatKind;
use library::AnyGame;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// Options by name.
pub type Options = BTreeMap<String, String>;

/// A seat and who has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Seat {
    /// Counted from 1.
    pub number: u8,
    /// As the game calls it.
    pub called: String,
    /// Of the person.
    pub name: Option<String>,
    /// Who has it.
    pub kind: SeatKind,
    /// Of the computer.
    pub level: Option<u8>,
}

/// A seat, and whether its person is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatAtTable {
    /// The seat.
    #[serde(flatten)]
    pub seat: Seat,
    /// Whether somebody with its key listens.
    pub present: bool,
}

/// What a seat proposes to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// Who proposes it.
    pub seat: u8,
    /// What.
    pub what: Proposal,
}

/// How a series stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Series {
    /// How many games it has.
    pub games: u8,
    /// How many are over.
    pub played: u8,
    /// How many of them whoever now has each seat has won.
    pub score: Vec<u8>,
}

/// A computer that thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Thinking {
    /// On which seat.
    pub seat: u8,
    /// For how many milliseconds.
    pub since_ms: u64,
}

/// The whole table for a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct View {
    /// Of the table.
    pub id: String,
    /// Which game.
    pub game: String,
    /// With which options.
    pub options: Options,
    /// The last event's number.
    pub version: u64,
    /// In milliseconds since 1970.
    pub created: i64,
    /// When the last event was.
    pub updated: i64,
    /// The edition of the rules that it was set up under.
    pub edition: u16,
    /// Why it can only be looked at, if that is so.
    pub read_only: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatAtTable>,
    /// The position that it began at.
    pub start: String,
    /// Where it stands.
    pub scene: Scene,
    /// What was played.
    pub turns: Vec<Turn>,
    /// How many steps were taken.
    pub taken: usize,
    /// What was taken in the last complete turn and in the one under way.
    pub last: Vec<Taken>,
    /// What is proposed.
    pub offers: Vec<Offer>,
    /// The computer that thinks.
    pub thinking: Option<Thinking>,
    /// The series that this is a game of, this game included if it is over.
    pub series: Option<Series>,
    /// The table of the next game.
    pub next: Option<String>,
    /// Where whoever has each seat sits in the next game.
    pub next_seats: Vec<u8>,
}

/// What an event changed: all that a page needs to go on from the view before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Change {
    /// The event's number.
    pub version: u64,
    /// What happened: `step`, `take-back`, `offer`, `accept`, `decline`, `withdraw`, `resign`, `claim`, `rename`,
    /// `computer` or `rematch`.
    pub kind: String,
    /// Who did it.
    pub seat: Option<u8>,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// If the position changed, or who may play.
    pub board: Option<BoardChange>,
    /// If they changed.
    pub seats: Option<Vec<Seat>>,
    /// What is proposed now.
    pub offers: Vec<Offer>,
    /// How the series stands now.
    pub series: Option<Series>,
    /// The table of the next game.
    pub next: Option<String>,
}

/// A new position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardChange {
    /// Where the game stands.
    pub scene: Scene,
    /// The step that led there, if one did.
    pub step: Option<Taken>,
    /// How many steps have been taken.
    pub taken: usize,
    /// What was taken in the last complete turn and in the one under way.
    pub last: Vec<Taken>,
    /// How many turns of those before stand unchanged.
    pub turns_before: usize,
    /// Those after them.
    pub turns: Vec<Turn>,
}

impl View {
    /// The view after one more event. What is present and thought about stays as it was.
    pub fn apply(&mut self, change: Change) {
        self.version = change.version;
        self.updated = change.time;
        self.offers = change.offers;
        self.series = change.series;
        self.next = change.next;
        if let Some(board) = change.board {
            self.scene = board.scene;
            self.taken = board.taken;
            self.last = board.last;
            self.turns.truncate(board.turns_before);
            self.turns.extend(board.turns);
        }
        for (known, seat) in self.seats.iter_mut().zip(change.seats.into_iter().flatten()) {
            known.seat = seat;
        }
    }
}

/// The first event of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Hello {
    /// The last event's number.
    pub version: u64,
    /// Which seats have somebody.
    pub present: Vec<bool>,
    /// Which build of the pages the server has: a page of another one should be loaded anew between turns.
    pub build: String,
}

/// Somebody came or went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Present {
    /// Where.
    pub seat: u8,
    /// Which seats have somebody now.
    pub present: Vec<bool>,
}

/// What a computer that thinks has found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Thought {
    /// Whose turn it is.
    pub seat: u8,
    /// How many steps it has looked ahead.
    pub depth: i32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How likely it is to win, from 0 to 1.
    pub chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    pub proved: Option<i32>,
    /// The turns that it expects.
    pub line: Vec<String>,
}

/// Nothing needs to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Nothing {}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Summary {
    /// Of the table.
    pub id: String,
    /// Which game.
    pub game: String,
    /// As people call it.
    pub name: String,
    /// With which options.
    pub options: Options,
    /// Who sits where.
    pub seats: Vec<SeatAtTable>,
    /// The last event's number.
    pub version: u64,
    /// Whose choice it is, or how it ended.
    pub status: Status,
    /// How many turns were played.
    pub turns: usize,
    /// The men on their sites.
    pub pieces: Vec<Placed>,
    /// When the last event was.
    pub updated: i64,
    /// The table of the next game.
    pub next: Option<String>,
    /// The series that this is a game of, this game included if it is over.
    pub series: Option<Series>,
    /// Why it can only be looked at, if that is so.
    pub read_only: Option<String>,
}

/// The options that were chosen.
pub fn options(game: &dyn AnyGame) -> Options {
    game.chosen().pairs().iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect()
}
