//! King's Men: the jump, the row and the two rows that win.

use crate::looking_ahead::{best, thought};
use games::KingsMen;

#[test]
fn a_jump_that_leaves_two_wins() {
    let position = "1/2b8,11,11,11,6rr3,4b6,3r7,11,11,3b7,3b7";
    assert_eq!(best::<KingsMen>(position), "d5xf7");
    assert_eq!(thought::<KingsMen>(position).proved(), Some(1));
}

#[test]
fn the_last_row_may_run_across_corners() {
    // d7, e6 and f5.
    let position = "1/2b1b1b4,11,11,11,3rr6,11,5r5,11,11,11,3b7";
    assert_eq!(best::<KingsMen>(position), "e7-e6");
    assert_eq!(thought::<KingsMen>(position).proved(), Some(1));
}

#[test]
fn a_token_that_closes_two_rows_thins_both() {
    let line = thought::<KingsMen>("1/2b1b1b4,11,11,3r7,4rr5,3r7,3r7,11,11,11,3b1b5").steps;
    assert_eq!(line[..2].iter().map(ToString::to_string).collect::<Vec<_>>(), ["d8-d7", "!d6+e7"]);
}
