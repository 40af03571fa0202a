//! The description of the API and the types of the pages are those of what is sent: made from the same types, stored, and held
//! against real answers. `BLESS=1 cargo test -p parlour-server --test description` stores them anew.

extern crate parlour_server as server;

mod common;

use common::{Client, Reply, house};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Compares a stored file with what it should be, or stores it.
fn stored(path: &str, now: &str) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = stored.lines().zip(now.lines()).find(|(stored, now)| stored != now);
    assert!(stored == now, "{path} is not current, first at {differs:?}; BLESS=1 stores it anew");
}

#[test]
fn the_types_of_the_pages_are_current() {
    stored("ui/types.d.ts", &server::types());
}

#[test]
fn the_stored_description_is_current() {
    stored("../../docs/openapi.json", &format!("{:#}\n", server::document()));
}

/// What in a value does not fit a schema of the document; fields that the schema does not know do not fit either.
fn misfit(document: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let wrong = |what: &str| Some(format!("{place}: {what}: {value} does not fit {schema}"));
    if let Some(name) = schema["$ref"].as_str() {
        let named = document.pointer(name.trim_start_matches('#')).expect("what is referred to is there");
        return misfit(document, named, value, place);
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choice].as_array() {
            let misfits: Vec<_> = choices.iter().filter_map(|one| misfit(document, one, value, place)).collect();
            return (misfits.len() == choices.len()).then(|| misfits.join("; "));
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let fields: serde_json::Map<String, Value> = parts.iter().flat_map(|part| properties(document, part)).collect();
        let required: Vec<Value> = parts.iter().flat_map(|part| required(document, part)).collect();
        let whole = json!({ "type": "object", "properties": fields, "required": required });
        return misfit(document, &whole, value, place);
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return wrong("not one of these");
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => {
            return (!schema.as_object().is_some_and(|schema| schema.keys().all(|key| key == "description")))
                .then(|| format!("{place}: nothing is said of it: {schema}"));
        }
    };
    let fits = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if !kinds.iter().any(fits) {
        return wrong("another type");
    }
    if let Some(items) = value.as_array() {
        let one = |nth: usize| schema["prefixItems"].get(nth).unwrap_or(&schema["items"]).clone();
        return items
            .iter()
            .enumerate()
            .find_map(|(nth, item)| misfit(document, &one(nth), item, &format!("{place}[{nth}]")));
    }
    let fields = value.as_object()?;
    if let Some(missing) =
        required(document, schema).into_iter().find(|name| !fields.contains_key(name.as_str().unwrap()))
    {
        return wrong(&format!("{missing} is missing"));
    }
    let known = properties(document, schema);
    fields.iter().find_map(|(name, value)| {
        let place = format!("{place}.{name}");
        match (known.get(name), &schema["additionalProperties"]) {
            (Some(schema), _) => misfit(document, schema, value, &place),
            (None, Value::Object(_)) => misfit(document, &schema["additionalProperties"], value, &place),
            (None, _) => Some(format!("{place}: the description does not know it")),
        }
    })
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).expect("what is referred to is there"),
        None => schema,
    }
}

fn properties(document: &Value, schema: &Value) -> serde_json::Map<String, Value> {
    resolved(document, schema)["properties"].as_object().cloned().unwrap_or_default()
}

fn required(document: &Value, schema: &Value) -> Vec<Value> {
    resolved(document, schema)["required"].as_array().cloned().unwrap_or_default()
}

#[track_caller]
fn assert_fits(document: &Value, schema: &Value, reply: &Reply, what: &str) {
    if let Some(misfit) = misfit(document, schema, &reply.json(), "") {
        panic!("{what}: {}", misfit.chars().take(2_000).collect::<String>());
    }
}

