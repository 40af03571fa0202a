//! Time that has passed, and time that this program has worked.

use std::time::{Duration, Instant};

/// How long something took.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    /// On the wall.
    pub wall: Duration,
    /// At work, all threads together. Where the system does not tell, as long as on the wall.
    pub cpu: Duration,
}

/// Runs from when it is made.
pub struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: cpu_time() }
    }

    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    pub fn spent(&self) -> Spent {
        let wall = self.wall();
        let cpu = self.cpu.zip(cpu_time()).map_or(wall, |(began, now)| now.saturating_sub(began));
        Spent { wall, cpu }
    }
}

#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}
