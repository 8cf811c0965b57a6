//! Someone goes for good: nothing of them stays, and the others keep their games.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::StatusCode;
use bobbin_game::Viewer;
use bobbin_store::{Document, Store, StoreError, TableFilter};

use super::{reports, ties};
use crate::App;
use crate::clock::Clock;
use crate::daily;
use crate::error::Problem;
use crate::live::Decision;
use crate::secrets::log_id;
use crate::summary::{Summarized, Summary};
use crate::table::{Entry, Place, Plan, SOMEONE_WHO_LEFT, Status};
use crate::tournaments;

/// How the database calls tables that someone has left before the game.
const LEFT: &str = "left";

/// Before somebody gets up or is removed: the log goes on naming them, so the table has to be found when they go for
/// good.
pub(crate) async fn remember_table(
    store: &dyn Store,
    clock: &Clock,
    table: &str,
    person: &str,
) -> Result<(), Problem> {
    let document = Document {
        kind: LEFT.to_owned(),
        id: format!("{person} {table}"),
        person: Some(person.to_owned()),
        body: table.to_owned(),
        created_at: clock.wall(),
    };
    Ok(store.put_document(&document).await?)
}

/// Forgets a person: at every table, on every board, and at last themselves. It is carried through even if whoever
/// asked has gone; what fails can be asked for again.
pub(crate) async fn forget_person(app: &App, person: &str) -> Result<(), Problem> {
    let store = &*app.store;
    app.lobby.forget(person).await?;
    let filter = TableFilter {
        person: Some(person.to_owned()),
        limit: u32::MAX,
        ..TableFilter::default()
    };
    let left = store.documents(LEFT, Some(person)).await?;
    let mut tables: Vec<String> = left.into_iter().map(|document| document.body).collect();
    let mut forgotten = BTreeSet::new();
    // Until none is new: a table that moves to another database may be in no list for a moment.
    loop {
        let rows = store.tables(&filter).await?;
        tables.extend(rows.into_iter().map(|row| row.id));
        tables.retain(|table| !forgotten.contains(table));
        if tables.is_empty() {
            break;
        }
        for table in tables.drain(..) {
            if forgotten.insert(table.clone()) {
                forget_at(app, &table, person).await?;
            }
        }
    }
    tournaments::forget(app, person).await?;
    ties::forget(store, person).await?;
    reports::forget(store, person).await?;
    store.delete_person(person).await?;
    app.sessions.end(person);
    tokio::spawn(scrub(Arc::clone(&app.store)));
    Ok(())
}

/// Wipes what is left of those who went from the files of the database. It may take a while, which nobody waits for.
pub(crate) async fn scrub(store: Arc<dyn Store>) {
    if let Err(error) = store.scrub().await {
        tracing::error!(%error, "what is left of someone who went could not be wiped yet");
    }
}

async fn forget_at(app: &App, table: &str, person: &str) -> Result<(), Problem> {
    let deal = app.live.look(table, |table| {
        Ok((table.plan.game.clone(), table.plan.purpose.date()))
    });
    if let Ok((game, Some(date))) = deal.await {
        daily::forget(&*app.store, &app.clock, &game, date, person).await?;
    }
    // Each change lets go of one seat, until there is none left.
    loop {
        let owner = person.to_owned();
        let done = app.live.change(table, move |table| {
            let seat = table
                .seats_of(&owner)
                .next()
                .ok_or_else(|| Problem::not_found("seat"))?;
            let entry = if table.status == Status::Open {
                Entry::Stood { seat }
            } else {
                Entry::Forgotten { seat }
            };
            Ok((Viewer::Seat(seat), Decision::Add(entry)))
        });
        match done.await {
            Ok(_) => {}
            // No seat is left, or the table cannot be played on: what it says of them can be reworded all the same.
            Err(problem) if problem.status() != StatusCode::SERVICE_UNAVAILABLE => break,
            Err(problem) => return Err(problem),
        }
    }
    match app.store.entries(table, 0).await {
        Err(StoreError::Damaged { .. }) => {
            tracing::error!(table = log_id(table), "a damaged log cannot be reworded");
            return Ok(());
        }
        read => drop(read?),
    }
    reword(&*app.store, table, person).await?;
    app.live.unload(table).await;
    Ok(())
}

