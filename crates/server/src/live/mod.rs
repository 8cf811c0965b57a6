//! The tables in memory: loaded from their log when someone asks, evicted when nobody does.
//!
//! Each table has a lock for writing. Whoever changes it holds the lock from the check until the entry is on disk and
//! everybody has been told: so an answer comes after the commit, and all see the same order. Who only looks takes no
//! lock: what was published last is there at once, so nobody learns by waiting that somebody acts.

mod bots;
mod listen;
mod listeners;
mod live_table;
mod log;
pub(crate) mod news;
mod sweep;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bobbin_game::Viewer;
use bobbin_store::{Append, AppendError, ChainHash};
use bobbin_workers::BotCache;
pub(crate) use listeners::{Listening, may_listen, may_view};
use live_table::{Added, LiveTable, Loaded, Published};
pub(crate) use log::read;

use crate::alerts::calls as alerts;
use crate::app::Services;
use crate::error::Problem;
use crate::metrics::{Gauged, count, count_many};
use crate::summary::{people, row};
use crate::table::{Applied, Change, Ending, Entry, Status, Table};
use crate::work::{Class, Owner, Size};

/// The tables in memory.
pub(crate) struct LiveTables {
    services: Arc<Services>,
    /// The bots of seats, between their questions.
    bots: Arc<BotCache>,
    tables: Mutex<BTreeMap<String, Arc<LiveTable>>>,
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

impl Deref for LiveTables {
    type Target = Services;
    fn deref(&self) -> &Services {
        &self.services
    }
}

impl LiveTables {
    /// `opened_at` is when this server, or the first of those that run now on the same database, was started.
    pub(crate) fn open(services: Arc<Services>, opened_at: i64) -> Arc<Self> {
        Arc::new(LiveTables {
            is_shared: services.store.is_shared(),
            services,
            bots: Arc::default(),
            tables: Mutex::default(),
            opened_at,
            closing: AtomicBool::new(false),
            stuck: Mutex::default(),
        })
    }

    fn live(&self, id: &str) -> Arc<LiveTable> {
        let now = self.clock.now();
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let live = tables
            .entry(id.to_owned())
            .or_insert_with(|| Arc::new(LiveTable::new(id, now)));
        live.used.store(now, Relaxed);
        Arc::clone(live)
    }

    /// Takes a table out of the memory if nobody else has it in hand and `may_go` says so. Whoever has it in hand goes
    /// on using it: with a second one of the same table each would show what the other does not know.
    fn evict(&self, live: &Arc<LiveTable>, may_go: impl FnOnce(&LiveTable) -> bool) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        // One in the map and one of whoever calls: others get theirs from the map only, which is locked.
        if Arc::strong_count(live) <= 2 && may_go(live) {
            tables.remove(&live.id);
            self.bots.drop_table(&live.id);
        }
    }

