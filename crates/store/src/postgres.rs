//! Tables in `PostgreSQL`, for any number of nodes at once.

mod hints;
mod layout;

use crate::{Appended, ChangeHint, Created, Error, Flags, Seal, Store, StoredEvent, StoredTable, tls};
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Whoever keeps a result holds this one, so that two nodes do not keep too much together.
const RESULTS_LOCK: i64 = layout::LOCK + 1;
/// How many connections work at the same time.
const CONNECTIONS: usize = 12;
/// How long something is tried again when the database is away, before it is given up.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait before connecting again, at first and at most.
const BACK_OFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

const TABLE: &str = "id, key, game, options, start, rules, edition, seats, created, owing";

/// A store in a `PostgreSQL` database.
pub struct Postgres {
    database: Database,
    node: String,
    free: Mutex<Vec<Option<Session>>>,
    returned: Condvar,
    hints: broadcast::Sender<ChangeHint>,
    committed: mpsc::UnboundedSender<(String, u64)>,
    /// Last, so that everything else is gone when it ends.
    runtime: Option<Runtime>,
}

/// Where the database is, and how connections to it are encrypted.
#[derive(Clone)]
struct Database {
    config: Config,
    tls: MakeRustlsConnect,
}

/// One connection with what is prepared on it.
struct Session {
    client: Client,
    append: Statement,
    events: Statement,
    table: Statement,
}

impl From<tokio_postgres::Error> for Error {
    fn from(why: tokio_postgres::Error) -> Error {
        // What the database itself says, and what was wrong with the connection, stands behind the driver's words.
        let words = match (why.as_db_error(), std::error::Error::source(&why)) {
            (Some(said), _) => format!("{}: {}", said.severity(), said.message()),
            (None, Some(cause)) if !why.to_string().contains(&cause.to_string()) => format!("{why}: {cause}"),
            (None, _) => why.to_string(),
        };
        Error::Database(words.into())
    }
}

