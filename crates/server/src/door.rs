//! The door that every request about a table passes, so that no route can forget whom it is not for: those who would
//! learn a deal that is still a secret, those whom somebody at the table has blocked, and all who do not sit there
//! where only those may watch.

use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::daily;
use crate::error::Problem;
use crate::identity::Visitor;
use crate::people::neighbors::closed_to;
use crate::sessions::Session;

/// May whoever asks look at this table, sit down there and do all else that is about it?
pub(crate) async fn check_may_come(app: &App, table: &str, session: Option<&Session>) -> Result<(), Problem> {
    let person = session.map(|session| session.person.id.as_str());
    daily::check_may_look(app, table, person).await?;
    match app.live.look(table, |table| Ok(closed_to(table, session))).await {
        Ok(closed) => closed.map_or(Ok(()), Err),
        // Where there is none, whoever is asked says so.
        Err(problem) if problem.status() == StatusCode::NOT_FOUND => Ok(()),
        Err(problem) => Err(problem),
    }
}

/// Every request about a table passes here, whatever it asks.
pub(crate) async fn door(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Err(problem) = check(&app, &mut parts).await {
        return problem.into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

async fn check(app: &App, parts: &mut Parts) -> Result<(), Problem> {
    // Decoded, as the routes read it.
    let Ok(found) = RawPathParams::from_request_parts(parts, app).await else {
        return Ok(());
    };
    let table = found.iter().find(|(name, _)| *name == "table");
    let Some(table) = table.map(|(_, table)| table.to_owned()) else {
        return Ok(());
    };
    let Visitor(session) = Visitor::from_request_parts(parts, app).await?;
    check_may_come(app, &table, session.as_deref()).await
}
