//! What every store must do, to be run against each implementation. A broken promise panics.

use crate::{Appended, Created, Flags, Store, StoredEvent, StoredTable};
use std::path::Path;

const IDLE: Flags = Flags { owing: false, keep: false };
const OWING: Flags = Flags { owing: true, keep: false };

/// Holds all promises against an empty store; `again` opens the same one anew, `backup` a copy of it.
pub fn holds<S: Store>(store: S, folder: &Path, again: impl FnOnce(S) -> S, backup: impl FnOnce(&Path) -> S) {
    promises(&store);
    let copy = folder.join("copy");
    store.backup(&copy).unwrap();
    assert!(store.backup(&copy).is_err(), "a backup never writes over a file");
    let copied = backup(&copy);
    assert_eq!(copied.events("first", 0).unwrap(), store.events("first", 0).unwrap());
    assert!(store.delete("second").unwrap());
    assert_eq!(copied.table("second").unwrap(), Some(table("second", false)), "as it was when the copy was made");
    remembers(store, again);
}

/// The same for a store that is not copied to a file.
pub fn holds_without_backup<S: Store>(store: S, again: impl FnOnce(S) -> S) {
    promises(&store);
    assert!(store.delete("second").unwrap());
    remembers(store, again);
}

/// What is gone stays gone, and what is there is there when the store is opened again.
fn remembers<S: Store>(store: S, again: impl FnOnce(S) -> S) {
    assert!(!store.delete("second").unwrap());
    assert_eq!((store.table("second").unwrap(), store.events("second", 0).unwrap()), (None, Vec::new()));
    let (kept, first) = (store.events("first", 0).unwrap(), table("first", true));
    let store = again(store);
    assert_eq!(store.table("first").unwrap(), Some(first));
    assert_eq!(store.events("first", 0).unwrap(), kept);
}

/// All that can be asked of an empty store while it is open.
fn promises<S: Store>(store: &S) {
    let first = table("first", true);
    assert_eq!(store.create(&first).unwrap(), Created::New);
    let twin = StoredTable { id: "twin".to_string(), ..first.clone() };
    assert_eq!(store.create(&twin).unwrap(), Created::Repeated(first.clone()), "one key, one table");
    assert_eq!(store.table("twin").unwrap(), None);
    assert_eq!(store.table("first").unwrap().as_ref(), Some(&first));
    assert_eq!(store.table_by_key(&first.key).unwrap().as_ref(), Some(&first));
    assert_eq!(store.create(&table("second", false)).unwrap(), Created::New);
    assert_eq!(store.owing().unwrap(), ["first"]);

    let one = event(1, Some("a"));
    assert_eq!(store.append("first", &one, IDLE).unwrap(), Appended::Stored);
    assert_eq!(store.append("first", &event(2, Some("a")), IDLE).unwrap(), Appended::Repeated);
    assert_eq!(store.append("first", &event(1, Some("b")), IDLE).unwrap(), Appended::Stale, "taken already");
    assert_eq!(store.append("first", &event(3, Some("b")), IDLE).unwrap(), Appended::Stale, "no gaps");
    assert_eq!(store.append("nowhere", &event(1, None), IDLE).unwrap(), Appended::Stale);
    assert_eq!(store.append("first", &event(2, None), OWING).unwrap(), Appended::Stored);
    assert_eq!(store.append("first", &event(3, None), OWING).unwrap(), Appended::Stored, "no key, no repetition");
    assert_eq!(store.append("second", &event(1, Some("a")), IDLE).unwrap(), Appended::Stored, "keys are a table's own");
    assert_eq!(store.owing().unwrap(), ["first"]);
    assert_eq!(store.events("first", 0).unwrap(), [one, event(2, None), event(3, None)]);
    assert_eq!(store.events("first", 2).unwrap(), [event(3, None)]);
    assert_eq!(store.events("nowhere", 0).unwrap(), []);
    assert_eq!(store.append("first", &event(4, None), IDLE).unwrap(), Appended::Stored);
    assert_eq!(store.owing().unwrap(), [""; 0], "an event may settle what was owed");
    assert_eq!(store.append("first", &event(5, None), OWING).unwrap(), Appended::Stored);
    assert_eq!(store.owing().unwrap(), ["first"]);
    many_at_once(store);
    forgetting(store);
    assert_eq!(store.note("motto", "first").unwrap(), "first");
    assert_eq!(store.note("motto", "second").unwrap(), "first", "what is noted stays");
    assert_eq!(store.notes().unwrap(), [("motto".to_string(), "first".to_string())]);
    assert_eq!(store.unsealed(9).unwrap(), [""; 0], "new tables come sealed");
    let all: Vec<StoredTable> = store.tables("", 99).unwrap().into_iter().map(|(table, _)| table).collect();
    let ids: Vec<&str> = all.iter().map(|table| table.id.as_str()).collect();
    assert_eq!(ids, ["busy", "first", "kept", "second"], "in the order of their ids");
    let after: Vec<StoredTable> = store.tables("busy", 2).unwrap().into_iter().map(|(table, _)| table).collect();
    assert_eq!(after, all[1..3]);
    let adopted = StoredTable { id: "adopted".to_string(), key: "adopted".to_string(), ..table("adopted", true) };
    let events = [event(1, Some("a")), event(2, None)];
    let flags = Flags { owing: true, keep: true };
    assert!(store.adopt(&adopted, &events, flags).unwrap());
    assert!(!store.adopt(&adopted, &events, IDLE).unwrap(), "it is there already");
    assert_eq!(store.tables("", 1).unwrap(), [(adopted, flags)], "it stands as it stood");
    assert_eq!(store.events("adopted", 0).unwrap(), events);
    assert_eq!(store.versions(&["adopted".to_string(), "nowhere".to_string()]).unwrap(), [("adopted".to_string(), 2)]);
    assert!(store.delete("adopted").unwrap());
    keeping_results(store);
    store.health().unwrap();
}

