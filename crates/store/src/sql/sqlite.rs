//! SQLite in one file.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Pool, QueryBuilder, Row as _};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::{migrate, quiet};
use crate::appends::BATCH;
use crate::{Append, Call, News, StoreError, TableRow};

mod checkpoints;
#[path = "lease.rs"]
mod lease;
#[path = "moves.rs"]
mod moves;
#[path = "rows.rs"]
mod rows;
mod scrub;
#[path = "statements.rs"]
mod statements;
#[path = "whole.rs"]
mod whole;
use checkpoints::Checkpoints;
use lease::{Writers, lease};
use scrub::{MARK_DELETED, Scrubbed, scrub};
pub(crate) use statements::Sql;

type Connection = <Db as sqlx::Database>::Connection;
type Db = sqlx::Sqlite;
/// A transaction that means to write says so at once, or it could fail half-way where another process writes.
const BEGIN: &str = "BEGIN IMMEDIATE";
const IS_SHARED: bool = false;
const SNAPSHOT: &str = "BEGIN";
/// How a log ends. The transaction keeps all others out already.
const LOCK_HEAD: &str = "SELECT length, head, moving FROM tables WHERE id = $1";

/// How many statements a connection keeps prepared: one for every length of a batch, and those for everything else.
const STATEMENTS: usize = BATCH + 100;

/// How long to wait while another process writes.
const BUSY: Duration = Duration::from_secs(10);

/// What made the database what it is, step by step: file 1, file 2 and so on.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_tables_and_people.sql"),
    include_str!("../../migrations/sqlite/0002_documents.sql"),
    include_str!("../../migrations/sqlite/0003_keys_in_use.sql"),
    include_str!("../../migrations/sqlite/0004_chain.sql"),
    include_str!("../../migrations/sqlite/0005_wipe.sql"),
    include_str!("../../migrations/sqlite/0006_lists.sql"),
    include_str!("../../migrations/sqlite/0007_moves.sql"),
    include_str!("../../migrations/sqlite/0008_new_entries.sql"),
    include_str!("../../migrations/sqlite/0009_finished_tables.sql"),
    include_str!("../../migrations/sqlite/0010_blocked.sql"),
    include_str!("../../migrations/sqlite/0011_outbox.sql"),
];

pub(crate) async fn open(address: &str) -> Result<Sql, StoreError> {
    let cannot_open = |source| StoreError::Open {
        address: address.to_owned(),
        source,
    };
    let in_memory = address.contains(":memory:");
    let options = SqliteConnectOptions::from_str(address).map_err(cannot_open)?;
    let options = quiet(options)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("secure_delete", "ON")
        .pragma("wal_autocheckpoint", checkpoints::LONGEST.to_string())
        .statement_cache_capacity(STATEMENTS)
        .busy_timeout(BUSY);
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            .idle_timeout(None)
            .max_lifetime(None)
            // There is no line that could have broken meanwhile, and what failed has not come back.
            .test_before_acquire(false)
            .acquire_timeout(Duration::from_secs(20))
    };
    let lasting = if in_memory {
        let lasting = pool(1).min_connections(1).connect_with(options.clone());
        Some(lasting.await.map_err(cannot_open)?)
    } else {
        None
    };
    let writers = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&writers);
    let writer = pool(1).after_connect(move |_, _| {
        count.fetch_add(1, Relaxed);
        Box::pin(async { Ok(()) })
    });
    let writer = writer.connect_with(options.clone()).await.map_err(cannot_open)?;
    migrate(MIGRATIONS, &writer, address).await?;
    let readers = if in_memory {
        writer.clone()
    } else {
        let readers = pool(4).connect_with(options.clone().read_only(true));
        readers.await.map_err(cannot_open)?
    };
    // In memory, others read by it, too.
    let writer = Writers::new(writer, !in_memory);
    let checkpoints = pool(1).connect_lazy_with(options);
    let checkpoints = (!in_memory).then(|| Checkpoints::start(checkpoints, writer.clone()));
    Ok(Sql::new(Pools {
        readers,
        checkpoints,
        writer,
        writers,
        lasting,
        scrubbed: Scrubbed::default(),
        teller: Teller,
    }))
}

