//! People who are gone for good.

use std::sync::Arc;

use bobbin_game::Seat;

use super::{Place, Reject, SeatState, Status, Table};

/// The name of a seat whose owner was forgotten.
pub(crate) const SOMEONE_WHO_LEFT: &str = "someone who left";

impl Table {
    /// Nothing of the person at this seat is left: while the game is under way a bot plays on.
    pub(super) fn forget(&mut self, seat: Seat) -> Result<(), Reject> {
        let (status, level) = (self.status, self.plan.manners.level);
        let state = self.seat_mut(seat)?;
        if state.person().is_none() {
            return Err(Reject::NobodyThere);
        }
        let name = SOMEONE_WHO_LEFT.to_owned();
        *state = SeatState {
            place: match status {
                Status::Over => Place::Someone { name },
                Status::Open | Status::Running => Place::Bot { level, name },
            },
            away: None,
            was_away: state.was_away || status == Status::Running,
            stands_in: status == Status::Running,
            wants_end: false,
            in_advance: super::InAdvance::default(),
        };
        let chat = Arc::make_mut(&mut self.chat);
        for line in chat.iter_mut().filter(|line| line.seat == seat) {
            SOMEONE_WHO_LEFT.clone_into(&mut line.name);
        }
        if let Some(playing) = &mut self.playing {
            let named = playing.set_name(seat, SOMEONE_WHO_LEFT);
            named.map_err(|_| Reject::Damaged)?;
        }
        Ok(())
    }
}
