//! How much one address or one seat may ask in a while.

use crate::live::lock;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

/// How many are remembered before those that are full again are forgotten.
const REMEMBERED: usize = 10_000;

/// A bucket for everybody: each request takes one out, time fills it again.
pub struct Buckets {
    holds: f64,
    per_second: f64,
    left: Mutex<HashMap<String, (f64, Instant)>>,
}

impl Buckets {
    /// So many at once, and so many a second after that.
    pub fn new(holds: u32, per_second: f64) -> Buckets {
        Buckets { holds: holds.into(), per_second, left: Mutex::default() }
    }

    /// Takes one out of somebody's bucket, or tells in how many seconds there will be one.
    pub fn take(&self, who: &str, now: Instant) -> Result<(), u64> {
        let mut left = lock(&self.left);
        if left.len() >= REMEMBERED {
            left.retain(|_, (left, since)| self.refilled(*left, *since, now) < self.holds);
        }
        let (known, since) = left.get(who).copied().unwrap_or((self.holds, now));
        let there = self.refilled(known, since, now);
        if there < 1.0 {
            return Err(((1.0 - there) / self.per_second).ceil().max(1.0) as u64);
        }
        left.insert(who.to_string(), (there - 1.0, now));
        Ok(())
    }

    fn refilled(&self, left: f64, since: Instant, now: Instant) -> f64 {
        (left + now.saturating_duration_since(since).as_secs_f64() * self.per_second).min(self.holds)
    }
}

/// All that is limited.
pub struct Limits {
    /// Requests of an address to the API.
    pub requests: Buckets,
    /// Steps and actions of a seat.
    pub seats: Buckets,
    /// New tables of an address: about a hundred an hour.
    pub tables: Buckets,
    /// Streams opened by an address.
    pub streams: Buckets,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: Buckets::new(300, 50.0),
            seats: Buckets::new(60, 10.0),
            tables: Buckets::new(100, 100.0 / 3600.0),
            streams: Buckets::new(120, 4.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let buckets = Buckets::new(2, 0.5);
        let now = Instant::now();
        assert_eq!((buckets.take("a", now), buckets.take("a", now)), (Ok(()), Ok(())));
        assert_eq!(buckets.take("a", now), Err(2), "in two seconds there is one again");
        assert_eq!(buckets.take("b", now), Ok(()), "everybody has a bucket");
        let later = now + Duration::from_secs(2);
        assert_eq!((buckets.take("a", later), buckets.take("a", later)), (Ok(()), Err(2)));
        let much_later = now + Duration::from_secs(1_000);
        assert_eq!((0..4).filter(|_| buckets.take("a", much_later).is_ok()).count(), 2, "it never holds more");
    }
}
