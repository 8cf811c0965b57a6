//! Attackers who try to make everybody wait, and a bystander who measures whether they do.

use std::fmt;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bobbin_game::{Options, SearchChance, Seat, Seed};
use hyper::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Client, Connections, NoAnswer, no_answer};

/// What attackers do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// They upload a long game in which much is taken back, and look at its positions and pages, without signing in.
    Reads,
    /// They make tables of four experts that act as fast as they can.
    Bots,
}

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Where the server is.
    pub url: String,
    /// What they do.
    pub kind: Kind,
    /// How many of them.
    pub attackers: usize,
    /// For how long.
    pub time: Duration,
}

/// What a bystander noticed.
#[derive(Clone, Debug, Default)]
pub struct Noticed {
    /// Times in which `/healthz` answered, sorted, in microseconds.
    pub health: Vec<u64>,
    /// Times from an action to the first answer of a gentle bot, sorted, in microseconds.
    pub bots: Vec<u64>,
    /// What attackers were answered.
    pub served: u64,
    /// What attackers were told to wait for.
    pub refused: u64,
}

impl Noticed {
    /// `/healthz` within 50 ms in 99 of 100 cases, and every answer of a bot within 2 s.
    pub fn is_good(&self) -> bool {
        let slowest = self.bots.last().copied().unwrap_or(u64::MAX);
        share(&self.health, 0.99) < 50_000 && slowest < 2_000_000 && !self.health.is_empty()
    }
}

fn share(sorted: &[u64], part: f64) -> u64 {
    let place = (sorted.len() as f64 * part) as usize;
    let place = place.min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or(0)
}

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, times) in [("healthz", &self.health), ("gentle bot", &self.bots)] {
            let at = |part| share(times, part) as f64 / 1000.0;
            let (half, most, all, count) = (at(0.5), at(0.99), at(1.0), times.len());
            writeln!(
                f,
                "{name:12} p50 {half:.1} ms, p99 {most:.1} ms, slowest {all:.1} ms, {count} times"
            )?;
        }
        writeln!(
            f,
            "attackers    {} requests answered, {} told to wait",
            self.served, self.refused
        )
    }
}

struct Shared {
    stop: AtomicBool,
    served: AtomicU64,
    refused: AtomicU64,
}

impl Shared {
    fn count(&self, status: u16) {
        let counter = if status == 429 {
            &self.refused
        } else {
            &self.served
        };
        counter.fetch_add(1, Relaxed);
    }
}

/// Attacks a server on this machine, and measures what a bystander notices. Each attacker has an address of its own.
pub async fn run(attack: &Attack) -> Result<Noticed, NoAnswer> {
    let shared = Arc::new(Shared {
        stop: AtomicBool::new(false),
        served: AtomicU64::new(0),
        refused: AtomicU64::new(0),
    });
    let record = (attack.kind == Kind::Reads).then(taken_back_often);
    // Their own machines would do their work: here it is done behind that of the server.
    let elsewhere = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .on_thread_start(|| {
            let _ = rustix::process::nice(10);
        })
        .enable_all()
        .build()
        .map_err(|error| no_answer(&error.to_string()))?;
    for number in 0..attack.attackers {
        // Each from an address of its own, as they would be.
        let from = Ipv4Addr::new(127, 0, 1, 1 + (number % 250) as u8);
        let client = Client::new(&Connections::coming_from(from.into()), &attack.url);
        let guest = guest(&client, &format!("Attacker {number}")).await?;
        let shared = Arc::clone(&shared);
        match &record {
            Some(record) => {
                let table = upload(&guest, record).await?;
                elsewhere.spawn(async move { read(&client, &table, &shared).await });
            }
            None => {
                elsewhere.spawn(async move { bots(&guest, &shared).await });
            }
        }
    }
    // They are at it before anybody measures.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let bystander = Client::new(&Connections::new(), &attack.url);
    let end = Instant::now() + attack.time;
    let (health, bots) = tokio::join!(look(&bystander, end), play(&bystander, end));
    shared.stop.store(true, Relaxed);
    elsewhere.shutdown_background();
    let mut noticed = Noticed {
        health: health?,
        bots: bots?,
        served: shared.served.load(Relaxed),
        refused: shared.refused.load(Relaxed),
    };
    noticed.health.sort_unstable();
    noticed.bots.sort_unstable();
    Ok(noticed)
}

