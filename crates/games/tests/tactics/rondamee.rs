//! Rondamée: the last man into line, and the man who is shut in.

use crate::looking_ahead::{best, game, think, thought};
use games::Rondamee;
use rules::about::Chosen;
use rules::{Evaluate, Game, Outcome, Random, Rules, Seat, Status};

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

/// Plays on from here against somebody who moves at random, over anybody; how many turns until the mover has won.
fn turns_to_come_home(position: &str) -> usize {
    let mut over_anybody = Chosen::defaults(&Rondamee::ABOUT);
    over_anybody.set(&Rondamee::ABOUT, "jump", "any").expect("an option");
    let game = Rondamee::with(&over_anybody);
    let mut at = position.parse().expect("a position");
    let mover = game.status(&at).seat().expect("somebody's turn");
    let (mut random, mut steps) = (Random::new(1), Vec::new());
    for turns in 1..100 {
        let step = think(&game, &at, 8_000).steps[0];
        game.apply(&mut at, step);
        match game.survey(&at, &mut steps) {
            Status::Over(outcome, _) => {
                assert_eq!(outcome, Outcome::Win(mover));
                return turns;
            }
            _ => game.apply(&mut at, random.pick(&steps)),
        }
    }
    panic!("dances for ever at {position}");
}

#[test]
fn the_last_men_are_sorted_out_while_others_stand_around() {
    // A red man must go on into h11, so that the last one finds g10.
    let relay = "1/1o1b1b1b5o1,b1o1o1o7o,1b1b1b3o1o3,b1b3o3b3o,1r1r1r3r1r1r1,k1r1k1r1k1r1k1r,1k1k1k1k1k1k1k1,\
        8b1r4,15,15,15,6o8,15,15,15";
    // The two on i10 and k10 must change places, and all around them is locked.
    let swap = "1/1b1o1b3o1b3,4b1o3b1b2,5o1b1o5,b1k1b1o1o1b3b,1r1r1r1r1r1r1r1,2r1k1r1r1k1k1r,1k1k1k1k1k1k1k1,\
        10o4,15,15,1o13,15,15,15,7o1o5";
    // The orange man on d5 and the blue one on c6 are in each other's places, with red men behind them.
    let crowded = "2/15,15,15,15,1k3k1k7,k14,15,2o12,1o3o1o1o1o1o1,b1b1b1o1b1o1b1o,1b1o1b1b1b1b1b1,\
        r1r1r1r1r1r4,1k1k1k5k1r1,4k1k1r1k4,1r7r1r3";
    for (position, turns) in [(relay, 10), (swap, 20), (crowded, 20)] {
        let needed = turns_to_come_home(position);
        assert!(needed <= turns, "{needed} turns at {position}");
    }
}
