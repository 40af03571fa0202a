//! The `PostgreSQL` store keeps its promises, alone and with another node on the same database.
//!
//! These need a server: `tests/with-postgres cargo test -p parlour-store`. Without one they say so and end.

extern crate parlour_store as store;

use std::time::{Duration, Instant};
use store::contract::{self, event, table};
use store::{Appended, ChangeHint, Error, Flags, Postgres, Store, StoredEvent};

/// A new database, if there is a server.
fn database(name: &str) -> Option<String> {
    let Ok(server) = std::env::var("PARLOUR_TEST_POSTGRES") else {
        eprintln!("skipped: no PARLOUR_TEST_POSTGRES; see tests/with-postgres");
        return None;
    };
    ask(&format!("CREATE DATABASE {name}"));
    Some(format!("{server}/{name}"))
}

const OWING: Flags = Flags { owing: true, keep: false };

#[test]
fn it_keeps_the_contract() {
    let Some(address) = database("contract") else { return };
    let open = || Postgres::open(&address, "one").unwrap();
    contract::holds_without_backup(open(), |store| {
        drop(store);
        open()
    });
}

#[test]
fn two_nodes_open_a_new_database_at_once_and_hear_of_each_other() {
    let Some(address) = database("nodes") else { return };
    let (one, two) = std::thread::scope(|scope| {
        let open = |node: &'static str| {
            scope.spawn({
                let address = &address;
                move || Postgres::open(address, node).unwrap()
            })
        };
        let (one, two) = (open("one"), open("two"));
        (one.join().unwrap(), two.join().unwrap())
    });
    let mut hints = two.watch().unwrap();
    one.create(&table("t", true)).unwrap();
    // A hint may be lost while the listener is still connecting; then it says that some were.
    let heard = |hints: &mut tokio::sync::broadcast::Receiver<ChangeHint>, wanted: &ChangeHint| {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(30) {
            match hints.try_recv() {
                Ok(hint) if hint == *wanted || hint == ChangeHint::Lost => return true,
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
        false
    };
    assert_eq!(one.append("t", &event(1, None), OWING).unwrap(), Appended::Stored);
    assert!(heard(&mut hints, &ChangeHint::Changed("t".to_string(), 1)));
    assert_eq!(two.append("t", &event(1, None), OWING).unwrap(), Appended::Stale);
    assert_eq!(two.append("t", &event(2, None), OWING).unwrap(), Appended::Stored);
    assert_eq!(one.versions(&["t".to_string(), "gone".to_string()]).unwrap(), [("t".to_string(), 2)]);
}

#[test]
fn a_turn_is_leased_by_one_node_at_a_time_and_taken_over_when_the_lease_ends() {
    let Some(address) = database("leases") else { return };
    let (one, two) = (Postgres::open(&address, "one").unwrap(), Postgres::open(&address, "two").unwrap());
    one.create(&table("t", true)).unwrap();
    let minute = Duration::from_mins(1);
    assert!(one.lease("t", true, minute).unwrap());
    assert!(one.lease("t", true, minute).unwrap(), "a node renews its own");
    assert!(!two.lease("t", true, minute).unwrap());
    assert_eq!(two.lease_overdue(Duration::ZERO, minute, 9).unwrap(), [""; 0]);
    assert!(one.lease("t", true, Duration::ZERO).unwrap(), "a lease of no time is given back");
    assert_eq!(two.lease_overdue(Duration::ZERO, minute, 9).unwrap(), ["t"]);
    assert!(!one.lease("t", true, minute).unwrap());
    assert_eq!(two.append("t", &event(1, None), Flags::default()).unwrap(), Appended::Stored);
    assert!(!one.lease("t", true, minute).unwrap(), "nothing is owed any more");
    assert!(one.lease("t", false, minute).unwrap(), "computers among themselves owe nobody their turns");
    assert!(!two.lease("t", false, minute).unwrap());
}

#[test]
fn who_is_present_at_one_node_is_known_at_the_other_for_a_while() {
    let Some(address) = database("presence") else { return };
    let (one, two) = (Postgres::open(&address, "one").unwrap(), Postgres::open(&address, "two").unwrap());
    let ids = ["t".to_string(), "u".to_string()];
    one.attend(&[("t".to_string(), 2)], Duration::from_mins(1)).unwrap();
    assert_eq!(two.attended(&ids).unwrap(), [("t".to_string(), 2)]);
    assert_eq!(one.attended(&ids).unwrap(), [], "one's own are known without asking");
    one.attend(&[("u".to_string(), 1)], Duration::ZERO).unwrap();
    assert_eq!(two.attended(&ids).unwrap(), [], "the first left, the second's time is over");
}

#[test]
fn everything_moves_from_one_store_to_the_other_and_back() {
    let Some(address) = database("moving") else { return };
    let folder = tempfile::tempdir().unwrap();
    let from = store::Sqlite::open(&folder.path().join("from.db")).unwrap();
    for nth in 0..50 {
        from.create(&table(&format!("table{nth}"), true)).unwrap();
        for version in 1..=nth % 7 {
            let key = Some(format!("key {version}"));
            from.append(&format!("table{nth}"), &StoredEvent { key, ..event(version, None) }, OWING).unwrap();
        }
    }
    let middle = Postgres::open(&address, "one").unwrap();
    let to = store::Sqlite::open(&folder.path().join("to.db")).unwrap();
    from.note("secret", "fingerprint").unwrap();
    assert_eq!(store::copy_all(&from, &middle, &mut |_| ()).unwrap(), 50);
    assert_eq!(store::copy_all(&from, &middle, &mut |_| ()).unwrap(), 0, "what is there stays");
    assert_eq!(store::copy_all(&middle, &to, &mut |_| ()).unwrap(), 50);
    assert_eq!(to.tables("", 99).unwrap(), from.tables("", 99).unwrap());
    for (table, _) in from.tables("", 99).unwrap() {
        assert_eq!(to.events(&table.id, 0).unwrap(), from.events(&table.id, 0).unwrap());
    }
    assert_eq!(to.note("secret", "another").unwrap(), "fingerprint", "notes come along");
}

#[test]
fn connections_are_encrypted_and_the_server_verified_as_the_address_says() {
    let Some(address) = database("encrypted") else { return };
    let by_name = address.replace("127.0.0.1", "localhost");
    let ca = std::env::var("PARLOUR_TEST_POSTGRES_CA").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let stranger = folder.path().join("stranger.pem");
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
        .args(["-subj", "/CN=A stranger", "-keyout", "/dev/null", "-out"])
        .arg(&stranger)
        .output();
    assert!(made.unwrap().status.success());
    let stranger = stranger.display();
    // Each is asked whether the connection that it writes on is encrypted.
    let encrypted = |opened: Postgres| {
        opened.health().unwrap();
        ask("SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = 'encrypted'")
    };
    for (address, query, expected) in [
        (&address, String::new(), Ok("t")),
        (&address, "?sslmode=disable".to_string(), Ok("f")),
        (&address, "?sslmode=require".to_string(), Ok("t")),
        (&address, format!("?sslmode=verify-full&sslrootcert={ca}"), Ok("t")),
        (&by_name, format!("?sslmode=verify-ca&sslrootcert={ca}"), Ok("t")),
        (&by_name, format!("?sslmode=verify-full&sslrootcert={ca}"), Err("certificate")),
        (&address, format!("?sslmode=verify-ca&sslrootcert={stranger}"), Err("certificate")),
        (&address, "?sslmode=verify-full".to_string(), Err("needs sslrootcert")),
        (&address, "?sslmode=verify-full&sslrootcert=/nowhere.pem".to_string(), Err("/nowhere.pem")),
    ] {
        match (Postgres::open(&format!("{address}{query}"), "one"), expected) {
            (Ok(opened), Ok(expected)) => assert_eq!(encrypted(opened), expected, "{query}"),
            (Err(why), Err(words)) => assert!(why.to_string().contains(words), "{query}: {why}"),
            (Ok(_), Err(_)) => panic!("{query} was believed"),
            (Err(why), Ok(_)) => panic!("{query}: {why}"),
        }
    }
}

#[test]
fn a_write_whose_answer_got_lost_is_stored_once() {
    let Some(address) = database("ambiguous") else { return };
    let store = Postgres::open(&address, "one").unwrap();
    store.create(&table("t", true)).unwrap();
    // Connections are cut at random moments while events are written: sometimes before the commit, sometimes after it.
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for version in 1..=300 {
                let keyed = StoredEvent { key: Some(format!("key {version}")), ..event(version, None) };
                assert_eq!(store.append("t", &keyed, OWING).unwrap(), Appended::Stored, "event {version}");
                let late = StoredEvent { time: 2, ..event(version, None) };
                assert_eq!(store.append("t", &late, OWING).unwrap(), Appended::Stale);
            }
        });
        let mut cuts = 0;
        while !writer.is_finished() {
            // Connecting again must be possible in between.
            cuts += 1;
            std::thread::sleep(Duration::from_millis(20 + cuts % 50));
            ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = 'ambiguous' AND application_name = 'parlour'");
        }
        writer.join()
    });
    written.unwrap();
    let versions: Vec<u64> = store.events("t", 0).unwrap().iter().map(|event| event.version).collect();
    assert_eq!(versions, (1..=300).collect::<Vec<_>>());
}

/// What the server answers to a question of one value, as text.
fn ask(sql: &str) -> String {
    let server = std::env::var("PARLOUR_TEST_POSTGRES").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&format!("{server}/postgres"), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let answer = client.simple_query(sql).await.unwrap();
        let text = answer.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(String::from),
            _ => None,
        });
        text.unwrap_or_default()
    })
}

#[test]
fn what_cannot_be_reached_is_told() {
    assert!(matches!(Postgres::open("postgres://nobody@127.0.0.1:1/none", "one"), Err(Error::Database(_))));
    assert!(Postgres::open("nonsense", "one").is_err());
}
