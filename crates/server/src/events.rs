//! `/api/tables/{id}/events`: what happens, as it happens.

use crate::answers::{Answer, Failure};
use crate::body::{Asked, Caller, ClientId};
use crate::connections::Entry;
use crate::house::House;
use crate::live::{Live, News, lock};
use crate::table::State;
use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream::{self, Stream};
use rules::Seat;
use serde::Deserialize;
use serde_json::json;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, watch};

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/tables/{id}/events", get(events))
}

#[derive(Deserialize)]
struct Since {
    since: Option<u64>,
    seat: Option<u8>,
}

async fn events(
    Shared(house): Shared<Arc<House>>,
    Path(id): Path<String>,
    caller: Caller,
    Asked(asked): Asked<Since>,
    headers: HeaderMap,
) -> Answer<Response> {
    let client = caller.client();
    house.allow(|limits| &limits.streams, &client.to_string())?;
    let entry = house.streams.enter(Some(client)).ok_or_else(|| {
        house.count("refused_streams");
        Failure::too_many(5)
    })?;
    // A browser that reconnects says how far it got.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let closing = house.closing.subscribe();
    let since = last.or(asked.since);
    let feed = house.wait(move |house| Feed::open(house, &id, since, asked.seat, closing, client)).await?;
    let next = |(feed, entry): (Feed, Entry)| async { feed.next().await.map(|(event, feed)| (event, (feed, entry))) };
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
    seat: Option<Seat>,
    waiting: VecDeque<News>,
    news: broadcast::Receiver<News>,
    closing: watch::Receiver<bool>,
    ended: bool,
}

impl Feed {
    /// Everything since a version, then what comes, without a gap between the two. Waits for the disk.
    fn open(
        house: &Arc<House>,
        id: &str,
        since: Option<u64>,
        seat: Option<u8>,
        closing: watch::Receiver<bool>,
        client: ClientId,
    ) -> Result<Feed, Failure> {
        let live = house.table(id)?;
        let state = lock(&live.state);
        let news = live.news.subscribe();
        let hello = json!({ "version": state.version });
        let mut waiting = VecDeque::from([passing("hello", hello.to_string())]);
        if let Some(since) = since.filter(|since| *since < state.version) {
            let mut again = State::new(state.table.clone())?;
            for event in house.store.events(id, 0)?.into_iter().take_while(|event| event.version <= state.version) {
                let told = again.fold(&event)?;
                if event.version > since {
                    let (version, data) = (Some(event.version), told.to_string().into());
                    waiting.push_back(News { version, kind: event.kind, data });
                }
            }
        }
        let seat = seat.and_then(Seat::numbered).filter(|seat| seat.index() < state.seats.len());
        drop(state);
        if let Some(seat) = seat {
            live.watches(seat, true);
        }
        live.look(client);
        house.schedule_turn(&live);
        Ok(Feed { live, seat, waiting, news, closing, ended: false })
    }

    async fn next(mut self) -> Option<(Result<Event, Infallible>, Feed)> {
        if self.ended {
            return None;
        }
        let news = if let Some(news) = self.waiting.pop_front() {
            news
        } else {
            tokio::select! {
                // Too slow, or the table is gone: whoever comes back is told from where it was.
                news = self.news.recv() => news.ok()?,
                _ = self.closing.wait_for(|closing| *closing) => passing("bye", "{}".to_string()),
            }
        };
        self.ended = matches!(news.kind.as_str(), "delete" | "bye");
        let event = Event::default().event(&news.kind).data(&*news.data);
        let event = if let Some(version) = news.version { event.id(version.to_string()) } else { event };
        Some((Ok(event), self))
    }
}

/// News without a number.
fn passing(kind: &str, data: String) -> News {
    News { version: None, kind: kind.to_string(), data: data.into() }
}

impl Drop for Feed {
    fn drop(&mut self) {
        if let Some(seat) = self.seat {
            self.live.watches(seat, false);
        }
    }
}
