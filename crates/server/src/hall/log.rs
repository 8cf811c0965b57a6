//! From the log back to the table.

use bobbin_game::Viewer;
use bobbin_store::{ChainHash, Store, StoreError};
use bytes::Bytes;

use super::{Hall, frame};
use crate::error::Problem;
use crate::table::{Entry, Table};

impl Hall {
    /// The log of a table from an index on, and the hash of its last entry.
    pub(super) async fn log(
        &self,
        id: &str,
        from: u64,
    ) -> Result<(Vec<(i64, Entry)>, Option<ChainHash>), Problem> {
        let entries = self.store.entries(id, from).await?;
        let parsed = entries.iter().map(|entry| {
            serde_json::from_str(&entry.body)
                .map(|body| (entry.at, body))
                .map_err(|error| {
                    tracing::error!(table = id, index = entry.index, %error, "an entry cannot be read");
                    Problem::from(crate::table::Reject::Damaged)
                })
        });
        let parsed: Result<Vec<_>, Problem> = parsed.collect();
        Ok((parsed?, entries.last().map(|entry| entry.hash)))
    }
}

/// The events that a viewer missed, exactly as they were sent.
pub(super) fn missed(
    id: &str,
    log: &[(i64, Entry)],
    viewer: Viewer,
    after: u32,
) -> Result<Vec<Bytes>, Problem> {
    let (at, first) = log.first().ok_or_else(Problem::unavailable)?;
    let mut table = Table::create(id, *at, first)?;
    let mut frames = Vec::new();
    for (at, entry) in &log[1..] {
        let change = table.apply(*at, entry)?;
        if change.watchers.include(viewer) && table.event(viewer) > after {
            frames.push(frame(&table.event_body(&change, viewer, table.updated_at)));
        }
    }
    Ok(frames)
}

/// A table as its log says, and the hash of its last entry. None if there is none, or it cannot be read.
pub(crate) async fn read(store: &dyn Store, id: &str) -> Result<Option<(Table, ChainHash)>, StoreError> {
    let entries = store.entries(id, 0).await?;
    let log: Option<Vec<(i64, Entry)>> = entries
        .iter()
        .map(|entry| Some((entry.at, serde_json::from_str(&entry.body).ok()?)))
        .collect();
    let table = log.and_then(|log| Table::load(id, &log).ok());
    Ok(table.zip(entries.last().map(|entry| entry.hash)))
}
