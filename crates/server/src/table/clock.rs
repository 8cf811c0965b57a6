//! Time at a table. It is derived from the times of the entries, so it survives a restart.

use bobbin_game::{Seat, SeatSet};

use super::entry::ClockPlan;

/// Seats whose turn takes a day or more can take so many days off in a game.
pub(super) const DAYS_OFF: i64 = 14;
pub(super) const DAY: i64 = 86_400_000;

/// The clocks of all seats.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    plan: ClockPlan,
    seats: Vec<SeatTime>,
}

/// The time of a seat.
#[derive(Clone, Copy, Debug)]
struct SeatTime {
    /// Milliseconds left, without the time that runs now.
    left: i64,
    /// Since when its clock runs. While it has days off that is when they end.
    since: Option<i64>,
    /// When its latest days off end, or ended.
    off_until: Option<i64>,
    /// Milliseconds of days off that it can still take.
    off_left: i64,
    /// Milliseconds that others have given it.
    given: i64,
}

impl Clocks {
    pub(crate) fn new(plan: ClockPlan, players: usize) -> Self {
        let time = SeatTime {
            left: full(plan),
            since: None,
            off_until: None,
            off_left: DAYS_OFF * DAY,
            given: 0,
        };
        Clocks {
            plan,
            seats: vec![time; players],
        }
    }

    pub(crate) fn has_time(&self) -> bool {
        self.plan != ClockPlan::None
    }

    pub(crate) fn is_live(&self) -> bool {
        matches!(self.plan, ClockPlan::Live { .. })
    }

    /// Is a turn a matter of days?
    pub(super) fn is_of_days(&self) -> bool {
        matches!(self.plan, ClockPlan::PerTurn { .. }) && full(self.plan) >= DAY
    }

    /// From this time on the clocks of just these seats run. A clock that runs on is not touched, so it tells nothing
    /// of what its seat does meanwhile.
    pub(crate) fn run(&mut self, seats: SeatSet, at: i64) {
        if !self.has_time() {
            return;
        }
        let plan = self.plan;
        for (seat, time) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            match (time.since, seats.contains(seat)) {
                (None, true) => {
                    time.since = Some(time.off_until.map_or(at, |until| until.max(at)));
                    if let ClockPlan::PerTurn { .. } = plan {
                        time.left = full(plan);
                    }
                }
                (Some(since), false) => {
                    time.since = None;
                    time.left -= counted(plan, since, at);
                    if let ClockPlan::Live { increment, .. } = plan {
                        time.left = time.left.max(0) + i64::from(increment) * 1000;
                    }
                }
                _ => {}
            }
        }
    }

    /// The time between these two did not happen.
    pub(crate) fn skip(&mut self, from: i64, to: i64) {
        for since in self.seats.iter_mut().filter_map(|time| time.since.as_mut()) {
            *since += (to - from).max(0);
        }
    }

    /// Gives a seat that comes back after its time was out a little to go on with.
    pub(crate) fn give_at_least(&mut self, seat: Seat, milliseconds: i64) {
        let time = &mut self.seats[seat.index()];
        time.left = time.left.max(milliseconds);
    }

    /// Can a seat be given so much more? Each can be given as much as it had twice over.
    pub(super) fn may_be_given(&self, seat: Seat, milliseconds: i64) -> bool {
        self.seats[seat.index()].given + milliseconds <= 2 * full(self.plan)
    }

    pub(super) fn give(&mut self, seat: Seat, milliseconds: i64) {
        let time = &mut self.seats[seat.index()];
        time.left += milliseconds;
        time.given += milliseconds;
    }

    /// How many milliseconds of days off a seat could take from now on; those under way count as not taken.
    pub(super) fn off_left(&self, seat: Seat, at: i64) -> i64 {
        let time = &self.seats[seat.index()];
        time.off_left + time.off_until.map_or(0, |until| (until - at).max(0))
    }

    /// When the latest days off of a seat end, or ended.
    pub(super) fn off_until(&self, seat: Seat) -> Option<i64> {
        self.seats[seat.index()].off_until
    }

    /// Until then the clock of a seat stands still: in place of the days off that it has. It is back at once if that is
    /// now.
    pub(super) fn take_off(&mut self, seat: Seat, at: i64, until: i64) {
        let left = self.off_left(seat, at);
        let plan = self.plan;
        let time = &mut self.seats[seat.index()];
        time.off_left = left - (until - at).max(0);
        time.off_until = Some(until);
        if let Some(since) = time.since {
            time.left -= counted(plan, since, at);
            time.since = Some(until.max(at));
        }
    }

    /// When the time of a seat is out, if its clock runs.
    pub(crate) fn out_at(&self, seat: Seat) -> Option<i64> {
        let time = &self.seats[seat.index()];
        time.since.map(|since| after(self.plan, since, time.left))
    }

    /// The milliseconds that a seat has left.
    pub(crate) fn left(&self, seat: Seat, now: i64) -> i64 {
        let time = &self.seats[seat.index()];
        let running = time.since.map_or(0, |since| counted(self.plan, since, now));
        (time.left - running).max(0)
    }

    /// Is it a seat's turn, so that its clock runs, or would if it had no days off?
    pub(crate) fn runs(&self, seat: Seat) -> bool {
        self.seats[seat.index()].since.is_some()
    }

    /// Does time pass for a seat at this moment?
    pub(crate) fn passes(&self, seat: Seat, now: i64) -> bool {
        let since = self.seats[seat.index()].since;
        since.is_some_and(|since| since <= now) && !(are_weekends_off(self.plan) && is_weekend(now))
    }
}

