//! A match of any game: what was played, and the draws and endings that need to know it.

use crate::any::{AnyGame, AnyPosition, Refusal};
use crate::draw_counter::DrawCounter;
use rules::clause::{AGREEMENT, RESIGNATION};
use rules::show::{Placed, SiteKind};
use rules::{Clause, Outcome, Seat, Status};
use std::sync::Arc;

/// The trays of men who are out of the game.
const GONE: [&str; 3] = ["taken", "out", "home"];

/// A game being played, or played to its end.
#[derive(Clone)]
pub struct Match {
    game: Arc<dyn AnyGame>,
    start: AnyPosition,
    taken: Vec<TakenStep>,
    draws: DrawCounter<String>,
    status: Status,
}

/// A step that was taken.
#[derive(Clone)]
struct TakenStep {
    step: String,
    seat: Seat,
    opens_turn: bool,
    quiet: bool,
    /// The position after it.
    position: AnyPosition,
}

/// One turn of a match, complete or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who played it.
    pub seat: Seat,
    /// Its steps in canonical text.
    pub steps: Vec<String>,
    /// The whole turn as records write it.
    pub text: String,
}

impl Match {
    /// A match from the usual start.
    pub fn new(game: Arc<dyn AnyGame>) -> Match {
        let start = game.start();
        Match::from(game, start)
    }

    /// A match from a position of this game.
    pub fn from(game: Arc<dyn AnyGame>, start: AnyPosition) -> Match {
        let (draws, status) = (DrawCounter::new(game.draws()), game.status(&start));
        let mut new = Match { game, start, taken: Vec::new(), draws, status };
        new.look();
        new
    }

