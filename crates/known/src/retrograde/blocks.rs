//! Groups of games that are solved block by block ([`Blocks`]): a position takes two bytes, and all but one of the places that are
//! touched for it lie in one block.
//!
//! Cells are those of the other way (`predecessors`): how many turns are still open, then the distance. They lie in *regions*, some
//! blocks each, small enough for a processor's cache and worked on by one thread at a time. A level is spread in two passes, like a
//! radix partition: every position of this level is exchanged and sent as a message to the region where its parents are; then
//! every region reads its messages and tells the parents. Every symmetric place has a cell of its own, so turns are simply counted.

use super::predecessors::{AT_LEAST_A_DRAW, DECIDED, LEVELS, first_cell, level_bit, level_in, level_of, packed};
use super::{GroupSolver, HOLE, Part};
use crate::checkpoint::Checkpoint;
use crate::file::Error;
use crate::turns::{numbered_value, stuck_value};
use crate::value::Value;
use rules::tiers::{Blocks, Numbered, TurnEnd};
use rules::{Seat, Tiers};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Cells of a region, about: a megabyte.
const REGION: u32 = 1 << 19;
/// Regions whose cells are exchanged before the messages are read, so that these do not take more memory than the cells.
const ROUND: usize = 256;
/// Messages to one region that a thread keeps before it sends them.
const BUFFERED: usize = 256;
/// Progress is told once in so many regions.
const TOLD_EVERY: usize = 16;
/// Cells that are compared with a level at once.
const COMPARED: usize = 64;

/// A bit for each level that some cells may have.
type LevelBits = [u64; LEVELS / 64];

/// A tier of the group, and how it is divided.
struct TierParts<T> {
    tier: T,
    /// Places of a block.
    places: u32,
    /// Cells of each region but the last.
    cells: u32,
    /// The first region, and the one after the last.
    regions: Range<usize>,
}

/// Some blocks of a tier.
struct Region {
    /// Which of the group's tiers it belongs to.
    tier: usize,
    /// The number in the tier of the first cell.
    first: u32,
    cells: Vec<u16>,
    /// For each block the levels that its cells may have.
    levels: Vec<LevelBits>,
    /// What cells may have anywhere in it.
    any_level: LevelBits,
}

impl Region {
    /// Decides a cell of this block.
    fn decide(&mut self, block: u32, cell: usize, level: u16) {
        self.enter(block, cell, DECIDED + level);
    }

    fn enter(&mut self, block: u32, cell: usize, value: u16) {
        self.cells[cell] = value;
        if let Some(level) = level_in(value) {
            self.note_level(block, level);
        }
    }

    /// Notes that a block may have this level.
    fn note_level(&mut self, block: u32, level: u16) {
        let (word, bit) = level_bit(level);
        self.levels[block as usize][word] |= bit;
        self.any_level[word] |= bit;
    }
}

/// The messages of one thread to each region that are not sent yet: numbers of exchanged positions.
struct Outbox(Vec<Vec<u32>>);

/// Solves one group block by block.
struct BlockSolver<'a, 'b, G: Tiers, O, P, B> {
    group: &'a GroupSolver<'b, G, O, P>,
    blocks: &'a B,
    tiers: Vec<TierParts<G::Tier>>,
    regions: Vec<Mutex<Region>>,
    /// Messages to each region that are not read yet.
    inboxes: Vec<Mutex<Vec<u32>>>,
}

impl<G: Tiers, O: Fn(G::Tier, u64) -> u16 + Sync, P: Fn(f64) -> bool + Sync> GroupSolver<'_, G, O, P> {
    pub(super) fn solve_in_blocks<B: Blocks<G>>(
        &self,
        blocks: &B,
        checkpoint: &Checkpoint,
    ) -> Result<Vec<Part>, Error> {
        let mut solver = BlockSolver::new(self, blocks);
        let level = if let Some(level) = solver.read(checkpoint) {
            level
        } else {
            solver.each_region(0.0..0.5, |_, region| solver.look_forward(region)).ok_or(Error::Stopped)?;
            0
        };
        solver.spread_all(level, checkpoint)?;
        solver.finish()
    }
}

