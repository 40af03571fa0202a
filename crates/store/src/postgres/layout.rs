//! The layout of the database, and how it is brought up to date.

use super::Database;
use crate::Error;

/// Migrations: each entry brings the layout from its index to the next version. Never change a released one.
const LAYOUTS: &[&str] = &[
    "
    CREATE TABLE tables (
        id text PRIMARY KEY, key text NOT NULL UNIQUE, game text NOT NULL, options text NOT NULL, start text NOT NULL,
        rules text NOT NULL, edition integer NOT NULL, seats text NOT NULL, created bigint NOT NULL,
        owing boolean NOT NULL, updated bigint NOT NULL, keep boolean NOT NULL, version bigint NOT NULL DEFAULT 0,
        lease_owner text, lease_until timestamptz
    );
    CREATE INDEX tables_owing ON tables (updated DESC) WHERE owing;
    CREATE INDEX tables_updated ON tables (updated) WHERE NOT keep;
    CREATE TABLE events (
        tableid text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        version bigint NOT NULL, key text, kind text NOT NULL, seat smallint, body text NOT NULL, time bigint NOT NULL,
        PRIMARY KEY (tableid, version)
    );
    CREATE UNIQUE INDEX events_key ON events (tableid, key) WHERE key IS NOT NULL;
    CREATE TABLE notes (name text PRIMARY KEY, value text NOT NULL);
    CREATE TABLE presence (
        tableid text NOT NULL, seat smallint NOT NULL, node text NOT NULL, until timestamptz NOT NULL,
        PRIMARY KEY (tableid, seat, node)
    );
    CREATE FUNCTION append_event(
        of_table text, new_version bigint, new_key text, new_kind text, new_seat smallint, new_body text,
        new_time bigint, is_owing boolean, is_kept boolean
    ) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN
        IF new_key IS NOT NULL AND EXISTS (SELECT 1 FROM events WHERE tableid = of_table AND key = new_key) THEN
            RETURN 'repeated';
        END IF;
        UPDATE tables SET version = new_version, owing = is_owing, keep = is_kept, updated = new_time,
            lease_owner = NULL, lease_until = NULL
            WHERE id = of_table AND version = new_version - 1;
        IF NOT FOUND THEN
            IF new_key IS NOT NULL AND EXISTS (SELECT 1 FROM events WHERE tableid = of_table AND key = new_key) THEN
                RETURN 'repeated';
            END IF;
            RETURN 'stale';
        END IF;
        INSERT INTO events (tableid, version, key, kind, seat, body, time)
            VALUES (of_table, new_version, new_key, new_kind, new_seat, new_body, new_time);
        RETURN 'stored';
    END $$;
",
    // What was worked out and can be worked out again; the number tells what is oldest.
    "
    CREATE TABLE results (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL UNIQUE, size bigint NOT NULL,
        result bytea NOT NULL
    );
",
];

/// Whoever changes the layout holds this advisory lock.
pub const LOCK: i64 = 0x7061_726c_6f75_7231;

/// Brings the layout up to date, one node at a time; a database from the future is left alone.
pub async fn migrate(database: &Database) -> Result<(), Error> {
    let mut client = database.connect().await?;
    let change = client.transaction().await?;
    change.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    change.batch_execute("CREATE TABLE IF NOT EXISTS layout (number bigint NOT NULL)").await?;
    let found = change.query_opt("SELECT number FROM layout", &[]).await?.map_or(0, |row| row.get::<_, i64>(0));
    let known = LAYOUTS.len() as i64;
    if found > known {
        return Err(Error::Newer { found, known });
    }
    if found < known {
        for layout in LAYOUTS.iter().skip(found as usize) {
            change.batch_execute(layout).await?;
        }
        change.batch_execute("DELETE FROM layout").await?;
        change.execute("INSERT INTO layout VALUES ($1)", &[&known]).await?;
    }
    Ok(change.commit().await?)
}
