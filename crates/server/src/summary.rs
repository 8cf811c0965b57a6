//! What is kept beside a table's log, for lists. It can always be derived again.

use bobbin_game::{Seat, Viewer};
use bobbin_store::TableRow;
use serde::{Deserialize, Serialize};

use crate::table::{Patience, Place, Status, Table};

/// What is kept beside the log for lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    /// Names of those who sit there, empty for open seats.
    pub(crate) names: Vec<String>,
    /// Seats that are open.
    pub(crate) open: usize,
    /// Seats of bots.
    pub(crate) bots: usize,
    /// The options.
    pub(crate) options: std::collections::BTreeMap<String, String>,
    /// Names of those who won.
    pub(crate) winners: Vec<String>,
    /// People for whom the table waits: for the server only.
    pub(crate) waiting: Vec<String>,
}

/// What is kept of a table for lists.
pub(crate) fn row(table: &Table, patience: &Patience) -> TableRow {
    let outcome = table.playing.as_ref().and_then(|playing| playing.outcome());
    let name = |seat: Seat| table.seats[seat.index()].name().to_owned();
    let waiting = table.to_act().iter().filter_map(|seat| {
        let state = &table.seats[seat.index()];
        state.person().filter(|_| state.away.is_none()).map(str::to_owned)
    });
    let summary = Summary {
        names: table.seats.iter().map(|seat| seat.name().to_owned()).collect(),
        open: table
            .seats
            .iter()
            .filter(|seat| seat.place == Place::Open)
            .count(),
        bots: table
            .seats
            .iter()
            .filter(|seat| matches!(seat.place, Place::Bot { .. }))
            .count(),
        options: table
            .plan
            .options
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        winners: outcome.map_or(Vec::new(), |outcome| outcome.winners.iter().map(name).collect()),
        waiting: waiting.collect(),
    };
    TableRow {
        id: table.id.clone(),
        game: table.plan.game.clone(),
        status: table.status.name().to_owned(),
        listed: table.plan.manners.listed,
        created_at: table.created_at,
        // What nobody is told of does not show in lists either.
        updated_at: table.updated_for(Viewer::Spectator),
        due_at: if table.status == Status::Over {
            None
        } else {
            table.due_at(patience)
        },
        summary: serde_json::to_string(&summary).unwrap_or_default(),
    }
}

/// Who sits at a table.
pub(crate) fn people(table: &Table) -> Vec<String> {
    let mut people: Vec<String> = table
        .seats
        .iter()
        .filter_map(|seat| seat.person().map(str::to_owned))
        .collect();
    people.push(table.plan.owner.clone());
    people.sort();
    people.dedup();
    people
}
