//! Py Hy Ky positions where the right step is known.

use crate::looking_ahead::{finds, play_out, think};
use games::PyHyKy;
use rules::Seat;

#[test]
fn a_five_is_made() {
    let column = finds::<PyHyKy>("1/w..bb,...b.,w....,wb.bw,w.b..", 1_000, "a4");
    let diagonal = finds::<PyHyKy>("1/w.b..,bw...,bbw..,.....,...bw", 1_000, "d2");
    assert_eq!([column.proved(), diagonal.proved()], [Some(1); 2]);
}

#[test]
fn a_five_is_stopped() {
    finds::<PyHyKy>("2/w....,w...b,..b..,w..b.,w.b..", 1_000, "a3");
}

#[test]
fn the_last_checker_makes_the_four_that_decides() {
    let thought = finds::<PyHyKy>("1/bbwbb,bwbbw,bw.ww,wwb.w,bwbbw", 1_000, "c3");
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn equal_fours_are_decided_by_threes() {
    let last = "1/wbwbb,wbwww,ww.bb,b.wwb,bbwbb".parse().unwrap();
    assert_eq!(think(&PyHyKy, &last, 1_000).proved(), Some(1));
}

#[test]
fn two_fives_at_once_cannot_be_stopped() {
    // e1 makes four in the row and in the column.
    let corner = "1/..b.w,.b.bw,b..bw,.bb..,www..";
    assert_eq!(finds::<PyHyKy>(corner, 2_000, "e1").proved(), Some(3));
    assert_eq!(play_out(&PyHyKy, corner.parse().unwrap(), 2_000, 4), Some(Seat::FIRST));
}
