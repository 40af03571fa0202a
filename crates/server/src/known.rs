//! `/api/games/{id}/known`, `/tablebase` and `/theorem`: what is proved, and building more of it.

use crate::answers::{ApiError, ApiResult};
use crate::body::{Caller, Input, QueryParams};
use crate::budget::Heavy;
use crate::house::House;
use crate::live::lock;
use crate::setup::{self, Options, Setup};
use axum::extract::{Path, State as Shared};
use axum::routing::{get, post};
use axum::{Json, Router};
use known::{Cost, Error, Progress, SolveRequest, Value};
use library::tablebases;
use library::{AnyGame, Entry, Match};
use rules::{Chosen, Status};
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::known::{
    BuildCost, BuildState, GameTablebases, Known, KnownSource, KnownStep, KnownTurn, KnownWord, SentTheorem, SentTier,
};
use table::wire::sites;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games/{id}/known", post(known))
        .route("/api/games/{id}/theorem", get(theorem))
        .route("/api/games/{id}/tablebase", get(tablebase).post(order))
}

/// A position, and whether all that led there is asked after, too.
#[derive(Deserialize, ToSchema)]
pub(crate) struct KnownWanted {
    #[serde(flatten)]
    setup: Setup,
    /// Whether the value at every turn of the game is wanted, too.
    #[serde(default)]
    all: bool,
}

async fn known(heavy: Heavy, Path(id): Path<String>, Input(asked): Input<KnownWanted>) -> ApiResult<Json<Known>> {
    heavy
        .run(move |work| {
            let played = asked.setup.played(&id, work)?;
            let found = looked_up(&played, asked.all, &|| !work.is_over())?;
            work.check()?;
            Ok(Json(found))
        })
        .await
}

async fn theorem(
    heavy: Heavy,
    Path(id): Path<String>,
    QueryParams(options): QueryParams<Options>,
) -> ApiResult<Json<SentTheorem>> {
    heavy
        .run(move |_| {
            let (entry, chosen) = setup::chosen(&id, &options)?;
            let theorem = tablebases::theorem(entry, &chosen)?;
            let nothing = || ApiError::not_found(format!("Nothing is proved of {} yet.", entry.about.name));
            let theorem = theorem.ok_or_else(nothing)?;
            let start = looked_up(&Match::new(entry.with(&chosen)), false, &|| true)?;
            Ok(Json(proved(&*entry.with(&chosen), &theorem, start)))
        })
        .await
}

impl From<Error> for ApiError {
    fn from(why: Error) -> ApiError {
        ApiError::internal(&why)
    }
}

/// How many turns of best play are told.
const LINE: usize = 60;

/// What is known of where a match stands; with `all` of every turn that led there. `go_on` is asked between positions.
fn looked_up(played: &Match, all: bool, go_on: &dyn Fn() -> bool) -> Result<Known, Error> {
    let (game, at) = (&**played.game(), played.position());
    let found = if played.status().is_over() { None } else { game.known(at)? };
    let history = if all { Some(history(played, go_on)?) } else { None };
    let Some(found) = found else {
        return Ok(Known {
            value: None,
            turns: None,
            source: None,
            steps: Vec::new(),
            line: Vec::new(),
            history,
            note: None,
            cost: cost(played),
        });
    };
    let best = found.steps.first().and_then(|(_, value)| *value);
    let step = |(step, value): (String, Option<Value>)| KnownStep {
        value: value.map(KnownWord::of),
        turns: value.and_then(Value::turns),
        clicks: sites(&game.clicks(at, &step)),
        best: value.is_some() && value == best,
        step,
    };
    Ok(Known {
        value: Some(KnownWord::of(found.value)),
        turns: found.value.turns(),
        source: Some(if found.stored { KnownSource::Tablebase } else { KnownSource::Search }),
        line: tablebases::perfect_line(game, at, LINE)?,
        note: note(played, found.value),
        steps: found.steps.into_iter().map(step).collect(),
        history,
        cost: None,
    })
}

/// What it takes to work out where a running match stands, if that can be done.
fn cost(played: &Match) -> Option<BuildCost> {
    let Status::Turn(_) = played.status() else { return None };
    let game = played.game();
    let entry = library::find(game.about().id)?;
    let solver = entry.solver(game.chosen())?;
    let men = solver.men_to_know(played.position())?;
    let cost = solver.cost(men, &tablebases::tiers(entry, game.chosen()))?;
    let Cost { memory, time } = Some(cost).filter(|cost| cost.memory <= MEMORY && cost.time <= LONGEST)?;
    Some(BuildCost { men, seconds: time.as_secs(), megabytes: memory >> 20 })
}

