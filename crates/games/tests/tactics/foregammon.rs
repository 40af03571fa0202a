//! Foregammon positions where the right step is known.

use crate::looking_ahead::{finds, play_out};
use games::Foregammon;
use rules::Seat;

#[test]
fn the_last_gamin_comes_home_by_its_exact_number() {
    // Only a one helps, in the far row; the hop into the middle would earn a five.
    let thought =
        finds::<Foregammon>("1/.....,.b...,w....,.....,.....,...w.,..w..,.....,...../32,31/0,0", 1_000, "a7^c9");
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn the_longest_chain_is_hopped() {
    finds::<Foregammon>("1/.....,.....,.....,...b.,.....,.b...,w....,.b...,..w../0,0/0,0", 2_000, "a3^c5^e7");
}

#[test]
fn numbers_are_spent_where_gamins_are_met() {
    // The one leads to a black gamin, and with it on to two more; the three leads nowhere.
    finds::<Foregammon>("1/5,5,5,5,5,5,5,5,w4/7,4/11,9/31", 1_000, "4+1");
}

#[test]
fn a_long_lead_on_the_track_wins() {
    let half_round = "2/b.b.b,.b.b.,.....,.....,.....,.....,.....,.w.w.,w.w.w/17,15/0,0".parse().unwrap();
    assert_eq!(play_out(&Foregammon, half_round, 2_000, 100), Some(Seat::FIRST));
}
