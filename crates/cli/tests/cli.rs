//! The command as people and scripts use it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn parlour(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour")).args(args).output().unwrap()
}

/// Runs the command with this typed in.
fn typed(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // From a thread, since both pipes may fill up. A command that has answered may stop reading.
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn games() -> Vec<String> {
    let list = parlour(&["list", "--json"]);
    let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
    list["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_string()).collect()
}

#[test]
fn every_game_with_a_rulebook_is_on_the_shelf() {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path()).filter(|path| path.join("rules.md").exists());
    let folders = folders.map(|path| path.file_name().unwrap().to_str().unwrap().replace('_', "-"));
    let (mut names, mut expected) = (games(), folders.collect::<Vec<_>>());
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    let list = out(&parlour(&["list"]));
    assert!(names.iter().all(|name| list.lines().any(|line| line.starts_with(name.as_str()))), "{list}");
}

#[test]
fn the_readme_lists_every_game_with_its_options() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let table = out(&parlour(&["list", "--markdown"]));
    assert!(readme.contains(&table), "expected this table, which tests/new-game writes:\n{table}");
}

#[test]
fn a_sample_is_a_game_that_ends_as_it_says() {
    let sample = parlour(&["sample", "pick-me-up", "--steps", "3"]);
    let sample: serde_json::Value = serde_json::from_slice(&sample.stdout).unwrap();
    let steps: Vec<&str> = sample["steps"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    assert_eq!(steps.len(), 3, "the end of a longer game");
    let position = sample["position"].as_str().unwrap();
    let end = parlour(&["show", "pick-me-up", "--position", position, "--after", &steps.join(" ")]);
    let winner = format!("(seat {}), clause {}", sample["winner"], sample["clause"].as_str().unwrap());
    assert!(out(&end).contains(&winner), "{}", out(&end));
}

#[test]
fn every_game_is_shown_listed_and_explained() {
    for game in games() {
        let shown = out(&parlour(&["show", &game]));
        assert!(shown.contains("position: "), "{shown}");
        assert!(!shown.contains('\u{1b}'), "no colours in a pipe");
        let moves = parlour(&["moves", &game]);
        let first = out(&moves).lines().next().unwrap().to_string();
        let legal = parlour(&["explain", &game, &first]);
        assert_eq!(code(&legal), 0, "{}", err(&legal));
        assert!(out(&legal).starts_with(&format!("{first} is legal. ")), "{}", out(&legal));
        let position = shown.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
        assert_eq!(out(&parlour(&["moves", &game, "--position", position])), out(&moves), "{game}");
        let rules = parlour(&["rules", &game]);
        assert!(out(&rules).len() > 1000, "{game} has hardly any rules");
        assert_eq!(code(&parlour(&["rules", &game, "4.1"])), 0, "{game}");
        assert_eq!(code(&parlour(&["random", &game, "--games", "2"])), 0, "{game}");
    }
}

#[test]
fn moves_in_json_tell_status_seat_winner_clause_and_steps() {
    let json = |args: &[&str]| -> serde_json::Value { serde_json::from_slice(&parlour(args).stdout).unwrap() };
    let start = json(&["moves", "pick-me-up", "--json"]);
    assert_eq!(
        start,
        serde_json::json!({"status": "turn", "seat": 1, "winner": null, "clause": null, "steps": ["1", "2", "3"]})
    );
    let inside = json(&["moves", "merelles", "--json", "--after", "1 10 2 11 3"]);
    assert_eq!((&inside["status"], &inside["seat"]), (&"continue".into(), &1.into()));
    assert_eq!(inside["steps"], serde_json::json!(["x10", "x11"]));
    let over = json(&["moves", "pick-me-up", "--json", "--after", "3 3 3 3 3"]);
    assert_eq!(over, serde_json::json!({"status": "over", "seat": null, "winner": 2, "clause": "4.1", "steps": []}));
    let solved = json(&[
        "moves",
        "checker-puzzle",
        "--json",
        "--after",
        "5-4 3-5 2-3 4-2 6-4 7-6 5-7 3-5 1-3 2-1 4-2 6-4 5-6 3-5 4-3",
    ]);
    assert_eq!((&solved["status"], &solved["winner"]), (&"over".into(), &1.into()));
}

#[test]
fn explain_answers_with_its_exit_code() {
    let illegal = parlour(&["explain", "lasca", "9-14"]);
    assert_eq!(code(&illegal), 1);
    assert!(out(&illegal).contains("Legal here: "), "{}", out(&illegal));
    assert_eq!(code(&parlour(&["explain", "lasca", "hello"])), 2);
    assert_eq!(code(&parlour(&["explain", "lasca", ""])), 2);
    let over = parlour(&["explain", "pick-me-up", "1", "--after", "3,3,3,3,3"]);
    assert_eq!(code(&over), 1);
    assert!(out(&over).contains("clause 4.1"), "{}", out(&over));
    let run = parlour(&["explain", "lasca", "9-13,17x9"]);
    assert_eq!(out(&run).lines().count(), 2, "{}", out(&run));
}

#[test]
fn after_may_hold_steps_or_turns_and_may_be_empty() {
    let both = ["1 10 2 11 3 x10", "1,10,2,11,3,x10", " 1, 10 2\n11 3,x10 "];
    let shown: Vec<String> = both.iter().map(|after| out(&parlour(&["show", "merelles", "--after", after]))).collect();
    assert!(shown.iter().all(|text| *text == shown[0] && text.contains("position: 2/")), "{shown:?}");
    assert_eq!(out(&parlour(&["show", "merelles", "--after", ""])), out(&parlour(&["show", "merelles"])));
    assert!(out(&parlour(&["show", "merelles", "--after", "1 10 2 11 3"])).contains("In the middle of a turn"));
    let illegal = parlour(&["show", "merelles", "--after", "1 1"]);
    assert_eq!(code(&illegal), 1);
    assert!(err(&illegal).contains("--after"), "{}", err(&illegal));
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    assert_eq!(out(&parlour(&["perft", "merelles", "3", "--option", "flying=on"])), "1 24\n2 552\n3 12144\n");
    assert!(out(&parlour(&["perft", "checkers", "3", "--after", "11-15 22-17"])).ends_with("\n3 207\n"));
    let divided = out(&parlour(&["perft", "lasca", "3", "--divide"]));
    assert!(divided.ends_with("total 18\n"), "{divided}");
    assert_eq!(out(&parlour(&["perft", "lasca", "0"])), "");
}

#[test]
fn the_nearest_names_are_suggested() {
    for (args, hint) in [
        (&["show", "laska"][..], "lasca"),
        (&["show", "morris"], "there are"),
        (&["show", "kingsmen"], "kings-men"),
        (&["show", "merelles", "--option", "flyng=on"], "flying"),
        (&["show", "merelles", "--option", "flying=yes"], "off, on"),
        (&["show", "lasca", "--option", "x=y"], "none"),
        (&["rules", "lasca", "9.9"], "no clause"),
        (&["bench", "laska"], "lasca"),
    ] {
        let output = parlour(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(err(&output).contains(hint), "{args:?}: {}", err(&output));
    }
}

#[test]
fn garbage_is_answered_and_never_crashes() {
    let garbage: Vec<u8> = (0..1_000_000_u32).map(|nth| (nth.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let long = "x".repeat(100_000);
    for game in games() {
        let step = parlour(&["explain", &game, &long]);
        assert_eq!(code(&step), 2, "{game}: {}", err(&step));
        assert!(err(&step).len() < 1000 && err(&step).contains("expected"), "{game}: {}", err(&step));
        for position in
            [long.as_str(), "", "/", "1/", "1//", "é", "1/99999999999999999999/", "W:W1,1,1:B", "9/x", "w 1:w 1:w"]
        {
            let shown = parlour(&["show", &game, "--position", position]);
            assert_eq!(code(&shown), 2, "{game} reads {position:?}: {}{}", out(&shown), err(&shown));
            assert!(err(&shown).contains("expected"), "{game}: {}", err(&shown));
        }
        let played = typed(&["play", &game], &garbage[..20_000]);
        assert_eq!(code(&played), 0, "{game}: {}", err(&played));
    }
    let replayed = typed(&["replay", "-"], &garbage);
    assert_eq!(code(&replayed), 2);
    assert!(err(&replayed).contains("expected a record in UTF-8 or Latin-1"), "{}", err(&replayed));
    let letters: String = garbage.iter().map(|byte| char::from(32 + byte % 90)).collect();
    let replayed = typed(&["replay", "-", "--game", "lasca"], letters.as_bytes());
    assert_eq!(code(&replayed), 1);
    assert!(err(&replayed).len() < 1000 && err(&replayed).contains("line 1"), "{}", err(&replayed));
    assert_eq!(code(&parlour(&["replay", "no/such/file"])), 2);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["replay", "-", "--game", "bang-o", "--boards"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), err(&output).as_str()), (0, ""));
}

#[test]
fn a_game_is_played_questioned_saved_and_taken_up_again() {
    let folder = std::env::temp_dir().join(format!("parlour-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let name = file.to_str().unwrap();
    let script = format!(
        "moves\nwhy 4\n2\nundo\n2\n\nnonsense\nhelp\nrules 2.1\nboard\nsave\nsave {name}\nsave {name}\n3\nsave {name}\nquit\n"
    );
    let played = typed(&["play", "pick-me-up", "--names", "Ada", "Ben"], script.as_bytes());
    let text = out(&played);
    assert_eq!(code(&played), 0);
    for expected in [
        "4 is not legal. One, two or three pawns are taken.\n2.1: ",
        "A takes 2 pawns, leaving 13.",
        "'nonsense' is not a step here",
        "Saved in",
    ] {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[A \"Ada\"]") && saved.contains("1. 2 3 *"), "{saved}");
    let again = out(&typed(&["play", "pick-me-up", "--load", name], b"1\n2\n2\n1\n3\n1\n"));
    assert!(again.contains("Won by A (seat 1), clause 4.1"), "{again}");
    assert!(again.contains("[Result \"1-0\"]"), "what was not saved is printed: {again}");
    let other = typed(&["play", "lasca", "--load", name], b"");
    assert_eq!(code(&other), 2, "{}", err(&other));
    let occupied = out(&typed(&["play", "pick-me-up"], format!("1\nsave {name}\n").as_bytes()));
    assert!(occupied.contains("exists already"), "{occupied}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved, "another game's file is not overwritten");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn resigning_and_agreeing_end_a_game_and_a_series_counts() {
    let resigned = out(&typed(&["play", "merelles"], b"resign\n"));
    assert!(resigned.contains("Won by Bishops (seat 2), clause 0.7"), "{resigned}");
    let drawn = out(&typed(&["play", "merelles"], b"draw\nno\ndraw\nyes\n"));
    assert!(drawn.contains("The game goes on") && drawn.contains("Drawn, clause 0.8"), "{drawn}");
    let script = b"resign\nnext\nresign\nnext\nresign\nnext\ndraw\nyes\nnext\n";
    let series = out(&typed(&["play", "py-hy-ky", "--names", "Ada", "Ben"], script));
    assert!(series.contains("1 of 4 played: Ada 0, Ben 1."), "{series}");
    assert!(series.contains("The match goes to Ben."), "{series}");
    // The computer changes seats, too: in the second game it begins.
    let against = out(&typed(&["play", "pick-me-up", "--against", "1", "--names", "Ada"], b"resign\nagain\n"));
    let second = against.split("1 of 1 played: Ada 0, player 2 1.").nth(1).unwrap_or_else(|| panic!("{against}"));
    assert!(second.contains("A takes"), "{second}");
}

#[test]
fn completions_and_colours_follow_the_shell() {
    assert!(out(&parlour(&["completions", "bash"])).contains("complete"));
    let coloured = |no_color: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["show", "lasca"])
            .env("CLICOLOR_FORCE", "1")
            .env(if no_color.is_empty() { "UNUSED" } else { "NO_COLOR" }, no_color)
            .output()
            .unwrap();
        out(&output).contains('\u{1b}')
    };
    assert!(coloured(""), "colours can be forced");
    assert!(!coloured("1"), "NO_COLOR is honoured");
}

#[test]
fn threads_change_no_result() {
    let perft = |threads: &str| out(&parlour(&["perft", "checkers", "6", "--threads", threads]));
    assert_eq!(perft("1"), perft("3"));
    assert!(perft("3").ends_with("6 36768\n"));
    let random = |threads: &str| out(&parlour(&["random", "merelles", "-n", "20", "--threads", threads]));
    assert_eq!(random("1"), random("3"));
}

#[test]
fn bench_compares_with_a_baseline_and_does_fixed_work() {
    let quick = ["bench", "pick-me-up", "--seconds", "0.01", "--rounds", "1"];
    let file = std::env::temp_dir().join(format!("parlour-baseline-{}.json", std::process::id()));
    std::fs::write(&file, out(&parlour(&[&quick[..], &["--json"]].concat()))).unwrap();
    let compared = out(&parlour(&[&quick[..], &["--baseline", file.to_str().unwrap()]].concat()));
    assert_eq!(compared.matches('(').count(), 3, "{compared}");
    std::fs::write(&file, "nothing").unwrap();
    assert_eq!(code(&parlour(&[&quick[..], &["--baseline", file.to_str().unwrap()]].concat())), 2);
    std::fs::remove_file(&file).unwrap();
    let once = || out(&parlour(&["bench", "merelles", "--once", "perft"]));
    assert_eq!(once(), "merelles flying=off: 255024\n");
    assert_eq!(once(), once());
}

#[test]
fn bench_prints_the_agreed_json() {
    let bench = parlour(&["bench", "pick-me-up", "merelles", "--json", "--seconds", "0.01", "--rounds", "1"]);
    let bench: serde_json::Value = serde_json::from_slice(&bench.stdout).unwrap();
    let rows = bench["games"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["options"], "flying=off");
    for row in rows {
        assert!(row["random"]["steps"].as_u64().unwrap() > 0 && row["perft"]["count"].as_u64().unwrap() > 0);
        assert!(row["random"]["seconds"].as_f64().unwrap() > 0.0 && row["perft"]["depth"].as_u64().unwrap() > 0);
        for kind in ["random", "perft", "search"] {
            assert!(row[kind]["per_second"].as_f64().unwrap() > 0.0, "{row}");
            assert!(row[kind]["all_threads"]["cpu_seconds"].as_f64().unwrap() > 0.0, "{row}");
        }
    }
}

/// Speaks to an engine and waits for a line that begins with this word after each thing said.
fn converse(args: &[&str], said: &[(&str, &str)]) -> Vec<String> {
    use std::io::BufRead;
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut answers = Vec::new();
    for (line, word) in said {
        writeln!(stdin, "{line}").unwrap();
        let mut answer = String::new();
        while !word.is_empty() && !answer.starts_with(word) {
            answer.clear();
            assert!(stdout.read_line(&mut answer).unwrap() > 0, "it ended before saying {word}");
        }
        answers.push(answer.trim_end().to_string());
    }
    writeln!(stdin, "quit").unwrap();
    assert!(child.wait().unwrap().success());
    answers
}

#[test]
fn uci_finds_a_mate_stops_when_told_and_survives_nonsense() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let answers = converse(
        &["uci"],
        &[
            ("uci", "uciok"),
            ("isready", "readyok"),
            ("setoption name Hash value 4", ""),
            ("setoption name Threads value 2", ""),
            ("ucinewgame", ""),
            (mate, ""),
            ("go depth 3", "bestmove"),
            ("position startpos moves e2e4 e7e5", ""),
            ("go infinite", "info depth 2"),
            ("stop", "bestmove"),
            ("go movetime 30", "bestmove"),
            ("go wtime 1000 btime 1000 winc 10 binc 10", "bestmove"),
            ("go nodes 1", "bestmove"),
            ("nonsense \u{1F3B2}", "info string"),
            ("position startpos moves e2e5", "info string"),
            ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""),
            ("go depth 2", "bestmove"),
        ],
    );
    assert_eq!(answers[6], "bestmove d1d8");
    assert_eq!(answers[16], "bestmove 0000", "a stalemate has no move");
    let moves: Vec<&String> = answers.iter().filter(|answer| answer.starts_with("bestmove")).collect();
    assert_eq!(moves.len(), 6);
}

#[test]
fn ugi_plays_whole_turns_of_any_game() {
    let answers = converse(
        &["ugi", "--game", "merelles"],
        &[
            ("ugi", "ugiok"),
            ("uginewgame", ""),
            ("position startpos moves 1 10 2 11", ""),
            ("query p1turn", "response"),
            ("query turn", "response"),
            ("query gameover", "response"),
            ("query result", "response"),
            ("go nodes 3000", "bestmove"),
            ("position startpos moves 1 10 2 11 3,x10", ""),
            ("query p1turn", "response"),
            ("go depth 3", "bestmove"),
        ],
    );
    assert_eq!(answers[3..7], ["response true", "response 1", "response false", "response none"]);
    assert!(answers[7].starts_with("bestmove 3,x1"), "{}", answers[7]);
    assert_eq!(answers[9], "response false");
    let over = converse(
        &["ugi", "--game", "pick-me-up"],
        &[
            ("position startpos moves 3 3 3 3 3", ""),
            ("query gameover", "response"),
            ("query result", "response"),
            ("go nodes 10", "bestmove"),
        ],
    );
    assert_eq!(over[1..], ["response true", "response p2win", "bestmove none"]);
}

#[test]
fn engines_play_each_other_and_themselves_through_the_protocol() {
    let folder = std::env::temp_dir().join(format!("parlour-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.txt");
    let ourselves = format!("ugi:{} ugi --game lasca", env!("CARGO_BIN_EXE_parlour"));
    let file_name = file.to_str().unwrap();
    let output = parlour(&["match", "lasca", "3", &ourselves, "-n", "2", "--time", "0.01", "--save", file_name]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("won,"), "{}", out(&output));
    let replayed = parlour(&["replay", file_name]);
    assert_eq!(code(&replayed), 0, "{}", err(&replayed));
    assert_eq!(out(&replayed).matches("result: ").count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
    let random = out(&parlour(&["match", "merelles", "nodes:300", "random", "-n", "6"]));
    assert!(random.contains("6 won, 0 drawn, 0 lost"), "{random}");
    // A greedy player looks one turn ahead, also where the whole game is known.
    let greedy = out(&parlour(&["match", "pick-me-up", "strength:1000", "greedy", "-n", "6", "--opening", "2"]));
    assert!(greedy.contains("6 won, 0 drawn, 0 lost"), "{greedy}");
    assert_eq!(code(&parlour(&["match", "lasca", "strength:1001", "1"])), 2);
    assert_eq!(code(&parlour(&["match", "checker-puzzle", "1", "2"])), 2);
    assert_eq!(code(&parlour(&["match", "lasca", "9", "2"])), 2);
    assert_eq!(code(&parlour(&["match", "lasca", "1", "ugi:no-such-program"])), 2);
}

#[test]
fn what_decided_a_game_is_marked_at_its_end() {
    let five = "b6 d3 b5 a1 b4 h7 b7 d4 b1";
    let shown = out(&parlour(&["show", "bang-o", "--after", five]));
    assert_eq!(shown.matches("*w*").count(), 5, "{shown}");
    assert!(shown.contains("*marked*: what decided the game"), "{shown}");
    let played = out(&typed(&["play", "bang-o", "--ascii"], format!("{}\nquit\n", five.replace(' ', "\n")).as_bytes()));
    let end = &played[played.rfind('+').unwrap().saturating_sub(700)..];
    assert_eq!(end.matches("*w*").count(), 5, "{end}");
    let resigned = out(&typed(&["play", "bang-o", "--ascii"], b"b6\nresign\nquit\n"));
    assert!(!resigned.contains('*'), "{resigned}");
}

#[test]
fn hints_and_analysis_speak_the_players_language() {
    let hint = out(&parlour(&["hint", "merelles", "--after", "1 10 2 11", "--time", "0.2"]));
    let lines: Vec<&str> = hint.lines().collect();
    assert_eq!(lines[..2], ["Look at 3.", "Pawns place a man on 3."], "{hint}");
    let puzzle = out(&parlour(&["analyse", "checker-puzzle", "--time", "5"]));
    assert!(puzzle.contains("solved in 15"), "{puzzle}");
    let geese = out(&parlour(&["analyse", "fox-and-geese", "--lines", "2", "--after", "d8"]));
    assert!(geese.contains("Geese: win in 43"), "{geese}");
    let hasty = out(&parlour(&["analyse", "lasca", "--time", "0"]));
    assert!(hasty.contains("0 turns ahead, 1 positions"), "{hasty}");
    let over = out(&parlour(&["hint", "pick-me-up", "--after", "3 3 3 3 3"]));
    assert!(over.contains("clause 4.1"), "{over}");
}

#[test]
fn the_computer_sits_down_at_the_keyboard() {
    let played = out(&typed(&["play", "pick-me-up", "--against", "8", "--seat", "2"], b"1\n1\n1\n1\n"));
    assert!(played.contains("Won by A (seat 1)"), "{played}");
    let watched = out(&typed(&["play", "merelles", "--watch", "--against", "2"], b""));
    assert!(watched.contains("clause 4.") || watched.contains("clause 0."), "{watched}");
    let undone = out(&typed(&["play", "lasca", "--against", "1"], b"9-13\nundo\nboard\n"));
    let shown = out(&parlour(&["show", "lasca"]));
    let start = shown.lines().find(|line| line.starts_with("position: ")).unwrap();
    assert!(undone.lines().any(|line| line == start), "back to before our own turn: {undone}");
    assert_eq!(code(&typed(&["play", "lasca", "--against", "9"], b"")), 2);
    assert_eq!(code(&typed(&["play", "lasca", "--against", "2", "--seat", "3"], b"")), 2);
}

/// The schema's own few words: types, required fields, closed objects, enumerations.
fn fits(schema: &serde_json::Value, value: &serde_json::Value) -> Result<(), String> {
    let types: Vec<&str> = match &schema["type"] {
        serde_json::Value::String(one) => vec![one],
        several => several.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect(),
    };
    let kind = match value {
        serde_json::Value::Null => "null",
        serde_json::Value::String(_) => "string",
        serde_json::Value::Array(_) => "array",
        serde_json::Value::Object(_) => "object",
        _ => "another",
    };
    if !types.is_empty() && !types.contains(&kind) {
        return Err(format!("{value} is no {types:?}"));
    }
    if schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
        return Err(format!("{value} is none of {}", schema["enum"]));
    }
    value.as_array().into_iter().flatten().try_for_each(|item| fits(&schema["items"], item))?;
    let Some(fields) = value.as_object() else { return Ok(()) };
    for required in schema["required"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str) {
        fields.get(required).ok_or_else(|| format!("{required} is missing"))?;
    }
    fields.iter().try_for_each(|(name, field)| match &schema["properties"][name.as_str()] {
        serde_json::Value::Null => Err(format!("{name} is not in the schema")),
        inner => fits(inner, field),
    })
}

#[test]
fn evidence_is_printed_for_people_and_programs() {
    let json = out(&parlour(&["evidence", "--json"]));
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let schema = include_str!("../../../docs/evidence.schema.json");
    fits(&serde_json::from_str(schema).unwrap(), &document).unwrap();
    let clauses = document["clauses"].as_array().unwrap();
    let csv = out(&parlour(&["evidence", "--csv"]));
    assert_eq!(csv.lines().count(), 1 + clauses.len() + document["readings"].as_array().unwrap().len());
    let text = out(&parlour(&["evidence", "kings-men"]));
    assert!(text.contains("3.13  house   Rules 5: ") && text.contains("[--option thinning=formed]"), "{text}");
    assert_eq!(code(&parlour(&["evidence", "kingsmen"])), 2);
    let measured = out(&parlour(&["evidence", "fox-and-geese", "--measure", "5"]));
    assert!(measured.contains("it matters in"), "{measured}");
}

#[test]
fn trays_count_in_plain_english_and_only_what_was_taken() {
    let shown = out(&parlour(&["show", "checkers", "--after", "11-15 22-18 15x22 25x18 10-15 18x11"]));
    assert!(shown.contains("2 men (") && !shown.contains("mans"), "{shown}");
    let set_up = out(&parlour(&["show", "checkers", "--position", "B:W6,14,32:B1"]));
    assert!(!set_up.contains("taken"), "nobody was taken in a position that was set up: {set_up}");
    let played = out(&parlour(&["show", "checkers", "--position", "B:W6,14,32:B1", "--after", "1x10x17"]));
    assert!(played.contains("taken by Dark: 2 men"), "{played}");
}

#[test]
fn every_site_of_a_board_is_seen_and_fits_a_terminal() {
    for game in games() {
        let shown = out(&parlour(&["show", &game]));
        assert!(shown.is_ascii(), "letters only in a pipe: {shown}");
        let board = shown.lines().take_while(|line| !line.starts_with('['));
        assert!(board.clone().all(|line| line.len() <= 80), "{game} is wider than 80 columns:\n{shown}");
    }
    // Both colours of squares are played on: no square is blank.
    for game in ["tigh", "bang-o", "chess", "avion"] {
        let shown = out(&parlour(&["show", game]));
        let rows = shown.lines().filter(|line| line.contains('|'));
        for row in rows {
            let squares = row.trim_start().split('|').nth(1).unwrap();
            let empty = squares.as_bytes().chunks(3).filter(|square| square == b"   ").count();
            assert_eq!(empty, 0, "{game}: {row}");
        }
    }
    let after = out(&typed(&["play", "chess"], b"e2e4\nquit\n"));
    assert!(
        after.contains("[P]") && after.contains("[.]") || after.contains("[:]"),
        "the last step is marked: {after}"
    );
    assert!(after.contains("Goal: "), "{after}");
}

#[test]
fn a_lesson_is_learnt_at_the_keyboard() {
    let script = b"h\nhint\nhint\nhint\n9-12\n9x17\n9-5\n9-13\nshow\nskip\nquit\n";
    let learnt = out(&typed(&["learn", "lasca"], script));
    for words in [
        "Goal: ",
        "1 of 7: The goal",
        "Look at 9.",
        "captures come first. (rule 3.1) Nothing has moved.",
        "Right. Black leads no column any more.",
        "A private goes forward only",
        "3 of 7: A prisoner",
        "5 of 7: Setting free",
    ] {
        assert!(learnt.contains(words), "{words}: {learnt}");
    }
    assert_eq!(code(&parlour(&["learn", "lasca", "9"])), 2);
    assert_eq!(code(&parlour(&["learn", "nothing"])), 2);
}

/// Every reading that was once wrong, as it is typed: the exit code and a part of the answer.
#[test]
fn attempts_are_read_as_what_they_are() {
    let tigh = "1/bbbwb,wwbbw,bbw.w,ww.ww,bwbbw";
    for (args, exit, words) in [
        (&["explain", "checkers", "15x22x29", "--after", "11-15 22-18"][..], 1, "2.4:"),
        (&["explain", "lasca", "17x9x1", "--after", "9-13"], 1, "2.4:"),
        (&["explain", "polychek", "15x22x29", "--after", "11-15 22-18"], 1, "2.4:"),
        (&["explain", "tigh", "c3-d4", "--position", tigh], 1, "2.5:"),
        (&["explain", "tigh", "d2-d4", "--position", tigh], 1, "2.5:"),
        (&["explain", "polychek", "1x10", "--position", "B:W32:BK1"], 1, "3.3:"),
        (&["explain", "fox-and-geese", "g3", "--after", "d8 g1-f2 d8-e7"], 0, "f2-g3 is legal"),
        (&["explain", "tigh", "e4", "--position", "1/b.bww,ww...,.wbw.,.w.ww,b.bbb"], 0, "e5-e4 is legal"),
        (&["explain", "merelles", "24", "--position", "1/.p.,...,.p.,p....b,.p.,b.p,bp./0,0"], 0, "23-24 is legal"),
        (&["explain", "chess", "Nd2", "--after", "Nf3 e5 d3 d6"], 2, "ambiguous: it could be b1d2 or f3d2"),
        (&["explain", "checkers", "14"], 2, "ambiguous: it could be 9-14 or 10-14"),
        (&["explain", "kings-men", "c1-c4"], 1, "2.4:"),
        (&["explain", "kings-men", "c1-c4", "--option", "entry=step"], 1, "2.5:"),
        (&["explain", "tigh", "!b5", "--position", tigh], 1, "3.4:"),
    ] {
        let output = parlour(args);
        let said = out(&output) + &err(&output);
        assert_eq!(code(&output), exit, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let record = "[Game \"checkers\"]\n[Result \"*\"]\n\n1. 11-15 22-18 2. 15x22x29 *\n";
    let replayed = typed(&["replay", "-"], record.as_bytes());
    let said = out(&replayed) + &err(&replayed);
    assert!(code(&replayed) == 1 && said.contains("22x29 breaks 2.4"), "{said}");
}

#[test]
fn a_solved_game_tells_the_value_of_every_step() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let unknown = parlour(&["known", "merelles", "--after", "1 2", "--folder", folder, "--json"]);
    assert_eq!((code(&unknown), out(&unknown).contains("\"value\":null")), (1, true), "{}", out(&unknown));
    let solved = parlour(&["solve", "pick-me-up", "--folder", folder]);
    assert_eq!(code(&solved), 0, "{}", err(&solved));
    let verified = parlour(&["solve", "pick-me-up", "--folder", folder, "--verify"]);
    assert!(out(&verified).ends_with(" positions, 0 contradictions\n"), "{}", out(&verified));
    let known = parlour(&["known", "pick-me-up", "--folder", folder, "--json"]);
    let known: serde_json::Value = serde_json::from_slice(&known.stdout).unwrap();
    assert_eq!((&known["value"], &known["source"]), (&"win".into(), &"tablebase".into()));
    let steps: Vec<(&str, &str)> = known["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["step"].as_str().unwrap(), step["value"].as_str().unwrap()))
        .collect();
    assert_eq!(steps[0], ("2", "win"), "wins come first: {steps:?}");
    assert!(steps[1..].iter().all(|(_, value)| *value == "loss"), "{steps:?}");
    let over = out(&parlour(&["known", "pick-me-up", "--folder", folder, "--after", "2 1 3"]));
    assert!(over.starts_with("loss in "), "{over}");
    let list = out(&parlour(&["solve", "--list", "--folder", folder]));
    assert!(list.contains("pick-me-up") && list.contains("merelles flying=on"), "{list}");
    let row = |name: &str| list.lines().find(|row| row.starts_with(name)).expect("a row").to_string();
    assert!(row("pick-me-up").ends_with("1 built; about 1 s of processor time, 1 MB of memory"), "{list}");
    assert!(row("py-hy-ky").ends_with("proved by search"), "{list}");
    assert_eq!(code(&parlour(&["solve", "rondamee", "--folder", folder])), 1);
}
