//! What is kept, as plain maps.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::chain::{self, StoredEntry};
use crate::{
    Append, Call, ChainHash, Document, Head, Key, LogEntry, News, Person, Row, SetLogin, StoreError,
    TableFilter, TableRow,
};

#[derive(Clone, Default)]
pub(super) struct Data {
    tables: BTreeMap<String, (TableRow, Head)>,
    entries: BTreeMap<String, BTreeMap<u64, StoredEntry>>,
    /// Person and table.
    sits: BTreeSet<(String, String)>,
    pub(super) people: BTreeMap<String, Person>,
    /// By hash.
    pub(super) keys: BTreeMap<String, Key>,
    /// By kind and id.
    pub(super) documents: BTreeMap<(String, String), Document>,
    /// By id.
    pub(super) outbox: BTreeMap<String, Call>,
}

impl Data {
    /// Adds an entry, if it is the first with its index and goes on from the end of the log.
    pub(super) fn append(&mut self, append: &Append) -> bool {
        let head = self
            .tables
            .get(&append.table)
            .map_or(Head::NONE, |(_, head)| *head);
        let log = self.entries.entry(append.table.clone()).or_default();
        let goes_on = if head.length == append.index {
            append.previous == head.hash
        } else {
            head.length < append.index && log.contains_key(&(append.index - 1))
        };
        if !goes_on || log.contains_key(&append.index) {
            return false;
        }
        let kept = StoredEntry {
            index: append.index,
            at: append.at,
            body: append.body.clone(),
            hash: Some(append.hash()),
        };
        log.insert(append.index, kept);
        match (&append.row, self.tables.get_mut(&append.table)) {
            (Some(row), Some(kept)) => {
                let row = TableRow {
                    game: kept.0.game.clone(),
                    created_at: kept.0.created_at,
                    ..row.clone()
                };
                *kept = (row, append.head());
            }
            (Some(row), None) => {
                self.tables
                    .insert(append.table.clone(), (row.clone(), append.head()));
            }
            (None, Some((_, head))) => *head = append.head(),
            (None, None) => {}
        }
        if let Some(people) = &append.people {
            self.sits.retain(|(_, table)| *table != append.table);
            let sits = people.iter().map(|person| (person.clone(), append.table.clone()));
            self.sits.extend(sits);
        }
        self.raise(&append.calls);
        true
    }

    pub(super) fn raise(&mut self, calls: &[Call]) {
        for call in calls {
            self.outbox.entry(call.id.clone()).or_insert_with(|| call.clone());
        }
    }

    pub(super) fn calls(&self, before: i64, limit: u32) -> Vec<Call> {
        let due = self.outbox.values().filter(|call| call.due_at < before);
        let mut due: Vec<Call> = due.cloned().collect();
        due.sort_by_key(|call| call.due_at);
        due.truncate(limit as usize);
        due
    }

    pub(super) fn calls_of(&self, person: &str) -> Vec<Call> {
        let calls = self.outbox.values().filter(|call| call.person == person);
        let mut calls: Vec<Call> = calls.cloned().collect();
        calls.sort_by_key(|call| call.created_at);
        calls
    }

    pub(super) fn keep_call(&mut self, call: &Call) -> bool {
        let kept = self.outbox.get_mut(&call.id);
        let is_there = kept.is_some();
        if let Some(kept) = kept {
            kept.progress.clone_from(&call.progress);
            kept.due_at = call.due_at;
        }
        is_there
    }

    pub(super) fn entries(&self, table: &str, from: u64) -> Result<Vec<LogEntry>, StoreError> {
        let kept = self.entries.get(table);
        let kept = kept.into_iter().flat_map(|log| log.values().cloned()).collect();
        let length = self.tables.get(table).map_or(0, |(_, head)| head.length);
        let mut entries = chain::read(table, 0, ChainHash::START, kept, length)?;
        entries.retain(|entry| entry.index >= from);
        Ok(entries)
    }

    pub(super) fn gone_on(&self, known: &[(String, u64)]) -> Vec<String> {
        let length = |table: &String| self.tables.get(table).map_or(0, |(_, head)| head.length);
        let longer = known.iter().filter(|(table, known)| length(table) > *known);
        longer.map(|(table, _)| table.clone()).collect()
    }

    pub(super) fn reword(&mut self, table: &str, words: &[LogEntry], summary: Option<&str>) -> Vec<News> {
        let Some((_, old_head)) = self.tables.get(table) else {
            return Vec::new();
        };
        let (old_head, log) = (*old_head, self.entries.entry(table.to_owned()).or_default());
        let (changed, new_head) = chain::reworded(table, log.values().cloned().collect(), old_head, words);
        let news = changed.first().map(|_| News::Reworded {
            table: table.to_owned(),
        });
        log.extend(changed.into_iter().map(|entry| (entry.index, entry)));
        if let Some((row, head)) = self.tables.get_mut(table) {
            *head = new_head;
            if let Some(summary) = summary {
                summary.clone_into(&mut row.summary);
            }
        }
        news.into_iter().collect()
    }

    pub(super) fn table(&self, id: &str) -> Option<TableRow> {
        self.tables.get(id).map(|(row, _)| row.clone())
    }

