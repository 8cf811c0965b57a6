//! All tables in use: loaded from their log when someone asks, forgotten when nobody does.
//!
//! Each table has a lock for writing. Whoever changes it holds the lock from the check until the entry is on disk and
//! everybody has been told: so an answer comes after the commit, and all see the same order. Who only looks takes no
//! lock: what was published last is there at once, so nobody learns by waiting that somebody acts.

mod drive;
mod listeners;
mod log;
pub(crate) mod news;
mod room;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use bobbin_game::Viewer;
use bobbin_store::{Append, AppendError, ChainHash, Store};
use bytes::Bytes;
use listeners::Listener;
pub(crate) use listeners::frame;
pub(crate) use listeners::{Listening, Told, may_view};
pub(crate) use log::read;
use room::{Added, Live, Published, Room};

use crate::clock::Clock;
use crate::error::Problem;
use crate::metrics::{Gauged, Metrics, count, count_many};
use crate::secrets::log_id;
use crate::sessions::{Session, Sessions};
use crate::settings::Settings;
use crate::summary::{people, row};
use crate::table::{Applied, Change, Ending, Entry, Status, Table};
use crate::work::{Class, Owner, Size, Work};

/// All tables in use.
pub(crate) struct Hall {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) settings: Settings,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) work: Work,
    pub(crate) clock: Clock,
    pub(crate) sessions: Sessions,
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
    opened_at: i64,
    /// Other servers may write to the same database, and it tells what they do.
    is_shared: bool,
    closing: AtomicBool,
    /// Tables of which the database says that something is due, and nothing is or can be done.
    stuck: Mutex<BTreeSet<String>>,
}

/// What came of a request to change a table.
pub(crate) enum Decision {
    /// Add this entry.
    Add(Entry),
    /// It was done before.
    Done(Applied),
}

