//! Groups of any size: parents are worked out by taking turns back, and a position takes two bytes.
//!
//! A position's cell holds, while it is open, how many of its turns stay inside the group and are not yet known to lead to
//! a win of the other side; then its distance. Wins take an odd number of turns and losses an even one, so that the
//! distance says which it is.
//!
//! A stored position stands for all its symmetric ones. If s(x) is the number of symmetries that leave x as it is, a turn
//! taken back from child c to parent p stands for s(p) / s(c) turns from p to positions symmetric to c.

use super::{CHUNK, GroupSolver, HOLE};
use crate::checkpoint::Checkpoint;
use crate::file::Error;
use crate::turns::{numbered_value, stuck_value};
use crate::value::Value;
use rules::tiers::{Numbered, TurnEnd, numbered};
use rules::{Seat, Spare, Tiers};
use std::hint::black_box;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Cells below this are open and hold a count of turns.
pub(super) const DECIDED: u16 = 0x100;
/// Open, and never lost: a turn that leaves the group draws.
pub(super) const AT_LEAST_A_DRAW: u16 = DECIDED - 1;
/// Levels that are told apart in the lists of levels; farther ones share the last place.
pub(super) const LEVELS: usize = 512;
/// Positions that are looked at together, or parents that are updated together, so that what they need comes from memory side
/// by side.
const BATCH: usize = 512;
/// Progress is told once in so many chunks.
const TOLD_EVERY: usize = 256;

/// The cells of a group.
pub(crate) struct Cells {
    cells: Vec<AtomicU16>,
    /// For each chunk of cells a bit for each level that some of them may have.
    levels: Vec<LevelBits>,
}

/// A bit for each level.
type LevelBits = [AtomicU64; LEVELS / 64];

/// No level yet for any chunk of so many cells.
fn no_levels(cells: u64) -> Vec<LevelBits> {
    (0..cells.div_ceil(CHUNK)).map(|_| LevelBits::default()).collect()
}

/// A parent by its number, and how many of its turns are meant.
#[derive(Clone, Copy)]
struct CountedParent {
    number: u32,
    turns: u16,
}

/// The turns of some positions that leave the group, so that the values they lead to come from memory side by side.
struct Leaving<T> {
    /// Each position by its number and its mover, how many of its turns stay inside, and where the others end in the list.
    positions: Vec<(u64, Seat, u32, usize)>,
    turns: Vec<TurnEnd<Numbered<T>>>,
}

impl Cells {
    fn new(total: u64) -> Cells {
        let cells = (0..total).map(|_| AtomicU16::new(HOLE)).collect();
        Cells { cells, levels: no_levels(total) }
    }

    /// Cells as they were saved, in the memory they were read into.
    fn from(saved: Vec<u16>) -> Cells {
        let levels = no_levels(saved.len() as u64);
        let cells = Cells { cells: saved.into_iter().map(AtomicU16::new).collect(), levels };
        for (number, cell) in (0..).zip(&cells.cells) {
            let cell = cell.load(Relaxed);
            if let Some(level) = level_in(cell) {
                cells.note_level(number, level);
            }
        }
        cells
    }

    fn decide(&self, number: u64, level: u16) {
        self.enter(number, DECIDED + level);
    }

    fn enter(&self, number: u64, cell: u16) {
        self.cells[number as usize].store(cell, Relaxed);
        if let Some(level) = level_in(cell) {
            self.note_level(number, level);
        }
    }

    /// Notes that a cell's chunk may have this level.
    fn note_level(&self, number: u64, level: u16) {
        let (word, bit) = level_bit(level);
        let levels = &self.levels[(number / CHUNK) as usize][word];
        if levels.load(Relaxed) & bit == 0 {
            levels.fetch_or(bit, Relaxed);
        }
    }

    /// Whether some cell of a chunk may have this level.
    fn may_have(&self, chunk: usize, level: u16) -> bool {
        let (word, bit) = level_bit(level);
        self.levels[chunk][word].load(Relaxed) & bit != 0
    }

    /// Whether some cell may have this level or a higher one.
    fn goes_on(&self, level: u16) -> bool {
        if usize::from(level) >= LEVELS {
            return self
                .cells
                .iter()
                .map(|cell| cell.load(Relaxed))
                .any(|cell| cell != HOLE && cell >= DECIDED + level);
        }
        let (word, bit) = level_bit(level);
        self.levels.iter().any(|levels| {
            levels[word].load(Relaxed) >= bit || levels[word + 1..].iter().any(|word| word.load(Relaxed) != 0)
        })
    }

