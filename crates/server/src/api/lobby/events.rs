//! What goes on in the lobby, as it happens.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use tokio::sync::watch;

use super::seen::{Eyes, LobbyNews, LobbySeen};
use crate::App;
use crate::api::Problems;
use crate::api::stream::{HELLO, KEEP_ALIVE, STILL_HERE};
use crate::error::Problem;
use crate::identity::Visitor;
use crate::lobby::Now;
use crate::metrics::Gauged;
use crate::sessions::Session;

/// Whoever listens is told again after this time at the soonest.
const REST: Duration = Duration::from_millis(250);

/// Watch the lobby
///
/// Server-sent events: each `data` is a `LobbyNews` with those parts that changed, the first of each stream with all;
/// the ids count on from `Last-Event-ID`. Whoever follows it is here: their seeks for live games stand so long. It ends
/// when you are signed out.
#[utoipa::path(get, path = "/api/lobby/events", operation_id = "lobby_events", tag = "lobby",
    responses((status = 200, content_type = "text/event-stream", body = LobbyNews), Problems))]
pub(crate) async fn events(
    State(app): State<App>,
    visitor: Visitor,
    asked: HeaderMap,
) -> Result<Response, Problem> {
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let last = asked
        .get("last-event-id")
        .and_then(|last| last.to_str().ok()?.parse().ok());
    // Before the first look: nothing that changes after it is missed.
    let changes = app.lobby.listen();
    let first = app.lobby.look().await?;
    let listening = Listening {
        _counted: Gauged::new(&app.metrics, |metrics| &metrics.streams),
        person: visitor.reader().map(str::to_owned),
        session: visitor.0,
        now: first,
        is_new: true,
        known: None,
        told: last.unwrap_or(0),
        eyes: Eyes::default(),
        changes,
        app,
    };
    let hello = stream::iter([Ok::<Bytes, Infallible>(Bytes::from_static(HELLO))]);
    let body = HttpBody::from_stream(hello.chain(stream::unfold(listening, next)));
    Ok((headers, body).into_response())
}

/// A stream on its way.
struct Listening {
    app: App,
    session: Option<Arc<Session>>,
    person: Option<String>,
    changes: watch::Receiver<Arc<Now>>,
    now: Arc<Now>,
    /// Has `now` not been told yet?
    is_new: bool,
    known: Option<LobbySeen>,
    told: u32,
    eyes: Eyes,
    _counted: Gauged,
}

impl Listening {
    /// Ends with the session by which somebody listens, at once, and when the server stops.
    fn is_over(&self) -> bool {
        let has_ended = |session: &Arc<Session>| session.ended().is_cancelled() || session.has_expired();
        self.session.as_ref().is_some_and(has_ended) || self.app.lobby.closing().is_cancelled()
    }

    async fn over(session: Option<Arc<Session>>, app: App) {
        tokio::select! {
            () = async {
                match &session {
                    Some(session) => session.ended().cancelled().await,
                    None => std::future::pending().await,
                }
            } => {}
            () = app.lobby.closing().cancelled() => {}
        }
    }

    /// What is new, as a frame; none if there is nothing to tell.
    async fn frame(&mut self) -> Result<Option<Bytes>, Problem> {
        let seen = self
            .eyes
            .see(&self.app, self.person.as_deref(), &self.now)
            .await?;
        let news = seen.news(self.known.as_ref());
        self.known = Some(seen);
        let Some(news) = news else { return Ok(None) };
        let data = serde_json::to_string(&news).map_err(|_| Problem::unavailable())?;
        self.told = self.told.wrapping_add(1);
        Ok(Some(Bytes::from(format!("id: {}\ndata: {data}\n\n", self.told))))
    }
}

/// What comes next. Whoever cannot be told what they may see is told nothing, and comes again.
async fn next(mut listening: Listening) -> Option<(Result<Bytes, Infallible>, Listening)> {
    let mut is_quiet = false;
    loop {
        if listening.is_over() {
            return None;
        }
        if std::mem::take(&mut listening.is_new) {
            let frame = listening.frame().await.ok()?;
            // What took a moment to find out must not outlast the right to know it.
            if listening.is_over() {
                return None;
            }
            let still_here = is_quiet.then(|| Bytes::from_static(STILL_HERE));
            if let Some(frame) = frame.or(still_here) {
                return Some((Ok(frame), listening));
            }
        }
        let over = Listening::over(listening.session.clone(), listening.app.clone());
        tokio::select! {
            biased;
            () = over => return None,
            changed = listening.changes.changed() => {
                changed.ok()?;
                // Many changes in a moment are told at once.
                tokio::time::sleep(REST).await;
            }
            // Somebody may have blocked somebody at another server, of which nothing else tells.
            () = tokio::time::sleep(KEEP_ALIVE) => is_quiet = true,
        }
        listening.now = Arc::clone(&listening.changes.borrow_and_update());
        listening.is_new = true;
    }
}
