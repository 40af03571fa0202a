//! Tuning the weights of an evaluation by games of the computer against itself.
//!
//! Each round shifts all weights a little, every one up or down at random, and plays an opening from both seats, with
//! the shifted weights against those shifted the other way. Whichever side does better draws the weights after it
//! (SPSA, simultaneous perturbation stochastic approximation). At the end the weights found play a match with those they
//! began from, on other openings: only that tells whether anything was gained. The same seed gives the same weights everywhere.

use crate::draw_counter::DrawCounter;
use rules::tune::{Tune, WeightSet};
use rules::{About, Chosen, Evaluate, Game, Hints, Legality, MatchRules, Outcome, Random, Rules, Seat, Status};
use search::alpha_beta::Searcher;
use search::transposition::TranspositionTable;
use search::{Limits, SearchOptions};

/// What is asked of a tuning.
#[derive(Clone, Copy)]
pub struct Tuning {
    /// How many rounds of two games.
    pub rounds: u32,
    /// How many games of the match at the end.
    pub games: u32,
    /// How many positions are looked at in a turn.
    pub nodes: u64,
    /// How many turns of each opening are played at random.
    pub opening: u32,
    /// Where the randomness begins.
    pub seed: u64,
}

/// What came of it.
pub struct Tuned {
    /// Each weight: its name, what it was, what it is now.
    pub weights: Vec<(&'static str, i32, i32)>,
    /// How many games the new weights won, drew and lost against the old.
    pub score: [u32; 3],
}

/// Told the weights now and then, and after how many rounds.
pub type TuneReport<'a> = &'a mut dyn FnMut(u32, &[f64]);

/// A game whose weights can be tuned.
#[derive(Clone, Copy)]
pub struct Tunable {
    /// The game.
    pub about: &'static About,
    tune: fn(&Chosen, Tuning, TuneReport<'_>) -> Tuned,
}

/// The games whose weights can be tuned.
pub static TUNABLE: &[Tunable] = &[
    Tunable::of::<games::Lasca>(),
    Tunable::of::<games::KingsMen>(),
    Tunable::of::<games::Checkers>(),
    Tunable::of::<games::Polychek>(),
    Tunable::of::<games::Avion>(),
    Tunable::of::<games::Merelles>(),
    Tunable::of::<games::PyHyKy>(),
];

impl Tunable {
    const fn of<G: Tune + Game + MatchRules>() -> Tunable {
        Tunable { about: &G::ABOUT, tune: tune::<G> }
    }

