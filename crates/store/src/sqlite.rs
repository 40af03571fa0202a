//! One file, one writer.

use crate::{Appended, Created, Error, Flags, Seal, Store, StoredEvent, StoredTable};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, params};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Migrations: each entry brings the layout from its index to the next version. Never change a released one.
const LAYOUTS: &[&str] = &[
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL,
        start TEXT NOT NULL, rules TEXT NOT NULL, seats TEXT NOT NULL, created INTEGER NOT NULL,
        owing INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tables_owing ON tables (id) WHERE owing;
    CREATE TABLE events (
        tableid TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        version INTEGER NOT NULL, key TEXT, kind TEXT NOT NULL, seat INTEGER, body TEXT NOT NULL,
        time INTEGER NOT NULL,
        PRIMARY KEY (tableid, version), UNIQUE (tableid, key)
    ) STRICT, WITHOUT ROWID;
",
    // Tables from before editions were counted were played by the first. King's Men has a new option since, whose
    // default is not how it was played then.
    "
    ALTER TABLE tables ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
    UPDATE tables SET options = CASE options WHEN '' THEN '' ELSE options || ',' END || 'thinning=formed'
        WHERE game = 'kings-men';
",
    // What retention asks for: when something last happened, and whether a table is to be kept whatever its age.
    "
    ALTER TABLE tables ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN keep INTEGER;
    UPDATE tables SET updated = coalesce((SELECT max(time) FROM events WHERE tableid = id), created);
    CREATE INDEX tables_updated ON tables (updated) WHERE keep IS NOT 1;
",
    // Keys of earlier layouts are sealed by whoever has the secret; notes are for everybody who uses the store.
    "
    ALTER TABLE tables ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX tables_unsealed ON tables (id) WHERE sealed = 0;
    CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
",
    // What was worked out and can be worked out again; the number tells what is oldest.
    "
    CREATE TABLE results (
        number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, result BLOB NOT NULL
    ) STRICT;
    CREATE INDEX results_size ON results (number, size);
",
];

const TABLE: &str = "id, key, game, options, start, rules, edition, seats, created, owing";

/// How many connections read at the same time.
const READERS: usize = 4;

/// A store in one `SQLite` file.
pub struct Sqlite {
    writing: Writing,
    readers: Readers,
    /// Held until everything has been written.
    _lock: Option<std::fs::File>,
}

/// The thread that writes; dropped, it finishes what was ordered.
struct Writing {
    /// Orders for the writing thread; `None` while closing.
    orders: Option<Sender<Order>>,
    writer: Option<JoinHandle<()>>,
}

/// Connections that read, each lent to one at a time.
struct Readers {
    free: Mutex<Vec<Connection>>,
    returned: Condvar,
}

/// A connection that goes back when dropped.
struct PooledReader<'a> {
    connection: Option<Connection>,
    readers: &'a Readers,
}

impl Readers {
    /// An idle connection, or the first that becomes idle.
    fn lend(&self) -> PooledReader<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.returned.wait_while(free, |free| free.is_empty()).unwrap_or_else(PoisonError::into_inner);
        PooledReader { connection: free.pop(), readers: self }
    }
}

impl Deref for PooledReader<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("it is there until it is dropped")
    }
}

impl Drop for PooledReader<'_> {
    fn drop(&mut self) {
        self.readers.free.lock().unwrap_or_else(PoisonError::into_inner).extend(self.connection.take());
        self.readers.returned.notify_one();
    }
}

/// What the writer is asked to do; the answer goes out after the commit, if it was one.
type Order = Box<dyn FnOnce(Result<&Transaction<'_>, &rusqlite::Error>) -> OnCommit + Send>;
type OnCommit = Box<dyn FnOnce(Result<(), &rusqlite::Error>)>;

impl From<rusqlite::Error> for Error {
    fn from(why: rusqlite::Error) -> Error {
        shared(&why)
    }
}

/// Why a write failed; the writes of one transaction share it.
fn shared(why: &rusqlite::Error) -> Error {
    match why.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Error::Damaged(why.to_string()),
        _ => Error::Database(why.to_string().into()),
    }
}

impl Sqlite {
    /// Opens the file, or makes it, and brings its layout up to date.
    pub fn open(file: &Path) -> Result<Sqlite, Error> {
        keep_private(file)?;
        let connection = connect(file)?;
        migrate(&connection)?;
        let (orders, queue) = mpsc::channel();
        let free = (0..READERS).map(|_| connect(file)).collect::<Result<_, _>>()?;
        let readers = Readers { free: Mutex::new(free), returned: Condvar::new() };
        let writer = std::thread::Builder::new().name("store".to_string()).spawn(move || write(connection, &queue))?;
        Ok(Sqlite { writing: Writing { orders: Some(orders), writer: Some(writer) }, readers, _lock: None })
    }

