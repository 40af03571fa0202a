//! What tablebases know: those in the program are whole, the strongest level plays by them, and the search looks them up.

extern crate parlour_library as library;

use known::{Manifest, Value};
use library::computer::think;
use library::{AnyGame, AnyPosition, AnySolver, Computer, Entry, LIBRARY, Level, Match, Question, find, tablebases};
use rules::{Chosen, Outcome, Random, Status};
use search::transposition::TranspositionTable;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

fn never() -> bool {
    false
}

fn shipped_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tablebases")
}

/// Every game that can be solved, with each choice of its options.
fn solvable() -> Vec<(&'static Entry, Chosen, Box<dyn AnySolver>)> {
    let every =
        LIBRARY.iter().flat_map(|entry| Chosen::every(entry.about).into_iter().map(move |chosen| (entry, chosen)));
    every.filter_map(|(entry, chosen)| entry.solver(&chosen).map(|solver| (entry, chosen, solver))).collect()
}

/// `parlour solve --shipped --folder crates/library/tablebases` makes them again.
#[test]
fn the_tablebases_of_the_program_are_whole_and_small() {
    let mut bytes = 0;
    let mut expected = HashSet::new();
    for (entry, chosen, solver) in solvable() {
        let name = tablebases::name(entry.about.id, &chosen);
        let folder = shipped_folder().join(&name);
        let manifest = Manifest::read(&folder, entry.about.edition, solver.numbering());
        let manifest = manifest.unwrap_or_else(|why| panic!("{why}"));
        let tiers: Vec<&str> = manifest.tiers.iter().map(|record| record.tier.as_str()).collect();
        assert_eq!(tiers, solver.shipped_tiers(), "{name}");
        assert_eq!(tablebases::shipped(entry.about.id, &chosen), Some(manifest.clone()), "{name}");
        manifest.check(&folder).unwrap_or_else(|why| panic!("{why}"));
        for tier in &tiers {
            bytes += std::fs::metadata(folder.join(format!("{tier}.tier"))).expect("a file a tier").len();
        }
        expected.insert(name);
    }
    assert!(bytes < 8_000_000, "{bytes} bytes");
    let there: HashSet<String> = std::fs::read_dir(shipped_folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("a plain name"))
        .collect();
    assert_eq!(there, expected);
}

/// The value to the seat to move, from the match's own rules where the game is over.
fn value(game: &Arc<dyn AnyGame>, at: &AnyPosition) -> Option<Value> {
    game.known(at).expect("readable").map(|known| known.value)
}

/// Lets the strongest level play one turn in so many known positions of every game; none may give its value away.
fn strongest_keeps_values(count: usize) {
    for (entry, chosen, solver) in solvable().into_iter().filter(|(.., solver)| solver.is_closed()) {
        let game = entry.with(&chosen);
        let strongest = Computer::new(Level::STRONGEST, 1);
        let mut tried = 0;
        for at in solver.sample(solver.shipped_men(), count, &mut Random::new(5)) {
            let Some(before) = value(&game, &at).filter(|_| !game.status(&at).is_over()) else { continue };
            let mut played = Match::from(game.clone(), at.clone());
            let mover = played.status().seat();
            loop {
                for step in strongest.choose(&played, &never, &mut |_| ()) {
                    played.play(&step).expect("a legal step");
                }
                if !matches!(played.status(), Status::Continue(_)) {
                    break;
                }
            }
            let after = match played.status() {
                Status::Over(Outcome::Draw, _) => Value::Draw,
                Status::Over(Outcome::Win(winner), _) if Some(winner) == mover => Value::Win(1),
                Status::Over(..) => Value::Loss(1),
                _ => value(&game, played.position())
                    .expect("a turn leads to known positions")
                    .one_turn_earlier(entry.about.count() > 1),
            };
            let text = game.text(&at);
            match before {
                // What is lost anyway may be lost sooner, if that sets a trap.
                Value::Loss(_) => {}
                _ => assert_eq!(after, before, "{} {chosen}: {text}", entry.about.id),
            }
            tried += 1;
        }
        assert!(tried * 2 > count, "{}: {tried} positions tried", entry.about.id);
    }
}

