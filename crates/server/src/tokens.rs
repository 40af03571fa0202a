//! Ids and keys that nobody can guess.

use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;
use subtle::ConstantTimeEq;

/// Letters and digits that are not mistaken for each other.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Bytes from the operating system's random source.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has a random source");
    bytes
}

/// A new id: 100 bits in twenty letters.
pub fn new_id() -> String {
    random::<20>().iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

/// What only this house knows. It lies beside the database, not in it, so that a copy of the database
/// opens no seat.
pub struct Secret([u8; 32]);

impl Secret {
    /// Reads it from the data folder, or makes it.
    pub fn in_folder(folder: &Path) -> std::io::Result<Secret> {
        let file = folder.join("secret");
        if let Ok(bytes) = std::fs::read(&file)
            && let Ok(secret) = bytes.try_into()
        {
            return Ok(Secret(secret));
        }
        let secret = random();
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&file)?.write_all(&secret)?;
        Ok(Secret(secret))
    }

    /// The key that belongs to these words: 128 bits. A request that is repeated gets the same key again,
    /// although only its hash is stored.
    pub fn key(&self, words: &[&str]) -> String {
        let mut hash = Sha256::new_with_prefix(self.0);
        for word in words {
            hash.update((word.len() as u64).to_le_bytes());
            hash.update(word);
        }
        hex(&hash.finalize()[..16])
    }
}

/// What is stored of a key.
pub fn hashed(key: &str) -> String {
    hex(&Sha256::digest(key))
}

/// Whether a key has this hash, in the same time whatever the answer.
pub fn fits(key: &str, hash: &str) -> bool {
    hashed(key).as_bytes().ct_eq(hash.as_bytes()).into()
}

/// Bytes as people write them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