/// A guest, also where an attack has just ended from the same address.
async fn guest(client: &Client, name: &str) -> Result<Client, NoAnswer> {
    for _ in 0..20 {
        if let Ok(guest) = client.guest(name).await {
            return Ok(guest);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    client.guest(name).await
}

/// A legal game of Arch Ravels in which 500 actions are taken back, as text.
fn taken_back_often() -> String {
    let game = bobbin_catalog::find("arch-ravels").expect("the catalog has it");
    let mut luck = SearchChance::new(1);
    let options = Options::new().with("players", 4);
    let options = game.check_options(&options, None).expect("four play it");
    let mut playing = game
        .start(&options, None, Seed([1; 32]))
        .expect("these options start");
    let mut undos = 0;
    while let Some(seat) = playing.to_act().first() {
        let undone = Seat::all(4).find(|seat| undos < 500 && playing.check_undo(*seat).is_ok());
        if let Some(seat) = undone.filter(|_| luck.below(2) == 0) {
            undos += 1;
            playing.undo(seat).expect("it was just allowed");
            continue;
        }
        let legal = playing.legal(seat).expect("the seat is there");
        let choice = &legal[luck.below(legal.len() as u32) as usize];
        playing
            .play(seat, &choice.action)
            .expect("a legal action is accepted");
    }
    playing.record().to_string()
}

async fn upload(guest: &Client, record: &str) -> Result<String, NoAnswer> {
    let record = record.to_owned().into();
    let answered = guest.send(Method::POST, "/api/records", Some(record)).await?;
    let table = answered.json()["table"].as_str().map(str::to_owned);
    table.ok_or_else(|| no_answer(&format!("no upload: {}", answered.json())))
}

/// Eight connections that look at the end of a long game, and four that read a page of it.
async fn read(client: &Client, table: &str, shared: &Arc<Shared>) {
    let path = format!("/api/tables/{table}");
    let of = client.get(&format!("{path}/positions/0")).await;
    let of = of.map_or(0, |first| first.json()["of"].as_u64().unwrap_or(0));
    let mut readers = JoinSet::new();
    for number in 0..12 {
        let path = if number < 8 {
            format!("{path}/positions/{of}?seat=everything")
        } else {
            format!("{path}/replay?seat=everything&from={}", of.saturating_sub(50))
        };
        let (client, shared) = (client.clone(), Arc::clone(shared));
        readers.spawn(async move {
            while !shared.stop.load(Relaxed) {
                match client.get(&path).await {
                    Ok(answered) if answered.status != 429 => shared.count(answered.status.as_u16()),
                    // Whoever is told to wait, or gets no answer, is at it again in a moment.
                    refused => {
                        shared.count(refused.map_or(503, |answered| answered.status.as_u16()));
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                }
            }
        });
    }
    readers.join_all().await;
}

/// Thirty tables of four experts each, and more when they are over.
async fn bots(guest: &Client, shared: &Arc<Shared>) {
    let seat = json!({ "kind": "bot", "level": "expert" });
    let wish = json!({ "game": "knitting-circle", "options": { "players": "4" }, "pace": 0, "start": true,
        "seats": [seat, seat, seat, seat] });
    let mut made = 0;
    while !shared.stop.load(Relaxed) {
        let answered = guest.post("/api/tables", &wish).await;
        let status = answered.map_or(503, |answered| answered.status.as_u16());
        shared.count(status);
        if status != 201 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        made += 1;
        if made % 30 == 0 {
            tokio::time::sleep(Duration::from_secs(5)).await;
        }
    }
}

/// Asks again and again whether the server is alive.
async fn look(bystander: &Client, end: Instant) -> Result<Vec<u64>, NoAnswer> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let began = Instant::now();
        bystander.get("/healthz").await?;
        times.push(began.elapsed().as_micros() as u64);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(times)
}

/// Plays against gentle bots, and measures how long the first of them takes to answer.
async fn play(bystander: &Client, end: Instant) -> Result<Vec<u64>, NoAnswer> {
    let guest = guest(bystander, "Bystander").await?;
    let seat = json!({ "kind": "bot", "level": "gentle" });
    let wish = json!({ "game": "hearts", "options": { "pass": "none" }, "pace": 0, "start": true,
        "seats": [{ "kind": "me" }, seat, seat, seat] });
    let mut times = Vec::new();
    while Instant::now() < end {
        let made = guest.post("/api/tables", &wish).await?.json();
        let table = made["table"]["id"].as_str().map(str::to_owned);
        let table = table.ok_or_else(|| no_answer(&format!("no table: {made}")))?;
        let path = format!("/api/tables/{table}");
        let mut events = guest.events(&format!("{path}/events"), None).await?;
        let mut acted: Option<Instant> = None;
        let mut version = None;
        while Instant::now() < end {
            let next = tokio::time::timeout(Duration::from_mins(1), events.next()).await;
            let Ok(Some((_, data))) = next else { break };
            let event: Value = serde_json::from_slice(&data).unwrap_or_default();
            let (what, now) = (&event["what"], &event["now"]);
            if what["kind"] == "played" && what["seat"] != 0 {
                times.extend(acted.take().map(|at| at.elapsed().as_micros() as u64));
            }
            if now["status"] == "over" {
                break;
            }
            let Some(first) = now["legal"].as_array().and_then(|legal| legal.first()) else {
                continue;
            };
            if version.as_ref() == Some(&now["version"]) {
                continue;
            }
            version = Some(now["version"].clone());
            let body = json!({ "version": now["version"], "action": first["action"] });
            // As fast as a person could be, and within what a person may ask.
            tokio::time::sleep(Duration::from_millis(100)).await;
            // The last of a trick leads the next one itself: then no bot answers.
            acted = Some(Instant::now());
            guest.post(&format!("{path}/actions"), &body).await?;
        }
        // Somebody waits still: that counts, too.
        times.extend(
            acted
                .map(|at| at.elapsed().as_micros() as u64)
                .filter(|time| *time > 2_000_000),
        );
    }
    Ok(times)
}
