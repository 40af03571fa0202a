use super::*;

fn game(stranded: &str) -> TwentySeven {
    let mut chosen = Chosen::defaults(&TwentySeven::ABOUT);
    chosen.set(&TwentySeven::ABOUT, "stranded", stranded).unwrap();
    TwentySeven::with(&chosen)
}

fn after(game: &TwentySeven, text: &str, steps: &[&str]) -> Position {
    let mut at: Position = text.parse().unwrap();
    for step in steps {
        let step: Step = step.parse().unwrap();
        assert_eq!(game.judge(&at, step), Ok(()), "{step} at {at}");
        game.apply(&mut at, step);
    }
    at
}

#[test]
fn each_side_has_twenty_seven_men() {
    for side in Position::START.men {
        assert_eq!(side.iter().map(|men| u32::from(*men)).sum::<u32>(), 27);
    }
}

#[test]
fn back_squares_face_each_other_and_front_squares_lie_behind() {
    let b3 = Pit::from_index(2);
    assert_eq!(facing(b3).unwrap().to_string(), "b8");
    assert_eq!(facing(b3).unwrap().partner().to_string(), "f3");
    assert_eq!(facing(Pit::from_index(10)), None);
}

#[test]
fn a_capture_takes_two_whole_files() {
    let at = after(&game("forfeit"), "1/3...11....,2...42....,..2.......,..........", &["b8/b5"]);
    assert_eq!(at.to_string(), "2/.....1....,.....2....,11........,..........");
}

#[test]
fn twenty_in_hand_reach_the_starting_square_again() {
    let at = after(&game("forfeit"), "1/..........,1.........,.........K,..........", &["b1"]);
    assert_eq!(at.men[0], [1; PITS], "the last of twenty falls on the square they came from");
    // b1 was empty and faces b10, which is empty: nothing is taken.
    assert_eq!(at.men[1][0], 1);
}

#[test]
fn a_front_square_is_freed_by_a_drop_and_by_a_capture() {
    let stay = game("stay");
    let at = after(&stay, "1/........1.,.........1,2.........,.sssssssss", &["b10"]);
    // b10 drops on f1 and f2, and lifting goes on along the front row.
    assert!(!at.waiting[0].has_index(0) && !at.waiting[0].has_index(1));
    let robbed = after(&stay, "1/s.......1.,2.......2.,..2.......,..........", &["b8/b5"]);
    assert!(robbed.waiting[1].is_empty());
}

#[test]
fn an_endless_start_still_keeps_the_singles_back() {
    let at: Position = "1/ssssssssss,222222221.,121.1.1.12,.12.1.21.1".parse().unwrap();
    assert!(at.sow(Pit::from_index(12), |_| ()).is_none());
    assert!(at.starts().all(|from| at.own(from) > 1));
    assert!(at.starts().any(|from| from.index() == 12));
}
