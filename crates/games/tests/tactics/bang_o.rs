//! Bang-O positions where the right step is known.

use crate::looking_ahead::{finds, play_out, think};
use games::BangO;
use rules::Seat;

#[test]
fn a_five_is_made_rather_than_blocked() {
    let both_have_four = "1/........,bbbb....,........,........,........,........,........,ww.w.w..";
    let thought = finds::<BangO>(both_have_four, 2_000, "c1|e1|g1|h1");
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn a_four_with_gaps_is_cut_in_two() {
    let column_d = "2/...w....,........,...wb...,........,...wb...,........,...wb...,........";
    finds::<BangO>(column_d, 3_000, "d3|d5|d7");
}

#[test]
fn four_together_with_room_at_both_ends_cannot_be_stopped() {
    let three = "1/b......b,........,........,........,..www...,........,........,b.......";
    let thought = finds::<BangO>(three, 5_000, "b4|f4");
    assert_eq!(thought.proved(), Some(3));
    assert_eq!(play_out(&BangO, three.parse().unwrap(), 5_000, 4), Some(Seat::FIRST));
}

#[test]
fn three_together_are_stopped_in_time() {
    let three = "2/b......b,........,........,........,..www...,........,........,........";
    finds::<BangO>(three, 5_000, "b4|f4");
}

#[test]
fn flying_checkers_make_five() {
    // In column c, with a man from column a or the nailed one on d8; or in column a, with one from column c.
    let nailed = "1/bbbwbb..,w.w.w.w.,.b.b.b..,w.w.w...,.b.b....,w.w.....,.b.b....,w.w.....";
    let thought = think(&BangO, &nailed.parse().unwrap(), 3_000);
    assert_eq!(thought.proved(), Some(1));
}
