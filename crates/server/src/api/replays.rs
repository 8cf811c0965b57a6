//! Finished games step by step: pages of positions, so that stepping needs no waiting, and pictures.

use std::ops::Range;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bobbin_game::{Deed, Viewer};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::records::{PositionSeen, ViewerQuery, finished, viewer_back};
use super::{Path, Problems, Query, Written};
use crate::App;
use crate::error::Problem;
use crate::identity::Asker;
use crate::table::{Reject, Table};

/// The most positions in one answer, with views and without.
const MOST: usize = 50;
const MOST_WITHOUT_VIEWS: usize = 2000;

/// Which part of a game, and who looks back.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReplayQuery {
    /// The number of a seat, "spectator", or "everything"; spectator if you do not say.
    seat: Option<String>,
    /// The index of the first position; 0 if you do not say.
    from: Option<u32>,
    /// At most so many positions: 50, or 2000 without views. You may get fewer than you ask for.
    #[param(minimum = 1, maximum = 2000)]
    count: Option<u32>,
    /// With `false` the view of each position is null: for a list of everything that happened.
    views: Option<bool>,
}

/// A part of a finished game.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplaySeen {
    /// How many entries the record has: positions are numbered from 0 to this.
    of: usize,
    /// Who looks: the number of a seat, "spectator" or "everything".
    #[schema(value_type = Value)]
    viewer: Viewer,
    /// The positions, in order.
    positions: Vec<PositionSeen>,
}

/// Many moments of a finished game at once
#[utoipa::path(get, path = "/api/tables/{table}/replay", tag = "records",
    params(("table" = String, Path,), ReplayQuery), responses((status = 200, body = ReplaySeen), Problems))]
pub(crate) async fn replay(
    State(app): State<App>,
    Asker(owner): Asker,
    Path(id): Path<String>,
    Query(query): Query<ReplayQuery>,
) -> Result<Written, Problem> {
    let from = query.from.unwrap_or(0) as usize;
    let views = query.views.unwrap_or(true);
    let most = if views { MOST } else { MOST_WITHOUT_VIEWS };
    let count = query.count.map_or(most, |count| (count as usize).clamp(1, most));
    let table = app.live.table(&id).await?;
    let answer = app.work.answer(owner, move || {
        let viewer = viewer_back(&table, query.seat.as_deref())?;
        Written::of(&page(&table, viewer, from..from + count, views)?)
    });
    answer.await
}

/// The first position is played from the nearest checkpoint, the others on from there.
fn page(table: &Table, viewer: Viewer, part: Range<usize>, views: bool) -> Result<ReplaySeen, Problem> {
    let from = part.start;
    let whole = finished(table)?;
    let of = whole.version();
    if from > of {
        return Err(Problem::not_found("position"));
    }
    let mut playing = table.replayed(from)?;
    let last = of.min(part.end - 1);
    let mut positions = Vec::with_capacity(last + 1 - from);
    for index in from..=last {
        if index > from {
            let entry = whole.entry(index - 1).ok_or(Reject::Damaged)?;
            let done = match &entry.deed {
                Deed::Play(action) => playing.play(entry.seat, action).is_ok(),
                Deed::Undo => playing.undo(entry.seat).is_ok(),
            };
            if !done {
                return Err(Reject::Damaged.into());
            }
        }
        positions.push(PositionSeen::of(&*playing, of, viewer, views)?);
    }
    Ok(ReplaySeen {
        of,
        viewer,
        positions,
    })
}

/// A picture of any moment of a finished game
///
/// SVG, where the game draws itself.
#[utoipa::path(get, path = "/api/tables/{table}/positions/{index}/picture.svg", tag = "records",
    params(("table" = String, Path,), ("index" = u32, Path,), ViewerQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), Problems))]
pub(crate) async fn picture(
    State(app): State<App>,
    Asker(owner): Asker,
    Path((id, index)): Path<(String, u32)>,
    Query(query): Query<ViewerQuery>,
) -> Result<Response, Problem> {
    let table = app.live.table(&id).await?;
    let drawn = app.work.answer(owner, move || {
        let viewer = viewer_back(&table, query.seat.as_deref())?;
        if index as usize > finished(&table)?.version() {
            return Err(Problem::not_found("position"));
        }
        let playing = table.replayed(index as usize)?;
        let drawn = playing.svg(viewer).map_err(|_| Problem::not_found("seat"))?;
        drawn.ok_or_else(|| Problem::not_found("picture: this game does not draw itself"))
    });
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, drawn.await?).into_response())
}
