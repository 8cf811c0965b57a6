//! Tables as one sees them; sitting down, getting up, beginning.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bobbin_game::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Answer, Body, Path, Problems, Query};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone, Visitor};
use crate::live::{Decision, may_view};
use crate::names::told_apart;
use crate::people::forget::remember_table;
use crate::people::neighbors::{check_welcome, closed_to};
use crate::sessions::Session;
use crate::summary::people;
use crate::table::{Entry, Leaving, Level, LogEntry, Place, Reject, Seen, Status, Table, TableInfo};

/// A table, and how it looks from where you sit.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableSeen {
    /// What everybody may know.
    table: TableInfo,
    /// What you see.
    now: Seen,
    /// The latest actions that you may know of, at most a dozen, the latest last.
    latest: Vec<LogEntry>,
    /// How many follow the table without a seat, at this server.
    watching: usize,
    /// What you see of the game as plain text, if you asked for it and the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Which seat looks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SeatQuery {
    /// The number of one of your seats, or "spectator". Your first seat if you have one.
    pub(crate) seat: Option<String>,
}

/// Which seat looks, and how it is told.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LookQuery {
    /// The number of one of your seats, or "spectator". Your first seat if you have one.
    seat: Option<String>,
    /// Tell what you see of the game as plain text, too?
    #[serde(default)]
    text: bool,
}

/// Who looks: a seat that is really theirs, or someone without a seat.
///
/// A token without the scope `read` sees what everybody sees.
pub(crate) fn viewer(
    table: &Table,
    session: Option<&Session>,
    wish: Option<&str>,
) -> Result<Viewer, Problem> {
    let reader = session.filter(|session| session.reads());
    let reader = reader.map(|session| session.person.id.as_str());
    let as_spectator = || closed_to(table, session).map_or(Ok(Viewer::Spectator), Err);
    match wish {
        None => {
            let own = reader.and_then(|reader| table.seats_of(reader).next());
            own.map_or_else(as_spectator, |own| Ok(Viewer::Seat(own)))
        }
        Some("spectator") => as_spectator(),
        Some(number) => {
            let seat = number.parse().ok().filter(|seat| *seat < table.seats.len());
            let viewer = Viewer::Seat(Seat::new(seat.ok_or_else(|| Problem::not_found("seat"))?));
            if may_view(table, session, viewer) {
                Ok(viewer)
            } else {
                session.map_or(Ok(()), |session| session.check(Scope::Read))?;
                Err(not_yours())
            }
        }
    }
}

pub(crate) fn not_yours() -> Problem {
    Problem::forbidden("not_your_seat", "This is not your seat.")
}

/// A table as a person sees it.
pub(crate) async fn look(
    app: &App,
    id: &str,
    session: Option<&Session>,
    LookQuery { seat, text }: LookQuery,
) -> Result<TableSeen, Problem> {
    let watching = app.live.watching(id).await?;
    let who = |table: &Table| viewer(table, session, seat.as_deref());
    let (table, viewer) = app.live.table_for(id, who, session.is_some()).await?;
    let playing = table.playing.as_deref().filter(|_| text);
    let (table_info, now) = seen_by(app, &table, session, viewer);
    Ok(TableSeen {
        table: table_info,
        now,
        latest: latest(table.log(viewer).lines),
        watching,
        text: playing.and_then(|playing| playing.view_text(viewer).ok()),
    })
}

/// What everybody may know of a table, and what a viewer sees.
pub(crate) fn seen_by(
    app: &App,
    table: &Table,
    session: Option<&Session>,
    viewer: Viewer,
) -> (TableInfo, Seen) {
    let person = session.map(|session| session.person.id.as_str());
    (
        table.info(person, app.clock.wall()),
        table.seen(viewer, app.clock.now()),
    )
}

/// So many actions are told along with a table.
const LATEST: usize = 12;

fn latest(mut log: Vec<LogEntry>) -> Vec<LogEntry> {
    log.split_off(log.len().saturating_sub(LATEST))
}

