//! Items, the patterns they are made by, and what special requests cost.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::{Deserialize, Serialize};

use crate::yarn::{Bundle, COLORS, Color};

/// A kind of item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Item {
    /// H
    Hat,
    /// B
    Bear,
    /// M
    Mittens,
    /// S
    Scarf,
    /// K
    Blanket,
}

/// How many kinds of items there are.
pub const ITEMS: usize = 5;
/// How many of them have a pattern tile.
pub const TILES: usize = 3;

impl Item {
    /// All items, in order.
    pub const ALL: [Item; ITEMS] = [Item::Hat, Item::Bear, Item::Mittens, Item::Scarf, Item::Blanket];
    /// Those with a pattern tile, in order (clause 4.4).
    pub const WITH_TILE: [Item; TILES] = [Item::Bear, Item::Mittens, Item::Scarf];

    /// Its place in the order, for indexing arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its id in notation, data and picks.
    pub const fn id(self) -> &'static str {
        ["hat", "bear", "mittens", "scarf", "blanket"][self as usize]
    }

    /// Its letter on project cards.
    pub const fn letter(self) -> char {
        b"HBMSK"[self as usize] as char
    }

    /// The place of its tile on a board, if it has one.
    pub const fn tile(self) -> Option<usize> {
        match self {
            Item::Bear => Some(0),
            Item::Mittens => Some(1),
            Item::Scarf => Some(2),
            Item::Hat | Item::Blanket => None,
        }
    }

    /// "a bear", "mittens".
    pub const fn one(self) -> &'static str {
        ["a hat", "a bear", "mittens", "a scarf", "a blanket"][self as usize]
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Item {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = Item::ALL.into_iter().find(|item| item.id() == text);
        found.ok_or_else(|| NotationError::new(text, "an item: hat, bear, mittens, scarf or blanket"))
    }
}

bobbin_game::text_serde!(Item, one of Item::ALL);

/// A general color pattern. The text form is `2 different`, `3 same` or `2 + 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorRule {
    /// So many, all of different colors.
    Different(u8),
    /// So many of one color.
    Same(u8),
    /// So many of one color and so many of another; the first is the greater.
    TwoColors(u8, u8),
}

impl ColorRule {
    /// How many yarn it takes.
    pub const fn size(self) -> u8 {
        match self {
            ColorRule::Different(count) | ColorRule::Same(count) => count,
            ColorRule::TwoColors(many, few) => many + few,
        }
    }

    /// Every set of yarn that follows the rule, each once.
    pub(crate) fn payments(self) -> Vec<Bundle> {
        match self {
            ColorRule::Same(count) => Color::ALL.map(|color| Bundle::of(color, count)).to_vec(),
            ColorRule::Different(count) => (0..1u32 << COLORS)
                .filter(|set| set.count_ones() == u32::from(count))
                .map(|set| {
                    of_colors(
                        Color::ALL
                            .into_iter()
                            .filter(|&color| set >> color.index() & 1 == 1),
                    )
                })
                .collect(),
            ColorRule::TwoColors(many, few) => Color::ALL
                .into_iter()
                .flat_map(|first| Color::ALL.map(|second| (first, second)))
                .filter(|(first, second)| first != second)
                .map(|(first, second)| {
                    let twice = std::iter::repeat_n(first, usize::from(many));
                    of_colors(twice.chain(std::iter::repeat_n(second, usize::from(few))))
                })
                .collect(),
        }
    }
}

fn of_colors(colors: impl Iterator<Item = Color>) -> Bundle {
    colors.fold(Bundle::EMPTY, |bundle, color| {
        bundle
            .checked_with(color)
            .expect("a rule takes at most seven of a color, a bundle holds more")
    })
}

impl fmt::Display for ColorRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColorRule::Different(count) => write!(f, "{count} different"),
            ColorRule::Same(count) => write!(f, "{count} same"),
            ColorRule::TwoColors(many, few) => write!(f, "{many} + {few}"),
        }
    }
}

impl FromStr for ColorRule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = |text: &str| text.parse::<u8>().ok().filter(|count| (1..=7).contains(count));
        let rule = if let Some((many, few)) = text.split_once(" + ") {
            let both = number(many).zip(number(few)).filter(|(many, few)| many > few);
            both.map(|(many, few)| ColorRule::TwoColors(many, few))
        } else {
            match text.split_once(' ') {
                Some((count, "different")) => number(count)
                    .filter(|&count| count <= 6)
                    .map(ColorRule::Different),
                Some((count, "same")) => number(count).map(ColorRule::Same),
                _ => None,
            }
        };
        rule.ok_or_else(|| {
            NotationError::new(
                text,
                "\"N different\" (at most 6), \"N same\" or \"N + M\" with N greater than M, numbers from 1 to 7",
            )
        })
    }
}

bobbin_game::text_serde!(ColorRule);

