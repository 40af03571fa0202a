//! The pages: one shell with a title each.

use crate::assets;
use crate::house::House;
use crate::live::lock;
use crate::records;
use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use library::{AnyGame, AnyPosition, Entry, LIBRARY, find};
use std::sync::{Arc, LazyLock};
use table::drawing;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/", get(async || shell(StatusCode::OK, "shelf", "Parlour", SHELF, shelf())))
        .route("/mine", get(async || page("mine", "My games · Parlour", "The games of this browser.")))
        .route("/help", get(async || help()))
        .route("/games/{id}", get(async |Path(id): Path<String>| of_game(&id, "title", "")))
        .route("/analyse/{id}", get(async |Path(id): Path<String>| of_game(&id, "analyse", ", analysis")))
        .route("/edit/{id}", get(async |Path(id): Path<String>| of_game(&id, "edit", ", position")))
        .route("/print/{id}", get(async |Path(id): Path<String>| of_game(&id, "print", ", to print")))
        .route("/learn/{id}", get(async |Path(id): Path<String>| of_lesson(&id)))
        .route("/learn/{id}/{task}", get(async |Path((id, _)): Path<(String, String)>| of_lesson(&id)))
        .route("/puzzles", get(async || page("puzzles", "Puzzles · Parlour", "Positions with one way to win.")))
        .route("/puzzles/{id}", get(async |Path(id): Path<String>| of_puzzle(&id, "1")))
        .route(
            "/puzzles/{id}/{number}",
            get(async |Path((id, number)): Path<(String, String)>| of_puzzle(&id, &number)),
        )
        .route("/replay/{id}/{record}", get(replay))
        .route("/play/{id}", get(|house, id| of_table(house, id, "play")))
        .route("/review/{id}", get(|house, id| of_table(house, id, "review")))
        .route("/watch/{id}", get(|house, id| of_table(house, id, "watch")))
}

const SHELF: &str = "Old board games, exactly by their rules.";

fn page(page: &str, title: &str, description: &str) -> Response {
    shell(StatusCode::OK, page, title, description, "")
}

fn help() -> Response {
    shell(StatusCode::OK, "help", "Help · Parlour", "How to play here, and every key.", &file_text("help.html"))
}

/// The page that says that there is nothing here.
pub fn lost() -> Response {
    shell(StatusCode::NOT_FOUND, "lost", "Not found · Parlour", "There is nothing at this address.", "")
}

fn file_text(name: &str) -> String {
    String::from_utf8_lossy(&assets::file(name).unwrap_or_default()).into_owned()
}

/// A page with what is to be seen of it before its scripts run.
fn shell(status: StatusCode, page: &str, title: &str, description: &str, content: &str) -> Response {
    let address = assets::address();
    let preload = |module: &String| format!("<link rel=\"modulepreload\" href=\"{address}/{module}\">\n");
    let html = file_text("shell.html")
        .replace("{{title}}", &escaped(title))
        .replace("{{description}}", &escaped(description))
        .replace("{{page}}", page)
        .replace("{{modules}}", &assets::modules(page).iter().map(preload).collect::<String>())
        .replace("{{assets}}", &address)
        .replace("{{symbols}}", &file_text("symbols.svg"))
        .replace("{{content}}", content);
    let fields = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (status, fields, html).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

const WORDMARK: &str = "<svg class=\"wordmark\" viewBox=\"0 0 670 106\" role=\"img\" aria-label=\"Parlour\">\
    <use href=\"#wordmark\"/></svg>";

/// The bar at the top.
fn bar(name: &str) -> String {
    let name = escaped(name);
    format!(
        "<header class=\"bar\"><a class=\"bar-mark\" href=\"/\" aria-label=\"Parlour, back to the shelf\">{WORDMARK}</a>\
         <h1 class=\"bar-title\"><b>{name}</b></h1></header>"
    )
}

/// A page with a board on it: the board where it will stay.
fn with_board(kind: &str, game: &dyn AnyGame, at: &AnyPosition) -> String {
    let about = game.about();
    let shape = drawing::shape(game.board());
    let class = match kind {
        "learn" | "puzzle" => format!("lesson lesson-{shape}"),
        "play" | "watch" => format!("table table-{shape}"),
        "review" => format!("desk desk-{shape} desk-plain review"),
        "edit" => format!("desk desk-{shape} desk-plain edit"),
        _ => format!("desk desk-{shape}"),
    };
    let board = drawing::picture(game, at, true, "");
    let id = about.id;
    format!(
        "{}<main class=\"{class} game-{id}\"><div class=\"board-wrap\"><div class=\"board-box\">{board}</div></div></main>",
        bar(about.name)
    )
}

/// The shelf with its boxes.
fn shelf() -> &'static str {
    static SHELF: LazyLock<String> = LazyLock::new(|| {
        let (boxes, mut shared): (Vec<&Entry>, Vec<&Entry>) =
            LIBRARY.iter().partition(|entry| cloth(entry.about.id).is_some());
        shared.sort_by_key(|entry| LIBRARY.iter().position(|first| first.about.source == entry.about.source));
        let libraries: String =
            shared.chunk_by(|one, next| one.about.source == next.about.source).map(library_shelf).collect();
        format!(
            "<header class=\"masthead\"><h1>{WORDMARK}</h1>\
             <p>Board games, revived from rule sheets of 1892 to 1940</p>\
             <svg class=\"swelled\" aria-hidden=\"true\"><use href=\"#swelled\" class=\"ornament\"/></svg></header>\
             <main class=\"shelf-main\"><div class=\"room\"></div><div class=\"shelf-head\"><h2>Boxes</h2><p>one game each</p></div>\
             <ul class=\"lids\">{}</ul>{libraries}</main>",
            lids(&boxes)
        )
    });
    &SHELF
}

