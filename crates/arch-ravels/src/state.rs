//! The state of a game: boards, bazaar, decks, and whose choice it is.

use bobbin_game::{Game, Seat, Setup as _, Viewer};
use serde::Serialize;

use crate::characters::{Abilities, CharacterId, SPACES};
use crate::content::{ArchRavelsContent, EventKind};
use crate::deck::{Card, Projects, YarnDeck};
use crate::patterns::{Item, Items, TILES};
use crate::setup::{ArchRavelsSetup, PLAYERS};
use crate::yarn::{Bowl, Bundle, COLORS, Color};

/// How many spaces the bazaar has.
pub const BAZAAR: usize = 6;

/// 2.5: no choice of yarn has more ways than five of six colors: larger ones are made in parts.
pub(crate) const MOST_WAYS: u32 = 252;

/// A state of Arch Ravels. Nothing in it is hidden: decks are drawn lazily, everything else lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchRavels {
    pub(crate) setup: ArchRavelsSetup,
    pub(crate) boards: [Board; PLAYERS.1],
    pub(crate) bazaar: [Option<Card>; BAZAAR],
    pub(crate) deck: YarnDeck,
    pub(crate) projects: Projects,
    /// Counted from 1.
    pub(crate) round: u8,
    /// Who began.
    pub(crate) first: Seat,
    /// Whose turn it is.
    pub(crate) active: Seat,
    pub(crate) phase: Phase,
    pub(crate) pending: Pending,
}

/// What lies before one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) character: CharacterId,
    /// The space of the marker; none before the first turn.
    pub(crate) marker: Option<u8>,
    /// 7.1: cannot craft on the next turn, or on this one if it is theirs.
    pub(crate) tangled: bool,
    /// Which tile of each kind, by its place in the content.
    pub(crate) tiles: [u8; TILES],
    pub(crate) learned: [bool; TILES],
    pub(crate) bowl: Bowl,
    pub(crate) items: Items,
    /// Requests to do.
    pub(crate) held: u32,
    /// Requests done.
    pub(crate) done: u32,
    /// Projects finished.
    pub(crate) finished: u32,
}

/// Where in the turn the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "step")]
pub enum Phase {
    /// The active player moves the marker.
    Marker,
    /// The active player takes the actions of the space.
    Actions(Turn),
    /// An event or request of the bazaar is resolved.
    Resolving {
        /// Which space of the bazaar, counted from 0.
        space: u8,
        /// Who chooses.
        chooser: Seat,
    },
    /// The active player finishes projects, learns and frogs.
    RestockActions,
    /// The end: someone may craft once more.
    FinalCraft {
        /// Who.
        crafter: Seat,
    },
    /// The game is over.
    Over,
}

/// What is left of the actions of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Turn {
    /// The actions not yet taken.
    pub left: Abilities,
    /// The Shop has begun and must be completed.
    pub shopping: bool,
    /// The spaces that this Shop has taken, as bits.
    pub taken: u8,
}

/// A choice that has begun, and what is still to be said of it. It belongs to the player who chooses now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "choice")]
pub enum Pending {
    /// None.
    Nothing,
    /// Yarn of free colors is taken from the supply.
    Gain {
        /// So many are left.
        left: u8,
    },
    /// Yarn of free colors is paid.
    Pay {
        /// For what.
        goal: Goal,
        /// So many are left.
        left: u8,
    },
    /// Yarn is given to the other players, one after the other (8.5).
    Give {
        /// For which request.
        request: u8,
        /// Who receives now.
        receiver: Seat,
        /// So many are left for them.
        left: u8,
    },
    /// An item has been given back, and the yarn of its general pattern is taken (9.6).
    Frog {
        /// What was given back.
        item: Item,
    },
    /// The number of an exchange is to be said.
    Exchange {
        /// What is given back.
        give: Color,
        /// What is taken.
        get: Color,
        /// A part has been exchanged, so it may stop here (5.5).
        begun: bool,
    },
}

/// What a payment is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// An item.
    Item(Item),
    /// A special request, by its place in the content.
    Request(u8),
}

/// All that anyone may know, which here is all there is: a copy of the table and who looks.
///
/// In JSON it is the table in full words (see [`crate::view::Table`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) table: ArchRavels,
}

