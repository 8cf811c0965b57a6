//! For whoever runs the server.

use std::net::IpAddr;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::{Answer, Problems};
use crate::App;
use crate::error::Problem;
use crate::http::Caller;

/// Is the server well?
#[utoipa::path(get, path = "/healthz", tag = "system", responses((status = 200, content_type = "application/json", body = String), Problems))]
pub(crate) async fn health(State(app): State<App>) -> Result<Answer<&'static str>, Problem> {
    app.hall.store.check().await?;
    Ok(Answer("well"))
}

/// What the server counts, for Prometheus
///
/// On the machine of the server only, unless it is run with `--public-metrics`: at a quiet server the counts would tell
/// when someone acts in secret.
#[utoipa::path(get, path = "/metrics", tag = "system",
    responses((status = 200, content_type = "text/plain", body = String), Problems))]
pub(crate) async fn metrics(State(app): State<App>, caller: Caller) -> Result<Response, Problem> {
    let is_here = caller
        .address
        .parse::<IpAddr>()
        .is_ok_and(|address| address.to_canonical().is_loopback());
    if !is_here && !app.hall.settings.public_metrics {
        let message = "The counts are for whoever runs the server: ask on its own machine.";
        return Err(Problem::forbidden("metrics", message));
    }
    let headers = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    Ok((headers, app.hall.metrics.text()).into_response())
}
