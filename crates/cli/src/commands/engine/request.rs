//! What a program may ask.

use bobbin_game::{Options, Seat, Viewer};
use serde::Deserialize;

/// One line, without its `id`.
#[derive(Deserialize, Debug)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// What is played here?
    Game {},
    /// Begin a match.
    New {
        setup: Option<Options>,
        seed: Option<String>,
        #[serde(default)]
        names: Vec<String>,
    },
    /// Go on with a record, or begin from a position, or both.
    Load {
        record: Option<String>,
        position: Option<String>,
        setup: Option<Options>,
        seed: Option<String>,
        at: Option<usize>,
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
    /// A seat acts.
    Play { seat: Seat, action: String },
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
    Think {
        seat: Seat,
        bot: String,
        budget: Option<String>,
        seed: Option<u64>,
    },
    /// How did it end?
    Outcome {},
    /// The match as text.
    Record {},
    /// The full state in the game's notation.
    Position {},
}
