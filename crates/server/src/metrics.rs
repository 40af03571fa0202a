//! What is counted and measured for whoever runs the house, and how Prometheus reads it.

use crate::live::lock;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::Duration;

/// Upper bounds of the ranges in which times are counted, in seconds.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Counters and times since the start, by name and labels.
#[derive(Default)]
pub struct Metrics {
    counters: Mutex<BTreeMap<SeriesKey, u64>>,
    times: Mutex<BTreeMap<SeriesKey, Times>>,
}

/// A name, and labels as Prometheus writes them between braces.
type SeriesKey = (&'static str, String);

#[derive(Default)]
struct Times {
    /// How many fall into each range; those beyond the last bound are counted in `count` only.
    ranges: [u64; BOUNDS.len()],
    count: u64,
    sum: Duration,
}

impl Metrics {
    /// One more of these.
    pub fn count(&self, name: &'static str) {
        self.count_labelled(name, String::new());
    }

    /// One more of these with labels, of which there must be few.
    pub fn count_labelled(&self, name: &'static str, labels: String) {
        *lock(&self.counters).entry((name, labels)).or_default() += 1;
    }

    /// Something with these labels, of which there must be few, took so long.
    pub fn took(&self, name: &'static str, labels: String, time: Duration) {
        let mut times = lock(&self.times);
        let times = times.entry((name, labels)).or_default();
        if let Some(range) = BOUNDS.iter().position(|bound| time.as_secs_f64() <= *bound) {
            times.ranges[range] += 1;
        }
        times.count += 1;
        times.sum += time;
    }

    /// Everything, in the text format of Prometheus.
    pub fn write(&self, text: &mut String) {
        let mut last = "";
        for ((name, labels), count) in &*lock(&self.counters) {
            head(text, &mut last, name, "_total", "counter");
            let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
            let _ = writeln!(text, "parlour_{name}_total{labels} {count}");
        }
        for ((name, labels), times) in &*lock(&self.times) {
            head(text, &mut last, name, "_seconds", "histogram");
            let (comma, braces) = match labels.as_str() {
                "" => (String::new(), String::new()),
                labels => (format!("{labels},"), format!("{{{labels}}}")),
            };
            let mut below = 0;
            for (bound, count) in BOUNDS.iter().zip(times.ranges) {
                below += count;
                let _ = writeln!(text, "parlour_{name}_seconds_bucket{{{comma}le=\"{bound}\"}} {below}");
            }
            let (count, sum) = (times.count, times.sum.as_secs_f64());
            let _ = writeln!(text, "parlour_{name}_seconds_bucket{{{comma}le=\"+Inf\"}} {count}");
            let _ = writeln!(
                text,
                "parlour_{name}_seconds_sum{braces} {sum}\nparlour_{name}_seconds_count{braces} {count}"
            );
        }
    }
}

/// The line that says what kind of metric follows, once for each name.
fn head(text: &mut String, last: &mut &'static str, name: &'static str, unit: &str, kind: &str) {
    if *last != name {
        let _ = writeln!(text, "# TYPE parlour_{name}{unit} {kind}");
        *last = name;
    }
}

/// How much memory this process has, where the system tells.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_every_range_that_holds_them() {
        let metrics = Metrics::default();
        for milliseconds in [1, 4, 20_000] {
            metrics.took("answer", "route=\"/\"".to_string(), Duration::from_millis(milliseconds));
        }
        metrics.count("steps");
        metrics.count_labelled("store_errors", "operation=\"append\"".to_string());
        let mut text = String::new();
        metrics.write(&mut text);
        for line in [
            "# TYPE parlour_answer_seconds histogram",
            "parlour_answer_seconds_bucket{route=\"/\",le=\"0.001\"} 1",
            "parlour_answer_seconds_bucket{route=\"/\",le=\"0.0025\"} 1",
            "parlour_answer_seconds_bucket{route=\"/\",le=\"0.005\"} 2",
            "parlour_answer_seconds_bucket{route=\"/\",le=\"10\"} 2",
            "parlour_answer_seconds_bucket{route=\"/\",le=\"+Inf\"} 3",
            "parlour_answer_seconds_count{route=\"/\"} 3",
            "parlour_steps_total 1",
            "parlour_store_errors_total{operation=\"append\"} 1",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} in\n{text}");
        }
    }
}
