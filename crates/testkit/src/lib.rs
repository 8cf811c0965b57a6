#![doc = include_str!("../README.md")]

mod contract;
mod counted;
mod encoding;
mod fuzz;
mod hidden;
mod json;
mod legality;
mod plain;
mod playthrough;
mod uniform;

use std::fmt;

pub use contract::{ContractReport, Player, Thoroughness, check_game_contract, check_games_played_by};
pub use counted::{Counted, count_applied};
pub use encoding::{EncodingReport, assert_encoding, check_encoding};
pub use fuzz::{edited, edited_bytes, fuzz};
pub use plain::PlainMatch;
pub use playthrough::{abridged, playthrough, playthrough_by};
pub use uniform::{Skew, assert_sample_uniform, assert_uniform, check_weighted};

use bobbin_game::Game;

/// Checks every law on random games of every setup in `G::setups()`.
///
/// # Panics
/// If a law is broken, with all that is needed to see it again.
pub fn assert_game_contract<G: Game>() {
    match check_game_contract::<G>(&Thoroughness::from_env()) {
        Ok(report) => println!("{}: {report}", G::ID),
        Err(violation) => panic!("{violation}"),
    }
}

/// What the contract promises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// The rules text parses, refusals, prompts and what closes a phase name clauses that exist in it.
    Clauses,
    /// `Setup::new(setup.to_options())` is the same setup.
    SetupRoundTrip,
    /// Each legal action is listed once, only for seats that are to act, at most 300 of them.
    LegalList,
    /// Every legal action is accepted.
    LegalIsAccepted,
    /// Everything else is refused.
    OtherIsRefused,
    /// A refusal leaves the state equal, asks no chance, reveals and logs nothing.
    RefusalChangesNothing,
    /// What happens to a copy does not happen to the original.
    CloneIsIndependent,
    /// A record played again gives an equal state and an equal record.
    ReplayIsEqual,
    /// What is taken back was never there.
    UndoRestores,
    /// `view(sample(view)) == view`, and to sample again is to sample.
    SampleLooksLikeView,
    /// The view of everything is enough to build the state again.
    EverythingIsEverything,
    /// Legal actions do not depend on what a seat may not know.
    LegalLeaksNothing,
    /// Refusals do not depend on what a seat may not know.
    RefusalLeaksNothing,
    /// What a viewer is told of an action that asks and reveals nothing does not depend on what it may not know.
    EventLeaksNothing,
    /// A viewer who is told the same sees the same: views hold nothing that no event told.
    ViewLeaksNothing,
    /// An action that asks no chance and reveals nothing teaches its own seat nothing hidden.
    UndoTeachesNothing,
    /// The text of an action is read as that action.
    Notation,
    /// Views, events and actions that differ do so in JSON, too.
    Serde,
    /// What a log shows at a glance names the doer and the pieces of the sentence.
    Glance,
    /// A game ends within `MAX_ACTIONS`.
    Ends,
    /// Nobody is to act, exactly when there is an outcome.
    OverIsOver,
    /// Totals of the census never change.
    Conservation,
    /// The outcome agrees with the score sheet.
    OutcomeAgrees,
    /// Picks tell the legal actions apart, and `meant` is the inverse of `tell`.
    Picks,
    /// `from_position(to_position())` is the same state.
    Position,
    /// `random_action` gives every legal action equally often.
    RandomIsUniform,
    /// An observation has the columns that are told, and is the same for the same views only.
    Observation,
    /// Legal actions have numbers or descriptions that tell them apart.
    Numbers,
}

/// A broken law, and where it shows.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The law that is broken.
    pub law: Law,
    /// What was seen.
    pub message: String,
    /// The game's id.
    pub game: &'static str,
    /// The setup's options.
    pub setup: String,
    /// The name of the seed.
    pub seed: String,
    /// The record up to there.
    pub record: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} breaks the law {:?}: {}", self.game, self.law, self.message)?;
        writeln!(
            f,
            "setup: {}\nseed name: {}\nrecord so far:\n{}",
            self.setup, self.seed, self.record
        )
    }
}

impl std::error::Error for Violation {}

/// A law broken at the state that is being looked at; the driver adds where that was.
pub(crate) struct Broken {
    pub(crate) law: Law,
    pub(crate) message: String,
}

pub(crate) type Checked = Result<(), Broken>;

impl Law {
    /// Fails with this law unless `holds`.
    pub(crate) fn check(self, holds: bool, message: impl FnOnce() -> String) -> Checked {
        if holds {
            Ok(())
        } else {
            Err(self.broken(message()))
        }
    }

    pub(crate) fn broken(self, message: impl Into<String>) -> Broken {
        Broken {
            law: self,
            message: message.into(),
        }
    }
}
