use super::*;
use rules::clause::Breach;

fn after(text: &str, steps: &[&str]) -> Position {
    let mut at: Position = text.parse().unwrap();
    for step in steps {
        assert_eq!(judge(&at, step), Ok(()), "{step} at {at}");
        Tigh.apply(&mut at, step.parse().unwrap());
    }
    at
}

fn judge(at: &Position, step: &str) -> Result<(), Clause> {
    Tigh.judge(at, step.parse().unwrap()).map_err(|Breach { clause, .. }| clause)
}

#[test]
fn the_sheets_ninth_figure_captures_three_in_two_steps() {
    let at = after("2/w...b,..b.w,bw.w.,....b,w....", &["e2-e3"]);
    assert_eq!(Tigh.status(&at), Status::Continue(Seat::SECOND));
    let at = after(&at.to_string(), &["c4-c3"]);
    assert_eq!(at.to_string(), "1/w...b,.....,b.b.b,.....,w....");
}

#[test]
fn moving_between_two_enemies_is_safe() {
    let at = after("1/.....,.....,b.b..,.w...,w....", &["b2-b3"]);
    assert_eq!(at.men[Seat::FIRST].len(), 2);
}

#[test]
fn a_blocked_seat_passes_three_times_and_is_freed() {
    // White in the corner, held by a2 ... Black moves elsewhere until the third pass.
    let text = "1/....b,.....,b....,wb...,wwb..";
    let at = after(text, &["pass", "e5-e4", "pass", "e4-e5", "pass"]);
    assert_eq!(at.to_string(), "2/....b,.....,b....,wb...,wwb../1ppp");
    assert_eq!(judge(&at, "e5-e4"), Err(MUST_FREE));
    assert_eq!(judge(&at, "!e5"), Err(REMOVAL_FREES));
    let freed = after(&at.to_string(), &["!b2"]);
    assert_eq!(Tigh.status(&freed), Status::Turn(Seat::FIRST));
    let stepped = after(&freed.to_string(), &["a2-b2"]);
    assert_eq!(stepped.passes, 0, "the count ends with a step");
}

#[test]
fn removal_is_offered_only_right_after_a_pass() {
    let blocked = after("1/....b,.....,b....,wb...,wwb..", &["pass"]);
    assert_eq!(judge(&blocked, "!b2"), Ok(()));
    assert_eq!(judge(&blocked, "pass"), Err(NO_IDLE_PASS));
    let next = after(&blocked.to_string(), &["e5-e4", "pass", "!a3", "a2-a3"]);
    assert_eq!(judge(&next, "!b2"), Err(REMOVE_WHEN_BLOCKED));
}

#[test]
fn the_game_ends_within_a_turn_when_one_checker_is_left() {
    let at = after("1/w....,.....,wb...,..w.b,.....", &["c2-c3"]);
    assert_eq!(Tigh.status(&at), Status::Over(Outcome::Win(Seat::FIRST), DOWN_TO_ONE));
}
