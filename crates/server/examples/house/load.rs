//! How quickly steps are acknowledged, and heard of at the other node.

use crate::Load;
use crate::client::{Client, Wanted};
use crate::database::Database;
use crate::nodes::{Node, Running};
use crate::players::lock;
use rules::Random;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::read_to_string;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::wire::{Change, Scene, View};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

const GAMES: [&str; 8] =
    ["merelles", "lasca", "checkers", "chess", "foregammon", "twenty-seven", "bang-o", "kings-men"];
/// How many tables are set up at the same time.
const SET_UP_AT_ONCE: usize = 8;

/// What all tables share.
struct House {
    nodes: Vec<SocketAddr>,
    pause: Duration,
    /// Turns to the time at which it is measured, from and until.
    measured: watch::Receiver<Option<(Instant, Instant)>>,
    setting_up: Semaphore,
    ready: AtomicUsize,
    times: Mutex<Times>,
    errors: Mutex<HashMap<String, usize>>,
}

#[derive(Default)]
struct Times {
    /// From the request to its answer.
    acknowledged: Vec<Duration>,
    /// From the request to the event on the other player's stream.
    heard: Vec<Duration>,
}

pub async fn run(order: &Load) -> bool {
    let folder = tempfile::tempdir().expect("a folder for the nodes");
    let database = if order.nodes > 0 { Some(Database::new().await) } else { None };
    let nodes: Vec<Node> =
        (0..order.nodes.max(1)).map(|_| Node::new(database.as_ref().map(Database::address), folder.path())).collect();
    let running: Vec<Running> = nodes.iter().map(|node| node.start().expect("a node opens")).collect();
    let (tell, measured) = watch::channel(None);
    let house = Arc::new(House {
        nodes: nodes.iter().map(|node| node.address).collect(),
        pause: Duration::from_millis(order.pause),
        measured,
        setting_up: Semaphore::new(SET_UP_AT_ONCE),
        ready: AtomicUsize::new(0),
        times: Mutex::default(),
        errors: Mutex::default(),
    });
    let tables: Vec<_> = (0..order.tables).map(|number| tokio::spawn(table(house.clone(), number))).collect();
    while house.ready.load(Relaxed) < order.tables as usize {
        sleep(Duration::from_millis(100)).await;
    }
    // Until everybody has found the pace.
    let from = Instant::now() + house.pause + Duration::from_secs(2);
    let until = from + Duration::from_secs(order.seconds);
    tell.send_replace(Some((from, until)));
    sleep_until(from).await;
    let before = Busy::now(&running);
    sleep_until(until).await;
    let busy = Busy::now(&running).since(&before);
    for table in tables {
        let _ = table.await;
    }
    let mut times = std::mem::take(&mut *lock(&house.times));
    println!("{} tables, {} nodes, {} ms between steps, {} s", order.tables, order.nodes, order.pause, order.seconds);
    println!("{:.0} steps a second; {busy}", times.acknowledged.len() as f64 / order.seconds as f64);
    println!("acknowledged after {}", figures(&mut times.acknowledged));
    println!("heard by the other player after {}", figures(&mut times.heard));
    for (error, count) in lock(&house.errors).iter() {
        println!("{count} times: {error}");
    }
    true
}

fn figures(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| {
        times
            .get(((times.len().saturating_sub(1)) as f64 * share) as usize)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
    };
    format!("{:.1} ms at the median, 90 % {:.1}, 99 % {:.1}, slowest {:.1}", at(0.5), at(0.9), at(0.99), at(1.0))
}

/// Plays one game after the other at one table's pace until the end.
async fn table(house: Arc<House>, number: u32) {
    let mut random = Random::new(u64::from(number));
    let (mut games, mut is_ready) = (0, false);
    loop {
        let played = game(&house, number, games, &mut random, &mut is_ready).await;
        games += 1;
        if let Err(why) = played {
            *lock(&house.errors).entry(why.to_string()).or_default() += 1;
            sleep(Duration::from_secs(1)).await;
        }
        let over = house.measured.borrow().is_some_and(|(_, until)| Instant::now() >= until);
        if over {
            return;
        }
    }
}

/// An event, and when which player heard of it.
struct HeardChange {
    seat: usize,
    time: Instant,
    change: Change,
}

