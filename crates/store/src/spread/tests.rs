//! Several databases are one store, and a table that moves is at every moment in one of them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::*;
use crate::copy;
use crate::testing::{Postgres, after, assert_contract_of, first, next, someone};

/// Files in a folder.
fn files(folder: &TempDir, names: &[&str]) -> Vec<String> {
    let file = |name: &&str| format!("sqlite:{}", folder.path().join(name).display());
    names.iter().map(file).collect()
}

async fn spread(addresses: &[String]) -> Spread {
    Spread::open(addresses, None).await.unwrap()
}

async fn assert_keeps_every_promise(addresses: &[String]) {
    assert_contract_of(async || Arc::new(spread(addresses).await) as Arc<dyn Store>).await;
    let spread = spread(addresses).await;
    let counts = spread.all(|place| place.tables(&EVERY)).await.unwrap();
    assert!(
        counts.iter().all(|rows| rows.len() > 100),
        "tables are spread evenly: {:?}",
        counts.iter().map(Vec::len).collect::<Vec<_>>()
    );
    spread.close().await;
}

const EVERY: TableFilter = TableFilter {
    game: None,
    status: None,
    person: None,
    unlisted: true,
    before: None,
    limit: 10_000,
};

#[tokio::test(flavor = "multi_thread")]
async fn two_files_keep_every_promise_of_one() {
    let folder = TempDir::new().unwrap();
    assert_keeps_every_promise(&files(&folder, &["a.db", "b.db"])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_databases_of_postgresql_keep_every_promise_of_one_and_tell_of_both() {
    let postgres = Postgres::start();
    let addresses = [postgres.database("a"), postgres.database("b")];
    assert_keeps_every_promise(&addresses).await;
    let (here, there) = (spread(&addresses).await, spread(&addresses).await);
    assert!(here.is_shared());
    let mut news = here.watch().await.unwrap().unwrap();
    let homes: Vec<String> = (0..2)
        .map(|home| {
            let names = (0..).map(|number| format!("news{number}"));
            names.into_iter().find(|name| here.home(name) == home).unwrap()
        })
        .collect();
    for (home, table) in homes.into_iter().enumerate() {
        let made = first(&table, "made");
        there.append(made.clone()).await.unwrap();
        let added = |index| {
            let table = table.clone();
            Some(News::Added { table, index })
        };
        assert_eq!(news.recv().await, added(0));
        assert_eq!(here.move_table(&table, 1 - home).await.unwrap(), Moved::Done);
        there.append(after(&made, "more")).await.unwrap();
        assert_eq!(news.recv().await, added(1));
        assert_eq!(here.places[1 - home].entries(&table, 0).await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn another_database_moves_nothing_by_itself_and_none_is_taken_twice() {
    let folder = TempDir::new().unwrap();
    let addresses = files(&folder, &["a.db", "b.db"]);
    let alone = spread(&addresses[..1]).await;
    for number in 0..20 {
        alone
            .append(first(&format!("old{number}"), "made"))
            .await
            .unwrap();
    }
    alone.close().await;
    let both = spread(&addresses).await;
    for number in 0..20 {
        let (old, new) = (format!("old{number}"), format!("new{number}"));
        both.append(next(&both, &old, "more").await).await.unwrap();
        assert_eq!(both.entries(&old, 0).await.unwrap().len(), 2);
        assert_eq!(both.find(&old).await.unwrap(), Some(0));
        both.append(first(&new, "made")).await.unwrap();
    }
    let in_second = both.places[1].tables(&EVERY).await.unwrap();
    assert!((3..18).contains(&in_second.len()), "{}", in_second.len());
    both.close().await;
    let twice = [addresses[0].clone(), addresses[0].replace("a.db", "./a.db")];
    assert!(matches!(Spread::open(&twice, None).await, Err(StoreError::Twice)));
}

/// A table of three entries at which Ann sits, in the first of two files, and where it is to go.
async fn to_be_moved(folder: &TempDir) -> (Vec<String>, Spread, Append) {
    let addresses = files(folder, &["a.db", "b.db"]);
    let (spread, entry) = to_be_moved_at(&addresses).await;
    (addresses, spread, entry)
}

/// The same in the first of two databases.
async fn to_be_moved_at(addresses: &[String]) -> (Spread, Append) {
    let spread = spread(addresses).await;
    let mut entry = Append {
        people: Some(vec!["ann".to_owned()]),
        ..first("t", "made")
    };
    spread.append(entry.clone()).await.unwrap();
    for body in ["two", "three"] {
        entry = Append {
            people: None,
            ..after(&entry, body)
        };
        spread.append(entry.clone()).await.unwrap();
    }
    if spread.find("t").await.unwrap() == Some(1) {
        assert_eq!(spread.move_table("t", 0).await.unwrap(), Moved::Done);
    }
    (spread, entry)
}

/// There is one table with all of its log and of its people, in one database, and it can be played on.
async fn assert_is_once(spread: &Spread, last: &Append) {
    let entries = spread.entries("t", 0).await.unwrap();
    assert_eq!(entries.len() as u64, last.index + 1);
    assert_eq!(entries.last().map(|entry| entry.hash), Some(last.hash()));
    assert_eq!(spread.tables(&of_ann()).await.unwrap().len(), 1);
    let (findings, _) = mpsc::channel(8);
    let verified = spread.verify(findings).await.unwrap();
    assert_eq!((verified.tables, verified.findings), (1, 0));
    assert_eq!(verified.entries, last.index + 1);
    let whereabouts = spread.all(|place| place.whereabouts("t")).await.unwrap();
    assert_eq!(
        whereabouts.iter().flatten().collect::<Vec<_>>(),
        [&Whereabouts::Here]
    );
}

#[tokio::test]
async fn a_table_moves_with_its_whole_log_and_other_servers_find_it() {
    let folder = TempDir::new().unwrap();
    let (addresses, here, last) = to_be_moved(&folder).await;
    let there = spread(&addresses).await;
    assert_eq!(
        there.entries("t", 0).await.unwrap().len(),
        3,
        "now it is remembered"
    );
    assert_eq!(here.move_table("t", 1).await.unwrap(), Moved::Done);
    assert_eq!(here.move_table("t", 1).await.unwrap(), Moved::WasThere);
    assert_eq!(here.move_table("nowhere", 1).await.unwrap(), Moved::Nowhere);
    assert_eq!(here.find("t").await.unwrap(), Some(1));
    let last = Append {
        people: None,
        ..after(&last, "four")
    };
    there.append(last.clone()).await.unwrap();
    assert_is_once(&there, &last).await;
    let known = [("t".to_owned(), 3)];
    here.move_table("t", 0).await.unwrap();
    assert_eq!(there.gone_on(&known).await.unwrap(), ["t"]);
    assert_eq!(there.entries("t", 3).await.unwrap().len(), 1);
    here.move_table("t", 1).await.unwrap();
    assert!(there.table("t").await.unwrap().is_some());
    here.move_table("t", 0).await.unwrap();
    let mut entries = there.entries("t", 0).await.unwrap();
    "other words".clone_into(&mut entries[0].body);
    here.move_table("t", 1).await.unwrap();
    there.reword("t", &entries[..1], None).await.unwrap();
    assert_eq!(here.entries("t", 0).await.unwrap()[0].body, "other words");
}

/// Whoever dies after the first, second or third step leaves a table that is in one place.
#[tokio::test]
async fn whoever_dies_while_a_table_moves_loses_and_doubles_nothing() {
    for steps in 0..=3 {
        let folder = TempDir::new().unwrap();
        let (addresses, moving, last) = to_be_moved(&folder).await;
        let (old, new, id) = (&moving.places[0], &moving.places[1], MoveId::new());
        let mut rows = Vec::new();
        if steps >= 1 {
            rows = old.leave("t", &id).await.unwrap().unwrap();
        }
        if steps >= 2 {
            assert!(new.arrive("t", &id, &rows).await.unwrap());
        }
        if steps >= 3 {
            assert!(old.depart("t", &id, &rows).await.unwrap());
        }
        let mut after_it = spread(&addresses).await;
        assert_eq!(
            after_it.entries("t", 0).await.unwrap().len(),
            3,
            "it can always be read"
        );
        assert_eq!(after_it.tables(&EVERY).await.unwrap().len(), 1);
        // Nobody waits for the dead for ever.
        after_it.patience = Duration::ZERO;
        sleep(Duration::from_millis(2)).await;
        after_it.due(0, 1).await.unwrap();
        after_it.due(0, 1).await.unwrap();
        let last = Append {
            people: None,
            ..after(&last, "more")
        };
        after_it.append(last.clone()).await.unwrap();
        assert_is_once(&after_it, &last).await;
        // Whoever only seemed to be dead changes nothing any more.
        if steps < 3 {
            assert!(!old.depart("t", &id, &rows).await.unwrap());
        }
        assert!(!new.discard("t", &id).await.unwrap());
        assert_is_once(&after_it, &last).await;
        let moved = after_it.move_table("t", 1).await.unwrap();
        assert!(matches!(moved, Moved::Done | Moved::WasThere));
        assert_is_once(&after_it, &last).await;
    }
}

#[tokio::test]
async fn who_was_deleted_while_their_table_moved_does_not_come_back() {
    let folder = TempDir::new().unwrap();
    let (_, spread, _) = to_be_moved(&folder).await;
    spread.add_person(&someone("ann")).await.unwrap();
    let (old, new, id) = (&spread.places[0], &spread.places[1], MoveId::new());
    let rows = old.leave("t", &id).await.unwrap().unwrap();
    spread.delete_person("ann").await.unwrap();
    assert!(new.arrive("t", &id, &rows).await.unwrap());
    assert!(!old.depart("t", &id, &rows).await.unwrap());
}

#[tokio::test]
async fn a_backup_has_every_table_once_or_says_that_one_moved() {
    let folder = TempDir::new().unwrap();
    let (_, spread, last) = to_be_moved(&folder).await;
    let into = async |name| crate::open(&files(&folder, &[name])[0]).await.unwrap();
    let id = MoveId::new();
    spread.places[0].leave("t", &id).await.unwrap();
    let moving = copy(&spread, &*into("c.db").await).await;
    assert!(
        matches!(moving, Err(StoreError::Interrupted | StoreError::Moving)),
        "{moving:?}"
    );
    spread.places[0].stay("t", &id.leaving()).await.unwrap();
    let whole = into("d.db").await;
    copy(&spread, &*whole).await.unwrap();
    assert_eq!(whole.entries("t", 0).await.unwrap().len(), 3);
    let back = self::spread(&files(&folder, &["e.db", "f.db", "g.db"])).await;
    copy(&*whole, &back).await.unwrap();
    assert_is_once(&back, &last).await;
    let again = copy(&*whole, &back).await;
    assert!(matches!(again, Err(StoreError::NotEmpty)), "{again:?}");
}

#[tokio::test]
async fn a_backup_that_cannot_be_taken_ends_however_much_there_is() {
    let folder = TempDir::new().unwrap();
    let spread = spread(&files(&folder, &["a.db", "b.db"])).await;
    let made = (0..2_500).map(|number| spread.append(first(&format!("t{number}"), "made")));
    try_join_all(made).await.unwrap();
    let full = crate::open(&files(&folder, &["c.db"])[0]).await.unwrap();
    full.append(first("t", "made")).await.unwrap();
    let copied = timeout(Duration::from_mins(1), copy(&spread, &*full)).await;
    assert!(matches!(copied, Ok(Err(StoreError::NotEmpty))), "{copied:?}");
}

#[tokio::test]
async fn a_table_whose_mover_died_before_the_last_step_is_in_the_lists_of_its_people() {
    let folder = TempDir::new().unwrap();
    let (_, spread, last) = to_be_moved(&folder).await;
    let (old, new, id) = (&spread.places[0], &spread.places[1], MoveId::new());
    let rows = old.leave("t", &id).await.unwrap().unwrap();
    assert!(new.arrive("t", &id, &rows).await.unwrap());
    assert!(old.depart("t", &id, &rows).await.unwrap());
    assert_eq!(spread.tables(&of_ann()).await.unwrap().len(), 1);
    assert_is_once(&spread, &last).await;
}

fn of_ann() -> TableFilter {
    TableFilter {
        person: Some("ann".to_owned()),
        ..EVERY
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_played_on_while_it_moves_to_and_fro_and_movers_die() {
    let folder = TempDir::new().unwrap();
    assert_is_played_on_while_it_moves(&files(&folder, &["a.db", "b.db"])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_postgresql_is_played_on_while_it_moves_to_and_fro_and_movers_die() {
    let postgres = Postgres::start();
    assert_is_played_on_while_it_moves(&[postgres.database("a"), postgres.database("b")]).await;
}

async fn assert_is_played_on_while_it_moves(addresses: &[String]) {
    let (mut mover, mut last) = to_be_moved_at(addresses).await;
    mover.patience = Duration::from_millis(20);
    let mover = Arc::new(mover);
    let player = spread(addresses).await;
    let entries = Arc::new(AtomicU64::new(0));
    let moving = tokio::spawn({
        let (mover, entries) = (Arc::clone(&mover), Arc::clone(&entries));
        async move {
            let mut done = 0;
            let mut round = 0_u64;
            // A busy machine lets one of both wait for long.
            while round < 60 || done <= 5 || entries.load(Relaxed) <= 5 {
                let mover = Arc::clone(&mover);
                let carried = tokio::spawn({
                    let mover = Arc::clone(&mover);
                    async move { mover.move_table("t", (round % 2) as usize).await }
                });
                if round.is_multiple_of(3) {
                    // It may be anywhere in the middle.
                    sleep(Duration::from_micros(round % 60 * 150)).await;
                    carried.abort();
                }
                done += u32::from(matches!(carried.await, Ok(Ok(Moved::Done))));
                mover.due(0, 1).await.unwrap();
                round += 1;
            }
            // Servers go on asking what is due: whoever died last is waited for no longer, either.
            sleep(Duration::from_millis(30)).await;
            for _ in 0..2 {
                mover.due(0, 1).await.unwrap();
            }
        }
    });
    while !moving.is_finished() {
        let entry = Append {
            people: None,
            ..after(&last, "on and on")
        };
        player.append(entry.clone()).await.unwrap();
        last = entry;
        entries.fetch_add(1, Relaxed);
        sleep(Duration::from_millis(1)).await;
    }
    moving.await.unwrap();
    assert_is_once(&player, &last).await;
}
