//! The store on a SQL database. Both databases understand the same statements; `statements.rs` is compiled once for
//! each, so that neither can lag behind.

#![expect(clippy::duplicate_mod, reason = "the same statements for two databases")]

pub(crate) mod postgres;
pub(crate) mod sqlite;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use crate::StoreError;

/// Statements are not logged one by one: their values are people's business.
fn quiet<O: sqlx::ConnectOptions>(options: O) -> O {
    options.disable_statement_logging()
}

/// Brings a database up to date.
async fn migrate<'a, A>(steps: &[&'static str], database: A, address: &str) -> Result<(), StoreError>
where
    A: sqlx::Acquire<'a>,
    <A::Connection as std::ops::Deref>::Target: sqlx::migrate::Migrate,
{
    let number = |(index, sql): (usize, &&'static str)| {
        let kind = MigrationType::Simple;
        Migration::new(index as i64 + 1, "".into(), kind, sql.into_sql_str(), false)
    };
    let migrations = Migrator::with_migrations(steps.iter().enumerate().map(number).collect());
    migrations.run(database).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
            StoreError::NewerSchema {
                address: address.to_owned(),
                found,
                known: steps.len() as i64,
            }
        }
        source => StoreError::Migration {
            address: address.to_owned(),
            source,
        },
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_file_of_migrations_is_a_step_in_its_place() {
        for (database, steps) in [
            ("sqlite", super::sqlite::MIGRATIONS),
            ("postgres", super::postgres::MIGRATIONS),
        ] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("migrations")
                .join(database);
            let files = std::fs::read_dir(folder).expect("the folder is there");
            let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
            files.sort();
            let written: Vec<_> = files
                .iter()
                .map(|file| std::fs::read_to_string(file).expect("it is text"))
                .collect();
            assert_eq!(written, steps, "{database}");
        }
    }
}
