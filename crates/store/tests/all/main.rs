//! Both databases keep the same promises.

#![expect(clippy::unwrap_used, reason = "tests: a failure is a panic")]

mod chain;
mod faults;
mod goodbye;
mod memory;
mod news;

use bobbin_store::testing::{Postgres, assert_store_contract, first};
use bobbin_store::{StoreError, copy, open};

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_every_promise() {
    let folder = tempfile::tempdir().unwrap();
    assert_store_contract(&format!("sqlite:{}", folder.path().join("bobbin.db").display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_keeps_every_promise_and_exchanges_backups_with_sqlite() {
    let postgres = Postgres::start();
    assert_store_contract(&postgres.database("contract")).await;

    let (from, into) = (postgres.database("a"), postgres.database("b"));
    let (from, into) = (open(&from).await.unwrap(), open(&into).await.unwrap());
    from.append(first("t", "made")).await.unwrap();
    assert_eq!(copy(&*from, &*into).await.unwrap(), 2);
    assert_eq!(
        into.entries("t", 0).await.unwrap(),
        from.entries("t", 0).await.unwrap()
    );

    let newer = postgres.database("newer");
    let store = open(&newer).await.unwrap();
    store.close().await;
    let pool = sqlx::PgPool::connect(&newer).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET version = 9999 WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)")
        .execute(&pool)
        .await
        .unwrap();
    assert!(matches!(
        open(&newer).await,
        Err(StoreError::NewerSchema { found: 9999, .. })
    ));
}

#[tokio::test]
async fn what_is_wrong_with_a_database_is_told_with_what_to_do() {
    let message = async |address: String| open(&address).await.err().expect("it does not open").to_string();
    assert_eq!(
        message("mysql://here".to_owned()).await,
        "the database is named by sqlite:FILE or postgres://USER@HOST/NAME"
    );
    let nowhere = message("sqlite:/nowhere/at/all/bobbin.db".to_owned()).await;
    assert!(
        nowhere.contains("/nowhere/at/all/bobbin.db cannot be opened")
            && nowhere.contains("Check that its folder"),
        "{nowhere}"
    );
    let secret = message("postgres://ann:sesame@127.0.0.1:1/db".to_owned()).await;
    assert!(!secret.contains("sesame"), "{secret}");

    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
    open(&address).await.unwrap().close().await;
    let pool = sqlx::SqlitePool::connect(&address).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET version = 9999 WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    let newer = message(address.clone()).await;
    assert!(newer.contains("made by a newer version of Bobbin"), "{newer}");

    let text = folder.path().join("a.txt");
    std::fs::write(&text, "This is no database. ".repeat(100)).unwrap();
    let no_database = message(format!("sqlite:{}", text.display())).await;
    assert!(no_database.contains("not a database"), "{no_database}");
}

#[tokio::test]
async fn a_database_in_memory_is_for_trying() {
    let store = open("sqlite::memory:").await.unwrap();
    store.append(first("t", "made")).await.unwrap();
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 1);
}
