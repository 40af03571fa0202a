//! `review`: what mattered in recorded games.

use crate::args::ReviewArgs;
use crate::replay;
use crate::setup::{self, Failure};
use library::reading::compare;
use library::review::{Moment, STILL_COSTLY};
use library::{GameReader, Match, Players, Record, TurnRead};
use rules::Seat;
use std::io::{IsTerminal, Write};

/// How much longer a moment is looked at to be checked.
const TIMES: u64 = 10;

pub fn review(args: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.game.as_ref().map(|game| setup::game(game, &args.options)).transpose()?;
    let text = replay::read(&args.file)?;
    let records = Record::read_all(&text, game.as_ref()).map_err(|error| replay::failure(&args.file, &error))?;
    if records.is_empty() {
        return Err(Failure::Unclear(format!("{}: there is no record in it", args.file.display())));
    }
    for (nth, record) in records.iter().enumerate() {
        if nth > 0 {
            writeln!(out)?;
        }
        one(args, record, out)?;
    }
    Ok(())
}

fn one(args: &ReviewArgs, record: &Record, out: &mut impl Write) -> Result<(), Failure> {
    let played = &record.line.played;
    let about = played.game().about();
    let reader = args.seat.and_then(Seat::numbered).filter(|seat| seat.index() < about.count());
    if args.seat.is_some() && reader.is_none() {
        return Err(Failure::Unclear(format!("--seat: {} has {} seats", about.name, about.count())));
    }
    let read = read(played, args.nodes);
    let review = library::review(played, &read, &Players { reader, names: record.names.clone() });
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{}: {}{bold:#}", about.name, review.headline)?;
    writeln!(out, "{}", review.summary)?;
    if about.count() <= 2 {
        writeln!(out, "{:>8} {}", about.seats[0], graph(&read))?;
    }
    for (nth, moment) in review.moments.iter().enumerate() {
        writeln!(out, "\n{}. {bold}{}{bold:#} (turn {})", nth + 1, moment.heading, moment.round)?;
        writeln!(out, "   {}", moment.words)?;
        if args.check {
            writeln!(out, "   {}", checked(played, moment, args.nodes))?;
        }
    }
    if !review.lost.is_empty() {
        writeln!(out, "\nEvery turn that lost value:")?;
        for lost in &review.lost {
            writeln!(out, "{:>4}. {}", lost.round, lost.words)?;
        }
    }
    if !review.phases.is_empty() {
        writeln!(out)?;
        for phase in &review.phases {
            let seat = about.seats[phase.seat.index()];
            writeln!(out, "{:<8} {seat:<8} {:>3} turns: {}", phase.name, phase.turns, phase.words)?;
        }
    }
    Ok(writeln!(out, "\n{}", review.note)?)
}

/// Reads a whole game; a terminal sees how far it has come.
fn read(played: &Match, nodes: u64) -> Vec<TurnRead> {
    let live = std::io::stderr().is_terminal();
    let mut reader = GameReader::new(played, nodes);
    while reader.read_next(&|| false, &|| false).is_ok() {
        if live {
            eprint!("\r\x1b[Kreading: {} of {}", reader.read().len(), reader.total());
        }
    }
    if live {
        eprint!("\r\x1b[K");
    }
    reader.read().to_vec()
}

/// The first seat's chances from left to right, a sign a turn.
fn graph(read: &[TurnRead]) -> String {
    let signs: Vec<char> =
        if crate::draw::is_ascii() { "_.-:=+*#".chars() } else { "▁▂▃▄▅▆▇█".chars() }.collect();
    let sign = |turn: &TurnRead| {
        let chance = if turn.seat == Seat::FIRST { turn.worth.chance } else { 1.0 - turn.worth.chance };
        signs[((chance * signs.len() as f64) as usize).min(signs.len() - 1)]
    };
    read.iter().map(sign).collect()
}

fn checked(played: &Match, moment: &Moment, nodes: u64) -> String {
    let mut here = played.clone();
    here.take_back_to(moment.ply);
    let Some(compared) = compare(&here, &moment.played.steps, nodes * TIMES, &|| false) else {
        return "It could not be looked at again.".to_string();
    };
    let cost = compared.best_worth.chance - compared.tried_worth.chance;
    let agrees = if cost >= STILL_COSTLY { "agrees" } else { "does not agree" };
    format!("A search of {TIMES} times the positions {agrees}: it cost {:.0} in 100.", 100.0 * cost)
}
