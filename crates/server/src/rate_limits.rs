//! How much one address or one seat may ask in a while.

use crate::live::lock;
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::Instant;

/// How many are remembered before those that are full again are forgotten.
const REMEMBERED: usize = 10_000;

/// How much may be asked: so many at once, and so many a second after that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// So many at once.
    pub at_once: u32,
    /// So many a second after that.
    pub per_second: f64,
}

/// Written as `300+50/s`, `100+100/h`: so many at once, and so many a second, minute or hour after that.
impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Rate, String> {
        let read = || {
            let (at_once, refill) = text.split_once('+')?;
            let (count, unit) = refill.split_once('/')?;
            let seconds = match unit {
                "s" => 1.0,
                "min" => 60.0,
                "h" => 3600.0,
                _ => return None,
            };
            let at_once = at_once.parse().ok().filter(|at_once| *at_once > 0)?;
            let count = count.parse::<f64>().ok().filter(|count| count.is_finite() && *count > 0.0)?;
            Some(Rate { at_once, per_second: count / seconds })
        };
        read().ok_or_else(|| "expected so many at once and so many a second, minute or hour after that, such as 300+50/s or 100+100/h".to_string())
    }
}

/// A bucket for everybody: each request takes one out, time fills it again.
pub struct Buckets {
    holds: f64,
    per_second: f64,
    left: Mutex<HashMap<String, (f64, Instant)>>,
}

impl Buckets {
    /// Full buckets.
    pub fn new(Rate { at_once, per_second }: Rate) -> Buckets {
        Buckets { holds: at_once.into(), per_second, left: Mutex::default() }
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

/// What each may ask for in a while.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Per<T> {
    /// Requests of an address to the API.
    pub requests: T,
    /// Steps and actions of a seat.
    pub seats: T,
    /// New tables of an address.
    pub tables: T,
    /// Streams opened by an address.
    pub streams: T,
}

/// How much of each may be asked for.
pub type Rates = Per<Rate>;
/// How much of each is left to everybody.
pub type RateLimits = Per<Buckets>;

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            requests: Rate { at_once: 300, per_second: 50.0 },
            seats: Rate { at_once: 60, per_second: 10.0 },
            tables: Rate { at_once: 100, per_second: 100.0 / 3600.0 },
            streams: Rate { at_once: 120, per_second: 4.0 },
        }
    }
}

impl From<Rates> for RateLimits {
    fn from(rates: Rates) -> RateLimits {
        RateLimits {
            requests: Buckets::new(rates.requests),
            seats: Buckets::new(rates.seats),
            tables: Buckets::new(rates.tables),
            streams: Buckets::new(rates.streams),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let buckets = Buckets::new(Rate { at_once: 2, per_second: 0.5 });
        let now = Instant::now();
        assert_eq!((buckets.take("a", now), buckets.take("a", now)), (Ok(()), Ok(())));
        assert_eq!(buckets.take("a", now), Err(2), "in two seconds there is one again");
        assert_eq!(buckets.take("a", now + Duration::from_secs(1)), Err(1), "half of it is there");
        assert_eq!(buckets.take("b", now), Ok(()), "everybody has a bucket");
        let later = now + Duration::from_secs(2);
        assert_eq!((buckets.take("a", later), buckets.take("a", later)), (Ok(()), Err(2)));
        let much_later = now + Duration::from_secs(1_000);
        assert_eq!((0..4).filter(|_| buckets.take("a", much_later).is_ok()).count(), 2, "it never holds more");
    }

    #[test]
    fn of_many_only_those_whose_buckets_are_not_full_are_remembered() {
        let buckets = Buckets::new(Rate { at_once: 2, per_second: 1.0 });
        let (now, later) = (Instant::now(), Instant::now() + Duration::from_secs(1));
        for nth in 0..REMEMBERED - 1 {
            assert_eq!(buckets.take(&nth.to_string(), now), Ok(()));
        }
        assert_eq!(buckets.take("late", later), Ok(()));
        assert_eq!(lock(&buckets.left).len(), REMEMBERED, "so many are kept");
        assert_eq!(buckets.take("new", later), Ok(()));
        assert_eq!(lock(&buckets.left).len(), 2, "the others could ask as much as anybody new");
        assert_eq!((buckets.take("late", later), buckets.take("late", later)), (Ok(()), Err(1)));
    }

    #[test]
    fn rates_are_read() {
        assert_eq!("300+50/s".parse(), Ok(Rate { at_once: 300, per_second: 50.0 }));
        assert_eq!("100+90/h".parse(), Ok(Rate { at_once: 100, per_second: 0.025 }));
        assert_eq!("3+30/min".parse(), Ok(Rate { at_once: 3, per_second: 0.5 }));
        for wrong in ["", "300", "300+50", "0+5/s", "3+0/s", "3+x/s", "3+5/day", "3+inf/s"] {
            assert!(wrong.parse::<Rate>().is_err_and(|why| why.contains("300+50/s")), "{wrong}");
        }
    }
}
