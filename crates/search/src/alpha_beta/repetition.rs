//! The positions on the way here, to recognise one that comes back.

const BUCKETS: usize = 1 << 12;

/// The keys of the positions at the start of each turn so far.
pub(super) struct Repetitions {
    keys: Vec<u64>,
    /// How many keys end in the same bits: nearly always none, and then the list need not be searched.
    buckets: Box<[u16; BUCKETS]>,
}

impl Repetitions {
    pub(super) fn new(keys: Vec<u64>) -> Repetitions {
        let mut repetitions = Repetitions { keys: Vec::new(), buckets: Box::new([0; BUCKETS]) };
        for key in keys {
            repetitions.push(key);
        }
        repetitions
    }

    pub(super) fn push(&mut self, key: u64) {
        self.buckets[bucket(key)] += 1;
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.buckets[bucket(key)] -= 1;
        }
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.buckets[bucket(key)] > 0 && self.keys.contains(&key)
    }
}

fn bucket(key: u64) -> usize {
    key as usize % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_positions_are_found_and_popped_ones_are_not() {
        let mut repetitions = Repetitions::new((1..1000).collect());
        assert!(repetitions.contains(1) && repetitions.contains(999) && !repetitions.contains(1000));
        let same_bucket = 5 + BUCKETS as u64;
        assert!(!repetitions.contains(same_bucket));
        repetitions.push(same_bucket);
        assert!(repetitions.contains(same_bucket) && repetitions.contains(5));
        repetitions.pop();
        assert!(!repetitions.contains(same_bucket) && repetitions.contains(5));
    }
}
