//! The transposition table: what was found out about positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A transposition table of pairs of slots, one replaced by depth, one always.
pub struct TranspositionTable {
    pairs: Vec<Bucket>,
    generation: AtomicU64,
}

/// Two slots, of which one keeps the deepest entry and the other the latest, within one cache line.
#[derive(Default)]
#[repr(align(32))]
struct Bucket {
    deep: Slot,
    late: Slot,
}

/// One entry, written without a lock: the key is stored xored with the data, so that a torn write is not recognised.
#[derive(Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn get(&self, key: u64) -> Option<Cached> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.key_xor_data.load(Relaxed) ^ data == key).then(|| Cached::unpack(data))
    }

    fn put(&self, key: u64, data: u64) {
        self.key_xor_data.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is at least this (a cutoff).
    Lower,
    /// The true value is at most this (no step raised alpha).
    Upper,
}

/// What was found out about one position, from the side of its mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cached {
    /// The value.
    pub value: i32,
    /// How it bounds the true value.
    pub bound: Bound,
    /// How many turns deep it was searched.
    pub depth: i32,
    /// The best step, by its index in the game's own list.
    pub index: u16,
}

impl Cached {
    fn pack(self, generation: u64) -> u64 {
        let bound = self.bound as u64;
        (self.value as u32 as u64)
            | (self.depth.clamp(0, 255) as u64) << 32
            | (u64::from(self.index)) << 40
            | bound << 56
            | (generation & 63) << 58
    }

    fn unpack(data: u64) -> Cached {
        let bound = match data >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Cached { value: data as u32 as i32, bound, depth: (data >> 32 & 255) as i32, index: (data >> 40) as u16 }
    }
}

impl TranspositionTable {
    /// A table of about so many bytes.
    pub fn with_bytes(bytes: usize) -> TranspositionTable {
        let pairs = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable {
            pairs: std::iter::repeat_with(Bucket::default).take(pairs).collect(),
            generation: AtomicU64::new(1),
        }
    }

    /// A new search begins: entries of earlier ones are replaced first.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for Bucket { deep, late } in &self.pairs {
            deep.put(0, 0);
            late.put(0, 0);
        }
    }

    fn pair(&self, key: u64) -> &Bucket {
        &self.pairs[((u128::from(key) * (self.pairs.len() as u128)) >> 64) as usize]
    }

    /// The entry of the position with this key.
    pub fn get(&self, key: u64) -> Option<Cached> {
        let Bucket { deep, late } = self.pair(key);
        deep.get(key).or_else(|| late.get(key))
    }

    /// Stores an entry in place of a shallower or older one.
    pub fn put(&self, key: u64, entry: Cached) {
        let generation = self.generation.load(Relaxed);
        let Bucket { deep, late } = self.pair(key);
        let kept = deep.data.load(Relaxed);
        let same = deep.key_xor_data.load(Relaxed) ^ kept == key;
        let outdated = kept >> 58 != generation & 63;
        let slot = if same || outdated || entry.depth >= Cached::unpack(kept).depth { deep } else { late };
        slot.put(key, entry.pack(generation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again() {
        let table = TranspositionTable::with_bytes(1 << 12);
        let entry = Cached { value: -31_999, bound: Bound::Upper, depth: 7, index: 479 };
        table.put(12345, entry);
        assert_eq!(table.get(12345), Some(entry));
        assert_eq!(table.get(12346), None);
        table.clear();
        assert_eq!(table.get(12345), None);
    }

    #[test]
    fn the_deeper_stays_until_a_new_search_begins() {
        let table = TranspositionTable::with_bytes(32);
        let entry = |depth| Cached { value: depth, bound: Bound::Exact, depth, index: 0 };
        table.put(1, entry(9));
        table.put(2, entry(3));
        table.put(3, entry(2));
        assert_eq!((table.get(1), table.get(2), table.get(3)), (Some(entry(9)), None, Some(entry(2))));
        table.new_search();
        table.put(4, entry(1));
        assert_eq!((table.get(1), table.get(4)), (None, Some(entry(1))));
    }
}
