//! What happened, step by step.

use arrayvec::ArrayVec;
use bobbin_game::{Glance, Points, Seat, SeatSet, Sentence};
use serde::Serialize;

use crate::action::Retained;
use crate::button::{Button, ButtonFace};
use crate::circle::Slot;
use crate::condition::Condition;
use crate::content::Gift;
use crate::deck::MAX_OFFER;
use crate::garment::{Card, GarmentType};
use crate::pattern::Pattern;
use crate::yarn::{Color, Stitch, Tile};

/// One step of what happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are the rulebook's words")]
pub enum Event {
    /// A seat chose the type of its first garment.
    ChoseFirst { seat: Seat, garment: GarmentType },
    /// A seat paid for a garment.
    Started {
        seat: Seat,
        garment: GarmentType,
        paid: Tile,
    },
    /// Cards were drawn; which ones only the drawer is told.
    DrewCards {
        seat: Seat,
        garment: GarmentType,
        count: u8,
    },
    /// The cards a seat drew.
    Offered {
        seat: Seat,
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>))]
        cards: ArrayVec<Card, MAX_OFFER>,
    },
    /// A card was kept; the other went under its deck.
    Kept { seat: Seat, card: Card, returned: u8 },
    /// A tile from the center was laid on a slot.
    CenterPlaced {
        seat: Seat,
        color: Color,
        slot: Slot,
        replaced: Option<Color>,
    },
    /// A cat moved and a tile was taken.
    Drafted {
        seat: Seat,
        slot: Slot,
        color: Color,
        side: Stitch,
    },
    /// A seat without an available space passed.
    Passed { seat: Seat },
    /// The solo coin fell.
    CoinFlipped { side: Stitch },
    /// The solo opponent took a tile out of the game.
    OpponentTook { slot: Slot, color: Color },
    /// The solo opponent found no space.
    OpponentPassed,
    /// The crafting phase began.
    CraftingBegan { round: u8 },
    /// A tile was knitted onto a garment; spaces are counted from 0.
    Knitted {
        seat: Seat,
        tile: Tile,
        card: Card,
        space: u8,
        /// How many spaces it has.
        of: u8,
    },
    /// A tile came out of the bag into a bowl.
    DrewYarn { seat: Seat, color: Color },
    /// A grabby paw was taken.
    GotPaw { seat: Seat },
    /// Bag or supply was empty.
    NothingLeft { seat: Seat, gift: Gift },
    /// A tile was discarded to turn another one over.
    Flipped {
        seat: Seat,
        discarded: Tile,
        turned: Tile,
    },
    /// A paw reached into the bag.
    PawUsed { seat: Seat, color: Color },
    /// A garment was cast off.
    Completed {
        seat: Seat,
        card: Card,
        pattern: Option<Pattern>,
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Button>))]
        buttons: ArrayVec<Button, 3>,
        #[cfg_attr(feature = "schema", schema(value_type = Vec<ButtonFace>))]
        faces: ArrayVec<ButtonFace, 3>,
        /// 9.3, 9.4, 9.7: points of its spaces and buttons, less an ugly one.
        points: i8,
    },
    /// A request was fulfilled; its number among the four.
    RequestMet {
        seat: Seat,
        request: u8,
        wants: Condition,
        points: u8,
    },
    /// A seat said Done.
    SaidDone { seat: Seat },
    /// Crafting is over, and these seats choose which tiles they keep.
    RetainingBegan { seats: SeatSet },
    /// A seat chose the tiles it keeps.
    Retained { seat: Seat, kept: Retained },
    /// The round ended; its number.
    RoundEnded { round: u8 },
    /// A fulfilled request was turned over; its number among the four.
    RequestFlipped { request: u8, wants: Condition },
    /// A button was drawn into a workspace.
    DrewButton {
        seat: Seat,
        button: Button,
        face: ButtonFace,
    },
    /// A slot of the central board was filled.
    Refilled { slot: Slot, color: Color },
    /// A round begins with this first player, and so many tiles have filled the central board.
    RoundBegan { round: u8, first: Seat, filled: u8 },
    /// The game is over.
    GameOver,
}

/// 10.1: what the solo opponent is called.
pub const STRAY: &str = "Stray";

impl bobbin_game::Event for Event {
    fn words(&self) -> Sentence {
        self.text().into()
    }

    fn glance(&self) -> Option<Glance> {
        self.seen()
    }
}