/// A table as you see it
#[utoipa::path(get, path = "/api/tables/{table}", operation_id = "one_table", tag = "tables", params(("table" = String, Path,), LookQuery),
    responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LookQuery>,
) -> Result<Answer<TableSeen>, Problem> {
    Ok(Answer(look(&app, &id, visitor.0.as_deref(), query).await?))
}

/// A seat.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeatBody {
    /// Its number; the first that fits if you do not say.
    #[serde(default)]
    #[schema(maximum = 7)]
    pub(crate) seat: Option<u8>,
}

/// A seat by its number.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeatNumber {
    /// Its number.
    #[schema(maximum = 7)]
    seat: u8,
}

/// A seat by its number, if the table has it.
pub(super) fn seat_at(table: &Table, number: u8) -> Result<Seat, Problem> {
    let number = usize::from(number);
    if number < table.seats.len() {
        Ok(Seat::new(number))
    } else {
        Err(Problem::not_found("seat"))
    }
}

/// A seat of this person: the one they name, or their only one.
pub(crate) fn own_seat(table: &Table, person: &str, number: Option<u8>) -> Result<Seat, Problem> {
    let own: Vec<Seat> = table.seats_of(person).collect();
    match (number, own.as_slice()) {
        (Some(number), own) => {
            let seat = seat_at(table, number)?;
            if own.contains(&seat) {
                Ok(seat)
            } else {
                Err(not_yours())
            }
        }
        (None, []) => Err(not_yours()),
        (None, [seat]) => Ok(*seat),
        (None, _) => Err(Problem::unacceptable(
            "which_seat",
            "You have several seats here: say which one.",
        )),
    }
}

/// Changes a table and shows it.
pub(super) async fn changed<D>(
    app: &App,
    id: &str,
    someone: &Someone,
    decide: D,
) -> Result<Answer<TableSeen>, Problem>
where
    D: Fn(&Table, &str) -> Result<(Viewer, Decision), Problem> + Send + 'static,
{
    someone.check(Scope::Play)?;
    let person = someone.person.id.clone();
    app.live.change(id, move |table| decide(table, &person)).await?;
    Ok(Answer(look(app, id, Some(someone), LookQuery::default()).await?))
}

/// Sit down
///
/// At an open seat before the game begins. While it runs at one that is `free`: a bot plays there for somebody who did
/// not come or who has left, and you go on from where it is. Such a game does not count for ratings.
#[utoipa::path(post, path = "/api/tables/{table}/join", tag = "tables", params(("table" = String, Path,)),
    request_body = SeatBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn join(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<SeatBody>,
) -> Result<Answer<TableSeen>, Problem> {
    sit(&app, &someone, &id, body).await
}

/// Sits somebody down, if they may.
pub(super) async fn sit(
    app: &App,
    someone: &Someone,
    id: &str,
    body: SeatBody,
) -> Result<Answer<TableSeen>, Problem> {
    someone.check(Scope::Play)?;
    let look = |table: &Table| {
        let left = Seat::all(table.seats.len()).filter_map(|seat| given_up(table, seat));
        Ok((people(table), left.collect::<Vec<_>>()))
    };
    let (others, left) = app.live.look(id, look).await?;
    check_welcome(&*app.store, &someone.person.id, &others).await?;
    // The log goes on naming whose seat is taken.
    for person in &left {
        remember_table(&*app.store, &app.clock, id, person).await?;
    }
    let name = someone.person.name.clone();
    let join = move |table: &Table, person: &str| {
        table.check_may_sit(person)?;
        let seat = match (body.seat, table.seats_of(person).next()) {
            (Some(number), None) => seat_at(table, number)?,
            (Some(number), Some(own)) if own.index() != usize::from(number) => {
                return Err(Reject::OneSeat.into());
            }
            // Who sits here already is answered, not seated twice.
            (_, Some(own)) => {
                let viewer = Viewer::Seat(own);
                return Ok((viewer, Decision::Done(table.applied(viewer))));
            }
            (None, None) => Seat::all(table.seats.len())
                .find(|seat| table.is_free(*seat))
                .ok_or_else(|| Problem::conflict("full", "All seats are taken."))?,
        };
        // Somebody has got up since then: whoever asks again finds them.
        if given_up(table, seat).is_some_and(|person| !left.contains(&person)) {
            return Err(Problem::unavailable());
        }
        let others = Seat::all(table.seats.len()).zip(&table.seats);
        let others = others.filter(|(other, _)| *other != seat);
        let entry = Entry::Sat {
            seat,
            person: person.to_owned(),
            name: told_apart(&name, others.map(|(_, state)| state.name())),
        };
        Ok((Viewer::Seat(seat), Decision::Add(entry)))
    };
    changed(app, id, someone, join).await
}

