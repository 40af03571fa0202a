//! What one visitor, or many, may try: the house goes on answering, and does no more than its budgets allow.

extern crate parlour_server as server;

mod common;

use common::{ASK_AGAIN, Client, HANGS, TestHouse, store_of, try_ask};
use library::{Match, lookup};
use rules::Random;
use serde_json::{Value, json};
use server::{Cap, Settings, Share, WorkLimits};
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// As the house is run for everybody, but that the computer answers at once.
fn usual() -> Settings {
    Settings { pace: Duration::ZERO, ..Settings::default() }
}

/// Behind a proxy on this computer, so that tests can come from anywhere.
fn proxied() -> Settings {
    Settings { proxies: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], ..usual() }
}

/// A metric, summed over its labels.
fn metric(client: Client, name: &str) -> u64 {
    let text = client.get("/metrics").text();
    let named = |line: &&str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{']));
    let mut values = text.lines().filter(named).map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap());
    let first = values.next().unwrap_or_else(|| panic!("no {name} in {text}"));
    first + values.sum::<u64>()
}

/// A connection that comes from another address of this computer.
fn connect_from(from: Ipv4Addr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        socket.connect(to).await
    })?;
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(HANGS))?;
    Ok(stream)
}

/// Steps of a game that goes on for ever, or nearly so: as many as there are, up to `steps`.
fn long_game(id: &str, steps: usize) -> String {
    let mut random = Random::new(1);
    let mut played = Match::new(lookup(id).unwrap().by_default());
    while played.length() < steps && !played.status().is_over() {
        let legal = played.steps();
        played.play(&legal[random.below(legal.len())]).unwrap();
    }
    played.steps_taken().map(|(_, step)| step).collect::<Vec<_>>().join(" ")
}

#[test]
fn sixty_long_scenes_at_once_are_worked_on_a_few_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let share = Share { total: 3, per_client: 2, time: Duration::from_mins(1) };
    let work = WorkLimits { requests: share, patience: Duration::from_millis(300), ..WorkLimits::default() };
    let house = TestHouse::with(folder.path(), Settings { work, ..proxied() });
    let client = house.client;
    let body = json!({ "moves": long_game("chunga-four", 1_000) }).to_string();
    let (served, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for nth in 0..60 {
            let (body, served, refused) = (&body, &served, &refused);
            scope.spawn(move || {
                let from = format!("10.0.0.{}", nth % 6);
                let headers = [("content-type", "application/json"), ("x-forwarded-for", from.as_str())];
                let reply = client.ask("POST", "/api/games/chunga-four/scene?all=1", &headers, body.as_bytes());
                match reply.status {
                    200 => {
                        assert_eq!(reply.json()["scenes"].as_array().unwrap().len(), 1_001);
                        served.fetch_add(1, Relaxed);
                    }
                    429 | 503 => {
                        assert!(reply.header("retry-after").is_some());
                        refused.fetch_add(1, Relaxed);
                    }
                    other => panic!("{other}: {}", reply.text()),
                }
            });
        }
        // Whoever keeps the house running is answered meanwhile.
        for _ in 0..20 {
            assert_eq!(client.get("/healthz").status, 200);
        }
    });
    let (served, refused) = (served.into_inner(), refused.into_inner());
    assert_eq!(served + refused, 60);
    assert!(served >= 3, "{served} were served");
    let metric = |name: &str| metric(client, &format!("parlour_heavy_{name}{{class=\"requests\"}}"));
    assert!(metric("peak") <= 3, "never more at once than the budget has: {}", metric("peak"));
    assert_eq!((metric("granted_total"), metric("refused_total")), (served as u64, refused as u64));
    assert_eq!(metric("in_use"), 0, "everything was given back");
}

