//! Four-Handed Chunga: every seat sees its last hop home.

use crate::looking_ahead::{best, thought};
use games::ChungaFour;

#[test]
fn the_last_man_hops_home_over_two_others() {
    let position = "1/5aaa,6aa,8,7b,2c5,7d,7a,8";
    assert_eq!(best::<ChungaFour>(position), "h2-h6");
    assert_eq!(thought::<ChungaFour>(position).proved(), Some(1));
}

#[test]
fn every_seat_races_for_its_own_corner() {
    assert_eq!(best::<ChungaFour>("2/4d3,7b,7c,8,7a,8,6bb,5bbb"), "h7-h3");
    assert_eq!(best::<ChungaFour>("3/b7,4d3,8,8,cb6,8,cc3a2,ccc5"), "a4-a3");
    assert_eq!(best::<ChungaFour>("4/ddd5,dd6,2c5,d7,2a5,8,5b2,8"), "a5-a6");
}
