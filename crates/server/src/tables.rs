//! `/api/tables`: sit down, look, play, leave.

use crate::answers::{ApiError, ApiResult};
use crate::body::{Caller, Input, Key, QueryParams};
use crate::budget::{Heavy, Work};
use crate::house::House;
use crate::live::{Live, begin, flags, lock, now};
use crate::setup::{self, Options};
use crate::tokens;
use axum::extract::{Path, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use library::{AnyGame, Record, Series};
use rules::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::StoredTable;
use table::wire::{Summary, View};
use table::{Command, SeatKind, Seated, Seating, Table};
use ts_rs::TS;
use utoipa::ToSchema;

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

/// What a key of a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KeyKind {
    /// It plays the seat.
    Seat,
    /// It claims the seat.
    Invite,
}

/// The key of a seat.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "Key")]
#[schema(as = Key)]
pub(crate) struct SeatKey {
    seat: u8,
    kind: KeyKind,
    token: String,
}

/// A table that was set up.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct TableCreated {
    id: String,
    keys: Vec<SeatKey>,
    view: View,
}

/// Several tables in short.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Listed {
    tables: Vec<Summary>,
    /// Those that are no more. One that is there but cannot be read is in neither list.
    gone: Vec<String>,
}

/// A table that somebody wants.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TableWanted {
    game: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    seats: Vec<SeatWanted>,
    #[serde(default)]
    begins: Begins,
    position: Option<String>,
    moves: Option<String>,
    #[serde(default)]
    series: bool,
    key: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct SeatWanted {
    kind: SeatKind,
    level: Option<u8>,
    name: Option<String>,
}

/// Which entry of two gets the first seat.
#[derive(Deserialize, Default, PartialEq, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Begins {
    #[default]
    First,
    Second,
    Lot,
}

async fn create(
    heavy: Heavy,
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Input(wanted): Input<TableWanted>,
) -> ApiResult<Response> {
    house.allow(|limits| &limits.tables, &caller.client().to_string())?;
    let made = heavy.run(move |work| set_up(&house, &wanted, work, caller)).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// A name as it may be shown: one line of a fair length, or none. "You" is what everybody is to himself, and
/// nobody's name.
pub(crate) fn name(given: Option<&str>) -> Option<String> {
    let plain: String = given?.chars().filter(|letter| is_shown(*letter)).take(NAME).collect();
    Some(plain.trim().to_string()).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("you"))
}

/// Whether a letter may stand in a name: controls, and those that turn the direction of what follows, may not.
fn is_shown(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}');
    !letter.is_control() && !turns && !breaks
}

/// A key that names a request: from the page, or a new one.
fn request_key(given: Option<&str>) -> Result<String, ApiError> {
    match given {
        None => Ok(tokens::new_id()),
        Some(key) if (16..=100).contains(&key.len()) => Ok(key.to_string()),
        Some(_) => Err(ApiError::unclear("Expected a key of 16 to 100 letters that nobody else would choose.")),
    }
}

fn set_up(house: &Arc<House>, wanted: &TableWanted, work: &Work, caller: Caller) -> Result<TableCreated, ApiError> {
    let key = request_key(wanted.key.as_deref())?;
    let sealed = house.secret.seal("create", &key);
    let known = house.store.table_by_key(&sealed)?;
    let table = match known {
        Some(table) => table,
        None => new_table(house, wanted, &key, &sealed, work)?,
    };
    let seating: Seating = serde_json::from_str(&table.seats).map_err(|why| ApiError::internal(&why))?;
    let live = house.table(&table.id)?;
    live.played_by(caller.client());
    house.schedule_turn(&live);
    let seat_key = |(number, seated): (u8, &Seated)| {
        let kind =
            if seated.key.is_some() { KeyKind::Seat } else { seated.invite.as_ref().map(|_| KeyKind::Invite)? };
        Some(SeatKey { seat: number, kind, token: token(house, &key, kind, number) })
    };
    let keys = (1u8..).zip(&seating.seats).filter_map(seat_key).collect();
    let view = live.view(&lock(&live.table));
    Ok(TableCreated { id: table.id, keys, view })
}

