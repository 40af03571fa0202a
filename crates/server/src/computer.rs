//! The computer's turns. They follow from the state of a table, so a crash loses none.

use crate::answers::ApiError;
use crate::house::House;
use crate::live::{Live, ThinkingJob, flags, lock};
use crate::scheduler::{Priority, SearchSlot, SearchTask};
use library::{Computer, Idea, Level, Match};
use rules::Seat;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use table::{Command, wire};

/// How long the strongest level thinks.
const TIME: Duration = Duration::from_secs(2);
/// No level thinks longer than this; the others are limited by positions long before.
const MOST: Duration = Duration::from_secs(10);
/// For how long a turn is reserved for this node while it thinks; renewed until it is done.
const LEASE: Duration = Duration::from_secs(5);
/// How long to wait before asking again for a turn that another node has.
const LEASE_AGAIN: Duration = Duration::from_secs(1);
/// How often a stream hears of thoughts.
const EVERY: Duration = Duration::from_millis(200);

/// What a turn needs to know.
struct ComputerTurn {
    seat: Seat,
    level: Level,
    moved: u64,
    seed: u64,
    table: String,
    played: Match,
    stop: Arc<AtomicBool>,
    began: Instant,
    task: SearchTask,
    /// Whether a person waits for it: what computers owe each other is thought about only where somebody watches.
    owed: bool,
}

impl House {
    /// If the computer is to move at this table and does not think yet, its turn joins the queue.
    pub fn schedule_turn(self: &Arc<House>, live: &Arc<Live>) {
        if let Some(turn) = self.begin_turn(live) {
            let (house, live) = (self.clone(), live.clone());
            self.runtime.spawn(async move { house.play(live, turn).await });
        }
    }

    /// Plays a turn that the computer owes since the house last closed or fell, when nothing else is to do.
    pub async fn resume(self: &Arc<House>, id: String) {
        // The table is not even read before it is its time.
        drop(self.scheduler.acquire(SearchTask::new(Priority::Nobody, Level::STRONGEST.number(), None)).await);
        let begun = self.wait(move |house| {
            let live = house.table(&id).inspect_err(|_| {
                // Perhaps an event of a newer version: a node that can read it should not have to wait for this one.
                let _ = house.store.lease(&id, true, Duration::ZERO);
            })?;
            Ok(house.begin_turn(&live).map(|turn| (live, turn)))
        });
        match begun.await {
            Ok(Some((live, turn))) => self.clone().play(live, turn).await,
            Ok(None) => {}
            Err(why) => tracing::error!(?why, "a table at which the computer is to move could not be read"),
        }
    }

    fn begin_turn(&self, live: &Live) -> Option<ComputerTurn> {
        let table = lock(&live.table);
        let mut job = lock(&live.job);
        let due = table.computer_to_move();
        if let (Some(running), Some(_)) = (&*job, due)
            && running.moved == table.moved()
        {
            self.scheduler.raise(&running.task, live.priority());
            return None;
        }
        if let Some(old) = job.take() {
            old.stop.store(true, Relaxed);
        }
        let (seat, level) = due.filter(|_| live.is_attended(&table))?;
        let (stop, began) = (Arc::new(AtomicBool::new(false)), Instant::now());
        let task = SearchTask::new(live.priority(), level.number(), live.client());
        *job = Some(ThinkingJob { seat, moved: table.moved(), since: began, stop: stop.clone(), task: task.clone() });
        let mut hasher = DefaultHasher::new();
        (table.id(), table.version()).hash(&mut hasher);
        Some(ComputerTurn {
            seat,
            level,
            moved: table.moved(),
            seed: hasher.finish(),
            table: table.id().to_string(),
            played: table.played().clone(),
            stop,
            began,
            task,
            owed: flags(&table).owing,
        })
    }

    async fn play(self: Arc<House>, live: Arc<Live>, turn: ComputerTurn) {
        let turn = Arc::new(turn);
        if !self.lease(&live, &turn).await {
            return;
        }
        let renewing = async {
            loop {
                tokio::time::sleep(LEASE / 2).await;
                let _ = self.reserve(&turn).await;
            }
        };
        let line = tokio::select! {
            line = self.think(&live, &turn) => line,
            () = renewing => unreachable!("it goes on until it is dropped"),
        };
        // No answer is shown sooner than the configured pace, so that people can follow.
        let pause = self.settings.pace.saturating_sub(turn.began.elapsed());
        if !turn.stop.load(Relaxed) && turn.task.priority() != Priority::Nobody {
            tokio::time::sleep(pause).await;
        }
        let house = self.clone();
        let written = tokio::task::spawn_blocking(move || house.write_turn(&live, &turn, &line)).await;
        if let Err(why) = written {
            tracing::error!(%why, "a computer's turn could not be written");
        }
    }

