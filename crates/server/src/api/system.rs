//! For whoever runs the server.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::{Answer, Problems};
use crate::App;
use crate::error::Problem;

/// Is the server well?
#[utoipa::path(get, path = "/healthz", tag = "system", responses((status = 200, content_type = "application/json", body = String), Problems))]
pub(crate) async fn health(State(app): State<App>) -> Result<Answer<&'static str>, Problem> {
    app.hall.store.check().await?;
    Ok(Answer("well"))
}

/// What the server counts, for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "system",
    responses((status = 200, content_type = "text/plain", body = String), Problems))]
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (headers, app.hall.metrics.text()).into_response()
}
