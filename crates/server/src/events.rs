//! `/api/tables/{id}/events`: what happens, as it happens.

use crate::answers::{ApiError, ApiResult};
use crate::assets;
use crate::body::{Caller, Key, QueryParams};
use crate::connections::Admission;
use crate::house::House;
use crate::live::{Live, Message, lock};
use crate::tables;
use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream::{self, Stream};
use rules::Seat;
use serde::Deserialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use table::wire;
use tokio::runtime::Handle;
use tokio::sync::{broadcast, watch};

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/tables/{id}/events", get(events))
}

/// Whoever has missed more than this is sent the view instead.
const MOST_MISSED: u64 = 1_000;

#[derive(Deserialize)]
struct Since {
    since: Option<u64>,
}

async fn events(
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    caller: Caller,
    key: Key,
    QueryParams(asked): QueryParams<Since>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let client = caller.client();
    house.allow(|limits| &limits.streams, &client.to_string())?;
    let entry = house.streams.enter(Some(client)).ok_or_else(|| {
        house.count("refused_streams");
        ApiError::too_many(5)
    })?;
    // A browser that reconnects says how far it got.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let since = last.or(asked.since);
    let closing = house.closing.subscribe();
    let opened = {
        let id = id.clone();
        house.wait(move |house| Feed::open(house, &id, since, &key, closing, caller)).await?
    };
    let mut feed = opened.0;
    if let Some((since, until)) = opened.1 {
        // Changes that are no longer in memory are computed again from the store, which is expensive.
        let permit = house.budgets.requests.acquire(client).await?;
        let missed = house.wait(move |house| {
            let missed = house.changes(&id, since, until);
            drop(permit);
            missed
        });
        feed.waiting.extend(missed.await?);
    }
    let next =
        |(feed, entry): (Feed, Admission)| async { feed.next().await.map(|(event, feed)| (event, (feed, entry))) };
    Ok(sse(stream::unfold((feed, entry), next)))
}

/// A stream of events that no proxy holds back.
pub fn sse<S>(stream: S) -> Response
where
    S: Stream<Item = Result<Event, Infallible>> + Send + 'static,
{
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    (unbuffered, Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))).into_response()
}

/// One page that listens.
struct Feed {
    live: Arc<Live>,
    /// The seats whose person listens.
    seat: Option<Seat>,
    waiting: VecDeque<Message>,
    messages: broadcast::Receiver<Message>,
    closing: watch::Receiver<bool>,
    ended: bool,
}

/// Versions that are to be made anew: those after the first, up to the second.
type Missing = (u64, u64);

impl Feed {
    /// Everything since a version, then what comes, without a gap between the two; tells what of it is not remembered.
    /// Waits for the disk.
    fn open(
        house: &Arc<House>,
        id: &str,
        since: Option<u64>,
        key: &Key,
        closing: watch::Receiver<bool>,
        caller: Caller,
    ) -> Result<(Feed, Option<Missing>), ApiError> {
        let live = house.table(id)?;
        let mut table = lock(&live.table);
        if since.is_some_and(|since| since > table.version()) {
            house.catch_up(&live, &mut table)?;
        }
        let messages = live.messages.subscribe();
        let version = table.version();
        let hello = wire::Hello { version, present: live.present_parties(&table), build: assets::build().to_string() };
        let mut waiting = VecDeque::from([Message::passing("hello", &hello)]);
        let mut missing = None;
        if let Some(since) = since.filter(|since| *since < version) {
            match live.since(since, &table) {
                Some(missed) => waiting.extend(missed),
                None if version - since > MOST_MISSED => {
                    let view = Message::passing("view", &live.view(&table));
                    waiting.push_back(Message { version: Some(version), ..view });
                }
                None => missing = Some((since, version)),
            }
        }
        // Only who holds the key of a seat is present at it.
        let seat = match &key.0 {
            Some(key) => Some(tables::seat(house, &live, &mut table, key, caller)?),
            None => None,
        };
        drop(table);
        if let Some(seat) = seat {
            live.watches(seat, true);
        }
        live.look(caller.client());
        house.schedule_turn(&live);
        Ok((Feed { live, seat, waiting, messages, closing, ended: false }, missing))
    }

    async fn next(mut self) -> Option<(Result<Event, Infallible>, Feed)> {
        if self.ended {
            return None;
        }
        let message = if let Some(message) = self.waiting.pop_front() {
            message
        } else {
            tokio::select! {
                // The receiver was too slow, or the table is gone: the stream ends, and a client that reconnects goes on where it was.
                message = self.messages.recv() => message.ok()?,
                _ = self.closing.wait_for(|closing| *closing) => Message::passing("bye", &wire::Nothing {}),
            }
        };
        self.ended = matches!(message.kind, "delete" | "bye");
        let event = Event::default().event(message.kind).data(&*message.data);
        let event = if let Some(version) = message.version { event.id(version.to_string()) } else { event };
        Some((Ok(event), self))
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let Some(seat) = self.seat else { return };
        let live = self.live.clone();
        // The table may be locked by somebody who waits for the disk.
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(move || live.watches(seat, false))),
            Err(_) => live.watches(seat, false),
        }
    }
}
