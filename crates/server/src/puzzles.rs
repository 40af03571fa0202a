//! `/api/puzzles` and `/api/games/{id}/puzzles`: positions with one way to win, and what turns in them come to. Nothing is kept.

use crate::answers::{ApiError, ApiResult};
use crate::body::Input;
use crate::budget::{Heavy, Work};
use crate::compression::CachedJson;
use crate::house::House;
use crate::records::{self, PrintedPuzzle};
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use library::puzzle::{Attempt, AttemptResult, puzzles};
use library::{AnyGame, AnyPosition, LIBRARY, Match, Puzzle, lookup};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};
use table::wire;
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/puzzles", get(list))
        .route("/api/games/{id}/puzzles/{number}", get(one).post(attempt))
        .route("/api/games/{id}/puzzles/{number}/solution", get(solution))
}

/// All puzzles of the house.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PuzzleList {
    games: Vec<GamePuzzles>,
    /// Problems from print, which have no proof here but a printed solution.
    printed: Vec<PrintedPuzzle>,
}

/// The puzzles of one game; games without any are not listed.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct GamePuzzles {
    game: String,
    name: String,
    puzzles: Vec<PuzzleEntry>,
}

/// A puzzle in short.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PuzzleEntry {
    /// What progress is kept by: numbers may change, positions do not.
    key: String,
    /// How many turns the solver has.
    turns: u16,
    stars: u8,
    /// The clause by which it is won: puzzles that end alike have it in common.
    clause: String,
}

impl PuzzleEntry {
    fn of(id: &str, puzzle: &Puzzle) -> PuzzleEntry {
        let key = format!("{} {}", puzzle.options, puzzle.position).trim().to_string();
        let clause = puzzle.ends_by(id).map_or(String::new(), |clause| clause.number().to_string());
        PuzzleEntry { key, turns: puzzle.own_turns(), stars: puzzle.stars, clause }
    }
}

async fn list(headers: HeaderMap) -> Response {
    static LIST: LazyLock<CachedJson> = LazyLock::new(|| {
        let of_game = |entry: &library::Entry| GamePuzzles {
            game: entry.about.id.to_string(),
            name: entry.about.name.to_string(),
            puzzles: puzzles(entry).iter().map(|puzzle| PuzzleEntry::of(entry.about.id, puzzle)).collect(),
        };
        let games = LIBRARY.iter().map(of_game).filter(|game| !game.puzzles.is_empty()).collect();
        CachedJson::new(&PuzzleList { games, printed: records::puzzles() })
    });
    LIST.answer(&headers)
}

/// A puzzle to be solved.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PuzzleTask {
    number: usize,
    /// How many this game has.
    of: usize,
    #[serde(flatten)]
    #[ts(flatten)]
    entry: PuzzleEntry,
    /// Who is to win.
    seat: u8,
    options: wire::Options,
    scene: wire::Scene,
}

/// The nth puzzle of a game, counted from 1, and how many there are.
fn puzzle(id: &str, number: usize) -> Result<(Puzzle, usize), ApiError> {
    let all = puzzles(lookup(id)?);
    let of = all.len();
    let chosen = number.checked_sub(1).and_then(|nth| all.into_iter().nth(nth));
    chosen
        .map(|puzzle| (puzzle, of))
        .ok_or_else(|| ApiError::not_found(format!("This game has {of} puzzles, counted from 1.")))
}

async fn one(Path((id, number)): Path<(String, usize)>) -> ApiResult<Json<PuzzleTask>> {
    let (puzzle, of) = puzzle(&id, number)?;
    let (game, at, seat) = puzzle.set_up(&id).map_err(ApiError::not_found)?;
    let options = wire::options(&*game);
    let scene = wire::Scene::of(&Match::from(game, at));
    Ok(Json(PuzzleTask { number, of, entry: PuzzleEntry::of(&id, &puzzle), seat: seat.number(), options, scene }))
}

/// The steps of both sides so far, the last of them by the solver.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PuzzleTry {
    moves: Vec<String>,
}

