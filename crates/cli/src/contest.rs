//! `match`: engine against engine, many games, both sides. This is how strength is measured here.

use crate::args::ContestArgs;
use crate::outside::Outside;
use crate::setup::{self, Failure};
use library::computer::choose;
use library::{AnyGame, Level, Match, Question, Record, Strength};
use rules::{Outcome, Random, Seat, Status};
use search::transposition::TranspositionTable;
use search::{Technique, Techniques};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Who plays, as it is typed: `5`, `time:0.02`, `nodes:1000`, `strength:300`, `greedy`, `random`, `uci:COMMAND`,
/// `ugi:COMMAND`; our own search also `... without null-move,killers`.
#[derive(Clone, Debug, PartialEq)]
pub enum Contestant {
    /// A level; the strongest thinks a tenth of a second unless it is said otherwise.
    Level(Level),
    /// All we have, for so long a turn.
    Time(Duration),
    /// All we have, for so many positions a turn.
    Nodes(u64),
    /// A weakened search: a strength from 0 to 1000; each game's levels are points on this scale.
    Strength(Strength),
    /// The best turn by the evaluation, one turn ahead.
    Greedy,
    /// Any step.
    Random,
    /// One of the above whose search does without some techniques, to measure what they are worth.
    Without(Box<Contestant>, Vec<Technique>),
    /// Another program, spoken to in UCI or UGI.
    Outside {
        /// The command that starts it, with its arguments.
        command: String,
        /// Whether it speaks UCI.
        uci: bool,
    },
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let expected = "expected a level 1-8, time:SECONDS, nodes:NUMBER, strength:0-1000, greedy, random, uci:COMMAND \
                        or ugi:COMMAND";
        if let Some((player, techniques)) = text.split_once(" without ") {
            let techniques = techniques.split(',').map(|name| name.trim().parse()).collect::<Result<_, String>>()?;
            return Ok(Contestant::Without(Box::new(player.trim().parse()?), techniques));
        }
        let outside = |command: &str, uci| Contestant::Outside { command: command.to_string(), uci };
        let player = match text.split_once(':') {
            None if text == "greedy" => Some(Contestant::Greedy),
            None if text == "random" => Some(Contestant::Random),
            None => text.parse().ok().and_then(Level::new).map(Contestant::Level),
            Some(("time", seconds)) => {
                let seconds = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                seconds.map(Contestant::Time)
            }
            Some(("nodes", nodes)) => nodes.parse().ok().filter(|nodes| *nodes > 0).map(Contestant::Nodes),
            Some(("strength", strength)) => strength.parse().ok().and_then(Strength::new).map(Contestant::Strength),
            Some(("uci", command)) => Some(outside(command, true)),
            Some(("ugi", command)) => Some(outside(command, false)),
            Some(_) => None,
        };
        player.ok_or_else(|| expected.to_string())
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Level(level) => write!(f, "level {}", level.number()),
            Contestant::Time(time) => write!(f, "time:{}", time.as_secs_f64()),
            Contestant::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Contestant::Strength(strength) => write!(f, "strength:{}", strength.number()),
            Contestant::Greedy => f.write_str("greedy"),
            Contestant::Random => f.write_str("random"),
            Contestant::Without(player, techniques) => {
                let names: Vec<&str> = techniques.iter().map(|technique| technique.name()).collect();
                write!(f, "{player} without {}", names.join(","))
            }
            Contestant::Outside { command, .. } => f.write_str(command),
        }
    }
}

/// A player with what its search needs.
enum Thinker {
    Own { player: Contestant, table: TranspositionTable, seed: u64 },
    Dice(Random),
    Outside(Box<Outside>),
}

impl Thinker {
    fn start(
        player: &Contestant,
        game: &Arc<dyn AnyGame>,
        contest: &ContestArgs,
        seed: u64,
    ) -> Result<Thinker, Failure> {
        Ok(match player {
            Contestant::Random => Thinker::Dice(Random::new(seed)),
            Contestant::Outside { command, uci } => {
                Thinker::Outside(Box::new(Outside::start(command, *uci, game, contest)?))
            }
            _ => {
                Thinker::Own { player: player.clone(), table: TranspositionTable::with_bytes(contest.hash << 20), seed }
            }
        })
    }

    /// Plays a whole turn; a line that ends inside it is thought about again from there.
    fn play(&mut self, played: &mut Match, contest: &ContestArgs) -> Result<(), Failure> {
        loop {
            for steps in self.choose(played, contest)? {
                played.play(&steps).map_err(|refusal| Failure::No(format!("an engine played {steps}: {refusal}")))?;
            }
            if !matches!(played.status(), Status::Continue(_)) {
                return Ok(());
            }
        }
    }

    /// The steps of a turn, or as many as are known yet: at least one.
    fn choose(&mut self, played: &Match, contest: &ContestArgs) -> Result<Vec<String>, Failure> {
        let steps = match self {
            Thinker::Outside(outside) => vec![outside.choose(played).map_err(Failure::No)?],
            Thinker::Dice(random) => {
                let steps = played.steps();
                vec![steps[random.below(steps.len())].clone()]
            }
            Thinker::Own { player, table, seed } => {
                let (player, techniques) = match player {
                    Contestant::Without(player, techniques) => {
                        (&**player, techniques.iter().fold(Techniques::ALL, |all, technique| all.without(*technique)))
                    }
                    player => (&*player, Techniques::ALL),
                };
                let time = match player {
                    Contestant::Time(time) => Some(*time),
                    Contestant::Level(level) if *level == Level::STRONGEST => {
                        Some(contest.time.unwrap_or(Duration::from_millis(100)))
                    }
                    _ => None,
                };
                let until = time.map(|time| Instant::now() + time);
                let stop = || until.is_some_and(|until| Instant::now() >= until);
                let question = match player {
                    Contestant::Level(level) => level.question(&**played.game(), *seed, &stop),
                    Contestant::Strength(strength) => Question::of(*strength, *seed, &stop),
                    Contestant::Nodes(nodes) => Question { nodes: *nodes, ..Question::to_win(&stop) },
                    Contestant::Greedy => Question::at_a_glance(&stop),
                    _ => Question::to_win(&stop),
                };
                let threads = if time.is_some() { contest.threads } else { 1 };
                choose(played, table, Question { threads, techniques, ..question }, &mut |_| ())
            }
        };
        if steps.is_empty() { Err(Failure::No("an engine found no step".to_string())) } else { Ok(steps) }
    }
}