    /// The values as they are stored.
    pub(crate) fn packed(&self, numbers: Range<u64>) -> Vec<u16> {
        let cells = &self.cells[numbers.start as usize..numbers.end as usize];
        cells.iter().map(|cell| packed(cell.load(Relaxed))).collect()
    }
}

/// The word and the bit of a level; the farthest levels share one.
pub(super) fn level_bit(level: u16) -> (usize, u64) {
    let place = usize::from(level).min(LEVELS - 1);
    (place / 64, 1 << (place % 64))
}

/// The level of a cell that is decided.
pub(super) fn level_in(cell: u16) -> Option<u16> {
    (cell != HOLE && cell >= DECIDED).then(|| cell - DECIDED)
}

/// What the way forward makes of a position: the best value among turns that leave the group, and how many stay inside.
pub(super) fn first_cell(best: Option<Value>, inside: u32) -> u16 {
    match best {
        Some(win @ Value::Win(_)) => DECIDED + level_of(win),
        Some(loss @ Value::Loss(_)) if inside == 0 => DECIDED + level_of(loss),
        _ => {
            assert!(inside < AT_LEAST_A_DRAW.into(), "a position has too many turns to be counted");
            if best == Some(Value::Draw) { AT_LEAST_A_DRAW } else { inside as u16 }
        }
    }
}

/// The value of a cell, as it is stored.
pub(super) fn packed(cell: u16) -> u16 {
    match cell {
        HOLE => HOLE,
        open if open < DECIDED => Value::Draw.pack(),
        decided => value_at(decided - DECIDED).pack(),
    }
}

fn value_at(level: u16) -> Value {
    if level % 2 == 1 { Value::Win(level) } else { Value::Loss(level) }
}

/// The level of a win or a loss.
pub(super) fn level_of(value: Value) -> u16 {
    let level = value.turns().expect("draws have no level");
    assert_eq!(value_at(level), value, "wins take an odd number of turns");
    level
}

