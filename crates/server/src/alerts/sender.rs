//! Seeing to the outbox, again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bobbin_store::{Call, StoreError};
use tokio::task::JoinSet;

use super::deliver::{self, Came, Item, Parcel};
use super::lead::Lead;
use super::looking::Looking;
use super::plan::{Leg, Moment, Step, step};
use super::reach::{self, Kept, Recent, When};
use super::words::Subject;
use super::{Kind, Said, Way, call_id};
use crate::App;
use crate::error::Problem;
use crate::people::neighbors::kept_by;
use crate::summary::Summary;

/// So often it is looked for what is due.
const PACE: Duration = Duration::from_millis(250);

/// So many are looked at at a time, and so many people are told at a time.
const CALLS: u32 = 500;
const PEOPLE: usize = 256;

/// A webhook at which nothing arrives for so long is switched off, in milliseconds.
const HOOK_PATIENCE: i64 = 3 * 24 * 3_600_000;

/// Whoever has been told so much lately waits so long, in milliseconds.
const ENOUGH: i64 = 60_000;

/// Tells people, for as long as it is polled.
pub(crate) async fn run(app: App) {
    let (mut lead, mut looking) = (Lead::new(), Looking::new());
    let busy: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let mut people = JoinSet::new();
    loop {
        tokio::time::sleep(PACE).await;
        while people.try_join_next().is_some() {}
        if let Err(error) = round(&app, &mut lead, &mut looking, &busy, &mut people).await {
            tracing::warn!(%error, "nobody could be called just now");
        }
    }
}

async fn round(
    app: &App,
    lead: &mut Lead,
    looking: &mut Looking,
    busy: &Arc<Mutex<BTreeSet<String>>>,
    people: &mut JoinSet<()>,
) -> Result<(), StoreError> {
    looking.say(app).await?;
    if !lead.leads(&*app.store).await? {
        return Ok(());
    }
    let due = app.store.calls(app.clock.wall() + 1, CALLS).await?;
    if due.is_empty() {
        return Ok(());
    }
    looking.hear(app).await?;
    let here = app.live.looking();
    let mut of: BTreeMap<String, Vec<(Call, bool)>> = BTreeMap::new();
    for call in due {
        let table = serde_json::from_str::<Said>(&call.body)
            .ok()
            .and_then(|said| said.table);
        let looks = table.is_some_and(|table| looking.is_looking(&here, &call.person, &table));
        of.entry(call.person.clone()).or_default().push((call, looks));
    }
    for (person, calls) in of {
        let is_free = people.len() < PEOPLE && locked(busy).insert(person.clone());
        if !is_free {
            continue;
        }
        let (app, busy) = (app.clone(), Arc::clone(busy));
        people.spawn(async move {
            let person = Busy(busy, person);
            if let Err(problem) = see_to(&app, &person.1, calls).await {
                tracing::warn!(code = problem.code, "somebody could not be called just now");
            }
        });
    }
    Ok(())
}

fn locked(busy: &Mutex<BTreeSet<String>>) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
    busy.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody who is told just now, however that ends.
struct Busy(Arc<Mutex<BTreeSet<String>>>, String);

impl Drop for Busy {
    fn drop(&mut self) {
        locked(&self.0).remove(&self.1);
    }
}

/// A call that is still true.
struct Pending {
    call: Call,
    said: Said,
    is_looking: bool,
    item: Item,
    legs: BTreeMap<Way, Leg>,
}

/// Sees to what is due of one person.
async fn see_to(app: &App, person: &str, calls: Vec<(Call, bool)>) -> Result<(), Problem> {
    let ids: Vec<String> = calls.iter().map(|(call, _)| call.id.clone()).collect();
    let kept = reach::kept(&*app.store, person).await?;
    let ways = kept.as_ref().map(|kept| kept.ways(app.alerts.mailer().is_some()));
    let (Some(kept), Some(ways)) = (kept, ways.filter(|ways| !ways.is_empty())) else {
        return Ok(app.store.settle_calls(&ids).await?);
    };
    let mut pending = still_true(app, person, calls).await?;
    let left: BTreeSet<&String> = pending.iter().map(|pending| &pending.call.id).collect();
    let settled: Vec<String> = ids.iter().filter(|id| !left.contains(id)).cloned().collect();
    app.store.settle_calls(&settled).await?;
    for way in &ways {
        tell(app, person, &kept, *way, &mut pending).await?;
    }
    let mut settled = Vec::new();
    for pending in pending {
        let open = ways
            .iter()
            .filter_map(|way| pending.legs.get(way))
            .filter(|leg| !leg.done);
        match open.map(|leg| leg.next).min() {
            None => settled.push(pending.call.id),
            Some(next) => keep(app, &pending, next).await?,
        }
    }
    Ok(app.store.settle_calls(&settled).await?)
}

