//! The computer as a player: it always has a step, plays the same with the same seed, and is perfect where
//! that is cheap.

extern crate parlour_library as library;

use library::computer::{choose, think};
use library::{Computer, LIBRARY, Level, Match, Question, find};
use rules::{Outcome, Random, Seat, Status};
use search::transposition::TranspositionTable;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn never() -> bool {
    false
}

/// Lets the computers of these seats play to the end; other seats play at random.
fn play_out(mut played: Match, computers: &[Option<Computer>], seed: u64) -> Match {
    let mut random = Random::new(seed);
    while let Some(seat) = played.status().seat() {
        let steps = if let Some(computer) = &computers[seat.index()] {
            computer.choose(&played, &never, &mut |_| ())
        } else {
            let steps = played.steps();
            vec![steps[random.below(steps.len())].clone()]
        };
        assert!(
            !steps.is_empty(),
            "{}: no step in {}",
            played.game().about().id,
            played.game().text(played.position())
        );
        for step in steps {
            played.play(&step).unwrap_or_else(|why| panic!("{}: {why}", played.game().about().id));
        }
    }
    played
}

#[test]
fn every_level_of_every_game_plays_legal_turns() {
    for entry in LIBRARY {
        for number in [1, 4, 7] {
            let level = Level::new(number).unwrap();
            let mut played = Match::new(entry.by_default());
            let computer = Computer::new(level, 5);
            for _ in 0..6 {
                if played.status().is_over() {
                    break;
                }
                for step in computer.choose(&played, &never, &mut |_| ()) {
                    played.play(&step).unwrap_or_else(|why| panic!("{} level {number}: {why}", entry.about.id));
                }
            }
            assert!(!played.turns().is_empty());
        }
    }
}

#[test]
fn each_level_is_stronger_than_the_one_below() {
    for entry in LIBRARY {
        let game = entry.by_default();
        let strength = |number| Level::new(number).unwrap().strength(&*game);
        let strengths: Vec<u16> = (1..=7).map(|number| strength(number).unwrap().number()).collect();
        assert!(strengths.is_sorted_by(|lower, higher| lower < higher), "{}: {strengths:?}", entry.about.id);
        // Below the top where more thinking gains little, so that level 8 is a step up.
        assert!((800..=1000).contains(&strengths[6]), "{}: level 7 is {}", entry.about.id, strengths[6]);
        assert_eq!(strength(8), None, "level 8 has no bound but time");
    }
}

/// A game of Py Hy Ky that is lost in so many turns, whatever is played, and a table that knows it.
fn lost_at_py_hy_ky(steps: &str, turns: i32) -> (Match, TranspositionTable) {
    let mut played = Match::new(find("py-hy-ky").unwrap().by_default());
    played.play(steps).unwrap();
    let table = TranspositionTable::with_bytes(16 << 20);
    assert_eq!(think(&played, &table, Question::to_win(&never), &mut |_| ())[0].proved, Some(-turns));
    (played, table)
}

#[test]
fn a_loss_that_is_far_off_is_made_hard_to_see() {
    let (played, table) = lost_at_py_hy_ky("d3 b4 c3 d2 d4 b2 c4 c2 e4 a4 a2 e2 b3", 11);
    let question = Question::to_win(&never);
    let shallow = Question { depth: 3, ..question };
    let at_first_sight = think(&played, &TranspositionTable::with_bytes(1 << 20), shallow, &mut |_| ());
    assert_eq!(at_first_sight[0].proved, None);
    assert_eq!(choose(&played, &table, question, &mut |_| ()), at_first_sight[0].line[..1]);
}

#[test]
fn a_lost_game_is_turned_by_a_trap() {
    // Lost, but not if the other answers as he would at a glance.
    let (mut played, table) = lost_at_py_hy_ky("a1 c5 d3 b4 c1 b3 b5 d1 e2 d4 e4 c3", 12);
    let question = Question::to_win(&never);
    for asked in [question, Question::at_a_glance(&never)] {
        let steps = choose(&played, &table, asked, &mut |_| ());
        played.play(&steps.join(" ")).unwrap();
    }
    assert_eq!(think(&played, &table, question, &mut |_| ())[0].proved, Some(10));
}

#[test]
fn weak_levels_do_not_brood() {
    for entry in LIBRARY {
        let mut played = Match::new(entry.by_default());
        let computer = Computer::new(Level::WEAKEST, 7);
        for _ in 0..80 {
            if played.status().is_over() {
                break;
            }
            let mut nodes = 0;
            let steps = computer.choose(&played, &never, &mut |ideas| nodes = ideas[0].nodes);
            assert!(
                nodes < 25_000,
                "{}: {nodes} positions at {}",
                entry.about.id,
                played.game().text(played.position())
            );
            for step in steps {
                played.play(&step).unwrap();
            }
        }
    }
}

