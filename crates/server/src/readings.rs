//! `/api/games/{id}/readings` and `/api/tables/{id}/review`: whole games are read in the background, and what mattered in
//! them is told.
//!
//! A reading is named by what it is about, so that asking twice costs nothing: what has been read is kept, what is being
//! read is joined, and what was broken off begins again when somebody asks. It gives way to every computer's turn that
//! somebody waits for.

use crate::answers::{ApiError, ApiResult};
use crate::body::{Caller, ClientId, Input};
use crate::budget::{AnalysisWork, Heavy, Work};
use crate::events::sse;
use crate::house::House;
use crate::live::lock;
use crate::results::ResultKey;
use crate::scheduler::{Priority, SearchTask};
use crate::setup::Setup;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use axum::response::sse::Event;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use library::reading::{self, GameReader, Paused};
use library::review::moments_so_far;
use library::{Match, Players, TurnRead, review};
use rules::Seat;
use serde::Deserialize;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::review::{ReadTurn, Reading, SentMoment, SentReview, TriedTurn};
use table::{SeatKind, Table};
use tokio::sync::watch;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games/{id}/readings", post(read_game))
        .route("/api/games/{id}/readings/{reading}", get(follow))
        .route("/api/games/{id}/tries", post(try_turn))
        .route("/api/tables/{id}/review", post(review_table))
}

/// A game with more turns is not read.
const MOST_TURNS: usize = 1_000;
/// How many games may be read or wait for it.
const MOST_JOBS: usize = 200;
/// How many are remembered after their end.
const MOST_ENDED: usize = 32;
/// Comes after every level of the computer in the queue.
const LEVEL: u8 = 9;
/// However little time is left, a position gets this much.
const LEAST: Duration = Duration::from_millis(20);
/// What kept readings are called; a new name when the same game would be read otherwise.
const KIND: &str = "reading-1";

/// Games that are being read.
#[derive(Default)]
pub struct Readings {
    jobs: Mutex<HashMap<String, Arc<ReadingJob>>>,
    /// The last ones that ended, for streams that are opened just after.
    ended: Mutex<VecDeque<(String, Arc<ReadingJob>)>>,
}

/// A game that is being read.
struct ReadingJob {
    played: Match,
    /// Everything that was read so far; a position may come twice, better founded the second time.
    turns: Mutex<Vec<TurnRead>>,
    /// How many of these there are, and whether that is all.
    progress: watch::Sender<(usize, bool)>,
}

impl ReadingJob {
    fn new(played: &Match) -> ReadingJob {
        ReadingJob { played: played.clone(), turns: Mutex::default(), progress: watch::Sender::new((0, false)) }
    }

    fn add(&self, read: Vec<TurnRead>) {
        let mut turns = lock(&self.turns);
        turns.extend(read);
        self.progress.send_replace((turns.len(), false));
    }

    fn end(&self) {
        self.progress.send_modify(|(_, ended)| *ended = true);
    }

    /// Every position that has been read, as it was told last.
    fn read(&self) -> Vec<TurnRead> {
        let mut read: Vec<TurnRead> = Vec::new();
        for turn in &*lock(&self.turns) {
            match read.iter_mut().rev().find(|known| known.ply == turn.ply) {
                Some(known) => *known = turn.clone(),
                None => read.push(turn.clone()),
            }
        }
        read
    }
}

/// What names a reading: the game, its rules, and every step.
fn key_of(played: &Match) -> ResultKey {
    let game = played.game();
    let (options, start) = (game.chosen().to_string(), game.text(played.start()));
    let about: Vec<&str> =
        [options.as_str(), start.as_str()].into_iter().chain(played.steps_taken().map(|(_, step)| step)).collect();
    ResultKey::of(KIND, game.about().id, game.about().edition, &about)
}

impl House {
    /// How far the reading of a match has come, with what was read so far; it begins if it is new.
    fn reading(self: &Arc<House>, played: &Match, players: &Players, client: ClientId) -> Result<Reading, ApiError> {
        let (id, read) = self.read_or_begin(played, client)?;
        let turns = played.turns().len() + 1;
        let review = (read.len() == turns).then(|| SentReview::of(played, review(played, &read, players)));
        let moments = match &review {
            Some(review) => review.moments.clone(),
            None => moments_so_far(played, &read, players)
                .into_iter()
                .map(|moment| SentMoment::of(played, moment))
                .collect(),
        };
        let all = read.iter().map(|turn| ReadTurn::of(played, turn)).collect();
        Ok(Reading { id, turns, read: read.len(), review, moments, all })
    }

