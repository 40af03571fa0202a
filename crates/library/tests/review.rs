//! Reading whole games, and what mattered in them.

extern crate parlour_library as library;

use library::computer::choose;
use library::reading::{self, compare};
use library::review::{COSTLY, MomentKind, STILL_COSTLY, moments_so_far};
use library::{GameReader, Level, Match, Players, Question, Record, Strength, find, review};
use rules::{Random, Seat, Status};
use search::transposition::TranspositionTable;

fn never() -> bool {
    false
}

fn played(game: &str, moves: &str) -> Match {
    let mut played = Match::new(find(game).expect("it is in the library").by_default());
    for step in moves.split_whitespace() {
        played.play(step).unwrap_or_else(|why| panic!("{step}: {why}"));
    }
    played
}

/// A queen left where a knight takes her: everybody agrees on that.
const QUEEN_HANGS: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 g8f6 c1g5 d8e7 b1d2 e7e6 c4e6";

#[test]
fn a_planted_mistake_is_named_with_what_was_better() {
    let game = played("chess", QUEEN_HANGS);
    let read = GameReader::new(&game, 20_000).read_all(&never);
    assert_eq!(read.len(), game.turns().len() + 1);
    let players = Players { reader: Some(Seat::SECOND), names: vec![Some("the computer".to_string()), None] };
    let told = review(&game, &read, &players);
    let queen = told.moments.iter().find(|moment| moment.played.text.starts_with("Qe6"));
    let queen = queen.unwrap_or_else(|| panic!("{:?}", told.moments));
    assert_eq!((queen.seat, queen.ply, queen.round), (Seat::SECOND, 11, 6));
    assert!(matches!(queen.kind, MomentKind::GaveAway | MomentKind::LetBackIn), "{queen:?}");
    assert!(queen.before.chance - queen.after.chance >= COSTLY);
    assert_ne!(queen.best.steps, queen.played.steps);
    assert!(queen.heading.contains("you"), "{}", queen.heading);
    assert!(queen.words.contains("You moved Qe6") && queen.words.contains(&queen.best.text), "{}", queen.words);
    // Told to somebody who was not there, it is Black's.
    let told = review(&game, &read, &Players::default());
    assert!(told.moments.iter().any(|moment| moment.words.contains("Black moved Qe6")), "{:?}", told.moments);
}

#[test]
fn a_record_carries_what_a_review_found() {
    let games = [played("chess", QUEEN_HANGS), played("pick-me-up", "2 1 3 3 2 2 1 1")];
    for game in games {
        let read = GameReader::new(&game, 20_000).read_all(&never);
        let moments = review(&game, &read, &Players::default()).moments;
        assert!(!moments.is_empty());
        let mut record = Record::of(game.clone());
        record.add_moments(&moments);
        let text = record.to_string();
        let again = Record::read_all(&text, Some(game.game())).unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert_eq!(again[0].to_string(), text);
        assert_eq!(again[0].line.played.turns(), game.turns(), "what was played is the main line");
        for moment in &moments {
            let after = moment.ply + moment.played.steps.len();
            let said = again[0].line.comments.iter().any(|(at, words)| *at == after && words.contains(&moment.words));
            assert!(said, "{}\n{text}", moment.words);
            let better = again[0].line.variations.iter().any(|(at, line)| {
                *at == moment.ply && line.played.steps_taken().map(|(_, step)| step).eq(&moment.best.steps)
            });
            assert!(better, "{:?}\n{text}", moment.best);
        }
    }
}

#[test]
fn moments_are_told_as_soon_as_they_are_read() {
    let game = played("pick-me-up", "2 1 3 3 2 2 1 1");
    let read = GameReader::new(&game, 1_000).read_all(&never);
    let all = review(&game, &read, &Players::default()).moments;
    assert!(!all.is_empty());
    for count in 0..=read.len() {
        let told: Vec<usize> =
            moments_so_far(&game, &read[..count], &Players::default()).iter().map(|moment| moment.ply).collect();
        // A turn is judged when the position after it has been read.
        let expected: Vec<usize> =
            all.iter().filter(|moment| moment.turn + 1 < count).map(|moment| moment.ply).collect();
        assert_eq!(told, expected, "after {count} positions");
    }
}

