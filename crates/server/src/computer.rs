//! The computer's turns. They follow from the state of a table, so a crash loses none.

use crate::house::House;
use crate::live::{Happening, Job, Live, lock};
use library::{Computer, Idea, Level, Match};
use rules::Seat;
use serde_json::json;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long the strongest level thinks.
const TIME: Duration = Duration::from_secs(2);
/// No level thinks longer than this; the others are limited by positions long before.
const MOST: Duration = Duration::from_secs(10);
/// How often a stream hears of thoughts.
const EVERY: Duration = Duration::from_millis(200);

/// What a turn needs to know.
struct Turn {
    seat: Seat,
    level: Level,
    moved: u64,
    seed: u64,
    table: String,
    played: Match,
    stop: Arc<AtomicBool>,
    began: Instant,
}

impl House {
    /// If the computer is to move at this table and does not think yet, it begins to.
    pub fn take_up(self: &Arc<House>, live: &Arc<Live>) {
        let state = lock(&live.state);
        let mut job = lock(&live.job);
        let due = state.computer_to_move();
        if let (Some(running), Some(_)) = (&*job, due)
            && running.moved == state.moved
        {
            return;
        }
        if let Some(old) = job.take() {
            old.stop.store(true, Relaxed);
        }
        let Some((seat, level)) = due.filter(|_| live.is_attended(&state)) else { return };
        let (stop, began) = (Arc::new(AtomicBool::new(false)), Instant::now());
        *job = Some(Job { seat, moved: state.moved, since: began, stop: stop.clone() });
        let mut hasher = DefaultHasher::new();
        (&state.table.id, state.version).hash(&mut hasher);
        let turn = Turn {
            seat,
            level,
            moved: state.moved,
            seed: hasher.finish(),
            table: state.table.id.clone(),
            played: state.played.clone(),
            stop,
            began,
        };
        drop((state, job));
        let (house, live) = (self.clone(), live.clone());
        self.runtime.spawn(async move { house.play(live, turn).await });
    }

    async fn play(self: Arc<House>, live: Arc<Live>, turn: Turn) {
        let turn = Arc::new(turn);
        let line = self.think(&live, &turn).await;
        // Whoever watches wants to see that something happens.
        let pause = self.settings.pace.saturating_sub(turn.began.elapsed());
        if !turn.stop.load(Relaxed) {
            tokio::time::sleep(pause).await;
        }
        let house = self.clone();
        let written = tokio::task::spawn_blocking(move || house.write_turn(&live, &turn, &line)).await;
        if let Err(why) = written {
            tracing::error!(%why, "a computer's turn could not be written");
        }
    }

    /// The steps of the turn, or as many of them as have been thought of.
    async fn think(self: &Arc<House>, live: &Arc<Live>, turn: &Arc<Turn>) -> Vec<String> {
        let legal = turn.played.steps();
        if legal.len() <= 1 {
            return legal;
        }
        self.waiting.fetch_add(1, Relaxed);
        let permit = self.thinkers.clone().acquire_owned().await;
        self.waiting.fetch_sub(1, Relaxed);
        let Ok(permit) = permit else { return Vec::new() };
        let (house, live, thinking) = (self.clone(), live.clone(), turn.clone());
        let thought = tokio::task::spawn_blocking(move || {
            let line = house.search(&live, &thinking);
            drop(permit);
            line
        });
        match thought.await {
            Ok(line) if !line.is_empty() => line,
            Ok(_) => legal.into_iter().take(1).collect(),
            Err(why) => {
                // Any step is better than a table that waits for ever.
                tracing::error!(%why, table = turn.table, "a search failed");
                self.count("search_failures");
                legal.into_iter().take(1).collect()
            }
        }
    }

    fn search(&self, live: &Live, turn: &Turn) -> Vec<String> {
        let computer = self.minds.mind(&turn.table, turn.seat, turn.level, turn.seed);
        let (began, most) = (Instant::now(), if turn.level == Level::STRONGEST { TIME } else { MOST });
        // The more wait, the less time there is for each.
        let share = || most / (1 + (self.waiting.load(Relaxed) / self.room_for_thinking()) as u32);
        let stop = || turn.stop.load(Relaxed) || began.elapsed() >= share();
        let mut told = Instant::now();
        computer.choose(&turn.played, &stop, &mut |ideas: &[Idea]| {
            if let (Some(best), true) = (ideas.first(), told.elapsed() >= EVERY) {
                told = Instant::now();
                let thought = json!({ "seat": turn.seat.number(), "depth": best.depth, "nodes": best.nodes,
                    "chance": best.chance, "proved": best.proved, "line": best.turns });
                live.tell(None, "thinking", &thought);
            }
        })
    }

    fn write_turn(self: &Arc<House>, live: &Arc<Live>, turn: &Turn, line: &[String]) {
        let mut state = lock(&live.state);
        // Somebody may have taken back, or the seat may have changed hands meanwhile.
        if state.moved == turn.moved {
            for step in line {
                let body = json!({ "step": step });
                let happening = Happening { kind: "step", seat: Some(turn.seat), key: None, body };
                if let Err(why) = self.happen(live, &mut state, happening) {
                    tracing::warn!(?why, table = turn.table, "a computer's step was not taken");
                    // Whoever reads the table anew lets the computer try again.
                    self.disown(live, &turn.table);
                    return;
                }
            }
        }
        drop(state);
        let mut job = lock(&live.job);
        if job.as_ref().is_some_and(|job| job.moved == turn.moved) {
            *job = None;
        }
        drop(job);
        self.take_up(live);
    }
}

/// Computers that remember what they thought, as many as think at once and a few more.
pub struct Minds {
    most: usize,
    minds: std::sync::Mutex<Vec<(String, Seat, Computer)>>,
}

impl Minds {
    /// Room for so many.
    pub fn new(most: usize) -> Minds {
        Minds { most, minds: std::sync::Mutex::default() }
    }

    /// The computer that has thought at this seat before, or a new one.
    fn mind(&self, table: &str, seat: Seat, level: Level, seed: u64) -> Computer {
        if level != Level::STRONGEST {
            return Computer::new(level, seed);
        }
        let mut minds = lock(&self.minds);
        let known = minds.iter().position(|(known, at, _)| known == table && *at == seat);
        let mind = match known {
            Some(nth) => minds.remove(nth),
            None => (table.to_string(), seat, Computer::new(level, seed)),
        };
        let computer = mind.2.clone();
        minds.push(mind);
        if minds.len() > self.most {
            minds.remove(0);
        }
        computer
    }
}
