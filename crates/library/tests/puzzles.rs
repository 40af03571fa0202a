//! Stored puzzles are what they say: a sample is proved anew here, all of them by `parlour puzzles prove`.

extern crate parlour_library as library;

use library::puzzle::{AttemptResult, Puzzle, puzzles};
use library::{LIBRARY, find};
use libtest_mimic::{Arguments, Trial};
use rules::Random;
use std::collections::HashSet;

/// How many puzzles of each game are proved.
const SAMPLE: usize = 2;
/// How many every game with puzzles has.
const FEWEST: usize = 60;

fn main() {
    let with_puzzles = LIBRARY.iter().filter(|entry| !puzzles(entry).is_empty());
    let mut trials: Vec<Trial> = with_puzzles
        .map(|entry| {
            Trial::test(format!("{}::puzzles", entry.about.id), move || hold(entry.about.id).map_err(Into::into))
        })
        .collect();
    trials.push(Trial::test("a_try_is_answered", || a_try_is_answered().map_err(Into::into)));
    trials.push(Trial::test("a_false_puzzle_is_not_proved", || a_false_puzzle_is_not_proved().map_err(Into::into)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn hold(id: &str) -> Result<(), String> {
    let entry = find(id).expect("a game");
    let lines = entry.by_default().puzzles().lines().count();
    let puzzles = puzzles(entry);
    if puzzles.len() != lines || lines < FEWEST {
        return Err(format!("{} of {lines} lines are read, and {FEWEST} are wanted", puzzles.len()));
    }
    let places: HashSet<(&str, &str)> = puzzles.iter().map(|one| (&*one.options, &*one.position)).collect();
    if places.len() != lines {
        return Err("two puzzles have one position".to_string());
    }
    for puzzle in &puzzles {
        let fields = (puzzle.turns % 2 == 1, (1..=3).contains(&puzzle.stars), puzzle.words.ends_with('.'));
        if fields != (true, true, true) || Puzzle::read(&puzzle.write()).as_ref() != Ok(puzzle) {
            return Err(format!("{}: {fields:?}", puzzle.write()));
        }
        puzzle.set_up(id)?;
    }
    let mut random = Random::new(lines as u64);
    for _ in 0..SAMPLE {
        let puzzle = &puzzles[random.below(lines)];
        puzzle.prove(id).map_err(|why| format!("{}: {why}", puzzle.write()))?;
    }
    Ok(())
}

/// The solution is followed to the win; another first turn is answered by a refutation.
fn a_try_is_answered() -> Result<(), String> {
    let all = puzzles(find("lasca").expect("a game"));
    let puzzle = all.iter().find(|puzzle| puzzle.turns == 3).ok_or("there is one of three turns")?;
    let (game, at, _) = puzzle.set_up("lasca")?;
    let result = |steps: &[String]| puzzle.attempt("lasca", steps, &|| false).map(|attempt| attempt.result);
    let first = &puzzle.solution[0];
    let AttemptResult::Right(reply) = result(first)? else { return Err("the first turn is right".to_string()) };
    assert!(matches!(result(&[first.clone(), reply].concat())?, AttemptResult::Unfinished));
    assert!(matches!(result(&puzzle.solution.concat())?, AttemptResult::Solved));
    let others = game.survey(&at).steps.into_iter().filter(|step| *step != first[0]);
    let mut refuted = 0;
    for other in others {
        match result(std::slice::from_ref(&other))? {
            AttemptResult::Wrong(_) => refuted += 1,
            AttemptResult::Unfinished => {}
            AttemptResult::Right(_) | AttemptResult::Solved => return Err(format!("{other} is not the only way")),
        }
    }
    assert!(refuted > 0, "a wrong turn is refuted");
    assert!(result(&["1-25".to_string()]).is_err(), "an illegal step is refused");
    Ok(())
}

/// Whatever is changed of a puzzle, it is told what is wrong with it.
fn a_false_puzzle_is_not_proved() -> Result<(), String> {
    let all = puzzles(find("lasca").expect("a game"));
    let puzzle = all.iter().find(|puzzle| puzzle.turns == 3).ok_or("there is one of three turns")?;
    puzzle.prove("lasca")?;
    assert!(puzzle.ends_by("lasca").is_some());
    let (game, at, _) = puzzle.set_up("lasca")?;
    let solution = &puzzle.solution;
    let other = game.survey(&at).steps.into_iter().find(|step| *step != solution[0][0]).ok_or("there is a choice")?;
    let with = |solution: &[Vec<String>]| Puzzle { solution: solution.to_vec(), ..puzzle.clone() };
    for (wrong, words) in [
        (Puzzle { turns: 1, ..puzzle.clone() }, "no single first turn"),
        (Puzzle { turns: 5, ..puzzle.clone() }, "it is won in 3 turns, not in 5"),
        (with(&[vec![other]]), "the turn that wins is"),
        (with(&solution[..1]), "does not win in 3 turns"),
        (with(&[solution[0].clone(), solution[0].clone()]), &solution[0][0]),
    ] {
        let why = wrong.prove("lasca").expect_err("it is not what it says");
        assert!(why.contains(words), "{}: {why}", wrong.write());
    }
    assert_eq!(with(&solution[..1]).ends_by("lasca"), None, "the game goes on there");
    assert_eq!([1, 3, 5].map(|turns| Puzzle { turns, ..puzzle.clone() }.own_turns()), [1, 2, 3]);
    Ok(())
}