    pub(super) fn tables(&self, filter: &TableFilter) -> Vec<TableRow> {
        let is =
            |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| wanted == value);
        let is_wanted = |row: &&TableRow| {
            let is_shown = match &filter.person {
                Some(person) => self.sits.contains(&(person.clone(), row.id.clone())),
                None => row.listed || filter.unlisted,
            };
            is_shown
                && is(&filter.game, &row.game)
                && is(&filter.status, &row.status)
                && filter.before.is_none_or(|before| row.updated_at < before)
        };
        let rows = self.tables.values().map(|(row, _)| row);
        let mut rows: Vec<TableRow> = rows.filter(is_wanted).cloned().collect();
        rows.sort_by_key(|row| Reverse(row.updated_at));
        rows.truncate(filter.limit as usize);
        rows
    }

    pub(super) fn due(&self, before: i64, limit: u32) -> Vec<String> {
        let due = self
            .tables
            .values()
            .filter_map(|(row, _)| Some((row.due_at?, row.id.clone())));
        let mut due: Vec<(i64, String)> = due.filter(|(at, _)| *at < before).collect();
        due.sort();
        due.truncate(limit as usize);
        due.into_iter().map(|(_, id)| id).collect()
    }

    pub(super) fn people(&self, containing: &str, limit: u32) -> Vec<Person> {
        let has_it = |person: &&Person| {
            let login = person.login.as_deref().unwrap_or_default();
            person.name.contains(containing) || login.contains(containing)
        };
        let mut people: Vec<Person> = self.people.values().filter(has_it).cloned().collect();
        people.sort_by_key(|person| Reverse(person.created_at));
        people.truncate(limit as usize);
        people
    }

    pub(super) fn set_login(&mut self, id: &str, login: &str, password: &str) -> SetLogin {
        let has_it = |person: &Person| person.id != id && person.login.as_deref() == Some(login);
        if !self.people.contains_key(id) {
            SetLogin::Nobody
        } else if self.people.values().any(has_it) {
            SetLogin::Taken
        } else {
            if let Some(person) = self.people.get_mut(id) {
                person.login = Some(login.to_owned());
                person.password = Some(password.to_owned());
            }
            SetLogin::Done
        }
    }

    pub(super) fn delete_person(&mut self, id: &str) -> bool {
        self.keys.retain(|_, key| key.person != id);
        self.documents
            .retain(|_, document| document.person.as_deref() != Some(id));
        self.sits.retain(|(person, _)| person != id);
        self.outbox
            .retain(|_, call| call.person != id && call.about.as_deref() != Some(id));
        self.people.remove(id).is_some()
    }

    pub(super) fn put_document(&mut self, document: &Document) {
        let place = (document.kind.clone(), document.id.clone());
        let kept = self.documents.entry(place).or_insert_with(|| document.clone());
        kept.person.clone_from(&document.person);
        kept.body.clone_from(&document.body);
    }

    pub(super) fn documents(&self, kind: &str, person: Option<&str>) -> Vec<Document> {
        let is_wanted = |document: &&Document| {
            document.kind == kind && person.is_none_or(|person| document.person.as_deref() == Some(person))
        };
        let mut documents: Vec<Document> = self.documents.values().filter(is_wanted).cloned().collect();
        documents.sort_by_key(|document| document.created_at);
        documents
    }

    /// All entries in order, each with how its log ends as the table's row says.
    pub(super) fn logs(&self) -> impl Iterator<Item = (&str, Option<Head>, &StoredEntry)> {
        self.entries.iter().flat_map(|(table, log)| {
            let head = self.tables.get(table).map(|(_, head)| *head);
            log.values().map(move |kept| (table.as_str(), head, kept))
        })
    }

    /// Tables without entries.
    pub(super) fn without_entries(&self) -> impl Iterator<Item = (&str, Head)> {
        let has_none = |table: &str| self.entries.get(table).is_none_or(BTreeMap::is_empty);
        self.tables
            .iter()
            .filter(move |(table, _)| has_none(table))
            .map(|(table, (_, head))| (table.as_str(), *head))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.people.is_empty() && self.entries.values().all(BTreeMap::is_empty)
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.people.values().cloned().map(Row::Person).collect();
        rows.extend(self.keys.values().cloned().map(Row::Key));
        rows.extend(self.documents.values().cloned().map(Row::Document));
        rows.extend(self.outbox.values().cloned().map(Row::Call));
        let tables = self.tables.values();
        rows.extend(tables.map(|(row, head)| Row::Table(row.clone(), *head)));
        let sits = self.sits.iter();
        rows.extend(sits.map(|(person, table)| Row::Sits(table.clone(), person.clone())));
        rows.extend(self.logs().map(|(table, _, kept)| {
            let entry = LogEntry {
                index: kept.index,
                at: kept.at,
                body: kept.body.clone(),
                hash: kept.hash.unwrap_or(ChainHash::START),
            };
            Row::Entry(table.to_owned(), entry)
        }));
        rows
    }

    pub(super) fn take_in(&mut self, row: Row) {
        match row {
            Row::Table(row, head) => drop(self.tables.insert(row.id.clone(), (row, head))),
            Row::Entry(table, entry) => {
                let kept = StoredEntry {
                    index: entry.index,
                    at: entry.at,
                    body: entry.body,
                    hash: Some(entry.hash).filter(|hash| *hash != ChainHash::START),
                };
                self.entries.entry(table).or_default().insert(kept.index, kept);
            }
            Row::Sits(table, person) => drop(self.sits.insert((person, table))),
            Row::Person(person) => drop(self.people.insert(person.id.clone(), person)),
            Row::Key(key) => drop(self.keys.insert(key.hash.clone(), key)),
            Row::Document(document) => self.put_document(&document),
            Row::Call(call) => self.raise(&[call]),
            Row::End => {}
        }
    }
}
