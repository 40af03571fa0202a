//! Games as text: tags, then turns. A chess record is PGN, a checkers record is PDN, and every other game
//! is written in the same manner.
//!
//! ```text
//! [Game "merelles"]
//! [Options "flying=off"]
//! [Edition "1"]
//! [Date "2026.11.15"]
//! [Pawns "Ada"]
//! [Bishops "Ben"]
//! [Result "*"]
//!
//! 1. 5 17 {the middle} 2. 1 4 *
//! ```
//!
//! A turn of several steps has them joined by commas. A tag `Start` (chess and checkers: `FEN`) gives
//! another start than the usual; a tag `Final`, where there is one, must be the position reached.

use crate::any::{AnyGame, Refusal};
use crate::entry::{choose, find, lookup};
use crate::matches::Match;
use rules::{About, Outcome, Seat, Status};
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// A match together with what is known about it.
#[derive(Clone)]
pub struct Record {
    /// What was played. If the record says that somebody won and the rules do not, the loser has resigned.
    pub played: Match,
    /// Who sat on each seat, as far as it is known.
    pub names: Vec<Option<String>>,
    /// `2026.11.15`, with question marks for what is not known.
    pub date: Option<String>,
    /// Further tags in their order, such as `Event`.
    pub tags: Vec<(String, String)>,
    /// Remarks, each after so many steps.
    pub comments: Vec<(usize, String)>,
}

/// Where and why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What stands there.
    pub token: String,
    /// What is wrong with it.
    pub problem: Problem,
    /// The option, such as `thinning=formed`, with which the record could be read on here.
    pub option: Option<String>,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A step is refused.
    Step(Refusal),
    /// Anything else, in words.
    Text(String),
    /// Whoever asked for it does not want to go on: see [`Record::play_on_while`].
    Stopped,
}

/// How many steps may be joined by commas to one word.
const JOINED: usize = 256;

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token: String = self.token.chars().take(40).collect();
        match &self.problem {
            Problem::Step(refusal) => write!(f, "line {}, '{token}': {refusal}", self.line)?,
            Problem::Text(what) => write!(f, "line {}, '{token}': {what}", self.line)?,
            Problem::Stopped => write!(f, "line {}, '{token}': reading was stopped here", self.line)?,
        }
        match &self.option {
            Some(option) => write!(f, " With the option {option} this step is allowed."),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RecordError {}

/// The two games with a literature of their own in files.
fn foreign_tags(about: &About) -> Option<&'static [(&'static str, &'static str)]> {
    match about.id {
        "chess" => Some(&[]),
        "checkers" => Some(&[("GameType", "21")]),
        _ => None,
    }
}

/// The tag that names a seat's player: the seat's own name, as far as tags may be spelled; in the
/// draughts files of the world Dark is `Black` and Light is `White`.
fn seat_tag(name: &str) -> String {
    match name {
        "Dark" => "Black".to_string(),
        "Light" => "White".to_string(),
        _ => name.chars().filter(char::is_ascii_alphanumeric).collect(),
    }
}

/// The seats in the order in which results are written: White first where there is a White.
fn result_order(about: &About) -> Vec<Seat> {
    let mut seats: Vec<Seat> = Seat::all(about.count()).collect();
    seats.sort_by_key(|seat| about.count() == 2 && seat_tag(about.seats[seat.index()]) != "White");
    seats
}

/// `1-0`, `0-1`, `1/2-1/2`, or as many numbers as there are seats.
fn result_text(about: &About, outcome: Outcome) -> String {
    let share = |seat: Seat| match outcome {
        Outcome::Win(winner) if winner == seat => "1".to_string(),
        Outcome::Win(_) => "0".to_string(),
        Outcome::Draw => format!("1/{}", about.count()),
    };
    result_order(about).into_iter().map(share).collect::<Vec<_>>().join("-")
}

/// What a record says of the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Open,
    Is(Outcome),
}

fn read_result(about: &About, text: &str) -> Option<Claim> {
    let mut outcomes = Seat::all(about.count()).map(Outcome::Win).chain([Outcome::Draw]);
    match text {
        "*" => Some(Claim::Open),
        _ => outcomes.find(|outcome| result_text(about, *outcome) == text).map(Claim::Is),
    }
}

