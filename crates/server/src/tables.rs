//! `/api/tables`: sit down, look, play, leave.

use crate::answers::{Answer, Failure};
use crate::body::{Asked, Caller, Input, Key};
use crate::budget::{Heavy, Work};
use crate::house::House;
use crate::live::{Happening, Live, lock, now};
use crate::shelf::{self, Options};
use crate::table::{Kind, Setting, Sitting, Standing, State};
use crate::tokens;
use axum::extract::{Path, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use library::{AnyGame, Level, Record};
use rules::Seat;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use store::{Created, Table};

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/tables", post(create).get(list))
        .route("/api/tables/{id}", get(view).delete(delete))
        .route("/api/tables/{id}/claim", post(claim))
        .route("/api/tables/{id}/steps", post(step))
        .route("/api/tables/{id}/record", get(record))
}

/// Longest name of a person.
const NAME: usize = 60;

/// A table that somebody wants.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    game: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    seats: Vec<WantedSeat>,
    #[serde(default)]
    begins: Begins,
    position: Option<String>,
    moves: Option<String>,
    #[serde(default)]
    series: bool,
    key: Option<String>,
}

#[derive(Deserialize)]
struct WantedSeat {
    kind: Kind,
    level: Option<u8>,
    name: Option<String>,
}

/// Which entry of two gets the first seat.
#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Begins {
    #[default]
    First,
    Second,
    Lot,
}

async fn create(
    heavy: Heavy,
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Input(wanted): Input<Wanted>,
) -> Answer<Response> {
    house.allow(|limits| &limits.tables, &caller.client().to_string())?;
    let made = heavy.run(move |work| set_up(&house, &wanted, work, caller)).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// A name as it may be shown: one line of a fair length, or none. "You" is what everybody is to himself, and
/// nobody's name.
pub(crate) fn name(given: Option<&str>) -> Option<String> {
    let plain: String = given?.chars().filter(|letter| !letter.is_control()).take(NAME).collect();
    Some(plain.trim().to_string()).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("you"))
}

/// A key that names a request: from the page, or a new one.
fn request_key(given: Option<&str>) -> Result<String, Failure> {
    match given {
        None => Ok(tokens::new_id()),
        Some(key) if (16..=100).contains(&key.len()) => Ok(key.to_string()),
        Some(_) => Err(Failure::unclear("Expected a key of 16 to 100 letters that nobody else would choose.")),
    }
}

fn set_up(house: &Arc<House>, wanted: &Wanted, work: &Work, caller: Caller) -> Result<Value, Failure> {
    let key = request_key(wanted.key.as_deref())?;
    let known = house.store.table_by_key(&key)?;
    let table = match known {
        Some(table) => table,
        None => new_table(house, wanted, &key, work)?,
    };
    let setting: Setting = serde_json::from_str(&table.seats).map_err(|why| Failure::internal(&why))?;
    let live = house.table(&table.id)?;
    live.played_by(caller.client());
    house.schedule_turn(&live);
    let keys: Vec<Value> = (1u8..)
        .zip(&setting.seats)
        .filter_map(|(number, sitting)| {
            let kind = if sitting.key.is_some() { "seat" } else { sitting.invite.as_ref().map(|_| "invite")? };
            Some(json!({ "seat": number, "kind": kind, "token": seat_key(house, &key, kind, number) }))
        })
        .collect();
    let view = live.view(&lock(&live.state));
    Ok(json!({ "id": table.id, "keys": keys, "view": view }))
}

fn seat_key(house: &House, request: &str, kind: &str, number: u8) -> String {
    house.secret.key(&[kind, request, &number.to_string()])
}

