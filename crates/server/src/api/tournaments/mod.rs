//! Tournaments and leagues.

mod seen;
mod wish;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bobbin_tournament::Entrant;
use seen::{TournamentSeen, look};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use wish::{NewTournament, checked};

use super::{Answer, Body, Path, Problems, Query};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone, Visitor};
use crate::secrets;
use crate::table::Level;
use crate::tournaments::{self, BOTS_AT_ONCE, TournamentLine};

/// How it is told.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TournamentQuery {
    /// With the rounds? They are most of it; a program that only waits for its next game leaves them out.
    #[serde(default = "yes")]
    rounds: bool,
}

fn yes() -> bool {
    true
}

/// Tournaments
///
/// Those that are listed, and yours: first those that are not over, then the latest that were over this month or last.
#[utoipa::path(get, path = "/api/tournaments", operation_id = "list_tournaments", tag = "tournaments",
    responses((status = 200, body = Vec<TournamentLine>), Problems))]
pub(crate) async fn list(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Answer<Vec<TournamentLine>>, Problem> {
    Ok(Answer(tournaments::lists(&app, visitor.reader()).await?))
}

/// Make a tournament
///
/// Whoever makes it is its director. Share its id with those who shall enter, or have it listed.
#[utoipa::path(post, path = "/api/tournaments", operation_id = "make_tournament", tag = "tournaments", request_body = NewTournament,
    responses((status = 201, body = TournamentSeen), Problems))]
pub(crate) async fn create(
    State(app): State<App>,
    someone: Someone,
    Body(wish): Body<NewTournament>,
) -> Result<Response, Problem> {
    someone.check(Scope::Play)?;
    app.limits.tables.check(&someone.person.id)?;
    let enters = wish.enter;
    let tournament = checked(&app, &wish, &someone)?;
    tournaments::check_may_make(&app, &someone.person.id).await?;
    let id = secrets::unguessable::<12>();
    tournaments::create(&app, &id, &tournament).await?;
    if enters {
        tournaments::enter(&app, &id, &someone).await?;
    }
    let reader = someone.reads().then_some(someone.person.id.as_str());
    let seen = look(&app, &id, reader, true).await?;
    Ok((StatusCode::CREATED, Answer(seen)).into_response())
}

/// A tournament
///
/// All that there is to see of it. A program asks again every few seconds and plays at the table that `now` tells.
#[utoipa::path(get, path = "/api/tournaments/{tournament}", operation_id = "one_tournament", tag = "tournaments",
    params(("tournament" = String, Path,), TournamentQuery), responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<TournamentQuery>,
) -> Result<Answer<TournamentSeen>, Problem> {
    Ok(Answer(look(&app, &id, visitor.reader(), query.rounds).await?))
}

/// Does something, goes on with the tournament as far as it can, and shows it.
async fn changed(
    app: &App,
    id: &str,
    someone: &Someone,
    done: impl Future<Output = Result<(), Problem>>,
) -> Result<Answer<TournamentSeen>, Problem> {
    someone.check(Scope::Play)?;
    app.limits.tables.check(&someone.person.id)?;
    done.await?;
    // What cannot be done now is done soon: whoever asked has done their part.
    if let Err(problem) = tournaments::advance(app, id).await {
        tracing::warn!(code = problem.code, "a tournament goes on later");
    }
    let reader = someone.reads().then_some(someone.person.id.as_str());
    Ok(Answer(look(app, id, reader, true).await?))
}

/// Enter a tournament
///
/// Before it begins. A program enters with its token. Who is in already is answered, not let in twice.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/enter", operation_id = "enter_tournament", tag = "tournaments",
    params(("tournament" = String, Path,)), responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn enter(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TournamentSeen>, Problem> {
    changed(&app, &id, &someone, tournaments::enter(&app, &id, &someone)).await
}

/// Withdraw
///
/// Before it begins your place is free again. Afterwards you are in no later round; the game you are in goes on.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/withdraw", operation_id = "withdraw_from_tournament", tag = "tournaments",
    params(("tournament" = String, Path,)), responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn withdraw(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TournamentSeen>, Problem> {
    let leave = tournaments::leave(&app, &id, &someone.person.id);
    changed(&app, &id, &someone, leave).await
}

/// Bots of the house.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BotsBody {
    /// How strong.
    level: Level,
    /// How many.
    #[serde(default = "one_bot")]
    #[schema(minimum = 1, maximum = 16)]
    count: u16,
}

fn one_bot() -> u16 {
    1
}

/// Put bots in
///
/// Its director may, before it begins.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/bots", operation_id = "put_bots_in_tournament", tag = "tournaments",
    params(("tournament" = String, Path,)), request_body = BotsBody, responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn add_bots(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<BotsBody>,
) -> Result<Answer<TournamentSeen>, Problem> {
    if !(1..=BOTS_AT_ONCE).contains(&body.count) {
        let message = format!("From one to {BOTS_AT_ONCE} bots are put in at a time.");
        return Err(Problem::unacceptable("count", message));
    }
    let enter = tournaments::enter_bot(&app, &id, &someone.person.id, body.level, body.count);
    changed(&app, &id, &someone, enter).await
}

/// An entrant by their number.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EntrantBody {
    /// The number.
    number: u16,
}

/// Send somebody away
///
/// Its director may: as if they withdrew.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/remove", operation_id = "remove_from_tournament", tag = "tournaments",
    params(("tournament" = String, Path,)), request_body = EntrantBody, responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn remove(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<EntrantBody>,
) -> Result<Answer<TournamentSeen>, Problem> {
    let remove = tournaments::remove(&app, &id, &someone.person.id, Entrant(body.number));
    changed(&app, &id, &someone, remove).await
}

/// Begin a tournament
///
/// Its director may, as soon as there are enough for a table. From then on nobody can enter.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/start", operation_id = "start_tournament", tag = "tournaments",
    params(("tournament" = String, Path,)), responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn start(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TournamentSeen>, Problem> {
    let start = tournaments::start(&app, &id, &someone.person.id);
    changed(&app, &id, &someone, start).await
}

/// Call a tournament off
///
/// Its director may. Games under way can be played to their end; no more rounds are made.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/cancel", operation_id = "cancel_tournament", tag = "tournaments",
    params(("tournament" = String, Path,)), responses((status = 200, body = TournamentSeen), Problems))]
pub(crate) async fn cancel(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TournamentSeen>, Problem> {
    let cancel = tournaments::cancel(&app, &id, &someone.person.id);
    changed(&app, &id, &someone, cancel).await
}
