//! What a player can do, and how it is written.

use std::fmt::{self, Display as _, Formatter};

use bobbin_game::notation::{FromOne, Number, Spelling};
use bobbin_game::{Notation, NotationError, Seat, text_serde};

use crate::patterns::Item;
use crate::setup::PLAYERS;
use crate::yarn::{Bundle, Color};

/// What a player can do. Spaces, requests and places of the project list are counted from 0 here and from 1 in the
/// text form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Notation)]
#[notation(any_case)]
pub enum Action {
    /// `move 3`: the marker to a space of the board.
    #[notation("move {0: FromOne<4>}")]
    #[touch("action:{0: FromOne<4>}")]
    Move(u8),
    /// `shop 5`: take the card at a space of the bazaar.
    #[notation("shop {0: FromOne<6>}")]
    #[touch("space:{0: FromOne<6>}")]
    Shop(u8),
    /// `craft mittens BBY`: an item by its pattern, from this yarn.
    #[notation("craft {item} {pay?}")]
    Craft {
        /// What is made.
        item: Item,
        /// The yarn turned in.
        pay: Bundle,
    },
    /// `request 8 RRRRR`: a special request from this yarn; without yarn where that is named next.
    #[notation("request {request: FromOne<32>} {pay?}")]
    Request {
        /// Its place in the content.
        request: u8,
        /// The yarn turned in.
        pay: Bundle,
    },
    /// `any blanket`: an item from any colors, which are named next.
    #[notation("any {0}")]
    AnyItem(Item),
    /// `any request 8`: a special request from any colors, which are named next.
    #[notation("any request {0: FromOne<32>}")]
    AnyRequest(u8),
    /// `exchange B R`: give blue for red; the number follows.
    #[notation("exchange {give} {get}")]
    #[touch("bowl:{give}", "supply:{get}")]
    Exchange {
        /// What is given back.
        give: Color,
        /// What is taken.
        get: Color,
    },
    /// `amount 3`: the number of an exchange.
    #[notation("amount {0: Number}")]
    #[touch("amount:{0: Number}")]
    Amount(u16),
    /// `take R`: the three yarn of one color.
    #[notation("take {0}")]
    #[touch("supply:{0}")]
    Take(Color),
    /// `yarn RPP`: the yarn that is taken, paid or given.
    #[notation("yarn {0}")]
    Yarn(Bundle),
    /// `restock`: the player actions are over.
    #[notation("restock")]
    #[touch]
    Restock,
    /// `tangle 2`: the cat goes to this seat.
    #[notation("tangle {0: AtTable}")]
    #[touch("seat:{0: AtTable}")]
    Tangle(Seat),
    /// `donate R 2`: a yarn to this seat.
    #[notation("donate {color} {to: AtTable}")]
    #[touch("bowl:{color}", "seat:{to: AtTable}")]
    Donate {
        /// The color given.
        color: Color,
        /// Who gets it.
        to: Seat,
    },
    /// `give 2`: the revealed request goes to this seat.
    #[notation("give {0: AtTable}")]
    #[touch("seat:{0: AtTable}")]
    Give(Seat),
    /// `finish 2`: the project at a place of the list.
    #[notation("finish {0: FromOne<3>}")]
    Finish(u8),
    /// `learn bear`: flip the tile.
    #[notation("learn {0}")]
    #[touch("tile:{0}")]
    Learn(Item),
    /// `frog hat`: an item back into yarn; free colors are named next.
    #[notation("frog {0}")]
    #[touch("item:{0}")]
    Frog(Item),
    /// `pass`: craft nothing.
    #[notation("pass")]
    #[touch]
    Pass,
    /// `end`: the turn is over.
    #[notation("end")]
    #[touch]
    End,
}

text_serde!(Action);

/// A seat at a table of four.
struct AtTable;

impl Spelling<Seat> for AtTable {
    fn write(seat: &Seat, f: &mut Formatter<'_>) -> fmt::Result {
        seat.fmt(f)
    }

    fn read(text: &str) -> Result<Seat, NotationError> {
        let number: Option<usize> = Number::read(text).ok();
        let number = number.filter(|&number| number < PLAYERS.1);
        let number = number.ok_or_else(|| NotationError::new(text, "a seat from 0 to 3"))?;
        Ok(Seat::new(number))
    }
}

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
