//! The real program as a server: it closes politely, survives being killed, and is copied while it runs.

#![cfg(unix)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::{Client, HANGS, try_ask};
use rules::Random;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PARLOUR: &str = env!("CARGO_BIN_EXE_parlour");

/// A running server; killed when dropped.
struct Server {
    child: Child,
    client: Client,
}

impl Server {
    fn start(folder: &Path) -> Server {
        Server::start_by(Command::new(PARLOUR), folder)
    }

    /// Started by a command that ends in the program's name.
    fn start_by(mut command: Command, folder: &Path) -> Server {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--pace", "0", "--limit", "off", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap();
        let client = Client(address.parse().unwrap_or_else(|_| panic!("no address in '{line}'")));
        Server { child, client }
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn new_table(client: Client, game: &str, against: &Value) -> (String, Vec<String>) {
    let order = json!({ "game": game, "seats": [{ "kind": "person" }, against] });
    let made = client.post("/api/tables", &order).expect(201);
    let keys = made["keys"].as_array().unwrap().iter().map(|key| key["token"].as_str().unwrap().to_string());
    (made["id"].as_str().unwrap().to_string(), keys.collect())
}

#[test]
fn sigterm_ends_fifty_streams_and_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let (id, _) = new_table(server.client, "lasca", &json!({ "kind": "person" }));
    let streams: Vec<_> = (0..50).map(|_| server.client.listen(&format!("/api/tables/{id}/events"), &[])).collect();
    // A search of two seconds must not hold up the end either.
    let (chess, keys) = new_table(server.client, "chess", &json!({ "kind": "computer", "level": 8 }));
    let step = json!({ "version": 0, "step": "e2e4", "key": "a" });
    server.client.post_as(&keys[0], &format!("/api/tables/{chess}/steps"), &step).expect(200);
    server.signal("-TERM");
    for stream in streams {
        let kinds: Vec<String> = stream.map(|heard| heard.kind).collect();
        assert_eq!(kinds, ["hello", "bye"]);
    }
    let began = Instant::now();
    let ended = loop {
        if let Some(ended) = server.child.try_wait().unwrap() {
            break ended;
        }
        assert!(began.elapsed() < HANGS, "the process does not end");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(ended.success(), "{ended}");
}

/// A table that is played at while the server is killed again and again.
struct Player {
    game: &'static str,
    against: Value,
    id: String,
    keys: Vec<String>,
    /// Every step that was acknowledged, and those that followed it by the computer.
    acknowledged: Vec<String>,
    /// A request whose answer never came.
    pending: Option<Value>,
    requests: u32,
    random: Random,
}

impl Player {
    fn new(game: &'static str, against: Value, seed: u64) -> Player {
        let (id, keys, acknowledged) = (String::new(), Vec::new(), Vec::new());
        Player { game, against, id, keys, acknowledged, pending: None, requests: 0, random: Random::new(seed) }
    }

    fn sit_down(&mut self, client: Client) {
        (self.id, self.keys) = new_table(client, self.game, &self.against);
        self.acknowledged.clear();
        self.pending = None;
    }

    fn key(&self, seat: u64) -> &str {
        &self.keys[seat as usize - 1]
    }

    /// After a restart: nothing acknowledged is missing, a request without an answer can be repeated and
    /// counts once, and the computer plays on.
    fn check(&mut self, client: Client) {
        let path = format!("/api/tables/{}", self.id);
        let view = client.get(&path).expect(200);
        assert!(steps(&view).starts_with(&self.acknowledged), "{:?} is not in {view}", self.acknowledged);
        if let Some(pending) = self.pending.take() {
            let seat = pending["seat"].as_u64().unwrap();
            let view = client.post_as(self.key(seat), &format!("{path}/steps"), &pending["request"]).expect(200);
            let step = pending["request"]["step"].as_str().unwrap();
            assert_eq!(steps(&view)[self.acknowledged.len()], step, "once, and where it belongs");
        }
        let view = client.wait_for(&self.id, |view| self.may_play(view));
        self.acknowledged = steps(&view);
    }

    /// Whether the game is over or a person is to move.
    fn may_play(&self, view: &Value) -> bool {
        view["scene"]["status"]["seat"].as_u64().is_none_or(|seat| seat as usize <= self.keys.len())
    }

    /// Plays until the server is gone.
    fn play(&mut self, client: Client) -> std::io::Result<()> {
        let path = format!("/api/tables/{}", self.id);
        loop {
            let view = try_ask(client.0, "GET", &path, &[], b"")?.expect(200);
            let legal = view["scene"]["steps"].as_array().unwrap();
            let Some(seat) = view["scene"]["status"]["seat"].as_u64() else { return Ok(()) };
            if !self.may_play(&view) {
                continue;
            }
            self.acknowledged = steps(&view);
            let step = &legal[self.random.below(legal.len())]["text"];
            self.requests += 1;
            let request =
                json!({ "version": view["version"], "step": step, "key": format!("request {}", self.requests) });
            self.pending = Some(json!({ "seat": seat, "request": request }));
            let bearer = format!("Bearer {}", self.key(seat));
            let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
            let reply = try_ask(client.0, "POST", &format!("{path}/steps"), &headers, request.to_string().as_bytes())?;
            self.acknowledged = steps(&reply.expect(200));
            self.pending = None;
        }
    }
}

fn steps(view: &Value) -> Vec<String> {
    let turns = view["turns"].as_array().unwrap().iter();
    let steps = turns.flat_map(|turn| turn["steps"].as_array().unwrap());
    steps.map(|step| step.as_str().unwrap().to_string()).collect()
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let rounds: u32 = std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(30);
    let folder = tempfile::tempdir().unwrap();
    let computer = json!({ "kind": "computer", "level": 2 });
    let mut players = [
        Player::new("merelles", computer.clone(), 1),
        Player::new("foregammon", computer, 2),
        Player::new("lasca", json!({ "kind": "person" }), 3),
    ];
    let mut random = Random::new(4);
    let mut kept = 0;
    for round in 0..rounds {
        let mut server = Server::start(folder.path());
        for player in &mut players {
            if round > 0 {
                player.check(server.client);
                kept += player.acknowledged.len();
            }
            let over = server.client.get(&format!("/api/tables/{}", player.id));
            if over.status == 404 || over.json()["scene"]["status"]["type"] == "over" {
                player.sit_down(server.client);
            }
        }
        let client = server.client;
        std::thread::scope(|scope| {
            for player in &mut players {
                // An error is the kill.
                scope.spawn(move || drop(player.play(client)));
            }
            std::thread::sleep(Duration::from_millis(random.below(120) as u64));
            server.signal("-KILL");
            server.child.wait().unwrap();
        });
    }
    println!("{rounds} kills, {kept} acknowledged steps found again");
    assert!(kept > 0, "something was played");
}

/// The most memory that a process has had, in MB.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.split_whitespace().next().unwrap().parse::<u64>().unwrap() >> 10
}

#[test]
#[cfg(target_os = "linux")]
fn sixty_long_scenes_at_once_stay_within_300_mb() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let client = server.client;
    let mut random = Random::new(1);
    let mut played = library::Match::new(library::lookup("chunga-four").unwrap().by_default());
    // The longest game that a request can hold.
    let mut moves = String::new();
    while moves.len() < 55_000 && !played.status().is_over() {
        let legal = played.steps();
        let step = &legal[random.below(legal.len())];
        played.play(step).unwrap();
        moves = format!("{moves}{step} ");
    }
    let body = json!({ "moves": moves });
    let mut slowest = Duration::ZERO;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = || client.post("/api/games/chunga-four/scene?all=1", &body).status;
        let asked: Vec<_> = (0..60).map(|_| scope.spawn(ask)).collect();
        while asked.iter().any(|asked| !asked.is_finished()) {
            let began = Instant::now();
            assert_eq!(client.get("/healthz").status, 200);
            slowest = slowest.max(began.elapsed());
            std::thread::sleep(Duration::from_millis(20));
        }
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let peak = peak_memory(server.child.id());
    println!("{} steps: {statuses:?}; /healthz within {slowest:?}; {peak} MB at most", played.length());
    assert!(statuses.iter().all(|status| [200, 408, 413, 429, 503].contains(status)), "{statuses:?}");
    assert!(peak < 300, "{peak} MB");
}

