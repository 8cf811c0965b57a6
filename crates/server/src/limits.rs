//! How often one may ask.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Counts what each key (an address, a login) has asked for: a bucket that fills again with time.
pub(crate) struct Limiter {
    /// How many at once.
    burst: f64,
    /// How many come back each second.
    per_second: f64,
    buckets: Mutex<HashMap<String, (f64, Instant)>>,
}

/// With more keys than this, those that are full again are thrown away.
const MANY: usize = 10_000;

impl Limiter {
    /// So many in this time, and as many at once.
    pub(crate) fn new(count: u32, time: Duration) -> Self {
        Limiter {
            burst: f64::from(count),
            per_second: f64::from(count) / time.as_secs_f64(),
            buckets: Mutex::default(),
        }
    }

    /// May this key ask once more?
    pub(crate) fn allows(&self, key: &str) -> bool {
        if self.burst >= f64::from(u32::MAX) {
            return true;
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |(left, since): (f64, Instant)| {
            (left + (now - since).as_secs_f64() * self.per_second).min(self.burst)
        };
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| filled(*bucket) < self.burst);
        }
        let bucket = buckets.entry(key.to_owned()).or_insert((self.burst, now));
        let left = filled(*bucket);
        let allowed = left >= 1.0;
        *bucket = (if allowed { left - 1.0 } else { left }, now);
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_a_bucket_of_its_own_that_fills_again() {
        let limiter = Limiter::new(2, Duration::from_millis(100));
        assert!(limiter.allows("a") && limiter.allows("a") && !limiter.allows("a"));
        assert!(limiter.allows("b"));
        std::thread::sleep(Duration::from_millis(60));
        assert!(limiter.allows("a") && !limiter.allows("a"));
    }
}
