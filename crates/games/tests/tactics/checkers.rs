//! Checkers positions where the right step is known.

use crate::looking_ahead::{finds, game, play_out};
use games::Checkers;
use rules::{Evaluate, Seat};

#[test]
fn one_man_is_given_for_more() {
    // The king must jump and is jumped, and the man goes on over two more.
    let thought = finds::<Checkers>("B:WK3,18,25,28,30:B1,2,4,6,16", 10_000, "2-7");
    assert!(thought.value > 200);
    // Two men for one, and a way to the king row.
    let thought = finds::<Checkers>("W:WK19,21,23,24,27,32:B2,9,10,13,14,K17", 10_000, "23-18");
    assert!(thought.value > 100);
}

#[test]
fn a_crown_is_taken_when_it_is_free() {
    finds::<Checkers>("B:W5,32:B1,26", 5_000, "26-30|26-31");
}

#[test]
fn two_kings_catch_one() {
    let game = game::<Checkers>();
    for at in ["B:WK15:BK1,K2", "B:WK32:BK14,K18", "W:WK5,K6:BK28"] {
        let strong = if at.ends_with("BK28") { Seat::SECOND } else { Seat::FIRST };
        assert_eq!(play_out(&game, at.parse().unwrap(), 20_000, 80), Some(strong), "{at}");
    }
}

#[test]
fn whoever_is_ahead_likes_few_men() {
    let value = |at: &str| Checkers.evaluate(&at.parse().unwrap(), Seat::FIRST);
    let many = value("B:W21,22,23,24:B9,10,11,12,4");
    let few = value("B:W22,23:B10,11,4");
    assert!(few > many, "{few} and {many}");
}
