//! `analyse` and `hint`: what the computer makes of a position.

use crate::args::{AnalyseArgs, HintArgs};
use crate::draw::draw;
use crate::setup::{self, Failure};
use library::computer::think;
use library::hint::worth;
use library::{Match, Question};
use search::transposition::TranspositionTable;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub fn analyse(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.setup.game, &args.setup.place.options)?;
    let played = setup::started(&game, &args.setup.place)?;
    let Some(seat) = played.status().seat() else {
        return Ok(writeln!(out, "{}", crate::look::ending(&game, played.position(), played.status()))?);
    };
    write!(out, "{}", draw(&played, played.position()))?;
    writeln!(out, "\n{}", game.prompt(played.position()))?;
    out.flush()?;
    let time = seconds(args.time)?;
    let table = TranspositionTable::with_bytes(64 << 20);
    let until = Instant::now() + time;
    let stop = || Instant::now() >= until;
    let question = Question { lines: args.lines, threads: args.threads, ..Question::without_end(&stop) };
    let live = std::io::stderr().is_terminal();
    let began = Instant::now();
    let ideas = think(&played, &table, question, &mut |ideas| {
        if let (true, Some(best)) = (live, ideas.first()) {
            let mut line = format!("depth {}, {} positions: {}", best.depth, best.nodes, best.turns.join(" "));
            line.truncate(line.char_indices().nth(100).map_or(line.len(), |(at, _)| at));
            eprint!("\r\x1b[K{line}");
        }
    });
    if live {
        eprint!("\r\x1b[K");
    }
    for idea in &ideas {
        writeln!(out, "{:>22}  {}", worth(&*game, seat, idea), idea.turns.join(" "))?;
    }
    let best = ideas.first().ok_or(Failure::Said)?;
    let per_second = best.nodes as f64 / began.elapsed().as_secs_f64().max(1e-6);
    if best.depth == 0 && best.proved.is_some() {
        return Ok(writeln!(out, "Solved: all {} positions that can follow the start are known.", best.nodes)?);
    }
    Ok(writeln!(out, "{} turns ahead, {} positions, {per_second:.0} a second", best.depth, best.nodes)?)
}

fn seconds(time: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| Failure::Unclear(format!("--time {time}: expected seconds, such as 2.5")))
}

pub fn hint(args: &HintArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.setup.game, &args.setup.place.options)?;
    let played = setup::started(&game, &args.setup.place)?;
    if played.status().is_over() {
        return Ok(writeln!(out, "{}", crate::look::ending(&game, played.position(), played.status()))?);
    }
    for line in hint_lines(&played, seconds(args.time)?) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A hint in three strengths: which man, where, why.
pub fn hint_lines(played: &Match, time: Duration) -> Vec<String> {
    let until = Instant::now() + time;
    let Some(hint) = library::hint(played, &|| Instant::now() >= until) else { return Vec::new() };
    let sites = &played.game().board().sites;
    let look = hint.sites.first().map_or("Look at the buttons beside the board.".to_string(), |site| {
        format!("Look at {}.", sites[site.index()].name)
    });
    vec![look, hint.says, hint.why]
}
