//! What is chosen before a game: options that people and programs write, and the checked setup they become.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::content::ContentHash;

/// One thing that can be chosen before a game. Pages, the terminal and the command line offer it from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OptionSpec {
    /// The name in records, on the command line and in JSON.
    pub key: &'static str,
    /// The name people see.
    pub label: &'static str,
    /// A sentence that explains it.
    pub help: &'static str,
    /// What it may be.
    pub choices: &'static [Choice],
    /// What it is if nobody says.
    pub default: &'static str,
    /// The seat that it is about: whoever sits there chooses it. Options of the same label are the same thing for other
    /// seats. None for what is about the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
}

/// One value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The value in records, on the command line and in JSON.
    pub value: &'static str,
    /// The value as people see it. After ` · ` may stand more about it, for where there is room.
    pub label: &'static str,
}

/// A value, and what people see of it.
pub const fn choice(value: &'static str, label: &'static str) -> Choice {
    Choice { value, label }
}

/// Options as written: names and values, not yet checked. The text form is `key=value` pairs in order of their
/// names, separated by single spaces.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// No options: every choice is its default.
    pub fn new() -> Self {
        Options::default()
    }

    /// The options with this one set.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.set(key, value);
        self
    }

    /// Sets an option.
    pub fn set(&mut self, key: &str, value: impl fmt::Display) {
        self.0.insert(key.to_owned(), value.to_string());
    }

    /// What was written for this option.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Checks every name and value against the options of a game and fills in the defaults.
    pub fn checked(&self, specs: &[OptionSpec]) -> Result<Options, SetupError> {
        for (key, value) in self.iter() {
            let spec =
                specs
                    .iter()
                    .find(|spec| spec.key == key)
                    .ok_or_else(|| SetupError::UnknownOption {
                        key: key.to_owned(),
                        known: specs.iter().map(|spec| spec.key).collect(),
                    })?;
            if !spec.choices.iter().any(|choice| choice.value == value) {
                return Err(SetupError::UnknownValue {
                    key: spec.key,
                    value: value.to_owned(),
                    choices: spec.choices.iter().map(|choice| choice.value).collect(),
                });
            }
        }
        let mut full = self.clone();
        for spec in specs {
            full.0
                .entry(spec.key.to_owned())
                .or_insert_with(|| spec.default.to_owned());
        }
        Ok(full)
    }

    /// The value of an option of [`Options::checked`], parsed.
    ///
    /// # Panics
    /// If the options were not checked against specs that have this key with values of this type.
    pub fn value<T: FromStr>(&self, key: &str) -> T {
        self.get(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or_else(|| panic!("option {key} was not checked before it was read"))
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (key, value)) in self.iter().enumerate() {
            write!(f, "{}{key}={value}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Options {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut options = Options::new();
        for word in text.split_whitespace() {
            let malformed = || SetupError::Malformed {
                word: word.to_owned(),
            };
            let (key, value) = word.split_once('=').ok_or_else(malformed)?;
            if key.is_empty() || value.is_empty() {
                return Err(malformed());
            }
            if options.get(key).is_some() {
                return Err(SetupError::Twice { key: key.to_owned() });
            }
            options.set(key, value);
        }
        Ok(options)
    }
}

/// From a JSON object; numbers and booleans are as good as their text: `{"players": 4}`.
impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Text(String),
            Number(i64),
            Flag(bool),
        }
        let raw = BTreeMap::<String, Raw>::deserialize(deserializer)?;
        let text = |raw| match raw {
            Raw::Text(text) => text,
            Raw::Number(number) => number.to_string(),
            Raw::Flag(flag) => flag.to_string(),
        };
        Ok(Options(
            raw.into_iter().map(|(key, value)| (key, text(value))).collect(),
        ))
    }
}

/// Why options make no setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Not of the form `key=value`.
    #[error("\"{word}\" is no option: expected key=value")]
    Malformed {
        /// What was written.
        word: String,
    },
    /// Given twice.
    #[error("option {key} is given twice")]
    Twice {
        /// The option.
        key: String,
    },
    /// The game has no such option.
    #[error("there is no option {key}: expected one of {}", known.join(", "))]
    UnknownOption {
        /// What was written.
        key: String,
        /// The game's options.
        known: Vec<&'static str>,
    },
    /// The option has no such value.
    #[error("option {key} cannot be {value}: expected one of {}", choices.join(", "))]
    UnknownValue {
        /// The option.
        key: &'static str,
        /// What was written.
        value: String,
        /// What it may be.
        choices: Vec<&'static str>,
    },
    /// Each value is fine, but not together.
    #[error("{0}")]
    Conflict(String),
}

/// A checked choice of players, variants and content: what a game starts from. It cannot be half-valid.
pub trait Setup: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The content a game is played with.
    type Content: crate::content::Content;

    /// What can be chosen. The number of players is the option `players`.
    fn options() -> &'static [OptionSpec];

    /// Checks options and content together.
    fn new(options: &Options, content: crate::content::Shelf<Self::Content>) -> Result<Self, SetupError>;

    /// The options this setup was made of, with every default filled in.
    fn to_options(&self) -> Options;

    /// The content this setup plays with. A game that is played with packs keeps what [`Setup::new`] was given.
    fn content(&self) -> crate::content::Shelf<Self::Content> {
        crate::content::Content::house()
    }

    /// How many seats the game has.
    fn players(&self) -> usize;
}

/// A setup as views write it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Setup))]
pub struct Written {
    /// Every option with its value.
    options: Options,
    /// The hash of the content.
    content: ContentHash,
}

/// How views write a setup. For `#[serde(serialize_with)]`.
pub fn written<T: Setup, S: Serializer>(setup: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let written = Written {
        options: setup.to_options(),
        content: setup.content().hash(),
    };
    written.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[OptionSpec {
        key: "players",
        label: "Players",
        help: "How many play.",
        choices: &[choice("2", "Two"), choice("3", "Three")],
        default: "2",
        seat: None,
    }];

    #[test]
    fn options_survive_their_text_and_json() {
        let options = Options::new().with("players", 3).with("first", "x");
        assert_eq!(options.to_string(), "first=x players=3");
        assert_eq!(options.to_string().parse(), Ok(options.clone()));
        assert_eq!(
            serde_json::from_str::<Options>(r#"{"players": 3, "first": "x"}"#).unwrap(),
            options
        );
    }

    #[test]
    fn defaults_are_filled_in() {
        assert_eq!(
            Options::new().checked(SPECS).unwrap().value::<usize>("players"),
            2
        );
    }

    #[test]
    fn a_wrong_option_is_told_with_what_was_expected() {
        let message = |text: &str| {
            text.parse::<Options>()
                .and_then(|options| options.checked(SPECS))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message("players=5"),
            "option players cannot be 5: expected one of 2, 3"
        );
        assert_eq!(
            message("player=2"),
            "there is no option player: expected one of players"
        );
        assert_eq!(message("players"), "\"players\" is no option: expected key=value");
        assert_eq!(message("players=2 players=3"), "option players is given twice");
    }
}
