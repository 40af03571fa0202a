//! Solving one group of tiers by retrograde analysis.
//!
//! Every position is visited once forward: what its turns lead to outside the group, and how many stay inside. Then values
//! spread backwards, level by level, where a level is a distance in turns: a position with a turn to a loss wins, one whose
//! turns all lead to wins loses. What is never reached is a draw. The parents of a position are those that the game tells
//! (`predecessors`; much faster `blocks`, where it can be solved so), or, where it does not, those noted on the way forward
//! (`edges`).

mod blocks;
mod edges;
mod predecessors;

use crate::checkpoint::Checkpoint;
use crate::file::Error;
use rules::Tiers;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Numbers that are handed out to threads at once.
const CHUNK: u64 = 1 << 14;

/// A number without a position, where values are packed.
pub(crate) const HOLE: u16 = u16::MAX;

/// Solves one group of tiers.
pub(crate) struct GroupSolver<'a, G: Tiers, O, P> {
    pub(crate) game: &'a G,
    pub(crate) tiers: &'a [G::Tier],
    /// The number in the group with which each tier begins, and last the number of all.
    begins: Vec<u64>,
    /// The packed value of a numbered position of an earlier group.
    pub(crate) outside: O,
    pub(crate) threads: usize,
    /// Is told how much of the work is done, from 0 to 1, and returns false to stop it.
    pub(crate) progress: P,
}

impl<'a, G: Tiers, O, P> GroupSolver<'a, G, O, P> {
    pub(crate) fn new(game: &'a G, tiers: &'a [G::Tier], outside: O, threads: usize, progress: P) -> Self {
        let mut begins = vec![0];
        begins.extend(tiers.iter().scan(0, |end, tier| {
            *end += game.size(*tier);
            Some(*end)
        }));
        GroupSolver { game, tiers, begins, outside, threads, progress }
    }
}

/// The values of a solved group, packed.
pub(crate) enum Solved {
    /// As they will be stored, in order.
    Parts(Vec<Part>),
    /// As they were worked out.
    Cells(predecessors::Cells),
}

/// Some values of a group, packed.
pub(crate) struct Part {
    /// The number in the group of the first.
    pub(crate) first: u64,
    pub(crate) values: Vec<u16>,
}

impl Solved {
    /// All values of a group.
    pub(crate) fn whole(values: Vec<u16>) -> Solved {
        Solved::Parts(vec![Part { first: 0, values }])
    }

    /// The packed values with these numbers in the group.
    pub(crate) fn packed(&self, numbers: Range<u64>) -> Vec<u16> {
        match self {
            Solved::Parts(parts) => {
                let nth = parts.partition_point(|part| part.first <= numbers.start) - 1;
                let touched = parts[nth..].iter().take_while(|part| part.first < numbers.end);
                let values = touched.flat_map(|part| {
                    let begin = numbers.start.saturating_sub(part.first) as usize;
                    let end = (numbers.end - part.first).min(part.values.len() as u64) as usize;
                    &part.values[begin..end]
                });
                values.copied().collect()
            }
            Solved::Cells(cells) => cells.packed(numbers),
        }
    }
}

/// What solving a group takes for each of its positions, in bytes.
pub(crate) fn bytes_a_position<G: Tiers>(game: &G) -> u64 {
    // With edges: what the forward pass tells, and some eight edges.
    if G::TAKES_BACK || game.blocks().is_some() { 3 } else { 160 }
}

/// How a game is solved, where what one way has saved is of no use to another.
pub(crate) fn method<G: Tiers>(game: &G) -> u16 {
    if game.blocks().is_some() { 2 } else { 1 }
}

impl<G: Tiers, O: Fn(G::Tier, u64) -> u16 + Sync, P: Fn(f64) -> bool + Sync> GroupSolver<'_, G, O, P> {
    /// The values of all tiers of the group one after the other. What takes long goes on from its checkpoint.
    pub(crate) fn solve(&self, checkpoint: &Checkpoint) -> Result<Solved, Error> {
        if let Some(blocks) = self.game.blocks() {
            self.solve_in_blocks(&blocks, checkpoint).map(Solved::Parts)
        } else if G::TAKES_BACK {
            self.solve_by_predecessors(checkpoint).map(Solved::Cells)
        } else {
            self.solve_by_edges().map(Solved::whole).ok_or(Error::Stopped)
        }
    }

    /// How many numbers the group has.
    fn total(&self) -> u64 {
        self.begins[self.tiers.len()]
    }

    /// The number in the group of a position; `None` if it is in no tier of the group.
    #[inline]
    fn number(&self, at: &G::Position) -> Option<u64> {
        let (tier, number) = self.game.number(at)?;
        self.number_in_group(tier, number)
    }

    /// The number in the group of a numbered position; `None` if its tier is not in the group.
    #[inline]
    fn number_in_group(&self, tier: G::Tier, number: u64) -> Option<u64> {
        let nth = self.tiers.iter().position(|known| *known == tier)?;
        Some(self.begins[nth] + number)
    }

    /// The position with this number in the group.
    #[inline]
    fn position(&self, number: u64) -> Option<G::Position> {
        let nth = self.begins[1..].iter().take_while(|begin| **begin <= number).count();
        self.game.position(self.tiers[nth], number - self.begins[nth])
    }

    /// Works on some pieces of the group in several threads, each with a state that goes to `finish` at the end; `None` if it was
    /// stopped. Once in `every` pieces progress is told, from the start of `part` to its end.
    fn in_threads<S>(
        &self,
        pieces: Range<usize>,
        every: usize,
        part: &Range<f64>,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, usize) + Sync,
        finish: impl Fn(S) + Sync,
    ) -> Option<()> {
        let (next, stopped) = (AtomicUsize::new(pieces.start), AtomicBool::new(false));
        let run = || {
            let mut state = state();
            loop {
                let nth = next.fetch_add(1, Relaxed);
                if nth >= pieces.end || stopped.load(Relaxed) {
                    break;
                }
                work(&mut state, nth);
                if nth.is_multiple_of(every) {
                    let done = (nth - pieces.start) as f64 / pieces.len() as f64;
                    stopped.fetch_or(!(self.progress)(part.start + (part.end - part.start) * done), Relaxed);
                }
            }
            finish(state);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(run);
            }
            run();
        });
        (!stopped.into_inner()).then_some(())
    }
}
