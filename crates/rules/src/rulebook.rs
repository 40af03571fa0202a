//! A game's rules as people read them, with examples that are executed.
//!
//! A rulebook is written in Markdown:
//!
//! ````text
//! # Pick-Me-Up
//!
//! > Where it comes from.
//!
//! What the game is.
//!
//! ## 2 Steps
//!
//! **2.1** (sheet) Take one, two or three pawns.
//!
//! ```play
//! start         | 3 | ok
//! start         | 4 | 2.1
//! after 3 3 3 3 | 2 | ok
//! 2/1           | 1 | ends 4.1 for 1
//! ```
//! ````
//!
//! A clause is a paragraph that opens with its number and, in brackets, its mark, its place in the sheet (`-` where the sheet is
//! silent) and the reason where the sheet does not simply say so: `(house; Rules 5; the sheet grants it, we make it a duty)`. The `play` block after it shows it at
//! work: a position, a step, and the verdict: `ok`, the clause that refuses it, or the clause that ends
//! the game (and, if wanted, `for` the winning seat or `drawn`). The position is a text, `start`, or
//! `after` some steps from the start; options stand before it as `[flying=on]`. A `readings` block lists what else the sheet
//! could mean, one [`OtherReading`] a line.

use crate::Clause;
use std::sync::LazyLock;

/// A rulebook: its words, clause by clause.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The heading.
    pub title: String,
    /// The quotation block under the heading: where the game comes from.
    pub source: String,
    /// Everything below, in order. The first section is the introduction and has no heading.
    pub sections: Vec<Section>,
    /// The clauses that the game's code cites by name.
    pub cited: &'static [Clause],
    /// What else the sheet could mean, and why it is not played so.
    pub readings: Vec<OtherReading>,
}

/// A reading of the sheet that was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherReading {
    /// The clause that decides otherwise.
    pub clause: String,
    /// The option that plays it, such as `thinning=formed`, if there is one.
    pub option: Option<String>,
    /// What it would be, in a sentence.
    pub reading: String,
    /// Why it was not taken.
    pub why_not: String,
    /// What it changes, measured.
    pub measured: Option<String>,
}

/// A heading and what stands under it.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Without its number signs.
    pub heading: String,
    /// Paragraphs and clauses in order.
    pub parts: Vec<Part>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Part {
    /// Plain Markdown.
    Text(String),
    /// A numbered clause.
    Clause(Paragraph),
}

/// A numbered clause with its examples.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// Its number, `2.3`.
    pub number: String,
    /// What it rests on.
    pub mark: Mark,
    /// Where the sheet speaks of it: section, rule or paragraph. `None` where it is silent.
    pub place: Option<String>,
    /// Why it is so, where the sheet does not simply say it.
    pub why: Option<String>,
    /// Its words, in Markdown.
    pub text: String,
    /// What it allows and refuses.
    pub examples: Vec<Example>,
}

/// What a clause rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The sheet says so.
    Sheet,
    /// Arithmetic or a printed example leaves no other reading.
    Forced,
    /// The published game it descends from.
    Parent,
    /// Our own choice.
    House,
}

impl Mark {
    /// The word that marks a clause in `rules.md`.
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Sheet => "sheet",
            Mark::Forced => "forced",
            Mark::Parent => "parent",
            Mark::House => "house",
        }
    }

    fn read(word: &str) -> Option<Mark> {
        [Mark::Sheet, Mark::Forced, Mark::Parent, Mark::House].into_iter().find(|mark| mark.word() == word)
    }
}

/// One line of a `play` block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Options that differ from the defaults.
    pub options: Vec<(String, String)>,
    /// Where it is played.
    pub start: ExampleStart,
    /// What is played.
    pub step: String,
    /// What the rules say to it.
    pub verdict: Verdict,
}

/// Where an example begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExampleStart {
    /// A position text.
    Position(String),
    /// After these steps from the start, separated by spaces.
    After(String),
}

/// What the rules say to an example's step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Allowed.
    Ok,
    /// Refused by this clause.
    Refused(String),
    /// Allowed, and the game is over by this clause; how it came out, if the example says so: a seat's
    /// number, or 0 for a draw.
    Ends(String, Option<u8>),
}

