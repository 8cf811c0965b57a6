//! Why an action is not legal.

use serde::Serialize;

use crate::button::Button;
use crate::circle::{MAX_REACH, Slot};
use crate::garment::{Card, GarmentType};
use crate::state::Phase;
use crate::yarn::{Color, Stitch, Tile};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// There is no such seat, or another one is to act.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// The action belongs to another phase.
    #[error("That is not done now: {}.", now(*phase))]
    WrongPhase {
        /// The phase the game is in.
        phase: Phase,
    },
    /// The seat has said Done or kept its first garment.
    #[error("You have finished your part of this phase: wait for the others, or take that back.")]
    AlreadyDone,
    /// The seat has chosen the tiles it keeps, or had too few to be asked.
    #[error("The tiles you keep are settled: wait for the others.")]
    TilesSettled,
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// Drawn cards are waiting.
    #[error("Keep one of the cards you drew first.")]
    OfferOpen,
    /// No cards are waiting.
    #[error("You have drawn no cards to keep one of.")]
    NoOffer,
    /// The card is not among those drawn.
    #[error("You did not draw that: keep one of the cards you drew. · Not {}.", card.words())]
    NotOffered {
        /// The card.
        card: Card,
    },
    /// This color has left the center.
    #[error("There is no {color} tile in the center any more.")]
    NotInCenter {
        /// The color.
        color: Color,
    },
    /// The board has no such space.
    #[error("The central board has no space {}: they are numbered from 0 to {}.", slot.space(), spaces - 1)]
    NoSuchSlot {
        /// What was named.
        slot: Slot,
        /// How many spaces there are.
        spaces: u8,
    },
    /// No tile lies there.
    #[error("No tile lies there. · In the {} slot of space {}.", slot.ring(), slot.space())]
    OpenSlot {
        /// The slot.
        slot: Slot,
    },
    /// Another cat stands there.
    #[error("Another cat stands there: skip it. · Space {space}.")]
    SpaceTaken {
        /// The space.
        space: u8,
    },
    /// Other available spaces come first.
    #[error(
        "Your cat cannot go that far: other spaces come first. · It can go to space {}, not {space}.",
        any_of(in_reach)
    )]
    TooFar {
        /// The space.
        space: u8,
        /// The spaces it can choose from.
        in_reach: [Option<u8>; MAX_REACH],
    },
    /// All needles are in use.
    #[error("All your needles are in use: complete a garment first.")]
    NoNeedle,
    /// The tile has another color than the deck.
    #[error("Starting {} costs a {color} tile.", garment.words())]
    WrongPayment {
        /// The deck.
        garment: GarmentType,
        /// Its color.
        color: Color,
    },
    /// The seat has no such tile.
    #[error("You have no {}.", tile_words(*tile))]
    NoSuchTile {
        /// The tile.
        tile: Tile,
    },
    /// The tile to be turned over cannot be the one that is discarded.
    #[error("You have only one {}: discard another tile to turn it over.", tile.words())]
    NoOtherTile {
        /// The tile.
        tile: Tile,
    },
    /// The deck is empty.
    #[error("There are no more cards of {}: choose another type.", garment.words())]
    EmptyDeck {
        /// The deck.
        garment: GarmentType,
    },
    /// It is not a garment in progress of this seat.
    #[error("You have no such garment in progress. · Not {}.", card.words())]
    NotInProgress {
        /// The card.
        card: Card,
    },
    /// All its spaces are filled.
    #[error("All spaces of {} are filled: complete the garment.", card.garment().the_one())]
    Full {
        /// The card.
        card: Card,
    },
    /// The next space takes the other side.
    #[error(
        "The next space of {} takes the {stitch} side: use a {stitch} tile or one from the bowl.",
        card.garment().the_one()
    )]
    WrongSide {
        /// The card.
        card: Card,
        /// The side it takes.
        stitch: Stitch,
    },
    /// Flips are not allowed.
    #[error("Tiles cannot be flipped in this game.")]
    NoFlips,
    /// A bowl tile needs no flip.
    #[error("A tile in the bowl has either side already.")]
    BowlNeedsNoFlip,
    /// The seat has no paw.
    #[error("You have no grabby paw.")]
    NoPaw,
    /// The bag has none of that color.
    #[error("There is no {color} tile in the bag.")]
    NotInBag {
        /// The color.
        color: Color,
    },
    /// Mandatory spaces are open.
    #[error(
        "Of {1}, {open} mandatory {0} still to be filled.",
        if *open == 1 { "space is" } else { "spaces are" },
        card.garment().the_one()
    )]
    Unfinished {
        /// The card.
        card: Card,
        /// How many.
        open: u8,
    },
    /// The button is not in the workspace or does not fit.
    #[error("{button} is not in your workspace or does not fit this garment.")]
    ButtonDoesNotFit {
        /// The button.
        button: Button,
    },
    /// A fitting button was left out.
    #[error("A {} button of your workspace fits and must be placed: add {fitting}.", fitting.shape)]
    ButtonLeftOut {
        /// One that fits.
        fitting: Button,
    },
    /// Not as many tiles as may be kept.
    #[error("Choose {bowl} tiles to keep.")]
    WrongNumberRetained {
        /// How many may be kept.
        bowl: u8,
    },
    /// Not as many tiles of that color.
    #[error("You do not have that many {color} tiles.")]
    NotYoursToRetain {
        /// The color.
        color: Color,
    },
}

