use super::*;

fn verdict(text: &str) -> Status {
    BangO.status(&text.parse().unwrap())
}

#[test]
fn gaps_are_free_and_enemies_in_between_are_not() {
    let rest = "........,........,........,........,........,";
    let won = Status::Over(Outcome::Win(Seat::FIRST), FIVE);
    assert_eq!(verdict(&format!("2/{rest}........,bbbb....,ww.ww..w")), won);
    assert_eq!(verdict(&format!("2/{rest}........,bbb.....,bwwww..w")), won, "an enemy outside does not matter");
    assert_eq!(verdict(&format!("2/{rest}........,bbb.....,wwbww..w")), Status::Turn(Seat::SECOND));
}

#[test]
fn the_short_diagonals_of_five_count() {
    let won = Status::Over(Outcome::Win(Seat::FIRST), FIVE);
    let text = "2/........,........,........,w.......,.w......,..w.....,...w....,bbbbw...";
    assert_eq!(verdict(text), won);
}

#[test]
fn a_group_behind_an_enemy_is_found_too() {
    // One White checker, an enemy, and then five: the five count.
    let text = "2/w.......,w.......,w.......,w.......,w.......,b.......,w.......,bbbb....";
    assert_eq!(verdict(text), Status::Over(Outcome::Win(Seat::FIRST), FIVE));
}

#[test]
fn the_movers_row_is_looked_for_before_the_others() {
    let mut at: Position = "1/bbbwbb..,w.w.w.w.,.b.b.b..,w.w.w...,.b.b....,w.w.....,.b.b....,w.w.....".parse().unwrap();
    BangO.apply(&mut at, "d8-a2".parse().unwrap());
    assert_eq!(BangO.status(&at), Status::Over(Outcome::Win(Seat::FIRST), FIVE));
    assert!(at.five_of(Seat::SECOND).is_some(), "Black's row was opened by the same move");
    assert_eq!(at.to_string().parse(), Ok(at));
}
