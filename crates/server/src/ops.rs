//! For whoever keeps the house running.

use crate::house::House;
use crate::metrics::resident_bytes;
use crate::scheduler::Priority;
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
    match house.is_ready().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_string()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}\n")),
    }
}

async fn metrics(Shared(house): Shared<Arc<House>>) -> impl IntoResponse {
    let mut text = String::new();
    house.metrics.write(&mut text);
    let tables = house.tables.count();
    let (thinking, _) = house.scheduler.counts();
    let ((connections, refused), (streams, _)) = (house.connections.counts(), house.streams.counts());
    for (name, value) in
        [("tables_in_memory", tables), ("connections", connections), ("streams", streams), ("thinking", thinking)]
    {
        let _ = writeln!(text, "# TYPE parlour_{name} gauge\nparlour_{name} {value}");
    }
    let queues = Priority::ALL.map(|(priority, name)| (name, house.scheduler.queue(priority)));
    text.push_str("# TYPE parlour_turns_waiting gauge\n");
    for (class, (waiting, _)) in queues {
        let _ = writeln!(text, "parlour_turns_waiting{{class=\"{class}\"}} {waiting}");
    }
    text.push_str("# TYPE parlour_turns_waiting_oldest_seconds gauge\n");
    for (class, (_, oldest)) in queues {
        let _ = writeln!(text, "parlour_turns_waiting_oldest_seconds{{class=\"{class}\"}} {}", oldest.as_secs_f64());
    }
    if let Some(bytes) = resident_bytes() {
        let _ = writeln!(text, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {bytes}");
    }
    for (name, count) in [("refused_connections", refused), ("table_loads", house.tables.loads())] {
        let _ = writeln!(text, "# TYPE parlour_{name}_total counter\nparlour_{name}_total {count}");
    }
    for (what, kind) in
        [("in_use", "gauge"), ("peak", "gauge"), ("granted_total", "counter"), ("refused_total", "counter")]
    {
        let _ = writeln!(text, "# TYPE parlour_heavy_{what} {kind}");
        for (class, budget) in house.budgets.each() {
            let (granted, refused, peak) = budget.counts();
            let value = match what {
                "in_use" => budget.in_use() as u64,
                "peak" => peak as u64,
                "granted_total" => granted,
                _ => refused,
            };
            let _ = writeln!(text, "parlour_heavy_{what}{{class=\"{class}\"}} {value}");
        }
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}
