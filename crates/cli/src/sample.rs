//! `sample`: a whole game for the tests of the pages, played by the computer against itself.

use crate::args::SampleArgs;
use crate::setup::{self, Failure};
use library::{AnyGame, Computer, Level, Match};
use rules::{Outcome, Seat, Status};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

/// How many games are tried until one is short enough.
const GAMES: u64 = 20;
/// A game that has not ended by then is left.
const MOST_STEPS: usize = 600;

pub fn sample(args: &SampleArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = setup::game(&args.game, &args.options)?;
    let mut shortest: Option<Match> = None;
    for seed in 1..=GAMES {
        let played = played(&game, seed);
        let decided = matches!(played.status(), Status::Over(Outcome::Win(_), _));
        if decided && shortest.as_ref().is_none_or(|shortest| played.length() < shortest.length()) {
            shortest = Some(played);
        }
        if shortest.as_ref().is_some_and(|shortest| shortest.length() <= args.steps) {
            break;
        }
    }
    let played = shortest.ok_or_else(|| Failure::No(format!("none of {GAMES} games was won by anybody")))?;
    Ok(writeln!(out, "{}", described(&played, args.steps))?)
}

/// One game; the first seat looks further ahead than the others, so that somebody wins.
fn played(game: &Arc<dyn AnyGame>, seed: u64) -> Match {
    let level = |seat: Seat| Level::new(if seat == Seat::FIRST { 5 } else { 2 }).expect("levels 1 to 8");
    let seats = Seat::all(game.about().count());
    let players: Vec<Computer> = seats.map(|seat| Computer::new(level(seat), seed + seat.index() as u64)).collect();
    let mut played = Match::new(game.clone());
    while let Some(seat) = played.status().seat().filter(|_| played.length() < MOST_STEPS) {
        let line = players[seat.index()].choose(&played, &|| false, &mut |_| ());
        let first = line.first().cloned().or_else(|| played.steps().into_iter().next());
        played.play(&first.expect("a running game has a step")).expect("the computer plays by the rules");
    }
    played
}

/// The game, or as much of its end as is wanted.
fn described(played: &Match, most: usize) -> Value {
    let game = played.game();
    let from = played.length().saturating_sub(most);
    let position = (from > 0).then(|| game.text(played.position_before(from)));
    let steps: Vec<&str> = played.steps_taken().skip(from).map(|(_, step)| step).collect();
    let (winner, clause) = match played.status() {
        Status::Over(Outcome::Win(seat), clause) => (Some(seat.number()), clause.to_string()),
        _ => unreachable!("a game that somebody won"),
    };
    json!({ "game": game.about().id, "position": position, "steps": steps, "winner": winner, "clause": clause })
}
