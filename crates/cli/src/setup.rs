//! From arguments to a game and a position of it, and what can go wrong on the way.

use crate::args::PlaceArgs;
use library::{AnyGame, AnyPosition, Match, Refusal, choose, lookup};
use std::io;
use std::sync::Arc;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// The question was not understood: exit code 2.
    Unclear(String),
    /// The answer is no, and why: exit code 1.
    No(String),
    /// The answer is no, and it has been printed: exit code 1.
    Said,
    /// Reading or writing failed: exit code 1.
    Io(io::Error),
}

impl Failure {
    pub fn code(&self) -> u8 {
        if let Failure::Unclear(_) = self { 2 } else { 1 }
    }

    pub fn words(&self) -> Option<String> {
        match self {
            Failure::Unclear(words) | Failure::No(words) => Some(words.clone()),
            Failure::Io(error) => Some(error.to_string()),
            Failure::Said => None,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<library::entry::Unknown> for Failure {
    fn from(unknown: library::entry::Unknown) -> Failure {
        let more = if unknown.what == "game" { " (parlour list shows all)" } else { "" };
        Failure::Unclear(format!("{unknown}{more}"))
    }
}

/// A text as far as it can be quoted in a message.
pub fn quote(text: &str) -> String {
    let shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() { format!("'{shown}...'") } else { format!("'{shown}'") }
}

/// The game with these options.
pub fn game(id: &str, options: &[String]) -> Result<Arc<dyn AnyGame>, Failure> {
    let entry = lookup(id)?;
    let chosen = choose(entry.about, options.iter().map(String::as_str))?;
    Ok(entry.with(&chosen))
}

/// The position asked for.
pub fn place(game: &Arc<dyn AnyGame>, args: &PlaceArgs) -> Result<AnyPosition, Failure> {
    let mut at = begin(game, args)?;
    for step in steps(&args.after) {
        let played = game.play(&at, step).map_err(|refusal| refused("--after", step, &refusal))?;
        at = played.last().map_or(at, |played| played.position.clone());
    }
    Ok(at)
}

/// The match that leads to the position asked for, so that its draws and repetitions are seen.
pub fn started(game: &Arc<dyn AnyGame>, args: &PlaceArgs) -> Result<Match, Failure> {
    let mut played = Match::from(game.clone(), begin(game, args)?);
    for step in steps(&args.after) {
        played.play(step).map_err(|refusal| refused("--after", step, &refusal))?;
    }
    Ok(played)
}

/// The position that the steps of `--after` begin at.
pub fn begin(game: &Arc<dyn AnyGame>, args: &PlaceArgs) -> Result<AnyPosition, Failure> {
    match &args.position {
        Some(text) => {
            let about = game.about();
            game.read_position(text)
                .map_err(|why| Failure::Unclear(format!("{} is not a position of {}: {why}", quote(text), about.name)))
        }
        None => Ok(game.start()),
    }
}

/// Steps or turns, separated by spaces or commas.
pub fn steps(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|step| !step.is_empty())
}

/// A refused step as a failure: illegal is a no, what is unreadable or ambiguous was not understood.
fn refused(whence: &str, step: &str, refusal: &Refusal) -> Failure {
    let words = format!("{whence}: {}: {refusal}", quote(step));
    match refusal {
        Refusal::Unreadable { .. } | Refusal::Ambiguous { .. } => Failure::Unclear(words),
        Refusal::Over { .. } | Refusal::Breach { .. } => Failure::No(words),
    }
}
