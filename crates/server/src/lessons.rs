//! `/api/games/{id}/lesson`: the tasks of a lesson, and what a try at one of them comes to. Nothing is kept.

use crate::answers::{Answer, Failure};
use crate::body::Input;
use crate::budget::Heavy;
use crate::games::html;
use crate::house::House;
use crate::live::lock;
use crate::packing::CachedJson;
use crate::shelf;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use library::lesson::{Learner, Reply, Step, lesson};
use library::{Match, lookup};
use rules::show::SiteId;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use table::wire;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/games/{id}/lesson", get(whole)).route("/api/games/{id}/lesson/{task}", post(attempt))
}

async fn whole(Path(id): Path<String>, headers: HeaderMap) -> Answer<Response> {
    static LESSONS: LazyLock<Mutex<HashMap<String, Arc<CachedJson>>>> = LazyLock::new(Mutex::default);
    lookup(&id)?;
    if let Some(known) = lock(&LESSONS).get(&id) {
        return Ok(known.answer(&headers));
    }
    let told = Arc::new(CachedJson::new(&told(&id)?));
    Ok(lock(&LESSONS).entry(id).or_insert(told).answer(&headers))
}

/// A lesson with all its positions.
fn told(id: &str) -> Result<Value, Failure> {
    let missing = || Failure::not_found("This game has no lesson.");
    let lesson = lesson(id).ok_or_else(missing)?;
    let tasks: Result<Vec<Value>, Failure> = (0..lesson.tasks.len()).map(|nth| task(&sit(id, nth)?)).collect();
    let goals: Vec<Value> = lesson.goals.iter().map(|(seat, words)| json!({ "seat": seat, "words": words })).collect();
    Ok(json!({ "title": lesson.title, "goals": goals, "tasks": tasks?, "remember": lesson.remember }))
}

fn sit(id: &str, nth: usize) -> Result<Learner, Failure> {
    Learner::new(id, nth).map_err(Failure::not_found)
}

fn task(learner: &Learner) -> Result<Value, Failure> {
    let (task, game) = (learner.task, &learner.game);
    let site = |name: &Option<String>| name.as_deref().and_then(|name| game.board().find(name)).map(|site| site.0);
    let played = shelf::begin(game, Some(&game.text(&learner.position)), None)?;
    Ok(json!({
        "heading": task.heading, "html": html(&task.words), "because": task.because, "seat": learner.seat.number(),
        "options": wire::options(&**game), "scene": wire::Scene::of(&played), "solution": learner.solution(),
        "hint": { "man": site(&task.hint.man), "to": site(&task.hint.to), "why": task.hint.why },
    }))
}

/// A try: the steps that were right so far, then one more, or clicks that make no legal step.
#[derive(Deserialize)]
struct Try {
    #[serde(default)]
    done: Vec<String>,
    step: Option<String>,
    clicks: Option<Vec<u16>>,
}

async fn attempt(heavy: Heavy, Path((id, task)): Path<(String, usize)>, Input(asked): Input<Try>) -> Answer {
    heavy.run(move |_| tried(&id, task, asked)).await
}

fn tried(id: &str, task: usize, asked: Try) -> Answer {
    let nth = task.checked_sub(1).ok_or_else(|| Failure::not_found("Tasks are counted from 1."))?;
    let mut learner = sit(id, nth)?;
    for step in asked.done.iter().take(20) {
        if !matches!(learner.step(step), Reply::On(_)) {
            return Err(Failure::unclear("Expected steps that were right so far."));
        }
    }
    let reply = match (asked.step, asked.clicks) {
        (Some(step), None) => Some(learner.step(&step)),
        (None, Some(clicks)) => learner.clicks(&clicks.into_iter().map(SiteId).collect::<Vec<_>>()),
        _ => return Err(Failure::unclear("Expected either a step or clicks.")),
    };
    let Some(reply) = reply else { return Ok(Json(json!({ "answer": "begun" }))) };
    Ok(Json(answer(&learner, &reply)))
}

fn answer(learner: &Learner, reply: &Reply) -> Value {
    let taken = |step: &Step| {
        let scene = Match::from(learner.game.clone(), step.to.clone());
        json!({ "taken": wire::Taken::of(&*learner.game, &step.from, &step.text, learner.seat), "scene": wire::Scene::of(&scene) })
    };
    let mut told = match reply {
        Reply::Right(step) | Reply::On(step) | Reply::Not(step, _) => taken(step),
        Reply::Refused(..) => json!({ "taken": null, "scene": null }),
    };
    let (clause, words) = &learner.task.right;
    let (answer, clause, words, at) = match reply {
        Reply::Right(_) => ("right", Some(clause.clone()), words.clone(), None),
        Reply::On(_) => ("on", None, String::new(), None),
        Reply::Not(_, words) => ("not", None, words.clone(), None),
        Reply::Refused(words, clause, at) => ("refused", clause.clone(), words.clone(), *at),
    };
    told["answer"] = answer.into();
    told["clause"] = clause.into();
    told["words"] = words.into();
    told["at"] = at.map(|site| site.0).into();
    told["html"] = html(learner.words()).into();
    told
}