#[test]
fn every_address_of_the_description_answers_as_it_says() {
    let (_folder, house) = house();
    let client = house.client;
    let document = client.get("/api/openapi.json").expect(200);
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let (reply, good) = call(client, path, method, operation);
            let status = reply.status.to_string();
            let known = &operation["responses"][&status];
            assert!(!known.is_null(), "{method} {path} answered {status}: {}", reply.text());
            // The first is for this computer only, the second for finished games only.
            if !["/api/house/open", "/api/tables/{id}/review"].contains(&path.as_str()) {
                assert!(status.starts_with('2'), "{method} {path} answered {status}: {}", reply.text());
            }
            let kind = known["content"].as_object().unwrap().keys().next();
            let told = reply.header("content-type").unwrap_or("");
            assert!(kind.is_none_or(|kind| told.starts_with(kind.as_str())), "{method} {path} answered {told}; {good}");
            let schema = &known["content"]["application/json"]["schema"];
            if !schema.is_null() {
                assert_fits(&document, schema, &reply, &format!("{method} {path}"));
            }
        }
    }
}

/// Calls an address with the example of its description, at a table of its own.
fn call(client: Client, path: &str, method: &str, operation: &Value) -> (Reply, String) {
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let made = client.post("/api/tables", &json!({ "game": "pick-me-up", "seats": seats })).expect(201);
    let nth = usize::from(path.ends_with("/claim"));
    let bearer = format!("Bearer {}", made["keys"][nth]["token"].as_str().unwrap());
    let mut headers = vec![("content-type", "application/json")];
    if !operation["security"].is_null() {
        headers.push(("authorization", &bearer));
    }
    let address = path
        .replace("{id}", made["id"].as_str().unwrap())
        .replace("{game}", if path.contains("{number}") { "py-hy-ky" } else { "merelles" })
        .replace("{clause}", "3.1")
        .replace("{task}", "1")
        .replace("{number}", "1")
        .replace("{record}", "merelles-1");
    let address = if address.contains("{reading}") {
        let reading = client.post("/api/games/merelles/readings", &json!({ "moves": "5 6" })).expect(200);
        address.replace("{reading}", reading["id"].as_str().unwrap())
    } else {
        address
    };
    let mut body = operation["requestBody"]["content"]["application/json"]["example"].clone();
    if path.ends_with("/steps") {
        body["step"] = "2".into();
    }
    let body = if body.is_null() { String::new() } else { body.to_string() };
    if operation["responses"]["200"]["content"]["text/event-stream"].is_object() {
        let stream = client.listen(&address, &[]);
        let headers = stream.headers.clone();
        return (Reply { status: 200, headers, body: Vec::new() }, address);
    }
    (client.ask(&method.to_uppercase(), &address, &headers, body.as_bytes()), address)
}

/// The schema of what an address answers if all is well.
fn answer<'a>(document: &'a Value, method: &str, path: &str, status: &str) -> &'a Value {
    let schema = &document["paths"][path][method]["responses"][status]["content"]["application/json"]["schema"];
    assert!(!schema.is_null(), "{method} {path} has no schema for {status}");
    schema
}

#[test]
fn answers_of_every_game_fit_their_types() {
    let (_folder, house) = house();
    let (client, document) = (house.client, server::document());
    let title = answer(document, "get", "/api/games/{game}", "200");
    let lesson = answer(document, "get", "/api/games/{game}/lesson", "200");
    let line = answer(document, "post", "/api/games/{game}/scene", "200");
    for entry in library::LIBRARY {
        let id = entry.about.id;
        assert_fits(document, title, &client.get(&format!("/api/games/{id}")), id);
        assert_fits(document, lesson, &client.get(&format!("/api/games/{id}/lesson")), id);
        let first = client.get(&format!("/api/games/{id}")).json()["start"]["steps"][0]["text"].clone();
        let scene = client.post(&format!("/api/games/{id}/scene?all=1"), &json!({ "moves": first }));
        assert_fits(document, line, &scene, id);
    }
}

