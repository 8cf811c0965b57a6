//! Looking back.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bobbin_bots::with_guests;
use bobbin_catalog::{AnyMatch, Happening};
use bobbin_game::{Deed, Outcome, Prompt, Record, Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{Path, Problems, Query, Written};
use crate::App;
use crate::error::Problem;
use crate::identity::Asker;
use crate::table::{Reject, Status, Table};

/// A finished match.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordSeen {
    /// The game's id.
    game: String,
    /// The version of the rules.
    rules: u32,
    /// The hash of the content.
    content: String,
    /// The options.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    options: bobbin_game::Options,
    /// The hash of the seed, told before the first action.
    commitment: String,
    /// The seed: the SHA-256 of the 32 bytes that these digits write must be the commitment. Null for a daily deal
    /// until the day is over.
    #[schema(required)]
    seed: Option<String>,
    /// The position the game began from, in its notation; null where it was the start of a game.
    #[schema(required)]
    position: Option<String>,
    /// The names of the seats.
    names: Vec<String>,
    /// What was done, in order.
    entries: Vec<RecordEntry>,
    /// How it ended; null if the table ended before the game.
    #[schema(required)]
    outcome: Option<Outcome>,
}

/// One entry of a record.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordEntry {
    /// Who did it.
    #[schema(value_type = u8)]
    seat: Seat,
    /// The action in the game's notation; null where the seat took its latest one back.
    #[schema(required)]
    action: Option<String>,
}

fn action(deed: &Deed) -> Option<String> {
    match deed {
        Deed::Play(action) => Some(action.clone()),
        Deed::Undo => None,
    }
}

/// The match, once everything may be told.
pub(crate) fn finished(table: &Table) -> Result<&dyn AnyMatch, Problem> {
    if table.status != Status::Over {
        return Err(Reject::NotOver.into());
    }
    if table.is_outdated() {
        return Err(Reject::NotPlayable("its rules have changed since".to_owned()).into());
    }
    Ok(table.playing.as_deref().ok_or(Reject::NotBegun)?)
}

/// The record, once everything may be told; `now` says whether the day of a daily deal is over.
pub(crate) fn told(table: &Table, now: i64) -> Result<Record, Problem> {
    if table.status != Status::Over {
        return Err(Reject::NotOver.into());
    }
    Ok(table.record(now).ok_or(Reject::NotBegun)?)
}

impl RecordSeen {
    pub(crate) fn of(table: &Table, now: i64) -> Result<Self, Problem> {
        let record = told(table, now)?;
        let outcome = table.playing.as_ref().and_then(|playing| playing.outcome());
        let entry = |entry: &bobbin_game::RecordEntry| RecordEntry {
            seat: entry.seat,
            action: action(&entry.deed),
        };
        Ok(RecordSeen {
            names: with_guests(&record.names(table.seats.len())),
            entries: record.entries.iter().map(entry).collect(),
            game: record.game,
            rules: record.rules,
            content: record.content.to_string(),
            options: record.setup,
            commitment: record.commitment.to_string(),
            seed: record.seed.map(|seed| seed.to_string()),
            position: table.plan.position.clone(),
            outcome,
        })
    }
}

/// The record of a finished game
#[utoipa::path(get, path = "/api/tables/{table}/record", tag = "records", params(("table" = String, Path,)),
    responses((status = 200, body = RecordSeen), Problems))]
pub(crate) async fn record(
    State(app): State<App>,
    Asker(owner): Asker,
    Path(id): Path<String>,
) -> Result<Written, Problem> {
    let table = app.live.table(&id).await?;
    let now = app.clock.wall();
    let answer = move || Written::of(&RecordSeen::of(&table, now)?);
    app.work.answer(owner, answer).await
}

/// The record of a finished game as text
///
/// `bobbin replay` plays it again and checks it.
#[utoipa::path(get, path = "/api/tables/{table}/record.txt", tag = "records", params(("table" = String, Path,)),
    responses((status = 200, content_type = "text/plain", body = String), Problems))]
