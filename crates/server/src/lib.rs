//! Parlour over HTTP: tables where people and computers sit down, and the pages to play on.
//!
//! A table is the fold of its stored events; something that happens is on the disk before anybody is told.
//! Each resource has its own file with a `router()`. This crate must not know the rules of any game, and
//! knows of the store only what its trait promises.

mod actions;
mod analysis;
mod answers;
mod assets;
mod body;
mod computer;
mod events;
mod games;
mod guard;
mod house;
mod limits;
mod live;
mod network;
mod openapi;
mod ops;
mod pages;
mod records;
mod shapes;
mod shelf;
mod table;
mod tables;
mod tokens;

pub use house::{House, Settings};
pub use network::addresses;
pub use tokens::Secret;

use answers::Failure;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The largest body of a request.
const LARGEST: usize = 64 << 10;
/// How long answers in flight may take when the house closes.
const LAST_ORDERS: Duration = Duration::from_secs(5);

/// Everything the house answers.
pub fn router(house: &Arc<House>) -> Router {
    Router::new()
        .merge(games::router())
        .merge(analysis::router())
        .merge(records::router())
        .merge(tables::router())
        .merge(actions::router())
        .merge(events::router())
        .merge(network::router())
        .merge(openapi::router())
        .merge(pages::router())
        .merge(assets::router())
        .merge(ops::router())
        .fallback(nothing)
        .method_not_allowed_fallback(async || Failure::wrong_method())
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(house.clone(), guard::guard))
        .with_state(house.clone())
}

async fn nothing(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return Failure::not_found("There is nothing at this address.").into_response();
    }
    pages::lost()
}

/// Answers requests until `stop` resolves; then lets everybody finish, but not for ever.
pub async fn serve(
    house: Arc<House>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let waking = house.clone();
    tokio::task::spawn_blocking(move || {
        assets::prepare();
        if let Err(why) = waking.wake() {
            tracing::error!(%why, "the tables of the last time could not be taken up");
        }
    });
    let serving = house.listen(listener);
    tokio::pin!(serving);
    tokio::select! {
        served = &mut serving => return served?,
        () = stop => {}
    }
    tracing::info!("closing: streams are told to come back, answers in flight are finished");
    house.closing.send_replace(true);
    match tokio::time::timeout(LAST_ORDERS, serving).await {
        Ok(served) => served?,
        Err(_) => Ok(()),
    }
}
