//! `/api/games`: the shelf, the rules, and what a position comes to. Nothing here is kept.

use crate::answers::{Answer, Failure};
use crate::body::{Asked, Input};
use crate::budget::{AnswerText, Heavy, Work};
use crate::house::House;
use crate::live::lock;
use crate::packing::CachedJson;
use crate::records;
use crate::shelf::{self, Options, Setup};
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use library::{AnyGame, Entry, LIBRARY, Match};
use rules::Seat;
use rules::rulebook::{self, Example, ExampleStart, Paragraph, Part, Rulebook, Verdict};
use rules::show::{Placed, SiteId};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use table::drawing::{self, Lie};
use table::wire;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games", get(list))
        .route("/api/games/{id}", get(title))
        .route("/api/games/{id}/clauses/{number}/examples", get(examples))
        .route("/api/games/{id}/scene", post(scene))
        .route("/api/games/{id}/arrange", post(arrange))
}

async fn list(headers: HeaderMap) -> Response {
    static SHELF: LazyLock<CachedJson> = LazyLock::new(|| {
        let cards: Vec<Value> = LIBRARY.iter().map(|entry: &Entry| card(&*entry.by_default())).collect();
        CachedJson::new(&json!({ "games": cards }))
    });
    SHELF.answer(&headers)
}

/// The board without men, and how it is printed.
fn board(game: &dyn AnyGame) -> Value {
    let mut board = json!(wire::Board::of(game.board()));
    board["grounds"] = json!({ "plain": drawing::ground(game, Lie::default(), false) });
    board
}

fn card(game: &dyn AnyGame) -> Value {
    let about = game.about();
    let option =
        |option: &rules::GameOption| json!({ "name": option.name, "values": option.values, "says": option.says });
    let options: Vec<Value> = about.options.iter().map(option).collect();
    let lid = about.card.showpiece.and_then(|text| game.read_position(text).ok()).unwrap_or_else(|| game.start());
    json!({
        "id": about.id, "name": about.name, "year": about.year, "source": about.source, "line": about.line,
        "seats": about.seats, "plural": (0..about.count()).map(|seat| about.is_plural(seat)).collect::<Value>(),
        "options": options, "edition": about.edition, "series": about.series, "board": board(game),
        "minutes": about.card.minutes, "level": about.card.difficulty.word(), "themes": about.card.themes,
        "known": about.card.known, "cloth": crate::pages::cloth(about.id), "pieces": wire::pieces(game, &game.pieces(&lid)),
    })
}

async fn title(Path(id): Path<String>, Asked(options): Asked<Options>, headers: HeaderMap) -> Answer<Response> {
    static TITLES: LazyLock<Mutex<HashMap<String, Arc<CachedJson>>>> = LazyLock::new(Mutex::default);
    let game = shelf::game(&id, &options)?;
    let key = format!("{id} {}", game.chosen());
    let title = lock(&TITLES).entry(key).or_insert_with(|| Arc::new(CachedJson::new(&told(&game)))).clone();
    Ok(title.answer(&headers))
}

/// A game with all that its title page tells.
fn told(game: &Arc<dyn AnyGame>) -> Value {
    let mut title = card(&**game);
    let labelled = Lie::ALL.map(|(name, lie)| (name.to_string(), Value::from(drawing::ground(&**game, lie, true))));
    title["board"]["grounds"]["labelled"] = Value::Object(labelled.into_iter().collect());
    title["chosen"] = json!(wire::options(&**game));
    title["men"] = json!(game.men().iter().map(|man| wire::Man::of(&**game, man)).collect::<Vec<_>>());
    title["start"] = json!(wire::Scene::of(&Match::new(game.clone())));
    title["rules"] = book(game.rules());
    title["common"] = book(rulebook::common());
    title["goals"] = goals(&**game);
    title["records"] = records::of(game.about().id);
    title
}

/// The goal of each seat in a line, as the lesson tells it; null without a lesson.
fn goals(game: &dyn AnyGame) -> Value {
    let Some(lesson) = game.lesson() else { return Value::Null };
    game.about().seats.iter().map(|seat| lesson.goal(seat)).collect()
}

fn book(book: &Rulebook) -> Value {
    let part = |part: &Part| match part {
        Part::Text(text) => json!({ "type": "text", "html": html(text) }),
        Part::Clause(clause) => json!({ "type": "clause", "number": clause.number, "mark": clause.mark.word(),
            "html": html(&clause.text), "examples": clause.examples.len(), "place": clause.place, "why": clause.why }),
    };
    let section = |section: &rulebook::Section| {
        let parts: Vec<Value> = section.parts.iter().map(part).collect();
        json!({ "heading": section.heading, "parts": parts })
    };
    let sections: Vec<Value> = book.sections.iter().map(section).collect();
    json!({ "title": book.title, "source_html": html(&book.source), "sections": sections,
        "readings": book.readings.iter().map(|other| json!({ "clause": other.clause, "option": other.option,
            "reading": other.reading, "why_not": other.why_not, "measured": other.measured })).collect::<Value>() })
}

/// Markdown as HTML.
pub fn html(markdown: &str) -> String {
    use pulldown_cmark::{Options, Parser};
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    html
}

async fn examples(Shared(house): Shared<Arc<House>>, Path((id, number)): Path<(String, String)>) -> Answer {
    house
        .wait(move |_| {
            let game = shelf::game(&id, &Options::new())?;
            let missing = || Failure::not_found(format!("{} has no clause {number}.", game.about().name));
            let clause: &Paragraph = game.rules().clause(&number).ok_or_else(missing)?;
            let shown: Result<Vec<Value>, Failure> = clause.examples.iter().map(|it| example(&id, it)).collect();
            Ok(Json(json!({ "examples": shown? })))
        })
        .await
}