/// What a special request costs. The text form is the yarn (`BBBB`), a rule (`5 same`), `9 any` or `give 2 each`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Exactly this yarn.
    Exact(Bundle),
    /// Yarn that follows a rule (clause 8.3).
    Rule(ColorRule),
    /// So many of any colors (clause 8.3).
    Any(u8),
    /// So many to each other player (clause 8.4).
    GiveEach(u8),
}

impl Cost {
    /// How many yarn it takes in a game for so many players.
    pub fn size(self, players: usize) -> u8 {
        match self {
            Cost::Exact(bundle) => bundle.len(),
            Cost::Rule(rule) => rule.size(),
            Cost::Any(count) => count,
            Cost::GiveEach(count) => count * (players as u8 - 1),
        }
    }

    /// "3 red and 3 green", "5 of one color".
    pub fn words(self) -> String {
        match self {
            Cost::Exact(bundle) => bundle.words(),
            Cost::Rule(ColorRule::Different(count)) => format!("{count} different colors"),
            Cost::Rule(ColorRule::Same(count)) => format!("{count} of one color"),
            Cost::Rule(ColorRule::TwoColors(many, few)) => {
                format!("{many} of one color and {few} of another")
            }
            Cost::Any(count) => format!("any {count}"),
            Cost::GiveEach(count) => format!("give {count} to each other player"),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::Exact(bundle) => bundle.fmt(f),
            Cost::Rule(rule) => rule.fmt(f),
            Cost::Any(count) => write!(f, "{count} any"),
            Cost::GiveEach(count) => write!(f, "give {count} each"),
        }
    }
}

impl FromStr for Cost {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |text: &str, most: u8| text.parse().ok().filter(|count| (1..=most).contains(count));
        let cost = match words[..] {
            [letters] => Bundle::of_letters(letters)
                .filter(|bundle| !bundle.is_empty())
                .map(Cost::Exact),
            [count, "any"] => number(count, 42).map(Cost::Any),
            ["give", count, "each"] => number(count, 14).map(Cost::GiveEach),
            _ => text.parse().ok().map(Cost::Rule),
        };
        cost.ok_or_else(|| {
            NotationError::new(
                text,
                "yarn as letters (at most 15 of a color), \"N any\", \"N different\", \"N same\", \"N + M\" or \"give N each\"",
            )
        })
    }
}

bobbin_game::text_serde!(Cost);

/// How many of each item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Items(pub(crate) [u16; ITEMS]);

impl Items {
    /// How many of this item.
    #[inline]
    pub const fn count(&self, item: Item) -> u16 {
        self.0[item as usize]
    }

    /// How many in all.
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// Is all of `set` here?
    #[inline]
    pub fn holds(&self, set: &Items) -> bool {
        self.0.iter().zip(set.0).all(|(&have, need)| have >= need)
    }

    /// What of `set` is not here.
    pub(crate) fn missing(&self, set: &Items) -> Items {
        Items(std::array::from_fn(|item| {
            set.0[item].saturating_sub(self.0[item])
        }))
    }

    /// Reads letters: `HMS`.
    pub fn of_letters(text: &str) -> Option<Items> {
        text.chars().try_fold(Items::default(), |mut items, letter| {
            let item = Item::ALL.into_iter().find(|item| item.letter() == letter)?;
            items.0[item.index()] += 1;
            Some(items)
        })
    }

    /// "2 hats" is told as "hat, hat": short lists read well that way.
    pub fn words(&self) -> String {
        let parts: Vec<String> = Item::ALL
            .into_iter()
            .filter(|&item| self.count(item) > 0)
            .map(|item| match self.count(item) {
                1 => item.id().to_owned(),
                count => format!("{count} × {item}"),
            })
            .collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4.3: the number of ways to follow each printed rule.
    #[test]
    fn a_rule_has_its_payments_each_once() {
        for (text, ways) in [
            ("2 different", 15),
            ("3 same", 6),
            ("2 + 1", 30),
            ("4 different", 15),
            ("5 same", 6),
            ("6 different", 1),
        ] {
            let rule: ColorRule = text.parse().unwrap();
            let mut payments = rule.payments();
            payments.sort();
            payments.dedup();
            assert_eq!((payments.len(), rule.to_string().as_str()), (ways, text));
            for payment in payments {
                assert_eq!(payment.len(), rule.size());
            }
        }
    }

    #[test]
    fn costs_and_rules_that_make_no_sense_are_refused() {
        for text in [
            "",
            "7 different",
            "1 + 2",
            "0 any",
            "RX",
            "RRRRRRRRRRRRRRRR",
            "give each",
            "3",
            "2  same",
        ] {
            assert!(text.parse::<Cost>().is_err(), "{text}");
        }
        for text in ["BBBB", "9 any", "5 same", "give 2 each", "2 + 1"] {
            assert_eq!(text.parse::<Cost>().unwrap().to_string(), text);
        }
    }
}