async fn keep(app: &App, pending: &Pending, due_at: i64) -> Result<(), Problem> {
    let call = Call {
        progress: serde_json::to_string(&pending.legs).map_err(|_| Problem::unavailable())?,
        due_at,
        ..pending.call.clone()
    };
    app.store.keep_call(&call).await?;
    Ok(())
}

/// Those calls that are not overtaken by what has happened since. Of several that say the same of a table the last one.
async fn still_true(app: &App, person: &str, calls: Vec<(Call, bool)>) -> Result<Vec<Pending>, Problem> {
    let Some(who) = app.store.person(person).await?.filter(|who| !who.banned) else {
        return Ok(Vec::new());
    };
    let far = kept_by(&*app.store, person).await?;
    let mut latest: BTreeMap<(Kind, Option<String>, String), (i64, String)> = BTreeMap::new();
    let read: Vec<(Call, Said, bool)> = calls
        .into_iter()
        .filter_map(|(call, is_looking)| {
            let said: Said = serde_json::from_str(&call.body).ok()?;
            Some((call, said, is_looking))
        })
        .collect();
    let place = |call: &Call, said: &Said| {
        let own = if said.kind == Kind::Turn { "" } else { &call.id };
        (said.kind, said.table.clone(), own.to_owned())
    };
    for (call, said, _) in &read {
        let age = (call.created_at, call.id.clone());
        let known = latest.entry(place(call, said)).or_insert_with(|| age.clone());
        *known = age.max(known.clone());
    }
    let mut pending = Vec::new();
    for (call, said, is_looking) in read {
        if latest
            .get(&place(&call, &said))
            .is_none_or(|(_, id)| *id != call.id)
        {
            continue;
        }
        if call
            .about
            .as_ref()
            .is_some_and(|about| far.iter().any(|far| far.other == *about))
        {
            continue;
        }
        if let Some(item) = item(app, person, &who.name, &call, &said).await? {
            let legs = serde_json::from_str(&call.progress).unwrap_or_default();
            pending.push(Pending {
                call,
                said,
                is_looking,
                item,
                legs,
            });
        }
    }
    Ok(pending)
}

/// What a call says, by the table as it is now. None if it is not true any more.
async fn item(app: &App, person: &str, own: &str, call: &Call, said: &Said) -> Result<Option<Item>, Problem> {
    let mut names = Vec::new();
    if let Some(table) = &said.table {
        let Some(row) = app.store.table(table).await? else {
            return Ok(None);
        };
        let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
        let is_true = match said.kind {
            Kind::Turn => row.status == "running" && summary.waiting.iter().any(|waiting| waiting == person),
            Kind::Started => row.status == "running",
            Kind::Invitation => row.status == "open",
            Kind::Over | Kind::Friend | Kind::Tournament => true,
        };
        if !is_true {
            return Ok(None);
        }
        names = summary.names;
        names.retain(|name| !name.is_empty() && name != own);
    }
    let game = said
        .game
        .as_deref()
        .and_then(|game| bobbin_catalog::find(game).ok());
    let subject = Subject {
        kind: said.kind,
        game: game.map(|game| game.name().to_owned()),
        names,
        name: said.name.clone(),
    };
    Ok(Some(Item {
        id: call.id.clone(),
        kind_name: said.kind.name(),
        words: subject.sentence(),
        subject,
        path: said.path.clone(),
        table: said.table.clone(),
        game: said.game.clone(),
        at: call.created_at,
    }))
}