impl Postgres {
    /// Opens the database behind an address such as `postgres://user@host/name`, and brings its layout up to date.
    /// `node` tells this process from the others that use it.
    pub fn open(address: &str, node: &str) -> Result<Postgres, Error> {
        let (mut config, tls) = tls::read(address)?;
        config.application_name("parlour").connect_timeout(PATIENCE).keepalives_idle(Duration::from_secs(10));
        // A connection that is cut without notice must not block its caller for ever.
        config.tcp_user_timeout(2 * PATIENCE);
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).thread_name("store").enable_all().build()?;
        let database = Database { config, tls };
        runtime.block_on(layout::migrate(&database))?;
        let (hints, _) = broadcast::channel(4_096);
        let (committed, queue) = mpsc::unbounded_channel();
        runtime.spawn(hints::notify(database.clone(), queue));
        runtime.spawn(hints::listen(database.clone(), hints.clone()));
        Ok(Postgres {
            database,
            node: node.to_string(),
            free: Mutex::new((0..CONNECTIONS).map(|_| None).collect()),
            returned: Condvar::new(),
            hints,
            committed,
            runtime: Some(runtime),
        })
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("it is there until the store is dropped")
    }

    fn free(&self) -> MutexGuard<'_, Vec<Option<Session>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something on a connection of its own. A connection that is broken is replaced; what can be repeated is
    /// tried again for a while.
    fn with<T>(
        &self,
        repeatable: bool,
        mut work: impl AsyncFnMut(&mut Session) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Error> {
        let lent = self.free();
        let mut lent = self.returned.wait_while(lent, |free| free.is_empty()).unwrap_or_else(PoisonError::into_inner);
        let mut session = lent.pop().flatten();
        drop(lent);
        let done = self.runtime().block_on(async {
            let (began, mut pause) = (Instant::now(), BACK_OFF.0);
            loop {
                let tried = async {
                    if session.as_ref().is_none_or(|session| session.client.is_closed()) {
                        session = Some(Session::open(&self.database).await?);
                    }
                    work(session.as_mut().expect("it has just been made")).await
                };
                match tried.await {
                    Ok(done) => return Ok(done),
                    Err(why) if repeatable && is_passing(&why) && began.elapsed() < PATIENCE => {
                        session = None;
                        tokio::time::sleep(pause).await;
                        pause = (2 * pause).min(BACK_OFF.1);
                    }
                    Err(why) => {
                        if is_passing(&why) {
                            session = None;
                        }
                        return Err(Error::from(why));
                    }
                }
            }
        });
        self.free().push(session);
        self.returned.notify_one();
        done
    }

    fn rows(&self, sql: &str, given: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Error> {
        self.with(true, async |session| session.client.query(sql, given).await)
    }

    fn ids(&self, sql: &str, given: &[&(dyn ToSql + Sync)]) -> Result<Vec<String>, Error> {
        Ok(self.rows(sql, given)?.iter().map(|row| row.get(0)).collect())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.free().clear();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Whether trying again may help: the connection broke, the server restarts, or two transactions were in conflict.
fn is_passing(why: &tokio_postgres::Error) -> bool {
    use tokio_postgres::error::SqlState;
    match why.code() {
        None => true,
        Some(code) => [
            &SqlState::ADMIN_SHUTDOWN,
            &SqlState::CRASH_SHUTDOWN,
            &SqlState::CANNOT_CONNECT_NOW,
            &SqlState::T_R_SERIALIZATION_FAILURE,
            &SqlState::T_R_DEADLOCK_DETECTED,
            &SqlState::TOO_MANY_CONNECTIONS,
        ]
        .contains(&code),
    }
}

impl Database {
    /// A new connection.
    async fn connect(&self) -> Result<Client, tokio_postgres::Error> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        tokio::spawn(async move {
            // Whoever uses the connection notices that it broke.
            let _ = connection.await;
        });
        Ok(client)
    }
}

impl Session {
    async fn open(database: &Database) -> Result<Session, tokio_postgres::Error> {
        let client = database.connect().await?;
        let append = client.prepare("SELECT append_event($1, $2, $3, $4, $5, $6, $7, $8, $9)").await?;
        let events = client
            .prepare(
                "SELECT version, key, kind, seat, body, time FROM events
                    WHERE tableid = $1 AND version > $2 ORDER BY version",
            )
            .await?;
        let table = client.prepare(&format!("SELECT {TABLE} FROM tables WHERE id = $1")).await?;
        Ok(Session { client, append, events, table })
    }
}

impl Store for Postgres {
    fn create(&self, table: &StoredTable) -> Result<Created, Error> {
        let StoredTable { id, key, game, options, start, rules, edition, seats, created, owing } = table;
        let edition = i32::from(*edition);
        let sql = format!(
            "INSERT INTO tables ({TABLE}, updated, keep) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, false)
                ON CONFLICT (key) DO NOTHING"
        );
        let given: [&(dyn ToSql + Sync); 10] = [id, key, game, options, start, rules, &edition, seats, created, owing];
        let made = self.with(true, async |session| session.client.execute(&sql, &given).await)?;
        if made == 1 {
            return Ok(Created::New);
        }
        // The same request may have made it before an answer got lost.
        let first = self.table_by_key(key)?.ok_or_else(|| Error::Database("a table vanished meanwhile".into()))?;
        Ok(if first.id == table.id { Created::New } else { Created::Repeated(first) })
    }

    fn table(&self, id: &str) -> Result<Option<StoredTable>, Error> {
        let found = self.with(true, async |session| session.client.query_opt(&session.table, &[&id]).await)?;
        Ok(found.as_ref().map(read_table))
    }

    fn table_by_key(&self, key: &str) -> Result<Option<StoredTable>, Error> {
        let found = self.rows(&format!("SELECT {TABLE} FROM tables WHERE key = $1"), &[&key])?;
        Ok(found.first().map(read_table))
    }

    fn append(&self, table: &str, event: &StoredEvent, flags: Flags) -> Result<Appended, Error> {
        let (version, seat) = (event.version as i64, event.seat.map(i16::from));
        let mut tries = 0;
        let said = self.with(true, async |session| {
            tries += 1;
            let given: [&(dyn ToSql + Sync); 9] =
                [&table, &version, &event.key, &event.kind, &seat, &event.body, &event.time, &flags.owing, &flags.keep];
            session.client.query_one(&session.append, &given).await.map(|row| row.get::<_, String>(0))
        })?;
        let appended = match said.as_str() {
            "stored" => Appended::Stored,
            // An earlier try may have been committed although its answer never came.
            _ if tries > 1 && self.events(table, event.version - 1)?.first() == Some(event) => Appended::Stored,
            "repeated" => Appended::Repeated,
            _ => Appended::Stale,
        };
        if appended == Appended::Stored {
            let _ = self.committed.send((table.to_string(), event.version));
        }
        Ok(appended)
    }

    fn events(&self, table: &str, after: u64) -> Result<Vec<StoredEvent>, Error> {
        let after = after as i64;
        let found = self.with(true, async |session| session.client.query(&session.events, &[&table, &after]).await)?;
        Ok(found.iter().map(read_event).collect())
    }

    fn owing(&self) -> Result<Vec<String>, Error> {
        self.ids("SELECT id FROM tables WHERE owing ORDER BY updated DESC", &[])
    }

    fn delete(&self, id: &str) -> Result<bool, Error> {
        let deleted =
            self.with(true, async |session| session.client.execute("DELETE FROM tables WHERE id = $1", &[&id]).await)?;
        if deleted > 0 {
            let _ = self.committed.send((id.to_string(), u64::MAX));
        }
        Ok(deleted > 0)
    }

    fn forget(&self, before: i64, limit: usize) -> Result<Vec<String>, Error> {
        let limit = limit as i64;
        self.ids(
            "DELETE FROM tables WHERE id IN
                (SELECT id FROM tables WHERE updated < $1 AND NOT keep ORDER BY updated LIMIT $2 FOR UPDATE SKIP LOCKED)
                RETURNING id",
            &[&before, &limit],
        )
    }

    fn undecided(&self, _: i64, _: usize) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    fn decide(&self, _: &str, _: bool) -> Result<(), Error> {
        Ok(())
    }

    fn unsealed(&self, _: usize) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    fn seal(&self, _: &str, _: Seal) -> Result<(), Error> {
        Ok(())
    }

    fn note(&self, name: &str, value: &str) -> Result<String, Error> {
        let written = "INSERT INTO notes VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.with(true, async |session| session.client.execute(written, &[&name, &value]).await)?;
        let found = self.rows("SELECT value FROM notes WHERE name = $1", &[&name])?;
        found.first().map(|row| row.get(0)).ok_or_else(|| Error::Database("a note vanished meanwhile".into()))
    }

    fn notes(&self) -> Result<Vec<(String, String)>, Error> {
        let found = self.rows("SELECT name, value FROM notes", &[])?;
        Ok(found.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn tables(&self, after: &str, limit: usize) -> Result<Vec<(StoredTable, Flags)>, Error> {
        let limit = limit as i64;
        // Collation "C" compares bytes, as SQLite does.
        let sql =
            format!("SELECT {TABLE}, keep FROM tables WHERE id > $1 COLLATE \"C\" ORDER BY id COLLATE \"C\" LIMIT $2");
        let table = |row: &Row| (read_table(row), Flags { owing: row.get(9), keep: row.get(10) });
        Ok(self.rows(&sql, &[&after, &limit])?.iter().map(table).collect())
    }

    fn adopt(&self, table: &StoredTable, events: &[StoredEvent], flags: Flags) -> Result<bool, Error> {
        let StoredTable { id, key, game, options, start, rules, edition, seats, created, .. } = table;
        let (edition, version) = (i32::from(*edition), events.len() as i64);
        let updated = events.last().map_or(*created, |event| event.time);
        let sql = format!(
            "INSERT INTO tables ({TABLE}, updated, keep, version)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING"
        );
        self.with(true, async |session| {
            let change = session.client.transaction().await?;
            let given: [&(dyn ToSql + Sync); 13] = [
                id,
                key,
                game,
                options,
                start,
                rules,
                &edition,
                seats,
                created,
                &flags.owing,
                &updated,
                &flags.keep,
                &version,
            ];
            if change.execute(&sql, &given).await? == 0 {
                return Ok(false);
            }
            let into = "INSERT INTO events (tableid, version, key, kind, seat, body, time)
                VALUES ($1, $2, $3, $4, $5, $6, $7)";
            let into = change.prepare(into).await?;
            for event in events {
                let (version, seat) = (event.version as i64, event.seat.map(i16::from));
                let given: [&(dyn ToSql + Sync); 7] =
                    [id, &version, &event.key, &event.kind, &seat, &event.body, &event.time];
                change.execute(&into, &given).await?;
            }
            change.commit().await?;
            Ok(true)
        })
    }

    fn kept_result(&self, key: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.rows("SELECT result FROM results WHERE key = $1", &[&key])?.first().map(|row| row.get(0)))
    }

    fn keep_result(&self, key: &str, result: &[u8], most: u64) -> Result<(), Error> {
        let (size, most) = (result.len() as i64, i64::try_from(most).unwrap_or(i64::MAX));
        self.with(true, async |session| {
            let change = session.client.transaction().await?;
            change.execute("SELECT pg_advisory_xact_lock($1)", &[&RESULTS_LOCK]).await?;
            change.execute("DELETE FROM results WHERE key = $1", &[&key]).await?;
            if size <= most {
                let sql = "INSERT INTO results (key, size, result) VALUES ($1, $2, $3)";
                change.execute(sql, &[&key, &size, &result]).await?;
            }
            let sql = "DELETE FROM results WHERE number IN (SELECT number FROM
                (SELECT number, sum(size) OVER (ORDER BY number DESC) AS total FROM results) newest WHERE total > $1::bigint)";
            change.execute(sql, &[&most]).await?;
            change.commit().await
        })
    }

    fn backup(&self, _: &Path) -> Result<(), Error> {
        Err(Error::Database("a PostgreSQL database is copied with pg_dump".into()))
    }

    fn watch(&self) -> Option<broadcast::Receiver<ChangeHint>> {
        Some(self.hints.subscribe())
    }

    fn versions(&self, ids: &[String]) -> Result<Vec<(String, u64)>, Error> {
        let found = self.rows("SELECT id, version FROM tables WHERE id = ANY($1)", &[&ids])?;
        Ok(found.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as u64)).collect())
    }

    fn lease(&self, id: &str, owed: bool, time: Duration) -> Result<bool, Error> {
        let seconds = time.as_secs_f64();
        let taken = self.with(true, async |session| {
            let sql = "UPDATE tables SET lease_owner = $2, lease_until = now() + make_interval(secs => $3)
                WHERE id = $1 AND (owing OR NOT $4) AND (lease_owner = $2 OR lease_until IS NULL OR lease_until < now())";
            session.client.execute(sql, &[&id, &self.node, &seconds, &owed]).await
        })?;
        Ok(taken > 0)
    }

    fn lease_overdue(&self, idle: Duration, time: Duration, limit: usize) -> Result<Vec<String>, Error> {
        let (seconds, limit) = (time.as_secs_f64(), limit as i64);
        let before = now() - idle.as_millis() as i64;
        self.ids(
            "UPDATE tables SET lease_owner = $1, lease_until = now() + make_interval(secs => $2) WHERE id IN
                (SELECT id FROM tables WHERE owing AND updated < $4 AND (lease_until IS NULL OR lease_until < now())
                ORDER BY updated DESC LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id",
            &[&self.node, &seconds, &limit, &before],
        )
    }

    fn attend(&self, seats: &[(String, u8)], time: Duration) -> Result<(), Error> {
        let tables: Vec<&str> = seats.iter().map(|(table, _)| table.as_str()).collect();
        let numbers: Vec<i16> = seats.iter().map(|(_, seat)| i16::from(*seat)).collect();
        let seconds = time.as_secs_f64();
        self.with(true, async |session| {
            let change = session.client.transaction().await?;
            change.execute("DELETE FROM presence WHERE node = $1 OR until < now()", &[&self.node]).await?;
            let sql = "INSERT INTO presence SELECT t, s, $3, now() + make_interval(secs => $4)
                FROM unnest($1::text[], $2::smallint[]) AS x (t, s) ON CONFLICT DO NOTHING";
            change.execute(sql, &[&tables, &numbers, &self.node, &seconds]).await?;
            change.commit().await
        })
    }

    fn attended(&self, ids: &[String]) -> Result<Vec<(String, u8)>, Error> {
        let found = self.rows(
            "SELECT DISTINCT tableid, seat FROM presence WHERE tableid = ANY($1) AND node <> $2 AND until >= now()",
            &[&ids, &self.node],
        )?;
        Ok(found.iter().map(|row| (row.get(0), row.get::<_, i16>(1) as u8)).collect())
    }

    fn health(&self) -> Result<(), Error> {
        // A database whose disk is full, or that only follows another one, still answers questions.
        let sql =
            "INSERT INTO notes VALUES ('health', now()::text) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.with(false, async |session| session.client.execute(sql, &[]).await).map(|_| ())
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

fn read_table(row: &Row) -> StoredTable {
    StoredTable {
        id: row.get(0),
        key: row.get(1),
        game: row.get(2),
        options: row.get(3),
        start: row.get(4),
        rules: row.get(5),
        edition: row.get::<_, i32>(6) as u16,
        seats: row.get(7),
        created: row.get(8),
        owing: row.get(9),
    }
}

fn read_event(row: &Row) -> StoredEvent {
    StoredEvent {
        version: row.get::<_, i64>(0) as u64,
        key: row.get(1),
        kind: row.get(2),
        seat: row.get::<_, Option<i16>>(3).map(|seat| seat as u8),
        body: row.get(4),
        time: row.get(5),
    }
}