#[test]
fn the_strongest_level_never_gives_a_known_value_away() {
    strongest_keeps_values(60);
}

#[test]
#[ignore = "takes minutes: by hand after changes of tablebases or search"]
fn the_strongest_level_never_gives_a_known_value_away_in_a_thousand_positions() {
    strongest_keeps_values(1000);
}

#[test]
#[ignore = "takes minutes: by hand after changes of tablebases or search"]
fn known_wins_are_won_against_the_search_alone() {
    let mut won = 0;
    for (entry, chosen, solver) in
        solvable().into_iter().filter(|(entry, _, solver)| entry.about.count() > 1 && solver.is_closed())
    {
        let game = entry.with(&chosen);
        let table = TranspositionTable::with_bytes(1 << 22);
        for at in solver.sample(solver.shipped_men(), 100, &mut Random::new(7)) {
            let Some(Value::Win(turns)) = value(&game, &at) else { continue };
            let limits = game.draws();
            // The match's own counters may end it first.
            if limits.quiet.is_some_and(|(limit, _)| u32::from(turns) > limit) {
                continue;
            }
            let mut played = Match::from(game.clone(), at.clone());
            let winner = played.status().seat();
            while let Some(seat) = played.status().seat() {
                let tablebases = Some(seat) == winner;
                let question = Question { nodes: 2000, tablebases, ..Question::to_win(&never) };
                let ideas = think(&played, &table, question, &mut |_| ());
                played.play(&ideas[0].line[0]).expect("a legal step");
            }
            let text = game.text(&at);
            assert!(
                matches!(played.status(), Status::Over(Outcome::Win(seat), _) if Some(seat) == winner),
                "{} {chosen}: {text} is won in {turns}",
                entry.about.id
            );
            won += 1;
        }
    }
    assert!(won > 100, "{won} games");
}

#[test]
fn a_search_proves_more_with_tablebases_underneath_and_nothing_else() {
    let entry = find("checkers").expect("it is in the library");
    let chosen = Chosen::defaults(entry.about);
    let (game, solver) = (entry.with(&chosen), entry.solver(&chosen).expect("it can be solved"));
    let (mut with, mut without) = (0, 0);
    for at in solver.sample(6, 400, &mut Random::new(3)) {
        if game.status(&at).is_over() || value(&game, &at).is_some() {
            continue;
        }
        let played = Match::from(game.clone(), at.clone());
        let proved = |tablebases| {
            let table = TranspositionTable::with_bytes(1 << 18);
            let question = Question { nodes: 1500, tablebases, ..Question::without_end(&never) };
            think(&played, &table, question, &mut |_| ())[0].proved
        };
        let (known, searched) = (proved(true), proved(false));
        with += u32::from(known.is_some());
        without += u32::from(searched.is_some());
        if let (Some(known), Some(searched)) = (known, searched) {
            assert_eq!(known > 0, searched > 0, "{}", game.text(&at));
        }
    }
    assert!(with > without + without / 2, "{with} proved with tablebases, {without} without");
}

#[test]
fn of_drawn_steps_those_come_first_that_leave_the_other_most_ways_to_lose() {
    let entry = find("merelles").expect("it is in the library");
    let chosen = Chosen::defaults(entry.about);
    let (game, solver) = (entry.with(&chosen), entry.solver(&chosen).expect("it can be solved"));
    let mut told_apart = 0;
    for at in solver.sample(6, 300, &mut Random::new(11)) {
        let Some(known) = game.known(&at).expect("readable").filter(|known| known.value == Value::Draw) else {
            continue;
        };
        assert!(known.steps.is_sorted_by_key(|(_, value)| std::cmp::Reverse(*value)));
        let losing = |step: &str| {
            let after = game.take(&at, step).expect("a legal step").position;
            let replies = game.known(&after).expect("readable").map_or(Vec::new(), |known| known.steps);
            let losing = replies.iter().filter(|(_, value)| matches!(value, Some(Value::Loss(_)))).count();
            1000 * losing / replies.len().max(1)
        };
        let drawn = known.steps.iter().filter(|(_, value)| *value == Some(Value::Draw));
        let shares: Vec<usize> = drawn.filter(|(step, _)| !step.contains('x')).map(|(step, _)| losing(step)).collect();
        assert!(shares.is_sorted_by(|one, other| one >= other), "{}: {shares:?}", game.text(&at));
        told_apart += usize::from(shares.first() > shares.last());
    }
    assert!(told_apart > 0);
}

