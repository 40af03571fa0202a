//! Avion positions where the right step is known.

use crate::looking_ahead::{finds, game, play_out};
use games::Avion;
use rules::Seat;

#[test]
fn a_crossing_is_flown_at_once() {
    let near = "1/........,........,T.......,.......t,........,......t.,........,S......./0,0/-,-";
    let thought = finds::<Avion>(near, 1_000, "a6-a8");
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn who_counts_one_move_less_runs() {
    let race = "1/........,........,........,.......t,T.......,........,........,......../0,0/-,-";
    let thought = finds::<Avion>(race, 3_000, "a4-a6");
    assert_eq!(thought.proved(), Some(3));
}

#[test]
fn a_storm_catches_the_traveler_that_would_cross() {
    let defend = "1/........,........,........,T.......,........,.S.t....,........,......../0,0/-,-";
    let thought = finds::<Avion>(defend, 3_000, "b3xd3");
    // Put down far away it comes too late.
    assert!(thought.value > 0);
}

#[test]
fn the_nearer_traveler_flies_past_storms_that_are_too_far() {
    let two_moves_to_three =
        "2/........,.......t,........,T......s,.......s,........,........,......../0,0/-,-".parse().unwrap();
    assert_eq!(play_out(&game::<Avion>(), two_moves_to_three, 2_000, 60), Some(Seat::FIRST));
}
