//! What a player can do, and how it is written.

use std::fmt;
use std::str::FromStr;

use bobbin_game::{NotationError, Seat};

use crate::patterns::Item;
use crate::yarn::{Bundle, Color, serde_as_text};

/// What a player can do. Spaces, requests and places of the project list are counted from 0 here and from 1 in the
/// text form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `move 3`: the marker to a space of the board.
    Move(u8),
    /// `shop 5`: take the card at a space of the bazaar.
    Shop(u8),
    /// `craft mittens BBY`: an item by its pattern, from this yarn.
    Craft {
        /// What is made.
        item: Item,
        /// The yarn turned in.
        pay: Bundle,
    },
    /// `request 8 RRRRR`: a special request from this yarn; without yarn where that is named next.
    Request {
        /// Its place in the content.
        request: u8,
        /// The yarn turned in.
        pay: Bundle,
    },
    /// `any blanket`: an item from any colors, which are named next.
    AnyItem(Item),
    /// `any request 8`: a special request from any colors, which are named next.
    AnyRequest(u8),
    /// `exchange B R`: give blue for red; the number follows.
    Exchange {
        /// What is given back.
        give: Color,
        /// What is taken.
        get: Color,
    },
    /// `amount 3`: the number of an exchange.
    Amount(u16),
    /// `take R`: the three yarn of one color.
    Take(Color),
    /// `yarn RPP`: the yarn that is taken, paid or given.
    Yarn(Bundle),
    /// `restock`: the player actions are over.
    Restock,
    /// `tangle 2`: the cat goes to this seat.
    Tangle(Seat),
    /// `donate R 2`: a yarn to this seat.
    Donate {
        /// The color given.
        color: Color,
        /// Who gets it.
        to: Seat,
    },
    /// `give 2`: the revealed request goes to this seat.
    Give(Seat),
    /// `finish 2`: the project at a place of the list.
    Finish(u8),
    /// `learn bear`: flip the tile.
    Learn(Item),
    /// `frog hat`: an item back into yarn; free colors are named next.
    Frog(Item),
    /// `pass`: craft nothing.
    Pass,
    /// `end`: the turn is over.
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Move(space) => write!(f, "move {}", space + 1),
            Action::Shop(space) => write!(f, "shop {}", space + 1),
            Action::Craft { item, pay } if pay.is_empty() => write!(f, "craft {item}"),
            Action::Craft { item, pay } => write!(f, "craft {item} {pay}"),
            Action::Request { request, pay } if pay.is_empty() => write!(f, "request {}", request + 1),
            Action::Request { request, pay } => write!(f, "request {} {pay}", request + 1),
            Action::AnyItem(item) => write!(f, "any {item}"),
            Action::AnyRequest(request) => write!(f, "any request {}", request + 1),
            Action::Exchange { give, get } => write!(f, "exchange {give} {get}"),
            Action::Amount(count) => write!(f, "amount {count}"),
            Action::Take(color) => write!(f, "take {color}"),
            Action::Yarn(yarn) => write!(f, "yarn {yarn}"),
            Action::Restock => f.write_str("restock"),
            Action::Tangle(seat) => write!(f, "tangle {seat}"),
            Action::Donate { color, to } => write!(f, "donate {color} {to}"),
            Action::Give(seat) => write!(f, "give {seat}"),
            Action::Finish(place) => write!(f, "finish {}", place + 1),
            Action::Learn(item) => write!(f, "learn {item}"),
            Action::Frog(item) => write!(f, "frog {item}"),
            Action::Pass => f.write_str("pass"),
            Action::End => f.write_str("end"),
        }
    }
}

