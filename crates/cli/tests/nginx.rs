//! Two nodes behind nginx, set up as `docs/self-hosting.md` says, go on while one of them is killed and both are restarted.
//!
//! It needs a PostgreSQL server and nginx: `tests/with-postgres cargo test -p parlour --test nginx`. Without them it says so and
//! ends.

#![cfg(unix)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::{Client, HANGS, Heard, Reply, new_database, try_ask};
use rules::Random;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often each node is restarted.
const RESTARTS: usize = 2;
/// How many steps are played between two restarts.
const STEPS: u64 = 15;

fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap()
}

/// A process; killed when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    /// Asks it to end, and waits until it has.
    fn end(mut self) {
        Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(self.0.wait().unwrap().success());
    }
}

fn node(address: SocketAddr, database: &str, folder: &Path) -> Process {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--no-open", "--proxy=127.0.0.1", "--pace", "0", "--listen", &address.to_string(), "--data"])
        .arg(folder)
        .env("PARLOUR_STORE", database)
        .env("PARLOUR_SECRET", "the same secret for all nodes of this house")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("is open"), "{line}");
    Process(child)
}

/// The program, if it is installed.
fn nginx() -> Option<PathBuf> {
    let found = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].map(PathBuf::from);
    let found = found.into_iter().find(|program| program.exists());
    if found.is_none() {
        eprintln!("skipped: nginx is not installed");
    }
    found
}

/// What the documentation tells nginx about two nodes, with addresses of this test.
fn settings(folder: &Path, front: SocketAddr, nodes: [SocketAddr; 2]) -> String {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/self-hosting.md")).unwrap();
    let block = text.split("```nginx\n").find(|block| block.starts_with("upstream")).unwrap();
    let documented = block.split("```").next().unwrap();
    for known in ["10.0.0.11:7070", "10.0.0.12:7070", "listen 80;"] {
        assert!(documented.contains(known), "the documentation's nginx has no '{known}' any more");
    }
    let ours = documented
        .replace("10.0.0.11:7070", &nodes[0].to_string())
        .replace("10.0.0.12:7070", &nodes[1].to_string())
        .replace("listen 80;", &format!("listen {front};"));
    let folder = folder.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {folder}/{kind};\n"))
        .concat();
    format!(
        "daemon off;\nmaster_process off;\nerror_log {folder}/error.log;\npid {folder}/nginx.pid;\nevents {{}}\n\
        http {{\naccess_log off;\n{temporary}{ours}}}\n"
    )
}

/// Asks through the front, again with the same request until it is answered, as a page does.
fn insist(front: Client, method: &str, path: &str, key: Option<&str>, body: Option<&Value>) -> Reply {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    let body = body.map(Value::to_string).unwrap_or_default();
    let began = Instant::now();
    loop {
        match try_ask(front.0, method, path, &headers, body.as_bytes()) {
            Ok(reply) if reply.status < 500 && reply.status != 429 => return reply,
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
        assert!(began.elapsed() < HANGS, "{path} is never answered");
    }
}

/// Listens through the front from the beginning until `last`, anew whenever the stream ends; tells every version in order.
fn follow(front: Client, path: &str, last: &AtomicU64) -> Vec<u64> {
    let mut heard: Vec<u64> = Vec::new();
    let began = Instant::now();
    while (heard.len() as u64) < last.load(Relaxed) {
        assert!(began.elapsed() < 3 * HANGS, "the streams never bring everything");
        let since = heard.len();
        // Refused while both nodes are away.
        let opened = front.try_listen(&format!("{path}/events?since={since}"), &[]);
        for Heard { id, .. } in opened.into_iter().flatten() {
            heard.extend(id);
            if heard.len() as u64 >= last.load(Relaxed) {
                break;
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    heard
}

#[test]
fn two_nodes_behind_nginx_are_restarted_one_by_one_and_one_is_killed() {
    let (Some(program), Some(database)) = (nginx(), new_database()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (front, addresses) = (free(), [free(), free()]);
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, settings(folder.path(), front, addresses)).unwrap();
    let folders = addresses.map(|address| folder.path().join(address.port().to_string()));
    let start = |nth: usize| node(addresses[nth], &database, &folders[nth]);
    let mut nodes = [Some(start(0)), Some(start(1))];
    let mut proxy = Command::new(program);
    proxy.arg("-e").arg(folder.path().join("error.log")).arg("-p").arg(folder.path()).arg("-c").arg(&file);
    let _proxy = Process(proxy.spawn().unwrap());
    let began = Instant::now();
    while TcpStream::connect(front).is_err() {
        assert!(began.elapsed() < HANGS, "{:?}", std::fs::read_to_string(folder.path().join("error.log")));
        std::thread::sleep(Duration::from_millis(10));
    }
    let front = Client(front);
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let order = json!({ "game": "chunga", "seats": seats, "key": "the one table of this test" });
    let made = insist(front, "POST", "/api/tables", None, Some(&order)).expect(201);
    let path = format!("/api/tables/{}", made["id"].as_str().unwrap());
    let last = AtomicU64::new(u64::MAX);
    std::thread::scope(|scope| {
        let streams: Vec<_> = (0..4).map(|_| scope.spawn(|| follow(front, &path, &last))).collect();
        let mut random = Random::new(1);
        let mut version = 0;
        let mut play = |steps: u64| {
            let until = version + steps;
            while version < until {
                let view = insist(front, "GET", &format!("{path}?version={version}"), None, None).expect(200);
                assert_eq!(view["version"], version, "nothing is missing, nothing was played twice");
                let seat = view["scene"]["status"]["seat"].as_u64().expect("the game is long enough") as usize;
                let legal = view["scene"]["steps"].as_array().unwrap();
                let step = &legal[random.below(legal.len())]["text"];
                let order = json!({ "version": version, "step": step, "key": version.to_string() });
                let key = made["keys"][seat - 1]["token"].as_str();
                insist(front, "POST", &format!("{path}/steps"), key, Some(&order)).expect(200);
                version += 1;
            }
            version
        };
        play(STEPS);
        for nth in (0..2).cycle().take(2 * RESTARTS) {
            nodes[nth].take().unwrap().end();
            play(STEPS);
            nodes[nth] = Some(start(nth));
            play(STEPS);
        }
        drop(nodes[0].take());
        let played = play(STEPS);
        last.store(played, Relaxed);
        // Streams that have heard everything wait for one event more.
        insist(
            front,
            "POST",
            &format!("{path}/actions"),
            made["keys"][0]["token"].as_str(),
            Some(&json!({
                "version": played, "action": "rename", "name": "Ada", "key": "the last request"
            })),
        )
        .expect(200);
        for stream in streams {
            let heard = stream.join().unwrap();
            assert_eq!(heard[..played as usize], (1..=played).collect::<Vec<_>>());
        }
    });
}
