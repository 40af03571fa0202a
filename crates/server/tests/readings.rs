//! Whole games read in the background, and what mattered in them.

extern crate parlour_server as server;

mod common;

use common::{TestHouse, house};
use serde_json::{Value, json};

/// Taking one pawn too few or too many gives a won game of Pick-Me-Up away: everything is known, so reading is quick.
const GAME: &str = "2 1 3 3 2 2 1 1";

fn whole(house: &TestHouse, path: &str, body: &Value) -> Value {
    let client = house.client;
    let first = client.post(path, body).expect(200);
    let game = if path.starts_with("/api/games/") { path.split('/').nth(3).unwrap() } else { "pick-me-up" };
    let stream = client.listen(&format!("/api/games/{game}/readings/{}", first["id"].as_str().unwrap()), &[]);
    for heard in stream {
        if heard.kind == "done" {
            break;
        }
    }
    client.post(path, body).expect(200)
}

#[test]
fn a_game_is_read_turn_by_turn_and_once_only() {
    let (_folder, house) = house();
    let client = house.client;
    let body = json!({ "moves": GAME, "seat": 1 });
    let first = client.post("/api/games/pick-me-up/readings", &body).expect(200);
    let (id, turns) = (first["id"].as_str().unwrap().to_string(), first["turns"].as_u64().unwrap());
    assert_eq!(turns, 9);
    let mut plies = Vec::new();
    for heard in client.listen(&format!("/api/games/pick-me-up/readings/{id}"), &[]) {
        match heard.kind.as_str() {
            "turn" => {
                assert!((0.0..=1.0).contains(&heard.data["chance"].as_f64().unwrap()), "{}", heard.data);
                if heard.data["best"].is_string() {
                    assert!(!heard.data["beats"].as_array().unwrap().is_empty(), "{}", heard.data);
                }
                plies.push(heard.data["ply"].as_u64().unwrap());
            }
            "done" => break,
            other => panic!("{other}"),
        }
    }
    assert_eq!(plies, (0..9).collect::<Vec<_>>());
    let again = client.post("/api/games/pick-me-up/readings", &body).expect(200);
    assert_eq!((again["id"].as_str(), &again["read"]), (Some(id.as_str()), &json!(9)));
    assert_eq!(again["all"].as_array().unwrap().len(), 9);
    let review = &again["review"];
    assert!(!review["moments"].as_array().unwrap().is_empty(), "{review}");
    assert_eq!(again["moments"], review["moments"], "when all is read there are no others");
    assert!(review["note"].as_str().unwrap().contains("proved"), "{review}");
    let metrics = client.get("/metrics").text();
    assert!(metrics.contains("parlour_games_read_total 1"), "{metrics}");
    // Another step makes another reading.
    let shorter = client.post("/api/games/pick-me-up/readings", &json!({ "moves": "2 1" })).expect(200);
    assert_ne!(shorter["id"].as_str(), Some(id.as_str()));
    client.get("/api/games/pick-me-up/readings/none").refused(404, "not-found");
    client.post("/api/games/pick-me-up/readings", &json!({ "moves": "9" })).refused(422, "illegal");
}

#[test]
fn a_table_is_reviewed_when_its_game_is_over_and_not_before() {
    let (_folder, house) = house();
    let client = house.client;
    let seats = json!([{ "kind": "person" }, { "kind": "person", "name": "Ada" }]);
    let made = client.post("/api/tables", &json!({ "game": "pick-me-up", "seats": seats })).expect(201);
    let id = made["id"].as_str().unwrap();
    let path = format!("/api/tables/{id}/review");
    client.post(&path, &json!({ "seat": 1 })).refused(409, "running");
    for (nth, step) in GAME.split(' ').enumerate() {
        let key = made["keys"][nth % 2]["token"].as_str().unwrap();
        let body = json!({ "version": nth, "step": step, "key": nth.to_string() });
        client.post_as(key, &format!("/api/tables/{id}/steps"), &body).expect(200);
    }
    let record = || client.get(&format!("/api/tables/{id}/record")).text();
    assert!(!record().contains('{'), "nobody has asked for a review yet");
    let told = whole(&house, &path, &json!({ "seat": 1 }));
    let review = &told["review"];
    let read = client.post("/api/records", &json!({ "text": record() })).expect(200);
    let (tree, moments) = (read["tree"].as_str().unwrap(), review["moments"].as_array().unwrap());
    for moment in moments {
        let better = format!("({})", moment["best"]["steps"][0].as_str().unwrap());
        assert!(tree.contains(&better), "{better} is not a variation of {tree}");
    }
    assert_eq!(read["comments"].as_array().unwrap().len(), moments.len(), "{read}");
    assert!(record().contains("Ada moved"), "it speaks to anybody: {}", record());
    let words: Vec<&str> =
        review["moments"].as_array().unwrap().iter().map(|moment| moment["words"].as_str().unwrap()).collect();
    assert!(words.iter().any(|words| words.contains("You moved")), "{words:?}");
    assert!(words.iter().any(|words| words.contains("Ada moved")), "{words:?}");
    assert_eq!(review["lost"].as_array().unwrap().len(), review["moments"].as_array().unwrap().len().max(1));
}

#[test]
fn a_try_is_answered_without_telling_the_best_turn() {
    let (_folder, house) = house();
    let ask = |turn: &str| house.client.post("/api/games/pick-me-up/tries", &json!({ "turn": [turn], "seat": 1 }));
    let known = house.client.post("/api/games/pick-me-up/known", &json!({})).expect(200);
    let (best, worse) = (known["steps"][0]["step"].as_str().unwrap(), known["steps"][1]["step"].as_str().unwrap());
    let good = ask(best).expect(200);
    assert_eq!(good["good"], true, "{good}");
    let bad = ask(worse).expect(200);
    assert_eq!(bad["good"], false, "{bad}");
    assert!(bad["answer"]["turn"].is_string(), "{bad}");
    assert!(bad["words"].as_str().unwrap().starts_with("B answers"), "{bad}");
    ask("7").refused(422, "unclear");
}

#[test]
fn games_that_are_too_long_are_not_read() {
    let (_folder, house) = house();
    let shuffle = "b1c3 b8c6 c3b1 c6b8 ".repeat(260);
    let reply = house.client.post("/api/games/chess/readings", &json!({ "moves": shuffle }));
    reply.refused(413, "too-large");
}
