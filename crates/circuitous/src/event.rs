//! What happened, step by step.

use arrayvec::ArrayString;
use bobbin_game::{Glance, Seat, Sentence};
use serde::{Deserialize, Serialize};

use crate::action::Quarter;
use crate::content::{Ability, Code, Kind};
use crate::geometry::{Dir, Spot};
use crate::tell::way_words;

/// A card as the log tells of it. It holds no heap, so that a game without a log costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardName {
    /// Its name in actions.
    pub card: Code,
    /// Its name for people.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub name: ArrayString<96>,
    /// What it is worth.
    pub points: u8,
}

impl CardName {
    pub(crate) fn of(kind: &Kind) -> CardName {
        CardName {
            card: kind.code,
            name: ArrayString::from(&kind.name).unwrap_or_default(),
            points: kind.points,
        }
    }

    pub(crate) fn words(&self) -> String {
        let plural = if self.points == 1 { "" } else { "s" };
        format!("{} ({} point{plural})", self.name.to_lowercase(), self.points)
    }
}

/// The way that has come nearest to a finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NearestWay {
    /// Which finish, from 0.
    pub finish: u8,
    /// How many cards it has.
    pub length: u16,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// A seat chose a card, for its own eyes.
    Chose {
        /// Who.
        seat: Seat,
        /// Which card.
        card: CardName,
        /// For its ability?
        ability: Option<Ability>,
    },
    /// A card was laid.
    Laid {
        /// Who.
        seat: Seat,
        /// Which card.
        card: CardName,
        /// Its number.
        number: u8,
        /// Where.
        spot: Spot,
        /// How many exits it joined.
        joins: u8,
        /// The way that it is the end of, if one to a finish leads over it.
        way: Option<NearestWay>,
    },
    /// A card was discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// Which card.
        card: CardName,
    },
    /// 3.2: the seat had no first card.
    NoFirstCard {
        /// Who.
        seat: Seat,
    },
    /// A card was discarded for its ability.
    Used {
        /// Who.
        seat: Seat,
        /// Which card.
        card: CardName,
        /// What it does.
        ability: Ability,
    },
    /// Cards were drawn: how many, for the others.
    Drew {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A card was drawn: which, for who drew it.
    DrewCard {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardName,
    },
    /// A finish was turned.
    FinishTurned {
        /// Which, from 0.
        finish: u8,
        /// Which way.
        quarter: Quarter,
        /// Where it lies now.
        spot: Spot,
    },
    /// A finish was slid.
    FinishSlid {
        /// Which, from 0.
        finish: u8,
        /// Which way.
        to: Dir,
        /// Where it lies now.
        spot: Spot,
    },
    /// An end card was turned.
    EndTurned {
        /// Its number.
        number: u8,
        /// Where it lies now.
        spot: Spot,
    },
    /// A card was replaced.
    Replaced {
        /// Who.
        seat: Seat,
        /// The number of the card that lay there.
        old: u8,
        /// Whose it was.
        owner: Seat,
        /// The new card.
        card: CardName,
        /// Its number.
        number: u8,
        /// Where.
        spot: Spot,
    },
    /// 2.3: a seat without cards was passed over.
    PassedOver {
        /// Who.
        seat: Seat,
    },
    /// 6.1: a finish was reached.
    Reached {
        /// Which, from 0.
        finish: u8,
        /// How many cards the way has.
        length: u16,
        /// How far the finish slides, in units.
        slide: (i16, i16),
        /// The points of each seat along the way.
        points: [u16; 4],
    },
    /// 6.9: all are out of cards.
    OutOfCards,
}

/// The letter of a finish.
pub(crate) fn letter(finish: u8) -> char {
    char::from(b'A' + finish)
}

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
    pub(crate) fn text(&self) -> String {
        match self {
            Event::Chose {
                seat,
                card,
                ability: None,
            } => format!("{} chooses to play a {}", seat.said(), card.words()),
            Event::Chose {
                seat,
                card,
                ability: Some(ability),
            } => {
                format!(
                    "{} chooses a {} to {}",
                    seat.said(),
                    card.words(),
                    ability.words()
                )
            }
            Event::Laid {
                seat,
                card,
                number,
                joins,
                ..
            } => {
                let at_once = if *joins > 1 {
                    format!(", joining {joins} exits at once")
                } else {
                    String::new()
                };
                format!(
                    "{} lays a {} as card {number}{at_once}",
                    seat.said(),
                    card.words()
                )
            }
            Event::Discarded { seat, card } => format!("{} discards a {}", seat.said(), card.words()),
            Event::NoFirstCard { seat } => format!("{} has no card that could be the first", seat.said()),
            Event::Used { seat, card, ability } => {
                format!(
                    "{} discards a {} to {}",
                    seat.said(),
                    card.words(),
                    ability.words()
                )
            }
            Event::Drew { seat, count } => format!("{} draws {}", seat.said(), cards(*count)),
            Event::DrewCard { seat, card } => format!("{} draws a {}", seat.said(), card.words()),
            Event::FinishTurned { finish, quarter, .. } => {
                format!("Finish {} is turned to the {}", letter(*finish), quarter.name())
            }
            Event::FinishSlid { finish, to, .. } => {
                format!(
                    "Finish {} slides {} · {}",
                    letter(*finish),
                    way_words(*to),
                    to.name()
                )
            }
            Event::EndTurned { number, .. } => format!("Card {number} is turned a quarter"),
            Event::Replaced {
                seat,
                old,
                owner,
                card,
                number,
                ..
            } => {
                let whose = if owner == seat {
                    "their own".to_owned()
                } else {
                    format!("{}'s", owner.said())
                };
                format!(
                    "{} replaces {whose} card {old} by a {} as card {number}",
                    seat.said(),
                    card.words()
                )
            }
            Event::PassedOver { seat } => format!("{} is out of cards and passed over", seat.said()),
            Event::Reached {
                finish,
                length,
                slide,
                ..
            } => {
                let plural = if *length == 1 { "" } else { "s" };
                let slides = if *slide == (0, 0) {
                    ""
                } else {
                    ", which slides up to it"
                };
                format!(
                    "A way of {length} card{plural} reaches finish {}{slides}",
                    letter(*finish)
                )
            }
            Event::OutOfCards => "All are out of cards: nobody wins".to_owned(),
        }
    }
}

fn cards(count: u8) -> String {
    match count {
        0 => "no card".to_owned(),
        1 => "a card".to_owned(),
        _ => format!("{count} cards"),
    }
}
