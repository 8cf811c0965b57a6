//! What can be wrong with what someone asks of a game.

use bobbin_game::{ContentHash, Names, NotationError, PositionError, RecordError, Refusal, Seat, SetupError};
use bobbin_insight::Ended;
use serde::Serialize;
use serde_json::Value;

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game \"{id}\": expected {}", known.join(", "))]
pub struct UnknownGame {
    /// What was written.
    pub id: String,
    /// The games there are.
    pub known: Vec<&'static str>,
}

/// Why a match cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The options make no setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Content that nobody has loaded.
    #[error("content {0} is not loaded: give its pack")]
    ContentNotLoaded(ContentHash),
}

/// Why a match cannot begin from a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionLoadError {
    /// It could not begin from anything.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The position is wrong.
    #[error("position, {0}")]
    Position(#[from] PositionError),
}

/// Why a record cannot be looked into.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnalyzeError {
    /// It does not hold.
    #[error("line {}, column {}: {}", .0.line, .0.column, .0.message)]
    Record(#[from] RecordError),
    /// There is no result to explain.
    #[error("the game is not over: what it was worth can be told once it is")]
    NotOver,
    /// Nobody knows how it came to the position it began from.
    #[error("the match began from a position: only a whole game can be looked into")]
    FromPosition,
    /// Somebody ended the work.
    #[error("the analysis was ended before it was done")]
    Ended,
}

impl From<Ended> for AnalyzeError {
    fn from(_: Ended) -> Self {
        AnalyzeError::Ended
    }
}

/// The match has fewer seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no seat {seat}: this match has seats 0 to {}", players - 1)]
pub struct NoSuchSeat {
    /// What was asked for.
    pub seat: Seat,
    /// How many seats there are.
    pub players: usize,
}

/// A name that cannot stand in a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// Nobody sits there.
    #[error(transparent)]
    NoSuchSeat(#[from] NoSuchSeat),
    /// Not one line of text without spaces around it.
    #[error("\"{}\" is no name: expected 1 to {max} characters on one line, without spaces around them", name.escape_debug())]
    Malformed {
        /// What was written.
        name: String,
        /// The longest name.
        max: usize,
    },
}

/// Why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// Nobody sits there.
    #[error(transparent)]
    NoSuchSeat(#[from] NoSuchSeat),
    /// The text is no action.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules say no.
    #[error(transparent)]
    Refused(#[from] Box<Refused>),
}

/// The rules' no, with the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message} (rule {clause})")]
pub struct Refused {
    /// A stable name for programs: `not_your_turn`.
    pub code: &'static str,
    /// The number of the clause that forbids it.
    pub clause: &'static str,
    /// A sentence that tells the player what to do instead.
    pub message: String,
    /// What the reason is about, as the game's own type says it.
    pub detail: Value,
}

impl Refused {
    /// The erased form of a game's refusal.
    pub(crate) fn new(refusal: &impl Refusal, names: &Names<'_>) -> Self {
        Refused {
            code: refusal.code(),
            clause: refusal.clause(),
            message: refusal.sentence().in_full(names),
            detail: serde_json::to_value(refusal).expect("a refusal is plain data"),
        }
    }
}
