//! What a refusal says of this attempt: for every game a table of attempts with the exact words, kept in the game's folder as
//! `attempts.txt`, one a line: position, option, what was typed or touched, the words, the clause.
//!
//! `BLESS=1` writes them anew, `BLESS=lasca` those of one game; read them over then.

extern crate parlour_library as library;

use library::{AnyGame, AnyPosition, Entry, LIBRARY, Meaning, Refusal, why};
use rules::show::{SiteId, SiteKind};
use rules::{Random, Status};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

fn file(id: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games/src").join(id.replace('-', "_")).join("attempts.txt")
}

/// Positions worth trying things in: the start, the lid, and those of the rulebook's own examples.
fn positions(entry: &Entry, game: &Arc<dyn AnyGame>) -> Vec<AnyPosition> {
    let mut texts = vec![game.text(&game.start())];
    texts.extend(entry.about.card.showpiece.map(String::from));
    for example in game.rules().clauses().flat_map(|clause| &clause.examples) {
        if let (rules::rulebook::ExampleStart::Position(text), true) = (&example.start, example.options.is_empty()) {
            texts.push(text.clone());
        }
    }
    let mut seen = HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    texts.iter().filter_map(|text| game.read_position(text).ok()).take(12).collect()
}

/// A table has at least so many attempts.
const FEWEST: usize = 10;

/// The positions of a random game.
fn on_the_way(game: &Arc<dyn AnyGame>, seed: u64) -> Vec<AnyPosition> {
    let (mut random, mut at) = (Random::new(seed), game.start());
    let mut met = Vec::new();
    for _ in 0..20 {
        let steps = game.survey(&at).steps;
        let Some(step) = steps.get(random.below(steps.len().max(1))) else { break };
        at = game.take(&at, step).expect("a legal step").position;
        met.push(at.clone());
    }
    met
}

/// What is tried here: every first click, and every pair that is refused by a clause not seen before.
fn attempts(game: &Arc<dyn AnyGame>, at: &AnyPosition, seen: &mut HashSet<String>, out: &mut String) {
    if game.status(at).is_over() {
        return;
    }
    let touched = |site: &SiteId| game.board().sites[site.index()].kind != SiteKind::Tray;
    let name = |site: SiteId| game.board().sites[site.index()].name.as_str();
    let sites: Vec<SiteId> = game.board().ids().filter(touched).collect();
    let mut tell = |tried: String, answer: Meaning| {
        let Meaning::Refused(Refusal::Breach { words, clause, .. }) = answer else { return };
        // One of each kind of sentence is enough: names and numbers are what differs.
        let shape: String =
            words.split(' ').filter(|word| !word.chars().any(|letter| letter.is_ascii_digit())).collect();
        if seen.insert(format!("{clause} {shape} {}", tried.contains(' '))) {
            let _ = writeln!(out, "{} | {tried} | {words} | {clause}", game.text(at));
        }
    };
    for site in &sites {
        tell(name(*site).to_string(), why(&**game, at, &[*site]));
    }
    for first in &sites {
        for second in &sites {
            let refused = game.attempt(at, &[*first, *second]).and_then(|step| game.take(at, &step).err());
            if let Some(refusal) = refused {
                tell(format!("{} {}", name(*first), name(*second)), Meaning::Refused(refusal));
            }
        }
    }
}

/// Tries the same things in further positions, as long as the table is short.
fn again(game: &Arc<dyn AnyGame>, positions: impl Iterator<Item = AnyPosition>, out: &mut String) {
    for at in positions {
        if out.lines().count() >= FEWEST {
            break;
        }
        let mut more = String::new();
        attempts(game, &at, &mut HashSet::new(), &mut more);
        let known: HashSet<String> = out.lines().map(String::from).collect();
        more.lines().filter(|line| !known.contains(*line)).for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
    }
}

/// What the rulebook's own examples refuse, as a person types it.
fn typed(game: &Arc<dyn AnyGame>, out: &mut String) {
    let mut seen = HashSet::new();
    for example in game.rules().clauses().flat_map(|clause| &clause.examples) {
        let at = match &example.start {
            _ if !example.options.is_empty() => continue,
            rules::rulebook::ExampleStart::Position(text) => game.read_position(text).unwrap(),
            rules::rulebook::ExampleStart::After(steps) => {
                let mut at = game.start();
                for step in steps.split_whitespace() {
                    at = game.play(&at, step).unwrap().pop().unwrap().position;
                }
                at
            }
        };
        if let Err(Refusal::Breach { words, clause, .. }) = game.play(&at, &example.step)
            && seen.insert(format!("{} {} {words}", game.text(&at), example.step))
        {
            let _ = writeln!(out, "{} | typed {} | {words} | {clause}", game.text(&at), example.step);
        }
    }
}

#[test]
fn every_attempt_is_answered_with_the_exact_words() {
    let bless = std::env::var("BLESS").ok();
    let only = bless.as_deref().and_then(library::find);
    for entry in LIBRARY.iter().filter(|entry| only.is_none_or(|only| only.about.id == entry.about.id)) {
        let (id, game) = (entry.about.id, entry.by_default());
        let (mut text, mut seen) = (String::new(), HashSet::new());
        for at in positions(entry, &game) {
            attempts(&game, &at, &mut seen, &mut text);
        }
        // Where there is little to get wrong, the same in other places.
        again(&game, positions(entry, &game).into_iter().skip(1), &mut text);
        typed(&game, &mut text);
        // A small game has few examples: along some random games.
        again(&game, (1..=5).flat_map(|seed| on_the_way(&game, seed)), &mut text);
        if bless.is_some() {
            std::fs::write(file(id), &text).unwrap();
        }
        let stored = std::fs::read_to_string(file(id))
            .unwrap_or_else(|why| panic!("{id}: attempts.txt is not there ({why}); tests/new-game {id} writes it"));
        for (line, (old, new)) in stored.lines().zip(text.lines()).enumerate() {
            assert_eq!(old, new, "{id}, line {}; if that is meant, BLESS={id}", line + 1);
        }
        assert_eq!(
            stored.lines().count(),
            text.lines().count(),
            "{id}: another number of attempts; if that is meant, BLESS={id}"
        );
    }
}

