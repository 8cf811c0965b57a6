//! A store in memory that fails on purpose: for simulations. It uses no threads and no time but tokio's, so a run in
//! paused time is the same for the same seed.

mod data;
mod faults;

use std::collections::BTreeSet;
use std::collections::btree_map::Entry as Place;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use data::Data;
pub use faults::Faults;
use faults::{Fate, Hearing, Plan};
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::appends::{self, Waiting, Writer};
use crate::chain::LogWalk;
use crate::{
    Answer, Append, AppendError, Call, Document, Finding, Key, LogEntry, News, Person, Row, SetLogin, Store,
    StoreError, TableFilter, TableRow, Verified,
};

/// A store in memory, as one program has it open.
pub struct MemoryStore {
    shared: Arc<Shared>,
    appends: mpsc::Sender<Waiting>,
    is_closed: Arc<AtomicBool>,
    can_renew: bool,
}

/// What all programs share that have the store open.
struct Shared {
    data: Mutex<Data>,
    plan: Mutex<Plan>,
    watchers: Mutex<Vec<mpsc::UnboundedSender<News>>>,
    /// Of each program, whether it has closed the store.
    programs: Mutex<Vec<Arc<AtomicBool>>>,
}

impl MemoryStore {
    /// An empty store at which nothing goes wrong yet. Call it within a runtime.
    #[expect(clippy::new_without_default, reason = "it starts a task")]
    pub fn new() -> Self {
        let shared = Arc::new(Shared {
            data: Mutex::default(),
            plan: Mutex::new(Plan::new(Faults::NONE)),
            watchers: Mutex::default(),
            programs: Mutex::default(),
        });
        MemoryStore::open(shared, true)
    }

    /// The same store, as another program has it open.
    #[must_use]
    pub fn another(&self) -> Self {
        MemoryStore::open(Arc::clone(&self.shared), self.can_renew)
    }

    /// The same store with a writer that is never replaced, whatever happens to its connection: to show that a
    /// simulation finds that.
    #[must_use]
    pub fn without_renewal(&self) -> Self {
        MemoryStore::open(Arc::clone(&self.shared), false)
    }

    /// What goes wrong from now on, for all who have the store open.
    pub fn set_faults(&self, faults: Faults) {
        *locked(&self.shared.plan) = Plan::new(faults);
    }

    fn open(shared: Arc<Shared>, can_renew: bool) -> Self {
        let is_closed = Arc::new(AtomicBool::new(false));
        locked(&shared.programs).push(Arc::clone(&is_closed));
        let writer = Entries {
            shared: Arc::clone(&shared),
            is_closed: Arc::clone(&is_closed),
            is_wedged: false,
            can_renew,
        };
        MemoryStore {
            appends: appends::start(writer),
            shared,
            is_closed,
            can_renew,
        }
    }

    /// Something that is read.
    fn read<'a, T: Send + 'a>(
        &'a self,
        read: impl FnOnce(&Data) -> Result<T, StoreError> + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(async move {
            check_open(&self.is_closed)?;
            let (delay, is_readable) = locked(&self.shared.plan).reading();
            pause(delay).await;
            if is_readable {
                read(&locked(&self.shared.data))
            } else {
                Err(fault("nothing could be read").into())
            }
        })
    }

    /// Something that is written, and whose business it is.
    fn write<'a, T: Send + 'a>(
        &'a self,
        write: impl FnOnce(&mut Data) -> Result<(T, Vec<News>), StoreError> + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(async move {
            check_open(&self.is_closed)?;
            let (before, fate, after) = locked(&self.shared.plan).fate();
            pause(before).await;
            if !matches!(fate, Fate::Kept | Fate::AnswerLost) {
                return Err(fault("nothing was written").into());
            }
            let (answer, news) = write(&mut locked(&self.shared.data))?;
            self.shared.tell(news);
            pause(after).await;
            match fate {
                Fate::AnswerLost => Err(fault("the answer was lost").into()),
                _ => Ok(answer),
            }
        })
    }
}

impl Drop for MemoryStore {
    fn drop(&mut self) {
        self.is_closed.store(true, Relaxed);
    }
}

impl Shared {
    fn tell(&self, news: Vec<News>) {
        let mut watchers = locked(&self.watchers);
        for news in news {
            watchers.retain(|watcher| watcher.send(news.clone()).is_ok());
        }
    }
}

/// Who writes the entries of one program, by a connection that may be broken.
struct Entries {
    shared: Arc<Shared>,
    is_closed: Arc<AtomicBool>,
    is_wedged: bool,
    can_renew: bool,
}

