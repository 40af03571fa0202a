//! What holds for every request and every answer.

use crate::answers::ApiError;
use crate::body::Caller;
use crate::budget::{Held, Permit};
use crate::compression;
use crate::house::House;
use crate::tokens::{hex, random};
use axum::body::{Body, Bytes};
use axum::extract::{MatchedPath, Request, State as Shared};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use futures_util::stream::{self, StreamExt};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// No answer takes longer than this to begin.
const SLOWEST: Duration = Duration::from_secs(30);
/// Shorter answers are not worth compressing.
const WORTH_COMPRESSING: usize = 1_024;
/// Compressing longer ones would keep other requests of the same worker waiting.
const LONG_TO_COMPRESS: usize = 64 << 10;
/// Longer answers are not buffered to be compressed; none of ours is that long.
const MOST: usize = 64 << 20;
/// How much of a heavy answer is handed over at a time.
const PIECE: usize = 64 << 10;
/// How long a heavy answer may take to be sent; an analysis, which is a stream, ends sooner by itself.
const SENDING: Duration = Duration::from_mins(2);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const POLICY: &str = "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self'";

/// The first to see a request and the last to see its answer.
pub async fn around(Shared(house): Shared<Arc<House>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_string();
    let accepts_gzip = compression::accepts_gzip(request.headers());
    house.count("requests");
    let caller = Caller::of(request.extensions(), request.headers(), &house);
    let id = request_id(request.headers(), caller.from_proxy);
    let span = tracing::info_span!("request", %id);
    let stranger = house.settings.host_names.stranger(request.headers(), caller.from_proxy).map(unknown_host);
    let caller = caller.client().to_string();
    let held = Held::default();
    request.extensions_mut().insert(held.clone());
    let hasty = path.starts_with("/api/").then(|| house.allow(|limits| &limits.requests, &caller).err()).flatten();
    let answer = if let Some(failure) = stranger.or(hasty) {
        failure.into_response()
    } else if is_foreign(&method, request.headers()) {
        ApiError::forbidden("foreign", "This may be asked from Parlour's own pages only.").into_response()
    } else {
        let answer = tokio::time::timeout(SLOWEST, next.run(request).instrument(span.clone())).await;
        answer.unwrap_or_else(|_| ApiError::too_slow().into_response())
    };
    let answer = if accepts_gzip { compressed(answer).await } else { answer };
    let answer = holding(answer, held.take());
    let status = answer.status();
    if status.is_server_error() {
        house.count("errors");
    }
    // The path holds no key: those travel in headers and in the part of a link that browsers keep.
    span.in_scope(|| {
        tracing::debug!(%method, path, status = status.as_u16(), ms = began.elapsed().as_millis() as u64);
    });
    // Of a stream this is how long it took to begin.
    let labels = format!("route=\"{route}\",method=\"{}\",status=\"{}xx\"", verb(&method), status.as_u16() / 100);
    house.metrics.took("answer", labels, began.elapsed());
    let mut answer = secured(answer);
    answer.headers_mut().extend(HeaderValue::from_str(&id).ok().map(|id| (REQUEST_ID, id)));
    answer
}

/// The id under which a request stands in the logs: the one that our own proxy has given it, or a new one.
fn request_id(headers: &HeaderMap, from_proxy: bool) -> String {
    let given = headers.get(REQUEST_ID).filter(|_| from_proxy).and_then(|id| id.to_str().ok());
    let fits = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_.".contains(&letter))
    };
    given.filter(fits).map_or_else(|| hex(&random::<8>()), String::from)
}

/// A method as a label. Unknown methods share one, because a client can invent any number of them.
fn verb(method: &Method) -> &str {
    if [Method::GET, Method::HEAD, Method::POST, Method::DELETE].contains(method) { method.as_str() } else { "other" }
}

fn unknown_host(host: &str) -> ApiError {
    let words = format!(
        "This house does not go by the name '{host}': expected an address, this computer's name, or one given with --host-name."
    );
    ApiError::misdirected(words)
}

/// Whether another site's page asks for a change.
fn is_foreign(method: &Method, headers: &HeaderMap) -> bool {
    if method.is_safe() {
        return false;
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text("origin") else { return false };
    let host = text("host").unwrap_or("");
    origin.split_once("://").is_none_or(|(_, origin)| !origin.eq_ignore_ascii_case(host))
}

fn secured(mut answer: Response) -> Response {
    let fields = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        fields.insert(name, HeaderValue::from_static(value));
    }
    if !fields.contains_key(header::CACHE_CONTROL) {
        fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    answer
}

/// Text that is long enough, compressed.
async fn compressed(answer: Response) -> Response {
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let text = ["application/json", "text/html", "text/css", "text/javascript", "text/plain", "image/svg"]
        .iter()
        .any(|text| kind.starts_with(text));
    if !text || answer.headers().contains_key(header::CONTENT_ENCODING) {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, MOST).await else {
        return ApiError::internal(&"an answer was too long").into_response();
    };
    if bytes.len() < WORTH_COMPRESSING {
        return Response::from_parts(parts, Body::from(bytes));
    }
    let compressed = if bytes.len() < LONG_TO_COMPRESS {
        compression::gzip(&bytes, Compression::fast())
    } else {
        let compressed = tokio::task::spawn_blocking(move || compression::gzip(&bytes, Compression::fast())).await;
        match compressed {
            Ok(compressed) => compressed,
            Err(why) => return ApiError::internal(&why).into_response(),
        }
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, Body::from(Bytes::from(compressed)))
}

/// An answer that holds on to the permits of its request until it has been sent, so that whoever reads slowly does not
/// make room for more answers that wait in memory. It goes out in short pieces, since what has been handed over whole
/// would count as sent.
fn holding(answer: Response, permits: Vec<Arc<Permit>>) -> Response {
    if permits.is_empty() {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let until = Instant::now() + SENDING;
    let pieces = body.into_data_stream().flat_map(move |data| {
        let _held = &permits;
        let (mut rest, failed) = match data {
            Ok(data) => (data, None),
            Err(why) => (Bytes::new(), Some(why)),
        };
        let pieces = std::iter::from_fn(move || {
            let piece = rest.split_to(rest.len().min(PIECE));
            let late = || axum::Error::new(std::io::Error::from(std::io::ErrorKind::TimedOut));
            (!piece.is_empty()).then(|| if Instant::now() < until { Ok(piece) } else { Err(late()) })
        });
        stream::iter(pieces.chain(failed.map(Err)))
    });
    Response::from_parts(parts, Body::from_stream(pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_request_is_short_and_plain_or_a_new_one() {
        let (longest, too_long) = ("x".repeat(64), "x".repeat(65));
        for (given, kept) in
            [("a-b_c.9", true), (&*longest, true), (&*too_long, false), ("", false), ("a b", false), ("a\"b", false)]
        {
            let fields = HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_str(given).unwrap())]);
            assert_eq!(request_id(&fields, true) == given, kept, "{given}");
            assert_ne!(request_id(&fields, false), given, "a stranger's is not believed");
        }
        let [one, other] = [(); 2].map(|()| request_id(&HeaderMap::new(), true));
        assert!(one.len() == 16 && one != other, "{one} {other}");
    }
}