#[test]
fn where_only_the_result_of_the_first_turns_is_proved_the_search_chooses_among_what_keeps_it() {
    let game = find("merelles").expect("it is in the library").by_default();
    let known = game.known(&game.start()).expect("readable").expect("it is proved");
    assert_eq!(known.value, Value::Draw);
    assert!(known.steps.iter().all(|(_, value)| *value == Some(Value::Draw)), "every first placing keeps the draw");
    let line = tablebases::perfect_line(&*game, &game.start(), 10).expect("readable");
    assert_eq!(line.len(), 1, "nothing is known of the second placing: {line:?}");
    let played = Match::new(game.clone());
    let question = Question { nodes: 2_000, ..Level::STRONGEST.question(&*game, 1, &never) };
    let ideas = think(&played, &TranspositionTable::with_bytes(1 << 18), question, &mut |_| ());
    assert!(ideas[0].known.is_none() && ideas[0].nodes > 1_000, "it was searched: {} nodes", ideas[0].nodes);
    let second = game.take(&game.start(), "5").expect("a legal step").position;
    let known = game.known(&second).expect("readable").expect("it is proved");
    assert_eq!(known.value, Value::Draw);
    assert!(known.steps.iter().all(|(_, value)| value.is_none()));
}

/// A position after so many random steps, if the game is not over before.
fn random_position(game: &Arc<dyn AnyGame>, steps: usize, random: &mut Random) -> Option<AnyPosition> {
    let mut at = game.start();
    for _ in 0..steps {
        let legal = game.survey(&at).steps;
        let step = legal.get(random.below(legal.len().max(1)))?;
        at = game.take(&at, step).ok()?.position;
    }
    (!game.status(&at).is_over()).then_some(at)
}

#[test]
fn what_is_not_stored_is_proved_when_it_is_asked_for() {
    let game = find("py-hy-ky").expect("a game").by_default();
    let mut random = Random::new(11);
    let strongest = Computer::new(Level::STRONGEST, 1);
    let mut tried = 0;
    while tried < 8 {
        let Some(at) = random_position(&game, 15, &mut random) else { continue };
        let known = game.known(&at).expect("readable").expect("ten empty squares are soon looked through");
        assert!(!known.stored);
        assert_eq!(known.steps.len(), 10);
        assert!(known.steps.is_sorted_by(|(_, one), (_, next)| one >= next), "the best first");
        assert_eq!(known.steps[0].1.map(Value::word), Some(known.value.word()), "a position is worth its best step");
        let mut played = Match::from(game.clone(), at.clone());
        let step = strongest.choose(&played, &never, &mut |_| ()).remove(0);
        played.play(&step).expect("a legal step");
        let after = value(&game, played.position()).expect("fewer squares still").one_turn_earlier(true);
        assert_eq!(after.word(), known.value.word(), "{}: {step}", game.text(&at));
        tried += 1;
    }
    let start = game.known(&game.start()).expect("readable").expect("the start is stored");
    assert!(start.stored && matches!(start.value, Value::Loss(_)) && start.value.turns().is_none());
    assert!(start.steps.iter().all(|(_, value)| matches!(value, Some(Value::Loss(_)))), "every first checker loses");
}

#[test]
fn every_position_of_py_hy_ky_is_known() {
    let game = find("py-hy-ky").expect("a game").by_default();
    let mut random = Random::new(29);
    for placed in (0..=7).flat_map(|placed| [placed; 4]) {
        let at = random_position(&game, placed, &mut random).expect("nobody has five in line yet");
        let known = game.known(&at).expect("readable").unwrap_or_else(|| panic!("{} is not known", game.text(&at)));
        assert_eq!(known.stored, placed <= 5, "{}", game.text(&at));
        if placed < 5 {
            let best = known.steps[0].1.expect("what follows is stored as well");
            assert_eq!(best.word(), known.value.word(), "{}", game.text(&at));
        }
    }
}