/// The connections to a file.
pub(crate) struct Pools {
    readers: Pool<Db>,
    checkpoints: Option<Checkpoints>,
    writer: Writers,
    /// How many connections have been opened for writing so far.
    writers: Arc<AtomicU64>,
    /// A database in memory lasts as long as there is a connection to it.
    lasting: Option<Pool<Db>>,
    scrubbed: Scrubbed,
    teller: Teller,
}

impl Pools {
    async fn close(&self) {
        self.readers.close().await;
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.close().await;
        }
        self.writer.close().await;
        if let Some(lasting) = &self.lasting {
            lasting.close().await;
        }
    }
}

/// Nobody needs to be told: one file is one server's.
#[derive(Clone)]
pub(crate) struct Teller;

impl Teller {
    #[expect(clippy::unused_self, reason = "elsewhere there is somebody to tell")]
    pub(crate) fn tell(&self, _: impl Iterator<Item = News>) {}
}

/// Of these tables, those whose log is longer than this.
async fn gone_on(pools: &Pools, known: &[(String, u64)]) -> Result<Vec<String>, sqlx::Error> {
    let mut longer = Vec::new();
    for some in in_powers_of_two(known) {
        let mut select = QueryBuilder::<Db>::new("SELECT t.id FROM (");
        select.push_values(some, |mut row, (table, length)| {
            row.push_bind(table).push_bind(*length as i64);
        });
        select.push(") AS known JOIN tables t ON t.id = known.column1 WHERE t.length > known.column2");
        let rows = select.build().fetch_all(&pools.readers).await?;
        longer.extend(rows.iter().map(|row| row.get::<String, _>(0)));
    }
    Ok(longer)
}

/// One file is one server's.
async fn others(_: &Pools) -> Result<u64, sqlx::Error> {
    Ok(0)
}

/// How often it is asked whether another program has written.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// That another program has written to the file, as long as somebody listens. Nobody tells what it was.
async fn watch(pools: &Pools) -> Result<Option<mpsc::Receiver<News>>, StoreError> {
    if pools.lasting.is_some() {
        return Ok(None);
    }
    let (writer, writers) = (pools.writer.clone(), Arc::clone(&pools.writers));
    let mut known = written_by_others(&writer, &writers).await?;
    let (sender, news) = mpsc::channel(1);
    tokio::spawn(async move {
        while !sender.is_closed() {
            sleep(LOOK_AGAIN).await;
            match written_by_others(&writer, &writers).await {
                Ok(now) if now == known => {}
                Ok(now) => {
                    known = now;
                    // If one is waiting already, it says this, too.
                    let _ = sender.try_send(News::Missed);
                }
                Err(sqlx::Error::PoolClosed) => return,
                Err(error) => tracing::warn!(%error, "whether others have written cannot be found out"),
            }
        }
    });
    Ok(Some(news))
}

/// Stays the same as long as nothing is written but by the connection that writes here, and it is the same one.
async fn written_by_others(writer: &Writers, writers: &AtomicU64) -> Result<(u64, i64), sqlx::Error> {
    let mut connection = lease(writer).await?;
    let row = sqlx::query("PRAGMA data_version")
        .fetch_one(&mut *connection)
        .await?;
    let known = (writers.load(Relaxed), row.try_get(0)?);
    connection.done();
    Ok(known)
}

/// Writes entries of different tables in one transaction, and says which of them were first.
///
/// All of it is one question to the thread that has the connection, and mostly one statement: each further question
/// would wake that thread once more, and each statement whoever waits for its answer.
async fn write(connection: &mut Connection, batch: &[&Append]) -> Result<BTreeSet<String>, sqlx::Error> {
    let hashed: Vec<Hashed> = batch.iter().map(|append| Hashed::new(append)).collect();
    let plain: Option<Vec<_>> = hashed
        .iter()
        .map(|new| {
            new.append
                .row
                .as_ref()
                .filter(|_| new.append.people.is_none())
                .map(|row| (new, row))
        })
        .collect();
    // There are as many plain batches as there are lengths of batches; of the others there is no end.
    let is_plain = plain.is_some();
    let mut all = match plain {
        Some(rows) => plain_batch(&rows),
        None => any_batch(&hashed),
    };
    let won = all.build().persistent(is_plain).fetch_all(connection).await?;
    won.iter().map(|row| row.try_get(0)).collect()
}

