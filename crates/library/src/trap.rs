//! Swindles in a lost position: a turn after which the reply that looks best to a shallow search gives the win away.

use crate::any::AnyPosition;
use crate::computer::{Question, own_turn};
use crate::matches::Match;
use rules::Status;
use search::transposition::TranspositionTable;

/// Nodes of the first search after every reply; where that is not lost, four times as many, and so on.
const FIRST_LOOK: u64 = 500;
/// No such search has more nodes than this.
const LAST_LOOK: u64 = 1 << 20;
/// Nodes enough to see every reply one turn deep.
const GLANCE: u64 = 10_000;

/// A turn, and where the match stands after the other's likeliest answer.
struct Trap {
    turn: Vec<String>,
    after: AnyPosition,
    chance: f64,
}

/// A turn of the seat to move which is not lost if the other answers as he would at a glance, as far as there are time
/// and positions to look. None if he wins against every turn even so.
pub(crate) fn set(played: &Match, table: &TranspositionTable, question: Question<'_>) -> Option<Vec<String>> {
    let mut left = question.nodes;
    let mut traps: Vec<Trap> = played.steps().iter().filter_map(|step| answered(played, step)).collect();
    let mut past = played.turn_starts();
    past.push(played.position().clone());
    let mut nodes = FIRST_LOOK;
    while !traps.is_empty() && nodes <= LAST_LOOK {
        for trap in &mut traps {
            if (question.stop)() || left < nodes {
                return best(traps);
            }
            let closer = Question { nodes, lines: 1, threads: 1, ..question };
            let ideas = played.game().think(&trap.after, &past, table, closer, &mut |_| ());
            let seen = ideas.first()?;
            trap.chance = if seen.proved.is_some_and(|turns| turns < 0) { 0.0 } else { seen.chance };
            left = left.saturating_sub(seen.nodes);
        }
        traps.retain(|trap| trap.chance > 0.0);
        nodes *= 4;
    }
    best(traps)
}

fn best(traps: Vec<Trap>) -> Option<Vec<String>> {
    let open = traps.into_iter().filter(|trap| trap.chance > 0.0);
    open.max_by(|one, other| one.chance.total_cmp(&other.chance)).map(|trap| trap.turn)
}

/// A turn that begins with this step, and what the others answer, both as they look at a glance. None if that ends the
/// game.
fn answered(played: &Match, step: &str) -> Option<Trap> {
    let game = played.game();
    let glance = Question { nodes: GLANCE, ..Question::at_a_glance(&|| false) };
    let mover = played.status().seat()?;
    let mut after = game.take(played.position(), step).ok()?.position;
    let mut turn = vec![step.to_string()];
    loop {
        let seat = match game.status(&after) {
            Status::Turn(seat) if seat == mover => return Some(Trap { turn, after, chance: 0.0 }),
            status => status.seat()?,
        };
        let ideas = game.think(&after, &[], &TranspositionTable::with_bytes(1 << 14), glance, &mut |_| ());
        let (steps, next) = own_turn(game, &after, &ideas.first()?.line);
        if seat == mover {
            turn.extend(steps);
        }
        after = next;
    }
}
