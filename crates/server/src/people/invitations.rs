//! Invitations: whoever made a table asks people to it by name. Nobody's seat is kept for them: who comes first sits
//! down. They end when the game begins or the table ends, and when whoever invites has gone from it.

use bobbin_game::Seat;
use bobbin_store::{Person, Store, TableRow};
use serde::Deserialize;
use utoipa::ToSchema;

use super::friends::{check_not_blocked, named};
use super::neighbors::blocked_by;
use super::ties::{Ends, FRIEND, INVITE, Tied};
use super::{Told, pages, tell};
use crate::App;
use crate::door::check_may_come;
use crate::error::Problem;
use crate::sessions::Session;
use crate::summary::{Summary, people};
use crate::table::{Status, Table};

/// The most that wait: from one person, to one person, and to one table.
const MOST_FROM: usize = 60;
const MOST_TO: usize = 50;
const MOST_AT: usize = 20;

/// Whom somebody invites.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Invitee {
    /// A friend.
    Friend {
        /// As `GET /api/me/people` names them.
        #[schema(max_length = 40)]
        friend: String,
    },
    /// Somebody who has a page.
    Handle {
        /// Its handle.
        #[schema(max_length = 40)]
        handle: String,
    },
    /// Somebody from a table where you sat, too.
    Met {
        /// The table.
        #[schema(max_length = 40)]
        table: String,
        /// Their seat there.
        #[schema(maximum = 7)]
        seat: u8,
    },
}

impl Invitee {
    /// The person. What is answered tells no more than public pages and tables where one sat do.
    async fn person(&self, app: &App, session: &Session) -> Result<Person, Problem> {
        let (store, me) = (&*app.store, session.person.id.as_str());
        let nobody = || Problem::not_found("person");
        match self {
            Invitee::Friend { friend } => {
                let friend = named(FRIEND.all_from(store, me).await?, friend).ok_or_else(nobody)?;
                store.person(&friend.other).await?.ok_or_else(nobody)
            }
            Invitee::Handle { handle } => {
                let found = pages::find(store, handle.trim_start_matches('@'), Some(session)).await?;
                found.map(|(person, _)| person).ok_or_else(nobody)
            }
            Invitee::Met { table, seat } => {
                check_may_come(app, table, Some(session)).await?;
                let other = app.live.look(table, |table| {
                    let seat = usize::from(*seat);
                    let other = table.seats.get(seat).and_then(|state| state.person());
                    let is_here = table.seats_of(me).next().is_some();
                    let other = other.filter(|other| is_here && *other != me);
                    other.map(str::to_owned).ok_or_else(nobody)
                });
                store.person(&other.await?).await?.ok_or_else(nobody)
            }
        }
    }
}

/// Invites somebody to a table. Who has blocked whoever invites never hears of it, and the answer is the same.
pub(crate) async fn invite(
    app: &App,
    session: &Session,
    table: &str,
    invitee: &Invitee,
) -> Result<(), Problem> {
    let person = invitee.person(app, session).await?;
    let me = session.person.id.as_str();
    if person.id == me {
        return Err(Problem::unacceptable("yourself", "This is you."));
    }
    check_not_blocked(&*app.store, me, &person.id).await?;
    let game = app.live.look(table, |table| {
        if table.plan.owner != me {
            let message = "Whoever made the table invites to it.";
            return Err(Problem::forbidden("not_your_table", message));
        }
        check_open(table)?;
        if table.seats_of(&person.id).next().is_some() {
            return Err(Problem::conflict("sits_there", "They sit there already."));
        }
        Ok(table.plan.game.clone())
    });
    let game = game.await?;
    let open = open_from(&*app.store, me).await?;
    if open.len() >= MOST_FROM || open.iter().filter(|tied| tied.about == table).count() >= MOST_AT {
        let message = "You have invited enough people: wait for some of them.";
        return Err(Problem::conflict("too_many_invitations", message));
    }
    send(app, session, &person.id, table, game).await
}

fn check_open(table: &Table) -> Result<(), Problem> {
    if table.status == Status::Open {
        return Ok(());
    }
    let message = "The game has begun, or is over: nobody is invited any more.";
    Err(Problem::conflict("begun", message))
}

/// Keeps an invitation at both ends, or at one's own where it is not wanted.
pub(crate) async fn send(
    app: &App,
    session: &Session,
    other: &str,
    table: &str,
    game: String,
) -> Result<(), Problem> {
    let (store, me) = (&*app.store, &session.person);
    let ends = Ends::of(&me.id, other).about(table);
    let is_blocked = !blocked_by(store, &me.id, &[other.to_owned()]).await?.is_empty();
    let is_asked = INVITE.is_tied(store, ends).await?;
    if is_blocked || is_asked || INVITE.all_to(store, other).await?.len() >= MOST_TO {
        return INVITE.hold(store, &app.clock, ends).await;
    }
    INVITE.tie(store, &app.clock, ends).await?;
    let told = Told::Invitation {
        table: table.to_owned(),
        game,
    };
    tell(app, me, other, &told).await
}