impl ArchRavels {
    pub(crate) fn content(&self) -> &'static ArchRavelsContent {
        self.setup.content().get()
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.setup.players()
    }

    /// The four spaces of a seat's board, as printed or balanced by the house (1.12).
    pub fn spaces_of(&self, seat: Seat) -> &'static [Abilities; SPACES] {
        let character = self.content().character(self.board(seat).character);
        if self.setup.is_balanced() {
            &character.balanced
        } else {
            &character.spaces
        }
    }

    pub(crate) fn board(&self, seat: Seat) -> &Board {
        &self.boards[seat.index()]
    }

    pub(crate) fn board_mut(&mut self, seat: Seat) -> &mut Board {
        &mut self.boards[seat.index()]
    }

    /// Whose choice it is; nobody's once the game is over.
    pub fn chooser(&self) -> Option<Seat> {
        match self.phase {
            Phase::Marker | Phase::Actions(_) | Phase::RestockActions => Some(self.active),
            Phase::Resolving { chooser, .. } => Some(chooser),
            Phase::FinalCraft { crafter } => Some(crafter),
            Phase::Over => None,
        }
    }

    /// The event that is being resolved.
    pub(crate) fn event(&self) -> Option<EventKind> {
        match self.phase {
            Phase::Resolving { space, .. } => match self.bazaar[usize::from(space)] {
                Some(Card::Event(event)) => Some(event),
                _ => None,
            },
            _ => None,
        }
    }

    /// The request that someone is to get.
    pub(crate) fn revealed_request(&self) -> Option<u8> {
        match self.phase {
            Phase::Resolving { space, .. } => match self.bazaar[usize::from(space)] {
                Some(Card::Request(request)) => Some(request),
                _ => None,
            },
            _ => None,
        }
    }

    /// 4.2, 4.3, 4.4: every payment by the current pattern of an item.
    pub(crate) fn payments(&self, seat: Seat, item: Item) -> &'static [Bundle] {
        let facts = &self.content().items[item.index()];
        match self.exact_pattern(seat, item) {
            Some(exact) => std::slice::from_ref(exact),
            None => &facts.payments,
        }
    }

    /// The exact pattern of an item, if that is the current one.
    pub(crate) fn exact_pattern(&self, seat: Seat, item: Item) -> Option<&'static Bundle> {
        let board = self.board(seat);
        let tile = item.tile().filter(|&tile| !board.learned[tile])?;
        Some(&self.content().items[item.index()].tiles[usize::from(board.tiles[tile])])
    }

    /// 2.5: how many yarn are named at once now: all that is asked for, or a part where there are too many ways.
    pub(crate) fn asked(&self) -> u8 {
        let (bowl, left) = match self.pending {
            Pending::Gain { left } => (&Bowl([u16::MAX; COLORS]), left),
            Pending::Pay { left, .. } | Pending::Give { left, .. } => {
                (&self.board(self.chooser().unwrap_or(self.active)).bowl, left)
            }
            Pending::Frog { item } => return self.content().items[item.index()].pattern.size(),
            Pending::Exchange { .. } | Pending::Nothing => return 0,
        };
        let fits = |count: &u8| bowl.ways(*count) <= MOST_WAYS;
        (1..=left.min(Bundle::MOST)).rev().find(fits).unwrap_or(0)
    }

    /// How many yarn a request takes from its crafter.
    pub(crate) fn request_size(&self, request: u8) -> u16 {
        u16::from(
            self.content().requests[usize::from(request)]
                .cost
                .size(self.players()),
        )
    }
}

/// Checks that the size of a state stays small enough to be copied in nanoseconds.
const _: () = assert!(size_of::<ArchRavels>() <= 1024);

impl View {
    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The table: nothing on it is hidden from anyone.
    pub fn table(&self) -> &ArchRavels {
        &self.table
    }

    pub(crate) fn of(table: &ArchRavels, viewer: Viewer) -> View {
        View {
            viewer,
            table: table.clone(),
        }
    }

    /// Must the viewer choose now?
    pub(crate) fn is_chooser(&self) -> bool {
        let seat = self.viewer.seat();
        seat.is_some_and(|seat| self.table.to_act().contains(seat))
    }
}
