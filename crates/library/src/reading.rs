//! Reading a whole game: what each position at the start of a turn is worth, and what would have been best there.
//!
//! A turn that seems to have given something away is looked at more closely before anybody is told: see [`compare`].
//! This module knows no clock; whoever asks says when to stop.

use crate::any::{AnyGame, AnyPosition};
use crate::computer::{self, Idea, Question, own_turn};
use crate::matches::{Match, Turn};
use rules::{Outcome, Seat, Status};
use search::transposition::TranspositionTable;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many positions are looked at for each turn of a game.
pub const NODES: u64 = 60_000;
/// How many times as many for each side of a comparison.
const CLOSER: u64 = 8;
/// How many times as many again, before a turn is called costly.
const ONCE_MORE: u64 = 3;
/// A turn that seems to have cost this much of the winning chances is looked at more closely.
const SUSPICIOUS: f64 = 0.1;
/// The size of the transposition table.
const TABLE_BYTES: usize = 8 << 20;
/// So many turns are told of what follows one that was tried.
const MOST_FOLLOWING: usize = 5;

/// What a position is worth to a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The chance of winning, from 0 to 1.
    pub chance: f64,
    /// In how many turns it is won, lost if negative, drawn if 0, where that is proved.
    pub proved: Option<i32>,
    /// Whether a tablebase says so.
    pub known: bool,
}

impl Worth {
    /// What an idea is worth to the seat to move.
    pub fn of(idea: &Idea) -> Worth {
        match idea.known {
            Some(known::Value::Draw) => Worth { chance: 0.5, proved: Some(0), known: true },
            known => Worth { chance: idea.chance, proved: idea.proved, known: known.is_some() },
        }
    }

    /// What an outcome is worth to a seat, so many turns before it.
    fn of_outcome(outcome: Outcome, seat: Seat, turns: i32) -> Worth {
        let (chance, proved) = match outcome {
            Outcome::Win(winner) if winner == seat => (1.0, turns),
            Outcome::Win(_) => (0.0, -turns),
            Outcome::Draw => (0.5, 0),
        };
        Worth { chance, proved: Some(proved), known: false }
    }

    /// The same for the seat that played the turn before, `other` or not.
    fn one_turn_earlier(self, other: bool) -> Worth {
        let farther = |turns: i32| turns + turns.signum();
        if other {
            let proved = self.proved.map(|turns| farther(-turns));
            return Worth { chance: 1.0 - self.chance, proved, known: self.known };
        }
        Worth { proved: self.proved.map(farther), ..self }
    }

    /// The chance in a hundred.
    pub fn in_100(self) -> u32 {
        (self.chance * 100.0).round() as u32
    }
}

/// A turn, in steps and as records write it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ReadLine {
    /// Its steps in canonical text.
    pub steps: Vec<String>,
    /// The whole turn.
    pub text: String,
}

impl ReadLine {
    /// A turn that is played at a position.
    fn of(game: &Arc<dyn AnyGame>, at: &AnyPosition, steps: Vec<String>) -> ReadLine {
        let texts: Vec<&str> = steps.iter().map(String::as_str).collect();
        ReadLine { text: game.score(at, &texts), steps }
    }
}

/// What was read of one position at the start of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnRead {
    /// How many steps were played before.
    pub ply: usize,
    /// Whom `worth` is for: the seat to move; where the game is over, the first.
    #[serde(with = "seat_number")]
    pub seat: Seat,
    /// What the position is worth to that seat.
    pub worth: Worth,
    /// The best turn; empty where the game is over.
    pub best: ReadLine,
    /// How many turns were looked ahead.
    pub depth: i32,
    /// What the turn that was played is worth to that seat, where it was looked at more closely.
    pub played: Option<Worth>,
}

/// Seats in stored readings, counted from 1.
mod seat_number {
    use rules::Seat;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
    pub fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(seat.number())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(from)?;
        Seat::numbered(number).ok_or_else(|| D::Error::custom(format!("expected a seat from 1 to 4, found {number}")))
    }
}

/// Reads a game from its start, turn by turn.
pub struct GameReader {
    played: Match,
    turns: Vec<Turn>,
    nodes: u64,
    /// Where the next position to be read stands.
    at: Match,
    table: TranspositionTable,
    read: Vec<TurnRead>,
}

/// Why reading does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paused {
    /// Everything is read.
    Done,
    /// It was interrupted; the same position is read at the next call.
    GaveWay,
}

impl GameReader {
    /// A reader of this match who looks at so many positions for each turn.
    pub fn new(played: &Match, nodes: u64) -> GameReader {
        GameReader {
            turns: played.turns(),
            at: Match::from(played.game().clone(), played.start().clone()),
            played: played.clone(),
            nodes,
            table: TranspositionTable::with_bytes(TABLE_BYTES),
            read: Vec::new(),
        }
    }

