//! What a seat can do, and its notation.

use std::fmt;
use std::str::FromStr;

use bobbin_game::notation::Spelling;
use bobbin_game::{Notation, NotationError, text_serde};

use crate::button::{Button, ButtonType};
use crate::circle::Slot;
use crate::garment::{Card, GarmentType};
use crate::yarn::{Color, Tile};

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Notation)]
pub enum Action {
    /// `first hats`: choose the type of the first garment and draw (2.10).
    #[notation("first {0}")]
    First(GarmentType),
    /// `keep mittens-07`: keep one of the drawn cards (2.10, 5.5).
    #[notation("keep {0}")]
    #[touch("card:{0}")]
    Keep(Card),
    /// `center teal 3 outer`: lay a tile from the center on a yarn slot (2.12).
    #[notation("center {color} {slot}")]
    #[touch("center:{color}", "yarn:{slot: Colons}")]
    Center {
        /// Which of the tiles in the center.
        color: Color,
        /// Where it goes.
        slot: Slot,
    },
    /// `draft 5 inner`: move the cat there and take the tile (4.2, 4.5).
    #[notation("draft {0}")]
    #[touch("yarn:{0: Colons}")]
    Draft(Slot),
    /// `coin`: flip the coin and move the solo opponent's cat (10.3).
    #[notation("coin")]
    #[touch]
    Coin,
    /// `start hats yellow-knit`: start a garment, paid with a tile (5.3).
    #[notation("start {garment} {payment}")]
    #[touch("tile:{payment}", "deck:{garment}")]
    Start {
        /// The deck.
        garment: GarmentType,
        /// The tile that goes into the bag.
        payment: Tile,
    },
    /// `knit teal-purl mittens-07`: knit a tile onto a garment (5.8).
    #[notation("knit {tile} {card}")]
    #[touch("tile:{tile}", "garment:{card}")]
    Knit {
        /// The tile.
        tile: Tile,
        /// The garment.
        card: Card,
    },
    /// `flip teal-bowl pink-knit`: discard the first tile, turn over the second (5.12).
    #[notation("flip {discard} {turned}")]
    #[touch("tile:{discard}", "tile:{turned}")]
    Flip {
        /// The tile that goes into the bag.
        discard: Tile,
        /// The tile that is turned over, as it lies before.
        turned: Tile,
    },
    /// `paw teal`: take a tile of this color out of the bag (5.14).
    #[notation("paw {0}")]
    #[touch("paw", "bag:{0}")]
    Paw(Color),
    /// `complete mittens-07 color-12 garment-01`: cast off, with all the buttons that are placed (5.17).
    #[notation("complete {card} {buttons?}")]
    Complete {
        /// The garment.
        card: Card,
        /// The kind of button of each type, counted from 0.
        buttons: Placed,
    },
    /// `done`: finish the crafting phase (3.3).
    #[notation("done")]
    #[touch]
    Done,
    /// `retain purple teal`: the tiles to keep at the end of a round (8.2).
    #[notation("retain {0}")]
    Retain(Retained),
}

/// The buttons placed on a garment: at most one of each type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Placed([Option<KindNumber>; ButtonType::COUNT]);

/// A kind's number plus one, so that an option of it takes one byte.
type KindNumber = std::num::NonZeroU8;

impl Placed {
    /// The button of a type.
    #[inline]
    pub fn get(&self, shape: ButtonType) -> Option<Button> {
        self.0[shape.index()].map(|number| Button::new(shape, number.get() - 1))
    }

    /// The same with this button.
    #[must_use]
    #[inline]
    pub fn with(mut self, button: Button) -> Placed {
        self.0[button.shape.index()] = KindNumber::new(button.kind() as u8 + 1);
        self
    }

    /// The buttons, in the order of their types.
    pub fn iter(&self) -> impl Iterator<Item = Button> + '_ {
        ButtonType::ALL.into_iter().filter_map(|shape| self.get(shape))
    }
}

/// The most tiles that any rule lets a player keep (11.5).
pub(crate) const MAX_RETAINED: usize = 4;

/// The colors of the tiles kept at the end of a round, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = Vec<Color>))]
pub struct Retained([Option<Color>; MAX_RETAINED]);

impl Retained {
    /// These colors, put in order; at most four.
    pub fn new(colors: impl IntoIterator<Item = Color>) -> Option<Retained> {
        let mut colors = colors.into_iter();
        let mut kept = [None; MAX_RETAINED];
        for (place, color) in kept.iter_mut().zip(colors.by_ref()) {
            *place = Some(color);
        }
        kept.sort_by_key(|color| color.map_or(Color::COUNT, Color::index));
        colors.next().is_none().then_some(Retained(kept))
    }

    /// The colors, in order.
    pub fn iter(&self) -> impl Iterator<Item = Color> + '_ {
        self.0.iter().flatten().copied()
    }

    /// How many of each color.
    pub(crate) fn counts(self) -> [u8; Color::COUNT] {
        let mut counts = [0; Color::COUNT];
        for color in self.iter() {
            counts[color.index()] += 1;
        }
        counts
    }
}

/// The buttons, one after the other.
impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(self.iter(), f)
    }
}

impl FromStr for Placed {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut placed = Placed::default();
        let mut last = None;
        for text in text.split(' ').filter(|text| !text.is_empty()) {
            let button: Button = text.parse()?;
            if last.is_some_and(|shape| shape >= button.shape) {
                let expected = "at most one button of each type, in the order color, pattern, garment";
                return Err(NotationError::new(text, expected));
            }
            last = Some(button.shape);
            placed = placed.with(button);
        }
        Ok(placed)
    }
}

/// The colors, one after the other.
impl fmt::Display for Retained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(self.iter(), f)
    }
}

impl FromStr for Retained {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parsed: Result<Vec<Color>, NotationError> = text.split(' ').map(str::parse).collect();
        let parsed = parsed?;
        let retained = Retained::new(parsed.iter().copied())
            .filter(|retained| retained.iter().eq(parsed.iter().copied()));
        retained.ok_or_else(|| {
            NotationError::new(
                text,
                "one to four colors in the order purple, navy, teal, green, yellow, pink",
            )
        })
    }
}

fn write_spaced(words: impl Iterator<Item = impl fmt::Display>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (place, word) in words.enumerate() {
        let space = if place == 0 { "" } else { " " };
        write!(f, "{space}{word}")?;
    }
    Ok(())
}

/// A yarn slot as a piece: `3:outer`.
struct Colons;

impl Spelling<Slot> for Colons {
    fn write(slot: &Slot, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", slot.space(), slot.ring())
    }

    fn read(text: &str) -> Result<Slot, NotationError> {
        text.replacen(':', " ", 1).parse()
    }
}

text_serde!(Action);

impl serde::Serialize for Retained {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> serde::Deserialize<'de> for Retained {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let colors = Vec::<Color>::deserialize(deserializer)?;
        Retained::new(colors).ok_or_else(|| serde::de::Error::custom("at most four tiles are kept"))
    }
}
