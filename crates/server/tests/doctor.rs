//! `parlour doctor` finds what is planted, and `/readyz` tells of a file that is damaged.

extern crate parlour_server as server;

mod common;

use common::{HANGS, TestHouse};
use rusqlite::Connection;
use serde_json::json;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use store::Store;

fn settings() -> server::Settings {
    server::Settings { pace: Duration::ZERO, ..server::Settings::default() }
}

/// A folder with a few tables in a file, each with four steps; their ids.
fn kept(folder: &Path) -> Vec<String> {
    let house = TestHouse::on(folder, settings(), None);
    let table = |_| {
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let made = house.client.post("/api/tables", &json!({ "game": "merelles", "seats": seats })).expect(201);
        let id = made["id"].as_str().unwrap().to_string();
        for (version, step) in ["5", "6", "7", "8"].into_iter().enumerate() {
            let key = made["keys"][version % 2]["token"].as_str().unwrap();
            let body = json!({ "version": version, "step": step, "key": version.to_string() });
            house.client.post_as(key, &format!("/api/tables/{id}/steps"), &body).expect(200);
        }
        id
    };
    (0..20).map(table).collect()
}

fn examine(folder: &Path) -> Vec<String> {
    let store = store::Sqlite::open(&folder.join("parlour.db")).unwrap();
    let secret = server::Secret::in_folder(folder).unwrap();
    match server::examine(&store, Some(&secret)) {
        Ok(findings) => findings.faults,
        Err(why) => vec![why.to_string()],
    }
}

#[test]
fn each_planted_fault_is_found() {
    let faults: [(&str, &str, &str); 7] = [
        ("a gap", "DELETE FROM events WHERE tableid = ?1 AND version = 2", "event 2 is missing before event 3"),
        (
            "an unknown kind",
            "UPDATE events SET kind = 'castling' WHERE tableid = ?1 AND version = 3",
            "kind 'castling' cannot be read",
        ),
        ("a spoiled body", "UPDATE events SET body = '{' WHERE tableid = ?1 AND version = 3", "cannot be read"),
        (
            "an illegal step",
            "UPDATE events SET body = '{\"step\":\"5\"}' WHERE tableid = ?1 AND version = 2",
            "is not allowed any more",
        ),
        ("an open key", "UPDATE tables SET key = 'open' WHERE id = ?1", "its key is not sealed"),
        ("an unknown game", "UPDATE tables SET game = 'halma' WHERE id = ?1", "halma"),
        ("spoiled seats", "UPDATE tables SET seats = '[' WHERE id = ?1", "table"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let ids = kept(folder.path());
    assert_eq!(examine(folder.path()), [""; 0], "nothing is wrong yet");
    for (fault, sql, expected) in faults {
        let copy = tempfile::tempdir().unwrap();
        store::Sqlite::open(&folder.path().join("parlour.db"))
            .unwrap()
            .backup(&copy.path().join("parlour.db"))
            .unwrap();
        std::fs::copy(folder.path().join("secret"), copy.path().join("secret")).unwrap();
        let planted = Connection::open(copy.path().join("parlour.db")).unwrap();
        assert_eq!(planted.execute(sql, [&ids[3]]).unwrap(), 1, "{fault}");
        drop(planted);
        let found = examine(copy.path());
        assert!(found.len() == 1 && found[0].contains(expected) && found[0].contains(&ids[3]), "{fault}: {found:?}");
    }
    std::fs::remove_file(folder.path().join("secret")).unwrap();
    let found = examine(folder.path());
    assert!(found.len() == 1 && found[0].contains("the secret is not the one"), "{found:?}");
}

/// Overwrites some pages in the middle of the file.
fn spoil(file: &Path) {
    Connection::open(file).unwrap().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let mut bytes = std::fs::OpenOptions::new().write(true).open(file).unwrap();
    let length = bytes.metadata().unwrap().len();
    bytes.seek(SeekFrom::Start(4_096 * 3)).unwrap();
    bytes.write_all(&vec![0x5a; usize::try_from(length).unwrap() - 4_096 * 3]).unwrap();
}

#[test]
fn a_damaged_file_is_found_and_makes_the_house_unready() {
    let folder = tempfile::tempdir().unwrap();
    let ids = kept(folder.path());
    spoil(&folder.path().join("parlour.db"));
    let found = examine(folder.path());
    assert!(found.iter().any(|fault| fault.contains("damaged")), "{found:?}");
    let store = match store::Sqlite::open(&folder.path().join("parlour.db")) {
        // If the damage is met when opening, the house does not even open.
        Err(why) => return assert!(matches!(why, store::Error::Damaged(_)), "{why}"),
        Ok(store) => store,
    };
    let met = ids.iter().find_map(|id| store.events(id, 0).and_then(|_| store.table(id)).err());
    assert!(matches!(met, Some(store::Error::Damaged(_))), "{met:?}");
}

#[test]
fn readyz_remembers_that_the_store_was_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let ids = kept(folder.path());
    let house = TestHouse::on(folder.path(), settings(), None);
    let began = Instant::now();
    while house.client.get("/readyz").status != 200 {
        assert!(began.elapsed() < HANGS);
        std::thread::yield_now();
    }
    spoil(&folder.path().join("parlour.db"));
    let began = Instant::now();
    loop {
        // What is still in the cache of pages can be read for a while; those who read the rest meet the damage.
        for id in &ids {
            house.client.get(&format!("/api/tables/{id}"));
        }
        let ready = house.client.get("/readyz");
        if ready.status == 503 {
            assert!(ready.text().contains("damaged"), "{}", ready.text());
            break;
        }
        assert!(began.elapsed() < HANGS, "the damage was never told");
    }
    assert_eq!(house.client.get("/healthz").status, 200);
}
