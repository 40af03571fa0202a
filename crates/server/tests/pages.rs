//! The shelf, the rules, the pages, and what holds for every answer.

extern crate parlour_server as server;

mod common;

use common::{Client, TestHouse, house};
use serde_json::{Value, json};

#[test]
fn the_shelf_as_it_is_first_sent_has_a_lid_for_every_game_and_counts_those_in_one_box() {
    let (_folder, house) = house();
    let shelf = house.client.get("/").text();
    for entry in library::LIBRARY {
        let link = format!("href=\"/games/{}\"", entry.about.id);
        assert_eq!(shelf.matches(&link).count(), 1, "{link}");
    }
    let source = "The Library of Games";
    let inside = library::LIBRARY.iter().filter(|entry| entry.about.source == source).count();
    let heading = format!("<h2>{source}</h2><p>{inside} games in one box</p>");
    assert!(shelf.contains(&heading), "{shelf}");
}

#[test]
fn every_game_has_a_title_page_and_every_example_is_shown() {
    let (_folder, house) = house();
    let shelf = house.client.get("/api/games").expect(200);
    let games = shelf["games"].as_array().unwrap();
    assert_eq!(games.len(), library::LIBRARY.len());
    for card in games {
        let id = card["id"].as_str().unwrap();
        let title = house.client.get(&format!("/api/games/{id}")).expect(200);
        assert_eq!((&title["id"], &title["board"]["sites"]), (&card["id"], &card["board"]["sites"]));
        assert!(!title["start"]["steps"].as_array().unwrap().is_empty());
        let sections = title["rules"]["sections"].as_array().unwrap();
        let parts = sections.iter().flat_map(|section| section["parts"].as_array().unwrap());
        for clause in parts.filter(|part| part["type"] == "clause" && part["examples"] != 0) {
            let number = clause["number"].as_str().unwrap();
            let shown = house.client.get(&format!("/api/games/{id}/clauses/{number}/examples")).expect(200);
            for example in shown["examples"].as_array().unwrap() {
                let refused = example["verdict"]["type"] == "refused";
                assert_eq!(example["after"].is_null(), refused, "{id} {number}: {example}");
                assert!(example["before"]["pieces"].is_array());
                if !refused {
                    assert_ne!(example["before"]["position"], example["after"]["position"], "{id} {number}");
                    let (clicks, beats) = (example["clicks"].as_array().unwrap(), example["beats"].as_array().unwrap());
                    assert!(clicks.is_empty() || !beats.is_empty(), "{id} {number}: {example}");
                }
            }
        }
    }
    house.client.get("/api/games/ludo").refused(404, "not-found");
    house.client.get("/api/games/merelles?flying=perhaps").refused(422, "unclear");
    house.client.get("/api/games/merelles/clauses/9.9/examples").refused(404, "not-found");
    let flying = house.client.get("/api/games/merelles?flying=on").expect(200);
    assert_eq!(flying["chosen"], json!({ "flying": "on" }));
}

#[test]
fn printed_games_are_listed_read_and_replayed() {
    let (_folder, house) = house();
    let title = house.client.get("/api/games/lasca").expect(200);
    let records = title["records"].as_array().unwrap();
    assert!(records.len() >= 5, "the five games of 1911");
    for record in records {
        let name = record["name"].as_str().unwrap();
        let text = house.client.get(&format!("/api/games/lasca/records/{name}")).text();
        let read = house.client.post("/api/records", &json!({ "text": text })).expect(200);
        assert_eq!((&read["game"], &read["result"]), (&json!("lasca"), &record["result"]));
        let again = json!({ "position": read["start"], "moves": read["moves"] });
        let replay = house.client.post("/api/games/lasca/scene?all=1", &again).expect(200);
        assert_eq!(replay["turns"], read["turns"]);
        let (scenes, taken) = (replay["scenes"].as_array().unwrap(), replay["taken"].as_array().unwrap());
        assert_eq!(scenes.len(), taken.len() + 1);
        assert_eq!(scenes.last().unwrap()["position"], replay["scene"]["position"]);
        assert_eq!(house.client.get(&format!("/replay/lasca/{name}")).status, 200);
    }
    house.client.get("/api/games/lasca/records/none").refused(404, "not-found");
    let wrong = house.client.post("/api/records", &json!({ "text": "[Game \"lasca\"]\n\n1. 9-13\n17-1 *" }));
    assert_eq!(wrong.refused(422, "unclear")["line"], 4);
}

