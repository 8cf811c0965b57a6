//! Tables spread over several databases, where one is not enough.
//!
//! A table is made in the database that its id says among those there are then, and stays there: adding a database
//! moves nothing by itself. People, keys and documents are in the first one. Where a table is, is known by its row;
//! it is remembered, and looked for again where the row has gone.

mod moving;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all, try_join_all};
pub use moving::Moved;
use moving::PATIENCE;
pub(crate) use moving::{MoveId, Place, Whereabouts};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use crate::{
    Answer, Append, AppendError, Call, Courier, Document, Finding, Key, LogEntry, News, Person, Row,
    SetLogin, Store, StoreError, TableFilter, TableRow, Verified,
};

/// Several databases as one store.
pub struct Spread {
    /// At least one.
    places: Vec<Arc<dyn Place>>,
    /// Where tables were found.
    known: Mutex<HashMap<String, usize>>,
    /// After this time whoever moves a table must have died.
    patience: Duration,
}

/// More places than this are not remembered.
const MOST_KNOWN: usize = 100_000;

/// How long whoever appends waits for a table that moves.
const LONGEST_MOVE: Duration = Duration::from_secs(10);

/// So often it is looked again for an entry that is not where it should be.
const MOST_UNSEEN: u32 = 10;

impl Spread {
    /// Opens several databases, the one with the people first.
    pub async fn open(addresses: &[String], courier: Option<Arc<dyn Courier>>) -> Result<Self, StoreError> {
        let mut places: Vec<Arc<dyn Place>> = Vec::new();
        for address in addresses {
            // One of them hears what the courier brings.
            let courier = courier.clone().map(|courier| match places.first() {
                None => courier,
                Some(_) => Arc::new(Mute(courier)) as Arc<dyn Courier>,
            });
            places.push(crate::open_place(address, courier).await?);
        }
        if places.is_empty() {
            return Err(StoreError::Address);
        }
        check_different(&places).await?;
        let spread = Spread {
            places,
            known: Mutex::default(),
            patience: PATIENCE,
        };
        spread.settle_moves().await?;
        Ok(spread)
    }

    fn first(&self) -> &dyn Store {
        &*self.places[0]
    }

    /// Where a table is made. Every server with the same databases says the same.
    fn home(&self, table: &str) -> usize {
        let weight = |place: &usize| {
            let mut hash = Sha256::new();
            hash.update((*place as u64).to_le_bytes());
            hash.update(table);
            <[u8; 32]>::from(hash.finalize())
        };
        (0..self.places.len())
            .max_by_key(weight)
            .expect("there is at least one database")
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, table: &str, place: usize) {
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(table.to_owned(), place);
    }

    /// Where a table is, as far as it is remembered, or as the databases say.
    async fn place(&self, table: &str) -> Result<Option<usize>, StoreError> {
        let known = self.known().get(table).copied();
        match known {
            Some(place) => Ok(Some(place)),
            None => self.find(table).await,
        }
    }

    /// Asks the databases where a table is.
    async fn find(&self, table: &str) -> Result<Option<usize>, StoreError> {
        let home = self.home(table);
        let others = (0..self.places.len()).filter(|place| *place != home);
        let order: Vec<usize> = std::iter::once(home).chain(others).collect();
        // What moves while it is looked for may be seen nowhere, but not twice.
        for _ in 0..4 {
            let mut arriving = None;
            for place in &order {
                match self.places[*place].whereabouts(table).await? {
                    Some(Whereabouts::Here | Whereabouts::Leaving(_)) => {
                        self.remember(table, *place);
                        return Ok(Some(*place));
                    }
                    Some(mark @ Whereabouts::Arriving(_)) => arriving = Some((*place, mark)),
                    None => {}
                }
            }
            // A copy that an earlier move left behind is none where the table is, though it moved while it was looked
            // for.
            if let Some((place, mark)) = arriving
                && !self.is_elsewhere(table).await?
            {
                // Where it came from it is no more.
                self.places[place].stay(table, &mark).await?;
                self.remember(table, place);
                return Ok(Some(place));
            }
        }
        self.known().remove(table);
        Ok(None)
    }

