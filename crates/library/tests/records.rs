//! The printed games and examples in `records/` replay, and records survive writing and reading.

extern crate parlour_library as library;

use library::record::{AnnotatedLine, decode};
use library::{LIBRARY, Match, Record, find};
use rules::{Outcome, Random, Seat, Status};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../records")
}

fn stored(file: &str) -> Vec<Record> {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    Record::read_all(&text, None).unwrap_or_else(|why| panic!("{file}: {why}"))
}

#[test]
fn every_stored_record_replays_and_survives_writing() {
    let mut files = 0;
    for file in std::fs::read_dir(folder()).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        files += 1;
        for record in stored(&file) {
            let written = record.to_string();
            let again = Record::read_all(&written, None).unwrap_or_else(|why| panic!("{file}: {why}\n{written}"));
            assert_eq!(again[0].to_string(), written, "{file}");
            assert_eq!(again[0].line.comments.len(), record.line.comments.len(), "{file}");
        }
    }
    assert!(files >= 6, "only {files} files of records");
}

#[test]
fn the_printed_lasca_games_come_out_as_printed() {
    let records = stored("lasca-1911.txt");
    let results: Vec<String> = records.iter().map(Record::result).collect();
    assert_eq!(results, ["0-1", "1-0", "0-1", "0-1", "1-0", "1-0"]);
    // Games 1, 2 and 4 end by the rules, the others as it were by resignation.
    let by_rule =
        |record: &Record| matches!(record.line.played.status(), Status::Over(_, clause) if clause.number() != "0.7");
    assert_eq!(records.iter().map(by_rule).collect::<Vec<_>>(), [true, true, false, true, false, false]);
    let half_moves: Vec<usize> = records.iter().map(|record| record.line.played.turns().len()).collect();
    assert_eq!(half_moves, [78, 39, 78, 86, 49, 19]);
    for record in &records {
        assert!(record.tags.iter().any(|(name, _)| name == "Final"), "the final position is checked on reading");
    }
}

#[test]
fn every_printed_star_falls_where_a_private_becomes_an_officer() {
    let text = std::fs::read_to_string(folder().join("lasca-1911.txt")).unwrap();
    let moves = text.lines().filter(|line| !line.starts_with('['));
    let starred: Vec<bool> = moves
        .flat_map(str::split_whitespace)
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit()) && !word.ends_with('.'))
        .filter(|word| !["1-0", "0-1"].contains(word))
        .map(|word| word.ends_with('*'))
        .collect();
    let officers =
        |position: &str| position.split(' ').skip(1).flat_map(str::chars).filter(char::is_ascii_uppercase).count();
    let mut promoted = Vec::new();
    for record in stored("lasca-1911.txt") {
        let game = record.line.played.game();
        let mut again = Match::from(game.clone(), record.line.played.start().clone());
        for turn in record.line.played.turns() {
            let before = officers(&game.text(again.position()));
            again.play(&turn.steps.join(",")).unwrap();
            promoted.push(officers(&game.text(again.position())) > before);
        }
    }
    assert_eq!(starred, promoted);
    assert_eq!(starred.iter().filter(|star| **star).count(), 30);
}

#[test]
fn random_matches_of_every_game_survive_as_records() {
    for entry in LIBRARY {
        let game = entry.by_default();
        let mut random = Random::new(1911);
        for _ in 0..3 {
            let mut played = Match::new(game.clone());
            for _ in 0..120 {
                let steps = played.steps();
                if steps.is_empty() {
                    break;
                }
                played.play(&steps[random.below(steps.len())]).unwrap();
            }
            let mut record = Record::of(played);
            record.names = entry.about.seats.iter().map(|seat| Some(format!("the \"{seat}\" player"))).collect();
            record.date = Some("1911.06.01".to_string());
            let written = record.to_string();
            let again =
                Record::read_all(&written, None).unwrap_or_else(|why| panic!("{}: {why}\n{written}", entry.about.id));
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].to_string(), written);
            assert_eq!(
                game.text(again[0].line.played.position()),
                game.text(record.line.played.position()),
                "{written}"
            );
            assert_eq!(again[0].line.played.status(), record.line.played.status());
            assert_eq!(again[0].names, record.names);
        }
    }
}