impl Record {
    /// A match about which nothing else is known.
    pub fn of(played: Match) -> Record {
        let names = vec![None; played.game().about().count()];
        Record { played, names, date: None, tags: Vec::new(), comments: Vec::new() }
    }

    /// Reads all records of a text. `game` is what they are records of, where they do not say it; bare
    /// steps without tags are read too, if it is given.
    pub fn read_all(text: &str, game: Option<&Arc<dyn AnyGame>>) -> Result<Vec<Record>, RecordError> {
        Record::read_all_while(text, game, &|_| true)
    }

    /// Reads all records of a text as long as `go_on` says yes; it is asked before each record and each word of it.
    pub fn read_all_while(
        text: &str,
        game: Option<&Arc<dyn AnyGame>>,
        go_on: &dyn Fn(&Match) -> bool,
    ) -> Result<Vec<Record>, RecordError> {
        let mut records: Vec<Draft> = Vec::new();
        for token in tokens(text)? {
            let opens =
                matches!(token.kind, Kind::Tag(..)) && records.last().is_none_or(|record| !record.body.is_empty());
            if opens || records.is_empty() {
                records.push(Draft::default());
            }
            let record = records.last_mut().expect("there is one");
            if let Kind::Tag(name, value) = token.kind {
                record.tags.push((token.line, name, value));
            } else {
                record.body.push(token);
            }
        }
        records.into_iter().map(|draft| draft.read(game, go_on)).collect()
    }

    /// How it came out, as records write it: `1-0`, `*` ...
    pub fn result(&self) -> String {
        match self.played.status() {
            Status::Over(outcome, _) => result_text(self.played.game().about(), outcome),
            _ => "*".to_string(),
        }
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.played.game();
        let about = game.about();
        let foreign = foreign_tags(about);
        let mut tag =
            |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        let known = |name: &str| self.tags.iter().find(|(known, _)| known == name).map_or("?", |(_, value)| value);
        if foreign.is_some() {
            tag("Event", known("Event"))?;
            tag("Site", known("Site"))?;
        } else {
            tag("Game", about.id)?;
            if !about.options.is_empty() {
                tag("Options", &game.chosen().to_string())?;
            }
            tag("Edition", &about.edition.to_string())?;
        }
        tag("Date", self.date.as_deref().unwrap_or("????.??.??"))?;
        if foreign.is_some() {
            tag("Round", known("Round"))?;
        }
        let order = if foreign.is_some() { result_order(about) } else { Seat::all(about.count()).collect() };
        for seat in order {
            tag(&seat_tag(about.seats[seat.index()]), self.names[seat.index()].as_deref().unwrap_or("?"))?;
        }
        tag("Result", &self.result())?;
        for (name, value) in foreign.unwrap_or_default() {
            tag(name, value)?;
        }
        let start = game.text(self.played.start());
        if start != game.text(&game.start()) {
            if foreign.is_some() {
                tag("SetUp", "1")?;
            }
            tag(if foreign.is_some() { "FEN" } else { "Start" }, &start)?;
        }
        if let Status::Over(_, clause) = self.played.status() {
            tag("Termination", &format!("clause {clause}"))?;
        }
        for (name, value) in &self.tags {
            let written = ["Event", "Site", "Round", "Termination"].contains(&name.as_str()) && foreign.is_some();
            if !written && name != "Termination" {
                tag(name, value)?;
            }
        }
        Ok(())
    }
}