#[test]
fn requests_and_answers_have_a_greatest_length() {
    let folder = tempfile::tempdir().unwrap();
    let work = WorkLimits { steps: 100, bytes: 100_000, ..WorkLimits::default() };
    let house = TestHouse::with(folder.path(), Settings { work, ..usual() });
    let client = house.client;
    let game = long_game("kings-men", 101);
    let steps: Vec<&str> = game.split(' ').collect();
    let moves = |count: usize| json!({ "moves": steps[..count].join(" "), "clicks": [1] });
    client.post("/api/games/kings-men/scene", &moves(100)).expect(200);
    for what in ["scene", "why", "hint"] {
        client.post(&format!("/api/games/kings-men/{what}"), &moves(101)).refused(413, "too-large");
    }
    client.post("/api/games/kings-men/scene?all=1", &moves(100)).refused(413, "too-large");
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let table = json!({ "game": "kings-men", "seats": seats, "moves": steps.join(" ") });
    client.post("/api/tables", &table).refused(413, "too-large");
    let record = |count: usize| json!({ "text": format!("[Game \"kings-men\"]\n\n{} *", steps[..count].join(" ")) });
    client.post("/api/records", &record(99)).expect(200);
    client.post("/api/records", &record(101)).refused(413, "too-large");
    let many = "[Game \"lasca\"]\n\n*\n".repeat(101);
    client.post("/api/records", &json!({ "text": many })).refused(413, "too-large");
    client.post("/api/games/kings-men/why", &json!({ "clicks": vec![1; 101] })).refused(422, "unclear");
    let analysis = format!("/api/games/kings-men/analysis?moves={}", steps.join("%20"));
    client.get(&analysis).refused(413, "too-large");
}

