//! Yarn tiles: six colors, two sides, and the pile a player may use.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;

use bobbin_game::{named, text_serde};

named! {
    /// 1.1: the color of a yarn tile, and of a garment deck.
    Color, "a color", {
        /// Purple.
        Purple = "purple",
        /// Navy.
        Navy = "navy",
        /// Teal.
        Teal = "teal",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow",
        /// Pink.
        Pink = "pink",
    }
}

named! {
    /// The side of a tile, a space of the central board and a space of a garment.
    Stitch, "a side", {
        /// The side with the V.
        Knit = "knit",
        /// The plain side.
        Purl = "purl",
    }
}

impl Stitch {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Stitch {
        match self {
            Stitch::Knit => Stitch::Purl,
            Stitch::Purl => Stitch::Knit,
        }
    }
}

/// 1.1: tiles of each color.
pub const TILES_PER_COLOR: u8 = 24;

/// An available tile of a player: drafted tiles lie on a side, those in the bowl on either (5.2).
///
/// The text is `teal-knit`, `teal-purl` or `teal-bowl`. Two tiles with the same text are the same to every rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// How many kinds of available tiles there are.
    pub const COUNT: usize = Color::COUNT * 3;

    /// A drafted tile.
    #[inline]
    pub const fn drafted(color: Color, side: Stitch) -> Tile {
        Tile(color as u8 * 3 + side as u8)
    }

    /// A tile in the bowl.
    #[inline]
    pub const fn in_bowl(color: Color) -> Tile {
        Tile(color as u8 * 3 + 2)
    }

    /// The tile with this number, below [`Tile::COUNT`].
    #[inline]
    pub(crate) const fn at(index: usize) -> Tile {
        Tile(index as u8)
    }

    /// Every kind, in order.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..Tile::COUNT).map(Tile::at)
    }

    /// The number for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The color.
    #[inline]
    pub const fn color(self) -> Color {
        Color::ALL[self.0 as usize / 3 % Color::COUNT]
    }

    /// The side of a drafted tile; none for one in the bowl.
    #[inline]
    pub const fn side(self) -> Option<Stitch> {
        match self.0 % 3 {
            0 => Some(Stitch::Knit),
            1 => Some(Stitch::Purl),
            _ => None,
        }
    }

    /// In words: teal knit tile.
    pub(crate) fn words(self) -> String {
        match self.side() {
            Some(side) => format!("{} {side} tile", self.color()),
            None => format!("{} tile from the bowl", self.color()),
        }
    }

    /// 5.9: may it lie on this side?
    #[inline]
    pub fn fits(self, stitch: Stitch) -> bool {
        self.side().is_none_or(|side| side == stitch)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.color(), self.side().map_or("bowl", Stitch::name))
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "a tile: teal-knit, teal-purl or teal-bowl");
        let (color, place) = text.split_once('-').ok_or_else(wrong)?;
        let color = color.parse().map_err(|_| wrong())?;
        match place {
            "bowl" => Ok(Tile::in_bowl(color)),
            side => side
                .parse()
                .map(|side| Tile::drafted(color, side))
                .map_err(|_| wrong()),
        }
    }
}

text_serde!(Tile);

/// The available tiles of a player, counted by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tiles {
    counts: [u8; Tile::COUNT],
    /// The kinds that are there, as a bit set over tile numbers.
    kinds: u32,
    /// Those of which there are several.
    several: u32,
}

impl Tiles {
    /// How many there are of a kind.
    #[inline]
    pub fn count(&self, tile: Tile) -> u8 {
        self.counts[tile.index()]
    }

    #[inline]
    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.count(tile) > 0
    }

    #[inline]
    pub(crate) fn add(&mut self, tile: Tile) {
        let count = &mut self.counts[tile.index()];
        *count += 1;
        self.kinds |= 1 << tile.index();
        self.several |= u32::from(*count > 1) << tile.index();
    }

    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        let count = &mut self.counts[tile.index()];
        *count -= 1;
        self.kinds &= !(u32::from(*count == 0) << tile.index());
        self.several &= !(u32::from(*count < 2) << tile.index());
    }

    /// How many there are.
    pub fn total(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The kinds that are there, as a bit set over tile numbers.
    #[inline]
    pub(crate) fn kinds(&self) -> u32 {
        self.kinds
    }

    /// The kinds of which there are several, as a bit set over tile numbers.
    #[inline]
    pub(crate) fn several(&self) -> u32 {
        self.several
    }

    /// How many tiles there are of each color, whatever their side.
    pub fn by_color(&self) -> [u8; Color::COUNT] {
        std::array::from_fn(|color| self.counts[color * 3..color * 3 + 3].iter().sum())
    }

    /// Tiles of these counts in the bowl, and nothing else.
    pub(crate) fn bowl_of(colors: [u8; Color::COUNT]) -> Tiles {
        let mut tiles = Tiles::default();
        for (color, count) in colors.into_iter().enumerate() {
            tiles.counts[color * 3 + 2] = count;
            tiles.kinds |= u32::from(count > 0) << (color * 3 + 2);
            tiles.several |= u32::from(count > 1) << (color * 3 + 2);
        }
        tiles
    }

    /// Each tile once for every copy, in order.
    pub(crate) fn each(&self) -> impl Iterator<Item = Tile> {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, usize::from(self.count(tile))))
    }
}

/// The numbers of the bits of a set, from the lowest.
#[inline]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(lowest)
    })
}
