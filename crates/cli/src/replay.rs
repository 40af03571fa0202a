//! `replay`: records, turn by turn.

use crate::args::ReplayArgs;
use crate::draw::{Marks, draw_marked, draw_now, touched_by};
use crate::look::ending;
use crate::setup::{self, Failure};
use library::{Record, RecordError};
use rules::Status;
use std::io::{Read, Write};
use std::path::Path;

pub fn replay(args: &ReplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.game.as_ref().map(|game| setup::game(game, &args.options)).transpose()?;
    let text = read(&args.file)?;
    let records = Record::read_all(&text, game.as_ref()).map_err(|error| failure(&args.file, &error))?;
    if records.is_empty() {
        return Err(Failure::Unclear(format!("{}: there is no record in it", args.file.display())));
    }
    for (nth, record) in records.iter().enumerate() {
        if nth > 0 {
            writeln!(out)?;
        }
        if args.write {
            write!(out, "{record}")?;
            continue;
        }
        print(record, args.boards, out)?;
    }
    Ok(())
}

/// A file's text, or an error that says that it is not a text file.
pub fn read(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|why| Failure::Unclear(format!("{}: {why}", file.display())))?;
    let expected = || Failure::Unclear(format!("{}: expected a record in UTF-8 or Latin-1 text", file.display()));
    library::record::decode(&bytes).map(std::borrow::Cow::into_owned).ok_or_else(expected)
}

/// A record that does not replay is a no; one that cannot be read was not understood.
pub fn failure(file: &Path, error: &RecordError) -> Failure {
    Failure::No(format!("{}, {error}", file.display()))
}

fn print(record: &Record, boards: bool, out: &mut impl Write) -> Result<(), Failure> {
    let played = &record.line.played;
    let game = played.game();
    let about = game.about();
    let bold = anstyle::Style::new().bold();
    let options = game.chosen().to_string();
    let options = if options.is_empty() { options } else { format!(", {options}") };
    writeln!(out, "{bold}{}{options}{bold:#}", about.name)?;
    for (name, value) in &record.tags {
        writeln!(out, "{name}: {value}")?;
    }
    for (seat, name) in about.seats.iter().zip(&record.names) {
        if let Some(name) = name {
            writeln!(out, "{seat}: {name}")?;
        }
    }
    let mut at = played.start().clone();
    let mut steps = 0;
    let mut comments = record.line.comments.iter().peekable();
    for (nth, turn) in played.turns().iter().enumerate() {
        while let Some((_, comment)) = comments.next_if(|(after, _)| *after <= steps) {
            writeln!(out, "      {comment}")?;
        }
        let (mut said, mut touched) = (Vec::new(), Vec::new());
        for step in &turn.steps {
            touched.extend(touched_by(&**game, &at, step));
            said.push(game.say(&at, step));
            at = game.take(&at, step).map_err(|refusal| Failure::No(refusal.to_string()))?.position;
        }
        steps += turn.steps.len();
        writeln!(out, "{:>4}. {:<16} {}", nth + 1, turn.text, said.join(" "))?;
        if boards {
            writeln!(out, "\n{}", draw_marked(played, &at, &Marks { touched: &touched, decided: &[] }))?;
        }
    }
    for (_, comment) in comments {
        writeln!(out, "      {comment}")?;
    }
    writeln!(out, "\n{}", draw_now(played))?;
    for (steps, clause) in &record.claimable {
        writeln!(
            out,
            "After {steps} steps a draw could have been claimed, clause {clause}: {}",
            game.rules().words(*clause)
        )?;
    }
    let end = match played.status() {
        over @ Status::Over(..) => ending(game, played.position(), over),
        _ => format!("The record stops here. {}", game.prompt(played.position())),
    };
    writeln!(out, "{end}")?;
    Ok(writeln!(out, "result: {}\nposition: {}", record.result(), game.text(played.position()))?)
}
