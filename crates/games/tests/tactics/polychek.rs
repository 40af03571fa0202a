//! Polychek positions where the right step is known.

use crate::looking_ahead::{finds, game, play_out};
use games::Polychek;
use rules::{Evaluate, Seat};

#[test]
fn one_man_is_given_for_three() {
    // Forward, back and forward again.
    let thought = finds::<Polychek>("B:W16,23,27,28,29:B4,6,13,17,21", 10_000, "21-25");
    assert!(thought.value > 200);
    let thought = finds::<Polychek>("B:W15,21,22,23,28,29:B5,8,9,13,16,20", 10_000, "16-19");
    assert!(thought.value > 100);
}

#[test]
fn two_kings_catch_a_man_before_he_is_crowned() {
    let at = "B:W28:BK1,K2".parse().unwrap();
    assert_eq!(play_out(&game::<Polychek>(), at, 5_000, 40), Some(Seat::FIRST));
}

#[test]
fn a_king_decides() {
    let value = |at: &str| game::<Polychek>().evaluate(&at.parse().unwrap(), Seat::FIRST);
    assert!(value("B:W21,22,23,24,30:B1,2,K15,4") > 0);
    // But two pieces do not catch one.
    let (two, three) = (value("B:WK8:BK1,K31"), value("B:WK5:BK1,K31,K30"));
    assert!(two < three / 3, "{two} and {three}");
}
