//! Matches: take-back, the draws that need a history, and endings that the players agree on.

extern crate parlour_library as library;

use library::{Match, Refusal, find};
use rules::{Outcome, Seat, Status};

fn a_match(game: &str) -> Match {
    Match::new(find(game).unwrap().by_default())
}

fn drawn_by(played: &Match) -> Option<&'static str> {
    match played.status() {
        Status::Over(Outcome::Draw, clause) => Some(clause.number()),
        _ => None,
    }
}

#[test]
fn a_turn_is_taken_back_step_by_step_or_whole() {
    let mut played = a_match("merelles");
    played.play("1 10 2 11 3").unwrap();
    assert_eq!(played.status(), Status::Continue(Seat::FIRST));
    assert_eq!(played.turns().len(), 5);
    played.play("x10").unwrap();
    assert_eq!(played.turns()[4].steps, ["3", "x10"]);
    let whole = played.clone();
    assert!(played.take_back_step());
    assert_eq!(played.status(), Status::Continue(Seat::FIRST), "one step back is inside the turn");
    assert!(played.take_back_turn());
    assert_eq!(played.status(), Status::Turn(Seat::FIRST));
    let mut played = whole;
    assert!(played.take_back_turn());
    assert_eq!(played.turns().len(), 4);
    while played.take_back_step() {}
    assert!(!played.take_back_turn());
    assert_eq!(played.game().text(played.position()), played.game().text(&played.game().start()));
}

#[test]
fn a_match_tells_what_was_played_step_by_step_and_turn_by_turn() {
    let mut played = a_match("merelles");
    assert!(played.last_turn().is_none());
    played.play("1 10 2 11 3").unwrap();
    assert_eq!(played.turn_starts().len(), 4, "the turn under way is not one of those before it");
    played.play("x10 5").unwrap();
    let (first, second) = (Seat::FIRST, Seat::SECOND);
    assert_eq!(played.movers().collect::<Vec<_>>(), [first, second, first, second, first, first, second]);
    assert_eq!(played.length(), 7);
    assert_eq!([0, 1, 2, 3, 9].map(|turns| played.start_of_last(turns)), [7, 6, 4, 3, 0]);
    assert_eq!(played.last_turn(), Some((5, played.turns()[5].clone())));
    let texts: Vec<String> = played.turns().into_iter().map(|turn| turn.text).collect();
    assert_eq!(texts, ["1", "10", "2", "11", "3,x10", "5"]);
    let taken: Vec<(String, &str)> =
        played.steps_taken().map(|(before, step)| (played.game().text(before), step)).collect();
    assert_eq!(taken.iter().map(|(_, step)| *step).collect::<Vec<_>>(), ["1", "10", "2", "11", "3", "x10", "5"]);
    for (nth, (before, _)) in taken.iter().enumerate() {
        assert_eq!(*before, played.game().text(played.position_before(nth)), "step {nth}");
    }
    let starts: Vec<String> = played.turn_starts().iter().map(|start| played.game().text(start)).collect();
    assert_eq!(starts, [0, 1, 2, 3, 4, 6].map(|nth| taken[nth].0.clone()));
}

#[test]
fn men_who_were_missing_from_the_start_are_not_shown_as_taken() {
    let game = find("checkers").unwrap().by_default();
    let mut played = Match::from(game.clone(), game.read_position("B:W18,25:B1,15").unwrap());
    let on_trays = |played: &Match| {
        let sites = &game.board().sites;
        let trays = |placed: &rules::show::Placed| sites[placed.site.index()].kind == rules::show::SiteKind::Tray;
        let pieces = played.pieces_at(played.position());
        pieces.iter().filter(|placed| trays(placed)).map(|placed| placed.men.len()).sum::<usize>()
    };
    assert_eq!(on_trays(&played), 0);
    played.play("15x22").unwrap();
    assert_eq!(on_trays(&played), 1);
    let on_board = played.pieces_at(played.position()).iter().map(|placed| placed.men.len()).sum::<usize>();
    assert_eq!(on_board, 4, "three on the board, one beside it");
    assert_eq!(a_match("checkers").pieces_at(&game.start()), game.pieces(&game.start()));
    // Men in hand are not gone: they are still to come.
    let game = find("merelles").unwrap().by_default();
    let mut placed = Match::new(game.clone());
    placed.play("1 10").unwrap();
    let later = Match::from(game.clone(), placed.position().clone());
    assert_eq!(later.pieces_at(later.position()), game.pieces(later.position()));
}

#[test]
fn only_a_draw_by_history_can_be_passed_over() {
    let game = find("lasca").unwrap().by_default();
    let mut played = Match::from(game.clone(), game.read_position("w 1:W 25:B").unwrap());
    assert_eq!(played.overlook_draw(), None, "it is not over");
    played.play("1-5 25-21 5-1 21-25 1-5 25-21 5-1 21-25").unwrap();
    assert_eq!(played.overlook_draw().map(rules::Clause::number), Some("0.5"));
    assert_eq!(played.status(), Status::Turn(Seat::FIRST));
    assert!(played.agree_on_draw());
    assert_eq!(played.overlook_draw(), None, "the players have agreed on it");
    let chess = find("chess").unwrap().by_default();
    let mut stalemate = Match::from(chess.clone(), chess.read_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap());
    assert_eq!(drawn_by(&stalemate).is_some(), stalemate.steps().is_empty());
    assert_eq!(stalemate.overlook_draw(), None, "there is no step left");
}