#[test]
fn a_wrong_record_is_refused_with_its_line_and_token() {
    let lasca = find("lasca").unwrap().by_default();
    for (text, line, words) in [
        ("[Game \"lasca\"]\n\n1. 9-13 17x9\n2. 10-14 *\n", 4, "3."),
        ("[Game \"laska\"]\n\n*\n", 1, "did you mean lasca"),
        ("[Game \"merelles\"]\n[Options \"flying=maybe\"]\n\n*\n", 2, "maybe"),
        ("[Game \"lasca\"]\n[Start \"w 1:q\"]\n\n*\n", 2, "expected"),
        ("[Game \"lasca\"]\n[White \"Ad", 2, "expected a tag"),
        ("[Game \"lasca\"]\n\n1. 9-13 {a remark", 3, "never closed"),
        ("[Game \"lasca\"]\n\n1. 9-13 17x9", 3, "stops before its result"),
        ("[Game \"lasca\"]\n\n1. 9-13 hello *", 3, "expected"),
        ("[Game \"lasca\"]\n\n1. 9-13 * 17x9", 3, "nothing may follow"),
        ("[Game \"lasca\"]\n[Result \"1-1\"]\n\n*", 2, "expected a result"),
        ("[Game \"lasca\"]\n[Final \"w 1:w\"]\n\n1. 9-13 *", 2, "the position reached is"),
        ("[Game \"pick-me-up\"]\n\n1. 3 3 2. 3 3 3. 3 0-1", 3, ""),
        ("[Event \"nothing said\"]\n\n*", 1, "which game"),
        ("[Game \"pick-me-up\"]\n[Result \"1-0\"]\n\n1. 3 3 2. 3 3 3. 3 *", 2, "came out 0-1"),
    ] {
        match Record::read_all(text, None) {
            Err(error) => {
                assert_eq!(error.line, line, "{text}: {error}");
                assert!(error.to_string().contains(words), "{text}: {error}");
            }
            Ok(records) => assert_eq!(words, "", "{text} was read as {}", records[0]),
        }
    }
    assert!(Record::read_all("9-13 17x9 5x13", Some(&lasca)).is_ok(), "bare steps are read where the game is known");
    assert!(Record::read_all("9-13 17x9 5x13", None).is_err());
}

#[test]
fn resignation_and_agreement_are_read_back() {
    let merelles = find("merelles").unwrap().by_default();
    let mut resigned = Match::new(merelles.clone());
    resigned.play("5").unwrap();
    assert!(resigned.resign(Seat::FIRST));
    let record = Record::of(resigned);
    assert!(record.to_string().contains("[Result \"0-1\"]"));
    let again = &Record::read_all(&record.to_string(), None).unwrap()[0];
    assert_eq!(again.line.played.status(), record.line.played.status());
    let mut agreed = Match::new(merelles);
    assert!(agreed.agree_on_draw());
    let again = &Record::read_all(&Record::of(agreed).to_string(), None).unwrap()[0];
    assert!(matches!(again.line.played.status(), Status::Over(Outcome::Draw, clause) if clause.number() == "0.8"));
}

#[test]
fn a_record_refused_by_another_reading_names_the_option() {
    let start = "1/2b8,11,11,3r7,2r1rr5,3r7,3r7,11,11,3b2b4,2r8";
    let text = |options: &str| {
        format!("[Game \"kings-men\"]\n[Options \"{options}\"]\n[Start \"{start}\"]\n\n1. c7-d7,!d6 d2-d3 *\n")
    };
    let refused = Record::read_all(&text("entry=through"), None).map(|_| ()).unwrap_err();
    assert_eq!((refused.line, refused.option.as_deref()), (5, Some("thinning=formed")));
    assert!(refused.to_string().ends_with("With the option thinning=formed this step is allowed."), "{refused}");
    assert!(Record::read_all(&text("entry=through,thinning=formed"), None).is_ok());
    // What no option allows names none.
    let other = text("entry=through").replace("!d6", "!d5");
    assert_eq!(Record::read_all(&other, None).map(|_| ()).unwrap_err().option, None);
    let newer = text("entry=through").replace("[Start", "[Edition \"3\"]\n[Start");
    let refused = Record::read_all(&newer, None).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("edition of the rules from 1 to 2"), "{refused}");
}

/// A record with what study adds: comments, glyphs and variations inside variations, all by lot.
fn studied(game: &std::sync::Arc<dyn library::AnyGame>, random: &mut Random) -> Record {
    let mut record = Record::of(at_random(&Match::new(game.clone()), 40, random));
    (record.line.comments, record.line.glyphs) = remarks(&record.line.played, random);
    record.line.variations = variations(&record.line.played, 3, random);
    record
}