/// The record as text: tags, an empty line, the turns in lines of at most 80 letters, the result.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        let mut words = Vec::new();
        let mut comments = self.comments.iter().peekable();
        let mut steps = 0;
        let mut number = 0;
        let mut last: Option<Seat> = None;
        let mut numbered = false;
        let mut remark = |words: &mut Vec<String>, steps: usize| {
            let mut any = false;
            while let Some((_, comment)) = comments.next_if(|(after, _)| *after <= steps) {
                words.extend(format!("{{{}}}", comment.replace('}', ")")).split(' ').map(String::from));
                any = true;
            }
            any
        };
        remark(&mut words, 0);
        for turn in self.played.turns() {
            let new_round = last.is_none_or(|last| turn.seat <= last);
            if new_round {
                number += 1;
            }
            if new_round || !numbered {
                words.push(if turn.seat == Seat::FIRST { format!("{number}.") } else { format!("{number}...") });
            }
            words.push(turn.text);
            steps += turn.steps.len();
            // After a remark the number is said again, as PGN wants it.
            numbered = !remark(&mut words, steps);
            last = Some(turn.seat);
        }
        words.push(self.result());
        write_wrapped(f, &words)
    }
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let wraps = column + 1 + length > 80;
            f.write_char(if wraps { '\n' } else { ' ' })?;
            column = if wraps { 0 } else { column + 1 };
        }
        f.write_str(word)?;
        column += length;
    }
    writeln!(f)
}

struct Token {
    line: usize,
    kind: Kind,
}

enum Kind {
    Tag(String, String),
    Comment(String),
    Word(String),
}

fn wrong(line: usize, token: &str, what: impl Into<String>) -> RecordError {
    RecordError { line, token: token.to_string(), problem: Problem::Text(what.into()), option: None }
}

fn stopped(line: usize, token: &str) -> RecordError {
    RecordError { line, token: token.to_string(), problem: Problem::Stopped, option: None }
}

/// Cuts a text into tags, comments and words. Variations in brackets and numeric glyphs are left out.
fn tokens(text: &str) -> Result<Vec<Token>, RecordError> {
    let mut tokens = Vec::new();
    let mut letters = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut line = 1;
    let mut depth = 0;
    let mut line_begins = true;
    while let Some(letter) = letters.next() {
        let first_on_line = std::mem::take(&mut line_begins);
        match letter {
            '\n' => (line, line_begins) = (line + 1, true),
            _ if letter.is_whitespace() => line_begins = first_on_line,
            '%' if first_on_line => while letters.next_if(|letter| *letter != '\n').is_some() {},
            ';' => {
                let comment: String = std::iter::from_fn(|| letters.next_if(|letter| *letter != '\n')).collect();
                tokens.push(Token { line, kind: Kind::Comment(comment.trim().to_string()) });
            }
            '{' => {
                let opened = line;
                let mut comment = String::new();
                loop {
                    match letters.next() {
                        Some('}') => break,
                        Some(letter) => {
                            line += usize::from(letter == '\n');
                            comment.push(letter);
                        }
                        None => return Err(wrong(opened, "{", "this comment is never closed; expected }")),
                    }
                }
                let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                if depth == 0 {
                    tokens.push(Token { line: opened, kind: Kind::Comment(comment) });
                }
            }
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            '[' if depth == 0 => {
                let tag: String = std::iter::from_fn(|| letters.next_if(|letter| *letter != '\n')).collect();
                tokens.push(Token { line, kind: read_tag(line, &tag)? });
            }
            _ => {
                let ends = |letter: &char| letter.is_whitespace() || matches!(letter, '{' | '(' | ')' | ';');
                let mut word = String::from(letter);
                word.extend(std::iter::from_fn(|| letters.next_if(|letter| !ends(letter))));
                if depth == 0 && !word.starts_with('$') {
                    tokens.push(Token { line, kind: Kind::Word(word) });
                }
            }
        }
    }
    if depth > 0 { Err(wrong(line, "(", "a variation is never closed; expected )")) } else { Ok(tokens) }
}

/// `Name "value"]`, the opening bracket already gone.
fn read_tag(line: usize, text: &str) -> Result<Kind, RecordError> {
    let expected = || wrong(line, &format!("[{text}"), "expected a tag such as [Date \"2026.11.15\"]");
    let inside = text.trim_end().strip_suffix(']').ok_or_else(expected)?;
    let (name, value) = inside.trim().split_once(char::is_whitespace).ok_or_else(expected)?;
    let value = value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"')).ok_or_else(expected)?;
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().ok_or_else(expected)? } else { letter });
    }
    Ok(Kind::Tag(name.to_string(), plain))
}

