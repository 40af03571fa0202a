//! What was worked out once and can be worked out again: kept by key, within a bound of bytes; the oldest leave first.

use crate::live::lock;
use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

/// A place for derived results.
pub trait Results: Send + Sync {
    /// What is kept under a key.
    fn find(&self, key: &str) -> Option<String>;
    /// Keeps a text under a key; others may have to leave for it.
    fn keep(&self, key: &str, text: &str);
}

/// Results in the memory of this process.
pub struct InMemory {
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    texts: HashMap<String, String>,
    oldest_first: VecDeque<String>,
    bytes: usize,
}

impl InMemory {
    /// Room for so many bytes.
    pub fn new(most: usize) -> InMemory {
        InMemory { most, kept: Mutex::default() }
    }
}

impl Results for InMemory {
    fn find(&self, key: &str) -> Option<String> {
        lock(&self.kept).texts.get(key).cloned()
    }

    fn keep(&self, key: &str, text: &str) {
        let mut kept = lock(&self.kept);
        if text.len() > self.most || kept.texts.contains_key(key) {
            return;
        }
        while kept.bytes + text.len() > self.most {
            let Some(gone) = kept.oldest_first.pop_front().and_then(|oldest| kept.texts.remove(&oldest)) else { break };
            kept.bytes -= gone.len();
        }
        kept.bytes += text.len();
        kept.texts.insert(key.to_string(), text.to_string());
        kept.oldest_first.push_back(key.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_leave_first_and_what_is_too_large_is_not_kept() {
        let results = InMemory::new(10);
        results.keep("a", "1234");
        results.keep("b", "1234");
        results.keep("c", "12345678901");
        assert_eq!((results.find("a").as_deref(), results.find("c")), (Some("1234"), None));
        results.keep("d", "1234");
        assert_eq!((results.find("a"), results.find("b").as_deref()), (None, Some("1234")));
        assert_eq!(results.find("d").as_deref(), Some("1234"));
    }
}
