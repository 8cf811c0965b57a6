//! What goes wrong at a store that fails on purpose, by a seed.

use std::time::Duration;

use tokio::time::Instant;

/// How often what goes wrong, in thousandths of all that is asked. The same seed and the same questions give the same
/// faults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    /// Where luck begins.
    pub seed: u64,
    /// Something is not written, and its writer is told so.
    pub before_commit: u32,
    /// Something is written, and its writer is told that it failed: the answer was lost.
    pub answer_lost: u32,
    /// Something takes long, before it is written or before the answer comes.
    pub slow: u32,
    /// How long at most.
    pub slowest: Duration,
    /// The connection that writes entries is broken: whatever is written by it fails until another takes its place.
    pub wedged: u32,
    /// A connection that was to be replaced is not.
    pub not_renewed: u32,
    /// The disk is full from now on: nothing can be written for a while.
    pub full: u32,
    /// How long.
    pub full_for: Duration,
    /// Something cannot be read.
    pub unreadable: u32,
    /// Whoever hears what is written is cut off and told only that something was missed.
    pub missed: u32,
    /// Nobody is told of an entry, as if whoever wrote it had died right after the commit.
    pub untold: u32,
}

impl Faults {
    /// Nothing goes wrong.
    pub const NONE: Faults = Faults {
        seed: 0,
        before_commit: 0,
        answer_lost: 0,
        slow: 0,
        slowest: Duration::ZERO,
        wedged: 0,
        not_renewed: 0,
        full: 0,
        full_for: Duration::ZERO,
        unreadable: 0,
        missed: 0,
        untold: 0,
    };

    /// A bit of everything.
    pub fn some(seed: u64) -> Self {
        Faults {
            seed,
            before_commit: 40,
            answer_lost: 40,
            slow: 200,
            slowest: Duration::from_secs(3),
            wedged: 20,
            not_renewed: 300,
            full: 5,
            full_for: Duration::from_secs(5),
            unreadable: 10,
            missed: 20,
            untold: 30,
        }
    }
}

/// What happens to one thing that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Kept,
    Refused,
    AnswerLost,
    Wedged,
    Full,
}

/// What becomes of news.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hearing {
    Heard,
    Missed,
    Untold,
}

/// The faults, as far as they have come.
pub(super) struct Plan {
    faults: Faults,
    luck: u64,
    full_until: Option<Instant>,
}

impl Plan {
    pub(super) fn new(faults: Faults) -> Self {
        Plan {
            luck: faults.seed,
            faults,
            full_until: None,
        }
    }

    /// How long something takes before it is written and before the answer comes, and what becomes of it.
    pub(super) fn fate(&mut self) -> (Duration, Fate, Duration) {
        let (before, after) = (self.delay(), self.delay());
        let Faults {
            before_commit,
            answer_lost,
            wedged,
            full,
            full_for,
            ..
        } = self.faults;
        let now = Instant::now();
        let fate = if self.full_until.is_some_and(|until| now < until) {
            Fate::Full
        } else if self.happens(full) {
            self.full_until = Some(now + full_for);
            Fate::Full
        } else if self.happens(wedged) {
            Fate::Wedged
        } else if self.happens(before_commit) {
            Fate::Refused
        } else if self.happens(answer_lost) {
            Fate::AnswerLost
        } else {
            Fate::Kept
        };
        (before, fate, after)
    }

    pub(super) fn is_renewed(&mut self) -> bool {
        let not_renewed = self.faults.not_renewed;
        !self.happens(not_renewed)
    }

    /// How long reading takes, and whether it goes well.
    pub(super) fn reading(&mut self) -> (Duration, bool) {
        let unreadable = self.faults.unreadable;
        (self.delay(), !self.happens(unreadable))
    }

    /// How long news takes to come, and whether it does.
    pub(super) fn hearing(&mut self) -> (Duration, Hearing) {
        let Faults { missed, untold, .. } = self.faults;
        let delay = self.delay() / 4;
        let hearing = if self.happens(missed) {
            Hearing::Missed
        } else if self.happens(untold) {
            Hearing::Untold
        } else {
            Hearing::Heard
        };
        (delay, hearing)
    }

    fn delay(&mut self) -> Duration {
        if self.happens(self.faults.slow) {
            let most = self.faults.slowest.as_millis() as u64;
            Duration::from_millis(self.number() % (most + 1))
        } else {
            Duration::ZERO
        }
    }

    fn happens(&mut self, thousandths: u32) -> bool {
        thousandths > 0 && self.number() % 1000 < u64::from(thousandths)
    }

    /// The generator called `SplitMix64`.
    fn number(&mut self) -> u64 {
        self.luck = self.luck.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.luck;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