    /// Adds an entry where the table is, or is to be made.
    async fn append_there(&self, append: Append) -> Result<(), AppendError> {
        let failed = |error: StoreError| AppendError::Failed(error.to_string());
        let table = append.table.clone();
        let waiting_since = Instant::now();
        let mut unseen = 0;
        loop {
            let place = self.place(&table).await.map_err(failed)?;
            let place = place.unwrap_or_else(|| self.home(&table));
            match self.places[place].append(append.clone()).await {
                Err(AppendError::Conflict) => {}
                done => return done,
            }
            // The table may have moved, or do so just now. If its log ends where the entry goes on, nobody was faster.
            self.find(&table).await.map_err(failed)?;
            let goes_on = self.goes_on(&append).await.map_err(failed)?;
            unseen += u32::from(goes_on.is_none());
            let is_next = goes_on.unwrap_or(unseen < MOST_UNSEEN);
            if !is_next || waiting_since.elapsed() > LONGEST_MOVE {
                return Err(AppendError::Conflict);
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Would an entry be the next of its log, as that is now? None if the one before it is not there: the table may
    /// have gone and come back while it was looked for.
    async fn goes_on(&self, append: &Append) -> Result<Option<bool>, StoreError> {
        let from = append.index.saturating_sub(1);
        let entries = self.entries(&append.table, from).await?;
        Ok(match &entries[..] {
            [] => (append.index == 0).then_some(true),
            [last] => Some(append.index > 0 && last.hash == append.previous),
            _ => Some(false),
        })
    }

    /// Asks all databases.
    async fn all<'a, T>(
        &'a self,
        ask: impl Fn(&'a dyn Place) -> Answer<'a, T>,
    ) -> Result<Vec<T>, StoreError> {
        try_join_all(self.places.iter().map(|place| ask(&**place))).await
    }
}

/// Tells, and hears nothing: another one does.
struct Mute(Arc<dyn Courier>);

impl Courier for Mute {
    fn tell(&self, news: &[News]) {
        self.0.tell(news);
    }

    fn hear(&self) -> Answer<'_, mpsc::Receiver<News>> {
        Box::pin(async { Ok(mpsc::channel(1).1) })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

/// No database is among them twice, by whatever names.
async fn check_different(places: &[Arc<dyn Place>]) -> Result<(), StoreError> {
    const KIND: &str = "opened";
    let id = MoveId::new().to_string();
    for (number, place) in places.iter().enumerate() {
        let here = Document {
            kind: KIND.to_owned(),
            id: id.clone(),
            person: None,
            body: String::new(),
            created_at: 0,
        };
        place.put_document(&here).await?;
        let others = places[number + 1..].iter();
        let again = try_join_all(others.map(|other| other.document(KIND, &id))).await?;
        place.delete_document(KIND, &id).await?;
        if again.iter().any(Option::is_some) {
            return Err(StoreError::Twice);
        }
    }
    Ok(())
}

impl Store for Spread {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>> {
        Box::pin(self.append_there(append))
    }

    fn entries<'a>(&'a self, table: &'a str, from: u64) -> Answer<'a, Vec<LogEntry>> {
        Box::pin(async move {
            loop {
                let Some(place) = self.place(table).await? else {
                    return Ok(Vec::new());
                };
                let entries = self.places[place].entries(table, from).await?;
                // Nothing is there, or the table is not there any more.
                if !entries.is_empty() || self.find(table).await? == Some(place) {
                    return Ok(entries);
                }
            }
        })
    }

    fn gone_on<'a>(&'a self, known: &'a [(String, u64)]) -> Answer<'a, Vec<String>> {
        // All are asked of all: a table may have moved.
        Box::pin(async move {
            let mut longer = self.all(|place| place.gone_on(known)).await?.concat();
            longer.sort();
            longer.dedup();
            Ok(longer)
        })
    }

    fn reword<'a>(
        &'a self,
        table: &'a str,
        entries: &'a [LogEntry],
        summary: Option<&'a str>,
    ) -> Answer<'a, ()> {
        Box::pin(async move {
            let waiting_since = Instant::now();
            let mut found = self.find(table).await?;
            while let Some(place) = found {
                match self.places[place].reword(table, entries, summary).await {
                    Err(StoreError::Moving) if waiting_since.elapsed() < LONGEST_MOVE => {
                        sleep(Duration::from_millis(10)).await;
                        found = self.find(table).await?;
                        continue;
                    }
                    done => done?,
                }
                // If it has moved meanwhile nothing was reworded there.
                found = self.find(table).await?;
                if found == Some(place) {
                    return Ok(());
                }
            }
            Ok(())
        })
    }

    fn table<'a>(&'a self, id: &'a str) -> Answer<'a, Option<TableRow>> {
        Box::pin(async move {
            loop {
                let Some(place) = self.place(id).await? else {
                    return Ok(None);
                };
                let row = self.places[place].table(id).await?;
                if row.is_some() || self.find(id).await? == Some(place) {
                    return Ok(row);
                }
            }
        })
    }

    fn tables<'a>(&'a self, filter: &'a TableFilter) -> Answer<'a, Vec<TableRow>> {
        Box::pin(async move {
            if filter.person.is_some() {
                // What is found nowhere until somebody looks for it is somebody's, too.
                self.settle_moves().await?;
            }
            let mut rows = self.all(|place| place.tables(filter)).await?.concat();
            rows.sort_by(|a, b| (Reverse(a.updated_at), &a.id).cmp(&(Reverse(b.updated_at), &b.id)));
            // One that moves just now may be in two lists.
            rows.dedup_by(|a, b| a.id == b.id);
            rows.truncate(filter.limit as usize);
            Ok(rows)
        })
    }

    fn due(&self, before: i64, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            // Whoever asks does so again and again.
            self.settle_moves().await?;
            let mut due = self.all(|place| place.due_at(before, limit)).await?.concat();
            due.sort();
            due.truncate(limit as usize);
            Ok(due.into_iter().map(|(_, table)| table).collect())
        })
    }