impl Rulebook {
    /// Reads a rulebook; says in which line it is not one.
    pub fn parse(markdown: &str, cited: &'static [Clause]) -> Result<Rulebook, String> {
        let mut book =
            Rulebook { title: String::new(), source: String::new(), sections: Vec::new(), cited, readings: Vec::new() };
        let mut section = Section::default();
        let mut lines = markdown.lines().enumerate().peekable();
        while let Some((nth, line)) = lines.next() {
            let wrong = |what: &str| format!("rules.md, line {}: {what}", nth + 1);
            if let Some(title) = line.strip_prefix("# ") {
                book.title = title.to_string();
            } else if let Some(heading) = line.strip_prefix("## ") {
                book.sections.push(std::mem::take(&mut section));
                section.heading = heading.to_string();
            } else if line == "```play" {
                let Some(Part::Clause(clause)) = section.parts.last_mut() else {
                    return Err(wrong("a play block must follow the clause that it shows"));
                };
                for (nth, line) in lines.by_ref() {
                    if line == "```" {
                        break;
                    }
                    let example = Example::read(line).map_err(|why| format!("rules.md, line {}: {why}", nth + 1))?;
                    clause.examples.push(example);
                }
            } else if line == "```readings" {
                for (nth, line) in lines.by_ref() {
                    if line == "```" {
                        break;
                    }
                    let reading = OtherReading::read(line);
                    book.readings.push(reading.map_err(|why| format!("rules.md, line {}: {why}", nth + 1))?);
                }
            } else if !line.trim().is_empty() {
                let fenced = line.starts_with("```");
                let mut text = line.to_string();
                while let Some((_, more)) =
                    lines.next_if(|(_, more)| fenced || !(more.trim().is_empty() || *more == "```play"))
                {
                    text.push('\n');
                    text.push_str(more);
                    if fenced && more == "```" {
                        break;
                    }
                }
                if let Some(source) = text.strip_prefix("> ") {
                    book.source = source.replace("\n> ", " ");
                } else {
                    section.parts.push(read_part(text).map_err(|why| wrong(&why))?);
                }
            }
        }
        book.sections.push(section);
        if book.title.is_empty() { Err("rules.md has no heading".to_string()) } else { Ok(book) }
    }

    /// All clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &Paragraph> {
        self.sections.iter().flat_map(|section| &section.parts).filter_map(|part| match part {
            Part::Clause(clause) => Some(clause),
            Part::Text(_) => None,
        })
    }

    /// The clause with this number, the common ground included.
    pub fn clause(&self, number: &str) -> Option<&Paragraph> {
        let find = |book: &'_ Rulebook| book.clauses().position(|clause| clause.number == number);
        match find(self) {
            Some(nth) => self.clauses().nth(nth),
            None => common().clauses().find(|clause| clause.number == number),
        }
    }

    /// The words of a clause that the laws have shown to exist.
    pub fn words(&self, clause: Clause) -> &str {
        self.clause(clause.number()).map_or("", |paragraph| paragraph.text.as_str())
    }
}

/// The clauses common to all games.
pub fn common() -> &'static Rulebook {
    static COMMON: LazyLock<Rulebook> =
        LazyLock::new(|| Rulebook::parse(include_str!("common.md"), &[]).expect("common.md is a rulebook"));
    &COMMON
}

/// Parses a game's `rules.md` once: `rulebook!("rules.md", CLAUSES)`.
#[macro_export]
macro_rules! rulebook {
    ($file:literal, $cited:expr) => {{
        static BOOK: std::sync::LazyLock<$crate::Rulebook> = std::sync::LazyLock::new(|| {
            $crate::Rulebook::parse(include_str!($file), $cited)
                .unwrap_or_else(|why| panic!("{}: {why}", module_path!()))
        });
        &BOOK
    }};
}

fn read_part(text: String) -> Result<Part, String> {
    let Some(rest) = text.strip_prefix("**").filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
    else {
        return Ok(Part::Text(text));
    };
    let shape = "a clause begins with its number and its mark: **2.1** (sheet)";
    let (number, rest) = rest.split_once("** (").ok_or(shape)?;
    let (basis, words) = rest.split_once(") ").ok_or(shape)?;
    let mut basis = basis.splitn(3, "; ");
    let mark = basis.next().and_then(Mark::read).ok_or("a clause is marked sheet, forced, parent or house")?;
    let mut said = || basis.next().filter(|text| *text != "-").map(String::from);
    let (place, why) = (said(), said());
    let number = number.to_string();
    Ok(Part::Clause(Paragraph { number, mark, place, why, text: words.replace('\n', " "), examples: Vec::new() }))
}

