//! When to stop thinking.

use std::time::Duration;

use crate::{Budget, Timer};

/// A bound on one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Stop after so long.
    pub time: Option<Duration>,
    /// Stop after so many iterations.
    pub iterations: Option<u64>,
}

impl From<Budget> for Limit {
    fn from(budget: Budget) -> Self {
        match budget {
            Budget::Time(time) => Limit {
                time: Some(time),
                iterations: None,
            },
            Budget::Iterations(count) => Limit {
                time: None,
                iterations: Some(count),
            },
        }
    }
}

impl Limit {
    /// How many more iterations there can be after `done`, 0 if it is time to stop. Where time is the bound it is
    /// estimated from the pace so far; a search asks before each iteration, so one iteration is the most it is late.
    pub(crate) fn left(&self, done: u64, clock: &dyn Timer) -> u64 {
        let by_count = self
            .iterations
            .map_or(u64::MAX, |count| count.saturating_sub(done));
        let by_time = self.time.map_or(u64::MAX, |time| {
            let elapsed = clock.elapsed();
            let Some(rest) = time.checked_sub(elapsed).filter(|rest| !rest.is_zero()) else {
                return 0;
            };
            if done < 16 {
                return u64::MAX;
            }
            let pace = elapsed.as_secs_f64() / done as f64;
            1 + (rest.as_secs_f64() / pace.max(1e-9)) as u64
        });
        by_count.min(by_time)
    }
}
