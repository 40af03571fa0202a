//! Ids and keys that nobody can guess, and what is stored of them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;
use subtle::ConstantTimeEq;

/// Letters and digits that are not mistaken for each other.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What stands before everything that was sealed.
const SEALED: &str = "h1:";

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

/// What only this house knows. It lies beside the database, not in it, and without it nothing in the database opens a
/// seat.
#[derive(Clone)]
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

    /// Makes it from a text, the same on every node that is given the same one; none if the text is too short.
    pub fn from_text(text: &str) -> Option<Secret> {
        (text.trim().len() >= 32).then(|| Secret(Sha256::digest(text.trim()).into()))
    }

    /// Tells this secret from others without telling anything about it.
    pub fn fingerprint(&self) -> String {
        self.seal("fingerprint", "")
    }

    /// The key that belongs to these words: 128 bits. A request that is repeated gets the same key again,
    /// although only its seal is stored.
    pub fn key(&self, words: &[&str]) -> String {
        let mut hash = Sha256::new_with_prefix(self.0);
        for word in words {
            hash.update((word.len() as u64).to_le_bytes());
            hash.update(word);
        }
        hex(&hash.finalize()[..16])
    }

    /// What is stored of something that must not be read from the store: HMAC-SHA-256 under this secret. What is sealed
    /// under one purpose is never the same as under another.
    pub fn seal(&self, purpose: &str, what: &str) -> String {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0).expect("any length will do");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(what.as_bytes());
        format!("{SEALED}{}", hex(&mac.finalize().into_bytes()))
    }

    /// What is stored of a token that plays or claims a seat.
    pub fn seal_token(&self, token: &str) -> String {
        self.seal_hash(&hex(&Sha256::digest(token)))
    }

    /// The same from what earlier versions stored, the bare hash of the token.
    pub fn seal_hash(&self, hash: &str) -> String {
        self.seal("token", hash)
    }
}

/// Whether something has been sealed.
pub fn is_sealed(text: &str) -> bool {
    text.starts_with(SEALED)
}

/// Whether two texts are the same, in the same time whatever the answer.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Bytes as people write them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_needs_the_secret_and_the_purpose() {
        let [one, other] = ["one secret, long enough to be one", "another one, long enough to be one"]
            .map(|text| Secret::from_text(text).unwrap());
        assert_eq!(one.seal_token("t"), one.seal_hash(&hex(&Sha256::digest("t"))), "links of earlier versions go on");
        assert_ne!(one.seal_token("t"), other.seal_token("t"));
        assert_ne!(one.seal("create", "x"), one.seal("rematch", "x"));
        assert_ne!(one.fingerprint(), other.fingerprint());
        assert!(is_sealed(&one.seal_token("t")) && !is_sealed("00ff"));
        assert!(Secret::from_text("short").is_none());
        let [shortest, too_short] = [32, 31].map(|length| Secret::from_text(&format!(" {} ", "x".repeat(length))));
        assert!(shortest.is_some() && too_short.is_none(), "blanks around it do not count");
        assert!(same("a", "a") && !same("a", "b"));
    }

    #[test]
    fn a_key_belongs_to_its_words_and_to_the_secret() {
        let [one, other] =
            ["one secret, long enough to be one", "another one, long enough to be one"].map(Secret::from_text);
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(one.key(&["table", "1"]), one.key(&["table", "1"]), "a request that is repeated gets it again");
        assert_eq!(one.key(&["table", "1"]).len(), 32);
        assert_ne!(one.key(&["table", "1"]), other.key(&["table", "1"]));
        assert_ne!(one.key(&["table", "1"]), one.key(&["tabl", "e1"]), "words do not run into each other");
    }

    #[test]
    fn the_secret_of_a_folder_stays_and_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let made = Secret::in_folder(folder.path()).unwrap();
        assert_eq!(Secret::in_folder(folder.path()).unwrap().fingerprint(), made.fingerprint());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(folder.path().join("secret")).unwrap();
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        let elsewhere = tempfile::tempdir().unwrap();
        assert_ne!(Secret::in_folder(elsewhere.path()).unwrap().fingerprint(), made.fingerprint());
    }

    #[test]
    fn an_id_has_twenty_letters_that_are_not_mistaken_for_each_other() {
        let ids: std::collections::HashSet<String> = (0..100).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 100);
        let letters: std::collections::HashSet<u8> = ids.iter().flat_map(|id| id.bytes()).collect();
        assert_eq!(letters, LETTERS.iter().copied().collect(), "all of them come up, and no other");
        assert!(ids.iter().all(|id| id.len() == 20));
    }
}
