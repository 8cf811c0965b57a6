//! The statements, compiled once for each database: `super` says which it is.

use std::collections::BTreeSet;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use sqlx::{AssertSqlSafe, Pool, QueryBuilder, Row as _};
use tokio::sync::{mpsc, oneshot};

use super::{BEGIN, Db, SNAPSHOT};
use crate::{
    Answer, Append, AppendError, Document, Entry, Key, Person, Row, Store, StoreError, TableFilter, TableRow,
};

type DbRow = <Db as sqlx::Database>::Row;
type Connection = <Db as sqlx::Database>::Connection;

/// A store on a SQL database.
pub(crate) struct Sql {
    readers: Pool<Db>,
    writer: Pool<Db>,
    appends: mpsc::Sender<Waiting>,
}

/// An entry on its way, and who waits for it.
struct Waiting {
    append: Append,
    answer: oneshot::Sender<Result<(), AppendError>>,
}

type ReadRow = fn(&DbRow) -> Row;

/// The most entries in one transaction.
const BATCH: usize = 128;

impl Sql {
    pub(crate) fn new(readers: Pool<Db>, writer: Pool<Db>) -> Self {
        let (appends, waiting) = mpsc::channel(4 * BATCH);
        tokio::spawn(write_in_batches(writer.clone(), waiting));
        Sql {
            readers,
            writer,
            appends,
        }
    }
}

/// Commits what has come in while the last commit was under way: the more there is to do, the more shares one write to
/// the disk.
async fn write_in_batches(writer: Pool<Db>, mut waiting: mpsc::Receiver<Waiting>) {
    let mut held: Option<Waiting> = None;
    loop {
        let first = match held.take() {
            Some(first) => first,
            None => match waiting.recv().await {
                Some(first) => first,
                None => return,
            },
        };
        let mut tables = BTreeSet::from([first.append.table.clone()]);
        let mut batch = vec![first];
        while batch.len() < BATCH {
            match waiting.try_recv() {
                // One statement writes a table's summary once.
                Ok(next) if !tables.insert(next.append.table.clone()) => {
                    held = Some(next);
                    break;
                }
                Ok(next) => batch.push(next),
                Err(_) => break,
            }
        }
        let written = write(&writer, &batch).await;
        if let Err(error) = &written {
            tracing::error!(%error, entries = batch.len(), "entries could not be written");
        }
        for Waiting { append, answer } in batch {
            let result = match &written {
                Ok(won) if won.contains(&append.table) => Ok(()),
                Ok(_) => Err(AppendError::Conflict),
                Err(error) => Err(AppendError::Failed(error.to_string())),
            };
            // Who does not wait any more will read the log again.
            let _ = answer.send(result);
        }
    }
}

/// Writes entries of different tables in one transaction, and says which of them were first.
async fn write(writer: &Pool<Db>, batch: &[Waiting]) -> Result<BTreeSet<String>, sqlx::Error> {
    let mut transaction = writer.begin_with(BEGIN).await?;
    // In one order everywhere, or two servers that wait for each other's rows could wait for ever.
    let mut appends: Vec<&Append> = batch.iter().map(|waiting| &waiting.append).collect();
    appends.sort_unstable_by(|a, b| a.table.cmp(&b.table));
    let mut won = BTreeSet::new();
    for some in in_powers_of_two(&appends) {
        let mut insert = QueryBuilder::<Db>::new("INSERT INTO entries (table_id, idx, at, body) ");
        insert.push_values(some, |mut row, append| {
            row.push_bind(&append.table)
                .push_bind(append.index as i64)
                .push_bind(append.at)
                .push_bind(&append.body);
        });
        insert.push(" ON CONFLICT DO NOTHING RETURNING table_id");
        let kept = insert.build().fetch_all(&mut *transaction).await?;
        won.extend(kept.iter().map(|row| row.get::<String, _>(0)));
    }
    appends.retain(|append| won.contains(&append.table));
    let rows: Vec<&TableRow> = appends.iter().filter_map(|append| append.row.as_ref()).collect();
    for some in in_powers_of_two(&rows) {
        insert_tables(some, true)
            .build()
            .execute(&mut *transaction)
            .await?;
    }
    appends.retain(|append| append.people.is_some());
    for some in in_powers_of_two(&appends) {
        let mut delete = QueryBuilder::<Db>::new("DELETE FROM table_people WHERE table_id IN (");
        let mut tables = delete.separated(", ");
        for append in some {
            tables.push_bind(&append.table);
        }
        tables.push_unseparated(")");
        delete.build().execute(&mut *transaction).await?;
    }
    let sits = |append: &&'_ Append| {
        let table = append.table.clone();
        let people = append.people.clone().unwrap_or_default();
        people.into_iter().map(move |person| (table.clone(), person))
    };
    let sits: Vec<(String, String)> = appends.iter().flat_map(sits).collect();
    for some in in_powers_of_two(&sits) {
        insert_sits(some).build().execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(won)
}

