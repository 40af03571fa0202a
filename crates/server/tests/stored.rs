//! Tables stored before editions were counted (layout 1) are opened as they were played, and one that can no longer be
//! followed to its end can still be looked at.

extern crate parlour_server as server;

mod common;

use common::TestHouse;
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use store::Store;

/// By one who sits down at both sides of each table: its id, and the keys of both seats.
const THINNED: (&str, [&str; 2]) =
    ("hf1ph6f8kddvrtwaxt9z", ["2a9428dfc77d1c8d584363b4296ac6bd", "16c3223f89d067b9a6819b98e63fbf21"]);
const THINNED_IN_OPENING: &str = "h6n40312vbgh2qpqvp1y";
const ONE_BY_ONE: &str = "575h18fghyx4ygc00vcb";
const POLYCHEK: &str = "whe2f072pq80d440frxc";
const SPOILT: (&str, [&str; 2]) =
    ("t0vr0xtb4pddrnjk70dd", ["718a5f878ad392f088ec40acf58e9c8c", "e064cf8c4a778f65ce68d50afc9c6757"]);

/// A house over a copy of the stored file.
fn house() -> (tempfile::TempDir, TestHouse) {
    let folder = tempfile::tempdir().unwrap();
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored/layout-1.db");
    std::fs::copy(stored, folder.path().join("parlour.db")).unwrap();
    let house = TestHouse::open(folder.path());
    (folder, house)
}

#[test]
fn the_migration_says_how_tables_were_played() {
    let (folder, house) = house();
    drop(house);
    let store = store::Sqlite::open(&folder.path().join("parlour.db")).unwrap();
    for (id, options) in [
        (THINNED.0, "entry=through,thinning=formed"),
        (THINNED_IN_OPENING, "entry=through,thinning=formed"),
        (ONE_BY_ONE, "entry=step,thinning=formed"),
        (POLYCHEK, "crowning=after-a-turn"),
        (SPOILT.0, "flying=off"),
    ] {
        let table = store.table(id).unwrap().unwrap();
        assert_eq!((table.options.as_str(), table.edition), (options, 1), "{id}");
    }
}

#[test]
fn old_tables_stand_where_they_stood_and_go_on() {
    let (_folder, house) = house();
    let client = house.client;
    for (id, position) in [
        (
            THINNED.0,
            "2/..b........,...........,...........,...r.......,...rrr.....,...........,...r.......,...........,...b.......,..r...b....,...........",
        ),
        (
            THINNED_IN_OPENING,
            "1/..b........,...........,...........,...r.......,...rrr.....,...........,...r.......,...........,...b.......,......b....,..r........",
        ),
        (
            ONE_BY_ONE,
            "1/...rbrbrb..,..b........,r.........b,b.........r,r.........b,b.........r,r.........b,b.........r,r.........b,..r........,...brbrbr..",
        ),
        (POLYCHEK, "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22"),
    ] {
        let view = client.get(&format!("/api/tables/{id}")).expect(200);
        assert_eq!(view["scene"]["position"], position, "{id}");
        assert_eq!((&view["read_only"], &view["edition"]), (&json!(null), &json!(1)), "{id}");
    }
    let view = client.get(&format!("/api/tables/{}", THINNED.0)).expect(200);
    assert_eq!(view["options"]["thinning"], "formed");
    let wanted = json!({ "version": view["version"], "step": "d3-d4", "key": "next" });
    client.post_as(THINNED.1[1], &format!("/api/tables/{}/steps", THINNED.0), &wanted).expect(200);
    // What is derived from the table says the same.
    let record = client.get(&format!("/api/tables/{}/record", THINNED.0)).text();
    assert!(record.contains("[Options \"entry=through,thinning=formed\"]\n[Edition \"2\"]"), "{record}");
}

#[test]
fn a_table_that_no_longer_folds_opens_read_only_at_its_last_good_position() {
    let (_folder, house) = house();
    let client = house.client;
    let (id, [ada, _]) = SPOILT;
    let view = client.get(&format!("/api/tables/{id}")).expect(200);
    assert_eq!((view["version"].as_u64(), view["taken"].as_u64()), (Some(2), Some(2)), "two of its four steps");
    let why = view["read_only"].as_str().unwrap();
    assert!(why.contains("event 3, step 6") && why.contains("rule 2.1"), "{why}");
    let listed = client.get(&format!("/api/tables?ids={id}")).expect(200);
    assert_eq!(listed["tables"][0]["read_only"], why);

    let step = json!({ "version": 2, "step": "8", "key": "a" });
    let refused = client.post_as(ada, &format!("/api/tables/{id}/steps"), &step).refused(409, "read-only");
    assert_eq!(refused["words"], why);
    for action in ["resign", "take-back", "rename", "rematch"] {
        let wanted = json!({ "version": 2, "action": action, "key": action });
        client.post_as(ada, &format!("/api/tables/{id}/actions"), &wanted).refused(409, "read-only");
    }
    assert!(client.get(&format!("/api/tables/{id}/record")).text().contains("1. 5 6"));
    let mut stream = client.listen(&format!("/api/tables/{id}/events?since=0"), &[]);
    let told: Vec<u64> = std::iter::from_fn(|| stream.numbered()).take(2).filter_map(|heard| heard.id).collect();
    assert_eq!(told, [1, 2]);
    // Whoever has its key may still throw it away.
    let bearer = format!("Bearer {ada}");
    let reply = client.ask("DELETE", &format!("/api/tables/{id}"), &[("authorization", bearer.as_str())], b"");
    assert_eq!(reply.status, 204);
}

#[test]
fn a_game_that_cannot_be_read_just_now_is_not_called_gone() {
    let (folder, house) = house();
    let file = Connection::open(folder.path().join("parlour.db")).unwrap();
    let list = format!("/api/tables?ids={},{},nowhere", POLYCHEK, THINNED.0);
    // Once it answers it has begun, and needs its tables no more for that.
    house.client.get("/api/tables?ids=nowhere").expect(200);
    file.execute_batch("ALTER TABLE events RENAME TO elsewhere").unwrap();
    house.client.get(&list).refused(503, "busy");
    file.execute_batch("ALTER TABLE elsewhere RENAME TO events").unwrap();

    file.execute("UPDATE tables SET game = 'halma' WHERE id = ?1", [POLYCHEK]).unwrap();
    let listed = house.client.get(&list).expect(200);
    assert_eq!(listed["tables"].as_array().unwrap().len(), 1);
    assert_eq!((&listed["tables"][0]["id"], &listed["gone"]), (&json!(THINNED.0), &json!(["nowhere"])));
    house.client.get(&format!("/api/tables/{POLYCHEK}")).refused(500, "internal");
}
