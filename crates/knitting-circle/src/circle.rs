//! The central board: spaces with two yarn slots each, and the cats that walk around it.

use std::fmt;

use bobbin_game::NotationError;

use crate::pack::MAX_BOARD_SPACES;
use crate::yarn::{Color, bits};
use bobbin_game::{named, text_serde};

named! {
    /// 2.2: the two yarn slots of a space.
    Ring, "a yarn slot", {
        /// Nearest the board.
        Inner = "inner",
        /// Farther out.
        Outer = "outer",
    }
}

/// A yarn slot: the space and which of its two. The text is `5 inner`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u8);

impl Slot {
    /// How many slots the largest board has.
    pub(crate) const MAX: usize = MAX_BOARD_SPACES * 2;

    /// A slot of a space.
    #[inline]
    pub const fn new(space: u8, ring: Ring) -> Slot {
        Slot(space * 2 + ring as u8)
    }

    /// The two slots of a space.
    #[inline]
    pub(crate) const fn of(space: u8) -> [Slot; Ring::COUNT] {
        [Slot::new(space, Ring::Inner), Slot::new(space, Ring::Outer)]
    }

    #[inline]
    pub(crate) const fn at(index: usize) -> Slot {
        Slot(index as u8)
    }

    /// Its space.
    #[inline]
    pub const fn space(self) -> u8 {
        self.0 / 2
    }

    /// Which of the two.
    #[inline]
    pub const fn ring(self) -> Ring {
        if self.0.is_multiple_of(2) {
            Ring::Inner
        } else {
            Ring::Outer
        }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn parse(space: &str, ring: &str) -> Result<Slot, NotationError> {
        let wrong = || NotationError::new(space, "the number of a space, 0 to 11");
        let number: u8 = space.parse().map_err(|_| wrong())?;
        if usize::from(number) >= MAX_BOARD_SPACES || number.to_string() != space {
            return Err(wrong());
        }
        Ok(Slot::new(number, ring.parse()?))
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.space(), self.ring())
    }
}

impl std::str::FromStr for Slot {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (space, ring) = text
            .split_once(' ')
            .ok_or_else(|| NotationError::new(text, "a yarn slot: 5 inner"))?;
        Slot::parse(space, ring)
    }
}

text_serde!(Slot);

/// The most spaces that a cat can choose from (11.9).
pub(crate) const MAX_REACH: usize = 3;

/// The place of a cat that does not play: no space.
const NOWHERE: u8 = 15;
const _: () = assert!(MAX_BOARD_SPACES <= NOWHERE as usize);

/// Tiles and cats around the central board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Circle {
    tiles: [Option<Color>; Slot::MAX],
    /// The spaces that have a tile, as a bit set.
    with_tile: u16,
    /// The space of each cat: cats of seats first; in a solo game cat 1 is the opponent's. Cats that do not play are
    /// nowhere.
    pub(crate) cats: [u8; 4],
    pub(crate) spaces: u8,
    pub(crate) cat_count: u8,
}

impl Circle {
    pub(crate) fn new(spaces: usize, cats: &[u8]) -> Circle {
        let mut places = [NOWHERE; 4];
        places[..cats.len()].copy_from_slice(cats);
        Circle {
            tiles: [None; Slot::MAX],
            with_tile: 0,
            cats: places,
            spaces: spaces as u8,
            cat_count: cats.len() as u8,
        }
    }

    /// The space of each cat that plays.
    pub(crate) fn cats(&self) -> &[u8] {
        &self.cats[..usize::from(self.cat_count)]
    }

    #[inline]
    pub(crate) fn tile(&self, slot: Slot) -> Option<Color> {
        self.tiles[slot.index()]
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, tile: Option<Color>) {
        self.tiles[slot.index()] = tile;
        let is_filled = tile.is_some() || self.tiles[slot.index() ^ 1].is_some();
        let bit = 1 << slot.space();
        self.with_tile = if is_filled {
            self.with_tile | bit
        } else {
            self.with_tile & !bit
        };
    }

    #[inline]
    pub(crate) fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..usize::from(self.spaces) * 2).map(Slot::at)
    }

    /// 4.3: the spaces without another cat and with a tile, as a bit set.
    #[inline]
    fn available(&self, cat: usize) -> u16 {
        let mut taken = 0;
        for (other, &place) in self.cats.iter().enumerate() {
            taken |= u16::from(other != cat) << place;
        }
        self.with_tile & !taken
    }

    /// 4.3: does no other cat stand there, and is there a tile?
    #[inline]
    pub(crate) fn is_available(&self, cat: usize, space: u8) -> bool {
        self.available(cat) >> space & 1 != 0
    }

    /// 4.7: is there any available space?
    #[inline]
    pub(crate) fn can_move(&self, cat: usize) -> bool {
        self.available(cat) != 0
    }

    /// 4.2 to 4.4: the available spaces clockwise from a cat, its own the last.
    #[inline]
    pub(crate) fn available_from(&self, cat: usize) -> impl Iterator<Item = u8> + use<> {
        let (next, spaces) = (self.cats[cat] + 1, self.spaces);
        let available = u32::from(self.available(cat));
        // Turned so that the space behind the cat is bit 0 and the cat's own the last.
        let ahead = available >> next | available << (spaces - next) & ((1 << spaces) - 1);
        bits(ahead).map(move |step| {
            let space = next + step as u8;
            if space >= spaces { space - spaces } else { space }
        })
    }

    /// 4.2: the spaces a cat can go to.
    #[inline]
    pub(crate) fn reach(&self, cat: usize, reach: u8) -> impl Iterator<Item = u8> + use<> {
        self.available_from(cat).take(usize::from(reach))
    }
}
