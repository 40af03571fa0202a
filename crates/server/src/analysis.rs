//! Why not, what would be good, and what the computer makes of a position.

use crate::answers::{ApiError, ApiResult};
use crate::body::{Input, QueryParams};
use crate::budget::{Abandon, AnalysisWork, Heavy, HintWork};
use crate::events::sse;
use crate::house::House;
use crate::setup::{self, Options, Setup};
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use axum::response::sse::Event;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use library::computer::own_turn;
use library::{Idea, Match, Meaning, Question, Refusal, Worth};
use rules::show::SiteId;
use search::transposition::TranspositionTable;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::wire;
use tokio::sync::mpsc;
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games/{id}/why", post(why))
        .route("/api/games/{id}/hint", post(hint))
        .route("/api/games/{id}/analysis", get(analysis))
}

/// Clicks at a position.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Clicks {
    #[serde(flatten)]
    setup: Setup,
    clicks: Vec<u16>,
}

/// No step of any game is touched with more.
const MOST_CLICKS: usize = 100;

/// What clicks mean.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Why {
    /// The step that they try, if it can be told.
    step: Option<String>,
    /// Whether they are a legal step or may become one.
    legal: bool,
    refusal: Option<SentRefusal>,
}

/// Why not.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Refusal")]
#[schema(as = Refusal)]
pub(crate) struct SentRefusal {
    clause: Option<String>,
    /// What is the matter with this attempt.
    words: String,
    /// The clause's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    rule: Option<String>,
    /// The site that matters.
    at: Option<u16>,
}

async fn why(heavy: Heavy, Path(id): Path<String>, Input(asked): Input<Clicks>) -> ApiResult<Json<Why>> {
    if asked.clicks.len() > MOST_CLICKS {
        return Err(ApiError::unclear(format!("Expected at most {MOST_CLICKS} clicks.")));
    }
    heavy.run(move |work| Ok(Json(explained(&asked.setup.played(&id, work)?, &asked.clicks)))).await
}

fn explained(played: &Match, clicks: &[u16]) -> Why {
    let game = &**played.game();
    let clicks: Vec<SiteId> = clicks.iter().copied().map(SiteId).collect();
    let bare = |words: String| SentRefusal { clause: None, words, rule: None, at: None };
    let (legal, refusal) = match library::why(game, played.position(), &clicks) {
        Meaning::Step(_) | Meaning::Begun => (true, None),
        Meaning::Nothing => (false, None),
        Meaning::Refused(refusal) => {
            let refused = match refusal {
                Refusal::Breach { words, clause, text, at, .. } => SentRefusal {
                    clause: Some(clause.number().to_string()),
                    words,
                    rule: Some(text.to_string()),
                    at: at.map(|site| site.0),
                },
                Refusal::Over { clause, text } => {
                    SentRefusal { clause: Some(clause.number().to_string()), ..bare(text.to_string()) }
                }
                Refusal::Ambiguous { .. } => bare(refusal.to_string()),
                Refusal::Unreadable { expected } => bare(format!("Expected {expected}.")),
            };
            (false, Some(refused))
        }
    };
    Why { step: game.attempt(played.position(), &clicks), legal, refusal }
}

/// What would be good.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Hint")]
#[schema(as = Hint)]
pub(crate) struct SentHint {
    /// Where to begin.
    site: Option<u16>,
    /// All sites that the step touches.
    sites: Vec<u16>,
    step: String,
    turn: Option<String>,
    says: String,
    why: String,
    /// How likely whoever moves is to win, from 0 to 1.
    chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    proved: Option<i32>,
    /// What is expected to follow.
    line: Vec<String>,
}

async fn hint(heavy: Heavy<HintWork>, Path(id): Path<String>, Input(setup): Input<Setup>) -> ApiResult<Json<SentHint>> {
    heavy
        .run(move |work| {
            let played = setup.played(&id, work)?;
            let hint = library::hint(&played, &|| work.is_over());
            let hint = hint.ok_or_else(|| ApiError::over("The game is over: there is nothing left to play."))?;
            Ok(Json(SentHint {
                site: hint.sites.first().map(|site| site.0),
                sites: wire::sites(&hint.sites),
                step: hint.step,
                turn: hint.idea.turns.first().cloned(),
                says: hint.says,
                why: hint.why,
                chance: hint.idea.chance,
                proved: hint.idea.proved,
                line: hint.idea.turns,
            }))
        })
        .await
}