    /// The name of a reading, and what has been read.
    fn read_or_begin(self: &Arc<House>, played: &Match, client: ClientId) -> Result<(String, Vec<TurnRead>), ApiError> {
        let turns = played.turns().len();
        if turns > MOST_TURNS {
            return Err(ApiError::too_long_a_game(MOST_TURNS));
        }
        let key = key_of(played);
        let name = key.to_string();
        if let Some(read) = self.kept_reading(&key)?.filter(|read| read.len() == turns + 1) {
            return Ok((name, read));
        }
        let mut jobs = lock(&self.readings.jobs);
        if let Some(job) = jobs.get(&name) {
            return Ok((name, job.read()));
        }
        if jobs.len() >= MOST_JOBS {
            return Err(ApiError::busy("Too many games are being read just now; please try again in a while."));
        }
        let job = Arc::new(ReadingJob::new(played));
        jobs.insert(name.clone(), job.clone());
        drop(jobs);
        self.runtime.spawn(self.clone().read_game(key, job, client));
        Ok((name, Vec::new()))
    }

    fn kept_reading(&self, key: &ResultKey) -> Result<Option<Vec<TurnRead>>, ApiError> {
        Ok(self.kept_result(key)?.and_then(|kept| serde_json::from_slice(&kept).ok()))
    }

    /// What mattered in the game of a table, if it is over and has been read. Waits for the disk.
    pub fn kept_review(&self, table: &Table) -> Result<Option<library::Review>, ApiError> {
        let played = table.played();
        if !played.status().is_over() {
            return Ok(None);
        }
        let read = self.kept_reading(&key_of(played))?.filter(|read| read.len() == played.turns().len() + 1);
        Ok(read.map(|read| review(played, &read, &players(table, None))))
    }

    async fn read_game(self: Arc<House>, key: ResultKey, job: Arc<ReadingJob>, client: ClientId) {
        let name = key.to_string();
        let read = self.read_turns(&job, client).await;
        if let Some(text) = read.and_then(|read| serde_json::to_vec(&read).ok()) {
            // Whoever asks again has it read again, if it could not be kept.
            let _ = self.wait(move |house| house.keep_result(&key, &text)).await;
            self.count("games_read");
        }
        job.end();
        lock(&self.readings.jobs).remove(&name);
        let mut ended = lock(&self.readings.ended);
        ended.push_back((name, job));
        if ended.len() > MOST_ENDED {
            ended.pop_front();
        }
    }

    /// A reading that is under way or has just ended.
    fn job(&self, name: &str) -> Option<Arc<ReadingJob>> {
        let running = lock(&self.readings.jobs).get(name).cloned();
        running.or_else(|| {
            let ended = lock(&self.readings.ended);
            ended.iter().rev().find(|(known, _)| known == name).map(|(_, job)| job.clone())
        })
    }

    /// Reads turn after turn, each when it is its time; nothing if it was broken off.
    async fn read_turns(self: &Arc<House>, job: &ReadingJob, client: ClientId) -> Option<Vec<TurnRead>> {
        let _permit = self.budgets.readings.acquire(client).await.ok()?;
        let mut reader = GameReader::new(&job.played, reading::NODES);
        let (time, mut spent) = (self.settings.work.readings.time, Duration::ZERO);
        loop {
            let slot = self.scheduler.acquire(SearchTask::new(Priority::Nobody, LEVEL, Some(client))).await;
            let closing = self.closing.subscribe();
            let left = u32::try_from(reader.total() - reader.read().len()).unwrap_or(u32::MAX).max(1);
            let share = (time.saturating_sub(spent) * 2 / left).max(LEAST);
            let done = tokio::task::spawn_blocking(move || {
                let began = Instant::now();
                let stop = || began.elapsed() >= share;
                let step = reader.read_next(&stop, &|| slot.should_yield() || *closing.borrow());
                (reader, step, began.elapsed())
            });
            let (back, step, took) =
                done.await.inspect_err(|why| tracing::error!(%why, "a game could not be read")).ok()?;
            reader = back;
            spent += took;
            match step {
                Ok(changed) => job.add(changed),
                Err(Paused::Done) => return Some(reader.read().to_vec()),
                Err(Paused::GaveWay) if *self.closing.borrow() => return None,
                Err(Paused::GaveWay) => {}
            }
        }
    }
}

