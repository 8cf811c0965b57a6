//! People at the same table: muting, blocking, reporting. Nobody is told another's id, so people are named by their
//! seat.

use axum::extract::State;
use axum::http::StatusCode;
use bobbin_game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::people::neighbors::{
    Distance, KeptDistance, PersonReport, check_may_report, file, keep_at, kept_by, let_come_near,
};
use crate::table::Table;

/// Someone you have muted or blocked.
#[derive(Serialize, ToSchema)]
pub(crate) struct Neighbor {
    /// Its name for the server.
    id: String,
    /// Their name when you did.
    name: String,
    /// What you want of them.
    distance: Distance,
    /// Since when, in milliseconds since 1970.
    created_at: i64,
}

/// A wish to keep someone at a distance.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DistanceBody {
    /// Mute or block.
    distance: Distance,
}

/// The person at a seat, if it is somebody else.
fn neighbor(table: &Table, me: &str, seat: u8) -> Result<(String, String), Problem> {
    let seats = table.seats.len();
    let seat = usize::from(seat);
    if seat >= seats {
        return Err(Problem::not_found("seat"));
    }
    let state = table.seat(Seat::new(seat))?;
    match state.person() {
        Some(person) if person == me => Err(Problem::unacceptable("own_seat", "This is your own seat.")),
        Some(person) => Ok((person.to_owned(), state.name().to_owned())),
        None => Err(Problem::conflict("nobody_there", "No person sits there.")),
    }
}

/// Mute or block someone at a table
///
/// They are not told.
#[utoipa::path(post, path = "/api/tables/{table}/seats/{seat}/distance", tag = "people",
    params(("table" = String, Path,), ("seat" = u8, Path,)), request_body = DistanceBody,
    responses((status = 204), Problems))]
pub(crate) async fn keep_distance(
    State(app): State<App>,
    someone: Someone,
    Path((table, seat)): Path<(String, u8)>,
    Body(body): Body<DistanceBody>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let me = &someone.person.id;
    let (other, name) = app.live.look(&table, |table| neighbor(table, me, seat)).await?;
    let store = &*app.store;
    keep_at(store, &app.clock, me, other, name, body.distance).await?;
    app.lobby.ask_distances_again();
    Ok(StatusCode::NO_CONTENT)
}

/// People you have muted or blocked
#[utoipa::path(get, path = "/api/me/neighbors", tag = "people", responses((status = 200, body = Vec<Neighbor>), Problems))]
pub(crate) async fn neighbors(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<Neighbor>>, Problem> {
    someone.check(Scope::Account)?;
    let kept = kept_by(&*app.store, &someone.person.id).await?;
    let told = kept.into_iter().map(|kept| Neighbor {
        id: kept.id,
        name: kept.name,
        distance: kept.distance,
        created_at: kept.created_at,
    });
    Ok(Answer(told.collect()))
}

/// Let someone come near again
#[utoipa::path(delete, path = "/api/me/neighbors/{neighbor}", tag = "people", params(("neighbor" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn let_near(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let store = &*app.store;
    let_come_near(store, &someone.person.id, &id).await?;
    app.lobby.ask_distances_again();
    Ok(StatusCode::NO_CONTENT)
}

/// Seats whose people you have muted or blocked
///
/// What they say is yours to hide.
#[utoipa::path(get, path = "/api/tables/{table}/muted", tag = "people", params(("table" = String, Path,)),
    responses((status = 200, body = Vec<u16>), Problems))]
pub(crate) async fn muted(
    State(app): State<App>,
    someone: Someone,
    Path(table): Path<String>,
) -> Result<Answer<Vec<u16>>, Problem> {
    someone.check(Scope::Read)?;
    let kept = kept_by(&*app.store, &someone.person.id).await?;
    let seats = app.live.look(&table, |table| Ok(muted_at(table, &kept)));
    Ok(Answer(seats.await?))
}

/// The seats at which those sit whom somebody keeps at a distance, in order: it tells nothing of who they are.
pub(crate) fn muted_at(table: &Table, kept: &[KeptDistance]) -> Vec<u16> {
    let of = |kept: &KeptDistance| table.seats_of(&kept.other).collect::<SeatSet>();
    let muted: SeatSet = kept.iter().flat_map(|kept| of(kept).iter()).collect();
    muted.iter().map(|seat| seat.index() as u16).collect()
}

/// Something to tell whoever runs the server.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportBody {
    /// What happened: 1 to 1000 characters.
    #[schema(min_length = 1, max_length = 1000)]
    text: String,
}

/// Report someone at a table
///
/// Whoever runs the server reads it, with what that person said last. They are not told.
#[utoipa::path(post, path = "/api/tables/{table}/seats/{seat}/report", tag = "people",
    params(("table" = String, Path,), ("seat" = u8, Path,)), request_body = ReportBody,
    responses((status = 204), Problems))]
pub(crate) async fn report(
    State(app): State<App>,
    someone: Someone,
    Path((id, seat)): Path<(String, u8)>,
    Body(body): Body<ReportBody>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let text = body.text.trim().to_owned();
    let is_control = |letter: char| letter.is_control() && letter != '\n';
    if text.is_empty() || text.chars().count() > 1000 || text.chars().any(is_control) {
        let message = "A report has 1 to 1000 characters that can be seen.";
        return Err(Problem::unacceptable("text", message));
    }
    let me = someone.person.id.clone();
    app.limits.reports.check(&me)?;
    let store = &*app.store;
    check_may_report(store, &me).await?;
    let report = app.live.look(&id, |table| {
        if table.seats_of(&me).next().is_none() {
            return Err(super::tables::not_yours());
        }
        let (about, name) = neighbor(table, &me, seat)?;
        let own = table.chat.iter().rev();
        let own = own.filter(|line| line.seat.index() == usize::from(seat));
        Ok(PersonReport {
            by: me.clone(),
            about,
            name,
            table: table.id.clone(),
            text,
            said: own.take(20).map(|line| line.text.clone()).collect(),
        })
    });
    file(store, &app.clock, &report.await?).await?;
    Ok(StatusCode::NO_CONTENT)
}
