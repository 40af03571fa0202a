//! The `SQLite` store keeps its promises.

extern crate parlour_store as store;

use store::contract::{self, event, table};
use store::{Error, Flags, Seal, Sqlite, Store, StoredEvent};

#[test]
fn it_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    contract::holds(
        Sqlite::open(&file).unwrap(),
        folder.path(),
        |store| {
            drop(store);
            Sqlite::open(&file).unwrap()
        },
        |copy| Sqlite::open(copy).unwrap(),
    );
}

#[test]
fn two_processes_can_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    let (first, second) = (Sqlite::open(&file).unwrap(), Sqlite::open(&file).unwrap());
    first.create(&table("a", false)).unwrap();
    second.create(&table("b", false)).unwrap();
    assert!(first.table("b").unwrap().is_some() && second.table("a").unwrap().is_some());
}

#[test]
fn a_file_from_the_future_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    drop(Sqlite::open(&file).unwrap());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(Sqlite::open(&file), Err(Error::Newer { found: 99, .. })));
}

#[test]
fn a_file_that_is_no_database_is_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    std::fs::write(&file, "not a database, but long enough to look like something else. ".repeat(100)).unwrap();
    assert!(matches!(Sqlite::open(&file), Err(Error::Damaged(_))));
}

#[test]
fn who_opens_a_file_alone_keeps_others_out_until_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    let first = Sqlite::open_alone(&file).unwrap();
    assert!(matches!(Sqlite::open_alone(&file), Err(Error::InUse(_))));
    drop(first);
    assert!(Sqlite::open_alone(&file).is_ok());
}

#[test]
fn a_closed_store_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    drop(Sqlite::open(&file).unwrap());
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, ["parlour.db"], "who writes has finished, and nothing is left to be taken over");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("parlour.db"), folder.path().join("copy.db"));
    std::fs::write(&file, "").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    Sqlite::open(&file).unwrap().backup(&copy).unwrap();
    for file in [file, copy] {
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{}", file.display());
    }
}

/// A store with a table as an earlier layout left it: nobody has decided whether to keep it, and its keys are not sealed.
fn with_earlier_table(file: &std::path::Path) -> Sqlite {
    let store = Sqlite::open(file).unwrap();
    store.create(&table("early", false)).unwrap();
    for version in 1..=2 {
        let event = StoredEvent { body: String::new(), time: 5, ..event(version, None) };
        store.append("early", &event, Flags::default()).unwrap();
    }
    let changed = rusqlite::Connection::open(file).unwrap().execute("UPDATE tables SET keep = NULL, sealed = 0", []);
    assert_eq!(changed, Ok(1));
    store
}

#[test]
fn an_earlier_table_is_kept_until_somebody_decides() {
    let folder = tempfile::tempdir().unwrap();
    let store = with_earlier_table(&folder.path().join("parlour.db"));
    assert_eq!(store.undecided(6, 9).unwrap(), ["early"]);
    assert_eq!(store.undecided(5, 9).unwrap(), [""; 0], "it is too young");
    assert_eq!(store.forget(6, 9).unwrap(), [""; 0]);
    assert!(store.tables("", 9).unwrap()[0].1.keep);
    store.decide("early", false).unwrap();
    assert_eq!(store.undecided(6, 9).unwrap(), [""; 0]);
    assert_eq!(store.forget(6, 9).unwrap(), ["early"]);
}

#[test]
fn an_earlier_table_is_sealed_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = with_earlier_table(&folder.path().join("parlour.db"));
    assert_eq!(store.unsealed(9).unwrap(), ["early"]);
    let seal = |word: &str| Seal {
        key: word.to_string(),
        seats: word.to_string(),
        events: vec![(2, Some(word.to_string()), word.to_string())],
    };
    store.seal("early", seal("sealed")).unwrap();
    store.seal("early", seal("sealed again")).unwrap();
    assert_eq!(store.unsealed(9).unwrap(), [""; 0]);
    let sealed = store.table("early").unwrap().unwrap();
    assert_eq!((sealed.key.as_str(), sealed.seats.as_str()), ("sealed", "sealed"));
    let events: Vec<_> = store.events("early", 0).unwrap().into_iter().map(|event| (event.key, event.body)).collect();
    assert_eq!(events, [(None, String::new()), (Some("sealed".to_string()), "sealed".to_string())]);
}