/// Ten at least, with the blocked man, the empty place and the other side's man among them where the game has such.
#[test]
fn the_tables_are_long_enough_and_no_sentence_is_left_open() {
    for entry in LIBRARY {
        let id = entry.about.id;
        let stored = std::fs::read_to_string(file(id)).unwrap_or_default();
        assert!(stored.lines().count() >= FEWEST, "{id}: only {} attempts", stored.lines().count());
        for line in stored.lines() {
            let words = line.split(" | ").nth(2).unwrap();
            assert!(!words.contains(['{', '}']) && words.ends_with('.'), "{id}: {words}");
            let first = words.split(' ').next().unwrap();
            let place = first.chars().any(|letter| letter.is_ascii_digit());
            assert!(place || first.starts_with(char::is_uppercase), "{id}: {words}");
        }
    }
}

#[test]
fn refusals_speak_of_this_click() {
    let click = |game: &str, position: &str, after: &str, names: &[&str]| {
        let game = library::find(game).unwrap().by_default();
        let mut at = if position.is_empty() { game.start() } else { game.read_position(position).unwrap() };
        for step in after.split_whitespace() {
            at = game.play(&at, step).unwrap().pop().unwrap().position;
        }
        let clicks: Vec<SiteId> = names.iter().map(|name| game.board().find(name).unwrap()).collect();
        match why(&*game, &at, &clicks) {
            Meaning::Refused(Refusal::Breach { words, clause, .. }) => format!("{words} ({clause})"),
            other => format!("{other:?}"),
        }
    };
    for (game, position, after, clicks, words) in [
        ("lasca", "", "", &["1"][..], "The private on 1 is blocked: 5 is occupied and there is nothing to jump. (2.4)"),
        ("lasca", "", "", &["14"], "Nobody stands on 14. (2.1)"),
        ("lasca", "", "", &["15"], "The private on 15 belongs to Black. (2.1)"),
        ("rondamee", "", "", &["f1"], "The red man on f1 is blocked: e2 and g2 are occupied. (2.2)"),
        ("checkers", "B:W18,32:B12,14,15", "", &["12", "16"], "12 to 16 is no capture, and 14 can capture. (3.1)"),
        ("checkers", "B:W18,32:B12,14,15", "", &["12"], "The man on 12 has no capture, and 14 can capture. (3.1)"),
    ] {
        assert_eq!(click(game, position, after, clicks), words, "{game} {clicks:?}");
    }
}

#[test]
fn endings_speak_of_this_game_and_show_it() {
    for (game, position, steps, words, sites) in [
        ("checkers", "B:W12:B2,3,7,8", "2-6", "Light has no move left.", &["12"][..]),
        ("checkers", "B:W18:B15", "15x22", "Light has no piece left.", &[]),
        ("lasca", "w 9:w 13:b", "9x17", "Black leads no column any more.", &[]),
        ("chess", "", "f3 e5 g4 Qh4", "White is checkmated.", &["e1"]),
        ("pick-me-up", "", "3 3 3 3 2 1", "B has taken the last pawn.", &[]),
        (
            "kings-men",
            "1/2b8,11,11,11,3rrr5,11,11,11,11,3b2b4,11/!d7",
            "!e7",
            "Red is down to two tokens.",
            &["d7", "f7"],
        ),
        (
            "bang-o",
            "",
            "a8 a1 b8 b1 c8 c1 d8 e1 e8",
            "White has five in line on row 8.",
            &["a8", "b8", "c8", "d8", "e8"],
        ),
    ] {
        let game = library::find(game).unwrap().by_default();
        let mut at = if position.is_empty() { game.start() } else { game.read_position(position).unwrap() };
        for step in steps.split_whitespace() {
            at = game.play(&at, step).unwrap_or_else(|why| panic!("{step}: {why}")).pop().unwrap().position;
        }
        let Status::Over(outcome, clause) = game.status(&at) else { panic!("{position} {steps} is not the end") };
        let ending = game.ending(&at, outcome, clause);
        let shown: Vec<&str> = ending.sites.iter().map(|site| game.board().sites[site.index()].name.as_str()).collect();
        assert_eq!((ending.words.as_str(), &shown[..]), (words, sites), "{position} {steps}");
    }
}

#[test]
fn every_end_of_a_random_game_has_a_sentence_for_both_sides() {
    for entry in LIBRARY {
        let game = entry.by_default();
        let mut random = Random::new(1911);
        for _ in 0..5 {
            let mut played = library::Match::new(game.clone());
            while let Some(step) = Some(played.steps()).filter(|steps| !steps.is_empty()) {
                played.play(&step[random.below(step.len())]).unwrap();
            }
            let Status::Over(outcome, clause) = played.status() else { panic!("it has no step and is not over") };
            let ending = game.ending(played.position(), outcome, clause);
            let open =
                ending.words.contains(['{', '}']) || ending.words.contains("You") || !ending.words.ends_with('.');
            assert!(!open, "{}: {}", entry.about.id, ending.words);
            assert!(ending.sites.iter().all(|site| site.index() < game.board().sites.len()));
        }
    }
}
