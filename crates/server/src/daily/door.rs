//! The door that every request about a table passes: a daily deal is a secret as long as its day lasts.

use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{PREFIX, attempt_of};
use crate::App;
use crate::error::Problem;
use crate::identity::Visitor;

/// May this person look at this table? At one of a daily deal only who plays there or has played the deal, as long as
/// the day lasts.
pub(crate) async fn check_may_look(app: &App, table: &str, person: Option<&str>) -> Result<(), Problem> {
    if !table.starts_with(PREFIX) {
        return Ok(());
    }
    let (game, date, is_owner) = app
        .live
        .look(table, |table| {
            let is_owner = person == Some(table.plan.owner.as_str());
            Ok((table.plan.game.clone(), table.plan.purpose.date(), is_owner))
        })
        .await?;
    let Some(date) = date.filter(|date| !is_owner && !date.is_over(app.clock.wall())) else {
        return Ok(());
    };
    let own = match person {
        Some(person) => attempt_of(&*app.store, &game, date, person).await?,
        None => None,
    };
    if own.is_some_and(|attempt| attempt.result.is_some()) {
        return Ok(());
    }
    Err(Problem::forbidden(
        "daily",
        "This is today's deal: play it yourself first, then you may look.",
    ))
}

/// Every request about a table passes here, whatever it asks.
pub(crate) async fn door(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    // Decoded, as the routes read it.
    let table = match RawPathParams::from_request_parts(&mut parts, &app).await {
        Ok(found) => found
            .iter()
            .find(|(name, _)| *name == "table")
            .map(|(_, table)| table.to_owned()),
        Err(_) => None,
    };
    if let Some(table) = table.filter(|table| table.starts_with(PREFIX)) {
        let visitor = match Visitor::from_request_parts(&mut parts, &app).await {
            Ok(visitor) => visitor,
            Err(problem) => return problem.into_response(),
        };
        if let Err(problem) = check_may_look(&app, &table, visitor.id()).await {
            return problem.into_response();
        }
    }
    next.run(Request::from_parts(parts, body)).await
}
