//! What pages hear, as it happens and afterwards.

extern crate parlour_server as server;

mod common;

use common::{HANGS, Heard, TestHouse};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn merelles(house: &TestHouse) -> (String, [String; 2]) {
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let made = house.client.post("/api/tables", &json!({ "game": "merelles", "seats": seats })).expect(201);
    let key = |nth: usize| made["keys"][nth]["token"].as_str().unwrap().to_string();
    (made["id"].as_str().unwrap().to_string(), [key(0), key(1)])
}

#[test]
fn everything_is_heard_live_and_the_same_again_later() {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::open(folder.path());
    let client = house.client;
    let (id, keys) = merelles(&house);
    let events = format!("/api/tables/{id}/events");
    let mut live = client.listen(&events, &[]);
    assert!(live.headers.iter().any(|(name, value)| name == "x-accel-buffering" && value == "no"));
    assert!(live.headers.iter().any(|(name, value)| name == "content-type" && value == "text/event-stream"));
    let hello = live.next().unwrap();
    assert_eq!((hello.kind.as_str(), hello.id, &hello.data["version"]), ("hello", None, &json!(0)));

    for (version, step) in ["1", "10", "2", "11", "3", "x10"].iter().enumerate() {
        let key = &keys[if version == 5 { 0 } else { version % 2 }];
        let body = json!({ "version": version, "step": step, "key": format!("{version}") });
        client.post_as(key, &format!("/api/tables/{id}/steps"), &body).expect(200);
    }
    let back = json!({ "version": 6, "action": "take-back", "key": "b" });
    client.post_as(&keys[0], &format!("/api/tables/{id}/actions"), &back).expect(200);
    let heard: Vec<Heard> = std::iter::from_fn(|| live.numbered()).take(7).collect();
    assert_eq!(heard.iter().map(|heard| heard.id.unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!((heard[0].kind.as_str(), heard[6].kind.as_str()), ("step", "take-back"));
    let took = &heard[5].data;
    let board = &took["board"];
    assert_eq!((&board["step"]["step"], &took["seat"], &took["version"]), (&json!("x10"), &json!(1), &json!(6)));
    assert_eq!(board["step"]["beats"][0][0]["type"], "take");
    assert_eq!((&board["scene"]["status"]["type"], &board["scene"]["status"]["seat"]), (&json!("turn"), &json!(2)));
    assert!(board["scene"]["steps"][0]["clicks"].is_array(), "with what is legal next");

    // Whoever comes back is told what was missed, word for word.
    let since = |since: u64| client.listen(&format!("{events}?since={since}"), &[]).skip(1);
    assert_eq!(since(0).take(7).collect::<Vec<_>>(), heard);
    assert_eq!(since(4).take(3).collect::<Vec<_>>(), heard[4..]);
    let again = client.listen(&format!("{events}?since=0"), &[("last-event-id", "5")]);
    assert_eq!(again.skip(1).take(2).collect::<Vec<_>>(), heard[5..], "the browser's own memory counts");
    drop(live);

    let folder_again = TestHouse::open(folder.path());
    let later = folder_again.client.listen(&format!("{events}?since=0"), &[]).skip(1);
    assert_eq!(later.take(7).collect::<Vec<_>>(), heard, "another house over the same store says the same");
}

#[test]
fn who_holds_a_stream_is_present() {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::open(folder.path());
    let client = house.client;
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let made = client.post("/api/tables", &json!({ "game": "merelles", "seats": seats })).expect(201);
    let (id, invite) = (made["id"].as_str().unwrap(), made["keys"][1]["token"].as_str().unwrap());
    let claimed = client.post_as(invite, &format!("/api/tables/{id}/claim"), &json!({})).expect(200);
    let events = format!("/api/tables/{id}/events");
    let mut watcher = client.listen(&events, &[]);
    // Nobody is present for having said so: only the key counts.
    let pretender = client.listen(&format!("{events}?seat=1"), &[]);
    let wrong = [("authorization", "Bearer 00000000000000000000000000000000")];
    client.ask("GET", &events, &wrong, b"").refused(403, "wrong-token");
    let bearer = format!("Bearer {}", claimed["token"].as_str().unwrap());
    let stream = client.listen(&events, &[("authorization", &bearer)]);
    let present = |view: &Value| view["seats"][1]["present"] == true;
    let view = client.wait_for(id, present);
    assert_eq!(view["seats"][0]["present"], false, "watching is not sitting");
    let told = watcher.find(|heard| heard.kind == "present").unwrap();
    assert_eq!(told.data, json!({ "seat": 2, "present": [false, true] }));
    let hello = client.listen(&events, &[]).next().unwrap();
    assert_eq!(hello.data["present"], json!([false, true]), "whoever comes later is told at once");
    drop((stream, pretender));
    client.wait_for(id, |view| !present(view));
}

#[test]
fn a_deleted_table_ends_its_streams() {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::open(folder.path());
    let (id, keys) = merelles(&house);
    let stream = house.client.listen(&format!("/api/tables/{id}/events"), &[]);
    house
        .client
        .ask("DELETE", &format!("/api/tables/{id}"), &[("authorization", &format!("Bearer {}", keys[0]))], b"")
        .expect(204);
    let kinds: Vec<String> = stream.map(|heard| heard.kind).collect();
    assert_eq!(kinds, ["hello", "delete"]);
    let reply = house.client.get(&format!("/api/tables/{id}/events"));
    reply.refused(404, "not-found");
}

#[test]
fn a_closing_house_says_bye_to_every_stream() {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::open(folder.path());
    let (id, _) = merelles(&house);
    let streams: Vec<_> = (0..20).map(|_| house.client.listen(&format!("/api/tables/{id}/events"), &[])).collect();
    let analysis = house.client.listen("/api/games/chess/analysis", &[]);
    drop(house);
    for stream in streams {
        let kinds: Vec<String> = stream.map(|heard| heard.kind).collect();
        assert_eq!(kinds, ["hello", "bye"]);
    }
    assert_eq!(analysis.last().unwrap().kind, "done");
}

#[test]
fn an_analysis_tells_its_ideas_and_ends_when_all_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::open(folder.path());
    let heard: Vec<Heard> = house.client.listen("/api/games/pick-me-up/analysis?lines=3&moves=2", &[]).collect();
    assert_eq!(heard.last().unwrap().kind, "done");
    let last = heard.iter().rfind(|heard| heard.kind == "ideas").unwrap();
    assert_eq!((&last.data["thinking"], &last.data["seat"]), (&json!(false), &json!(2)));
    assert_eq!(last.data["ideas"].as_array().unwrap().len(), 3);
    assert!(last.data["ideas"][0]["proved"].is_i64(), "a small game is solved: {}", last.data);
    let endless = house.client.listen("/api/games/chess/analysis?lines=2", &[]).find(|heard| heard.kind == "ideas");
    assert_eq!(endless.unwrap().data["thinking"], true);
    house.client.get("/api/games/merelles/analysis?flying=perhaps").refused(422, "unclear");
    house.client.get("/api/games/merelles/analysis?position=nonsense").refused(422, "unclear");
}

#[test]
fn whoever_connects_and_says_nothing_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let patience = Duration::from_millis(50);
    let house = TestHouse::with(folder.path(), server::Settings { patience, ..server::Settings::default() });
    let (id, keys) = merelles(&house);
    let mut live = house.client.listen(&format!("/api/tables/{id}/events"), &[]);
    let mut silent = TcpStream::connect(house.client.0).unwrap();
    silent.set_read_timeout(Some(HANGS)).unwrap();
    silent.write_all(b"GET / HTTP/1.1\r\nhost:").unwrap();
    assert_eq!(silent.read(&mut [0]).unwrap(), 0, "the house hangs up");
    // Those who listen have said what they want.
    let step = json!({ "version": 0, "step": "1", "key": "1" });
    house.client.post_as(&keys[0], &format!("/api/tables/{id}/steps"), &step).expect(200);
    assert_eq!(live.numbered().unwrap().kind, "step");
}

#[test]
fn whoever_listens_to_a_table_that_another_house_has_changed_hears_of_it_when_this_one_notices() {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (TestHouse::open(folder.path()), TestHouse::open(folder.path()));
    let (id, keys) = merelles(&here);
    let (events, steps) = (format!("/api/tables/{id}/events"), format!("/api/tables/{id}/steps"));
    let mut live = here.client.listen(&events, &[]);
    let play = |step: &str| json!({ "version": 0, "step": step, "key": step });
    there.client.post_as(&keys[0], &steps, &play("1")).expect(200);
    here.client.post_as(&keys[0], &steps, &play("2")).refused(409, "stale");
    let heard = live.numbered().unwrap();
    assert_eq!((heard.id, &heard.data["board"]["step"]["step"]), (Some(1), &json!("1")));
    let again = here.client.listen(&format!("{events}?since=0"), &[]).numbered().unwrap();
    assert_eq!(again, heard);
}
