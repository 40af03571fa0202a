//! What is proved, told over HTTP, and building more of it.

extern crate parlour_server as server;

mod common;

use common::TestHouse;
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::Instant;

/// A process looks for tablebases in one folder, so tests that share it keep theirs in the same.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    library::tablebases::look_in(folder.path());
    folder
});

fn house() -> (tempfile::TempDir, TestHouse) {
    LazyLock::force(&FOLDER);
    common::house()
}

#[test]
fn a_known_position_tells_its_value_its_steps_and_best_play() {
    let (_folder, house) = house();
    let ask = |game: &str, body: &Value| house.client.post(&format!("/api/games/{game}/known"), body).expect(200);
    let start = ask("pick-me-up", &json!({}));
    assert_eq!((&start["value"], &start["source"], &start["note"]), (&json!("win"), &json!("tablebase"), &Value::Null));
    let steps = start["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 3);
    assert_eq!((&steps[0]["value"], &steps[0]["best"]), (&json!("win"), &json!(true)));
    assert!(steps[1..].iter().all(|step| step["value"] == "loss" && step["best"] == false), "{start}");
    let line = start["line"].as_array().unwrap();
    assert_eq!(line.len() as u64, start["turns"].as_u64().unwrap(), "one step a turn, to the end");
    assert_eq!(line[0], steps[0]["step"]);

    // One mistake of each side: the value changes hands twice.
    let slip = steps[1]["step"].as_str().unwrap();
    let after = ask("pick-me-up", &json!({ "moves": slip, "all": true }));
    assert_eq!(after["value"], "win");
    let history = after["history"].as_array().unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!((&history[0]["ply"], &history[0]["seat"], &history[0]["value"]), (&json!(0), &json!(1), &json!("win")));

    let unknown = ask("lasca", &json!({ "moves": "9-13", "all": true }));
    assert_eq!((&unknown["value"], &unknown["turns"], &unknown["steps"]), (&Value::Null, &Value::Null, &json!([])));
    assert_eq!(unknown["history"][0]["value"], Value::Null);
    house.client.post("/api/games/ludo/known", &json!({})).refused(404, "not-found");
    house.client.post("/api/games/checkers/known", &json!({ "position": "nonsense" })).refused(422, "unclear");
}

#[test]
fn every_step_of_the_list_is_worth_what_it_leads_to() {
    let (_folder, house) = house();
    let ask = |body: &Value| house.client.post("/api/games/checkers/known", body).expect(200);
    let at = "W:WK1,K10:BK32";
    let known = ask(&json!({ "position": at }));
    let steps = known["steps"].as_array().unwrap();
    assert!(steps.len() > 3, "{known}");
    for step in steps {
        let after = ask(&json!({ "position": at, "moves": step["step"] }));
        let mirrored = match after["value"].as_str() {
            Some("win") => "loss",
            Some("loss") => "win",
            Some("draw") => "draw",
            other => panic!("{other:?} after {step}"),
        };
        assert_eq!(step["value"], mirrored, "{step}");
        if mirrored != "draw" {
            assert_eq!(step["turns"].as_u64(), after["turns"].as_u64().map(|turns| turns + 1), "{step}");
        }
    }
}

#[test]
fn theorems_are_told_where_there_are_any() {
    let (_folder, house) = house();
    let fox = house.client.get("/api/games/fox-and-geese/theorem").expect(200);
    assert_eq!(fox["value"], "loss", "the fox enters first, and the geese win");
    assert!(fox["words"].as_str().unwrap().starts_with("Geese can win from the start"), "{fox}");
    assert!(fox["positions"].as_u64().unwrap() > 1_000_000);
    assert!(!fox["steps"].as_array().unwrap().is_empty());
    let puzzle = house.client.get("/api/games/checker-puzzle/theorem").expect(200);
    assert_eq!(puzzle["words"], "It can be solved in 15 moves, and in no fewer.");
    let checkers = house.client.get("/api/games/checkers/theorem").expect(200);
    assert!(checkers["words"].as_str().unwrap().contains("up to 4 men"), "{checkers}");
    assert_eq!((&checkers["value"], &checkers["steps"]), (&Value::Null, &json!([])));
    house.client.get("/api/games/rondamee/theorem").refused(404, "not-found");
    house.client.get("/api/games/merelles/theorem?flying=perhaps").refused(422, "unclear");
}

#[test]
fn what_is_not_known_says_what_it_takes_to_work_it_out() {
    let (_folder, house) = house();
    let cost = |game: &str, position: &str| {
        let answer = house.client.post(&format!("/api/games/{game}/known"), &json!({ "position": position }));
        answer.expect(200)["cost"].clone()
    };
    let merelles = |men: &str| cost("merelles", &format!("1/{men}/0,0"));
    assert_eq!(merelles("p..,b..,b..,....p.,...,..p,b.."), Value::Null, "with seven men it is known");
    let (ten, thirteen) = (merelles("p.p,bb.,b..,....bp,.p.,bp.,..."), merelles("p.p,bb.,b.b,..p.bp,.p.,bp.,.p."));
    assert_eq!((&ten["men"], &thirteen["men"]), (&json!(10), &json!(13)));
    for part in ["seconds", "megabytes"] {
        assert!(ten[part].as_u64() > Some(0) && ten[part].as_u64() < thirteen[part].as_u64(), "{ten} {thirteen}");
    }
    assert_eq!(
        cost("merelles", "1/...,...,...,......,...,...,p.b/8,8"),
        Value::Null,
        "who still places men is in no tier"
    );
    assert_eq!(cost("checkers", "W:WK1,K2,K3,K4:BK29,K30,K31,K32"), Value::Null, "eight kings take days");
    assert_eq!(cost("rondamee", ""), Value::Null);
}

#[test]
fn tablebases_are_built_paused_and_deleted_from_this_computer_only() {
    let (_folder, house) = house();
    let address = "/api/games/polychek/tablebase?crowning=at-once";
    let order = |action: &str, men: u32| {
        let body = json!({ "options": { "crowning": "at-once" }, "action": action, "men": men });
        house.client.post("/api/games/polychek/tablebase", &body)
    };
    let shipped = house.client.get(address).expect(200);
    assert_eq!((&shipped["state"], &shipped["men"], &shipped["bytes"]), (&json!("partial"), &json!(3), &json!(0)));
    assert_eq!(shipped["allowed"], true);
    assert_eq!(order("build", 2).expect(200)["state"], "building");
    let began = Instant::now();
    let built = loop {
        let seen = house.client.get(address).expect(200);
        if seen["state"] != "building" {
            break seen;
        }
        assert!(began.elapsed() < common::HANGS, "{seen}");
        std::thread::sleep(common::ASK_AGAIN);
    };
    assert_eq!(built["state"], "partial", "two pieces are fewer than are worth it");
    assert!(built["bytes"].as_u64().unwrap() > 100, "{built}");
    assert_eq!(order("delete", 2).expect(200)["bytes"], 0);
    assert_eq!(order("pause", 2).expect(200)["state"], "partial", "nothing is being built");
    assert_eq!(house.client.get("/api/games/rondamee/tablebase").expect(200)["state"], "unsolvable");
    let rondamee = json!({ "action": "build" });
    house.client.post("/api/games/rondamee/tablebase", &rondamee).refused(422, "unclear");

    // A page of another name that resolves to this computer is not answered, and whoever comes through a proxy only looks.
    let body = br#"{"action": "build"}"#;
    for (header, status) in [(("host", "evil.example"), 421), (("x-forwarded-for", "192.0.2.7"), 403)] {
        let reply = house.client.ask(
            "POST",
            "/api/games/polychek/tablebase",
            &[header, ("content-type", "application/json")],
            body,
        );
        assert_eq!(reply.status, status, "{header:?}: {}", reply.text());
    }
}