#[test]
fn a_line_is_played_whole_or_not_at_all() {
    let mut played = a_match("merelles");
    let before = played.game().text(played.position());
    assert!(matches!(played.play("1,10,1"), Err(Refusal::Breach { .. })));
    assert_eq!(played.game().text(played.position()), before);
    assert!(matches!(played.play(""), Err(Refusal::Unreadable { .. })));
    assert!(matches!(played.play("\u{0}\u{1F3B2}"), Err(Refusal::Unreadable { .. })));
}

#[test]
fn the_third_repetition_is_a_draw_in_a_match_and_not_on_the_board() {
    // Two men each, shuffling: the start stands a second time after four turns, a third after eight.
    let game = find("lasca").unwrap().by_default();
    let start = game.read_position("w 1:W 25:B").unwrap();
    let mut played = Match::from(game.clone(), start);
    for _ in 0..2 {
        assert_eq!(drawn_by(&played), None);
        played.play("1-5 25-21 5-1 21-25").unwrap();
    }
    assert_eq!(drawn_by(&played), Some("0.5"));
    assert!(matches!(played.play("1-5"), Err(Refusal::Over { .. })));
    assert_eq!(game.status(played.position()), Status::Turn(Seat::FIRST), "the bare position plays on");
    assert!(played.take_back_step());
    assert_eq!(drawn_by(&played), None, "taking back takes the draw back");
}

#[test]
fn checkers_is_drawn_after_forty_quiet_moves_by_each_side() {
    // Kings in opposite double corners, never three times in the same position.
    let game = find("checkers").unwrap().by_default();
    let mut played = Match::from(game.clone(), game.read_position("B:WK29,K30:BK1,K2").unwrap());
    let mut random = rules::Random::new(40);
    let mut turns = 0;
    while !played.status().is_over() && turns < 200 {
        // Walk without repeating: prefer steps that do not end the match.
        let mut steps = played.steps();
        while !steps.is_empty() {
            let step = steps.swap_remove(random.below(steps.len()));
            let mut trial = played.clone();
            trial.play(&step).unwrap();
            let repeats = drawn_by(&trial) == Some("0.5");
            let captures = !trial.game().survey(trial.position()).steps.iter().all(|step| step.contains('-'));
            if steps.is_empty() || !(repeats || captures) {
                played = trial;
                turns += 1;
                break;
            }
        }
    }
    let Status::Over(Outcome::Draw, clause) = played.status() else { panic!("{:?}", played.status()) };
    assert_eq!(turns, 80, "drawn by {clause}");
    assert!(
        played.game().rules().words(clause).contains("40") || played.game().rules().words(clause).contains("forty")
    );
}

#[test]
fn chess_draws_as_fide_says() {
    let game = find("chess").unwrap().by_default();
    let at = |fen: &str| Match::from(game.clone(), game.read_position(fen).unwrap());
    for dead in ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", "8/8/4k3/8/8/3KB3/8/8 b - - 0 1"] {
        assert!(drawn_by(&at(dead)).is_some(), "{dead} is dead");
    }
    assert_eq!(drawn_by(&at("8/8/4k3/8/8/3KQ3/8/8 b - - 0 1")), None);
    let mut knights = a_match("chess");
    knights.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1").unwrap();
    assert_eq!(drawn_by(&knights), None);
    knights.play("f6g8").unwrap();
    assert!(drawn_by(&knights).is_some(), "the start stands for the third time");
}

#[test]
fn the_thousandth_turn_is_the_last() {
    // Two armies of twenty-two that wander about neither arrive nor repeat themselves.
    let mut played = a_match("rondamee");
    let mut random = rules::Random::new(1892);
    let mut turns = 0;
    while !played.status().is_over() {
        let steps = played.steps();
        played.play(&steps[random.below(steps.len())]).unwrap();
        turns += 1;
    }
    assert_eq!((turns, drawn_by(&played)), (1000, Some("0.6")));
}

#[test]
fn only_two_may_resign_and_nobody_agrees_alone() {
    let mut puzzle = a_match("checker-puzzle");
    assert!(!puzzle.resign(Seat::FIRST) && !puzzle.agree_on_draw());
    let mut four = a_match("chunga-four");
    assert!(!four.resign(Seat::FIRST));
    assert!(four.agree_on_draw());
    let mut two = a_match("lasca");
    assert!(two.resign(Seat::SECOND));
    assert!(matches!(two.status(), Status::Over(Outcome::Win(Seat::FIRST), clause) if clause.number() == "0.7"));
    assert!(!two.agree_on_draw(), "it is over already");
    assert!(!two.take_back_step() && !two.status().is_over(), "the players may go on");
}

#[test]
fn the_position_on_every_lid_can_be_played_on() {
    for entry in library::LIBRARY {
        let game = entry.by_default();
        let Some(text) = entry.about.card.showpiece else { continue };
        let place = game.read_position(text).unwrap_or_else(|why| panic!("{}: {why:?}", entry.about.id));
        assert!(!game.survey(&place).steps.is_empty(), "{}", entry.about.id);
        assert_eq!(game.text(&place), text, "{}", entry.about.id);
    }
}
