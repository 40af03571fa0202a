//! How figures are printed, stored and compared.

use super::measure::{BestMeasurements, Figures};
use crate::setup::Failure;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// The kinds of work, as they are headed and stored.
const KINDS: [(&str, &str); 3] = [("random", "steps/s"), ("perft", "turns/s"), ("search", "nodes/s")];

pub fn write_head(out: &mut impl Write, threads: usize) -> io::Result<()> {
    writeln!(out, "On one thread, in a second of CPU time; behind it how many times as fast {threads} threads are.\n")?;
    write!(out, "{:<34}", "game")?;
    for (kind, unit) in KINDS {
        write!(out, "{:>18}{:>6}", format!("{kind} {unit}"), format!("x{threads}"))?;
    }
    writeln!(out, "{:>10}{:>9}", "listed/s", "depth")
}

/// A line of the table; behind each speed stands how many times as fast it is as before.
pub fn write_row(out: &mut impl Write, name: &str, figures: &Figures, before: Option<&Value>) -> io::Result<()> {
    write!(out, "{name:<34}")?;
    for ((kind, _), pair) in KINDS.into_iter().zip([figures.random, figures.perft, figures.search]) {
        let speed = pair.one.per_cpu_second();
        let ratio = before.and_then(|row| row[kind]["per_second"].as_f64()).map(|before| speed / before);
        let ratio = ratio.map_or(String::new(), |ratio| format!(" ({ratio:.2})"));
        write!(out, "{:>18}{:>6.2}", format!("{}{ratio}", short(speed)), pair.gain())?;
    }
    let listed = figures.random.one.per_cpu_second() * figures.choices;
    writeln!(out, "{:>10}{:>9}", short(listed), figures.depth)
}

/// `13.5M` for thirteen and a half million.
fn short(number: f64) -> String {
    match number {
        1e6.. => format!("{:.1}M", number / 1e6),
        1e3.. => format!("{:.1}k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

pub fn json(game: &str, options: &str, figures: &Figures) -> Value {
    let pair = |pair: &BestMeasurements, unit: &str| {
        let speed = |speed: &super::measure::Speed, per_second: f64| {
            let (wall, cpu) = (speed.spent.wall.as_secs_f64(), speed.spent.cpu.as_secs_f64());
            json!({ unit: speed.units, "seconds": wall, "cpu_seconds": cpu, "per_second": per_second })
        };
        let mut figures = speed(&pair.one, pair.one.per_cpu_second());
        figures["all_threads"] = speed(&pair.all, pair.all.per_second());
        figures
    };
    let mut random = pair(&figures.random, "steps");
    random["choices_a_step"] = figures.choices.into();
    let mut perft = pair(&figures.perft, "count");
    perft["depth"] = figures.depth.into();
    json!({ "game": game, "options": options, "random": random, "perft": perft, "search": pair(&figures.search, "nodes") })
}

/// The rows of a file that was printed by `--json`.
pub fn read_baseline(file: &Path) -> Result<Vec<Value>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|why| Failure::Unclear(format!("{}: {why}", file.display())))?;
    let stored = serde_json::from_str::<Value>(&text).ok();
    let rows = stored.as_ref().and_then(|stored| stored["games"].as_array()).cloned();
    let expected = || Failure::Unclear(format!("{}: expected what parlour bench --json prints", file.display()));
    rows.ok_or_else(expected)
}

/// The row of the same game with the same options.
pub fn find<'a>(rows: &'a [Value], row: &Value) -> Option<&'a Value> {
    rows.iter().find(|old| ["game", "options"].into_iter().all(|key| old[key] == row[key]))
}
