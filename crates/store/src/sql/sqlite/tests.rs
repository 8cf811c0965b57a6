//! No failure of a file outlasts its cause.

use std::task::Poll;
use std::time::Duration;

use sqlx::AssertSqlSafe;
use tempfile::TempDir;
use tokio::time::sleep;

use super::{Sql, lease, open};
use crate::testing::{first, next, someone};
use crate::{Append, AppendError, Document, Store as _, StoreError};

async fn store_in(folder: &TempDir) -> Sql {
    let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
    open(&address).await.unwrap()
}

/// Asks the connection that writes.
async fn ask(store: &Sql, statement: &str) {
    let statement = AssertSqlSafe(statement.to_owned());
    let mut connection = lease(&store.pools.writer).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut *connection).await.unwrap();
    connection.done();
}

/// The disk is full for the connection that writes, and for no other.
async fn fill(store: &Sql) {
    ask(store, "PRAGMA max_page_count = 1").await;
}

async fn make_room(store: &Sql) {
    ask(store, "PRAGMA max_page_count = 4294967294").await;
}

/// An entry after whose failure SQLite ends the whole transaction by itself.
async fn too_long(store: &Sql) -> Append {
    Append {
        people: Some(vec!["x".repeat(1_000_000)]),
        ..next(store, "t", "more").await
    }
}

#[tokio::test]
async fn a_disk_that_was_full_is_written_to_again_when_there_is_space() {
    let folder = TempDir::new().unwrap();
    let store = store_in(&folder).await;
    store.append(first("t", "made")).await.unwrap();
    for index in 1..4 {
        fill(&store).await;
        let full = store.append(too_long(&store).await).await;
        assert!(
            matches!(&full, Err(AppendError::Failed(why)) if why.contains("full")),
            "{full:?}"
        );
        make_room(&store).await;
        store.check_writer().await.unwrap();
        store.append(next(&store, "t", "more").await).await.unwrap();
        assert_eq!(store.entries("t", 0).await.unwrap().len() as u64, index + 1);
    }
    store.close().await;
}

#[tokio::test]
async fn whatever_failed_for_want_of_space_can_be_done_later() {
    let folder = TempDir::new().unwrap();
    let store = store_in(&folder).await;
    store.append(first("t", "made")).await.unwrap();
    let long = "x".repeat(1_000_000);
    let mut entries = store.entries("t", 0).await.unwrap();
    entries[0].body.clone_from(&long);
    let mut ann = someone("ann");
    ann.name.clone_from(&long);
    let document = Document {
        kind: "pack".to_owned(),
        id: "1".to_owned(),
        person: None,
        body: long.clone(),
        created_at: 1,
    };
    let write_all = async || {
        [
            store.reword("t", &entries, Some(&long)).await,
            store.add_person(&ann).await,
            store.put_document(&document).await,
        ]
    };
    for what in 0..3 {
        fill(&store).await;
        // One after the other: each that fails takes its connection with it, and so its lack of space.
        let failed = match what {
            0 => store.reword("t", &entries, Some(&long)).await,
            1 => store.add_person(&ann).await,
            _ => store.put_document(&document).await,
        };
        assert!(failed.unwrap_err().to_string().contains("full"));
    }
    for done in write_all().await {
        done.unwrap();
    }
    store.append(next(&store, "t", "more").await).await.unwrap();
    store.delete_person("ann").await.unwrap();
    assert_eq!(store.entries("t", 0).await.unwrap()[0].body, long);
    store.close().await;
}

