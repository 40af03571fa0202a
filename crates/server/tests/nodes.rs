//! Several nodes keep one house: two servers on one PostgreSQL database.
//!
//! These need a server: `tests/with-postgres cargo test -p parlour-server --test nodes`. Without one they say so and end.

extern crate parlour_server as server;

mod common;

use common::{Client, HANGS, TestHouse, new_database};
use rules::Random;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Two nodes on a new database.
fn nodes() -> Option<(String, tempfile::TempDir, TestHouse, TestHouse)> {
    let database = new_database()?;
    let folder = tempfile::tempdir().unwrap();
    let settings = || server::Settings { pace: Duration::ZERO, ..server::Settings::default() };
    let open = || TestHouse::on(folder.path(), settings(), Some(&database));
    let (one, two) = (open(), open());
    Some((database, folder, one, two))
}

fn table(client: Client, game: &str, other: &Value) -> (String, Vec<String>) {
    let seats = json!([{ "kind": "person" }, other]);
    let made = client.post("/api/tables", &json!({ "game": game, "seats": seats })).expect(201);
    let keys = made["keys"].as_array().unwrap().iter().map(|key| key["token"].as_str().unwrap().to_string());
    (made["id"].as_str().unwrap().to_string(), keys.collect())
}

/// Writes an event that no version of the program knows, as the first of a table.
fn append_unknown(stored: &dyn store::Store, id: &str, flags: store::Flags) {
    let event = store::StoredEvent {
        version: 1,
        key: None,
        kind: "castling".to_string(),
        seat: None,
        body: "{}".to_string(),
        time: 2,
    };
    assert_eq!(stored.append(id, &event, flags).unwrap(), store::Appended::Stored);
}

#[test]
fn each_player_sits_at_another_node_and_both_hear_everything_once_and_in_order() {
    let Some((_, _folder, one, two)) = nodes() else { return };
    let clients = [one.client, two.client];
    let (id, keys) = table(clients[0], "lasca", &json!({ "kind": "person" }));
    let path = format!("/api/tables/{id}");
    let streams: Vec<_> = clients.iter().map(|client| client.listen(&format!("{path}/events?since=0"), &[])).collect();
    let mut random = Random::new(1);
    let mut steps = 0;
    let mut version = 0;
    while steps < 40 {
        // Whoever is to move asks his own node, and says how much he has seen: it must know no less.
        let view = clients[steps % 2].get(&format!("{path}?version={version}")).expect(200);
        assert!(view["version"].as_u64().unwrap() >= version, "read your writes");
        let Some(seat) = view["scene"]["status"]["seat"].as_u64() else { break };
        let legal = view["scene"]["steps"].as_array().unwrap();
        let step = &legal[random.below(legal.len())]["text"];
        let body = json!({ "version": view["version"], "step": step, "key": format!("{steps}") });
        let node = clients[(seat as usize) % 2];
        version = node.post_as(&keys[seat as usize - 1], &format!("{path}/steps"), &body).expect(200)["version"]
            .as_u64()
            .unwrap();
        // The same request at the other node changes nothing.
        let again = clients[1 - (seat as usize) % 2].post_as(&keys[seat as usize - 1], &format!("{path}/steps"), &body);
        assert_eq!(again.expect(200)["version"].as_u64(), Some(version));
        steps += 1;
    }
    for stream in streams {
        let heard: Vec<u64> = stream.filter_map(|heard| heard.id).take(steps).collect();
        assert_eq!(heard, (1..=steps as u64).collect::<Vec<_>>());
    }
}

