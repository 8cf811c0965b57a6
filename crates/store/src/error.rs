//! What can go wrong, each as a sentence that says what to do.

use crate::Damage;

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no database.
    #[error("the database is named by sqlite:FILE or postgres://USER@HOST/NAME")]
    Address,
    /// It cannot be opened.
    #[error(
        "the database {address} cannot be opened: {source}. Check that its folder or server is there and that you may write to it"
    )]
    Open {
        /// The address without a password.
        address: String,
        /// What the database said.
        source: sqlx::Error,
    },
    /// It was made by a newer program.
    #[error(
        "the database {address} was made by a newer version of Bobbin (its schema is {found}, this one knows {known}): use that version, or restore a backup from before"
    )]
    NewerSchema {
        /// The address without a password.
        address: String,
        /// The newest step it has taken.
        found: i64,
        /// The newest step this program knows.
        known: i64,
    },
    /// The schema cannot be brought up to date.
    #[error("the schema of the database {address} cannot be brought up to date: {source}")]
    Migration {
        /// The address without a password.
        address: String,
        /// What the database said.
        source: sqlx::migrate::MigrateError,
    },
    /// A backup is put back only into an empty database.
    #[error("the database is not empty: restore into a new one")]
    NotEmpty,
    /// A backup does not overwrite anything.
    #[error("{0} is already there: choose another name or move it away")]
    Exists(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(#[from] sqlx::Error),
    /// The database did not answer.
    #[error("the database did not answer in time")]
    Slow,
    /// What was written to see whether the database can be written to was not.
    #[error("the database cannot be written to: {0}")]
    Unwritable(String),
    /// Entries are missing from a log.
    #[error(
        "the log of table {table} is damaged: entry {index} {what}. `bobbin admin verify` finds all that is wrong"
    )]
    Damaged {
        /// The table.
        table: String,
        /// The place in its log.
        index: u64,
        /// What is wrong there.
        what: Damage,
    },
    /// A table moves to another database just now.
    #[error("a table is being moved to another database: try again in a moment")]
    Moving,
    /// Two of several databases are the same one.
    #[error("a database is named twice: tables are spread over different ones")]
    Twice,
    /// The one who sends or takes rows has gone.
    #[error("the copying was interrupted")]
    Interrupted,
}

/// Why an entry was not added.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Someone else was faster: the log has this index already.
    #[error("the log has gone on: someone else was faster")]
    Conflict,
    /// The database failed; whether the entry was kept is not known, so read the log again.
    #[error("the database failed: {0}")]
    Failed(String),
}
