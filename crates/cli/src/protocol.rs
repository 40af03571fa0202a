//! Engine protocols: `uci` for chess and `ugi` for every game. Both read lines, think in the background and
//! answer with a best move; only their words differ.

use crate::args::UgiArgs;
use crate::setup::{self, Failure};
use library::computer::own_turn;
use library::{AnyGame, AnyPosition, Idea, Question, Refusal};
use rules::{Outcome, Status};
use search::transposition::TranspositionTable;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What is kept back of the time given, for the way to the other side and back.
const MARGIN: Duration = Duration::from_millis(8);

/// Which of the two languages is spoken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    Uci,
    Ugi,
}

pub fn uci() -> Result<(), Failure> {
    let game = setup::game("chess", &[])?;
    converse(game, Protocol::Uci)
}

pub fn ugi(args: &UgiArgs) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.options)?;
    converse(game, Protocol::Ugi)
}

/// What is searched, and with what.
#[derive(Clone)]
struct SearchSetup {
    game: Arc<dyn AnyGame>,
    protocol: Protocol,
    table: Arc<TranspositionTable>,
    threads: usize,
    /// How many variations are told (`MultiPV`).
    lines: usize,
    at: AnyPosition,
    /// The positions at the start of each earlier turn.
    past: Vec<AnyPosition>,
}

/// The state of a conversation.
struct Engine {
    setup: SearchSetup,
    thinking: Option<RunningSearch>,
}

/// A search under way.
struct RunningSearch {
    stop: Arc<Stop>,
    thread: JoinHandle<()>,
}

/// Whether the search was told to stop; an infinite search waits for that before it answers.
#[derive(Default)]
struct Stop {
    stopped: AtomicBool,
    bell: Condvar,
    lock: Mutex<()>,
}

impl Stop {
    fn tell(&self) {
        let _held = self.lock.lock();
        self.stopped.store(true, Relaxed);
        self.bell.notify_all();
    }