impl Entries {
    async fn commit<T>(&mut self, write: impl FnOnce(&mut Data) -> (T, Vec<News>)) -> Result<T, sqlx::Error> {
        check_open(&self.is_closed)?;
        let (before, fate, after) = locked(&self.shared.plan).fate();
        pause(before).await;
        self.is_wedged |= fate == Fate::Wedged;
        if self.is_wedged {
            return Err(fault("the connection is broken"));
        }
        match fate {
            Fate::Full => return Err(fault("the disk is full")),
            Fate::Refused | Fate::Wedged => return Err(fault("nothing was written")),
            Fate::Kept | Fate::AnswerLost => {}
        }
        let (answer, news) = write(&mut locked(&self.shared.data));
        self.shared.tell(news);
        pause(after).await;
        match fate {
            Fate::AnswerLost => Err(fault("the answer was lost")),
            _ => Ok(answer),
        }
    }
}

impl Writer for Entries {
    type Error = sqlx::Error;

    async fn write(&mut self, batch: &[&Append]) -> Result<BTreeSet<String>, sqlx::Error> {
        self.commit(|data| {
            let mut won = BTreeSet::new();
            let mut news = Vec::new();
            for append in batch {
                if data.append(append) {
                    won.insert(append.table.clone());
                    news.push(News::Added {
                        table: append.table.clone(),
                        index: append.index,
                    });
                }
            }
            (won, news)
        })
        .await
    }

    async fn check(&mut self) -> Result<(), sqlx::Error> {
        self.commit(|_| ((), Vec::new())).await
    }

    async fn renew(&mut self) -> Result<(), sqlx::Error> {
        if self.can_renew {
            if !locked(&self.shared.plan).is_renewed() {
                return Err(fault("no other connection can be had"));
            }
            self.is_wedged = false;
        }
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn fault(what: &str) -> sqlx::Error {
    sqlx::Error::Protocol(format!("{what}, on purpose"))
}

fn check_open(is_closed: &AtomicBool) -> Result<(), sqlx::Error> {
    if is_closed.load(Relaxed) {
        Err(sqlx::Error::PoolClosed)
    } else {
        Ok(())
    }
}

/// Even the shortest pause takes a millisecond.
async fn pause(time: std::time::Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}

fn of_person(person: &str) -> Vec<News> {
    vec![News::Person {
        person: person.to_owned(),
    }]
}

impl Store for MemoryStore {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>> {
        Box::pin(appends::append(&self.appends, append))
    }

    fn entries<'a>(&'a self, table: &'a str, from: u64) -> Answer<'a, Vec<LogEntry>> {
        self.read(move |data| data.entries(table, from))
    }

    fn gone_on<'a>(&'a self, known: &'a [(String, u64)]) -> Answer<'a, Vec<String>> {
        self.read(move |data| Ok(data.gone_on(known)))
    }

    fn reword<'a>(
        &'a self,
        table: &'a str,
        entries: &'a [LogEntry],
        summary: Option<&'a str>,
    ) -> Answer<'a, ()> {
        self.write(move |data| Ok(((), data.reword(table, entries, summary))))
    }

    fn table<'a>(&'a self, id: &'a str) -> Answer<'a, Option<TableRow>> {
        self.read(move |data| Ok(data.table(id)))
    }

    fn tables<'a>(&'a self, filter: &'a TableFilter) -> Answer<'a, Vec<TableRow>> {
        self.read(move |data| Ok(data.tables(filter)))
    }