/// Old tables go, those that are to be kept stay, and an event makes a table young again.
fn forgetting<S: Store>(store: &S) {
    let aged = |id: &str, created: i64| StoredTable { created, ..table(id, false) };
    for (id, created) in [("old", 10), ("older", 5), ("kept", 10), ("played at", 10), ("young", 100)] {
        assert_eq!(store.create(&aged(id, created)).unwrap(), Created::New);
    }
    let at = |time: i64| StoredEvent { time, ..event(1, None) };
    store.append("kept", &at(11), Flags { keep: true, ..IDLE }).unwrap();
    store.append("played at", &at(60), IDLE).unwrap();
    assert_eq!(store.undecided(1_000, 9).unwrap(), [""; 0], "whoever sets a table up has decided");
    assert_eq!(store.forget(50, 1).unwrap(), ["older"], "the oldest first");
    assert_eq!(store.forget(50, 9).unwrap(), ["old"]);
    assert_eq!(store.forget(50, 9).unwrap(), [""; 0]);
    assert_eq!((store.table("old").unwrap(), store.events("old", 0).unwrap()), (None, Vec::new()));
    assert!(store.table("kept").unwrap().is_some());
    store.decide("kept", false).unwrap();
    let mut gone = store.forget(1_000, 9).unwrap();
    gone.sort();
    assert_eq!(gone, ["played at", "young"], "what has been decided stays so");
}

/// Results are kept within a number of bytes, and the oldest leave first.
fn keeping_results<S: Store>(store: &S) {
    let kept = || ["a", "b", "c", "d"].map(|key| store.kept_result(key).unwrap().map(|result| result.len()));
    assert_eq!(kept(), [None; 4]);
    store.keep_result("a", &[0, 1, 255], 100).unwrap();
    assert_eq!(store.kept_result("a").unwrap(), Some(vec![0, 1, 255]));
    store.keep_result("b", &[2; 40], 100).unwrap();
    store.keep_result("c", &[3; 57], 100).unwrap();
    assert_eq!(kept(), [Some(3), Some(40), Some(57), None], "exactly as much as there may be");
    store.keep_result("a", &[4; 3], 100).unwrap();
    assert_eq!(store.kept_result("a").unwrap(), Some(vec![4; 3]), "in place of the first, and the youngest now");
    store.keep_result("d", &[5], 100).unwrap();
    assert_eq!(kept(), [Some(3), None, Some(57), Some(1)], "the oldest leaves");
    store.keep_result("b", &[6; 101], 100).unwrap();
    assert_eq!(kept(), [Some(3), None, Some(57), Some(1)], "what is too large drives nothing out");
    store.keep_result("b", &[7; 10], 10).unwrap();
    assert_eq!(kept(), [None, Some(10), None, None], "a smaller bound holds at once");
    std::thread::scope(|scope| {
        for name in 0..4 {
            scope.spawn(move || {
                (0..10).for_each(|nth| store.keep_result(&format!("{name}-{nth}"), &[8; 10], 50).unwrap());
            });
        }
    });
    let all = (0..4).flat_map(|name| (0..10).map(move |nth| format!("{name}-{nth}")));
    assert_eq!(all.filter(|key| store.kept_result(key).unwrap().is_some()).count(), 5, "several at once keep no more");
}

/// Of several who want the same version exactly one gets it, and what everybody stored is there.
fn many_at_once<S: Store>(store: &S) {
    store.create(&table("busy", false)).unwrap();
    let writer = |name: usize| {
        let mut stored = 0;
        while stored < 10 {
            let next = store.events("busy", 0).unwrap().len() as u64 + 1;
            let wanted = StoredEvent { key: Some(format!("{name}-{stored}")), ..event(next, None) };
            match store.append("busy", &wanted, IDLE).unwrap() {
                Appended::Stored => stored += 1,
                Appended::Stale => {}
                Appended::Repeated => panic!("nobody else has this key"),
            }
        }
    };
    std::thread::scope(|scope| {
        for name in 0..4 {
            scope.spawn(move || writer(name));
        }
    });
    let versions: Vec<u64> = store.events("busy", 0).unwrap().iter().map(|event| event.version).collect();
    assert_eq!(versions, (1..=40).collect::<Vec<_>>());
}

/// A table with something in every field, to be stored by a test.
pub fn table(id: &str, owing: bool) -> StoredTable {
    let text = |what: &str| format!("{what} of {id}, with ' and \" and \u{00e9}");
    StoredTable {
        id: id.to_string(),
        key: text("key"),
        game: text("game"),
        options: text("options"),
        start: text("start"),
        rules: text("rules"),
        edition: 1,
        seats: text("seats"),
        created: 1_700_000_000_000,
        owing,
    }
}

/// An event for such a table.
pub fn event(version: u64, key: Option<&str>) -> StoredEvent {
    StoredEvent {
        version,
        key: key.map(String::from),
        kind: "step".to_string(),
        seat: (version > 1).then_some(2),
        body: "{\"step\": \"5-6\"}".to_string(),
        time: 1_700_000_000_001,
    }
}
