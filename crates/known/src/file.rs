//! A tier at rest: its values in compressed blocks, each with a checksum, and an index.
//!
//! ```text
//! "PARLOUR1"  values: u64  blocks: u32  (end of each block: u64) * blocks  the blocks, each gzip of u16 values
//! ```
//! All numbers are little-endian. gzip's own checksum guards each block. A block has 16,384 values, that of a large tier 2,048:
//! how many there are tells which.

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

const MAGIC: &[u8; 8] = b"PARLOUR1";
/// Values in a block of a tier that may be part of the program: few large blocks take least space.
pub(crate) const BLOCK: u64 = 1 << 14;
/// Values in a block of a larger tier, which is for this computer only: small blocks are quickly unpacked.
const SMALL_BLOCK: u64 = 1 << 11;
/// No tier with more values is part of the program.
const MOST_SHIPPED: u64 = 1 << 24;

/// What can go wrong with tablebases.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
    /// A file is not what it should be.
    #[error("{0} is damaged: {1}")]
    Damaged(PathBuf, String),
    /// The tablebase belongs to other rules.
    #[error("{0} was made for edition {1} of the rules; this is edition {2}: solve it again")]
    OtherEdition(PathBuf, u16, u16),
    /// The tablebase has its positions in another order.
    #[error("{0} numbers positions in another way than this version of Parlour does: delete it and solve it again")]
    OtherNumbering(PathBuf),
    /// The next group does not fit into memory.
    #[error("solving {tiers} takes some {} MB of memory, and {} are allowed", needed >> 20, allowed >> 20)]
    Memory {
        /// The tiers of the group.
        tiers: String,
        /// Bytes.
        needed: u64,
        /// Bytes.
        allowed: u64,
    },
    /// The work was stopped.
    #[error("stopped; what was finished is kept, and the same command goes on from there")]
    Stopped,
}

/// A tier's file, open for looking values up.
#[derive(Debug)]
pub(crate) struct TierFile {
    path: PathBuf,
    bytes: Bytes,
    values: u64,
    /// Values in each block but the last.
    block_size: u64,
    /// Where each block ends in the file.
    ends: Vec<u64>,
    /// Where the first block begins.
    first: u64,
}

/// The bytes of a tier: on disk, or part of the program.
#[derive(Debug)]
enum Bytes {
    Disk(Mutex<File>),
    Program(Cow<'static, [u8]>),
}

impl Bytes {
    fn len(&self) -> io::Result<u64> {
        match self {
            Bytes::Disk(file) => Ok(file.lock().unwrap_or_else(PoisonError::into_inner).metadata()?.len()),
            Bytes::Program(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills the buffer from this place on.
    fn read(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Bytes::Disk(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(place))?;
                file.read_exact(buffer)
            }
            Bytes::Program(bytes) => {
                let rest = bytes.get(place as usize..).unwrap_or(&[]);
                let read = rest.get(..buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(read);
                Ok(())
            }
        }
    }
}

/// Writes a tier of so many values to a new file that takes its name when it is whole; tells its checksum. `values` gives the
/// packed values with these numbers.
pub(crate) fn write(
    path: &Path,
    count: u64,
    threads: usize,
    values: &(impl Fn(Range<u64>) -> Vec<u16> + Sync),
) -> Result<String, Error> {
    let failed = |why| Error::File(path.to_path_buf(), why);
    let (block_size, level) =
        if count <= MOST_SHIPPED { (BLOCK, Compression::default()) } else { (SMALL_BLOCK, Compression::fast()) };
    let blocks = in_parallel(count.div_ceil(block_size), threads, &|nth| {
        let first = nth * block_size;
        let bytes: Vec<u8> =
            values(first..(first + block_size).min(count)).iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut packed = GzEncoder::new(Vec::new(), level);
        packed.write_all(&bytes).and_then(|()| packed.finish())
    });
    let blocks = blocks.into_iter().collect::<io::Result<Vec<_>>>().map_err(failed)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(count.to_le_bytes());
    bytes.extend((blocks.len() as u32).to_le_bytes());
    let mut end = (bytes.len() + 8 * blocks.len()) as u64;
    for block in &blocks {
        end += block.len() as u64;
        bytes.extend(end.to_le_bytes());
    }
    for block in &blocks {
        bytes.extend(block);
    }
    let partial = path.with_extension("partial");
    let mut file = File::create(&partial).map_err(failed)?;
    file.write_all(&bytes).and_then(|()| file.sync_all()).map_err(failed)?;
    std::fs::rename(&partial, path).map_err(failed)?;
    Ok(checksum(&bytes))
}

/// The results of this work for all numbers below `count`, in their order, worked out by several threads.
pub(crate) fn in_parallel<T: Send>(count: u64, threads: usize, work: &(impl Fn(u64) -> T + Sync)) -> Vec<T> {
    let next = AtomicU64::new(0);
    let run = || {
        let mine = std::iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|nth| *nth < count);
        mine.map(|nth| (nth, work(nth))).collect::<Vec<_>>()
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        done.extend(others.into_iter().flat_map(|other| other.join().expect("the work does not panic")));
        done
    });
    done.sort_unstable_by_key(|(nth, _)| *nth);
    done.into_iter().map(|(_, result)| result).collect()
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

impl TierFile {
    pub(crate) fn open(path: &Path) -> Result<TierFile, Error> {
        let file = File::open(path).map_err(|why| Error::File(path.to_path_buf(), why))?;
        TierFile::read(path.to_path_buf(), Bytes::Disk(Mutex::new(file)))
    }

