//! For whoever runs the server.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;

use super::{Answer, Problems};
use crate::App;
use crate::address::Caller;
use crate::error::Problem;

/// Is the server alive?
///
/// It answers, whatever the database does. A supervisor that gets no answer restarts it.
#[utoipa::path(get, path = "/healthz", tag = "system", responses((status = 200, content_type = "application/json", body = String), Problems))]
pub(crate) async fn health() -> Answer<&'static str> {
    Answer("well")
}

/// How long the database may take to show that it is there.
const READY_WITHIN: Duration = Duration::from_secs(1);

/// Is the server ready to play?
///
/// Something was written to the database and read again within a second. A balancer that is told `503` sends people
/// elsewhere until it is ready again.
#[utoipa::path(get, path = "/readyz", tag = "system", responses((status = 200, content_type = "application/json", body = String), Problems))]
pub(crate) async fn ready(State(app): State<App>) -> Result<Answer<&'static str>, Problem> {
    let now = Instant::now();
    // Whoever asks often is told what was found a moment ago: each look is a write.
    let mut latest = app.ready.lock().await;
    if latest.is_none_or(|(at, _)| now.duration_since(at) > READY_WITHIN / 2) {
        let written = tokio::time::timeout(READY_WITHIN, app.store.check_writer()).await;
        *latest = Some((now, matches!(written, Ok(Ok(())))));
    }
    match *latest {
        Some((_, true)) => Ok(Answer("ready")),
        _ => Err(Problem::unavailable()),
    }
}

/// What the server counts, for Prometheus
///
/// On the machine of the server and past any proxy only, unless it is run with `--public-metrics`: at a quiet server
/// the counts would tell when someone acts in secret. `--metrics-listen` tells them at an address of their own.
#[utoipa::path(get, path = "/metrics", tag = "system",
    responses((status = 200, content_type = "text/plain", body = String), Problems))]
pub(crate) async fn metrics(State(app): State<App>, caller: Caller) -> Result<Response, Problem> {
    if !caller.is_here && !app.settings.public_metrics {
        let message = "The counts are for whoever runs the server: ask on its own machine, past any proxy.";
        return Err(Problem::forbidden("metrics", message));
    }
    Ok(app.metrics.response())
}
