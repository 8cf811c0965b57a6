//! How often one may ask.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::address::ClientAddress;
use crate::error::Problem;

/// Counts what each key (a client's address, a person) has asked for: a bucket that fills again with time.
pub(crate) struct Limiter<K> {
    /// How many at once.
    burst: f64,
    /// How many come back each second.
    per_second: f64,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    by_key: HashMap<K, Bucket>,
    /// With more than this, those that are full again are thrown away.
    sweep_at: usize,
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    since: Instant,
}

/// Fewer buckets than this are not looked through.
const FEW: usize = 10_000;

/// More buckets than this are not kept: of so many the fuller half is thrown away, full or not. A key whose bucket is
/// gone has a full one; who could fill the memory has that many keys anyway.
const MOST: usize = 50_000;

/// What one is told to wait where nothing ever comes back.
const A_DAY: Duration = Duration::from_hours(24);

impl<K: Hash + Eq> Limiter<K> {
    /// So many in this time, and as many at once.
    pub(crate) fn new(count: u32, time: Duration) -> Self {
        Limiter {
            burst: f64::from(count),
            per_second: f64::from(count) / time.as_secs_f64(),
            buckets: Mutex::new(Buckets {
                by_key: HashMap::new(),
                sweep_at: FEW,
            }),
        }
    }

    /// Sends a key away that has asked too often, with the time to wait.
    pub(crate) fn check<Q: Hash + Eq + ToOwned<Owned = K> + ?Sized>(&self, key: &Q) -> Result<(), Problem>
    where
        K: Borrow<Q>,
    {
        self.allows(key, Instant::now()).map_err(Problem::too_many)
    }

    /// May this key ask once more? If not, after how long it may, as long as it does not ask before.
    pub(crate) fn allows<Q: Hash + Eq + ToOwned<Owned = K> + ?Sized>(
        &self,
        key: &Q,
        now: Instant,
    ) -> Result<(), Duration>
    where
        K: Borrow<Q>,
    {
        if self.burst >= f64::from(u32::MAX) {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = buckets
            .by_key
            .get(key)
            .map_or(self.burst, |bucket| self.filled(*bucket, now));
        if left < 1.0 {
            let seconds = (1.0 - left) / self.per_second;
            return Err(Duration::try_from_secs_f64(seconds).unwrap_or(A_DAY));
        }
        if buckets.by_key.len() >= buckets.sweep_at {
            self.sweep(&mut buckets, now);
        }
        let bucket = Bucket {
            left: left - 1.0,
            since: now,
        };
        buckets.by_key.insert(key.to_owned(), bucket);
        Ok(())
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let time = now.saturating_duration_since(bucket.since);
        (bucket.left + time.as_secs_f64() * self.per_second).min(self.burst)
    }

    /// Throws away what tells nothing, or too much.
    fn sweep(&self, buckets: &mut Buckets<K>, now: Instant) {
        let by_key = &mut buckets.by_key;
        by_key.retain(|_, bucket| self.filled(*bucket, now) < self.burst);
        if by_key.len() >= MOST {
            let mut all: Vec<(K, Bucket)> = by_key.drain().collect();
            let left = |(_, bucket): &(K, Bucket)| self.filled(*bucket, now);
            all.select_nth_unstable_by(MOST / 2, |a, b| left(a).total_cmp(&left(b)));
            all.truncate(MOST / 2);
            by_key.extend(all);
        }
        // Looking through all of them is paid for by as many that came since.
        buckets.sweep_at = (2 * by_key.len()).clamp(FEW, MOST);
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
    use axum::response::IntoResponse as _;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn each_key_has_a_bucket_of_its_own_that_fills_again() {
        let limiter = Limiter::<String>::new(2, 10 * SECOND);
        let now = Instant::now();
        assert_eq!([(); 2].map(|()| limiter.allows("a", now)), [Ok(()), Ok(())]);
        assert_eq!(limiter.allows("a", now), Err(5 * SECOND));
        assert_eq!(limiter.allows("b", now), Ok(()));
        assert_eq!(limiter.allows("a", now + 3 * SECOND), Err(2 * SECOND));
        assert_eq!(limiter.allows("a", now + 5 * SECOND), Ok(()));
        assert_eq!(limiter.allows("a", now + 5 * SECOND), Err(5 * SECOND));
        // No more than two, however long one waits.
        let later = now + 1000 * SECOND;
        assert_eq!([(); 2].map(|()| limiter.allows("a", later)), [Ok(()), Ok(())]);
        assert_eq!(limiter.allows("a", later), Err(5 * SECOND));
    }

    #[test]
    fn whoever_waits_as_long_as_they_are_told_is_let_in() {
        for (count, time) in [(1, SECOND), (3, SECOND), (6, 60 * SECOND), (7, 3600 * SECOND)] {
            let limiter = Limiter::<String>::new(count, time);
            let mut now = Instant::now();
            for _ in 0..50 {
                if let Err(wait) = limiter.allows("a", now) {
                    let told = Problem::too_many(wait).into_response().headers()["retry-after"].clone();
                    let told: u64 = told.to_str().unwrap().parse().unwrap();
                    assert!(told >= 1 && told <= wait.as_secs() + 1, "{wait:?}: {told}");
                    now += Duration::from_secs(told);
                    assert_eq!(limiter.allows("a", now), Ok(()), "{count} in {time:?}");
                }
            }
        }
    }

    #[test]
    fn where_nothing_is_allowed_one_waits_a_day() {
        let limiter = Limiter::<String>::new(0, SECOND);
        assert_eq!(limiter.allows("a", Instant::now()), Err(A_DAY));
    }

    #[test]
    fn with_more_keys_than_fit_those_that_asked_most_are_still_known() {
        let limiter = Limiter::<u32>::new(2, 3600 * SECOND);
        let now = Instant::now();
        assert_eq!([(); 2].map(|()| limiter.allows(&0, now)), [Ok(()), Ok(())]);
        for key in 1..=(2 * MOST as u32) {
            assert_eq!(limiter.allows(&key, now), Ok(()));
        }
        assert!(limiter.allows(&0, now).is_err());
        let kept = |limiter: &Limiter<u32>| limiter.buckets.lock().unwrap().by_key.len();
        assert!(kept(&limiter) <= MOST, "{}", kept(&limiter));
        // When they are full again, none is kept.
        for key in 0..=MOST as u32 {
            assert_eq!(limiter.allows(&key, now + 7200 * SECOND), Ok(()));
        }
        assert!(kept(&limiter) <= MOST, "{}", kept(&limiter));
    }
}
