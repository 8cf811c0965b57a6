//! Why an action is not legal.

use serde::Serialize;

use crate::button::Button;
use crate::circle::{MAX_REACH, Slot};
use crate::garment::{Card, GarmentType};
use crate::state::Phase;
use crate::yarn::{Color, Stitch, Tile};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error, bobbin_game::Refusal)]
#[serde(tag = "code", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Refusal {
    #[clause("3.2")]
    #[error("It is not your turn.")]
    NotYourTurn,
    #[clause("3.2")]
    #[error("That is not done now: {}.", now(*phase))]
    WrongPhase { phase: Phase },
    #[clause("3.3")]
    #[error("You have finished your part of this phase: wait for the others, or take that back.")]
    AlreadyDone,
    #[clause("8.2")]
    #[error("The tiles you keep are settled: wait for the others.")]
    TilesSettled,
    #[clause("3.4")]
    #[error("The game is over.")]
    GameOver,
    #[clause("5.7")]
    #[error("Keep one of the cards you drew first.")]
    OfferOpen,
    #[clause("5.7")]
    #[error("You have drawn no cards to keep one of.")]
    NoOffer,
    #[clause("5.5")]
    #[error("You did not draw that: keep one of the cards you drew. · Not {}.", card.words())]
    NotOffered { card: Card },
    #[clause("2.12")]
    #[error("There is no {color} tile in the center any more.")]
    NotInCenter { color: Color },
    #[clause("2.2")]
    #[error("The central board has no space {}: they are numbered from 0 to {}.", slot.space(), spaces - 1)]
    NoSuchSlot { slot: Slot, spaces: u8 },
    #[clause("4.5")]
    #[error("No tile lies there. · In the {} slot of space {}.", slot.ring(), slot.space())]
    OpenSlot { slot: Slot },
    #[clause("4.3")]
    #[error("Another cat stands there: skip it. · Space {space}.")]
    SpaceTaken { space: u8 },
    #[clause("4.2")]
    #[error(
        "Your cat cannot go that far: other spaces come first. · It can go to space {}, not {space}.",
        any_of(in_reach)
    )]
    TooFar {
        space: u8,
        in_reach: [Option<u8>; MAX_REACH],
    },
    #[clause("5.3")]
    #[error("All your needles are in use: complete a garment first.")]
    NoNeedle,
    #[clause("5.4")]
    #[error("Starting {} costs a {color} tile.", garment.words())]
    WrongPayment { garment: GarmentType, color: Color },
    #[clause("5.2")]
    #[error("You have no {}.", tile_words(*tile))]
    NoSuchTile { tile: Tile },
    #[clause("5.12")]
    #[error("You have only one {}: discard another tile to turn it over.", tile.words())]
    NoOtherTile { tile: Tile },
    #[clause("5.6")]
    #[error("There are no more cards of {}: choose another type.", garment.words())]
    EmptyDeck { garment: GarmentType },
    #[clause("5.8")]
    #[error("You have no such garment in progress. · Not {}.", card.words())]
    NotInProgress { card: Card },
    #[clause("5.8")]
    #[error("All spaces of {} are filled: complete the garment.", card.garment().the_one())]
    Full { card: Card },
    #[clause("5.9")]
    #[error(
        "The next space of {} takes the {stitch} side: use a {stitch} tile or one from the bowl.",
        card.garment().the_one()
    )]
    WrongSide { card: Card, stitch: Stitch },
    #[clause("11.6")]
    #[error("Tiles cannot be flipped in this game.")]
    NoFlips,
    #[clause("5.13")]
    #[error("A tile in the bowl has either side already.")]
    BowlNeedsNoFlip,
    #[clause("5.14")]
    #[error("You have no grabby paw.")]
    NoPaw,
    #[clause("5.15")]
    #[error("There is no {color} tile in the bag.")]
    NotInBag { color: Color },
    #[clause("5.17")]
    #[error(
        "Of {1}, {open} mandatory {0} still to be filled.",
        if *open == 1 { "space is" } else { "spaces are" },
        card.garment().the_one()
    )]
    Unfinished { card: Card, open: u8 },
    #[clause("5.20")]
    #[error("{button} is not in your workspace or does not fit this garment.")]
    ButtonDoesNotFit { button: Button },
    #[clause("5.21")]
    #[error("A {} button of your workspace fits and must be placed: add {fitting}.", fitting.shape)]
    ButtonLeftOut { fitting: Button },
    #[clause("8.2")]
    #[error("Choose {bowl} tiles to keep.")]
    WrongNumberRetained { bowl: u8 },
    #[clause("8.1")]
    #[error("You do not have that many {color} tiles.")]
    NotYoursToRetain { color: Color },
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
