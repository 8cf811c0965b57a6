//! 6: the four patterns.

use std::ops::RangeInclusive;

use crate::yarn::Color;
use bobbin_game::named;

named! {
    /// What the colors of a garment form. A garment has at most one pattern (6.7).
    Pattern, "a pattern", {
        /// 6.1: two colors that alternate.
        Striped = "striped",
        /// 6.2: each color in one block of two or more.
        Colorblock = "colorblock",
        /// 6.4: the same both ways.
        Symmetrical = "symmetrical",
        /// 6.6: one color.
        Solid = "solid",
    }
}

impl Pattern {
    /// The pattern of these tiles from top to bottom, if they form one.
    pub fn of(tiles: &[Color]) -> Option<Pattern> {
        if is_solid(tiles) {
            Some(Pattern::Solid)
        } else if is_striped(tiles) {
            Some(Pattern::Striped)
        } else if is_colorblock(tiles) {
            Some(Pattern::Colorblock)
        } else if is_symmetrical(tiles) {
            Some(Pattern::Symmetrical)
        } else {
            None
        }
    }

    /// Could this pattern still come of a garment that begins with `tiles` and is cast off at one of these lengths?
    /// What the page shows while a garment grows.
    pub fn is_reachable(self, tiles: &[Color], lengths: RangeInclusive<usize>) -> bool {
        let spaces = *lengths.end();
        debug_assert!(tiles.len() <= spaces);
        let blocks_hold = || {
            tiles.chunk_by(|a, b| a == b).enumerate().all(|(place, block)| {
                let is_last = place + 1 == tiles.chunk_by(|a, b| a == b).count();
                let comes_once = tiles.iter().filter(|&color| color == &block[0]).count() == block.len();
                comes_once && (block.len() >= 2 || (is_last && tiles.len() < spaces))
            })
        };
        // All but symmetry can always go on with the last color or stripe: for them only the longest length matters.
        match self {
            Pattern::Solid => spaces >= 3 && tiles.windows(2).all(|pair| pair[0] == pair[1]),
            Pattern::Striped => {
                spaces >= 3
                    && tiles.windows(2).all(|pair| pair[0] != pair[1])
                    && tiles.windows(3).all(|three| three[0] == three[2])
            }
            Pattern::Colorblock => {
                let one_color = tiles.windows(2).all(|pair| pair[0] == pair[1]);
                spaces >= 4 && blocks_hold() && (!one_color || spaces - tiles.len().max(2) >= 2)
            }
            Pattern::Symmetrical => {
                let shortest = tiles.len().max(*lengths.start()).max(4);
                (shortest..=spaces).any(|length| can_mirror(tiles, length))
            }
        }
    }
}

/// Can `tiles` be continued to a symmetrical garment of this length?
fn can_mirror(tiles: &[Color], length: usize) -> bool {
    let fits = (0..tiles.len()).all(|place| {
        let mirrored = length - 1 - place;
        mirrored >= tiles.len() || tiles[place] == tiles[mirrored]
    });
    // What is mirrored must not be forced into stripes or one color: only the half that is chosen matters.
    let half = &tiles[..tiles.len().min(length.div_ceil(2))];
    let half_is_open = half.len() < length.div_ceil(2);
    fits && (half_is_open || !is_forced_regular(half, length))
}

/// Does this upper half, mirrored to `length`, give one color or stripes?
fn is_forced_regular(half: &[Color], length: usize) -> bool {
    let whole: Vec<Color> = (0..length)
        .map(|place| half[place.min(length - 1 - place)])
        .collect();
    is_solid(&whole) || is_striped(&whole)
}

/// 6.1: stripes.
fn is_striped(tiles: &[Color]) -> bool {
    tiles.len() >= 3 && tiles[0] != tiles[1] && (2..tiles.len()).all(|place| tiles[place] == tiles[place - 2])
}

/// 6.2, 6.3: colorblock.
fn is_colorblock(tiles: &[Color]) -> bool {
    if tiles.len() < 4 {
        return false;
    }
    let (mut seen, mut blocks) = (0u8, 0);
    for block in tiles.chunk_by(|a, b| a == b) {
        let color = 1u8 << block[0].index();
        if block.len() < 2 || seen & color != 0 {
            return false;
        }
        seen |= color;
        blocks += 1;
    }
    blocks >= 2
}

/// 6.4: reads the same both ways. Whether it is also solid or striped (6.5) is asked before.
fn is_symmetrical(tiles: &[Color]) -> bool {
    let length = tiles.len();
    length >= 4 && (0..length / 2).all(|place| tiles[place] == tiles[length - 1 - place])
}

/// 6.6: solid.
fn is_solid(tiles: &[Color]) -> bool {
    tiles.len() >= 3 && tiles.iter().all(|color| *color == tiles[0])
}
