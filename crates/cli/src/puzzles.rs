//! `puzzles`: finding positions with one way to win, and proving them again.

use crate::args::PuzzlesCommand;
use crate::setup::Failure;
use library::puzzle::{make, puzzles as stored};
use library::{LIBRARY, choose, lookup};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub fn puzzles(args: &PuzzlesCommand, out: &mut impl Write) -> Result<(), Failure> {
    match args {
        PuzzlesCommand::Make { game, options, count, seed, time } => {
            let entry = lookup(game)?;
            if entry.about.count() != 2 {
                let name = entry.about.name;
                return Err(Failure::No(format!("wins can be proved between two sides only, and {name} is not so")));
            }
            let chosen = choose(entry.about, options.iter().map(String::as_str))?;
            let end = time.map(|seconds| Instant::now() + Duration::from_secs(seconds));
            let made = make(entry, &chosen, *count, *seed, &mut |games, found| {
                if std::io::stderr().is_terminal() {
                    eprint!("\r{found} in {games} games ");
                }
                end.is_none_or(|end| Instant::now() < end)
            });
            for puzzle in made {
                writeln!(out, "{}", puzzle.write())?;
            }
            Ok(())
        }
        PuzzlesCommand::Prove { game } => {
            let entries: Vec<_> = match game {
                Some(game) => vec![lookup(game)?],
                None => LIBRARY.iter().collect(),
            };
            let mut wrong = 0;
            for entry in entries {
                let puzzles = stored(entry);
                for (nth, puzzle) in puzzles.iter().enumerate() {
                    if let Err(why) = puzzle.prove(entry.about.id) {
                        wrong += 1;
                        writeln!(out, "{} {}: {why}", entry.about.id, nth + 1)?;
                    }
                }
                writeln!(out, "{}: {} puzzles", entry.about.id, puzzles.len())?;
            }
            if wrong == 0 { Ok(()) } else { Err(Failure::Said) }
        }
    }
}
