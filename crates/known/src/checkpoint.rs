//! How far a group has come, on disk, so that a kill costs minutes and not hours.
//!
//! ```text
//! "PARLOURC"  edition: u16  numbering: u16  method: u16  level: u16  cells: u64  (cell: u16) * cells  CRC-32 of all before: u32
//! ```
//! All numbers are little-endian.

use crate::file::Error;
use flate2::Crc;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const MAGIC: &[u8; 8] = b"PARLOURC";

/// The checkpoint of one group.
pub(crate) struct Checkpoint {
    path: PathBuf,
    /// The edition of the rules, how positions are numbered, and how they are solved: what was saved under others is not taken up.
    version: [u16; 3],
    /// It is saved anew after so much time.
    pub(crate) every: Duration,
}

impl Checkpoint {
    /// The checkpoint of the group whose first tier is this.
    pub(crate) fn new(folder: &Path, tier: &str, version: [u16; 3], every: Duration) -> Checkpoint {
        Checkpoint { path: folder.join(format!("{tier}.checkpoint")), version, every }
    }

    /// Saves so many cells as they are before this level is spread.
    pub(crate) fn save(&self, level: u16, count: u64, cells: impl Iterator<Item = u16>) -> Result<(), Error> {
        let failed = |why| Error::File(self.path.clone(), why);
        let partial = self.path.with_extension("partial");
        let mut out = Summed { inner: BufWriter::new(File::create(&partial).map_err(failed)?), sum: Crc::new() };
        let write = || {
            out.write_all(MAGIC)?;
            for part in self.version.into_iter().chain([level]) {
                out.write_all(&part.to_le_bytes())?;
            }
            out.write_all(&count.to_le_bytes())?;
            for cell in cells {
                out.write_all(&cell.to_le_bytes())?;
            }
            let sum = out.sum.sum();
            out.inner.write_all(&sum.to_le_bytes())?;
            out.inner.flush()?;
            out.inner.get_ref().sync_all()
        };
        write().and_then(|()| std::fs::rename(&partial, &self.path)).map_err(failed)
    }

    /// Visits the cells that were saved of a group with so many: the level to be spread next. `None` if there is nothing, or nothing
    /// whole.
    pub(crate) fn read(&self, count: u64, visit: &mut impl FnMut(u16)) -> Option<u16> {
        let mut file = Summed { inner: BufReader::new(File::open(&self.path).ok()?), sum: Crc::new() };
        let mut magic = [0; 8];
        file.read_exact(&mut magic).ok()?;
        let version = [file.number()?, file.number()?, file.number()?];
        let level = file.number()?;
        let mut size = [0; 8];
        file.read_exact(&mut size).ok()?;
        if &magic != MAGIC || version != self.version || u64::from_le_bytes(size) != count {
            return None;
        }
        for _ in 0..count {
            visit(file.number()?);
        }
        let expected = file.sum.sum().to_le_bytes();
        let mut rest = Vec::new();
        file.inner.read_to_end(&mut rest).ok()?;
        (rest == expected).then_some(level)
    }

    /// Removes it, when the group is stored.
    pub(crate) fn remove(&self) -> Result<(), Error> {
        match std::fs::remove_file(&self.path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => Err(Error::File(self.path.clone(), why)),
            _ => Ok(()),
        }
    }
}

/// Bytes that pass through, with their checksum.
struct Summed<T> {
    inner: T,
    sum: Crc,
}

impl<T: Write> Summed<T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Summed<T> {
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }

    fn number(&mut self) -> Option<u16> {
        let mut bytes = [0; 2];
        self.read_exact(&mut bytes).ok()?;
        Some(u16::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_checkpoint_of_the_same_group_is_taken_up() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let checkpoint = |version| Checkpoint::new(folder.path(), "4-3", version, Duration::ZERO);
        let cells = [7, 0x105, u16::MAX];
        let read = |version, count| {
            let mut cells = Vec::new();
            let level = checkpoint(version).read(count, &mut |cell| cells.push(cell));
            level.map(|level| (level, cells))
        };
        let same = [1, 2, 1];
        assert_eq!(read(same, 3), None);
        checkpoint(same).save(5, 3, cells.into_iter()).expect("saved");
        assert_eq!(read(same, 3), Some((5, cells.to_vec())));
        for (version, count) in [([1, 3, 1], 3), ([2, 2, 1], 3), ([1, 2, 2], 3), (same, 4), (same, 2)] {
            assert_eq!(read(version, count), None, "{version:?}, {count} cells");
        }
        let path = folder.path().join("4-3.checkpoint");
        let whole = std::fs::read(&path).expect("readable");
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&path, &damaged).expect("written");
            assert_eq!(read(same, 3), None, "byte {place} is damaged");
            std::fs::write(&path, &whole[..place]).expect("written");
            assert_eq!(read(same, 3), None, "cut off at byte {place}");
        }
        checkpoint(same).remove().expect("removed");
        checkpoint(same).remove().expect("what is not there is removed already");
        assert!(!path.exists());
    }
}
