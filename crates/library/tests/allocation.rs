//! Random play, perft and search take no new memory once their lists have grown: the counting allocator of
//! `allocation-counter` tells.

extern crate parlour_library as library;

use allocation_counter::measure;
use library::walking::random_steps;
use rules::{Chosen, Complete, Random, Rules, Spare};
use search::alpha_beta::Searcher;
use search::transposition::TranspositionTable;
use search::{Limits, SearchOptions};

/// How many turns the search looks ahead.
const DEPTH: i32 = 3;

/// Does the same work twice and tells how often it asked for memory the second time.
fn second_time(mut work: impl FnMut()) -> u64 {
    work();
    measure(work).count_total
}

fn random_play<G: Complete>() -> u64 {
    let game = G::with(&Chosen::defaults(&G::ABOUT));
    let (start, mut legal) = (game.start(), Vec::new());
    second_time(|| {
        random_steps(&game, &start, &mut Random::new(1), 300, 2_000, &mut legal);
    })
}

fn perft<G: Complete>() -> u64 {
    let game = G::with(&Chosen::defaults(&G::ABOUT));
    let (start, mut spare) = (game.start(), Spare::new());
    second_time(|| {
        game.perft(&start, 3, &mut spare);
    })
}

/// How often thinking asks for memory. What it hands out, the best line of each depth, is made anew, and once
/// more where the window around the expected value was too narrow.
fn search<G: Complete>() -> u64 {
    let game = G::with(&Chosen::defaults(&G::ABOUT));
    let (start, table) = (game.start(), TranspositionTable::with_bytes(1 << 16));
    let limits = Limits { depth: DEPTH, nodes: u64::MAX, stop: &|| false };
    let mut searcher = Searcher::new(&game, &table, SearchOptions::BEST, limits, Vec::new());
    second_time(|| {
        table.clear();
        searcher.search(&start, &mut |_| ());
    })
}

macro_rules! for_each_game {
    ($($game:ident),+ $(,)?) => {
        #[test]
        fn nothing_is_asked_for_in_random_play() {
            $(assert_eq!(random_play::<games::$game>(), 0, stringify!($game));)+
        }

        #[test]
        fn nothing_is_asked_for_in_perft() {
            $(assert_eq!(perft::<games::$game>(), 0, stringify!($game));)+
        }

        #[test]
        fn nothing_is_asked_for_in_search_but_the_lines_that_are_told() {
            $(
                let asked = search::<games::$game>();
                // With four seats the greedy replies of the others are sorted in a list of their own.
                let greedy = games::$game::SEATS > 2;
                assert!(greedy || asked <= 4 + 4 * DEPTH as u64, "{}: {asked} times", stringify!($game));
            )+
        }
    };
}

for_each_game![
    Rondamee,
    Lasca,
    KingsMen,
    TwentySeven,
    Chess,
    Checkers,
    FoxAndGeese,
    Yumph,
    Polychek,
    Chunga,
    ChungaFour,
    Foregammon,
    Avion,
    Tigh,
    Merelles,
    BangO,
    PyHyKy,
    PickMeUp,
    CheckerPuzzle,
];
