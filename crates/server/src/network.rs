//! `/api/house`: where this house can be reached, and opening it to the others in it.

use crate::answers::{ApiError, ApiResult};
use crate::body::Caller;
use crate::house::House;
use axum::extract::State as Shared;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use tokio::net::TcpListener;
use ts_rs::TS;
use utoipa::ToSchema;

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/house", get(house)).route("/api/house/open", post(open))
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

/// Where this house can be reached.
#[derive(Serialize, TS, ToSchema)]
#[ts(rename = "House")]
#[schema(as = House)]
pub(crate) struct HouseAddresses {
    /// Which version of the program it is.
    version: &'static str,
    /// Whether others in the house network can come in.
    lan: bool,
    /// Where they find it.
    addresses: Vec<String>,
    /// Whether whoever asks sits at the computer that Parlour runs on.
    here: bool,
}

async fn house(Shared(house): Shared<Arc<House>>, caller: Caller) -> Json<HouseAddresses> {
    let addresses = addresses(&house.listening());
    let addresses: Vec<String> = addresses.iter().map(|address| format!("http://{address}")).collect();
    Json(HouseAddresses {
        version: env!("CARGO_PKG_VERSION"),
        lan: !addresses.is_empty(),
        addresses,
        here: caller.is_here,
    })
}

async fn open(Shared(house): Shared<Arc<House>>, caller: Caller) -> ApiResult<Json<HouseAddresses>> {
    caller.require_here("Only whoever sits at the computer that Parlour runs on can open it to the house.")?;
    let listening = house.listening();
    if addresses(&listening).is_empty() {
        let none = || ApiError::busy("This computer is in no network just now.");
        let port = listening.first().map_or(0, SocketAddr::port);
        let address = SocketAddr::new(own_address().ok_or_else(none)?, port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|why| ApiError::busy(format!("Cannot listen on {address}: {why}.")))?;
        tracing::info!(%address, "the house network may come in");
        house.listen(listener);
    }
    Ok(self::house(Shared(house), caller).await)
}