#[test]
fn health_tries_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    let store = Sqlite::open(&file).unwrap();
    store.health().unwrap();
    rusqlite::Connection::open(&file).unwrap().execute("DROP TABLE notes", []).unwrap();
    assert!(matches!(store.health(), Err(Error::Database(_))));
}

#[test]
fn damage_is_told_where_an_index_lacks_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parlour.db");
    let store = Sqlite::open(&file).unwrap();
    store.create(&table("idle", false)).unwrap();
    assert_eq!(store.damage().unwrap(), [""; 0]);
    drop(store);
    let other = rusqlite::Connection::open(&file).unwrap();
    // From now on the index of tables that owe something is taken for one of all tables.
    other.pragma_update(None, "writable_schema", true).unwrap();
    let sql = "UPDATE sqlite_schema SET sql = replace(sql, ' WHERE owing', '') WHERE name = 'tables_owing'";
    assert_eq!(other.execute(sql, []), Ok(1));
    drop(other);
    let found = Sqlite::open(&file).unwrap().damage().unwrap();
    assert!(!found.is_empty() && found.iter().all(|fault| fault.starts_with("the file is damaged: ")), "{found:?}");
}

#[test]
fn a_store_is_copied_whole_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["from.db", "to.db"].map(|name| Sqlite::open(&folder.path().join(name)).unwrap());
    for nth in 0..120 {
        let id = format!("table {nth}");
        from.create(&table(&id, nth % 2 == 0)).unwrap();
        from.append(&id, &event(1, Some("a")), Flags { owing: nth % 3 == 0, keep: nth % 5 == 0 }).unwrap();
    }
    from.note("secret", "one").unwrap();
    from.health().unwrap();
    let mut told = Vec::new();
    assert_eq!(store::copy_all(&from, &to, &mut |copied| told.push(copied)).unwrap(), 120);
    assert_eq!(told, (1..=120).collect::<Vec<_>>());
    assert_eq!(to.tables("", 999).unwrap(), from.tables("", 999).unwrap());
    assert_eq!(to.events("table 7", 0).unwrap(), [event(1, Some("a"))]);
    let secret = ("secret".to_string(), "one".to_string());
    assert_eq!(to.notes().unwrap(), [secret], "when another store was last well is not its news");
    from.create(&table("late", false)).unwrap();
    assert_eq!(store::copy_all(&from, &to, &mut |_| ()).unwrap(), 1, "what is there stays");
}

#[test]
fn nothing_is_copied_from_an_earlier_version_or_into_a_store_with_another_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (from, to) = (with_earlier_table(&file("from.db")), Sqlite::open(&file("to.db")).unwrap());
    let refused = |from: &Sqlite| store::copy_all(from, &to, &mut |_| ()).unwrap_err().to_string();
    assert!(refused(&from).contains("earlier version"));
    let from = Sqlite::open(&file("new.db")).unwrap();
    from.create(&table("first", false)).unwrap();
    from.note("secret", "one").unwrap();
    to.note("secret", "two").unwrap();
    assert!(refused(&from).contains("another secret"));
    assert_eq!(to.tables("", 9).unwrap(), []);
}

#[test]
fn a_table_or_an_event_that_is_not_the_same_in_the_other_store_is_told() {
    for (other, events) in [(table("same", true), vec![event(1, None)]), (table("same", false), vec![])] {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from.db", "to.db"].map(|name| Sqlite::open(&folder.path().join(name)).unwrap());
        from.adopt(&table("same", false), &[event(1, None)], Flags::default()).unwrap();
        let flags = Flags { owing: other.owing, keep: false };
        assert!(to.adopt(&other, &events, flags).unwrap());
        let why = store::copy_all(&from, &to, &mut |_| ()).unwrap_err().to_string();
        assert!(why.contains("table same is not the same"), "{why}");
    }
}