/// Pieces of as few different lengths as there are powers of two: so a database that keeps prepared statements knows
/// each of them after a short while, and a batch of any length takes few statements.
fn in_powers_of_two<T>(mut items: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = 1 << items.len().min(BATCH).checked_ilog2()?;
        let (first, rest) = items.split_at(length);
        items = rest;
        Some(first)
    })
}

fn insert_tables<'a>(rows: &'a [&'a TableRow], or_update: bool) -> QueryBuilder<Db> {
    let mut insert = QueryBuilder::<Db>::new(
        "INSERT INTO tables (id, game, status, listed, created_at, updated_at, due_at, summary) ",
    );
    insert.push_values(rows, |mut values, row| {
        values
            .push_bind(row.id.clone())
            .push_bind(row.game.clone())
            .push_bind(row.status.clone())
            .push_bind(i64::from(row.listed))
            .push_bind(row.created_at)
            .push_bind(row.updated_at)
            .push_bind(row.due_at)
            .push_bind(row.summary.clone());
    });
    if or_update {
        insert.push(
            " ON CONFLICT (id) DO UPDATE SET status = excluded.status, listed = excluded.listed, \
             updated_at = excluded.updated_at, due_at = excluded.due_at, summary = excluded.summary",
        );
    }
    insert
}

fn insert_sits(sits: &[(String, String)]) -> QueryBuilder<Db> {
    let mut insert = QueryBuilder::<Db>::new("INSERT INTO table_people (table_id, person_id) ");
    insert.push_values(sits, |mut values, (table, person)| {
        values.push_bind(table.clone()).push_bind(person.clone());
    });
    insert.push(" ON CONFLICT DO NOTHING");
    insert
}

