//! The store that fails on purpose: it keeps every promise, and shows who does not.

use std::sync::Arc;
use std::time::Duration;

use bobbin_store::memory::{Faults, MemoryStore};
use bobbin_store::testing::{assert_contract_of, first, next};
use bobbin_store::{Append, AppendError, ChainHash, News, Store, StoreError};
use tokio::time::{Instant, sleep, timeout};

#[tokio::test(flavor = "multi_thread")]
async fn a_store_in_memory_keeps_every_promise() {
    let store = MemoryStore::new();
    assert_contract_of(async || Arc::new(store.another()) as Arc<dyn Store>).await;
}

/// What one program was told about each entry it tried to add.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Told {
    Kept,
    Late,
    Unknown,
}

/// Adds so many entries to a table, together with others, and says what it was told.
async fn add(store: Arc<MemoryStore>, name: &str, table: &str, count: u32) -> Vec<(String, Told)> {
    let mut told = Vec::new();
    while told.len() < count as usize {
        // Reads may fail, too.
        let Ok(log) = store.entries(table, 0).await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let body = format!("{name} {}", told.len());
        let entry = Append {
            index: log.len() as u64,
            previous: log.last().map_or(ChainHash::START, |entry| entry.hash),
            ..first(table, &body)
        };
        told.push(match store.append(entry).await {
            Ok(()) => (body, Told::Kept),
            Err(AppendError::Conflict) => (body, Told::Late),
            Err(AppendError::Failed(_)) => (body, Told::Unknown),
        });
    }
    told
}

/// Two programs, several writers at two tables, and faults. Says what everybody was told and what is in the logs.
async fn course(faults: Faults) -> (Vec<(String, Told)>, Vec<String>, Duration) {
    let began = Instant::now();
    let one = Arc::new(MemoryStore::new());
    let other = Arc::new(one.another());
    one.set_faults(faults);
    let mut adding = Vec::new();
    for (program, store) in [("one", &one), ("other", &other)] {
        for table in ["a", "b"] {
            for writer in 0..2 {
                let (store, name) = (Arc::clone(store), format!("{program} {table} {writer}"));
                adding.push(tokio::spawn(async move { add(store, &name, table, 10).await }));
            }
        }
    }
    let mut told = Vec::new();
    for adding in adding {
        told.extend(adding.await.unwrap());
    }
    one.set_faults(Faults::NONE);
    let mut kept = Vec::new();
    for table in ["a", "b"] {
        for entry in one.entries(table, 0).await.unwrap() {
            kept.push(entry.body);
        }
    }
    // Once nothing goes wrong any more everything works, at every program, within a second or two.
    sleep(Duration::from_secs(2)).await;
    for store in [&one, &other] {
        store.check_writer().await.unwrap();
        let entry = next(&**store, "a", "at last").await;
        store.append(entry).await.unwrap();
    }
    let (sender, _findings) = tokio::sync::mpsc::channel(1);
    assert_eq!(one.verify(sender).await.unwrap().findings, 0);
    (told, kept, began.elapsed())
}

#[tokio::test(start_paused = true)]
async fn whatever_goes_wrong_what_was_acknowledged_is_there_once_and_what_was_refused_is_not() {
    let (mut unknown, mut late) = (0, 0);
    for seed in 0..300 {
        let (told, kept, _) = course(Faults::some(seed)).await;
        for (body, told) in told {
            let times = kept.iter().filter(|kept| **kept == body).count();
            let is_right = match told {
                Told::Kept => times == 1,
                Told::Late => times == 0,
                Told::Unknown => times <= 1,
            };
            assert!(
                is_right,
                "seed {seed}: {body} was told {told:?} and is there {times} times"
            );
            unknown += u32::from(told == Told::Unknown);
            late += u32::from(told == Told::Late);
        }
    }
    assert!(unknown > 1000 && late > 1000, "{unknown} {late}");
}

