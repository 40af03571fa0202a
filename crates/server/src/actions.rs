//! `/api/tables/{id}/actions`: everything at a table that is not a step.

use crate::answers::{Answer, Failure};
use crate::body::{Caller, Input, Key};
use crate::house::House;
use crate::live::{Happening, Live, lock};
use crate::table::{Kind, Setting, Sitting, Standing, State};
use crate::tables;
use axum::extract::{Path, State as Shared};
use axum::routing::post;
use axum::{Json, Router};
use rules::Seat;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/tables/{id}/actions", post(act))
}

/// A seat may be given to the computer when its person has been away for so long.
const AWAY: Duration = Duration::from_mins(1);

#[derive(Deserialize)]
struct Wanted {
    version: u64,
    key: String,
    action: Action,
    what: Option<String>,
    name: Option<String>,
    seat: Option<u8>,
    level: Option<u8>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Action {
    TakeBack,
    OfferDraw,
    Accept,
    Decline,
    Withdraw,
    Resign,
    MoveNow,
    Rematch,
    Rename,
    GiveToComputer,
}

async fn act(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    key: Key,
    Input(wanted): Input<Wanted>,
) -> Answer {
    let key = key.required()?;
    house.allow(|limits| &limits.seats, &key)?;
    house.wait(move |house| perform(house, &id, &key, &wanted, caller)).await
}

fn perform(house: &Arc<House>, id: &str, key: &str, wanted: &Wanted, caller: Caller) -> Answer {
    let live = house.table(id)?;
    let mut state = lock(&live.state);
    let seat = tables::seat(&live, &state, key, caller)?;
    let request = tables::own_key(seat, &wanted.key)?;
    if !state.has_done(&request) {
        state.playable()?;
        if !matches!(wanted.action, Action::Rename | Action::MoveNow | Action::Rematch) {
            tables::fresh(&live, &state, wanted.version)?;
        }
        if let Some((kind, body)) = happening(house, &live, &state, seat, &request, wanted, caller)? {
            let happening = Happening { kind, seat: Some(seat), key: Some(request), body };
            house.commit(&live, &mut state, happening)?;
        }
    }
    drop(state);
    house.schedule_turn(&live);
    let state = lock(&live.state);
    let view = live.view(&state);
    if wanted.action == Action::Rematch {
        return Ok(Json(json!({ "view": view, "next": state.next })));
    }
    Ok(Json(view))
}

/// A kind of event and its body.
type Event = (&'static str, Value);

/// What the action makes happen, if it needs to be written down.
fn happening(
    house: &Arc<House>,
    live: &Live,
    state: &State,
    seat: Seat,
    request: &str,
    wanted: &Wanted,
    caller: Caller,
) -> Result<Option<Event>, Failure> {
    if matches!(wanted.action, Action::OfferDraw | Action::Resign) && state.played.status().is_over() {
        return Err(Failure::over("The game is over."));
    }
    let event = match wanted.action {
        Action::TakeBack => take_back(state, seat),
        Action::OfferDraw => offer_draw(state),
        Action::Accept | Action::Decline => {
            let theirs = |offer: &&crate::table::Offer| {
                let asked = wanted.what.as_ref().is_none_or(|what| *what == offer.what);
                asked && !offer.agreed.contains(&state.sitting(seat).party)
            };
            let offer = state.offers.iter().find(theirs);
            let offer = offer.ok_or_else(|| Failure::unclear("Nobody has offered you anything."))?;
            let kind = if wanted.action == Action::Accept { "accept" } else { "decline" };
            Ok((kind, json!({ "what": offer.what })))
        }
        Action::Withdraw => {
            let offer = state.offers.iter().find(|offer| offer.seat == seat);
            let offer = offer.ok_or_else(|| Failure::unclear("You have nothing on offer."))?;
            Ok(("withdraw", json!({ "what": offer.what })))
        }
        // With four seats the computer takes the place over (0.7).
        Action::Resign => match state.seats.len() {
            2 => Ok(("resign", json!({}))),
            4 => computer(seat, wanted.level),
            _ => Err(Failure::unclear("There is nobody to resign to.")),
        },
        Action::Rename => Ok(("rename", json!({ "name": tables::name(wanted.name.as_deref()) }))),
        Action::GiveToComputer => give(live, state, seat, wanted),
        Action::MoveNow => {
            live.hurry();
            return Ok(None);
        }
        Action::Rematch if state.next.is_some() => return Ok(None),
        Action::Rematch => rematch(house, state, request, caller),
    };
    event.map(Some)
}

/// The computer takes a seat.
fn computer(seat: Seat, level: Option<u8>) -> Result<Event, Failure> {
    Ok(("computer", json!({ "seat": seat.number(), "level": tables::level(level)? })))
}

/// At once against computers and at one screen; an offer where another person is at the table. The steps
/// of one's own unfinished turn nobody else needs to agree to.
fn take_back(state: &State, seat: Seat) -> Result<Event, Failure> {
    let party = state.sitting(seat).party;
    let to = state.last_decision(party).ok_or_else(|| Failure::unclear("There is nothing to take back yet."))?;
    let begun = state.played.turns().last().map_or(0, |turn| turn.steps.len());
    let own_turn = matches!(state.played.status(), rules::Status::Continue(mover)
        if state.sitting(mover).party == party && to + begun >= state.played.length());
    let alone = state.parties().iter().all(|other| *other == party);
    if own_turn || alone {
        return Ok(("take-back", json!({ "to": to })));
    }
    Ok(("offer", json!({ "what": "take-back", "to": to })))
}

fn offer_draw(state: &State) -> Result<Event, Failure> {
    if state.seats.len() < 2 {
        return Err(Failure::unclear("There is nobody to agree with."));
    }
    if state.parties().len() > 1 {
        return Ok(("offer", json!({ "what": "draw" })));
    }
    Err(Failure::unclear("The computer does not take draws: play on, or resign."))
}

fn give(live: &Live, state: &State, asks: Seat, wanted: &Wanted) -> Result<Event, Failure> {
    let expected = || Failure::unclear(format!("Expected a seat from 1 to {}.", state.seats.len()));
    let seat = wanted.seat.and_then(Seat::numbered).filter(|seat| seat.index() < state.seats.len());
    let seat = seat.ok_or_else(expected)?;
    let sitting = state.sitting(seat);
    match sitting.kind {
        Kind::Computer => return Err(Failure::unclear("The computer sits there already.")),
        Kind::Person if sitting.party != state.sitting(asks).party && live.away(seat) < AWAY => {
            let words = "Somebody sits there who was here less than a minute ago.";
            return Err(Failure::forbidden("present", words));
        }
        Kind::Person | Kind::Open => {}
    }
    computer(seat, wanted.level)
}

/// Sets the next table up, with the seats changed and the same keys.
fn rematch(house: &Arc<House>, state: &State, request: &str, caller: Caller) -> Result<Event, Failure> {
    if !state.played.status().is_over() {
        return Err(Failure::unclear("The game is still running; a rematch comes after it."));
    }
    let mut seats: Vec<Sitting> = state.seats.clone();
    seats.rotate_right(1);
    let fresh = |standing: &Standing| Standing { played: 0, wins: vec![0; standing.wins.len()], ..standing.clone() };
    let series = state.standing().map(|mut standing| {
        standing.wins.rotate_right(1);
        if standing.played >= standing.games { fresh(&standing) } else { standing }
    });
    let game = &**state.played.game();
    let setting = Setting { seats, opening: state.opening.clone(), series };
    let key = format!("after {} {request}", state.table.id);
    let next = tables::store_table(house, game, game.text(state.played.start()), &setting, &key)?;
    // The computer may have the first turn there.
    let next_live = house.table(&next.id)?;
    next_live.played_by(caller.client());
    house.schedule_turn(&next_live);
    Ok(("rematch", json!({ "next": next.id })))
}
