//! Slowing down who guesses passwords, so that nobody can lock the owner out from elsewhere.
//!
//! Wrong guesses count for the client they come from and for that client and the login together, never for the login
//! alone. The first few are free; each further one doubles the time until the next. What a client is told does not
//! depend on whether there is such an account.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::address::ClientAddress;

/// Who guesses wrong, and how often they did.
pub(crate) struct Guesses {
    by_client: Pace,
    by_pair: Pace,
    wrong: Mutex<HashMap<Who, Wrong>>,
}

/// How one kind of wrong guesses is slowed down.
#[derive(Clone, Copy)]
struct Pace {
    /// So many without any wait.
    free: u32,
    /// The longest wait.
    longest: Duration,
}

/// The first wait; each one after it is twice as long.
const FIRST: Duration = Duration::from_secs(2);

/// The longest wait of a client for one login: 288 guesses a day.
const LONGEST_BY_PAIR: Duration = Duration::from_mins(5);

/// The longest wait of a client for any login. Many people may share an address.
const LONGEST_BY_CLIENT: Duration = Duration::from_mins(1);

/// After this time without a wrong guess nothing is known of earlier ones.
const QUIET: Duration = Duration::from_hours(1);

/// With so many counts, those that are quiet or smallest are thrown away. Who could fill the memory has that many
/// addresses to guess from anyway.
const MOST: usize = 50_000;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Who {
    Client(ClientAddress),
    Pair(ClientAddress, Box<str>),
}

#[derive(Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
}

impl Pace {
    /// How long to wait from the last of so many wrong guesses on.
    fn wait(self, count: u32) -> Duration {
        match count.checked_sub(self.free) {
            None | Some(0) => Duration::ZERO,
            Some(more) => FIRST
                .saturating_mul(2_u32.saturating_pow(more - 1))
                .min(self.longest),
        }
    }
}

impl Wrong {
    fn is_quiet(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) >= QUIET
    }
}

impl Guesses {
    /// With so many free wrong guesses for one login, and four times as many for all; `u32::MAX` are without end.
    pub(crate) fn new(free: u32) -> Self {
        Guesses {
            by_client: Pace {
                free: free.saturating_mul(4),
                longest: LONGEST_BY_CLIENT,
            },
            by_pair: Pace {
                free,
                longest: LONGEST_BY_PAIR,
            },
            wrong: Mutex::default(),
        }
    }

    /// Lets a client try to sign in with this login (as it is kept, in small letters), or tells how long to wait. It
    /// counts as a wrong guess until the attempt is told otherwise, so that many at once are no way around; who is sent
    /// away is not counted.
    pub(crate) fn begin(
        &self,
        client: ClientAddress,
        login: &str,
        now: Instant,
    ) -> Result<Attempt<'_>, Duration> {
        let whose = [
            (Who::Client(client), self.by_client),
            (Who::Pair(client, login.into()), self.by_pair),
        ];
        let mut wrong = self.locked();
        let wait = |(who, pace): &(Who, Pace)| match wrong.get(who) {
            Some(known) if !known.is_quiet(now) => {
                (known.last + pace.wait(known.count)).saturating_duration_since(now)
            }
            _ => Duration::ZERO,
        };
        let wait = whose.iter().map(wait).max().unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        if wrong.len() + whose.len() > MOST {
            sweep(&mut wrong, now);
        }
        let [(of_client, _), (of_pair, _)] = whose;
        let before = [&of_client, &of_pair].map(|who| count_one(&mut wrong, who, now));
        Ok(Attempt {
            guesses: self,
            of_client,
            of_pair,
            before,
            at: now,
        })
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<Who, Wrong>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts one more; when the last one was.
fn count_one(wrong: &mut HashMap<Who, Wrong>, who: &Who, now: Instant) -> Option<Instant> {
    let known = wrong.get(who).filter(|known| !known.is_quiet(now)).copied();
    let count = known.map_or(0, |known| known.count).saturating_add(1);
    wrong.insert(who.clone(), Wrong { count, last: now });
    known.map(|known| known.last)
}

/// Throws away what is quiet, and of what is left all but the half that guessed wrong most often.
fn sweep(wrong: &mut HashMap<Who, Wrong>, now: Instant) {
    wrong.retain(|_, known| !known.is_quiet(now));
    if wrong.len() > MOST / 2 {
        let mut all: Vec<(Who, Wrong)> = wrong.drain().collect();
        all.select_nth_unstable_by_key(MOST / 2, |(_, known)| u32::MAX - known.count);
        all.truncate(MOST / 2);
        wrong.extend(all);
    }
}

/// An attempt to sign in. Dropped, it was a wrong guess.
#[must_use = "an attempt that nothing is said about was a wrong guess"]
pub(crate) struct Attempt<'a> {
    guesses: &'a Guesses,
    of_client: Who,
    of_pair: Who,
    /// When client and pair guessed before.
    before: [Option<Instant>; 2],
    at: Instant,
}

