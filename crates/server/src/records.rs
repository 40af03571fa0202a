//! The printed games, and records that somebody brings along.

use crate::answers::{Answer, Failure};
use crate::body::Input;
use crate::budget::{Heavy, Work};
use crate::house::House;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use library::Record;
use library::record::Problem;
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::Cell;
use std::sync::{Arc, LazyLock};
use table::wire;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/games/{id}/records/{name}", get(printed)).route("/api/records", post(read))
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
            let game = record.played.game().about().id.to_string();
            all.push(Printed { game, name: format!("{stem}-{}", nth + 1), record });
        }
    }
    all
});

/// The printed records of a game, in short.
pub fn of(game: &str) -> Value {
    let short = |printed: &Printed| {
        let record = &printed.record;
        json!({ "name": printed.name, "title": title(record), "players": record.names, "date": record.date,
            "result": record.result(), "turns": record.played.turns().len() })
    };
    PRINTED.iter().filter(|printed| printed.game == game).map(short).collect()
}

/// Whether there is such a record.
pub fn exists(game: &str, name: &str) -> bool {
    PRINTED.iter().any(|printed| printed.game == game && printed.name == name)
}

fn title(record: &Record) -> Option<&str> {
    record.tags.iter().find(|(name, _)| name == "Event").map(|(_, value)| value.as_str())
}

async fn printed(Path((id, name)): Path<(String, String)>) -> Answer<Response> {
    let found = PRINTED.iter().find(|printed| printed.game == id && printed.name == name);
    let missing = || Failure::not_found(format!("There is no record '{name}' of this game."));
    let text = found.ok_or_else(missing)?.record.to_string();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

async fn read(heavy: Heavy, Input(Text { text }): Input<Text>) -> Answer {
    heavy.run(move |work| read_within(work, &text)).await
}

fn read_within(work: &Work, text: &str) -> Answer {
    // Counted over all records of the text; each word of a record is at least a step.
    let words = Cell::new(0);
    let go_on = |played: &library::Match| {
        words.set(words.get() + 1);
        words.get() <= work.most_steps() && work.allows(played)
    };
    let records = Record::read_all_while(text, None, &go_on).map_err(|error| match error.problem {
        Problem::Stopped => work.refusal(),
        _ => Failure::unclear(format!("This is not a record: {error}"))
            .with("line", error.line)
            .with("token", error.token.as_str()),
    })?;
    let empty = || Failure::unclear("There is no record in it: expected tags such as [Game \"lasca\"], then turns.");
    let record = records.first().ok_or_else(empty)?;
    let game = &**record.played.game();
    let steps: Vec<&str> = record.played.steps_taken().map(|(_, step)| step).collect();
    let tags: serde_json::Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    let comments: Vec<Value> =
        record.comments.iter().map(|(after, text)| json!({ "after": after, "text": text })).collect();
    Ok(Json(json!({
        "game": game.about().id, "options": wire::options(game), "start": game.text(record.played.start()),
        "tags": tags, "players": record.names, "date": record.date, "result": record.result(),
        "turns": record.played.turns().iter().map(wire::Turn::of).collect::<Vec<_>>(), "moves": steps.join(" "),
        "comments": comments, "records": records.len(), "record": record.to_string(),
        "claimable": record.claimable.iter()
            .map(|(after, clause)| json!({ "after": after, "clause": clause.number() })).collect::<Value>(),
    })))
}
