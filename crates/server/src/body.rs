//! What comes in: JSON, and the key of a seat.

use crate::answers::Failure;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use std::convert::Infallible;

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