    fn all(&self) -> Vec<Arc<LiveTable>> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.values().cloned().collect()
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
            calls: Vec::new(),
        };
        self.store
            .append(append)
            .await
            .map_err(|_| Problem::unavailable())
    }

    /// The table as it is on disk: what is being changed just now is not in it.
    pub(crate) async fn table(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Problem> {
        Ok(self.load(id).await?.1.table())
    }

    /// Looks at a table.
    pub(crate) async fn look<T>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&Table) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        look(&*self.table(id).await?)
    }

    /// Who reads a stream of which table at this server.
    pub(crate) fn looking(&self) -> BTreeSet<(String, String)> {
        let mut looking = BTreeSet::new();
        for live in self.all() {
            if let Some(loaded) = live.loaded() {
                let people = loaded.listeners.lock().people();
                looking.extend(people.into_iter().map(|person| (person, live.id.clone())));
            }
        }
        looking
    }

    /// How many follow a table without a seat, at this server.
    pub(crate) async fn watching(self: &Arc<Self>, id: &str) -> Result<usize, Problem> {
        Ok(self.load(id).await?.1.listeners.lock().watching())
    }

    /// How many follow each table without a seat, at this server: all that somebody follows are in memory.
    pub(crate) fn watched_now(&self) -> BTreeMap<String, usize> {
        let all = self.all().into_iter();
        let watched = all.filter_map(|live| {
            let watching = live.loaded()?.listeners.lock().watching();
            (watching > 0).then(|| (live.id.clone(), watching))
        });
        watched.collect()
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<(Arc<LiveTable>, Arc<Loaded>), Problem> {
        let live = self.live(id);
        if let Some(loaded) = live.loaded() {
            return Ok((live, loaded));
        }
        let loaded = {
            let _writing = live.writer.lock().await;
            self.ensure_loaded(&live).await?
        };
        Ok((live, loaded))
    }

    /// Changes a table. `decide` says what to do about it as it stands; the answer comes when that is on disk. It is
    /// carried through even if whoever asked has gone.
    pub(crate) async fn change<D>(self: &Arc<Self>, id: &str, decide: D) -> Result<Applied, Problem>
    where
        D: Fn(&Table) -> Result<(Viewer, Decision), Problem> + Send + 'static,
    {
        let (tables, id) = (Arc::clone(self), id.to_owned());
        let changed = tokio::spawn(async move { tables.change_now(&id, decide).await });
        changed.await.unwrap_or_else(|_| Err(Problem::unavailable()))
    }

    async fn change_now<D>(self: &Arc<Self>, id: &str, decide: D) -> Result<Applied, Problem>
    where
        D: Fn(&Table) -> Result<(Viewer, Decision), Problem>,
    {
        // Another server may write to the same table; whoever is second looks again. Where others are faster each time,
        // what the last look came to is the answer.
        let mut answer = Problem::unavailable();
        let live = self.live(id);
        let _writing = live.writer.lock().await;
        for _ in 0..LOOKS {
            let loaded = self.ensure_loaded(&live).await?;
            if live.uncertain.load(Relaxed) {
                self.read_on(&live, &loaded).await?;
            }
            let decided = match decide(&loaded.table()) {
                Ok((viewer, Decision::Add(entry))) => Ok((viewer, entry)),
                Ok((_, Decision::Done(applied))) => {
                    count(&self.metrics.repeated);
                    return Ok(applied);
                }
                Err(problem) => Err(Failure::Rejected(problem)),
            };
            let added = match decided {
                Ok((viewer, entry)) => self.add(&live, &loaded, entry).await.map(|()| viewer),
                Err(failure) => Err(failure),
            };
            match added {
                Ok(viewer) => return Ok(loaded.table().applied(viewer)),
                // Whoever asks may have seen at another server what has not come here yet.
                Err(Failure::Rejected(problem)) => {
                    if !self.has_news(&live, &loaded).await? {
                        return Err(problem);
                    }
                    answer = problem;
                }
                Err(Failure::Conflict) => {
                    count(&self.metrics.append_conflicts);
                    answer = Problem::unavailable();
                    let known = loaded.table().length;
                    self.read_on(&live, &loaded).await?;
                    if loaded.table().length == known {
                        // Nobody was faster: what is in memory is not what the log says. Read it anew.
                        live.set_loaded(None);
                    }
                }
                Err(Failure::Lost) => {
                    count(&self.metrics.append_failures);
                    if live.uncertain.load(Relaxed) {
                        tokio::spawn(Arc::clone(self).settle_later(Arc::clone(&live)));
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
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
        mut entry: Entry,
    ) -> Result<(), Failure> {
        let Published {
            table: before, head, ..
        } = loaded.published();
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
            table: live.id.clone(),
            index,
            previous: head,
            at,
            body: body.clone(),
            // What lists show of a game that was over before its rules changed cannot be worked out again.
            row: (!is_kept_only).then(|| row(&table, &self.settings.patience)),
            calls: alerts::caused_by(&entry, &before, &table, &change, at, self.clock.wall() + GRACE),
            // Who is being forgotten is found here until nothing of them is left.
            people: (people(&before) != people_after && !is_forgetting).then_some(people_after),
        };
        // Before it is written: others are told at once when it is, and this server with them.
        live.length.store(index + 1, Relaxed);
        let head = append.hash();
        let began = Instant::now();
        match self.store.append(append).await {
            Ok(()) => {
                self.metrics.commits.took(began.elapsed());
                let added = Added { at, entry, head };
                self.publish(live, loaded, added, table, &change);
                Ok(())
            }
            Err(AppendError::Conflict) => {
                live.length.store(index, Relaxed);
                Err(Failure::Conflict)
            }
            Err(AppendError::Failed(_)) => {
                live.length.store(index, Relaxed);
                live.uncertain.store(true, Relaxed);
                self.settle(live, loaded, index, (at, &body)).await
            }
        }
    }

    /// Nobody knows whether an entry is on disk: the log says it, if it can be read.
    async fn settle(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
        index: u64,
        (at, body): (i64, &str),
    ) -> Result<(), Failure> {
        let written = self.store.entries(&live.id, index).await;
        let first = written.map_err(|_| Failure::Lost)?.into_iter().next();
        self.read_on(live, loaded).await.map_err(|_| Failure::Lost)?;
        match first {
            Some(entry) if entry.at == at && entry.body == body => Ok(()),
            Some(_) => Err(Failure::Conflict),
            None => Err(Failure::Lost),
        }
    }

    fn publish(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
        added: Added,
        table: Table,
        change: &Change,
    ) {
        live.length.store(table.length, Relaxed);
        let delivered = loaded.publish(added, table, change);
        count_many(&self.metrics.events, delivered.sent);
        count_many(&self.metrics.streams_too_slow, delivered.too_slow);
        self.follow_up(live, &loaded.table());
    }

    /// What a table needs after it was loaded or changed.
    fn follow_up(self: &Arc<Self>, live: &Arc<LiveTable>, table: &Table) {
        let due = table.due_at(&self.settings.patience).unwrap_or(i64::MAX);
        live.due.store(due, Relaxed);
        if table.status == Status::Over {
            self.bots.drop_table(&live.id);
        }
        if (table.bot_to_act().is_some() || table.said_before().is_some())
            && !self.closing.load(Relaxed)
            && !live.bots_are_playing.swap(true, Relaxed)
        {
            let (tables, id) = (Arc::clone(self), live.id.clone());
            let live = Arc::clone(live);
            tokio::spawn(async move {
                tables.play_bots(&id).await;
                live.bots_are_playing.store(false, Relaxed);
                // A bot may have come to act just before the flag was put down.
                match live.loaded() {
                    Some(loaded) => tables.follow_up(&live, &loaded.table()),
                    None => tables.bots.drop_table(&live.id),
                }
            });
        }
    }

    /// The table, loaded if it is not. Whoever calls it holds the writer's lock.
    async fn ensure_loaded(self: &Arc<Self>, live: &Arc<LiveTable>) -> Result<Arc<Loaded>, Problem> {
        if let Some(loaded) = live.loaded() {
            return Ok(loaded);
        }
        let (log, hashes) = self.log(&live.id, 0).await?;
        if log.is_empty() {
            self.evict(live, |_| true);
            return Err(Problem::not_found("table"));
        }
        let gauge = Gauged::new(&self.metrics, |metrics| &metrics.tables_loaded);
        let (owner, id) = (owner_of(&log), live.id.clone());
        let is_long = log.len() > LONG_LOG || log[0].1.is_upload();
        let size = if is_long { Size::Long } else { Size::Quick };
        let mut published = self
            .work
            .run(owner, Class::People, size, move || {
                Published::read(&id, log, hashes)
            })
            .await??;
        let is_outdated = published.table.is_outdated() && published.table.status != Status::Over;
        if is_outdated && self.was_over(&live.id).await? {
            let mut table = Table::clone(&published.table);
            table.was_over_before();
            published = Published::first(table, published.head);
        }
        live.length.store(published.table.length, Relaxed);
        let loaded = Arc::new(Loaded::new(published, gauge));
        let table = loaded.table();
        let unavailable = |_| Problem::unavailable();
        if table.is_outdated() && table.status != Status::Over {
            // A table whose rules have changed is over, if it was not before.
            let why = Ending::Outdated;
            let ended = self.add(live, &loaded, Entry::Ended { why }).await;
            ended.map_err(unavailable)?;
        } else if table.has_live_clock() && table.updated_at < self.opened_at {
            // If it cannot be written, the next one who loads the table tries again.
            let resumed = self.add(live, &loaded, Entry::Resumed).await;
            resumed.map_err(unavailable)?;
        }
        self.follow_up(live, &loaded.table());
        live.uncertain.store(false, Relaxed);
        live.set_loaded(Some(Arc::clone(&loaded)));
        Ok(loaded)
    }

    /// Was a table over, as far as lists say? Its log alone does not say so where the rules have changed.
    async fn was_over(&self, id: &str) -> Result<bool, Problem> {
        let row = self.store.table(id).await?;
        Ok(row.is_some_and(|row| row.status == Status::Over.name()))
    }

    /// What is in memory of a table is read again when it is next used: its log has been reworded.
    pub(crate) async fn unload(&self, id: &str) {
        let live = self.live(id);
        let _writing = live.writer.lock().await;
        live.set_loaded(None);
    }

    /// Ends all streams; bots stop.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
        for live in self.all() {
            if let Some(loaded) = live.loaded() {
                loaded.listeners.close();
            }
        }
    }
}

/// How often a change is tried where other servers write to the same table. Each try but the first means that another
/// server has added something, and what bots do in secret does not make an action stale: as many as a round of a table
/// has, and more.
const LOOKS: usize = 16;

/// Whoever answers within this time need not be called, in milliseconds.
const GRACE: i64 = 500;

/// To load a table with more entries than this takes long.
const LONG_LOG: usize = 2_000;

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
