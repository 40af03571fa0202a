//! What people type is read: other dashes, joined runs, ends of runs, short forms, each game's own style.

extern crate parlour_library as library;

use library::{Refusal, choose, find};

/// Plays `after` and then reads `typed`: the canonical steps, or the clause that refuses them.
fn read(game: &str, after: &str, typed: &str) -> Result<String, String> {
    let entry = find(game).unwrap();
    let game = entry.with(&choose(entry.about, []).unwrap());
    let mut at = game.start();
    for step in after.split_whitespace() {
        at = game.play(&at, step).unwrap_or_else(|why| panic!("{step}: {why}")).last().unwrap().position.clone();
    }
    match game.play(&at, typed) {
        Ok(played) => Ok(played.iter().map(|played| played.step.as_str()).collect::<Vec<_>>().join(",")),
        Err(Refusal::Breach { clause, .. } | Refusal::Over { clause, .. }) => Err(clause.to_string()),
        Err(Refusal::Unreadable { .. }) => Err("unreadable".to_string()),
        Err(Refusal::Ambiguous { could_be }) => Err(format!("ambiguous: {}", could_be.join(" "))),
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
        ("kings-men", "", "c1", "ambiguous: c1-c2 c1-c3"),
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
    let at = game.read_position("B:W6,14,32:B1").unwrap();
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

/// Like [`read`], from a position and with the option that is given.
fn read_at(game: &str, option: &str, position: &str, typed: &str) -> Result<String, String> {
    let entry = find(game).unwrap();
    let game = entry.with(&choose(entry.about, option.split(',').filter(|option| !option.is_empty())).unwrap());
    let at = if position.is_empty() { game.start() } else { game.read_position(position).unwrap() };
    match game.play(&at, typed) {
        Ok(played) => Ok(played.iter().map(|played| played.step.as_str()).collect::<Vec<_>>().join(",")),
        Err(Refusal::Breach { step, clause, at, .. }) => {
            let site = at.map_or(String::new(), |site| format!(" at {}", game.board().sites[site.index()].name));
            Err(format!("{step} breaks {clause}{site}"))
        }
        Err(other) => Err(other.to_string()),
    }
}

#[test]
fn a_run_written_too_long_is_judged_as_that_man_s() {
    for (game, after, typed, clause) in [
        ("checkers", "11-15 22-18", "15x22x29", "2.4"),
        ("checkers", "11-15 22-18", "15-22-29", "2.4"),
        ("checkers", "", "11-15-19", "2.2"),
        ("lasca", "9-13", "17x9x1", "2.4"),
        ("polychek", "11-15 22-18", "15x22x29", "2.4"),
    ] {
        assert_eq!(read(game, after, typed).unwrap_err(), clause, "{game} {typed}");
    }
    for (game, position, typed, refused) in [
        ("checkers", "B:W25,26:B23", "23x30x21", "30x21 breaks 3.4 at 30"),
        ("lasca", "w 15:w 19:b 20:b 24:b", "15x23x17", "23x17 breaks 3.6 at 23"),
        ("polychek", "B:W18,32:B15", "15x22x31", "22x31 breaks 3.2 at 26"),
    ] {
        assert_eq!(read_at(game, "", position, typed).unwrap_err(), refused, "{game} {typed}");
    }
}

#[test]
fn no_reading_turns_one_attempt_into_another() {
    let tigh = "1/bbbwb,wwbbw,bbw.w,ww.ww,bwbbw";
    let (sun, alone) = (
        "1/........,........,........,...u....,...T....,........,........,......../0,0/-,-",
        "1/........,........,........,........,...T....,........,........,......../0,0/-,-",
    );
    for (game, option, position, typed, refused) in [
        ("tigh", "", tigh, "c3-d4", "c3-d4 breaks 2.5"),
        ("tigh", "", tigh, "d2-d4", "d2-d4 breaks 2.5"),
        ("tigh", "", "1/b.bww,ww...,.wbw.,.w.ww,b.bbb", "!b5", "!b5 breaks 3.4"),
        ("avion", "", sun, "d4-d5", "d4-d5 breaks 5.2"),
        ("avion", "", alone, "d4xd5", "d4xd5 breaks 5.2"),
        ("polychek", "", "B:W32:BK1", "1x10", "1x10 breaks 3.3"),
        ("kings-men", "", "", "c1-c4", "c1-c4 breaks 2.4"),
        ("kings-men", "entry=step", "", "c1-c4", "c1-c4 breaks 2.5"),
        ("kings-men", "", "", "c1-d2", "c1-d2 breaks 2.3"),
        (
            "foregammon",
            "",
            "1/....W,.....,..w.b,.b...,b.w.b,...w.,..w..,...b.,...../18,9/25,7",
            "a5-c7",
            "a5-c7 breaks 2.1 at a5",
        ),
        (
            "foregammon",
            "",
            "1/....W,.....,..w.b,.b...,b.w.b,...w.,..w..,...b.,...../18,9/25,7",
            "c3-e5",
            "c3-e5 breaks 2.3 at e5",
        ),
        ("chess", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke3", "e1e3 breaks 2.3"),
        ("chess", "", "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1 breaks 3.6 at c1"),
    ] {
        assert_eq!(read_at(game, option, position, typed).unwrap_err(), refused, "{game} {typed} at {position}");
    }
}

#[test]
fn a_bare_target_that_one_man_can_reach_is_enough() {
    assert_eq!(read("fox-and-geese", "d8 g1-f2 d8-e7", "g3"), Ok("f2-g3".to_string()));
    for (game, position, typed, step) in [
        ("tigh", "1/b.bww,ww...,.wbw.,.w.ww,b.bbb", "e4", "e5-e4"),
        ("merelles", "1/.p.,...,.p.,p....b,.p.,b.p,bp./0,0", "24", "23-24"),
        (
            "avion",
            "1/........,........,........,........,...S....,........,........,......../0,0/d5d4,-/caught",
            "a6",
            "@a6",
        ),
        ("kings-men", "1/2b8,11,11,3r7,3r7,3r7,3r7,11,11,3b2b4,2r8/!d7", "!d7+d6", "!d6+d7"),
    ] {
        assert_eq!(read_at(game, "", position, typed), Ok(step.to_string()), "{game} {typed}");
    }
}

#[test]
fn what_is_ambiguous_says_what_it_could_be() {
    for (game, after, typed, words) in [
        ("chess", "Nf3 e5 d3 d6", "Nd2", "ambiguous: b1d2 f3d2"),
        ("checkers", "", "14", "ambiguous: 9-14 10-14"),
        ("checkers", "", "9", "ambiguous: 9-14 9-13"),
    ] {
        assert_eq!(read(game, after, typed).unwrap_err(), words, "{game} {typed}");
    }
    let refusal = read_at("checkers", "", "", "14").unwrap_err();
    assert_eq!(refusal, "this is ambiguous: it could be 9-14 or 10-14");
}
