//! What is allowed: positions, steps, and the law.

use crate::clause::Legality;
use crate::key::KeyHasher;
use crate::{Seat, Spare, Status};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// The rules of a game: all that a search or a count of turns needs. A value of the implementing type holds the chosen
/// options, no position.
pub trait Rules: Sized + Send + Sync + 'static {
    /// How many seats there are.
    const SEATS: usize;

    /// All that may matter for what is played next, half-finished turns included.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// One choice by one seat, independent of the position, so that it can also hold an illegal attempt.
    type Step: Copy + Eq + Hash + Debug + Send + Sync + 'static;

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

    /// A hash that positions share if they count as the same for repetition, and hardly any others.
    fn key(&self, at: &Self::Position) -> u64 {
        let mut hasher = KeyHasher::default();
        at.hash(&mut hasher);
        hasher.finish()
    }

    /// All seats, in the order of play.
    fn seats() -> impl Iterator<Item = Seat> {
        Seat::all(Self::SEATS)
    }
}

/// Counting turns (perft). The provided methods walk every way; a game may count without listing, and the laws hold the
/// two equal.
pub trait Count: Rules {
    /// In how many ways the turn can be completed from here.
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
}
