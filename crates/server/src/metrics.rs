//! What the server counts, in the text form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) tables_loaded: AtomicI64,
    pub(crate) streams: AtomicI64,
    pub(crate) connections: AtomicI64,
    pub(crate) work_waiting: AtomicI64,
    pub(crate) actions: AtomicU64,
    pub(crate) bot_actions: AtomicU64,
    pub(crate) thoughts_elsewhere: AtomicU64,
    pub(crate) refusals: AtomicU64,
    pub(crate) stale: AtomicU64,
    pub(crate) repeated: AtomicU64,
    pub(crate) events: AtomicU64,
    pub(crate) streams_too_slow: AtomicU64,
    pub(crate) append_conflicts: AtomicU64,
    pub(crate) append_failures: AtomicU64,
    pub(crate) limited: AtomicU64,
    pub(crate) lobby_calls: AtomicU64,
    pub(crate) requests: Histogram,
    pub(crate) commits: Histogram,
    pub(crate) bot_thoughts: Histogram,
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// Adds several.
pub(crate) fn count_many(counter: &AtomicU64, several: u64) {
    counter.fetch_add(several, Relaxed);
}

/// A number that is one higher for as long as this lives.
pub(crate) struct Gauged(Arc<Metrics>, fn(&Metrics) -> &AtomicI64);

impl Gauged {
    pub(crate) fn new(metrics: &Arc<Metrics>, which: fn(&Metrics) -> &AtomicI64) -> Self {
        which(metrics).fetch_add(1, Relaxed);
        Gauged(Arc::clone(metrics), which)
    }
}

impl Drop for Gauged {
    fn drop(&mut self) {
        (self.1)(&self.0).fetch_sub(1, Relaxed);
    }
}

/// Upper bounds of the buckets, in microseconds.
const BOUNDS: [u64; 12] = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000,
];

/// How often something took how long.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    pub(crate) fn took(&self, time: Duration) {
        let time = time.as_micros() as u64;
        let bucket = BOUNDS
            .iter()
            .position(|bound| time <= *bound)
            .unwrap_or(BOUNDS.len());
        count(&self.buckets[bucket]);
        self.microseconds.fetch_add(time, Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut so_far = 0;
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            so_far += bucket.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {so_far}", bound as f64 / 1e6);
        }
        so_far += self.buckets[BOUNDS.len()].load(Relaxed);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {so_far}");
        let _ = writeln!(
            text,
            "{name}_sum {}",
            self.microseconds.load(Relaxed) as f64 / 1e6
        );
        let _ = writeln!(text, "{name}_count {so_far}");
    }
}

/// The processor time that this process has used, in seconds.
fn processor_time() -> f64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    used.tv_sec as f64 + used.tv_nsec as f64 / 1e9
}

/// The memory that this process holds, where the system tells it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

impl Metrics {
    /// Everything, as Prometheus asks for it.
    pub(crate) fn response(&self) -> Response {
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], self.text()).into_response()
    }

    /// What only ever grows, each with its name and what it is.
    fn counters(&self) -> [(&'static str, &'static str, &AtomicU64); 12] {
        [
            (
                "bobbin_actions_total",
                "Actions of people and programs.",
                &self.actions,
            ),
            ("bobbin_bot_actions_total", "Actions of bots.", &self.bot_actions),
            (
                "bobbin_thoughts_elsewhere_total",
                "Thoughts of bots at workers.",
                &self.thoughts_elsewhere,
            ),
            (
                "bobbin_refusals_total",
                "Requests that the rules refused.",
                &self.refusals,
            ),
            (
                "bobbin_stale_total",
                "Actions sent with an old version.",
                &self.stale,
            ),
            (
                "bobbin_repeated_total",
                "Requests for what was done before: answered, not applied again.",
                &self.repeated,
            ),
            ("bobbin_events_total", "Events sent to streams.", &self.events),
            (
                "bobbin_streams_too_slow_total",
                "Streams closed because nobody read them.",
                &self.streams_too_slow,
            ),
            (
                "bobbin_append_conflicts_total",
                "Entries that another server wrote first.",
                &self.append_conflicts,
            ),
            (
                "bobbin_append_failures_total",
                "Entries that could not be written.",
                &self.append_failures,
            ),
            (
                "bobbin_limited_total",
                "Requests refused because there were too many.",
                &self.limited,
            ),
            (
                "bobbin_lobby_calls_total",
                "Calls from the lobby.",
                &self.lobby_calls,
            ),
        ]
    }

    /// Everything as text.
    fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("bobbin_tables_loaded", "Tables in memory.", &self.tables_loaded),
            ("bobbin_streams", "Open event streams.", &self.streams),
            ("bobbin_connections", "Open connections.", &self.connections),
            (
                "bobbin_work_waiting",
                "Pieces of work that wait for a thread.",
                &self.work_waiting,
            ),
        ];
        for (name, help, value) in gauges {
            let value = value.load(Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        if let Some(bytes) = memory() {
            let name = "process_resident_memory_bytes";
            let _ = writeln!(
                text,
                "# HELP {name} Memory in use.\n# TYPE {name} gauge\n{name} {bytes}"
            );
        }
        let (name, used) = ("process_cpu_seconds_total", processor_time());
        let _ = writeln!(
            text,
            "# HELP {name} Processor time.\n# TYPE {name} counter\n{name} {used}"
        );
        for (name, help, value) in self.counters() {
            let value = value.load(Relaxed);
            let _ = writeln!(
                text,
                "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}"
            );
        }
        self.requests
            .write(&mut text, "bobbin_request_seconds", "Time to answer a request.");
        self.commits.write(
            &mut text,
            "bobbin_commit_seconds",
            "Time to write an entry to the disk.",
        );
        self.bot_thoughts.write(
            &mut text,
            "bobbin_bot_thought_seconds",
            "Time a bot thought, without waiting.",
        );
        text
    }
}
