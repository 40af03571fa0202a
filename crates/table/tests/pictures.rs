//! Boards and men are drawn as they were: every ground, every way to lie, and the men of a game that was played at random.
//! Any change of a line shows here, wanted or not.
//!
//! `BLESS=1` stores the sums anew in `pictures.txt`; look at the pages first.

extern crate parlour_table as table;

use library::find;
use rules::{KeyHasher, Random};
use std::fmt::Write as _;
use std::hash::Hasher as _;
use table::drawing::{Lie, ground, picture};

/// Between them they have every kind of site, ground and man.
const GAMES: [&str; 12] = [
    "chess",
    "checkers",
    "lasca",
    "kings-men",
    "merelles",
    "foregammon",
    "twenty-seven",
    "rondamee",
    "tigh",
    "checker-puzzle",
    "pick-me-up",
    "chunga-four",
];

fn sum(svg: &str) -> String {
    let mut hasher = KeyHasher::default();
    hasher.write(svg.as_bytes());
    format!("{} bytes, {:016x}", svg.len(), hasher.finish())
}

#[test]
fn boards_and_men_are_drawn_as_they_were() {
    let mut text = String::new();
    for id in GAMES {
        let game = find(id).unwrap().by_default();
        for (name, lie) in Lie::ALL {
            writeln!(text, "{id} {name}: {}", sum(&ground(&*game, lie, true))).expect("memory");
        }
        writeln!(text, "{id} without names: {}", sum(&ground(&*game, Lie::default(), false))).expect("memory");
        let (mut at, mut random, mut drawn) = (game.start(), Random::new(1892), String::new());
        for _ in 0..60 {
            drawn += &picture(&*game, &at, true, "picture");
            let steps = game.survey(&at).steps;
            let Some(step) = (!steps.is_empty()).then(|| &steps[random.below(steps.len())]) else { break };
            at = game.take(&at, step).expect("it is listed").position;
        }
        writeln!(text, "{id} with men: {}", sum(&drawn)).expect("memory");
        let thumbnail = picture(&*game, &game.start(), false, "picture thumb");
        writeln!(text, "{id} small: {}", sum(&thumbnail)).expect("memory");
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pictures.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, &text).expect("the file is written");
    }
    let stored = std::fs::read_to_string(file).expect("no sums are stored; BLESS=1 writes them");
    for (new, old) in text.lines().zip(stored.lines()) {
        assert_eq!(new, old, "something is drawn otherwise than before; if that is meant, BLESS=1");
    }
    assert_eq!(text.len(), stored.len(), "there are more pictures or fewer; if that is meant, BLESS=1");
}
