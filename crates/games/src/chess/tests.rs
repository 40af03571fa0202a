//! Notation, draws, and what the counts cannot see.

use super::{Chess, DEAD_POSITION, Position, san};
use rules::{Game, MatchRules, Notation, ParsedSteps, Random, Rules, Show};

fn at(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn after(moves: &str) -> Position {
    let mut position = Chess.start();
    for text in moves.split_whitespace() {
        let run = Chess.read(&position, text).steps().unwrap_or_else(|| panic!("{text} is not read"));
        assert_eq!(Chess.judge(&position, run[0]), Ok(()), "{text}");
        Chess.apply(&mut position, run[0]);
    }
    position
}

fn reads(position: &Position, text: &str) -> Option<String> {
    Chess.read(position, text).steps().map(|run| run[0].to_string())
}

#[test]
fn algebraic_notation_is_read() {
    let castling = at("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, step) in [
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("o-o", "e1g1"),
        ("Rxa8+", "a1a8"),
        ("Ra1xa8", "a1a8"),
        ("bxa8=Q+", "b7a8q"),
        ("b8=N", "b7b8n"),
        ("b8Q", "b7b8q"),
        ("Ke1-e2", "e1e2"),
        ("ke2!", "e1e2"),
    ] {
        assert_eq!(reads(&castling, text).as_deref(), Some(step), "{text}");
    }
    let start = Chess.start();
    assert_eq!(reads(&start, "Nf3").as_deref(), Some("g1f3"));
    assert_eq!(reads(&start, "e4").as_deref(), Some("e2e4"));
    assert_eq!(reads(&start, "e2-e4").as_deref(), Some("e2e4"));
    for nonsense in ["", "N", "Nx", "hello", "e9", "O-O-O-O", "é4"] {
        assert_eq!(reads(&start, nonsense), None, "{nonsense:?}");
    }
}

#[test]
fn what_is_ambiguous_is_not_guessed_and_what_is_illegal_is_kept_to_be_judged() {
    let rooks = at("4k3/8/8/8/8/4K3/8/R6R w - - 0 1");
    assert_eq!(reads(&rooks, "Rd1"), None);
    assert_eq!(reads(&rooks, "Rad1").as_deref(), Some("a1d1"));
    assert_eq!(reads(&Chess.start(), "e5").as_deref(), Some("e2e5"));
    assert_eq!(reads(&Chess.start(), "O-O").as_deref(), Some("e1g1"));
}

#[test]
fn every_legal_step_is_read_from_its_algebraic_text() {
    let mut random = Random::new(5);
    let mut steps = Vec::new();
    for _ in 0..20 {
        let mut position = Chess.start();
        for _ in 0..120 {
            if Chess.survey(&position, &mut steps).is_over() {
                break;
            }
            for step in &steps {
                let text = san(&position, *step);
                assert_eq!(Chess.read(&position, &text), ParsedSteps::step(*step), "{text} at {position}");
            }
            Chess.apply(&mut position, random.pick(&steps));
        }
    }
}

#[test]
fn algebraic_text_names_what_is_needed_and_no_more() {
    let written = |fen: &str, step: &str| san(&at(fen), step.parse().unwrap());
    assert_eq!(written("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"), "O-O-O");
    assert_eq!(written("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1"), "Rad1");
    assert_eq!(written("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), "e8=Q+");
    assert_eq!(san(&after("f3 e5 g4"), "d8h4".parse().unwrap()), "Qh4#");
    assert_eq!(san(&after("e4 a6 e5 d5"), "e5d6".parse().unwrap()), "exd6");
}

#[test]
fn taking_ones_own_rook_is_not_castling() {
    let castling = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(Chess.judge(&castling, "e1h1".parse().unwrap()).is_err());
    assert!(Chess.judge(&castling, "e1g1".parse().unwrap()).is_ok());
}

#[test]
fn clocks_do_not_count_when_positions_are_compared() {
    let danced = after("Nf3 Nf6 Ng1 Ng8");
    assert_ne!(danced, Chess.start());
    assert_eq!(Chess.repetition_position(&danced), Chess.start());
    // After e4 nobody can take on e3 in passing, so coming back to the position repeats it.
    assert_eq!(Chess.repetition_position(&after("e4")), Chess.repetition_position(&after("e4 Nf6 Nf3 Ng8 Ng1")));
}

#[test]
fn a_capture_in_passing_counts_only_if_it_is_legal() {
    let repeats = |fen: &str| Chess.repetition_position(&at(fen)).to_string();
    assert!(repeats("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").contains("e3"));
    assert!(!repeats("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").contains("e3"));
    // The capture would bare the black king on the rank.
    assert!(!repeats("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").contains("e3"));
}

#[test]
fn dead_positions_are_those_where_nobody_can_mate() {
    for (fen, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/3NK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2NBK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
    ] {
        assert_eq!(Chess.dead(&at(fen)), dead.then_some(DEAD_POSITION), "{fen}");
    }
    assert!(Chess.rules().clause(DEAD_POSITION.number()).is_some());
}

#[test]
fn pawns_and_captures_are_not_quiet() {
    let position = at("4k3/8/8/8/3p4/8/4P3/R2QK2R w KQ - 0 1");
    let quiet = |step: &str| Chess.quiet(&position, step.parse().unwrap());
    assert!(quiet("e1g1") && quiet("d1d2"));
    assert!(!quiet("e2e3") && !quiet("d1d4"));
}

#[test]
fn what_cannot_arise_is_not_read() {
    for wrong in [
        "",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        assert!(wrong.parse::<Position>().is_err(), "{wrong:?} was read");
    }
    assert_eq!(at("4k3/8/8/8/8/8/8/4K3 w - -"), at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn a_promoted_pawn_is_the_same_man() {
    // Black has lost nothing, White a queen: the pawn takes her place beside the board.
    let mut position = at("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let count = |position: &Position| Chess.pieces(position).iter().map(|placed| placed.men.len()).sum::<usize>();
    let before = count(&position);
    Chess.apply(&mut position, "e7e8q".parse().unwrap());
    assert_eq!(count(&position), before);
}
