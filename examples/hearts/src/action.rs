//! What a player can do, as text.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::{Deserialize, Serialize};

use crate::cards::Card;

/// What a player can do: `pass QS`, `done` or `play 2C`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// 2.2: choose a card to pass.
    Pass(Card),
    /// 2.4: the three cards may go.
    Done,
    /// 3.2: play a card to the trick.
    Play(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass(card) => write!(f, "pass {card}"),
            Action::Done => f.write_str("done"),
            Action::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        match text.split_once(' ') {
            None if text == "done" => Ok(Action::Done),
            Some(("pass", card)) => card.parse().map(Action::Pass),
            Some(("play", card)) => card.parse().map(Action::Play),
            _ => Err(NotationError::new(text, "\"pass QS\", \"done\" or \"play 2C\"")),
        }
    }
}

impl Serialize for Action {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
