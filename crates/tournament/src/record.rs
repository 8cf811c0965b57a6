//! What a tournament is made of: who is in it, and the rounds so far.

use serde::{Deserialize, Serialize};

/// Somebody in a tournament, by the number with which they came in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Entrant(pub u16);

/// Somebody in a tournament, and whether they still are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who.
    pub entrant: Entrant,
    /// How many rounds had been made when they withdrew: they are in these and in no later one.
    pub withdrew_after: Option<u16>,
}

impl Entry {
    /// Is this one in the round with this index?
    pub(crate) fn is_in(self, round: usize) -> bool {
        self.withdrew_after
            .is_none_or(|rounds| round < usize::from(rounds))
    }
}

/// A round that was made, with what came of its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// The games that are over, in any order. The others count for nothing yet.
    pub games: Vec<Game>,
    /// Who had no game.
    pub byes: Vec<Entrant>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Who sat where.
    pub seats: Vec<Entrant>,
    /// What came of it.
    pub came: Came,
}

/// What came of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// It was played to its end.
    Finished {
        /// One a seat: 1 is the best, and equal ones share it.
        ranks: Vec<u8>,
        /// One a seat: what was scored, the more the better.
        totals: Vec<i32>,
    },
    /// It ended without a result: all share the points.
    Shared,
}

impl Came {
    /// Of two seats, how often did the first come before the second, in halves: 2, 1 where they are equal, 0.
    pub(crate) fn halves(&self, seat: usize, other: usize) -> u32 {
        match self {
            Came::Shared => 1,
            Came::Finished { ranks, .. } => match ranks[seat].cmp(&ranks[other]) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            },
        }
    }
}

/// Who plays next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The season of a league, from 0; always 0 elsewhere.
    pub season: u8,
    /// The tables, those of the leaders first.
    pub tables: Vec<Seating>,
    /// Who has no game this time.
    pub byes: Vec<Entrant>,
}

/// Who sits where at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The division of a league, from 0, the highest; always 0 elsewhere.
    pub division: u8,
    /// Who, in the order of the seats.
    pub seats: Vec<Entrant>,
}
