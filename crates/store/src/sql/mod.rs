//! The store on a SQL database. Both databases understand the same statements; `statements.rs` is compiled once for
//! each, so that neither can lag behind.

#![expect(clippy::duplicate_mod, reason = "the same statements for two databases")]

pub(crate) mod postgres;
pub(crate) mod sqlite;

use sqlx::migrate::{MigrateError, Migrator};

use crate::StoreError;

/// Statements are not logged one by one: their values are people's business.
fn quiet<O: sqlx::ConnectOptions>(options: O) -> O {
    options.disable_statement_logging()
}

async fn migrate<'a, A>(migrations: &Migrator, database: A, address: &str) -> Result<(), StoreError>
where
    A: sqlx::Acquire<'a>,
    <A::Connection as std::ops::Deref>::Target: sqlx::migrate::Migrate,
{
    migrations.run(database).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
            StoreError::NewerSchema {
                address: address.to_owned(),
                found,
                known: migrations.iter().map(|step| step.version).max().unwrap_or(0),
            }
        }
        source => StoreError::Migration {
            address: address.to_owned(),
            source,
        },
    })
}
