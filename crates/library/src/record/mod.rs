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
//! another start than the usual; a tag `Final`, where there is one, must be the position reached. Comments, glyphs (`$1`)
//! and variations in brackets are kept and written again: write, read and write give the same text.
//!
//! A record may go on after a draw that a match here declares by itself (repetition, quiet turns, length): nobody has claimed
//! it then, and a tag `Claimable` says where somebody could have.

mod parser;
mod tree;
mod writer;

use crate::any::{AnyGame, Refusal};
use crate::matches::Match;
use crate::review::Moment;
use rules::{About, Clause, Outcome, Seat, Status};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A match together with what is known about it.
#[derive(Clone)]
pub struct Record {
    /// What was played, with its remarks and variations. If the record says that somebody won and the rules do not, the loser has
    /// resigned.
    pub line: AnnotatedLine,
    /// Who sat on each seat, as far as it is known.
    pub names: Vec<Option<String>>,
    /// `2026.11.15`, with question marks for what is not known.
    pub date: Option<String>,
    /// Further tags in their order, such as `Event`.
    pub tags: Vec<(String, String)>,
    /// Draws of a match that nobody claimed, each after so many steps, by its clause.
    pub claimable: Vec<(usize, Clause)>,
}

/// The main line of a record or a variation, with its remarks and its own variations.
#[derive(Clone)]
pub struct AnnotatedLine {
    /// What is played; in a variation from the position before the turn that it replaces.
    pub played: Match,
    /// Remarks, each after so many steps.
    pub comments: Vec<(usize, String)>,
    /// Numeric glyphs as PGN knows them (1 is a good move), each after so many steps.
    pub glyphs: Vec<(usize, u8)>,
    /// Other ways to play, each instead of the turn that begins after so many steps.
    pub variations: Vec<(usize, AnnotatedLine)>,
}

impl AnnotatedLine {
    /// A line without remarks.
    pub fn of(played: Match) -> AnnotatedLine {
        AnnotatedLine { played, comments: Vec::new(), glyphs: Vec::new(), variations: Vec::new() }
    }
}

/// A file's bytes as text: UTF-8, or Latin-1, in which many older files are written. `None` if they are no text.
pub fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(Cow::Borrowed(text));
    }
    let is_text = |byte: &u8| !byte.is_ascii_control() || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a);
    bytes.iter().all(is_text).then(|| Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()))
}

/// Where and why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What stands there.
    pub token: String,
    /// What is wrong with it.
    pub problem: RecordProblem,
    /// The option, such as `thinning=formed`, with which the record could be read on here.
    pub option: Option<String>,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordProblem {
    /// A step is refused.
    Step(Box<Refusal>),
    /// Anything else, in words.
    Text(String),
    /// Whoever asked for it does not want to go on: see [`Record::play_on_while`].
    Stopped,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token: String = self.token.chars().take(40).collect();
        match &self.problem {
            RecordProblem::Step(refusal) => write!(f, "line {}, '{token}': {refusal}", self.line)?,
            RecordProblem::Text(what) => write!(f, "line {}, '{token}': {what}", self.line)?,
            RecordProblem::Stopped => write!(f, "line {}, '{token}': reading was stopped here", self.line)?,
        }
        match &self.option {
            Some(option) => write!(f, " With the option {option} this step is allowed."),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RecordError {}

/// A game whose records have a standard format of their own in the world's files.
struct Standard {
    game: &'static str,
    extension: &'static str,
    /// What every record of it says, and no other game's.
    tags: &'static [(&'static str, &'static str)],
}

/// PGN, which is chess unless it says otherwise, and PDN, whose games have numbers.
const STANDARDS: [Standard; 2] = [
    Standard { game: "chess", extension: "pgn", tags: &[] },
    Standard { game: "checkers", extension: "pdn", tags: &[("GameType", "21")] },
];

impl Standard {
    /// The standard format of a game, if it has one.
    fn of(about: &About) -> Option<&'static Standard> {
        STANDARDS.iter().find(|standard| standard.game == about.id)
    }

    /// The one whose records say this and no more.
    fn with_tags(tags: &[(&str, &str)]) -> Option<&'static Standard> {
        STANDARDS.iter().find(|standard| standard.tags == tags)
    }
}

/// How the name of a file with records of this game ends: `pgn`, `pdn` or `txt`.
pub fn extension(about: &About) -> &'static str {
    Standard::of(about).map_or("txt", |standard| standard.extension)
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
    let draughts = seat_tag(about.seats[0]) == "Black";
    // Draughts players count two points a game.
    let text = match text {
        "2-0" if draughts => "1-0",
        "0-2" if draughts => "0-1",
        "1-1" if draughts => "1/2-1/2",
        "1/2" | "½-½" if about.count() == 2 => "1/2-1/2",
        other => other,
    };
    match text {
        "*" => Some(Claim::Open),
        _ => outcomes.find(|outcome| result_text(about, *outcome) == text).map(Claim::Is),
    }
}

impl Record {
    /// A match about which nothing else is known.
    pub fn of(played: Match) -> Record {
        let names = vec![None; played.game().about().count()];
        Record { line: AnnotatedLine::of(played), names, date: None, tags: Vec::new(), claimable: Vec::new() }
    }

    /// Notes what a review of this match found: a remark after each turn that mattered, and what would have been better as a
    /// variation.
    pub fn add_moments(&mut self, moments: &[Moment]) {
        for moment in moments {
            let played = moment.played.steps.len();
            self.line.comments.push((moment.ply + played, format!("{}. {}", moment.heading, moment.words)));
            let main = &self.line.played;
            let mut better = Match::from(main.game().clone(), main.position_before(moment.ply).clone());
            let is_whole = moment.best.steps.iter().all(|step| better.play(step).is_ok());
            if is_whole && !moment.best.steps.is_empty() && moment.best.steps != moment.played.steps {
                self.line.variations.push((moment.ply, AnnotatedLine::of(better)));
            }
        }
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
        parser::read_all(text, game, go_on)
    }

    /// How it came out, as records write it: `1-0`, `*` ...
    pub fn result(&self) -> String {
        match self.line.played.status() {
            Status::Over(outcome, _) => result_text(self.line.played.game().about(), outcome),
            _ => "*".to_string(),
        }
    }
}
