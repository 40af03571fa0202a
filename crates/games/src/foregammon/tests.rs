use super::*;

fn after(text: &str, steps: &[&str]) -> Position {
    let mut at: Position = text.parse().unwrap();
    for step in steps {
        let step: Step = step.parse().unwrap();
        assert_eq!(Foregammon.judge(&at, step), Ok(()), "{step} at {at}");
        Foregammon.apply(&mut at, step);
    }
    at
}

const FIELD: &str = "b.b.b,.b.b.,.....,.....,.....,.....,.....,.w.w.,w.w.w";

#[test]
fn the_start_is_written_as_it_stands() {
    assert_eq!(Foregammon.start().to_string(), format!("1/{FIELD}/0,0/0,0"));
}

#[test]
fn the_sheets_ninth_rule_carries_and_goes_on() {
    // White's gamin on 4, Black's A on 5; White's second and Black's B on 7.
    let at = after(&format!("1/{FIELD}/7,4/11,9/31"), &["4+1", "11+3"]);
    // A has been carried to 7 and B to 9.
    assert_eq!(at.track, [[14, 7], [9, 7]]);
    assert_eq!(at.to_move, Seat::SECOND);
}

#[test]
fn the_sheets_third_and_fourth_rules_let_numbers_be_split() {
    let field = "..b..,.b.b.,.....,.b.b.,.....,...w.,..w..,.....,.....";
    let one = after(&format!("1/{field}/9,0/9,0"), &["c3^e5^c7^e9", "0+5", "5+3", "8+1"]);
    assert_eq!(one.track[0], [11, 9], "the third lands on the other gamin and goes two farther");
    let split = after(&format!("1/{field}/20,0/9,0"), &["c3^e5^c7^e9", "0+5", "20+3", "5+1"]);
    assert_eq!(split.track[0], [23, 6]);
    assert!(split.is_king("e9".parse().unwrap()));
    let single = after(&format!("1/{field}/0,0/9,0"), &["c3^e5", "0+5"]);
    assert_eq!(single.track[0], [5, 0]);
}

#[test]
fn the_sheets_eleventh_rule_wants_the_exact_number() {
    let home = after(&format!("1/{FIELD}/31,3/9,0/21"), &["31+1"]);
    assert_eq!(home.track[0], [32, 3]);
    let two: Step = "31+2".parse().unwrap();
    let at: Position = format!("1/{FIELD}/31,3/9,0/21").parse().unwrap();
    assert_eq!(Foregammon.judge(&at, two).unwrap_err().clause, EXACTLY_HOME);
}

#[test]
fn an_extra_beyond_the_star_forbids_the_whole_advance() {
    let at: Position = format!("1/{FIELD}/31,28/0,0/31").parse().unwrap();
    assert_eq!(at.advance(28, 3), None, "31 is taken, and 33 is beyond the star");
    let at: Position = format!("1/{FIELD}/30,28/0,0/2").parse().unwrap();
    assert_eq!(at.advance(28, 2), Some([[30, 32], [0, 0]]), "extras may bring a gamin home exactly");
}

#[test]
fn a_kings_chain_may_come_back_to_its_own_square() {
    let at: Position = "1/.....,.....,.....,.....,..W..,.b.b.,.....,.b.b.,...../0,0/0,0".parse().unwrap();
    let mut steps = Vec::new();
    Foregammon.steps(&at, &mut steps);
    let round: Step = "c5^e3^c1^a3^c5".parse().unwrap();
    assert!(steps.contains(&round));
    let next = after(&at.to_string(), &["c5^e3^c1^a3^c5"]);
    assert_eq!((next.checkers, next.numbers), (at.checkers, [0, 1, 0, 2, 0, 1]));
}

#[test]
fn of_two_gamins_on_one_pennant_the_farther_one_goes_if_it_can() {
    // Carried back below its star, a gamin may stand on the pennant of one that is a whole round ahead.
    let at: Position = format!("1/{FIELD}/30,-2/0,0/32").parse().unwrap();
    assert_eq!(at.advance(30, 2), Some([[32, -2], [0, 0]]));
    assert_eq!(at.advance(30, 3), Some([[30, 1], [0, 0]]));
}

#[test]
fn hops_are_read_with_dashes_and_crosses_too() {
    let start = Foregammon.start();
    for text in ["a1^c3", "a1-c3", "a1xc3", "A1 - C3"] {
        let read = Foregammon.read(&start, &text.replace(' ', "")).steps().unwrap();
        assert_eq!(read[0].to_string(), "a1^c3");
    }
}

#[test]
fn when_both_have_passed_it_is_a_draw() {
    let nobody = ["....."; 9].join(",");
    let at = after(&format!("1/{nobody}/3,0/0,0"), &["pass", "pass"]);
    assert_eq!(Foregammon.status(&at), Status::Over(Outcome::Draw, ALL_PASSED));
    assert_eq!(at.to_string(), format!("1/{nobody}/3,0/0,0/pp"));
}
