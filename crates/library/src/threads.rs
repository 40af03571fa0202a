//! Work that several threads share.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Runs every job once on so many threads and returns the results in no particular order.
pub fn share_out<J: Sync, R: Send>(threads: usize, jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take_jobs = || {
        let mut done = Vec::new();
        while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
            done.push(work(job));
        }
        done
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take_jobs)).collect();
        let mut done = take_jobs();
        for other in others {
            done.extend(other.join().expect("a job does not panic"));
        }
        done
    })
}