    /// How many positions there are to be read: one before each turn, and the last.
    pub fn total(&self) -> usize {
        self.turns.len() + 1
    }

    /// What has been read.
    pub fn read(&self) -> &[TurnRead] {
        &self.read
    }

    /// Reads the next position; tells which entries are new or have become better founded. `stop` says when enough has been
    /// looked at, `give_way` when to break off and forget this position.
    pub fn read_next(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        give_way: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<TurnRead>, Paused> {
        let nth = self.read.len();
        if nth == self.total() {
            return Err(Paused::Done);
        }
        let either = || stop() || give_way();
        let here = self.look(&either);
        let corrected = nth.checked_sub(1).and_then(|last| self.look_closer(last, &here, &either));
        if give_way() {
            return Err(Paused::GaveWay);
        }
        let mut changed = Vec::new();
        if let (Some(corrected), Some(last)) = (corrected, self.read.last_mut()) {
            *last = corrected.clone();
            changed.push(corrected);
        }
        self.read.push(here.clone());
        changed.push(here);
        if let Some(turn) = self.turns.get(nth) {
            advance(&mut self.at, &turn.steps);
        }
        Ok(changed)
    }

    /// Reads all that is left.
    pub fn read_all(mut self, stop: &(dyn Fn() -> bool + Sync)) -> Vec<TurnRead> {
        while self.read_next(stop, &|| false).is_ok() {}
        self.read
    }

    fn look(&self, stop: &(dyn Fn() -> bool + Sync)) -> TurnRead {
        let ply = self.at.length();
        // The last position of a game that somebody resigned is one like the others.
        let status = self.at.status();
        let Some(seat) = status.seat() else {
            let outcome = if let Status::Over(outcome, _) = status { outcome } else { Outcome::Draw };
            let worth = Worth::of_outcome(outcome, Seat::FIRST, 0);
            return TurnRead { ply, seat: Seat::FIRST, worth, best: ReadLine::default(), depth: 0, played: None };
        };
        let question = Question { nodes: self.nodes, ..Question::without_end(stop) };
        let ideas = computer::think(&self.at, &self.table, question, &mut |_| ());
        let Some(idea) = ideas.first() else {
            let worth = Worth { chance: 0.5, proved: None, known: false };
            return TurnRead { ply, seat, worth, best: ReadLine::default(), depth: 0, played: None };
        };
        TurnRead {
            ply,
            seat,
            worth: Worth::of(idea),
            best: first_turn(&self.at, idea),
            depth: idea.depth,
            played: None,
        }
    }

    /// Compares what was played with what was best, if it seems to have given something away.
    fn look_closer(&self, nth: usize, after: &TurnRead, stop: &(dyn Fn() -> bool + Sync)) -> Option<TurnRead> {
        let before = &self.read[nth];
        let seats = self.played.game().about().count();
        let cost = before.worth.chance - seen_by(before.seat, after, seats)?.chance;
        let steps = &self.turns[nth].steps;
        // What a tablebase says of both needs no second look.
        let certain = before.worth.known && (after.worth.known || after.best.steps.is_empty());
        if cost < SUSPICIOUS || certain || leads_to_the_same(&self.played, before, steps) {
            return None;
        }
        let mut here = self.played.clone();
        here.take_back_to(before.ply);
        let mut compared = compare(&here, steps, self.nodes, stop)?;
        // A turn is called costly only if a search of three times the nodes finds it so, too.
        if compared.cost() >= crate::review::COSTLY {
            compared = compare(&here, steps, self.nodes * ONCE_MORE, stop)?;
        }
        Some(TurnRead {
            worth: compared.best_worth,
            best: compared.best,
            played: Some(compared.tried_worth),
            depth: compared.depth,
            ..before.clone()
        })
    }
}

/// What was read after a turn, for the seat that played it; with more than two seats nothing can be said.
pub(crate) fn seen_by(seat: Seat, after: &TurnRead, seats: usize) -> Option<Worth> {
    match seats {
        1 => Some(after.worth.one_turn_earlier(false)),
        2 => Some(after.worth.one_turn_earlier(after.seat != seat)),
        _ => None,
    }
}

/// Whether the turn that was played leads to the same position as the best one.
fn leads_to_the_same(played: &Match, read: &TurnRead, steps: &[String]) -> bool {
    let game = &**played.game();
    let end = |steps: &[String]| {
        let start = played.position_before(read.ply).clone();
        let end = steps.iter().try_fold(start, |at, step| game.take(&at, step).ok().map(|taken| taken.position));
        end.map(|at| game.text(&at))
    };
    read.best.steps == steps || end(&read.best.steps) == end(steps)
}

/// The first turn of an idea.
fn first_turn(at: &Match, idea: &Idea) -> ReadLine {
    let (steps, _) = own_turn(at.game(), at.position(), &idea.line);
    ReadLine::of(at.game(), at.position(), steps)
}

/// The first turns of a line, and whose they are. The last one may be cut off where the search saw no farther, if it is the
/// only one.
fn turns_of(at: &Match, idea: &Idea) -> Vec<(Seat, ReadLine)> {
    let (game, mut position, mut rest) = (at.game(), at.position().clone(), &idea.line[..]);
    let mut turns = Vec::new();
    while turns.len() < MOST_FOLLOWING
        && let Some(seat) = game.status(&position).seat()
    {
        let (steps, next) = own_turn(game, &position, rest);
        let is_cut_off = matches!(game.status(&next), Status::Continue(_));
        if steps.is_empty() || (is_cut_off && !turns.is_empty()) {
            break;
        }
        rest = &rest[steps.len()..];
        turns.push((seat, ReadLine::of(game, &position, steps)));
        position = next;
    }
    turns
}

/// Plays steps that were played before, past draws that nobody claimed.
fn advance(at: &mut Match, steps: &[String]) {
    for step in steps {
        at.overlook_draw();
        // They were legal when they were played.
        let _ = at.play(step);
    }
}

/// A turn held against the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// The best turn.
    pub best: ReadLine,
    /// What it is worth to whoever plays it.
    pub best_worth: Worth,
    /// What the other turn is worth.
    pub tried_worth: Worth,
    /// The turns that are to be expected after the other turn, and whose they are; none if the game is over.
    pub follows: Vec<(Seat, ReadLine)>,
    /// How many turns were looked ahead.
    pub depth: i32,
}

