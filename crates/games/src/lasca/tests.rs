//! The leaflet's own games, and what counts cannot see.

use super::Lasca;
use rules::{Notation, Rules, Status};

/// Plays half-moves in the leaflet's style and checks that a star stands exactly where a man is promoted.
fn replay(start: Option<&str>, moves: &str) -> (String, Status) {
    let game = Lasca;
    let mut field = start.map_or_else(|| game.start(), |text| text.parse().unwrap());
    let officers = |text: &str| text.chars().filter(|letter| matches!(letter, 'W' | 'B')).count();
    for text in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        let before = officers(&field.to_string());
        for step in game.read(&field, text).steps().unwrap_or_else(|| panic!("{text} is not read")) {
            assert!(game.judge(&field, step).is_ok(), "{text} is refused at {field}");
            game.apply(&mut field, step);
        }
        assert!(matches!(game.status(&field), Status::Turn(_)), "{text} leaves its run unfinished");
        let promoted = officers(&field.to_string()) > before;
        assert_eq!(promoted, text.ends_with('*'), "{text} at {field}");
    }
    let status = game.survey(&field, &mut Vec::new());
    (field.to_string(), status)
}

#[test]
fn the_first_printed_game_replays() {
    let (last, status) = replay(
        None,
        "1. 9-13 17x13x9 2. 5x9x13 21-17 3. 13x17x21 25x21x17 4. 10-13 16x13x10 5. 7x10x13 19-16
         6. 13x16x19 22x19x16 7. 1-5 15-12 8. 9x12x15 16-13 9. 10x13x16x19x22* 17x13x9x5x1*
         10. 22x19x16 20x16x12 11. 6-9 12x9x6 12. 3x6x9 16-13 13. 9x13x17x21x25* 24-20
         14. 25x21x17x13x9 13x9x5 15. 6x9x12 18-14 16. 11x14x17 20x17x14 17. 12x9x6 9x6x3*
         18. 6-9 14-10 19. 8-12 3-6 20. 2x5x8 17-13 21. 9x13x17 1x5x9 22. 17-21 10-7 23. 4x7x10 6x10x14
         24. 7x10x13 9x13x17x21x25 25. 12-16 23-20 26. 16x20x24* 13-9 27. 24x21x18x14x10 14x10x6
         28. 15-19 10-7 29. 19-23* 7-3* 30. 8-12 3-7 31. 12-16 7-10 32. 16-20 10-13 33. 20-24* 13-17
         34. 24x21x18 17-20 35. 23x20x17 21x17x13 36. 18-21 9-5 37. 21-18 13-10 38. 18-21 10-7
         39. 21x17x13 17x13x9",
    );
    assert_eq!(last, "w 5:b 6:bbWwW 7:bW 9:BW 13:bbb 20:bB 25:BwwwWww");
    assert!(matches!(status, Status::Over(_, super::NO_LEADER_LEFT)));
}

#[test]
fn the_second_printed_game_ends_with_black_blocked() {
    let (last, status) = replay(
        None,
        "1. 9-13 17-13-9 2. 5-9-13 21-17 3. 13-17-21 25-21-17 4. 10-13 16-13-10 5. 7-10-13 19-16
         6. 13-16-19 22-19-16 7. 10-14 18-14-10 8. 6-10-14 15-12 9. 9-12-15 16-13
         10. 10-13-16-19-22* 17-13-9 11. 22-19-16 20-16-12 12. 4-7 16-13 13. 8-12-16 21-18
         14. 12-9-6 13-9-5 15. 2-5-8 18-14-10-6-2* 16. 11-14-17 23-20 17. 17-20-23* 24-21
         18. 23-20 21-18 19. 7-10 18-14 20. 10-14-18",
    );
    assert_eq!(last, "b 1:w 2:BbwW 3:w 5:bbw 6:b 8:wb 9:w 15:wb 16:wb 18:wb 20:Wbb");
    assert!(matches!(status, Status::Over(_, super::BLOCKED)));
}

#[test]
fn the_proposition_runs_round_the_board() {
    let (last, _) = replay(
        Some("w 1:Bw 2:WwbBb 7:B 12:BB 14:B 18:w 19:b 20:b 22:B"),
        "1. 2-5 1x5x9 2. 5x9x13 12x9x6 3. 9x6x3x7x11x14x17x20x23x19x15 6-10 4. 13-17 10-14 5. 17-20 14-17
         6. 20-24* 17-13 7. 24-20 13-10 8. 20-17 10-6 9. 17-13 6-3 10. 13-10",
    );
    assert_eq!(last, "b 3:Bw 10:WbBbB 15:WBBBbb 18:w 22:B");
}

#[test]
fn a_promotion_ends_the_run_and_an_officer_runs_on() {
    let game = Lasca;
    for (start, goes_on) in [("w 15:w 19:b 20:b 24:b", false), ("w 15:W 19:b 20:b 24:b", true)] {
        let mut field = start.parse().unwrap();
        game.apply(&mut field, "15x23".parse().unwrap());
        assert_eq!(matches!(game.status(&field), Status::Continue(_)), goes_on, "{start}");
    }
}

#[test]
fn both_styles_of_a_run_are_read() {
    let game = Lasca;
    let field = "w 10:w 13:b 19:b 4:w".parse().unwrap();
    let joined = game.read(&field, "10x16x22").steps().unwrap();
    assert_eq!(joined, game.read(&field, "10x13x16x19x22*").steps().unwrap());
    assert_eq!(joined, game.read(&field, "10-13-16-19-22").steps().unwrap());
}

#[test]
fn what_cannot_stand_is_not_read() {
    for wrong in [
        "",
        "x 1:w",
        "w 1:",
        "w 26:w",
        "w 1:w 1:b",
        "w 22:w",
        "b 1:b",
        "w 01:w",
        "w 9:w 13:b run:9",
        "w 9:w 14:b run:9x5",
        "w 9:w 13:b run:13x5",
        "w 1:wwwwwwwwwwww 2:bbbbbbbbbbb",
    ] {
        assert!(wrong.parse::<super::Field>().is_err(), "{wrong:?} was read");
    }
}
