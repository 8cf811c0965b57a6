#![doc = include_str!("../README.md")]

// The derives name this crate as other crates do.
#[cfg(test)]
extern crate self as bobbin_game;

pub mod chance;
pub mod content;
pub mod encoding;
mod game;
pub mod glance;
mod history;
mod ladder;
pub mod notation;
mod outcome;
pub mod pack;
mod playing;
pub mod position;
pub mod record;
pub mod rulebook;
pub mod schema;
mod seat;
pub mod sentence;
mod set;
pub mod setup;

pub use bobbin_derive::Refusal;
pub use chance::{Chance, Commitment, MatchChance, SearchChance, Seed, Stream};
pub use content::{Content, ContentError, ContentHash, NoContent, Shelf, Source};
pub use encoding::{Columns, Encoded, Numbers};
pub use game::{Action, Audience, Event, Game, Log, Prompt, Refusal, Telling, Told};
pub use glance::Glance;
pub use ladder::Ladder;
pub use notation::{Notation, NotationError};
pub use outcome::{Aim, Goal, Line, MAX_GOALS, MAX_LINES, Outcome, Points, Sheet};
pub use playing::{Match, Standing, UndoRefusal, play_out, random_seat};
pub use position::PositionError;
pub use record::{Deed, Record, RecordEntry, RecordError};
pub use rulebook::Rulebook;
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use sentence::{Names, Part, Sentence};
pub use setup::{Choice, OptionSpec, Options, Setup, SetupError};