#[test]
fn a_full_disk_acknowledges_nothing_and_is_told_and_forgiven() {
    let folder = tempfile::tempdir().unwrap();
    // No file may grow beyond 300 or 600 kB, as the shell counts; a write beyond that fails as on a full disk.
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -S -f 600; exec \"$@\"", "sh", PARLOUR]);
    let server = Server::start_by(limited, folder.path());
    let client = server.client;
    let (id, keys) = new_table(client, "merelles", &json!({ "kind": "person" }));
    let path = format!("/api/tables/{id}");
    let play = |version: u64| {
        let view = client.get(&path).expect(200);
        assert_eq!(view["version"], version, "what is not on the disk is not shown");
        let seat = view["scene"]["status"]["seat"].as_u64().unwrap() as usize;
        let step = &view["scene"]["steps"][0]["text"];
        client.post_as(
            &keys[seat - 1],
            &format!("{path}/steps"),
            &json!({ "version": version, "step": step, "key": format!("step {version}") }),
        )
    };
    // Large tables fill the disk; steps are small.
    let mut version = 0;
    let refused = loop {
        let reply = play(version);
        if reply.status != 200 {
            break reply;
        }
        version += 1;
        assert!(version < 10_000, "the disk is never full");
        let _ = client
            .post("/api/tables", &json!({ "game": "chess", "seats": [{ "kind": "person" }, { "kind": "person" }] }));
    };
    assert!(refused.status >= 500, "{}", refused.text());
    let ready = client.get("/readyz");
    assert_eq!(ready.status, 503, "{}", ready.text());
    assert_eq!(play(version).status, refused.status, "still full");
    // Room is made: the same process goes on where it was.
    let room = Command::new("prlimit").args(["--fsize=unlimited", "--pid", &server.child.id().to_string()]).status();
    assert!(room.unwrap().success());
    let began = Instant::now();
    while client.get("/readyz").status != 200 {
        assert!(began.elapsed() < HANGS, "it stays unready");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(play(version).expect(200)["version"], version + 1);
    drop(server);
    let server = Server::start(folder.path());
    assert_eq!(server.client.get(&path).expect(200)["version"], version + 1, "everything acknowledged is there, once");
    let doctor = Command::new(PARLOUR).arg("doctor").arg(folder.path()).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stdout));
}