fn history(played: &Match, go_on: &dyn Fn() -> bool) -> Result<Vec<KnownTurn>, Error> {
    let game = &**played.game();
    let mut history = Vec::new();
    let mut ply = 0;
    for turn in played.turns() {
        if !go_on() {
            break;
        }
        let value = game.known(played.position_before(ply))?.map(|known| known.value);
        history.push(KnownTurn {
            ply,
            seat: Some(turn.seat.number()),
            value: value.map(KnownWord::of),
            turns: value.and_then(Value::turns),
        });
        ply += turn.steps.len();
    }
    Ok(history)
}

/// A win that takes longer than the match's count of quiet turns may be drawn by it.
fn note(played: &Match, value: Value) -> Option<String> {
    let (limit, clause) = played.game().draws().quiet?;
    let turns = value.turns().filter(|turns| u32::from(*turns) > limit)?;
    Some(format!("By the game alone it takes {turns} turns; clause {clause} may end this match as a draw before."))
}

/// What is proved of a game, and of its start.
fn proved(game: &dyn AnyGame, theorem: &tablebases::Theorem, start: Known) -> SentTheorem {
    let options: String =
        game.chosen().pairs().iter().map(|(name, value)| [" --option ", name, "=", value].concat()).collect();
    let id = game.about().id;
    let men = theorem.men.map_or(String::new(), |men| format!(" --men {men}"));
    SentTheorem {
        words: theorem.words.clone(),
        method: theorem.method.to_string(),
        command: format!("parlour solve {id}{options}{men} && parlour solve {id}{options} --verify"),
        positions: theorem.positions,
        value: theorem.start.map(KnownWord::of),
        turns: theorem.start.and_then(Value::turns),
        longest_win: theorem.longest_win,
        steps: start.steps,
    }
}

/// The one tablebase that is being built, or was last.
#[derive(Default)]
pub struct TablebaseBuilder {
    job: Mutex<Option<BuildJob>>,
}

struct BuildJob {
    name: String,
    began: Instant,
    stop: Arc<AtomicBool>,
    /// How much was done when it began, from 0 to 1.
    before: Option<f64>,
    /// How much is done.
    part: f64,
    state: BuildState,
    words: Option<String>,
}

/// What may be done to a tablebase.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BuildAction {
    Build,
    Pause,
    Delete,
}

/// What is to be done to the tablebase of a game with these options.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BuildWanted {
    #[serde(default)]
    options: Options,
    action: BuildAction,
    /// Tiers with up to so many men; by default what is worth it.
    men: Option<u32>,
}

/// Memory that building may take: enough for every group of Merelles.
const MEMORY: u64 = 8 << 30;
/// What takes more processor time is not offered.
const LONGEST: Duration = Duration::from_hours(4);

fn may_build(house: &House, caller: Caller) -> bool {
    house.settings.allow_building || caller.is_here
}

async fn tablebase(
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    QueryParams(options): QueryParams<Options>,
    caller: Caller,
) -> ApiResult<Json<GameTablebases>> {
    let (entry, chosen) = setup::chosen(&id, &options)?;
    Ok(Json(view(&house, entry, &chosen, may_build(&house, caller))))
}

fn view(house: &House, entry: &Entry, chosen: &Chosen, allowed: bool) -> GameTablebases {
    let tiers = tablebases::tiers(entry, chosen);
    let solver = entry.solver(chosen);
    let (men, worth_it) = solver.map_or((0, 0), |solver| (solver.most_men(&tiers), solver.default_men()));
    let job = lock(&house.builder.job);
    let job = job.as_ref().filter(|job| job.name == tablebases::name(entry.about.id, chosen));
    let state = match job {
        _ if worth_it == 0 => BuildState::Unsolvable,
        Some(job) if job.state != BuildState::Known => job.state,
        _ if men >= worth_it => BuildState::Known,
        _ => BuildState::Partial,
    };
    let building = job.filter(|job| job.state == BuildState::Building);
    let time_left = |job: &BuildJob| Progress::time_left(job.part, job.before?, job.began.elapsed());
    let seconds_left = building.and_then(time_left).map(|left| left.as_secs());
    let bytes = tablebases::folder_of(entry.about.id, chosen).and_then(|folder| std::fs::read_dir(folder).ok());
    let bytes = bytes.into_iter().flatten().filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum();
    GameTablebases {
        state,
        men,
        part: building.map(|job| job.part),
        seconds_left,
        words: job.and_then(|job| job.words.clone()),
        bytes,
        allowed,
        tiers: tiers.iter().map(SentTier::of).collect(),
    }
}