impl Attempt<'_> {
    /// It was the right password: earlier wrong ones of this client for this login are forgotten. Those for other
    /// logins are not, or an account of one's own would be a way around.
    pub(crate) fn was_right(self) {
        self.guesses.locked().remove(&self.of_pair);
        self.take_back(&self.of_client, self.before[0]);
    }

    /// Nobody looked whether it was right: it does not count.
    pub(crate) fn was_not_checked(self) {
        self.take_back(&self.of_client, self.before[0]);
        self.take_back(&self.of_pair, self.before[1]);
    }

    fn take_back(&self, who: &Who, before: Option<Instant>) {
        let mut wrong = self.guesses.locked();
        let Some(known) = wrong.get_mut(who) else {
            return;
        };
        known.count = known.count.saturating_sub(1);
        // Unless another attempt has come since, the wait is that of the one before.
        if let Some(before) = before.filter(|_| known.last == self.at) {
            known.last = before;
        }
        if known.count == 0 {
            wrong.remove(who);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn client(text: &str) -> ClientAddress {
        text.parse::<IpAddr>().unwrap().into()
    }

    /// How long each of so many wrong guesses waits for the one before, each sent as soon as it may be.
    fn waits(guesses: &Guesses, client: ClientAddress, logins: &[&str], now: &mut Instant) -> Vec<u64> {
        let mut waits = Vec::new();
        for login in logins {
            let began = *now;
            while let Err(wait) = guesses.begin(client, login, *now) {
                *now += wait;
            }
            waits.push((*now - began).as_secs());
        }
        waits
    }

    #[test]
    fn the_first_guesses_are_free_then_each_wait_is_twice_the_last() {
        let guesses = Guesses::new(5);
        let mut now = Instant::now();
        let waited = waits(&guesses, client("203.0.113.5"), &["ann"; 16], &mut now);
        assert_eq!(
            waited,
            [0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
        );
    }

    #[test]
    fn nobody_is_locked_out_from_elsewhere() {
        let guesses = Guesses::new(5);
        let mut now = Instant::now();
        for last in 0..=255 {
            waits(
                &guesses,
                client(&format!("198.51.100.{last}")),
                &["ann"; 10],
                &mut now,
            );
        }
        assert!(guesses.begin(client("203.0.113.5"), "ann", now).is_ok());
    }

    #[test]
    fn one_client_is_slowed_down_over_all_logins_and_one_64_is_one_client() {
        let guesses = Guesses::new(1);
        let now = Instant::now();
        for (number, login) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
            let client = client(&format!("2001:db8::{number}"));
            assert!(guesses.begin(client, login, now).is_ok(), "{login}");
        }
        assert_eq!(
            guesses.begin(client("2001:db8::77"), "f", now).err(),
            Some(2 * SECOND)
        );
        assert!(guesses.begin(client("2001:db8:0:1::77"), "f", now).is_ok());
        // All the logins there are, and never more than a minute.
        let mut later = now;
        let logins: Vec<String> = (0..12).map(|number| format!("login{number}")).collect();
        let logins: Vec<&str> = logins.iter().map(String::as_str).collect();
        let waited = waits(&guesses, client("2001:db8::1"), &logins, &mut later);
        assert_eq!(waited, [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60]);
    }

    #[test]
    fn many_at_once_are_no_way_around() {
        let guesses = Guesses::new(5);
        let now = Instant::now();
        let begun: Vec<_> = (0..50)
            .filter_map(|_| guesses.begin(client("203.0.113.5"), "ann", now).ok())
            .collect();
        assert_eq!(begun.len(), 6);
    }

    #[test]
    fn the_right_password_clears_the_pair_and_no_more() {
        let guesses = Guesses::new(2);
        let now = Instant::now();
        let here = client("203.0.113.5");
        let tried = |login: &str| guesses.begin(here, login, now);
        // Guesses at Ann's, with an account of one's own between them: by the client they count all the same.
        for _ in 0..2 {
            assert!(tried("ann").is_ok());
            tried("eve").unwrap().was_right();
        }
        assert!(tried("ann").is_ok());
        assert_eq!(tried("ann").err(), Some(2 * SECOND));
        for login in ["b", "c", "d", "e", "f", "g"] {
            assert!(tried(login).is_ok(), "{login}");
        }
        assert_eq!(tried("eve").err(), Some(2 * SECOND), "nine wrong ones");
        // Right after a wait: as if it had not been.
        let later = now + 2 * SECOND;
        guesses.begin(here, "ann", later).unwrap().was_right();
        assert!(
            guesses.begin(here, "ann", later).is_ok(),
            "the pair is clear, the client has waited"
        );
        assert_eq!(guesses.begin(here, "eve", later).err(), Some(4 * SECOND));
    }

    #[test]
    fn an_attempt_that_was_not_checked_never_was() {
        let guesses = Guesses::new(1);
        let now = Instant::now();
        for _ in 0..100 {
            guesses
                .begin(client("203.0.113.5"), "ann", now)
                .unwrap()
                .was_not_checked();
        }
        assert!(guesses.locked().is_empty());
    }

    #[test]
    fn after_a_quiet_hour_nothing_is_known() {
        let guesses = Guesses::new(1);
        let mut now = Instant::now();
        waits(&guesses, client("203.0.113.5"), &["ann"; 10], &mut now);
        assert!(guesses.begin(client("203.0.113.5"), "ann", now).is_err());
        assert_eq!(
            waits(&guesses, client("203.0.113.5"), &["ann"; 3], &mut (now + QUIET)),
            [0, 0, 2]
        );
    }

    #[test]
    fn the_memory_is_bounded_and_keeps_who_guessed_most() {
        let guesses = Guesses::new(1);
        let now = Instant::now();
        let worst = client("203.0.113.5");
        while guesses.begin(worst, "ann", now).is_ok() {}
        for number in 0..MOST as u32 {
            let other = ClientAddress::from(IpAddr::from(number.to_be_bytes()));
            assert!(guesses.begin(other, "ann", now).is_ok());
        }
        assert!(guesses.locked().len() <= MOST);
        assert!(guesses.begin(worst, "ann", now).is_err());
    }

    #[test]
    fn without_limits_nobody_waits() {
        let guesses = Guesses::new(u32::MAX);
        let mut now = Instant::now();
        assert!(
            waits(&guesses, client("203.0.113.5"), &["ann"; 200], &mut now)
                .iter()
                .all(|wait| *wait == 0)
        );
    }
}
