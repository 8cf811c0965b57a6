//! What is deleted does not stay in the file or beside it.
//!
//! SQLite overwrites what is deleted (`secure_delete`), yet there is more: older pages are in the log beside the file
//! until that is made empty, and when entries move between pages some of their old text may stay in the unused middle
//! of a page. Only writing the whole file anew (`VACUUM`) is sure to get rid of that. It keeps everybody from writing
//! for about a second per hundred megabytes, so it is not done too often.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Row as _};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, sleep_until};

use super::lease::lease;
use super::{BUSY, Connection, Pools};
use crate::StoreError;

/// Set with whatever deletes someone's text, and taken back when the file was written anew.
pub(super) const MARK_DELETED: Option<&str> = Some("PRAGMA user_version = 1");

/// A file that is larger than this would keep everybody waiting for too long.
const LARGEST: i64 = 1 << 30;

/// The file is left alone for so many times as long as it took to write it anew. So whoever comes and goes again and
/// again takes no more than a hundredth of everybody's time.
const REST: u32 = 100;

/// When the file may be written anew next; whoever holds it is at it.
#[derive(Default)]
pub(super) struct Scrubbed(Mutex<Option<Instant>>);

pub(super) async fn scrub(pools: &Pools) -> Result<(), StoreError> {
    if pools.lasting.is_some() {
        return Ok(());
    }
    // Almost everything is gone at once.
    empty_log(pools).await?;
    let mut next = pools.scrubbed.0.lock().await;
    if !is_marked(pools).await? {
        return Ok(());
    }
    if let Some(next) = *next {
        sleep_until(next).await;
    }
    let begun = Instant::now();
    write_anew(pools).await?;
    *next = Some(Instant::now() + begun.elapsed() * REST);
    empty_log(pools).await
}

async fn is_marked(pools: &Pools) -> Result<bool, sqlx::Error> {
    let row = sqlx::query("PRAGMA user_version")
        .fetch_one(&pools.readers)
        .await?;
    Ok(row.try_get::<i64, _>(0)? != 0)
}

async fn write_anew(pools: &Pools) -> Result<(), sqlx::Error> {
    let mut connection = lease(&pools.writer).await?;
    let size = sqlx::query("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        .fetch_one(&mut *connection)
        .await?;
    if size.try_get::<i64, _>(0)? > LARGEST {
        tracing::warn!(
            "the file is too large to wipe all that was deleted while the server runs: \
             stop it and run `VACUUM` on the file when there is time"
        );
    } else {
        sqlx::query("VACUUM").execute(&mut *connection).await?;
        // As long as this connection is held nobody else here deletes anything.
        sqlx::query("PRAGMA user_version = 0")
            .execute(&mut *connection)
            .await?;
    }
    connection.done();
    Ok(())
}

/// How long to wait for readers at a time while nobody can write, how long to let others write then, and how often.
const WAITING: (Duration, Duration, u32) = (Duration::from_millis(100), Duration::from_millis(200), 200);

/// Takes all pages from the log beside the file into the file, and leaves the log empty. That has to wait until nobody
/// reads from it.
async fn empty_log(pools: &Pools) -> Result<(), StoreError> {
    let (patience, pause, tries) = WAITING;
    for _ in 0..tries {
        let mut connection = lease(&pools.writer).await?;
        wait_for_others(&mut connection, patience).await?;
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut *connection)
            .await?;
        let is_busy = row.try_get::<i64, _>(0)? != 0;
        wait_for_others(&mut connection, BUSY).await?;
        connection.done();
        if !is_busy {
            return Ok(());
        }
        sleep(pause).await;
    }
    Err(StoreError::Slow)
}

async fn wait_for_others(connection: &mut Connection, time: Duration) -> Result<(), sqlx::Error> {
    let statement = format!("PRAGMA busy_timeout = {}", time.as_millis());
    sqlx::query(AssertSqlSafe(statement)).execute(connection).await?;
    Ok(())
}
