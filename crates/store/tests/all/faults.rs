//! No failure of PostgreSQL outlasts its cause. What a file does is shown beside it, in `sql::sqlite`.

use std::time::{Duration, Instant};

use bobbin_store::testing::{Postgres, after, first, next};
use bobbin_store::{Append, AppendError, Store, open};

/// Appends until it goes well, and says how often that was in vain. It never takes long to be told.
async fn append_at_last(store: &dyn Store, append: Append) -> u32 {
    let begun = Instant::now();
    for failures in 0.. {
        match store.append(append.clone()).await {
            // A conflict with oneself: the answer was lost, not the entry.
            Ok(()) | Err(AppendError::Conflict) => return failures,
            Err(AppendError::Failed(_)) => assert!(begun.elapsed() < Duration::from_secs(20)),
        }
    }
    unreachable!("it is tried again and again")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_that_went_away_is_written_to_again_when_it_is_back() {
    let postgres = Postgres::start();
    let address = postgres.database("faults");
    let store = open(&address).await.unwrap();
    let entry = first("t", "made");
    store.append(entry.clone()).await.unwrap();

    // All connections are cut.
    let pool = sqlx::PgPool::connect(&address).await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = 'faults' AND pid <> pg_backend_pid()";
    sqlx::query(cut).execute(&pool).await.unwrap();
    let entry = after(&entry, "made");
    assert!(append_at_last(&*store, entry.clone()).await <= 1);

    // The server is gone for a while.
    store.check_writer().await.unwrap();
    postgres.stop();
    for _ in 0..3 {
        let begun = Instant::now();
        assert!(store.check().await.is_err());
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
        let begun = Instant::now();
        assert!(store.check_writer().await.is_err());
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
    for _ in 0..5 {
        let begun = Instant::now();
        store.append(after(&entry, "made")).await.unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    }
    postgres.start_again();
    let entry = after(&entry, "made");
    append_at_last(&*store, entry.clone()).await;
    store.check().await.unwrap();
    store.check_writer().await.unwrap();

    // A statement that fails in the middle of a transaction.
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                  BEGIN RAISE EXCEPTION 'no'; END $$;
                  CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED
                  FOR EACH ROW WHEN (NEW.body = 'poison') EXECUTE FUNCTION refuse();";
    sqlx::raw_sql(refuse).execute(&pool).await.unwrap();
    for _ in 0..10 {
        let failed = store.append(next(&*store, "t", "poison").await).await;
        assert!(
            matches!(&failed, Err(AppendError::Failed(why)) if why.contains("no")),
            "{failed:?}"
        );
    }
    store.append(next(&*store, "t", "made").await).await.unwrap();
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 4);
    store.close().await;
}
