//! What somebody at a table may want, and why it is refused.

use crate::event::Proposal;
use library::Refusal;
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// What somebody with a seat wants.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, TS, ToSchema)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Command {
    /// To take a step.
    Step {
        /// As a person writes it.
        step: String,
    },
    /// To take back to one's last real decision.
    TakeBack,
    /// To propose a draw.
    OfferDraw,
    /// To agree to what another proposed; to the first proposal, if it does not say which.
    Accept {
        /// Which.
        #[serde(default)]
        what: Option<Proposal>,
    },
    /// Not to agree.
    Decline {
        /// To which.
        #[serde(default)]
        what: Option<Proposal>,
    },
    /// Not to propose it any more.
    Withdraw,
    /// To give up; with four seats the computer takes over.
    Resign {
        /// How strong it then is.
        #[serde(default)]
        level: Option<u8>,
    },
    /// The computer is to play the best it has found. This is no event.
    MoveNow,
    /// Another game with the sides changed.
    Rematch {
        /// At this table, which the server has set up.
        #[serde(skip)]
        next: String,
    },
    /// To have another name.
    Rename {
        /// Which.
        #[serde(default)]
        name: Option<String>,
    },
    /// The computer is to take a seat over. Whether its person is away is for the server to know.
    GiveToComputer {
        /// Which seat.
        #[serde(default)]
        seat: Option<u8>,
        /// How strong.
        #[serde(default)]
        level: Option<u8>,
    },
    /// To sit down on an open seat.
    #[serde(skip)]
    Claim {
        /// Under this name.
        name: Option<String>,
        /// What is to be stored of the key.
        key: String,
    },
}

/// Why a command is refused, or an event cannot be taken in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefusedCommand {
    /// It is another seat's turn.
    #[error("It is another seat's turn.")]
    NotYourTurn,
    /// The rules do not allow it, or it is no step.
    #[error("{0}")]
    Step(Refusal),
    /// It is more than one step.
    #[error("Expected one step at a time: first {}.", read[0])]
    Steps {
        /// What it was read as.
        read: Vec<String>,
    },
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// Somebody sits there already.
    #[error("Somebody has taken this seat already; you are welcome to watch.")]
    Taken,
    /// It makes no sense here.
    #[error("{0}")]
    Unclear(String),
    /// The table can be looked at and no more.
    #[error("{0}")]
    ReadOnly(String),
}

impl RefusedCommand {
    /// Why, in one line: the words of a clause with its number, where a rule is the reason.
    pub(crate) fn reason(&self) -> String {
        match self {
            RefusedCommand::Step(Refusal::Breach { clause, text, .. }) => format!("{text} (rule {clause})"),
            _ => self.to_string(),
        }
    }

    pub(crate) fn unclear(words: impl Into<String>) -> RefusedCommand {
        RefusedCommand::Unclear(words.into())
    }
}
