//! How quickly a step is answered when the house is full. It measures and judges nothing:
//!
//! ```text
//! cargo test --release -p cli --test load -- --ignored --nocapture
//! ```
//!
//! `TABLES`, `STREAMS`, `SECONDS` and `PAUSE` (milliseconds between the steps at one table, on average) change
//! the load.

#![cfg(unix)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::{Client, try_ask};
use rules::Random;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const GAMES: [&str; 8] =
    ["merelles", "lasca", "checkers", "chess", "foregammon", "twenty-seven", "bang-o", "kings-men"];

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
#[ignore = "takes half a minute of a whole machine and judges nothing; see above"]
fn a_full_house() {
    let (tables, streams) = (number("TABLES", 200), number("STREAMS", 200));
    let (seconds, pause) = (number("SECONDS", 30), number("PAUSE", 2_000));
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--limit", "off", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let client = Client(line.trim().rsplit("http://").next().unwrap().parse().unwrap());

    // Every second table is played against the computer, the others by two people.
    let ids: Mutex<Vec<String>> = Mutex::default();
    let times: Mutex<Vec<Duration>> = Mutex::default();
    let heard: Mutex<u64> = Mutex::default();
    let until = Instant::now() + Duration::from_secs(seconds);
    std::thread::scope(|watching| {
        std::thread::scope(|playing| {
            for nth in 0..tables {
                let (ids, times) = (&ids, &times);
                playing.spawn(move || {
                    let mut random = Random::new(nth);
                    let mut own = Vec::new();
                    while Instant::now() < until {
                        play(client, nth, pause, until, &mut random, ids, &mut own);
                    }
                    times.lock().unwrap().extend(own);
                });
            }
            while (ids.lock().unwrap().len() as u64) < tables {
                std::thread::sleep(Duration::from_millis(10));
            }
            let watched = ids.lock().unwrap().clone();
            for nth in 0..streams {
                let (id, heard) = (watched[nth as usize % watched.len()].clone(), &heard);
                watching.spawn(move || {
                    let count = client.listen(&format!("/api/tables/{id}/events"), &[]).count();
                    *heard.lock().unwrap() += count as u64;
                });
            }
        });
        // Everybody has stopped playing; closing ends the streams.
        Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
        server.wait().unwrap();
    });

    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    println!(
        "{tables} tables, {streams} streams, {seconds} s: {} steps, {} events heard",
        times.len(),
        heard.into_inner().unwrap()
    );
    println!(
        "a step's answer in ms: median {:.1}, 90% {:.1}, 99% {:.1}, slowest {:.1}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

/// Plays one game at a steady pace and notes how long each answer takes.
fn play(
    client: Client,
    nth: u64,
    pause: u64,
    until: Instant,
    random: &mut Random,
    ids: &Mutex<Vec<String>>,
    times: &mut Vec<Duration>,
) {
    let other =
        if nth.is_multiple_of(2) { json!({ "kind": "computer", "level": 3 }) } else { json!({ "kind": "person" }) };
    let order = json!({ "game": GAMES[nth as usize % GAMES.len()], "seats": [{ "kind": "person" }, other] });
    let made = client.post("/api/tables", &order).expect(201);
    let id = made["id"].as_str().unwrap().to_string();
    ids.lock().unwrap().push(id.clone());
    let path = format!("/api/tables/{id}");
    let mut view: Value = made["view"].clone();
    while Instant::now() < until {
        std::thread::sleep(Duration::from_millis(random.below(2 * pause as usize) as u64));
        let Some(seat) = view["scene"]["status"]["seat"].as_u64() else { return };
        let Some(key) = made["keys"][seat as usize - 1]["token"].as_str() else {
            view = client.get(&path).expect(200);
            continue;
        };
        let steps = view["scene"]["steps"].as_array().unwrap();
        let step = &steps[random.below(steps.len())]["text"];
        let body = json!({ "version": view["version"], "step": step, "key": format!("{}", times.len()) }).to_string();
        let bearer = format!("Bearer {key}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        let began = Instant::now();
        let reply = try_ask(client.0, "POST", &format!("{path}/steps"), &headers, body.as_bytes()).unwrap();
        times.push(began.elapsed());
        view = reply.expect(200);
    }
}
