//! What is written is heard: by every server on PostgreSQL, and on SQLite by a server beside which another program
//! works.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bobbin_store::testing::{Postgres, first, next};
use bobbin_store::{Answer, Courier, Key, News, Person, Store, open, open_with};
use futures_util::future::BoxFuture;
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::timeout;

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_tells_each_server_what_the_others_write() {
    let postgres = Postgres::start();
    let (here, there) = (
        open(&postgres.database("news")).await.unwrap(),
        postgres.address("news"),
    );
    assert!(here.is_shared());
    assert_eq!(here.others().await.unwrap(), 0);
    let mut news = here.watch().await.unwrap().expect("PostgreSQL tells");
    let there = open(&there).await.unwrap();
    assert_eq!(here.others().await.unwrap(), 1);
    there.append(first("t", "made")).await.unwrap();
    let added = News::Added {
        table: "t".to_owned(),
        index: 0,
    };
    assert_eq!(news.recv().await, Some(added));
    let entries = there.entries("t", 0).await.unwrap();
    there.reword("t", &entries, None).await.unwrap();
    let reworded = News::Reworded {
        table: "t".to_owned(),
    };
    assert_eq!(news.recv().await, Some(reworded));
    assert_eq!(
        people_in_the_news(&*there, &mut news).await,
        "ann ann ann ann ann"
    );
    // A line that breaks is made again, and whoever listens learns that something may have been missed.
    let pool = sqlx::PgPool::connect(&postgres.address("news")).await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = 'news' AND query LIKE 'LISTEN%'";
    assert_eq!(sqlx::query(cut).fetch_all(&pool).await.unwrap().len(), 1);
    assert_eq!(news.recv().await, Some(News::Missed));
    there.append(next(&*there, "t", "more").await).await.unwrap();
    loop {
        match news.recv().await {
            Some(News::Missed) => {}
            told => {
                let added = News::Added {
                    table: "t".to_owned(),
                    index: 1,
                };
                assert_eq!(told, Some(added));
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_writes_beside_the_servers_is_heard_though_they_go_at_once() {
    let postgres = Postgres::start();
    let address = postgres.database("beside");
    let here = open(&address).await.unwrap();
    let mut news = here.watch().await.unwrap().unwrap();
    for number in 0..20 {
        let table = format!("t{number}");
        let beside = open(&address).await.unwrap();
        beside.append(first(&table, "made")).await.unwrap();
        beside.close().await;
        let told = timeout(Duration::from_secs(5), news.recv()).await;
        assert_eq!(told, Ok(Some(News::Added { table, index: 0 })));
    }
}

/// A transaction with a NOTIFY commits alone.
#[tokio::test(flavor = "multi_thread")]
async fn an_entry_is_told_of_after_its_commit_and_other_words_with_theirs() {
    let postgres = Postgres::start();
    let address = postgres.database("after");
    let here = open(&address).await.unwrap();
    let mut news = here.watch().await.unwrap().unwrap();
    let pool = sqlx::PgPool::connect(&address).await.unwrap();
    for statement in [
        "INSERT INTO entries (table_id, idx, at, body) VALUES ('t', 0, 1, 'by hand')",
        "UPDATE entries SET body = 'other words'",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    let table = "t".to_owned();
    assert_eq!(news.recv().await, Some(News::Reworded { table }));
}

/// Carries news within this process.
#[derive(Default)]
struct Within {
    listeners: Mutex<Vec<mpsc::Sender<News>>>,
    closed: AtomicU64,
}

impl Courier for Within {
    fn tell(&self, news: &[News]) {
        for listener in &*self.listeners.lock().unwrap() {
            for news in news {
                let _ = listener.try_send(news.clone());
            }
        }
    }

    fn hear(&self) -> Answer<'_, mpsc::Receiver<News>> {
        let (sender, news) = mpsc::channel(64);
        self.listeners.lock().unwrap().push(sender);
        Box::pin(async move { Ok(news) })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.closed.fetch_add(1, Relaxed);
        Box::pin(async {})
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_courier_carries_entries_and_the_database_what_must_not_be_missed() {
    let postgres = Postgres::start();
    let address = postgres.database("courier");
    let courier = Arc::new(Within::default());
    let open_here = async || {
        let courier = Arc::clone(&courier) as Arc<dyn Courier>;
        open_with(&address, Some(courier)).await.unwrap()
    };
    let (here, there) = (open_here().await, open_here().await);
    let mut news = here.watch().await.unwrap().unwrap();
    there.append(first("t", "made")).await.unwrap();
    let added = |table: &str| {
        Some(News::Added {
            table: table.to_owned(),
            index: 0,
        })
    };
    assert_eq!(news.recv().await, added("t"));
    there.add_person(&ann()).await.unwrap();
    there.set_banned("ann", true).await.unwrap();
    let person = "ann".to_owned();
    assert_eq!(news.recv().await, Some(News::Person { person }));
    // A program that knows nothing of the courier is heard all the same.
    let beside = open(&address).await.unwrap();
    beside.append(first("beside", "made")).await.unwrap();
    assert_eq!(news.recv().await, added("beside"));
    there.close().await;
    assert_eq!(
        courier.closed.load(Relaxed),
        1,
        "what waits is told before the end"
    );
}

/// Does to a person what can be done, and says of whom there was news.
async fn people_in_the_news(there: &dyn Store, news: &mut Receiver<News>) -> String {
    let key = Key {
        hash: "k".to_owned(),
        id: "1".to_owned(),
        person: "ann".to_owned(),
        label: String::new(),
        scopes: "read".to_owned(),
        created_at: 1,
        expires_at: None,
        last_used_at: None,
        browser: String::new(),
    };
    there.add_person(&ann()).await.unwrap();
    there.set_banned("ann", true).await.unwrap();
    there.rename_person("ann", "Anna").await.unwrap();
    there.set_login("ann", "ann", "hash").await.unwrap();
    there.add_key(&key).await.unwrap();
    there.touch_key("k", 5).await.unwrap();
    there.delete_keys_of("ann", None).await.unwrap();
    there.delete_person("ann").await.unwrap();
    there.append(first("last", "made")).await.unwrap();
    let mut people = Vec::new();
    while let Some(News::Person { person }) = news.recv().await {
        people.push(person);
    }
    people.join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_program_writes_to_a_file_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
    let (here, there) = (open(&address).await.unwrap(), open(&address).await.unwrap());
    assert!(!here.is_shared());
    let mut news = here.watch().await.unwrap().expect("a file is watched");
    here.add_person(&ann()).await.unwrap();
    here.append(first("t", "made")).await.unwrap();
    let own = timeout(Duration::from_millis(400), news.recv()).await;
    assert!(own.is_err(), "one's own writing is no news");
    let soon = Duration::from_secs(1);
    there.set_banned("ann", true).await.unwrap();
    assert_eq!(timeout(soon, news.recv()).await, Ok(Some(News::Missed)));
    there.append(next(&*there, "t", "more").await).await.unwrap();
    assert_eq!(timeout(soon, news.recv()).await, Ok(Some(News::Missed)));
    here.close().await;
    assert_eq!(
        timeout(soon, news.recv()).await,
        Ok(None),
        "nothing more will come"
    );
    let in_memory = open("sqlite::memory:").await.unwrap();
    assert!(in_memory.watch().await.unwrap().is_none());
}

fn ann() -> Person {
    Person {
        id: "ann".to_owned(),
        name: "Ann".to_owned(),
        login: None,
        password: None,
        banned: false,
        created_at: 1,
    }
}