async fn order(
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    caller: Caller,
    Input(order): Input<BuildWanted>,
) -> ApiResult<Json<GameTablebases>> {
    if !may_build(&house, caller) {
        caller.require_here("Only whoever sits at the computer that Parlour runs on can build tablebases here.")?;
    }
    let (entry, chosen) = setup::chosen(&id, &order.options)?;
    match order.action {
        BuildAction::Build => build(&house, entry, &chosen, order.men)?,
        BuildAction::Pause => {
            if let Some(job) = &*lock(&house.builder.job)
                && job.name == tablebases::name(&id, &chosen)
            {
                job.stop.store(true, Relaxed);
            }
        }
        BuildAction::Delete => delete(&house, &id, &chosen)?,
    }
    Ok(Json(view(&house, entry, &chosen, true)))
}

/// Starts building on a thread of its own, or goes on with it.
fn build(house: &Arc<House>, entry: &'static Entry, chosen: &Chosen, men: Option<u32>) -> Result<(), ApiError> {
    let id = entry.about.id;
    let too_large = || ApiError::unclear(format!("{} is too large to be solved.", entry.about.name));
    let solver = entry.solver(chosen).ok_or_else(too_large)?;
    let folder = tablebases::folder_of(id, chosen);
    let folder = folder.ok_or_else(|| ApiError::busy("This house keeps no folder for tablebases."))?;
    let name = tablebases::name(id, chosen);
    let stop = Arc::new(AtomicBool::new(false));
    {
        let mut job = lock(&house.builder.job);
        if let Some(job) = job.as_ref().filter(|job| job.state == BuildState::Building) {
            let words = format!("{} is being built; one tablebase is built at a time.", job.name);
            return if job.name == name { Ok(()) } else { Err(ApiError::conflict("building", words)) };
        }
        let began = Instant::now();
        *job = Some(BuildJob {
            name,
            began,
            stop: stop.clone(),
            before: None,
            part: 0.0,
            state: BuildState::Building,
            words: None,
        });
    }
    let men = men.unwrap_or(solver.default_men());
    let request = SolveRequest { folder, men, memory: MEMORY, ..SolveRequest::default() };
    let (house, chosen, closing) = (house.clone(), chosen.clone(), house.closing.subscribe());
    tokio::task::spawn_blocking(move || {
        let solved = solver.solve(&request, &|progress| {
            if let Some(job) = &mut *lock(&house.builder.job) {
                job.part = progress.of_all().max(job.part);
                job.before.get_or_insert(job.part);
            }
            !stop.load(Relaxed) && !*closing.borrow()
        });
        tablebases::reopen(id, &chosen);
        if let Some(job) = &mut *lock(&house.builder.job) {
            (job.state, job.words) = match solved {
                Ok(_) => (BuildState::Known, None),
                Err(Error::Stopped) => (BuildState::Paused, None),
                Err(why) => {
                    tracing::error!(%why, game = id, "a tablebase was not built");
                    (BuildState::Failed, Some(why.to_string()))
                }
            };
        }
    });
    Ok(())
}

/// Deletes what was built here; what is part of the program stays.
fn delete(house: &House, id: &str, chosen: &Chosen) -> Result<(), ApiError> {
    let mut job = lock(&house.builder.job);
    let name = tablebases::name(id, chosen);
    if let Some(job) = job.as_ref().filter(|job| job.name == name && job.state == BuildState::Building) {
        return Err(ApiError::conflict("building", format!("{} is being built: pause it first.", job.name)));
    }
    job.take_if(|job| job.name == name);
    let folder = tablebases::folder_of(id, chosen);
    match folder.map_or(Ok(()), std::fs::remove_dir_all) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => Err(ApiError::internal(&why)),
        _ => {
            tablebases::reopen(id, chosen);
            Ok(())
        }
    }
}