impl bobbin_game::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::WrongPhase { .. } => "wrong_phase",
            Refusal::AlreadyDone => "already_done",
            Refusal::TilesSettled => "tiles_settled",
            Refusal::GameOver => "game_over",
            Refusal::OfferOpen => "offer_open",
            Refusal::NoOffer => "no_offer",
            Refusal::NotOffered { .. } => "not_offered",
            Refusal::NotInCenter { .. } => "not_in_center",
            Refusal::NoSuchSlot { .. } => "no_such_slot",
            Refusal::OpenSlot { .. } => "open_slot",
            Refusal::SpaceTaken { .. } => "space_taken",
            Refusal::TooFar { .. } => "too_far",
            Refusal::NoNeedle => "no_needle",
            Refusal::WrongPayment { .. } => "wrong_payment",
            Refusal::NoSuchTile { .. } => "no_such_tile",
            Refusal::NoOtherTile { .. } => "no_other_tile",
            Refusal::EmptyDeck { .. } => "empty_deck",
            Refusal::NotInProgress { .. } => "not_in_progress",
            Refusal::Full { .. } => "full",
            Refusal::WrongSide { .. } => "wrong_side",
            Refusal::NoFlips => "no_flips",
            Refusal::BowlNeedsNoFlip => "bowl_needs_no_flip",
            Refusal::NoPaw => "no_paw",
            Refusal::NotInBag { .. } => "not_in_bag",
            Refusal::Unfinished { .. } => "unfinished",
            Refusal::ButtonDoesNotFit { .. } => "button_does_not_fit",
            Refusal::ButtonLeftOut { .. } => "button_left_out",
            Refusal::WrongNumberRetained { .. } => "wrong_number_retained",
            Refusal::NotYoursToRetain { .. } => "not_yours_to_retain",
        }
    }

    fn clause(&self) -> &'static str {
        match self {
            Refusal::NotYourTurn | Refusal::WrongPhase { .. } => "3.2",
            Refusal::AlreadyDone => "3.3",
            Refusal::GameOver => "3.4",
            Refusal::OfferOpen | Refusal::NoOffer => "5.7",
            Refusal::NotOffered { .. } => "5.5",
            Refusal::NotInCenter { .. } => "2.12",
            Refusal::NoSuchSlot { .. } => "2.2",
            Refusal::OpenSlot { .. } => "4.5",
            Refusal::SpaceTaken { .. } => "4.3",
            Refusal::TooFar { .. } => "4.2",
            Refusal::NoNeedle => "5.3",
            Refusal::WrongPayment { .. } => "5.4",
            Refusal::NoSuchTile { .. } => "5.2",
            Refusal::NoOtherTile { .. } => "5.12",
            Refusal::EmptyDeck { .. } => "5.6",
            Refusal::NotInProgress { .. } | Refusal::Full { .. } => "5.8",
            Refusal::WrongSide { .. } => "5.9",
            Refusal::NoFlips => "11.6",
            Refusal::BowlNeedsNoFlip => "5.13",
            Refusal::NoPaw => "5.14",
            Refusal::NotInBag { .. } => "5.15",
            Refusal::Unfinished { .. } => "5.17",
            Refusal::ButtonDoesNotFit { .. } => "5.20",
            Refusal::ButtonLeftOut { .. } => "5.21",
            Refusal::WrongNumberRetained { .. } | Refusal::TilesSettled => "8.2",
            Refusal::NotYoursToRetain { .. } => "8.1",
        }
    }
}

/// What the game is about in a phase, for a sentence.
fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::FirstGarments { .. } => "first garments are being chosen",
        Phase::PlacingCenter => "a tile from the center is to be laid",
        Phase::Drafting { .. } => "the drafting phase is on",
        Phase::Coin { .. } => "the coin is to be flipped",
        Phase::Crafting { .. } => "the crafting phase is on",
        Phase::Retaining { .. } => "the tiles to keep are being chosen",
        Phase::Over => "the game is over",
    }
}

fn any_of(spaces: &[Option<u8>]) -> String {
    let spaces: Vec<String> = spaces.iter().flatten().map(u8::to_string).collect();
    spaces.join(" or ")
}

fn tile_words(tile: Tile) -> String {
    match tile.side() {
        Some(side) => format!("{} {side} tile", tile.color()),
        None => format!("{} tile in the bowl", tile.color()),
    }
}
