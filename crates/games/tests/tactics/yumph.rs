//! Yumph: the last piece hops off the board.

use crate::looking_ahead::{best, thought};
use games::Yumph;

#[test]
fn the_last_man_hops_off_the_board() {
    let position = "1/8,6b1,8,4b3,8,2b5,1w6,8/-";
    assert_eq!(best::<Yumph>(position), "b2-h8");
    assert_eq!(thought::<Yumph>(position).proved(), Some(1));
}

#[test]
fn a_chain_is_hopped_before_it_is_broken() {
    // The man on a7 can wait for his step; Black's men will not stay where they are.
    let position = "1/8,w5b1,8,4b3,8,2b5,1w6,8/-";
    assert_eq!(best::<Yumph>(position), "b2-h8");
    assert_eq!(thought::<Yumph>(position).proved(), Some(3));
}

#[test]
fn with_one_step_each_to_go_the_mover_wins() {
    assert_eq!(best::<Yumph>("2/8,w7,8,8,8,8,7b,8/-"), "h2-g1");
}
