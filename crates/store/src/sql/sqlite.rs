//! SQLite in one file.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{migrate, quiet};
use crate::StoreError;

#[path = "statements.rs"]
mod statements;
pub(crate) use statements::Sql;

type Db = sqlx::Sqlite;
/// A transaction that means to write says so at once, or it could fail half-way where another process writes.
const BEGIN: &str = "BEGIN IMMEDIATE";
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
