//! Views and actions as numbers, for programs that learn.
//!
//! What lies on the circle is told, and numbered, from the space of the own cat on, clockwise; seats are told in turn
//! order from the own one on.

use bobbin_game::{Columns, Encoded, Numbers, Seat, Setup as _, named};

use crate::action::{Action, MAX_RETAINED, Placed, Retained};
use crate::button::ButtonType;
use crate::circle::{Ring, Slot};
use crate::deck::MAX_OFFER;
use crate::garment::{Card, GarmentType};
use crate::setup::KnittingSetup;
use crate::state::{KnittingCircle, MAX_NEEDLES, NEEDLES, WORKSPACE};
use crate::view::View;
use crate::yarn::{Color, Stitch, Tile};

mod columns;

named! {
    /// The ranges of numbers.
    Range, "a kind of action", {
        /// 2.10: by type.
        First = "choose the type of the first garment",
        /// 2.10, 5.5: by its place in the offer.
        Keep = "keep a drawn card",
        /// 2.12: by color, then by slot from the own cat on.
        Center = "lay a tile from the center on a yarn slot",
        /// 4.2: by slot from the own cat on.
        Draft = "draft a tile",
        /// 10.3
        Coin = "flip the coin",
        /// 5.3: by type, then by how the tile lies: knit, purl or in the bowl. Its color is that of the deck.
        Start = "start a garment",
        /// 5.8: by garment, the oldest first, then by tile.
        Knit = "knit a tile onto a garment",
        /// 5.12: by the tile that is turned over, then by the one that is discarded.
        Flip = "discard a tile and turn over another",
        /// 5.14: by color.
        Paw = "take a tile out of the bag with a grabby paw",
        /// 5.17: by garment, the oldest first, then by the slot of the button of each type, if there is one.
        Complete = "complete a garment",
        /// 3.3
        Done = "done",
        /// 8.2: by colors, fewer of them behind.
        Retain = "retain tiles",
    }
}

/// How a tile of one color can lie: knit, purl, in the bowl.
const LIES: usize = Tile::COUNT / Color::COUNT;
/// Ways to place no button or one of the workspace, of every type.
const PLACINGS: usize = (1 + WORKSPACE).pow(ButtonType::COUNT as u32);
/// Ways to retain at most four tiles.
const RETAININGS: usize = choose(Color::COUNT + MAX_RETAINED, MAX_RETAINED);

impl Range {
    /// How many numbers it has.
    fn count(self, setup: &KnittingSetup) -> usize {
        let slots = spaces(setup) * Ring::COUNT;
        match self {
            Range::First => GarmentType::COUNT,
            Range::Keep => MAX_OFFER,
            Range::Center => Color::COUNT * slots,
            Range::Draft => slots,
            Range::Coin | Range::Done => 1,
            Range::Start => GarmentType::COUNT * LIES,
            Range::Knit => needles(setup) * Tile::COUNT,
            Range::Flip => Color::COUNT * Stitch::COUNT * Tile::COUNT,
            Range::Paw => Color::COUNT,
            Range::Complete => needles(setup) * PLACINGS,
            Range::Retain => RETAININGS,
        }
    }
}

impl Encoded for KnittingCircle {
    fn observe(view: &View, to: &mut impl Columns) {
        let players = view.table.setup.players();
        let seat = view.viewer.seat();
        to.one_hot("own seat", seat.map(Seat::index), players);
        columns::write(&view.table, own(view), to);
    }

    fn numbers(setup: &KnittingSetup) -> Option<Numbers> {
        let ranges = Range::ALL.map(|range| (range.name(), range.count(setup)));
        Some(Numbers::new(ranges))
    }

