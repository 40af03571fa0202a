//! A hint in players' terms: which man, where, and why.

use crate::any::AnyGame;
use crate::computer::{Idea, Question, think};
use crate::matches::Match;
use rules::Seat;
use rules::show::SiteId;
use search::transposition::TranspositionTable;

/// What to play, in three strengths.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The sites to be touched, the man first; empty if it is a button.
    pub sites: Vec<SiteId>,
    /// The step.
    pub step: String,
    /// A sentence on the step.
    pub says: String,
    /// Why this one, and what may follow.
    pub why: String,
    /// What was thought.
    pub idea: Idea,
}

/// Thinks until told to stop; nothing if the match is over.
pub fn hint(played: &Match, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hint> {
    let game = &**played.game();
    let table = TranspositionTable::with_bytes(32 << 20);
    let ideas = think(played, &table, Question { lines: 2, ..Question::without_end(stop) }, &mut |_| ());
    let (best, seat) = (ideas.first()?.clone(), played.status().seat()?);
    let step = best.line.first()?.clone();
    let mut why = reason(game, seat, &best);
    if let [_, second, ..] = &ideas[..]
        && let Some(other) = second.turns.first()
    {
        // A plan of a race (`SoloPlan`) is told first, even where the search finds a reply that makes it worse.
        why = if second.chance > best.chance {
            format!("{why} It is the way home if nobody gets in it; {other} looks safer, but waits.")
        } else {
            format!("{why} The next best, {other}: {}.", worth(game, seat, second))
        };
    }
    if best.turns.len() > 1 {
        why = format!("{why} It may go on {}.", best.turns[1..best.turns.len().min(4)].join(" "));
    }
    let place = played.position();
    Some(Hint { sites: game.clicks(place, &step), says: game.say(place, &step), step, why, idea: best })
}

/// What an idea is worth, in words.
pub fn worth(game: &dyn AnyGame, seat: Seat, idea: &Idea) -> String {
    let name = game.about().seats[seat.index()];
    match idea.proved {
        Some(turns) if game.about().count() == 1 => format!("solved in {turns}"),
        Some(turns) if turns >= 0 => format!("{name}: win in {turns}"),
        Some(turns) => format!("{name}: loss in {}", -turns),
        None if idea.known.is_some() => "a draw".to_string(),
        None => format!("{name}: {:.0} %", 100.0 * idea.chance),
    }
}

fn reason(game: &dyn AnyGame, seat: Seat, idea: &Idea) -> String {
    let name = game.about().seats[seat.index()];
    match idea.proved {
        Some(turns) if game.about().count() == 1 => format!("It leads to the solution in {turns} moves, the fewest."),
        Some(turns) if turns >= 0 => format!("It wins by force within {turns} turns."),
        Some(turns) => format!("Everything loses; this holds out longest, {} turns.", -turns),
        None if idea.known.is_some() => {
            "Nobody can force a win here; this leaves the other most ways to go wrong.".to_string()
        }
        None => {
            format!("Looking {} turns ahead it leaves {name} a chance of {:.0} %.", idea.depth, 100.0 * idea.chance)
        }
    }
}