/// The token that plays or claims a seat of a table that was set up by this request.
fn token(house: &House, request: &str, kind: KeyKind, number: u8) -> String {
    let kind = match kind {
        KeyKind::Seat => "seat",
        KeyKind::Invite => "invite",
    };
    house.secret.key(&[kind, request, &number.to_string()])
}

fn new_table(
    house: &Arc<House>,
    wanted: &TableWanted,
    key: &str,
    sealed: &str,
    work: &Work,
) -> Result<StoredTable, ApiError> {
    let game = setup::game(&wanted.game, &wanted.options)?;
    let played = setup::begin_within(work, &game, wanted.position.as_deref(), wanted.moves.as_deref())?;
    let mut seats = sittings(&*game, &wanted.seats)?;
    let lot = wanted.begins == Begins::Lot && tokens::random::<1>()[0] % 2 == 1;
    if seats.len() == 2 && (wanted.begins == Begins::Second || lot) {
        seats.swap(0, 1);
    }
    for (number, sitting) in (1u8..).zip(&mut seats) {
        match sitting.kind {
            SeatKind::Person => {
                sitting.key = Some(house.secret.seal_token(&token(house, key, KeyKind::Seat, number)));
            }
            SeatKind::Open => {
                sitting.invite = Some(house.secret.seal_token(&token(house, key, KeyKind::Invite, number)));
            }
            SeatKind::Computer => {}
        }
    }
    let about = game.about();
    let series = (wanted.series && about.count() == 2).then(|| Series::new(about.series, about.count()));
    let opening: Vec<&str> = played.steps_taken().map(|(_, step)| step).collect();
    let seating = Seating { seats, opening: opening.join(" "), series };
    store_table(house, &*game, game.text(played.start()), &seating, sealed)
}

/// Writes a new table down.
pub(crate) fn store_table(
    house: &House,
    game: &dyn AnyGame,
    start: String,
    seating: &Seating,
    key: &str,
) -> Result<StoredTable, ApiError> {
    let mut table = StoredTable {
        id: tokens::new_id(),
        key: key.to_string(),
        game: game.about().id.to_string(),
        options: game.chosen().to_string(),
        start,
        rules: env!("CARGO_PKG_VERSION").to_string(),
        edition: game.about().edition,
        seats: serde_json::to_string(seating).map_err(|why| ApiError::internal(&why))?,
        created: now(),
        owing: false,
    };
    table.owing = flags(&begin(&table)?).owing;
    match house.store.create(&table)? {
        store::Created::New => {
            house.count("tables");
            Ok(table)
        }
        store::Created::Repeated(first) => Ok(first),
    }
}

fn sittings(game: &dyn AnyGame, wanted: &[SeatWanted]) -> Result<Vec<Seated>, ApiError> {
    let about = game.about();
    if wanted.len() != about.count() {
        let words = format!("{} has {} seats; {} were named.", about.name, about.count(), wanted.len());
        return Err(ApiError::unclear(words));
    }
    let sitting = |wanted: &SeatWanted| {
        let level = match wanted.kind {
            SeatKind::Computer => {
                Some(table::level(wanted.level).map_err(|refused| ApiError::unclear(refused.to_string()))?)
            }
            SeatKind::Person | SeatKind::Open => None,
        };
        let name = name(wanted.name.as_deref());
        Ok(Seated { kind: wanted.kind, level, name, key: None, invite: None, party: 0 })
    };
    wanted.iter().map(sitting).collect()
}

/// How much of a table somebody has seen.
#[derive(Deserialize)]
struct SeenVersion {
    version: Option<u64>,
}

