//! What a tournament is: its format, its tables, its luck.

use serde::{Deserialize, Serialize};

/// The most who can be in a tournament.
pub const MOST_ENTRANTS: usize = 128;

/// The most rounds of a tournament.
pub const MOST_ROUNDS: usize = 127;

/// What decides who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Format {
    /// In each round those play who have about as many points, and nobody twice against the same as long as that can
    /// be avoided.
    Swiss {
        /// How many rounds.
        rounds: u8,
    },
    /// All play all.
    RoundRobin {
        /// How often.
        times: u8,
    },
    /// Divisions in which all play all; then some go up and some go down, and the next season begins.
    League {
        /// At most so many are in a division; divisions are as alike as can be.
        division: u8,
        /// So many of each go up, and as many down.
        moves: u8,
        /// How many seasons.
        seasons: u8,
    },
}

/// How many play at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSize {
    most: u8,
    least: u8,
}

impl TableSize {
    /// Tables of so many seats; where the number of entrants does not divide some have fewer, down to `least`.
    pub fn new(most: u8, least: u8) -> Result<Self, RulesError> {
        if (2..=4).contains(&most) && (2..=most).contains(&least) {
            Ok(TableSize { most, least })
        } else {
            Err(RulesError::Seats)
        }
    }

    /// The seats of a full table.
    pub fn most(self) -> usize {
        self.most.into()
    }

    /// The seats of the smallest table.
    pub fn least(self) -> usize {
        self.least.into()
    }
}

/// All that who plays whom follows from, beside what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// What decides who plays whom.
    pub format: Format,
    /// How many play at a table.
    pub table: TableSize,
    /// The luck: it decides where nothing else does.
    pub seed: u64,
}

/// Why these are no rules of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// Too many seats, or too few.
    #[error("tournaments are for tables of two to four")]
    Seats,
    /// Rounds, times, seasons or divisions.
    #[error(
        "a Swiss tournament has 1 to 30 rounds, in a round robin all play all once to four times, and a league has 1 \
         to 12 seasons and divisions of 2 to 16 of whom less than half go up or down"
    )]
    Format,
}

impl Format {
    /// Are its numbers in bounds?
    pub fn check(self) -> Result<(), RulesError> {
        let is_fine = match self {
            Format::Swiss { rounds } => (1..=30).contains(&rounds),
            Format::RoundRobin { times } => (1..=4).contains(&times),
            Format::League {
                division,
                moves,
                seasons,
            } => (1..=12).contains(&seasons) && (2..=16).contains(&division) && 2 * moves < division,
        };
        is_fine.then_some(()).ok_or(RulesError::Format)
    }
}
