//! The positions on the way here, so that none comes twice.

const MARKS: usize = 1 << 12;

/// The keys of positions at the start of each turn so far.
pub(super) struct Past {
    keys: Vec<u64>,
    /// How many keys end in the same bits: nearly always none, and then nothing need be looked for.
    marks: Box<[u16; MARKS]>,
}

impl Past {
    pub(super) fn new(keys: Vec<u64>) -> Past {
        let mut past = Past { keys: Vec::new(), marks: Box::new([0; MARKS]) };
        for key in keys {
            past.push(key);
        }
        past
    }

    pub(super) fn push(&mut self, key: u64) {
        self.marks[place(key)] += 1;
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.marks[place(key)] -= 1;
        }
    }

    pub(super) fn holds(&self, key: u64) -> bool {
        self.marks[place(key)] > 0 && self.keys.contains(&key)
    }
}

fn place(key: u64) -> usize {
    key as usize % MARKS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_long_ago_is_still_known_and_what_is_taken_back_is_not() {
        let mut past = Past::new((1..1000).collect());
        assert!(past.holds(1) && past.holds(999) && !past.holds(1000));
        // The same bits at the end, but another key.
        let alike = 5 + MARKS as u64;
        assert!(!past.holds(alike));
        past.push(alike);
        assert!(past.holds(alike) && past.holds(5));
        past.pop();
        assert!(!past.holds(alike) && past.holds(5));
    }
}