    fn add_person<'a>(&'a self, person: &'a Person) -> Answer<'a, ()> {
        self.first().add_person(person)
    }

    fn person<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Person>> {
        self.first().person(id)
    }

    fn person_by_login<'a>(&'a self, login: &'a str) -> Answer<'a, Option<Person>> {
        self.first().person_by_login(login)
    }

    fn people<'a>(&'a self, containing: &'a str, limit: u32) -> Answer<'a, Vec<Person>> {
        self.first().people(containing, limit)
    }

    fn rename_person<'a>(&'a self, id: &'a str, name: &'a str) -> Answer<'a, bool> {
        self.first().rename_person(id, name)
    }

    fn set_login<'a>(&'a self, id: &'a str, login: &'a str, password: &'a str) -> Answer<'a, SetLogin> {
        self.first().set_login(id, login, password)
    }

    fn set_banned<'a>(&'a self, id: &'a str, banned: bool) -> Answer<'a, bool> {
        self.first().set_banned(id, banned)
    }

    fn delete_person<'a>(&'a self, id: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            // A table that moves meanwhile may bring them along to where they were deleted before.
            for _ in 0..3 {
                let last = self.last_move().await?;
                // Who is gone from the first is gone: until then it can be done again.
                for place in self.places.iter().rev() {
                    place.delete_person(id).await?;
                }
                if self.last_move().await? == last {
                    break;
                }
            }
            Ok(())
        })
    }

    fn add_key<'a>(&'a self, key: &'a Key) -> Answer<'a, ()> {
        self.first().add_key(key)
    }

    fn key<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<(Key, Person)>> {
        self.first().key(hash)
    }

    fn keys_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Key>> {
        self.first().keys_of(person)
    }

    fn delete_key<'a>(&'a self, person: &'a str, id: &'a str) -> Answer<'a, bool> {
        self.first().delete_key(person, id)
    }

    fn delete_keys_of<'a>(&'a self, person: &'a str, except: Option<&'a str>) -> Answer<'a, u64> {
        self.first().delete_keys_of(person, except)
    }

    fn touch_key<'a>(&'a self, hash: &'a str, at: i64) -> Answer<'a, ()> {
        self.first().touch_key(hash, at)
    }

    fn delete_expired_keys(&self, now: i64) -> Answer<'_, u64> {
        self.first().delete_expired_keys(now)
    }

    fn put_document<'a>(&'a self, document: &'a Document) -> Answer<'a, ()> {
        self.first().put_document(document)
    }

    fn add_document<'a>(&'a self, document: &'a Document) -> Answer<'a, bool> {
        self.first().add_document(document)
    }

    fn document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, Option<Document>> {
        self.first().document(kind, id)
    }

    fn documents<'a>(&'a self, kind: &'a str, person: Option<&'a str>) -> Answer<'a, Vec<Document>> {
        self.first().documents(kind, person)
    }

    fn swap_document<'a>(&'a self, old: &'a Document, body: &'a str) -> Answer<'a, bool> {
        self.first().swap_document(old, body)
    }

    fn delete_documents<'a>(&'a self, kind: &'a str, before: i64) -> Answer<'a, u64> {
        self.first().delete_documents(kind, before)
    }

    fn delete_document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, bool> {
        self.first().delete_document(kind, id)
    }

    fn raise<'a>(&'a self, calls: &'a [Call]) -> Answer<'a, ()> {
        self.first().raise(calls)
    }

    /// What an entry causes is beside it, and stays there though the table moves: it is the same wherever it is.
    fn calls(&self, before: i64, limit: u32) -> Answer<'_, Vec<Call>> {
        Box::pin(async move {
            let mut calls = self.all(|place| place.calls(before, limit)).await?.concat();
            calls.sort_by_key(|call| call.due_at);
            calls.truncate(limit as usize);
            Ok(calls)
        })
    }

    fn calls_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Call>> {
        Box::pin(async move {
            let mut calls = self.all(|place| place.calls_of(person)).await?.concat();
            calls.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
            Ok(calls)
        })
    }

    fn keep_call<'a>(&'a self, call: &'a Call) -> Answer<'a, bool> {
        Box::pin(async move {
            let kept = self.all(|place| place.keep_call(call)).await?;
            Ok(kept.contains(&true))
        })
    }

    fn settle_calls<'a>(&'a self, ids: &'a [String]) -> Answer<'a, ()> {
        Box::pin(async move { self.all(|place| place.settle_calls(ids)).await.map(drop) })
    }

    fn scrub(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // All of them are tried, also if one has to be tried again.
            join_all(self.places.iter().map(|place| place.scrub()))
                .await
                .into_iter()
                .collect()
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.all(|place| place.check()).await.map(drop) })
    }

    fn check_writer(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.all(|place| place.check_writer()).await.map(drop) })
    }

    fn others(&self) -> Answer<'_, u64> {
        self.first().others()
    }

    fn is_shared(&self) -> bool {
        self.places.iter().all(|place| place.is_shared())
    }

    fn watch(&self) -> Answer<'_, Option<mpsc::Receiver<News>>> {
        Box::pin(async move {
            let heard = self.all(|place| place.watch()).await?;
            let mut heard: Vec<mpsc::Receiver<News>> = heard.into_iter().flatten().collect();
            if heard.len() <= 1 {
                return Ok(heard.pop());
            }
            let (sender, news) = mpsc::channel(1024);
            for mut heard in heard {
                let sender = sender.clone();
                tokio::spawn(async move {
                    while let Some(told) = heard.recv().await {
                        if sender.send(told).await.is_err() {
                            return;
                        }
                    }
                });
            }
            Ok(Some(news))
        })
    }

    fn verify(&self, findings: mpsc::Sender<Finding>) -> Answer<'_, Verified> {
        Box::pin(async move {
            let mut all = Verified::default();
            for place in &self.places {
                let verified = place.verify(findings.clone()).await?;
                all.tables += verified.tables;
                all.entries += verified.entries;
                all.unconfirmed += verified.unconfirmed;
                all.findings += verified.findings;
            }
            Ok(all)
        })
    }

    /// Each database as it is at one moment; between them some of it may be later. No table moves meanwhile.
    fn export(&self, rows: mpsc::Sender<Row>) -> Answer<'_, ()> {
        Box::pin(async move {
            self.settle_moves().await?;
            let last = self.last_move().await?;
            if self.has_moves().await? {
                return Err(StoreError::Moving);
            }
            for (number, place) in self.places.iter().enumerate() {
                let (sender, mut exported) = mpsc::channel(1024);
                let rows = &rows;
                // With whoever passes rows on goes the channel: or who exports would wait for ever.
                let passed_on = async move {
                    while let Some(row) = exported.recv().await {
                        let is_tables = matches!(
                            row,
                            Row::Table(..) | Row::Entry(..) | Row::Sits(..) | Row::Call(_)
                        );
                        if is_tables || (number == 0 && row != Row::End) {
                            rows.send(row).await.map_err(|_| StoreError::Interrupted)?;
                        }
                    }
                    Ok::<(), StoreError>(())
                };
                let (exported, passed_on) = tokio::join!(place.export(sender), passed_on);
                passed_on?;
                exported?;
            }
            if self.last_move().await? != last {
                return Err(StoreError::Moving);
            }
            rows.send(Row::End).await.map_err(|_| StoreError::Interrupted)
        })
    }

    /// All or nothing of each database, the first one last: should one fail, those that were filled before it have to
    /// be emptied.
    fn import(&self, mut rows: mpsc::Receiver<Row>) -> Answer<'_, u64> {
        Box::pin(async move {
            let interrupted = |_| StoreError::Interrupted;
            let (senders, mut receivers): (Vec<_>, Vec<_>) =
                self.places.iter().map(|_| mpsc::channel(256)).unzip();
            let (end, first) = (senders[0].clone(), receivers.remove(0));
            let others = self.places[1..].iter().zip(receivers);
            let others = try_join_all(others.map(|(place, rows)| place.import(rows)));
            let others_first = async move {
                let counts = others.await?;
                end.send(Row::End).await.map_err(interrupted)?;
                Ok::<u64, StoreError>(counts.iter().sum())
            };
            let sorting = async move {
                while let Some(row) = rows.recv().await {
                    let place = match &row {
                        Row::Table(row, _) => self.home(&row.id),
                        Row::Entry(table, _) | Row::Sits(table, _) => self.home(table),
                        Row::Person(_) | Row::Key(_) | Row::Document(_) | Row::Call(_) => 0,
                        Row::End => {
                            for sender in &senders[1..] {
                                sender.send(Row::End).await.map_err(interrupted)?;
                            }
                            return Ok(());
                        }
                    };
                    senders[place].send(row).await.map_err(interrupted)?;
                }
                Err(StoreError::Interrupted)
            };
            let (sorted, others, first) = tokio::join!(sorting, others_first, self.places[0].import(first));
            // What stopped one of them is the cause; the others then only find nobody sending or listening.
            let is_cause = |error: &StoreError| !matches!(error, StoreError::Interrupted);
            match (sorted, others, first) {
                (Ok(()), Ok(others), Ok(first)) => Ok(others + first),
                (sorted, others, first) => {
                    let errors = [sorted.err(), others.err(), first.err()];
                    let cause = errors.into_iter().flatten().find(is_cause);
                    Err(cause.unwrap_or(StoreError::Interrupted))
                }
            }
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // The first has the courier, which carries the news of all.
            for place in self.places.iter().rev() {
                place.close().await;
            }
        })
    }
}
