//! All tables in use: loaded from their log when someone asks, forgotten when nobody does.
//!
//! Each table has a lock. Whoever changes it holds the lock from the check until the entry is on disk and everybody has
//! been told: so an answer comes after the commit, and all see the same order.

mod drive;
mod log;
pub(crate) mod news;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use bobbin_game::Viewer;
use bobbin_store::{Append, AppendError, ChainHash, Store};
use bytes::Bytes;
use tokio::sync::{Mutex as AsyncMutex, mpsc};

use log::missed;
pub(crate) use log::read;

use crate::bots::BotPool;
use crate::error::Problem;
use crate::metrics::{Gauged, Metrics, count};
use crate::settings::Settings;
use crate::summary::{people, row};
use crate::table::{Applied, Change, Ending, Entry, EventBody, Status, Table};

/// All tables in use.
pub(crate) struct Hall {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) settings: Settings,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: BotPool,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    opened_at: i64,
    /// Other servers may write to the same database, and it tells what they do.
    is_shared: bool,
    closing: AtomicBool,
}

/// A table in use.
struct Room {
    id: String,
    inside: AsyncMutex<Option<Inside>>,
    /// When something has to be done even if nobody asks; `i64::MAX` if nothing has.
    due: AtomicI64,
    /// How long the log is, as far as this server knows: what it writes itself is no news to it.
    length: AtomicU64,
    used: AtomicI64,
    /// Someone sees to it that its bots act.
    driven: AtomicBool,
}

/// A table and who listens to it.
struct Inside {
    table: Table,
    /// The hash of the last entry of its log.
    head: ChainHash,
    listeners: Vec<Listener>,
    _loaded: Gauged,
}

/// Someone who is told what happens.
struct Listener {
    viewer: Viewer,
    sender: mpsc::Sender<Bytes>,
}

/// How many events may wait for someone who reads slowly. Who falls behind further is cut off, and goes on where it
/// was with `Last-Event-ID`.
const BACKLOG: usize = 64;

/// Who missed more than this is told how things stand instead.
const LONGEST_CATCH_UP: u32 = 300;

/// What came of a request to change a table.
pub(crate) enum Decision {
    /// Add this entry.
    Add(Entry),
    /// It was done before.
    Done(Applied),
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

impl Hall {
    /// `opened_at` is when this server, or the first of those that run now on the same database, was started.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        settings: Settings,
        metrics: Arc<Metrics>,
        opened_at: i64,
        is_shared: bool,
    ) -> Arc<Self> {
        Arc::new(Hall {
            bots: BotPool::new(settings.bot_threads, &metrics),
            store,
            settings,
            metrics,
            rooms: Mutex::default(),
            opened_at,
            is_shared,
            closing: AtomicBool::new(false),
        })
    }

    fn room(&self, id: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.entry(id.to_owned()).or_insert_with(|| {
            Arc::new(Room {
                id: id.to_owned(),
                inside: AsyncMutex::new(None),
                due: AtomicI64::new(i64::MAX),
                length: AtomicU64::new(0),
                used: AtomicI64::new(now()),
                driven: AtomicBool::new(false),
            })
        });
        room.used.store(now(), Relaxed);
        Arc::clone(room)
    }

