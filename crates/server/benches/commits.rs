//! Servers that share a PostgreSQL of the bench's own, and a NATS: commits and entries a second and the processor time
//! of an entry, by how the servers hear of each other's entries. `cargo bench -p bobbin-server --bench commits`;
//! arguments: seconds a run, tables a server.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on stops")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bobbin_nats::Nats;
use bobbin_nats::testing::NatsServer;
use bobbin_server::{Clock, NatsCourier};
use bobbin_store::testing::{Postgres, after, first, processor_time};
use bobbin_store::{Answer, Append, Courier, News, Store, open_with};
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// How servers hear of each other's entries.
#[derive(Clone, Copy)]
enum Way {
    /// Not at all: what the others cost.
    Nobody,
    /// By a trigger in the transaction, as it was until migration 8.
    Within,
    /// After the commit, on a connection of its own.
    After,
    /// After the commit, over NATS.
    Nats,
}

#[tokio::main]
async fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse::<u64>().ok());
    let seconds = Duration::from_secs(numbers.next().unwrap_or(5));
    let tables = numbers.next().unwrap_or(20);
    let (postgres, nats) = (Postgres::start(), NatsServer::start());
    println!("{tables} tables a server, each with one entry under way; {seconds:?} a run");
    println!(
        "| servers | news | commits/s | entries/s | ms of processor per 1,000 entries, servers + database + NATS | heard |"
    );
    println!("|---|---|---|---|---|---|");
    for servers in [1, 2, 4, 8] {
        for (name, way) in [
            ("nobody is told", Way::Nobody),
            ("NOTIFY in the transaction", Way::Within),
            ("NOTIFY after it", Way::After),
            ("NATS", Way::Nats),
        ] {
            let database = format!("bench_{servers}_{}", name.len());
            let address = postgres.database(&database);
            let measured = measure(&postgres, &nats, &address, servers, tables, way, seconds).await;
            println!("| {servers} | {name} | {measured} |");
        }
    }
}

async fn measure(
    postgres: &Postgres,
    nats: &NatsServer,
    address: &str,
    servers: u64,
    tables: u64,
    way: Way,
    time: Duration,
) -> String {
    let mut stores: Vec<Arc<dyn Store>> = Vec::new();
    let (is_over, heard) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    for _ in 0..servers {
        let (courier, over_nats): (Option<Arc<dyn Courier>>, _) = match way {
            Way::After => (None, None),
            Way::Nobody | Way::Within => (Some(Arc::new(Silence)), None),
            Way::Nats => {
                let nats = Nats::connect(&nats.address(), "bench").await.unwrap();
                nats.link().wait_for(|link| link.is_up).await.unwrap();
                let courier = NatsCourier::new(&nats);
                (Some(courier.clone()), Some(courier))
            }
        };
        let store = open_with(address, courier).await.unwrap();
        if let Some(courier) = over_nats {
            courier.serve(&*store, &Clock::system()).await.unwrap();
        }
        let mut news = store.watch().await.unwrap().unwrap();
        let heard = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Some(told) = news.recv().await {
                heard.fetch_add(u64::from(matches!(told, News::Added { .. })), Relaxed);
            }
        });
        stores.push(store);
    }
    let pool = sqlx::PgPool::connect(address).await.unwrap();
    if let Way::Within = way {
        let trigger = "CREATE TRIGGER as_it_was AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION bobbin_tell_news()";
        sqlx::query(trigger).execute(&pool).await.unwrap();
    }
    let spent = || {
        [
            processor_time(std::process::id()),
            postgres.processor_time(),
            processor_time(nats.process()),
        ]
    };
    let (before, began) = (spent(), Instant::now());
    let mut writers = JoinSet::new();
    for (server, store) in stores.iter().enumerate() {
        for table in 0..tables {
            let (store, is_over) = (Arc::clone(store), Arc::clone(&is_over));
            writers.spawn(async move {
                let mut entry = made(&format!("server{server}table{table}"));
                while !is_over.load(Relaxed) {
                    store.append(entry.clone()).await.unwrap();
                    entry = after(&entry, BODY);
                    say_more(&mut entry);
                }
                entry.index
            });
        }
    }
    tokio::time::sleep(time).await;
    is_over.store(true, Relaxed);
    let entries: u64 = writers.join_all().await.iter().sum();
    let (elapsed, after) = (began.elapsed().as_secs_f64(), spent());
    tokio::time::sleep(Duration::from_millis(500)).await;
    // Each transaction leaves its number in its rows.
    let commits: i64 = sqlx::query_scalar("SELECT COUNT(DISTINCT xmin::text) FROM entries")
        .fetch_one(&pool)
        .await
        .unwrap();
    for store in stores {
        store.close().await;
    }
    let per_thousand = |spent: Duration| spent.as_secs_f64() * 1e6 / entries as f64;
    let [spent_here, database, nats] =
        [0, 1, 2].map(|part: usize| per_thousand(after[part].saturating_sub(before[part])));
    format!(
        "{:.0} | {:.0} | {spent_here:.0} + {database:.0} + {nats:.0} | {:.1} %",
        commits as f64 / elapsed,
        entries as f64 / elapsed,
        heard.load(Relaxed) as f64 * 100.0 / (entries * servers) as f64
    )
}

/// Tells nobody.
struct Silence;

impl Courier for Silence {
    fn tell(&self, _: &[News]) {}

    fn hear(&self) -> Answer<'_, mpsc::Receiver<News>> {
        Box::pin(async { Ok(mpsc::channel(1).1) })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

/// As long as an action of Hearts, and what lists show of its table.
const BODY: &str = r#"{"kind":"played","seat":2,"action":"play QS","key":"0b7f3a52-5d1c-4a0e-9c55-3d0a7d1f6a10","digest":"9f86d081884c7d65"}"#;

fn made(table: &str) -> Append {
    let mut entry = first(table, BODY);
    say_more(&mut entry);
    entry
}

fn say_more(entry: &mut Append) {
    if let Some(row) = &mut entry.row {
        row.summary = format!(
            r#"{{"seats":{:?},"turn":{}}}"#,
            ["Wren", "Linnet", "Basil", "Thyme"],
            entry.index
        );
        row.due_at = Some(entry.at + 1_000_000);
    }
}
