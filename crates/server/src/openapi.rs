//! `/api/openapi.json`: the API, described for programs. The tests call every address in it, and hold it
//! against the routes.

use crate::house::House;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use std::sync::{Arc, LazyLock};

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new().route("/api/openapi.json", get(async || Json(&*DOCUMENT)))
}

/// One thing that can be asked.
struct Operation {
    method: &'static str,
    path: &'static str,
    says: &'static str,
    /// Names behind the question mark.
    query: &'static [&'static str],
    /// A body that makes sense, as text.
    body: Option<&'static str>,
    /// Whether a seat's key is needed.
    keyed: bool,
    /// The status if all is well, and what comes then.
    good: (u16, &'static str),
    /// What else may come.
    bad: &'static [u16],
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";
const STREAM: &str = "text/event-stream";

/// A question without a body or a key.
const fn ask(path: &'static str, says: &'static str, kind: &'static str, bad: &'static [u16]) -> Operation {
    Operation { method: "get", path, says, query: &[], body: None, keyed: false, good: (200, kind), bad }
}

/// An order with a body.
const fn order(path: &'static str, says: &'static str, body: &'static str, bad: &'static [u16]) -> Operation {
    Operation { method: "post", path, says, query: &[], body: Some(body), keyed: false, good: (200, JSON), bad }
}

impl Operation {
    const fn query(self, query: &'static [&'static str]) -> Operation {
        Operation { query, ..self }
    }

    const fn keyed(self) -> Operation {
        Operation { keyed: true, ..self }
    }

    const fn good(self, status: u16) -> Operation {
        Operation { good: (status, self.good.1), ..self }
    }
}