/// A match that goes on at random for so many steps at most.
fn at_random(from: &Match, steps: usize, random: &mut Random) -> Match {
    let mut played = from.clone();
    for _ in 0..steps {
        let legal = played.steps();
        if legal.is_empty() {
            break;
        }
        played.play(&legal[random.below(legal.len())]).unwrap();
    }
    played
}

/// Comments and glyphs with the number of steps before them.
type Comments = Vec<(usize, String)>;
type Glyphs = Vec<(usize, u8)>;

fn remarks(played: &Match, random: &mut Random) -> (Comments, Glyphs) {
    let (mut comments, mut glyphs) = (Vec::new(), Vec::new());
    for nth in 0..=played.length() {
        if random.below(5) == 0 {
            comments.push((nth, format!("remark {nth}; (not a variation) $3 [%clk 0:01] *")));
        }
        if nth > 0 && random.below(6) == 0 {
            glyphs.push((nth, [1, 2, 6, 14, 146][random.below(5)]));
        }
    }
    (comments, glyphs)
}

fn variations(played: &Match, depth: usize, random: &mut Random) -> Vec<(usize, AnnotatedLine)> {
    let mut varied = Vec::new();
    let mut after = 0;
    for turn in played.turns() {
        if depth > 0 && random.below(4) == 0 {
            let from = Match::from(played.game().clone(), played.position_before(after).clone());
            let steps = 1 + random.below(8);
            let mut line = AnnotatedLine::of(at_random(&from, steps, random));
            (line.comments, line.glyphs) = remarks(&line.played, random);
            line.variations = variations(&line.played, depth - 1, random);
            varied.push((after, line));
        }
        after += turn.steps.len();
    }
    varied
}

#[test]
fn with_variations_comments_and_glyphs_writing_is_a_fixed_point() {
    let mut kept = 0;
    for entry in LIBRARY {
        let game = entry.by_default();
        let mut random = Random::new(1937);
        for _ in 0..10 {
            let record = studied(&game, &mut random);
            let written = record.to_string();
            let again =
                Record::read_all(&written, None).unwrap_or_else(|why| panic!("{}: {why}\n{written}", entry.about.id));
            assert_eq!(again[0].to_string(), written, "{}", entry.about.id);
            assert_eq!(again[0].line.variations.len(), record.line.variations.len(), "{written}");
            assert_eq!(again[0].line.comments.len(), record.line.comments.len(), "{written}");
            let mut glyphs = [&again[0].line.glyphs, &record.line.glyphs]
                .map(|glyphs| glyphs.iter().map(|(_, sign)| *sign).collect::<Vec<_>>());
            for glyphs in &mut glyphs {
                glyphs.sort_unstable();
            }
            assert_eq!(glyphs[0], glyphs[1], "{written}");
            kept += record.line.variations.len();
        }
    }
    assert!(kept > 500, "only {kept} variations");
}

#[test]
fn a_tree_is_read_as_it_is_written() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4! e5 {solid} (1... c5 $1 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *\n";
    let record = &Record::read_all(text, None).unwrap()[0];
    assert_eq!(record.line.glyphs, [(1, 1)]);
    let [(1, sicilian)] = &record.line.variations[..] else { panic!("one variation of the second step") };
    assert_eq!(sicilian.played.length(), 3);
    assert_eq!((sicilian.glyphs.as_slice(), sicilian.comments.len()), (&[(1, 1)][..], 1));
    let [(1, alapin)] = &sicilian.variations[..] else { panic!("a variation inside it") };
    assert_eq!(alapin.played.turns().iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>(), ["c3", "d5"]);
    let body = "1. e4 $1 e5 {solid} (1... c5 $1 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *\n";
    assert!(record.to_string().ends_with(body), "{record}");
}

