//! How often one may ask.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::address::ClientAddress;

/// Counts what each key (a client's address, a person) has asked for: a bucket that fills again with time.
pub(crate) struct Limiter<K> {
    /// How many at once.
    burst: f64,
    /// How many come back each second.
    per_second: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

/// With more keys than this, those that are full again are thrown away.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Limiter<K> {
    /// So many in this time, and as many at once.
    pub(crate) fn new(count: u32, time: Duration) -> Self {
        Limiter {
            burst: f64::from(count),
            per_second: f64::from(count) / time.as_secs_f64(),
            buckets: Mutex::default(),
        }
    }

    /// May this key ask once more?
    pub(crate) fn allows<Q: Hash + Eq + ToOwned<Owned = K> + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
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

/// Counts what each client has under way at a time.
pub(crate) struct AtOnce {
    most: usize,
    open: Mutex<HashMap<ClientAddress, usize>>,
}

/// Something that counts for its client as long as it lives.
pub(crate) struct Underway(Arc<AtOnce>, ClientAddress);

impl AtOnce {
    pub(crate) fn new(most: usize) -> Self {
        AtOnce {
            most,
            open: Mutex::default(),
        }
    }

    /// One more, if the client has not too many.
    pub(crate) fn admit(self: &Arc<Self>, client: ClientAddress) -> Option<Underway> {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = all.get(&client).copied().unwrap_or_default();
        if open >= self.most {
            return None;
        }
        all.insert(client, open + 1);
        Some(Underway(Arc::clone(self), client))
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        let mut all = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = all.get_mut(&self.1) {
            *open -= 1;
            if *open == 0 {
                all.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_a_bucket_of_its_own_that_fills_again() {
        let limiter = Limiter::<String>::new(2, Duration::from_millis(100));
        assert!(limiter.allows("a") && limiter.allows("a") && !limiter.allows("a"));
        assert!(limiter.allows("b"));
        std::thread::sleep(Duration::from_millis(60));
        assert!(limiter.allows("a") && !limiter.allows("a"));
    }
}