#[test]
fn of_two_who_write_at_once_one_wins_and_the_other_is_told() {
    let Some((_, _folder, one, two)) = nodes() else { return };
    let (id, keys) = table(one.client, "merelles", &json!({ "kind": "person" }));
    let steps = format!("/api/tables/{id}/steps");
    two.client.get(&format!("/api/tables/{id}")).expect(200);
    let play = |client: Client, step: &str| {
        let body = json!({ "version": 0, "step": step, "key": format!("by {step}") });
        client.post_as(&keys[0], &steps, &body)
    };
    let replies = std::thread::scope(|scope| {
        let both = [(one.client, "5"), (two.client, "6")].map(|(client, step)| scope.spawn(move || play(client, step)));
        both.map(|reply| reply.join().unwrap())
    });
    let mut statuses = [replies[0].status, replies[1].status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    // What does not touch the board gets through however often others write.
    std::thread::scope(|scope| {
        for (nth, client) in [one.client, two.client].into_iter().cycle().take(8).enumerate() {
            let (id, keys) = (&id, &keys);
            scope.spawn(move || {
                let body = json!({ "version": 1, "action": "rename", "name": format!("name {nth}"), "key": format!("n{nth}") });
                let reply = client.post_as(&keys[nth % 2], &format!("/api/tables/{id}/actions"), &body);
                assert!([200, 409].contains(&reply.status), "{}", reply.text());
            });
        }
    });
}

#[test]
fn a_turn_of_the_computer_is_played_once_and_by_the_other_node_if_one_is_gone() {
    let Some((database, folder, one, two)) = nodes() else { return };
    let (id, keys) = table(one.client, "merelles", &json!({ "kind": "computer", "level": 2 }));
    let path = format!("/api/tables/{id}");
    let mut watchers = [one.client, two.client].map(|client| client.listen(&format!("{path}/events?since=0"), &[]));
    let body = json!({ "version": 0, "step": "5", "key": "1" });
    one.client.post_as(&keys[0], &format!("{path}/steps"), &body).expect(200);
    for watcher in &mut watchers {
        let heard: Vec<Option<u64>> =
            watcher.filter(|heard| heard.id.is_some()).take(2).map(|heard| heard.id).collect();
        assert_eq!(heard, [Some(1), Some(2)]);
    }
    drop(watchers);
    // A table at which the computer is to move and no node knows of it: one takes it over by itself.
    let orphan = {
        let stored = store::Postgres::open(&database, "gone").unwrap();
        let mut table = store::Store::table(&stored, &id).unwrap().unwrap();
        (table.id, table.key, table.owing) = ("orphan".to_string(), "orphan".to_string(), true);
        store::Store::create(&stored, &table).unwrap();
        let events = store::Store::events(&stored, &id, 0).unwrap();
        let flags = store::Flags { owing: true, keep: false };
        assert_eq!(store::Store::append(&stored, "orphan", &events[0], flags).unwrap(), store::Appended::Stored);
        assert!(
            store::Store::lease(&stored, "orphan", true, Duration::from_secs(2)).unwrap(),
            "by a node that is gone"
        );
        "orphan"
    };
    let began = Instant::now();
    loop {
        let listed = two.client.get(&format!("/api/tables?ids={orphan}")).expect(200);
        if listed["tables"][0]["version"] == 2 {
            break;
        }
        assert!(began.elapsed() < HANGS, "{listed}");
        std::thread::sleep(Duration::from_millis(50));
    }
    drop((one, two, folder));
}

#[test]
fn who_is_present_at_one_node_is_seen_at_the_other() {
    let Some((_, _folder, one, two)) = nodes() else { return };
    let (id, keys) = table(one.client, "lasca", &json!({ "kind": "open" }));
    let bearer = format!("Bearer {}", keys[0]);
    let stream = one.client.listen(&format!("/api/tables/{id}/events"), &[("authorization", &bearer)]);
    two.client.wait_for(&id, |view| view["seats"][0]["present"] == true);
    drop(stream);
    two.client.wait_for(&id, |view| view["seats"][0]["present"] == false);
}

#[test]
fn a_deleted_table_is_gone_at_both() {
    let Some((_, _folder, one, two)) = nodes() else { return };
    let (id, keys) = table(one.client, "lasca", &json!({ "kind": "person" }));
    let stream = two.client.listen(&format!("/api/tables/{id}/events"), &[]);
    let bearer = format!("Bearer {}", keys[0]);
    one.client.ask("DELETE", &format!("/api/tables/{id}"), &[("authorization", &bearer)], b"").expect(204);
    assert_eq!(stream.last().unwrap().kind, "delete");
    two.client.get(&format!("/api/tables/{id}")).refused(404, "not-found");
}

#[test]
fn a_node_with_another_secret_or_an_event_it_does_not_know_is_told_so() {
    let Some((database, _folder, one, _two)) = nodes() else { return };
    let (id, _) = table(one.client, "lasca", &json!({ "kind": "person" }));
    let stranger = tempfile::tempdir().unwrap();
    let secret = server::Secret::in_folder(stranger.path()).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let stored = std::sync::Arc::new(store::Postgres::open(&database, "stranger").unwrap());
    let refused = {
        let _inside = runtime.enter();
        server::House::new(server::Settings::default(), stored.clone(), secret).prepare().unwrap_err()
    };
    assert!(refused.to_string().contains("another secret"), "{refused}");
    // A newer version wrote something: this one leaves the table alone.
    append_unknown(&*stored, &id, store::Flags::default());
    let began = Instant::now();
    while one.client.get(&format!("/api/tables/{id}?version=1")).status != 503 {
        assert!(began.elapsed() < HANGS);
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(stored);
    runtime.shutdown_background();
}

#[test]
fn a_turn_at_a_table_that_a_node_cannot_read_is_given_back_at_once() {
    let Some((database, folder, one, two)) = nodes() else { return };
    let (id, _) = table(one.client, "lasca", &json!({ "kind": "computer", "level": 1 }));
    drop((one, two));
    let secret = server::Secret::in_folder(folder.path()).unwrap();
    let open = |node: &str| std::sync::Arc::new(store::Postgres::open(&database, node).unwrap());
    let (old, new) = (open("old"), open("new"));
    append_unknown(&*new, &id, store::Flags { owing: true, keep: false });
    let lease = |node: &store::Postgres| store::Store::lease(node, &id, true, Duration::from_mins(10)).unwrap();
    assert!(lease(&old), "the old node takes the turn over");
    assert!(!lease(&new));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let house = {
        let _inside = runtime.enter();
        server::House::new(server::Settings::default(), old.clone(), secret)
    };
    runtime.block_on(house.resume(id.clone()));
    assert!(lease(&new), "the new node need not wait until the lease ends");
    drop((old, house));
    runtime.shutdown_background();
}

#[test]
fn a_request_that_another_node_carried_out_is_acknowledged_by_one_that_was_behind() {
    // Houses on one file do not hear of each other: the second knows nothing of the first's steps until it has to ask.
    let folder = tempfile::tempdir().unwrap();
    let settings = || server::Settings { pace: Duration::ZERO, ..server::Settings::default() };
    let open = || TestHouse::on(folder.path(), settings(), None);
    let (one, two) = (open(), open());
    let (id, keys) = table(one.client, "merelles", &json!({ "kind": "person" }));
    let path = format!("/api/tables/{id}");
    two.client.get(&path).expect(200);
    let steps = format!("{path}/steps");
    one.client.post_as(&keys[0], &steps, &json!({ "version": 0, "step": "5", "key": "first" })).expect(200);
    let second = json!({ "version": 1, "step": "8", "key": "second" });
    one.client.post_as(&keys[1], &steps, &second).expect(200);
    // The answer got lost, and the page asks again at the other node.
    let again = two.client.post_as(&keys[1], &steps, &second).expect(200);
    assert_eq!(again["version"], 2);
}
