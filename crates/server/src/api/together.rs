//! What people at a table do for each other: time, days off, an end that all agree to.

use axum::extract::State;
use bobbin_game::{Seat, Viewer};
use bobbin_store::TableFilter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tables::{TableSeen, changed, own_seat, seat_at};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Actor, Someone};
use crate::live::Decision;
use crate::table::{Entry, Status, Table};

/// Time for another seat.
#[derive(Deserialize, ToSchema)]
pub(crate) struct GiftBody {
    /// From which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// To whom.
    #[schema(maximum = 7)]
    to: u8,
    /// How many seconds; if you do not say, a minute, or another turn's time where each turn has its own.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 2_592_000)]
    seconds: Option<u32>,
}

/// Give another player time
///
/// While their clock runs; at most twice what the clock began with, all gifts together. `409 no_time_there`,
/// `409 enough_time`.
#[utoipa::path(post, path = "/api/tables/{table}/give-time", tag = "tables", params(("table" = String, Path,)),
    request_body = GiftBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn give_time(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<GiftBody>,
) -> Result<Answer<TableSeen>, Problem> {
    let give = move |table: &Table, person: &str| {
        let seat = own_seat(table, person, body.seat)?;
        let entry = Entry::GaveTime {
            seat,
            to: seat_at(table, body.to)?,
            seconds: body.seconds.unwrap_or_else(|| table.usual_gift()),
        };
        Ok((Viewer::Seat(seat), Decision::Add(entry)))
    };
    changed(&app, &id, &someone, give).await
}

/// A wish to end the game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EndBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// Would you end it, or play on?
    wants: bool,
}

/// End a game that nobody wants any more
///
/// It ends without a result as soon as all who are there would end it. Until then everybody sees who would, and each
/// can think again.
#[utoipa::path(post, path = "/api/tables/{table}/end", tag = "tables", params(("table" = String, Path,)),
    request_body = EndBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn want_end(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<EndBody>,
) -> Result<Answer<TableSeen>, Problem> {
    let want = move |table: &Table, person: &str| {
        let seat = match (body.seat, table.seats_of(person).next()) {
            // With several seats it does not matter which one says so.
            (None, Some(first)) => first,
            (number, _) => own_seat(table, person, number)?,
        };
        if table.plan.purpose.date().is_some() {
            return Err(Problem::conflict(
                "daily",
                "A daily deal is one attempt: it cannot be ended without a result.",
            ));
        }
        let viewer = Viewer::Seat(seat);
        if table.status == Status::Running && table.seats[seat.index()].wants_end == body.wants {
            return Ok((viewer, Decision::Done(table.applied(viewer))));
        }
        let wants = body.wants;
        Ok((viewer, Decision::Add(Entry::WantsEnd { seat, wants })))
    };
    changed(&app, &id, &someone, want).await
}

/// Days off.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DaysOffBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// How many from now on, in place of those you have; 0 if you are back.
    #[schema(maximum = 14)]
    days: u8,
}

/// Take days off
///
/// In games with a clock of a day or more for each turn: until then no time passes for you, and everybody sees when you
/// will be back. Each seat has 14 of them in a game. `409 no_days_off`, `409 too_many_days_off`.
#[utoipa::path(post, path = "/api/tables/{table}/days-off", tag = "tables", params(("table" = String, Path,)),
    request_body = DaysOffBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn take_days_off(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<DaysOffBody>,
) -> Result<Answer<TableSeen>, Problem> {
    let clock = app.clock.clone();
    let take = move |table: &Table, person: &str| {
        let seat = own_seat(table, person, body.seat)?;
        Ok((
            Viewer::Seat(seat),
            Decision::Add(days_off(seat, body.days, clock.now())),
        ))
    };
    changed(&app, &id, &someone, take).await
}

fn days_off(seat: Seat, days: u8, now: i64) -> Entry {
    Entry::DaysOff {
        seat,
        until: now + i64::from(days) * 86_400_000,
    }
}

/// Days off everywhere.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HolidayBody {
    /// How many from now on, in place of those you have; 0 if you are back.
    #[schema(maximum = 14)]
    days: u8,
}

/// What came of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Holiday {
    /// At so many tables.
    tables: usize,
    /// At so many there are not enough days left: they got those that are.
    fewer: usize,
}

/// Take days off at all your tables
///
/// At those whose clock has a day or more for each turn.
#[utoipa::path(post, path = "/api/me/days-off", tag = "people", request_body = HolidayBody,
    responses((status = 200, body = Holiday), Problems))]
pub(crate) async fn take_days_off_everywhere(
    State(app): State<App>,
    Actor(person): Actor,
    Body(body): Body<HolidayBody>,
) -> Result<Answer<Holiday>, Problem> {
    app.limits.tables.check(&person.id)?;
    let filter = TableFilter {
        person: Some(person.id.clone()),
        status: Some(Status::Running.name().to_owned()),
        limit: MOST_TABLES,
        ..TableFilter::default()
    };
    let mut came = Holiday { tables: 0, fewer: 0 };
    for row in app.store.tables(&filter).await? {
        let now = app.clock.now();
        let looked = app.live.look(&row.id, |table| {
            let present = |seat: &Seat| table.seats[seat.index()].away.is_none();
            let own = table.seats_of(&person.id).find(present);
            let own = own.filter(|_| table.has_days_off() && table.status == Status::Running);
            Ok(own.map(|seat| (seat, table.days_off_left(seat, now))))
        });
        let Some((seat, left)) = looked.await? else {
            continue;
        };
        let days = i64::from(body.days).min(left) as u8;
        let clock = app.clock.clone();
        let take = move |_: &Table| {
            Ok((
                Viewer::Seat(seat),
                Decision::Add(days_off(seat, days, clock.now())),
            ))
        };
        app.live.change(&row.id, take).await?;
        came.tables += 1;
        came.fewer += usize::from(days < body.days);
    }
    Ok(Answer(came))
}

/// So many tables of a person are looked at.
const MOST_TABLES: u32 = 200;
