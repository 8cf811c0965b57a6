//! What whoever studies a game reads off a state. What is hidden from some seat is not here.

use arrayvec::ArrayVec;
use bobbin_game::{Seat, SeatSet};

use crate::button::{Button, ButtonType};
use crate::circle::Slot;
use crate::content::{KnittingContent, RequestCard};
use crate::garment::{Card, MAX_SPACES};
use crate::state::{KnittingCircle, Phase};
use crate::view::PhaseName;
use crate::yarn::{Color, Stitch, Tile};

impl KnittingCircle {
    /// The tables this game is played with.
    #[inline]
    pub fn tables(&self) -> &'static KnittingContent {
        self.content()
    }

    /// What is going on.
    #[inline]
    pub fn current_phase(&self) -> PhaseName {
        match self.phase {
            Phase::FirstGarments { .. } => PhaseName::FirstGarments,
            Phase::PlacingCenter => PhaseName::PlacingCenter,
            Phase::Drafting { .. } => PhaseName::Drafting,
            Phase::Coin { .. } => PhaseName::Coin,
            Phase::Crafting { .. } => PhaseName::Crafting,
            Phase::Retaining { .. } => PhaseName::Retaining,
            Phase::Over => PhaseName::Over,
        }
    }

    /// How many tiles a seat will still draft, in this round and the later ones.
    pub fn drafts_left(&self, seat: Seat) -> u32 {
        use bobbin_game::Setup as _;
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

    /// The garments a seat has on its needles, with their tiles from the top.
    pub fn on_needles(&self, seat: Seat) -> impl Iterator<Item = (Card, ArrayVec<Color, MAX_SPACES>)> + '_ {
        let garments = self.player(seat).in_progress().iter();
        garments.map(|garment| (garment.card(), garment.colors()))
    }

    /// How many available tiles of a kind a seat has.
    #[inline]
    pub fn available(&self, seat: Seat, tile: Tile) -> u8 {
        self.player(seat).tiles.count(tile)
    }

    /// How many available tiles a seat has.
    #[inline]
    pub fn available_tiles(&self, seat: Seat) -> u32 {
        self.player(seat).tiles.total()
    }

    /// The grabby paws of a seat.
    #[inline]
    pub fn paws_of(&self, seat: Seat) -> u8 {
        self.player(seat).paws
    }

    /// The buttons in a seat's workspace.
    pub fn workspace_of(&self, seat: Seat) -> impl Iterator<Item = Button> + '_ {
        let player = self.player(seat);
        ButtonType::ALL
            .into_iter()
            .flat_map(|shape| player.workspace(shape))
            .flatten()
    }

    /// The requests in play and who has fulfilled them.
    pub fn requests_in_play(&self) -> impl Iterator<Item = (&'static RequestCard, SeatSet)> + '_ {
        let requests = &self.content().requests;
        self.requests
            .iter()
            .map(|request| (&requests[usize::from(request.card)], request.met_by))
    }

    /// The tile at a yarn slot, and the side it lies on.
    pub fn tile_at(&self, slot: Slot) -> Option<(Color, Stitch)> {
        use bobbin_game::Setup as _;
        let side = self.content().board(self.setup.players()).spaces[usize::from(slot.space())];
        self.circle.tile(slot).map(|color| (color, side))
    }
}
