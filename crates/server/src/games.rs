//! `/api/games`: the shelf, the rules, and what a position comes to. Nothing here is kept.

use crate::answers::{ApiError, ApiResult};
use crate::body::{Input, QueryParams};
use crate::budget::{AnswerText, Heavy, Work};
use crate::compression::CachedJson;
use crate::house::House;
use crate::live::lock;
use crate::records::{self, RecordEntry};
use crate::setup::{self, Options, Setup};
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use library::{AnyGame, Entry, LIBRARY, Match};
use rules::rulebook::{self, ExampleStart, Paragraph, Part, Rulebook};
use rules::show::{Placed, SiteId};
use rules::{GameOption, Seat};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use table::wire;
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games", get(list))
        .route("/api/games/{id}", get(title))
        .route("/api/games/{id}/clauses/{number}/examples", get(examples))
        .route("/api/games/{id}/scene", post(scene))
        .route("/api/games/{id}/arrange", post(arrange))
}

/// All games.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Shelf {
    games: Vec<SentCard>,
}

/// A game as it stands on the shelf.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Card")]
#[schema(as = Card)]
pub(crate) struct SentCard {
    /// For addresses.
    id: &'static str,
    /// For people.
    name: &'static str,
    /// When its sheet was printed.
    year: Option<u16>,
    /// Where it comes from.
    source: &'static str,
    /// What it is, in a line.
    line: &'static str,
    /// What the seats are called.
    seats: Vec<&'static str>,
    /// Which of these names are plural.
    plural: Vec<bool>,
    /// What can be chosen.
    options: Vec<SentGameOption>,
    /// The edition of its rules.
    edition: u16,
    /// How many games a series has.
    series: u8,
    /// The board without men.
    board: wire::Board,
    /// How long a game takes, from and to.
    minutes: (u8, u8),
    /// How hard it is to learn.
    level: &'static str,
    /// What it is about.
    themes: Vec<&'static str>,
    /// What is known about it.
    known: Option<&'static str>,
    /// The cloth of its box, if it has one of its own.
    cloth: Option<&'static str>,
    /// The men on its lid.
    pieces: Vec<wire::Placed>,
}

/// Something that can be chosen before a game begins.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Option")]
#[schema(as = Option)]
pub(crate) struct SentGameOption {
    name: &'static str,
    /// The first is the default.
    values: Vec<&'static str>,
    /// What it decides.
    says: &'static str,
}

/// A game with all that its title page tells.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Title {
    #[serde(flatten)]
    card: SentCard,
    /// What is chosen.
    chosen: wire::Options,
    /// All kinds of men.
    men: Vec<wire::Man>,
    /// How it begins.
    start: wire::Scene,
    /// Its rules.
    rules: SentRules,
    /// The rules that all games share.
    common: SentRules,
    /// The goal of each seat in a line, where there is a lesson.
    goals: Option<Vec<String>>,
    /// Printed games.
    records: Vec<RecordEntry>,
    /// How the name of a file with its records ends: `pgn`, `pdn` or `txt`.
    record_extension: &'static str,
    /// How many puzzles it has.
    puzzles: usize,
}

/// A rulebook.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Rules")]
#[schema(as = Rules)]
pub(crate) struct SentRules {
    title: String,
    /// Where the rules come from.
    source_html: String,
    sections: Vec<SentSection>,
    /// What else the sheet could mean.
    readings: Vec<SentOtherReading>,
}

/// A heading and what stands under it.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Section")]
#[schema(as = Section)]
pub(crate) struct SentSection {
    heading: String,
    parts: Vec<RulePart>,
}

/// A part of a section.
#[derive(Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum RulePart {
    /// Plain text.
    Text(Text),
    /// A numbered clause.
    Clause(SentClause),
}

/// A paragraph of a rulebook.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Paragraph")]
#[schema(as = Paragraph)]
pub(crate) struct Text {
    html: String,
}

