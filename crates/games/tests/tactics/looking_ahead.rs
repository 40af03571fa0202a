//! What the tests of tactics share: thinking with a limit on positions, never on time, so that the same is found
//! everywhere.

use rules::about::Chosen;
use rules::{Complete, Outcome, Seat, Status};
use search::alpha_beta::{Searcher, Variation};
use search::transposition::TranspositionTable;
use search::{Limits, SearchOptions};

/// The game with its first options.
pub fn game<G: Complete>() -> G {
    G::with(&Chosen::defaults(&G::ABOUT))
}

/// What looking at so many positions finds here.
pub fn think<G: Complete>(game: &G, at: &G::Position, nodes: u64) -> Variation<G::Step> {
    think_on(game, at, nodes, &TranspositionTable::with_bytes(1 << 20), Vec::new())
}

/// The same by somebody who remembers what he found before, and what was played.
fn think_on<G: Complete>(
    game: &G,
    at: &G::Position,
    nodes: u64,
    table: &TranspositionTable,
    past: Vec<u64>,
) -> Variation<G::Step> {
    table.new_search();
    let limits = Limits { depth: 60, nodes, stop: &|| false };
    let thought = Searcher::new(game, table, SearchOptions::BEST, limits, past).search(at, &mut |_| ());
    thought.expect("the game is not over")
}

/// Asserts that this step, or one of these joined by bars, is found, and tells what it is worth.
#[track_caller]
pub fn finds<G: Complete>(position: &str, nodes: u64, steps: &str) -> Variation<G::Step> {
    let at = position.parse().expect("a position");
    let thought = think(&game::<G>(), &at, nodes);
    let found = thought.steps[0].to_string();
    assert!(steps.split('|').any(|step| step == found), "{found} instead of {steps} at {position}");
    thought
}

/// Who wins if both sides go on from here with so many positions a step, within so many turns.
pub fn play_out<G: Complete>(game: &G, mut at: G::Position, nodes: u64, turns: usize) -> Option<Seat> {
    let (mut steps, mut past, table) = (Vec::new(), Vec::new(), TranspositionTable::with_bytes(1 << 22));
    while past.len() < turns {
        match game.survey(&at, &mut steps) {
            Status::Over(Outcome::Win(winner), _) => return Some(winner),
            Status::Over(Outcome::Draw, _) => return None,
            _ => (),
        }
        let step = think_on(game, &at, nodes, &table, past.clone()).steps[0];
        if matches!(game.status(&at), Status::Turn(_)) {
            past.push(game.key(&at));
        }
        game.apply(&mut at, step);
    }
    None
}

/// What twenty thousand positions tell of this one.
pub fn thought<G: Complete>(position: &str) -> Variation<G::Step> {
    think(&game::<G>(), &position.parse().expect("a position"), 20_000)
}

/// The first step of the best line that they find.
pub fn best<G: Complete>(position: &str) -> String {
    thought::<G>(position).steps[0].to_string()
}
