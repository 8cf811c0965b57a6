//! The time. Tables count time that passes, not what the wall clock says: whoever sets the computer's clock takes time
//! from nobody.

use std::time::{Duration, SystemTime};

/// Where the time comes from.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    /// What the wall clock said when the server started, in milliseconds since 1970.
    started: i64,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    /// The system's, since it was started; the time it sleeps counts.
    System { began: Duration },
    /// Tokio's: a test that pauses it says how it goes on.
    #[cfg(test)]
    Tokio { began: tokio::time::Instant },
}

impl Clock {
    /// The system's clock.
    pub(crate) fn system() -> Self {
        Clock {
            started: wall(),
            source: Source::System { began: uptime() },
        }
    }

    /// A clock that begins at this time and goes on as Tokio's does.
    #[cfg(test)]
    pub(crate) fn simulated(started: i64) -> Self {
        let began = tokio::time::Instant::now();
        Clock {
            started,
            source: Source::Tokio { began },
        }
    }

    /// Milliseconds since 1970, as far as tables are concerned. It never jumps and never goes back.
    pub(crate) fn now(&self) -> i64 {
        let since = match self.source {
            Source::System { began } => uptime().saturating_sub(began),
            #[cfg(test)]
            Source::Tokio { began } => began.elapsed(),
        };
        self.started + since.as_millis() as i64
    }
}

/// Milliseconds since 1970 by the wall clock.
pub(crate) fn wall() -> i64 {
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
    fn the_time_of_tables_rests_on_the_time_that_passed_and_not_on_the_wall_clock() {
        // As if the wall clock had been set an hour ahead, or back, since the start.
        for jump in [3_600_000, -3_600_000] {
            let clock = Clock {
                started: wall() + jump,
                ..Clock::system()
            };
            let apart = clock.now() - wall();
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
