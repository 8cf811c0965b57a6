//! What a table is for, and what follows from it for luck and secrets.

use bobbin_catalog::{AnyMatch, Replay};
use bobbin_game::{Record, Seat, Viewer};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{Plan, Reject, Status, Table};
use crate::date::Date;

/// What a table is for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Purpose {
    /// A game like any other.
    #[default]
    Normal,
    /// The guided first game on a fixed deal.
    Lesson,
    /// What if? A finished game is played on from one of its positions.
    WhatIf(Began),
    /// The one ranked attempt of a person at the deal of a day.
    Daily {
        /// The day.
        date: Date,
    },
    /// A game of a tournament.
    Tournament(Fixture),
    /// A record that someone has brought along.
    Upload {
        /// Its text, which has been checked.
        record: String,
    },
}

/// Which game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Fixture {
    /// The tournament's id.
    pub tournament: String,
    /// The round, from 1.
    pub round: u16,
    /// When the round's time is over, in milliseconds since 1970: from then on bots play on for everybody.
    #[serde(default)]
    #[schema(required)]
    pub until: Option<i64>,
}

/// Where a "what if" began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Began {
    /// The table of the finished game.
    pub table: String,
    /// How many entries of its record had happened.
    pub index: usize,
}

/// What a table is for, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// A game like any other.
    #[default]
    Normal,
    /// The guided first game.
    Lesson,
    /// A finished game played on from one of its positions.
    WhatIf,
    /// An attempt at the deal of a day.
    Daily,
    /// A game of a tournament.
    Tournament,
    /// An uploaded record.
    Upload,
}

impl Purpose {
    /// Is it a game like any other?
    pub(crate) fn is_normal(&self) -> bool {
        *self == Purpose::Normal
    }

    /// The same in a word.
    pub(crate) fn kind(&self) -> TableKind {
        match self {
            Purpose::Normal => TableKind::Normal,
            Purpose::Lesson => TableKind::Lesson,
            Purpose::WhatIf(_) => TableKind::WhatIf,
            Purpose::Daily { .. } => TableKind::Daily,
            Purpose::Tournament(_) => TableKind::Tournament,
            Purpose::Upload { .. } => TableKind::Upload,
        }
    }

    /// Has everybody the same deal, and the same answers to the same actions?
    pub(crate) fn is_same_for_all(&self) -> bool {
        matches!(self, Purpose::Lesson | Purpose::Daily { .. })
    }

    /// The game of a tournament that is played.
    pub(crate) fn fixture(&self) -> Option<&Fixture> {
        match self {
            Purpose::Tournament(fixture) => Some(fixture),
            _ => None,
        }
    }

    /// The day whose deal is played.
    pub(crate) fn date(&self) -> Option<Date> {
        match self {
            Purpose::Daily { date } => Some(*date),
            _ => None,
        }
    }
}

impl TableKind {
    /// Does it count for statistics and the campaign?
    pub(crate) fn counts(self) -> bool {
        matches!(self, TableKind::Normal | TableKind::Daily | TableKind::Tournament)
    }
}

impl Table {
    /// May the seed be told? Once the table is over; that of a daily deal, which others still play, once the day is.
    pub(crate) fn tells_seed(&self, now: i64) -> bool {
        let date = self.plan.purpose.date();
        self.status == Status::Over && date.is_none_or(|date| date.is_over(now))
    }

    /// The luck with which a bot thinks, where it has to be the same for everybody, or where deals are named: whoever
    /// does the same in the same deal gets the same answers. It hangs on the actions that stand, so that taking back
    /// and doing again asks nothing new.
    pub(crate) fn bot_luck(&self, seat: Seat, named_deals: bool) -> Option<u64> {
        if !named_deals && !self.plan.purpose.is_same_for_all() {
            return None;
        }
        let standing = self.standing.len() as u64;
        Some(luck(b"bot", &self.plan.seed.0, seat, standing))
    }

    /// The luck with which a bot thinks about a hint: who asks again is answered the same. It hangs on nothing that the
    /// seat does not know.
    pub(crate) fn hint_luck(&self, seat: Seat) -> u64 {
        let event = u64::from(self.event(Viewer::Seat(seat)));
        luck(b"hint", self.id.as_bytes(), seat, event)
    }
}

fn luck(what: &[u8], of: &[u8], seat: Seat, number: u64) -> u64 {
    let hash = Sha256::new()
        .chain_update(what)
        .chain_update(of)
        .chain_update([seat.index() as u8])
        .chain_update(number.to_le_bytes())
        .finalize();
    hash.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The game of an uploaded record, played again to its end.
pub(super) fn uploaded(plan: &Plan, record: &str) -> Result<Box<dyn AnyMatch>, Reject> {
    let not_playable = |error: &dyn std::fmt::Display| Reject::NotPlayable(error.to_string());
    let record: Record = record.parse().map_err(|_| Reject::Damaged)?;
    let game = bobbin_catalog::find(&plan.game).map_err(|error| not_playable(&error))?;
    game.replay(&record, Replay::default())
        .map_err(|error| not_playable(&error))
}