/// An invitation that stands.
pub(crate) struct Standing {
    pub(crate) tied: Tied,
    pub(crate) row: TableRow,
    pub(crate) summary: Summary,
    /// The name of who invites.
    pub(crate) by: String,
}

/// The invitations of somebody that stand, the latest first. Those that have ended are forgotten.
pub(crate) async fn standing(store: &dyn Store, session: &Session) -> Result<Vec<Standing>, Problem> {
    let me = session.person.id.as_str();
    let mut standing = Vec::new();
    for tied in INVITE.all_to(store, me).await? {
        let row = store.table(&tied.about).await?;
        let row = row.filter(|row| row.status == Status::Open.name());
        let by = store.person(&tied.other).await?.filter(|person| !person.banned);
        let (Some(row), Some(by)) = (row, by) else {
            let ends = Ends::of(&tied.other, me).about(&tied.about);
            INVITE.untie(store, ends).await?;
            continue;
        };
        let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
        let is_there = |person: &str| summary.people.iter().any(|there| there == person);
        let is_shunned = session.shunned_by.iter().any(|other| is_there(other));
        if is_there(&tied.other) && !is_there(me) && !is_shunned && summary.open > 0 {
            let by = by.name;
            standing.push(Standing {
                tied,
                row,
                summary,
                by,
            });
        }
    }
    standing.reverse();
    Ok(standing)
}

/// The table that somebody is invited to by this name, if they can still come.
pub(crate) async fn table_of(app: &App, session: &Session, id: &str) -> Result<(String, Tied), Problem> {
    let me = session.person.id.as_str();
    let tied = named(INVITE.all_to(&*app.store, me).await?, id);
    let tied = tied.ok_or_else(|| Problem::not_found("invitation"))?;
    check_may_come(app, &tied.about, Some(session)).await?;
    let other = tied.other.clone();
    let still = app.live.look(&tied.about, |table| {
        check_open(table)?;
        Ok(people(table).contains(&other))
    });
    if !still.await? {
        let message = "Whoever invited you has left the table.";
        return Err(Problem::conflict("left", message));
    }
    Ok((tied.about.clone(), tied))
}

/// Declines an invitation: whoever invited sees that.
pub(crate) async fn decline(store: &dyn Store, me: &str, id: &str) -> Result<(), Problem> {
    let tied = named(INVITE.all_to(store, me).await?, id);
    let tied = tied.ok_or_else(|| Problem::not_found("invitation"))?;
    INVITE
        .decline(store, Ends::of(&tied.other, me).about(&tied.about))
        .await
}

/// Takes an invitation of one's own back.
pub(crate) async fn withdraw(store: &dyn Store, me: &str, table: &str, id: &str) -> Result<(), Problem> {
    let tied = named(INVITE.all_from(store, me).await?, id).filter(|tied| tied.about == table);
    let tied = tied.ok_or_else(|| Problem::not_found("invitation"))?;
    INVITE.untie(store, Ends::of(me, &tied.other).about(table)).await
}

/// Somebody has sat down, or does not come: their invitation is done with.
pub(crate) async fn done_with(store: &dyn Store, me: &str, tied: &Tied) -> Result<(), Problem> {
    INVITE
        .untie(store, Ends::of(&tied.other, me).about(&tied.about))
        .await
}

/// What somebody has sent that may still be answered. What has ended is forgotten.
pub(crate) async fn open_from(store: &dyn Store, me: &str) -> Result<Vec<Tied>, Problem> {
    let mut open = Vec::new();
    for tied in INVITE.all_from(store, me).await? {
        let row = store.table(&tied.about).await?;
        if row.is_some_and(|row| row.status == Status::Open.name()) {
            open.push(tied);
        } else {
            INVITE
                .untie(store, Ends::of(me, &tied.other).about(&tied.about))
                .await?;
        }
    }
    Ok(open)
}

/// The others who sat at a table, each once, with one of their seats.
pub(crate) fn company(table: &Table, me: &str) -> Vec<(Seat, String)> {
    let mut company: Vec<(Seat, String)> = Vec::new();
    for seat in Seat::all(table.seats.len()) {
        let person = table.seats[seat.index()].person();
        if let Some(person) = person.filter(|person| *person != me)
            && company.iter().all(|(_, known)| known != person)
        {
            company.push((seat, person.to_owned()));
        }
    }
    company
}
