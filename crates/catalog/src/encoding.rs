//! Views and actions as numbers, without the game's types.

use bobbin_envs::MOST_LEGAL;
use bobbin_game::Encoded;
use bobbin_game::encoding::{Column, NumberRange, Numbers, described_columns, observed_columns};
use serde::Serialize;

/// How views and actions of a game are written as numbers. It depends on the number of players and the content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Encoding {
    /// The columns of an observation.
    pub columns: Vec<Column>,
    /// How many numbers there are for actions: more than any seat has legal ones, where a game has no numbers.
    pub actions: usize,
    /// What the numbers say. Empty where a game has none: then an action's number is its place among the legal ones.
    pub ranges: Vec<NumberRange>,
    /// The columns of what is written of each legal action, where a game has no numbers.
    pub described: Vec<Column>,
}

impl Encoding {
    pub(crate) fn of<G: Encoded>(setup: &G::Setup) -> Self {
        let numbers = G::numbers(setup);
        Encoding {
            columns: observed_columns::<G>(setup),
            actions: numbers.as_ref().map_or(MOST_LEGAL, Numbers::count),
            ranges: numbers.map_or(Vec::new(), |numbers| numbers.ranges().to_vec()),
            described: described_columns::<G>(setup),
        }
    }
}