#[test]
fn the_strongest_has_a_step_even_when_time_is_up_at_once() {
    for entry in LIBRARY {
        let mut played = Match::new(entry.by_default());
        let computer = Computer::new(Level::STRONGEST, 1);
        for step in computer.choose(&played, &|| true, &mut |_| ()) {
            played.play(&step).unwrap();
        }
        assert!(played.steps_taken().count() > 0, "{}", entry.about.id);
    }
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_another() {
    let game = find("merelles").unwrap().by_default();
    let level = Level::new(3).unwrap();
    let text = |seed: u64| {
        let computers = [Some(Computer::new(level, seed)), Some(Computer::new(level, seed + 1))];
        let played = play_out(Match::new(game.clone()), &computers, 0);
        played.turns().iter().map(|turn| turn.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text(1), text(1));
    let games: std::collections::HashSet<String> = (0..5).map(|nth| text(10 * nth)).collect();
    assert!(games.len() >= 4, "games differ from seed to seed");
}

#[test]
fn perfect_geese_never_lose_and_a_perfect_fox_punishes_every_slip() {
    let game = find("fox-and-geese").unwrap().by_default();
    let table = TranspositionTable::with_bytes(1 << 16);
    let perfect = Computer::new(Level::STRONGEST, 1);
    for seed in 0..10 {
        let played = play_out(Match::new(game.clone()), &[Some(perfect.clone()), None], seed);
        assert!(matches!(played.status(), Status::Over(Outcome::Win(Seat::FIRST), _)), "seed {seed}");
    }
    let mut punished = 0;
    for seed in 0..10 {
        // Geese that move at random slip soon; as soon as they have, the fox is shown to win, and does.
        let mut random = Random::new(seed);
        let mut played = Match::new(game.clone());
        played.play("d8").unwrap();
        while !played.status().is_over() {
            let ideas = think(&played, &table, Question::without_end(&never), &mut |_| ());
            let fox_wins =
                ideas[0].proved.is_some_and(|turns| (turns > 0) == (played.status().seat() == Some(Seat::SECOND)));
            if fox_wins {
                let end = play_out(played, &[None, Some(perfect.clone())], seed);
                assert!(matches!(end.status(), Status::Over(Outcome::Win(Seat::SECOND), _)), "seed {seed}");
                punished += 1;
                break;
            }
            let steps = played.steps();
            played.play(&steps[random.below(steps.len())]).unwrap();
        }
    }
    assert!(punished >= 8, "{punished} slips punished");
}

#[test]
fn pick_me_up_and_the_puzzle_are_played_perfectly() {
    let perfect = Computer::new(Level::STRONGEST, 1);
    for seed in 0..20 {
        let pawns = Match::new(find("pick-me-up").unwrap().by_default());
        let played = play_out(pawns, &[Some(perfect.clone()), None], seed);
        assert!(matches!(played.status(), Status::Over(Outcome::Win(Seat::FIRST), _)));
    }
    let puzzle = find("checker-puzzle").unwrap().by_default();
    let table = TranspositionTable::with_bytes(1 << 20);
    let solve = |played: &Match| think(played, &table, Question::without_end(&never), &mut |_| ())[0].proved;
    let mut played = Match::new(puzzle);
    assert_eq!(solve(&played), Some(15));
    // From wherever a wanderer stops, the shortest way is shorter by one after each of its steps.
    let mut random = Random::new(15);
    for _ in 0..20 {
        let steps = played.steps();
        played.play(&steps[random.below(steps.len())]).unwrap();
    }
    while let Some(left) = solve(&played) {
        let best = perfect.choose(&played, &never, &mut |_| ());
        played.play(&best[0]).unwrap();
        if played.status().is_over() {
            assert_eq!(left, 1);
            break;
        }
        assert_eq!(solve(&played), Some(left - 1));
    }
    assert!(played.status().is_over());
}

#[test]
fn the_proposition_of_1911_is_a_win_in_twenty_seven_turns() {
    let game = find("lasca").unwrap().by_default();
    let start = game.read_position("w 1:Bw 2:WwbBb 7:B 12:BB 14:B 18:w 19:b 20:b 22:B").unwrap();
    let played = Match::from(game, start);
    let table = TranspositionTable::with_bytes(64 << 20);
    for threads in [1, 2] {
        table.clear();
        let question = Question { nodes: 40_000_000, threads, ..Question::without_end(&never) };
        let ideas = think(&played, &table, question, &mut |_| ());
        assert_eq!(ideas[0].proved, Some(27), "with {threads} threads");
        assert_eq!(ideas[0].turns[0], "2-5");
    }
}

#[test]
fn several_lines_come_best_first_and_begin_differently() {
    let played = Match::new(find("lasca").unwrap().by_default());
    let table = TranspositionTable::with_bytes(8 << 20);
    let question = Question { depth: 7, lines: 3, ..Question::without_end(&never) };
    let mut reports = 0;
    let ideas = think(&played, &table, question, &mut |_| reports += 1);
    assert_eq!((ideas.len(), reports), (3, 7));
    assert!(ideas.windows(2).all(|pair| pair[0].value >= pair[1].value && pair[0].line[0] != pair[1].line[0]));
    assert!(ideas.iter().all(|idea| (0.0..=1.0).contains(&idea.chance)));
}

/// Says that it is enough after the eightieth time it is asked, which is every 256 positions.
fn enough() -> impl Fn() -> bool + Sync {
    let asked = AtomicUsize::new(0);
    move || asked.fetch_add(1, Relaxed) > 80
}

#[test]
fn a_hint_at_the_end_of_a_race_is_the_way_home_even_if_waiting_looks_safer() {
    // A red man goes on into h11, and the last one will find his place. The search fears the blue ones behind h11.
    let position = "1/1o1b1b1b5o1,b1o1o1o7o,1b1b1b3o1o3,b1b3o3b3o,1r1r1r3r1r1r1,k1r1k1r1k1r1k1r,1k1k1k1k1k1k1k1,\
        8b1r4,15,15,15,6o8,15,15,15";
    let entry = find("rondamee").unwrap();
    let game = entry.with(&library::entry::choose(entry.about, ["jump=any"]).unwrap());
    let played = Match::from(game.clone(), game.read_position(position).unwrap());
    let hint = library::hint(&played, &enough()).expect("a hint");
    assert_eq!(hint.step, "g10-h11");
    assert!(hint.why.contains("It is the way home"), "{}", hint.why);
}

#[test]
fn what_an_idea_is_worth_is_said_of_a_seat_and_of_a_puzzle_alone() {
    let (two, alone) = (find("merelles").unwrap().by_default(), find("checker-puzzle").unwrap().by_default());
    let name = two.about().seats[1];
    let draw = Some(known::Value::Draw);
    for (game, proved, known, words) in [
        (&two, Some(3), None, format!("{name}: win in 3")),
        (&two, Some(0), None, format!("{name}: win in 0")),
        (&two, Some(-4), None, format!("{name}: loss in 4")),
        (&two, None, draw, "a draw".to_string()),
        (&two, None, None, format!("{name}: 25 %")),
        (&alone, Some(7), None, "solved in 7".to_string()),
    ] {
        let (line, turns) = (Vec::new(), Vec::new());
        let idea = library::Idea { line, turns, value: 0, chance: 0.25, proved, known, depth: 1, nodes: 1 };
        let seat = Seat::new(game.about().count() - 1);
        assert_eq!(library::hint::worth(&**game, seat, &idea), words);
    }
}

#[test]
fn a_hint_says_why_and_what_may_follow() {
    // Of fifteen pawns ten are left: whoever leaves nine, five or one wins.
    let game = find("pick-me-up").unwrap().by_default();
    let won = Match::from(game.clone(), game.read_position("1/3/2").unwrap());
    let hint = library::hint(&won, &never).expect("a hint");
    assert_eq!(hint.step, "1");
    assert!(hint.why.starts_with("It wins by force within "), "{}", hint.why);
    assert!(hint.why.contains(" The next best, ") && hint.why.contains(" It may go on "), "{}", hint.why);
    assert_eq!(hint.says, game.say(won.position(), &hint.step));
    let mut lost = won.clone();
    lost.play(&hint.step).unwrap();
    let hint = library::hint(&lost, &never).expect("a hint");
    assert!(hint.why.starts_with("Everything loses; this holds out longest, "), "{}", hint.why);
    let mut over = Match::from(game.clone(), game.read_position("1/7/6").unwrap());
    over.play("2").unwrap();
    assert!(library::hint(&over, &never).is_none());
    // Nothing follows a mate, and a puzzle has nobody to win against.
    let chess = find("chess").unwrap().by_default();
    let mate = Match::from(chess.clone(), chess.read_position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap());
    let hint = library::hint(&mate, &enough()).expect("a hint");
    assert_eq!(hint.step, "a1a8");
    assert!(!hint.why.contains("It may go on"), "{}", hint.why);
    let puzzle = Match::new(find("checker-puzzle").unwrap().by_default());
    let hint = library::hint(&puzzle, &never).expect("a hint");
    assert!(hint.why.starts_with("It leads to the solution in 15 moves, the fewest."), "{}", hint.why);
}