#[test]
fn a_game_without_mistakes_has_no_moment() {
    let game = played("chess", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6");
    let read = GameReader::new(&game, 20_000).read_all(&never);
    let told = review(&game, &read, &Players::default());
    assert!(told.moments.is_empty(), "{:?}", told.moments);
    assert_eq!(told.summary, "Nothing here lost more than a little.");
}

/// Plays at random, with a seed.
fn random_match(game: &str, seed: u64, turns: usize) -> Match {
    let mut played = Match::new(find(game).expect("it is in the library").by_default());
    let mut random = Random::new(seed);
    while !played.status().is_over() && played.turns().len() < turns {
        let steps = played.steps();
        played.play(&steps[random.below(steps.len())].clone()).expect("a legal step");
    }
    played
}

#[test]
fn where_values_are_known_every_turn_that_loses_value_is_named_and_no_other() {
    for (game, seeds) in [("pick-me-up", 0..12), ("fox-and-geese", 0..6)] {
        for seed in seeds {
            let played = random_match(game, seed, 60);
            let told = review(&played, &GameReader::new(&played, 100).read_all(&never), &Players::default());
            let named: Vec<usize> = told.lost.iter().map(|lost| lost.ply).collect();
            let rank = |value: known::Value| match value {
                known::Value::Loss(_) => 0,
                known::Value::Draw => 1,
                known::Value::Win(_) => 2,
            };
            let mut lost = Vec::new();
            for (nth, (at, step)) in played.steps_taken().enumerate() {
                let known = played.game().known(at).expect("the tablebase is sound").expect("all is known");
                let value = known.steps.iter().find(|(listed, _)| listed == step).and_then(|(_, value)| *value);
                // A repetition is the match's affair, and ends these games.
                if rank(value.expect("every step is known")) < rank(known.value) {
                    lost.push(nth);
                }
            }
            assert_eq!(named, lost, "{game}, seed {seed}");
            assert_eq!(told.moments.len(), lost.len().min(5), "{game}, seed {seed}: {:?}", told.moments);
        }
    }
}

#[test]
fn four_seats_are_read_and_nobody_is_blamed() {
    let played = random_match("chunga-four", 3, 8);
    let read = GameReader::new(&played, 500).read_all(&never);
    assert_eq!(read.len(), played.turns().len() + 1);
    let told = review(&played, &read, &Players::default());
    assert!(told.moments.is_empty() && told.lost.is_empty());
    assert!(told.summary.starts_with("With more than two players"));
}

#[test]
fn a_puzzle_is_read_as_solved_or_longer() {
    let game = find("checker-puzzle").expect("it is in the library").by_default();
    let mut played = Match::new(game);
    let best = library::tablebases::perfect_line(&**played.game(), played.position(), 100).expect("it is solved");
    for step in &best {
        played.play(step).expect("a legal step");
    }
    let read = GameReader::new(&played, 100).read_all(&never);
    assert_eq!(read[0].worth.proved, Some(15));
    let told = review(&played, &read, &Players::default());
    assert_eq!((told.headline.as_str(), told.moments.len()), ("Solved in 15 moves", 0));
}

#[test]
fn a_reading_that_gives_way_loses_nothing() {
    let game = played("lasca", "11-14 17x11 10-14");
    let mut reader = GameReader::new(&game, 2_000);
    assert_eq!(reader.read_next(&never, &|| true), Err(reading::Paused::GaveWay));
    assert!(reader.read().is_empty());
    let whole = GameReader::new(&game, 2_000).read_all(&never);
    while reader.read_next(&never, &never).is_ok() {}
    let ply = |read: &[library::TurnRead]| read.iter().map(|turn| turn.ply).collect::<Vec<_>>();
    assert_eq!(ply(reader.read()), ply(&whole));
}

#[test]
fn a_try_is_held_against_the_best_turn() {
    let mut game = played("chess", QUEEN_HANGS);
    game.take_back_to(11);
    let bad = compare(&game, &["e7e6".to_string()], 5_000, &never).expect("it can be compared");
    assert!(!bad.is_good(), "{bad:?}");
    // What follows is played in turn, the answer first.
    let mut after = game.clone();
    after.play("e7e6").expect("it was compared");
    for (seat, line) in &bad.follows {
        assert_eq!(after.status().seat(), Some(*seat));
        assert_eq!(line.steps.len(), 1);
        after.play(&line.steps[0]).expect("a line is legal");
    }
    assert!((2..=5).contains(&bad.follows.len()), "{bad:?}");
    let good = compare(&game, &bad.best.steps, 5_000, &never).expect("it can be compared");
    assert!(good.is_good(), "{good:?}");
    assert!(compare(&game, &["a1a8".to_string()], 5_000, &never).is_none());
}

/// By hand: `cargo test --release -p parlour-library --test review -- --ignored --nocapture`. Games of middling players are
/// read, and every moment is looked at again with ten times the positions.
#[test]
#[ignore = "minutes; by hand, in a release build"]
fn a_search_of_ten_times_the_nodes_agrees_with_nine_moments_of_ten() {
    const GAMES: [&str; 12] = [
        "lasca",
        "chess",
        "checkers",
        "kings-men",
        "foregammon",
        "yumph",
        "polychek",
        "tigh",
        "bang-o",
        "py-hy-ky",
        "avion",
        "merelles",
    ];
    let (mut found, mut agreed, mut as_costly) = (0, 0, 0);
    let seeds = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    for game in GAMES {
        let (mut here, mut here_agreed) = (0, 0);
        for seed in 0..seeds {
            let played = self_played(game, seed);
            let read = GameReader::new(&played, reading::NODES).read_all(&never);
            for moment in review(&played, &read, &Players::default()).moments {
                if moment.kind == MomentKind::MissedQuickerEnd || moment.before.known {
                    continue;
                }
                let mut at = played.clone();
                at.take_back_to(moment.ply);
                let again = compare(&at, &moment.played.steps, 10 * reading::NODES, &never).expect("it was played");
                let cost = again.best_worth.chance - again.tried_worth.chance;
                let agrees = cost >= STILL_COSTLY;
                here += 1;
                here_agreed += usize::from(agrees);
                as_costly += usize::from(cost >= COSTLY);
                if !agrees {
                    let was = moment.before.chance - moment.after.chance;
                    println!("{game} {seed}, ply {}: {was:.2} before, {cost:.2} after: {}", moment.ply, moment.words);
                }
            }
        }
        println!("{game}: {here_agreed} of {here}");
        found += here;
        agreed += here_agreed;
    }
    println!("{agreed} of {found} moments agreed, {as_costly} as costly as that");
    assert!(found > 10 && 10 * agreed >= 9 * found, "{agreed} of {found}");
}

/// Two middling players, so that there is something to find.
fn self_played(game: &str, seed: u64) -> Match {
    let mut played = Match::new(find(game).expect("it is in the library").by_default());
    let table = TranspositionTable::with_bytes(1 << 20);
    let strength = |seat: Seat| {
        let level = if seat == Seat::FIRST { 4 } else { 3 };
        Level::new(level)
            .and_then(|level| level.strength(&**played.game()))
            .and_then(|given| Strength::new(given.number()))
    };
    let strengths = [Seat::FIRST, Seat::SECOND].map(|seat| strength(seat).expect("levels below the last have one"));
    while let Some(seat) = played.status().seat().filter(|_| played.turns().len() < 120) {
        let question = Question::of(strengths[seat.index()], seed, &never);
        let steps = choose(&played, &table, question, &mut |_| ());
        for step in steps {
            if !matches!(played.status(), Status::Over(..)) {
                played.play(&step).expect("a legal step");
            }
        }
    }
    played
}