    /// Opens the file for this process alone: whoever else wants the same is refused until it ends.
    pub fn open_alone(file: &Path) -> Result<Sqlite, Error> {
        let mut beside = file.as_os_str().to_os_string();
        beside.push(".lock");
        let beside = PathBuf::from(beside);
        keep_private(&beside)?;
        let lock = std::fs::OpenOptions::new().append(true).open(&beside)?;
        match lock.try_lock() {
            Ok(()) => Ok(Sqlite { _lock: Some(lock), ..Sqlite::open(file)? }),
            Err(std::fs::TryLockError::WouldBlock) => Err(Error::InUse(file.display().to_string())),
            Err(std::fs::TryLockError::Error(why)) => Err(why.into()),
        }
    }

    /// Has something written, and waits until it is on the disk.
    fn order<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (sender, receiver) = mpsc::channel();
        let order: Order = Box::new(move |begun| {
            let done = begun.map_err(shared).and_then(|transaction| Ok(work(transaction)?));
            Box::new(move |committed| {
                // The caller may be gone; then nobody waits for the answer.
                let _ = sender.send(committed.map_err(shared).and(done));
            })
        });
        let orders = self.writing.orders.as_ref().ok_or(Error::Closed)?;
        orders.send(order).map_err(|_| Error::Closed)?;
        receiver.recv().map_err(|_| Error::Closed)?
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // The writing thread ends when the last sender is dropped.
        self.orders = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Store for Sqlite {
    fn create(&self, table: &StoredTable) -> Result<Created, Error> {
        let table = table.clone();
        self.order(move |to| create(to, &table))
    }

    fn table(&self, id: &str) -> Result<Option<StoredTable>, Error> {
        let sql = format!("SELECT {TABLE} FROM tables WHERE id = ?1");
        Ok(self.readers.lend().prepare_cached(&sql)?.query_row([id], read_table).optional()?)
    }

    fn table_by_key(&self, key: &str) -> Result<Option<StoredTable>, Error> {
        Ok(by_key(&self.readers.lend(), key)?)
    }

    fn append(&self, table: &str, event: &StoredEvent, flags: Flags) -> Result<Appended, Error> {
        let (table, event) = (table.to_string(), event.clone());
        self.order(move |to| append(to, &table, &event, flags))
    }

    fn events(&self, table: &str, after: u64) -> Result<Vec<StoredEvent>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare_cached(
            "SELECT version, key, kind, seat, body, time FROM events WHERE tableid = ?1 AND version > ?2 ORDER BY version",
        )?;
        let events = found.query_map(params![table, after as i64], read_event)?;
        Ok(events.collect::<Result<_, _>>()?)
    }

