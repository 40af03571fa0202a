//! Why something is not played.

use ::rules::Clause;
use ::rules::show::SiteId;
use std::fmt;

/// Why something typed or touched is not played, with all that is needed to act on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not a step of this game.
    Unreadable {
        /// What would have been one.
        expected: String,
    },
    /// It could be any of several steps.
    Ambiguous {
        /// Each of them as a person could write it.
        could_be: Vec<String>,
    },
    /// The game is over.
    Over {
        /// By this clause.
        clause: Clause,
        /// Its words.
        text: &'static str,
    },
    /// It breaks a clause.
    Breach {
        /// The step that was meant, in canonical text.
        step: String,
        /// A sentence about this attempt in this position.
        words: String,
        /// The first clause it breaks.
        clause: Clause,
        /// Its words.
        text: &'static str,
        /// The man or place that matters.
        at: Option<SiteId>,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreadable { expected } => write!(f, "this is not a step here; expected {expected}"),
            Refusal::Ambiguous { could_be } => write!(f, "this is ambiguous: it could be {}", alternatives(could_be)),
            Refusal::Over { clause, text } => write!(f, "the game is over by {clause}: {text}"),
            Refusal::Breach { step, words, clause, text, .. } => write!(f, "{step} breaks {clause}. {words} {text}"),
        }
    }
}

/// `a, b or c`, at most a dozen of them.
pub fn alternatives(texts: &[String]) -> String {
    const MOST: usize = 12;
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        _ if texts.len() > MOST => format!("{} and {} more", texts[..MOST].join(", "), texts.len() - MOST),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
