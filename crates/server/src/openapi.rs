//! `/api/openapi.json`: the API, described for programs, and the types of the pages. Both are made from the types that are sent.
//! The tests call every address of the description, and hold it against the routes and the answers against their types.

use crate::{
    actions, analysis, answers, games, house::House, known, lessons, network, puzzles, readings, records, setup, tables,
};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use table::wire;
use ts_rs::{Config, TS, TypeVisitor};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

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
    /// The type of the body and one that makes sense, as text.
    body: Option<(Described, &'static str)>,
    /// Whether a seat's key is needed.
    keyed: bool,
    /// The status if all is well, and what comes then.
    good: (u16, Content),
    /// What else may come.
    bad: &'static [u16],
}

/// What an answer holds.
enum Content {
    /// JSON of this type.
    Json(Shape),
    /// Events; those with an id, if there are any, have data of the first type, the others of the other types.
    Stream(&'static [(&'static str, Shape)]),
    /// Text.
    Text,
    /// This document, or nothing.
    Plain(&'static str),
}

/// The schema of a type.
#[derive(Clone, Copy)]
struct Described {
    name: fn() -> Cow<'static, str>,
    schemas: fn(&mut Vec<(String, RefOr<Schema>)>),
}

/// The same, with its TypeScript.
#[derive(Clone, Copy)]
struct Shape {
    described: Described,
    declare: fn(&mut Declarations),
}

const fn described<T: ToSchema>() -> Described {
    Described {
        name: T::name,
        schemas: |schemas| {
            schemas.push((T::name().into_owned(), T::schema()));
            T::schemas(schemas);
        },
    }
}

const fn shape<T: ToSchema + TS + 'static>() -> Shape {
    Shape { described: described::<T>(), declare: |declarations| declarations.visit::<T>() }
}

const fn sends<T: ToSchema + TS + 'static>() -> Content {
    Content::Json(shape::<T>())
}

/// TypeScript declarations by name.
#[derive(Default)]
struct Declarations(BTreeMap<String, String>);

impl Declarations {
    fn config() -> Config {
        // JSON has no others; a version or a time is far below 2^53.
        Config::new().with_large_int("number")
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let config = Declarations::config();
        // What has no place of its own, such as a list, needs no declaration.
        if T::output_path().is_some() {
            let name = T::ident(&config);
            if self.0.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.0.insert(name, tidy(&format!("{docs}export {}\n", T::decl(&config))));
        }
        T::visit_dependencies(self);
    }
}

/// A declaration with a field on each line, and what is said of it on the line before.
fn tidy(declaration: &str) -> String {
    let mut text = declaration.replace("/**\n * ", "/** ").replace("\n */", " */").replace("\n * ", " ");
    while let Some(at) = text.find(" \n") {
        text.remove(at);
    }
    let (mut lines, mut inside) = (String::new(), false);
    for line in text.lines() {
        let _ = writeln!(lines, "{}{line}", if inside { "  " } else { "" });
        inside |= line.starts_with("export");
    }
    lines.replace(", };", ",\n};")
}

/// `ui/types.d.ts`: the types of everything that is sent.
pub fn types() -> String {
    let mut declarations = Declarations::default();
    for operation in OPERATIONS {
        match operation.good.1 {
            Content::Json(shape) => (shape.declare)(&mut declarations),
            Content::Stream(events) => events.iter().for_each(|(_, shape)| (shape.declare)(&mut declarations)),
            Content::Text | Content::Plain(_) => {}
        }
    }
    declarations.visit::<answers::Problem>();
    declarations.visit::<wire::Effect>();
    let mut text = String::from(
        "// The shapes of the API. Made from the types of the server; to make it anew:\n\
         // BLESS=1 cargo test -p parlour-server --test description\n\n\
         export type Options = Record<string, string>;\nexport type Beat = Array<Effect>;\n",
    );
    for declaration in declarations.0.values() {
        let _ = write!(text, "\n{declaration}");
    }
    text
}

