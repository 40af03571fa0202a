//! Merelles: rows to close, rows to block, and the man who goes to and fro.

use crate::looking_ahead::{best, thought};
use games::Merelles;

#[test]
fn a_row_that_can_be_closed_is_closed() {
    assert_eq!(best::<Merelles>("1/bb.,...,...,......,.p.,.p.,.../7,7"), "23");
}

#[test]
fn a_row_that_threatens_is_blocked() {
    assert_eq!(best::<Merelles>("1/bb.,...,...,...p..,...,...,p../7,7"), "3");
}

#[test]
fn the_man_of_two_rows_goes_to_and_fro() {
    let position = "1/..p,bb.,b.b,....bp,.p.,bp.,.p./0,0";
    assert_eq!(best::<Merelles>(position), "23-24");
    assert!(thought::<Merelles>(position).proved().is_some_and(|turns| turns > 0));
}

#[test]
fn the_last_row_wins() {
    let position = "1/pp.,...,..b,.....p,b..,...,..b/0,0";
    assert_eq!(best::<Merelles>(position), "15-3");
    assert_eq!(thought::<Merelles>(position).proved(), Some(1));
}
