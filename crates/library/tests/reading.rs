//! What people type is read: other dashes, joined runs, ends of runs, short forms, each game's own style.

use library::{Refusal, choose, find};

/// Plays `after` and then reads `typed`: the canonical steps, or the clause that refuses them.
fn read(game: &str, after: &str, typed: &str) -> Result<String, String> {
    let entry = find(game).unwrap();
    let game = entry.with(&choose(entry.about, []).unwrap());
    let mut at = game.start();
    for step in after.split_whitespace() {
        at = game.play(&at, step).unwrap_or_else(|why| panic!("{step}: {why}")).last().unwrap().place.clone();
    }
    match game.play(&at, typed) {
        Ok(played) => Ok(played.iter().map(|played| played.step.as_str()).collect::<Vec<_>>().join(",")),
        Err(Refusal::Breach { clause, .. } | Refusal::Over { clause, .. }) => Err(clause.to_string()),
        Err(Refusal::Unreadable { .. }) => Err("unreadable".to_string()),
    }
}

#[test]
fn many_ways_of_writing_one_step() {
    for (game, after, typed, steps) in [
        // Dashes, crosses and spaces.
        ("lasca", "9-13", "17-9", "17x9"),
        ("lasca", "9-13", " 17 X 9 ", "17x9"),
        ("lasca", "", "9\u{2013}13", "9-13"),
        ("avion", "d1-d3 a8-a7", "D3-D1", "d3-d1"),
        // The leaflet's style, with the square that is jumped in between, and with a star.
        ("lasca", "9-13", "17-13-9", "17x9"),
        ("lasca", "9-13", "17x13x9", "17x9"),
        // Hops are not jumps, but a dash is a dash.
        ("foregammon", "", "a1-c3", "a1^c3"),
        // Enough to be clear.
        ("checkers", "11-15 22-18", "15", "15x22"),
        ("checkers", "11-15 22-18", "22", "15x22"),
        ("kings-men", "", "c1", "unreadable"),
        // Chess in both its languages.
        ("chess", "", "Nf3", "g1f3"),
        ("chess", "", "e4", "e2e4"),
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Nf6", "O-O", "e1g1"),
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Nf6", "e1g1", "e1g1"),
        ("chess", "e4 d5", "exd5!?", "e4d5"),
    ] {
        let read = read(game, after, typed).unwrap_or_else(|why| why);
        assert_eq!(read, steps, "{game}: {typed:?} after {after:?}");
    }
}

#[test]
fn a_run_is_read_from_its_ends_and_from_all_its_squares() {
    let game = find("checkers").unwrap().by_default();
    let at = game.place("B:W6,14,32:B1").unwrap();
    for typed in ["1x10x17", "1-10-17", "1x17", "1-17", "1x10"] {
        let played = game.play(&at, typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
        let steps: Vec<&str> = played.iter().map(|played| played.step.as_str()).collect();
        let expected: &[&str] = if typed == "1x10" { &["1x10"] } else { &["1x10", "10x17"] };
        assert_eq!(steps, expected, "{typed}");
    }
    // The part of a run that breaks a rule is named.
    let Err(Refusal::Breach { step, .. }) = game.play(&at, "1x10x19") else { panic!("it was played") };
    assert_eq!(step, "10x19");
}

#[test]
fn what_is_illegal_is_read_and_refused_by_its_clause() {
    for (game, after, typed) in
        [("lasca", "", "9-14"), ("merelles", "5", "5"), ("chess", "", "Ke2"), ("chess", "", "e5"), ("tigh", "", "c3")]
    {
        let refused = read(game, after, typed).unwrap_err();
        assert!(refused.contains('.'), "{game}: {typed} is {refused}");
    }
    for (game, typed) in
        [("lasca", "nine"), ("merelles", "25"), ("chess", "Zf3"), ("tigh", ""), ("bang-o", "\u{1F3B2}")]
    {
        assert_eq!(read(game, "", typed).unwrap_err(), "unreadable", "{game}: {typed}");
    }
}
