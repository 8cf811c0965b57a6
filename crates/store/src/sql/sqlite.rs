//! SQLite in one file.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, Pool, QueryBuilder, Row as _};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::{migrate, quiet};
use crate::appends::BATCH;
use crate::{Append, News, StoreError};

#[path = "lease.rs"]
mod lease;
#[path = "rows.rs"]
mod rows;
mod scrub;
#[path = "statements.rs"]
mod statements;
#[path = "whole.rs"]
mod whole;
use lease::lease;
use rows::{TableHead, insert_sits, insert_tables};
use scrub::{MARK_DELETED, Scrubbed, scrub};
pub(crate) use statements::Sql;

type Connection = <Db as sqlx::Database>::Connection;
type Db = sqlx::Sqlite;
/// A transaction that means to write says so at once, or it could fail half-way where another process writes.
const BEGIN: &str = "BEGIN IMMEDIATE";
const IS_SHARED: bool = false;
const SNAPSHOT: &str = "BEGIN";
/// How a log ends. The transaction keeps all others out already.
const LOCK_HEAD: &str = "SELECT length, head FROM tables WHERE id = $1";

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
        .busy_timeout(BUSY);
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            .idle_timeout(None)
            .max_lifetime(None)
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
        let readers = pool(4).connect_with(options.read_only(true));
        readers.await.map_err(cannot_open)?
    };
    Ok(Sql::new(Pools {
        readers,
        writer,
        writers,
        lasting,
        scrubbed: Scrubbed::default(),
    }))
}

/// The connections to a file.
pub(crate) struct Pools {
    readers: Pool<Db>,
    writer: Pool<Db>,
    /// How many connections have been opened for writing so far.
    writers: Arc<AtomicU64>,
    /// A database in memory lasts as long as there is a connection to it.
    lasting: Option<Pool<Db>>,
    scrubbed: Scrubbed,
}

impl Pools {
    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        if let Some(lasting) = &self.lasting {
            lasting.close().await;
        }
    }
}

/// One file is one server's.
async fn others(_: &Pools) -> Result<u64, sqlx::Error> {
    Ok(0)
}

/// How often it is asked whether another program has written.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// That another program has written to the file, as long as somebody listens. Nobody tells what it was.
async fn watch(pools: &Pools) -> Result<Option<mpsc::Receiver<News>>, sqlx::Error> {
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
async fn written_by_others(writer: &Pool<Db>, writers: &AtomicU64) -> Result<(u64, i64), sqlx::Error> {
    let mut connection = lease(writer).await?;
    let row = sqlx::query("PRAGMA data_version")
        .fetch_one(&mut *connection)
        .await?;
    let known = (writers.load(Relaxed), row.try_get(0)?);
    connection.done();
    Ok(known)
}

/// Writes entries of different tables in one transaction, and says which of them were first.
async fn write(connection: &mut Connection, batch: &[&Append]) -> Result<BTreeSet<String>, sqlx::Error> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let mut appends = batch.to_vec();
    let mut won = BTreeSet::new();
    for some in in_powers_of_two(&appends) {
        let mut insert = QueryBuilder::<Db>::new(
            "INSERT INTO entries (table_id, idx, at, body, hash) \
             SELECT n.column1, n.column2, n.column3, n.column4, n.column5 FROM (",
        );
        insert.push_values(some, |mut row, append| {
            row.push_bind(&append.table)
                .push_bind(append.index as i64)
                .push_bind(append.at)
                .push_bind(&append.body)
                .push_bind(append.hash().to_string())
                .push_bind(append.previous.to_string());
        });
        insert.push(
            ") AS n LEFT JOIN tables t ON t.id = n.column1 \
             WHERE (COALESCE(t.length, 0) = n.column2 AND COALESCE(NULLIF(t.head, ''), '0000000000000000000000000000000000000000000000000000000000000000') = n.column6) \
             OR (COALESCE(t.length, 0) < n.column2 AND EXISTS ( \
                 SELECT 1 FROM entries b WHERE b.table_id = n.column1 AND b.idx = n.column2 - 1)) \
             ON CONFLICT DO NOTHING RETURNING table_id",
        );
        let kept = insert.build().fetch_all(&mut *transaction).await?;
        for row in kept {
            won.insert(row.try_get(0)?);
        }
    }
    appends.retain(|append| won.contains(&append.table));
    let rows: Vec<TableHead> = appends
        .iter()
        .filter_map(|append| Some((append.row.as_ref()?, append.head())))
        .collect();
    for some in in_powers_of_two(&rows) {
        insert_tables(some, true)
            .build()
            .execute(&mut *transaction)
            .await?;
    }
    for append in appends.iter().filter(|append| append.row.is_none()) {
        sqlx::query("UPDATE tables SET length = $2, head = $3 WHERE id = $1")
            .bind(&append.table)
            .bind(append.head().length as i64)
            .bind(append.head().hash.to_string())
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

#[cfg(test)]
mod tests;
