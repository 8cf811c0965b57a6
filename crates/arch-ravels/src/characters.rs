//! Character boards: who there is, and what their four spaces allow.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::{Deserialize, Serialize};

/// One side of one of the four character boards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CharacterId(pub(crate) u8);

/// How many character boards there are.
pub const BOARDS: usize = 4;
/// How many action spaces a board has.
pub const SPACES: usize = 4;

impl CharacterId {
    /// All eight, the two sides of a board beside each other.
    pub const ALL: [CharacterId; 2 * BOARDS] = {
        let mut all = [CharacterId(0); 2 * BOARDS];
        let mut place = 0;
        while place < all.len() {
            all[place] = CharacterId(place as u8);
            place += 1;
        }
        all
    };

    /// Which board.
    pub const fn board(self) -> usize {
        self.0 as usize / 2
    }

    /// Its place among the eight, for indexing arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its id in options, data and positions.
    pub const fn id(self) -> &'static str {
        [
            "rebecca", "theo", "derrick", "amara", "neeha", "alex", "ted", "eliza",
        ][self.0 as usize]
    }
}

impl fmt::Display for CharacterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for CharacterId {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = CharacterId::ALL
            .into_iter()
            .find(|character| character.id() == text);
        found.ok_or_else(|| {
            NotationError::new(
                text,
                "a character: rebecca, theo, derrick, amara, neeha, alex, ted or eliza",
            )
        })
    }
}

bobbin_game::text_serde!(CharacterId, one of CharacterId::ALL);

/// What an action space allows, or what is left of it. The text form is `shop 2 + craft 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Abilities {
    /// So many cards from the bazaar.
    pub shop: u8,
    /// So many crafts.
    pub craft: u8,
    /// So many crafts with any colors.
    pub craft_any: u8,
    /// One exchange.
    pub exchange: bool,
    /// So many yarn of one color.
    pub take: u8,
}

impl Abilities {
    /// Nothing at all?
    pub fn is_empty(self) -> bool {
        self == Abilities::default()
    }

    /// Any kind of crafting?
    pub(crate) fn crafts(self) -> bool {
        self.craft + self.craft_any > 0
    }
}

impl fmt::Display for Abilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        let mut part = |f: &mut fmt::Formatter<'_>, shown: bool, text: fmt::Arguments<'_>| {
            if shown {
                write!(f, "{between}{text}")?;
                between = " + ";
            }
            Ok(())
        };
        part(f, self.shop > 0, format_args!("shop {}", self.shop))?;
        part(f, self.take > 0, format_args!("take {}", self.take))?;
        part(f, self.craft > 0, format_args!("craft {}", self.craft))?;
        part(
            f,
            self.craft_any > 0,
            format_args!("craft {} any colors", self.craft_any),
        )?;
        part(f, self.exchange, format_args!("exchange"))
    }
}

impl FromStr for Abilities {
    type Err = NotationError;

    /// Each action stands at most once; Craft and Craft any colors not beside each other, because nobody could say
    /// which of them a touch of a pattern means.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = || {
            NotationError::new(
                text,
                "actions joined by \" + \", each once: shop 1-6, craft 1-9 or craft 1-9 any colors, exchange, take 1-7",
            )
        };
        let number = |text: &str, most: u8| {
            let count = text.parse().ok().filter(|count| (1..=most).contains(count));
            count.ok_or_else(error)
        };
        let mut space = Abilities::default();
        for part in text.split(" + ") {
            let words: Vec<&str> = part.split(' ').collect();
            let slot = match words[..] {
                ["shop", count] => (&mut space.shop, number(count, 6)?),
                ["craft", count] => (&mut space.craft, number(count, 9)?),
                ["craft", count, "any", "colors"] => (&mut space.craft_any, number(count, 9)?),
                ["take", count] => (&mut space.take, number(count, 7)?),
                ["exchange"] if !space.exchange => {
                    space.exchange = true;
                    continue;
                }
                _ => return Err(error()),
            };
            if std::mem::replace(slot.0, slot.1) > 0 {
                return Err(error());
            }
        }
        if space.craft > 0 && space.craft_any > 0 {
            return Err(error());
        }
        Ok(space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_its_text() {
        for text in [
            "shop 4",
            "shop 2 + craft 1 any colors",
            "take 3 + craft 1",
            "exchange",
        ] {
            assert_eq!(text.parse::<Abilities>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "shop",
            "shop 7",
            "shop 1 + shop 2",
            "craft 1 + craft 1 any colors",
            "exchange + exchange",
        ] {
            assert!(text.parse::<Abilities>().is_err(), "{text}");
        }
    }
}
