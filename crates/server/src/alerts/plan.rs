//! What to do about a call at this moment, in one way.

use bobbin_alerts::Hours;
use serde::{Deserialize, Serialize};

use super::Kind;
use super::reach::When;

/// How far a call is in one way.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Leg {
    /// There is nothing more to do.
    #[serde(default)]
    pub(super) done: bool,
    #[serde(default)]
    pub(super) tries: u32,
    /// Not before this time.
    #[serde(default)]
    pub(super) next: i64,
    /// The digest that it is in: fixed at first sight, so that another try has the same in it.
    #[serde(default)]
    pub(super) slot: Option<i64>,
    /// Devices that have it.
    #[serde(default)]
    pub(super) to: Vec<String>,
}

/// What to do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Send it, by itself or with all of a digest.
    Send {
        /// The digest.
        slot: Option<i64>,
    },
    /// Nothing before this time.
    Wait(i64),
    /// Nothing.
    Nothing,
}

/// What a step depends on.
pub(super) struct Moment<'a> {
    pub(super) now: i64,
    pub(super) hours: &'a Hours,
    /// Somebody looks at the table just now.
    pub(super) is_looking: bool,
}

/// Whether somebody still looks is asked so often.
const LOOK_AGAIN: i64 = 20_000;

/// After so many tries it is given up: some six hours.
const MOST_TRIES: u32 = 10;

pub(super) fn step(kind: Kind, live: bool, when: When, leg: &Leg, moment: &Moment<'_>) -> Step {
    let Moment {
        now,
        hours,
        is_looking,
    } = *moment;
    if leg.done {
        return Step::Nothing;
    }
    if leg.next > now {
        return Step::Wait(leg.next);
    }
    if let Some(slot) = leg.slot {
        return if slot <= now {
            Step::Send { slot: Some(slot) }
        } else {
            Step::Wait(slot)
        };
    }
    match when {
        When::Off => Step::Nothing,
        // Tomorrow the game is over.
        When::Digest if live => Step::Nothing,
        When::Digest => Step::Wait(hours.next_digest(now)),
        When::NotLooking if is_looking => match kind {
            // They may turn away without having acted.
            Kind::Turn => Step::Wait(now + LOOK_AGAIN),
            _ => Step::Nothing,
        },
        When::AtOnce | When::NotLooking => match hours.quiet_until(now) {
            Some(until) => Step::Wait(until),
            None => Step::Send { slot: None },
        },
    }
}

impl Leg {
    /// Notes down what is waited for.
    pub(super) fn wait(&mut self, when: When, until: i64) {
        self.next = until;
        if when == When::Digest && self.slot.is_none() && self.tries == 0 {
            self.slot = Some(until);
        }
    }

    /// It did not go: when to try again, or never.
    pub(super) fn failed(&mut self, now: i64) {
        self.tries += 1;
        self.next = now + (15_000 << (2 * self.tries.min(5) - 2).min(8)).min(3_600_000);
        self.done = self.tries >= MOST_TRIES;
    }
}

#[cfg(test)]
mod tests {
    use bobbin_alerts::Quiet;

    use super::*;
    use crate::clock::ManualClock;

    const HOUR: i64 = 3_600_000;
    /// 19 November 2026, noon at Greenwich.
    const NOON: i64 = 1_795_089_600_000;

    fn hours(quiet: Option<Quiet>) -> Hours {
        Hours::new("Europe/Berlin", quiet, 8 * 60).unwrap()
    }

    fn at(now: i64, hours: &Hours, is_looking: bool) -> Moment<'_> {
        Moment {
            now,
            hours,
            is_looking,
        }
    }

    #[test]
    fn whoever_looks_is_left_alone_until_they_turn_away() {
        let (hours, leg) = (hours(None), Leg::default());
        let step_of = |kind, when, looking| step(kind, false, when, &leg, &at(NOON, &hours, looking));
        let send = Step::Send { slot: None };
        assert_eq!(
            step_of(Kind::Turn, When::NotLooking, true),
            Step::Wait(NOON + LOOK_AGAIN)
        );
        assert_eq!(step_of(Kind::Over, When::NotLooking, true), Step::Nothing);
        assert_eq!(step_of(Kind::Turn, When::NotLooking, false), send);
        assert_eq!(step_of(Kind::Turn, When::AtOnce, true), send);
        assert_eq!(step_of(Kind::Turn, When::Off, false), Step::Nothing);
    }

    #[test]
    fn what_comes_in_a_quiet_night_is_told_in_the_morning() {
        let hours = hours(Some(Quiet {
            from: 22 * 60,
            to: 7 * 60,
        }));
        let clock = ManualClock::new(NOON);
        let mut leg = Leg::default();
        let now = || clock.clock().wall();
        clock.advance(std::time::Duration::from_hours(10));
        // 23:00 in Berlin; there seven o'clock is six at Greenwich.
        let Step::Wait(until) = step(Kind::Turn, false, When::AtOnce, &leg, &at(now(), &hours, false)) else {
            panic!("it is quiet");
        };
        assert_eq!(until, NOON + 18 * HOUR);
        leg.wait(When::AtOnce, until);
        clock.advance(std::time::Duration::from_hours(7));
        let waits = step(Kind::Turn, false, When::AtOnce, &leg, &at(now(), &hours, false));
        assert_eq!(waits, Step::Wait(until));
        clock.advance(std::time::Duration::from_hours(1));
        let sends = step(Kind::Turn, false, When::AtOnce, &leg, &at(now(), &hours, false));
        assert_eq!(sends, Step::Send { slot: None });
    }

    #[test]
    fn a_digest_has_the_same_in_it_at_each_try() {
        let hours = hours(None);
        let mut leg = Leg::default();
        let slot = NOON + 19 * HOUR;
        assert_eq!(
            step(Kind::Turn, false, When::Digest, &leg, &at(NOON, &hours, true)),
            Step::Wait(slot)
        );
        leg.wait(When::Digest, slot);
        let send = Step::Send { slot: Some(slot) };
        assert_eq!(
            step(Kind::Turn, false, When::Digest, &leg, &at(slot, &hours, true)),
            send
        );
        leg.failed(slot);
        let later = leg.next;
        assert!(later > slot);
        leg.wait(When::Digest, later);
        assert_eq!(
            step(Kind::Turn, false, When::Digest, &leg, &at(later, &hours, true)),
            send
        );
        let live = step(
            Kind::Turn,
            true,
            When::Digest,
            &Leg::default(),
            &at(NOON, &hours, false),
        );
        assert_eq!(live, Step::Nothing, "a digest of a live game is of no use");
    }

    #[test]
    fn tries_are_further_and_further_apart_and_end() {
        let mut leg = Leg::default();
        let mut now = NOON;
        let mut pauses = Vec::new();
        while !leg.done {
            leg.failed(now);
            pauses.push((leg.next - now) / 1000);
            now = leg.next;
        }
        assert_eq!(pauses, [15, 60, 240, 960, 3600, 3600, 3600, 3600, 3600, 3600]);
    }
}
