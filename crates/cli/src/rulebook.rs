//! `rules`: a rulebook, or one clause of it, on a terminal.

use crate::args::RulesArgs;
use crate::setup::{Failure, quote};
use anstyle::{AnsiColor, Style};
use library::{lookup, nearest};
use rules::rulebook::{Example, ExampleStart, Mark, Paragraph, Part, Rulebook, Verdict, common};
use std::io::Write;

const HEADING: Style = Style::new().bold().underline();
const NUMBER: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();
/// Lines are broken before this column.
const WIDTH: usize = 88;

pub fn print(args: &RulesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entry = lookup(&args.game)?;
    let game = entry.by_default();
    let book = game.rules();
    match &args.clause {
        Some(number) => print_clause(book, number, out),
        None => print_book(book, out),
    }
}

pub fn print_clause(book: &Rulebook, number: &str, out: &mut impl Write) -> Result<(), Failure> {
    let Some(clause) = book.clause(number) else {
        let known: Vec<&str> = book.clauses().map(|clause| clause.number.as_str()).collect();
        let near = nearest(number, &known);
        let known = if near.is_empty() { known.join(" ") } else { near.join(" ") };
        return Err(Failure::Unclear(format!("{} has no clause {}; there is {known}", book.title, quote(number))));
    };
    write_clause(clause, out)?;
    if !clause.examples.is_empty() {
        writeln!(out)?;
    }
    for example in &clause.examples {
        writeln!(out, "       {}", example_words(example))?;
    }
    Ok(())
}

pub fn print_book(book: &Rulebook, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{HEADING}{}{HEADING:#}\n", book.title)?;
    writeln!(out, "{DIM}{}{DIM:#}\n", wrapped(&book.source, 0))?;
    for section in &book.sections {
        if !section.heading.is_empty() {
            writeln!(out, "{HEADING}{}{HEADING:#}\n", section.heading)?;
        }
        for part in &section.parts {
            match part {
                Part::Text(text) if text.starts_with("```") || text.starts_with('|') || text.starts_with("- ") => {
                    writeln!(out, "{}\n", text.trim_matches('`'))?;
                }
                Part::Text(text) => writeln!(out, "{}\n", wrapped(text, 0))?,
                Part::Clause(clause) => {
                    write_clause(clause, out)?;
                    writeln!(out)?;
                }
            }
        }
    }
    writeln!(out, "{DIM}Marks: house is our own ruling, forced follows from the sheet, parent is taken from the game")?;
    writeln!(
        out,
        "it descends from; unmarked clauses stand on the sheet. Common ground, the same for all games:{DIM:#}\n"
    )?;
    for clause in common().clauses() {
        write_clause(clause, out)?;
    }
    Ok(())
}

fn write_clause(clause: &Paragraph, out: &mut impl Write) -> Result<(), Failure> {
    let mark = if clause.mark == Mark::Sheet { String::new() } else { format!(" [{}]", clause.mark.word()) };
    let text = wrapped(&format!("{}{mark}", clause.text), 7);
    Ok(writeln!(out, "{NUMBER}{:<6}{NUMBER:#} {}", clause.number, text.trim_start())?)
}

fn example_words(example: &Example) -> String {
    let options: Vec<String> = example.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!("with {}, ", options.join(" ")) };
    let place = match &example.start {
        ExampleStart::Position(text) => format!("at {text}"),
        ExampleStart::After(steps) if steps.is_empty() => "at the start".to_string(),
        ExampleStart::After(steps) => format!("after {steps}"),
    };
    let verdict = match &example.verdict {
        Verdict::Ok => "is allowed".to_string(),
        Verdict::Refused(clause) => format!("is refused by {clause}"),
        Verdict::Ends(clause, Some(0)) => format!("ends the game by {clause}, drawn"),
        Verdict::Ends(clause, Some(seat)) => format!("ends the game by {clause}, seat {seat} wins"),
        Verdict::Ends(clause, None) => format!("ends the game by {clause}"),
    };
    format!("{options}{place}: {} {verdict}", example.step)
}

/// Plain words in lines of a fair length; the signs of emphasis are left out.
pub fn wrapped(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut lines = Vec::new();
    let mut line = margin.clone();
    for word in text.split_whitespace() {
        let word = word.replace("**", "").replace('`', "");
        let word = if word.starts_with('*') || word.trim_end_matches(['.', ',', ':', ';', ')']).ends_with('*') {
            word.replace('*', "")
        } else {
            word
        };
        if line.chars().count() + 1 + word.chars().count() > WIDTH && line.len() > indent {
            lines.push(std::mem::replace(&mut line, margin.clone()));
        }
        if line.len() > indent {
            line.push(' ');
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines.join("\n")
}
