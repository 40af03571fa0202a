//! People who play and people who watch while the house breaks, and what they were told.

use crate::client::{Client, Reply, Wanted};
use rules::Random;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// Games of short turns, and one whose turns have several steps.
const GAMES: [&str; 4] = ["merelles", "lasca", "tigh", "foregammon"];
/// How long a player waits for an answer before asking another node.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long one who watches waits for any sign of life before asking another node.
const SILENCE: Duration = Duration::from_secs(8);
/// Nothing breaks for so long.
const HANGS: Duration = Duration::from_mins(2);
/// How many watch each table.
const WATCHERS: u32 = 2;

/// What all players share.
pub struct House {
    pub nodes: Vec<SocketAddr>,
    pub tables: Mutex<BTreeMap<String, TableSeen>>,
    /// What must not happen, in words.
    pub faults: Mutex<Vec<String>>,
    /// No new requests are made.
    pub closing: AtomicBool,
    clients: AtomicU32,
}

/// A table, as those who were there saw it.
#[derive(Default)]
pub struct TableSeen {
    /// Every request for a step, and what became of it.
    pub requests: Vec<StepRequest>,
    /// Up to which version each of those who watch has heard everything.
    pub heard: Vec<Arc<AtomicU64>>,
}

/// A request for a step.
pub struct StepRequest {
    /// As it is stored.
    pub key: String,
    pub step: String,
    pub answer: StepAnswer,
    /// Why it was refused, and what the table was like then.
    pub words: String,
}

/// What a player was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepAnswer {
    Acknowledged,
    Refused,
    /// No answer has come yet.
    None,
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl House {
    pub fn new(nodes: Vec<SocketAddr>) -> House {
        let (tables, faults) = Default::default();
        House { nodes, tables, faults, closing: AtomicBool::new(false), clients: AtomicU32::new(0) }
    }

    pub fn fault(&self, words: String) {
        eprintln!("FAULT: {words}");
        lock(&self.faults).push(words);
    }

    fn client(&self) -> Client {
        Client::new(self.clients.fetch_add(1, Relaxed))
    }
}

/// Somebody who plays one game after the other: alone against the computer, or for both sides.
pub struct Player {
    house: Arc<House>,
    client: Client,
    random: Random,
    number: u64,
    requests: u64,
}

impl Player {
    pub fn new(house: &Arc<House>, number: u64) -> Player {
        Player { house: house.clone(), client: house.client(), random: Random::new(number), number, requests: 0 }
    }

    pub async fn play(mut self) {
        let mut games = 0;
        while !self.house.closing.load(Relaxed) {
            let game = GAMES[((self.number + games) % GAMES.len() as u64) as usize];
            games += 1;
            let other = if self.number.is_multiple_of(2) {
                json!({ "kind": "computer", "level": 1 })
            } else {
                json!({ "kind": "person" })
            };
            let key = format!("the table {games} of player {}", self.number);
            let order = json!({ "game": game, "seats": [{ "kind": "person" }, other], "key": key });
            let Some(made) = self.ask("/api/tables", None, Some(&order)).await else { return };
            if made.status != 201 {
                return self.house.fault(format!("a table was answered with {}: {}", made.status, made.json()));
            }
            self.finish(&made.json()).await;
        }
    }

