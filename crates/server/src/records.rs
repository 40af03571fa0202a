//! The printed games, and records that somebody brings along.

use crate::answers::{ApiError, ApiResult};
use crate::body::Input;
use crate::budget::{Heavy, Work};
use crate::house::House;
use crate::setup::{self, Options};
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use library::Record;
use library::record::RecordProblem;
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use table::wire;
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games/{id}/records/{name}", get(printed))
        .route("/api/records", post(read))
        .route("/api/records/text", post(write))
}

#[derive(RustEmbed)]
#[folder = "records/"]
struct Files;

/// A record of the box.
struct Printed {
    game: String,
    /// The file's name and the record's number in it.
    name: String,
    record: Record,
}

static PRINTED: LazyLock<Vec<Printed>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for file in Files::iter() {
        let bytes = Files::get(&file).expect("what is listed is there").data;
        let text = String::from_utf8_lossy(&bytes);
        // The tests replay them all.
        let records = Record::read_all(&text, None).unwrap_or_default();
        let stem = file.trim_end_matches(".txt");
        for (nth, record) in records.into_iter().enumerate() {
            let game = record.line.played.game().about().id.to_string();
            all.push(Printed { game, name: format!("{stem}-{}", nth + 1), record });
        }
    }
    all
});

/// A printed game, in short.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct RecordEntry {
    /// For addresses.
    name: String,
    title: Option<String>,
    players: Vec<Option<String>>,
    date: Option<String>,
    result: String,
    /// How many turns it has.
    turns: usize,
}

/// The printed records of a game, in short.
pub fn of(game: &str) -> Vec<RecordEntry> {
    let short = |printed: &Printed| {
        let record = &printed.record;
        RecordEntry {
            name: printed.name.clone(),
            title: tag(record, "Event").map(String::from),
            players: record.names.clone(),
            date: record.date.clone(),
            result: record.result(),
            turns: record.line.played.turns().len(),
        }
    };
    PRINTED.iter().filter(|printed| printed.game == game).map(short).collect()
}

/// A problem that was printed with its solution: a record whose tags `Puzzle` and `Task` name it and say what is asked.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PrintedPuzzle {
    game: String,
    /// The record with the solution.
    record: String,
    title: String,
    /// What is to be done.
    words: String,
    options: wire::Options,
    position: String,
    /// Who is to do it.
    seat: u8,
    pieces: Vec<wire::Placed>,
}

/// The printed problems of all games.
pub fn puzzles() -> Vec<PrintedPuzzle> {
    let of = |printed: &Printed| {
        let record = &printed.record;
        let (game, start) = (&**record.line.played.game(), record.line.played.start());
        Some(PrintedPuzzle {
            game: printed.game.clone(),
            record: printed.name.clone(),
            title: tag(record, "Puzzle")?.to_string(),
            words: tag(record, "Task")?.to_string(),
            options: wire::options(game),
            position: game.text(start),
            seat: game.status(start).seat()?.number(),
            pieces: wire::pieces(game, &game.pieces(start)),
        })
    };
    PRINTED.iter().filter_map(of).collect()
}

/// Whether there is such a record.
pub fn exists(game: &str, name: &str) -> bool {
    PRINTED.iter().any(|printed| printed.game == game && printed.name == name)
}

fn tag<'a>(record: &'a Record, wanted: &str) -> Option<&'a str> {
    record.tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
}

async fn printed(Path((id, name)): Path<(String, String)>) -> ApiResult<Response> {
    let found = PRINTED.iter().find(|printed| printed.game == id && printed.name == name);
    let missing = || ApiError::not_found(format!("There is no record '{name}' of this game."));
    let text = found.ok_or_else(missing)?.record.to_string();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A record as text.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RecordText {
    text: String,
}

/// The first record of a text.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "ReadRecord")]
pub(crate) struct ReadRecord {
    game: &'static str,
    options: wire::Options,
    start: String,
    tags: BTreeMap<String, String>,
    players: Vec<Option<String>>,
    date: Option<String>,
    result: String,
    turns: Vec<wire::Turn>,
    /// All steps, separated by spaces.
    moves: String,
    /// The same with remarks, glyphs and variations: steps, `$` and the number of a glyph, remarks in braces, variations in
    /// brackets after the step that they replace.
    tree: String,
    comments: Vec<Remark>,
    /// How many records the text has.
    records: usize,
    /// The record as this house writes it.
    record: String,
    /// Where somebody could have claimed a draw.
    claimable: Vec<Claimable>,
}

/// A comment.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Remark {
    /// After how many steps.
    after: usize,
    text: String,
}

