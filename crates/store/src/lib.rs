//! Tables at rest: what was set up, and every event since, as text.
//!
//! This crate knows no game, no seat and no rule: a table is a few texts and a numbered list of events, and
//! whoever reads them back makes sense of them. [`Store`] is the whole contract. [`Sqlite`] keeps it in
//! one file for one process, [`Postgres`] in a database for any number of them; both are held to the same [`contract`].
//!
//! ```
//! use parlour_store::{Sqlite, Store};
//!
//! let folder = tempfile::tempdir().expect("a temporary folder");
//! let store = Sqlite::open(&folder.path().join("parlour.db")).expect("a new store");
//! assert!(store.table("no-such-table").expect("the store answers").is_none());
//! ```

pub mod contract;
mod postgres;
mod sqlite;
mod tls;

pub use postgres::Postgres;
pub use sqlite::Sqlite;

use std::path::Path;
use std::time::Duration;
use tokio::sync::broadcast;

/// Tables and their events. Calls wait for the disk: what has been answered is there after a crash.
pub trait Store: Send + Sync {
    /// Sets up a table. If one with this key is there already, nothing changes.
    fn create(&self, table: &StoredTable) -> Result<Created, Error>;

    /// The table with this id.
    fn table(&self, id: &str) -> Result<Option<StoredTable>, Error>;

    /// The table that was set up with this key.
    fn table_by_key(&self, key: &str) -> Result<Option<StoredTable>, Error>;

    /// Adds the event that follows the one numbered `event.version - 1`; `flags` tells how the table stands from now on.
    fn append(&self, table: &str, event: &StoredEvent, flags: Flags) -> Result<Appended, Error>;

    /// The events of a table after this version, in order.
    fn events(&self, table: &str, after: u64) -> Result<Vec<StoredEvent>, Error>;

    /// The tables that wait for the house: there is something to be done that no person will ask for.
    fn owing(&self) -> Result<Vec<String>, Error>;

    /// Removes a table and its events; tells whether it was there.
    fn delete(&self, id: &str) -> Result<bool, Error>;

    /// Removes up to `limit` tables, those first at which nothing has happened for longest, whose last event was before
    /// this time and which are not to be kept; tells which.
    fn forget(&self, before: i64, limit: usize) -> Result<Vec<String>, Error>;

    /// Up to `limit` tables without an event since this time of which nobody has said whether they are to be kept, as
    /// earlier layouts did not ask.
    fn undecided(&self, before: i64, limit: usize) -> Result<Vec<String>, Error>;

    /// Says whether an undecided table is to be kept.
    fn decide(&self, id: &str, keep: bool) -> Result<(), Error>;

    /// Up to `limit` tables of earlier layouts whose keys nobody has sealed yet.
    fn unsealed(&self, limit: usize) -> Result<Vec<String>, Error>;

    /// Replaces what a table and its events say of keys, once and in one piece.
    fn seal(&self, id: &str, seal: Seal) -> Result<(), Error>;

    /// What was noted under a name for everybody who uses this store; `value` if nothing was, and that is noted then.
    fn note(&self, name: &str, value: &str) -> Result<String, Error>;

    /// Up to `limit` tables whose ids come after this one, in the order of their ids, and how they stand.
    fn tables(&self, after: &str, limit: usize) -> Result<Vec<(StoredTable, Flags)>, Error>;

    /// Everything that was noted.
    fn notes(&self) -> Result<Vec<(String, String)>, Error>;

    /// Takes over a table with all its events from another store, as they are; tells whether it was not there yet.
    fn adopt(&self, table: &StoredTable, events: &[StoredEvent], flags: Flags) -> Result<bool, Error>;

    /// Whether it can be read and written.
    fn health(&self) -> Result<(), Error>;

    /// What is wrong with the files themselves, in words; nothing where the database looks after that.
    fn damage(&self) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// Hints of what others have written, if others can write here. They may come twice, late or never.
    fn watch(&self) -> Option<broadcast::Receiver<ChangeHint>> {
        None
    }

    /// The versions of these tables, those that are no more left out.
    fn versions(&self, ids: &[String]) -> Result<Vec<(String, u64)>, Error>;

    /// Reserves a table's next turn for this node for a while, if no other node has; one that is `owed` only while the
    /// table still waits for the house. A node may reserve again what it has.
    fn lease(&self, _id: &str, _owed: bool, _time: Duration) -> Result<bool, Error> {
        Ok(true)
    }

    /// Reserves for a while up to `limit` tables at which something has been to be done for longer than `idle` and no
    /// node does it, the latest first; tells which.
    fn lease_overdue(&self, _idle: Duration, _time: Duration, _limit: usize) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// Says which seats of which tables have somebody at this node, for a while.
    fn attend(&self, _seats: &[(String, u8)], _time: Duration) -> Result<(), Error> {
        Ok(())
    }

