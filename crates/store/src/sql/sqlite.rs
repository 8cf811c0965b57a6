//! SQLite in one file.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Pool, QueryBuilder, Row as _};
use tokio::sync::mpsc;

use super::{migrate, quiet};
use crate::{Append, News, StoreError, TableRow};

#[path = "appends.rs"]
mod appends;
#[path = "rows.rs"]
mod rows;
#[path = "statements.rs"]
mod statements;
use appends::BATCH;
use rows::{insert_sits, insert_tables};
pub(crate) use statements::Sql;

type Db = sqlx::Sqlite;
/// A transaction that means to write says so at once, or it could fail half-way where another process writes.
const BEGIN: &str = "BEGIN IMMEDIATE";
const IS_SHARED: bool = false;
const SNAPSHOT: &str = "BEGIN";

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");

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
        .busy_timeout(Duration::from_secs(10));
    // An in-memory database lives in its one connection.
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            .min_connections(u32::from(in_memory))
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(Duration::from_secs(20))
    };
    let writer = pool(1).connect_with(options.clone()).await.map_err(cannot_open)?;
    migrate(&MIGRATIONS, &writer, address).await?;
    let readers = if in_memory {
        writer.clone()
    } else {
        pool(4)
            .connect_with(options.read_only(true))
            .await
            .map_err(cannot_open)?
    };
    Ok(Sql::new(readers, writer))
}

/// One file is one server's.
async fn others(_: &Pool<Db>) -> Result<u64, sqlx::Error> {
    Ok(0)
}

/// How often it is asked whether another program has written.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// That another program has written to the file, as long as somebody listens. Nobody tells what it was.
async fn watch(readers: &Pool<Db>, writer: &Pool<Db>) -> Result<Option<mpsc::Receiver<News>>, sqlx::Error> {
    let file = readers
        .connect_options()
        .get_filename()
        .to_string_lossy()
        .into_owned();
    if file.starts_with("file:sqlx-in-memory") {
        return Ok(None);
    }
    let mut known = data_version(writer).await?;
    let (sender, news) = mpsc::channel(1);
    let writer = writer.clone();
    tokio::spawn(async move {
        while !sender.is_closed() {
            tokio::time::sleep(LOOK_AGAIN).await;
            match data_version(&writer).await {
                Ok(version) if version == known => {}
                Ok(version) => {
                    known = version;
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

/// A number that stays the same until something is written by any other connection than the one that writes here.
async fn data_version(writer: &Pool<Db>) -> Result<i64, sqlx::Error> {
    let row = sqlx::query("PRAGMA data_version").fetch_one(writer).await?;
    row.try_get(0)
}

/// Writes entries of different tables in one transaction, and says which of them were first.
async fn write(writer: &Pool<Db>, batch: &[&Append]) -> Result<BTreeSet<String>, sqlx::Error> {
    let mut transaction = writer.begin_with(BEGIN).await?;
    let mut appends = batch.to_vec();
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
