//! What goes back when something cannot be done: a status, a code for programs, a sentence for people.

use crate::live::Live;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use library::entry::Unknown;
use library::{AnyGame, Refusal};
use serde_json::{Map, Value, json};
use table::wire::View;
use table::{RefusedCommand, Table};
use ts_rs::TS;
use utoipa::ToSchema;

/// The body of every answer that is a refusal.
#[derive(ToSchema)]
#[schema(as = Error)]
#[expect(dead_code, reason = "it describes what `ApiError` writes")]
pub(crate) struct ErrorBody {
    error: Problem,
}

/// What was expected, and what else belongs to a refusal, if it does. The tests hold refusals against this.
#[derive(TS, ToSchema)]
#[expect(dead_code, reason = "it describes what `ApiError` writes")]
pub(crate) struct Problem {
    /// For programs.
    code: String,
    /// For people: what was expected.
    words: String,
    /// The clause that it rests on.
    clause: Option<String>,
    /// The site that matters.
    at: Option<u16>,
    /// The clause's words.
    #[ts(optional)]
    #[schema(nullable = false)]
    rule: Option<String>,
    /// The step that was meant.
    #[ts(optional)]
    #[schema(nullable = false)]
    step: Option<String>,
    /// What an ambiguous text could mean.
    #[ts(optional)]
    #[schema(nullable = false)]
    could_be: Option<Vec<String>>,
    /// Which part of the request is meant: `position` or `moves`.
    #[ts(optional)]
    #[schema(nullable = false)]
    part: Option<String>,
    /// The word that could not be read.
    #[ts(optional)]
    #[schema(nullable = false)]
    token: Option<String>,
    /// The line that it stands in.
    #[ts(optional)]
    #[schema(nullable = false)]
    line: Option<usize>,
    /// The steps that could be read.
    #[ts(optional)]
    #[schema(nullable = false)]
    read: Option<String>,
    /// How the table stands now.
    #[ts(optional)]
    #[schema(nullable = false)]
    view: Option<Box<View>>,
}

/// Why a request is not carried out.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    words: String,
    more: Map<String, Value>,
    retry_after: Option<u64>,
}

/// What a handler answers.
pub type ApiResult<T = Json<Value>> = Result<T, ApiError>;

impl ApiError {
    fn new(status: StatusCode, code: &'static str, words: impl Into<String>) -> ApiError {
        ApiError { status, code, words: words.into(), more: Map::new(), retry_after: None }
    }

    /// 400: the request cannot be read.
    pub fn malformed(words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed", words)
    }

    /// 401: a seat's key is missing.
    pub fn no_token() -> ApiError {
        let words = "This needs a seat's key: expected a header 'Authorization: Bearer KEY'.";
        ApiError::new(StatusCode::UNAUTHORIZED, "no-token", words)
    }

    /// 403: whoever asks may not.
    pub fn forbidden(code: &'static str, words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, words)
    }

    /// 404.
    pub fn not_found(words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", words)
    }

    /// Whether there is no such thing.
    pub fn is_not_found(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    /// Whether it may go better in a moment.
    pub fn is_busy(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    /// 405.
    pub fn wrong_method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", "This address is not used in that way.")
    }

    /// 408: it took too long.
    pub fn too_slow() -> ApiError {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "This took too long; please try again.")
    }

    /// 409: somebody was quicker.
    pub fn conflict(code: &'static str, words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, words)
    }

    /// Whether somebody was quicker.
    pub fn is_stale(&self) -> bool {
        self.code == "stale"
    }

