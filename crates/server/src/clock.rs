//! The time. Tables count time that passes, not what the wall clock says: whoever sets the computer's clock takes time
//! from nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

/// Where the time comes from. It is passed to whatever asks for the time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The system's.
    System {
        /// What the wall clock said when the server started, in milliseconds since 1970.
        started: i64,
        /// How long the system had run then; the time it sleeps counts.
        began: Duration,
    },
    /// Moved by hand.
    Manual(Arc<AtomicI64>),
    /// Tokio's: a test that pauses it says how it goes on.
    #[cfg(test)]
    Tokio {
        started: i64,
        began: tokio::time::Instant,
    },
}

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Clock(Source::System {
            started: system_wall(),
            began: uptime(),
        })
    }

    /// A clock that begins at this time and goes on as Tokio's does.
    #[cfg(test)]
    pub(crate) fn simulated(started: i64) -> Self {
        let began = tokio::time::Instant::now();
        Clock(Source::Tokio { started, began })
    }

    /// Milliseconds since 1970, as far as tables are concerned. It never jumps and never goes back.
    pub fn now(&self) -> i64 {
        match &self.0 {
            Source::System { started, began } => started + uptime().saturating_sub(*began).as_millis() as i64,
            Source::Manual(time) => time.load(Relaxed),
            #[cfg(test)]
            Source::Tokio { started, began } => started + began.elapsed().as_millis() as i64,
        }
    }

    /// Milliseconds since 1970 by the wall clock: for dates, and for what expires.
    pub fn wall(&self) -> i64 {
        match &self.0 {
            Source::System { .. } => system_wall(),
            Source::Manual(_) => self.now(),
            #[cfg(test)]
            Source::Tokio { .. } => self.now(),
        }
    }
}

/// A clock that stands still until it is moved: for tests of what takes time.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// A clock that stands at this time, in milliseconds since 1970.
    pub fn new(time: i64) -> Self {
        ManualClock(Arc::new(AtomicI64::new(time)))
    }

    /// Lets time pass, for everybody who has this clock.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_millis() as i64, Relaxed);
    }

    /// This clock, to be passed in.
    pub fn clock(&self) -> Clock {
        Clock(Source::Manual(Arc::clone(&self.0)))
    }
}

fn system_wall() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// How long the system has run. Where it tells, the time it slept counts, too.
fn uptime() -> Duration {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = rustix::time::ClockId::Boottime;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_simulated_clock_goes_on_as_the_test_says() {
        let clock = Clock::simulated(1_000);
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(clock.now(), 4_000);
    }

    #[test]
    fn a_manual_clock_goes_on_when_it_is_moved_and_for_all_who_have_it() {
        let hand = ManualClock::new(1_000);
        let (clock, other) = (hand.clock(), hand.clock());
        hand.advance(Duration::from_secs(3));
        assert_eq!([clock.now(), other.now(), clock.wall()], [4_000; 3]);
    }

    #[test]
    fn the_time_of_tables_rests_on_the_time_that_passed_and_not_on_the_wall_clock() {
        // As if the wall clock had been set an hour ahead, or back, since the start.
        for jump in [3_600_000, -3_600_000] {
            let clock = Clock(Source::System {
                started: system_wall() + jump,
                began: uptime(),
            });
            let apart = clock.now() - clock.wall();
            assert!(
                (apart - jump).abs() < 1_000,
                "only the wall clock has jumped: {apart}"
            );
            let before = clock.now();
            std::thread::sleep(Duration::from_millis(2));
            assert!((1..1_000).contains(&(clock.now() - before)));
        }
    }
}
