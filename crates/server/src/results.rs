//! Results that took long to work out, such as reviews of games, kept for whoever asks the same again.

use crate::answers::ApiError;
use crate::house::House;
use crate::tokens::hex;
use sha2::{Digest, Sha256};
use std::fmt::{self, Display};

/// Names a result by what it depends on: two that depend on the same have the same key, at every node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultKey(String);

impl ResultKey {
    /// The key of one kind of result about a game by this edition of its rules; `about` is everything else that it depends
    /// on, such as options, position, steps, and what was asked for. A kind whose results change gets another name.
    pub fn of(kind: &str, game: &str, edition: u16, about: &[&str]) -> ResultKey {
        let mut hash = Sha256::new();
        for word in [kind, game, &edition.to_string()].iter().chain(about) {
            // With its length, so that no two lists of words are the same text.
            hash.update((word.len() as u64).to_le_bytes());
            hash.update(word);
        }
        ResultKey(format!("{kind}:{}", hex(&hash.finalize())))
    }
}

impl Display for ResultKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl House {
    /// What was worked out before. Waits for the disk.
    pub fn kept_result(&self, key: &ResultKey) -> Result<Option<Vec<u8>>, ApiError> {
        Ok(self.store.kept_result(&key.0)?)
    }

    /// Keeps what was worked out within [`crate::Settings::kept_results`]. Waits for the disk.
    pub fn keep_result(&self, key: &ResultKey, result: &[u8]) -> Result<(), ApiError> {
        Ok(self.store.keep_result(&key.0, result, self.settings.kept_results)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_apart_what_depends_on_different_things() {
        let key = |kind, game, edition, about: &[&str]| ResultKey::of(kind, game, edition, about);
        let one = key("review", "lasca", 1, &["9-13", "22-17"]);
        assert_eq!(one, key("review", "lasca", 1, &["9-13", "22-17"]));
        let others = [
            key("reading", "lasca", 1, &["9-13", "22-17"]),
            key("review", "chess", 1, &["9-13", "22-17"]),
            key("review", "lasca", 2, &["9-13", "22-17"]),
            key("review", "lasca", 1, &["9-1322-17"]),
            key("review", "lasca", 1, &["9-13", "22-17", ""]),
        ];
        assert!(others.iter().all(|other| *other != one));
    }
}
