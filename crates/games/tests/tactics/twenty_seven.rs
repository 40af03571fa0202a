//! Twenty-Seven Men positions where the right step is known.

use crate::looking_ahead::{finds, game, play_out};
use games::TwentySeven;
use rules::Seat;

#[test]
fn the_fullest_file_goes_with_the_faced_one() {
    // From b8 the last man falls on b10, opposite the enemy's b1; his b5 holds six men and one behind.
    finds::<TwentySeven>("1/ssssssssss,21116111..,..2.111...,ssssssssss", 3_000, "b8/b5");
}

#[test]
fn the_last_men_are_taken() {
    let thought = finds::<TwentySeven>("1/..........,2......3..,..2.1.....,..........", 3_000, "b8/b8");
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn many_men_beat_few() {
    let twenty_two_to_five = "1/..........,2.11....1.,2222222222,.11.......".parse().unwrap();
    assert_eq!(play_out(&game::<TwentySeven>(), twenty_two_to_five, 2_000, 100), Some(Seat::FIRST));
}
