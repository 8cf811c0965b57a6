//! Friends, requests and whom one follows. Nobody is told another's id: people are named by their handle, by their seat
//! at a table, or by a name that is for whoever asks alone.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::StatusCode;
use bobbin_game::Seat;
use bobbin_store::{Store, TableFilter};
use serde::Serialize;
use utoipa::ToSchema;

use super::neighbors::{DistanceBody, neighbor};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::finished_games::latest_of_person;
use crate::identity::{Scope, Someone, Visitor};
use crate::people::friends;
use crate::people::neighbors::keep_at;
use crate::people::pages::{found, shown_handle};
use crate::people::reports::check_may_speak;
use crate::people::ties::{ASK, FOLLOW, FRIEND, Tied};
use crate::sessions::Session;

/// Somebody you have to do with.
#[derive(Serialize, ToSchema)]
pub(crate) struct Acquaintance {
    /// Its name for the server.
    id: String,
    /// Their name.
    name: String,
    /// The handle of their page, if they have one that you see.
    #[schema(required)]
    handle: Option<String>,
}

/// Somebody from a table where you sat, too.
#[derive(Serialize, ToSchema)]
pub(crate) struct Met {
    /// The table.
    table: String,
    /// Their seat there.
    seat: usize,
    /// Their name there.
    name: String,
    /// The game's id.
    game: String,
}

/// The people around you.
#[derive(Serialize, ToSchema)]
pub(crate) struct PeopleSeen {
    /// Your friends.
    friends: Vec<Acquaintance>,
    /// Who asks to be your friend.
    asking: Vec<Acquaintance>,
    /// Whom you have asked, and who has not answered.
    asked: Vec<Acquaintance>,
    /// Whom you follow. They do not know.
    followed: Vec<Acquaintance>,
    /// People from your latest finished games, each once: whom you could ask or invite.
    met: Vec<Met>,
}

async fn acquaintances(
    store: &dyn Store,
    session: &Session,
    ties: Vec<Tied>,
) -> Result<Vec<Acquaintance>, Problem> {
    let mut known = Vec::with_capacity(ties.len());
    for tied in ties {
        if let Some(person) = store.person(&tied.other).await?.filter(|person| !person.banned) {
            known.push(Acquaintance {
                id: tied.id,
                name: person.name,
                handle: shown_handle(store, &person.id, Some(session)).await?,
            });
        }
    }
    Ok(known)
}

/// So many people of one's latest games are told, of so many games.
const MOST_MET: usize = 12;
const MOST_GAMES: u32 = 30;

async fn met(app: &App, me: &str) -> Result<Vec<Met>, Problem> {
    let filter = TableFilter {
        person: Some(me.to_owned()),
        limit: MOST_GAMES,
        ..TableFilter::default()
    };
    let kept = crate::people::neighbors::kept_by(&*app.store, me).await?;
    let mut known: BTreeSet<String> = kept.into_iter().map(|kept| kept.other).collect();
    let mut met = Vec::new();
    for (row, summary, finished) in latest_of_person(&*app.store, &filter).await? {
        let seats = finished.seats.iter().enumerate();
        for (seat, other) in seats {
            let Some(other) = other.person.as_ref().filter(|other| *other != me) else {
                continue;
            };
            if met.len() < MOST_MET && known.insert(other.clone()) {
                met.push(Met {
                    table: row.id.clone(),
                    seat,
                    name: summary.names.get(seat).cloned().unwrap_or_default(),
                    game: row.game.clone(),
                });
            }
        }
    }
    Ok(met)
}

/// The people around you
///
/// Friends, requests, whom you follow, and people from your latest games.
#[utoipa::path(get, path = "/api/me/people", operation_id = "people", tag = "people",
    responses((status = 200, body = PeopleSeen), Problems))]
pub(crate) async fn people(State(app): State<App>, someone: Someone) -> Result<Answer<PeopleSeen>, Problem> {
    someone.check(Scope::Read)?;
    let (store, me) = (&*app.store, someone.person.id.as_str());
    let of = async |ties: Vec<Tied>| acquaintances(store, &someone, ties).await;
    Ok(Answer(PeopleSeen {
        friends: of(FRIEND.all_from(store, me).await?).await?,
        asking: of(ASK.all_to(store, me).await?).await?,
        asked: of(ASK.all_from(store, me).await?).await?,
        followed: of(FOLLOW.all_from(store, me).await?).await?,
        met: met(&app, me).await?,
    }))
}

/// Who asks for something, if they may.
async fn asker(app: &App, someone: &Someone) -> Result<(), Problem> {
    someone.check(Scope::Account)?;
    let me = &someone.person.id;
    app.limits.asks.check(me)?;
    check_may_speak(&*app.store, &app.clock, me).await
}

