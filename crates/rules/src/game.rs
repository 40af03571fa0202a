//! What is allowed, and what is good.

use crate::clause::{LENGTH, Legality, REPETITION};
use crate::{About, Chosen, Clause, Rulebook, Seat, Spare, Status};
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// The rules of a game. A value of the implementing type holds the chosen options, no position.
pub trait Game: Sized + Send + Sync + 'static {
    /// What is printed on the box.
    const ABOUT: About;

    /// The game with these options, which have been checked against [`Self::ABOUT`].
    fn with(chosen: &Chosen) -> Self;

    /// All that may matter for what is played next, half-finished turns included. Any text that reads
    /// as a position can be played on without a panic.
    type Position: Clone + Eq + Hash + Debug + Display + FromStr<Err = Unreadable> + Send + Sync + 'static;

    /// One choice by one seat, written and read without a position, so that it can also hold an
    /// illegal attempt.
    type Step: Copy + Eq + Hash + Debug + Display + FromStr<Err = Unreadable> + Send + Sync + 'static;

    /// The rulebook, parsed once from `rules.md`.
    fn rules(&self) -> &'static Rulebook;

    /// How the men stand at first.
    fn start(&self) -> Self::Position;

    /// Whose choice it is, or how it ended. Cheap: it never asks whether the seat can move.
    fn status(&self, at: &Self::Position) -> Status;

    /// What the rules say when the seat to move has no step. Games where such a seat passes, or where
    /// it cannot happen, never come here.
    fn stuck(&self, at: &Self::Position) -> Status;

    /// Steps worth judging: every legal one and any number of others.
    fn candidates(&self, at: &Self::Position, out: &mut Vec<Self::Step>);

    /// The law: the first clause that this step breaks here. The game is not over.
    fn judge(&self, at: &Self::Position, step: Self::Step) -> Legality;

    /// Plays a legal step.
    fn apply(&self, at: &mut Self::Position, step: Self::Step);

    /// The legal steps, each once, put at the end of `out`. The game is not over. A fast generator may
    /// take the place of this one; the laws hold it equal to `judge`.
    fn steps(&self, at: &Self::Position, out: &mut Vec<Self::Step>) {
        let first = out.len();
        self.candidates(at, out);
        let mut kept = first;
        for nth in first..out.len() {
            if self.judge(at, out[nth]).is_ok() {
                out[kept] = out[nth];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// The true status together with the legal steps, which replace what was in `out`: what everybody
    /// outside a game asks.
    fn survey(&self, at: &Self::Position, out: &mut Vec<Self::Step>) -> Status {
        out.clear();
        let status = self.status(at);
        if status.is_over() {
            return status;
        }
        self.steps(at, out);
        if out.is_empty() { self.stuck(at) } else { status }
    }

    /// In how many ways the turn can be completed from here. A count that need not list the steps may take
    /// the place of this one; the laws hold the two equal.
    fn turns(&self, at: &Self::Position, spare: &mut Spare<Self::Step>) -> u64 {
        let mut steps = spare.lend();
        self.survey(at, &mut steps);
        let mut turns = 0;
        for step in &steps {
            let mut next = at.clone();
            self.apply(&mut next, *step);
            turns += if let Status::Continue(_) = self.status(&next) { self.turns(&next, spare) } else { 1 };
        }
        spare.give_back(steps);
        turns
    }

    /// The number of distinct sequences of steps that make up exactly `depth` complete turns, one at least. A
    /// position in the middle of a turn counts the rest of that turn as the first.
    fn perft(&self, at: &Self::Position, depth: u32, spare: &mut Spare<Self::Step>) -> u64 {
        if depth == 1 {
            return self.turns(at, spare);
        }
        let mut steps = spare.lend();
        self.survey(at, &mut steps);
        let mut count = 0;
        for step in &steps {
            let mut next = at.clone();
            self.apply(&mut next, *step);
            count += match self.status(&next) {
                Status::Over(..) => 0,
                Status::Continue(_) => self.perft(&next, depth, spare),
                Status::Turn(_) => self.perft(&next, depth - 1, spare),
            };
        }
        spare.give_back(steps);
        count
    }

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

    /// The draws that a match declares, since they need its history.
    fn draws(&self) -> Draws {
        if Self::ABOUT.count() > 1 { Draws::HOUSE } else { Draws::NONE }
    }

    /// Whether this step counts towards a limit of quiet turns.
    fn quiet(&self, _at: &Self::Position, _step: Self::Step) -> bool {
        false
    }

    /// A clause by which a match is drawn in this position although steps are left.
    fn dead(&self, _at: &Self::Position) -> Option<Clause> {
        None
    }

    /// The position without what does not count when positions are compared for repetition.
    fn footprint(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// A number that positions with the same footprint share, and hardly any others.
    fn key(&self, at: &Self::Position) -> u64 {
        let mut hasher = KeyHasher::default();
        self.footprint(at).hash(&mut hasher);
        hasher.finish()
    }
}

/// An opinion on positions, in the players' terms, and hints for whoever looks ahead.
pub trait Evaluate: Game {
    /// An advantage of this much wins about three games of four.
    const SCALE: i32 = 100;

    /// What the levels misjudge positions by is measured in this. Less than the scale where a game is won by many small
    /// advantages, or a weak player would not see any of them.
    const BLUR: i32 = Self::SCALE;

    /// Whether the whole game, for two and never coming back to a position, is small enough to be looked
    /// through to the end in a moment.
    const SMALL: bool = false;

    /// Whether some steps upset the evaluation so much that looking ahead must not stop at them; then
    /// [`Self::loud`] tells which.
    const HAS_LOUD_STEPS: bool = false;

    /// How strong levels 1 to 7 play, from 0 (hardly looks) to 1000 (the best that fits into a fiftieth of a second), so
    /// that each beats the one below about equally often. `bench/ladder.py` measures them.
    const LEVELS: [u16; 7] = [100, 240, 380, 520, 660, 810, 1000];

    /// How good the position is for this seat; more is better, 0 is even. Asked at the start of a turn
    /// only. Between two seats what is good for one is as bad for the other.
    fn evaluate(&self, at: &Self::Position, seat: Seat) -> i32;

    /// How promising a legal step looks before anybody has thought about it; the best are tried first, and
    /// what promises nothing (0 or less) may be looked at less deeply.
    fn promise(&self, _at: &Self::Position, _step: Self::Step) -> i32 {
        0
    }

    /// Whether a legal step upsets the evaluation, as captures do. Where the first legal step of a turn is
    /// loud and steps that are not loud are forbidden, the mover cannot rest on the evaluation.
    fn loud(&self, _at: &Self::Position, _step: Self::Step) -> bool {
        false
    }

    /// The position with the turn given away, if that is a fair test of whether the mover stands well:
    /// not where having to move is itself a burden.
    fn given_away(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The position as if the turn were this seat's, where so little is left of a race that it can as well be planned
    /// without regard to the others. Asked at the start of turns.
    fn alone(&self, _at: &Self::Position, _seat: Seat) -> Option<Self::Position> {
        None
    }
}

/// The draws that need a match's history, each with its clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// The same position for the third time at the start of a turn.
    pub repetition: Option<Clause>,
    /// The end of this turn.
    pub length: Option<(u32, Clause)>,
    /// So many quiet turns running.
    pub quiet: Option<(u32, Clause)>,
}

impl Draws {
    /// The house rulings for games that could go on for ever.
    pub const HOUSE: Draws = Draws { repetition: Some(REPETITION), length: Some((1000, LENGTH)), quiet: None };
    /// None at all, for a puzzle.
    pub const NONE: Draws = Draws { repetition: None, length: None, quiet: None };

    /// The clauses these draws rest on.
    pub fn clauses(&self) -> impl Iterator<Item = Clause> {
        let length = self.length.map(|(_, clause)| clause);
        let quiet = self.quiet.map(|(_, clause)| clause);
        [self.repetition, length, quiet].into_iter().flatten()
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

/// The reading that [`Game::read`] provides, for games that add a style of their own.
pub fn read_leniently<G: Game>(game: &G, at: &G::Position, text: &str) -> Option<Vec<G::Step>> {
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
fn read_run<G: Game>(game: &G, at: &G::Position, typed: &str) -> Option<Vec<G::Step>> {
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
fn read_ends_of_run<G: Game>(game: &G, at: &G::Position, typed: &str) -> Option<Vec<G::Step>> {
    let (from, to) = typed.split_once('-').filter(|(_, to)| !to.contains('-'))?;
    let mut found = Vec::new();
    runs_between(game, at, (from, to), &mut Vec::new(), &mut found);
    if found.len() == 1 { found.pop() } else { None }
}

fn runs_between<G: Game>(
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

/// Mixes every word by a wide multiplication folded onto itself: quick, and good to the last bit.
#[derive(Clone, Copy, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let wide = u128::from(self.0.rotate_left(23) ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let mut last = *self;
        last.write_u64(0);
        last.0
    }
}
