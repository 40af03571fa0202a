//! A game as a whole: what is printed on its box, its rulebook, and how its steps are read and written.

use crate::{About, Chosen, Rulebook, Rules, Seat, Status};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A game: rules that can be chosen from a box, with a rulebook to quote from.
pub trait Game: Rules {
    /// What is printed on the box.
    const ABOUT: About;

    /// The game with these options, which have been checked against [`Self::ABOUT`].
    fn with(chosen: &Chosen) -> Self;

    /// The rulebook, parsed once from `rules.md`.
    fn rules(&self) -> &'static Rulebook;

    /// What a seat is called.
    fn seat_name(seat: Seat) -> &'static str {
        Self::ABOUT.seats[seat.index()]
    }
}

/// How positions and steps are written and read. Any text that reads as a position can be played on without a panic.
pub trait Notation:
    Rules<Position: Display + FromStr<Err = Unreadable>, Step: Display + FromStr<Err = Unreadable>>
{
    /// Reads what a person typed at this position: the canonical text first, then other dashes, joined
    /// runs and unambiguous short forms. `None` if it is nothing like a step; what is returned may
    /// still be illegal.
    fn read(&self, at: &Self::Position, text: &str) -> Option<Vec<Self::Step>> {
        read_leniently(self, at, text)
    }

    /// Writes a whole turn, or as much of it as was played, for a record: its steps joined by commas, or
    /// the style of the game's own literature, as far as [`Self::read`] reads it back.
    fn score(&self, _at: &Self::Position, turn: &[Self::Step]) -> String {
        turn.iter().map(Self::Step::to_string).collect::<Vec<_>>().join(",")
    }
}

/// A text that is not what it should be, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// What would have been readable, as a phrase: "a square such as c3".
    pub expected: String,
}

impl Unreadable {
    /// Says what was expected.
    pub fn expected(what: impl Into<String>) -> Unreadable {
        Unreadable { expected: what.into() }
    }
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for Unreadable {}

/// The reading that [`Notation::read`] provides, for games that add a style of their own.
pub fn read_leniently<G: Notation>(game: &G, at: &G::Position, text: &str) -> Option<Vec<G::Step>> {
    let text = text.trim();
    let canonical = text.parse::<G::Step>().ok();
    if let Some(step) = canonical
        && game.judge(at, step).is_ok()
    {
        return Some(vec![step]);
    }
    let mut legal = Vec::new();
    game.survey(at, &mut legal);
    let typed = plain(text);
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = legal.iter().filter(|step| fits(&plain(&step.to_string())));
        let first = fitting.next()?;
        fitting.next().is_none().then_some(vec![*first])
    };
    only(&|step| step == typed)
        .or_else(|| read_ends_of_run(game, at, &typed))
        .or_else(|| canonical.map(|step| vec![step]))
        .or_else(|| read_run(game, at, &typed))
        .or_else(|| (!typed.is_empty()).then(|| only(&|step| is_short_for(&typed, step))).flatten())
}

/// One way of writing what people write in several: lower case, any dash or cross a dash, no star.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '*');
    letters
        .flat_map(char::to_lowercase)
        .map(|letter| if matches!(letter, 'x' | '×' | ':' | '–' | '—') { '-' } else { letter })
        .collect()
}

/// Whether the typed text is the beginning or the end of a step, cut at a dash.
fn is_short_for(typed: &str, step: &str) -> bool {
    let at_dash = |rest: Option<&str>, cut: fn(&str) -> bool| rest.is_some_and(cut);
    at_dash(step.strip_prefix(typed), |rest| rest.starts_with(['-', '/', '^']))
        || at_dash(step.strip_suffix(typed), |rest| rest.ends_with(['-', '/', '^']))
}

/// A run of one piece written joined up: `22x15x8` is `22x15`, `15x8`.
fn read_run<G: Notation>(game: &G, at: &G::Position, typed: &str) -> Option<Vec<G::Step>> {
    let places: Vec<&str> = typed.split('-').collect();
    if places.len() < 3 {
        return None;
    }
    let mut at = at.clone();
    let mut run = Vec::new();
    for pair in places.windows(2) {
        let (dash, cross) = (pair.join("-"), pair.join("x"));
        let mut legal = Vec::new();
        game.survey(&at, &mut legal);
        let Some(step) = legal.into_iter().find(|step| plain(&step.to_string()) == dash) else {
            // The caller's judgement will name the clause that this part of the run breaks.
            run.push(cross.parse().or_else(|_| dash.parse()).ok()?);
            return Some(run);
        };
        game.apply(&mut at, step);
        run.push(step);
    }
    Some(run)
}

/// A run of one piece of which only the ends are written, `22x8`, if just one run has these ends.
fn read_ends_of_run<G: Notation>(game: &G, at: &G::Position, typed: &str) -> Option<Vec<G::Step>> {
    let (from, to) = typed.split_once('-').filter(|(_, to)| !to.contains('-'))?;
    let mut found = Vec::new();
    runs_between(game, at, (from, to), &mut Vec::new(), &mut found);
    if found.len() == 1 { found.pop() } else { None }
}

fn runs_between<G: Notation>(
    game: &G,
    at: &G::Position,
    (from, to): (&str, &str),
    run: &mut Vec<G::Step>,
    found: &mut Vec<Vec<G::Step>>,
) {
    let mut legal = Vec::new();
    game.survey(at, &mut legal);
    for step in legal {
        let text = plain(&step.to_string());
        let Some(landing) = text.split_once('-').filter(|(begins, _)| *begins == from).map(|(_, landing)| landing)
        else {
            continue;
        };
        let mut next = at.clone();
        game.apply(&mut next, step);
        run.push(step);
        match game.status(&next) {
            // A run this long is nobody's shorthand.
            Status::Continue(_) if run.len() < 12 => runs_between(game, &next, (landing, to), run, found),
            _ if run.len() > 1 && landing == to => found.push(run.clone()),
            _ => (),
        }
        run.pop();
    }
}

/// A turn with its runs joined up, as draughts players write them: `22x15`, `15x8` is `22x15x8`.
pub fn join_runs<S: Display>(turn: &[S]) -> String {
    let mut text = String::new();
    for step in turn.iter().map(S::to_string) {
        match step.split_once('x') {
            Some((from, to)) if !text.is_empty() && text.ends_with(&format!("x{from}")) => {
                text.push('x');
                text.push_str(to);
            }
            _ if text.is_empty() => text = step,
            _ => {
                text.push(',');
                text.push_str(&step);
            }
        }
    }
    text
}