/// Holds a whole turn, played where a match stands, against the best one. The positions after both are looked at equally
/// long, so that neither is seen from farther away. Nothing if the game is over, if the steps are no turn, or if there are
/// more than two seats: what one of four has given away cannot be told from what the others did with it.
pub fn compare(here: &Match, turn: &[String], nodes: u64, stop: &(dyn Fn() -> bool + Sync)) -> Option<Compared> {
    let seat = here.status().seat().filter(|_| here.game().about().count() <= 2)?;
    let closer = Question { nodes: nodes * CLOSER, ..Question::without_end(stop) };
    let think = |at: &Match| computer::think(at, &TranspositionTable::with_bytes(TABLE_BYTES), closer, &mut |_| ());
    let after = |steps: &[String]| {
        let mut at = here.clone();
        for step in steps {
            at.play(step).ok()?;
        }
        Some(match at.status() {
            Status::Over(outcome, _) => (Worth::of_outcome(outcome, seat, 1), Vec::new()),
            Status::Turn(mover) | Status::Continue(mover) => {
                let ideas = think(&at);
                let idea = ideas.first()?;
                (Worth::of(idea).one_turn_earlier(mover != seat), turns_of(&at, idea))
            }
        })
    };
    let ideas = think(here);
    let idea = ideas.first()?;
    let best = first_turn(here, idea);
    let (tried_worth, follows) = after(turn)?;
    if best.steps == turn {
        return Some(Compared { best, best_worth: tried_worth, tried_worth, follows, depth: idea.depth });
    }
    // What a tablebase knows of every step needs no second look.
    let best_worth = if idea.known.is_some() { Worth::of(idea) } else { after(&best.steps)?.0 };
    // Searched from one turn later, the turn that was played may turn out to be the better one.
    let depth = idea.depth;
    if best_worth.chance < tried_worth.chance {
        let best = ReadLine::of(here.game(), here.position(), turn.to_vec());
        return Some(Compared { best, best_worth: tried_worth, tried_worth, follows, depth });
    }
    Some(Compared { best, best_worth, tried_worth, follows, depth })
}

impl Compared {
    /// What is to be expected in answer to the other turn.
    pub fn answer(&self) -> Option<&ReadLine> {
        self.follows.first().map(|(_, line)| line)
    }

    /// What the turn gave away of the winning chances.
    pub fn cost(&self) -> f64 {
        self.best_worth.chance - self.tried_worth.chance
    }

    /// Whether the turn keeps about as much as the best one: within the noise of a search, or of equal value where both are
    /// known.
    pub fn is_good(&self) -> bool {
        let (best, tried) = (self.best_worth, self.tried_worth);
        if best.known && tried.known {
            return best.proved.map(i32::signum) == tried.proved.map(i32::signum);
        }
        self.cost() <= crate::review::NOISE
    }
}
