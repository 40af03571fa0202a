//! Looking at games and positions: `list`, `show`, `moves`, `explain`.

use crate::args::{ExplainArgs, ListArgs, MovesArgs, SetupArgs};
use crate::draw::draw;
use crate::setup::{self, Failure, quote};
use library::{AnyGame, AnyPosition, LIBRARY, Match, Refusal};
use rules::{Outcome, Status};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

pub fn list(args: &ListArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        let game = |entry: &library::Entry| {
            let about = entry.about;
            let option = |option: &rules::GameOption| json!({ "name": option.name, "values": option.values, "says": option.says });
            let options: Vec<Value> = about.options.iter().map(option).collect();
            json!({ "id": about.id, "name": about.name, "year": about.year, "source": about.source,
                "seats": about.seats, "options": options, "line": about.line })
        };
        let games: Vec<Value> = LIBRARY.iter().map(game).collect();
        return Ok(writeln!(out, "{}", json!({ "games": games }))?);
    }
    if args.markdown {
        writeln!(out, "| game | seats | options (default first) |\n|---|---|---|")?;
        for about in LIBRARY.iter().map(|entry| entry.about) {
            let option = |option: &rules::GameOption| format!("`{}={}`", option.name, option.values.join(" \\| "));
            let options: Vec<String> = about.options.iter().map(option).collect();
            let options = if options.is_empty() { "-".to_string() } else { options.join(", ") };
            writeln!(out, "| `{}` {} | {} | {options} |", about.id, about.name, about.count())?;
        }
        return Ok(());
    }
    let widest = LIBRARY.iter().map(|entry| entry.about.id.len()).max().unwrap_or(0);
    for entry in LIBRARY {
        let about = entry.about;
        let bold = anstyle::Style::new().bold();
        let dim = anstyle::Style::new().dimmed();
        let seats = if about.count() == 1 { "1 seat ".to_string() } else { format!("{} seats", about.count()) };
        let year = about.year.map_or("    ".to_string(), |year| year.to_string());
        writeln!(out, "{bold}{:widest$}{bold:#}  {year}  {seats}  {}", about.id, about.line)?;
        for option in about.options {
            writeln!(out, "{:widest$}  {dim}--option {}={}{dim:#}", "", option.name, option.values.join(" | "))?;
        }
    }
    Ok(())
}

pub fn show(args: &SetupArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.place.options)?;
    let at = setup::place(&game, &args.place)?;
    let begun = Match::from(game.clone(), setup::begin(&game, &args.place)?);
    write!(out, "{}", draw(&begun, &at))?;
    writeln!(out, "\n{}", situation(&game, &at))?;
    Ok(writeln!(out, "position: {}", game.text(&at))?)
}

/// What is to be done at a bare position, or how it ended.
fn situation(game: &Arc<dyn AnyGame>, at: &AnyPosition) -> String {
    match game.status(at) {
        over @ Status::Over(..) => ending(game, at, over),
        Status::Turn(seat) => format!("{} {}", naming(game, seat), game.prompt(at)),
        Status::Continue(seat) => format!("{} In the middle of a turn: {}", naming(game, seat), game.prompt(at)),
    }
}

fn naming(game: &Arc<dyn AnyGame>, seat: rules::Seat) -> String {
    format!("[seat {seat}, {}]", game.about().seats[seat.index()])
}

/// How it ended, with the clause's words.
pub fn ending(game: &Arc<dyn AnyGame>, at: &AnyPosition, status: Status) -> String {
    let Status::Over(outcome, clause) = status else { return String::new() };
    let result = match outcome {
        Outcome::Draw => "Drawn".to_string(),
        Outcome::Win(_) if game.about().count() == 1 => "Solved".to_string(),
        Outcome::Win(seat) => format!("Won by {} (seat {seat})", game.about().seats[seat.index()]),
    };
    let said = game.ending(at, outcome, clause).words;
    format!("{result}, clause {clause}: {said}\n{clause}: {}", game.rules().words(clause))
}

pub fn moves(args: &MovesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.setup.game, &args.setup.place.options)?;
    let at = setup::place(&game, &args.setup.place)?;
    let survey = game.survey(&at);
    if args.json {
        let (status, seat, winner, clause) = match survey.status {
            Status::Turn(seat) => ("turn", Some(seat.number()), None, None),
            Status::Continue(seat) => ("continue", Some(seat.number()), None, None),
            Status::Over(Outcome::Win(seat), clause) => ("over", None, Some(seat.number()), Some(clause.number())),
            Status::Over(Outcome::Draw, clause) => ("over", None, Some(0), Some(clause.number())),
        };
        let object =
            json!({ "status": status, "seat": seat, "winner": winner, "clause": clause, "steps": survey.steps });
        return Ok(writeln!(out, "{object}")?);
    }
    for step in survey.steps {
        writeln!(out, "{step}")?;
    }
    Ok(())
}

pub fn explain(args: &ExplainArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.place.options)?;
    let mut at = setup::place(&game, &args.place)?;
    let parts: Vec<&str> = setup::steps(&args.step).collect();
    let parts = if parts.is_empty() { vec![""] } else { parts };
    for part in parts {
        match game.play(&at, part) {
            Ok(played) => {
                for step in played {
                    writeln!(out, "{} is legal. {}", step.step, game.say(&at, &step.step))?;
                    at = step.position;
                }
            }
            Err(refusal) => return refuse(&game, &at, part, &refusal, out),
        }
    }
    Ok(())
}

/// Prints why a step is not played, and what would be.
fn refuse(
    game: &Arc<dyn AnyGame>,
    at: &AnyPosition,
    typed: &str,
    refusal: &Refusal,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match refusal {
        Refusal::Unreadable { expected } => {
            let name = game.about().name;
            Err(Failure::Unclear(format!("{} is not a step of {name}: expected {expected}", quote(typed))))
        }
        Refusal::Ambiguous { .. } => Err(Failure::Unclear(format!("{}: {refusal}", quote(typed)))),
        Refusal::Over { .. } => {
            writeln!(out, "No step can be played: the game is over.\n{}", ending(game, at, game.status(at)))?;
            Err(Failure::Said)
        }
        Refusal::Breach { .. } => {
            writeln!(out, "{}", refusal_words(refusal))?;
            writeln!(out, "Legal here: {}", some(&game.survey(at).steps))?;
            Err(Failure::Said)
        }
    }
}

/// A broken clause in words, with the site that matters.
pub fn refusal_words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Breach { step, words, clause, text, .. } => {
            format!("{step} is not legal. {words}\n{clause}: {text}")
        }
        other => other.to_string(),
    }
}

/// The first steps of a list, and how many more there are.
pub fn some(steps: &[String]) -> String {
    const SHOWN: usize = 30;
    let shown = steps.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    match steps.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{shown} ... and {more} more"),
        _ => shown,
    }
}
