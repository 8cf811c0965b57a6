//! For whoever runs the server.

use axum::extract::State;
use axum::response::Response;

use super::{Answer, Problems};
use crate::App;
use crate::address::Caller;
use crate::error::Problem;

/// Is the server well?
#[utoipa::path(get, path = "/healthz", tag = "system", responses((status = 200, content_type = "application/json", body = String), Problems))]
pub(crate) async fn health(State(app): State<App>) -> Result<Answer<&'static str>, Problem> {
    app.hall.store.check().await?;
    Ok(Answer("well"))
}

/// What the server counts, for Prometheus
///
/// On the machine of the server and past any proxy only, unless it is run with `--public-metrics`: at a quiet server the
/// counts would tell when someone acts in secret. `--metrics-listen` tells them at an address of their own.
#[utoipa::path(get, path = "/metrics", tag = "system",
    responses((status = 200, content_type = "text/plain", body = String), Problems))]
pub(crate) async fn metrics(State(app): State<App>, caller: Caller) -> Result<Response, Problem> {
    if !caller.is_here && !app.hall.settings.public_metrics {
        let message = "The counts are for whoever runs the server: ask on its own machine, past any proxy.";
        return Err(Problem::forbidden("metrics", message));
    }
    Ok(app.hall.metrics.response())
}
