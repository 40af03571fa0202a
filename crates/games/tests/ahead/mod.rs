//! What the tests of tactics share: thinking to a number of positions, never to a time.

use rules::{Chosen, Evaluate, Random, Seat, Status};
use search::alpha_beta::{Limits, Manner, Thinker, Thought};
use search::table::Table;

const POSITIONS: u64 = 20_000;

/// What somebody thinks of this position after so many others.
pub fn thought<G: Evaluate>(position: &str) -> Thought<G::Step> {
    let game = G::with(&Chosen::defaults(&G::ABOUT));
    let table = Table::with_bytes(1 << 20);
    let limits = Limits { depth: 30, nodes: POSITIONS, stop: &|| false };
    let at = position.parse().unwrap_or_else(|_| panic!("{position} should be a position"));
    let thought = Thinker::new(&game, &table, Manner::BEST, limits, Vec::new()).think(&at, &mut |_| ());
    thought.expect("the game is not over")
}

/// The first step of the best line.
pub fn best<G: Evaluate>(position: &str) -> String {
    thought::<G>(position).line[0].to_string()
}

/// Whatever happens there is an opinion, small beside a win, and between two seats it is the same for both.
pub fn opinions_hold<G: Evaluate>() {
    let game = G::with(&Chosen::defaults(&G::ABOUT));
    let mut steps = Vec::new();
    for seed in 0..6 {
        let (mut random, mut at) = (Random::new(seed), game.start());
        for _ in 0..300 {
            let status = game.survey(&at, &mut steps);
            if status.is_over() {
                break;
            }
            if let Status::Turn(_) = status {
                let opinions: Vec<i32> =
                    (0..G::ABOUT.count()).map(|seat| game.evaluate(&at, Seat::new(seat))).collect();
                assert!(opinions.iter().all(|opinion| opinion.abs() < 100_000), "{at}: {opinions:?}");
                assert!(opinions.len() != 2 || opinions[0] == -opinions[1], "{at}: {opinions:?}");
            }
            game.apply(&mut at, random.pick(&steps));
        }
    }
}
