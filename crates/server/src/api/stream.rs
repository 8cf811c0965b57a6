//! What happens at a table, as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

use super::tables::viewer;
use super::{Path, Problems, Query};
use crate::App;
use crate::error::Problem;
use crate::identity::{Asker, Visitor};
use crate::live::Listening;
use crate::metrics::Gauged;
use crate::table::Table;

/// Which stream, and from where.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StreamQuery {
    /// The number of one of your seats, or "spectator". Your first seat if you have one.
    seat: Option<String>,
    /// The number of the last event you know, as the header `Last-Event-ID`.
    after: Option<u32>,
}

/// After this time without an event a line that says nothing, so that both ends know the other is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Watch a table
///
/// Server-sent events: each `data` is an `EventBody`, each `id` its number. With `Last-Event-ID` (a browser sends it by
/// itself) you are told exactly what you missed; without, the first event says how things stand. Nothing is missed and
/// nothing comes twice; what you may not know of has no event and no number.
#[utoipa::path(get, path = "/api/tables/{table}/events", tag = "play", params(("table" = String, Path,), StreamQuery),
    responses((status = 200, content_type = "text/event-stream", body = String), Problems))]
pub(crate) async fn events(
    State(app): State<App>,
    visitor: Visitor,
    Asker(owner): Asker,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<StreamQuery>,
) -> Result<Response, Problem> {
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok()?.parse().ok());
    let who = |table: &Table| viewer(table, visitor.0.as_deref(), query.seat.as_deref());
    let session = visitor.0.clone();
    let (first, listening) = app
        .live
        .listen(&id, who, owner, session, last.or(query.after))
        .await?;
    let counted = Gauged::new(&app.metrics, |metrics| &metrics.streams);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    // A browser waits this long before it comes again.
    let hello = Bytes::from_static(b"retry: 1000\n\n");
    let first: Vec<Bytes> = std::iter::once(hello).chain(first).collect();
    let body = HttpBody::from_stream(stream::unfold((first.into_iter(), listening, counted), next));
    Ok((headers, body).into_response())
}

type Streaming = (std::vec::IntoIter<Bytes>, Listening, Gauged);

/// What comes next. Nothing more does once the right to listen has gone, not even what was told before that and waits
/// to be read.
async fn next(
    (mut first, mut listening, counted): Streaming,
) -> Option<(Result<Bytes, Infallible>, Streaming)> {
    if listening.ended.is_cancelled() {
        return None;
    }
    if let Some(frame) = first.next() {
        return Some((Ok(frame), (first, listening, counted)));
    }
    let frame = tokio::select! {
        biased;
        () = listening.ended.cancelled() => return None,
        frame = listening.frames.recv() => frame?,
        () = tokio::time::sleep(KEEP_ALIVE) => Bytes::from_static(b": still here\n\n"),
    };
    Some((Ok(frame), (first, listening, counted)))
}
