//! `bench`: how fast random play, perft and search are.

mod measure;
mod report;

use crate::args::BenchArgs;
use crate::setup::Failure;
use library::{Entry, LIBRARY, lookup};
use measure::{Figures, Portions};
use rules::Chosen;
use serde_json::{Value, json};
use std::io::Write;

pub fn bench(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entries: Vec<&Entry> = match &args.games[..] {
        [] => LIBRARY.iter().collect(),
        names => names.iter().map(|name| lookup(name)).collect::<Result<_, _>>()?,
    };
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let baseline = args.baseline.as_deref().map(report::read_baseline).transpose()?;
    let mut rows: Vec<Value> = Vec::new();
    if !args.json && args.once.is_none() {
        report::write_head(out, threads)?;
    }
    for entry in entries {
        let mut every = Chosen::every(entry.about);
        every.truncate(if args.all_options { usize::MAX } else { 1 });
        for chosen in every {
            let game = entry.with(&chosen);
            let name = format!("{} {chosen}", entry.about.id);
            let portions = Portions::of(&game);
            if let Some(work) = args.once {
                writeln!(out, "{}: {}", name.trim_end(), portions.alone(work))?;
                continue;
            }
            let figures = Figures::measure(portions, threads, args.seconds, args.rounds);
            let row = report::json(entry.about.id, &chosen.to_string(), &figures);
            if !args.json {
                let before = baseline.as_ref().and_then(|baseline| report::find(baseline, &row));
                report::write_row(out, name.trim_end(), &figures, before)?;
                out.flush()?;
            }
            rows.push(row);
        }
    }
    if args.json {
        writeln!(out, "{}", json!({ "threads": threads, "games": rows }))?;
    }
    Ok(())
}
