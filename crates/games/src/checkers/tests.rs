//! What the counts cannot see.

use super::{Checkers, Field};
use rules::{MatchRules, Notation, Rules, Status};

fn after(start: &str, step: &str) -> Field {
    let mut field = start.parse().unwrap();
    let step = step.parse().unwrap();
    assert_eq!(Checkers.judge(&field, step), Ok(()));
    Checkers.apply(&mut field, step);
    field
}

#[test]
fn squares_are_numbered_from_darks_right() {
    let mut steps = Vec::new();
    Checkers.steps(&"B:W32:B1".parse().unwrap(), &mut steps);
    assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1-6", "1-5"]);
    steps.clear();
    Checkers.steps(&"B:W32:B4".parse().unwrap(), &mut steps);
    assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4-8"]);
}

#[test]
fn a_man_crowned_in_a_jump_stops_and_a_king_goes_on() {
    // On 30 a king could go on over 25; the man is crowned there and stops.
    let man = after("B:W25,26:B23", "23x30");
    assert_eq!(man.to_string(), "W:W25:BK30");
    let king = after("B:W25,26:BK23", "23x30");
    assert!(matches!(Checkers.status(&king), Status::Continue(_)));
    assert_eq!(king.to_string(), "B:W25:BK30:run30");
}

#[test]
fn only_kings_walking_are_quiet() {
    let field: Field = "B:W32:B9,K20".parse().unwrap();
    assert!(Checkers.quiet(&field, "20-16".parse().unwrap()));
    assert!(!Checkers.quiet(&field, "9-13".parse().unwrap()));
    let field: Field = "B:W24:BK20".parse().unwrap();
    assert!(!Checkers.quiet(&field, "20x27".parse().unwrap()));
}

#[test]
fn runs_are_read_joined_up() {
    let field = "B:W6,15:B1".parse().unwrap();
    let run: Vec<String> = Checkers.read(&field, "1x10x19").steps().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(run, ["1x10", "10x19"]);
}

#[test]
fn what_cannot_stand_is_not_read() {
    for wrong in [
        "",
        "B",
        "B:W1",
        "X:W21:B1",
        "B:W21:B21",
        "B:W21:B33",
        "B:W21:B32",
        "B:W1:B2",
        "B:W21:B1:run1",
        "B:W21:B1:",
        "B:W:B1,2,3,4,5,6,7,8,9,10,11,12,13",
        "W:W21:W22",
    ] {
        assert!(wrong.parse::<Field>().is_err(), "{wrong:?} was read");
    }
    assert!("B:W:B1".parse::<Field>().is_ok());
    assert_eq!("W:B1:W21".parse::<Field>(), "W:W21:B1".parse());
}
