//! What other nodes of the same house have written comes to this node's tables and streams.
//!
//! The store's hints make it quick; since they get lost, this node also asks once a second for the versions of the tables
//! it has in memory, in one query.

use crate::answers::ApiError;
use crate::house::House;
use crate::live::{Live, lock, message, now, recorded};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::ChangeHint;
use table::Table;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often this node asks what it may have missed.
const ASK: Duration = Duration::from_secs(1);
/// How often it says who is present here, and for how long that holds.
const ATTEND: (Duration, Duration) = (Duration::from_secs(4), Duration::from_secs(12));
/// How often it looks for computers' turns that no node thinks about.
const SWEEP: Duration = Duration::from_secs(2);
/// How long such a turn must have been owed, and for how long it is reserved until this node comes to it.
const OVERDUE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(5));

impl House {
    /// Follows what other nodes write, until the house closes. A store that only this node uses has nothing to follow.
    pub async fn follow(self: Arc<House>) {
        let Some(hints) = self.store.watch() else { return };
        let mut closing = self.closing.subscribe();
        // Concurrently, so that hints do not wait for a slow query.
        tokio::select! {
            () = self.listen_for_hints(hints) => {}
            () = self.keep_asking() => {}
            () = closed(&mut closing) => {}
        }
    }

    async fn listen_for_hints(self: &Arc<House>, mut hints: broadcast::Receiver<ChangeHint>) {
        loop {
            match hints.recv().await {
                Ok(ChangeHint::Changed(id, version)) => self.hear(&id, version),
                Ok(ChangeHint::Lost) | Err(RecvError::Lagged(_)) => self.ask().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    async fn keep_asking(self: &Arc<House>) {
        let mut tick = interval(ASK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut attended, mut swept) = (None::<Instant>, None::<Instant>);
        let due = |last: Option<Instant>, every: Duration| last.is_none_or(|last| last.elapsed() >= every);
        loop {
            tick.tick().await;
            self.ask().await;
            if due(attended, ATTEND.0) {
                attended = Some(Instant::now());
                let said = self.wait(|house| Ok(house.store.attend(&house.tables.attended_here(), ATTEND.1)?));
                let _ = said.await;
            }
            if due(swept, SWEEP) {
                swept = Some(Instant::now());
                self.sweep().await;
            }
        }
    }

    /// A hint: if the table is in memory and older than that, the missing events are read.
    fn hear(self: &Arc<House>, id: &str, version: u64) {
        let Some(live) = self.tables.get(id).filter(|live| live.version() < version) else { return };
        let house = self.clone();
        self.runtime.spawn_blocking(move || {
            let mut table = lock(&live.table);
            if table.version() < version {
                let before = table.version();
                if let Err(why) = house.catch_up(&live, &mut table) {
                    tracing::warn!(?why, table = table.id(), "events of another node could not be read");
                }
                if table.version() > before {
                    // This compares the clocks of two nodes, which should be synchronised.
                    let lag = u64::try_from(now() - table.updated()).unwrap_or(0);
                    house.metrics.took("feed_lag", String::new(), Duration::from_millis(lag));
                }
                drop(table);
                house.schedule_turn(&live);
            }
        });
    }

    /// Asks for what may have been missed: newer versions of the tables in memory, and who is present elsewhere.
    async fn ask(self: &Arc<House>) {
        let asked = self.wait(|house| {
            let ids = house.tables.ids();
            if ids.is_empty() {
                return Ok(());
            }
            let versions: HashMap<String, u64> = house.store.versions(&ids)?.into_iter().collect();
            let mut elsewhere: HashMap<String, Vec<u8>> = HashMap::new();
            for (id, seat) in house.store.attended(&ids)? {
                elsewhere.entry(id).or_default().push(seat);
            }
            for id in &ids {
                let Some(live) = house.tables.get(id) else { continue };
                match versions.get(id) {
                    Some(version) => house.hear(id, *version),
                    None => house.tables.deleted(id),
                }
                live.present_elsewhere(elsewhere.get(id).map_or(&[], Vec::as_slice));
            }
            Ok(())
        });
        if let Err(why) = asked.await {
            tracing::warn!(?why, "the store could not be asked for what other nodes wrote");
        }
    }

    /// Takes over computers' turns that no node thinks about, such as those of a node that is gone.
    async fn sweep(self: &Arc<House>) {
        let limit = 2 * self.scheduler.slots();
        let overdue = self.wait(move |house| Ok(house.store.lease_overdue(OVERDUE.0, OVERDUE.1, limit)?)).await;
        for id in overdue.unwrap_or_default() {
            self.count("leases_taken_over");
            let house = self.clone();
            self.runtime.spawn(async move { house.resume(id).await });
        }
    }

    /// Takes in the events of a table that others have written, and tells its streams. Waits for the disk.
    pub fn catch_up(&self, live: &Live, table: &mut Table) -> Result<(), ApiError> {
        let events = self.store.events(table.id(), table.version())?;
        if events.is_empty() && self.store.table(table.id())?.is_none() {
            self.tables.deleted(table.id());
            return Err(ApiError::not_found("There is no such table any more; it has been deleted."));
        }
        for event in &events {
            let recorded = recorded(event).inspect_err(|_| {
                // This version of the program cannot read the event: the next request is told so.
                self.evict(live, table.id());
            })?;
            table.restore(&recorded);
            if table.version() == recorded.version {
                live.publish(message(table, &recorded));
            }
        }
        Ok(())
    }
}

/// Resolves when the house closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the house is gone altogether.
    let _ = closing.wait_for(|closing| *closing).await;
}
