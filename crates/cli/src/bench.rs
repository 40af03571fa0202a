//! `bench`: random play and perft, one thread.

use crate::args::Bench;
use crate::setup::Failure;
use library::{AnyGame, LIBRARY, lookup};
use rules::{Chosen, Random};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// A random game is cut after so many turns.
const MOST_TURNS: u32 = 1000;

/// What was measured of one game.
struct Figures {
    games: u64,
    steps: u64,
    choices: u64,
    seconds: f64,
    depth: u32,
    count: u64,
    perft_seconds: f64,
}

pub fn bench(args: &Bench, out: &mut impl Write) -> Result<(), Failure> {
    let entries: Vec<&library::Entry> = match &args.games[..] {
        [] => LIBRARY.iter().collect(),
        names => names.iter().map(|name| lookup(name)).collect::<Result<_, _>>()?,
    };
    let mut rows: Vec<Value> = Vec::new();
    if !args.json {
        let head = ["game", "games/s", "steps/s", "choices/s", "perft", "count", "turns/s"];
        let [game, games, steps, choices, perft, count, turns] = head;
        writeln!(out, "{game:<34}{games:>10}{steps:>12}{choices:>13}{perft:>7}{count:>14}{turns:>14}")?;
    }
    for entry in entries {
        let mut every = Chosen::every(entry.about);
        every.truncate(if args.all_options { usize::MAX } else { 1 });
        for chosen in every {
            let game = entry.with(&chosen);
            let figures = measure(&game, args.seconds);
            if args.json {
                rows.push(json!({ "game": entry.about.id, "options": chosen.to_string(),
                    "random": { "games": figures.games, "steps": figures.steps, "seconds": figures.seconds },
                    "perft": { "depth": figures.depth, "count": figures.count, "seconds": figures.perft_seconds } }));
            } else {
                let name = format!("{} {chosen}", entry.about.id);
                let per_second = |count: u64| count as f64 / figures.seconds;
                writeln!(
                    out,
                    "{name:<34}{:>10.0}{:>12.0}{:>13.0}{:>7}{:>14}{:>14.0}",
                    per_second(figures.games),
                    per_second(figures.steps),
                    per_second(figures.choices),
                    figures.depth,
                    figures.count,
                    figures.count as f64 / figures.perft_seconds
                )?;
                out.flush()?;
            }
        }
    }
    if args.json {
        writeln!(out, "{}", json!({ "games": rows }))?;
    }
    Ok(())
}

fn measure(game: &Arc<dyn AnyGame>, seconds: f64) -> Figures {
    let start = game.start();
    let mut random = Random::new(1);
    let (mut games, mut steps, mut choices) = (0, 0, 0);
    let began = Instant::now();
    while games == 0 || began.elapsed().as_secs_f64() < seconds {
        let played = game.random_game(&start, &mut random, MOST_TURNS, false);
        games += 1;
        steps += played.steps;
        choices += played.choices;
    }
    let seconds_of_play = began.elapsed().as_secs_f64();

    // The deepest count that fits; each depth takes some ten times as long as the one before.
    let (mut depth, mut count, mut perft_seconds) = (0, 1, f64::MIN_POSITIVE);
    while depth < 20 && perft_seconds < seconds / 4.0 {
        let began = Instant::now();
        let deeper = game.perft(&start, depth + 1);
        // A short game runs out of turns.
        if deeper < count {
            break;
        }
        (depth, count, perft_seconds) = (depth + 1, deeper, began.elapsed().as_secs_f64());
    }
    Figures { games, steps, choices, seconds: seconds_of_play, depth, count, perft_seconds }
}