    fn owing(&self) -> Result<Vec<String>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare_cached("SELECT id FROM tables WHERE owing")?;
        let ids = found.query_map([], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    fn delete(&self, id: &str) -> Result<bool, Error> {
        let id = id.to_string();
        self.order(move |to| Ok(to.execute("DELETE FROM tables WHERE id = ?1", [id])? > 0))
    }

    fn forget(&self, before: i64, limit: usize) -> Result<Vec<String>, Error> {
        self.order(move |to| {
            let mut delete = to.prepare_cached(
                "DELETE FROM tables WHERE id IN
                    (SELECT id FROM tables WHERE updated < ?1 AND keep = 0 ORDER BY updated LIMIT ?2) RETURNING id",
            )?;
            let ids = delete.query_map(params![before, limit as i64], |row| row.get(0))?;
            ids.collect()
        })
    }

    fn undecided(&self, before: i64, limit: usize) -> Result<Vec<String>, Error> {
        let reader = self.readers.lend();
        let mut found = reader
            .prepare_cached("SELECT id FROM tables WHERE updated < ?1 AND keep IS NULL ORDER BY updated LIMIT ?2")?;
        let ids = found.query_map(params![before, limit as i64], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    fn decide(&self, id: &str, keep: bool) -> Result<(), Error> {
        let id = id.to_string();
        self.order(move |to| {
            to.execute("UPDATE tables SET keep = ?2 WHERE id = ?1 AND keep IS NULL", params![id, keep])?;
            Ok(())
        })
    }

    fn unsealed(&self, limit: usize) -> Result<Vec<String>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare_cached("SELECT id FROM tables WHERE sealed = 0 LIMIT ?1")?;
        let ids = found.query_map([limit as i64], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    fn seal(&self, id: &str, seal: Seal) -> Result<(), Error> {
        let id = id.to_string();
        self.order(move |to| {
            let unsealed = "UPDATE tables SET key = ?2, seats = ?3, sealed = 1 WHERE id = ?1 AND sealed = 0";
            if to.execute(unsealed, params![id, seal.key, seal.seats])? == 1 {
                let mut event =
                    to.prepare_cached("UPDATE events SET key = ?3, body = ?4 WHERE tableid = ?1 AND version = ?2")?;
                for (version, key, body) in seal.events {
                    event.execute(params![id, version as i64, key, body])?;
                }
            }
            Ok(())
        })
    }

    fn note(&self, name: &str, value: &str) -> Result<String, Error> {
        let (name, value) = (name.to_string(), value.to_string());
        self.order(move |to| {
            to.execute("INSERT INTO notes VALUES (?1, ?2) ON CONFLICT DO NOTHING", params![name, value])?;
            to.query_row("SELECT value FROM notes WHERE name = ?1", [name], |row| row.get(0))
        })
    }

    fn notes(&self) -> Result<Vec<(String, String)>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare_cached("SELECT name, value FROM notes")?;
        let notes = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(notes.collect::<Result<_, _>>()?)
    }

    fn tables(&self, after: &str, limit: usize) -> Result<Vec<(StoredTable, Flags)>, Error> {
        let reader = self.readers.lend();
        // What nobody has decided is kept.
        let sql = format!("SELECT {TABLE}, coalesce(keep, 1) FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2");
        let mut found = reader.prepare_cached(&sql)?;
        let table = |row: &Row<'_>| {
            let table = read_table(row)?;
            let flags = Flags { owing: table.owing, keep: row.get(10)? };
            Ok((table, flags))
        };
        let tables = found.query_map(params![after, limit as i64], table)?;
        Ok(tables.collect::<Result<_, _>>()?)
    }

    fn adopt(&self, table: &StoredTable, events: &[StoredEvent], flags: Flags) -> Result<bool, Error> {
        let (table, events) = (table.clone(), events.to_vec());
        self.order(move |to| {
            if to.prepare_cached("SELECT 1 FROM tables WHERE id = ?1")?.exists([&table.id])? {
                return Ok(false);
            }
            create(to, &table)?;
            for event in &events {
                append(to, &table.id, event, flags)?;
            }
            to.execute(
                "UPDATE tables SET owing = ?2, keep = ?3 WHERE id = ?1",
                params![table.id, flags.owing, flags.keep],
            )?;
            Ok(true)
        })
    }

    fn health(&self) -> Result<(), Error> {
        self.order(|to| {
            to.execute("INSERT OR REPLACE INTO notes VALUES ('health', strftime('%s', 'now'))", [])?;
            Ok(())
        })
    }

    fn damage(&self) -> Result<Vec<String>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare("PRAGMA integrity_check")?;
        let words = found.query_map([], |row| row.get::<_, String>(0))?;
        let words = words.collect::<Result<Vec<_>, _>>()?;
        Ok(words
            .into_iter()
            .filter(|words| words != "ok")
            .map(|words| format!("the file is damaged: {words}"))
            .collect())
    }

    fn versions(&self, ids: &[String]) -> Result<Vec<(String, u64)>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare_cached(
            "SELECT coalesce((SELECT max(version) FROM events WHERE tableid = ?1), 0) FROM tables WHERE id = ?1",
        )?;
        let mut versions = Vec::new();
        for id in ids {
            let version: Option<i64> = found.query_row([id], |row| row.get(0)).optional()?;
            versions.extend(version.map(|version| (id.clone(), version as u64)));
        }
        Ok(versions)
    }

    fn kept_result(&self, key: &str) -> Result<Option<Vec<u8>>, Error> {
        let reader = self.readers.lend();
        let mut found = reader.prepare_cached("SELECT result FROM results WHERE key = ?1")?;
        Ok(found.query_row([key], |row| row.get(0)).optional()?)
    }

    fn keep_result(&self, key: &str, result: &[u8], most: u64) -> Result<(), Error> {
        let (key, result, most) = (key.to_string(), result.to_vec(), i64::try_from(most).unwrap_or(i64::MAX));
        self.order(move |to| {
            let size = result.len() as i64;
            to.prepare_cached("DELETE FROM results WHERE key = ?1")?.execute([&key])?;
            if size <= most {
                let mut insert = to.prepare_cached("INSERT INTO results (key, size, result) VALUES (?1, ?2, ?3)")?;
                insert.execute(params![key, size, result])?;
            }
            to.prepare_cached(
                "DELETE FROM results WHERE number IN (SELECT number FROM
                    (SELECT number, sum(size) OVER (ORDER BY number DESC) AS total FROM results) WHERE total > ?1)",
            )?
            .execute([most])?;
            Ok(())
        })
    }

    fn backup(&self, to: &Path) -> Result<(), Error> {
        if to.exists() {
            let why = format!("{} exists already; expected the name of a new file", to.display());
            return Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, why).into());
        }
        // Written beside it first, so that a file of that name is a whole one.
        let mut partial = to.as_os_str().to_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        if partial.exists() {
            std::fs::remove_file(&partial)?;
        }
        self.readers.lend().execute("VACUUM INTO ?1", [partial.to_string_lossy()])?;
        keep_private(&partial)?;
        std::fs::File::open(&partial)?.sync_all()?;
        Ok(std::fs::rename(&partial, to)?)
    }
}