    /// Which seats of these tables have somebody at another node.
    fn attended(&self, _ids: &[String]) -> Result<Vec<(String, u8)>, Error> {
        Ok(Vec::new())
    }

    /// What was kept under this key.
    fn kept_result(&self, key: &str) -> Result<Option<Vec<u8>>, Error>;

    /// Keeps something that was worked out and can be worked out again, in place of what had the same key. Then the oldest
    /// leave until all that is kept has at most `most` bytes; what is larger than that is not kept. [`copy_all`] leaves it behind.
    fn keep_result(&self, key: &str, result: &[u8], most: u64) -> Result<(), Error>;

    /// Writes a consistent copy of everything to a file that is not there yet, while others read and write.
    fn backup(&self, to: &Path) -> Result<(), Error>;
}

/// Copies everything that is not there yet from one store to another, reads each table back and compares; tells how many
/// tables were copied. `progress` hears of each.
pub fn copy_all(from: &dyn Store, to: &dyn Store, progress: &mut dyn FnMut(usize)) -> Result<usize, Error> {
    if !from.unsealed(1)?.is_empty() {
        let words = "it was last used by an earlier version, which stored keys openly; start it once with this version";
        return Err(Error::Database(words.into()));
    }
    for (name, value) in from.notes()?.into_iter().filter(|(name, _)| name != "health") {
        if to.note(&name, &value)? != value {
            return Err(Error::Database(format!("the other store has another {name}").into()));
        }
    }
    let (mut after, mut copied) = (String::new(), 0);
    loop {
        let tables = from.tables(&after, 100)?;
        let Some((last, _)) = tables.last() else { return Ok(copied) };
        after.clone_from(&last.id);
        for (table, flags) in tables {
            let events = from.events(&table.id, 0)?;
            if to.adopt(&table, &events, flags)? {
                copied += 1;
                progress(copied);
            }
            let differs = || Error::Database(format!("table {} is not the same after copying", table.id).into());
            if to.table(&table.id)?.as_ref() != Some(&table) || to.events(&table.id, 0)? != events {
                return Err(differs());
            }
        }
    }
}

/// A table as it was set up. It never changes; all that happens are events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// Unguessable, for addresses.
    pub id: String,
    /// Names the request that set it up, so that repeating it does not make a second table.
    pub key: String,
    /// The game's name.
    pub game: String,
    /// Its options as text.
    pub options: String,
    /// The position that it began at.
    pub start: String,
    /// Which version of the program set it up.
    pub rules: String,
    /// Which edition of the game's rules was in force.
    pub edition: u16,
    /// Who sits where, and what else belongs to it, as the reader of this text likes it.
    pub seats: String,
    /// When, in milliseconds since 1970.
    pub created: i64,
    /// Whether it waits for the house from the beginning.
    pub owing: bool,
}

/// One thing that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// Counted from 1 at each table, without a gap.
    pub version: u64,
    /// Names the request that made it; none for what the house did by itself.
    pub key: Option<String>,
    /// What kind of thing.
    pub kind: String,
    /// Who did it.
    pub seat: Option<u8>,
    /// The rest.
    pub body: String,
    /// When, in milliseconds since 1970.
    pub time: i64,
}

/// How a table stands after an event, as far as the store needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    /// Whether it waits for the house: there is something to be done that no person will ask for.
    pub owing: bool,
    /// Whether [`Store::forget`] spares it.
    pub keep: bool,
}

/// A hint that others have written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeHint {
    /// This table has an event of this version now; a deleted one has the greatest there is.
    Changed(String, u64),
    /// Hints may have been lost: whoever needs to know must ask.
    Lost,
}

/// What [`Store::seal`] writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// For [`StoredTable::key`].
    pub key: String,
    /// For [`StoredTable::seats`].
    pub seats: String,
    /// For events of these versions: their key and their body.
    pub events: Vec<(u64, Option<String>, String)>,
}

/// What became of [`Store::create`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Created {
    /// It is there now.
    New,
    /// This table has been set up by the same request before.
    Repeated(StoredTable),
}

/// What became of [`Store::append`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is on the disk.
    Stored,
    /// There is an event with this key already.
    Repeated,
    /// There is an event with this version already, or none before it, or no such table.
    Stale,
}

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database says no.
    #[error("the store could not do it: {0}")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The stored data is inconsistent.
    #[error("the file is damaged: {0}; 'parlour doctor' tells more")]
    Damaged(String),
    /// The file was written by a newer Parlour.
    #[error("the file has layout {found}, written by a newer version; this one knows layouts up to {known}")]
    Newer {
        /// What the file says.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// The writing thread has ended: an earlier write failed beyond repair, or the house is closing.
    #[error("the store is closed")]
    Closed,
    /// Another process has the file.
    #[error("{0} is in use by another process; expected to be the only one")]
    InUse(String),
    /// Files and folders.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
