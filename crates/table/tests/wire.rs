//! What is sent of a table tells what the game tells: ends, steps to be touched, what moves on the board, what was read.

extern crate parlour_table as table;

use library::reading::{Compared, ReadLine};
use library::review::Players;
use library::{LIBRARY, Match, TurnRead, Worth, find};
use rules::{Random, Seat};
use std::collections::BTreeSet;
use table::review::{Advice, ReadTurn, TriedTurn};
use table::wire::{Effect, EndedBy, Glance, LegalStep, Placed, Scene, StatusKind, Taken};

fn match_at(game: &str, position: Option<&str>) -> Match {
    let game = find(game).unwrap().by_default();
    let at = position.map_or_else(|| game.start(), |text| game.read_position(text).unwrap());
    Match::from(game, at)
}

fn steps_of(game: &str, position: Option<&str>) -> Vec<LegalStep> {
    Scene::of(&match_at(game, position)).steps
}

#[test]
fn who_or_what_ended_a_game_is_told_and_the_board_shows_only_what_it_ended() {
    let ended = |played: &Match| Glance::within(played, played.position(), played.status()).status;
    let mut resigned = match_at("merelles", None);
    assert!(resigned.resign(Seat::SECOND));
    let mut agreed = match_at("merelles", None);
    assert!(agreed.agree_on_draw());
    let mut played = match_at("pick-me-up", Some("1/7/6"));
    played.play("2").unwrap();
    for (played, by, winner) in [
        (&resigned, EndedBy::Resignation, Some(1)),
        (&agreed, EndedBy::Agreement, None),
        (&played, EndedBy::Board, Some(2)),
    ] {
        let status = ended(played);
        assert_eq!((status.kind, status.by, status.winner, status.seat), (StatusKind::Over, Some(by), winner, None));
        assert_eq!(status.ends.is_some(), by == EndedBy::Board, "{status:?}");
        assert!(status.words.is_some_and(|words| !words.is_empty()));
    }
    let running = ended(&match_at("merelles", None));
    assert_eq!((running.kind, running.by, running.seat, running.ends), (StatusKind::Turn, None, Some(1), None));
}

#[test]
fn the_men_of_a_match_are_sent_where_they_stand_and_no_site_without_men() {
    let mut played = match_at("checkers", Some("B:W18,25:B1,15"));
    played.play("15x22").unwrap();
    let sites = &played.game().board().sites;
    let sent: BTreeSet<(&str, usize, u8)> = Scene::of(&played)
        .glance
        .pieces
        .iter()
        .map(|placed| (&*sites[usize::from(placed.site)].name, placed.men.len(), placed.men[0].seat))
        .collect();
    assert_eq!(sent.len(), 4, "one was taken, and those who were missing before are not sent: {sent:?}");
    for man in [("1", 1, 1), ("22", 1, 1), ("25", 1, 2)] {
        assert!(sent.contains(&man), "{man:?} is not among {sent:?}");
    }
}

#[test]
fn steps_that_are_touched_alike_show_the_man_they_end_with() {
    let steps = steps_of("chess", Some("7k/4P3/8/8/8/8/8/4K3 w - - 0 1"));
    let becomes = |text: &str| steps.iter().find(|step| step.text == text).unwrap().becomes.clone();
    for (text, kind) in [("e7e8q", "queen"), ("e7e8r", "rook"), ("e7e8b", "bishop"), ("e7e8n", "knight")] {
        let man = becomes(text).expect("four steps have these clicks");
        assert_eq!((man.kind.as_str(), man.seat), (kind, 1));
    }
    assert_eq!(becomes("e1e2"), None, "nothing else is touched like this");
}

#[test]
fn the_sites_to_be_touched_are_numbered_as_the_board_lists_them() {
    let played = match_at("merelles", None);
    let names = &played.game().board().sites;
    for step in Scene::of(&played).steps {
        let touched: Vec<&str> = step.clicks.iter().map(|site| names[usize::from(*site)].name.as_str()).collect();
        assert_eq!(touched, [step.text.as_str()]);
        assert_eq!((step.button, step.becomes, step.sown), (false, None, None));
    }
}

#[test]
fn a_step_that_sows_tells_where_its_men_fall() {
    let played = match_at("twenty-seven", None);
    let steps = Scene::of(&played).steps;
    assert!(!steps.is_empty());
    for step in steps {
        let (lifted, pieces) = (step.clicks[0], played.game().pieces(played.position()));
        let men = &pieces.iter().find(|placed| placed.site.0 == lifted).expect("men to be sown").men;
        let sown = step.sown.expect("every step of this game sows");
        assert!(sown.len() >= men.len() && !men.is_empty(), "{}: {sown:?} of {}", step.text, men.len());
        assert_ne!(sown[0], lifted, "{}: the first falls elsewhere", step.text);
    }
}

