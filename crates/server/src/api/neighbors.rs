//! People at the same table: muting, blocking, reporting. Nobody is told another's id, so people are named by their seat.

use axum::extract::State;
use axum::http::StatusCode;
use bobbin_game::Seat;
use bobbin_store::{Document, Store};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::clock;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::secrets;
use crate::table::Table;

/// How the database calls what someone wants of another.
const BLOCK: &str = "block";

/// How the database calls reports.
pub const REPORT: &str = "report";

/// So many reports may wait, of one person and in all.
const MOST_REPORTS_OF_ONE: usize = 10;
const MOST_REPORTS: usize = 2_000;

/// The most people one may mute or block.
const MOST: usize = 500;

/// What you want of someone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Distance {
    /// What they say is not shown to you.
    Mute,
    /// The same, and they cannot sit down where you sit or at a table of yours.
    Block,
}

/// What is kept of it.
#[derive(Serialize, Deserialize)]
struct Kept {
    id: String,
    other: String,
    name: String,
    distance: Distance,
}

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

fn document_id(me: &str, other: &str) -> String {
    format!("{me} {other}")
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
    let (other, name) = app.hall.look(&table, |table| neighbor(table, me, seat)).await?;
    let store = &*app.hall.store;
    let known = store.documents(BLOCK, Some(me)).await?;
    let is_known = known
        .iter()
        .any(|document| document.id == document_id(me, &other));
    if known.len() >= MOST && !is_known {
        let message = "You keep too many people at a distance: let some come near again.";
        return Err(Problem::conflict("too_many_neighbors", message));
    }
    let kept = Kept {
        id: secrets::unguessable::<12>(),
        distance: body.distance,
        name,
        other,
    };
    let document = Document {
        kind: BLOCK.to_owned(),
        id: document_id(me, &kept.other),
        person: Some(me.clone()),
        body: serde_json::to_string(&kept).unwrap_or_default(),
        created_at: clock::wall(),
    };
    store.put_document(&document).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn kept_by(store: &dyn Store, person: &str) -> Result<Vec<(Document, Kept)>, Problem> {
    let documents = store.documents(BLOCK, Some(person)).await?;
    let read = documents.into_iter().filter_map(|document| {
        let kept = serde_json::from_str(&document.body).ok()?;
        Some((document, kept))
    });
    Ok(read.collect())
}

/// People you have muted or blocked
#[utoipa::path(get, path = "/api/me/neighbors", tag = "people", responses((status = 200, body = Vec<Neighbor>), Problems))]
pub(crate) async fn neighbors(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<Neighbor>>, Problem> {
    someone.check(Scope::Account)?;
    let kept = kept_by(&*app.hall.store, &someone.person.id).await?;
    let told = kept.into_iter().map(|(document, kept)| Neighbor {
        id: kept.id,
        name: kept.name,
        distance: kept.distance,
        created_at: document.created_at,
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
    let store = &*app.hall.store;
    let mut kept = kept_by(store, &someone.person.id).await?.into_iter();
    let (document, _) = kept
        .find(|(_, kept)| kept.id == id)
        .ok_or_else(|| Problem::not_found("neighbor"))?;
    store.delete_document(BLOCK, &document.id).await?;
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
    let kept = kept_by(&*app.hall.store, &someone.person.id).await?;
    let seats = app.hall.look(&table, |table| {
        let of = |kept: &(Document, Kept)| table.seats_of(&kept.1.other).collect::<Vec<Seat>>();
        Ok(kept.iter().flat_map(of).map(|seat| seat.index() as u16).collect())
    });
    Ok(Answer(seats.await?))
}

/// Who of these has blocked this person.
pub(crate) async fn blocked_by(
    store: &dyn Store,
    person: &str,
    others: &[String],
) -> Result<Vec<String>, Problem> {
    let mut blocking = Vec::new();
    for other in others.iter().filter(|other| *other != person) {
        let found = store.document(BLOCK, &document_id(other, person)).await?;
        let kept = found.and_then(|found| serde_json::from_str::<Kept>(&found.body).ok());
        if kept.is_some_and(|kept| kept.distance == Distance::Block) {
            blocking.push(other.clone());
        }
    }
    Ok(blocking)
}

/// May this person sit down among these? Who has blocked whom is told to nobody.
pub(crate) async fn check_welcome(store: &dyn Store, person: &str, others: &[String]) -> Result<(), Problem> {
    if blocked_by(store, person, others).await?.is_empty() {
        return Ok(());
    }
    let message = "You cannot sit down at this table: look for another one.";
    Err(Problem::forbidden("not_welcome", message))
}

/// Something to tell whoever runs the server.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportBody {
    /// What happened: 1 to 1000 characters.
    #[schema(min_length = 1, max_length = 1000)]
    text: String,
}

/// A report, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Who reports.
    pub by: String,
    /// About whom.
    pub about: String,
    /// The name they had at the table.
    pub name: String,
    /// Where.
    pub table: String,
    /// What happened, in the words of who reports.
    pub text: String,
    /// What was last said there by whom it is about.
    pub said: Vec<String>,
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
    let waiting = app.hall.store.documents(REPORT, None).await?;
    let own = waiting.iter().filter(|document| {
        let report = serde_json::from_str::<Report>(&document.body);
        report.is_ok_and(|report| report.by == me)
    });
    if own.count() >= MOST_REPORTS_OF_ONE || waiting.len() >= MOST_REPORTS {
        let message = "What was reported before has not been read yet: come again later.";
        return Err(Problem::conflict("too_many_reports", message));
    }
    let report = app.hall.look(&id, |table| {
        if table.seats_of(&me).next().is_none() {
            return Err(super::tables::not_yours());
        }
        let (about, name) = neighbor(table, &me, seat)?;
        let own = table.chat.iter().rev();
        let own = own.filter(|line| line.seat.index() == usize::from(seat));
        Ok(Report {
            by: me.clone(),
            about,
            name,
            table: table.id.clone(),
            text,
            said: own.take(20).map(|line| line.text.clone()).collect(),
        })
    });
    let report = report.await?;
    let document = Document {
        kind: REPORT.to_owned(),
        id: secrets::unguessable::<12>(),
        person: None,
        body: serde_json::to_string(&report).unwrap_or_default(),
        created_at: clock::wall(),
    };
    app.hall.store.put_document(&document).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Someone goes for good: what others wanted of them and what was reported about or by them goes, too.
pub(crate) async fn forget(store: &dyn Store, person: &str) -> Result<(), Problem> {
    for document in store.documents(BLOCK, None).await? {
        let kept = serde_json::from_str::<Kept>(&document.body);
        if kept.is_ok_and(|kept| kept.other == person) {
            store.delete_document(BLOCK, &document.id).await?;
        }
    }
    for document in store.documents(REPORT, None).await? {
        let report = serde_json::from_str::<Report>(&document.body);
        if report.is_ok_and(|report| report.about == person || report.by == person) {
            store.delete_document(REPORT, &document.id).await?;
        }
    }
    Ok(())
}