impl<G: Tiers, O: Fn(G::Tier, u64) -> u16 + Sync, P: Fn(f64) -> bool + Sync> GroupSolver<'_, G, O, P> {
    pub(super) fn solve_by_predecessors(&self, checkpoint: &Checkpoint) -> Result<Cells, Error> {
        let mut saved = Vec::new();
        let (mut level, cells) = match checkpoint.read(self.total(), &mut |cell| saved.push(cell)) {
            Some(level) => (level, Cells::from(saved)),
            None => (0, self.cells_forward().ok_or(Error::Stopped)?),
        };
        let chunks = cells.levels.len();
        let mut last_saved = Instant::now();
        while cells.goes_on(level) {
            // Only between two levels: a count that was lowered must not be lowered again.
            if last_saved.elapsed() >= checkpoint.every {
                checkpoint.save(level, self.total(), cells.cells.iter().map(|cell| cell.load(Relaxed)))?;
                last_saved = Instant::now();
            }
            let part = 1.0 - 0.5 / (1.0 + f64::from(level) / 20.0);
            let batch = || Vec::with_capacity(2 * BATCH);
            let spread = |batch: &mut Vec<_>, chunk| {
                if cells.may_have(chunk, level) {
                    self.look_back(&cells, chunk, level, batch);
                }
            };
            self.in_threads(0..chunks, TOLD_EVERY, &(part..part), batch, spread, drop).ok_or(Error::Stopped)?;
            level += 1;
        }
        Ok(cells)
    }

    /// Every position once forward; `None` if it was stopped.
    fn cells_forward(&self) -> Option<Cells> {
        let cells = Cells::new(self.total());
        // The way forward takes about half of the time.
        let look = |(): &mut (), chunk| self.look_forward(&cells, chunk);
        self.in_threads(0..cells.levels.len(), TOLD_EVERY, &(0.0..0.5), || (), look, drop)?;
        Some(cells)
    }

    /// Visits every position of a chunk forward.
    fn look_forward(&self, cells: &Cells, chunk: usize) {
        let first = chunk as u64 * CHUNK;
        let end = (first + CHUNK).min(cells.cells.len() as u64);
        let mut spare = Spare::new();
        let mut batch = Leaving { positions: Vec::with_capacity(BATCH), turns: Vec::new() };
        for number in first..end {
            if let Some(at) = self.position(number) {
                self.leave(number, &at, &mut spare, &mut batch);
            }
            if batch.positions.len() == BATCH || number + 1 == end {
                self.enter(cells, &mut batch);
            }
        }
    }

    /// Adds the turns of a position that leave the group.
    fn leave(&self, number: u64, at: &G::Position, spare: &mut Spare<G::Step>, batch: &mut Leaving<G::Tier>) {
        let mover = self.game.status(at).seat().expect("numbered positions are at the start of a turn");
        let inside = self.game.turns_out(at, self.tiers, spare, &mut |end| {
            batch.turns.extend(numbered(self.game, mover, end));
        });
        batch.positions.push((number, mover, inside, batch.turns.len()));
    }

    /// The best value to `mover` of turns that leave the group.
    fn best(&self, mover: Seat, turns: &[TurnEnd<Numbered<G::Tier>>]) -> Option<Value> {
        let known = |tier, number| Some(Value::unpack((self.outside)(tier, number)));
        turns.iter().filter_map(|end| numbered_value(mover, *end, known)).max()
    }

    /// Enters what a batch of positions comes to by leaving the group, and empties it.
    fn enter(&self, cells: &Cells, batch: &mut Leaving<G::Tier>) {
        // Brings all values near at once; one after the other they would be waited for one after the other.
        black_box(batch.turns.iter().fold(0, |all, end| match end {
            TurnEnd::Next(next) => all | (self.outside)(next.tier, next.number),
            TurnEnd::Over(_) => all,
        }));
        let mut begin = 0;
        for (number, mover, inside, end) in batch.positions.drain(..) {
            let mut best = self.best(mover, &batch.turns[begin..end]);
            begin = end;
            if best.is_none() && inside == 0 {
                let at = self.position(number).expect("it was looked at");
                best = stuck_value(self.game, &at, &mut Vec::new());
            }
            cells.enter(number, first_cell(best, inside));
        }
        batch.turns.clear();
    }

    /// Spreads the values of this level in a chunk to their parents.
    fn look_back(&self, cells: &Cells, chunk: usize, level: u16, batch: &mut Vec<CountedParent>) {
        let first = chunk as u64 * CHUNK;
        let end = (first + CHUNK).min(cells.cells.len() as u64);
        for number in first..end {
            if cells.cells[number as usize].load(Relaxed) == DECIDED + level {
                self.parents(number, level % 2 == 1, batch);
                if batch.len() >= BATCH {
                    self.update(cells, level, batch);
                }
            }
        }
        self.update(cells, level, batch);
    }

    /// Adds the parents of a position; how many turns are meant is of interest only where they are counted.
    fn parents(&self, number: u64, counted: bool, batch: &mut Vec<CountedParent>) {
        let child = self.position(number).expect("what has a value has a position");
        let first = batch.len();
        self.game.numbers_before(&child, counted, &mut |tier, number, symmetries| {
            let number = self.number_in_group(tier, number).expect("parents are inside the group") as u32;
            batch.push(CountedParent { number, turns: symmetries as u16 });
        });
        let symmetries = if counted { self.game.symmetries(&child) as u16 } else { 1 };
        if symmetries > 1 {
            // Each parent once, with all its turns: only their sum is a whole number.
            let mut parents = batch.split_off(first);
            parents.sort_unstable_by_key(|parent| parent.number);
            for same in parents.chunk_by(|one, other| one.number == other.number) {
                let turns = same.iter().map(|parent| parent.turns).sum::<u16>() / symmetries;
                batch.push(CountedParent { number: same[0].number, turns });
            }
        }
    }

    /// Tells parents of children with a value of this level, and empties the batch.
    fn update(&self, cells: &Cells, level: u16, batch: &mut Vec<CountedParent>) {
        let cell = |parent: &CountedParent| &cells.cells[parent.number as usize];
        // Brings all cells near at once; one after the other they would be waited for one after the other.
        black_box(batch.iter().fold(0, |all, parent| all | cell(parent).load(Relaxed)));
        for parent in batch.drain(..) {
            if level.is_multiple_of(2) {
                let seen = cell(&parent).load(Relaxed);
                if seen < DECIDED || seen > DECIDED + level + 1 {
                    cells.decide(parent.number.into(), level + 1);
                }
                continue;
            }
            let lower = |seen: u16| (seen < AT_LEAST_A_DRAW).then(|| seen - parent.turns);
            if cell(&parent).fetch_update(Relaxed, Relaxed, lower) == Ok(parent.turns) {
                self.decide_loss(cells, parent.number.into(), level + 1);
            }
        }
    }

    /// Every turn inside the group has lost; those that leave it may last longer.
    fn decide_loss(&self, cells: &Cells, number: u64, level: u16) {
        let at = self.position(number).expect("parents have a position");
        let mut batch = Leaving { positions: Vec::new(), turns: Vec::new() };
        self.leave(number, &at, &mut Spare::new(), &mut batch);
        let (_, mover, ..) = batch.positions[0];
        let outside = self.best(mover, &batch.turns);
        cells.decide(number, outside.map_or(level, |outside| level.max(level_of(outside))));
    }
}
