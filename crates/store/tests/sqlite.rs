//! The `SQLite` store keeps its promises.

extern crate parlour_store as store;

use store::{Error, Sqlite, Store, contract};

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
    let table = |id: &str| store::StoredTable {
        id: id.to_string(),
        key: id.to_string(),
        game: String::new(),
        options: String::new(),
        start: String::new(),
        rules: String::new(),
        edition: 1,
        seats: String::new(),
        created: 0,
        owing: false,
    };
    first.create(&table("a")).unwrap();
    second.create(&table("b")).unwrap();
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
