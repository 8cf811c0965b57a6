//! What people at a table do for each other: they give time, take days off, and end a game that nobody wants any more.

use bobbin_game::Seat;

use super::apply::all;
use super::clock::{DAY, full};
use super::{Change, ClockPlan, Ending, Reject, SeatState, Status, Table, What};

/// What somebody gets who plays with so much time for the whole game, in seconds.
const A_LITTLE: u32 = 60;

impl Table {
    /// What one seat gives another if nothing else is said: a minute, or another turn's time.
    pub(crate) fn usual_gift(&self) -> u32 {
        match self.plan.manners.clock {
            ClockPlan::PerTurn { seconds, .. } => seconds,
            ClockPlan::Live { .. } | ClockPlan::None => A_LITTLE,
        }
    }

    /// How many whole days off a seat has left.
    pub(crate) fn days_off_left(&self, seat: Seat, now: i64) -> i64 {
        self.clocks.off_left(seat, now) / DAY
    }

    /// Is a turn a matter of days, so that days off can be taken?
    pub(crate) fn has_days_off(&self) -> bool {
        self.clocks.is_of_days()
    }

    pub(super) fn give_time(&mut self, seat: Seat, to: Seat, seconds: u32) -> Result<Change, Reject> {
        self.check_running()?;
        if self.is_outdated() {
            // Whose clock ran then only the game's own rules know.
            return Ok(all(What::GaveTime { seat, to, seconds }));
        }
        if !self.seat(seat)?.is_present() || !self.seat(to)?.is_present() {
            return Err(Reject::NobodyThere);
        }
        let is_same = self.seat(seat)?.person() == self.seat(to)?.person();
        let milliseconds = i64::from(seconds) * 1000;
        if is_same || !self.clocks.runs(to) || milliseconds == 0 {
            return Err(Reject::NoTimeThere);
        }
        if milliseconds > full(self.plan.manners.clock) || !self.clocks.may_be_given(to, milliseconds) {
            return Err(Reject::EnoughTime);
        }
        self.clocks.give(to, milliseconds);
        Ok(all(What::GaveTime { seat, to, seconds }))
    }

    pub(super) fn want_end(&mut self, seat: Seat, wants: bool) -> Result<Change, Reject> {
        self.check_running()?;
        if self.plan.purpose.fixture().is_some() {
            return Err(Reject::NeedsResult);
        }
        if !self.seat(seat)?.is_present() {
            return Err(Reject::NobodyThere);
        }
        let person = self.seat(seat)?.person().map(str::to_owned);
        for state in &mut self.seats {
            if state.person() == person.as_deref() {
                state.wants_end = wants;
            }
        }
        if self.end_if_agreed() {
            return Ok(all(What::Ended { why: Ending::Agreed }));
        }
        Ok(all(What::WantsEnd { seat, wants }))
    }

    /// Ends the game if somebody is there and all who are would.
    pub(super) fn end_if_agreed(&mut self) -> bool {
        let mut present = self.seats.iter().filter(|state| state.is_present()).peekable();
        let is_agreed =
            self.status == Status::Running && present.peek().is_some() && present.all(SeatState::wants_end);
        if is_agreed {
            self.status = Status::Over;
            self.ended = Some(Ending::Agreed);
        }
        is_agreed
    }

    pub(super) fn take_days_off(&mut self, at: i64, seat: Seat, until: i64) -> Result<Change, Reject> {
        self.check_running()?;
        if !self.seat(seat)?.is_present() {
            return Err(Reject::NobodyThere);
        }
        if !self.has_days_off() {
            return Err(Reject::NoDaysOff);
        }
        // Whoever comes back says so a moment after the server knew what time it is.
        let until = until.max(at);
        if until - at > self.clocks.off_left(seat, at) {
            return Err(Reject::TooManyDaysOff(self.days_off_left(seat, at)));
        }
        self.clocks.take_off(seat, at, until);
        Ok(all(What::DaysOff { seat, until }))
    }
}

impl SeatState {
    fn wants_end(&self) -> bool {
        self.wants_end
    }
}