/// The whole description.
pub fn document() -> &'static Value {
    &DOCUMENT
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";
const STREAM: &str = "text/event-stream";

/// A question without a body or a key.
const fn ask(path: &'static str, says: &'static str, content: Content, bad: &'static [u16]) -> Operation {
    Operation { method: "get", path, says, query: &[], body: None, keyed: false, good: (200, content), bad }
}

/// An order with a body.
const fn order(
    path: &'static str,
    says: &'static str,
    body: (Described, &'static str),
    content: Content,
    bad: &'static [u16],
) -> Operation {
    Operation { method: "post", path, says, query: &[], body: Some(body), keyed: false, good: (200, content), bad }
}

impl Operation {
    const fn query(mut self, query: &'static [&'static str]) -> Operation {
        self.query = query;
        self
    }

    const fn keyed(mut self) -> Operation {
        self.keyed = true;
        self
    }

    const fn good(mut self, status: u16) -> Operation {
        self.good.0 = status;
        self
    }
}

#[rustfmt::skip]
const OPERATIONS: &[Operation] = &[
    ask("/api/games", "All games, each with its board", sends::<games::Shelf>(), &[]),
    ask("/api/games/{game}", "One game with its rules and its start; options stand in the query", sends::<games::Title>(), &[404, 422]),
    ask("/api/games/{game}/clauses/{clause}/examples", "The examples of a clause as small boards", sends::<games::Examples>(), &[404]),
    ask("/api/games/{game}/lesson", "The tasks of a game's lesson with their positions", sends::<lessons::SentLesson>(), &[404]),
    order("/api/games/{game}/lesson/{task}", "What a try at a task comes to: a step, or clicks that are no step",
        (described::<lessons::Try>(), r#"{"done": [], "clicks": [3, 9]}"#), sends::<lessons::Tried>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    ask("/api/puzzles", "All puzzles in short, by game", sends::<puzzles::PuzzleList>(), &[]),
    ask("/api/games/{game}/puzzles/{number}", "A position with one way to win", sends::<puzzles::PuzzleTask>(), &[404]),
    order("/api/games/{game}/puzzles/{number}", "What the solver's turns come to, with the other's answer",
        (described::<puzzles::PuzzleTry>(), r#"{"moves": ["a5"]}"#), sends::<puzzles::PuzzleTried>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/puzzles/{number}/solution", "The solution of a puzzle, step by step", sends::<puzzles::PuzzleSolution>(), &[404]),
    ask("/api/games/{game}/records/{record}", "A printed game", Content::Text, &[404]),
    order("/api/games/{game}/scene", "What a position looks like and which steps are legal",
        (described::<setup::Setup>(), r#"{"options": {}, "position": null, "moves": "5 6"}"#), sends::<games::SentLine>(), &[400, 404, 408, 413, 415, 422, 429, 503]).query(&["all"]),
    order("/api/games/{game}/arrange", "The position that men on a board make",
        (described::<games::Arranged>(), r#"{"from": "1/p..,...,...,......,...,...,.../8,9", "men": [{"site": 4, "men": [{"seat": 1, "kind": "pawn"}]}], "to_move": 2}"#),
        sends::<games::SceneAlone>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    order("/api/games/{game}/why", "What clicks mean, and if they are refused, by which clause",
        (described::<analysis::Clicks>(), r#"{"clicks": [3]}"#), sends::<analysis::Why>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    order("/api/games/{game}/hint", "Which man, where, and why",
        (described::<setup::Setup>(), r#"{"moves": "5 6"}"#), sends::<analysis::SentHint>(), &[400, 404, 408, 410, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/analysis", "What the computer makes of a position, as a stream of ideas",
        Content::Stream(&[("ideas", shape::<analysis::Opinion>())]), &[404, 408, 413, 422, 429, 503])
        .query(&["position", "moves", "lines"]),
    order("/api/games/{game}/known", "What is proved of a position: its value, that of every step, and best play; with `all` of every turn of the game",
        (described::<known::KnownWanted>(), r#"{"moves": "5 6", "all": true}"#), sends::<table::known::Known>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/theorem", "What is proved of a game", sends::<table::known::SentTheorem>(), &[404, 408, 422, 429, 503]),
    ask("/api/games/{game}/tablebase", "Which positions are known, and whether more are being worked out", sends::<table::known::GameTablebases>(), &[404, 422]),
    order("/api/games/{game}/tablebase", "Builds, pauses or deletes a tablebase; from this computer only, unless the house allows it",
        (described::<known::BuildWanted>(), r#"{"action": "pause"}"#), sends::<table::known::GameTablebases>(), &[400, 403, 404, 409, 413, 415, 422, 503]),
    order("/api/games/{game}/readings", "Reads a whole game in the background, and tells what mattered once all is read",
        (described::<readings::ReadingWanted>(), r#"{"moves": "5 6", "seat": 1}"#), sends::<table::review::Reading>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    ask("/api/games/{game}/readings/{reading}", "What has been read of a game, then what comes, until all is",
        Content::Stream(&[("turn", shape::<table::review::ReadTurn>()), ("done", shape::<wire::Nothing>())]), &[404]),
    order("/api/games/{game}/tries", "What a turn comes to that somebody tries at a position",
        (described::<readings::TryWanted>(), r#"{"moves": "5 6", "turn": ["4"], "seat": 1}"#), sends::<table::review::TriedTurn>(), &[400, 404, 408, 413, 415, 422, 429, 503]),
    order("/api/records", "Reads a record",
        (described::<records::RecordText>(), r#"{"text": "[Game \"merelles\"]\n[Result \"*\"]\n\n1. 5 6 *\n"}"#), sends::<records::ReadRecord>(), &[400, 408, 413, 415, 422, 429, 503]),
    order("/api/records/text", "Writes a game with its variations as a record: PGN for chess, PDN for checkers",
        (described::<records::TreeWanted>(), r#"{"game": "merelles", "tree": "5 $1 {the middle} (4) 6"}"#), Content::Text, &[400, 404, 408, 413, 415, 422, 429, 503]),
    order("/api/tables", "Sets up a table; each person and each open seat gets a key",
        (described::<tables::TableWanted>(), r#"{"game": "merelles", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}], "key": "chosen at random"}"#),
        sends::<tables::TableCreated>(), &[400, 404, 408, 413, 415, 422, 429, 503]).good(201),
    ask("/api/tables", "Several tables in short", sends::<tables::Listed>(), &[408, 429, 503]).query(&["ids"]),
    ask("/api/tables/{id}", "A table", sends::<wire::View>(), &[404, 503]).query(&["version"]),
    Operation { method: "delete", path: "/api/tables/{id}", says: "Deletes a table", query: &[], body: None,
        keyed: true, good: (204, Content::Plain("")), bad: &[401, 403, 404, 503] },
    order("/api/tables/{id}/claim", "Takes an open seat with its invitation",
        (described::<tables::ClaimWanted>(), r#"{"name": "Ben", "key": "chosen at random"}"#), sends::<tables::Claimed>(), &[400, 401, 403, 404, 409, 413, 415, 422, 503]).keyed(),
    order("/api/tables/{id}/steps", "Plays one step",
        (described::<tables::StepWanted>(), r#"{"version": 0, "step": "5", "key": "1"}"#), sends::<wire::View>(), &[400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 503]).keyed(),
    order("/api/tables/{id}/actions",
        "take-back, offer-draw, accept, decline, withdraw, resign, move-now, rematch, rename, give-to-computer",
        (described::<actions::ActionWanted>(), r#"{"version": 0, "action": "rename", "name": "Eve", "key": "2"}"#), sends::<actions::Acted>(),
        &[400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 503]).keyed(),
    ask("/api/tables/{id}/events", "What happens at a table, as it happens", Content::Stream(&[
        ("step, take-back, offer, accept, decline, withdraw, resign, claim, rename, computer, rematch", shape::<wire::Change>()),
        ("hello", shape::<wire::Hello>()), ("present", shape::<wire::Present>()), ("thinking", shape::<wire::Thought>()),
        ("view", shape::<wire::View>()), ("delete, bye", shape::<wire::Nothing>()),
    ]), &[404, 429, 503]).query(&["since"]),
    order("/api/tables/{id}/review", "Reads the game of a table, and tells what mattered once all is read; not while it is being played",
        (described::<readings::ReviewWanted>(), r#"{"seat": 1}"#), sends::<table::review::Reading>(), &[400, 404, 408, 409, 413, 415, 422, 429, 503]),
    ask("/api/tables/{id}/record", "The game so far as a record", Content::Text, &[404, 429, 503]),
    ask("/api/house", "Where this house can be reached", sends::<network::HouseAddresses>(), &[]),
    order("/api/house/open", "Lets the house network in; from this computer only", (described::<wire::Nothing>(), "{}"), sends::<network::HouseAddresses>(), &[403, 503]),
    ask("/api/openapi.json", "This document", Content::Plain(JSON), &[]),
    ask("/healthz", "Whether the server runs", Content::Text, &[]),
    ask("/readyz", "Whether it wants requests", Content::Text, &[503]),
    ask("/metrics", "Counters for Prometheus", Content::Text, &[]),
];

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let (mut paths, mut schemas) = (Map::new(), Vec::new());
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(operation, &mut schemas);
    }
    (described::<answers::ErrorBody>().schemas)(&mut schemas);
    let schemas: BTreeMap<String, RefOr<Schema>> = schemas.into_iter().collect();
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Parlour", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT OR Apache-2.0" },
            "description": "Old board games. docs/api.md tells what this cannot." },
        "paths": paths,
        "components": {
            "securitySchemes": { "seat": { "type": "http", "scheme": "bearer", "description": "A seat's key." } },
            "schemas": schemas,
        },
    })
});

fn reference(described: Described) -> Value {
    json!({ "$ref": format!("#/components/schemas/{}", (described.name)()) })
}

fn describe(operation: &Operation, schemas: &mut Vec<(String, RefOr<Schema>)>) -> Value {
    let inside = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
    let mut parameters: Vec<Value> = inside.map(|name| parameter(name, "path")).collect();
    parameters.extend(operation.query.iter().map(|name| parameter(name, "query")));
    let content = match operation.good.1 {
        Content::Json(shape) => {
            (shape.described.schemas)(schemas);
            json!({ JSON: { "schema": reference(shape.described) } })
        }
        // OpenAPI 3.1 has no words for the events of a stream.
        Content::Stream(events) => {
            let mut shapes = Map::new();
            for (names, shape) in events {
                (shape.described.schemas)(schemas);
                shapes.insert((*names).to_string(), reference(shape.described));
            }
            json!({ STREAM: { "schema": { "type": "string" }, "x-events": shapes } })
        }
        Content::Text => json!({ TEXT: { "schema": { "type": "string" } } }),
        Content::Plain("") => json!({}),
        Content::Plain(kind) => json!({ kind: {} }),
    };
    let mut answers = Map::new();
    answers.insert(operation.good.0.to_string(), json!({ "description": operation.says, "content": content }));
    for status in operation.bad {
        let error = json!({ JSON: { "schema": reference(described::<answers::ErrorBody>()) } });
        answers.insert(status.to_string(), json!({ "description": reason(*status), "content": error }));
    }
    let mut described = json!({ "summary": operation.says, "parameters": parameters, "responses": answers });
    if let Some((body, example)) = operation.body {
        (body.schemas)(schemas);
        let example: Value = serde_json::from_str(example).expect("the example is JSON");
        described["requestBody"] =
            json!({ "required": true, "content": { JSON: { "schema": reference(body), "example": example } } });
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