/// What a clock begins with, in milliseconds.
pub(super) fn full(plan: ClockPlan) -> i64 {
    match plan {
        ClockPlan::None => 0,
        ClockPlan::Live { seconds, .. } | ClockPlan::PerTurn { seconds, .. } => i64::from(seconds) * 1000,
    }
}

fn are_weekends_off(plan: ClockPlan) -> bool {
    matches!(
        plan,
        ClockPlan::PerTurn {
            weekends_off: true,
            ..
        }
    )
}

const WEEK: i64 = 7 * DAY;
const WORKING: i64 = 5 * DAY;
/// 1970 began with a Thursday: the first Monday.
const FIRST_MONDAY: i64 = 4 * DAY;

fn is_weekend(at: i64) -> bool {
    (at - FIRST_MONDAY).rem_euclid(WEEK) >= WORKING
}

/// Milliseconds from Monday to Friday (UTC) before this moment.
fn working_before(at: i64) -> i64 {
    let at = at - FIRST_MONDAY;
    at.div_euclid(WEEK) * WORKING + at.rem_euclid(WEEK).min(WORKING)
}

/// The milliseconds between two moments that count.
fn counted(plan: ClockPlan, from: i64, to: i64) -> i64 {
    if are_weekends_off(plan) {
        (working_before(to) - working_before(from)).max(0)
    } else {
        (to - from).max(0)
    }
}