/// Takes the person's id and name out of the log, and out of what lists show: a table that cannot be played on, because
/// its rules have changed, has nobody else who would do that.
async fn reword(store: &dyn Store, table: &str, person: &str) -> Result<(), Problem> {
    let mut reworded = Vec::new();
    let mut names = Vec::new();
    for kept in store.entries(table, 0).await? {
        let Ok(entry) = serde_json::from_str::<Entry>(&kept.body) else {
            continue;
        };
        names.extend(names_in(&entry, person));
        let Some(entry) = without(entry, person) else {
            continue;
        };
        let body = serde_json::to_string(&entry).map_err(|_| Problem::unavailable())?;
        reworded.push(bobbin_store::LogEntry { body, ..kept });
    }
    let row = store.table(table).await?;
    let summary = row.and_then(|row| serde_json::from_str::<Summary>(&row.summary).ok());
    let summary = summary.map(|summary| summary_without(summary, &names, person));
    let summary = summary.and_then(|summary| serde_json::to_string(&summary).ok());
    store.reword(table, &reworded, summary.as_deref()).await?;
    Ok(())
}

/// The seats at which an entry puts the person, with the name it gives them there.
fn names_in(entry: &Entry, person: &str) -> Vec<(usize, String)> {
    match entry {
        Entry::Created(plan) => {
            let seats = plan.seats.iter().enumerate();
            let named = seats.filter_map(|(seat, place)| match place {
                Place::Person { person: who, name } if who == person => Some((seat, name.clone())),
                _ => None,
            });
            named.collect()
        }
        Entry::Sat {
            seat,
            person: who,
            name,
        } if who == person => vec![(seat.index(), name.clone())],
        _ => Vec::new(),
    }
}

fn summary_without(mut summary: Summary, names: &[(usize, String)], person: &str) -> Summary {
    for (seat, name) in names {
        // Somebody else may sit there by now.
        if let Some(shown) = summary.names.get_mut(*seat).filter(|shown| *shown == name) {
            SOMEONE_WHO_LEFT.clone_into(shown);
            if let Some(winner) = summary.winners.iter_mut().find(|winner| *winner == name) {
                SOMEONE_WHO_LEFT.clone_into(winner);
            }
        }
    }
    summary.waiting.retain(|waiting| waiting != person);
    summary.people.retain(|there| there != person);
    if let Summarized::Some(finished) = &mut summary.result {
        for seat in &mut finished.seats {
            seat.person = seat.person.take().filter(|who| who != person);
        }
    }
    summary
}

/// The entry without the person, if it named them.
fn without(entry: Entry, person: &str) -> Option<Entry> {
    match entry {
        Entry::Created(plan) => {
            let is_named = plan.owner == person || plan.seats.iter().any(|place| is_of(place, person));
            is_named.then(|| Entry::Created(Box::new(plan_without(*plan, person))))
        }
        Entry::Sat {
            seat, person: who, ..
        } if who == person => Some(Entry::Sat {
            seat,
            person: String::new(),
            name: SOMEONE_WHO_LEFT.to_owned(),
        }),
        _ => None,
    }
}

fn is_of(place: &Place, person: &str) -> bool {
    matches!(place, Place::Person { person: who, .. } if who == person)
}

fn plan_without(mut plan: Plan, person: &str) -> Plan {
    if plan.owner == person {
        plan.owner.clear();
    }
    for place in plan.seats.iter_mut().filter(|place| is_of(place, person)) {
        *place = Place::Person {
            person: String::new(),
            name: SOMEONE_WHO_LEFT.to_owned(),
        };
    }
    plan
}