    /// The game being played.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Where the match began.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &AnyPosition {
        self.taken.last().map_or(&self.start, |taken| &taken.position)
    }

    /// Whose choice it is, or how it ended, the draws of a match included.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The legal steps, none if the match is over.
    pub fn steps(&self) -> Vec<String> {
        if self.status.is_over() { Vec::new() } else { self.game.survey(self.position()).steps }
    }

    /// Plays what a person typed: a step, a run, or a whole turn with its steps joined by commas. All of
    /// it is played, or nothing. Tells the steps played in canonical text.
    pub fn play(&mut self, typed: &str) -> Result<Vec<String>, Refusal> {
        let before = self.taken.len();
        let parts = typed.split([',', ' ']).filter(|part| !part.is_empty());
        let parts: Vec<&str> = if typed.trim().is_empty() { vec![""] } else { parts.collect() };
        for part in parts {
            if let Err(refusal) = self.play_part(part) {
                self.take_back_to(before);
                return Err(refusal);
            }
        }
        Ok(self.taken[before..].iter().map(|taken| taken.step.clone()).collect())
    }

    fn play_part(&mut self, part: &str) -> Result<(), Refusal> {
        if let Status::Over(_, clause) = self.status {
            return Err(Refusal::Over { clause, text: self.game.rules().words(clause) });
        }
        for played in self.game.play(self.position(), part)? {
            let (seat, opens_turn) = match self.status {
                Status::Turn(seat) => (seat, true),
                Status::Continue(seat) => (seat, false),
                Status::Over(_, clause) => {
                    return Err(Refusal::Over { clause, text: self.game.rules().words(clause) });
                }
            };
            self.taken.push(TakenStep {
                step: played.step,
                seat,
                opens_turn,
                quiet: played.quiet,
                position: played.position,
            });
            self.look();
        }
        Ok(())
    }

    /// How many steps have been taken.
    pub fn length(&self) -> usize {
        self.taken.len()
    }

    /// Who took each step, from the start.
    pub fn movers(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        self.taken.iter().map(|taken| taken.seat)
    }

    /// Takes back the last step; tells whether there was one. A match that the players ended goes on.
    pub fn take_back_step(&mut self) -> bool {
        let length = self.taken.len();
        self.take_back_to(length.saturating_sub(1));
        length > 0
    }

    /// Takes back the turn just played, or what there is of an unfinished one.
    pub fn take_back_turn(&mut self) -> bool {
        let length = self.taken.len();
        self.take_back_to(self.taken.iter().rposition(|taken| taken.opens_turn).unwrap_or(0));
        length > 0
    }

    /// Takes back all but so many steps. A match that the players ended goes on.
    pub fn take_back_to(&mut self, length: usize) {
        let mut kept = std::mem::take(&mut self.taken);
        kept.truncate(length);
        self.draws = DrawCounter::new(self.game.draws());
        self.look();
        for taken in kept {
            self.taken.push(taken);
            self.look();
        }
    }

    /// One of two seats resigns. With one seat or four it changes nothing and tells so.
    pub fn resign(&mut self, seat: Seat) -> bool {
        self.settle(Outcome::Win(seat.other()), RESIGNATION)
    }

    /// The players agree on a draw. Not for one seat.
    pub fn agree_on_draw(&mut self) -> bool {
        self.settle(Outcome::Draw, AGREEMENT)
    }

    fn settle(&mut self, outcome: Outcome, clause: Clause) -> bool {
        let seats = self.game.about().count();
        let may = !self.status.is_over() && (seats == 2 || (clause == AGREEMENT && seats > 1));
        if may {
            self.status = Status::Over(outcome, clause);
        }
        may
    }

    /// How many steps had been taken when the last so many turns began.
    pub fn start_of_last(&self, turns: usize) -> usize {
        let opening = self.taken.iter().enumerate().rev().filter(|(_, taken)| taken.opens_turn);
        opening.map(|(nth, _)| nth).take(turns).last().unwrap_or(self.taken.len())
    }

    /// The last turn, complete or not, and how many there were before it.
    pub fn last_turn(&self) -> Option<(usize, Turn)> {
        let from = self.start_of_last(1);
        let first = self.taken.get(from)?;
        let steps: Vec<&str> = self.taken[from..].iter().map(|taken| taken.step.as_str()).collect();
        let text = self.game.score(self.position_before(from), &steps);
        let steps = steps.into_iter().map(String::from).collect();
        let before = self.taken[..from].iter().filter(|taken| taken.opens_turn).count();
        Some((before, Turn { seat: first.seat, steps, text }))
    }

    /// What was played, turn by turn.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut rest = &self.taken[..];
        let mut at = &self.start;
        while let Some(first) = rest.first() {
            let length = 1 + rest[1..].iter().take_while(|taken| !taken.opens_turn).count();
            let (turn, later) = rest.split_at(length);
            let steps: Vec<&str> = turn.iter().map(|taken| taken.step.as_str()).collect();
            let text = self.game.score(at, &steps);
            turns.push(Turn { seat: first.seat, steps: steps.into_iter().map(String::from).collect(), text });
            at = &turn[length - 1].position;
            rest = later;
        }
        turns
    }

    /// The position before each step and the step itself, from the start.
    pub fn steps_taken(&self) -> impl Iterator<Item = (&AnyPosition, &str)> {
        let before = std::iter::once(&self.start).chain(self.taken.iter().map(|taken| &taken.position));
        before.zip(self.taken.iter().map(|taken| taken.step.as_str()))
    }

    /// The positions at the start of each turn before the one being played.
    pub fn turn_starts(&self) -> Vec<AnyPosition> {
        let opened = |(nth, taken): (usize, &TakenStep)| taken.opens_turn.then(|| self.position_before(nth).clone());
        let mut starts: Vec<AnyPosition> = self.taken.iter().enumerate().filter_map(opened).collect();
        if let Status::Continue(_) = self.status {
            starts.pop();
        }
        starts
    }

    /// Goes on past a draw that only the history makes (repetition, quiet turns, length) or that a match declares
    /// although steps are left; tells by which clause it could have been claimed.
    pub fn overlook_draw(&mut self) -> Option<Clause> {
        let Status::Over(Outcome::Draw, clause) = self.status else { return None };
        let status = self.game.status(self.position());
        if status.is_over() || clause == AGREEMENT {
            return None;
        }
        self.status = status;
        Some(clause)
    }

    /// The men at a position of this match. Those who were missing already where it was set up are not shown as taken.
    pub fn pieces_at(&self, at: &AnyPosition) -> Vec<Placed> {
        let mut pieces = self.game.pieces(at);
        if self.game.text(&self.start) == self.game.text(&self.game.start()) {
            return pieces;
        }
        let missing = self.game.pieces(&self.start);
        for Placed { site, men } in &mut pieces {
            let tray = &self.game.board().sites[site.index()];
            let gone = tray.kind == SiteKind::Tray && GONE.iter().any(|name| tray.name.starts_with(name));
            let from_start = missing.iter().filter(|placed| placed.site == *site).map(|placed| placed.men.len());
            let from_start = if gone { from_start.sum::<usize>() } else { 0 };
            men.drain(..from_start.min(men.len()));
        }
        pieces
    }

    /// Where the match stood before its nth step.
    pub fn position_before(&self, nth: usize) -> &AnyPosition {
        nth.checked_sub(1).map_or(&self.start, |last| &self.taken[last].position)
    }

    /// Takes in the position just reached: its status, and whether the history makes it a draw.
    fn look(&mut self) {
        self.status = self.game.status(self.position());
        if let Some(last) = self.taken.last() {
            self.draws.step(last.quiet);
        }
        if let Status::Turn(_) = self.status {
            let counted = self.draws.turn_begins(self.game.repetition_text(self.position()));
            if let Some(clause) = self.game.dead(self.position()).or(counted) {
                self.status = Status::Over(Outcome::Draw, clause);
            }
        }
    }
}