fn new_table(house: &Arc<House>, wanted: &Wanted, key: &str, work: &Work) -> Result<Table, Failure> {
    let game = shelf::game(&wanted.game, &wanted.options)?;
    let played = shelf::begin_within(work, &game, wanted.position.as_deref(), wanted.moves.as_deref())?;
    let mut seats = sittings(&*game, &wanted.seats)?;
    let lot = wanted.begins == Begins::Lot && tokens::random::<1>()[0] % 2 == 1;
    if seats.len() == 2 && (wanted.begins == Begins::Second || lot) {
        seats.swap(0, 1);
    }
    for (number, sitting) in (1u8..).zip(&mut seats) {
        match sitting.kind {
            Kind::Person => sitting.key = Some(tokens::hashed(&seat_key(house, key, "seat", number))),
            Kind::Open => sitting.invite = Some(tokens::hashed(&seat_key(house, key, "invite", number))),
            Kind::Computer => {}
        }
    }
    let about = game.about();
    let series = (wanted.series && about.count() == 2).then(|| Standing {
        games: about.series.max(1),
        played: 0,
        wins: vec![0; about.count()],
    });
    let opening: Vec<&str> = played.steps_taken().map(|(_, step)| step).collect();
    let setting = Setting { seats, opening: opening.join(" "), series };
    store_table(house, &*game, game.text(played.start()), &setting, key)
}

/// Writes a new table down.
pub(crate) fn store_table(
    house: &House,
    game: &dyn AnyGame,
    start: String,
    setting: &Setting,
    key: &str,
) -> Result<Table, Failure> {
    let mut table = Table {
        id: tokens::new_id(),
        key: key.to_string(),
        game: game.about().id.to_string(),
        options: game.chosen().to_string(),
        start,
        rules: env!("CARGO_PKG_VERSION").to_string(),
        edition: game.about().edition,
        seats: serde_json::to_string(setting).map_err(|why| Failure::internal(&why))?,
        created: now(),
        owing: false,
    };
    table.owing = State::new(table.clone())?.flags().owing;
    match house.store.create(&table)? {
        Created::New => {
            house.count("tables");
            Ok(table)
        }
        Created::Repeated(first) => Ok(first),
    }
}

fn sittings(game: &dyn AnyGame, wanted: &[WantedSeat]) -> Result<Vec<Sitting>, Failure> {
    let about = game.about();
    if wanted.len() != about.count() {
        let words = format!("{} has {} seats; {} were named.", about.name, about.count(), wanted.len());
        return Err(Failure::unclear(words));
    }
    let sitting = |wanted: &WantedSeat| {
        let level = match wanted.kind {
            Kind::Computer => Some(level(wanted.level)?),
            Kind::Person | Kind::Open => None,
        };
        let name = name(wanted.name.as_deref());
        Ok(Sitting { kind: wanted.kind, level, name, key: None, invite: None, party: 0 })
    };
    wanted.iter().map(sitting).collect()
}

/// A level that exists; an easy one, if none is said.
pub(crate) fn level(wanted: Option<u8>) -> Result<u8, Failure> {
    let level = Level::new(wanted.unwrap_or(3)).ok_or_else(|| Failure::unclear("Expected a level from 1 to 8."))?;
    Ok(level.number())
}

async fn view(Shared(house): Shared<Arc<House>>, caller: Caller, Path(id): Path<String>) -> Answer {
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            live.look(caller.client());
            house.schedule_turn(&live);
            let view = live.view(&lock(&live.state));
            Ok(Json(view))
        })
        .await
}

#[derive(Deserialize)]
struct Ids {
    #[serde(default)]
    ids: String,
}

/// Each may have to be read from the store, so that this is heavy.
async fn list(heavy: Heavy, Shared(house): Shared<Arc<House>>, Asked(Ids { ids }): Asked<Ids>) -> Answer {
    heavy
        .run(move |work| {
            let (mut tables, mut gone) = (Vec::new(), Vec::new());
            for id in ids.split(',').filter(|id| !id.is_empty()).take(200) {
                work.check()?;
                match house.table(id) {
                    Ok(live) => tables.push(lock(&live.state).summary(&live.present())),
                    Err(_) => gone.push(id.to_string()),
                }
            }
            Ok(Json(json!({ "tables": tables, "gone": gone })))
        })
        .await
}

/// The seat whose key this is, or 403.
pub(crate) fn seat(live: &Live, state: &State, key: &str, caller: Caller) -> Result<Seat, Failure> {
    let words = "This key does not open a seat at this table.";
    let seat = state.seat_of(key).ok_or_else(|| Failure::forbidden("wrong-token", words))?;
    live.saw(seat);
    live.played_by(caller.client());
    Ok(seat)
}