pub(crate) async fn record_text(
    State(app): State<App>,
    Asker(owner): Asker,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let table = app.live.table(&id).await?;
    let now = app.clock.wall();
    let written = move || Ok(told(&table, now)?.to_string());
    let text = app.work.answer(owner, written).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Who looks back.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewerQuery {
    /// The number of a seat, "spectator", or "everything"; spectator if you do not say.
    pub(crate) seat: Option<String>,
}

/// Who looks back at a finished game.
pub(crate) fn viewer_back(table: &Table, wish: Option<&str>) -> Result<Viewer, Problem> {
    match wish {
        None | Some("spectator") => Ok(Viewer::Spectator),
        Some("everything") => Ok(Viewer::Everything),
        Some(number) => {
            let seat = number.parse().ok().filter(|seat| *seat < table.seats.len());
            Ok(Viewer::Seat(Seat::new(
                seat.ok_or_else(|| Problem::not_found("seat"))?,
            )))
        }
    }
}

/// A moment of a finished game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionSeen {
    /// How many entries of the record had happened.
    index: usize,
    /// How many there are in all.
    of: usize,
    /// How many actions stood: those that were taken back do not count.
    standing: usize,
    /// Who looks: the number of a seat, "spectator" or "everything".
    #[schema(value_type = Value)]
    viewer: Viewer,
    /// Who did the latest entry; null before the first.
    #[schema(value_type = Option<u8>, required)]
    seat: Option<Seat>,
    /// The action of the latest entry in the game's notation; null where it was taken back.
    #[schema(required)]
    action: Option<String>,
    /// What happened with it, as far as the viewer could know.
    happenings: Vec<Happening>,
    /// Who was to act.
    #[schema(value_type = Vec<u8>)]
    to_act: Vec<Seat>,
    /// What the viewer saw.
    view: Value,
    /// What the viewer had to do.
    #[schema(required)]
    prompt: Option<Prompt>,
    /// How the game ended, at its end.
    #[schema(required)]
    outcome: Option<Outcome>,
}

/// Any moment of a finished game, as any seat saw it
#[utoipa::path(get, path = "/api/tables/{table}/positions/{index}", tag = "records",
    params(("table" = String, Path,), ("index" = u32, Path,), ViewerQuery),
    responses((status = 200, body = PositionSeen), Problems))]
pub(crate) async fn position(
    State(app): State<App>,
    Asker(owner): Asker,
    Path((id, index)): Path<(String, u32)>,
    Query(query): Query<ViewerQuery>,
) -> Result<Written, Problem> {
    let table = app.live.table(&id).await?;
    let answer = app.work.answer(owner, move || {
        let index = index as usize;
        let viewer = viewer_back(&table, query.seat.as_deref())?;
        let of = finished(&table)?.version();
        if index > of {
            return Err(Problem::not_found("position"));
        }
        Written::of(&PositionSeen::of(&*table.replayed(index)?, of, viewer, true)?)
    });
    answer.await
}

impl PositionSeen {
    /// The match as it was after some of its entries, and how many it has in all.
    pub(crate) fn of(
        playing: &dyn AnyMatch,
        of: usize,
        viewer: Viewer,
        views: bool,
    ) -> Result<Self, Problem> {
        let (index, standing) = (playing.version(), playing.standing());
        let latest = index.checked_sub(1).and_then(|latest| playing.entry(latest));
        let action = latest.as_ref().and_then(|entry| action(&entry.deed));
        // The latest action that stands is that of the latest entry, if it was an action.
        let lines = match &action {
            Some(_) => playing.log(viewer, standing - 1).unwrap_or_default(),
            None => Vec::new(),
        };
        let happenings = lines.into_iter().flat_map(|line| line.happenings);
        Ok(PositionSeen {
            index,
            of,
            standing,
            viewer,
            seat: latest.map(|entry| entry.seat),
            happenings: happenings.collect(),
            action,
            to_act: playing.to_act().iter().collect(),
            view: if views {
                playing.view(viewer).map_err(|_| Problem::not_found("seat"))?
            } else {
                Value::Null
            },
            prompt: playing.prompt(viewer).ok(),
            outcome: playing.outcome(),
        })
    }
}
