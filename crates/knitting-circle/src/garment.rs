//! Garments: six types, their cards, and a garment as it grows.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use bobbin_game::{NotationError, Seat};

use crate::button::{Button, ButtonType, ColorSet};
use crate::pattern::Pattern;
use crate::yarn::Color;
use bobbin_game::{named, text_serde};

named! {
    /// 1.2: the six types of garments, each a deck.
    GarmentType, "a type of garment", {
        /// Mittens.
        Mittens = "mittens",
        /// Socks.
        Socks = "socks",
        /// Hats.
        Hats = "hats",
        /// Scarves.
        Scarves = "scarves",
        /// Sweaters.
        Sweaters = "sweaters",
        /// Long johns.
        LongJohns = "long-johns",
    }
}

impl GarmentType {
    /// In words: long johns.
    pub(crate) fn words(self) -> String {
        self.name().replace('-', " ")
    }

    /// One of them, as one would ask for it: a hat.
    pub(crate) fn one(self) -> &'static str {
        match self {
            GarmentType::Mittens => "mittens",
            GarmentType::Socks => "socks",
            GarmentType::Hats => "a hat",
            GarmentType::Scarves => "a scarf",
            GarmentType::Sweaters => "a sweater",
            GarmentType::LongJohns => "long johns",
        }
    }

    /// One of them that everybody knows: the hat.
    pub(crate) fn the_one(self) -> String {
        let one = self.one();
        format!("the {}", one.strip_prefix("a ").unwrap_or(one))
    }
}

/// The most cards a type has (1.2).
pub const MAX_CARDS_PER_TYPE: usize = 16;
/// The fewest cards a type has (1.2).
pub const MIN_CARDS_PER_TYPE: usize = 12;
/// The most spaces a garment has.
pub const MAX_SPACES: usize = 8;
/// The fewest spaces that complete a garment.
pub const MIN_MANDATORY: usize = 3;

/// A garment card: its type and its number in the content, `mittens-07`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

/// The number of a card that lies face down, behind those of all cards.
const FACE_DOWN: usize = MAX_CARDS_PER_TYPE;
/// How many numbers a type has; no more than half of them are cards.
const NUMBERS: usize = 2 * MAX_CARDS_PER_TYPE;

impl Card {
    /// The card of a type with this number, from 0.
    #[inline]
    pub(crate) const fn new(garment: GarmentType, number: u8) -> Card {
        Card(garment as u8 * NUMBERS as u8 + number)
    }

    /// A card of a type that the viewer has not seen. Only a view has such cards; no action and no event names one.
    pub(crate) const fn face_down(garment: GarmentType) -> Card {
        Card::new(garment, FACE_DOWN as u8)
    }

    pub(crate) const fn is_face_down(self) -> bool {
        self.number() == FACE_DOWN
    }

    /// Its type.
    #[inline]
    pub const fn garment(self) -> GarmentType {
        GarmentType::ALL[self.0 as usize / NUMBERS]
    }

    /// Its number within its type, from 0.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize % NUMBERS
    }

    /// In words: long johns 7.
    pub(crate) fn words(self) -> String {
        format!("{} {}", self.garment().words(), self.number() + 1)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.garment(), self.number() + 1)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "a garment card: mittens-07");
        let (garment, number) = text.rsplit_once('-').ok_or_else(wrong)?;
        let garment = garment.parse().map_err(|_| wrong())?;
        let number = two_digits(number)
            .filter(|&number| usize::from(number) < MAX_CARDS_PER_TYPE)
            .ok_or_else(wrong)?;
        Ok(Card::new(garment, number))
    }
}

text_serde!(Card);

/// A number from 01 to 99 as it is written in ids, counted from 0.
pub(crate) fn two_digits(text: &str) -> Option<u8> {
    let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = digits.then(|| text.parse().ok()).flatten()?;
    number.checked_sub(1)
}

/// A garment in progress or completed, in one word: the card, its owner, the tiles from top to bottom and the
/// buttons on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Garment {
    /// Four bits a tile from the top: color + 1.
    tiles: u32,
    /// Five bits a button type: kind + 1.
    buttons: u16,
    card: u8,
    /// The number of tiles, and above it, from bit 4, the owner.
    length_and_owner: u8,
}

impl Garment {
    pub(crate) fn new(card: Card, owner: Seat) -> Garment {
        Garment {
            tiles: 0,
            buttons: 0,
            card: card.0,
            length_and_owner: (owner.index() as u8) << 4,
        }
    }

    /// Its card.
    #[inline]
    pub fn card(self) -> Card {
        Card(self.card)
    }

    #[inline]
    pub(crate) fn owner(self) -> Seat {
        Seat::new(usize::from(self.length_and_owner >> 4))
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        usize::from(self.length_and_owner & 15)
    }

    #[inline]
    pub(crate) fn push(&mut self, color: Color) {
        self.tiles |= (color as u32 + 1) << (4 * self.len());
        self.length_and_owner += 1;
    }

    /// The colors from top to bottom.
    #[inline]
    pub fn colors(self) -> ArrayVec<Color, MAX_SPACES> {
        let mut colors = ArrayVec::new();
        for place in 0..self.len().min(MAX_SPACES) {
            colors.push(Color::ALL[((self.tiles >> (4 * place) & 7) - 1) as usize % Color::COUNT]);
        }
        colors
    }

    /// Four bits a tile from the top, none of them 0 where a tile lies: its color and 1.
    #[inline]
    pub(crate) fn packed_tiles(self) -> u32 {
        self.tiles
    }

    /// Five bits a button type, 0 where no button is: its kind and 1.
    #[inline]
    pub(crate) fn packed_buttons(self) -> u16 {
        self.buttons
    }

    pub(crate) fn color_set(self) -> ColorSet {
        let mut left = self.tiles;
        let mut colors = ColorSet::EMPTY;
        while left != 0 {
            colors = colors.with(Color::ALL[((left & 7) - 1) as usize % Color::COUNT]);
            left >>= 4;
        }
        colors
    }

    pub(crate) fn pattern(self) -> Option<Pattern> {
        Pattern::of(&self.colors())
    }

    pub(crate) fn set_button(&mut self, button: Button) {
        self.buttons |= (button.kind() as u16 + 1) << (5 * button.shape.index());
    }

    pub(crate) fn button(self, shape: ButtonType) -> Option<Button> {
        let kind = (self.buttons >> (5 * shape.index()) & 31) as u8;
        (kind > 0).then(|| Button::new(shape, kind - 1))
    }

    pub(crate) fn buttons(self) -> impl Iterator<Item = Button> {
        ButtonType::ALL
            .into_iter()
            .filter_map(move |shape| self.button(shape))
    }
}
