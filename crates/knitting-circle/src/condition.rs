//! Conditions: what requests, objectives and achievements ask for.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;

use crate::button::ButtonType;
use crate::garment::GarmentType;
use crate::named::{named, text_serde};
use crate::pattern::Pattern;
use crate::tally::{Facts, Tally};
use crate::yarn::Color;

named! {
    /// A line of the score sheet.
    ScoreLine, "a line of the score sheet", {
        /// 9.3
        Buttons = "buttons",
        /// 9.4
        Garments = "garments",
        /// 9.5
        Bonuses = "bonuses",
        /// 9.7
        Ugly = "ugly",
        /// 9.8
        Requests = "requests",
    }
}

/// Something to be reached. Its text is how it is written in a content pack, and how people read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// `8 purple tiles`
    Tiles(Color, u8),
    /// `30 tiles`
    AnyTiles(u8),
    /// `3 tiles of each color`
    EachColor(u8),
    /// `5 garment buttons`
    Buttons(ButtonType, u8),
    /// `10 buttons`
    AnyButtons(u8),
    /// `2 garments with identical stripes` (7.6)
    IdenticalStripes(u8),
    /// `3 striped garments`
    Pattern(Pattern, u8),
    /// `4 different patterns`
    Patterns(u8),
    /// `2 hats`
    Garment(GarmentType, u8),
    /// `5 different garment types`
    Types(u8),
    /// `3 garments of one type`
    OneType(u8),
    /// `3 full garments`
    Full(u8),
    /// `2 garments with three buttons`
    ThreeButtons(u8),
    /// `4 colors in one garment`
    ColorsInOne(u8),
    /// `6 garments`
    Garments(u8),
    /// `no ugly buttons`, at the end
    NoUgly,
    /// `70 points`, at the end
    Points(u8),
    /// `25 points from buttons`, at the end
    PointsFrom(ScoreLine, u8),
    /// `3 requests`, at the end
    Requests(u8),
    /// `2 tiles left`, at the end
    TilesLeft(u8),
    /// `victory`, at the end
    Victory,
}

impl Condition {
    /// Is it about completed garments only, so that it can be met during the game and stays met (7.4)?
    pub fn is_of_garments(self) -> bool {
        !matches!(
            self,
            Condition::NoUgly
                | Condition::Points(_)
                | Condition::PointsFrom(..)
                | Condition::Requests(_)
                | Condition::TilesLeft(_)
                | Condition::Victory
        )
    }

    /// 7.4: do these completed garments meet it? Never for one that is only known at the end.
    pub(crate) fn is_met(self, tally: &Tally) -> bool {
        match self {
            Condition::Tiles(color, count) => tally.tiles[color.index()] >= count,
            Condition::AnyTiles(count) => tally.tiles.iter().sum::<u8>() >= count,
            Condition::EachColor(count) => tally.tiles.iter().all(|&tiles| tiles >= count),
            Condition::Buttons(shape, count) => tally.buttons[shape.index()] >= count,
            Condition::AnyButtons(count) => tally.buttons.iter().sum::<u8>() >= count,
            Condition::IdenticalStripes(count) => tally.identical_stripes >= count,
            Condition::Pattern(pattern, count) => tally.patterns[pattern.index()] >= count,
            Condition::Patterns(count) => {
                tally.patterns.iter().filter(|&&made| made > 0).count() >= usize::from(count)
            }
            Condition::Garment(garment, count) => tally.types[garment.index()] >= count,
            Condition::Types(count) => {
                tally.types.iter().filter(|&&made| made > 0).count() >= usize::from(count)
            }
            Condition::OneType(count) => tally.types.iter().any(|&made| made >= count),
            Condition::Full(count) => tally.full >= count,
            Condition::ThreeButtons(count) => tally.with_three_buttons >= count,
            Condition::ColorsInOne(count) => tally.most_colors >= count,
            Condition::Garments(count) => tally.garments >= count,
            _ => false,
        }
    }

