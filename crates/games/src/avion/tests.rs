use super::*;
use rules::Clause;
use rules::prelude::Breach;

const SHORT: Avion = Avion { travelers: 1 };
const LONG: Avion = Avion { travelers: 2 };

fn judge(at: &Position, step: &str) -> Result<(), Clause> {
    LONG.judge(at, step.parse().unwrap()).map_err(|Breach { clause, .. }| clause)
}

fn after(game: &Avion, text: &str, steps: &[&str]) -> Position {
    let mut at: Position = text.parse().unwrap();
    for step in steps {
        assert_eq!(judge(&at, step), Ok(()), "{step} at {at}");
        game.apply(&mut at, step.parse().unwrap());
    }
    at
}

const NOBODY: &str = "........";

fn board(rows: [&str; 8]) -> String {
    rows.join(",")
}

#[test]
fn the_first_rows_read_alike_from_both_sides() {
    let at = Position::START;
    for column in 0..8 {
        let (white, black) = (Cell::at(column, 0), Cell::at(column, 7));
        assert_eq!(at.kind_on(Seat::FIRST, white), at.kind_on(Seat::SECOND, black));
        assert_eq!(at.kind_on(Seat::FIRST, white), at.kind_on(Seat::FIRST, Cell::at(7 - column, 0)));
    }
}

#[test]
fn the_ban_holds_for_captures_and_forgets_nothing_over_a_put() {
    let rows = board([NOBODY, "t.......", NOBODY, "...S....", NOBODY, NOBODY, NOBODY, NOBODY]);
    let start = format!("1/{rows}/0,0/-,-");
    let at = after(&SHORT, &start, &["d5-d4", "a7-a6", "d4-d5", "a6-a5"]);
    assert_eq!(judge(&at, "d5-d4"), Err(NO_SHUTTLING));
    let rows = board([NOBODY, NOBODY, NOBODY, "...S....", "...t....", "t.......", NOBODY, NOBODY]);
    let banned: Position = format!("1/{rows}/0,0/d4d5!,-").parse().unwrap();
    assert_eq!(judge(&banned, "d5xd4"), Err(NO_SHUTTLING));
    let caught = after(&SHORT, &format!("1/{rows}/0,0/d4d5,-"), &["d5xd4", "@h8", "a3-a4"]);
    assert_eq!(judge(&caught, "d4-d5"), Err(NO_SHUTTLING));
}

#[test]
fn a_seat_whose_only_move_is_banned_passes_and_the_pass_clears_its_memory() {
    let rows = board([NOBODY, "t.......", NOBODY, NOBODY, NOBODY, "u.......", NOBODY, "Uu......"]);
    let at = after(&SHORT, &format!("1/{rows}/0,0/a2a1!,-"), &["pass"]);
    assert_eq!(at.to_string(), format!("2/{rows}/0,0/-,-/p"));
    let at = after(&SHORT, &at.to_string(), &["a7-a6", "a1-a2"]);
    assert_eq!(at.passes, 0);
}

#[test]
fn in_the_long_game_a_traveler_comes_back_and_the_second_crossing_wins() {
    let rows = board([NOBODY, "T......T", NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, "t......."]);
    // Black's Traveler on White's first row can only have come there by a counted crossing.
    assert!(format!("1/{rows}/0,0/-,-").parse::<Position>().is_err());
    let rows = board([NOBODY, "T......T", NOBODY, NOBODY, "t.......", NOBODY, NOBODY, NOBODY]);
    let start = format!("1/{rows}/0,0/-,-");
    let at = after(&LONG, &start, &["a7-a8"]);
    assert_eq!(LONG.status(&at), Status::Continue(Seat::FIRST));
    let at = after(&LONG, &start, &["a7-a8", "@b1", "a4-a3", "h7-h8"]);
    assert_eq!(LONG.status(&at), Status::Over(Outcome::Win(Seat::FIRST), CROSSED));
    let short = after(&SHORT, &start, &["a7-a8"]);
    assert_eq!(SHORT.status(&short), Status::Over(Outcome::Win(Seat::FIRST), CROSSED));
}
