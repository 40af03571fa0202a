//! Chunga: chains that bring the last checker home, and the count of steps.

use crate::looking_ahead::{best, thought};
use games::Chunga;

#[test]
fn the_last_checker_hops_home_over_both() {
    let position = "1/.w.w.w.w,w.w.w...,5b2,8,3b4,2w5,8,b7";
    assert_eq!(best::<Chunga>(position), "c3-g7");
    assert_eq!(thought::<Chunga>(position).proved(), Some(1));
}

#[test]
fn a_lone_checker_counts_its_way() {
    // f4 by g5 and h6 or f6 to g7 are three turns, with two of Black's between them; Black has six to go.
    let position = "1/.w.w.w.w,w.w.w...,8,b7,5w2,8,8,8";
    assert_eq!(thought::<Chunga>(position).proved(), Some(5));
}

#[test]
fn a_long_chain_is_played_rather_than_a_step() {
    // b2 hops by d4 and f6 to h8.
    assert_eq!(best::<Chunga>("1/1b1b4,6w1,8,4b3,8,2w5,1w6,8"), "b2-h8");
}