/// 409 if the page has not seen the last change.
pub(crate) fn fresh(live: &Live, state: &State, version: u64) -> Result<(), Failure> {
    if (state.moved..=state.version).contains(&version) {
        return Ok(());
    }
    let words = "The table has changed meanwhile; here is how it stands now.";
    Err(Failure::conflict("stale", words).with("view", live.view(state)))
}

/// The name of a request among those of its table: seats cannot take each other's.
pub(crate) fn own_key(seat: Seat, key: &str) -> Result<String, Failure> {
    if key.is_empty() || key.len() > 100 {
        return Err(Failure::unclear("Expected a key of at most 100 letters that names this request."));
    }
    Ok(format!("{seat}:{key}"))
}

#[derive(Deserialize)]
struct WantedStep {
    version: u64,
    step: String,
    key: String,
}

async fn step(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    key: Key,
    Input(wanted): Input<WantedStep>,
) -> Answer {
    let key = key.required()?;
    house.allow(|limits| &limits.seats, &key)?;
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            let mut state = lock(&live.state);
            let seat = seat(&live, &state, &key, caller)?;
            let request = own_key(seat, &wanted.key)?;
            if state.has_done(&request) {
                return Ok(Json(live.view(&state)));
            }
            fresh(&live, &state, wanted.version)?;
            let happening =
                Happening { kind: "step", seat: Some(seat), key: Some(request), body: json!({ "step": wanted.step }) };
            house.commit(&live, &mut state, happening)?;
            drop(state);
            house.schedule_turn(&live);
            let view = live.view(&lock(&live.state));
            Ok(Json(view))
        })
        .await
}

#[derive(Deserialize)]
struct Claim {
    name: Option<String>,
    key: Option<String>,
}

async fn claim(
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    invite: Key,
    Input(claim): Input<Claim>,
) -> Answer {
    let invite = invite.required()?;
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            let mut state = lock(&live.state);
            let words = "This is not an invitation to this table.";
            let seat = state.seat_invited(&invite).ok_or_else(|| Failure::forbidden("wrong-token", words))?;
            let request = own_key(seat, &request_key(claim.key.as_deref())?)?;
            let token = house.secret.key(&["claim", &id, &request]);
            if !state.has_done(&request) {
                if state.sitting(seat).kind != Kind::Open {
                    let words = "Somebody has taken this seat already; you are welcome to watch.";
                    return Err(Failure::conflict("taken", words).with("view", live.view(&state)));
                }
                let name = name(claim.name.as_deref()).or_else(|| name(state.sitting(seat).name.as_deref()));
                let body = json!({ "name": name, "key": tokens::hashed(&token) });
                let happening = Happening { kind: "claim", seat: Some(seat), key: Some(request), body };
                house.commit(&live, &mut state, happening)?;
                live.saw(seat);
            }
            Ok(Json(json!({ "seat": seat.number(), "token": token, "view": live.view(&state) })))
        })
        .await
}

async fn delete(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    key: Key,
) -> Answer<StatusCode> {
    let key = key.required()?;
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            let state = lock(&live.state);
            seat(&live, &state, &key, caller)?;
            house.store.delete(&id)?;
            house.tables.deleted(&id);
            Ok(StatusCode::NO_CONTENT)
        })
        .await
}

async fn record(heavy: Heavy, Shared(house): Shared<Arc<House>>, Path(id): Path<String>) -> Answer<Response> {
    let text = heavy
        .run(move |_| {
            let live = house.table(&id)?;
            // Written from a copy: the table itself must not wait for it.
            let state = lock(&live.state).clone();
            let called = |sitting: &Sitting| match sitting.level {
                Some(level) if sitting.kind == Kind::Computer => Some(format!("Computer, level {level}")),
                _ => name(sitting.name.as_deref()),
            };
            let date = jiff::Timestamp::from_millisecond(state.table.created).unwrap_or_default();
            let names = state.seats.iter().map(called).collect();
            let date = Some(date.strftime("%Y.%m.%d").to_string());
            Ok(Record { names, date, ..Record::of(state.played) }.to_string())
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
