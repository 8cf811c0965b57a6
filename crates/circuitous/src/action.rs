//! What a seat can do, and its notation.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::{Deserialize, Serialize};

use crate::content::Code;
use crate::geometry::{Dir, Spot, Turn};

/// A quarter turn, as one looks down on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quarter {
    /// Against the clock.
    Left,
    /// With the clock.
    Right,
}

impl Quarter {
    /// Both ways.
    pub const BOTH: [Quarter; 2] = [Quarter::Left, Quarter::Right];

    /// As a turn.
    pub const fn turn(self) -> Turn {
        match self {
            Quarter::Left => Turn::new(3),
            Quarter::Right => Turn::new(1),
        }
    }

    /// Its word in the notation.
    pub const fn word(self) -> &'static str {
        match self {
            Quarter::Left => "left",
            Quarter::Right => "right",
        }
    }
}

/// What a seat can do. A card is chosen first (`play`, `use`, `discard`), then what happens with it on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// `play tee`: choose a card to play to the path.
    Play(Code),
    /// `at 0,12,1`: lay the chosen card with its centre there and in this turn.
    At(Spot),
    /// `use tee-turn`: choose a card for its ability.
    Use(Code),
    /// `finish A left`: turn a finish a quarter.
    TurnFinish(u8, Quarter),
    /// `finish A north`: slide a finish by ten units.
    SlideFinish(u8, Dir),
    /// `card 7 to 0,12,1`: turn the end card with this number; it then lies there.
    TurnEnd(u8, Spot),
    /// `with tee`: choose the card that replaces another.
    With(Code),
    /// `over 7 turn 2`: lay it over the card with this number, in this turn.
    Over(u8, Turn),
    /// `discard tee`: discard a card.
    Discard(Code),
    /// `end`: end the turn and draw.
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |finish: u8| char::from(b'A' + finish % 26);
        match *self {
            Action::Play(card) => write!(f, "play {card}"),
            Action::At(spot) => write!(f, "at {spot}"),
            Action::Use(card) => write!(f, "use {card}"),
            Action::TurnFinish(finish, quarter) => write!(f, "finish {} {}", letter(finish), quarter.word()),
            Action::SlideFinish(finish, to) => write!(f, "finish {} {}", letter(finish), to.word()),
            Action::TurnEnd(number, spot) => write!(f, "card {number} to {spot}"),
            Action::With(card) => write!(f, "with {card}"),
            Action::Over(number, turn) => write!(f, "over {number} turn {}", turn.quarters()),
            Action::Discard(card) => write!(f, "discard {card}"),
            Action::End => f.write_str("end"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let action = parse(text).ok_or_else(|| {
            NotationError::new(
                text,
                "play CARD, at X,Y,TURN, use CARD, finish A left|right|north|east|south|west, card N to X,Y,TURN, \
                 with CARD, over N turn T, discard CARD or end",
            )
        })?;
        if action.to_string() == text {
            Ok(action)
        } else {
            Err(NotationError::new(text, format!("the spelling \"{action}\"")))
        }
    }
}

fn parse(text: &str) -> Option<Action> {
    let words: Vec<&str> = text.split(' ').collect();
    let finish = |word: &str| match word.as_bytes() {
        [letter @ b'A'..=b'C'] => Some(letter - b'A'),
        _ => None,
    };
    match words[..] {
        ["play", card] => card.parse().ok().map(Action::Play),
        ["at", spot] => spot.parse().ok().map(Action::At),
        ["use", card] => card.parse().ok().map(Action::Use),
        ["finish", letter, word] => {
            let finish = finish(letter)?;
            let quarter = Quarter::BOTH.into_iter().find(|quarter| quarter.word() == word);
            let turn = quarter.map(|quarter| Action::TurnFinish(finish, quarter));
            turn.or_else(|| Dir::from_word(word).map(|to| Action::SlideFinish(finish, to)))
        }
        ["card", number, "to", spot] => Some(Action::TurnEnd(number.parse().ok()?, spot.parse().ok()?)),
        ["with", card] => card.parse().ok().map(Action::With),
        ["over", number, "turn", turn] => {
            let quarters = turn.parse().ok().filter(|quarters| *quarters < 4)?;
            Some(Action::Over(number.parse().ok()?, Turn::new(quarters)))
        }
        ["discard", card] => card.parse().ok().map(Action::Discard),
        ["end"] => Some(Action::End),
        _ => None,
    }
}
