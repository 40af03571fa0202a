//! Answers made small: compressed with gzip, and not sent again to whoever has them already.

use crate::tokens::hex;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Write;

/// Compresses bytes with gzip.
pub fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// Whether whoever asks can read gzip.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        parts.next() == Some("gzip") && !parts.any(|part| part == "q=0")
    })
}

/// JSON that stays the same while the program runs: written and compressed once.
pub struct CachedJson {
    plain: Bytes,
    compressed: Bytes,
    /// Weak, as the compressed bytes and the plain ones say the same.
    tag: String,
}

impl CachedJson {
    /// Writes and compresses it.
    pub fn new(value: &impl Serialize) -> CachedJson {
        let plain = Bytes::from(serde_json::to_vec(value).expect("our own shapes can be written"));
        let compressed = gzip(&plain, Compression::best()).into();
        let tag = format!("W/\"{}\"", hex(&Sha256::digest(&plain)[..8]));
        CachedJson { plain, compressed, tag }
    }

    /// The answer for whoever sent these headers: 304 if he has it already.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or("");
        let fields =
            [(header::ETAG, self.tag.as_str()), (header::CACHE_CONTROL, "no-cache"), (header::VARY, "Accept-Encoding")];
        if known.split(',').any(|tag| tag.trim() == self.tag) {
            return (StatusCode::NOT_MODIFIED, fields).into_response();
        }
        let kind = [(header::CONTENT_TYPE, "application/json")];
        if accepts_gzip(headers) {
            return (fields, kind, [(header::CONTENT_ENCODING, "gzip")], self.compressed.clone()).into_response();
        }
        (fields, kind, self.plain.clone()).into_response()
    }
}