/// An example with what it looks like before and after: a bare position, as the draws of a match are not
/// what it is about.
fn example(id: &str, example: &Example) -> Result<Value, Failure> {
    let options: Options = example.options.iter().cloned().collect();
    let game = shelf::game(id, &options)?;
    let (position, moves) = match &example.start {
        ExampleStart::Position(text) => (Some(text.as_str()), None),
        ExampleStart::After(steps) => (None, Some(steps.as_str())),
    };
    let before = shelf::begin(&game, position, moves)?.position().clone();
    let words = |number: &str| game.rules().clause(number).map(|clause| clause.text.as_str());
    let verdict = match &example.verdict {
        Verdict::Ok => json!({ "type": "ok", "clause": null, "winner": null, "words": null }),
        Verdict::Refused(clause) => {
            json!({ "type": "refused", "clause": clause, "winner": null, "words": words(clause) })
        }
        Verdict::Ends(clause, winner) => {
            json!({ "type": "ends", "clause": clause, "winner": winner.filter(|seat| *seat > 0), "words": words(clause) })
        }
    };
    let glance = |at: &library::AnyPosition| wire::Glance::of(&*game, at, game.status(at));
    let mut shown = json!({ "options": wire::options(&*game), "before": glance(&before), "step": example.step,
        "says": null, "verdict": verdict, "at": null, "after": null, "beats": [], "clicks": [] });
    match game.take(&before, &example.step) {
        Ok(taken) => {
            shown["says"] = game.say(&before, &taken.step).into();
            shown["beats"] = json!(wire::beats(&game.effects(&before, &taken.step)));
            shown["clicks"] = wire::sites(&game.clicks(&before, &taken.step)).into();
            shown["after"] = json!(glance(&taken.position));
        }
        Err(library::Refusal::Breach { at, .. }) => shown["at"] = at.map(|site| site.0).into(),
        Err(_) => {}
    }
    Ok(shown)
}

#[derive(serde::Deserialize)]
struct All {
    all: Option<u8>,
}

async fn scene(
    heavy: Heavy,
    Path(id): Path<String>,
    Asked(All { all }): Asked<All>,
    Input(setup): Input<Setup>,
) -> Answer<Response> {
    let text = heavy.run(move |work| scene_text(work, &id, &setup, all == Some(1))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn scene_text(work: &Work, id: &str, setup: &Setup, all: bool) -> Result<String, Failure> {
    let played = setup.played(id, work)?;
    let game = &**played.game();
    let mut answer = AnswerText::new(work);
    answer.field("game", &id)?;
    answer.field("options", &wire::options(game))?;
    answer.field("start", &game.text(played.start()))?;
    answer.field("scene", &wire::Scene::of(&played))?;
    answer.list("taken", wire::Taken::each(&played))?;
    answer.list("turns", played.turns().iter().map(wire::Turn::of))?;
    if all {
        // What was seen before each step, and at the end.
        let glance = |at: &library::AnyPosition| wire::Glance::within(&played, at, game.status(at));
        let last = std::iter::once_with(|| wire::Glance::within(&played, played.position(), played.status()));
        answer.list("scenes", played.steps_taken().map(|(place, _)| glance(place)).chain(last))?;
    }
    Ok(answer.end())
}

/// Men on a board, as somebody has set them up.
#[derive(serde::Deserialize)]
struct Arranged {
    #[serde(default)]
    options: Options,
    /// What the men do not tell is taken over from here; from the start, if nothing is said.
    from: Option<String>,
    men: Vec<ArrangedSite>,
    to_move: u8,
}

#[derive(serde::Deserialize)]
struct ArrangedSite {
    site: u16,
    /// Bottom to top.
    men: Vec<ArrangedMan>,
}

#[derive(serde::Deserialize)]
struct ArrangedMan {
    seat: u8,
    kind: String,
}

async fn arrange(heavy: Heavy, Path(id): Path<String>, Input(asked): Input<Arranged>) -> Answer {
    heavy.run(move |work| arranged(work, &id, &asked)).await
}

fn arranged(work: &Work, id: &str, asked: &Arranged) -> Answer {
    let game = shelf::game(id, &asked.options)?;
    let name = game.about().name;
    let known = game.men();
    let find = |wanted: &ArrangedMan| {
        let man = known.iter().find(|man| man.kind == wanted.kind && man.seat.number() == wanted.seat);
        man.copied()
            .ok_or_else(|| Failure::unclear(format!("{name} knows no {} of seat {}.", wanted.kind, wanted.seat)))
    };
    let mut men = Vec::new();
    for standing in &asked.men {
        work.check()?;
        if usize::from(standing.site) >= game.board().sites.len() {
            return Err(Failure::unclear(format!("The board has no site {}.", standing.site)));
        }
        let here: Result<_, Failure> = standing.men.iter().map(find).collect();
        men.push(Placed { site: SiteId(standing.site), men: here? });
    }
    let seats = game.about().count();
    let to_move = Seat::read(&asked.to_move.to_string(), seats)
        .ok_or_else(|| Failure::unclear(format!("Expected a seat from 1 to {seats} to move.")))?;
    let from = shelf::begin(&game, asked.from.as_deref(), None)?;
    let place = game
        .arrange(from.position(), &men, to_move)
        .map_err(|why| Failure::unclear(format!("{name} has no such position: expected {}.", why.expected)))?;
    Ok(Json(json!({ "scene": wire::Scene::of(&Match::from(game.clone(), place)) })))
}
