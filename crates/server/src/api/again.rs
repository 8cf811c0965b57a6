//! Playing again: the same people at a new table.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bobbin_game::{Seed, Viewer};
use bobbin_store::Store;

use super::tables::{LookQuery, TableSeen, look, not_yours};
use super::{Answer, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::live::Decision;
use crate::people::invitations::{company, send};
use crate::people::neighbors::{blocked_by, kept_by};
use crate::people::reports::check_may_speak;
use crate::people::{Told, tell};
use crate::secrets;
use crate::summary::people;
use crate::table::{Entry, Place, Plan, Purpose, Reject, Status, Table};

/// The plan of a table like this one, each one seat further.
fn plan_again(table: &Table, person: &str, seats: Vec<Place>) -> Result<Plan, Problem> {
    if table.seats_of(person).next().is_none() {
        return Err(not_yours());
    }
    if table.status != Status::Over {
        return Err(Reject::NotOver.into());
    }
    let mut seats = seats;
    seats.rotate_right(1);
    Ok(Plan {
        seed: Seed(secrets::random()),
        owner: person.to_owned(),
        seats,
        previous: Some(table.id.clone()),
        position: None,
        purpose: Purpose::Normal,
        options: table.options_moved_on(),
        ..Plan::clone(&table.plan)
    })
}

fn places(table: &Table) -> Vec<Place> {
    table.seats.iter().map(|seat| seat.place.clone()).collect()
}

/// Play again
///
/// The same people at a new table, each one seat further. Whoever asks first makes it; the others have a seat there,
/// are told, and find it from here and among their tables.
#[utoipa::path(post, path = "/api/tables/{table}/rematch", tag = "tables", params(("table" = String, Path,)),
    responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn rematch(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<TableSeen>, Problem> {
    someone.check(Scope::Play)?;
    let person = someone.person.id.as_str();
    let there = app.live.look(&id, |table| Ok(people(table))).await?;
    let unwelcome = apart(&*app.store, person, &there).await?;
    let found = app.live.look(&id, |table| {
        let mut seats = places(table);
        // Nobody is made to sit beside somebody whom they have blocked.
        for place in &mut seats {
            if matches!(place, Place::Person { person, .. } if unwelcome.contains(person)) {
                *place = Place::Open;
            }
        }
        let plan = plan_again(table, person, seats)?;
        Ok(table.rematch.clone().map_or(Ok(plan), Err))
    });
    let rematch = match found.await? {
        Err(rematch) => rematch,
        Ok(plan) => {
            app.limits.tables.check(&someone.person.id)?;
            let new = secrets::unguessable::<12>();
            let game = plan.game.clone();
            app.live.create(&new, Entry::Created(Box::new(plan))).await?;
            // Someone else may be faster: then theirs is the one, and this one ends for want of people.
            let made = new.clone();
            let linked = app.live.change(&id, move |table| match table.rematch {
                Some(_) => Err(Problem::conflict("rematch", "There is one already.")),
                None => Ok((
                    Viewer::Spectator,
                    Decision::Add(Entry::Rematch { table: new.clone() }),
                )),
            });
            if linked.await.is_ok() {
                tell_others(&app, &someone, &made, &game).await?;
            }
            app.live
                .look(&id, |table| {
                    table.rematch.clone().ok_or_else(Problem::unavailable)
                })
                .await?
        }
    };
    let query = LookQuery::default();
    Ok(Answer(look(&app, &rematch, Some(&someone), query).await?))
}

/// Who of these does not sit down where all of them sit: who has blocked whoever asks, and who is blocked by any of the
/// others.
async fn apart(store: &dyn Store, asks: &str, there: &[String]) -> Result<Vec<String>, Problem> {
    let mut apart = blocked_by(store, asks, there).await?;
    for other in there.iter().filter(|other| *other != asks) {
        let beside: Vec<String> = there.iter().filter(|one| !apart.contains(one)).cloned().collect();
        if !apart.contains(other) && !blocked_by(store, other, &beside).await?.is_empty() {
            apart.push(other.clone());
        }
    }
    Ok(apart)
}

/// Those who have a seat at a table that somebody has just made.
async fn tell_others(app: &App, someone: &Someone, table: &str, game: &str) -> Result<(), Problem> {
    let me = &someone.person;
    let others = app.live.look(table, |table| Ok(company(table, &me.id))).await?;
    for (_, other) in others {
        let told = Told::Invitation {
            table: table.to_owned(),
            game: game.to_owned(),
        };
        tell(app, me, &other, &told).await?;
    }
    Ok(())
}

/// Invite the same people again
///
/// From a game that is over, however long ago: a new table with the same game and options, you and the bots one seat
/// further, and the people you played with invited. Unlike with `rematch` nobody sits there before they come.
/// `422 nobody`: there was nobody else.
#[utoipa::path(post, path = "/api/tables/{table}/again", operation_id = "invite_again", tag = "tables",
    params(("table" = String, Path,)), responses((status = 201, body = TableSeen), Problems))]
pub(crate) async fn invite_again(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    someone.check(Scope::Play)?;
    let (session, me) = (someone.session(), someone.person.id.as_str());
    check_may_speak(&*app.store, &app.clock, me).await?;
    let kept = kept_by(&*app.store, me).await?;
    let (plan, mut others) = app
        .live
        .look(&id, |table| {
            let mut seats = places(table);
            for place in &mut seats {
                if matches!(place, Place::Person { person, .. } if person != me)
                    || matches!(place, Place::Someone { .. })
                {
                    *place = Place::Open;
                }
            }
            let plan = plan_again(table, me, seats)?;
            Ok((plan, company(table, me)))
        })
        .await?;
    others.retain(|(_, other)| kept.iter().all(|kept| kept.other != *other));
    if others.is_empty() {
        let message = "There is nobody to invite: nobody else played who is still here.";
        return Err(Problem::unacceptable("nobody", message));
    }
    app.limits.tables.check(me)?;
    app.limits.asks.check(me)?;
    let (new, game) = (secrets::unguessable::<12>(), plan.game.clone());
    app.live.create(&new, Entry::Created(Box::new(plan))).await?;
    for (_, other) in others {
        send(&app, &session, &other, &new, game.clone()).await?;
    }
    let seen = look(&app, &new, Some(&session), LookQuery::default()).await?;
    Ok((StatusCode::CREATED, Answer(seen)).into_response())
}