/// Where something is not as it was.
fn changed(before: &[Placed], after: &[Placed]) -> BTreeSet<u16> {
    let differing = before.iter().filter(|placed| !after.contains(placed));
    differing.chain(after.iter().filter(|placed| !before.contains(placed))).map(|placed| placed.site).collect()
}

fn named(beats: &[Vec<Effect>]) -> BTreeSet<u16> {
    let sites = |effect: &Effect| [effect.from, effect.over, effect.to, effect.at];
    beats.iter().flatten().flat_map(sites).flatten().collect()
}

#[test]
fn whatever_a_turn_changes_on_the_board_is_named_in_what_is_sent_of_it() {
    for (nth, entry) in LIBRARY.iter().enumerate() {
        let mut random = Random::new(nth as u64 + 3);
        let mut played = Match::new(entry.by_default());
        while played.length() < 40 && !played.status().is_over() {
            let steps = played.steps();
            let before = Scene::of(&played).glance.pieces;
            let from = played.position().clone();
            played.play(&steps[random.below(steps.len())].clone()).unwrap();
            let taken = Taken::since(&played, played.length() - 1).remove(0);
            let changes = changed(&before, &Scene::of(&played).glance.pieces);
            let said = named(&taken.beats);
            assert!(changes.is_subset(&said), "{}: {changes:?} by {}: {said:?}", entry.about.id, taken.step);
            let again = table::review::beats(&played, &from, &[taken.step]);
            assert_eq!(again, taken.beats, "{}", entry.about.id);
        }
    }
}

#[test]
fn the_beats_of_several_steps_follow_each_other() {
    let mut played = match_at("merelles", None);
    let start = played.position().clone();
    let steps = ["5".to_string(), "6".to_string()];
    for step in &steps {
        played.play(step).unwrap();
    }
    let each: Vec<_> = Taken::each(&played).flat_map(|taken| taken.beats).collect();
    assert_eq!(table::review::beats(&played, &start, &steps), each);
    let line = ReadLine { steps: steps.to_vec(), text: "5 6".to_string() };
    assert_eq!(Advice::of(&played, 0, &line).beats, each);
}

#[test]
fn what_was_read_tells_the_best_turn_unless_the_game_is_over() {
    let played = match_at("merelles", None);
    let worth = Worth { chance: 0.5, proved: None, known: false };
    let read = |steps: &[&str]| {
        let steps = steps.iter().map(ToString::to_string).collect();
        let best = ReadLine { steps, text: "5".to_string() };
        ReadTurn::of(&played, &TurnRead { ply: 0, seat: Seat::FIRST, worth, best, depth: 3, played: None })
    };
    let running = read(&["5"]);
    assert_eq!((running.best.as_deref(), running.steps.len(), running.seat), (Some("5"), 1, 1));
    assert!(!running.beats.is_empty());
    let over = read(&[]);
    assert_eq!((over.best, over.words.as_str()), (None, "The game is over."));
    assert_ne!(running.words, over.words);
}

#[test]
fn an_answer_to_a_turn_that_was_tried_is_told_where_there_is_one() {
    let here = match_at("merelles", None);
    let worth = Worth { chance: 0.5, proved: None, known: false };
    let line =
        |text: &str| ReadLine { steps: text.split_whitespace().map(String::from).collect(), text: text.to_string() };
    let tried = |answer: &str| {
        let follows = answer.split_whitespace().zip([Seat::SECOND, Seat::FIRST]).map(|(text, seat)| (seat, line(text)));
        let follows = follows.collect();
        let compared = Compared { best: line("9"), best_worth: worth, tried_worth: worth, follows, depth: 3 };
        TriedTurn::of(&here, &["5".to_string()], &compared, &Players::default())
    };
    assert_eq!(tried(""), TriedTurn { answer: None, follows: Vec::new(), ..tried("6") });
    let TriedTurn { answer, follows, .. } = tried("6 7");
    let answer = answer.expect("one is expected");
    let follows: Vec<_> = follows.iter().map(|turn| (turn.seat, turn.text.as_str())).collect();
    assert_eq!(follows, [(2, "6"), (1, "7")]);
    assert_eq!(answer.turn, "6");
    assert!(!answer.beats.is_empty(), "it is played after what was tried");
}