#[test]
fn refusals_and_events_fit_their_types() {
    let (_folder, house) = house();
    let (client, document) = (house.client, server::document());
    let error = answer(document, "get", "/api/tables/{id}", "404");
    let seats = json!([{ "kind": "person" }, { "kind": "computer", "level": 1 }]);
    let made = client.post("/api/tables", &json!({ "game": "merelles", "seats": seats })).expect(201);
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"][0]["token"].as_str().unwrap());
    let path = format!("/api/tables/{id}");
    let play = |version: u64, step: &str, name: &str| {
        let body = json!({ "version": version, "step": step, "key": name });
        client.post_as(key, &format!("{path}/steps"), &body)
    };
    let stream = client.listen(&format!("{path}/events?since=0"), &[]);
    play(0, "5", "1").expect(200);
    client.wait_for(id, |view| view["version"] == 2);
    for (status, refused) in [
        (404, client.get("/api/tables/none")),
        (401, client.post(&format!("{path}/steps"), &json!({ "version": 0, "step": "5", "key": "1" }))),
        (409, play(0, "6", "2")),
        (422, play(2, "5", "3")),
        (422, client.post("/api/games/merelles/scene", &json!({ "moves": "5 5" }))),
        (422, client.post("/api/games/merelles/scene", &json!({ "position": "x" }))),
        (
            422,
            client.post("/api/games/chess/scene", &json!({ "moves": "e2e4 e7e5 f1c4 g8f6 g1f3 b8c6 e1g1 d7d6 Nd2" })),
        ),
        (422, client.post("/api/records", &json!({ "text": "[Game \"lasca\"]\n\n1. 99-98 *" }))),
        (400, client.ask("POST", "/api/records", &[("content-type", "application/json")], b"{")),
    ] {
        assert_eq!(refused.status, status, "{}", refused.text());
        assert_fits(document, error, &refused, &refused.text());
    }
    let events = &document["paths"]["/api/tables/{id}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]
        ["x-events"];
    let mut kinds = BTreeSet::new();
    for heard in stream {
        let named = |(names, schema): (&String, &Value)| {
            names.split(", ").any(|name| name == heard.kind).then(|| schema.clone())
        };
        let schema = events.as_object().unwrap().iter().find_map(named);
        let schema = schema.unwrap_or_else(|| panic!("the description does not know the event {}", heard.kind));
        assert_eq!(misfit(document, &schema, &heard.data, &heard.kind), None);
        kinds.insert(heard.kind);
        if heard.id == Some(2) {
            break;
        }
    }
    assert!(kinds.contains("hello") && kinds.contains("step"), "{kinds:?}");
}

#[test]
fn a_misfit_is_found() {
    let document = server::document();
    let schema = json!({ "$ref": "#/components/schemas/Man" });
    let man = json!({ "seat": 1, "kind": "pawn", "letter": "p", "drawing": null });
    assert_eq!(misfit(document, &schema, &man, ""), None);
    for (name, value) in [("seat", json!("one")), ("letter", Value::Null), ("colour", json!("red"))] {
        let mut other = man.clone();
        other[name] = value;
        assert!(misfit(document, &schema, &other, "").is_some(), "{name}");
    }
    let mut less = man;
    less.as_object_mut().unwrap().remove("kind");
    assert!(misfit(document, &schema, &less, "").is_some());
}

#[test]
fn the_description_names_every_route_there_is() {
    let (_folder, house) = house();
    let document = house.client.get("/api/openapi.json").expect(200);
    // A parameter's name is nobody's business but the describer's.
    let nameless = |path: &str| {
        let part = |part: &str| if part.starts_with('{') { "{}".to_string() } else { part.to_string() };
        path.split('/').map(part).collect::<Vec<_>>().join("/")
    };
    let described: BTreeSet<String> =
        document["paths"].as_object().unwrap().keys().map(|path| nameless(path)).collect();
    let mut routes = BTreeSet::new();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let source = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let found = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
        routes.extend(found.map(nameless));
    }
    routes.retain(|path| path.starts_with("/api") || ["/healthz", "/readyz", "/metrics"].contains(&path.as_str()));
    assert_eq!(described, routes);
}
