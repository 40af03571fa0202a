//! How positions and steps are written and read, and what people type instead: other dashes and letters, joined runs,
//! unambiguous short forms.
//!
//! A text that is a step by itself is that step, legal or not: no reading turns one attempt into another. Only where it
//! could not be meant so, a dash between squares that are a jump apart or the bare name of a square, is it read as
//! the step that it can mean.

use crate::game::Unreadable;
use crate::{Breach, Rules, Status};
use std::fmt::Display;
use std::str::FromStr;

/// How positions and steps are written and read. Any text that reads as a position can be played on without a panic.
pub trait Notation:
    Rules<Position: Display + FromStr<Err = Unreadable>, Step: Display + FromStr<Err = Unreadable>>
{
    /// Reads what a person typed at this position: the canonical text first, then other dashes, joined
    /// runs and unambiguous short forms. What is returned may still be illegal.
    fn read(&self, at: &Self::Position, text: &str) -> ParsedSteps<Self::Step> {
        read_leniently(self, at, text)
    }

    /// The jump that a step written with a dash can only mean, since its squares are too far apart for anything
    /// else. Only where the game writes jumps with a cross.
    fn as_jump(&self, _at: &Self::Position, _step: Self::Step) -> Option<Self::Step> {
        None
    }

    /// Why the piece that has played `last` and ended its turn with it does not go on with `next`: asked where a run is
    /// written too long. `None` where pieces make no runs.
    fn overrun(&self, _before: &Self::Position, _last: Self::Step, _next: Self::Step) -> Option<Breach> {
        None
    }

    /// Writes a whole turn, or as much of it as was played, for a record: its steps joined by commas, or
    /// the style of the game's own literature, as far as [`Self::read`] reads it back.
    fn score(&self, _at: &Self::Position, turn: &[Self::Step]) -> String {
        turn.iter().map(Self::Step::to_string).collect::<Vec<_>>().join(",")
    }
}

/// What a text comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedSteps<S> {
    /// These steps of one turn, one after the other; they may still be illegal.
    Steps(Vec<S>),
    /// Any of these, each legal; nothing says which.
    Ambiguous(Vec<Vec<S>>),
    /// Nothing like a step.
    Nothing,
}

impl<S> ParsedSteps<S> {
    /// One step.
    pub fn step(step: S) -> ParsedSteps<S> {
        ParsedSteps::Steps(vec![step])
    }

    /// The steps, if it comes to some.
    pub fn steps(self) -> Option<Vec<S>> {
        if let ParsedSteps::Steps(steps) = self { Some(steps) } else { None }
    }

    /// This reading, or another if it is nothing.
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> ParsedSteps<S>) -> ParsedSteps<S> {
        if matches!(self, ParsedSteps::Nothing) { other() } else { self }
    }

    /// One of several: the only one, or nobody knows which.
    fn among(mut fitting: Vec<Vec<S>>) -> ParsedSteps<S> {
        match fitting.len() {
            0 => ParsedSteps::Nothing,
            1 => ParsedSteps::Steps(fitting.remove(0)),
            _ => ParsedSteps::Ambiguous(fitting),
        }
    }
}

impl<S: Display> ParsedSteps<S> {
    /// Everything it could be, as records write it.
    pub fn could_be(&self) -> Vec<String> {
        match self {
            ParsedSteps::Steps(steps) => vec![join_runs(steps)],
            ParsedSteps::Ambiguous(all) => all.iter().map(|steps| join_runs(steps)).collect(),
            ParsedSteps::Nothing => Vec::new(),
        }
    }
}