#[test]
fn a_position_is_read_as_far_as_it_goes() {
    let (_folder, house) = house();
    let scene = |body: &Value| house.client.post("/api/games/merelles/scene", body);
    let seen = scene(&json!({ "moves": "1. 5 {good} 17, 2. 1" })).expect(200);
    assert_eq!((seen["taken"].as_array().unwrap().len(), &seen["scene"]["status"]["seat"]), (3, &json!(2)));
    let error = scene(&json!({ "moves": "5 17 5 9" })).refused(422, "illegal");
    assert_eq!((&error["read"], &error["clause"], &error["token"]), (&json!("5 17"), &json!("2.1"), &json!("5")));
    scene(&json!({ "position": "1/nonsense" })).refused(422, "unclear");
}

#[test]
fn a_wrong_click_is_answered_with_its_clause() {
    let (_folder, house) = house();
    let position = "1/p.p,b.b,p.p,b....b,p.p,b.b,p.p/0,0";
    let why = |clicks: &[u16]| {
        house.client.post("/api/games/merelles/why", &json!({ "position": position, "clicks": clicks })).expect(200)
    };
    let other = why(&[3]);
    assert_eq!(
        (&other["legal"], &other["refusal"]["clause"], &other["refusal"]["at"]),
        (&json!(false), &json!("2.4"), &json!(3))
    );
    assert_eq!(other["step"], Value::Null, "one click is no step yet");
    assert_eq!(why(&[0]), json!({ "legal": true, "refusal": null, "step": null }));
    assert_eq!(why(&[0, 1])["step"], "1-2");
    assert_eq!(why(&[0, 9])["refusal"]["clause"], "2.5");
    assert_eq!(why(&[9_999])["legal"], false);
    let over = json!({ "position": "1/ppp,...,...,......,.b.,b..,.../0,0", "clicks": [0] });
    let over = house.client.post("/api/games/merelles/why", &over).expect(200);
    assert_eq!(over["refusal"]["clause"], "4.1");
}

#[test]
fn a_hint_says_which_man_where_and_why() {
    let (_folder, house) = house();
    let hint = house.client.post("/api/games/pick-me-up/hint", &json!({ "moves": "2" })).expect(200);
    assert!(hint["says"].is_string() && hint["why"].as_str().unwrap().contains("turns"), "{hint}");
    let step = hint["step"].as_str().unwrap();
    house.client.post("/api/games/pick-me-up/scene", &json!({ "moves": format!("2 {step}") })).expect(200);
    house.client.post("/api/games/pick-me-up/hint", &json!({ "position": "1/0/15" })).expect(410);
}

#[test]
fn every_page_is_the_shell_with_its_own_title() {
    let (_folder, house) = house();
    let made = json!({ "game": "lasca", "seats": [{ "kind": "person" }, { "kind": "open" }] });
    let made = house.client.post("/api/tables", &made).expect(201);
    let id = made["id"].as_str().unwrap();
    for path in [
        "/",
        "/help",
        "/games/lasca",
        "/analyse/lasca",
        "/edit/lasca",
        "/print/lasca",
        &format!("/play/{id}"),
        &format!("/watch/{id}"),
    ] {
        let page = house.client.get(path);
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
        assert!(page.text().contains("Parlour") && !page.text().contains("{{"), "{path}");
    }
    for path in ["/games/ludo", "/play/nowhere", "/replay/lasca/none", "/nothing", "/assets/x/none.js", "/api/nothing"]
    {
        let page = house.client.get(path);
        assert_eq!(page.status, 404, "{path}");
        let json = path.starts_with("/api") || path.starts_with("/assets");
        assert_eq!(page.header("content-type").unwrap().starts_with("application/json"), json, "{path}");
    }
    let page = house.client.get("/assets/now/shell.html");
    assert_eq!((page.status, page.header("cache-control")), (200, Some("no-cache")));
    for outside in [
        "/assets/now/../Cargo.toml",
        "/assets/now/%2e%2e/Cargo.toml",
        "/assets/now/..%2fCargo.toml",
        "/assets/now//etc/passwd",
    ] {
        assert_eq!(house.client.get(outside).status, 404, "{outside}");
    }
}

