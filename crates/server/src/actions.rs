//! `/api/tables/{id}/actions`: everything at a table that is not a step.

use crate::answers::{ApiError, ApiResult};
use crate::body::{Caller, Input, Key};
use crate::house::House;
use crate::live::{Live, lock};
use crate::tables;
use axum::extract::{Path, State as Shared};
use axum::routing::post;
use axum::{Json, Router};
use rules::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use table::wire::View;
use table::{Command, SeatKind, Table};
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/tables/{id}/actions", post(act))
}

/// A seat may be given to the computer when its person has been away for so long.
const AWAY: Duration = Duration::from_mins(1);

/// What a seat wants done.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ActionWanted {
    /// The last event that was seen.
    version: u64,
    /// Names this request.
    key: String,
    #[serde(flatten)]
    command: Command,
}

/// What came of it: the new view; of a rematch the view and the next table.
#[derive(Serialize, TS, ToSchema)]
#[serde(untagged)]
pub(crate) enum Acted {
    /// Of everything else.
    View(Box<View>),
    /// Of a rematch.
    Rematch {
        /// The table that it was asked for at.
        view: Box<View>,
        /// The table of the next game.
        next: Option<String>,
    },
}

async fn act(
    Shared(house): Shared<Arc<House>>,
    caller: Caller,
    Path(id): Path<String>,
    key: Key,
    Input(wanted): Input<ActionWanted>,
) -> ApiResult<Json<Acted>> {
    let key = key.required()?;
    house.allow(|limits| &limits.seats, &key)?;
    house.wait(move |house| perform(house, &id, &key, wanted, caller)).await
}

fn perform(house: &Arc<House>, id: &str, key: &str, wanted: ActionWanted, caller: Caller) -> ApiResult<Json<Acted>> {
    let ActionWanted { version, key: request, command } = wanted;
    let live = house.table(id)?;
    let mut table = lock(&live.table);
    let seat = tables::seat(house, &live, &mut table, key, caller)?;
    let request = tables::own_key(seat, &request)?;
    let rematch = matches!(command, Command::Rematch { .. });
    let is_new = match command {
        // These hold whatever was played meanwhile.
        Command::Rename { .. } | Command::MoveNow | Command::Rematch { .. } => table.made_by(&request).is_none(),
        _ => tables::is_new(house, &live, &mut table, &request, version)?,
    };
    if is_new {
        let command = prepared(house, &live, &table, seat, command, caller)?;
        house.commit(&live, &mut table, seat, Some(&request), &command)?;
    }
    drop(table);
    house.schedule_turn(&live);
    let table = lock(&live.table);
    let view = Box::new(live.view(&table));
    let next = table.next().map(String::from);
    Ok(Json(if rematch { Acted::Rematch { view, next } } else { Acted::View(view) }))
}

/// Does what a command needs beside the table itself, and completes it.
fn prepared(
    house: &Arc<House>,
    live: &Live,
    table: &Table,
    seat: Seat,
    command: Command,
    caller: Caller,
) -> Result<Command, ApiError> {
    match command {
        Command::MoveNow => {
            live.stop_thinking();
            Ok(Command::MoveNow)
        }
        Command::Rename { name } => Ok(Command::Rename { name: tables::name(name.as_deref()) }),
        Command::GiveToComputer { seat: given, level } => {
            let refused = |refused| ApiError::refused_command(live, table, refused);
            let given = table.seat(given).map_err(refused)?;
            let seated = table.seated(given);
            let other = seated.kind == SeatKind::Person && seated.party != table.seated(seat).party;
            if other && live.away(given) < AWAY {
                let words = "Somebody sits there who was here less than a minute ago.";
                return Err(ApiError::forbidden("present", words));
            }
            Ok(Command::GiveToComputer { seat: Some(given.number()), level })
        }
        Command::Rematch { .. }
            if table.next().is_none() && table.played().status().is_over() && table.read_only().is_none() =>
        {
            Ok(Command::Rematch { next: next_table(house, table, caller)? })
        }
        Command::Claim { .. } | Command::Step { .. } => {
            Err(ApiError::unclear("Expected an action; a step is sent to /steps."))
        }
        command => Ok(command),
    }
}

/// Sets the next table up, with the seats changed and the same keys. There is one for each table, whoever asks for it.
fn next_table(house: &Arc<House>, table: &Table, caller: Caller) -> Result<String, ApiError> {
    let game = &**table.played().game();
    // Nobody who sets a table up can choose this key: it is sealed under another name.
    let key = house.secret.seal("rematch", table.id());
    let next = tables::store_table(house, game, game.text(table.played().start()), &table.rematch(), &key)?;
    // The computer may have the first turn there.
    let live = house.table(&next.id)?;
    live.played_by(caller.client());
    house.schedule_turn(&live);
    Ok(next.id)
}
