//! For whoever keeps the house running.

use crate::house::House;
use axum::Router;
use axum::extract::State as Shared;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use std::fmt::Write;
use std::sync::Arc;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/healthz", get(async || "well\n")).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

async fn ready(Shared(house): Shared<Arc<House>>) -> impl IntoResponse {
    if house.is_ready() { (StatusCode::OK, "ready\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready\n") }
}

async fn metrics(Shared(house): Shared<Arc<House>>) -> impl IntoResponse {
    let mut text = String::new();
    for (name, count) in house.counted() {
        let _ = writeln!(text, "# TYPE parlour_{name}_total counter\nparlour_{name}_total {count}");
    }
    let (tables, streams) = house.tables.count();
    let thinking = house.room_for_thinking() - house.thinkers.available_permits();
    for (name, value) in [("tables_in_memory", tables), ("streams", streams), ("thinking", thinking)] {
        let _ = writeln!(text, "# TYPE parlour_{name} gauge\nparlour_{name} {value}");
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}
