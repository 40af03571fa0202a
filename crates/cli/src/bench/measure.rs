//! Doing work again and again, and looking at the clock.

use crate::args::BenchWork;
use crate::clock::{Clock, Spent};
use library::threads::share_out;
use library::{AnyGame, AnyPosition, Question, RandomSteps};
use rules::Random;
use search::transposition::TranspositionTable;
use std::sync::Arc;
use std::time::Duration;

/// A random game is cut after so many turns.
const MOST_TURNS: u32 = 1000;
/// A portion of random play has so many steps,
const STEPS: u64 = 20_000;
/// one of perft, made deeper until it is large enough, so many turns,
const TURNS: u64 = 20_000;
/// one of search so many positions.
const NODES: u64 = 5_000;
/// Room for what a search remembers.
const TABLE: usize = 1 << 20;

/// A game to be worked on in portions, each of them the same whenever it is done.
pub struct Portions<'a> {
    game: &'a Arc<dyn AnyGame>,
    start: AnyPosition,
    /// How many turns perft counts.
    depth: u32,
}

/// What was done, and in what time.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Steps, turns or positions.
    pub units: u64,
    pub spent: Spent,
}

impl Speed {
    /// Units in a second of work, which other programs on the machine disturb least.
    pub fn per_cpu_second(&self) -> f64 {
        self.units as f64 / self.spent.cpu.as_secs_f64().max(1e-9)
    }

    /// Units in a second on the wall.
    pub fn per_second(&self) -> f64 {
        self.units as f64 / self.spent.wall.as_secs_f64().max(1e-9)
    }
}

/// The best measurements of one kind of work.
#[derive(Clone, Copy, Debug)]
pub struct BestMeasurements {
    /// On one thread.
    pub one: Speed,
    /// On all threads.
    pub all: Speed,
}

impl BestMeasurements {
    /// How many times as fast all threads are as one.
    pub fn gain(&self) -> f64 {
        self.all.per_second() / self.one.per_cpu_second()
    }
}

/// What was measured of one game.
pub struct Figures {
    pub random: BestMeasurements,
    /// How many legal steps a random step is chosen from.
    pub choices: f64,
    pub perft: BestMeasurements,
    /// How many turns perft counted.
    pub depth: u32,
    pub search: BestMeasurements,
}

impl Figures {
    pub fn measure(mut portions: Portions<'_>, threads: usize, seconds: Duration, rounds: u32) -> Figures {
        // Each turn more takes some five to ten times as long.
        let mut clock = Clock::start();
        portions.deepen(|_| std::mem::replace(&mut clock, Clock::start()).spent().cpu < seconds / 8);
        let portions = &portions;
        let pair = |work| {
            // Warm up caches and branch predictors before measuring.
            portions.once(work);
            let many = |threads| (0..rounds).map(move |_| portions.many(work, threads, seconds));
            let one = many(1).max_by(|a, b| a.per_cpu_second().total_cmp(&b.per_cpu_second()));
            let all = many(threads).max_by(|a, b| a.per_second().total_cmp(&b.per_second()));
            let (one, all) = one.zip(all).expect("there is at least one round");
            BestMeasurements { one, all }
        };
        let random = pair(BenchWork::Random);
        let played = portions.random(&mut Random::new(1));
        Figures {
            random,
            choices: played.choices as f64 / played.steps.max(1) as f64,
            perft: pair(BenchWork::Perft),
            depth: portions.depth,
            search: pair(BenchWork::Search),
        }
    }
}

impl<'a> Portions<'a> {
    /// The portions of a game; perft counts one turn to begin with.
    pub fn of(game: &'a Arc<dyn AnyGame>) -> Portions<'a> {
        Portions { game, start: game.start(), depth: 1 }
    }

    /// One portion that is large enough to be worth counting; how many units it was.
    pub fn alone(mut self, work: BenchWork) -> u64 {
        if work == BenchWork::Perft {
            self.deepen(|turns| turns < TURNS);
        }
        self.once(work)
    }

    /// Counts deeper as long as this is wanted, told how many turns it was. A short game runs out of turns; then
    /// the depth with most of them is it.
    fn deepen(&mut self, mut wanted: impl FnMut(u64) -> bool) {
        let mut most = 0;
        loop {
            let turns = self.perft(1);
            if turns < most {
                self.depth -= 1;
                return;
            }
            if !wanted(turns) {
                return;
            }
            most = turns;
            self.depth += 1;
        }
    }

    /// One portion; how many units it was.
    fn once(&self, work: BenchWork) -> u64 {
        match work {
            BenchWork::Random => self.random(&mut Random::new(1)).steps,
            BenchWork::Perft => self.perft(1),
            BenchWork::Search => self.search(1),
        }
    }

    /// Portions until the time is over.
    fn many(&self, work: BenchWork, threads: usize, seconds: Duration) -> Speed {
        let clock = Clock::start();
        let until_over = |portion: &mut dyn FnMut() -> u64| {
            let mut units = portion();
            while clock.wall() < seconds {
                units += portion();
            }
            units
        };
        let units = match work {
            // Threads share nothing: each plays games of its own.
            BenchWork::Random => {
                let seeds: Vec<u64> = (1..=threads as u64).collect();
                let played = share_out(threads, &seeds, |seed| {
                    let mut random = Random::new(*seed);
                    until_over(&mut || self.random(&mut random).steps)
                });
                played.into_iter().sum()
            }
            BenchWork::Perft => until_over(&mut || self.perft(threads)),
            BenchWork::Search => until_over(&mut || self.search(threads)),
        };
        Speed { units, spent: clock.spent() }
    }

    fn random(&self, random: &mut Random) -> RandomSteps {
        self.game.random_steps(&self.start, random, MOST_TURNS, STEPS)
    }

    fn perft(&self, threads: usize) -> u64 {
        self.game.perft(&self.start, self.depth, threads)
    }

    fn search(&self, threads: usize) -> u64 {
        let never = || false;
        // Small games are searched like the others instead of solved.
        let question = Question { nodes: NODES, threads, tablebases: false, ..Question::without_end(&never) };
        let ideas = self.game.think(&self.start, &[], &TranspositionTable::with_bytes(TABLE), question, &mut |_| ());
        ideas.first().map_or(0, |idea| idea.nodes)
    }
}
