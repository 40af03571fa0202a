//! What comes in: JSON, questions in the address, the key of a seat, and from where.

use crate::answers::Failure;
use crate::house::House;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// An object sent as JSON, or a friendly refusal.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Input<T>, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        let essence = kind.split(';').next().unwrap_or("").trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(Failure::not_json());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE {
                Failure::too_large()
            } else {
                Failure::malformed("The request broke off; please send it again.")
            }
        })?;
        serde_json::from_slice(&bytes).map(Input).map_err(|why| {
            let words = format!("This could not be read: {why}.");
            if why.is_data() { Failure::unclear(words) } else { Failure::malformed(words) }
        })
    }
}

/// The key that came with the request, if one did. It is never shown in a log.
pub struct Key(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Key, Infallible> {
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let key = header.and_then(|value| value.strip_prefix("Bearer ")).map(|key| key.trim().to_string());
        Ok(Key(key.filter(|key| !key.is_empty())))
    }
}

impl Key {
    /// The key, or 401.
    pub fn required(self) -> Result<String, Failure> {
        self.0.ok_or_else(Failure::no_token)
    }
}

/// What stands behind the question mark of an address, or a friendly refusal.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Failure> {
        let asked = Query::from_request_parts(parts, state).await;
        let unread = |why| Failure::malformed(format!("The address could not be read: {why}."));
        asked.map(|Query(asked)| Asked(asked)).map_err(unread)
    }
}

/// Where a request comes from.
#[derive(Clone, Copy)]
pub struct Caller {
    /// The address, as far as it is known.
    pub address: IpAddr,
    /// Whether it is this computer.
    pub is_here: bool,
}

impl Caller {
    /// Reads it from a request; only a proxy that was announced is believed.
    pub fn of(extensions: &Extensions, headers: &HeaderMap, house: &House) -> Caller {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |ConnectInfo(peer)| peer.ip().to_canonical());
        let forwarded = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        // The last entry is what our own proxy has seen.
        let behind = forwarded.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
        let address = behind.filter(|_| house.settings.proxy).unwrap_or(peer);
        Caller { address, is_here: forwarded.is_none() && !house.settings.proxy && peer.is_loopback() }
    }
}

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Caller, Infallible> {
        Ok(Caller::of(&parts.extensions, &parts.headers, house))
    }
}
