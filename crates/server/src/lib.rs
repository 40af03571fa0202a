//! Parlour over HTTP: tables where people and computers sit down, and the pages to play on.
//!
//! A table is the fold of its stored events; something that happens is on the disk before anybody is told.
//! Each resource has its own file with a `router()`. This crate must not know the rules of any game, and
//! knows of the store only what its trait promises.
//!
//! ```
//! use parlour_server::{House, Secret, Settings};
//! use std::sync::Arc;
//!
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime").block_on(async {
//! let folder = tempfile::tempdir().expect("a temporary folder");
//! let store = store::Sqlite::open(&folder.path().join("parlour.db")).expect("a new store");
//! let secret = Secret::in_folder(folder.path()).expect("a new secret");
//! let house = House::new(Settings::default(), Arc::new(store), secret);
//! let router = parlour_server::router(&house);
//! # drop(router);
//! # });
//! ```

mod actions;
mod analysis;
mod answers;
mod assets;
mod body;
mod budget;
mod compression;
mod computer;
mod connections;
mod doctor;
mod events;
mod feed;
mod games;
mod hosts;
mod house;
mod known;
mod lessons;
mod live;
mod measured;
mod metrics;
mod middleware;
mod minify;
mod network;
mod openapi;
mod ops;
mod pages;
mod puzzles;
mod rate_limits;
mod readings;
mod records;
mod results;
mod scheduler;
mod sealing;
mod setup;
mod tables;
mod tokens;

pub use answers::ApiError;
pub use budget::{Share, WorkLimits};
pub use connections::Cap;
pub use doctor::{Findings, examine};
pub use hosts::HostNames;
pub use house::{House, Settings};
pub use network::addresses;
pub use openapi::{document, types};
pub use rate_limits::{Rate, Rates};
pub use results::ResultKey;
pub use tokens::{Secret, new_id as new_node};

use axum::Router;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{DefaultBodyLimit, RawPathParams, Request};
use axum::middleware::{Next, from_fn, from_fn_with_state};
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
        .merge(lessons::router())
        .merge(puzzles::router())
        .merge(analysis::router())
        .merge(known::router())
        .merge(readings::router())
        .merge(records::router())
        .merge(tables::router())
        .merge(actions::router())
        .merge(events::router())
        .merge(network::router())
        .merge(openapi::router())
        .merge(pages::router())
        .merge(assets::router())
        .merge(ops::router())
        .route_layer(from_fn(readable))
        .fallback(nothing)
        .method_not_allowed_fallback(async || ApiError::wrong_method())
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(house.clone(), middleware::around))
        .with_state(house.clone())
}

async fn nothing(request: Request) -> Response {
    lost(&request, ApiError::not_found("There is nothing at this address."))
}

/// Lets requests through whose addresses can be read.
async fn readable(named: Result<RawPathParams, RawPathParamsRejection>, request: Request, next: Next) -> Response {
    match named {
        Ok(_) => next.run(request).await,
        Err(_) => lost(&request, ApiError::malformed("The address could not be read: expected UTF-8.")),
    }
}

/// Programs are told what is wrong, people see a page.
fn lost(request: &Request, failure: ApiError) -> Response {
    if request.uri().path().starts_with("/api/") { failure.into_response() } else { pages::lost() }
}

/// Answers requests until `stop` resolves; then lets everybody finish, but not for ever.
pub async fn serve(
    house: Arc<House>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    house.wait(|house| house.prepare()).await.map_err(|why| std::io::Error::other(why.to_string()))?;
    tokio::task::spawn_blocking(assets::prepare);
    tokio::spawn(house.clone().keep_up());
    tokio::spawn(house.clone().follow());
    let serving = house.listen(listener);
    tokio::pin!(serving);
    tokio::select! {
        served = &mut serving => return Ok(served?),
        () = stop => {}
    }
    tracing::info!("closing: streams are told to come back, answers in flight are finished");
    house.closing.send_replace(true);
    match tokio::time::timeout(LAST_ORDERS, serving).await {
        Ok(served) => Ok(served?),
        Err(_) => Ok(()),
    }
}
