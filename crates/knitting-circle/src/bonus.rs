//! The bonuses at the bottom of a garment card.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;

use crate::pattern::Pattern;
use crate::tally::Tally;
use bobbin_game::text_serde;

/// A bonus of a garment card. Its text is how it is written in a content pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// `3 points`
    Points(u8),
    /// `2 per striped garment`
    PerPattern(Pattern, u8),
    /// `2 per full garment`: with all spaces filled
    PerFull(u8),
    /// `2 per garment with three buttons`
    PerThreeButtons(u8),
    /// `2 per garment type with 2 or more`
    PerType {
        /// How many garments of a type are needed.
        at_least: u8,
        /// The points for each such type.
        points: u8,
    },
    /// `2 yarn`: tiles from the bag, at once
    Yarn(u8),
    /// `1 paw`: grabby paws, at once
    Paws(u8),
}

/// The most tiles or paws that one bonus gives: what keeps a game finite.
pub(crate) const MAX_GIFT: u8 = 3;

impl Bonus {
    /// 9.5, 9.6: the points at the end, with all the owner's completed garments.
    pub(crate) fn points(self, tally: &Tally) -> i32 {
        let product = |points: u8, times: u8| i32::from(points) * i32::from(times);
        match self {
            Bonus::Points(points) => i32::from(points),
            Bonus::PerPattern(pattern, points) => product(points, tally.patterns[pattern.index()]),
            Bonus::PerFull(points) => product(points, tally.full),
            Bonus::PerThreeButtons(points) => product(points, tally.with_three_buttons),
            Bonus::PerType { at_least, points } => {
                let types = tally.types.iter().filter(|&&count| count >= at_least).count();
                product(points, types as u8)
            }
            Bonus::Yarn(_) | Bonus::Paws(_) => 0,
        }
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Bonus::Points(1) => write!(f, "1 point"),
            Bonus::Points(points) => write!(f, "{points} points"),
            Bonus::PerPattern(pattern, points) => write!(f, "{points} per {pattern} garment"),
            Bonus::PerFull(points) => write!(f, "{points} per full garment"),
            Bonus::PerThreeButtons(points) => write!(f, "{points} per garment with three buttons"),
            Bonus::PerType { at_least, points } => {
                write!(f, "{points} per garment type with {at_least} or more")
            }
            Bonus::Yarn(count) => write!(f, "{count} yarn"),
            Bonus::Paws(1) => write!(f, "1 paw"),
            Bonus::Paws(count) => write!(f, "{count} paws"),
        }
    }
}

impl FromStr for Bonus {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || {
            NotationError::new(
                text,
                "a bonus: \"3 points\", \"2 per striped garment\" (or colorblock, symmetrical, solid, full), \
                 \"2 per garment with three buttons\", \"2 per garment type with 2 or more\", \"1 yarn\" or \"1 paw\"",
            )
        };
        let (number, rest) = text.split_once(' ').ok_or_else(wrong)?;
        let number: u8 = number
            .parse()
            .ok()
            .filter(|number| (1..=20).contains(number))
            .ok_or_else(wrong)?;
        let bonus = match rest {
            "point" | "points" => Bonus::Points(number),
            "per full garment" => Bonus::PerFull(number),
            "per garment with three buttons" => Bonus::PerThreeButtons(number),
            "yarn" if number <= MAX_GIFT => Bonus::Yarn(number),
            "paw" | "paws" if number <= MAX_GIFT => Bonus::Paws(number),
            _ => {
                if let Some(pattern) = rest
                    .strip_prefix("per ")
                    .and_then(|rest| rest.strip_suffix(" garment"))
                {
                    Bonus::PerPattern(pattern.parse().map_err(|_| wrong())?, number)
                } else {
                    let at_least = rest
                        .strip_prefix("per garment type with ")
                        .and_then(|rest| rest.strip_suffix(" or more"))
                        .and_then(|count| count.parse().ok())
                        .filter(|count| (1..=9).contains(count))
                        .ok_or_else(wrong)?;
                    Bonus::PerType {
                        at_least,
                        points: number,
                    }
                }
            }
        };
        Ok(bonus)
    }
}

text_serde!(Bonus);