/// Reads the letters of yarn in any order, and everything in any case.
impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let small = text.to_ascii_lowercase();
        let text = small.as_str();
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["move", space] => Action::Move(counted(space, 4)?),
            ["shop", space] => Action::Shop(counted(space, 6)?),
            ["craft", item] => Action::Craft {
                item: item.parse()?,
                pay: Bundle::EMPTY,
            },
            ["craft", item, pay] => Action::Craft {
                item: item.parse()?,
                pay: yarn(pay)?,
            },
            ["request", request] => Action::Request {
                request: counted(request, 32)?,
                pay: Bundle::EMPTY,
            },
            ["request", request, pay] => Action::Request {
                request: counted(request, 32)?,
                pay: yarn(pay)?,
            },
            ["any", "request", request] => Action::AnyRequest(counted(request, 32)?),
            ["any", item] => Action::AnyItem(item.parse()?),
            ["exchange", give, get] => Action::Exchange {
                give: give.parse()?,
                get: get.parse()?,
            },
            ["amount", count] => {
                Action::Amount(plain(count).ok_or_else(|| NotationError::new(count, "a number"))?)
            }
            ["take", color] => Action::Take(color.parse()?),
            ["yarn", named] => Action::Yarn(yarn(named)?),
            ["restock"] => Action::Restock,
            ["tangle", to] => Action::Tangle(seat(to)?),
            ["donate", color, to] => Action::Donate {
                color: color.parse()?,
                to: seat(to)?,
            },
            ["give", to] => Action::Give(seat(to)?),
            ["finish", place] => Action::Finish(counted(place, 3)?),
            ["learn", item] => Action::Learn(item.parse()?),
            ["frog", item] => Action::Frog(item.parse()?),
            ["pass"] => Action::Pass,
            ["end"] => Action::End,
            _ => {
                return Err(NotationError::new(
                    text,
                    "an action: move, shop, craft, request, any, exchange, amount, take, yarn, restock, tangle, \
                     donate, give, finish, learn, frog, pass or end",
                ));
            }
        })
    }
}

/// A number without sign or leading zeros, so that one action has one text.
fn plain(text: &str) -> Option<u16> {
    text.parse()
        .ok()
        .filter(|number: &u16| number.to_string() == text)
}

/// A number counted from 1, as a place counted from 0.
fn counted(text: &str, most: u16) -> Result<u8, NotationError> {
    let number = plain(text).filter(|number| (1..=most).contains(number));
    let number = number.ok_or_else(|| NotationError::new(text, format!("a number from 1 to {most}")))?;
    Ok((number - 1) as u8)
}

fn seat(text: &str) -> Result<Seat, NotationError> {
    let number = plain(text).filter(|&number| number < 4);
    let number = number.ok_or_else(|| NotationError::new(text, "a seat from 0 to 3"))?;
    Ok(Seat::new(usize::from(number)))
}

fn yarn(text: &str) -> Result<Bundle, NotationError> {
    if text.is_empty() {
        return Err(NotationError::new(text, "yarn as letters"));
    }
    text.parse()
}

serde_as_text!(Action);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_its_text() {
        for text in [
            "move 3",
            "shop 5",
            "craft mittens BBY",
            "request 8 RRRRR",
            "request 1",
            "any blanket",
            "any request 8",
            "exchange B R",
            "amount 3",
            "take R",
            "yarn RPP",
            "craft hat",
            "restock",
            "tangle 2",
            "donate R 2",
            "give 0",
            "finish 2",
            "learn bear",
            "frog hat",
            "pass",
            "end",
        ] {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            let json = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        }
    }

    /// 2.5: letters in any order and case mean the same yarn.
    #[test]
    fn yarn_is_named_in_any_order_and_case() {
        for (said, meant) in [
            ("craft hat PR", "craft hat RP"),
            ("craft mittens ybb", "craft mittens BBY"),
            ("request 8 pprrr", "request 8 RRRPP"),
            ("yarn pBr", "yarn RBP"),
            ("take p", "take P"),
            ("Exchange b R", "exchange B R"),
            ("donate g 1", "donate G 1"),
        ] {
            assert_eq!(said.parse::<Action>().unwrap().to_string(), meant, "{said}");
        }
    }

    #[test]
    fn what_is_no_action_is_told() {
        for text in [
            "",
            "move 0",
            "move 5",
            "shop 7",
            "shop 01",
            "craft mittens XBB",
            "craft hat ",
            "yarn",
            "yarn ",
            "request 33",
            "give 4",
            "frog",
            "frog hat RB",
            "move 3 ",
            " end",
            "amount -1",
            "amount 70000",
            "craft sock RB",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        assert_eq!(
            "shop 7".parse::<Action>().unwrap_err().to_string(),
            "\"7\": expected a number from 1 to 6"
        );
    }
}
