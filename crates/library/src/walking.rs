//! Going through many positions of a game without thinking: counting turns, playing at random.

use crate::draw_counter::DrawCounter;
use crate::threads::share_out;
use rules::{Count, MatchRules, Outcome, Random, Status};

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

/// Plays one game at random for so many turns at most; with a counter of draws as a match. `legal` is a list to be used
/// again.
pub(crate) fn random_game<G: MatchRules>(
    game: &G,
    at: &G::Position,
    random: &mut Random,
    most: u32,
    mut draws: Option<DrawCounter<G::Position>>,
    legal: &mut Vec<G::Step>,
) -> RandomGame {
    let mut at = at.clone();
    let (mut turns, mut steps, mut choices) = (0, 0, 0);
    loop {
        let mut status = game.survey(&at, legal);
        if let (Status::Turn(_), Some(draws)) = (status, &mut draws)
            && let Some(clause) = draws.draw(game, &at)
        {
            status = Status::Over(Outcome::Draw, clause);
        }
        if let Status::Turn(_) = status {
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
        if let Some(draws) = &mut draws {
            draws.step(game.quiet(&at, step));
        }
        game.apply(&mut at, step);
    }
}

/// Plays games at random, each for so many turns at most, until there are so many steps.
pub fn random_steps<G: MatchRules>(
    game: &G,
    at: &G::Position,
    random: &mut Random,
    most: u32,
    steps: u64,
    legal: &mut Vec<G::Step>,
) -> RandomSteps {
    let mut all = RandomSteps::default();
    // A game that is over at the start adds no steps: stop after one.
    while all.steps < steps && (all.games == 0 || all.steps > 0) {
        let played = random_game(game, at, random, most, None, legal);
        all.games += 1;
        all.steps += played.steps;
        all.choices += played.choices;
    }
    all
}

/// Counts turns on so many threads.
pub fn perft<G: Count>(game: &G, at: &G::Position, depth: u32, threads: usize) -> u64 {
    if threads == 1 {
        return search::perft::perft(game, at, depth);
    }
    let branches = search::perft::branches(game, at, depth, threads * BRANCHES);
    share_out(threads, &branches, |(at, depth)| search::perft::perft(game, at, *depth)).into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::PyHyKy;
    use rules::Rules;

    /// White places one checker, Black two, then each one; there is one square fewer every time.
    #[test]
    fn turns_steps_and_choices_are_counted() {
        let (start, mut legal) = (PyHyKy.start(), Vec::new());
        let three = random_game(&PyHyKy, &start, &mut Random::new(1), 3, None, &mut legal);
        assert_eq!((three.turns, three.steps, three.choices), (3, 4, 25 + 24 + 23 + 22));
        assert!(matches!(three.status, Status::Turn(_)));
        let whole = random_game(&PyHyKy, &start, &mut Random::new(1), 99, None, &mut legal);
        assert!(whole.status.is_over());
        assert_eq!(u64::from(whole.turns), whole.steps - 1);
        for (wanted, games) in [(1, 1), (4, 1), (8, 2), (9, 3)] {
            let all = random_steps(&PyHyKy, &start, &mut Random::new(1), 3, wanted, &mut legal);
            assert_eq!((all.games, all.steps, all.choices), (games, 4 * games, 94 * games), "{wanted} steps");
        }
        let over = "2/wwwww,bbbb.,.....,.....,b....".parse().expect("a finished game");
        let all = random_steps(&PyHyKy, &over, &mut Random::new(1), 3, 9, &mut legal);
        assert_eq!((all.games, all.steps), (1, 0), "it adds no steps, however often");
    }
}