#[tokio::test(start_paused = true)]
async fn a_course_is_the_same_for_the_same_seed() {
    assert_eq!(course(Faults::some(7)).await, course(Faults::some(7)).await);
    assert_ne!(course(Faults::some(7)).await.0, course(Faults::some(8)).await.0);
}

/// Breaks the connection that writes, then lets nothing go wrong any more.
async fn wedge(store: &MemoryStore) {
    store.set_faults(Faults {
        wedged: 1000,
        ..Faults::NONE
    });
    let broken = store.append(next(store, "t", "lost").await).await;
    assert!(matches!(broken, Err(AppendError::Failed(_))), "{broken:?}");
    store.set_faults(Faults::NONE);
}

#[tokio::test(start_paused = true)]
async fn a_writer_that_is_not_replaced_stays_broken_and_is_found_out() {
    let store = MemoryStore::new();
    wedge(&store).await;
    store.append(next(&store, "t", "made").await).await.unwrap();

    let store = store.without_renewal();
    store.append(next(&store, "t", "more").await).await.unwrap();
    wedge(&store).await;
    for _ in 0..100 {
        sleep(Duration::from_mins(1)).await;
        let entry = next(&store, "t", "never").await;
        assert!(matches!(store.append(entry).await, Err(AppendError::Failed(_))));
        assert!(matches!(
            store.check_writer().await,
            Err(StoreError::Unwritable(_))
        ));
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_is_told_soon_also_while_no_connection_can_be_had() {
    let store = MemoryStore::new();
    wedge(&store).await;
    store.set_faults(Faults {
        not_renewed: 1000,
        ..Faults::NONE
    });
    for _ in 0..20 {
        let began = Instant::now();
        let entry = next(&store, "t", "not yet").await;
        assert!(matches!(store.append(entry).await, Err(AppendError::Failed(_))));
        assert!(
            began.elapsed() <= Duration::from_millis(1100),
            "{:?}",
            began.elapsed()
        );
    }
    store.set_faults(Faults::NONE);
    store.append(next(&store, "t", "made").await).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_database_that_does_not_answer_keeps_nobody_waiting_for_ever() {
    let store = MemoryStore::new();
    store.set_faults(Faults {
        slow: 1000,
        slowest: Duration::from_secs(1_000_000),
        ..Faults::NONE
    });
    let entry = first("t", "made");
    let began = Instant::now();
    assert!(matches!(store.append(entry).await, Err(AppendError::Failed(_))));
    assert!(began.elapsed() < Duration::from_secs(21));
    let began = Instant::now();
    assert!(matches!(store.check_writer().await, Err(StoreError::Slow)));
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_disk_is_full_for_a_while() {
    let store = MemoryStore::new();
    store.set_faults(Faults {
        full: 1000,
        full_for: Duration::from_secs(5),
        ..Faults::NONE
    });
    let entry = first("t", "made");
    assert!(
        matches!(store.append(entry.clone()).await, Err(AppendError::Failed(why)) if why.contains("full"))
    );
    store.set_faults(Faults::NONE);
    store.append(entry).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn every_program_hears_what_any_of_them_writes() {
    let one = MemoryStore::new();
    let other = one.another();
    assert_eq!(one.others().await.unwrap(), 1);
    let mut heard = [
        one.watch().await.unwrap().unwrap(),
        other.watch().await.unwrap().unwrap(),
    ];
    one.append(first("t", "made")).await.unwrap();
    for news in &mut heard {
        let added = News::Added {
            table: "t".to_owned(),
            index: 0,
        };
        assert_eq!(news.recv().await, Some(added));
    }
    one.set_faults(Faults {
        missed: 1000,
        ..Faults::NONE
    });
    other.append(next(&other, "t", "more").await).await.unwrap();
    for news in &mut heard {
        assert_eq!(news.recv().await, Some(News::Missed));
    }
    other.close().await;
    assert_eq!(one.others().await.unwrap(), 0);
    let late = other.append(next(&one, "t", "too late").await);
    assert!(timeout(Duration::from_mins(1), late).await.unwrap().is_err());
}