impl<'a, 'b, G: Tiers, O, P, B> BlockSolver<'a, 'b, G, O, P, B>
where
    O: Fn(G::Tier, u64) -> u16 + Sync,
    P: Fn(f64) -> bool + Sync,
    B: Blocks<G>,
{
    fn new(group: &'a GroupSolver<'b, G, O, P>, blocks: &'a B) -> Self {
        let mut solver = BlockSolver { group, blocks, tiers: Vec::new(), regions: Vec::new(), inboxes: Vec::new() };
        for (nth, tier) in group.tiers.iter().enumerate() {
            let (size, places) = (group.game.size(*tier) as u32, blocks.places(*tier));
            let cells = (REGION / places).max(1) * places;
            let begin = solver.regions.len();
            for first in (0..size).step_by(cells as usize) {
                let count = cells.min(size - first);
                solver.regions.push(Mutex::new(Region {
                    tier: nth,
                    first,
                    cells: vec![0; count as usize],
                    levels: vec![LevelBits::default(); (count / places) as usize],
                    any_level: LevelBits::default(),
                }));
            }
            solver.tiers.push(TierParts { tier: *tier, places, cells, regions: begin..solver.regions.len() });
        }
        solver.inboxes = solver.regions.iter().map(|_| Mutex::default()).collect();
        solver
    }

    /// Goes on from a checkpoint: the level to be spread next. `None` if there is nothing whole.
    fn read(&mut self, checkpoint: &Checkpoint) -> Option<u16> {
        let (mut nth, mut cell) = (0, 0);
        let Self { regions, tiers, .. } = self;
        checkpoint.read(self.group.total(), &mut |saved| {
            let region = regions[nth].get_mut().unwrap_or_else(PoisonError::into_inner);
            region.enter(cell as u32 / tiers[region.tier].places, cell, saved);
            cell += 1;
            if cell == region.cells.len() {
                (nth, cell) = (nth + 1, 0);
            }
        })
    }

    fn region(&self, nth: usize) -> MutexGuard<'_, Region> {
        self.regions[nth].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on every region in several threads; `None` if it was stopped.
    fn each_region(&self, part: Range<f64>, work: impl Fn(&mut Outbox, &mut Region) + Sync) -> Option<()> {
        self.some_regions(0..self.regions.len(), part, |outbox, nth| work(outbox, &mut self.region(nth)))
    }

    /// Works on some regions in several threads, and sends the messages that were written; `None` if it was stopped.
    fn some_regions(
        &self,
        regions: Range<usize>,
        part: Range<f64>,
        work: impl Fn(&mut Outbox, usize) + Sync,
    ) -> Option<()> {
        let outbox = || Outbox(vec![Vec::new(); self.regions.len()]);
        let send = |mut outbox: Outbox| {
            for (nth, messages) in outbox.0.iter_mut().enumerate() {
                self.send(nth, messages);
            }
        };
        self.group.in_threads(regions, TOLD_EVERY, &part, outbox, work, send)
    }

    fn send(&self, region: usize, messages: &mut Vec<u32>) {
        if !messages.is_empty() {
            self.inboxes[region].lock().unwrap_or_else(PoisonError::into_inner).append(messages);
        }
    }

    /// Every position of a region once forward.
    fn look_forward(&self, region: &mut Region) {
        let TierParts { tier, places, .. } = self.tiers[region.tier];
        let mut takings = Takings::default();
        for nth in 0..region.levels.len() as u32 {
            let first = nth * places;
            let block = self.blocks.block(tier, (region.first + first) / places);
            self.value_takings(&block, places, &mut takings);
            for place in 0..places {
                let (mut inside, mut best) = (0, None);
                self.blocks.moves(&block, place, &mut |to, takes| {
                    if takes {
                        best = best.max(takings.best[to as usize]);
                    } else {
                        inside += 1;
                    }
                });
                if best.is_none() && inside == 0 {
                    let lowest = region.first + first + self.lowest(&block, place);
                    best = Some(self.stuck(tier, lowest.into()));
                }
                region.enter(nth, (first + place) as usize, first_cell(best, inside));
            }
        }
    }

    /// The value of a position without a step.
    fn stuck(&self, tier: G::Tier, number: u64) -> Value {
        let at = self.group.game.position(tier, number).expect("the lowest place is a position");
        stuck_value(self.group.game, &at, &mut Vec::new()).expect("there is no step")
    }

    /// The lowest of the places that stand for the same position: the one that is not a hole.
    fn lowest(&self, block: &B::Block, place: u32) -> u32 {
        let mut lowest = place;
        self.blocks.symmetric(block, place, &mut |same| lowest = lowest.min(same));
        lowest
    }

    /// Works out what each place of a block is worth to a mover who has come there and may take a man.
    fn value_takings(&self, block: &B::Block, places: u32, takings: &mut Takings<G::Tier>) {
        takings.ends.clear();
        takings.ends_at.clear();
        for place in 0..places {
            self.blocks.takings(block, place, &mut |end| takings.ends.push(end));
            takings.ends_at.push(takings.ends.len());
        }
        // Values are read one after the other without anything between, so that memory brings several at once.
        let known = |tier, number| Some(Value::unpack((self.group.outside)(tier, number)));
        takings.values.clear();
        takings.values.extend(takings.ends.iter().map(|end| numbered_value(Seat::FIRST, *end, known)));
        takings.best.clear();
        let mut begin = 0;
        for end in &takings.ends_at {
            takings.best.push(takings.values[begin..*end].iter().copied().max().flatten());
            begin = *end;
        }
    }

    /// Spreads all levels from this one on.
    fn spread_all(&self, mut level: u16, checkpoint: &Checkpoint) -> Result<(), Error> {
        let mut last_saved = Instant::now();
        while self.goes_on(level) {
            // Only between two levels: a count that was lowered must not be lowered again.
            if last_saved.elapsed() >= checkpoint.every {
                self.save(level, checkpoint)?;
                last_saved = Instant::now();
            }
            let part = 1.0 - 0.5 / (1.0 + f64::from(level) / 20.0);
            for first in (0..self.regions.len()).step_by(ROUND) {
                let round = first..(first + ROUND).min(self.regions.len());
                let exchange = |outbox: &mut Outbox, nth| self.exchange(outbox, &self.region(nth), level);
                self.some_regions(round, part..part, exchange).ok_or(Error::Stopped)?;
                let read = |_: &mut Outbox, nth: usize| {
                    let messages =
                        std::mem::take(&mut *self.inboxes[nth].lock().unwrap_or_else(PoisonError::into_inner));
                    if !messages.is_empty() {
                        self.tell_parents(&mut self.region(nth), &messages, level);
                    }
                };
                self.some_regions(0..self.regions.len(), part..part, read).ok_or(Error::Stopped)?;
            }
            level += 1;
        }
        Ok(())
    }

    /// Whether some cell may have this level or a higher one.
    fn goes_on(&self, level: u16) -> bool {
        if usize::from(level) >= LEVELS {
            return (0..self.regions.len())
                .any(|nth| self.region(nth).cells.iter().any(|cell| *cell >= DECIDED + level));
        }
        let (word, bit) = level_bit(level);
        (0..self.regions.len()).any(|nth| {
            let any = self.region(nth).any_level;
            any[word] >= bit || any[word + 1..].iter().any(|word| *word != 0)
        })
    }

    fn save(&self, level: u16, checkpoint: &Checkpoint) -> Result<(), Error> {
        let cells = (0..self.regions.len()).flat_map(|nth| self.region(nth).cells.clone());
        checkpoint.save(level, self.group.total(), cells)
    }

    /// Writes a message for each position of a region that has this level.
    fn exchange(&self, outbox: &mut Outbox, region: &Region, level: u16) {
        let (word, bit) = level_bit(level);
        if region.any_level[word] & bit == 0 {
            return;
        }
        let TierParts { tier, places, .. } = self.tiers[region.tier];
        let to_tier = self.blocks.exchanged_tier(tier);
        let to = self.tiers.iter().find(|parts| parts.tier == to_tier).expect("exchanged tiers are in the same group");
        for (nth, cells) in region.cells.chunks_exact(places as usize).enumerate() {
            if region.levels[nth][word] & bit == 0 {
                continue;
            }
            let block = self.blocks.block(tier, region.first / places + nth as u32);
            let has_holes = self.blocks.has_holes(&block);
            for (begin, cells) in (0..).step_by(COMPARED).zip(cells.chunks(COMPARED)) {
                // Most have another level, which is seen of many at once.
                if cells.iter().map(|cell| u16::from(*cell == DECIDED + level)).sum::<u16>() == 0 {
                    continue;
                }
                for (place, _) in (begin..).zip(cells).filter(|(_, cell)| **cell == DECIDED + level) {
                    if has_holes && self.lowest(&block, place) != place {
                        continue;
                    }
                    let number = self.blocks.exchanged(&block, place);
                    let nth = to.regions.start + (number / to.cells) as usize;
                    let messages = &mut outbox.0[nth];
                    messages.push(number);
                    if messages.len() == BUFFERED {
                        self.send(nth, messages);
                    }
                }
            }
        }
    }

    /// Tells the parents of exchanged positions in a region that these have a value of this level.
    fn tell_parents(&self, region: &mut Region, messages: &[u32], level: u16) {
        let TierParts { tier, places, .. } = self.tiers[region.tier];
        for number in messages {
            let local = number - region.first;
            let (nth, place) = (local / places, local % places);
            let block = self.blocks.block(tier, region.first / places + nth);
            self.blocks.symmetric(&block, place, &mut |place| {
                self.blocks.moves_back(&block, place, &mut |parent| {
                    let cell = (nth * places + parent) as usize;
                    let seen = region.cells[cell];
                    if level.is_multiple_of(2) {
                        if seen < DECIDED || seen > DECIDED + level + 1 {
                            region.decide(nth, cell, level + 1);
                        }
                    } else if seen < AT_LEAST_A_DRAW {
                        region.cells[cell] = seen - 1;
                        if seen == 1 {
                            region.decide(nth, cell, self.loss(&block, parent, level + 1));
                        }
                    }
                });
            });
        }
    }

    /// The level of a loss, when every turn inside the group has lost: turns that take a man may last longer than this level.
    fn loss(&self, block: &B::Block, place: u32, level: u16) -> u16 {
        let known = |tier, number| Some(Value::unpack((self.group.outside)(tier, number)));
        let mut longest = level;
        self.blocks.moves(block, place, &mut |to, takes| {
            if takes {
                // Of several men to be taken the mover takes the one that makes it last longest.
                let mut best = None;
                self.blocks.takings(block, to, &mut |end| {
                    best = best.max(numbered_value(Seat::FIRST, end, known));
                });
                longest = longest.max(best.map_or(0, level_of));
            }
        });
        longest
    }

    /// The values as they are stored.
    fn finish(self) -> Result<Vec<Part>, Error> {
        let pack = |_: &mut Outbox, region: &mut Region| {
            for cell in &mut region.cells {
                *cell = packed(*cell);
            }
            let TierParts { tier, places, .. } = self.tiers[region.tier];
            for (nth, cells) in (0..).zip(region.cells.chunks_exact_mut(places as usize)) {
                let block = self.blocks.block(tier, region.first / places + nth);
                if self.blocks.has_holes(&block) {
                    for (place, cell) in (0..).zip(cells) {
                        if self.lowest(&block, place) != place {
                            *cell = HOLE;
                        }
                    }
                }
            }
        };
        self.each_region(1.0..1.0, pack).ok_or(Error::Stopped)?;
        let regions =
            self.regions.into_iter().map(|region| region.into_inner().unwrap_or_else(PoisonError::into_inner));
        let first = |region: &Region| self.group.begins[region.tier] + u64::from(region.first);
        Ok(regions.map(|region| Part { first: first(&region), values: region.cells }).collect())
    }
}

/// What the places of a block are worth to a mover who may take a man there; kept to be used again.
struct Takings<T> {
    ends: Vec<TurnEnd<Numbered<T>>>,
    /// Where the ends of each place end in the list.
    ends_at: Vec<usize>,
    values: Vec<Option<Value>>,
    /// The best for each place.
    best: Vec<Option<Value>>,
}

impl<T> Default for Takings<T> {
    fn default() -> Takings<T> {
        Takings { ends: Vec::new(), ends_at: Vec::new(), values: Vec::new(), best: Vec::new() }
    }
}