    /// Was it met in a finished game?
    pub(crate) fn was_met(self, facts: &Facts) -> bool {
        match self {
            Condition::NoUgly => facts.tally.ugly == 0,
            Condition::Points(points) => facts.score.total() >= i32::from(points),
            Condition::PointsFrom(line, points) => facts.score.line(line) >= i32::from(points),
            Condition::Requests(count) => facts.requests_met >= count,
            Condition::TilesLeft(count) => facts.tiles_left >= u32::from(count),
            Condition::Victory => facts.won,
            _ => self.is_met(&facts.tally),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Condition::Tiles(color, count) => write!(f, "{count} {color} tiles"),
            Condition::AnyTiles(count) => write!(f, "{count} tiles"),
            Condition::EachColor(count) => write!(f, "{count} tiles of each color"),
            Condition::Buttons(shape, count) => write!(f, "{count} {shape} buttons"),
            Condition::AnyButtons(count) => write!(f, "{count} buttons"),
            Condition::IdenticalStripes(count) => write!(f, "{count} garments with identical stripes"),
            Condition::Pattern(pattern, count) => write!(f, "{count} {pattern} garments"),
            Condition::Patterns(count) => write!(f, "{count} different patterns"),
            Condition::Garment(garment, count) => write!(f, "{count} {garment}"),
            Condition::Types(count) => write!(f, "{count} different garment types"),
            Condition::OneType(count) => write!(f, "{count} garments of one type"),
            Condition::Full(count) => write!(f, "{count} full garments"),
            Condition::ThreeButtons(count) => write!(f, "{count} garments with three buttons"),
            Condition::ColorsInOne(count) => write!(f, "{count} colors in one garment"),
            Condition::Garments(count) => write!(f, "{count} garments"),
            Condition::NoUgly => write!(f, "no ugly buttons"),
            Condition::Points(points) => write!(f, "{points} points"),
            Condition::PointsFrom(line, points) => write!(f, "{points} points from {line}"),
            Condition::Requests(count) => write!(f, "{count} requests"),
            Condition::TilesLeft(count) => write!(f, "{count} tiles left"),
            Condition::Victory => write!(f, "victory"),
        }
    }
}

impl FromStr for Condition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || {
            NotationError::new(
                text,
                "a condition such as \"8 purple tiles\", \"5 garment buttons\", \"2 garments with identical stripes\", \
                 \"3 solid garments\", \"4 different patterns\", \"no ugly buttons\" or \"70 points\"",
            )
        };
        match text {
            "no ugly buttons" => return Ok(Condition::NoUgly),
            "victory" => return Ok(Condition::Victory),
            _ => {}
        }
        let (number, rest) = text.split_once(' ').ok_or_else(wrong)?;
        let count: u8 = number
            .parse()
            .ok()
            .filter(|number| (1..=144).contains(number))
            .ok_or_else(wrong)?;
        let words: Vec<&str> = rest.split(' ').collect();
        let condition = match words.as_slice() {
            ["tiles"] => Condition::AnyTiles(count),
            ["tiles", "of", "each", "color"] => Condition::EachColor(count),
            ["buttons"] => Condition::AnyButtons(count),
            ["garments", "with", "identical", "stripes"] => Condition::IdenticalStripes(count),
            ["different", "patterns"] => Condition::Patterns(count),
            ["different", "garment", "types"] => Condition::Types(count),
            ["garments", "of", "one", "type"] => Condition::OneType(count),
            ["full", "garments"] => Condition::Full(count),
            ["garments", "with", "three", "buttons"] => Condition::ThreeButtons(count),
            ["colors", "in", "one", "garment"] => Condition::ColorsInOne(count),
            ["garments"] => Condition::Garments(count),
            ["points"] => Condition::Points(count),
            ["points", "from", line] => Condition::PointsFrom(line.parse().map_err(|_| wrong())?, count),
            ["requests"] => Condition::Requests(count),
            ["tiles", "left"] => Condition::TilesLeft(count),
            [color, "tiles"] => Condition::Tiles(color.parse().map_err(|_| wrong())?, count),
            [shape, "buttons"] => Condition::Buttons(shape.parse().map_err(|_| wrong())?, count),
            [pattern, "garments"] => Condition::Pattern(pattern.parse().map_err(|_| wrong())?, count),
            [garment] => Condition::Garment(garment.parse().map_err(|_| wrong())?, count),
            _ => return Err(wrong()),
        };
        Ok(condition)
    }
}

text_serde!(Condition);