/// What the computer makes of a position at a moment: the data of the stream's `ideas`.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Ideas")]
#[schema(as = Ideas)]
pub(crate) struct Opinion {
    /// The best first.
    ideas: Vec<SentIdea>,
    /// Whose turn it is.
    seat: Option<u8>,
    /// How the game stands, in a sentence.
    verdict: String,
    /// Whether more is to come.
    thinking: bool,
}

/// A turn and what is expected to follow.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Idea")]
#[schema(as = Idea)]
pub(crate) struct SentIdea {
    turns: Vec<String>,
    /// The same in steps.
    line: Vec<String>,
    /// How likely whoever moves is to win, from 0 to 1.
    chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    proved: Option<i32>,
    /// What it is worth to whoever moves, in words: "better", "wins in 5".
    words: String,
    /// The steps of its first turn, each in a sentence.
    says: Vec<String>,
    /// What its first turn does on the board.
    #[schema(value_type = Vec<Vec<wire::Effect>>)]
    #[ts(type = "Beat[]")]
    beats: Vec<wire::Beat>,
    depth: i32,
    nodes: u64,
}

async fn analysis(
    heavy: Heavy<AnalysisWork>,
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    QueryParams(mut asked): QueryParams<Options>,
) -> ApiResult<Response> {
    let [position, moves, lines] = ["position", "moves", "lines"].map(|name| asked.remove(name));
    let lines = lines.and_then(|lines| lines.parse().ok()).unwrap_or(1).clamp(1, 8);
    let (work, abandon) = heavy.start();
    let read = tokio::task::spawn_blocking(move || {
        let game = setup::game(&id, &asked)?;
        let played = setup::begin_within(&work, &game, position.as_deref(), moves.as_deref())?;
        Ok((work, played))
    });
    let (work, played) = read.await.unwrap_or_else(|why| Err(ApiError::internal(&why)))?;
    let (send, thoughts) = mpsc::channel(4);
    let closing = house.closing.subscribe();
    tokio::task::spawn_blocking(move || {
        let gone = send.clone();
        let stop = || work.is_over() || gone.is_closed() || *closing.borrow();
        think(&played, lines, &stop, &send);
    });
    // Whoever stops listening drops the stream, and with it what keeps the work going.
    let next = |(mut thoughts, abandon): (mpsc::Receiver<Event>, Abandon)| async {
        thoughts.recv().await.map(|event| (Ok(event), (thoughts, abandon)))
    };
    Ok(sse(stream::unfold((thoughts, abandon), next)))
}

fn think(played: &Match, lines: usize, stop: &(dyn Fn() -> bool + Sync), send: &mpsc::Sender<Event>) {
    let (game, table) = (played.game(), TranspositionTable::with_bytes(64 << 20));
    let seat = played.status().seat().map(rules::Seat::number);
    let event = |ideas: &[Idea], thinking: bool| {
        let idea = |idea: &Idea| {
            let (steps, _) = own_turn(game, played.position(), &idea.line);
            let mut at = played.position().clone();
            let mut says = Vec::new();
            for step in &steps {
                says.push(game.say(&at, step));
                let Ok(taken) = game.take(&at, step) else { break };
                at = taken.position;
            }
            SentIdea {
                turns: idea.turns.clone(),
                line: idea.line.clone(),
                chance: idea.chance,
                proved: idea.proved,
                words: library::review::worth_words(game.about(), Worth::of(idea)),
                says,
                beats: table::review::beats(played, played.position(), &steps),
                depth: idea.depth,
                nodes: idea.nodes,
            }
        };
        let best = ideas.first().zip(played.status().seat());
        let verdict = best.map_or("The game is over.".to_string(), |(best, seat)| {
            format!("{}.", library::review::verdict(game.about(), seat, Worth::of(best)))
        });
        let opinion = Opinion { ideas: ideas.iter().map(idea).collect(), seat, verdict, thinking };
        Event::default().event("ideas").data(serde_json::to_string(&opinion).expect("our own shapes can be written"))
    };
    let question = Question { lines, ..Question::without_end(stop) };
    let ideas = library::computer::think(played, &table, question, &mut |ideas| {
        // If the page does not keep up, this message is dropped; the next one replaces it anyway.
        let _ = send.try_send(event(ideas, true));
    });
    // The receiver may be gone; then there is nobody to tell.
    let _ = send.blocking_send(event(&ideas, false));
    let _ = send.blocking_send(Event::default().event("done").data("{}"));
}