    fn wait(&self) {
        let mut held = self.lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while !self.stopped.load(Relaxed) {
            held = self.bell.wait(held).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

/// What the words after `go` allow.
#[derive(Clone, Copy, Default)]
struct GoLimits {
    until: Option<Instant>,
    nodes: Option<u64>,
    depth: Option<i32>,
    infinite: bool,
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // If standard output is closed, there is nobody to report that to.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Who this is and what can be set.
fn introduce(done: &str) {
    say(&format!("id name Parlour {}", env!("CARGO_PKG_VERSION")));
    say("id author The Parlour authors");
    say("option name Hash type spin default 16 min 1 max 4096");
    say("option name Threads type spin default 1 min 1 max 64");
    say("option name MultiPV type spin default 1 min 1 max 64");
    say(done);
}

fn converse(game: Arc<dyn AnyGame>, protocol: Protocol) -> Result<(), Failure> {
    let at = game.start();
    let table = Arc::new(TranspositionTable::with_bytes(16 << 20));
    let setup = SearchSetup { game, protocol, table, threads: 1, lines: 1, at, past: Vec::new() };
    let mut engine = Engine { setup, thinking: None };
    let mut stdin = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if stdin.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            break;
        }
        engine.hear(&words);
    }
    engine.stop();
    Ok(())
}

impl Engine {
    fn hear(&mut self, words: &[&str]) {
        match words {
            ["uci"] if self.setup.protocol == Protocol::Uci => introduce("uciok"),
            ["ugi"] if self.setup.protocol == Protocol::Ugi => introduce("ugiok"),
            ["isready"] => say("readyok"),
            ["ucinewgame" | "uginewgame"] => {
                self.stop();
                self.setup.table.clear();
                (self.setup.at, self.setup.past) = (self.setup.game.start(), Vec::new());
            }
            ["setoption", "name", rest @ ..] => self.set_option(rest),
            ["position", rest @ ..] => {
                self.stop();
                if let Err(why) = self.set_position(rest) {
                    say(&format!("info string {why}"));
                }
            }
            ["go", rest @ ..] => self.go(rest),
            ["stop"] => self.stop(),
            ["query", what] if self.setup.protocol == Protocol::Ugi => self.answer(what),
            ["d" | "show"] => say(&format!("info string position {}", self.setup.game.text(&self.setup.at))),
            [] | ["debug" | "ponderhit" | "register", ..] => {}
            _ => say(&format!("info string not understood: {}", setup::quote(&words.join(" ")))),
        }
    }

    fn set_option(&mut self, words: &[&str]) {
        let value = |most: usize| match words {
            [_, "value", number] => number.parse::<usize>().ok().filter(|number| (1..=most).contains(number)),
            _ => None,
        };
        self.stop();
        match (words.first().map(|name| name.to_ascii_lowercase()).as_deref(), value(4096)) {
            (Some("hash"), Some(megabytes)) => {
                self.setup.table = Arc::new(TranspositionTable::with_bytes(megabytes << 20));
            }
            (Some("threads"), Some(threads)) => self.setup.threads = threads.min(64),
            (Some("multipv"), Some(lines)) => self.setup.lines = lines.min(64),
            _ => say("info string expected: setoption name Hash|Threads|MultiPV value NUMBER"),
        }
    }

    /// `startpos` or `fen TEXT`, then `moves` and turns. A position that is refused leaves the old one.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let cut = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(cut);
        let mut at = match place {
            ["startpos"] => self.setup.game.start(),
            ["fen", text @ ..] => self.setup.game.read_position(&text.join(" ")).map_err(|why| why.to_string())?,
            _ => return Err("expected: position startpos|fen TEXT [moves ...]".to_string()),
        };
        let mut past = Vec::new();
        for turn in moves.iter().skip(1) {
            for step in turn.split(',') {
                if let Status::Turn(_) = self.setup.game.status(&at) {
                    past.push(at.clone());
                }
                let played =
                    self.setup.game.play(&at, step).map_err(|refusal: Refusal| format!("{step}: {refusal}"))?;
                at = played.last().map_or(at, |played| played.position.clone());
            }
        }
        (self.setup.at, self.setup.past) = (at, past);
        Ok(())
    }

    fn go(&mut self, words: &[&str]) {
        self.stop();
        let limits = self.limits(words);
        let stop = Arc::new(Stop::default());
        let job = SearchJob { setup: self.setup.clone(), limits, stop: stop.clone() };
        self.thinking = Some(RunningSearch { stop, thread: std::thread::spawn(move || job.run()) });
    }

    /// Reads the words after `go`. Without any, it searches until it is told to stop.
    fn limits(&self, words: &[&str]) -> GoLimits {
        let now = Instant::now();
        let number = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        let mut limits = GoLimits {
            nodes: number("nodes").map(|nodes| nodes.max(1) as u64),
            depth: number("depth").map(|depth| depth.clamp(1, 200) as i32),
            infinite: words.contains(&"infinite"),
            until: None,
        };
        let milliseconds = |count: i64| Duration::from_millis(count.max(1) as u64);
        let seat = self.setup.game.status(&self.setup.at).seat().map_or(0, rules::Seat::index);
        let (time, increment) = [("wtime", "winc"), ("btime", "binc"), ("wtime", "winc"), ("btime", "binc")][seat];
        if let Some(exactly) = number("movetime") {
            limits.until = Some(now + milliseconds(exactly).saturating_sub(MARGIN).max(Duration::from_millis(1)));
        } else if let Some(left) = number(time) {
            let turns = number("movestogo").unwrap_or(30).clamp(1, 40);
            let share = left / turns + number(increment).unwrap_or(0) * 3 / 4;
            let safe = (left - 50).max(1).min(left / 2 + 1);
            limits.until = Some(now + milliseconds(share.min(safe)));
        }
        limits
    }

    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.tell();
            // A search that panicked has said so itself.
            let _ = thinking.thread.join();
        }
    }

    fn answer(&self, what: &str) {
        let status = self.setup.game.status(&self.setup.at);
        let truth = |yes: bool| if yes { "true" } else { "false" }.to_string();
        let answer = match what {
            "gameover" => truth(status.is_over()),
            "p1turn" => truth(status.seat() == Some(rules::Seat::FIRST)),
            "turn" => status.seat().map_or("none".to_string(), |seat| seat.to_string()),
            "result" => match status {
                Status::Over(Outcome::Win(seat), _) => format!("p{seat}win"),
                Status::Over(Outcome::Draw, _) => "draw".to_string(),
                _ => "none".to_string(),
            },
            _ => return say("info string expected: query gameover|p1turn|turn|result"),
        };
        say(&format!("response {answer}"));
    }
}

