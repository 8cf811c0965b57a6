//! Everything of one store into another: backup, restore, and moving between databases.

use std::path::Path;

use tokio::sync::mpsc;

use crate::{Store, StoreError, open};

/// Copies everything from one store into another, empty one. Returns the number of rows.
pub async fn copy(from: &dyn Store, into: &dyn Store) -> Result<u64, StoreError> {
    let (sender, receiver) = mpsc::channel(1024);
    let (sent, taken) = tokio::join!(from.export(sender), into.import(receiver));
    // What stopped the taking is the cause; the sending then only finds nobody listening.
    let taken = taken?;
    sent?;
    Ok(taken)
}

/// Copies everything into a new SQLite file, while the store goes on working. Returns the number of rows.
pub async fn backup(from: &dyn Store, file: &Path) -> Result<u64, StoreError> {
    if file.exists() {
        return Err(StoreError::Exists(file.display().to_string()));
    }
    let into = open(&format!("sqlite:{}", file.display())).await?;
    let rows = copy(from, &*into).await;
    into.close().await;
    rows
}