#[test]
fn real_files_are_read() {
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5";
    let pgn = format!("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n{knights} 1-0\n");
    let record = &Record::read_all(&pgn, None).unwrap()[0];
    assert_eq!((record.line.played.length(), record.result()), (10, "1-0".to_string()));
    assert_eq!(
        record.claimable.iter().map(|(after, clause)| (*after, clause.number())).collect::<Vec<_>>(),
        [(8, "4.5")]
    );
    assert!(record.to_string().contains("[Claimable \"clause 4.5 after 8 turns\"]"), "{record}");
    assert_eq!(Record::read_all(&record.to_string(), None).unwrap()[0].to_string(), record.to_string());
    // A match that is played here ends by itself.
    let mut played = Match::new(find("chess").unwrap().by_default());
    for step in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
        played.play(step).unwrap();
    }
    assert!(matches!(played.status(), Status::Over(Outcome::Draw, _)) && played.play("e4").is_err());

    for (fen, result, winner) in [
        ("B:W21-32:B1-12.", "2-0", Some(Seat::SECOND)),
        ("B:W21,22,K23-25:B1-3,K4.", "0-2", Some(Seat::FIRST)),
        ("W:W21-32:B1-12", "1-1", None),
    ] {
        let text = format!("[GameType \"21\"]\n[Result \"{result}\"]\n[FEN \"{fen}\"]\n\n{result}\n");
        let record = &Record::read_all(&text, None).unwrap_or_else(|why| panic!("{text}: {why}"))[0];
        let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
        assert!(matches!(record.line.played.status(), Status::Over(came, _) if came == outcome), "{text}");
    }
    let contradiction = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1\n";
    let error = Record::read_all(contradiction, None).map(|_| ()).unwrap_err();
    assert_eq!((error.line, error.to_string().contains("the header says 1-0 and the text 0-1")), (4, true), "{error}");
    let open = "[White \"A\"] [Result \"1-0\"]\n\n1. e4 e5 *\n";
    assert_eq!(Record::read_all(open, None).unwrap()[0].result(), "1-0", "a header may say more than the text");
    let latin = b"[White \"M\xfcller\"]\n[Black \"N\xfa\xf1ez\"]\n[Result \"*\"]\n\n1. e4 {na\xefve} *\n";
    let record = &Record::read_all(&decode(latin).unwrap(), None).unwrap()[0];
    assert_eq!(record.names, [Some("Müller".to_string()), Some("Núñez".to_string())]);
    for (text, words) in [
        ("1. e4 (1. d4", "never closed"),
        ("1. e4 ) e5", "no variation is open"),
        ("( 1. e4 )", "expected a turn before"),
        ("1. e4 $999", "expected a glyph"),
    ] {
        let text = format!("[White \"A\"]\n\n{text} *\n");
        let error = Record::read_all(&text, None).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    assert!(decode(b"\0\xff\x01").is_none(), "not every file is a text");
    let deep = format!("[White \"A\"]\n\n1. e4 {}{} *\n", "(1. d4 ".repeat(100), ")".repeat(100));
    assert!(Record::read_all(&deep, None).is_err(), "no nesting brings the reader down");
}

#[test]
fn reading_stops_between_words_when_it_is_told_to() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
    let read = |most: usize| Record::read_all_while(text, None, &|played| played.length() < most).map(|_| ());
    assert!(read(6).is_ok());
    let stopped = read(3).unwrap_err();
    assert!(matches!(stopped.problem, library::record::RecordProblem::Stopped) && stopped.token == "Nc6", "{stopped}");
}

#[test]
fn lines_are_counted_through_remarks_and_quotes_end_where_they_do() {
    let text = "[White \"A \\\"[B]\\\" C\"]\n\n1. e4 {a remark\nof three\nlines} e5\n2. Ke9 *\n";
    let wrong = Record::read_all(text, None).map(|_| ()).unwrap_err();
    assert_eq!((wrong.line, wrong.token.as_str()), (6, "Ke9"), "{wrong}");
    let record = &Record::read_all(&text.replace("Ke9", "Ke2"), None).unwrap()[0];
    assert_eq!(record.names[0].as_deref(), Some("A \"[B]\" C"));
}

#[test]
fn a_draw_by_history_that_a_record_claims_stands() {
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    for (result, is_drawn) in [("1/2-1/2", true), ("*", false), ("1-0", false)] {
        let text = format!("[White \"A\"]\n\n{knights} {result}\n");
        let record = &Record::read_all(&text, None).unwrap_or_else(|why| panic!("{text}: {why}"))[0];
        assert_eq!(record.result(), result);
        assert_eq!(record.claimable.is_empty(), is_drawn, "{text}: {:?}", record.claimable);
    }
}