#[rustfmt::skip]
const OPERATIONS: &[Operation] = &[
    ask("/api/games", "All games, each with its board", JSON, &[]),
    ask("/api/games/{game}", "One game with its rules and its start; options stand in the query", JSON, &[404, 422]),
    ask("/api/games/{game}/clauses/{clause}/examples", "The examples of a clause as small boards", JSON, &[404]),
    ask("/api/games/{game}/lesson", "The tasks of a game's lesson with their positions", JSON, &[404]),
    order("/api/games/{game}/lesson/{task}", "What a try at a task comes to: a step, or clicks that are no step",
        r#"{"done": [], "clicks": [3, 9]}"#, &[400, 404, 408, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/records/{record}", "A printed game", TEXT, &[404]),
    order("/api/games/{game}/scene", "What a position looks like and which steps are legal",
        r#"{"options": {}, "position": null, "moves": "5 6"}"#, &[400, 404, 408, 413, 415, 422, 429, 503]).query(&["all"]),
    order("/api/games/{game}/arrange", "The position that men on a board make",
        r#"{"from": "1/p..,...,...,......,...,...,.../8,9", "men": [{"site": 4, "men": [{"seat": 1, "kind": "pawn"}]}], "to_move": 2}"#, &[400, 404, 408, 413, 415, 422, 429, 503]),
    order("/api/games/{game}/why", "What clicks mean, and if they are refused, by which clause",
        r#"{"clicks": [3]}"#, &[400, 404, 408, 413, 415, 422, 429, 503]),
    order("/api/games/{game}/hint", "Which man, where, and why",
        r#"{"moves": "5 6"}"#, &[400, 404, 408, 410, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/analysis", "What the computer makes of a position, as a stream of ideas", STREAM, &[404, 408, 413, 422, 429, 503])
        .query(&["position", "moves", "lines"]),
    order("/api/games/{game}/known", "What is proved of a position: its value, that of every step, and best play; with `all` of every turn of the game",
        r#"{"moves": "5 6", "all": true}"#, &[400, 404, 408, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/theorem", "What is proved of a game, or null", JSON, &[404, 408, 422, 429, 503]),
    ask("/api/games/{game}/tablebase", "Which positions are known, and whether more are being worked out", JSON, &[404, 422]),
    order("/api/games/{game}/tablebase", "Builds, pauses or deletes a tablebase; from this computer only, unless the house allows it",
        r#"{"action": "pause"}"#, &[400, 403, 404, 409, 413, 415, 422, 503]),
    order("/api/records", "Reads a record",
        r#"{"text": "[Game \"merelles\"]\n[Result \"*\"]\n\n1. 5 6 *\n"}"#, &[400, 408, 413, 415, 422, 429, 503]),
    order("/api/tables", "Sets up a table; each person and each open seat gets a key",
        r#"{"game": "merelles", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}], "key": "chosen at random"}"#,
        &[400, 404, 408, 413, 415, 422, 429, 503]).good(201),
    ask("/api/tables", "Several tables in short", JSON, &[408, 429, 503]).query(&["ids"]),
    ask("/api/tables/{id}", "A table", JSON, &[404]),
    Operation { method: "delete", path: "/api/tables/{id}", says: "Deletes a table", query: &[], body: None,
        keyed: true, good: (204, ""), bad: &[401, 403, 404] },
    order("/api/tables/{id}/claim", "Takes an open seat with its invitation",
        r#"{"name": "Ben", "key": "chosen at random"}"#, &[400, 401, 403, 404, 409, 413, 415, 422]).keyed(),
    order("/api/tables/{id}/steps", "Plays one step",
        r#"{"version": 0, "step": "5", "key": "1"}"#, &[400, 401, 403, 404, 409, 410, 413, 415, 422, 429]).keyed(),
    order("/api/tables/{id}/actions",
        "take-back, offer-draw, accept, decline, withdraw, resign, move-now, rematch, rename, give-to-computer",
        r#"{"version": 0, "action": "rename", "name": "Eve", "key": "2"}"#,
        &[400, 401, 403, 404, 409, 410, 413, 415, 422, 429]).keyed(),
    ask("/api/tables/{id}/events", "What happens at a table, as it happens", STREAM, &[404, 429]).query(&["since", "seat"]),
    ask("/api/tables/{id}/record", "The game so far as a record", TEXT, &[404, 429, 503]),
    ask("/api/house", "Where this house can be reached", JSON, &[]),
    order("/api/house/open", "Lets the house network in; from this computer only", "{}", &[403, 503]),
    ask("/api/qr", "A text as a square of dots", "image/svg+xml", &[400, 422]).query(&["text"]),
    ask("/api/openapi.json", "This document", JSON, &[]),
    ask("/healthz", "Whether the server runs", TEXT, &[]),
    ask("/readyz", "Whether it wants requests", TEXT, &[503]),
    ask("/metrics", "Counters for Prometheus", TEXT, &[]),
];

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Parlour", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT OR Apache-2.0" },
            "description": "Nineteen old board games. docs/api.md tells the same with examples." },
        "paths": paths,
        "components": {
            "securitySchemes": { "seat": { "type": "http", "scheme": "bearer", "description": "A seat's key." } },
            "schemas": { "Error": { "type": "object", "required": ["error"], "properties": { "error": {
                "type": "object", "required": ["code", "words"], "properties": {
                    "code": { "type": "string", "description": "For programs." },
                    "words": { "type": "string", "description": "For people: what was expected." },
                    "clause": { "type": ["string", "null"], "description": "The clause it rests on." },
                    "at": { "type": ["integer", "null"], "description": "The site that matters." },
                } } } } },
        },
    })
});

fn describe(operation: &Operation) -> Value {
    let inside = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
    let mut parameters: Vec<Value> = inside.map(|name| parameter(name, "path")).collect();
    parameters.extend(operation.query.iter().map(|name| parameter(name, "query")));
    let (status, kind) = operation.good;
    let mut answers = Map::new();
    let content = if kind.is_empty() { json!({}) } else { json!({ kind: {} }) };
    answers.insert(status.to_string(), json!({ "description": operation.says, "content": content }));
    for status in operation.bad {
        let error = json!({ JSON: { "schema": { "$ref": "#/components/schemas/Error" } } });
        answers.insert(status.to_string(), json!({ "description": reason(*status), "content": error }));
    }
    let mut described = json!({ "summary": operation.says, "parameters": parameters, "responses": answers });
    if let Some(body) = operation.body {
        let example: Value = serde_json::from_str(body).expect("the example is JSON");
        described["requestBody"] =
            json!({ "required": true, "content": { JSON: { "schema": { "type": "object" }, "example": example } } });
    }
    if operation.keyed {
        described["security"] = json!([{ "seat": [] }]);
    }
    described
}

fn reason(status: u16) -> &'static str {
    match status {
        400 => "it could not be read",
        401 => "a seat's key is missing",
        403 => "this key does not open that, or it is another seat's turn",
        404 => "there is no such thing",
        408 => "it took longer than this house allows",
        409 => "the table has changed, or somebody was quicker; the view is enclosed",
        410 => "the game is over",
        413 => "it is too long",
        415 => "it is not JSON",
        422 => "it makes no sense here; where a rule is broken, the clause is enclosed",
        429 => "too much in a short time; Retry-After tells how long to wait",
        _ => "everybody is busy; please try again",
    }
}