    fn forget(&self, room: &Arc<Room>) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(&room.id).is_some_and(|kept| Arc::ptr_eq(kept, room)) {
            rooms.remove(&room.id);
        }
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().cloned().collect()
    }

    /// Makes a table.
    pub(crate) async fn create(self: &Arc<Self>, id: &str, entry: Entry) -> Result<(), Problem> {
        let at = now();
        let table = Table::create(id, at, &entry)?;
        let body = serde_json::to_string(&entry).map_err(|_| Problem::unavailable())?;
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

    /// Looks at a table.
    pub(crate) async fn look<T>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&Table) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let room = self.room(id);
        let mut inside = room.inside.lock().await;
        let inside = self.loaded(&room, &mut inside).await?;
        look(&inside.table)
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
        for _ in 0..4 {
            let room = self.room(id);
            let mut guard = room.inside.lock().await;
            let inside = self.loaded(&room, &mut guard).await?;
            let decided = match decide(&inside.table) {
                Ok((viewer, Decision::Add(entry))) => Ok((viewer, entry)),
                Ok((_, Decision::Done(applied))) => {
                    count(&self.metrics.repeated);
                    return Ok(applied);
                }
                Err(problem) => Err(Failure::Rejected(problem)),
            };
            let added = match decided {
                Ok((viewer, entry)) => self.add(&room, inside, entry).await.map(|()| viewer),
                Err(failure) => Err(failure),
            };
            match added {
                Ok(viewer) => {
                    return Ok(inside.table.applied(viewer));
                }
                // Whoever asks may have seen at another server what has not come here yet.
                Err(Failure::Rejected(problem)) => match self.has_news(&room, inside).await {
                    Ok(true) => answer = problem,
                    Ok(false) => return Err(problem),
                    Err(problem) => {
                        *guard = None;
                        return Err(problem);
                    }
                },
                Err(Failure::Conflict) => {
                    count(&self.metrics.append_conflicts);
                    answer = Problem::unavailable();
                    if self.look_again(&room, inside).await.is_err() {
                        *guard = None;
                    }
                }
                Err(Failure::Lost) => {
                    count(&self.metrics.append_failures);
                    // What is in memory may not be on disk: forget it. The listeners come again.
                    *guard = None;
                    return Err(Problem::unavailable());
                }
            }
        }
        Err(answer)
    }

    /// Adds an entry: checks and applies it, writes it down, tells everybody.
    async fn add(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inside: &mut Inside,
        entry: Entry,
    ) -> Result<(), Failure> {
        let at = now().max(inside.table.updated_at);
        let people_before = people(&inside.table);
        let is_kept_only = inside.table.is_outdated() && inside.table.status == Status::Over;
        let index = inside.table.length;
        // Before it is written: others are told at once when it is, and this server with them.
        room.length.store(index + 1, Relaxed);
        let change = inside
            .table
            .apply(at, &entry)
            .inspect_err(|_| room.length.store(index, Relaxed))
            .map_err(|reject| Failure::Rejected(reject.into()))?;
        let people_after = people(&inside.table);
        let append = Append {
            table: room.id.clone(),
            index,
            previous: inside.head,
            at,
            body: serde_json::to_string(&entry).map_err(|_| Failure::Lost)?,
            // What lists show of a game that was over before its rules changed cannot be worked out again.
            row: (!is_kept_only).then(|| row(&inside.table, &self.settings.patience)),
            people: (people_before != people_after).then_some(people_after),
        };
        let head = append.hash();
        let began = Instant::now();
        self.store.append(append).await.map_err(|error| match error {
            AppendError::Conflict => Failure::Conflict,
            AppendError::Failed(_) => Failure::Lost,
        })?;
        self.metrics.commits.took(began.elapsed());
        inside.head = head;
        self.tell(inside, &change, at);
        self.after(room, &inside.table);
        Ok(())
    }

    /// Tells everybody who may know.
    fn tell(&self, inside: &mut Inside, change: &Change, at: i64) {
        let Inside { table, listeners, .. } = inside;
        let mut frames: Vec<(Viewer, Bytes)> = Vec::new();
        listeners.retain(|listener| {
            if !change.watchers.include(listener.viewer) {
                return !listener.sender.is_closed();
            }
            let known = frames.iter().find(|(viewer, _)| *viewer == listener.viewer);
            let frame = if let Some((_, frame)) = known {
                frame.clone()
            } else {
                let frame = frame(&table.event_body(change, listener.viewer, at));
                frames.push((listener.viewer, frame.clone()));
                frame
            };
            match listener.sender.try_send(frame) {
                Ok(()) => {
                    count(&self.metrics.events);
                    true
                }
                Err(mpsc::error::TrySendError::Full(_)) => {
                    count(&self.metrics.streams_too_slow);
                    false
                }
                Err(mpsc::error::TrySendError::Closed(_)) => false,
            }
        });
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
                let inside = room.inside.lock().await;
                if let Some(inside) = &*inside {
                    hall.after(&room, &inside.table);
                }
            });
        }
    }

    /// The table, loaded if it is not.
    async fn loaded<'a>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        guard: &'a mut Option<Inside>,
    ) -> Result<&'a mut Inside, Problem> {
        if guard.is_none() {
            let (log, head) = self.log(&room.id, 0).await?;
            let Some(head) = head else {
                self.forget(room);
                return Err(Problem::not_found("table"));
            };
            let table = Table::load(&room.id, &log)?;
            let mut inside = Inside {
                table,
                head,
                listeners: Vec::new(),
                _loaded: Gauged::new(&self.metrics, |metrics| &metrics.tables_loaded),
            };
            if inside.table.is_outdated() && inside.table.status != Status::Over {
                self.put_away(room, &mut inside).await?;
            }
            if inside.table.has_live_clock() && inside.table.updated_at < self.opened_at {
                // If it cannot be written, the next one who loads the table tries again.
                let resumed = self.add(room, &mut inside, Entry::Resumed).await;
                resumed.map_err(|_| Problem::unavailable())?;
            }
            room.length.store(inside.table.length, Relaxed);
            self.after(room, &inside.table);
            *guard = Some(inside);
        }
        guard.as_mut().ok_or_else(Problem::unavailable)
    }

    /// A table whose rules have changed is over, if it was not before.
    async fn put_away(self: &Arc<Self>, room: &Arc<Room>, inside: &mut Inside) -> Result<(), Problem> {
        let row = self.store.table(&room.id).await?;
        if row.is_some_and(|row| row.status == Status::Over.name()) {
            inside.table.was_over_before();
            return Ok(());
        }
        let why = Ending::Outdated;
        let ended = self.add(room, inside, Entry::Ended { why }).await;
        ended.map_err(|_| Problem::unavailable())
    }

    /// Listens to a table: first what was missed since the event `after`, or how things stand, then what happens.
    /// `viewer` says who looks, given the table.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        id: &str,
        viewer: impl FnOnce(&Table) -> Result<Viewer, Problem>,
        after: Option<u32>,
    ) -> Result<(Vec<Bytes>, mpsc::Receiver<Bytes>), Problem> {
        let room = self.room(id);
        let mut guard = room.inside.lock().await;
        let inside = self.loaded(&room, &mut guard).await?;
        let viewer = viewer(&inside.table)?;
        if after.is_some_and(|after| after > inside.table.event(viewer)) {
            // It comes from another server, which was ahead of this one.
            self.has_news(&room, inside).await?;
        }
        let latest = inside.table.event(viewer);
        let first = match after {
            Some(after) if after == latest => Vec::new(),
            Some(after)
                if after < latest && latest - after <= LONGEST_CATCH_UP && !inside.table.is_outdated() =>
            {
                let (mut log, _) = self.log(id, 0).await?;
                // What another server has written since is told when the news of it comes.
                log.truncate(inside.table.length as usize);
                missed(id, &log, viewer, after)?
            }
            _ => vec![frame(&inside.table.state_body(viewer, now()))],
        };
        let (sender, receiver) = mpsc::channel(BACKLOG);
        if !self.closing.load(Relaxed) {
            inside.listeners.retain(|listener| !listener.sender.is_closed());
            inside.listeners.push(Listener { viewer, sender });
        }
        Ok((first, receiver))
    }

    /// Does what is due, and forgets tables that nobody uses. Called again and again.
    pub(crate) async fn sweep(self: &Arc<Self>, ask_store: bool) {
        let time = now();
        let mut due: Vec<String> = Vec::new();
        for room in self.rooms() {
            if room.due.load(Relaxed) <= time {
                due.push(room.id.clone());
            } else if time - room.used.load(Relaxed) > self.settings.forget_after.as_millis() as i64 {
                self.forget_if_idle(&room);
            }
        }
        if ask_store {
            match self.store.due(time, 100).await {
                Ok(found) => due.extend(found),
                Err(error) => tracing::error!(%error, "what is due could not be found out"),
            }
        }
        due.sort();
        due.dedup();
        for id in due {
            let patience = self.settings.patience;
            let done = self
                .change(&id, move |table| {
                    let nothing = || Problem::conflict("nothing_due", "Nothing is due.");
                    let entry = table.due(now(), &patience).ok_or_else(nothing)?;
                    Ok((Viewer::Spectator, Decision::Add(entry)))
                })
                .await;
            match done {
                Ok(_) => tracing::info!(table = id, "did what was due"),
                Err(problem) if problem.code == "nothing_due" => {}
                Err(problem) => {
                    tracing::warn!(table = id, code = problem.code, "what is due could not be done");
                }
            }
        }
    }

    fn forget_if_idle(&self, room: &Arc<Room>) {
        let Ok(mut inside) = room.inside.try_lock() else {
            return;
        };
        if let Some(inside) = &mut *inside {
            inside.listeners.retain(|listener| !listener.sender.is_closed());
            let in_use = !inside.listeners.is_empty() || inside.table.has_live_clock();
            if in_use || room.driven.load(Relaxed) {
                return;
            }
        }
        *inside = None;
        self.forget(room);
    }

    /// What is in memory of a table is read again when it is next used: its log has been reworded.
    pub(crate) async fn unload(&self, id: &str) {
        *self.room(id).inside.lock().await = None;
    }

    /// Ends all streams; bots stop.
    pub(crate) async fn close(&self) {
        self.closing.store(true, Relaxed);
        for room in self.rooms() {
            if let Some(inside) = &mut *room.inside.lock().await {
                inside.listeners.clear();
            }
        }
    }
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

/// An event as a stream sends it.
fn frame(body: &EventBody) -> Bytes {
    let json = serde_json::to_string(body).unwrap_or_default();
    Bytes::from(format!("id: {}\ndata: {json}\n\n", body.event))
}
