//! Fox and Geese: played without a slip the geese always win, so they must.

use crate::looking_ahead::{finds, play_out};
use games::FoxAndGeese;
use rules::about::Chosen;
use rules::{Game, Rules, Seat};

#[test]
fn the_geese_shut_the_door() {
    let thought = finds::<FoxAndGeese>(
        "1/........,f.g.....,.g......,....g.g.,........,........,........,........",
        2_000,
        "c7-b8",
    );
    assert_eq!(thought.proved(), Some(1));
}

#[test]
fn the_fox_slips_through_a_gap() {
    let gap = "2/........,........,........,......f.,.g......,....g...,...g....,....g...";
    let thought = finds::<FoxAndGeese>(gap, 5_000, "g5-h4");
    assert_eq!(thought.proved(), Some(7));
}

#[test]
fn the_geese_win_from_every_den_whoever_moves_first() {
    for chosen in Chosen::every(&FoxAndGeese::ABOUT) {
        let game = FoxAndGeese::with(&chosen);
        for den in ["b8", "d8", "f8", "h8"] {
            let mut at = game.start();
            game.apply(&mut at, den.parse().unwrap());
            assert_eq!(play_out(&game, at, 10_000, 100), Some(Seat::FIRST), "{den}, {chosen:?}");
        }
    }
}
