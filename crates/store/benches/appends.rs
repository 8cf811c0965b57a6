//! Entries into a SQLite file: processor time and switches between threads for each, by how many are under way at once.
//! `cargo bench -p bobbin-store --bench appends`; arguments: entries a run, tables.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on stops")]

use std::sync::Arc;
use std::time::Instant;

use bobbin_store::testing::{after, first, processor_time};
use bobbin_store::{Append, Store, open};
use tokio::task::JoinSet;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse::<u64>().ok());
    let entries = numbers.next().unwrap_or(20_000);
    let tables = numbers.next().unwrap_or(500);
    println!("{entries} entries at {tables} tables");
    println!(
        "| at once | entries/s | µs of processor an entry | switches an entry | p99, ms | longest, ms |"
    );
    println!("|---|---|---|---|---|---|");
    for at_once in [1, 4, 16, 64] {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
        let store = open(&address).await.unwrap();
        let mut writers = Vec::new();
        for number in 0..at_once {
            let own = (0..tables).filter(|table| table % at_once == number);
            let own: Vec<Append> = own.map(|table| made(&format!("table{table}"))).collect();
            writers.push(own);
        }
        let run = async |writers: Vec<Vec<Append>>, rounds: u64| {
            let mut running = JoinSet::new();
            for own in writers {
                running.spawn(write(Arc::clone(&store), own, rounds));
            }
            running.join_all().await
        };
        // Statements are prepared and tables made before anything counts.
        let writers = run(writers, 2).await.into_iter().map(|(next, _)| next).collect();
        let rounds = (entries / tables).max(1);
        let (before, switched) = (processor_time(std::process::id()), switches());
        let began = Instant::now();
        let mut waits: Vec<f64> = run(writers, rounds)
            .await
            .into_iter()
            .flat_map(|(_, waits)| waits)
            .collect();
        waits.sort_by(f64::total_cmp);
        let (elapsed, written) = (began.elapsed().as_secs_f64(), (rounds * tables) as f64);
        let spent = processor_time(std::process::id()).saturating_sub(before);
        println!(
            "| {at_once} | {:.0} | {:.1} | {:.1} | {:.2} | {:.1} |",
            written / elapsed,
            spent.as_secs_f64() * 1e6 / written,
            (switches() - switched) as f64 / written,
            waits[waits.len() * 99 / 100],
            waits[waits.len() - 1],
        );
        store.close().await;
    }
}

/// Appends to one table after the other, again and again; and how long each took, in milliseconds.
async fn write(store: Arc<dyn Store>, mut next: Vec<Append>, rounds: u64) -> (Vec<Append>, Vec<f64>) {
    let mut waits = Vec::new();
    for _ in 0..rounds {
        for entry in &mut next {
            let began = Instant::now();
            store.append(entry.clone()).await.unwrap();
            waits.push(began.elapsed().as_secs_f64() * 1e3);
            *entry = after(entry, BODY);
            say_more(entry);
        }
    }
    (next, waits)
}

/// How often a thread of this process has stopped to wait.
fn switches() -> u64 {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let status = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("status")).ok());
    status
        .filter_map(|status| {
            let line = status
                .lines()
                .find(|line| line.starts_with("voluntary_ctxt_switches"))?;
            line.split_whitespace().nth(1)?.parse::<u64>().ok()
        })
        .sum()
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
            r#"{{"name":"Hearts","owner":"p1","seats":[{{"name":"Wren"}},{{"name":"Linnet"}},{{"name":"Basil"}},{{"name":"Thyme"}}],"turn":{}}}"#,
            entry.index
        );
        row.due_at = Some(1 << 41);
    }
}