/// The reading that [`Notation::read`] provides, for games that add a style of their own.
pub fn read_leniently<G: Notation>(game: &G, at: &G::Position, text: &str) -> ParsedSteps<G::Step> {
    let typed = normal(text);
    let canonical = text.trim().parse::<G::Step>().or_else(|_| typed.parse()).ok();
    if let Some(step) = canonical {
        if game.judge(at, step).is_ok() {
            return ParsedSteps::step(step);
        }
        if let Some(jump) = game.as_jump(at, step).filter(|jump| game.judge(at, *jump).is_ok()) {
            return ParsedSteps::step(jump);
        }
    }
    let mut legal = Vec::new();
    game.survey(at, &mut legal);
    let fitting = |fits: &dyn Fn(&str) -> bool| {
        let fitting = legal.iter().filter(|step| fits(&normal(&step.to_string())));
        ParsedSteps::among(fitting.map(|step| vec![*step]).collect())
    };
    let bare = !typed.is_empty() && !typed.contains(SEPARATORS);
    let same = || if canonical.is_none() { fitting(&|step| step == typed) } else { ParsedSteps::Nothing };
    let reached = || if bare { fitting(&|step| target(step) == Some(&typed)) } else { ParsedSteps::Nothing };
    let begun = || if typed.is_empty() { ParsedSteps::Nothing } else { fitting(&|step| begins(step, &typed)) };
    let reached = || match (reached(), canonical) {
        // What is a step by itself stays one, unless it is clear what else is meant.
        (ParsedSteps::Ambiguous(_), Some(step)) => ParsedSteps::step(step),
        (reading, _) => reading,
    };
    same()
        .or_else(|| read_ends_of_run(game, at, &typed))
        .or_else(reached)
        .or_else(|| canonical.map_or(ParsedSteps::Nothing, ParsedSteps::step))
        .or_else(|| read_run(game, at, &typed))
        .or_else(begun)
}

/// What stands between the squares of a step.
const SEPARATORS: [char; 4] = ['-', 'x', '^', '/'];

/// One way of writing what people write in several: lower case, one kind of dash and of cross, no star.
fn normal(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '*');
    letters
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            '×' | ':' => 'x',
            '–' | '—' => '-',
            other => other,
        })
        .collect()
}

/// Where a step goes, by its text: what stands behind its last separator, or behind the sign for putting down or taking
/// off (`@c4`, `x12`).
pub(crate) fn target(step: &str) -> Option<&str> {
    let (_, target) = step.rsplit_once(['-', 'x', '^', '@'])?;
    (!target.is_empty()).then_some(target)
}

/// Whether the typed text is the beginning of a step, cut at a separator.
fn begins(step: &str, typed: &str) -> bool {
    step.strip_prefix(typed).is_some_and(|rest| rest.starts_with(SEPARATORS))
}

/// A run of one piece written joined up: `22x15x8` is `22x15`, `15x8`.
fn read_run<G: Notation>(game: &G, at: &G::Position, typed: &str) -> ParsedSteps<G::Step> {
    let places: Vec<&str> = typed.split(['-', 'x']).collect();
    let signs: Vec<&str> = typed.matches(['-', 'x']).collect();
    if places.len() < 3 {
        return ParsedSteps::Nothing;
    }
    let mut at = at.clone();
    let mut run = Vec::new();
    for (pair, sign) in places.windows(2).zip(signs) {
        let Ok(step) = format!("{}{sign}{}", pair[0], pair[1]).parse::<G::Step>() else { return ParsedSteps::Nothing };
        let legal = |step: &G::Step| game.judge(&at, *step).is_ok();
        let over = game.survey(&at, &mut Vec::new()).is_over();
        let Some(step) = [Some(step), game.as_jump(&at, step)].into_iter().flatten().find(legal).filter(|_| !over)
        else {
            // The caller's judgement will name the clause that this part of the run breaks.
            run.push(game.as_jump(&at, step).unwrap_or(step));
            return ParsedSteps::Steps(run);
        };
        game.apply(&mut at, step);
        run.push(step);
        if !matches!(game.status(&at), Status::Continue(_)) && run.len() + 1 < places.len() {
            // The turn is over and the text goes on: the next part is still this piece's.
            let rest = &places[run.len()..];
            let next = format!("{}x{}", rest[0], rest[1]);
            let next = next.parse::<G::Step>().or_else(|_| format!("{}-{}", rest[0], rest[1]).parse());
            let Ok(next) = next else { return ParsedSteps::Nothing };
            run.push(next);
            return ParsedSteps::Steps(run);
        }
    }
    ParsedSteps::Steps(run)
}

/// A run of one piece of which only the ends are written, `22x8`. Only jumps make runs: where a turn of several moves
/// is no run, two squares are one attempt.
fn read_ends_of_run<G: Notation>(game: &G, at: &G::Position, typed: &str) -> ParsedSteps<G::Step> {
    let ends = typed.split_once(['-', 'x']).filter(|(_, to)| !to.contains(['-', 'x']));
    let Some(ends) = ends else { return ParsedSteps::Nothing };
    let mut found = Vec::new();
    runs_between(game, at, ends, &mut Vec::new(), &mut found);
    ParsedSteps::among(found)
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
        let text = normal(&step.to_string());
        let Some(landing) = text.split_once('x').filter(|(begins, _)| *begins == from).map(|(_, landing)| landing)
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
