//! `/api/house`: where this house can be reached, and opening it to the others in it.

use crate::answers::{Answer, Failure};
use crate::body::{Asked, Caller};
use crate::house::House;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/house", get(house)).route("/api/house/open", post(open)).route("/api/qr", get(qr))
}

/// This computer's address in the house network: the one it would reach others from. Nothing is sent.
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // Any address beyond this computer will do; this one is kept for documentation.
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// The addresses at which others in the house find this one.
pub fn addresses(listening: &[SocketAddr]) -> Vec<SocketAddr> {
    let reachable = |listening: &SocketAddr| match listening.ip() {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => own_address().map(|own| SocketAddr::new(own, listening.port())),
        _ => Some(*listening),
    };
    listening.iter().filter_map(reachable).collect()
}

async fn house(Shared(house): Shared<Arc<House>>, caller: Caller) -> Json<Value> {
    let addresses = addresses(&house.listening());
    let urls: Vec<String> = addresses.iter().map(|address| format!("http://{address}")).collect();
    Json(json!({ "version": env!("CARGO_PKG_VERSION"), "lan": !urls.is_empty(), "addresses": urls,
        "here": caller.is_here }))
}

async fn open(Shared(house): Shared<Arc<House>>, caller: Caller, headers: HeaderMap) -> Answer {
    if !caller.sits_here(&headers) {
        let words = "Only whoever sits at the computer that Parlour runs on can open it to the house.";
        return Err(Failure::forbidden("not-here", words));
    }
    let listening = house.listening();
    if addresses(&listening).is_empty() {
        let none = || Failure::busy("This computer is in no network just now.");
        let port = listening.first().map_or(0, SocketAddr::port);
        let address = SocketAddr::new(own_address().ok_or_else(none)?, port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|why| Failure::busy(format!("Cannot listen on {address}: {why}.")))?;
        tracing::info!(%address, "the house network may come in");
        house.listen(listener);
    }
    Ok(self::house(Shared(house), caller).await)
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

async fn qr(Asked(Text { text }): Asked<Text>) -> Answer<Response> {
    if text.is_empty() || text.chars().count() > 300 {
        return Err(Failure::unclear("Expected a text of 1 to 300 letters."));
    }
    let code = QrCode::encode_text(&text, QrCodeEcc::Medium).map_err(|why| Failure::unclear(why.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg(&code)).into_response())
}

/// Black squares on white with the quiet zone of four that readers want.
fn svg(code: &QrCode) -> String {
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let mut path = String::new();
    for (x, y) in dark {
        let _ = write!(path, "M{} {}h1v1h-1z", x + 4, y + 4);
    }
    let width = size + 8;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {width}\" shape-rendering=\"crispEdges\">\
        <path fill=\"#fff\" d=\"M0 0h{width}v{width}H0z\"/><path d=\"{path}\"/></svg>"
    )
}
