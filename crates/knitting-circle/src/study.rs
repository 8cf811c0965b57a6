//! What whoever studies a game reads off a state, beyond the boards. What is hidden from some seat is not here.

use bobbin_game::{Seat, SeatSet, Setup as _};

use crate::circle::Slot;
use crate::content::RequestCard;
use crate::garment::Card;
use crate::state::{KnittingCircle, Phase};
use crate::yarn::{Color, Stitch};

impl KnittingCircle {
    /// How many tiles a seat will still draft, in this round and the later ones.
    pub fn drafts_left(&self, seat: Seat) -> u32 {
        let rules = self.setup.rules();
        let later = u32::from(rules.rounds - self.round) * u32::from(rules.drafts);
        let players = self.setup.players() as u32;
        let now = match self.phase {
            Phase::FirstGarments { .. } | Phase::PlacingCenter => u32::from(rules.drafts),
            Phase::Drafting { turn } | Phase::Coin { turn } => {
                let place = (seat.index() as u32 + players - self.first.index() as u32) % players;
                let taken = (u32::from(turn) + players - 1 - place) / players;
                u32::from(rules.drafts).saturating_sub(taken)
            }
            Phase::Crafting { .. } | Phase::Retaining { .. } | Phase::Over => 0,
        };
        later + now
    }

    /// The requests in play and who has fulfilled them.
    pub fn requests_in_play(&self) -> impl Iterator<Item = (&'static RequestCard, SeatSet)> + '_ {
        let requests = &self.content().requests;
        self.requests
            .iter()
            .map(|request| (&requests[usize::from(request.card)], request.met_by))
    }

    /// The cards of a seat's completed garments, in the order of completion.
    pub fn completed_cards(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        self.completed(seat).iter().map(|garment| garment.card())
    }

    /// All tiles on the circle and the sides they lie on.
    pub fn tiles_on_circle(&self) -> impl Iterator<Item = (Color, Stitch)> + '_ {
        let spaces = 0..self.circle.spaces;
        spaces.flat_map(Slot::of).filter_map(|slot| self.tile_at(slot))
    }

    /// The side of a space of the central board, if there is such a space.
    pub(crate) fn side_of(&self, space: u8) -> Option<Stitch> {
        let spaces = &self.content().board(self.setup.players()).spaces;
        spaces.get(usize::from(space)).copied()
    }

    /// The tile at a yarn slot, and the side it lies on.
    pub fn tile_at(&self, slot: Slot) -> Option<(Color, Stitch)> {
        self.circle.tile(slot).zip(self.side_of(slot.space()))
    }
}
