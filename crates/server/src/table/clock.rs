//! Time at a table. It is derived from the times of the entries, so it survives a restart.

use bobbin_game::{Seat, SeatSet};

use super::entry::ClockPlan;

/// The clocks of all seats.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    plan: ClockPlan,
    /// Milliseconds left, without the time that runs now.
    left: Vec<i64>,
    /// Since when the clock of a seat runs.
    since: Vec<Option<i64>>,
}

impl Clocks {
    pub(crate) fn new(plan: ClockPlan, players: usize) -> Self {
        let full = match plan {
            ClockPlan::None => 0,
            ClockPlan::Live { seconds, .. } | ClockPlan::PerTurn { seconds } => i64::from(seconds) * 1000,
        };
        Clocks {
            plan,
            left: vec![full; players],
            since: vec![None; players],
        }
    }

    pub(crate) fn has_time(&self) -> bool {
        self.plan != ClockPlan::None
    }

    pub(crate) fn is_live(&self) -> bool {
        matches!(self.plan, ClockPlan::Live { .. })
    }

    /// From this time on the clocks of just these seats run. A clock that runs on is not touched, so it tells nothing
    /// of what its seat does meanwhile.
    pub(crate) fn run(&mut self, seats: SeatSet, at: i64) {
        if !self.has_time() {
            return;
        }
        for seat in Seat::all(self.left.len()) {
            let place = seat.index();
            match (self.since[place], seats.contains(seat)) {
                (None, true) => {
                    self.since[place] = Some(at);
                    if let ClockPlan::PerTurn { seconds } = self.plan {
                        self.left[place] = i64::from(seconds) * 1000;
                    }
                }
                (Some(since), false) => {
                    self.since[place] = None;
                    self.left[place] -= (at - since).max(0);
                    if let ClockPlan::Live { increment, .. } = self.plan {
                        self.left[place] = self.left[place].max(0) + i64::from(increment) * 1000;
                    }
                }
                _ => {}
            }
        }
    }

    /// The time between these two did not happen.
    pub(crate) fn skip(&mut self, from: i64, to: i64) {
        for since in self.since.iter_mut().flatten() {
            *since += (to - from).max(0);
        }
    }

    /// Gives a seat that comes back after its time was out a little to go on with.
    pub(crate) fn give_at_least(&mut self, seat: Seat, milliseconds: i64) {
        let left = &mut self.left[seat.index()];
        *left = (*left).max(milliseconds);
    }

    /// When the time of a seat is out, if its clock runs.
    pub(crate) fn out_at(&self, seat: Seat) -> Option<i64> {
        self.since[seat.index()].map(|since| since + self.left[seat.index()])
    }

    /// The milliseconds that a seat has left.
    pub(crate) fn left(&self, seat: Seat, now: i64) -> i64 {
        let place = seat.index();
        let running = self.since[place].map_or(0, |since| (now - since).max(0));
        (self.left[place] - running).max(0)
    }

    pub(crate) fn runs(&self, seat: Seat) -> bool {
        self.since[seat.index()].is_some()
    }
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
        let mut clocks = Clocks::new(ClockPlan::PerTurn { seconds: 10 }, 2);
        let [ann, ben] = [0, 1].map(Seat::new);
        clocks.run(SeatSet::only(ann), 0);
        clocks.run(SeatSet::only(ben), 9_000);
        clocks.run(SeatSet::only(ann), 12_000);
        assert_eq!(clocks.out_at(ann), Some(22_000));
    }
}