/// How the games came out, for the first player.
#[derive(Default)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    ends: BTreeMap<String, u32>,
    records: Vec<(u32, String)>,
}

pub fn contest(args: &ContestArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.options)?;
    if game.about().count() == 1 {
        return Err(Failure::Unclear(format!("{} is played alone; a match needs two", game.about().name)));
    }
    let score = Mutex::new(Score::default());
    let trouble: Mutex<Option<Failure>> = Mutex::new(None);
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.at_once.max(1) {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Relaxed);
                    if nth >= args.games || held(&trouble).is_some() {
                        return;
                    }
                    match one_game(args, &game, nth) {
                        Ok((played, ours)) => enter(&mut held(&score), args, nth, &played, ours),
                        Err(failure) => *held(&trouble) = Some(failure),
                    }
                }
            });
        }
    });
    if let Some(failure) = held(&trouble).take() {
        return Err(failure);
    }
    let mut score = held(&score);
    if let Some(file) = &args.save {
        score.records.sort_by_key(|(nth, _)| *nth);
        let records: Vec<&str> = score.records.iter().map(|(_, record)| record.as_str()).collect();
        std::fs::write(file, records.join("\n"))?;
    }
    print(args, &game, &score, out)
}

fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// One game; tells where the first player sat. Every opening is played from each seat in turn.
fn one_game(args: &ContestArgs, game: &Arc<dyn AnyGame>, nth: u32) -> Result<(Match, Seat), Failure> {
    let seats = game.about().count();
    let opening = u64::from(nth) / seats as u64;
    let ours = Seat::new(nth as usize % seats);
    let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(nth));
    let mut engines: Vec<Thinker> = Seat::all(seats)
        .map(|seat| if seat == ours { &args.first } else { &args.second })
        .zip(0..)
        .map(|(player, place)| Thinker::start(player, game, args, seed.wrapping_mul(31).wrapping_add(place)))
        .collect::<Result<_, _>>()?;
    let mut played = open(game, args, opening);
    while let Some(seat) = played.status().seat() {
        engines[seat.index()].play(&mut played, args)?;
    }
    Ok((played, ours))
}

/// A match with its first turns played at random; openings that are over at once are not taken.
fn open(game: &Arc<dyn AnyGame>, args: &ContestArgs, opening: u64) -> Match {
    for attempt in 0.. {
        let mut random =
            Random::new(args.seed.wrapping_add(opening.wrapping_mul(7_919)).wrapping_add(attempt * 104_729));
        let mut played = Match::new(game.clone());
        let mut turns = 0;
        while !played.status().is_over() {
            if let Status::Turn(_) = played.status() {
                if turns == args.opening {
                    return played;
                }
                turns += 1;
            }
            let steps = played.steps();
            if played.play(&steps[random.below(steps.len())]).is_err() {
                break;
            }
        }
        if attempt > 100 {
            break;
        }
    }
    Match::new(game.clone())
}

fn enter(score: &mut Score, args: &ContestArgs, nth: u32, played: &Match, ours: Seat) {
    let Status::Over(outcome, clause) = played.status() else { return };
    let end = match outcome {
        Outcome::Win(seat) if seat == ours => {
            score.wins += 1;
            "first wins"
        }
        Outcome::Win(_) => {
            score.losses += 1;
            "second wins"
        }
        Outcome::Draw => {
            score.draws += 1;
            "drawn"
        }
    };
    *score.ends.entry(format!("{end}, clause {clause}")).or_default() += 1;
    if args.save.is_some() {
        let mut record = Record::of(played.clone());
        for (seat, name) in Seat::all(record.names.len()).zip(&mut record.names) {
            *name = Some(if seat == ours { args.first.to_string() } else { args.second.to_string() });
        }
        score.records.push((nth, record.to_string()));
    }
}

/// The share of points with draws as half, and its error: nineteen times of twenty the truth is no further away.
pub fn share(wins: u32, draws: u32, losses: u32) -> String {
    let games = f64::from((wins + draws + losses).max(1));
    let share = (f64::from(wins) + f64::from(draws) / 2.0) / games;
    let square = (f64::from(wins) + f64::from(draws) / 4.0) / games - share * share;
    let error = 1.96 * (square.max(0.0) / games).sqrt();
    format!("{:.1} % (+-{:.1})", 100.0 * share, 100.0 * error)
}

fn print(args: &ContestArgs, game: &Arc<dyn AnyGame>, score: &Score, out: &mut impl Write) -> Result<(), Failure> {
    let Score { wins, draws, losses, .. } = *score;
    let options = game.chosen().to_string();
    let name = [game.about().id, &options].join(" ");
    writeln!(out, "{}: {} against {}", name.trim_end(), args.first, args.second)?;
    writeln!(out, "{wins} won, {draws} drawn, {losses} lost: {}", share(wins, draws, losses))?;
    for (end, count) in &score.ends {
        writeln!(out, "{count:>7}  {end}")?;
    }
    Ok(())
}