#[test]
fn every_answer_carries_the_headers_that_keep_strangers_out() {
    let (_folder, house) = house();
    for path in ["/", "/api/games", "/api/nothing", "/metrics", "/assets/now/shell.html", "/api/tables/x/events"] {
        let reply = house.client.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with(
            "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
        ));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    }
    let order = json!({ "moves": "5" }).to_string();
    let ask = |headers: &[(&str, &str)]| {
        let headers = [&[("content-type", "application/json")], headers].concat();
        house.client.ask("POST", "/api/games/merelles/scene", &headers, order.as_bytes()).status
    };
    assert_eq!(ask(&[]), 200, "a program without an origin");
    assert_eq!(ask(&[("sec-fetch-site", "same-origin")]), 200);
    assert_eq!(ask(&[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(ask(&[("sec-fetch-site", "same-site")]), 403);
    assert_eq!(ask(&[("origin", "https://elsewhere.example")]), 403);
    assert_eq!(ask(&[("origin", "null")]), 403);
    let name = "parlour.localhost:7070";
    assert_eq!(
        ask(&[("host", name), ("origin", "http://parlour.localhost:7070")]),
        200,
        "any name of ours, plain http"
    );
    assert_eq!(ask(&[("host", name), ("origin", "http://parlour.localhost")]), 403, "another port is another origin");
}

#[test]
fn long_answers_are_packed_for_whoever_can_unpack() {
    use std::io::Read;
    let (_folder, house) = house();
    let plain = house.client.get("/api/games");
    assert_eq!(plain.header("content-encoding"), None);
    let packed = house.client.ask("GET", "/api/games", &[("accept-encoding", "br, gzip")], b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let refused = house.client.ask("GET", "/api/games", &[("accept-encoding", "gzip;q=0")], b"");
    assert_eq!(refused.header("content-encoding"), None);
    let short = house.client.ask("GET", "/api/house", &[("accept-encoding", "gzip")], b"");
    assert_eq!(short.header("content-encoding"), None);
}

#[test]
fn what_does_not_change_is_not_sent_again() {
    let (_folder, house) = house();
    let ask = |path: &str, tag: &str| house.client.ask("GET", path, &[("if-none-match", tag)], b"");
    for path in ["/api/games", "/api/games/merelles", "/api/games/merelles?flying=on"] {
        let first = house.client.get(path);
        let tag = first.header("etag").unwrap();
        assert_eq!((first.status, first.header("cache-control")), (200, Some("no-cache")), "{path}");
        let again = ask(path, tag);
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(tag)), "{path}");
        assert_eq!(ask(path, &format!("\"older\", {tag}")).status, 304, "{path}");
        let other = ask(path, "W/\"older\"");
        assert_eq!((other.status, other.body), (200, first.body), "{path}");
    }
    let tag = |path: &str| house.client.get(path).header("etag").unwrap().to_string();
    assert_eq!(tag("/api/games/merelles"), tag("/api/games/merelles?flying=off"), "the usual way, said aloud");
    assert_ne!(tag("/api/games/merelles"), tag("/api/games/merelles?flying=on"));
}

#[test]
fn an_address_that_cannot_be_read_is_answered_like_any_other() {
    let (_folder, house) = house();
    for path in ["/api/games/%ff", "/api/games/lasca/records/%c3%28", "/api/tables/%ff/events"] {
        house.client.get(path).refused(400, "malformed");
    }
    let page = house.client.get("/games/%ff");
    assert_eq!((page.status, page.header("content-type")), (404, Some("text/html; charset=utf-8")));
}

#[test]
fn the_house_tells_where_it_is_and_opens_for_whoever_sits_at_it() {
    let (_folder, house) = house();
    let told = house.client.get("/api/house").expect(200);
    assert_eq!((&told["lan"], &told["addresses"], &told["here"]), (&json!(false), &json!([]), &json!(true)));
    let open = |headers: &[(&str, &str)]| {
        let headers = [&[("content-type", "application/json")], headers].concat();
        house.client.ask("POST", "/api/house/open", &headers, b"{}")
    };
    open(&[("x-forwarded-for", "192.168.1.9")]).refused(403, "not-here");
    open(&[("host", "192.168.1.9")]).refused(403, "not-here");
    let opened = open(&[]);
    if opened.status == 200 {
        // This computer is in a network: the new door answers too.
        let address = opened.json()["addresses"][0].as_str().unwrap().trim_start_matches("http://").parse().unwrap();
        assert_eq!(Client(address).get("/healthz").status, 200);
    } else {
        opened.refused(503, "busy");
    }
}

#[test]
fn nobody_is_let_in_by_the_name_of_another_site() {
    let folder = tempfile::tempdir().unwrap();
    let host_names =
        server::HostNames { given: vec!["games.example.org".into()], computer: Some("parlourmaid".into()) };
    let house = TestHouse::with(folder.path(), server::Settings { host_names, ..server::Settings::default() });
    let port = house.client.0.port();
    let ask = |path: &str, host: &str| house.client.ask("GET", path, &[("host", host)], b"");
    for path in ["/", "/api/games", "/healthz", "/nowhere"] {
        ask(path, &format!("rebound.example:{port}")).refused(421, "unknown-host");
    }
    for host in ["localhost", "127.0.0.1:1", "[::1]:7070", "GAMES.example.org:443", "parlourmaid.local"] {
        assert_eq!(ask("/api/games", host).status, 200, "{host}");
    }
}

#[test]
fn every_answer_has_an_id_of_its_own_that_only_our_proxy_may_choose() {
    let folder = tempfile::tempdir().unwrap();
    let id = |client: Client| {
        let reply = client.ask("GET", "/healthz", &[("x-request-id", "mine-1")], b"");
        reply.header("x-request-id").unwrap().to_string()
    };
    let house = TestHouse::with(folder.path(), server::Settings::default());
    let (one, other) = (id(house.client), id(house.client));
    assert!(one.len() == 16 && one != other, "{one} {other}");
    drop(house);
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let house = TestHouse::with(folder.path(), server::Settings { proxies, ..server::Settings::default() });
    assert_eq!(id(house.client), "mine-1");
}

#[test]
fn whoever_runs_it_sees_how_it_is() {
    let (_folder, house) = house();
    assert_eq!(house.client.get("/healthz").status, 200);
    while house.client.get("/readyz").status != 200 {
        std::thread::yield_now();
    }
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    house.client.post("/api/tables", &json!({ "game": "lasca", "seats": seats })).expect(201);
    let metrics = house.client.get("/metrics").text();
    assert!(metrics.contains("\nparlour_tables_total 1\n"), "{metrics}");
    assert!(metrics.contains("# TYPE parlour_streams gauge\nparlour_streams 0\n"), "{metrics}");
    for line in [
        "parlour_answer_seconds_count{route=\"/api/tables\",method=\"POST\",status=\"2xx\"} 1",
        "parlour_store_seconds_count{operation=\"create\"} 1",
        "parlour_turns_waiting{class=\"person-waits\"} 0",
        "parlour_turns_waiting_oldest_seconds{class=\"nobody\"} 0",
    ] {
        assert!(metrics.lines().any(|written| written == line), "{line} in\n{metrics}");
    }
    let memory = metrics.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    assert!(!cfg!(target_os = "linux") || memory.unwrap().parse::<u64>().unwrap() > 1 << 20);
}
