//! A store whose operations are timed and whose failures are counted.

use crate::metrics::Metrics;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use store::{Appended, ChangeHint, Created, Error, Flags, Seal, Store, StoredEvent, StoredTable};
use tokio::sync::broadcast;

/// Passes everything on to another store.
pub struct MeasuredStore {
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    /// The store's first report of a damaged file. It is kept, because damage does not go away by itself.
    damage: OnceLock<String>,
}

impl MeasuredStore {
    /// Measures this store.
    pub fn new(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> MeasuredStore {
        MeasuredStore { store, metrics, damage: OnceLock::new() }
    }

    fn timed<T>(&self, operation: &str, work: impl FnOnce(&dyn Store) -> Result<T, Error>) -> Result<T, Error> {
        let began = Instant::now();
        let done = work(&*self.store);
        let labels = format!("operation=\"{operation}\"");
        if let Err(why) = &done {
            self.metrics.count_labelled("store_errors", labels.clone());
            if let Error::Damaged(words) = why {
                let _ = self.damage.set(words.clone());
            }
        }
        self.metrics.took("store", labels, began.elapsed());
        done
    }
}

/// Each of these operations of the store behind, timed.
macro_rules! timed {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $out:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> Result<$out, Error> {
            self.timed(stringify!($name), |store| store.$name($($argument),*))
        })*
    };
}

impl Store for MeasuredStore {
    timed! {
        fn create(&self, table: &StoredTable) -> Created;
        fn table(&self, id: &str) -> Option<StoredTable>;
        fn table_by_key(&self, key: &str) -> Option<StoredTable>;
        fn append(&self, table: &str, event: &StoredEvent, flags: Flags) -> Appended;
        fn events(&self, table: &str, after: u64) -> Vec<StoredEvent>;
        fn owing(&self) -> Vec<String>;
        fn delete(&self, id: &str) -> bool;
        fn forget(&self, before: i64, limit: usize) -> Vec<String>;
        fn undecided(&self, before: i64, limit: usize) -> Vec<String>;
        fn decide(&self, id: &str, keep: bool) -> ();
        fn unsealed(&self, limit: usize) -> Vec<String>;
        fn seal(&self, id: &str, seal: Seal) -> ();
        fn note(&self, name: &str, value: &str) -> String;
        fn tables(&self, after: &str, limit: usize) -> Vec<(StoredTable, Flags)>;
        fn notes(&self) -> Vec<(String, String)>;
        fn adopt(&self, table: &StoredTable, events: &[StoredEvent], flags: Flags) -> bool;
        fn damage(&self) -> Vec<String>;
        fn versions(&self, ids: &[String]) -> Vec<(String, u64)>;
        fn lease(&self, id: &str, owed: bool, time: Duration) -> bool;
        fn lease_overdue(&self, idle: Duration, time: Duration, limit: usize) -> Vec<String>;
        fn attend(&self, seats: &[(String, u8)], time: Duration) -> ();
        fn attended(&self, ids: &[String]) -> Vec<(String, u8)>;
        fn kept_result(&self, key: &str) -> Option<Vec<u8>>;
        fn keep_result(&self, key: &str, result: &[u8], most: u64) -> ();
        fn backup(&self, to: &Path) -> ();
    }

    fn health(&self) -> Result<(), Error> {
        match self.damage.get() {
            Some(words) => Err(Error::Damaged(words.clone())),
            None => self.timed("health", |store| store.health()),
        }
    }

    fn watch(&self) -> Option<broadcast::Receiver<ChangeHint>> {
        self.store.watch()
    }
}
