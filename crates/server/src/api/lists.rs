//! Finding tables.

use std::collections::BTreeMap;

use axum::extract::State;
use bobbin_store::{TableFilter, TableRow};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Answer, Problems, Query};
use crate::App;
use crate::error::Problem;
use crate::identity::Visitor;
use crate::people::friends::near;
use crate::summary::{FinishedSeat, Summarized, Summary};
use crate::table::{Status, TableKind};

/// Which tables.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TableQuery {
    /// Only of this game.
    game: Option<String>,
    /// Only in this status.
    status: Option<Status>,
    /// Only those where you sit, listed or not.
    #[serde(default)]
    mine: bool,
    /// Only those in which something last happened before this time: for the next page.
    before: Option<i64>,
    /// At most so many.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct TableLine {
    /// The table's id.
    id: String,
    /// The game's id.
    game: String,
    /// What it is for.
    kind: TableKind,
    /// How far it is.
    status: Status,
    /// When it was made, in milliseconds since 1970.
    created_at: i64,
    /// When something last happened.
    pub(crate) updated_at: i64,
    /// The names of those who sit there, empty for open seats.
    names: Vec<String>,
    /// How many seats are open.
    open: usize,
    /// How many seats are bots'.
    bots: usize,
    /// How many actions everybody was told of so far.
    moves: usize,
    /// The options.
    options: BTreeMap<String, String>,
    /// The names of those who won.
    winners: Vec<String>,
    /// Is it your turn?
    waits_for_you: bool,
    /// What each seat came to, once the game was played to its end.
    totals: Vec<f64>,
    /// Your seat in a game that was played to its end.
    #[schema(required)]
    your_seat: Option<usize>,
}

pub(super) fn line(row: TableRow, summary: Summary, person: Option<&str>) -> TableLine {
    let seats = match &summary.result {
        Summarized::Some(finished) => finished.seats.as_slice(),
        Summarized::None | Summarized::Unknown => &[],
    };
    let is_yours = |seat: &FinishedSeat| person.is_some() && seat.person.as_deref() == person;
    TableLine {
        totals: seats.iter().map(|seat| f64::from(seat.total) / 4.0).collect(),
        your_seat: seats.iter().position(is_yours),
        waits_for_you: person.is_some_and(|person| summary.waiting.iter().any(|waiting| waiting == person)),
        id: row.id,
        game: row.game,
        kind: summary.kind,
        status: match row.status.as_str() {
            "open" => Status::Open,
            "running" => Status::Running,
            _ => Status::Over,
        },
        created_at: row.created_at,
        updated_at: row.updated_at,
        names: summary.names,
        open: summary.open,
        bots: summary.bots,
        moves: summary.moves,
        options: summary.options,
        winners: summary.winners,
    }
}

/// Tables as somebody sees them in a list: not those of people who have blocked them.
pub(crate) async fn lines(
    app: &App,
    filter: &TableFilter,
    visitor: &Visitor,
) -> Result<Vec<TableLine>, Problem> {
    let rows = app.store.tables(filter).await?.into_iter();
    let read = rows.map(|row| {
        let summary = serde_json::from_str(&row.summary).unwrap_or_default();
        (row, summary)
    });
    let shown = read.filter(|(_, summary)| !is_kept_from(summary, visitor));
    Ok(shown
        .map(|(row, summary)| line(row, summary, visitor.reader()))
        .collect())
}

/// Does somebody sit there who has blocked them, while they have no part in it?
pub(crate) fn is_kept_from(summary: &Summary, visitor: &Visitor) -> bool {
    let Some(session) = &visitor.0 else { return false };
    let people = &summary.people;
    !people.contains(&session.person.id) && people.iter().any(|person| session.shunned_by.contains(person))
}

/// So many of the latest listed tables are looked through for those of friends.
const MOST_LOOKED_THROUGH: u32 = 200;

/// The most that are told of them.
const MOST_OF_FRIENDS: usize = 30;

/// Listed tables that are not over where somebody's friends sit, or people they follow, and not they themselves.
pub(crate) async fn tables_of_friends(app: &App, visitor: &Visitor) -> Result<Vec<TableLine>, Problem> {
    let Some(me) = visitor.reader() else {
        return Ok(Vec::new());
    };
    let near = near(&*app.store, me).await?;
    if near.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for status in [Status::Open, Status::Running] {
        let filter = TableFilter {
            status: Some(status.name().to_owned()),
            limit: MOST_LOOKED_THROUGH,
            ..TableFilter::default()
        };
        for row in app.store.tables(&filter).await? {
            let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
            let is_theirs = summary.people.iter().any(|person| near.contains(person));
            let is_own = summary.people.iter().any(|person| person == me);
            if is_theirs && !is_own && !is_kept_from(&summary, visitor) {
                found.push(line(row, summary, Some(me)));
            }
        }
    }
    found.sort_by_key(|line| std::cmp::Reverse(line.updated_at));
    found.truncate(MOST_OF_FRIENDS);
    Ok(found)
}

/// Tables, the latest first
///
/// Those that are listed, or with `mine` your own.
#[utoipa::path(get, path = "/api/tables", operation_id = "list_tables", tag = "tables", params(TableQuery),
    responses((status = 200, body = Vec<TableLine>), Problems))]
pub(crate) async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<TableQuery>,
) -> Result<Answer<Vec<TableLine>>, Problem> {
    let person = visitor.reader();
    if query.mine && person.is_none() {
        return Err(Problem::who_are_you());
    }
    // PostgreSQL knows no text with a zero byte in it; no game has one either.
    if query.game.as_ref().is_some_and(|game| game.contains('\0')) {
        return Ok(Answer(Vec::new()));
    }
    let filter = TableFilter {
        game: query.game,
        status: query.status.map(|status| status.name().to_owned()),
        person: person.filter(|_| query.mine).map(str::to_owned),
        unlisted: false,
        before: query.before,
        limit: query.limit.unwrap_or(30).clamp(1, 100),
    };
    Ok(Answer(lines(&app, &filter, &visitor).await?))
}