/// A clause of a rulebook.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Clause")]
#[schema(as = Clause)]
pub(crate) struct SentClause {
    /// Such as 2.3.
    number: String,
    /// What it rests on: sheet, forced, parent or house.
    mark: &'static str,
    html: String,
    /// How many examples it has.
    examples: usize,
    /// Where the sheet speaks of it.
    place: Option<String>,
    /// Why it is so, where the sheet does not simply say it.
    why: Option<String>,
}

/// A reading of the sheet that was not taken.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "OtherReading")]
#[schema(as = OtherReading)]
pub(crate) struct SentOtherReading {
    /// The clause that decides otherwise.
    clause: String,
    /// The option that plays it, if there is one.
    option: Option<String>,
    reading: String,
    why_not: String,
    /// What it changes.
    measured: Option<String>,
}

async fn list(headers: HeaderMap) -> Response {
    static SHELF: LazyLock<CachedJson> = LazyLock::new(|| {
        let games = LIBRARY.iter().map(|entry: &Entry| card(&*entry.by_default(), false)).collect();
        CachedJson::new(&Shelf { games })
    });
    SHELF.answer(&headers)
}

fn card(game: &dyn AnyGame, labelled: bool) -> SentCard {
    let about = game.about();
    let option =
        |option: &GameOption| SentGameOption { name: option.name, values: option.values.to_vec(), says: option.says };
    let lid = about.card.showpiece.and_then(|text| game.read_position(text).ok()).unwrap_or_else(|| game.start());
    SentCard {
        id: about.id,
        name: about.name,
        year: about.year,
        source: about.source,
        line: about.line,
        seats: about.seats.to_vec(),
        plural: (0..about.count()).map(|seat| about.is_plural(seat)).collect(),
        options: about.options.iter().map(option).collect(),
        edition: about.edition,
        series: about.series,
        board: wire::Board::of(game, labelled),
        minutes: about.card.minutes,
        level: about.card.difficulty.word(),
        themes: about.card.themes.to_vec(),
        known: about.card.known,
        cloth: crate::pages::cloth(about.id),
        pieces: wire::pieces(game, &game.pieces(&lid)),
    }
}

async fn title(
    Path(id): Path<String>,
    QueryParams(options): QueryParams<Options>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    static TITLES: LazyLock<Mutex<HashMap<String, Arc<CachedJson>>>> = LazyLock::new(Mutex::default);
    let game = setup::game(&id, &options)?;
    let key = format!("{id} {}", game.chosen());
    let title = lock(&TITLES).entry(key).or_insert_with(|| Arc::new(CachedJson::new(&describe(&game)))).clone();
    Ok(title.answer(&headers))
}

fn describe(game: &Arc<dyn AnyGame>) -> Title {
    Title {
        card: card(&**game, true),
        chosen: wire::options(&**game),
        men: game.men().iter().map(|man| wire::Man::of(&**game, man)).collect(),
        start: wire::Scene::of(&Match::new(game.clone())),
        rules: book(game.rules()),
        common: book(rulebook::common()),
        goals: goals(&**game),
        records: records::of(game.about().id),
        record_extension: library::record::extension(game.about()),
        puzzles: library::puzzle::count(&**game),
    }
}

fn goals(game: &dyn AnyGame) -> Option<Vec<String>> {
    let lesson = game.lesson()?;
    Some(game.about().seats.iter().map(|seat| lesson.goal(seat).to_string()).collect())
}

fn book(book: &Rulebook) -> SentRules {
    let part = |part: &Part| match part {
        Part::Text(text) => RulePart::Text(Text { html: html(text) }),
        Part::Clause(clause) => RulePart::Clause(SentClause {
            number: clause.number.clone(),
            mark: clause.mark.word(),
            html: html(&clause.text),
            examples: clause.examples.len(),
            place: clause.place.clone(),
            why: clause.why.clone(),
        }),
    };
    let section = |section: &rulebook::Section| SentSection {
        heading: section.heading.clone(),
        parts: section.parts.iter().map(part).collect(),
    };
    let reading = |other: &rulebook::OtherReading| SentOtherReading {
        clause: other.clause.clone(),
        option: other.option.clone(),
        reading: other.reading.clone(),
        why_not: other.why_not.clone(),
        measured: other.measured.clone(),
    };
    SentRules {
        title: book.title.clone(),
        source_html: html(&book.source),
        sections: book.sections.iter().map(section).collect(),
        readings: book.readings.iter().map(reading).collect(),
    }
}