#[tokio::test]
async fn a_commit_that_fails_keeps_nobody_from_writing() {
    let folder = TempDir::new().unwrap();
    let store = store_in(&folder).await;
    // What this trigger does is refused only at the end of the transaction, and leaves it open.
    ask(
        &store,
        "CREATE TABLE nobody (id TEXT PRIMARY KEY);
         CREATE TABLE poison (id TEXT REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED);
         CREATE TRIGGER poisoning AFTER INSERT ON entries WHEN NEW.body = 'poison'
         BEGIN INSERT INTO poison VALUES ('x'); END;",
    )
    .await;
    for _ in 0..3 {
        let failed = store.append(first("t", "poison")).await;
        assert!(matches!(&failed, Err(AppendError::Failed(_))), "{failed:?}");
    }
    store.append(first("t", "made")).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_transaction_that_cannot_begin_keeps_nobody_from_writing() {
    let folder = TempDir::new().unwrap();
    let (store, other) = (store_in(&folder).await, store_in(&folder).await);
    ask(&store, "PRAGMA busy_timeout = 20").await;
    let mut connection = lease(&other.pools.writer).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await
        .unwrap();
    let failed = store.append(first("t", "made")).await;
    assert!(
        matches!(&failed, Err(AppendError::Failed(why)) if why.contains("locked")),
        "{failed:?}"
    );
    store.check().await.unwrap();
    let failed = store.check_writer().await;
    assert!(
        matches!(&failed, Err(StoreError::Slow)),
        "who writes waits for long by now, whoever asks does not: {failed:?}"
    );
    sqlx::query("ROLLBACK").execute(&mut *connection).await.unwrap();
    store.append(first("t", "made")).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn who_goes_away_half_way_keeps_nobody_from_writing_and_leaves_nothing_half_done() {
    let folder = TempDir::new().unwrap();
    let store = store_in(&folder).await;
    for _ in 0..8 {
        store.append(next(&store, "t", "old").await).await.unwrap();
    }
    let mut entries = store.entries("t", 0).await.unwrap();
    for entry in &mut entries {
        "new".clone_into(&mut entry.body);
    }
    let mut seen = [0, 0];
    for polls in 0..60 {
        let mut rewording = store.reword("t", &entries, None);
        for _ in 0..polls {
            let polled = std::future::poll_fn(|context| Poll::Ready(rewording.as_mut().poll(context)));
            if polled.await.is_ready() {
                break;
            }
            sleep(Duration::from_micros(200)).await;
        }
        drop(rewording);
        store.append(next(&store, "u", "more").await).await.unwrap();
        let bodies = store.entries("t", 0).await.unwrap();
        let new = bodies.iter().filter(|entry| entry.body == "new").count();
        assert!([0, 8].contains(&new), "{new} of 8 after {polls} polls");
        seen[usize::from(new == 8)] += 1;
        ask(&store, "UPDATE entries SET body = 'old' WHERE table_id = 't'").await;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    store.close().await;
}

#[tokio::test]
async fn a_database_in_memory_outlasts_a_connection_that_failed() {
    let store = open("sqlite::memory:").await.unwrap();
    store.append(first("t", "made")).await.unwrap();
    fill(&store).await;
    store.append(too_long(&store).await).await.unwrap_err();
    store.append(next(&store, "t", "more").await).await.unwrap();
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 2);
}

/// What earlier versions kept of a block was at one end only.
#[tokio::test]
async fn who_was_blocked_before_is_known_at_the_other_end_from_now_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder).await;
    for (id, other, distance) in [("ann eve", "eve", "block"), ("ann ben", "ben", "mute")] {
        let document = Document {
            kind: "block".to_owned(),
            id: id.to_owned(),
            person: Some("ann".to_owned()),
            body: format!(r#"{{"id":"x","other":"{other}","name":"X","distance":"{distance}"}}"#),
            created_at: 7,
        };
        store.put_document(&document).await.unwrap();
    }
    ask(
        &store,
        include_str!("../../../migrations/sqlite/0010_blocked.sql"),
    )
    .await;
    let known = store.documents(crate::BLOCKED, None).await.unwrap();
    let known: Vec<(&str, Option<&str>)> = known
        .iter()
        .map(|document| (document.id.as_str(), document.person.as_deref()))
        .collect();
    assert_eq!(known, [("eve ann", Some("eve"))]);
    store.close().await;
}