/// A record's tokens, not yet understood.
#[derive(Default)]
struct Draft {
    tags: Vec<(usize, String, String)>,
    body: Vec<Token>,
}

impl Draft {
    fn tag(&self, name: &str) -> Option<(usize, &str)> {
        let found = self.tags.iter().find(|(_, known, _)| known == name);
        found.map(|(line, _, value)| (*line, value.as_str()))
    }

    /// What the record is a record of: what it says itself, or what the caller says, or chess or checkers
    /// if the tags look like the world's files of those.
    fn game(&self, given: Option<&Arc<dyn AnyGame>>) -> Result<Arc<dyn AnyGame>, RecordError> {
        let foreign = || match self.tag("GameType") {
            Some((line, kind)) => (kind.split(',').next() == Some("21")).then_some((line, "checkers")),
            None => (self.tag("White").is_some() && given.is_none()).then_some((1, "chess")),
        };
        let own = self.tag("Game").or_else(foreign);
        let Some((line, id)) = own else {
            let line = self.tags.first().map_or(1, |(line, ..)| *line);
            let expected =
                || wrong(line, "", "the record does not say which game it is; expected a tag such as [Game \"lasca\"]");
            return given.cloned().ok_or_else(expected);
        };
        let entry = lookup(id).map_err(|unknown| wrong(line, id, unknown.to_string()))?;
        let (line, options) = self.tag("Options").unwrap_or((line, ""));
        let options = options.split(',').map(str::trim).filter(|option| !option.is_empty());
        let chosen =
            choose(entry.about, options).map_err(|unknown| wrong(line, &unknown.name.clone(), unknown.to_string()))?;
        Ok(entry.with(&chosen))
    }

    fn read(self, given: Option<&Arc<dyn AnyGame>>, go_on: &dyn Fn(&Match) -> bool) -> Result<Record, RecordError> {
        let game = self.game(given)?;
        let about = game.about();
        if let Some((line, text)) = self.tag("Edition") {
            let known = 1..=about.edition;
            if !text.parse().is_ok_and(|edition: u16| known.contains(&edition)) {
                let what = format!("expected an edition of the rules from 1 to {}", about.edition);
                return Err(wrong(line, text, what));
            }
        }
        let played = match self.tag("Start").or_else(|| self.tag("FEN")) {
            Some((line, text)) => {
                let place = game.read_position(text).map_err(|why| wrong(line, text, why.to_string()))?;
                Match::from(game.clone(), place)
            }
            None => Match::new(game.clone()),
        };
        let mut record = Record::of(played);
        let mut result = None;
        let mut last_line = self.tags.last().map_or(1, |(line, ..)| *line);
        if !go_on(&record.played) {
            return Err(stopped(last_line, ""));
        }
        for token in &self.body {
            last_line = token.line;
            match &token.kind {
                Kind::Comment(comment) => {
                    record.comments.push((record.played.length(), comment.clone()));
                }
                Kind::Word(word) if read_result(about, word).is_some() => result = Some((token.line, word.as_str())),
                Kind::Word(word) if result.is_some() => {
                    return Err(wrong(token.line, word, "nothing may follow the result but another record"));
                }
                Kind::Word(word) if !go_on(&record.played) => return Err(stopped(token.line, word)),
                Kind::Word(word) => record.play(token.line, word)?,
                Kind::Tag(..) => unreachable!("tags are kept apart"),
            }
        }
        let said = self.tag("Result");
        if result.is_none() && !self.tags.is_empty() {
            let what = format!(
                "the record stops before its result; expected {} or *",
                result_text(about, Outcome::Win(Seat::FIRST))
            );
            return Err(wrong(last_line, "", what));
        }
        for (line, text) in said.into_iter().chain(result) {
            record.claim(line, text)?;
        }
        if let Some((line, text)) = self.tag("Final") {
            let reached = game.text(record.played.position());
            if reached != text {
                return Err(wrong(line, text, format!("the position reached is {reached}")));
            }
        }
        let unknown = |value: &String| value == "?" || value.is_empty();
        for (_, name, value) in self.tags {
            let seat = about.seats.iter().position(|seat| seat_tag(seat) == name);
            match (name.as_str(), seat) {
                (_, Some(seat)) => record.names[seat] = Some(value).filter(|value| !unknown(value)),
                ("Date", _) => record.date = Some(value).filter(|value| !value.starts_with('?')),
                ("Game" | "Options" | "Edition" | "Result" | "Start" | "FEN" | "SetUp" | "GameType", _) => {}
                _ => record.tags.push((name, value)),
            }
        }
        Ok(record)
    }
}

