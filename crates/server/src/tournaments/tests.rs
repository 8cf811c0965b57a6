//! Rounds that are made while servers die, and by several servers at a time.

use std::sync::Arc;
use std::time::Duration;

use bobbin_game::Options;
use bobbin_store::TableFilter;
use bobbin_store::memory::{Faults, MemoryStore};
use bobbin_tournament::{Entrant, Format, Rules, TableSize};
use tokio::task::LocalSet;

use super::kept::{Entrance, KeptEntrant, Stage, Tournament, Who, create, read};
use super::{advance, lists};
use crate::clock::Clock;
use crate::settings::{Limits, Settings};
use crate::table::{ClockPlan, Entry, Level};
use crate::work::Work;
use crate::{App, end_table};

const START: i64 = 1_795_000_000_000;
const ID: &str = "thetournament";
const PEOPLE: u16 = 8;

async fn server(store: &MemoryStore) -> App {
    let settings = Settings {
        limits: Limits::NONE,
        ..Settings::default()
    };
    let store = Arc::new(store.another());
    App::open(store, settings, Clock::simulated(START), |_, _| Work::inline())
        .await
        .expect("a server opens")
}

fn tournament() -> Tournament {
    let entrant = |number| KeptEntrant {
        number: Entrant(number),
        who: Who::Person {
            person: format!("person{number}"),
            name: format!("Person {number}"),
            program: false,
        },
        withdrew_after: None,
    };
    let options = Options::new().with("players", 2);
    let game = bobbin_catalog::find("circuitous").unwrap();
    Tournament {
        name: "Ours".to_owned(),
        game: "circuitous".to_owned(),
        options: game.check_options(&options, None).unwrap(),
        content: None,
        rules: Rules {
            format: Format::Swiss { rounds: 2 },
            table: TableSize::new(2, 2).unwrap(),
            seed: 5,
        },
        director: "person0".to_owned(),
        director_name: "Person 0".to_owned(),
        listed: true,
        entrance: Entrance::All,
        most: PEOPLE,
        clock: ClockPlan::None,
        level: Level::Playful,
        round_seconds: Some(86_400),
        starts_at: Some(START),
        created_at: START,
        entrants: (0..PEOPLE).map(entrant).collect(),
        stage: Stage::Open,
        announced: 0,
    }
}

/// A server that dies after so long, whatever it has in hand. Did it come to the end of what it could do?
async fn die_after(store: &MemoryStore, time: Duration) -> bool {
    let doomed = server(store).await;
    let done = tokio::time::timeout(time, advance(&doomed, ID)).await.is_ok();
    doomed.store.close().await;
    done
}

/// So many rounds are made, each with all its tables, each of these made and begun once and nothing else.
async fn check_rounds(app: &App, rounds: usize) {
    let kept = read(&*app.store, ID).await.unwrap().unwrap();
    assert_eq!(kept.tournament.rounds().len(), rounds);
    assert_eq!(usize::from(kept.tournament.announced), rounds);
    let all = TableFilter {
        unlisted: true,
        limit: 1_000,
        ..TableFilter::default()
    };
    let mut tables: Vec<String> = app
        .store
        .tables(&all)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.id)
        .collect();
    tables.sort();
    let boards = usize::from(PEOPLE) / 2;
    let expected =
        (1..=rounds).flat_map(|round| (1..=boards).map(move |board| format!("{ID}-{round}-{board}")));
    let mut expected: Vec<String> = expected.collect();
    expected.sort();
    assert_eq!(tables, expected);
    for table in &tables {
        let entries = app.store.entries(table, 0).await.unwrap();
        let entries: Vec<Entry> = entries
            .iter()
            .map(|entry| serde_json::from_str(&entry.body).unwrap())
            .collect();
        assert!(
            matches!(entries[..], [Entry::Created(_), Entry::Started, ..]),
            "{table}"
        );
        let begun = entries.iter().filter(|entry| matches!(entry, Entry::Started));
        assert_eq!(begun.count(), 1, "{table}");
    }
}

/// All tables end without a result, so that the next round can be made.
async fn end_all(app: &App) {
    let all = TableFilter {
        unlisted: true,
        limit: 1_000,
        ..TableFilter::default()
    };
    for row in app.store.tables(&all).await.unwrap() {
        end_table(&*app.store, &app.clock, &row.id).await.unwrap();
    }
}

/// A story in which a server dies once in each round, after so long. Was it done both times before it died?
async fn story(time: Duration, seed: u64) -> bool {
    let store = MemoryStore::new();
    create(&server(&store).await, ID, &tournament()).await.unwrap();
    let slow = Faults {
        seed,
        slow: 1_000,
        slowest: Duration::from_millis(20),
        ..Faults::NONE
    };
    let mut was_done = true;
    for round in 1..=2 {
        store.set_faults(slow.clone());
        was_done &= die_after(&store, time).await;
        // Two others go on at the same time.
        let (one, other) = (server(&store).await, server(&store).await);
        let _ = tokio::join!(advance(&one, ID), advance(&other, ID));
        store.set_faults(Faults::NONE);
        let last = server(&store).await;
        assert!(advance(&last, ID).await.unwrap());
        check_rounds(&last, round).await;
        end_all(&last).await;
    }
    let last = server(&store).await;
    assert!(advance(&last, ID).await.unwrap());
    let kept = read(&*last.store, ID).await.unwrap().unwrap();
    assert!(matches!(
        kept.tournament.stage,
        Stage::Over {
            cancelled: false,
            announced: true,
            ..
        }
    ));
    assert!(
        lists::live(&last).await.unwrap().is_empty(),
        "nothing is left to do"
    );
    assert_eq!(
        lists::lists(&last, None).await.unwrap().len(),
        1,
        "and it is found"
    );
    was_done
}

fn told<T>(story: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    LocalSet::new().block_on(&runtime, story)
}

#[test]
fn a_server_that_dies_in_mid_round_making_leaves_no_double_tables_and_none_is_missing() {
    let mut done = 0;
    for step in 0..100_u64 {
        done += u32::from(told(story(Duration::from_millis(7 * step), step)));
    }
    // From the very beginning to the very end: otherwise it did not die everywhere.
    assert!(
        (5..80).contains(&done),
        "{done} of 100 were done before they died"
    );
}

#[test]
fn whatever_fails_rounds_are_made_once() {
    for seed in 0..40 {
        told(async {
            let store = MemoryStore::new();
            create(&server(&store).await, ID, &tournament()).await.unwrap();
            let (one, other) = (server(&store).await, server(&store).await);
            store.set_faults(Faults::some(seed));
            for _ in 0..4 {
                let _ = tokio::join!(advance(&one, ID), advance(&other, ID));
            }
            store.set_faults(Faults::NONE);
            let last = server(&store).await;
            advance(&last, ID).await.unwrap();
            check_rounds(&last, 1).await;
        });
    }
}
