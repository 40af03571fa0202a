//! What was found out about positions, shared by all who search: a fixed number of entries without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A transposition table of pairs of slots.
pub struct Table {
    pairs: Vec<Pair>,
    age: AtomicU64,
}

/// Two slots, of which one keeps the deepest entry and the other the latest; together they never lie across the border
/// of what a machine fetches at once.
#[derive(Default)]
#[repr(align(32))]
struct Pair {
    deep: Slot,
    late: Slot,
}

/// One entry: the key mixed with the other word, so that a torn write is simply not recognised.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn get(&self, key: u64) -> Option<Found> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.mixed.load(Relaxed) ^ data == key).then(|| Found::unpack(data))
    }

    fn put(&self, key: u64, data: u64) {
        self.mixed.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What was found out about one position, from the side of its mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value.
    pub value: i32,
    /// What it says.
    pub bound: Bound,
    /// How many turns it looked ahead.
    pub depth: i32,
    /// The best step, by its place in the game's own list.
    pub nth: u16,
}

impl Found {
    fn pack(self, age: u64) -> u64 {
        let bound = self.bound as u64;
        (self.value as u32 as u64)
            | (self.depth.clamp(0, 255) as u64) << 32
            | (u64::from(self.nth)) << 40
            | bound << 56
            | (age & 63) << 58
    }

    fn unpack(data: u64) -> Found {
        let bound = match data >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Found { value: data as u32 as i32, bound, depth: (data >> 32 & 255) as i32, nth: (data >> 40) as u16 }
    }
}

impl Table {
    /// A table of about so many bytes.
    pub fn with_bytes(bytes: usize) -> Table {
        let pairs = (bytes / size_of::<Pair>()).max(1);
        Table { pairs: std::iter::repeat_with(Pair::default).take(pairs).collect(), age: AtomicU64::new(1) }
    }

    /// A new thought begins: what was found in earlier ones makes room first.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for Pair { deep, late } in &self.pairs {
            deep.put(0, 0);
            late.put(0, 0);
        }
    }

    fn pair(&self, key: u64) -> &Pair {
        &self.pairs[((u128::from(key) * (self.pairs.len() as u128)) >> 64) as usize]
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Found> {
        let Pair { deep, late } = self.pair(key);
        deep.get(key).or_else(|| late.get(key))
    }

    /// Remembers, in place of what is shallower or older.
    pub fn put(&self, key: u64, found: Found) {
        let age = self.age.load(Relaxed);
        let Pair { deep, late } = self.pair(key);
        let kept = deep.data.load(Relaxed);
        let same = deep.mixed.load(Relaxed) ^ kept == key;
        let outdated = kept >> 58 != age & 63;
        let slot = if same || outdated || found.depth >= Found::unpack(kept).depth { deep } else { late };
        slot.put(key, found.pack(age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let table = Table::with_bytes(1 << 12);
        let found = Found { value: -31_999, bound: Bound::AtMost, depth: 7, nth: 479 };
        table.put(12345, found);
        assert_eq!(table.get(12345), Some(found));
        assert_eq!(table.get(12346), None);
        table.clear();
        assert_eq!(table.get(12345), None);
    }

    #[test]
    fn the_deeper_stays_until_a_new_thought_begins() {
        let table = Table::with_bytes(32);
        let found = |depth| Found { value: depth, bound: Bound::Exact, depth, nth: 0 };
        table.put(1, found(9));
        table.put(2, found(3));
        table.put(3, found(2));
        assert_eq!((table.get(1), table.get(2), table.get(3)), (Some(found(9)), None, Some(found(2))));
        table.grow_older();
        table.put(4, found(1));
        assert_eq!((table.get(1), table.get(4)), (None, Some(found(1))));
    }
}
