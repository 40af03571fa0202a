//! What is proved of positions, shared by the threads of a proof.

use rules::Wdl;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What somebody may ask of a position: whether its mover gets at least this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProofGoal {
    Draw,
    Win,
}

impl ProofGoal {
    /// If the other side does not get this, one gets the goal.
    pub(crate) fn of_the_other(self) -> ProofGoal {
        match self {
            ProofGoal::Draw => ProofGoal::Win,
            ProofGoal::Win => ProofGoal::Draw,
        }
    }

    pub(crate) fn is_met_by(self, result: Wdl) -> bool {
        match self {
            ProofGoal::Draw => result >= Wdl::Draw,
            ProofGoal::Win => result == Wdl::Win,
        }
    }
}

/// What is proved of positions: a bucketed hash table of fixed size whose entries are single words, so that threads need no
/// lock. It forgets what was cheapest to prove.
pub struct ProofTable {
    entries: Vec<AtomicU64>,
}

/// An entry: the key above, then how much work the proof took, as a power of two, and what is proved.
const KEY_SHIFT: u32 = 8;
const WORK_SHIFT: u32 = 4;
const MOST_WORK: u64 = 15;
/// Entries that are looked through for a position: those of a cache line.
const BUCKET: usize = 8;
/// What is proved of each goal, a bit each: that it is met, that it is not.
const DRAW_MET: u64 = 1;
const DRAW_NOT_MET: u64 = 2;
const WIN_MET: u64 = 4;
const WIN_NOT_MET: u64 = 8;

impl ProofTable {
    /// A table that takes at most so many bytes.
    pub fn with_bytes(bytes: u64) -> ProofTable {
        let entries = (bytes / 8).max(BUCKET as u64) as usize;
        let entries = 1 << entries.ilog2();
        ProofTable { entries: std::iter::repeat_with(AtomicU64::default).take(entries).collect() }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = (self.entries.len() / BUCKET) as u64;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = (hash >> 32) as usize & (buckets as usize - 1);
        &self.entries[first * BUCKET..(first + 1) * BUCKET]
    }

    /// Whether the goal is known to be met.
    pub(crate) fn find(&self, key: u64, goal: ProofGoal) -> Option<bool> {
        let entry = self.bucket(key).iter().map(|entry| entry.load(Relaxed)).find(|entry| entry >> KEY_SHIFT == key)?;
        let (met, not_met) = match goal {
            ProofGoal::Draw => (DRAW_MET, DRAW_NOT_MET),
            ProofGoal::Win => (WIN_MET, WIN_NOT_MET),
        };
        if entry & met != 0 { Some(true) } else { (entry & not_met != 0).then_some(false) }
    }

    pub(crate) fn store(&self, key: u64, goal: ProofGoal, met: bool, nodes: u64) {
        let proved = match (goal, met) {
            (ProofGoal::Draw, true) => DRAW_MET,
            (ProofGoal::Draw, false) => DRAW_NOT_MET | WIN_NOT_MET,
            (ProofGoal::Win, true) => WIN_MET | DRAW_MET,
            (ProofGoal::Win, false) => WIN_NOT_MET,
        };
        let work = u64::from(nodes.max(1).ilog2()).min(MOST_WORK);
        let bucket = self.bucket(key);
        let mut cheapest = (&bucket[0], u64::MAX);
        for entry in bucket {
            let held = entry.load(Relaxed);
            if held >> KEY_SHIFT == key {
                let work = work.max(held >> WORK_SHIFT & MOST_WORK);
                entry.store(key << KEY_SHIFT | work << WORK_SHIFT | held & MOST_WORK | proved, Relaxed);
                return;
            }
            let cost = if held == 0 { 0 } else { 1 + (held >> WORK_SHIFT & MOST_WORK) };
            if cost < cheapest.1 {
                cheapest = (entry, cost);
            }
        }
        cheapest.0.store(key << KEY_SHIFT | work << WORK_SHIFT | proved, Relaxed);
    }
}