impl Hall {
    /// `opened_at` is when this server, or the first of those that run now on the same database, was started.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        settings: Settings,
        work: Work,
        metrics: Arc<Metrics>,
        clock: Clock,
        opened_at: i64,
    ) -> Arc<Self> {
        Arc::new(Hall {
            is_shared: store.is_shared(),
            work,
            store,
            settings,
            metrics,
            clock,
            sessions: Sessions::default(),
            rooms: Mutex::default(),
            opened_at,
            closing: AtomicBool::new(false),
            stuck: Mutex::default(),
        })
    }

    fn room(&self, id: &str) -> Arc<Room> {
        let now = self.clock.now();
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms
            .entry(id.to_owned())
            .or_insert_with(|| Arc::new(Room::new(id, now)));
        room.used.store(now, Relaxed);
        Arc::clone(room)
    }

    /// Takes a table out of the memory if nobody else has it in hand and `may_go` says so. Whoever has it in hand goes on
    /// using it: with a second one of the same table each would show what the other does not know.
    fn forget(&self, room: &Arc<Room>, may_go: impl FnOnce(&Room) -> bool) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // One in the map and one of whoever calls: others get theirs from the map only, which is locked.
        if Arc::strong_count(room) <= 2 && may_go(room) {
            rooms.remove(&room.id);
        }
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().cloned().collect()
    }

    /// Makes a table.
    pub(crate) async fn create(self: &Arc<Self>, id: &str, entry: Entry) -> Result<(), Problem> {
        let at = self.clock.now();
        let body = serde_json::to_string(&entry).map_err(|_| Problem::unavailable())?;
        let maker = owner_of(std::slice::from_ref(&(at, entry.clone())));
        let (owner, name) = (maker, id.to_owned());
        let table = self
            .work
            .answer(owner, move || Ok(Table::create(&name, at, &entry)?));
        let table = table.await?;
        let append = Append {
            table: id.to_owned(),
            index: 0,
            previous: ChainHash::START,
            at,
            body,
            row: Some(row(&table, &self.settings.patience)),
            people: Some(people(&table)),
        };
        self.store
            .append(append)
            .await
            .map_err(|_| Problem::unavailable())
    }

    /// The table as it is on disk: what is being changed just now is not in it.
    pub(crate) async fn table(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Problem> {
        Ok(self.live(id).await?.1.table())
    }

    /// Looks at a table.
    pub(crate) async fn look<T>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&Table) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        look(&*self.table(id).await?)
    }

    async fn live(self: &Arc<Self>, id: &str) -> Result<(Arc<Room>, Arc<Live>), Problem> {
        let room = self.room(id);
        if let Some(live) = room.live() {
            return Ok((room, live));
        }
        let live = {
            let _writing = room.writer.lock().await;
            self.loaded(&room).await?
        };
        Ok((room, live))
    }

    /// Changes a table. `decide` says what to do about it as it stands; the answer comes when that is on disk. It is
    /// carried through even if whoever asked has gone.
    pub(crate) async fn change<D>(self: &Arc<Self>, id: &str, decide: D) -> Result<Applied, Problem>
    where
        D: Fn(&Table) -> Result<(Viewer, Decision), Problem> + Send + 'static,
    {
        let (hall, id) = (Arc::clone(self), id.to_owned());
        let changed = tokio::spawn(async move { hall.change_now(&id, decide).await });
        changed.await.unwrap_or_else(|_| Err(Problem::unavailable()))
    }

    async fn change_now<D>(self: &Arc<Self>, id: &str, decide: D) -> Result<Applied, Problem>
    where
        D: Fn(&Table) -> Result<(Viewer, Decision), Problem>,
    {
        // Another server may write to the same table; whoever is second looks again. Where others are faster each time,
        // what the last look came to is the answer.
        let mut answer = Problem::unavailable();
        let room = self.room(id);
        let _writing = room.writer.lock().await;
        for _ in 0..4 {
            let live = self.loaded(&room).await?;
            if room.uncertain.load(Relaxed) {
                self.read_on(&room, &live).await?;
            }
            let decided = match decide(&live.table()) {
                Ok((viewer, Decision::Add(entry))) => Ok((viewer, entry)),
                Ok((_, Decision::Done(applied))) => {
                    count(&self.metrics.repeated);
                    return Ok(applied);
                }
                Err(problem) => Err(Failure::Rejected(problem)),
            };
            let added = match decided {
                Ok((viewer, entry)) => self.add(&room, &live, entry).await.map(|()| viewer),
                Err(failure) => Err(failure),
            };
            match added {
                Ok(viewer) => return Ok(live.table().applied(viewer)),
                // Whoever asks may have seen at another server what has not come here yet.
                Err(Failure::Rejected(problem)) => {
                    if !self.has_news(&room, &live).await? {
                        return Err(problem);
                    }
                    answer = problem;
                }
                Err(Failure::Conflict) => {
                    count(&self.metrics.append_conflicts);
                    answer = Problem::unavailable();
                    let known = live.table().length;
                    self.read_on(&room, &live).await?;
                    if live.table().length == known {
                        // Nobody was faster: what is in memory is not what the log says. Read it anew.
                        room.set_live(None);
                    }
                }
                Err(Failure::Lost) => {
                    count(&self.metrics.append_failures);
                    if room.uncertain.load(Relaxed) {
                        tokio::spawn(Arc::clone(self).settle_later(Arc::clone(&room)));
                    }
                    return Err(Problem::unavailable());
                }
            }
        }
        Err(answer)
    }

    /// Adds an entry: checks it, writes it down, publishes what came of it and tells everybody. Whoever calls it holds
    /// the writer's lock.
    async fn add(
        self: &Arc<Self>,
        room: &Arc<Room>,
        live: &Arc<Live>,
        mut entry: Entry,
    ) -> Result<(), Failure> {
        let Published {
            table: before, head, ..
        } = live.published();
        let at = self.clock.now().max(before.updated_at);
        let is_kept_only = before.is_outdated() && before.status == Status::Over;
        let index = before.length;
        let mut table = Table::clone(&before);
        let change = table
            .apply(at, &entry)
            .map_err(|reject| Failure::Rejected(reject.into()))?;
        let came = table.digest(&entry, &change);
        if let Entry::Played { digest, .. } = &mut entry {
            *digest = came;
        }
        let is_forgetting = matches!(entry, Entry::Forgotten { .. });
        let people_after = people(&table);
        let body = serde_json::to_string(&entry).map_err(|_| Failure::Lost)?;
        let append = Append {
            table: room.id.clone(),
            index,
            previous: head,
            at,
            body: body.clone(),
            // What lists show of a game that was over before its rules changed cannot be worked out again.
            row: (!is_kept_only).then(|| row(&table, &self.settings.patience)),
            // Who is being forgotten is found here until nothing of them is left.
            people: (people(&before) != people_after && !is_forgetting).then_some(people_after),
        };
        // Before it is written: others are told at once when it is, and this server with them.
        room.length.store(index + 1, Relaxed);
        let head = append.hash();
        let began = Instant::now();
        match self.store.append(append).await {
            Ok(()) => {
                self.metrics.commits.took(began.elapsed());
                let added = Added { at, entry, head };
                self.publish(room, live, added, table, &change);
                Ok(())
            }
            Err(AppendError::Conflict) => {
                room.length.store(index, Relaxed);
                Err(Failure::Conflict)
            }
            Err(AppendError::Failed(_)) => {
                room.length.store(index, Relaxed);
                room.uncertain.store(true, Relaxed);
                self.settle(room, live, index, (at, &body)).await
            }
        }
    }

    /// Nobody knows whether an entry is on disk: the log says it, if it can be read.
    async fn settle(
        self: &Arc<Self>,
        room: &Arc<Room>,
        live: &Arc<Live>,
        index: u64,
        (at, body): (i64, &str),
    ) -> Result<(), Failure> {
        let written = self.store.entries(&room.id, index).await;
        let first = written.map_err(|_| Failure::Lost)?.into_iter().next();
        self.read_on(room, live).await.map_err(|_| Failure::Lost)?;
        match first {
            Some(entry) if entry.at == at && entry.body == body => Ok(()),
            Some(_) => Err(Failure::Conflict),
            None => Err(Failure::Lost),
        }
    }

    fn publish(
        self: &Arc<Self>,
        room: &Arc<Room>,
        live: &Arc<Live>,
        added: Added,
        table: Table,
        change: &Change,
    ) {
        room.length.store(table.length, Relaxed);
        let told = live.publish(added, table, change);
        count_many(&self.metrics.events, told.sent);
        count_many(&self.metrics.streams_too_slow, told.too_slow);
        self.after(room, &live.table());
    }

    /// What a table needs after it was loaded or changed.
    fn after(self: &Arc<Self>, room: &Arc<Room>, table: &Table) {
        let due = table.due_at(&self.settings.patience).unwrap_or(i64::MAX);
        room.due.store(due, Relaxed);
        if table.bot_to_act().is_some() && !self.closing.load(Relaxed) && !room.driven.swap(true, Relaxed) {
            let (hall, id) = (Arc::clone(self), room.id.clone());
            let room = Arc::clone(room);
            tokio::spawn(async move {
                hall.drive(&id).await;
                room.driven.store(false, Relaxed);
                // A bot may have come to act just before the flag was put down.
                if let Some(live) = room.live() {
                    hall.after(&room, &live.table());
                }
            });
        }
    }

    /// The table, loaded if it is not. Whoever calls it holds the writer's lock.
    async fn loaded(self: &Arc<Self>, room: &Arc<Room>) -> Result<Arc<Live>, Problem> {
        if let Some(live) = room.live() {
            return Ok(live);
        }
        let (log, hashes) = self.log(&room.id, 0).await?;
        if log.is_empty() {
            self.forget(room, |_| true);
            return Err(Problem::not_found("table"));
        }
        let loaded = Gauged::new(&self.metrics, |metrics| &metrics.tables_loaded);
        let (owner, id) = (owner_of(&log), room.id.clone());
        let is_long = log.len() > LONG_LOG || log[0].1.is_upload();
        let size = if is_long { Size::Long } else { Size::Quick };
        let mut published = self
            .work
            .run(owner, Class::People, size, move || {
                Published::read(&id, log, hashes)
            })
            .await??;
        let is_outdated = published.table.is_outdated() && published.table.status != Status::Over;
        if is_outdated && self.was_over(&room.id).await? {
            let mut table = Table::clone(&published.table);
            table.was_over_before();
            published = Published::first(table, published.head);
        }
        room.length.store(published.table.length, Relaxed);
        let live = Arc::new(Live::new(published, loaded));
        let table = live.table();
        let unavailable = |_| Problem::unavailable();
        if table.is_outdated() && table.status != Status::Over {
            // A table whose rules have changed is over, if it was not before.
            let why = Ending::Outdated;
            let ended = self.add(room, &live, Entry::Ended { why }).await;
            ended.map_err(unavailable)?;
        } else if table.has_live_clock() && table.updated_at < self.opened_at {
            // If it cannot be written, the next one who loads the table tries again.
            let resumed = self.add(room, &live, Entry::Resumed).await;
            resumed.map_err(unavailable)?;
        }
        self.after(room, &live.table());
        room.uncertain.store(false, Relaxed);
        room.set_live(Some(Arc::clone(&live)));
        Ok(live)
    }

    /// Was a table over, as far as lists say? Its log alone does not say so where the rules have changed.
    async fn was_over(&self, id: &str) -> Result<bool, Problem> {
        let row = self.store.table(id).await?;
        Ok(row.is_some_and(|row| row.status == Status::Over.name()))
    }

    /// Listens to a table: first what was missed since the event `after`, or how things stand, then what happens.
    /// `viewer` says who looks, given the table; `session` is by which right.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        id: &str,
        viewer: impl Fn(&Table) -> Result<Viewer, Problem>,
        owner: Owner,
        session: Option<Arc<Session>>,
        after: Option<u32>,
    ) -> Result<(Vec<Bytes>, Listening), Problem> {
        // Something may happen while it is worked out what was missed: then that is worked out again.
        for _ in 0..16 {
            let (room, live) = self.live(id).await?;
            let mut seen = live.published();
            let who = viewer(&seen.table)?;
            if after.is_some_and(|after| after > seen.table.event(who)) {
                // It comes from another server, which was ahead of this one.
                let _writing = room.writer.lock().await;
                self.has_news(&room, &live).await?;
                seen = live.published();
            }
            let first = self.first_frames(&seen, who, owner.clone(), after).await?;
            let mut listening = live.listeners.lock();
            if !Arc::ptr_eq(&live.table(), &seen.table) {
                continue;
            }
            let (listener, stream) = Listener::new(who, session.clone());
            // When the server closes nobody listens any more.
            if self.closing.load(Relaxed) || listening.add(listener) {
                return Ok((first, stream));
            }
        }
        Err(Problem::unavailable())
    }

    /// What a stream begins with.
    async fn first_frames(
        &self,
        seen: &Published,
        viewer: Viewer,
        owner: Owner,
        after: Option<u32>,
    ) -> Result<Vec<Bytes>, Problem> {
        let table = &*seen.table;
        let latest = table.event(viewer);
        match after {
            Some(after) if after == latest => Ok(Vec::new()),
            Some(after) if (seen.oldest().event(viewer)..latest).contains(&after) && !table.is_outdated() => {
                let seen = seen.clone();
                self.work.answer(owner, move || seen.missed(viewer, after)).await
            }
            _ => Ok(vec![frame(&table.state_body(viewer, self.clock.now()))]),
        }
    }

    /// Does what is due, and forgets tables that nobody uses. Called again and again.
    pub(crate) async fn sweep(self: &Arc<Self>, ask_store: bool) {
        let time = self.clock.now();
        let mut due: Vec<String> = Vec::new();
        let rooms = self.rooms();
        let patience = self.settings.forget_after;
        let patience = if rooms.len() > MANY_TABLES {
            patience / 30
        } else {
            patience
        };
        for room in rooms {
            if room.due.load(Relaxed) <= time {
                due.push(room.id.clone());
            } else if time - room.used.load(Relaxed) > patience.as_millis() as i64 {
                self.forget_if_idle(&room);
            }
        }
        if ask_store {
            // Those for which nothing can be done must not stand before the others for ever.
            let stuck = self.stuck().clone();
            match self.store.due(time, 100 + stuck.len() as u32).await {
                Ok(found) => due.extend(found.into_iter().filter(|id| !stuck.contains(id))),
                Err(error) => tracing::error!(%error, "what is due could not be found out"),
            }
        }
        due.sort();
        due.dedup();
        for id in due {
            let (patience, clock) = (self.settings.patience, self.clock.clone());
            let done = self
                .change(&id, move |table| {
                    let nothing = || Problem::conflict("nothing_due", "Nothing is due.");
                    let entry = table.due(clock.now(), &patience).ok_or_else(nothing)?;
                    Ok((Viewer::Spectator, Decision::Add(entry)))
                })
                .await;
            let may_go_on = |problem: &Problem| problem.status() == StatusCode::SERVICE_UNAVAILABLE;
            if done.as_ref().is_err_and(|problem| !may_go_on(problem)) {
                self.stuck().insert(id.clone());
            }
            match done {
                Ok(_) => tracing::info!(table = log_id(&id), "did what was due"),
                Err(problem) if problem.code == "nothing_due" => {}
                Err(problem) => {
                    tracing::warn!(
                        table = log_id(&id),
                        code = problem.code,
                        "what is due could not be done"
                    );
                }
            }
        }
    }

    fn stuck(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.stuck.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries once more what could not be done. Called now and then.
    pub(crate) fn try_stuck_again(&self) {
        self.stuck().clear();
    }

    fn forget_if_idle(&self, room: &Arc<Room>) {
        self.forget(room, |room| {
            let Some(live) = room.live() else {
                return true;
            };
            let in_use = live.table().has_live_clock() || room.driven.load(Relaxed);
            let may_go = !in_use && live.listeners.close_if_idle();
            if may_go {
                room.set_live(None);
            }
            may_go
        });
    }

    /// What is in memory of a table is read again when it is next used: its log has been reworded.
    pub(crate) async fn unload(&self, id: &str) {
        let room = self.room(id);
        let _writing = room.writer.lock().await;
        room.set_live(None);
    }

    /// Ends all streams; bots stop.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
        for room in self.rooms() {
            if let Some(live) = room.live() {
                live.listeners.close();
            }
        }
    }
}

/// To load a table with more entries than this takes long.
const LONG_LOG: usize = 2_000;

/// With more tables in memory than this, those that nobody uses leave it sooner.
const MANY_TABLES: usize = 4_000;

/// Whose work it is to load a table: that of whoever made it. One who makes many is not before others.
fn owner_of(log: &[(i64, Entry)]) -> Owner {
    Owner::Table(match log.first() {
        Some((_, Entry::Created(plan))) => plan.owner.clone(),
        _ => String::new(),
    })
}

/// Why an entry was not added.
enum Failure {
    /// It may not be.
    Rejected(Problem),
    /// Another server was faster.
    Conflict,
    /// Nobody knows whether it is on disk.
    Lost,
}