#[test]
fn a_copy_is_made_while_the_house_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (id, keys) = new_table(server.client, "lasca", &json!({ "kind": "person" }));
    let step = json!({ "version": 0, "step": "9-13", "key": "a" });
    server.client.post_as(&keys[0], &format!("/api/tables/{id}/steps"), &step).expect(200);
    let copy = tempfile::tempdir().unwrap();
    let file = copy.path().join("parlour.db");
    let backup = || Command::new(PARLOUR).arg("backup").arg(&file).arg("--data").arg(folder.path()).output().unwrap();
    assert!(backup().status.success());
    let again = backup();
    assert_eq!(again.status.code(), Some(1), "a file that is there is left alone");
    assert!(String::from_utf8_lossy(&again.stderr).contains("expected the name of a new file"));
    drop(server);
    // Without the secret that its keys are sealed with a copy is refused, in words.
    let stranger = Command::new(PARLOUR)
        .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--data"])
        .arg(copy.path())
        .output()
        .unwrap();
    assert_eq!(stranger.status.code(), Some(1));
    let words = String::from_utf8_lossy(&stranger.stderr).into_owned();
    assert!(words.contains("another secret"), "{words}");
    std::fs::copy(folder.path().join("secret"), copy.path().join("secret")).unwrap();
    let server = Server::start(copy.path());
    let view = server.client.get(&format!("/api/tables/{id}")).expect(200);
    assert_eq!(steps(&view), ["9-13"]);
    let nowhere = tempfile::tempdir().unwrap();
    let none =
        Command::new(PARLOUR).arg("backup").arg(copy.path().join("x")).arg("--data").arg(nowhere.path()).output();
    assert_eq!(none.unwrap().status.code(), Some(1));
}