/// Entries that seat nobody and have their tables' rows with them: a statement is its own transaction.
fn plain_batch(rows: &[(&Hashed, &TableRow)]) -> QueryBuilder<Db> {
    let mut all = QueryBuilder::<Db>::new(
        "INSERT INTO new_entries (table_id, idx, at, body, hash, previous, \
         game, status, listed, created_at, updated_at, due_at, summary, calls) ",
    );
    all.push_values(rows, |mut values, (Hashed { append, hash }, row)| {
        values
            .push_bind(&append.table)
            .push_bind(append.index as i64)
            .push_bind(append.at)
            .push_bind(&append.body)
            .push_bind(hash)
            .push_bind(append.previous.to_string())
            .push_bind(&row.game)
            .push_bind(&row.status)
            .push_bind(i64::from(row.listed))
            .push_bind(row.created_at)
            .push_bind(row.updated_at)
            .push_bind(row.due_at)
            .push_bind(&row.summary)
            .push_bind(calls_text(&append.calls));
    });
    all.push(" RETURNING table_id");
    all
}

/// If a statement fails those after it are not run, the last of them, `COMMIT`, included; the lease then closes the
/// connection, and with it the transaction.
fn any_batch(hashed: &[Hashed]) -> QueryBuilder<Db> {
    let mut all = QueryBuilder::<Db>::new(BEGIN);
    push_entries(&mut all, hashed);
    push_seats(&mut all, hashed);
    push_calls(&mut all, hashed);
    push_tables(&mut all, hashed);
    all.push("; COMMIT");
    all
}

/// An entry and its hash.
struct Hashed<'a> {
    append: &'a Append,
    hash: String,
}

impl<'a> Hashed<'a> {
    fn new(append: &'a Append) -> Self {
        Hashed {
            append,
            hash: append.hash().to_string(),
        }
    }
}

/// The entries that are the first with their index, and go on from the end of their log.
fn push_entries(all: &mut QueryBuilder<Db>, hashed: &[Hashed]) {
    all.push(
        "; INSERT INTO entries (table_id, idx, at, body, hash) \
         SELECT n.column1, n.column2, n.column3, n.column4, n.column5 FROM (",
    );
    all.push_values(hashed, |mut row, Hashed { append, hash }| {
        row.push_bind(&append.table)
            .push_bind(append.index as i64)
            .push_bind(append.at)
            .push_bind(&append.body)
            .push_bind(hash)
            .push_bind(append.previous.to_string());
    });
    all.push(
        ") AS n LEFT JOIN tables t ON t.id = n.column1 \
         WHERE COALESCE(t.moving, '') = '' AND ((COALESCE(t.length, 0) = n.column2 AND \
         COALESCE(NULLIF(t.head, ''), '0000000000000000000000000000000000000000000000000000000000000000') = n.column6) \
         OR (t.length < n.column2 AND EXISTS ( \
             SELECT 1 FROM entries b WHERE b.table_id = n.column1 AND b.idx = n.column2 - 1))) \
         ON CONFLICT DO NOTHING RETURNING table_id",
    );
}

/// That an entry was the first, before the end of its log is written: it is there, and the end is before it. The names
/// of table, index and hash are to be put in.
fn was_first(table: &str, index: &str, hash: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM entries e WHERE e.table_id = {table} AND e.idx = {index} AND e.hash = {hash}) \
         AND COALESCE((SELECT t.length FROM tables t WHERE t.id = {table}), 0) <= {index}"
    )
}