/// A game that is to be read.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReadingWanted {
    #[serde(flatten)]
    setup: Setup,
    /// The seat of whoever will read the review.
    seat: Option<u8>,
}

async fn read_game(
    heavy: Heavy,
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    Input(asked): Input<ReadingWanted>,
) -> ApiResult<Json<Reading>> {
    heavy
        .run(move |work| {
            let played = asked.setup.played(&id, work)?;
            let players = Players { reader: asked.seat.and_then(Seat::numbered), names: Vec::new() };
            Ok(Json(house.reading(&played, &players, caller.client())?))
        })
        .await
}

/// Who will read the review of a table's game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReviewWanted {
    /// The reader's seat.
    seat: Option<u8>,
}

async fn review_table(
    heavy: Heavy,
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    Input(asked): Input<ReviewWanted>,
) -> ApiResult<Json<Reading>> {
    heavy
        .run(move |_| {
            let live = house.table(&id)?;
            let table = lock(&live.table).clone();
            if !table.played().status().is_over() {
                let words = "This game is still being played. It can be reviewed when it is over.";
                return Err(ApiError::conflict("running", words));
            }
            let players = players(&table, asked.seat.and_then(Seat::numbered));
            Ok(Json(house.reading(table.played(), &players, caller.client())?))
        })
        .await
}

/// What to call whom: the one computer at a table, people who gave their names, and the sides.
fn players(table: &Table, reader: Option<Seat>) -> Players {
    let seats = table.seats();
    let computers = seats.iter().filter(|seated| seated.kind == SeatKind::Computer).count();
    let name = |seated: &table::Seated| match seated.kind {
        SeatKind::Computer if computers == 1 => Some("the computer".to_string()),
        SeatKind::Person => crate::tables::name(seated.name.as_deref()),
        _ => None,
    };
    let reader = reader.filter(|seat| seat.index() < seats.len());
    Players { reader, names: seats.iter().map(name).collect() }
}

/// What has been read of a game, then what comes, until all is read.
async fn follow(Shared(house): Shared<Arc<House>>, Path((_, name)): Path<(String, String)>) -> ApiResult<Response> {
    let job = house
        .job(&name)
        .ok_or_else(|| ApiError::not_found("This game is not being read now: ask for its reading first."))?;
    let progress = job.progress.subscribe();
    let next = |(job, mut progress, nth): (Arc<ReadingJob>, watch::Receiver<(usize, bool)>, Option<usize>)| async move {
        let nth = nth?;
        let ended = progress.wait_for(|(read, ended)| *read > nth || *ended).await.ok()?.0 <= nth;
        if ended {
            return Some((Ok(Event::default().event("done").data("{}")), (job, progress, None)));
        }
        let turn = ReadTurn::of(&job.played, &lock(&job.turns)[nth]);
        let data = serde_json::to_string(&turn).expect("our own shapes can be written");
        Some((Ok(Event::default().event("turn").data(data)), (job, progress, Some(nth + 1))))
    };
    Ok(sse(stream::unfold((job, progress, Some(0)), next)))
}

/// A turn that somebody tries at a position.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TryWanted {
    #[serde(flatten)]
    setup: Setup,
    /// The steps of the whole turn.
    turn: Vec<String>,
    /// The seat of whoever tries.
    seat: Option<u8>,
}

async fn try_turn(
    heavy: Heavy<AnalysisWork>,
    Path(id): Path<String>,
    Input(asked): Input<TryWanted>,
) -> ApiResult<Json<TriedTurn>> {
    heavy.run(move |work| tried(&id, &asked, work)).await
}

fn tried(id: &str, asked: &TryWanted, work: &Work) -> ApiResult<Json<TriedTurn>> {
    let here = asked.setup.played(id, work)?;
    let players = Players { reader: asked.seat.and_then(Seat::numbered), names: Vec::new() };
    let compared = reading::compare(&here, &asked.turn, reading::NODES, &|| work.is_over());
    let unclear =
        || ApiError::unclear("Expected the steps of one turn that may be played here, in a game of one or two.");
    Ok(Json(TriedTurn::of(&here, &asked.turn, &compared.ok_or_else(unclear)?, &players)))
}
