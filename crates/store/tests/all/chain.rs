//! What is not as it was written is found and named.

use std::sync::Arc;

use bobbin_store::testing::{Postgres, after, first, next};
use bobbin_store::{Append, AppendError, Damage, Store, StoreError, backup, open};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use tokio::sync::mpsc;

/// Another hand at the database.
enum Hand {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Hand {
    async fn at(address: &str) -> Hand {
        if address.starts_with("sqlite:") {
            Hand::Sqlite(SqlitePool::connect(address).await.unwrap())
        } else {
            Hand::Postgres(PgPool::connect(address).await.unwrap())
        }
    }

    async fn does(&self, statements: &str) {
        let statements = sqlx::raw_sql(AssertSqlSafe(statements.to_owned()));
        match self {
            Hand::Sqlite(pool) => drop(statements.execute(pool).await.unwrap()),
            Hand::Postgres(pool) => drop(statements.execute(pool).await.unwrap()),
        }
    }
}

async fn findings(store: &dyn Store) -> Vec<String> {
    let (sender, mut findings) = mpsc::channel(100);
    let verified = store.verify(sender).await.unwrap();
    let mut told = Vec::new();
    while let Some(finding) = findings.recv().await {
        told.push(finding.to_string());
    }
    assert_eq!(verified.findings, told.len() as u64);
    told
}

/// A log of so many entries.
async fn write(store: &dyn Store, table: &str, length: u64) -> Append {
    let mut entry = first(table, "entry 0");
    store.append(entry.clone()).await.unwrap();
    for index in 1..length {
        entry = after(&entry, &format!("entry {index}"));
        store.append(entry.clone()).await.unwrap();
    }
    entry
}

/// To which table of five entries what is done, and what is found then.
const DAMAGES: [(&str, &str, &[&str]); 11] = [
    (
        "gone",
        "DELETE FROM entries WHERE table_id = 'gone' AND idx = 2",
        &["2 is missing"],
    ),
    (
        "short",
        "DELETE FROM entries WHERE table_id = 'short' AND idx = 4",
        &["4 is missing"],
    ),
    (
        "empty",
        "DELETE FROM entries WHERE table_id = 'empty'",
        &["0 is missing"],
    ),
    (
        "other",
        "UPDATE entries SET body = 'entry 9' WHERE table_id = 'other' AND idx = 2",
        &["2 is not what was written there"],
    ),
    (
        "later",
        "UPDATE entries SET at = at + 1 WHERE table_id = 'later' AND idx = 0",
        &["0 is not what was written there"],
    ),
    (
        "scribbled",
        "UPDATE entries SET hash = 'x' WHERE table_id = 'scribbled' AND idx = 3",
        &["3 is not what was written there", "4 is not what was written there"],
    ),
    (
        "swapped",
        "UPDATE entries SET idx = -1 WHERE table_id = 'swapped' AND idx = 1;
         UPDATE entries SET idx = 1 WHERE table_id = 'swapped' AND idx = 2;
         UPDATE entries SET idx = 2 WHERE table_id = 'swapped' AND idx = -1",
        &[
            "1 is not what was written there",
            "2 is not what was written there",
            "3 is not what was written there",
        ],
    ),
    (
        "doubled",
        "INSERT INTO entries SELECT table_id, 5, at, body, hash FROM entries WHERE table_id = 'doubled' AND idx = 4",
        &[
            "5 is not what was written there",
            "5 is not the end that the table's row names",
        ],
    ),
    (
        "copied",
        "DELETE FROM entries WHERE table_id = 'copied' AND idx = 1;
         INSERT INTO entries SELECT 'copied', idx, at, body, hash FROM entries WHERE table_id = 'whole' AND idx = 1",
        &["1 is not what was written there", "2 is not what was written there"],
    ),
    (
        "headless",
        "DELETE FROM tables WHERE id = 'headless'",
        &["4 belongs to a table that is not there"],
    ),
    (
        "misled",
        "UPDATE tables SET head = 'x' WHERE id = 'misled'",
        &["4 is not the end that the table's row names"],
    ),
];

async fn every_damage_is_found_and_named(address: &str) {
    let (store, hand) = (open(address).await.unwrap(), Hand::at(address).await);
    let store = &*store;
    write(store, "whole", 3).await;
    for (table, _, _) in &DAMAGES {
        write(store, table, 5).await;
    }
    assert_eq!(findings(store).await, Vec::<String>::new());
    let mut expected: Vec<String> = Vec::new();
    for (table, damage, found) in &DAMAGES {
        hand.does(damage).await;
        expected.extend(found.iter().map(|found| format!("table {table}: entry {found}")));
    }
    let mut told = findings(store).await;
    told.sort();
    expected.sort();
    assert_eq!(told, expected);

    // What is missing is noticed by whoever reads, too.
    for (table, from, index) in [("gone", 0, 2), ("gone", 2, 2), ("short", 0, 4), ("short", 4, 4)] {
        let read = store.entries(table, from).await;
        let is_told = matches!(&read, Err(StoreError::Damaged { table: at, index: missing, what: Damage::Missing })
            if at == table && *missing == index);
        assert!(is_told, "{table} from {from}: {read:?}");
    }
    assert_eq!(store.entries("gone", 3).await.unwrap().len(), 2);
    // Nobody writes over what is missing.
    let mut over = after(&first("short", "x"), "entry 4");
    over.index = 4;
    assert!(matches!(store.append(over).await, Err(AppendError::Conflict)));
    assert!(store.entries("short", 0).await.is_err());

    // A backup hides nothing.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.db");
    backup(store, &file).await.unwrap();
    let copied = open(&format!("sqlite:{}", file.display())).await.unwrap();
    let mut told = findings(&*copied).await;
    told.sort();
    assert_eq!(told, expected);

    // Nor do other words: only what was right before is right after.
    for table in ["other", "whole"] {
        let mut words = store.entries(table, 0).await.unwrap();
        "other words".clone_into(&mut words[0].body);
        store.reword(table, &words[..1], None).await.unwrap();
    }
    let mut told = findings(store).await;
    told.sort();
    assert_eq!(told, expected);
    store.close().await;
}

async fn a_log_from_before_entries_were_chained_goes_on(address: &str) {
    let (store, hand) = (open(address).await.unwrap(), Hand::at(address).await);
    let store = &*store;
    for table in ["old", "other"] {
        write(store, table, 4).await;
    }
    hand.does("UPDATE entries SET hash = ''; UPDATE tables SET length = 0, head = ''")
        .await;
    let verify = async || {
        let (sender, _findings) = mpsc::channel(1);
        let verified = store.verify(sender).await.unwrap();
        (verified.entries, verified.unconfirmed, verified.findings)
    };
    assert_eq!(verify().await, (8, 8, 0));
    let whole = store.entries("old", 0).await.unwrap();
    assert_eq!(store.entries("old", 2).await.unwrap(), whole[2..]);
    let late = Append {
        index: 6,
        ..next(store, "old", "too early").await
    };
    assert!(matches!(store.append(late).await, Err(AppendError::Conflict)));
    for _ in 0..2 {
        let entry = next(store, "old", "new").await;
        store.append(entry).await.unwrap();
    }
    assert_eq!(store.entries("old", 0).await.unwrap()[..4], whole);
    assert_eq!(verify().await, (10, 8, 0));
    let mut words = store.entries("old", 0).await.unwrap();
    "other words".clone_into(&mut words[1].body);
    store.reword("old", &words[1..2], None).await.unwrap();
    assert_eq!(verify().await, (10, 8, 0));
    // What nobody can confirm is still held together by what came after.
    hand.does("UPDATE entries SET body = 'false' WHERE table_id = 'old' AND idx = 1")
        .await;
    assert_eq!(
        findings(store).await,
        ["table old: entry 4 is not what was written there"]
    );
    hand.does("DELETE FROM entries WHERE table_id = 'other' AND idx = 1")
        .await;
    assert!(
        findings(store)
            .await
            .contains(&"table other: entry 1 is missing".to_owned())
    );
    // A program from before may still be at work for a while.
    write(store, "mixed", 2).await;
    hand.does("INSERT INTO entries (table_id, idx, at, body) VALUES ('mixed', 2, 1, 'by an old program')")
        .await;
    let entry = next(store, "mixed", "by a new one").await;
    assert_eq!(findings(store).await.len(), 2);
    store.append(entry).await.unwrap();
    assert_eq!(findings(store).await.len(), 2);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_damage_to_a_file_is_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    every_damage_is_found_and_named(&file("damage.db")).await;
    a_log_from_before_entries_were_chained_goes_on(&file("old.db")).await;
    a_chain_holds_whoever_writes_at_the_same_time(&file("together.db")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_damage_to_postgresql_is_found_and_named() {
    let postgres = Postgres::start();
    every_damage_is_found_and_named(&postgres.database("damage")).await;
    a_log_from_before_entries_were_chained_goes_on(&postgres.database("old")).await;
    a_chain_holds_whoever_writes_at_the_same_time(&postgres.database("together")).await;
}

#[test]
fn a_hash_is_the_same_on_every_machine_and_for_ever() {
    let entry = first("t", "{\"a\":\"ä€𝄞\"}");
    assert_eq!(
        entry.hash().to_string(),
        "4cdd62a738b4082e526c21d3dc52ad7a89097f5f78afefdf1fdb9afeaa129dba"
    );
}

/// Two programs, each with several who append to the same few tables, while others reword them.
async fn a_chain_holds_whoever_writes_at_the_same_time(address: &str) {
    let programs = [open(address).await.unwrap(), open(address).await.unwrap()];
    let tables = ["a", "b", "c", "d"];
    let mut writing = Vec::new();
    for writer in 0..12_usize {
        let store = Arc::clone(&programs[writer % 2]);
        writing.push(tokio::spawn(async move {
            for round in 0..12 {
                let table = tables[(writer + round) % 4];
                if writer > 9 {
                    let mut words = store.entries(table, 0).await.unwrap();
                    words.truncate(1);
                    for entry in &mut words {
                        entry.body = format!("reworded by {writer} in round {round}");
                    }
                    store.reword(table, &words, None).await.unwrap();
                } else {
                    // A conflict is no failure: someone else was faster, or has reworded it.
                    let mut tries = 0;
                    while let Err(error) = store.append(next(&*store, table, "more").await).await {
                        tries += 1;
                        assert!(matches!(error, AppendError::Conflict) && tries < 500, "{error}");
                    }
                }
            }
        }));
    }
    for writing in writing {
        writing.await.unwrap();
    }
    let store = &*programs[0];
    assert_eq!(findings(store).await, Vec::<String>::new());
    let mut count = 0;
    for table in tables {
        count += store.entries(table, 0).await.unwrap().len();
    }
    assert_eq!(count, 10 * 12);
    for store in programs {
        store.close().await;
    }
}
