//! Records that people bring along.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Answer, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::new_table::upload;
use crate::secrets;
use crate::table::Entry;

/// A table that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableMade {
    /// Its id.
    pub(crate) table: String,
}

/// The most bytes of a record.
const MOST_BYTES: usize = 256 * 1024;

/// Bring a record
///
/// The record of a finished game as text, at most 256 KiB. It is played again and everything it says is checked; then
/// it is kept as a finished table that can be looked at, and counts for nothing. `422` says in which `line` and
/// `column` it is wrong; then nothing is kept.
#[utoipa::path(post, path = "/api/records", tag = "records",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = TableMade), Problems))]
pub(crate) async fn upload(
    State(app): State<App>,
    someone: Someone,
    request: Request,
) -> Result<Response, Problem> {
    someone.check(Scope::Play)?;
    app.limits.tables.check(&someone.person.id)?;
    let body = axum::body::to_bytes(request.into_body(), MOST_BYTES);
    let body = body.await.map_err(|_| Problem::too_large())?;
    let plan = upload::checked(&app.work, body.to_vec(), someone.person.id.clone()).await?;
    let table = secrets::unguessable::<12>();
    app.live.create(&table, Entry::Created(Box::new(plan))).await?;
    Ok((StatusCode::CREATED, Answer(TableMade { table })).into_response())
}