async fn view(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    QueryParams(SeenVersion { version }): QueryParams<SeenVersion>,
) -> ApiResult<Json<View>> {
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            // A client that has seen a later version at another node must not get an older one here.
            if let Some(version) = version {
                let mut table = lock(&live.table);
                if version > table.version() {
                    house.catch_up(&live, &mut table)?;
                }
            }
            live.look(caller.client());
            house.schedule_turn(&live);
            let view = live.view(&lock(&live.table));
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
async fn list(
    heavy: Heavy,
    Shared(house): Shared<Arc<House>>,
    QueryParams(Ids { ids }): QueryParams<Ids>,
) -> ApiResult<Json<Listed>> {
    heavy
        .run(move |work| {
            let mut listed = Listed { tables: Vec::new(), gone: Vec::new() };
            for id in ids.split(',').filter(|id| !id.is_empty()).take(200) {
                work.check()?;
                match house.table(id) {
                    Ok(live) => listed.tables.push(live.summary(&lock(&live.table))),
                    Err(why) if why.is_not_found() => listed.gone.push(id.to_string()),
                    // Nobody is to give up a game because the store is away for a moment.
                    Err(why) if why.is_busy() => return Err(why),
                    // This version of the program cannot read it, but it is there.
                    Err(_) => {}
                }
            }
            Ok(Json(listed))
        })
        .await
}

/// The seat whose key this is, or 403. The seat may have been claimed at another node just now. Waits for the disk.
pub(crate) fn seat(house: &House, live: &Live, table: &mut Table, key: &str, caller: Caller) -> Result<Seat, ApiError> {
    let words = "This key does not open a seat at this table.";
    let mut seat = fitting(house, table, key, |seated| seated.key.as_deref());
    if seat.is_none() && house.is_shared() {
        house.catch_up(live, table)?;
        seat = fitting(house, table, key, |seated| seated.key.as_deref());
    }
    let seat = seat.ok_or_else(|| ApiError::forbidden("wrong-token", words))?;
    live.saw(seat);
    live.played_by(caller.client());
    Ok(seat)
}

/// The seat that a token fits. All are compared, so that the time tells nothing.
fn fitting(house: &House, table: &Table, key: &str, sealed: impl Fn(&Seated) -> Option<&str>) -> Option<Seat> {
    let own = house.secret.seal_token(key);
    let fits = |seated: &Seated| sealed(seated).is_some_and(|sealed| tokens::same(&own, sealed));
    let fitting: Vec<bool> = table.seats().iter().map(fits).collect();
    fitting.iter().position(|fits| *fits).map(Seat::new)
}

/// Whether a request is still to be carried out; 409 if whoever makes it has not seen the last change. If he has seen more
/// than this node, the rest is read first: this very request may be in it, carried out by another node.
pub(crate) fn is_new(
    house: &House,
    live: &Live,
    table: &mut Table,
    request: &str,
    version: u64,
) -> Result<bool, ApiError> {
    if version > table.version() {
        house.catch_up(live, table)?;
    }
    if table.made_by(request).is_some() {
        return Ok(false);
    }
    if (table.moved()..=table.version()).contains(&version) {
        return Ok(true);
    }
    let words = "The table has changed meanwhile; here is how it stands now.";
    Err(ApiError::conflict("stale", words).with_view(live, table))
}

/// The name of a request among those of its table: seats cannot take each other's.
pub(crate) fn own_key(seat: Seat, key: &str) -> Result<String, ApiError> {
    if key.is_empty() || key.len() > 100 {
        return Err(ApiError::unclear("Expected a key of at most 100 letters that names this request."));
    }
    Ok(format!("{seat}:{key}"))
}

/// One step.
#[derive(Deserialize, ToSchema)]
pub(crate) struct StepWanted {
    /// The last event that was seen.
    version: u64,
    /// As a person writes it.
    step: String,
    /// Names this request.
    key: String,
}

async fn step(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    key: Key,
    Input(wanted): Input<StepWanted>,
) -> ApiResult<Json<View>> {
    let key = key.required()?;
    house.allow(|limits| &limits.seats, &key)?;
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            let mut table = lock(&live.table);
            let seat = seat(house, &live, &mut table, &key, caller)?;
            let request = own_key(seat, &wanted.key)?;
            if is_new(house, &live, &mut table, &request, wanted.version)? {
                house.commit(&live, &mut table, seat, Some(&request), &Command::Step { step: wanted.step })?;
            }
            drop(table);
            house.schedule_turn(&live);
            let view = live.view(&lock(&live.table));
            Ok(Json(view))
        })
        .await
}