/// One search from `go` to `bestmove`.
struct SearchJob {
    setup: SearchSetup,
    limits: GoLimits,
    stop: Arc<Stop>,
}

impl SearchJob {
    fn run(self) {
        let began = Instant::now();
        let mut turn: Vec<String> = Vec::new();
        let mut at = self.setup.at.clone();
        // A line that ends inside the turn is thought about again from there.
        while let Some(best) = self.think(&at, began).into_iter().next() {
            let (steps, reached) = own_turn(&self.setup.game, &at, &best.line);
            let complete = steps.is_empty() || !matches!(self.setup.game.status(&reached), Status::Continue(_));
            turn.extend(steps);
            at = reached;
            if complete {
                break;
            }
        }
        if self.limits.infinite {
            self.stop.wait();
        }
        let none = if self.setup.protocol == Protocol::Uci { "0000" } else { "none" };
        let best = if turn.is_empty() { none.to_string() } else { turn.join(",") };
        say(&format!("bestmove {best}"));
    }

    fn think(&self, at: &AnyPosition, began: Instant) -> Vec<Idea> {
        let stop = || self.stop.stopped.load(Relaxed) || self.limits.until.is_some_and(|until| Instant::now() >= until);
        let question = Question {
            depth: self.limits.depth.unwrap_or(200),
            nodes: self.limits.nodes.unwrap_or(u64::MAX),
            lines: self.setup.lines,
            threads: self.setup.threads,
            ..Question::without_end(&stop)
        };
        self.setup.table.new_search();
        self.setup.game.think(at, &self.setup.past, &self.setup.table, question, &mut |ideas| {
            for (nth, idea) in ideas.iter().enumerate() {
                self.inform(nth + 1, idea, began);
            }
        })
    }

    fn inform(&self, nth: usize, idea: &Idea, began: Instant) {
        let elapsed = began.elapsed();
        let score = match idea.proved {
            // A whole move is a turn by each side.
            Some(turns) if self.setup.protocol == Protocol::Uci => {
                format!("mate {}", i32::midpoint(turns, turns.signum()))
            }
            Some(turns) => format!("win {turns}"),
            None => format!("cp {}", idea.value),
        };
        let line =
            if self.setup.protocol == Protocol::Uci { idea.line.join(" ") } else { self.whole_turns(&idea.line) };
        let per_second = idea.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        say(&format!(
            "info depth {} multipv {nth} score {score} nodes {} nps {per_second:.0} time {} pv {line}",
            idea.depth,
            idea.nodes,
            elapsed.as_millis(),
        ));
    }

    /// A line with the steps of each turn joined by commas.
    fn whole_turns(&self, line: &[String]) -> String {
        let mut at = self.setup.at.clone();
        let mut text = String::new();
        for step in line {
            let inside = matches!(self.setup.game.status(&at), Status::Continue(_)) && !text.is_empty();
            text.push_str(if text.is_empty() {
                ""
            } else if inside {
                ","
            } else {
                " "
            });
            text.push_str(step);
            match self.setup.game.play(&at, step) {
                Ok(played) => at = played.last().map_or(at, |played| played.position.clone()),
                Err(_) => break,
            }
        }
        text
    }
}