fn lids(entries: &[&Entry]) -> String {
    entries.iter().enumerate().map(|(nth, entry)| lid(entry, nth)).collect()
}

/// The games that share a box, under its name.
fn library_shelf(games: &[&Entry]) -> String {
    format!(
        "<div class=\"shelf-head\"><h2>{}</h2><p>{} games in one box</p></div><ul class=\"lids lids-small\">{}</ul>",
        escaped(games[0].about.source),
        games.len(),
        lids(games)
    )
}

/// The cloth of a box that came alone: of a game that shares its source with no other.
pub fn cloth(id: &str) -> Option<&'static str> {
    let alone = |entry: &&Entry| LIBRARY.iter().filter(|other| other.about.source == entry.about.source).count() == 1;
    let nth = LIBRARY.iter().filter(alone).position(|entry| entry.about.id == id)?;
    Some(CLOTHS_OF_BOXES[nth % CLOTHS_OF_BOXES.len()])
}

/// In the order of the shelf.
const CLOTHS_OF_BOXES: [&str; 4] = ["ochre", "bottle", "oxblood", "prussian"];
/// Of lids that share a box.
const CLOTHS: [&str; 6] = ["slate", "plum", "oxblood", "bottle", "prussian", "ochre"];

/// The position on a game's lid.
fn showpiece(game: &dyn AnyGame) -> AnyPosition {
    let shown = game.about().card.showpiece.and_then(|text| game.read_position(text).ok());
    shown.unwrap_or_else(|| game.start())
}

fn lid(entry: &Entry, nth: usize) -> String {
    let (game, about) = (entry.by_default(), entry.about);
    let cloth = cloth(about.id).unwrap_or(CLOTHS[nth % CLOTHS.len()]);
    let picture = drawing::picture(&*game, &showpiece(&*game), false, "picture thumb");
    let (id, name, line) = (about.id, escaped(about.name), escaped(about.line));
    format!(
        "<li class=\"lid cloth-{cloth}\"><div class=\"lid-label\">{picture}<h3><a href=\"/games/{id}\">{name}</a></h3>\
         <p>{line}</p></div></li>"
    )
}

/// The lid of a game on its title page.
fn title_lid(entry: &Entry) -> String {
    let (game, about) = (entry.by_default(), entry.about);
    let picture = drawing::picture(&*game, &showpiece(&*game), false, "picture thumb");
    let (name, line) = (escaped(about.name), escaped(about.line));
    let length = match about.name.chars().count() {
        0..=6 => "short",
        7..=9 => "",
        _ => "long",
    };
    let cloth = cloth(about.id).unwrap_or(CLOTHS[0]);
    format!(
        "{}<main class=\"title-main\"><section class=\"lid title-lid cloth-{cloth}\"><div class=\"lid-label\">\
         <h1 class=\"{length}\">{name}</h1><p class=\"sub\">{line}</p>{picture}</div></section></main>",
        bar(about.name).replace("h1", "p")
    )
}

fn of_game(id: &str, kind: &str, what: &str) -> Response {
    let Some(entry) = find(id) else { return lost() };
    let content = match kind {
        "title" => title_lid(entry),
        "print" => String::new(),
        _ => {
            let game = entry.by_default();
            with_board(kind, &*game, &game.start())
        }
    };
    shell(StatusCode::OK, kind, &format!("{}{what} · Parlour", entry.about.name), entry.about.line, &content)
}

fn of_lesson(id: &str) -> Response {
    let Ok(learner) = library::lesson::Learner::new(id, 0) else { return lost() };
    let about = learner.game.about();
    let content = with_board("learn", &*learner.game, &learner.position);
    shell(StatusCode::OK, "learn", &format!("{}, a lesson · Parlour", about.name), about.line, &content)
}

fn of_puzzle(id: &str, number: &str) -> Response {
    let Some(entry) = find(id) else { return lost() };
    let nth = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let Some(puzzle) = nth.and_then(|nth| library::puzzle::puzzles(entry).into_iter().nth(nth)) else { return lost() };
    let Ok((game, at, _)) = puzzle.set_up(id) else { return lost() };
    let content = with_board("puzzle", &*game, &at);
    shell(StatusCode::OK, "puzzle", &format!("{}, a puzzle · Parlour", entry.about.name), entry.about.line, &content)
}

async fn replay(Path((id, record)): Path<(String, String)>) -> Response {
    if records::exists(&id, &record) { of_game(&id, "replay", ", replay") } else { lost() }
}

async fn of_table(Shared(house): Shared<Arc<House>>, Path(id): Path<String>, kind: &'static str) -> Response {
    let found = house
        .wait(move |house| {
            let live = house.table(&id)?;
            let played = lock(&live.table).played().clone();
            Ok((played.game().about(), with_board(kind, &**played.game(), played.position())))
        })
        .await;
    match found {
        Ok((about, content)) => {
            let what = if kind == "review" { ", review" } else { "" };
            shell(StatusCode::OK, kind, &format!("{}{what} · Parlour", about.name), about.line, &content)
        }
        Err(_) => lost(),
    }
}