/// Ask whoever has this page to be friends
///
/// Who has asked you is your friend at once.
#[utoipa::path(post, path = "/api/people/{handle}/friend", operation_id = "ask_to_be_friends", tag = "people",
    params(("handle" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn ask(
    State(app): State<App>,
    someone: Someone,
    Path(handle): Path<String>,
) -> Result<StatusCode, Problem> {
    asker(&app, &someone).await?;
    let (other, _) = found(&*app.store, &handle, Some(&someone)).await?;
    friends::ask(&app, &someone.person, &other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask someone at a table to be friends
///
/// At one where you sit, too. They are told nothing if they have blocked you, and you are told nothing of that.
#[utoipa::path(post, path = "/api/tables/{table}/seats/{seat}/friend", operation_id = "ask_at_table", tag = "people",
    params(("table" = String, Path,), ("seat" = u8, Path,)), responses((status = 204), Problems))]
pub(crate) async fn ask_at_table(
    State(app): State<App>,
    someone: Someone,
    Path((table, seat)): Path<(String, u8)>,
) -> Result<StatusCode, Problem> {
    asker(&app, &someone).await?;
    let me = &someone.person.id;
    let other = app.live.look(&table, |table| {
        if table.seats_of(me).next().is_none() {
            return Err(super::tables::not_yours());
        }
        neighbor(table, me, seat)
    });
    let (other, _) = other.await?;
    friends::ask(&app, &someone.person, &other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Say yes to who asks to be your friend
#[utoipa::path(post, path = "/api/me/friends/{friend}", operation_id = "accept_friend", tag = "people",
    params(("friend" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn accept(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    friends::accept(&app, &someone.person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a friendship, decline a request or take your own back
///
/// The other is not told.
#[utoipa::path(delete, path = "/api/me/friends/{friend}", operation_id = "part_with_friend", tag = "people",
    params(("friend" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn part_with(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    friends::part_with(&app, &someone.person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follow whoever has this page
///
/// Their listed tables are shown on your home page. They are not told.
#[utoipa::path(post, path = "/api/people/{handle}/follow", operation_id = "follow", tag = "people",
    params(("handle" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn follow(
    State(app): State<App>,
    someone: Someone,
    Path(handle): Path<String>,
) -> Result<StatusCode, Problem> {
    asker(&app, &someone).await?;
    let (other, _) = found(&*app.store, &handle, Some(&someone)).await?;
    friends::follow(&app, &someone.person, &other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follow someone no more
#[utoipa::path(delete, path = "/api/me/follows/{follow}", operation_id = "unfollow", tag = "people",
    params(("follow" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn unfollow(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    friends::unfollow(&*app.store, &someone.person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mute or block whoever has this page
///
/// They are not told.
#[utoipa::path(post, path = "/api/people/{handle}/distance", operation_id = "keep_distance_to", tag = "people",
    params(("handle" = String, Path,)), request_body = DistanceBody, responses((status = 204), Problems))]
pub(crate) async fn keep_distance(
    State(app): State<App>,
    someone: Someone,
    Path(handle): Path<String>,
    Body(body): Body<DistanceBody>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let me = &someone.person.id;
    app.limits.asks.check(me)?;
    let (other, _) = found(&*app.store, &handle, Some(&someone)).await?;
    if other.id == *me {
        return Err(Problem::unacceptable("yourself", "This is you."));
    }
    keep_at(&app, me, &other.id, other.name, body.distance).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A person at a table, beside what the table itself tells.
#[derive(Serialize, ToSchema)]
pub(crate) struct AtSeat {
    /// The seat.
    #[schema(value_type = u8)]
    seat: Seat,
    /// The handle of their page, if they have one that you see.
    #[schema(required)]
    handle: Option<String>,
    /// Are you friends?
    friend: bool,
    /// Have you asked them to be friends?
    asked: bool,
}

/// The people at a table
///
/// Who has a page, and who is a friend of yours. Seats of bots, open ones and your own are left out.
#[utoipa::path(get, path = "/api/tables/{table}/people", operation_id = "people_at_table", tag = "people",
    params(("table" = String, Path,)), responses((status = 200, body = Vec<AtSeat>), Problems))]
pub(crate) async fn at_table(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Answer<Vec<AtSeat>>, Problem> {
    let store = &*app.store;
    let reader = visitor.reader();
    let table = app.live.table(&id).await?;
    let (friends, asked) = match reader {
        Some(me) => (FRIEND.all_from(store, me).await?, ASK.all_from(store, me).await?),
        None => (Vec::new(), Vec::new()),
    };
    let is_among = |ties: &[Tied], person: &str| ties.iter().any(|tied| tied.other == person);
    let mut people = Vec::new();
    for seat in Seat::all(table.seats.len()) {
        let person = table.seats[seat.index()].person();
        if let Some(person) = person.filter(|person| !person.is_empty() && visitor.id() != Some(*person)) {
            people.push(AtSeat {
                seat,
                handle: shown_handle(store, person, visitor.0.as_deref()).await?,
                friend: is_among(&friends, person),
                asked: is_among(&asked, person),
            });
        }
    }
    Ok(Answer(people))
}