/// Makes the file, if it is not there, so that only its owner can read it; what `SQLite` puts beside it follows it.
fn keep_private(file: &Path) -> Result<(), Error> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(file)?;
    #[cfg(unix)]
    made.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(made);
    Ok(())
}

fn connect(file: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Brings the layout up to date in one transaction; a file from the future is left alone.
fn migrate(connection: &Connection) -> Result<(), Error> {
    let known = LAYOUTS.len() as i64;
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > known {
        return Err(Error::Newer { found, known });
    }
    if found == known {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    // Somebody else may have done it while this one waited.
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for layout in LAYOUTS.iter().skip(found as usize) {
        connection.execute_batch(layout)?;
    }
    connection.execute_batch(&format!("PRAGMA user_version = {known}; COMMIT"))?;
    Ok(())
}

/// Carries out what is queued, all that is there in one transaction, and answers after the commit.
fn write(mut connection: Connection, queue: &Receiver<Order>) {
    while let Ok(first) = queue.recv() {
        let begun = connection.transaction();
        let orders = std::iter::once(first).chain(queue.try_iter().take(256));
        let answers: Vec<OnCommit> = orders.map(|order| order(begun.as_ref())).collect();
        let committed = begun.and_then(Transaction::commit);
        for answer in answers {
            answer(committed.as_ref().copied());
        }
    }
}

fn by_key(connection: &Connection, key: &str) -> Result<Option<StoredTable>, rusqlite::Error> {
    let sql = format!("SELECT {TABLE} FROM tables WHERE key = ?1");
    connection.prepare_cached(&sql)?.query_row([key], read_table).optional()
}

fn create(to: &Transaction<'_>, table: &StoredTable) -> Result<Created, rusqlite::Error> {
    if let Some(repeated) = by_key(to, &table.key)? {
        return Ok(Created::Repeated(repeated));
    }
    let sql = format!(
        "INSERT INTO tables ({TABLE}, updated, keep, sealed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, 0, 1)"
    );
    let StoredTable { id, key, game, options, start, rules, edition, seats, created, owing } = table;
    to.prepare_cached(&sql)?.execute(params![id, key, game, options, start, rules, edition, seats, created, owing])?;
    Ok(Created::New)
}

fn append(to: &Transaction<'_>, table: &str, event: &StoredEvent, flags: Flags) -> Result<Appended, rusqlite::Error> {
    let mut same = to.prepare_cached("SELECT 1 FROM events WHERE tableid = ?1 AND key = ?2")?;
    if event.key.is_some() && same.exists(params![table, event.key])? {
        return Ok(Appended::Repeated);
    }
    let mut known = to.prepare_cached("SELECT 1 FROM tables WHERE id = ?1")?;
    let mut last = to.prepare_cached("SELECT max(version) FROM events WHERE tableid = ?1")?;
    let last: Option<i64> = last.query_row([table], |row| row.get(0))?;
    if !known.exists([table])? || last.unwrap_or(0) + 1 != event.version as i64 {
        return Ok(Appended::Stale);
    }
    let StoredEvent { version, key, kind, seat, body, time } = event;
    to.prepare_cached(
        "INSERT INTO events (tableid, version, key, kind, seat, body, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![table, *version as i64, key, kind, seat, body, time])?;
    to.prepare_cached("UPDATE tables SET owing = ?2, keep = ?3, updated = ?4 WHERE id = ?1")?.execute(params![
        table,
        flags.owing,
        flags.keep,
        time
    ])?;
    Ok(Appended::Stored)
}

fn read_table(row: &Row<'_>) -> Result<StoredTable, rusqlite::Error> {
    Ok(StoredTable {
        id: row.get(0)?,
        key: row.get(1)?,
        game: row.get(2)?,
        options: row.get(3)?,
        start: row.get(4)?,
        rules: row.get(5)?,
        edition: row.get(6)?,
        seats: row.get(7)?,
        created: row.get(8)?,
        owing: row.get(9)?,
    })
}

fn read_event(row: &Row<'_>) -> Result<StoredEvent, rusqlite::Error> {
    Ok(StoredEvent {
        version: row.get::<_, i64>(0)? as u64,
        key: row.get(1)?,
        kind: row.get(2)?,
        seat: row.get(3)?,
        body: row.get(4)?,
        time: row.get(5)?,
    })
}