/// Tells what is to be told in one way now, and notes down at once what was.
async fn tell(
    app: &App,
    person: &str,
    kept: &Kept,
    way: Way,
    pending: &mut [Pending],
) -> Result<(), Problem> {
    let now = app.clock.wall();
    let hours = kept.hours();
    let mut parcels: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, pending) in pending.iter_mut().enumerate() {
        let when: When = kept.when(pending.said.kind, way);
        let leg = pending.legs.entry(way).or_default();
        let moment = Moment {
            now,
            hours: &hours,
            is_looking: pending.is_looking,
        };
        match step(pending.said.kind, pending.said.live, when, leg, &moment) {
            Step::Nothing => leg.done = true,
            Step::Wait(until) => leg.wait(when, until),
            Step::Send { slot: None } => {
                parcels.insert(pending.call.id.clone(), vec![number]);
            }
            Step::Send { slot: Some(slot) } => {
                let id = call_id(&["digest", person, &format!("{way:?}"), &slot.to_string()]);
                parcels.entry(id).or_default().push(number);
            }
        }
    }
    for (id, members) in parcels {
        if app.alerts.told.allows(person, Instant::now()).is_err() {
            for number in members {
                pending[number].legs.entry(way).or_default().next = now + ENOUGH;
            }
            continue;
        }
        let came = send(app, person, kept, way, &id, &members, pending).await?;
        let now = app.clock.wall();
        for number in members {
            let leg = pending[number].legs.entry(way).or_default();
            match &came {
                Came::Told | Came::Gone => leg.done = true,
                Came::Failed(_) => leg.failed(now),
            }
            keep(app, &pending[number], now).await?;
        }
    }
    Ok(())
}

/// Sends what belongs together, and keeps what that shows of the way.
async fn send(
    app: &App,
    person: &str,
    kept: &Kept,
    way: Way,
    id: &str,
    members: &[usize],
    pending: &mut [Pending],
) -> Result<Came, Problem> {
    let items: Vec<Item> = members
        .iter()
        .map(|number| pending[*number].item.clone())
        .collect();
    let parcel = Parcel {
        id,
        items: items.iter().collect(),
    };
    let (store, clock) = (&*app.store, &app.clock);
    let came = match way {
        Way::Push => {
            remember(app, person, &items).await?;
            let first = members.first().and_then(|number| pending[*number].legs.get(&way));
            let mut to = first.map_or(Vec::new(), |leg| leg.to.clone());
            let (came, gone) = deliver::push(app, kept, &parcel, &mut to).await;
            for number in members {
                pending[*number].legs.entry(way).or_default().to.clone_from(&to);
            }
            if !gone.is_empty() {
                reach::change(store, clock, person, |kept| {
                    kept.devices.retain(|device| !gone.contains(&device.id));
                    Ok(())
                })
                .await?;
            }
            came
        }
        Way::Mail => {
            let came = deliver::mail(app, kept, person, &parcel).await;
            if came == Came::Gone {
                reach::change(store, clock, person, |kept| {
                    kept.mail = None;
                    Ok(())
                })
                .await?;
            }
            came
        }
        Way::Hook => match &kept.hook {
            None => Came::Gone,
            Some(to) => {
                let came = deliver::hook(app, to, &parcel).await;
                note_of_hook(app, person, &to.url, to.failing_since, &came).await?;
                came
            }
        },
    };
    if let Came::Failed(why) = &came {
        tracing::info!(?way, why, "an alert did not go, and is tried again");
    }
    Ok(came)
}

/// A push says nothing: what it was, the worker can ask for.
async fn remember(app: &App, person: &str, items: &[Item]) -> Result<(), Problem> {
    let others: Vec<&Item> = items
        .iter()
        .filter(|item| item.subject.kind != Kind::Turn)
        .collect();
    if others.is_empty() {
        return Ok(());
    }
    let now = app.clock.wall();
    let (store, clock) = (&*app.store, &app.clock);
    let changed = reach::change(store, clock, person, |kept| {
        for item in &others {
            let recent = Recent {
                id: item.id.clone(),
                kind: item.subject.kind,
                path: item.path.clone(),
                game: item.game.clone(),
                at: now,
            };
            kept.add_recent(recent, now);
        }
        Ok(())
    });
    changed.await.map(drop)
}

/// Keeps since when nothing arrives at a webhook, and switches it off after some days.
async fn note_of_hook(
    app: &App,
    person: &str,
    url: &str,
    failing_since: Option<i64>,
    came: &Came,
) -> Result<(), Problem> {
    if *came == Came::Told && failing_since.is_none() {
        return Ok(());
    }
    let now = app.clock.wall();
    let changed = reach::change(&*app.store, &app.clock, person, |kept| {
        if let Some(hook) = kept.hook.as_mut().filter(|hook| hook.url == url) {
            match came {
                Came::Told => hook.failing_since = None,
                Came::Gone => hook.off = Some("it answered that there is nothing there".to_owned()),
                Came::Failed(why) => {
                    let since = *hook.failing_since.get_or_insert(now);
                    if now - since > HOOK_PATIENCE {
                        hook.off = Some(format!("nothing arrived there for three days: {why}"));
                    }
                }
            }
        }
        Ok(())
    });
    changed.await.map(drop)
}