/// Whose seat it is, if somebody else may take it.
fn given_up(table: &Table, seat: Seat) -> Option<String> {
    let person = table.seats[seat.index()].person()?;
    table.is_free(seat).then(|| person.to_owned())
}

/// Get up
///
/// Before the game begins the seat is open again. Afterwards a bot plays for you until you take the seat back,
/// or somebody else takes it. `204`: you got up from a table that is not yours to see any more.
#[utoipa::path(post, path = "/api/tables/{table}/leave", tag = "tables", params(("table" = String, Path,)),
    request_body = SeatBody, responses((status = 200, body = TableSeen), (status = 204), Problems))]
pub(crate) async fn leave(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<SeatBody>,
) -> Result<Response, Problem> {
    someone.check(Scope::Play)?;
    let is_open = app.live.look(&id, |table| {
        own_seat(table, &someone.person.id, body.seat)?;
        Ok(table.status == Status::Open)
    });
    if is_open.await? {
        remember_table(&*app.store, &app.clock, &id, &someone.person.id).await?;
    }
    let leave = move |table: &Table, person: &str| {
        let seat = own_seat(table, person, body.seat)?;
        if table.plan.purpose.date().is_some() {
            return Err(Problem::conflict(
                "daily",
                "No bot plays a daily deal for you: come back whenever you like until the day is over.",
            ));
        }
        let is_open = table.status == Status::Open;
        let entry = if is_open {
            Entry::Stood { seat }
        } else {
            Entry::Left {
                seat,
                why: Leaving::Left,
            }
        };
        Ok((Viewer::Seat(seat), Decision::Add(entry)))
    };
    let me = someone.person.id.clone();
    app.live.change(&id, move |table| leave(table, &me)).await?;
    let is_out = |table: &Table| Ok(closed_to(table, Some(&someone)).is_some());
    if app.live.look(&id, is_out).await? {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let seen = look(&app, &id, Some(&someone), LookQuery::default()).await?;
    Ok(Answer(seen).into_response())
}

/// Remove someone
///
/// Whoever made the table may, before the game begins. The seat is open again; whoever sat there cannot come back to
/// it.
#[utoipa::path(post, path = "/api/tables/{table}/remove", tag = "tables", params(("table" = String, Path,)),
    request_body = SeatNumber, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn remove(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<SeatNumber>,
) -> Result<Answer<TableSeen>, Problem> {
    someone.check(Scope::Play)?;
    let removed = app.live.look(&id, |table| {
        if table.plan.owner != someone.person.id {
            return Err(not_your_table("Whoever made the table decides who plays."));
        }
        let state = table.seat(seat_at(table, body.seat)?)?;
        Ok(state.person().map(str::to_owned))
    });
    if let Some(removed) = removed.await? {
        remember_table(&*app.store, &app.clock, &id, &removed).await?;
    }
    let remove = move |table: &Table, person: &str| {
        if table.plan.owner != person {
            return Err(not_your_table("Whoever made the table decides who plays."));
        }
        let seat = seat_at(table, body.seat)?;
        if table.seats[seat.index()].person() == Some(person) {
            return Err(Problem::unacceptable(
                "own_seat",
                "This is your own seat: get up instead.",
            ));
        }
        Ok((Viewer::Spectator, Decision::Add(Entry::Removed { seat })))
    };
    changed(&app, &id, &someone, remove).await
}

/// A bot for an open seat.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BotBody {
    /// Where.
    #[schema(maximum = 7)]
    seat: u8,
    /// How strong; as the table's bots are if you do not say.
    #[serde(default)]
    level: Option<Level>,
}