/// Who wants an open seat.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ClaimWanted {
    /// As others shall see it.
    name: Option<String>,
    /// Names this request.
    key: Option<String>,
}

/// A seat that was claimed.
#[derive(Serialize, TS, ToSchema)]
pub(crate) struct Claimed {
    /// Which.
    seat: u8,
    /// The key that plays it.
    token: String,
    /// The table.
    view: View,
}

async fn claim(
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    invite: Key,
    Input(claim): Input<ClaimWanted>,
) -> ApiResult<Json<Claimed>> {
    let invite = invite.required()?;
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            let mut table = lock(&live.table);
            let words = "This is not an invitation to this table.";
            let seat = fitting(house, &table, &invite, |seated| seated.invite.as_deref());
            let seat = seat.ok_or_else(|| ApiError::forbidden("wrong-token", words))?;
            let request = own_key(seat, &request_key(claim.key.as_deref())?)?;
            let token = house.secret.key(&["claim", &id, &request]);
            // Whoever knows the request's name could ask for the token again.
            let request = house.secret.seal("claim", &request);
            if table.made_by(&request).is_none() {
                let command =
                    Command::Claim { name: name(claim.name.as_deref()), key: house.secret.seal_token(&token) };
                house.commit(&live, &mut table, seat, Some(&request), &command)?;
                live.saw(seat);
            }
            Ok(Json(Claimed { seat: seat.number(), token, view: live.view(&table) }))
        })
        .await
}

async fn delete(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    key: Key,
) -> ApiResult<StatusCode> {
    let key = key.required()?;
    house
        .wait(move |house| {
            let live = house.table(&id)?;
            let mut table = lock(&live.table);
            seat(house, &live, &mut table, &key, caller)?;
            house.store.delete(&id)?;
            house.tables.deleted(&id);
            Ok(StatusCode::NO_CONTENT)
        })
        .await
}

async fn record(heavy: Heavy, Shared(house): Shared<Arc<House>>, Path(id): Path<String>) -> ApiResult<Response> {
    let text = heavy
        .run(move |_| {
            let live = house.table(&id)?;
            // Written from a copy: the table itself must not wait for it.
            let table = lock(&live.table).clone();
            let called = |seated: &Seated| match seated.level {
                Some(level) if seated.kind == SeatKind::Computer => Some(format!("Computer, level {level}")),
                _ => name(seated.name.as_deref()),
            };
            let date = jiff::Timestamp::from_millisecond(table.created()).unwrap_or_default();
            let names = table.seats().iter().map(called).collect();
            let date = Some(date.strftime("%Y.%m.%d").to_string());
            let mut record = Record { names, date, ..Record::of(table.played().clone()) };
            record.add_moments(&house.kept_review(&table)?.unwrap_or_default().moments);
            Ok(record.to_string())
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_shown_line_and_nobody_is_called_you() {
        for (given, shown) in [
            (None, None),
            (Some(" Ada "), Some("Ada")),
            (Some(" \n "), None),
            (Some("You"), None),
            (Some(" yoU"), None),
            (Some("Youri"), Some("Youri")),
            (Some("A\u{202e}d\na\u{feff}"), Some("Ada")),
        ] {
            assert_eq!(name(given).as_deref(), shown, "{given:?}");
        }
        assert_eq!(name(Some(&"x".repeat(NAME + 1))), Some("x".repeat(NAME)));
    }
}