    /// A tier that is part of the program; its name stands for the path.
    pub(crate) fn embedded(name: &str, bytes: Cow<'static, [u8]>) -> Result<TierFile, Error> {
        TierFile::read(PathBuf::from(name), Bytes::Program(bytes))
    }

    fn read(path: PathBuf, bytes: Bytes) -> Result<TierFile, Error> {
        let damaged = |what: &str| Error::Damaged(path.clone(), what.to_string());
        let length = bytes.len().map_err(|why| Error::File(path.clone(), why))?;
        let mut head = [0; 20];
        bytes.read(0, &mut head).map_err(|_| damaged("it is too short"))?;
        if &head[..8] != MAGIC {
            return Err(damaged("it does not begin as a tablebase does"));
        }
        let values = u64::from_le_bytes(head[8..16].try_into().expect("eight bytes"));
        let blocks = u32::from_le_bytes(head[16..].try_into().expect("four bytes"));
        let fits = |size: &u64| u64::from(blocks) == values.div_ceil(*size) && u64::from(blocks) * 8 <= length;
        let block_size = [BLOCK, SMALL_BLOCK].into_iter().find(fits);
        let block_size = block_size.ok_or_else(|| damaged("its index does not fit its size"))?;
        let mut index = vec![0; 8 * blocks as usize];
        bytes.read(20, &mut index).map_err(|_| damaged("its index is cut off"))?;
        let ends: Vec<u64> =
            index.chunks_exact(8).map(|end| u64::from_le_bytes(end.try_into().expect("eight bytes"))).collect();
        let first = 20 + 8 * u64::from(blocks);
        if !ends.is_sorted() || ends.first().is_some_and(|end| *end < first) || ends.last().unwrap_or(&first) != &length
        {
            return Err(damaged("its blocks do not fill it"));
        }
        Ok(TierFile { path, bytes, values, block_size, ends, first })
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        self.ends.len() as u64
    }

    /// The block of a number, and its place in it; `None` if there is no such number.
    pub(crate) fn block_of(&self, number: u64) -> Option<(u64, usize)> {
        (number < self.values).then(|| (number / self.block_size, (number % self.block_size) as usize))
    }

    /// All values.
    pub(crate) fn all(&self, threads: usize) -> Result<Vec<u16>, Error> {
        let blocks = in_parallel(self.blocks(), threads, &|nth| self.block(nth));
        let mut all = Vec::with_capacity(self.values as usize);
        for block in blocks {
            all.extend(block?);
        }
        Ok(all)
    }

    /// The values of one block; its checksum is tested.
    pub(crate) fn block(&self, nth: u64) -> Result<Vec<u16>, Error> {
        let begin = if nth == 0 { self.first } else { self.ends[nth as usize - 1] };
        let mut packed = vec![0; (self.ends[nth as usize] - begin) as usize];
        self.bytes.read(begin, &mut packed).map_err(|why| Error::File(self.path.clone(), why))?;
        let count = self.block_size.min(self.values - nth * self.block_size);
        let mut bytes = vec![0; 2 * count as usize];
        let mut decoder = GzDecoder::new(&packed[..]);
        // What the checksum says is told at the end of the block only, where nothing more may come.
        let end = decoder.read_exact(&mut bytes).and_then(|()| decoder.read(&mut [0]));
        if !matches!(end, Ok(0)) {
            return Err(Error::Damaged(self.path.clone(), format!("block {nth} has a wrong checksum or size")));
        }
        Ok(bytes.chunks_exact(2).map(|value| u16::from_le_bytes([value[0], value[1]])).collect())
    }
}
