//! Who is there: whoever follows a table or the lobby, at whichever server. Each server keeps one small document about
//! its own people and writes it every few seconds at most, however many they are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bobbin_store::{Document, Store, StoreError};
use serde::{Deserialize, Serialize};

use super::book::GRACE;
use crate::secrets;

/// How the database calls what servers say of their people.
const KIND: &str = "here";

/// What has not changed is said again after this time, in milliseconds.
const AGAIN: i64 = 10_000;

/// What a server said is believed for so long.
const BELIEVED: i64 = 25_000;

/// What has not been said again for so long is thrown away.
const OLD: i64 = 3_600_000;

/// So many tables a server tells of that somebody watches.
const MOST_WATCHED: usize = 100;

/// What a server says of its people.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Beat {
    /// How many are there.
    people: usize,
    /// Those of them who look for a game.
    seekers: BTreeSet<String>,
    /// How many watch which table.
    watched: BTreeMap<String, usize>,
}

/// Who is there, as far as this server knows.
pub(crate) struct Presence {
    /// What this server is called among those that share the database.
    server: String,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// When each person was last seen at this server.
    seen: HashMap<String, i64>,
    own: Beat,
    others: Vec<Beat>,
    written: Option<(i64, Beat)>,
}

impl Presence {
    pub(crate) fn new() -> Self {
        Presence {
            server: secrets::unguessable::<12>(),
            known: Mutex::default(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is at this server now: those who look for a game may be gone for a moment.
    pub(crate) fn see(
        &self,
        now: i64,
        people: BTreeSet<String>,
        seekers: &BTreeSet<String>,
        mut watched: BTreeMap<String, usize>,
    ) {
        let mut known = self.locked();
        known.seen.retain(|_, seen| now - *seen < GRACE);
        known.own.people = people.len();
        known.seen.extend(people.into_iter().map(|person| (person, now)));
        known.own.seekers = seekers
            .iter()
            .filter(|person| known.seen.contains_key(*person))
            .cloned()
            .collect();
        while watched.len() > MOST_WATCHED {
            watched.pop_last();
        }
        known.own.watched = watched;
    }

    /// Somebody signed out or went for good.
    pub(crate) fn forget(&self, person: &str) {
        let mut known = self.locked();
        known.seen.remove(person);
        known.own.seekers.remove(person);
    }

    /// Who of those who look for a game is there, at any server.
    pub(crate) fn here(&self) -> BTreeSet<String> {
        let known = self.locked();
        let others = known.others.iter().flat_map(|beat| &beat.seekers);
        known.seen.keys().chain(others).cloned().collect()
    }

    /// How many are there, at all servers. Who is at two of them counts twice.
    pub(crate) fn count(&self) -> usize {
        let known = self.locked();
        known.own.people + known.others.iter().map(|beat| beat.people).sum::<usize>()
    }

    /// How many watch each table, at all servers.
    pub(crate) fn watched(&self) -> BTreeMap<String, usize> {
        let known = self.locked();
        let mut all = known.own.watched.clone();
        for (table, watching) in known.others.iter().flat_map(|beat| &beat.watched) {
            *all.entry(table.clone()).or_default() += watching;
        }
        all
    }

    /// Tells the other servers of those who are here, and hears of theirs.
    pub(crate) async fn exchange(&self, store: &dyn Store, now: i64) -> Result<(), StoreError> {
        let news = {
            let known = self.locked();
            let is_known = known.written.as_ref().is_some_and(|(at, beat)| {
                *beat == known.own && (now - at < AGAIN || *beat == Beat::default())
            });
            // Where nobody is nothing is said.
            let is_silent = known.written.is_none() && known.own == Beat::default();
            (!is_known && !is_silent).then(|| known.own.clone())
        };
        if let Some(beat) = news {
            let body = serde_json::to_string(&beat).unwrap_or_default();
            let document = Document {
                kind: KIND.to_owned(),
                id: self.server.clone(),
                person: None,
                body,
                created_at: now,
            };
            store.put_document(&document).await?;
            self.locked().written = Some((now, beat));
        }
        let all = store.documents(KIND, None).await?;
        if all.iter().any(|document| now - document.created_at > OLD) {
            store.delete_documents(KIND, now - OLD).await?;
        }
        let others = all
            .iter()
            .filter(|document| document.id != self.server && now - document.created_at < BELIEVED);
        let others = others.filter_map(|document| serde_json::from_str(&document.body).ok());
        self.locked().others = others.collect();
        Ok(())
    }

    /// Others need not wait until what a server says is too old, when it stops.
    pub(crate) async fn leave(&self, store: &dyn Store) {
        if self.locked().written.is_some()
            && let Err(error) = store.delete_document(KIND, &self.server).await
        {
            tracing::warn!(%error, "that a server stops could not be told to the others");
        }
    }
}