#[test]
fn a_record_is_written_in_full_lines_of_eighty_letters_and_says_the_number_again_after_a_remark() {
    let text = "[White \"A\"]\n\n1. e4 {best by test} e5 2. Nf3 Nc6 *\n";
    let written = Record::read_all(text, None).unwrap()[0].to_string();
    assert!(written.ends_with("1. e4 {best by test} 1... e5 2. Nf3 Nc6 *\n"), "{written}");
    // Words of every length meet the end of a line.
    for pad in 1..12 {
        let words = vec!["word"; 40].join(" ");
        let text = format!("[White \"A\"]\n\n1. e4 {{{} {words}}} e5 *\n", "x".repeat(pad));
        let written = Record::read_all(&text, None).unwrap()[0].to_string();
        let body: Vec<&str> = written.rsplit_once("]\n\n").unwrap().1.lines().collect();
        for pair in body.windows(2) {
            let next = pair[1].split(' ').next().unwrap().len();
            assert!(pair[0].len() <= 80 && pair[0].len() + 1 + next > 80, "{written}");
        }
    }
}

#[test]
fn files_of_records_are_named_as_other_programs_expect() {
    let extension = |game: &str| library::record::extension(find(game).unwrap().about);
    assert_eq!(["chess", "checkers", "lasca"].map(extension), ["pgn", "pdn", "txt"]);
}

#[test]
fn a_variation_parts_inside_a_turn_where_its_steps_do() {
    let game = find("merelles").unwrap().by_default();
    let text = "1 10 2 11 3 x10 (x11 5) 5";
    let record = library::Record::of_tree(&game, &game.start(), text, &|_| true).unwrap();
    let [(4, other)] = &record.line.variations[..] else { panic!("it replaces the fifth turn") };
    assert_eq!(other.played.turns()[0].steps, ["3", "x11"]);
    assert_eq!(record.tree(), text);
}

#[test]
fn variations_inside_each_other_end_somewhere() {
    let game = find("chess").unwrap().by_default();
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle();
    let pawns = ["a2a3", "a7a6"].iter().cycle();
    // Each variation leaves the one before a step later.
    let deep = |count: usize| {
        let line = |nth: usize| {
            let steps: Vec<&str> = knights.clone().take(nth).chain(pawns.clone().nth(nth)).copied().collect();
            steps.join(" ")
        };
        (1..count).fold(line(0), |text, nth| format!("{text} ({})", line(nth)))
    };
    let nested = |count: usize| {
        let steps = knights.clone().zip(pawns.clone().skip(1)).take(count - 1);
        let inside: Vec<String> = steps.map(|(knight, pawn)| format!("({knight} {pawn}")).collect();
        format!("a2a3 {}{}", inside.join(" "), ")".repeat(count - 1))
    };
    let read = |text: &str| library::Record::of_tree(&game, &game.start(), text, &|_| true).map(|record| record.tree());
    assert_eq!(read(&deep(3)).unwrap(), nested(3));
    assert_eq!(read(&nested(60)).unwrap(), nested(60));
    assert_eq!(read(&deep(60)).unwrap(), nested(60));
    for text in [deep(70), nested(70)] {
        let refused = read(&text).unwrap_err();
        assert!(refused.to_string().contains("fewer variations inside each other"), "{refused}");
    }
}

#[test]
fn a_game_with_variations_is_one_line_and_comes_back() {
    let text = "[Game \"lasca\"]\n\n{Before all} 1. 9-13 $1 {a {brace and 100 %} (11-14 17x11 2. 10-14 (8-12)) 17x9 2. 5x13 *\n";
    let record = library::Record::read_all(text, None).expect("it can be read").remove(0);
    let tree = record.tree();
    assert!(
        tree.starts_with("{Before all} 9-13 $1 {a %7Bbrace and 100 %25} (11-14 17x11 10-14 (8-12)) 17x9 5x13"),
        "{tree}"
    );
    let game = record.line.played.game();
    let back = library::Record::of_tree(game, record.line.played.start(), &tree, &|_| true).expect("it is our own");
    assert_eq!(back.tree(), tree);
    assert_eq!(back.to_string(), record.to_string());
    // In the middle of a turn, too, the same step twice is one.
    let foregammon = library::find("foregammon").expect("it is in the library").by_default();
    let turn = "a1^c3 0+3 (0+3)";
    let same = library::Record::of_tree(&foregammon, &foregammon.start(), turn, &|_| true).expect("it can be played");
    assert_eq!(same.tree(), "a1^c3 0+3");
    for (wrong, words) in [("11-14 (99-98)", "99-98"), ("(11-14)", "before its variation"), ("11-14 )", "no variation")]
    {
        let error =
            library::Record::of_tree(game, record.line.played.start(), wrong, &|_| true).map(|_| ()).expect_err(wrong);
        assert!(error.to_string().contains(words), "{error}");
    }
}