impl OtherReading {
    fn read(line: &str) -> Result<OtherReading, String> {
        let shape = "expected: clause | option or - | reading | why it was not taken | what was measured or -";
        let [clause, option, reading, why_not, measured] = line.split(" | ").collect::<Vec<_>>()[..] else {
            return Err(shape.to_string());
        };
        let given = |text: &str| (text != "-").then(|| text.to_string());
        Ok(OtherReading {
            clause: clause.to_string(),
            option: given(option),
            reading: reading.to_string(),
            why_not: why_not.to_string(),
            measured: given(measured),
        })
    }
}

impl Example {
    fn read(line: &str) -> Result<Example, String> {
        let shape = "an example is 'position | step | verdict'";
        let mut fields = line.split('|').map(str::trim);
        let (Some(place), Some(step), Some(verdict), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(shape.to_string());
        };
        let (options, start) = ExampleStart::read(place)?;
        Ok(Example { options, start, step: step.to_string(), verdict: Verdict::read(verdict)? })
    }
}

impl ExampleStart {
    /// Reads `start`, `after` and steps, or a position's text, with options before it as `[flying=on]`.
    pub(crate) fn read(text: &str) -> Result<(Vec<(String, String)>, ExampleStart), String> {
        let mut place = text.trim();
        let mut options = Vec::new();
        if let Some((chosen, rest)) = place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            for pair in chosen.split(',') {
                let (name, value) = pair.split_once('=').ok_or("an option is written [name=value]")?;
                options.push((name.trim().to_string(), value.trim().to_string()));
            }
            place = rest.trim();
        }
        let start = match place.strip_prefix("after ") {
            Some(steps) => ExampleStart::After(steps.trim().to_string()),
            None if place == "start" => ExampleStart::After(String::new()),
            None => ExampleStart::Position(place.to_string()),
        };
        Ok((options, start))
    }
}

impl Verdict {
    fn read(text: &str) -> Result<Verdict, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let seat = |number: &str| number.parse::<u8>().map_err(|_| "a winner is a seat's number".to_string());
        match words[..] {
            ["ok"] => Ok(Verdict::Ok),
            ["ends", clause] => Ok(Verdict::Ends(clause.to_string(), None)),
            ["ends", clause, "for", winner] => Ok(Verdict::Ends(clause.to_string(), Some(seat(winner)?))),
            ["ends", clause, "drawn"] => Ok(Verdict::Ends(clause.to_string(), Some(0))),
            [clause] => Ok(Verdict::Refused(clause.to_string())),
            _ => Err("a verdict is 'ok', a clause, or 'ends' and a clause".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rulebook_is_read_clause_by_clause() {
        let text = "# Toy\n\n> A sheet.\n\nIntro.\n\n## 2 Steps\n\n**2.1** (house; Rules 2; our choice) Take\none.\n\n```play\n[a=b] 1/3 | 2 | 2.1\nstart | 1 | ends 4.1 for 2\n```\n";
        let book = Rulebook::parse(text, &[]).unwrap();
        assert_eq!((book.title.as_str(), book.source.as_str()), ("Toy", "A sheet."));
        let clause = book.clause("2.1").unwrap();
        assert_eq!((clause.mark, clause.text.as_str()), (Mark::House, "Take one."));
        assert_eq!((clause.place.as_deref(), clause.why.as_deref()), (Some("Rules 2"), Some("our choice")));
        assert_eq!(clause.examples[0].options, [("a".to_string(), "b".to_string())]);
        assert_eq!(clause.examples[0].verdict, Verdict::Refused("2.1".to_string()));
        assert_eq!(clause.examples[1].verdict, Verdict::Ends("4.1".to_string(), Some(2)));
        assert!(book.clause("0.5").is_some(), "the common ground belongs to every book");
    }

    #[test]
    fn what_is_no_rulebook_is_refused_with_its_line() {
        for (text, line) in [
            ("# A\n\n```play\n", "line 3"),
            ("# A\n\n**1.1** (guess) x\n", "line 3"),
            ("# A\n\n**1.1** (house) x\n\n```play\nstart | 1\n```\n", "line 6"),
        ] {
            let why = Rulebook::parse(text, &[]).unwrap_err();
            assert!(why.contains(line), "{why}");
        }
    }
}