/// What the solver's turns come to.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PuzzleAnswer {
    /// The turn is not complete.
    Unfinished,
    /// It still wins in time, and the other has answered.
    Right,
    /// The game is won.
    Solved,
    /// It does not win in time; the answer shows it.
    Wrong,
}

/// What came of a try at a puzzle.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PuzzleTried {
    answer: PuzzleAnswer,
    /// The solver's last step.
    taken: wire::Taken,
    /// What it led to.
    scene: wire::Scene,
    /// The other's answer.
    reply: Vec<PuzzleStep>,
    /// How it ended, where it has.
    words: String,
}

/// A step and what it leads to.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PuzzleStep {
    taken: wire::Taken,
    scene: wire::Scene,
}

/// A longer line than any puzzle has, with room for turns of many steps.
const MOST_STEPS: usize = 100;

async fn attempt(
    heavy: Heavy,
    Path((id, number)): Path<(String, usize)>,
    Input(asked): Input<PuzzleTry>,
) -> ApiResult<Json<PuzzleTried>> {
    heavy.run(move |work| tried(work, &id, number, &asked.moves)).await
}

fn tried(work: &Work, id: &str, number: usize, moves: &[String]) -> ApiResult<Json<PuzzleTried>> {
    let (puzzle, _) = puzzle(id, number)?;
    if moves.is_empty() || moves.len() > MOST_STEPS {
        return Err(ApiError::unclear(format!("Expected 1 to {MOST_STEPS} steps.")));
    }
    let Attempt { game, positions, result } =
        puzzle.attempt(id, moves, &|| work.is_over()).map_err(ApiError::unclear)?;
    work.check()?;
    let (before, at) = (&positions[moves.len() - 1], &positions[moves.len()]);
    let PuzzleStep { taken, scene } = shown(&game, before, &moves[moves.len() - 1], at)?;
    let (answer, reply) = match result {
        AttemptResult::Unfinished => (PuzzleAnswer::Unfinished, Vec::new()),
        AttemptResult::Solved => (PuzzleAnswer::Solved, Vec::new()),
        AttemptResult::Right(reply) => (PuzzleAnswer::Right, reply),
        AttemptResult::Wrong(reply) => (PuzzleAnswer::Wrong, reply),
    };
    let words = if answer == PuzzleAnswer::Solved { puzzle.words } else { String::new() };
    let reply = line(&game, at, &reply)?;
    Ok(Json(PuzzleTried { answer, taken, scene, reply, words }))
}

/// A step as it is seen.
fn shown(game: &Arc<dyn AnyGame>, from: &AnyPosition, step: &str, to: &AnyPosition) -> Result<PuzzleStep, ApiError> {
    let over = || ApiError::unclear("The game is over before the last step.");
    let taken = wire::Taken::of(&**game, from, step, game.status(from).seat().ok_or_else(over)?);
    Ok(PuzzleStep { taken, scene: wire::Scene::of(&Match::from(game.clone(), to.clone())) })
}

/// Steps of a line as they are seen.
fn line(game: &Arc<dyn AnyGame>, start: &AnyPosition, steps: &[String]) -> Result<Vec<PuzzleStep>, ApiError> {
    let (mut at, mut seen) = (start.clone(), Vec::new());
    for step in steps {
        let next = game.take(&at, step).map_err(|refusal| ApiError::unclear(refusal.to_string()))?.position;
        seen.push(shown(game, &at, step, &next)?);
        at = next;
    }
    Ok(seen)
}

/// The solution, step by step.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct PuzzleSolution {
    steps: Vec<PuzzleStep>,
    /// How it ends.
    words: String,
}

async fn solution(Path((id, number)): Path<(String, usize)>) -> ApiResult<Json<PuzzleSolution>> {
    let (puzzle, _) = puzzle(&id, number)?;
    let (game, at, _) = puzzle.set_up(&id).map_err(ApiError::not_found)?;
    let steps = line(&game, &at, &puzzle.solution.concat())?;
    Ok(Json(PuzzleSolution { steps, words: puzzle.words }))
}
