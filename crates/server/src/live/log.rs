//! From the log back to the table.

use bobbin_store::{ChainHash, Store, StoreError};

use super::LiveTables;
use crate::error::Problem;
use crate::secrets::log_id;
use crate::table::{Entry, Table};
use crate::work::Owner;

impl LiveTables {
    /// The log of a table from an index on, and the hash of each entry.
    pub(super) async fn log(
        &self,
        id: &str,
        from: u64,
    ) -> Result<(Vec<(i64, Entry)>, Vec<ChainHash>), Problem> {
        let entries = self.store.entries(id, from).await?;
        let parsed = entries.iter().map(|entry| {
            serde_json::from_str(&entry.body)
                .map(|body| (entry.at, body))
                .map_err(|error| {
                    tracing::error!(table = log_id(id), index = entry.index, %error, "an entry cannot be read");
                    Problem::from(crate::table::Reject::Damaged)
                })
        });
        let parsed: Result<Vec<_>, Problem> = parsed.collect();
        Ok((parsed?, entries.iter().map(|entry| entry.hash).collect()))
    }
}

impl LiveTables {
    /// A table of the past as its log says, without keeping it. None if it cannot be read any more.
    pub(crate) async fn past(&self, owner: Owner, id: &str) -> Result<Option<Table>, Problem> {
        let ((log, _), id) = (self.log(id, 0).await?, id.to_owned());
        let table = move || Ok(Table::load(&id, &log).ok());
        self.work.answer(owner, table).await
    }
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
