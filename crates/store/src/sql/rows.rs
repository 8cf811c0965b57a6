//! From rows to what they say and back, compiled once for each database.

use sqlx::{QueryBuilder, Row as _};

use super::{Connection, Db};
use crate::chain::StoredEntry;
use crate::{Call, ChainHash, Document, Head, Key, LogEntry, Person, TableRow};

pub(crate) type DbRow = <Db as sqlx::Database>::Row;

/// A table and how its log ends.
pub(crate) type TableHead<'a> = (&'a TableRow, Head);

pub(crate) fn insert_tables(rows: &[TableHead]) -> QueryBuilder<Db> {
    let mut insert = QueryBuilder::<Db>::new(
        "INSERT INTO tables (id, game, status, listed, created_at, updated_at, due_at, summary, length, head) ",
    );
    insert.push_values(rows, |mut values, (row, head)| {
        values
            .push_bind(row.id.clone())
            .push_bind(row.game.clone())
            .push_bind(row.status.clone())
            .push_bind(i64::from(row.listed))
            .push_bind(row.created_at)
            .push_bind(row.updated_at)
            .push_bind(row.due_at)
            .push_bind(row.summary.clone())
            .push_bind(head.length as i64)
            .push_bind(head_text(*head));
    });
    insert
}

pub(crate) fn head_text(head: Head) -> String {
    ChainHash::text((head.length > 0).then_some(head.hash))
}

/// From a length and a head.
pub(crate) fn head(length: i64, hash: &str) -> Head {
    Head {
        length: length as u64,
        hash: ChainHash::kept(hash).unwrap_or(ChainHash::START),
    }
}

pub(crate) fn insert_sits(sits: &[(String, String)]) -> QueryBuilder<Db> {
    let mut insert = QueryBuilder::<Db>::new("INSERT INTO table_people (table_id, person_id) ");
    insert.push_values(sits, |mut values, (table, person)| {
        values.push_bind(table.clone()).push_bind(person.clone());
    });
    insert.push(" ON CONFLICT DO NOTHING");
    insert
}

pub(crate) async fn insert_entry(
    connection: &mut Connection,
    table: &str,
    entry: &LogEntry,
) -> Result<(), sqlx::Error> {
    let hash = ChainHash::text(Some(entry.hash).filter(|hash| *hash != ChainHash::START));
    sqlx::query("INSERT INTO entries (table_id, idx, at, body, hash) VALUES ($1, $2, $3, $4, $5)")
        .bind(table)
        .bind(entry.index as i64)
        .bind(entry.at)
        .bind(&entry.body)
        .bind(hash)
        .execute(connection)
        .await?;
    Ok(())
}

pub(crate) async fn insert_person(connection: &mut Connection, person: &Person) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO people (id, name, login, password, banned, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&person.id)
    .bind(&person.name)
    .bind(&person.login)
    .bind(&person.password)
    .bind(i64::from(person.banned))
    .bind(person.created_at)
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) async fn insert_key(connection: &mut Connection, key: &Key) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO keys (hash, id, person_id, label, scopes, created_at, expires_at, last_used_at, seen) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&key.hash)
    .bind(&key.id)
    .bind(&key.person)
    .bind(&key.label)
    .bind(&key.scopes)
    .bind(key.created_at)
    .bind(key.expires_at)
    .bind(key.last_used_at)
    .bind(&key.browser)
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) const TABLE: &str = "id, game, status, listed, created_at, updated_at, due_at, summary";

pub(crate) fn table_row(row: &DbRow) -> TableRow {
    TableRow {
        id: row.get(0),
        game: row.get(1),
        status: row.get(2),
        listed: row.get::<i64, _>(3) != 0,
        created_at: row.get(4),
        updated_at: row.get(5),
        due_at: row.get(6),
        summary: row.get(7),
    }
}

/// Of a table `t`: it is here, and does not only arrive.
pub(crate) const IS_THERE: &str = "t.moving NOT LIKE 'arriving%'";

/// The same where there may be no such table.
pub(crate) const IS_NOT_COPY: &str = "COALESCE(t.moving, '') NOT LIKE 'arriving%'";

pub(crate) const ENTRY: &str = "e.idx, e.at, e.body, e.hash";

pub(crate) fn kept_entry(row: &DbRow) -> StoredEntry {
    StoredEntry {
        index: row.get::<i64, _>("idx") as u64,
        at: row.get("at"),
        body: row.get("body"),
        hash: ChainHash::kept(row.get("hash")),
    }
}

/// For moving it elsewhere.
pub(crate) fn log_entry(row: &DbRow) -> LogEntry {
    let kept = kept_entry(row);
    LogEntry {
        index: kept.index,
        at: kept.at,
        body: kept.body,
        hash: kept.hash.unwrap_or(ChainHash::START),
    }
}

pub(crate) const PERSON: &str = "p.id, p.name, p.login, p.password, p.banned, p.created_at";

pub(crate) fn person(row: &DbRow) -> Person {
    Person {
        id: row.get(0),
        name: row.get(1),
        login: row.get(2),
        password: row.get(3),
        banned: row.get::<i64, _>(4) != 0,
        created_at: row.get(5),
    }
}

pub(crate) const KEY: &str =
    "k.hash, k.id, k.person_id, k.label, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.seen";

pub(crate) fn key(row: &DbRow, from: usize) -> Key {
    Key {
        hash: row.get(from),
        id: row.get(from + 1),
        person: row.get(from + 2),
        label: row.get(from + 3),
        scopes: row.get(from + 4),
        created_at: row.get(from + 5),
        expires_at: row.get(from + 6),
        last_used_at: row.get(from + 7),
        browser: row.get(from + 8),
    }
}

pub(crate) async fn insert_document(
    connection: &mut Connection,
    document: &Document,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO documents (kind, id, person_id, body, created_at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (kind, id) DO UPDATE SET person_id = excluded.person_id, body = excluded.body",
    )
    .bind(&document.kind)
    .bind(&document.id)
    .bind(&document.person)
    .bind(&document.body)
    .bind(document.created_at)
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) const DOCUMENT: &str = "kind, id, person_id, body, created_at";

pub(crate) fn document(row: &DbRow) -> Document {
    Document {
        kind: row.get(0),
        id: row.get(1),
        person: row.get(2),
        body: row.get(3),
        created_at: row.get(4),
    }
}

/// Adds calls, but for those that are there.
pub(crate) fn insert_calls(calls: &[Call]) -> QueryBuilder<Db> {
    let mut insert = QueryBuilder::<Db>::new(
        "INSERT INTO outbox (id, person_id, about_id, body, progress, created_at, due_at) ",
    );
    insert.push_values(calls, |mut values, call| {
        values
            .push_bind(call.id.clone())
            .push_bind(call.person.clone())
            .push_bind(call.about.clone())
            .push_bind(call.body.clone())
            .push_bind(call.progress.clone())
            .push_bind(call.created_at)
            .push_bind(call.due_at);
    });
    insert.push(" ON CONFLICT DO NOTHING");
    insert
}

pub(crate) const CALL: &str = "id, person_id, about_id, body, progress, created_at, due_at";

pub(crate) fn call(row: &DbRow) -> Call {
    Call {
        id: row.get(0),
        person: row.get(1),
        about: row.get(2),
        body: row.get(3),
        progress: row.get(4),
        created_at: row.get(5),
        due_at: row.get(6),
    }
}
