//! What is said between whoever hands out work and the workers, and where.

use std::time::Duration;

use bobbin_bots::Thought;
use bobbin_catalog::insight::Insight;
use bobbin_catalog::{Contest, Played, WrittenQuestion};
use bobbin_game::{ContentHash, Options, Seed};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Manner;

/// Where workers say that they are there. What is said belongs to this version: others listen elsewhere.
pub(crate) const HELLO: &str = "bobbin.1.hello";

/// The group that shares out work.
pub(crate) const GROUP: &str = "workers";

/// Where one worker and nobody else takes work.
pub(crate) fn at(worker: &str) -> String {
    format!("bobbin.1.at.{worker}")
}

/// As long as a worker has some work it says so this often.
pub(crate) const TICK: Duration = Duration::from_millis(500);

/// A worker that says nothing for so long is lost, and its work is handed out again.
pub(crate) const SILENCE: Duration = Duration::from_millis(2500);

/// That a worker is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) worker: String,
    /// How much it does at a time; nothing any more when it goes.
    pub(crate) threads: usize,
}

/// Work, and what it takes to begin.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) game: String,
    /// By other rules it would come to something else.
    pub(crate) rules: u32,
    pub(crate) content: ContentHash,
    /// The text of the pack, sent to whoever did not know the content.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) pack: Option<String>,
    /// After so many milliseconds nobody waits for it any more, so it is not begun.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) within: Option<u64>,
    pub(crate) job: Job,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    /// A bot is asked.
    Question {
        written: WrittenQuestion,
        manner: Manner,
        /// How the table is called where the bot is kept for its next question.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        kept: Option<String>,
    },
    /// A finished game is looked into.
    Insight { record: String, seed: Seed, total: u64 },
    /// Bots play a whole game.
    Contest { options: Options, contest: Contest },
}

impl Job {
    /// Where it is handed out.
    pub(crate) fn subject(&self) -> &'static str {
        match self {
            Job::Question { .. } => QUESTIONS,
            Job::Insight { .. } => INSIGHT,
            Job::Contest { .. } => CONTESTS,
        }
    }

    /// Does somebody wait for it from moment to moment?
    pub(crate) fn is_quick(&self) -> bool {
        matches!(self, Job::Question { .. })
    }
}

const QUESTIONS: &str = "bobbin.1.work.question";
const INSIGHT: &str = "bobbin.1.work.insight";
const CONTESTS: &str = "bobbin.1.work.contest";

/// All places where work is handed out.
pub(crate) const SUBJECTS: [&str; 3] = [QUESTIONS, INSIGHT, CONTESTS];

/// What a worker says on the way back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// It is there, and so far.
    Working { done: usize, of: usize },
    /// That is what it came to.
    Done(Box<Done>),
    /// It does not know the content.
    NeedsPack,
    /// It has enough to do.
    Busy,
    /// It cannot be done there.
    Refused { why: String },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Done {
    /// Who did it.
    pub(crate) worker: String,
    /// The processor time it took, in microseconds.
    pub(crate) spent: u64,
    pub(crate) result: Outcome,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    Thought(Option<Thought<String>>),
    Insight(Box<Insight>),
    Played(Box<Played>),
}

/// As it is sent.
pub(crate) fn written(said: &impl Serialize) -> Bytes {
    serde_json::to_vec(said).expect("it is plain data").into()
}

/// What was sent; none if it is not of ours.
pub(crate) fn read<T: DeserializeOwned>(sent: &[u8]) -> Option<T> {
    serde_json::from_slice(sent).ok()
}
