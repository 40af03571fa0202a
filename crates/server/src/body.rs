//! What comes in: JSON, questions in the address, the key of a seat, and from where.

use crate::answers::ApiError;
use crate::hosts;
use crate::house::House;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

/// An object sent as JSON, or a friendly refusal.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Input<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        let essence = kind.split(';').next().unwrap_or("").trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(ApiError::not_json());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::too_large()
            } else {
                ApiError::malformed("The request broke off; please send it again.")
            }
        })?;
        serde_json::from_slice(&bytes).map(Input).map_err(|why| {
            let words = format!("This could not be read: {why}.");
            if why.is_data() { ApiError::unclear(words) } else { ApiError::malformed(words) }
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
    pub fn required(self) -> Result<String, ApiError> {
        self.0.ok_or_else(ApiError::no_token)
    }
}

/// What stands behind the question mark of an address, or a friendly refusal.
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryParams<T>, ApiError> {
        let asked = Query::from_request_parts(parts, state).await;
        let unread = |why| ApiError::malformed(format!("The address could not be read: {why}."));
        asked.map(|Query(asked)| QueryParams(asked)).map_err(unread)
    }
}

/// Whom budgets and limits count as one: an IPv4 address, or the first 64 bits of an IPv6 address, which is what one
/// household or one rented machine has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientId(IpAddr);

impl ClientId {
    /// The client with this address.
    pub fn of(address: IpAddr) -> ClientId {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                ClientId(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            address @ IpAddr::V4(_) => ClientId(address),
        }
    }
}

impl std::fmt::Display for ClientId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// The address, as far as it is known.
    pub address: IpAddr,
    /// Whether somebody at this computer asks, with a page that this computer showed.
    pub is_here: bool,
    /// Whether one of our proxies has passed it on.
    pub from_proxy: bool,
}

impl Caller {
    /// Reads it from a request; `X-Forwarded-For` is believed only if one of the configured proxies sent the request.
    pub fn of(extensions: &Extensions, headers: &HeaderMap, house: &House) -> Caller {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |ConnectInfo(peer)| peer.ip().to_canonical());
        Caller::behind(peer, headers, &house.settings.proxies)
    }

    fn behind(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Caller {
        // The last entry of the last header is what our own proxy has seen; everything before it may be invented.
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|value| value.to_str().ok()).and_then(|list| list.rsplit(',').next());
        let address = last.and_then(|last| last.trim().parse::<IpAddr>().ok()).map(|address| address.to_canonical());
        let address = address.filter(|_| proxies.contains(&peer)).unwrap_or(peer);
        // A page of another name that resolves to this computer is not from here.
        let is_here = forwarded.is_none() && proxies.is_empty() && peer.is_loopback() && hosts::is_loopback(headers);
        Caller { address, is_here, from_proxy: proxies.contains(&peer) }
    }

    /// 403 unless somebody at this computer asks.
    pub fn require_here(self, words: &'static str) -> Result<(), ApiError> {
        if self.is_here { Ok(()) } else { Err(ApiError::forbidden("not-here", words)) }
    }

    /// Whom it counts for.
    pub fn client(self) -> ClientId {
        ClientId::of(self.address)
    }
}

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Caller, Infallible> {
        Ok(Caller::of(&parts.extensions, &parts.headers, house))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_a_configured_proxy_says_who_asks_and_only_its_own_entry_counts() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut headers = HeaderMap::new();
        let proxies = [address("10.0.0.1")];
        assert_eq!(Caller::behind(address("10.0.0.1"), &headers, &proxies).address, address("10.0.0.1"));
        headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 2.2.2.2"));
        headers.append("x-forwarded-for", HeaderValue::from_static("3.3.3.3, 4.4.4.4"));
        assert_eq!(Caller::behind(address("10.0.0.1"), &headers, &proxies).address, address("4.4.4.4"));
        assert_eq!(Caller::behind(address("10.0.0.2"), &headers, &proxies).address, address("10.0.0.2"));
        let here = address("127.0.0.1");
        assert!(!Caller::behind(here, &headers, &[]).is_here, "a request that somebody forwarded is not from here");
        assert!(Caller::behind(here, &HeaderMap::new(), &[]).is_here);
        assert!(!Caller::behind(here, &HeaderMap::new(), &proxies).is_here);
        let mut rebound = HeaderMap::new();
        rebound.insert(header::HOST, HeaderValue::from_static("rebound.example"));
        assert!(!Caller::behind(here, &rebound, &[]).is_here, "another site's name for this computer");
    }

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        let client = |text: &str| ClientId::of(text.parse().unwrap());
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::9"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }
}
