//! Why not, what would be good, and what the computer makes of a position.

use crate::answers::{Answer, Failure};
use crate::body::{Asked, Input};
use crate::budget::{Abandon, Analysis, Heavy, Hint};
use crate::events::sse;
use crate::house::House;
use crate::shelf::{self, Options, Setup};
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use axum::response::sse::Event;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use library::{Answer as Why, Idea, Match, Question, Refusal};
use rules::show::SiteId;
use search::transposition::TranspositionTable;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use table::wire;
use tokio::sync::mpsc;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games/{id}/why", post(why))
        .route("/api/games/{id}/hint", post(hint))
        .route("/api/games/{id}/analysis", get(analysis))
}

#[derive(Deserialize)]
struct Clicks {
    #[serde(flatten)]
    setup: Setup,
    clicks: Vec<u16>,
}

/// No step of any game is touched with more.
const MOST_CLICKS: usize = 100;

async fn why(heavy: Heavy, Path(id): Path<String>, Input(asked): Input<Clicks>) -> Answer {
    if asked.clicks.len() > MOST_CLICKS {
        return Err(Failure::unclear(format!("Expected at most {MOST_CLICKS} clicks.")));
    }
    heavy.run(move |work| Ok(Json(explained(&asked.setup.played(&id, work)?, &asked.clicks)))).await
}

fn explained(played: &Match, clicks: &[u16]) -> Value {
    let game = &**played.game();
    let clicks: Vec<SiteId> = clicks.iter().copied().map(SiteId).collect();
    let (legal, refusal) = match library::why(game, played.position(), &clicks) {
        Why::Step(_) | Why::Begun => (true, Value::Null),
        Why::Nothing => (false, Value::Null),
        Why::Refused(Refusal::Breach { words, clause, text, at, .. }) => {
            (false, json!({ "clause": clause.number(), "words": words, "rule": text, "at": at.map(|site| site.0) }))
        }
        Why::Refused(Refusal::Over { clause, text }) => {
            (false, json!({ "clause": clause.number(), "words": text, "at": null }))
        }
        Why::Refused(refusal @ Refusal::Ambiguous { .. }) => {
            (false, json!({ "clause": null, "words": refusal.to_string(), "at": null }))
        }
        Why::Refused(Refusal::Unreadable { expected }) => {
            (false, json!({ "clause": null, "words": format!("Expected {expected}."), "at": null }))
        }
    };
    let step = game.attempt(played.position(), &clicks);
    json!({ "step": step, "legal": legal, "refusal": refusal })
}

async fn hint(heavy: Heavy<Hint>, Path(id): Path<String>, Input(setup): Input<Setup>) -> Answer {
    heavy
        .run(move |work| {
            let played = setup.played(&id, work)?;
            let hint = library::hint(&played, &|| work.is_over());
            let hint = hint.ok_or_else(|| Failure::over("The game is over: there is nothing left to play."))?;
            Ok(Json(json!({
                "site": hint.sites.first().map(|site| site.0), "sites": wire::sites(&hint.sites), "step": hint.step,
                "turn": hint.idea.turns.first(), "says": hint.says, "why": hint.why, "chance": hint.idea.chance,
                "proved": hint.idea.proved, "line": hint.idea.turns,
            })))
        })
        .await
}

async fn analysis(
    heavy: Heavy<Analysis>,
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    Asked(mut asked): Asked<Options>,
) -> Answer<Response> {
    let [position, moves, lines] = ["position", "moves", "lines"].map(|name| asked.remove(name));
    let lines = lines.and_then(|lines| lines.parse().ok()).unwrap_or(1).clamp(1, 8);
    let (work, abandon) = heavy.start();
    let read = tokio::task::spawn_blocking(move || {
        let game = shelf::game(&id, &asked)?;
        let played = shelf::begin_within(&work, &game, position.as_deref(), moves.as_deref())?;
        Ok((work, played))
    });
    let (work, played) = read.await.unwrap_or_else(|why| Err(Failure::internal(&why)))?;
    let (tell, told) = mpsc::channel(4);
    let closing = house.closing.subscribe();
    tokio::task::spawn_blocking(move || {
        let gone = tell.clone();
        let stop = || work.is_over() || gone.is_closed() || *closing.borrow();
        think(&played, lines, &stop, &tell);
    });
    // Whoever stops listening drops the stream, and with it what keeps the work going.
    let next = |(mut told, abandon): (mpsc::Receiver<Event>, Abandon)| async {
        told.recv().await.map(|event| (Ok(event), (told, abandon)))
    };
    Ok(sse(stream::unfold((told, abandon), next)))
}

fn think(played: &Match, lines: usize, stop: &(dyn Fn() -> bool + Sync), tell: &mpsc::Sender<Event>) {
    let table = TranspositionTable::with_bytes(64 << 20);
    let seat = played.status().seat().map(rules::Seat::number);
    let told = |ideas: &[Idea], thinking: bool| {
        let idea = |idea: &Idea| {
            json!({ "turns": idea.turns, "line": idea.line, "chance": idea.chance, "proved": idea.proved,
                "depth": idea.depth, "nodes": idea.nodes })
        };
        let ideas: Vec<Value> = ideas.iter().map(idea).collect();
        Event::default().event("ideas").data(json!({ "ideas": ideas, "seat": seat, "thinking": thinking }).to_string())
    };
    let question = Question { lines, ..Question::without_end(stop) };
    let ideas = library::computer::think(played, &table, question, &mut |ideas| {
        // A page that does not keep up misses a thought, and hears the next.
        let _ = tell.try_send(told(ideas, true));
    });
    // Whoever asked may have gone.
    let _ = tell.blocking_send(told(&ideas, false));
    let _ = tell.blocking_send(Event::default().event("done").data("{}"));
}
