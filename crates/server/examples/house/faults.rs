//! What breaks, and when.

use crate::Faults;
use crate::check::{self, Breaks};
use crate::database::{Database, Wire};
use crate::nodes::{Node, Running};
use crate::players::{House, Player, lock};
use rules::Random;
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::{Instant, sleep};

/// How long the one that listens for changes hears nothing.
const DEAF: Duration = Duration::from_secs(30);

/// The house and everything that can break.
struct Broken {
    nodes: Vec<Node>,
    wires: Vec<Wire>,
    running: Vec<Mutex<Option<Running>>>,
    /// How many nodes are killed or paused just now.
    away: AtomicUsize,
    database: Database,
    breaks: Mutex<Breaks>,
    counts: Mutex<BTreeMap<&'static str, u32>>,
}

pub async fn run(order: &Faults) -> bool {
    let folder = tempfile::tempdir().expect("a folder for the nodes");
    let database = Database::new().await;
    let mut wires = Vec::new();
    for _ in 0..order.nodes {
        wires.push(Wire::to(&database).await);
    }
    let nodes: Vec<Node> =
        wires.iter().map(|wire| Node::new(Some(database.address_over(wire)), folder.path())).collect();
    let house = Arc::new(House::new(nodes.iter().map(|node| node.address).collect()));
    let broken = Arc::new(Broken {
        running: nodes.iter().map(|_| Mutex::default()).collect(),
        nodes,
        wires,
        away: AtomicUsize::new(0),
        database,
        breaks: Mutex::default(),
        counts: Mutex::default(),
    });
    for nth in 0..order.nodes {
        broken.start(nth).await;
    }
    let players: Vec<_> =
        (0..u64::from(order.tables)).map(|number| tokio::spawn(Player::new(&house, number).play())).collect();
    broken.clone().break_things(Duration::from_secs(order.seconds), Random::new(order.seed)).await;
    println!("{} s of {:?}", order.seconds, lock(&broken.counts));
    house.closing.store(true, Relaxed);
    for player in players {
        if let Err(why) = player.await {
            house.fault(format!("a player stopped: {why}"));
        }
    }
    let breaks = std::mem::take(&mut *lock(&broken.breaks));
    let findings = check::everything(&house, broken.database.address(), breaks).await;
    println!("{findings}");
    let faults = lock(&house.faults);
    if !faults.is_empty() {
        let kept = folder.keep();
        println!("{} FAULTS; the nodes' logs are in {}", faults.len(), kept.display());
    }
    faults.is_empty()
}

impl Broken {
    /// Breaks one thing after the other, often several at once, but never the last node.
    async fn break_things(self: Arc<Broken>, time: Duration, mut random: Random) {
        let (until, mut deaf_at) = (Instant::now() + time, Instant::now() + Duration::from_secs(3));
        let mut under_way = Vec::new();
        let mut first = [0, 4, 7, 8, 9].into_iter();
        while Instant::now() < until {
            sleep(Duration::from_millis(500 + random.below(2_500) as u64)).await;
            let nth = random.below(self.nodes.len());
            if Instant::now() >= deaf_at {
                deaf_at += 2 * DEAF;
                under_way.push(tokio::spawn(self.clone().deafen(nth)));
            }
            let length = Duration::from_millis(200 + random.below(3_000) as u64);
            // Each kind once, however short the time is; then as chance has it.
            let kind = first.next().unwrap_or_else(|| random.below(10));
            match kind {
                0..=3 => under_way.push(tokio::spawn(self.clone().kill(nth, length))),
                // Longer than the lease of a turn, so that it is taken over and its first owner comes back.
                4..=6 => under_way.push(tokio::spawn(self.clone().pause(nth, 3 * length))),
                7 => {
                    self.count("connections ended by the database");
                    self.database.terminate(0.7).await;
                }
                8 => {
                    self.count("connections cut");
                    self.wires[nth].cut.send_modify(|cut| *cut += 1);
                }
                _ => self.clone().restart_database(random.below(2) == 0).await,
            }
        }
        for fault in under_way {
            let _ = fault.await;
        }
    }

    fn count(&self, what: &'static str) {
        *lock(&self.counts).entry(what).or_default() += 1;
    }

    /// Takes a node out, if it is not the last one and nobody has it.
    fn take(&self, nth: usize) -> Option<Running> {
        if self.away.fetch_add(1, Relaxed) + 1 >= self.nodes.len() {
            self.away.fetch_sub(1, Relaxed);
            return None;
        }
        let taken = lock(&self.running[nth]).take();
        if taken.is_none() {
            self.away.fetch_sub(1, Relaxed);
        }
        taken
    }

    async fn kill(self: Arc<Broken>, nth: usize, length: Duration) {
        let Some(node) = self.take(nth) else { return };
        self.count("kill -9");
        node.signal(Signal::KILL);
        lock(&self.breaks).nodes.push(now());
        let _ = tokio::task::spawn_blocking(move || drop(node)).await;
        sleep(length).await;
        self.start(nth).await;
        self.away.fetch_sub(1, Relaxed);
    }

    async fn pause(self: Arc<Broken>, nth: usize, length: Duration) {
        let Some(mut node) = self.take(nth) else { return };
        self.count("pauses");
        node.signal(Signal::STOP);
        lock(&self.breaks).nodes.push(now());
        sleep(length).await;
        node.signal(Signal::CONT);
        if node.is_alive() {
            *lock(&self.running[nth]) = Some(node);
        } else {
            self.start(nth).await;
        }
        self.away.fetch_sub(1, Relaxed);
    }

    async fn deafen(self: Arc<Broken>, nth: usize) {
        let wire = &self.wires[nth];
        wire.is_deaf.store(true, Relaxed);
        sleep(DEAF).await;
        wire.is_deaf.store(false, Relaxed);
        // A wire over which nobody listened was not cut.
        if wire.held.swap(0, Relaxed) > 0 {
            self.count("listeners deaf for 30 s");
        }
    }

    async fn restart_database(self: Arc<Broken>, at_once: bool) {
        self.count(if at_once { "database crashes" } else { "database restarts" });
        let began = now();
        let broken = self.clone();
        let _ = tokio::task::spawn_blocking(move || broken.database.restart(at_once)).await;
        lock(&self.breaks).database.push((began, now()));
    }

    /// Starts a node, again and again if the database is away.
    async fn start(self: &Arc<Broken>, nth: usize) {
        loop {
            let broken = self.clone();
            let started = tokio::task::spawn_blocking(move || broken.nodes[nth].start()).await;
            if let Ok(Some(node)) = started {
                *lock(&self.running[nth]) = Some(node);
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Milliseconds since 1970, as events are stamped.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
