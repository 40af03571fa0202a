//! What happens at a table, and how it is stored.

use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

/// Something that happened at a table. Every version of every event that was ever stored can be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A seat took a step.
    Step {
        /// The step's text.
        step: String,
    },
    /// Steps were taken back.
    TakeBack {
        /// How many remain.
        to: usize,
    },
    /// A seat proposes something to the others.
    Offer {
        /// What.
        what: Proposal,
        /// For a take-back: how many steps would remain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<usize>,
    },
    /// A party wants what another proposed; when all do, it happens.
    Accept {
        /// What.
        what: Proposal,
    },
    /// A party does not want what another proposed.
    Decline {
        /// What.
        what: Proposal,
    },
    /// A seat does not propose it any more.
    Withdraw {
        /// What.
        what: Proposal,
    },
    /// One of two gives up.
    Resign {},
    /// Somebody sat down on an open seat.
    Claim {
        /// Their name.
        name: Option<String>,
        /// What is stored of the key that plays the seat.
        key: String,
    },
    /// Somebody changed their name.
    Rename {
        /// The new one.
        name: Option<String>,
    },
    /// The computer took a seat over.
    Computer {
        /// Which, counted from 1.
        seat: u8,
        /// How strong.
        level: u8,
    },
    /// The next game has been set up.
    Rematch {
        /// At this table.
        next: String,
    },
}

/// What can be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// To call it a draw.
    Draw,
    /// To take back to one's last decision.
    TakeBack,
}

/// An event with what is stored beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// Counted from 1 at each table, without a gap.
    pub version: u64,
    /// Who did it.
    pub seat: Option<Seat>,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// Names the request that made it; none for what the computer did.
    pub key: Option<String>,
    /// What happened.
    pub event: Event,
}

/// An event that this version of the program does not know, written by a newer one or damaged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an event of kind '{kind}' cannot be read: {why}")]
pub struct UnreadableEvent {
    /// What it says it is.
    pub kind: String,
    /// What is wrong with it.
    pub why: String,
}

impl Event {
    /// Its name, as it is stored and as streams call it.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Step { .. } => "step",
            Event::TakeBack { .. } => "take-back",
            Event::Offer { .. } => "offer",
            Event::Accept { .. } => "accept",
            Event::Decline { .. } => "decline",
            Event::Withdraw { .. } => "withdraw",
            Event::Resign {} => "resign",
            Event::Claim { .. } => "claim",
            Event::Rename { .. } => "rename",
            Event::Computer { .. } => "computer",
            Event::Rematch { .. } => "rematch",
        }
    }

    /// The rest of it as JSON.
    pub fn body(&self) -> String {
        match serde_json::to_value(self) {
            Ok(Value::Object(mut fields)) => {
                fields.remove("kind");
                Value::Object(fields).to_string()
            }
            _ => unreachable!("an event is written as an object"),
        }
    }

    /// Reads what [`Event::kind`] and [`Event::body`] wrote, now or ever before.
    pub fn read(kind: &str, body: &str) -> Result<Event, UnreadableEvent> {
        let unreadable = |why: &dyn std::fmt::Display| UnreadableEvent { kind: kind.to_string(), why: why.to_string() };
        let mut fields: Map<String, Value> = serde_json::from_str(body).map_err(|why| unreadable(&why))?;
        fields.insert("kind".to_string(), kind.into());
        serde_json::from_value(Value::Object(fields)).map_err(|why| unreadable(&why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_as_it_was_written() {
        let events = [
            Event::Step { step: "5-6".to_string() },
            Event::TakeBack { to: 3 },
            Event::Offer { what: Proposal::Draw, to: None },
            Event::Offer { what: Proposal::TakeBack, to: Some(2) },
            Event::Accept { what: Proposal::TakeBack },
            Event::Decline { what: Proposal::Draw },
            Event::Withdraw { what: Proposal::Draw },
            Event::Resign {},
            Event::Claim { name: None, key: "00".to_string() },
            Event::Rename { name: Some("Ada".to_string()) },
            Event::Computer { seat: 2, level: 3 },
            Event::Rematch { next: "there".to_string() },
        ];
        for event in events {
            assert_eq!(Event::read(event.kind(), &event.body()), Ok(event));
        }
    }

    #[test]
    fn what_the_first_version_stored_is_read() {
        for (kind, body, event) in [
            ("step", r#"{"step":"x10"}"#, Event::Step { step: "x10".to_string() }),
            ("offer", r#"{"to":4,"what":"take-back"}"#, Event::Offer { what: Proposal::TakeBack, to: Some(4) }),
            ("offer", r#"{"what":"draw"}"#, Event::Offer { what: Proposal::Draw, to: None }),
            ("resign", "{}", Event::Resign {}),
            ("claim", r#"{"key":"ab","name":null}"#, Event::Claim { name: None, key: "ab".to_string() }),
        ] {
            assert_eq!(Event::read(kind, body), Ok(event));
        }
        assert_eq!(Event::read("castling", "{}").unwrap_err().kind, "castling");
        assert!(Event::read("step", "{}").is_err());
        assert!(Event::read("step", "[").is_err());
    }
}
