//! Going through many positions of a game without thinking: counting turns, playing at random.

use crate::history::History;
use crate::threads::share_out;
use rules::{Game, Outcome, Random, Status};

/// A tree is cut into so many branches for each thread, so that none is left waiting for a large one.
const BRANCHES: usize = 100;

/// How one random game went.
#[derive(Clone, Debug)]
pub struct RandomGame {
    /// How it ended; still running if it was left after the turns allowed.
    pub status: Status,
    /// Complete turns.
    pub turns: u32,
    /// Steps.
    pub steps: u64,
    /// The sum of the numbers of legal steps, over all steps.
    pub choices: u64,
}

/// How much was played at random.
#[derive(Clone, Copy, Default, Debug)]
pub struct RandomSteps {
    /// Games.
    pub games: u64,
    /// Steps.
    pub steps: u64,
    /// The sum of the numbers of legal steps, over all steps.
    pub choices: u64,
}

/// Plays one game at random for so many turns at most; with a history as a match with its draws. `legal` is
/// a list to be used again.
pub(crate) fn random_game<G: Game>(
    game: &G,
    at: &G::Position,
    random: &mut Random,
    most: u32,
    mut history: Option<History<G::Position>>,
    legal: &mut Vec<G::Step>,
) -> RandomGame {
    let mut at = at.clone();
    let (mut turns, mut steps, mut choices) = (0, 0, 0);
    let mut quiet = true;
    loop {
        let mut status = game.survey(&at, legal);
        if let (Status::Turn(_), Some(history)) = (status, &mut history) {
            let repeatable = game.footprint(&at);
            let draw = if turns == 0 { history.begin(repeatable) } else { history.turn_ended(repeatable, quiet) };
            if let Some(clause) = game.dead(&at).or(draw) {
                status = Status::Over(Outcome::Draw, clause);
            }
        }
        if let Status::Turn(_) = status {
            quiet = true;
            if turns == most {
                return RandomGame { status, turns, steps, choices };
            }
            turns += 1;
        }
        if status.is_over() {
            return RandomGame { status, turns, steps, choices };
        }
        steps += 1;
        choices += legal.len() as u64;
        let step = random.pick(legal);
        quiet &= history.is_some() && game.quiet(&at, step);
        game.apply(&mut at, step);
    }
}

/// Plays games at random, each for so many turns at most, until there are so many steps.
pub fn random_steps<G: Game>(
    game: &G,
    at: &G::Position,
    random: &mut Random,
    most: u32,
    steps: u64,
    legal: &mut Vec<G::Step>,
) -> RandomSteps {
    let mut all = RandomSteps::default();
    // Where the game is over before it begins there is nothing to wait for.
    while all.steps < steps && (all.games == 0 || all.steps > 0) {
        let played = random_game(game, at, random, most, None, legal);
        all.games += 1;
        all.steps += played.steps;
        all.choices += played.choices;
    }
    all
}

/// Counts turns on so many threads.
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32, threads: usize) -> u64 {
    if threads == 1 {
        return search::perft::perft(game, at, depth);
    }
    let branches = search::perft::branches(game, at, depth, threads * BRANCHES);
    share_out(threads, &branches, |(at, depth)| search::perft::perft(game, at, *depth)).into_iter().sum()
}
