//! What happens at a table, as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
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
use crate::live::{Listening, may_listen};
use crate::metrics::Gauged;
use crate::squeeze;
use crate::table::{Form, Table};

/// Which stream, and from where.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StreamQuery {
    /// The number of one of your seats, or "spectator". Your first seat if you have one.
    seat: Option<String>,
    /// The number of the last event you know, as the header `Last-Event-ID`.
    after: Option<u32>,
    /// Tell only what changed: each `data` but a first one of how things stand is an `EventChanges` then.
    #[serde(default)]
    changes: bool,
}

/// After this time without an event a line that says nothing, so that both ends know the other is there.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);

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
    let who = |table: &Table| {
        let viewer = viewer(table, visitor.0.as_deref(), query.seat.as_deref())?;
        if may_listen(table, visitor.0.as_deref(), viewer) {
            return Ok(viewer);
        }
        let message = "Look from your own seat: not all that is said here is said to you.";
        Err(Problem::forbidden("own_seat_only", message))
    };
    let session = visitor.0.clone();
    let form = Form {
        by_changes: query.changes,
        is_squeezed: takes_gzip(&headers),
    };
    let (first, listening) = app
        .live
        .listen(&id, who, owner, session, form, last.or(query.after))
        .await?;
    let counted = Gauged::new(&app.metrics, |metrics| &metrics.streams);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "accept-encoding"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let head = form.is_squeezed.then_some(squeeze::HEAD);
    let hello = plain(HELLO, form);
    let first: Vec<Bytes> = head.into_iter().chain([hello]).chain(first).collect();
    let streaming = Streaming {
        first: first.into_iter(),
        listening,
        form,
        _counted: counted,
    };
    let body = HttpBody::from_stream(stream::unfold(streaming, next));
    let mut response = (headers, body).into_response();
    if form.is_squeezed {
        let gzip = HeaderValue::from_static("gzip");
        response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
    }
    Ok(response)
}

/// A browser waits this long before it comes again.
pub(super) const HELLO: &[u8] = b"retry: 1000\n\n";

/// A line that says nothing.
pub(super) const STILL_HERE: &[u8] = b": still here\n\n";

/// Does whoever asks take what is compressed like this? Who only would not mind anything (`*`) is sent it as it is.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let taken = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut taken = taken
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','));
    taken.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
        is_gzip && weight.unwrap_or(1.0_f32) > 0.0
    })
}

/// Something that is the same for all.
fn plain(text: &'static [u8], form: Form) -> Bytes {
    if form.is_squeezed {
        squeeze::stored(text)
    } else {
        Bytes::from_static(text)
    }
}

/// A stream on its way.
struct Streaming {
    first: std::vec::IntoIter<Bytes>,
    listening: Listening,
    form: Form,
    _counted: Gauged,
}

/// What comes next. Nothing more does once the right to listen has gone, not even what was told before that and waits
/// to be read.
async fn next(mut streaming: Streaming) -> Option<(Result<Bytes, Infallible>, Streaming)> {
    let listening = &mut streaming.listening;
    if listening.ended.is_cancelled() {
        return None;
    }
    if let Some(frame) = streaming.first.next() {
        return Some((Ok(frame), streaming));
    }
    let frame = tokio::select! {
        biased;
        () = listening.ended.cancelled() => return None,
        frame = listening.frames.recv() => frame?,
        () = tokio::time::sleep(KEEP_ALIVE) => plain(STILL_HERE, streaming.form),
    };
    Some((Ok(frame), streaming))
}