async fn insert_entry(connection: &mut Connection, table: &str, entry: &Entry) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO entries (table_id, idx, at, body) VALUES ($1, $2, $3, $4)")
        .bind(table)
        .bind(entry.index as i64)
        .bind(entry.at)
        .bind(&entry.body)
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_person(connection: &mut Connection, person: &Person) -> Result<(), sqlx::Error> {
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

async fn insert_key(connection: &mut Connection, key: &Key) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO keys (hash, id, person_id, label, scopes, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&key.hash)
    .bind(&key.id)
    .bind(&key.person)
    .bind(&key.label)
    .bind(&key.scopes)
    .bind(key.created_at)
    .bind(key.expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

const TABLE: &str = "id, game, status, listed, created_at, updated_at, due_at, summary";

fn table_row(row: &DbRow) -> TableRow {
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

fn entry(row: &DbRow) -> Entry {
    Entry {
        index: row.get::<i64, _>("idx") as u64,
        at: row.get("at"),
        body: row.get("body"),
    }
}

const PERSON: &str = "p.id, p.name, p.login, p.password, p.banned, p.created_at";

fn person(row: &DbRow) -> Person {
    Person {
        id: row.get(0),
        name: row.get(1),
        login: row.get(2),
        password: row.get(3),
        banned: row.get::<i64, _>(4) != 0,
        created_at: row.get(5),
    }
}

const KEY: &str = "k.hash, k.id, k.person_id, k.label, k.scopes, k.created_at, k.expires_at";

fn key(row: &DbRow, from: usize) -> Key {
    Key {
        hash: row.get(from),
        id: row.get(from + 1),
        person: row.get(from + 2),
        label: row.get(from + 3),
        scopes: row.get(from + 4),
        created_at: row.get(from + 5),
        expires_at: row.get(from + 6),
    }
}

async fn insert_document(connection: &mut Connection, document: &Document) -> Result<(), sqlx::Error> {
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

const DOCUMENT: &str = "kind, id, person_id, body, created_at";

fn document(row: &DbRow) -> Document {
    Document {
        kind: row.get(0),
        id: row.get(1),
        person: row.get(2),
        body: row.get(3),
        created_at: row.get(4),
    }
}

impl Store for Sql {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let gone = |()| AppendError::Failed("the store is closed".to_owned());
            self.appends
                .send(Waiting { append, answer })
                .await
                .map_err(|_| gone(()))?;
            answered.await.map_err(|_| gone(()))?
        })
    }

    fn entries<'a>(&'a self, table: &'a str, from: u64) -> Answer<'a, Vec<Entry>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT idx, at, body FROM entries WHERE table_id = $1 AND idx >= $2 ORDER BY idx",
            )
            .bind(table)
            .bind(from as i64)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(entry).collect())
        })
    }

    fn reword<'a>(
        &'a self,
        table: &'a str,
        entries: &'a [Entry],
        summary: Option<&'a str>,
    ) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut transaction = self.writer.begin_with(BEGIN).await?;
            for entry in entries {
                sqlx::query("UPDATE entries SET body = $3 WHERE table_id = $1 AND idx = $2")
                    .bind(table)
                    .bind(entry.index as i64)
                    .bind(&entry.body)
                    .execute(&mut *transaction)
                    .await?;
            }
            if let Some(summary) = summary {
                sqlx::query("UPDATE tables SET summary = $2 WHERE id = $1")
                    .bind(table)
                    .bind(summary)
                    .execute(&mut *transaction)
                    .await?;
            }
            Ok(transaction.commit().await?)
        })
    }

    fn table<'a>(&'a self, id: &'a str) -> Answer<'a, Option<TableRow>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!("SELECT {TABLE} FROM tables WHERE id = $1")))
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
            Ok(found.as_ref().map(table_row))
        })
    }

    fn tables<'a>(&'a self, filter: &'a TableFilter) -> Answer<'a, Vec<TableRow>> {
        Box::pin(async move {
            let mut select = QueryBuilder::<Db>::new(format!("SELECT {TABLE} FROM tables t WHERE 1 = 1"));
            if let Some(game) = &filter.game {
                select.push(" AND game = ").push_bind(game);
            }
            if let Some(status) = &filter.status {
                select.push(" AND status = ").push_bind(status);
            }
            if let Some(before) = filter.before {
                select.push(" AND updated_at < ").push_bind(before);
            }
            if let Some(person) = &filter.person {
                select
                    .push(" AND EXISTS (SELECT 1 FROM table_people s WHERE s.table_id = t.id AND s.person_id = ")
                    .push_bind(person)
                    .push(")");
            } else if !filter.unlisted {
                select.push(" AND listed = 1");
            }
            select
                .push(" ORDER BY updated_at DESC, id LIMIT ")
                .push_bind(i64::from(filter.limit));
            let rows = select.build().fetch_all(&self.readers).await?;
            Ok(rows.iter().map(table_row).collect())
        })
    }

    fn due(&self, before: i64, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT id FROM tables WHERE due_at < $1 ORDER BY due_at LIMIT $2")
                .bind(before)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn add_person<'a>(&'a self, person: &'a Person) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = self.writer.acquire().await?;
            Ok(insert_person(&mut connection, person).await?)
        })
    }

    fn person<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Person>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON} FROM people p WHERE id = $1"
            )))
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
            Ok(found.as_ref().map(person))
        })
    }

    fn person_by_login<'a>(&'a self, login: &'a str) -> Answer<'a, Option<Person>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON} FROM people p WHERE login = $1"
            )))
            .bind(login)
            .fetch_optional(&self.readers)
            .await?;
            Ok(found.as_ref().map(person))
        })
    }

    fn people<'a>(&'a self, containing: &'a str, limit: u32) -> Answer<'a, Vec<Person>> {
        Box::pin(async move {
            let pattern: String = containing
                .chars()
                .flat_map(|letter| {
                    ['\\', letter]
                        .into_iter()
                        .skip(usize::from(!"%_\\".contains(letter)))
                })
                .collect();
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON} FROM people p WHERE name LIKE $1 ESCAPE '\\' OR login LIKE $1 ESCAPE '\\' \
                 ORDER BY created_at DESC, id LIMIT $2"
            )))
            .bind(format!("%{pattern}%"))
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(person).collect())
        })
    }

    fn change_person<'a>(&'a self, person: &'a Person) -> Answer<'a, bool> {
        Box::pin(async move {
            let changed = sqlx::query(
                "UPDATE people SET name = $2, login = $3, password = $4, banned = $5 WHERE id = $1",
            )
            .bind(&person.id)
            .bind(&person.name)
            .bind(&person.login)
            .bind(&person.password)
            .bind(i64::from(person.banned))
            .execute(&self.writer)
            .await;
            match changed {
                Ok(_) => Ok(true),
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
                Err(error) => Err(error.into()),
            }
        })
    }

    fn delete_person<'a>(&'a self, id: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut transaction = self.writer.begin_with(BEGIN).await?;
            for statement in [
                "DELETE FROM keys WHERE person_id = $1",
                "DELETE FROM documents WHERE person_id = $1",
                "DELETE FROM table_people WHERE person_id = $1",
                "DELETE FROM people WHERE id = $1",
            ] {
                sqlx::query(statement).bind(id).execute(&mut *transaction).await?;
            }
            Ok(transaction.commit().await?)
        })
    }

    fn add_key<'a>(&'a self, key: &'a Key) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = self.writer.acquire().await?;
            Ok(insert_key(&mut connection, key).await?)
        })
    }

    fn key<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<(Key, Person)>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON}, {KEY} FROM keys k JOIN people p ON p.id = k.person_id WHERE k.hash = $1"
            )))
            .bind(hash)
            .fetch_optional(&self.readers)
            .await?;
            Ok(found.as_ref().map(|row| (key(row, 6), person(row))))
        })
    }

    fn keys_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Key>> {
        Box::pin(async move {
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT {KEY} FROM keys k WHERE person_id = $1 ORDER BY created_at, id"
            )))
            .bind(person)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(|row| key(row, 0)).collect())
        })
    }

    fn delete_key<'a>(&'a self, person: &'a str, id: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let done = sqlx::query("DELETE FROM keys WHERE person_id = $1 AND id = $2")
                .bind(person)
                .bind(id)
                .execute(&self.writer)
                .await?;
            Ok(done.rows_affected() > 0)
        })
    }

    fn delete_expired_keys(&self, now: i64) -> Answer<'_, u64> {
        Box::pin(async move {
            let done = sqlx::query("DELETE FROM keys WHERE expires_at < $1")
                .bind(now)
                .execute(&self.writer)
                .await?;
            Ok(done.rows_affected())
        })
    }

    fn put_document<'a>(&'a self, document: &'a Document) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = self.writer.acquire().await?;
            Ok(insert_document(&mut connection, document).await?)
        })
    }

    fn add_document<'a>(&'a self, document: &'a Document) -> Answer<'a, bool> {
        Box::pin(async move {
            let done = sqlx::query(
                "INSERT INTO documents (kind, id, person_id, body, created_at) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (kind, id) DO NOTHING",
            )
            .bind(&document.kind)
            .bind(&document.id)
            .bind(&document.person)
            .bind(&document.body)
            .bind(document.created_at)
            .execute(&self.writer)
            .await?;
            Ok(done.rows_affected() > 0)
        })
    }

    fn document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, Option<Document>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {DOCUMENT} FROM documents WHERE kind = $1 AND id = $2"
            )))
            .bind(kind)
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
            Ok(found.as_ref().map(document))
        })
    }

    fn documents<'a>(&'a self, kind: &'a str, person: Option<&'a str>) -> Answer<'a, Vec<Document>> {
        Box::pin(async move {
            let mut select =
                QueryBuilder::<Db>::new(format!("SELECT {DOCUMENT} FROM documents WHERE kind = "));
            select.push_bind(kind);
            if let Some(person) = person {
                select.push(" AND person_id = ").push_bind(person);
            }
            select.push(" ORDER BY created_at, id");
            let rows = select.build().fetch_all(&self.readers).await?;
            Ok(rows.iter().map(document).collect())
        })
    }

    fn delete_document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let done = sqlx::query("DELETE FROM documents WHERE kind = $1 AND id = $2")
                .bind(kind)
                .bind(id)
                .execute(&self.writer)
                .await?;
            Ok(done.rows_affected() > 0)
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            sqlx::query("SELECT 1").execute(&self.readers).await?;
            Ok(())
        })
    }

    fn export(&self, rows: mpsc::Sender<Row>) -> Answer<'_, ()> {
        Box::pin(async move {
            // One transaction: what is read belongs to one moment.
            let mut transaction = self.readers.begin_with(SNAPSHOT).await?;
            let statements: [(String, ReadRow); 6] = [
                (format!("SELECT {PERSON} FROM people p ORDER BY id"), |row| {
                    Row::Person(person(row))
                }),
                (format!("SELECT {KEY} FROM keys k ORDER BY hash"), |row| {
                    Row::Key(key(row, 0))
                }),
                (
                    format!("SELECT {DOCUMENT} FROM documents ORDER BY kind, id"),
                    |row| Row::Document(document(row)),
                ),
                (format!("SELECT {TABLE} FROM tables ORDER BY id"), |row| {
                    Row::Table(table_row(row))
                }),
                (
                    "SELECT table_id, person_id FROM table_people ORDER BY table_id, person_id".to_owned(),
                    |row| Row::Sits(row.get(0), row.get(1)),
                ),
                (
                    "SELECT table_id, idx, at, body FROM entries ORDER BY table_id, idx".to_owned(),
                    |row| Row::Entry(row.get(0), entry(row)),
                ),
            ];
            for (statement, read) in statements {
                let mut found = sqlx::query(AssertSqlSafe(statement)).fetch(&mut *transaction);
                while let Some(row) = found.next().await {
                    rows.send(read(&row?))
                        .await
                        .map_err(|_| StoreError::Interrupted)?;
                }
            }
            rows.send(Row::End).await.map_err(|_| StoreError::Interrupted)
        })
    }

    fn import(&self, mut rows: mpsc::Receiver<Row>) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut transaction = self.writer.begin_with(BEGIN).await?;
            let kept = sqlx::query("SELECT (SELECT COUNT(*) FROM entries) + (SELECT COUNT(*) FROM people)")
                .fetch_one(&mut *transaction)
                .await?;
            if kept.get::<i64, _>(0) > 0 {
                return Err(StoreError::NotEmpty);
            }
            let mut count = 0;
            while let Some(row) = rows.recv().await {
                match &row {
                    Row::Table(table) => {
                        insert_tables(&[table], false)
                            .build()
                            .execute(&mut *transaction)
                            .await?;
                    }
                    Row::Entry(table, entry) => insert_entry(&mut transaction, table, entry).await?,
                    Row::Sits(table, person) => {
                        insert_sits(&[(table.clone(), person.clone())])
                            .build()
                            .execute(&mut *transaction)
                            .await?;
                    }
                    Row::Person(person) => insert_person(&mut transaction, person).await?,
                    Row::Key(key) => insert_key(&mut transaction, key).await?,
                    Row::Document(document) => insert_document(&mut transaction, document).await?,
                    Row::End => {
                        transaction.commit().await?;
                        return Ok(count);
                    }
                }
                count += 1;
            }
            Err(StoreError::Interrupted)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.readers.close().await;
            self.writer.close().await;
        })
    }
}
