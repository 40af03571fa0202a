//! What was found out about positions, shared by all who search: a fixed number of entries without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A transposition table. An entry is two words, the key mixed with the other word, so that a torn write
/// is simply not recognised.
pub struct Table {
    slots: Vec<[AtomicU64; 2]>,
    age: AtomicU64,
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
        let slots = (bytes / 16).max(2);
        Table { slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(), age: AtomicU64::new(1) }
    }

    /// A new thought begins: what was found in earlier ones makes room first.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for [mixed, data] in &self.slots {
            mixed.store(0, Relaxed);
            data.store(0, Relaxed);
        }
    }

    /// Two neighbouring slots: one keeps the deepest, the other the latest.
    fn pair(&self, key: u64) -> (usize, usize) {
        let place = ((u128::from(key) * (self.slots.len() as u128)) >> 64) as usize;
        (place & !1, (place | 1).min(self.slots.len() - 1))
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Found> {
        let (deep, late) = self.pair(key);
        [deep, late].into_iter().find_map(|slot| {
            let data = self.slots[slot][1].load(Relaxed);
            (data != 0 && self.slots[slot][0].load(Relaxed) ^ data == key).then(|| Found::unpack(data))
        })
    }

    /// Remembers, in place of what is shallower or older.
    pub fn put(&self, key: u64, found: Found) {
        let age = self.age.load(Relaxed);
        let (deep, late) = self.pair(key);
        let kept = self.slots[deep][1].load(Relaxed);
        let same = self.slots[deep][0].load(Relaxed) ^ kept == key;
        let outdated = kept >> 58 != age & 63;
        let slot = if same || outdated || found.depth >= Found::unpack(kept).depth { deep } else { late };
        let data = found.pack(age);
        self.slots[slot][0].store(key ^ data, Relaxed);
        self.slots[slot][1].store(data, Relaxed);
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