impl Record {
    /// Plays on with the turns of a text, written as in a record or bare; what comes before a mistake has
    /// been played.
    pub fn play_on(&mut self, text: &str) -> Result<(), RecordError> {
        self.play_on_while(text, &|_| true)
    }

    /// Plays on as long as `go_on` says yes; it is asked before each word.
    pub fn play_on_while(&mut self, text: &str, go_on: &dyn Fn(&Match) -> bool) -> Result<(), RecordError> {
        for token in tokens(text)? {
            match token.kind {
                Kind::Comment(comment) => self.comments.push((self.played.length(), comment)),
                Kind::Word(word) if read_result(self.played.game().about(), &word).is_some() => {
                    self.claim(token.line, &word)?;
                }
                Kind::Word(word) if !go_on(&self.played) => return Err(stopped(token.line, &word)),
                Kind::Word(word) => self.play(token.line, &word)?,
                Kind::Tag(name, _) => return Err(wrong(token.line, &name, "expected turns, not a tag")),
            }
        }
        Ok(())
    }

    /// Plays a word of the turns, which may carry a number before it and a judgement behind it.
    fn play(&mut self, line: usize, word: &str) -> Result<(), RecordError> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let unnumbered = if word[digits..].starts_with('.') { word[digits..].trim_start_matches('.') } else { word };
        let step = unnumbered.trim_end_matches(['!', '?']);
        if step.is_empty() {
            return Ok(());
        }
        if step.split(',').count() > JOINED {
            return Err(wrong(line, word, format!("expected at most {JOINED} steps joined by commas")));
        }
        self.played.play(step).map(|_| ()).map_err(|refusal| RecordError {
            line,
            token: word.to_string(),
            option: matches!(refusal, Refusal::Breach { .. }).then(|| self.option_allowing(step)).flatten(),
            problem: Problem::Step(refusal),
        })
    }

    /// The option that would let the match come this far and go on with this step.
    fn option_allowing(&self, step: &str) -> Option<String> {
        let game = self.played.game();
        let (about, entry) = (game.about(), find(game.about().id)?);
        let others = about.options.iter().flat_map(|option| option.values.iter().map(|value| (option.name, *value)));
        others.filter(|(name, value)| !game.chosen().is(name, value)).find_map(|(name, value)| {
            let mut chosen = game.chosen().clone();
            chosen.set(about, name, value).ok()?;
            let other = entry.with(&chosen);
            let start = other.read_position(&game.text(self.played.start())).ok()?;
            let mut replayed = Match::from(other, start);
            for (_, taken) in self.played.steps_taken() {
                replayed.play(taken).ok()?;
            }
            replayed.play(step).ok().map(|_| format!("{name}={value}"))
        })
    }

    /// Takes in the result that the record claims: the rules may have said it already, or the players
    /// must have settled it.
    fn claim(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let about = self.played.game().about();
        let expected =
            || wrong(line, text, format!("expected a result: {} or *", result_text(about, Outcome::Win(Seat::FIRST))));
        let claimed = read_result(about, text).ok_or_else(expected)?;
        let agrees = match (self.played.status(), claimed) {
            (_, Claim::Open) => true,
            (Status::Over(outcome, _), Claim::Is(claimed)) => outcome == claimed,
            (_, Claim::Is(Outcome::Win(seat))) => self.played.resign(seat.other()),
            (_, Claim::Is(Outcome::Draw)) => self.played.agree_on_draw(),
        };
        let reached = || wrong(line, text, format!("the game as played came out {}", self.result()));
        if agrees { Ok(()) } else { Err(reached()) }
    }
}