impl Event {
    /// The sentence as it is written.
    #[expect(clippy::too_many_lines, reason = "one sentence for each event")]
    fn text(&self) -> String {
        let who = |seat: &Seat| seat.said();
        let list = |words: Vec<String>| words.join(", ");
        match self {
            Event::ChoseFirst { seat, garment } => format!("{} begins with {}", who(seat), garment.words()),
            Event::Started { seat, garment, paid } => {
                format!(
                    "{} pays a {} to start {}",
                    who(seat),
                    paid.words(),
                    garment.words()
                )
            }
            Event::DrewCards { seat, garment, count } => {
                format!(
                    "{} draws {count} card{} of {}",
                    who(seat),
                    plural(*count),
                    garment.words()
                )
            }
            Event::Offered { seat, cards } => {
                let which = if cards.len() == 1 { "it" } else { "one of them" };
                let cards = list(cards.iter().map(|card| card.words()).collect());
                format!("{} can keep {which} · {cards}", who(seat))
            }
            Event::Kept {
                seat,
                card,
                returned: 0,
            } => format!("{} keeps {} · {}", who(seat), card.garment().one(), card.words()),
            Event::Kept { seat, card, .. } => {
                format!(
                    "{} keeps {} and lays the other card under the deck · {}",
                    who(seat),
                    card.garment().one(),
                    card.words()
                )
            }
            Event::CenterPlaced {
                seat,
                color,
                slot,
                replaced,
            } => match replaced {
                Some(replaced) => format!(
                    "{} lays {color} from the center over {replaced} · space {}, {}",
                    who(seat),
                    slot.space(),
                    slot.ring()
                ),
                None => format!(
                    "{} lays {color} from the center on an open slot · space {}, {}",
                    who(seat),
                    slot.space(),
                    slot.ring()
                ),
            },
            Event::Drafted {
                seat,
                slot,
                color,
                side,
            } => {
                format!(
                    "{} takes a {color} {side} tile · space {}",
                    who(seat),
                    slot.space()
                )
            }
            Event::Passed { seat } => format!("{} finds no available space and passes", who(seat)),
            Event::CoinFlipped { side } => format!("The coin shows {side}"),
            Event::OpponentTook { slot, color } => {
                format!("{STRAY} takes a {color} tile away · space {}", slot.space())
            }
            Event::OpponentPassed => format!("{STRAY} finds no available space"),
            Event::CraftingBegan { round } => format!("Crafting of round {round} begins"),
            Event::Knitted {
                seat,
                tile,
                card,
                space,
                ..
            } => {
                let (tile, garment, card) = (tile.words(), card.garment().the_one(), card.words());
                format!(
                    "{} knits a {tile} onto space {} of {garment} · {card}",
                    who(seat),
                    space + 1
                )
            }
            Event::DrewYarn { seat, color } => format!("{} draws a {color} tile", who(seat)),
            Event::GotPaw { seat } => format!("{} takes a grabby paw", who(seat)),
            Event::NothingLeft {
                seat,
                gift: Gift::Yarn,
            } => format!("The bag is empty: {} draws nothing", who(seat)),
            Event::NothingLeft {
                seat,
                gift: Gift::Paw,
            } => format!("No grabby paw is left for {}", who(seat)),
            Event::Flipped {
                seat,
                discarded,
                turned,
            } => {
                let (discarded, turned) = (discarded.words(), turned.words());
                format!("{} discards a {discarded} and turns a {turned} over", who(seat))
            }
            Event::PawUsed { seat, color } => format!("{} grabs a {color} tile out of the bag", who(seat)),
            Event::Completed {
                seat,
                card,
                pattern,
                faces,
                ..
            } => {
                let looks = pattern.map_or("no pattern: ugly button", Pattern::name);
                let faces: Vec<String> = faces.iter().map(ButtonFace::to_string).collect();
                let with = match faces.len() {
                    0 => "without a button".to_owned(),
                    _ => format!("with {}", faces.join(" and ")),
                };
                format!(
                    "{} completes {} ({looks}) {with} · {}",
                    who(seat),
                    card.garment().one(),
                    card.words()
                )
            }
            Event::RequestMet {
                seat, wants, points, ..
            } => {
                let points = Points::whole(i32::from(*points)).words();
                format!("{} fulfills the request for {wants} ({points})", who(seat))
            }
            Event::SaidDone { seat } => format!("{} is done", who(seat)),
            Event::RetainingBegan { seats } => {
                let seats = seats.iter().map(|seat| who(&seat).to_string()).collect();
                format!("Crafting is over; choosing the tiles to keep: {}", list(seats))
            }
            Event::Retained { seat, kept } => {
                let colors = list(kept.iter().map(|color| color.to_string()).collect());
                format!("{} keeps {colors}", who(seat))
            }
            Event::RoundEnded { round } => format!("Round {round} ends"),
            Event::RequestFlipped { wants, .. } => format!("The request for {wants} gives no more paws"),
            Event::DrewButton { seat, face, .. } => format!("{} draws {face}", who(seat)),
            Event::Refilled { slot, color } => {
                format!(
                    "A {color} tile fills the circle · space {}, {}",
                    slot.space(),
                    slot.ring()
                )
            }
            Event::RoundBegan { round, first, .. } => {
                format!("Round {round}: {} is first player", who(first))
            }
            Event::GameOver => "The game is over".to_owned(),
        }
    }
}

fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}
