//! Rondamée: the last man into line, and the man who is shut in.

use crate::looking_ahead::{best, game, opinions_are_fair, thought};
use games::Rondamee;
use rules::{Evaluate, Seat};

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

#[test]
fn the_way_of_the_last_man_leads_around_those_who_stay() {
    // The place left is g10, two rows off both times; from e8 one hop leads there, from g8 nothing straight.
    let goal = "7b7,15,15,15,1r1r1r1r1r1r1r1,r1k1r3r1k1r1k,1k1k1k1k1k1k1k1";
    let worth = |rest: &str| {
        let at = format!("1/{goal},{rest}").parse().expect("a position");
        game::<Rondamee>().evaluate(&at, Seat::FIRST)
    };
    assert!(worth("4k10,15,15,15,15,15,15,15") > worth("6k8,15,15,15,15,15,15,15"));
}

#[test]
fn an_enemy_in_our_places_is_worse_if_he_cannot_go_on() {
    // The orange man on g10 wants to go down and hops over a red man, unless black ones stand beyond both of them.
    let worth = |row_8: &str| {
        let at = format!("1/7b7,15,15,15,15,6o8,5r1r7,{row_8},15,15,15,15,15,15,7r7").parse().expect("a position");
        game::<Rondamee>().evaluate(&at, Seat::FIRST)
    };
    assert!(worth("4k5k4") > worth("4k3k6"));
}
