//! Conditions: what requests, objectives and achievements ask for.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::Serialize;

use crate::button::ButtonType;
use crate::garment::GarmentType;
use crate::pattern::Pattern;
use crate::tally::{Facts, Tally};
use crate::yarn::Color;
use bobbin_game::{named, text_serde};

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
    /// How many it asks for; none where it is not about a number.
    pub fn wanted(self) -> Option<u8> {
        match self {
            Condition::Tiles(_, count)
            | Condition::AnyTiles(count)
            | Condition::EachColor(count)
            | Condition::Buttons(_, count)
            | Condition::AnyButtons(count)
            | Condition::IdenticalStripes(count)
            | Condition::Pattern(_, count)
            | Condition::Patterns(count)
            | Condition::Garment(_, count)
            | Condition::Types(count)
            | Condition::OneType(count)
            | Condition::Full(count)
            | Condition::ThreeButtons(count)
            | Condition::ColorsInOne(count)
            | Condition::Garments(count)
            | Condition::Points(count)
            | Condition::PointsFrom(_, count)
            | Condition::Requests(count)
            | Condition::TilesLeft(count) => Some(count),
            Condition::NoUgly | Condition::Victory => None,
        }
    }

    /// 7.4: how far completed garments have come with it; none where it is about something else.
    pub(crate) fn reached(self, tally: &Tally) -> Option<u8> {
        Some(match self {
            Condition::Tiles(color, _) => tally.tiles[color.index()],
            Condition::AnyTiles(_) => tally.tiles.iter().sum(),
            Condition::EachColor(_) => tally.tiles.into_iter().min().unwrap_or(0),
            Condition::Buttons(shape, _) => tally.buttons[shape.index()],
            Condition::AnyButtons(_) => tally.buttons.iter().sum(),
            Condition::IdenticalStripes(_) => tally.identical_stripes,
            Condition::Pattern(pattern, _) => tally.patterns[pattern.index()],
            Condition::Patterns(_) => tally.patterns.iter().filter(|&&made| made > 0).count() as u8,
            Condition::Garment(garment, _) => tally.types[garment.index()],
            Condition::Types(_) => tally.types.iter().filter(|&&made| made > 0).count() as u8,
            Condition::OneType(_) => tally.types.into_iter().max().unwrap_or(0),
            Condition::Full(_) => tally.full,
            Condition::ThreeButtons(_) => tally.with_three_buttons,
            Condition::ColorsInOne(_) => tally.most_colors,
            Condition::Garments(_) => tally.garments,
            Condition::NoUgly
            | Condition::Points(_)
            | Condition::PointsFrom(..)
            | Condition::Requests(_)
            | Condition::TilesLeft(_)
            | Condition::Victory => return None,
        })
    }

    /// Is it about completed garments only, so that it can be met during the game and stays met (7.4)?
    pub fn is_of_garments(self) -> bool {
        self.reached(&Tally::default()).is_some()
    }

    /// 7.4: do these completed garments meet it? Never for one that is only known at the end.
    pub(crate) fn is_met(self, tally: &Tally) -> bool {
        self.reached(tally)
            .is_some_and(|reached| Some(reached) >= self.wanted())
    }

    /// Was it met in a finished game?
    pub(crate) fn was_met(self, facts: &Facts) -> bool {
        self.progress(facts).is_met
    }

    /// How far a seat has come with it, if the game ended like this.
    pub(crate) fn progress(self, facts: &Facts) -> Progress {
        let so_far = match self {
            Condition::Points(_) => Some(facts.score.total()),
            Condition::PointsFrom(line, _) => Some(facts.score.line(line)),
            Condition::Requests(_) => Some(i32::from(facts.requests_met)),
            Condition::TilesLeft(_) => Some(facts.tiles_left as i32),
            Condition::NoUgly | Condition::Victory => None,
            _ => self.reached(&facts.tally).map(i32::from),
        };
        Progress {
            so_far,
            is_met: match self {
                Condition::NoUgly => facts.tally.ugly == 0,
                Condition::Victory => facts.won,
                _ => so_far >= self.wanted().map(i32::from),
            },
        }
    }
}

/// How far a seat has come with a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Progress {
    /// How many of what is asked for; none where it is not about a number.
    pub so_far: Option<i32>,
    /// Is it met? What is about the end is as if the game ended now.
    pub is_met: bool,
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
