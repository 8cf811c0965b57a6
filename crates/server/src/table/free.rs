//! Seats that somebody may take: open ones before the game, and those that a bot only keeps while it runs.

use bobbin_game::Seat;

use super::apply::{TIME_AFTER_RETURN, all};
use super::{Change, Leaving, Place, Reject, SeatState, Status, Table, What};

impl Table {
    /// Can somebody who may join sit down here? While a game runs that is a seat of which its bot is not the player:
    /// nobody came for it before the start, whoever had it went for good, or they have left and not come back. Whose
    /// time is out may be back any moment, and where one person has several seats they know all their hands.
    pub(crate) fn is_free(&self, seat: Seat) -> bool {
        let state = &self.seats[seat.index()];
        match (self.status, &state.place) {
            (Status::Open, place) => *place == Place::Open,
            (Status::Running, _) if !self.plan.purpose.is_normal() => false,
            (Status::Running, Place::Bot { .. }) => state.stands_in,
            (Status::Running, Place::Person { person, .. }) => {
                state.away == Some(Leaving::Left) && self.seats_of(person).count() == 1
            }
            (Status::Running, Place::Open | Place::Someone { .. }) | (Status::Over, _) => false,
        }
    }

    /// May this person sit down where a seat is free? Who knows a hand of this game may not.
    pub(crate) fn check_may_sit(&self, person: &str) -> Result<(), Reject> {
        if self.has_removed(person) {
            return Err(Reject::Removed);
        }
        if self.former.iter().any(|former| former == person) {
            return Err(Reject::HadASeat);
        }
        Ok(())
    }

    /// A person takes a seat of the game that runs. What a bot has played of it is not theirs: it does not count for
    /// them.
    pub(super) fn take_free_seat(&mut self, seat: Seat, name: &str, place: Place) -> Result<Change, Reject> {
        self.seat(seat)?;
        if !self.is_free(seat) {
            return Err(Reject::Taken);
        }
        if let Some(playing) = &mut self.playing {
            playing.set_name(seat, name).map_err(|_| Reject::Damaged)?;
        }
        let state = self.seat_mut(seat)?;
        let before = std::mem::replace(
            state,
            SeatState {
                place,
                away: None,
                was_away: true,
                wants_end: false,
                stands_in: false,
                in_advance: super::InAdvance::default(),
            },
        );
        self.former.extend(before.person().map(str::to_owned));
        self.clocks.give_at_least(seat, TIME_AFTER_RETURN);
        let name = name.to_owned();
        Ok(all(What::Sat { seat, name }))
    }
}