    fn due(&self, before: i64, limit: u32) -> Answer<'_, Vec<String>> {
        self.read(move |data| Ok(data.due(before, limit)))
    }

    fn add_person<'a>(&'a self, person: &'a Person) -> Answer<'a, ()> {
        self.write(move |data| match data.people.entry(person.id.clone()) {
            Place::Occupied(_) => Err(fault("there is such a person").into()),
            Place::Vacant(place) => {
                place.insert(person.clone());
                Ok(((), Vec::new()))
            }
        })
    }

    fn person<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Person>> {
        self.read(move |data| Ok(data.people.get(id).cloned()))
    }

    fn person_by_login<'a>(&'a self, login: &'a str) -> Answer<'a, Option<Person>> {
        self.read(move |data| {
            let mut people = data.people.values();
            Ok(people
                .find(|person| person.login.as_deref() == Some(login))
                .cloned())
        })
    }

    fn people<'a>(&'a self, containing: &'a str, limit: u32) -> Answer<'a, Vec<Person>> {
        self.read(move |data| Ok(data.people(containing, limit)))
    }

    fn rename_person<'a>(&'a self, id: &'a str, name: &'a str) -> Answer<'a, bool> {
        self.write(move |data| {
            let Some(person) = data.people.get_mut(id) else {
                return Ok((false, Vec::new()));
            };
            name.clone_into(&mut person.name);
            Ok((true, of_person(id)))
        })
    }

    fn set_login<'a>(&'a self, id: &'a str, login: &'a str, password: &'a str) -> Answer<'a, SetLogin> {
        self.write(move |data| {
            let set = data.set_login(id, login, password);
            let is_done = set == SetLogin::Done;
            Ok((set, if is_done { of_person(id) } else { Vec::new() }))
        })
    }

    fn set_banned<'a>(&'a self, id: &'a str, banned: bool) -> Answer<'a, bool> {
        self.write(move |data| {
            let Some(person) = data.people.get_mut(id) else {
                return Ok((false, Vec::new()));
            };
            person.banned = banned;
            Ok((true, of_person(id)))
        })
    }

    fn delete_person<'a>(&'a self, id: &'a str) -> Answer<'a, ()> {
        self.write(move |data| {
            let was_there = data.delete_person(id);
            Ok(((), if was_there { of_person(id) } else { Vec::new() }))
        })
    }

    fn add_key<'a>(&'a self, key: &'a Key) -> Answer<'a, ()> {
        self.write(move |data| match data.keys.entry(key.hash.clone()) {
            Place::Occupied(_) => Err(fault("there is such a key").into()),
            Place::Vacant(place) => {
                place.insert(key.clone());
                Ok(((), of_person(&key.person)))
            }
        })
    }

    fn key<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<(Key, Person)>> {
        self.read(move |data| {
            let key = data.keys.get(hash);
            Ok(key.and_then(|key| Some((key.clone(), data.people.get(&key.person)?.clone()))))
        })
    }

    fn keys_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Key>> {
        self.read(move |data| {
            let keys = data.keys.values().filter(|key| key.person == person);
            let mut keys: Vec<Key> = keys.cloned().collect();
            keys.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
            Ok(keys)
        })
    }

    fn delete_key<'a>(&'a self, person: &'a str, id: &'a str) -> Answer<'a, bool> {
        self.write(move |data| {
            let gone = take_keys(data, |key| key.person == person && key.id == id);
            Ok((!gone.is_empty(), gone))
        })
    }

    fn delete_keys_of<'a>(&'a self, person: &'a str, except: Option<&'a str>) -> Answer<'a, u64> {
        self.write(move |data| {
            let gone = take_keys(data, |key| {
                key.person == person && except.is_none_or(|except| key.id != except)
            });
            Ok((gone.len() as u64, gone))
        })
    }

    fn touch_key<'a>(&'a self, hash: &'a str, at: i64) -> Answer<'a, ()> {
        self.write(move |data| {
            if let Some(key) = data.keys.get_mut(hash) {
                key.last_used_at = key.last_used_at.max(Some(at));
            }
            Ok(((), Vec::new()))
        })
    }

    fn delete_expired_keys(&self, now: i64) -> Answer<'_, u64> {
        self.write(move |data| {
            let gone = take_keys(data, |key| key.expires_at.is_some_and(|at| at < now));
            Ok((gone.len() as u64, gone))
        })
    }

    fn put_document<'a>(&'a self, document: &'a Document) -> Answer<'a, ()> {
        self.write(move |data| {
            data.put_document(document);
            Ok(((), Vec::new()))
        })
    }

    fn add_document<'a>(&'a self, document: &'a Document) -> Answer<'a, bool> {
        self.write(move |data| {
            let place = (document.kind.clone(), document.id.clone());
            let is_first = !data.documents.contains_key(&place);
            if is_first {
                data.documents.insert(place, document.clone());
            }
            Ok((is_first, Vec::new()))
        })
    }

    fn document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, Option<Document>> {
        self.read(move |data| Ok(data.documents.get(&(kind.to_owned(), id.to_owned())).cloned()))
    }

    fn documents<'a>(&'a self, kind: &'a str, person: Option<&'a str>) -> Answer<'a, Vec<Document>> {
        self.read(move |data| Ok(data.documents(kind, person)))
    }

    fn swap_document<'a>(&'a self, old: &'a Document, body: &'a str) -> Answer<'a, bool> {
        self.write(move |data| {
            let kept = data.documents.get_mut(&(old.kind.clone(), old.id.clone()));
            let kept = kept.filter(|kept| kept.body == old.body);
            let is_swapped = kept.is_some();
            if let Some(kept) = kept {
                body.clone_into(&mut kept.body);
            }
            Ok((is_swapped, Vec::new()))
        })
    }

    fn delete_documents<'a>(&'a self, kind: &'a str, before: i64) -> Answer<'a, u64> {
        self.write(move |data| {
            let count = data.documents.len();
            let goes = |document: &Document| document.kind == kind && document.created_at < before;
            data.documents.retain(|_, document| !goes(document));
            Ok(((count - data.documents.len()) as u64, Vec::new()))
        })
    }

    fn delete_document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, bool> {
        self.write(move |data| {
            let gone = data.documents.remove(&(kind.to_owned(), id.to_owned()));
            Ok((gone.is_some(), Vec::new()))
        })
    }

    fn raise<'a>(&'a self, calls: &'a [Call]) -> Answer<'a, ()> {
        self.write(move |data| {
            data.raise(calls);
            Ok(((), Vec::new()))
        })
    }

    fn calls(&self, before: i64, limit: u32) -> Answer<'_, Vec<Call>> {
        self.read(move |data| Ok(data.calls(before, limit)))
    }

    fn calls_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Call>> {
        self.read(move |data| Ok(data.calls_of(person)))
    }

    fn keep_call<'a>(&'a self, call: &'a Call) -> Answer<'a, bool> {
        self.write(move |data| Ok((data.keep_call(call), Vec::new())))
    }

    fn settle_calls<'a>(&'a self, ids: &'a [String]) -> Answer<'a, ()> {
        self.write(move |data| {
            data.outbox.retain(|id, _| !ids.contains(id));
            Ok(((), Vec::new()))
        })
    }

    fn scrub(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn check(&self) -> Answer<'_, ()> {
        self.read(|_| Ok(()))
    }

    fn check_writer(&self) -> Answer<'_, ()> {
        Box::pin(appends::check(&self.appends))
    }

    fn others(&self) -> Answer<'_, u64> {
        let programs = locked(&self.shared.programs);
        let others = programs
            .iter()
            .filter(|program| !Arc::ptr_eq(program, &self.is_closed));
        let count = others.filter(|program| !program.load(Relaxed)).count() as u64;
        Box::pin(async move { Ok(count) })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn watch(&self) -> Answer<'_, Option<mpsc::Receiver<News>>> {
        let (sender, mut written) = mpsc::unbounded_channel();
        locked(&self.shared.watchers).push(sender);
        let (told, news) = mpsc::channel(1024);
        let (shared, is_closed) = (Arc::clone(&self.shared), Arc::clone(&self.is_closed));
        tokio::spawn(async move {
            while let Some(mut next) = written.recv().await {
                let (delay, hearing) = locked(&shared.plan).hearing();
                pause(delay).await;
                match (hearing, &next) {
                    // What the database tells with the commit is lost only with the line.
                    (Hearing::Untold, News::Added { .. }) => continue,
                    (Hearing::Heard | Hearing::Untold, _) => {}
                    (Hearing::Missed, _) => {
                        while written.try_recv().is_ok() {}
                        next = News::Missed;
                    }
                }
                if is_closed.load(Relaxed) || told.send(next).await.is_err() {
                    return;
                }
            }
        });
        Box::pin(async move { Ok(Some(news)) })
    }

    fn verify(&self, findings: mpsc::Sender<Finding>) -> Answer<'_, Verified> {
        Box::pin(async move {
            let data = locked(&self.shared.data).clone();
            let mut report = LogWalk::new(findings);
            for (table, head, kept) in data.logs() {
                report.entry(table, head, kept).await?;
            }
            for (table, head) in data.without_entries() {
                report.empty(table, head).await?;
            }
            report.end().await
        })
    }

    fn export(&self, rows: mpsc::Sender<Row>) -> Answer<'_, ()> {
        Box::pin(async move {
            let kept = locked(&self.shared.data).rows();
            for row in kept.into_iter().chain([Row::End]) {
                rows.send(row).await.map_err(|_| StoreError::Interrupted)?;
            }
            Ok(())
        })
    }

    fn import(&self, mut rows: mpsc::Receiver<Row>) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut taken = Data::default();
            let mut count = 0;
            if !locked(&self.shared.data).is_empty() {
                return Err(StoreError::NotEmpty);
            }
            while let Some(row) = rows.recv().await {
                if row == Row::End {
                    *locked(&self.shared.data) = taken;
                    return Ok(count);
                }
                taken.take_in(row);
                count += 1;
            }
            Err(StoreError::Interrupted)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.is_closed.store(true, Relaxed);
        Box::pin(async {})
    }
}

/// Takes away keys, and tells of whose.
fn take_keys(data: &mut Data, goes: impl Fn(&Key) -> bool) -> Vec<News> {
    let gone = data.keys.values().filter(|key| goes(key));
    let news = gone.flat_map(|key| of_person(&key.person)).collect();
    data.keys.retain(|_, key| !goes(key));
    news
}