/// Plays a game: each player asks his own node, listens there, and plays when his stream says that it is his turn.
async fn game(
    house: &Arc<House>,
    number: u32,
    games: usize,
    random: &mut Random,
    is_ready: &mut bool,
) -> std::io::Result<()> {
    let node = |seat: usize| house.nodes[(seat + number as usize) % house.nodes.len()];
    let mut clients = [Client::new(2 * number), Client::new(2 * number + 1)];
    let permit = house.setting_up.acquire().await;
    let name = GAMES[(number as usize + games) % GAMES.len()];
    let order = json!({ "game": name, "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let made = clients[0].ask(node(0), &Wanted { path: "/api/tables", key: None, body: Some(&order) }).await?;
    let made: Value = made.json();
    let id = made["id"].as_str().ok_or_else(|| std::io::Error::other(format!("no table: {made}")))?.to_string();
    let key = |seat: usize| made["keys"][seat]["token"].as_str().unwrap_or_default();
    let view: View = serde_json::from_value(made["view"].clone()).map_err(std::io::Error::other)?;
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let mut listening = tokio::task::JoinSet::new();
    for (seat, client) in clients.iter().enumerate() {
        let path = format!("/api/tables/{id}/events?since=0");
        let mut stream = client.listen(node(seat), &Wanted { path: &path, key: Some(key(seat)), body: None }).await?;
        let sender = sender.clone();
        listening.spawn(async move {
            while let Ok(heard) = stream.next().await {
                let time = Instant::now();
                let change = heard.version.and_then(|_| serde_json::from_str(&heard.data).ok());
                if change.is_some_and(|change| sender.send(HeardChange { seat, time, change }).is_err()) {
                    return;
                }
            }
        });
    }
    drop((permit, sender));
    if !std::mem::replace(is_ready, true) {
        house.ready.fetch_add(1, Relaxed);
    }
    let (mut scene, mut version): (Scene, u64) = (view.scene, view.version);
    let mut measured = house.measured.clone();
    let (from, until) = measured
        .wait_for(Option::is_some)
        .await
        .ok()
        .and_then(|times| *times)
        .unwrap_or((Instant::now(), Instant::now()));
    let mut next = Instant::now() + house.pause.mul_f64(random.below(1_000) as f64 / 1_000.0);
    let (mut acknowledged, mut heard) = (Vec::new(), Vec::new());
    let mut failed = Ok(());
    while let Some(mover) = scene.glance.status.seat {
        sleep_until(next).await;
        next = Instant::now().max(next + house.pause);
        if Instant::now() >= until {
            break;
        }
        let mover = usize::from(mover) - 1;
        let step = &scene.steps[random.below(scene.steps.len())].text;
        let path = format!("/api/tables/{id}/steps");
        let order = json!({ "version": version, "step": step, "key": version.to_string() });
        let sent = Instant::now();
        let answer =
            clients[mover].ask(node(mover), &Wanted { path: &path, key: Some(key(mover)), body: Some(&order) }).await?;
        let counts = sent >= from;
        if counts {
            acknowledged.push(sent.elapsed());
        }
        if answer.status != 200 {
            failed = Err(std::io::Error::other(format!(
                "a step was answered with {}: {}",
                answer.status,
                answer.json()["error"]["code"]
            )));
            break;
        }
        version += 1;
        // Both hear of it; the other player goes on from what he is told.
        let mut missing = [true; 2];
        while missing.contains(&true) {
            let Some(HeardChange { seat, time, change }) = receiver.recv().await else {
                return Err(std::io::Error::other("a stream ended"));
            };
            if change.version != version {
                continue;
            }
            missing[seat] = false;
            if seat != mover {
                if counts {
                    heard.push(time - sent);
                }
                if let Some(board) = change.board {
                    scene = board.scene;
                }
            }
        }
    }
    let mut times = lock(&house.times);
    times.acknowledged.append(&mut acknowledged);
    times.heard.append(&mut heard);
    failed
}

/// How busy the machine is, and with what, in ticks.
struct Busy {
    all: u64,
    idle: u64,
    nodes: u64,
    players: u64,
}

impl Busy {
    fn now(nodes: &[Running]) -> Busy {
        let stat = read_to_string("/proc/stat").unwrap_or_default();
        let ticks: Vec<u64> =
            stat.lines().next().unwrap_or("").split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let used = |process: String| -> u64 {
            let stat = read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            let after_name = stat.rsplit(')').next().unwrap_or("").split_whitespace();
            after_name.skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum()
        };
        Busy {
            all: ticks.iter().take(8).sum(),
            idle: ticks.iter().skip(3).take(2).sum(),
            nodes: nodes.iter().map(|node| used(node.id().to_string())).sum(),
            players: used("self".to_string()),
        }
    }

    fn since(&self, before: &Busy) -> Busy {
        Busy {
            all: self.all - before.all,
            idle: self.idle - before.idle,
            nodes: self.nodes - before.nodes,
            players: self.players - before.players,
        }
    }
}

impl std::fmt::Display for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |ticks: u64| 100.0 * ticks as f64 / self.all.max(1) as f64;
        let (busy, nodes, players) = (share(self.all - self.idle), share(self.nodes), share(self.players));
        let rest = busy - nodes - players;
        write!(
            f,
            "the machine was {busy:.0} % busy: nodes {nodes:.0}, players {players:.0}, database and others {rest:.0}"
        )
    }
}