#[test]
fn work_ends_when_its_time_is_up_and_when_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut work = WorkLimits::default();
    work.requests.time = Duration::ZERO;
    work.analyses = Share { total: 1, per_client: 1, time: Duration::from_hours(1) };
    let house = TestHouse::with(folder.path(), Settings { work, ..usual() });
    let client = house.client;
    client.post("/api/games/merelles/scene", &json!({ "moves": "5 6" })).refused(408, "too-slow");
    // An analysis without an end has the only permit until whoever listens goes away.
    for _ in 0..3 {
        let mut stream = client.listen("/api/games/chess/analysis", &[]);
        assert_eq!(stream.next().unwrap().kind, "ideas");
        assert_eq!(metric(client, "parlour_heavy_in_use{class=\"analyses\"}"), 1);
    }
    let mut gone = false;
    for _ in 0..6_000 {
        gone |= metric(client, "parlour_heavy_in_use{class=\"analyses\"}") == 0;
        if gone {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(gone, "the last one ended too");
}

#[test]
fn one_address_cannot_take_all_connections() {
    let folder = tempfile::tempdir().unwrap();
    let connections = Cap { total: 1_000, per_client: 50 };
    let house = TestHouse::with(folder.path(), Settings { connections, ..usual() });
    let address = house.client.0;
    let mut idle = Vec::new();
    for _ in 0..1_100 {
        // Who is refused may be told so by a reset while still connecting.
        idle.extend(connect_from(Ipv4Addr::new(127, 0, 0, 9), address));
    }
    // Others are let in as before.
    for _ in 0..10 {
        assert_eq!(house.client.get("/healthz").status, 200);
    }
    assert!(metric(house.client, "parlour_connections") <= 51);
    assert!(metric(house.client, "parlour_refused_connections_total") >= 1_000);
    // Those over the limit have been hung up on.
    let closed = idle.iter_mut().skip(50).filter_map(|stream| stream.read(&mut [0]).ok()).all(|read| read == 0);
    assert!(closed);
    drop(idle);
    let mut again = connect_from(Ipv4Addr::new(127, 0, 0, 9), address);
    for _ in 0..6_000 {
        let answered = again.as_mut().is_ok_and(|stream| {
            use std::io::Write;
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").is_ok()
                && stream.read(&mut [0]).is_ok_and(|read| read == 1)
        });
        if answered {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
        again = connect_from(Ipv4Addr::new(127, 0, 0, 9), address);
    }
    panic!("whoever has left may not come back");
}

#[test]
fn one_address_cannot_take_all_streams() {
    let folder = tempfile::tempdir().unwrap();
    let streams = Cap { total: 8, per_client: 5 };
    let house = TestHouse::with(folder.path(), Settings { streams, ..proxied() });
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let made = house.client.post("/api/tables", &json!({ "game": "lasca", "seats": seats })).expect(201);
    let events = format!("/api/tables/{}/events", made["id"].as_str().unwrap());
    let listen = |from: &str| house.client.listen(&events, &[("x-forwarded-for", from)]);
    let refused = |from: &str| house.client.ask("GET", &events, &[("x-forwarded-for", from)], b"").status;
    let open: Vec<_> = (0..5).map(|_| listen("10.0.0.1")).collect();
    assert_eq!(refused("10.0.0.1"), 429);
    assert_eq!(refused("9.9.9.9, 10.0.0.1"), 429, "what stands before the proxy's own entry counts for nothing");
    let others: Vec<_> = (0..3).map(|_| listen("10.0.0.2")).collect();
    assert_eq!(refused("10.0.0.2"), 429, "eight of all");
    drop((open, others));
}

/// A table of Lasca as it is stored.
fn table_of_lasca(id: &str, seats: &Value, owing: bool) -> store::StoredTable {
    let game = lookup("lasca").unwrap().by_default();
    store::StoredTable {
        id: id.to_string(),
        key: id.to_string(),
        game: "lasca".to_string(),
        options: String::new(),
        start: game.text(&game.start()),
        rules: String::new(),
        edition: 1,
        seats: seats.to_string(),
        created: 1,
        owing,
    }
}

/// Leaves so many tables behind at which the computer is to move.
fn abandoned(folder: &std::path::Path, tables: usize, level: u8) {
    let store = store_of(folder);
    let seat = |kind: &str, level: Option<u8>, key: Option<&str>| json!({ "kind": kind, "level": level, "name": null, "key": key, "invite": null, "party": 0 });
    let seats = json!({ "seats": [seat("computer", Some(level), None), seat("person", None, Some("00"))], "opening": "", "series": null });
    std::thread::scope(|scope| {
        // Several at a time share a commit.
        for part in 0..16 {
            let (store, seats) = (&store, &seats);
            scope.spawn(move || {
                for nth in (part..tables).step_by(16) {
                    let table = table_of_lasca(&format!("abandoned{nth}"), seats, true);
                    store.create(&table).unwrap();
                }
            });
        }
    });
}

#[test]
fn five_thousand_abandoned_tables_do_not_keep_a_person_waiting() {
    let folder = tempfile::tempdir().unwrap();
    abandoned(folder.path(), 5_000, 8);
    let house = TestHouse::with(folder.path(), usual());
    let client = house.client;
    let seats = json!([{ "kind": "person" }, { "kind": "computer", "level": 1 }]);
    let made = client.post("/api/tables", &json!({ "game": "merelles", "seats": seats })).expect(201);
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"][0]["token"].as_str().unwrap());
    let mut version = 0;
    for nth in 0..3 {
        let view = client.get(&format!("/api/tables/{id}")).expect(200);
        let step = &view["scene"]["steps"][0]["text"];
        let body = json!({ "version": version, "step": step, "key": format!("{nth}") });
        client.post_as(key, &format!("/api/tables/{id}/steps"), &body).expect(200);
        let mine = |view: &Value| view["scene"]["status"]["seat"] == 1;
        version = client.wait_for(id, mine)["version"].as_u64().unwrap();
    }
    // The others were read one at a time, if at all, and at most a few of their turns were played.
    assert!(metric(client, "parlour_table_loads_total") < 100);
    assert!(metric(client, "parlour_turns_waiting") <= 2, "only one of them waits at a time");
}

#[test]
fn an_abandoned_turn_is_played_when_nothing_else_is_to_do() {
    let folder = tempfile::tempdir().unwrap();
    abandoned(folder.path(), 3, 1);
    let house = TestHouse::with(folder.path(), usual());
    for nth in 0..3 {
        let began = std::time::Instant::now();
        loop {
            // A list does not wake anybody.
            let list = house.client.get(&format!("/api/tables?ids=abandoned{nth}")).expect(200);
            if list["tables"][0]["version"] == 1 {
                break;
            }
            assert!(began.elapsed() < HANGS, "{list}");
            std::thread::sleep(ASK_AGAIN);
        }
    }
}

#[test]
fn a_table_that_many_want_at_once_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let id = {
        let house = TestHouse::with(folder.path(), usual());
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let moves = long_game("kings-men", 600);
        let table = json!({ "game": "kings-men", "seats": seats, "moves": moves });
        house.client.post("/api/tables", &table).expect(201)["id"].as_str().unwrap().to_string()
    };
    let house = TestHouse::with(folder.path(), usual());
    let client = house.client;
    std::thread::scope(|scope| {
        for _ in 0..30 {
            let id = &id;
            scope.spawn(move || client.get(&format!("/api/tables/{id}")).expect(200));
        }
    });
    assert_eq!(metric(client, "parlour_table_loads_total"), 1);
    client.get("/api/tables/nowhere").refused(404, "not-found");
}

/// A table at which so much has happened that nobody wants to hear all of it again.
fn long_history(folder: &std::path::Path, events: u64) {
    use store::{Flags, StoredEvent};
    let store = store_of(folder);
    let seat = json!({ "kind": "person", "level": null, "name": null, "key": "00", "invite": null, "party": 0 });
    let seats = json!({ "seats": [seat, seat], "opening": "", "series": null });
    let table = table_of_lasca("long", &seats, false);
    let event = |version: u64| {
        let (kind, body) = if version % 2 == 1 { ("step", r#"{"step":"9-13"}"#) } else { ("take-back", r#"{"to":0}"#) };
        let (kind, body) = (kind.to_string(), body.to_string());
        StoredEvent { version, key: None, kind, seat: Some(1), body, time: version as i64 }
    };
    let events: Vec<StoredEvent> = (1..=events).map(event).collect();
    assert!(store.adopt(&table, &events, Flags::default()).unwrap());
}

#[test]
fn two_hundred_streams_that_come_back_to_a_long_history_cost_what_they_missed() {
    const EVENTS: u64 = 12_000;
    let folder = tempfile::tempdir().unwrap();
    long_history(folder.path(), EVENTS);
    let house = TestHouse::with(folder.path(), proxied());
    let client = house.client;
    std::thread::scope(|scope| {
        for nth in 0..200 {
            scope.spawn(move || {
                let from = format!("10.0.{}.1", nth % 10);
                let from = [("x-forwarded-for", from.as_str())];
                // Most missed a little, some were never there.
                let missed = if nth % 4 == 0 { EVENTS } else { 3 };
                let stream = client.listen(&format!("/api/tables/long/events?since={}", EVENTS - missed), &from);
                let heard: Vec<_> = stream.skip(1).take(if missed == 3 { 3 } else { 1 }).collect();
                assert_eq!(heard.last().unwrap().id, Some(EVENTS));
                let kinds: Vec<&str> = heard.iter().map(|heard| heard.kind.as_str()).collect();
                assert_eq!(kinds, if missed == 3 { vec!["take-back", "step", "take-back"] } else { vec!["view"] });
            });
        }
        for _ in 0..10 {
            assert_eq!(client.get("/healthz").status, 200);
        }
    });
    assert_eq!(metric(client, "parlour_table_loads_total"), 1, "the history was read once");
    let made_anew = metric(client, "parlour_heavy_granted_total{class=\"requests\"}");
    assert_eq!(made_anew, 0, "nothing was made anew");
    // What is neither remembered nor too much is made anew, one after the other.
    let heard: Vec<_> = client.listen("/api/tables/long/events?since=11500", &[]).skip(1).take(500).collect();
    let versions: Vec<u64> = heard.iter().map(|heard| heard.id.unwrap()).collect();
    assert_eq!(versions, (11_501..=EVENTS).collect::<Vec<_>>());
}

#[test]
fn a_copy_of_the_database_opens_no_seat() {
    let folder = tempfile::tempdir().unwrap();
    let house = TestHouse::with(folder.path(), usual());
    let client = house.client;
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let wanted = json!({ "game": "lasca", "seats": seats, "key": "a key of some length" });
    let made = client.post("/api/tables", &wanted).expect(201);
    let id = made["id"].as_str().unwrap();
    let token = |nth: usize| made["keys"][nth]["token"].as_str().unwrap();
    let claim = json!({ "name": "Ben", "key": "another key of some length" });
    client.post_as(token(1), &format!("/api/tables/{id}/claim"), &claim).expect(200);
    let step = json!({ "version": 1, "step": "9-13", "key": "1" });
    client.post_as(token(0), &format!("/api/tables/{id}/steps"), &step).expect(200);

    let store = store_of(folder.path());
    let (tables, events) = (store.tables("", 99).unwrap(), store.events(id, 0).unwrap());
    let copy = format!("{tables:?} {events:?} {:?}", store.notes().unwrap());
    let holds = |text: &str| copy.contains(text);
    assert!(holds(id) && holds("9-13"), "the copy has the table");
    for secret in [token(0), token(1), "a key of some length", "another key of some length"] {
        assert!(!holds(secret), "{secret} lies open");
    }
    // Everything in the copy that looks like a key is tried, as a token and as the name of the request that made the
    // table, which is answered with tokens.
    let table = store.table(id).unwrap().unwrap();
    let texts = [vec![table.key, table.seats], events.into_iter().flat_map(|event| [event.body]).collect()].concat();
    let found =
        texts.iter().flat_map(|text| text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != ':'));
    let mut tried = 0;
    for text in found.filter(|text| text.len() >= 16) {
        tried += 1;
        for key in [text, text.trim_start_matches("h1:")] {
            let step = json!({ "version": 2, "step": "17x9", "key": "2" });
            client.post_as(key, &format!("/api/tables/{id}/steps"), &step).refused(403, "wrong-token");
            client.post_as(key, &format!("/api/tables/{id}/claim"), &json!({})).refused(403, "wrong-token");
            let again = json!({ "game": "lasca", "seats": seats, "key": key });
            assert_ne!(client.post("/api/tables", &again).expect(201)["id"], id, "the table is not given away");
        }
    }
    assert!(tried >= 3, "{tried}");
    // A rematch cannot be set up by somebody else beforehand.
    let resign = json!({ "version": 2, "action": "resign", "key": "3" });
    client.post_as(token(0), &format!("/api/tables/{id}/actions"), &resign).expect(200);
    for key in [format!("after {id} 1:4"), format!("rematch {id} ...."), id.to_string()] {
        client.post("/api/tables", &json!({ "game": "lasca", "seats": seats, "key": key })).expect(201);
    }
    let rematch = json!({ "version": 3, "action": "rematch", "key": "4" });
    let next = client.post_as(token(0), &format!("/api/tables/{id}/actions"), &rematch).expect(200)["next"].clone();
    let view = client.get(&format!("/api/tables/{}", next.as_str().unwrap())).expect(200);
    assert_eq!((&view["seats"][1]["kind"], &view["seats"][0]["name"]), (&json!("person"), &json!("Ben")));
}

#[test]
fn old_tables_are_forgotten_but_for_finished_games_of_people() {
    let folder = tempfile::tempdir().unwrap();
    let (running, finished) = {
        let house = TestHouse::with(folder.path(), usual());
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let made = || house.client.post("/api/tables", &json!({ "game": "lasca", "seats": seats })).expect(201);
        let (running, finished) = (made(), made());
        let id = |made: &Value| made["id"].as_str().unwrap().to_string();
        let resign = json!({ "version": 0, "action": "resign", "key": "1" });
        let key = finished["keys"][0]["token"].as_str().unwrap();
        house.client.post_as(key, &format!("/api/tables/{}/actions", id(&finished)), &resign).expect(200);
        (id(&running), id(&finished))
    };
    let forget_after = Some(Duration::from_millis(1));
    std::thread::sleep(Duration::from_millis(2));
    let house = TestHouse::with(folder.path(), Settings { forget_after, ..usual() });
    let began = std::time::Instant::now();
    while house.client.get(&format!("/api/tables?ids={running}")).expect(200)["gone"] != json!([running]) {
        assert!(began.elapsed() < HANGS, "the running game was never forgotten");
        std::thread::sleep(ASK_AGAIN);
    }
    house.client.get(&format!("/api/tables/{finished}")).expect(200);
}

#[test]
fn who_takes_nothing_of_a_long_answer_is_hung_up_on() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let share = Share { total: 1, per_client: 1, time: Duration::from_mins(1) };
    let work = WorkLimits { requests: share, ..WorkLimits::default() };
    let patience = Duration::from_millis(200);
    let house = TestHouse::with(folder.path(), Settings { work, patience, ..usual() });
    let body = json!({ "moves": long_game("chunga-four", 1_000) }).to_string();
    let mut slow = TcpStream::connect(house.client.0).unwrap();
    let head = "POST /api/games/chunga-four/scene?all=1 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json";
    write!(slow, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
    // Its permit comes back although nothing of the answer is ever read.
    let began = std::time::Instant::now();
    loop {
        let reply = try_ask(
            house.client.0,
            "POST",
            "/api/games/merelles/scene",
            &[("content-type", "application/json")],
            b"{\"moves\": \"5\"}",
        );
        if reply.is_ok_and(|reply| reply.status == 200)
            && metric(house.client, "parlour_heavy_granted_total{class=\"requests\"}") >= 2
        {
            break;
        }
        assert!(began.elapsed() < HANGS);
    }
    drop(slow);
}
