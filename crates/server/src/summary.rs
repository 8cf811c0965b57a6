//! What is kept beside a table's log, for lists. It can always be derived again.

use bobbin_game::{Aim, Outcome, Seat, Viewer};
use bobbin_store::TableRow;
use serde::{Deserialize, Serialize};

use crate::table::{Level, Patience, Place, Status, Table, TableKind, Watch};

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
    /// Who sits there and who made it, until it is over: for the server only. Earlier versions did not write it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) people: Vec<String>,
    /// How many actions a spectator was told of that stand. What was done in secret does not count.
    #[serde(default)]
    pub(crate) moves: usize,
    /// What the table is for.
    #[serde(default)]
    pub(crate) kind: TableKind,
    /// What came of the game, for statistics: for the server only.
    #[serde(default)]
    pub(crate) result: Summarized<Finished>,
}

/// Something of a summary that earlier versions did not write.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Summarized<T> {
    /// It was not kept: the log says it.
    #[default]
    Unknown,
    /// There is none.
    None,
    /// This is it.
    Some(T),
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Finished {
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    /// Is the lowest total the best?
    pub(crate) low: bool,
    /// One a seat.
    pub(crate) seats: Vec<FinishedSeat>,
}

/// How one seat finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct FinishedSeat {
    /// Whose it is.
    pub(crate) person: Option<String>,
    /// How strong the bot is.
    pub(crate) level: Option<Level>,
    /// A bot played for the person, at least for a time.
    pub(crate) was_away: bool,
    /// 1 is the best.
    pub(crate) rank: u8,
    /// Did it win?
    pub(crate) won: bool,
    /// The total in quarters of a point.
    pub(crate) total: i32,
    /// The score sheet, in quarters of a point.
    pub(crate) lines: Vec<(String, i32)>,
}

impl Finished {
    /// None if the table has ended before its game.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        let at = table.over_at?;
        let outcome = table.playing.as_ref()?.outcome()?;
        let seat = |seat: Seat| finished_seat(table, &outcome, seat);
        Some(Finished {
            at,
            low: outcome.aim == Aim::Low,
            seats: Seat::all(table.seats.len()).map(seat).collect(),
        })
    }
}

fn finished_seat(table: &Table, outcome: &Outcome, seat: Seat) -> FinishedSeat {
    let (state, sheet) = (&table.seats[seat.index()], &outcome.sheets[seat.index()]);
    FinishedSeat {
        person: state.person().map(str::to_owned),
        level: match state.place {
            Place::Bot { level, .. } => Some(level),
            _ => None,
        },
        was_away: state.was_away,
        rank: outcome.ranks[seat.index()],
        won: outcome.winners.contains(seat),
        total: sheet.total.as_quarters(),
        lines: sheet
            .lines
            .iter()
            .map(|line| (line.name.to_owned(), line.points.as_quarters()))
            .collect(),
    }
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
        people: if table.status == Status::Over {
            Vec::new()
        } else {
            people(table)
        },
        moves: table.moves_told(),
        kind: table.plan.purpose.kind(),
        result: Finished::of(table).map_or(Summarized::None, Summarized::Some),
    };
    TableRow {
        id: table.id.clone(),
        game: table.plan.game.clone(),
        status: table.status.name().to_owned(),
        // What only those watch who sit there is shown to nobody else once it has begun.
        listed: table.plan.manners.listed
            && !(table.plan.manners.watch == Watch::Seated && table.status == Status::Running),
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
    // Who was forgotten has no name for programs.
    people.retain(|person| !person.is_empty());
    people
}
