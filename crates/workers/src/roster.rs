//! Which workers are there. Pure: time is an argument.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::wire::Hello;

/// Who has not said that they are there for so long is not.
const GONE_AFTER: Duration = Duration::from_secs(4);

/// No worker does more at a time, whatever it says.
const MOST_THREADS: usize = 1_024;

/// Who said when how much they do at a time.
#[derive(Default)]
pub(crate) struct Roster {
    workers: BTreeMap<String, (usize, Instant)>,
}

impl Roster {
    pub(crate) fn heard(&mut self, hello: Hello, now: Instant) {
        if hello.threads == 0 {
            self.workers.remove(&hello.worker);
        } else {
            let threads = hello.threads.min(MOST_THREADS);
            self.workers.insert(hello.worker, (threads, now));
        }
    }

    /// How much all workers do at a time.
    pub(crate) fn threads(&mut self, now: Instant) -> usize {
        self.workers
            .retain(|_, (_, heard)| now.duration_since(*heard) < GONE_AFTER);
        self.workers.values().map(|(threads, _)| threads).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(worker: &str, threads: usize) -> Hello {
        Hello {
            worker: worker.to_owned(),
            threads,
        }
    }

    #[test]
    fn a_worker_counts_until_it_says_goodbye_or_nothing_for_long() {
        let (mut roster, now) = (Roster::default(), Instant::now());
        assert_eq!(roster.threads(now), 0);
        roster.heard(hello("a", 2), now);
        roster.heard(hello("b", 3), now);
        roster.heard(hello("b", 3), now + GONE_AFTER / 2);
        assert_eq!(roster.threads(now + GONE_AFTER / 2), 5);
        assert_eq!(roster.threads(now + GONE_AFTER), 3);
        roster.heard(hello("b", 0), now + GONE_AFTER);
        assert_eq!(roster.threads(now + GONE_AFTER), 0);
        for worker in ["c", "d"] {
            roster.heard(hello(worker, usize::MAX), now + GONE_AFTER);
        }
        assert_eq!(roster.threads(now + GONE_AFTER), 2 * MOST_THREADS);
    }
}
