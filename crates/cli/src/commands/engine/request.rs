//! What a program may ask.

use bobbin_game::{Options, Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;

use super::failure::{Failure, Fields};
use super::matches::MAIN;

/// One line, without its `id` and its `match`.
#[derive(Deserialize, Debug)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// What is played here?
    Game {},
    /// Begin a match.
    New(New),
    /// Go on with a record, or begin from a position, or both.
    Load(Load),
    /// The same match once more.
    Clone {
        #[serde(rename = "as")]
        name: String,
    },
    /// Another match that looks the same to a viewer.
    Sample {
        viewer: Viewer,
        luck: Option<u64>,
        #[serde(rename = "as")]
        name: String,
    },
    /// Forget a match.
    Drop {},
    /// Which matches are there?
    Matches {},
    /// Several requests, one after the other.
    Batch {
        requests: Vec<Value>,
        #[serde(default)]
        stop: bool,
    },
    /// What does a viewer see?
    View { viewer: Viewer },
    /// What does a viewer see, as plain text?
    Text { viewer: Viewer },
    /// What does a viewer see, as a picture?
    Svg { viewer: Viewer },
    /// What has a viewer to do?
    Prompt { viewer: Viewer },
    /// What may a seat do?
    Legal { seat: Seat },
    /// What may a seat do, by number?
    Numbers { seat: Seat },
    /// What does a seat see and what may it do, as numbers?
    Observe { seat: Seat },
    /// How are views and actions written as numbers?
    Encoding {},
    /// A seat acts.
    Play(Play),
    /// What do the rules say to someone who touches these pieces?
    WhyNot { seat: Seat, picks: Vec<String> },
    /// A seat takes its latest action back.
    Undo { seat: Seat },
    /// What happened, as far as a viewer may know?
    Log {
        viewer: Viewer,
        #[serde(default)]
        from: usize,
    },
    /// What would a bot do?
    Think(Think),
    /// How did it end?
    Outcome {},
    /// The match as text.
    Record {},
    /// The full state in the game's notation.
    Position {},
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) setup: Option<Options>,
    pub(crate) seed: Option<String>,
    #[serde(default)]
    pub(crate) names: Vec<String>,
    #[serde(rename = "as", default = "main")]
    pub(crate) name: String,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Load {
    pub(crate) record: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) setup: Option<Options>,
    pub(crate) seed: Option<String>,
    pub(crate) at: Option<usize>,
    #[serde(rename = "as", default = "main")]
    pub(crate) name: String,
}

/// Either the action's notation or its number.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    pub(crate) seat: Seat,
    pub(crate) action: Option<String>,
    pub(crate) number: Option<usize>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Think {
    pub(crate) seat: Seat,
    pub(crate) bot: String,
    pub(crate) budget: Option<String>,
    pub(crate) seed: Option<u64>,
}

fn main() -> String {
    MAIN.to_owned()
}

impl Request {
    /// Reads a request and the name of the match that it is about.
    pub(crate) fn read(mut fields: Fields) -> Result<(Self, String), Failure> {
        let named = fields.shift_remove("match");
        let request: Request = serde_json::from_value(Value::Object(fields))
            .map_err(|error| Failure::error("bad_request", error.to_string()))?;
        match named {
            None => Ok((request, main())),
            Some(_) if !request.is_about_a_match() => Err(Failure::error(
                "bad_request",
                "unknown field `match`: this command is about none that is there (`as` names a new one)",
            )),
            Some(Value::String(name)) => Ok((request, name)),
            Some(other) => Err(Failure::error(
                "bad_request",
                format!("invalid `match`: expected a name, not {other}"),
            )),
        }
    }

    fn is_about_a_match(&self) -> bool {
        !matches!(
            self,
            Request::Game {}
                | Request::New(_)
                | Request::Load(_)
                | Request::Matches {}
                | Request::Batch { .. }
        )
    }
}