    #[inline]
    fn number(numbers: &Numbers, view: &View, action: Action) -> usize {
        let (table, own) = (&view.table, own(view));
        let (range, place) = match action {
            Action::First(garment) => (Range::First, garment.index()),
            Action::Keep(card) => {
                let mut offer = table.player(own).offer();
                (Range::Keep, offer.position(|seen| seen.card == card).unwrap_or(0))
            }
            Action::Center { color, slot } => {
                let slots = usize::from(table.circle.spaces) * Ring::COUNT;
                (Range::Center, color.index() * slots + ahead(table, own, slot))
            }
            Action::Draft(slot) => (Range::Draft, ahead(table, own, slot)),
            Action::Coin => (Range::Coin, 0),
            Action::Start { garment, payment } => {
                (Range::Start, garment.index() * LIES + payment.index() % LIES)
            }
            Action::Knit { tile, card } => {
                let garment = place_in_progress(table, own, card);
                (Range::Knit, garment * Tile::COUNT + tile.index())
            }
            Action::Flip { discard, turned } => {
                let side = turned.side().map_or(0, Stitch::index);
                let turned = turned.color().index() * Stitch::COUNT + side;
                (Range::Flip, turned * Tile::COUNT + discard.index())
            }
            Action::Paw(color) => (Range::Paw, color.index()),
            Action::Complete { card, buttons } => {
                let garment = place_in_progress(table, own, card);
                let placing = placing(table, own, buttons);
                (Range::Complete, garment * PLACINGS + placing)
            }
            Action::Done => (Range::Done, 0),
            Action::Retain(retained) => (Range::Retain, retaining(retained)),
        };
        numbers.at(range.index(), place)
    }
}

/// Whose side comes first; who only watches looks with the first seat.
#[inline]
fn own(view: &View) -> Seat {
    view.viewer.seat().unwrap_or(Seat::new(0))
}

/// Spaces of the central board.
fn spaces(setup: &KnittingSetup) -> usize {
    setup.content().get().board(setup.players()).spaces.len()
}

/// 11.7: the most needles that a player has at a table of this size, whatever the rule modification.
fn needles(setup: &KnittingSetup) -> usize {
    MAX_NEEDLES.min(usize::from(NEEDLES) / setup.players())
}

/// How many slots a slot is ahead of the inner one at the own cat.
#[inline]
fn ahead(table: &KnittingCircle, own: Seat, slot: Slot) -> usize {
    let (spaces, cat) = (table.circle.spaces, table.circle.cats[own.index()]);
    let steps = (slot.space() + spaces - cat) % spaces;
    Slot::new(steps, slot.ring()).index()
}

/// Which of the own garments in progress this is.
#[inline]
fn place_in_progress(table: &KnittingCircle, own: Seat, card: Card) -> usize {
    let mut garments = table.player(own).in_progress().iter();
    garments.position(|garment| garment.card() == card).unwrap_or(0)
}

/// Which way of placing buttons this is: of two that are alike the first is placed.
#[inline]
fn placing(table: &KnittingCircle, own: Seat, buttons: Placed) -> usize {
    let player = table.player(own);
    ButtonType::ALL.into_iter().fold(0, |number, shape| {
        let slot = buttons.get(shape).and_then(|button| {
            let slots = player.workspace(shape);
            slots.iter().position(|&held| held == Some(button))
        });
        number * (1 + WORKSPACE) + slot.map_or(0, |slot| slot + 1)
    })
}

/// Which set of retained colors this is: with its place added no two colors are equal, and sets of different numbers
/// are counted by their highest first.
#[inline]
fn retaining(retained: Retained) -> usize {
    let mut colors = retained.iter();
    let place = |place: usize| {
        let color = colors.next().map_or(Color::COUNT, Color::index);
        choose(color + place, place + 1)
    };
    (0..MAX_RETAINED).map(place).sum()
}

/// How many sets of `count` there are of `of` things, at most one too few.
const fn choose(of: usize, count: usize) -> usize {
    let (mut sets, mut chosen) = (1, 0);
    while chosen < count {
        sets = sets * (of - chosen) / (chosen + 1);
        chosen += 1;
    }
    sets
}