/// When so many milliseconds that count have passed.
fn after(plan: ClockPlan, from: i64, milliseconds: i64) -> i64 {
    if !are_weekends_off(plan) {
        return from + milliseconds;
    }
    let all = working_before(from) + milliseconds;
    FIRST_MONDAY + all.div_euclid(WORKING) * WEEK + all.rem_euclid(WORKING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_clock_runs_in_its_turn_and_gains_after_it() {
        let mut clocks = Clocks::new(
            ClockPlan::Live {
                seconds: 60,
                increment: 5,
            },
            2,
        );
        let [ann, ben] = [0, 1].map(Seat::new);
        clocks.run(SeatSet::only(ann), 1_000);
        clocks.run(SeatSet::only(ann), 3_000);
        assert_eq!(clocks.out_at(ann), Some(61_000));
        assert_eq!(clocks.left(ann, 11_000), 50_000);
        clocks.run(SeatSet::only(ben), 11_000);
        assert_eq!((clocks.left(ann, 99_000), clocks.out_at(ann)), (55_000, None));
        clocks.skip(20_000, 30_000);
        assert_eq!(
            clocks.out_at(ben),
            Some(81_000),
            "the server was away for ten seconds"
        );
    }

    #[test]
    fn a_clock_per_turn_begins_anew_with_each_turn() {
        let mut clocks = Clocks::new(
            ClockPlan::PerTurn {
                seconds: 10,
                weekends_off: false,
            },
            2,
        );
        let [ann, ben] = [0, 1].map(Seat::new);
        clocks.run(SeatSet::only(ann), 0);
        clocks.run(SeatSet::only(ben), 9_000);
        clocks.run(SeatSet::only(ann), 12_000);
        assert_eq!(clocks.out_at(ann), Some(22_000));
    }

    /// Friday, 20 November 2026, noon.
    const FRIDAY: i64 = 1_795_176_000_000;
    const HOUR: i64 = 3_600_000;

    fn a_day_for_a_turn(weekends_off: bool) -> Clocks {
        let mut clocks = Clocks::new(
            ClockPlan::PerTurn {
                seconds: 86_400,
                weekends_off,
            },
            2,
        );
        clocks.run(SeatSet::only(Seat::new(0)), FRIDAY);
        clocks
    }

    #[test]
    fn time_stands_still_at_weekends_that_are_off() {
        let ann = Seat::new(0);
        assert_eq!(a_day_for_a_turn(false).out_at(ann), Some(FRIDAY + DAY));
        let mut clocks = a_day_for_a_turn(true);
        let monday_noon = FRIDAY + 3 * DAY;
        assert_eq!(clocks.out_at(ann), Some(monday_noon));
        let saturday = FRIDAY + 20 * HOUR;
        assert_eq!(clocks.left(ann, saturday), 12 * HOUR);
        assert!(!clocks.passes(ann, saturday) && clocks.passes(ann, FRIDAY + 2 * DAY + 12 * HOUR));
        clocks.run(SeatSet::EMPTY, saturday);
        clocks.run(SeatSet::only(ann), saturday + HOUR);
        assert_eq!(
            clocks.out_at(ann),
            Some(monday_noon + 12 * HOUR),
            "a turn that begins on Saturday has all of Monday"
        );
    }

    #[test]
    fn time_that_is_out_is_out_exactly_when_nothing_is_left() {
        for start in 0..200 {
            let since = FRIDAY + start * 53 * 60_000;
            let mut clocks = a_day_for_a_turn(true);
            clocks.run(SeatSet::EMPTY, since);
            clocks.run(SeatSet::only(Seat::new(0)), since);
            let out = clocks.out_at(Seat::new(0)).unwrap();
            assert_eq!(clocks.left(Seat::new(0), out), 0);
            assert!(clocks.left(Seat::new(0), out - 1) > 0, "{start}");
        }
    }

    #[test]
    fn days_off_stop_a_clock_until_they_are_over_or_somebody_is_back() {
        let ann = Seat::new(0);
        let mut clocks = a_day_for_a_turn(false);
        let at = FRIDAY + 6 * HOUR;
        clocks.take_off(ann, at, at + 3 * DAY);
        assert_eq!(clocks.left(ann, at + 2 * DAY), 18 * HOUR);
        assert_eq!(clocks.out_at(ann), Some(at + 3 * DAY + 18 * HOUR));
        assert!(!clocks.passes(ann, at + 2 * DAY));
        let back = at + DAY;
        clocks.take_off(ann, back, back);
        assert_eq!(clocks.out_at(ann), Some(back + 18 * HOUR));
        assert_eq!(
            clocks.off_left(ann, back),
            (DAYS_OFF - 1) * DAY,
            "what was not used is left"
        );
    }

    #[test]
    fn a_turn_that_comes_on_a_day_off_begins_after_it() {
        let ben = Seat::new(1);
        let mut clocks = a_day_for_a_turn(false);
        clocks.take_off(ben, FRIDAY, FRIDAY + 2 * DAY);
        clocks.run(SeatSet::only(ben), FRIDAY + HOUR);
        assert_eq!(clocks.out_at(ben), Some(FRIDAY + 3 * DAY));
    }

    #[test]
    fn time_that_is_given_is_added_and_bounded() {
        let ann = Seat::new(0);
        let mut clocks = a_day_for_a_turn(false);
        for _ in 0..2 {
            assert!(clocks.may_be_given(ann, DAY));
            clocks.give(ann, DAY);
        }
        assert_eq!(clocks.out_at(ann), Some(FRIDAY + 3 * DAY));
        assert!(!clocks.may_be_given(ann, DAY));
    }
}
