//! `/api/games/{id}/lesson`: the tasks of a lesson, and what a try at one of them comes to. Nothing is kept.

use crate::answers::{ApiError, ApiResult};
use crate::body::Input;
use crate::budget::Heavy;
use crate::compression::CachedJson;
use crate::games::html;
use crate::house::House;
use crate::live::lock;
use crate::setup;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use library::lesson::{Learner, Reply, Step, lesson};
use library::{Match, lookup};
use rules::show::SiteId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use table::wire;
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/games/{id}/lesson", get(whole)).route("/api/games/{id}/lesson/{task}", post(attempt))
}

async fn whole(Path(id): Path<String>, headers: HeaderMap) -> ApiResult<Response> {
    static LESSONS: LazyLock<Mutex<HashMap<String, Arc<CachedJson>>>> = LazyLock::new(Mutex::default);
    lookup(&id)?;
    if let Some(known) = lock(&LESSONS).get(&id) {
        return Ok(known.answer(&headers));
    }
    let lesson = Arc::new(CachedJson::new(&describe(&id)?));
    Ok(lock(&LESSONS).entry(id).or_insert(lesson).answer(&headers))
}

/// A lesson with all its positions.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Lesson")]
#[schema(as = Lesson)]
pub(crate) struct SentLesson {
    title: String,
    goals: Vec<SentGoal>,
    tasks: Vec<SentTask>,
    /// Sentences for the end.
    remember: Vec<String>,
}

/// What a side wants.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Goal")]
#[schema(as = Goal)]
pub(crate) struct SentGoal {
    /// Whose it is; everybody's if none is named.
    seat: Option<String>,
    words: String,
}

/// One position with one thing to do.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Task")]
#[schema(as = Task)]
pub(crate) struct SentTask {
    heading: String,
    /// The thing to do.
    html: String,
    /// Why.
    because: String,
    /// Who is to do it.
    seat: u8,
    options: wire::Options,
    scene: wire::Scene,
    /// Steps that do it.
    solution: Vec<String>,
    hint: SentTaskHint,
}

/// Which man, where to, and why.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "TaskHint")]
#[schema(as = TaskHint)]
pub(crate) struct SentTaskHint {
    man: Option<u16>,
    to: Option<u16>,
    why: String,
}

fn describe(id: &str) -> Result<SentLesson, ApiError> {
    let missing = || ApiError::not_found("This game has no lesson.");
    let lesson = lesson(id).ok_or_else(missing)?;
    let tasks: Result<Vec<SentTask>, ApiError> = (0..lesson.tasks.len()).map(|nth| task(&sit(id, nth)?)).collect();
    let goal = |(seat, words): &(Option<String>, String)| SentGoal { seat: seat.clone(), words: words.clone() };
    let goals = lesson.goals.iter().map(goal).collect();
    Ok(SentLesson { title: lesson.title.clone(), goals, tasks: tasks?, remember: lesson.remember.clone() })
}

fn sit(id: &str, nth: usize) -> Result<Learner, ApiError> {
    Learner::new(id, nth).map_err(ApiError::not_found)
}

fn task(learner: &Learner) -> Result<SentTask, ApiError> {
    let (task, game) = (learner.task, &learner.game);
    let site = |name: &Option<String>| name.as_deref().and_then(|name| game.board().find(name)).map(|site| site.0);
    let played = setup::begin(game, Some(&game.text(&learner.position)), None)?;
    Ok(SentTask {
        heading: task.heading.clone(),
        html: html(&task.words),
        because: task.because.clone(),
        seat: learner.seat.number(),
        options: wire::options(&**game),
        scene: wire::Scene::of(&played),
        solution: learner.solution(),
        hint: SentTaskHint { man: site(&task.hint.man), to: site(&task.hint.to), why: task.hint.why.clone() },
    })
}

/// A try: the steps that were right so far, then one more, or clicks that make no legal step.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Try {
    #[serde(default)]
    done: Vec<String>,
    step: Option<String>,
    clicks: Option<Vec<u16>>,
}

/// What a try comes to.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TryAnswer {
    /// The task is done.
    Right,
    /// Right so far.
    On,
    /// Allowed, but not what was asked for.
    Not,
    /// Not allowed.
    Refused,
    /// Clicks that may still become a step.
    Begun,
}

/// What came of a try.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Tried {
    answer: TryAnswer,
    /// The clause that it rests on.
    clause: Option<String>,
    words: String,
    /// The site that matters.
    at: Option<u16>,
    /// What is to be done now.
    html: String,
    /// The step, if it was taken.
    taken: Option<wire::Taken>,
    /// What it led to.
    scene: Option<wire::Scene>,
}

async fn attempt(
    heavy: Heavy,
    Path((id, task)): Path<(String, usize)>,
    Input(asked): Input<Try>,
) -> ApiResult<Json<Tried>> {
    heavy.run(move |_| tried(&id, task, asked)).await
}

fn tried(id: &str, task: usize, asked: Try) -> ApiResult<Json<Tried>> {
    let nth = task.checked_sub(1).ok_or_else(|| ApiError::not_found("Tasks are counted from 1."))?;
    let mut learner = sit(id, nth)?;
    for step in asked.done.iter().take(20) {
        if !matches!(learner.step(step), Reply::On(_)) {
            return Err(ApiError::unclear("Expected steps that were right so far."));
        }
    }
    let reply = match (asked.step, asked.clicks) {
        (Some(step), None) => Some(learner.step(&step)),
        (None, Some(clicks)) => learner.clicks(&clicks.into_iter().map(SiteId).collect::<Vec<_>>()),
        _ => return Err(ApiError::unclear("Expected either a step or clicks.")),
    };
    Ok(Json(answer(&learner, reply.as_ref())))
}

/// What is told of a reply; none if clicks may still become a step.
fn answer(learner: &Learner, reply: Option<&Reply>) -> Tried {
    let (clause, words) = &learner.task.right;
    let (answer, clause, words, at) = match reply {
        None => (TryAnswer::Begun, None, String::new(), None),
        Some(Reply::Right(_)) => (TryAnswer::Right, Some(clause.clone()), words.clone(), None),
        Some(Reply::On(_)) => (TryAnswer::On, None, String::new(), None),
        Some(Reply::Not(_, words)) => (TryAnswer::Not, None, words.clone(), None),
        Some(Reply::Refused(words, clause, at)) => (TryAnswer::Refused, clause.clone(), words.clone(), *at),
    };
    let step = match reply {
        Some(Reply::Right(step) | Reply::On(step) | Reply::Not(step, _)) => Some(step),
        Some(Reply::Refused(..)) | None => None,
    };
    let taken = |step: &Step| wire::Taken::of(&*learner.game, &step.from, &step.text, learner.seat);
    let scene = |step: &Step| wire::Scene::of(&Match::from(learner.game.clone(), step.to.clone()));
    Tried {
        answer,
        clause,
        words,
        at: at.map(|site| site.0),
        html: html(learner.words()),
        taken: step.map(taken),
        scene: step.map(scene),
    }
}
