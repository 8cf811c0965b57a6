//! What happens at a table by itself: time that is out, people who do not come.

use bobbin_game::Seat;

use super::{Ending, Entry, Leaving, SeatState, Status, Table};

/// How long tables wait for people.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A table whose game has not begun, in milliseconds since something last happened.
    pub open: i64,
    /// A game where every person has left or run out of time.
    pub deserted: i64,
    /// A game without a clock in which nobody does anything.
    pub idle: i64,
}

impl Default for Patience {
    fn default() -> Self {
        const MINUTE: i64 = 60_000;
        Patience {
            open: 24 * 60 * MINUTE,
            deserted: 10 * MINUTE,
            idle: 30 * 24 * 60 * MINUTE,
        }
    }
}

/// When nobody has done anything for so long, or up to a hundredth longer: so that it stays the same from one action
/// to the next, and the database need not put the table elsewhere among all that is due.
fn idle_at(since: i64, patience: i64) -> i64 {
    let step = patience / 100 + 1;
    let steps = (since + patience) / step + 1;
    steps * step
}

impl Table {
    /// When something has to be done even if nobody asks.
    pub(crate) fn due_at(&self, patience: &Patience) -> Option<i64> {
        let times_out = self
            .to_act()
            .iter()
            .filter_map(|seat| self.clocks.out_at(seat))
            .min();
        let gives_up = match self.status {
            Status::Open => Some(self.updated_at + patience.open),
            // Bots play a game of a tournament to its end, however long the server was away meanwhile.
            Status::Running if self.plan.purpose.fixture().is_some() => self.round_ends_at(),
            Status::Running if !self.seats.iter().any(SeatState::is_present) => {
                Some(self.updated_at + patience.deserted)
            }
            Status::Running if !self.clocks.has_time() => Some(idle_at(self.updated_at, patience.idle)),
            Status::Running | Status::Over => None,
        };
        times_out.into_iter().chain(gives_up).min()
    }

    /// What has to be done now even if nobody asks.
    pub(crate) fn due(&self, now: i64, patience: &Patience) -> Option<Entry> {
        let is_out = |seat: &Seat| self.clocks.out_at(*seat).is_some_and(|at| at <= now);
        if let Some(seat) = self.to_act().iter().find(is_out) {
            return Some(Entry::Left {
                seat,
                why: Leaving::TimeOut,
            });
        }
        if self.status == Status::Running && self.plan.purpose.fixture().is_some() {
            let seat = Seat::all(self.seats.len()).find(|seat| self.seats[seat.index()].is_present())?;
            return self.is_round_over(now).then_some(Entry::Left {
                seat,
                why: Leaving::TimeOut,
            });
        }
        let is_due = self.due_at(patience).is_some_and(|at| at <= now);
        is_due.then_some(Entry::Ended {
            why: Ending::Abandoned,
        })
    }

    /// When those who still play have to stop, because the time of their tournament's round is over.
    fn round_ends_at(&self) -> Option<i64> {
        let until = self.plan.purpose.fixture()?.until;
        until.filter(|_| self.seats.iter().any(SeatState::is_present))
    }

    /// Is the time of the tournament's round over?
    pub(super) fn is_round_over(&self, now: i64) -> bool {
        let until = self.plan.purpose.fixture().and_then(|fixture| fixture.until);
        until.is_some_and(|until| until <= now)
    }

    /// Does time run that a restart of the server must not take from anyone?
    pub(crate) fn has_live_clock(&self) -> bool {
        self.clocks.is_live() && self.to_act().iter().any(|seat| self.clocks.runs(seat))
    }
}