    /// Tunes the game with these options.
    pub fn tune(&self, chosen: &Chosen, tuning: Tuning, report: TuneReport<'_>) -> Tuned {
        (self.tune)(chosen, tuning, report)
    }
}

/// How far a weight is shifted for a trial.
fn shift(weight: i32) -> f64 {
    (f64::from(weight.abs()) * 0.15).max(1.5)
}

/// By how much of the shift a round moves the weights at first; less and less later.
const PACE: f64 = 0.3;

fn tune<G: Tune + Game + MatchRules>(chosen: &Chosen, tuning: Tuning, report: TuneReport<'_>) -> Tuned {
    let old = G::Weights::CHOSEN.list();
    let shifts: Vec<f64> = old.iter().map(|weight| shift(*weight)).collect();
    let mut found: Vec<f64> = old.iter().copied().map(f64::from).collect();
    let mut random = Random::new(tuning.seed);
    for round in 0..tuning.rounds {
        let signs: Vec<f64> = old.iter().map(|_| random.pick(&[-1.0, 1.0])).collect();
        let shifted = |way: f64| {
            let moved = found.iter().zip(&shifts).zip(&signs);
            moved.map(|((weight, shift), sign)| (weight + way * shift * sign).round() as i32).collect::<Vec<i32>>()
        };
        let (up, down) = (shifted(1.0), shifted(-1.0));
        let lead = pair::<G>(chosen, tuning, random.bits(), &up, &down).iter().sum::<i32>();
        let pace = PACE / (1.0 + 4.0 * f64::from(round) / f64::from(tuning.rounds));
        for ((weight, shift), sign) in found.iter_mut().zip(&shifts).zip(&signs) {
            *weight += pace * shift * sign * f64::from(lead) / 2.0;
        }
        if (round + 1).is_multiple_of(50) {
            report(round + 1, &found);
        }
    }
    let new: Vec<i32> = found.iter().map(|weight| weight.round() as i32).collect();
    let mut score = [0; 3];
    for _ in 0..tuning.games / 2 {
        for result in pair::<G>(chosen, tuning, random.bits(), &new, &old) {
            score[(1 - result) as usize] += 1;
        }
    }
    let weights = G::Weights::NAMES.iter().zip(old).zip(new).map(|((name, old), new)| (*name, old, new)).collect();
    Tuned { weights, score }
}

/// An opening from both seats: 1 for each game that the first weights win, -1 for each that they lose.
fn pair<G: Tune + Game + MatchRules>(
    chosen: &Chosen,
    tuning: Tuning,
    seed: u64,
    first: &[i32],
    second: &[i32],
) -> [i32; 2] {
    let players =
        [first, second].map(|weights| WithWeights { game: G::with(chosen), weights: G::Weights::of(weights) });
    [0, 1].map(|ours| match play(&players, ours, tuning, seed) {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner.index() == ours => 1,
        Outcome::Win(_) => -1,
    })
}

/// One game between two sets of weights, the first of them in this seat.
fn play<G: Tune + Game + MatchRules>(players: &[WithWeights<G>; 2], ours: usize, tuning: Tuning, seed: u64) -> Outcome {
    let game = &players[0];
    let tables = [TranspositionTable::with_bytes(1 << 20), TranspositionTable::with_bytes(1 << 20)];
    let mut random = Random::new(seed);
    let mut at = game.start();
    let (mut steps, mut past) = (Vec::new(), Vec::new());
    let rules = &game.game;
    let mut draws = DrawCounter::new(rules.draws());
    loop {
        let status = game.survey(&at, &mut steps);
        if let Status::Turn(_) = status {
            if draws.draw(rules, &at).is_some() {
                return Outcome::Draw;
            }
            past.push(game.key(&at));
        }
        let seat = match status {
            Status::Over(outcome, _) => return outcome,
            Status::Turn(seat) | Status::Continue(seat) => seat,
        };
        let step = if past.len() as u32 <= tuning.opening {
            random.pick(&steps)
        } else {
            let nth = usize::from(seat.index() != ours);
            let limits = Limits { depth: 100, nodes: tuning.nodes, stop: &|| false };
            tables[nth].new_search();
            let before = past[..past.len() - 1].to_vec();
            let mut searcher = Searcher::new(&players[nth], &tables[nth], SearchOptions::BEST, limits, before);
            searcher.search(&at, &mut |_| ()).expect("the game is not over").steps[0]
        };
        draws.step(rules.quiet(&at, step));
        game.apply(&mut at, step);
    }
}

/// A game with weights on trial: the same rules, another opinion.
struct WithWeights<G: Tune> {
    game: G,
    weights: G::Weights,
}

impl<G: Tune> Rules for WithWeights<G> {
    const SEATS: usize = G::SEATS;
    type Position = G::Position;
    type Step = G::Step;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn status(&self, at: &G::Position) -> Status {
        self.game.status(at)
    }

    fn stuck(&self, at: &G::Position) -> Status {
        self.game.stuck(at)
    }

    fn candidates(&self, at: &G::Position, out: &mut Vec<G::Step>) {
        self.game.candidates(at, out);
    }

    fn judge(&self, at: &G::Position, step: G::Step) -> Legality {
        self.game.judge(at, step)
    }

    fn apply(&self, at: &mut G::Position, step: G::Step) {
        self.game.apply(at, step);
    }

    fn steps(&self, at: &G::Position, out: &mut Vec<G::Step>) {
        self.game.steps(at, out);
    }

    fn key(&self, at: &G::Position) -> u64 {
        self.game.key(at)
    }
}

impl<G: Tune> Evaluate for WithWeights<G> {
    const SCALE: i32 = G::SCALE;

    fn evaluate(&self, at: &G::Position, seat: Seat) -> i32 {
        self.game.opinion(at, seat, &self.weights)
    }
}

impl<G: Tune> Hints for WithWeights<G> {
    const HAS_NOISY_STEPS: bool = G::HAS_NOISY_STEPS;

    fn priority(&self, at: &G::Position, step: G::Step) -> i32 {
        self.game.priority(at, step)
    }

    fn is_noisy(&self, at: &G::Position, step: G::Step) -> bool {
        self.game.is_noisy(at, step)
    }

    fn null_move(&self, at: &G::Position) -> Option<G::Position> {
        self.game.null_move(at)
    }

    fn solo(&self, at: &G::Position, seat: Seat) -> Option<G::Position> {
        self.game.solo(at, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_finds_the_same_weights_and_another_does_not() {
        let tunable = TUNABLE.iter().find(|tunable| tunable.about.id == "merelles").expect("it is listed");
        let chosen = Chosen::defaults(tunable.about);
        let found = |seed| {
            let tuning = Tuning { rounds: 6, games: 2, nodes: 40, opening: 2, seed };
            let tuned = tunable.tune(&chosen, tuning, &mut |_, _| ());
            assert_eq!(tuned.score.iter().sum::<u32>(), 2);
            tuned.weights
        };
        assert_eq!(found(1), found(1));
        assert_ne!(found(1), found(2));
    }
}
