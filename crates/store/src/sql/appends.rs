//! Entries on their way to the disk, compiled once for each database: `super` says how a batch is written.

use std::collections::BTreeSet;

use sqlx::Pool;
use tokio::sync::{mpsc, oneshot};

use super::{Db, write};
use crate::{Append, AppendError};

/// An entry on its way, and who waits for it.
pub(crate) struct Waiting {
    pub(crate) append: Append,
    pub(crate) answer: oneshot::Sender<Result<(), AppendError>>,
}

/// The most entries in one transaction.
pub(crate) const BATCH: usize = 128;

/// Commits what has come in while the last commit was under way: the more there is to do, the more shares one write to
/// the disk.
pub(crate) async fn write_in_batches(writer: Pool<Db>, mut waiting: mpsc::Receiver<Waiting>) {
    let mut held: Option<Waiting> = None;
    loop {
        let first = match held.take() {
            Some(first) => first,
            None => match waiting.recv().await {
                Some(first) => first,
                None => return,
            },
        };
        let mut tables = BTreeSet::from([first.append.table.clone()]);
        let mut batch = vec![first];
        while batch.len() < BATCH {
            match waiting.try_recv() {
                // One statement writes a table's summary once.
                Ok(next) if !tables.insert(next.append.table.clone()) => {
                    held = Some(next);
                    break;
                }
                Ok(next) => batch.push(next),
                Err(_) => break,
            }
        }
        // In one order everywhere, or two servers that wait for each other's rows could wait for ever.
        batch.sort_unstable_by(|a, b| a.append.table.cmp(&b.append.table));
        let appends: Vec<&Append> = batch.iter().map(|waiting| &waiting.append).collect();
        let written = write(&writer, &appends).await;
        if let Err(error) = &written {
            tracing::error!(%error, entries = batch.len(), "entries could not be written");
        }
        for Waiting { append, answer } in batch {
            let result = match &written {
                Ok(won) if won.contains(&append.table) => Ok(()),
                Ok(_) => Err(AppendError::Conflict),
                Err(error) => Err(AppendError::Failed(error.to_string())),
            };
            // Who does not wait any more will read the log again.
            let _ = answer.send(result);
        }
    }
}
