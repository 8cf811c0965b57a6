//! Invitations, from both ends.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::tables::{SeatBody, TableSeen, sit};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone, Visitor};
use crate::people::invitations::{self, Invitee, Standing};
use crate::people::pages::shown_handle;
use crate::people::reports::check_may_speak;
use crate::sessions::Session;

/// An invitation to you.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationSeen {
    /// Its name for the server.
    id: String,
    /// The name of who invites you.
    by: String,
    /// The handle of their page, if they have one that you see.
    #[schema(required)]
    handle: Option<String>,
    /// The table: you may look before you come.
    table: String,
    /// The game's id.
    game: String,
    /// The names of those who sit there, empty for open seats.
    names: Vec<String>,
    /// How many seats are open.
    open: usize,
    /// When you were invited, in milliseconds since 1970.
    at: i64,
}

/// What somebody is invited to, the latest first.
pub(super) async fn of(app: &App, session: &Session) -> Result<Vec<InvitationSeen>, Problem> {
    let store = &*app.store;
    let mut seen = Vec::new();
    for Standing {
        tied,
        row,
        summary,
        by,
    } in invitations::standing(store, session).await?
    {
        seen.push(InvitationSeen {
            handle: shown_handle(store, &tied.other, Some(session)).await?,
            id: tied.id,
            by,
            table: row.id,
            game: row.game,
            names: summary.names,
            open: summary.open,
            at: tied.at,
        });
    }
    Ok(seen)
}

/// Your invitations
///
/// Those that still stand, the latest first: the game has not begun, a seat is open, and whoever invited you is there.
#[utoipa::path(get, path = "/api/me/invitations", operation_id = "invitations", tag = "people",
    responses((status = 200, body = Vec<InvitationSeen>), Problems))]
pub(crate) async fn invitations(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<InvitationSeen>>, Problem> {
    someone.check(Scope::Read)?;
    Ok(Answer(of(&app, &someone).await?))
}

/// For the home page: nothing for who has not come in, or may not read.
pub(super) async fn of_visitor(app: &App, visitor: &Visitor) -> Result<Vec<InvitationSeen>, Problem> {
    match visitor.0.as_ref().filter(|session| session.reads()) {
        Some(session) => of(app, session).await,
        None => Ok(Vec::new()),
    }
}

/// Accept an invitation
///
/// Sits you down at the first seat that is free: nobody keeps one for you. `409 begun`, `409 left`, `409 full`: you are
/// too late.
#[utoipa::path(post, path = "/api/me/invitations/{invitation}", operation_id = "accept_invitation", tag = "people",
    params(("invitation" = String, Path,)), responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn accept(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TableSeen>, Problem> {
    someone.check(Scope::Play)?;
    let (table, tied) = invitations::table_of(&app, &someone, &id).await?;
    let seen = sit(&app, &someone, &table, SeatBody { seat: None }).await?;
    invitations::done_with(&*app.store, &someone.person.id, &tied).await?;
    Ok(seen)
}

/// Decline an invitation
///
/// Whoever invited you sees that you do not come.
#[utoipa::path(delete, path = "/api/me/invitations/{invitation}", operation_id = "decline_invitation", tag = "people",
    params(("invitation" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn decline(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Play)?;
    invitations::decline(&*app.store, &someone.person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody you have invited.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invited {
    /// Its name for the server.
    id: String,
    /// Their name.
    name: String,
    /// They have said that they do not come.
    declined: bool,
}

/// Whom you have invited to a table
///
/// Those who have come are not among them any more.
#[utoipa::path(get, path = "/api/tables/{table}/invitations", operation_id = "sent_invitations", tag = "people",
    params(("table" = String, Path,)), responses((status = 200, body = Vec<Invited>), Problems))]
pub(crate) async fn sent(
    State(app): State<App>,
    someone: Someone,
    Path(table): Path<String>,
) -> Result<Answer<Vec<Invited>>, Problem> {
    someone.check(Scope::Read)?;
    let seated = app
        .live
        .look(&table, |table| Ok(crate::summary::people(table)))
        .await?;
    let mut invited = Vec::new();
    for tied in invitations::open_from(&*app.store, &someone.person.id).await? {
        let person = app.store.person(&tied.other).await?;
        if let Some(person) = person.filter(|person| tied.about == table && !seated.contains(&person.id)) {
            invited.push(Invited {
                id: tied.id,
                name: person.name,
                declined: tied.is_declined,
            });
        }
    }
    Ok(Answer(invited))
}

/// Invite someone to a table
///
/// To one that you made, before its game begins. They find it on their home page and sit down where a seat is free.
/// They are told nothing if they have blocked you, and you are told nothing of that.
#[utoipa::path(post, path = "/api/tables/{table}/invitations", operation_id = "invite", tag = "people",
    params(("table" = String, Path,)), request_body = Invitee, responses((status = 204), Problems))]
pub(crate) async fn invite(
    State(app): State<App>,
    someone: Someone,
    Path(table): Path<String>,
    Body(invitee): Body<Invitee>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Play)?;
    let me = &someone.person.id;
    app.limits.asks.check(me)?;
    check_may_speak(&*app.store, &app.clock, me).await?;
    invitations::invite(&app, &someone, &table, &invitee).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take an invitation back
#[utoipa::path(delete, path = "/api/tables/{table}/invitations/{invitation}", operation_id = "withdraw_invitation",
    tag = "people", params(("table" = String, Path,), ("invitation" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn withdraw(
    State(app): State<App>,
    someone: Someone,
    Path((table, id)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Play)?;
    invitations::withdraw(&*app.store, &someone.person.id, &table, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