    /// Waits until no other node thinks about this turn; tells whether it is still to be thought about.
    async fn lease(self: &Arc<House>, live: &Arc<Live>, turn: &Arc<ComputerTurn>) -> bool {
        loop {
            if let Ok(true) = self.reserve(turn).await {
                return true;
            }
            if lock(&live.job).as_ref().is_none_or(|job| job.moved != turn.moved) || turn.stop.load(Relaxed) {
                return false;
            }
            tokio::time::sleep(LEASE_AGAIN).await;
        }
    }

    /// Reserves the turn for this node for a while, if no other node has; again if it is this node's already.
    async fn reserve(self: &Arc<House>, turn: &ComputerTurn) -> Result<bool, ApiError> {
        let (id, owed) = (turn.table.clone(), turn.owed);
        self.wait(move |house| {
            let reserved = house.store.lease(&id, owed, LEASE)?;
            house.count(if reserved { "leases_granted" } else { "leases_refused" });
            Ok(reserved)
        })
        .await
    }

    /// The steps of the turn, or as many of them as the best line holds.
    async fn think(self: &Arc<House>, live: &Arc<Live>, turn: &Arc<ComputerTurn>) -> Vec<String> {
        let legal = turn.played.steps();
        if legal.len() <= 1 {
            return legal;
        }
        loop {
            let slot = self.scheduler.acquire(turn.task.clone()).await;
            let (house, live, thinking) = (self.clone(), live.clone(), turn.clone());
            let thought = tokio::task::spawn_blocking(move || house.search(&live, &thinking, &slot));
            return match thought.await {
                // The search was interrupted for a task of higher priority; it goes back into the queue.
                Ok(ThinkingResult::Yielded) => continue,
                Ok(ThinkingResult::Line(line)) if !line.is_empty() => line,
                Ok(ThinkingResult::Line(_)) => legal.into_iter().take(1).collect(),
                Err(why) => {
                    // The search failed: the first legal step is played, so that the table does not wait for ever.
                    tracing::error!(%why, table = turn.table, "a search failed");
                    self.count("search_failures");
                    legal.into_iter().take(1).collect()
                }
            };
        }
    }

    fn search(&self, live: &Live, turn: &ComputerTurn, slot: &SearchSlot) -> ThinkingResult {
        let computer = self.minds.mind(&turn.table, turn.seat, turn.level, turn.seed);
        let (began, most) = (Instant::now(), if turn.level == Level::STRONGEST { TIME } else { MOST });
        // The more wait, the less time there is for each.
        let stop = || turn.stop.load(Relaxed) || slot.should_yield() || began.elapsed() >= most / slot.crowd();
        let mut last_sent = Instant::now();
        let line = computer.choose(&turn.played, &stop, &mut |ideas: &[Idea]| {
            if let (Some(best), true) = (ideas.first(), last_sent.elapsed() >= EVERY) {
                last_sent = Instant::now();
                let thought = wire::Thought {
                    seat: turn.seat.number(),
                    depth: best.depth,
                    nodes: best.nodes,
                    chance: best.chance,
                    proved: best.proved,
                    line: best.turns.clone(),
                };
                live.send("thinking", &thought);
            }
        });
        if slot.should_yield() && !turn.stop.load(Relaxed) {
            ThinkingResult::Yielded
        } else {
            ThinkingResult::Line(line)
        }
    }

    fn write_turn(self: &Arc<House>, live: &Arc<Live>, turn: &ComputerTurn, line: &[String]) {
        let mut table = lock(&live.table);
        // Somebody may have taken back, or the seat may have changed hands meanwhile.
        if table.moved() == turn.moved {
            for step in line {
                let command = Command::Step { step: step.clone() };
                if let Err(why) = self.commit(live, &mut table, turn.seat, None, &command) {
                    if !why.is_stale() {
                        tracing::warn!(?why, table = turn.table, "a computer's step was not taken");
                        // The table is dropped from memory; when it is read again, its turn is scheduled again.
                        self.evict(live, &turn.table);
                        return;
                    }
                    // Another node has stored a step first: the turn is over, or what is left of it is searched again.
                    break;
                }
            }
        }
        drop(table);
        let mut job = lock(&live.job);
        if job.as_ref().is_some_and(|job| job.moved == turn.moved) {
            *job = None;
        }
        drop(job);
        self.schedule_turn(live);
    }
}

/// What came of thinking.
enum ThinkingResult {
    /// The steps of the turn, as many as were found.
    Line(Vec<String>),
    /// It was interrupted for a task of higher priority.
    Yielded,
}

/// Computers with their transposition tables: as many as search at once, and a few more.
pub struct Minds {
    most: usize,
    minds: std::sync::Mutex<Vec<(String, Seat, Computer)>>,
}

impl Minds {
    /// Room for so many.
    pub fn new(most: usize) -> Minds {
        Minds { most, minds: std::sync::Mutex::default() }
    }

    /// The computer that has searched for this seat before, or a new one.
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
