//! PostgreSQL.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{migrate, quiet};
use crate::StoreError;

#[path = "statements.rs"]
mod statements;
pub(crate) use statements::Sql;

type Db = sqlx::Postgres;
const BEGIN: &str = "BEGIN";
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");

pub(crate) async fn open(address: &str) -> Result<Sql, StoreError> {
    // The address may hold a password, which has no place in a message.
    let shown = address
        .rsplit_once('@')
        .map_or(address.to_owned(), |(_, host)| format!("postgres://…@{host}"));
    let cannot_open = |source| StoreError::Open {
        address: shown.clone(),
        source,
    };
    let options = quiet(PgConnectOptions::from_str(address).map_err(cannot_open)?);
    // A pool would try for long to reach a server that is not there.
    let first = options.connect().await.map_err(cannot_open)?;
    first.close().await.map_err(cannot_open)?;
    let pool = |connections| {
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(20))
    };
    let writer = pool(4).connect_with(options.clone()).await.map_err(cannot_open)?;
    migrate(&MIGRATIONS, &writer, &shown).await?;
    let readers = pool(8).connect_with(options).await.map_err(cannot_open)?;
    Ok(Sql::new(readers, writer))
}
