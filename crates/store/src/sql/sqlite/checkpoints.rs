//! What is committed goes from the log beside the file into the file, and nobody waits for it.
//!
//! Left to itself SQLite does that within the commit that makes the log too long: whoever waits for that commit, and
//! all behind it, wait for a thousand pages. So a connection of its own does it while entries come in. The log begins
//! anew only when nothing is left in it; so the few pages that came in meanwhile are taken by the connection that
//! writes.

use std::time::Duration;

use sqlx::{Pool, Row as _};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::lease::{Writers, lease, lease_of};
use super::{Connection, Db};

/// How often it is done.
const EVERY: Duration = Duration::from_secs(1);

/// With this many pages a log is long: it should begin anew.
const LONG: i64 = 1_000;

/// With this many pages the connection that writes does it by itself, should the other one not get to it.
pub(super) const LONGEST: u32 = 16_000;

/// Takes the log in, again and again, as long as it is there.
pub(super) struct Checkpoints {
    pool: Pool<Db>,
    task: AbortHandle,
}

impl Checkpoints {
    /// By the one connection of a pool.
    pub(super) fn start(pool: Pool<Db>, writers: Writers) -> Self {
        let connections = pool.clone();
        let task = tokio::spawn(async move {
            loop {
                sleep(EVERY).await;
                match take_in(&connections, &writers).await {
                    Ok(()) => {}
                    Err(sqlx::Error::PoolClosed) => return,
                    Err(error) => {
                        tracing::warn!(%error, "the log beside the file could not be taken into it");
                    }
                }
            }
        });
        let task = task.abort_handle();
        Checkpoints { pool, task }
    }

    pub(super) async fn close(&self) {
        self.task.abort();
        self.pool.close().await;
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn take_in(pool: &Pool<Db>, writers: &Writers) -> Result<(), sqlx::Error> {
    let mut connection = lease_of(pool).await?;
    let mut length = checkpoint(&mut connection).await?;
    if length >= LONG {
        // What came in while that was done is less, and what comes in now is little.
        length = checkpoint(&mut connection).await?;
    }
    connection.done();
    if length >= LONG {
        let mut connection = lease(writers).await?;
        checkpoint(&mut connection).await?;
        connection.done();
    }
    Ok(())
}

/// Takes in what can be without keeping anybody waiting, and says how many pages the log has.
async fn checkpoint(connection: &mut Connection) -> Result<i64, sqlx::Error> {
    let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .fetch_one(connection)
        .await?;
    row.try_get(1)
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use tempfile::TempDir;

    use super::super::open;
    use super::*;
    use crate::Store as _;
    use crate::testing::{after, first};

    #[tokio::test]
    async fn a_log_that_is_long_begins_anew_while_entries_come_in() {
        let folder = TempDir::new().unwrap();
        let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
        let store = open(&address).await.unwrap();
        let body = "x".repeat(100_000);
        let mut entry = first("t", &body);
        for _ in 0..2 * LONG / 25 {
            store.append(entry.clone()).await.unwrap();
            entry = after(&entry, &body);
        }
        let mut other = first("other", "made");
        let checkpoints = store.pools.checkpoints.as_ref().unwrap();
        let mut taken_in = pin!(take_in(&checkpoints.pool, &store.pools.writer));
        loop {
            tokio::select! {
                taken = &mut taken_in => break taken.unwrap(),
                added = store.append(other.clone()) => added.unwrap(),
            }
            other = after(&other, "more");
        }
        // The append that was broken off may still look at the log, which then begins anew a time later.
        for tried in 0.. {
            store.append(entry.clone()).await.unwrap();
            entry = after(&entry, "more");
            let mut connection = lease_of(&checkpoints.pool).await.unwrap();
            let length = checkpoint(&mut connection).await.unwrap();
            connection.done();
            if length < LONG {
                break;
            }
            assert!(tried < 5, "the log has {length} pages");
            take_in(&checkpoints.pool, &store.pools.writer).await.unwrap();
        }
        store.close().await;
    }
}
