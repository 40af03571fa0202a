//! Games with their options, each set up once, and matches made from what a request says.

use crate::answers::ApiError;
use crate::budget::Work;
use crate::live::lock;
use library::record::RecordProblem;
use library::{AnyGame, Entry, Match, Record, RecordError, Refusal, choose, lookup};
use rules::Chosen;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use utoipa::ToSchema;

pub use table::wire::Options;

/// The game with these options. It is kept, with all it learns: a game that has been solved stays so.
pub fn game(id: &str, options: &Options) -> Result<Arc<dyn AnyGame>, ApiError> {
    let texts: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    game_from_texts(id, texts.iter().map(String::as_str))
}

/// The same from texts such as `flying=on`.
pub fn game_from_texts<'a>(id: &str, options: impl IntoIterator<Item = &'a str>) -> Result<Arc<dyn AnyGame>, ApiError> {
    static GAMES: LazyLock<Mutex<HashMap<String, Arc<dyn AnyGame>>>> = LazyLock::new(Mutex::default);
    let entry = lookup(id)?;
    let chosen = choose(entry.about, options)?;
    Ok(lock(&GAMES).entry(format!("{id} {chosen}")).or_insert_with(|| entry.with(&chosen)).clone())
}

/// A game's entry, and its options as they were asked for.
pub fn chosen(id: &str, options: &Options) -> Result<(&'static Entry, Chosen), ApiError> {
    let entry = lookup(id)?;
    let texts: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok((entry, choose(entry.about, texts.iter().map(String::as_str))?))
}

/// A position that a request speaks of.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct Setup {
    /// By name.
    pub options: Options,
    /// Where to begin, if not at the usual start.
    pub position: Option<String>,
    /// What to play from there.
    pub moves: Option<String>,
}

impl Setup {
    /// The match that stands there, read within the limits of this work.
    pub fn played(&self, id: &str, work: &Work) -> Result<Match, ApiError> {
        begin_within(work, &game(id, &self.options)?, self.position.as_deref(), self.moves.as_deref())
    }
}

/// A match from a position, if one is given, and what was played since, read within the limits of this work.
pub fn begin_within(
    work: &Work,
    game: &Arc<dyn AnyGame>,
    position: Option<&str>,
    moves: Option<&str>,
) -> Result<Match, ApiError> {
    let read = read(game, position, moves, &|played| work.allows(played));
    read.map_err(|unread| unread.unwrap_or_else(|| work.refusal()))
}

/// The same for what is short and our own.
pub fn begin(game: &Arc<dyn AnyGame>, position: Option<&str>, moves: Option<&str>) -> Result<Match, ApiError> {
    read(game, position, moves, &|_| true).map_err(|unread| unread.unwrap_or_else(ApiError::too_slow))
}

/// Reads as long as `go_on` says yes; no failure means that it said no.
fn read(
    game: &Arc<dyn AnyGame>,
    position: Option<&str>,
    moves: Option<&str>,
    go_on: &dyn Fn(&Match) -> bool,
) -> Result<Match, Option<ApiError>> {
    let start = match position.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => game.read_position(text).map_err(|why| {
            let words = format!("This is not a position of {}: {why}", game.about().name);
            Some(ApiError::unclear(words).with("part", "position"))
        })?,
        None => game.start(),
    };
    let mut record = Record::of(Match::from(game.clone(), start));
    match record.play_on_while(moves.unwrap_or(""), go_on) {
        Ok(()) => Ok(record.line.played),
        Err(RecordError { problem: RecordProblem::Stopped, .. }) => Err(None),
        Err(error) => Err(Some(unplayed(&record.line.played, &error))),
    }
}

/// A text of moves that could be read only so far.
fn unplayed(played: &Match, error: &RecordError) -> ApiError {
    let steps: Vec<&str> = played.steps_taken().map(|(_, step)| step).collect();
    let words = match steps.len() {
        0 => error.to_string(),
        1 => format!("After one step: {error}"),
        many => format!("After {many} steps: {error}"),
    };
    let failure = if let RecordProblem::Step(refusal) = &error.problem
        && let Refusal::Breach { clause, at, .. } = &**refusal
    {
        ApiError::illegal(words).with("clause", clause.number()).with("at", at.map(|site| site.0))
    } else {
        ApiError::unclear(words)
    };
    failure.with("part", "moves").with("token", error.token.as_str()).with("read", steps.join(" "))
}