    /// 410: the game is over.
    pub fn over(words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::GONE, "over", words)
    }

    /// 413.
    pub fn too_large() -> ApiError {
        let words = "That is too much at once: expected at most 64 kB.";
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words)
    }

    /// 413: about more steps than a request may be.
    pub fn too_long(most: usize) -> ApiError {
        let words = format!("That is too long: expected at most {most} steps.");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words)
    }

    /// 413: more turns than are read.
    pub fn too_long_a_game(most: usize) -> ApiError {
        let words = format!("This game is too long to be read: expected at most {most} turns.");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words)
    }

    /// 413: the answer would be too long.
    pub fn too_big_an_answer(most: usize) -> ApiError {
        let words = format!("The answer would be longer than {} kB: please ask for less at once.", most >> 10);
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words)
    }

    /// 415.
    pub fn not_json() -> ApiError {
        let words = "Expected JSON: a header 'Content-Type: application/json' and an object.";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", words)
    }

    /// 421: the request is for a host that is not ours.
    pub fn misdirected(words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, "unknown-host", words)
    }

    /// 422: readable, but it makes no sense here.
    pub fn unclear(words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unclear", words)
    }

    /// 422: the rules say no.
    pub fn illegal(words: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal", words)
    }

    /// 429: too many requests.
    pub fn too_many(seconds: u64) -> ApiError {
        let words = format!("That is too much in a short time; please wait {seconds} s.");
        let failure = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", words);
        ApiError { retry_after: Some(seconds), ..failure }
    }

    /// 503: everybody here is busy.
    pub fn busy(words: impl Into<String>) -> ApiError {
        let failure = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", words);
        ApiError { retry_after: Some(2), ..failure }
    }

    /// 500: our fault; the log knows more.
    pub fn internal(why: &dyn std::fmt::Display) -> ApiError {
        tracing::error!(%why, "a request failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong here; please try again.")
    }

    /// A command that the table refuses.
    pub fn refused_command(live: &Live, table: &Table, refused: RefusedCommand) -> ApiError {
        match refused {
            RefusedCommand::NotYourTurn => ApiError::forbidden("not-your-turn", refused.to_string()),
            RefusedCommand::Step(refusal) => ApiError::refused(&**table.played().game(), &refusal),
            RefusedCommand::Steps { ref read } => ApiError::unclear(refused.to_string()).with("read", read.join(" ")),
            RefusedCommand::Over => ApiError::over(refused.to_string()),
            RefusedCommand::Taken => ApiError::conflict("taken", refused.to_string()).with_view(live, table),
            RefusedCommand::Unclear(words) => ApiError::unclear(words),
            RefusedCommand::ReadOnly(words) => ApiError::conflict("read-only", words),
        }
    }

    /// With how the table stands.
    #[must_use]
    pub fn with_view(self, live: &Live, table: &Table) -> ApiError {
        self.with("view", json!(live.view(table)))
    }

    /// With another field beside code and words.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> ApiError {
        self.more.insert(name.to_string(), value.into());
        self
    }

    /// A refused step: over is 410, everything else 422 with its clause.
    pub fn refused(game: &dyn AnyGame, refusal: &Refusal) -> ApiError {
        match refusal {
            Refusal::Over { clause, text } => {
                ApiError::over(format!("The game is over: {text}")).with("clause", clause.number())
            }
            Refusal::Unreadable { expected } => {
                ApiError::unclear(format!("This is not a step of {}: expected {expected}.", game.about().name))
            }
            Refusal::Ambiguous { could_be } => {
                let words = format!("This is ambiguous: it could be {}.", library::alternatives(could_be));
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "ambiguous", words).with("could_be", could_be.clone())
            }
            Refusal::Breach { step, words, clause, text, at } => ApiError::illegal(words)
                .with("rule", *text)
                .with("step", step.as_str())
                .with("clause", clause.number())
                .with("at", at.map(|site| site.0)),
        }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

impl From<Unknown> for ApiError {
    fn from(unknown: Unknown) -> ApiError {
        let words = unknown.to_string();
        if unknown.what == "game" { ApiError::not_found(words) } else { ApiError::unclear(words) }
    }
}

impl From<store::Error> for ApiError {
    fn from(why: store::Error) -> ApiError {
        tracing::error!(%why, "the store failed");
        ApiError::busy("The tables cannot be reached just now; nothing is lost, please try again in a moment.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut error = json!({ "code": self.code, "words": self.words, "clause": null, "at": null });
        if let Value::Object(fields) = &mut error {
            fields.extend(self.more);
        }
        let mut response = (self.status, Json(json!({ "error": error }))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
