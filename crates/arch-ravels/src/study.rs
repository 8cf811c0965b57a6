//! What whoever studies a game reads off a state. Nothing in this game is hidden.

use bobbin_game::Seat;

use crate::characters::CharacterId;
use crate::content::{ArchRavelsContent, Face, ProjectCard, RequestCard};
use crate::deck::{Card, LISTED, bits};
use crate::patterns::{Item, Items};
use crate::shop::EMPTY_SPACE;
use crate::state::{ArchRavels, Pending, Phase};
use crate::yarn::{Bowl, Bundle};

impl ArchRavels {
    /// The tables this game is played with.
    pub fn tables(&self) -> &'static ArchRavelsContent {
        self.content()
    }

    /// Where in the turn the game is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The character of a seat.
    pub fn character_of(&self, seat: Seat) -> CharacterId {
        self.board(seat).character
    }

    /// The yarn of a seat.
    pub fn bowl_of(&self, seat: Seat) -> &Bowl {
        &self.board(seat).bowl
    }

    /// The same table with other yarn in the bowl of a seat.
    #[must_use]
    pub fn with_bowl(&self, seat: Seat, bowl: Bowl) -> Self {
        let mut other = self.clone();
        other.board_mut(seat).bowl = bowl;
        other
    }

    /// What a Shop takes at a space of the bazaar.
    pub fn yarn_at(&self, space: u8) -> Face {
        match self.bazaar[usize::from(space)] {
            Some(Card::Yarn(kind)) => self.content().yarn[usize::from(kind)].face,
            _ => EMPTY_SPACE,
        }
    }

    /// Is the yarn that a player has to name now taken from the supply, not from the bowl?
    pub fn is_taking(&self) -> bool {
        matches!(self.pending, Pending::Gain { .. } | Pending::Frog { .. })
    }

    /// The items of a seat.
    pub fn items_of(&self, seat: Seat) -> &Items {
        &self.board(seat).items
    }

    /// The requests that a seat has still to do.
    pub fn requests_held(&self, seat: Seat) -> impl Iterator<Item = &'static RequestCard> {
        let requests = &self.content().requests;
        bits(self.board(seat).held).map(move |request| &requests[usize::from(request)])
    }

    /// The projects of the list.
    pub fn listed_projects(&self) -> impl Iterator<Item = &'static ProjectCard> {
        let projects = &self.content().projects;
        let listed = self.projects.list.into_iter().flatten();
        listed.map(move |project| &projects[usize::from(project)])
    }

    /// How many projects will still be finished before the game ends, the last among them (10.1).
    pub fn projects_left(&self) -> u32 {
        let listed = self.projects.list.iter().flatten().count() as u32;
        (u32::from(self.projects.deck) + 1 + listed).saturating_sub(LISTED as u32)
    }

    /// The exact pattern by which a seat makes an item; none where it has the general one.
    pub fn exact(&self, seat: Seat, item: Item) -> Option<&'static Bundle> {
        self.exact_pattern(seat, item)
    }

    /// Can a seat not craft on its next turn, or on this one if it is its own (7.1)?
    pub fn is_tangled(&self, seat: Seat) -> bool {
        self.board(seat).tangled
    }

    /// The space of a seat's marker; none before its first turn.
    pub fn marker_of(&self, seat: Seat) -> Option<u8> {
        self.board(seat).marker
    }
}