/// Give an open seat to a bot
///
/// Whoever made the table may, before the game begins. `remove` opens the seat again.
#[utoipa::path(post, path = "/api/tables/{table}/bot", tag = "tables", params(("table" = String, Path,)),
    request_body = BotBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn seat_bot(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<BotBody>,
) -> Result<Answer<TableSeen>, Problem> {
    let seat_bot = move |table: &Table, person: &str| {
        if table.plan.owner != person {
            return Err(not_your_table("Whoever made the table decides who plays."));
        }
        let entry = Entry::BotSat {
            seat: seat_at(table, body.seat)?,
            level: body.level.unwrap_or(table.plan.manners.level),
        };
        Ok((Viewer::Spectator, Decision::Add(entry)))
    };
    changed(&app, &id, &someone, seat_bot).await
}

/// A choice for a seat.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ChoiceBody {
    /// Which seat; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// The key of one of the game's options that are about this seat.
    #[schema(max_length = 40)]
    option: String,
    /// One of its choices.
    #[schema(max_length = 40)]
    value: String,
}

/// Choose for your seat
///
/// Before the game begins: whom you play, where a game asks for that. Whoever made the table chooses for its bots, too.
/// `409 options`: it does not go with what others have chosen.
#[utoipa::path(post, path = "/api/tables/{table}/choose", tag = "tables", params(("table" = String, Path,)),
    request_body = ChoiceBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn choose(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<ChoiceBody>,
) -> Result<Answer<TableSeen>, Problem> {
    let choose = move |table: &Table, person: &str| {
        let seat = match body.seat {
            Some(number) if table.plan.owner == person && is_bot(table, seat_at(table, number)?) => {
                seat_at(table, number)?
            }
            number => own_seat(table, person, number)?,
        };
        let viewer = Viewer::Seat(seat);
        if table.status == Status::Open && table.plan.options.get(&body.option) == Some(&body.value) {
            return Ok((viewer, Decision::Done(table.applied(viewer))));
        }
        let entry = Entry::Chose {
            seat,
            option: body.option.clone(),
            value: body.value.clone(),
        };
        Ok((viewer, Decision::Add(entry)))
    };
    changed(&app, &id, &someone, choose).await
}

fn is_bot(table: &Table, seat: Seat) -> bool {
    matches!(table.seats[seat.index()].place, Place::Bot { .. })
}

fn not_your_table(message: &str) -> Problem {
    Problem::forbidden("not_your_table", message)
}

/// Begin
///
/// Whoever made the table begins the game. Seats that are still open go to bots of the table's level.
#[utoipa::path(post, path = "/api/tables/{table}/start", tag = "tables", params(("table" = String, Path,)),
    responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn start(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TableSeen>, Problem> {
    let start = |table: &Table, person: &str| {
        if table.plan.owner != person {
            return Err(not_your_table("Whoever made the table begins the game."));
        }
        Ok((Viewer::Spectator, Decision::Add(Entry::Started)))
    };
    changed(&app, &id, &someone, start).await
}

/// Take your seat back
///
/// A bot has played for you; from now on you do again.
#[utoipa::path(post, path = "/api/tables/{table}/take-back", tag = "tables", params(("table" = String, Path,)),
    request_body = SeatBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn take_back(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<SeatBody>,
) -> Result<Answer<TableSeen>, Problem> {
    let take_back = move |table: &Table, person: &str| {
        let seat = own_seat(table, person, body.seat)?;
        Ok((Viewer::Seat(seat), Decision::Add(Entry::TookBack { seat })))
    };
    changed(&app, &id, &someone, take_back).await
}
