//! Tigh positions where the right step is known.

use crate::looking_ahead::{finds, play_out, think};
use games::Tigh;
use rules::Seat;

#[test]
fn one_capture_clears_the_way_for_two_more() {
    let thought = finds::<Tigh>("2/w...b,..b.w,bw.w.,....b,w....", 3_000, "e2-e3");
    assert_eq!(thought.steps[1].to_string(), "c4-c3");
}

#[test]
fn the_move_that_leaves_one_checker_is_found() {
    let thought = finds::<Tigh>("1/w....,.....,wb...,..w.b,.....", 1_000, "c2-c3");
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn a_threatened_checker_is_saved() {
    // Black threatens d4-c4, which would catch b4 against a4.
    let thought = finds::<Tigh>("1/.....,bw.b.,.....,.....,w...w", 5_000, "b4-b3|b4-b5|b4-c4");
    assert!(thought.value > -100);
}

#[test]
fn eight_catch_three() {
    let at = "1/ww.ww,.....,.b.bw,.....,ww.bw".parse().unwrap();
    assert_eq!(play_out(&Tigh, at, 5_000, 100), Some(Seat::FIRST));
}

#[test]
fn white_must_not_strike_first() {
    // White moves first when all are placed: with c1 he would go to the middle and catch c2, so Black takes c1 himself.
    let at = "2/w...w,.....,....w,..b..,b...w/place".parse().unwrap();
    let thought = think(&Tigh, &at, 20_000);
    assert!(thought.steps[..2].iter().any(|step| step.to_string() == "c1"), "{:?}", thought.steps);
}