/// Who sits at the tables from now on.
fn push_seats(all: &mut QueryBuilder<Db>, hashed: &[Hashed]) {
    let seated = hashed
        .iter()
        .filter_map(|new| Some((new, new.append.people.as_ref()?)));
    for (Hashed { append, hash }, people) in seated {
        let index = append.index as i64;
        all.push("; DELETE FROM table_people WHERE table_id IN (SELECT n.column1 FROM (VALUES (");
        all.separated(", ")
            .push_bind(&append.table)
            .push_bind(index)
            .push_bind(hash);
        all.push(")) AS n WHERE ")
            .push(was_first("n.column1", "n.column2", "n.column3"))
            .push(")");
        if !people.is_empty() {
            all.push("; INSERT INTO table_people (table_id, person_id) SELECT n.column1, n.column2 FROM (");
            all.push_values(people, |mut row, person| {
                row.push_bind(&append.table)
                    .push_bind(person)
                    .push_bind(index)
                    .push_bind(hash);
            });
            all.push(") AS n WHERE ")
                .push(was_first("n.column1", "n.column3", "n.column4"))
                .push(" ON CONFLICT DO NOTHING");
        }
    }
}

/// Calls as the trigger reads them; nothing for it to do where there are none.
fn calls_text(calls: &[Call]) -> Option<String> {
    (!calls.is_empty()).then(|| serde_json::to_string(calls).expect("texts and numbers can be written"))
}

/// What people are to be told.
fn push_calls(all: &mut QueryBuilder<Db>, hashed: &[Hashed]) {
    for Hashed { append, hash } in hashed {
        let Some(calls) = calls_text(&append.calls) else {
            continue;
        };
        all.push(
            "; INSERT INTO outbox (id, person_id, about_id, body, progress, created_at, due_at) \
             SELECT value ->> 'id', value ->> 'person', value ->> 'about', value ->> 'body', value ->> 'progress', \
             value ->> 'created_at', value ->> 'due_at' FROM (VALUES (",
        );
        all.separated(", ")
            .push_bind(&append.table)
            .push_bind(append.index as i64)
            .push_bind(hash)
            .push_bind(calls);
        all.push(")) AS n, json_each(n.column4) WHERE ")
            .push(was_first("n.column1", "n.column2", "n.column3"))
            .push(" ON CONFLICT DO NOTHING");
    }
}

/// The summaries of the tables and the ends of their logs.
fn push_tables(all: &mut QueryBuilder<Db>, hashed: &[Hashed]) {
    let mut rows = hashed
        .iter()
        .filter_map(|new| Some((new, new.append.row.as_ref()?)))
        .peekable();
    if rows.peek().is_some() {
        all.push(
            "; INSERT INTO tables (id, game, status, listed, created_at, updated_at, due_at, summary, length, head) \
             SELECT n.* FROM (",
        );
        all.push_values(rows, |mut values, (Hashed { append, hash }, row)| {
            values
                .push_bind(&row.id)
                .push_bind(&row.game)
                .push_bind(&row.status)
                .push_bind(i64::from(row.listed))
                .push_bind(row.created_at)
                .push_bind(row.updated_at)
                .push_bind(row.due_at)
                .push_bind(&row.summary)
                .push_bind(append.index as i64 + 1)
                .push_bind(hash);
        });
        all.push(") AS n WHERE ")
            .push(was_first("n.column1", "(n.column9 - 1)", "n.column10"))
            .push(
                " ON CONFLICT (id) DO UPDATE SET status = excluded.status, listed = excluded.listed, \
                 updated_at = excluded.updated_at, due_at = excluded.due_at, summary = excluded.summary, \
                 length = excluded.length, head = excluded.head",
            );
    }
    for Hashed { append, hash } in hashed.iter().filter(|new| new.append.row.is_none()) {
        all.push("; UPDATE tables SET length = n.column2 + 1, head = n.column3 FROM (VALUES (");
        all.separated(", ")
            .push_bind(&append.table)
            .push_bind(append.index as i64)
            .push_bind(hash);
        all.push(")) AS n WHERE id = n.column1 AND ")
            .push(was_first("n.column1", "n.column2", "n.column3"));
    }
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

#[cfg(test)]
mod tests;