/// A draw that nobody claimed.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Claimable {
    /// After how many turns.
    after: usize,
    clause: &'static str,
}

async fn read(heavy: Heavy, Input(RecordText { text }): Input<RecordText>) -> ApiResult<Json<ReadRecord>> {
    heavy.run(move |work| read_within(work, &text)).await
}

fn read_within(work: &Work, text: &str) -> ApiResult<Json<ReadRecord>> {
    // Counted over all records of the text; each word of a record is at least a step.
    let words = Cell::new(0);
    let go_on = |played: &library::Match| {
        words.set(words.get() + 1);
        words.get() <= work.most_steps() && work.allows(played)
    };
    let records = Record::read_all_while(text, None, &go_on).map_err(|error| match error.problem {
        RecordProblem::Stopped => work.refusal(),
        _ => ApiError::unclear(format!("This is not a record: {error}"))
            .with("line", error.line)
            .with("token", error.token.as_str()),
    })?;
    let empty = || ApiError::unclear("There is no record in it: expected tags such as [Game \"lasca\"], then turns.");
    let record = records.first().ok_or_else(empty)?;
    let game = &**record.line.played.game();
    let steps: Vec<&str> = record.line.played.steps_taken().map(|(_, step)| step).collect();
    Ok(Json(ReadRecord {
        game: game.about().id,
        options: wire::options(game),
        start: game.text(record.line.played.start()),
        tags: record.tags.iter().cloned().collect(),
        players: record.names.clone(),
        date: record.date.clone(),
        result: record.result(),
        turns: record.line.played.turns().iter().map(wire::Turn::of).collect(),
        moves: steps.join(" "),
        tree: record.tree(),
        comments: record
            .line
            .comments
            .iter()
            .map(|(after, text)| Remark { after: *after, text: text.clone() })
            .collect(),
        records: records.len(),
        record: record.to_string(),
        claimable: record
            .claimable
            .iter()
            .map(|(after, clause)| Claimable { after: *after, clause: clause.number() })
            .collect(),
    }))
}

/// A game with its variations, to be written as a record.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TreeWanted {
    game: String,
    #[serde(default)]
    options: Options,
    /// Where it begins, if not at the usual start.
    position: Option<String>,
    /// As `POST /api/records` tells it.
    tree: String,
    /// What the record is called.
    title: Option<String>,
}

async fn write(heavy: Heavy, Input(asked): Input<TreeWanted>) -> ApiResult<Response> {
    let text = heavy.run(move |work| written(work, &asked)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

fn written(work: &Work, asked: &TreeWanted) -> ApiResult<String> {
    let game = setup::game(&asked.game, &asked.options)?;
    let begun = setup::begin_within(work, &game, asked.position.as_deref(), None)?;
    let steps = Cell::new(0);
    let go_on = |played: &library::Match| {
        steps.set(steps.get() + 1);
        steps.get() <= work.most_steps() && work.allows(played)
    };
    let mut record =
        Record::of_tree(&game, begun.start(), &asked.tree, &go_on).map_err(|error| match error.problem {
            RecordProblem::Stopped => work.refusal(),
            _ => ApiError::unclear(format!("This is not a game with its variations: {error}"))
                .with("token", error.token.as_str()),
        })?;
    let title = asked
        .title
        .as_deref()
        .map(|title| title.replace(['"', '\n', '\\'], " "))
        .filter(|title| !title.trim().is_empty());
    record.tags.extend(title.map(|title| ("Event".to_string(), title)));
    Ok(record.to_string())
}