/// Markdown as HTML.
pub fn html(markdown: &str) -> String {
    use pulldown_cmark::{Options, Parser};
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    html
}

/// The examples of a clause.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Examples {
    examples: Vec<SentExample>,
}

/// An example with what it looks like before and after.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Example")]
#[schema(as = Example)]
pub(crate) struct SentExample {
    options: wire::Options,
    before: wire::Glance,
    step: String,
    /// The step in words, if it can be taken.
    says: Option<String>,
    verdict: ExampleVerdict,
    /// The site that matters, if it is refused.
    at: Option<u16>,
    /// What comes of it, if it can be taken.
    after: Option<wire::Glance>,
    #[schema(value_type = Vec<Vec<wire::Effect>>)]
    #[ts(type = "Array<Array<Effect>>")]
    beats: Vec<wire::Beat>,
    clicks: Vec<u16>,
}

/// What an example shows.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct ExampleVerdict {
    #[serde(rename = "type")]
    kind: ExampleVerdictKind,
    /// The clause that refuses it, or by which the game ends.
    clause: Option<String>,
    winner: Option<u8>,
    /// The clause's words.
    words: Option<String>,
}

#[derive(Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExampleVerdictKind {
    Ok,
    Refused,
    Ends,
}

async fn examples(
    Shared(house): Shared<Arc<House>>,
    Path((id, number)): Path<(String, String)>,
) -> ApiResult<Json<Examples>> {
    house
        .wait(move |_| {
            let game = setup::game(&id, &Options::new())?;
            let missing = || ApiError::not_found(format!("{} has no clause {number}.", game.about().name));
            let clause: &Paragraph = game.rules().clause(&number).ok_or_else(missing)?;
            let examples: Result<Vec<SentExample>, ApiError> =
                clause.examples.iter().map(|it| example(&id, it)).collect();
            Ok(Json(Examples { examples: examples? }))
        })
        .await
}

/// A bare position, as the draws of a match are not what an example is about.
fn example(id: &str, example: &rulebook::Example) -> Result<SentExample, ApiError> {
    let options: Options = example.options.iter().cloned().collect();
    let game = setup::game(id, &options)?;
    let (position, moves) = match &example.start {
        ExampleStart::Position(text) => (Some(text.as_str()), None),
        ExampleStart::After(steps) => (None, Some(steps.as_str())),
    };
    let before = setup::begin(&game, position, moves)?.position().clone();
    let (kind, clause, winner) = match &example.verdict {
        rulebook::Verdict::Ok => (ExampleVerdictKind::Ok, None, None),
        rulebook::Verdict::Refused(clause) => (ExampleVerdictKind::Refused, Some(clause), None),
        rulebook::Verdict::Ends(clause, winner) => {
            (ExampleVerdictKind::Ends, Some(clause), winner.filter(|seat| *seat > 0))
        }
    };
    let words = clause.and_then(|number| game.rules().clause(number)).map(|clause| clause.text.clone());
    let glance = |at: &library::AnyPosition| wire::Glance::of(&*game, at, game.status(at));
    let mut shown = SentExample {
        options: wire::options(&*game),
        before: glance(&before),
        step: example.step.clone(),
        says: None,
        verdict: ExampleVerdict { kind, clause: clause.cloned(), winner, words },
        at: None,
        after: None,
        beats: Vec::new(),
        clicks: Vec::new(),
    };
    match game.take(&before, &example.step) {
        Ok(taken) => {
            shown.says = Some(game.say(&before, &taken.step));
            shown.beats = wire::beats(&game.effects(&before, &taken.step));
            shown.clicks = wire::sites(&game.clicks(&before, &taken.step));
            shown.after = Some(glance(&taken.position));
        }
        Err(library::Refusal::Breach { at, .. }) => shown.at = at.map(|site| site.0),
        Err(_) => {}
    }
    Ok(shown)
}

