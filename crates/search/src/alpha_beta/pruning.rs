//! Deciding a position without searching every step of it to full depth.

use super::{Node, Searcher, Window};
use crate::score::PROVED;
use crate::technique::Technique;
use rules::{Hints, Status};

/// Reverse futility pruning reaches so many turns up from the horizon, futility and late move pruning fewer.
const REVERSE_FUTILITY_DEPTH: i32 = 6;
const FUTILITY_DEPTH: i32 = 4;
/// Null moves are tried with this much depth left.
const NULL_MOVE_DEPTH: i32 = 3;

/// What is known of a position before its steps are searched.
pub(super) enum Pruning {
    /// The value is at least beta; this is a bound.
    Cutoff(i32),
    /// So many steps must be searched, and of the others only those with priority.
    Steps(usize),
}

impl<G: Hints> Searcher<'_, G> {
    /// Reverse futility, null move, futility and late move pruning, in games where giving the turn away is a fair test
    /// of how the mover stands. The window is `(beta - 1, beta)` and a turn begins.
    pub(super) fn prune(&mut self, at: &G::Position, node: Node, beta: i32) -> Pruning {
        let Some(passed) = self.game.null_move(at) else { return Pruning::Steps(usize::MAX) };
        let depth = node.depth;
        let value = self.evaluate(at, node.mover);
        if value >= beta {
            let kept = value - depth * G::SCALE / 2;
            if self.uses(Technique::ReverseFutility) && depth <= REVERSE_FUTILITY_DEPTH && kept >= beta {
                return Pruning::Cutoff(kept);
            }
            if self.uses(Technique::NullMove)
                && depth >= NULL_MOVE_DEPTH
                && let Status::Turn(mover) = self.game.status(&passed)
            {
                let reduction = 4 + depth / 4 + ((value - beta) / G::SCALE).min(2);
                let child = Node {
                    mover,
                    starts_turn: true,
                    depth: depth - reduction,
                    turns: node.turns + 1,
                    ply: node.ply + 1,
                };
                let value = -self.node(&passed, child, Window { alpha: beta - 1, beta }.negated());
                if value >= beta && value < PROVED && !self.stopped {
                    return Pruning::Cutoff(value);
                }
            }
        }
        if depth > FUTILITY_DEPTH {
            return Pruning::Steps(usize::MAX);
        }
        let futile = value + (depth + 1) * G::SCALE * 5 / 8 < beta;
        Pruning::Steps(if futile && self.uses(Technique::Futility) {
            1
        } else if self.uses(Technique::LateMovePruning) {
            3 + 2 * (depth * depth) as usize
        } else {
            usize::MAX
        })
    }
}

/// By how many turns less deeply a step without priority is searched at first, by its place in the order.
pub(super) fn reduction(depth: i32, place: usize) -> i32 {
    if depth < 3 || place < 4 {
        return 0;
    }
    (depth.ilog2() * place.ilog2() / 3).max(1) as i32
}
