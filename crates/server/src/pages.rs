//! The pages: one shell with a title each.

use crate::assets;
use crate::house::House;
use crate::records;
use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use library::find;
use std::sync::Arc;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/", get(async || page("shelf", "Parlour", SHELF)))
        .route("/help", get(async || page("help", "Help · Parlour", "How to play here, and every key.")))
        .route("/games/{id}", get(async |Path(id): Path<String>| of_game(&id, "title", "")))
        .route("/analyse/{id}", get(async |Path(id): Path<String>| of_game(&id, "analyse", ", analysis")))
        .route("/edit/{id}", get(async |Path(id): Path<String>| of_game(&id, "edit", ", position")))
        .route("/print/{id}", get(async |Path(id): Path<String>| of_game(&id, "print", ", to print")))
        .route("/learn/{id}", get(async |Path(id): Path<String>| of_lesson(&id)))
        .route("/learn/{id}/{task}", get(async |Path((id, _)): Path<(String, String)>| of_lesson(&id)))
        .route("/replay/{id}/{record}", get(replay))
        .route("/play/{id}", get(|house, id| of_table(house, id, "play")))
        .route("/watch/{id}", get(|house, id| of_table(house, id, "watch")))
}

const SHELF: &str = "Nineteen old board games, exactly by their rules.";

fn page(page: &str, title: &str, description: &str) -> Response {
    shell(StatusCode::OK, page, title, description)
}

/// The page that says that there is nothing here.
pub fn lost() -> Response {
    shell(StatusCode::NOT_FOUND, "lost", "Not found · Parlour", "There is nothing at this address.")
}

fn shell(status: StatusCode, page: &str, title: &str, description: &str) -> Response {
    let bytes = assets::file("shell.html").unwrap_or_default();
    let html = String::from_utf8_lossy(&bytes)
        .replace("{{title}}", &escaped(title))
        .replace("{{description}}", &escaped(description))
        .replace("{{page}}", page)
        .replace("{{assets}}", &assets::address());
    let fields = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (status, fields, html).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

fn of_game(id: &str, kind: &str, what: &str) -> Response {
    let Some(entry) = find(id) else { return lost() };
    page(kind, &format!("{}{what} · Parlour", entry.about.name), entry.about.line)
}

fn of_lesson(id: &str) -> Response {
    if library::lesson::lesson(id).is_some() { of_game(id, "learn", ", a lesson") } else { lost() }
}

async fn replay(Path((id, record)): Path<(String, String)>) -> Response {
    if records::exists(&id, &record) { of_game(&id, "replay", ", replay") } else { lost() }
}

async fn of_table(Shared(house): Shared<Arc<House>>, Path(id): Path<String>, kind: &'static str) -> Response {
    let found = house.wait(move |house| Ok(house.store.table(&id)?)).await;
    match found.ok().flatten().and_then(|table| find(&table.game)) {
        Some(entry) => page(kind, &format!("{} · Parlour", entry.about.name), entry.about.line),
        None => lost(),
    }
}
