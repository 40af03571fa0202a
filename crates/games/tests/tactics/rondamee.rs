//! Rondamée: the last man into line, and the man who is shut in.

use crate::looking_ahead::{best, opinions_are_fair, thought};
use games::Rondamee;

#[test]
fn opinions_are_fair_to_both() {
    opinions_are_fair::<Rondamee>();
}

#[test]
fn the_last_man_completes_the_field() {
    let position = "1/7b7,15,15,12k2,1r1r1r1r1r1r1r1,r1k1r1k1r1k1r2,1k1k1k1k1k1k1k1,15,15,15,15,15,15,15,15";
    assert_eq!(best::<Rondamee>(position), "m12-o10");
    assert_eq!(thought::<Rondamee>(position).proved(), Some(1));
}

#[test]
fn a_man_is_shut_in_between_a_pair_and_the_edge() {
    let position = "1/7b7,15,15,15,1r13,b14,15,2k12,15,15,15,15,15,15,7r7";
    assert_eq!(best::<Rondamee>(position), "c8-b9");
}

#[test]
fn a_step_prepares_the_last_hop() {
    let position = "1/7b7,15,11k3,15,1r1r1r1r1r1r1r1,r1k1r1k1r1k1r2,1k1k1k1k1k1k1k1,15,15,15,15,15,15,15,15";
    assert_eq!(best::<Rondamee>(position), "l13-m12");
    assert_eq!(thought::<Rondamee>(position).proved(), Some(3));
}