    /// Plays a game to its end.
    async fn finish(&mut self, made: &Value) {
        let id = made["id"].as_str().unwrap_or_default().to_string();
        let keys: Vec<&str> =
            made["keys"].as_array().into_iter().flatten().filter_map(|key| key["token"].as_str()).collect();
        let over = Arc::new(AtomicU64::new(u64::MAX));
        self.have_watched(&id, &over);
        let mut seen = 0;
        while !self.house.closing.load(Relaxed) {
            sleep(Duration::from_millis(self.random.below(400) as u64)).await;
            let Some(reply) = self.ask(&format!("/api/tables/{id}?version={seen}"), None, None).await else { return };
            let view = reply.json();
            let version = view["version"].as_u64().unwrap_or(0);
            if reply.status != 200 || version < seen {
                let words = format!("table {id}: {seen} was seen, then {} with version {version}", reply.status);
                return self.house.fault(words);
            }
            seen = version;
            let Some(seat) = view["scene"]["status"]["seat"].as_u64() else {
                return over.store(version, Relaxed);
            };
            let Some(key) = keys.get(seat as usize - 1) else { continue };
            let steps = view["scene"]["steps"].as_array().cloned().unwrap_or_default();
            let step = steps[self.random.below(steps.len())]["text"].clone();
            self.requests += 1;
            let request = format!("{}-{}", self.number, self.requests);
            let nth = {
                let mut tables = lock(&self.house.tables);
                let requests = &mut tables.entry(id.clone()).or_default().requests;
                let (key, step) = (format!("{seat}:{request}"), step.as_str().unwrap_or_default().to_string());
                requests.push(StepRequest { key, step, answer: StepAnswer::None, words: String::new() });
                requests.len() - 1
            };
            let order = json!({ "version": version, "step": step, "key": request });
            let Some(reply) = self.ask(&format!("/api/tables/{id}/steps"), Some(key), Some(&order)).await else {
                return;
            };
            let answer = match reply.status {
                200 => StepAnswer::Acknowledged,
                409 => StepAnswer::Refused,
                other => {
                    return self.house.fault(format!("table {id}: a step was answered with {other}: {}", reply.json()));
                }
            };
            if answer == StepAnswer::Acknowledged {
                seen = seen.max(reply.json()["version"].as_u64().unwrap_or(0));
            }
            if let Some(played) = lock(&self.house.tables).get_mut(&id) {
                played.requests[nth].answer = answer;
                if answer == StepAnswer::Refused {
                    let said = &reply.json()["error"];
                    played.requests[nth].words = format!(
                        "({}: {} asked at {version}, answered at {})",
                        said["code"], said["words"], said["view"]["version"]
                    );
                }
            }
        }
    }

    /// Asks any node, and another one if there is no clear answer, with the same request; none if the house is broken for good.
    async fn ask(&mut self, path: &str, key: Option<&str>, body: Option<&Value>) -> Option<Reply> {
        let began = Instant::now();
        loop {
            let node = self.random.pick(&self.house.nodes);
            match timeout(PATIENCE, self.client.ask(node, &Wanted { path, key, body })).await {
                Ok(Ok(reply)) if reply.status != 429 && reply.status < 500 => return Some(reply),
                _ if began.elapsed() > HANGS => {
                    self.house.fault(format!("{path} was not answered for two minutes"));
                    return None;
                }
                _ => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn have_watched(&self, id: &str, over: &Arc<AtomicU64>) {
        for _ in 0..WATCHERS {
            let heard = Arc::new(AtomicU64::new(0));
            lock(&self.house.tables).entry(id.to_string()).or_default().heard.push(heard.clone());
            let client = self.house.client();
            let random = Random::new(u64::from(self.house.clients.load(Relaxed)));
            tokio::spawn(watch(self.house.clone(), id.to_string(), client, random, heard, over.clone()));
        }
    }
}

/// Listens to a table until it is over, at another node whenever a stream ends or falls silent.
async fn watch(
    house: Arc<House>,
    id: String,
    client: Client,
    mut random: Random,
    heard: Arc<AtomicU64>,
    over: Arc<AtomicU64>,
) {
    while heard.load(Relaxed) < over.load(Relaxed) {
        let node = random.pick(&house.nodes);
        let path = format!("/api/tables/{id}/events?since={}", heard.load(Relaxed));
        let opened = timeout(PATIENCE, client.listen(node, &Wanted { path: &path, ..Wanted::default() })).await;
        if let Ok(Ok(mut stream)) = opened {
            while let Ok(Ok(event)) = timeout(SILENCE, stream.next()).await {
                let Some(version) = event.version else { continue };
                let last = heard.load(Relaxed);
                if version != last + 1 {
                    house.fault(format!("table {id}: a stream told version {version} after {last}"));
                }
                heard.store(version, Relaxed);
                if version >= over.load(Relaxed) {
                    return;
                }
            }
        }
        sleep(Duration::from_millis(300)).await;
    }
}