#[derive(serde::Deserialize)]
struct All {
    all: Option<u8>,
}

/// A game that a request speaks of, and how it stands. It is written piece by piece, as it may be long: see
/// [`scene_text`].
#[derive(TS, ToSchema)]
#[ts(rename = "Line")]
#[schema(as = Line)]
#[expect(dead_code, reason = "it describes what is written piece by piece")]
pub(crate) struct SentLine {
    game: String,
    options: wire::Options,
    start: String,
    scene: wire::Scene,
    taken: Vec<wire::Taken>,
    turns: Vec<wire::Turn>,
    /// With `?all=1`: what was seen at the start and after each step.
    #[ts(optional)]
    scenes: Option<Vec<wire::Glance>>,
}

async fn scene(
    heavy: Heavy,
    Path(id): Path<String>,
    QueryParams(All { all }): QueryParams<All>,
    Input(setup): Input<Setup>,
) -> ApiResult<Response> {
    let text = heavy.run(move |work| scene_text(work, &id, &setup, all == Some(1))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn scene_text(work: &Work, id: &str, setup: &Setup, all: bool) -> Result<String, ApiError> {
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
#[derive(serde::Deserialize, ToSchema)]
pub(crate) struct Arranged {
    #[serde(default)]
    options: Options,
    /// What the men do not tell is taken over from here; from the start, if nothing is said.
    from: Option<String>,
    men: Vec<ArrangedSite>,
    to_move: u8,
}

#[derive(serde::Deserialize, ToSchema)]
pub(crate) struct ArrangedSite {
    site: u16,
    /// Bottom to top.
    men: Vec<ArrangedMan>,
}

#[derive(serde::Deserialize, ToSchema)]
pub(crate) struct ArrangedMan {
    seat: u8,
    kind: String,
}

/// The position that they make.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct SceneAlone {
    scene: wire::Scene,
}

async fn arrange(heavy: Heavy, Path(id): Path<String>, Input(asked): Input<Arranged>) -> ApiResult<Json<SceneAlone>> {
    heavy.run(move |work| arranged(work, &id, &asked)).await
}

fn arranged(work: &Work, id: &str, asked: &Arranged) -> ApiResult<Json<SceneAlone>> {
    let game = setup::game(id, &asked.options)?;
    let name = game.about().name;
    let known = game.men();
    let find = |wanted: &ArrangedMan| {
        let man = known.iter().find(|man| man.kind == wanted.kind && man.seat.number() == wanted.seat);
        man.copied()
            .ok_or_else(|| ApiError::unclear(format!("{name} knows no {} of seat {}.", wanted.kind, wanted.seat)))
    };
    let mut men = Vec::new();
    for standing in &asked.men {
        work.check()?;
        if usize::from(standing.site) >= game.board().sites.len() {
            return Err(ApiError::unclear(format!("The board has no site {}.", standing.site)));
        }
        let here: Result<_, ApiError> = standing.men.iter().map(find).collect();
        men.push(Placed { site: SiteId(standing.site), men: here? });
    }
    let seats = game.about().count();
    let to_move = Seat::read(&asked.to_move.to_string(), seats)
        .ok_or_else(|| ApiError::unclear(format!("Expected a seat from 1 to {seats} to move.")))?;
    let from = setup::begin(&game, asked.from.as_deref(), None)?;
    let place = game
        .arrange(from.position(), &men, to_move)
        .map_err(|why| ApiError::unclear(format!("{name} has no such position: expected {}.", why.expected)))?;
    Ok(Json(SceneAlone { scene: wire::Scene::of(&Match::from(game.clone(), place)) }))
}
