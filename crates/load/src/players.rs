//! Real clients that play real games over HTTP and streams, to measure the server and to break it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bobbin_game::SearchChance;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use crate::client::{Client, Connections, Events, NoAnswer, no_answer};
use crate::random::{random_key, random_u64};
use crate::report::{LoadReport, Memory};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Load {
    /// Where.
    pub url: String,
    /// How many tables at a time.
    pub tables: usize,
    /// For how long.
    pub time: Duration,
    /// Which game; the first of the catalog if none is named.
    pub game: Option<String>,
    /// How long a player waits before acting, on the average.
    pub pace: Duration,
    /// Measure the server's memory, too: empty, with tables that nobody looks at, with players, and when it has
    /// forgotten the tables again.
    pub memory: bool,
}

/// What the players of a load share.
struct Shared {
    connections: Connections,
    /// Where the server is now; it may move when it is started again.
    url: watch::Receiver<String>,
    pace: Duration,
    /// Whether a broken connection is part of the plan.
    crashes: bool,
    stop: AtomicBool,
    report: Mutex<LoadReport>,
    actions: AtomicU64,
}

impl Shared {
    fn report(&self, change: impl FnOnce(&mut LoadReport)) {
        change(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn error(&self, error: String) {
        self.report(|report| {
            report.errors += 1;
            if report.first_errors.len() < 5 {
                report.first_errors.push(error);
            }
        });
    }

    fn base(&self) -> String {
        self.url.borrow().clone()
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// What a player reads of an event.
#[derive(Deserialize)]
struct Event {
    what: EventWhat,
    now: EventNow,
}

#[derive(Deserialize)]
struct EventWhat {
    kind: String,
    seat: Option<usize>,
}

#[derive(Deserialize)]
struct EventNow {
    version: u32,
    status: String,
    legal: Vec<EventLegal>,
}

#[derive(Deserialize)]
struct EventLegal {
    action: String,
}

/// Plays until the time is over.
pub async fn run(load: &Load) -> Result<LoadReport, NoAnswer> {
    let (_keep, url) = watch::channel(load.url.clone());
    let time = load.time;
    run_until(load, url, false, async move { tokio::time::sleep(time).await }).await
}

/// Plays until `stop` comes. `url` says where the server is; with `crashes` it may go away and come back.
pub async fn run_until(
    load: &Load,
    url: watch::Receiver<String>,
    crashes: bool,
    stop: impl Future<Output = ()>,
) -> Result<LoadReport, NoAnswer> {
    let shared = Arc::new(Shared {
        connections: Connections::new(),
        url,
        pace: load.pace,
        crashes,
        stop: AtomicBool::new(false),
        report: Mutex::default(),
        actions: AtomicU64::new(0),
    });
    let stranger = Client::new(&shared.connections, &load.url);
    let games = stranger.get("/api/games").await?.json();
    let games = games.as_array().cloned().unwrap_or_default();
    let wanted = |game: &&Value| load.game.as_deref().is_none_or(|id| game["id"] == id);
    let game = games.iter().find(wanted).cloned();
    let game = game.ok_or_else(|| no_answer("the server does not have this game"))?;
    let seats = game["players"]
        .as_array()
        .and_then(|counts| counts.last()?.as_u64())
        .unwrap_or(2) as usize;
    let game = game["id"].as_str().unwrap_or_default().to_owned();

    let mut tables = Vec::new();
    for number in 0..load.tables {
        let mut players = Vec::new();
        for seat in 0..seats {
            players.push(stranger.guest(&format!("P{number}-{seat}")).await?);
        }
        tables.push((players, None));
    }
    let mut memory = Memory {
        tables: load.tables as u64,
        ..Memory::default()
    };
    if load.memory {
        memory.empty = counted(&stranger, MEMORY).await?;
        for (players, first) in &mut tables {
            *first = Some(make_table(&shared, &game, players).await?);
        }
        memory.idle = counted(&stranger, MEMORY).await?;
    }
    let began = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, (players, mut first))| {
            let (shared, game) = (Arc::clone(&shared), game.clone());
            tokio::spawn(async move {
                // Not all at once: people do not come all at once either.
                tokio::time::sleep(shared.pace.mul_f64(number as f64 % 97.0 / 97.0)).await;
                while !shared.stopped() {
                    if let Err(error) = one_game(&shared, &game, &players, first.take()).await {
                        if !shared.crashes {
                            shared.error(error.to_string());
                        }
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
            })
        })
        .collect();
    stop.await;
    if load.memory {
        memory.live = counted(&stranger, MEMORY).await?;
    }
    shared.stop.store(true, Relaxed);
    let time = began.elapsed();
    for table in playing {
        // A player who hangs is an error, not a reason to hang.
        if tokio::time::timeout(Duration::from_secs(30), table)
            .await
            .is_err()
        {
            shared.error("a table did not finish".to_owned());
        }
    }
    let mut report = std::mem::take(&mut *shared.report.lock().unwrap_or_else(PoisonError::into_inner));
    if load.memory {
        // Only a server that was told to forget soon comes to that in time.
        let began = Instant::now();
        while counted(&stranger, "bobbin_tables_loaded").await? > 0 && began.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        memory.forgotten = counted(&stranger, MEMORY).await?;
        report.memory = Some(memory);
    }
    report.actions = shared.actions.load(Relaxed);
    report.time = time;
    report.answers.sort_unstable();
    report.seen.sort_unstable();
    report.caught_up.sort_unstable();
    Ok(report)
}

/// How the server calls its memory.
const MEMORY: &str = "process_resident_memory_bytes";

/// So long a server may take to forget its tables.
const PATIENCE: Duration = Duration::from_mins(2);

/// One of the numbers that the server counts.
async fn counted(client: &Client, name: &str) -> Result<u64, NoAnswer> {
    let answered = client.get("/metrics").await?;
    let text = String::from_utf8_lossy(&answered.body).into_owned();
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.ok_or_else(|| no_answer(&format!("the server does not tell its {name}")))
}

/// When each seat sent its latest action.
type Sent = Mutex<BTreeMap<usize, Instant>>;

/// A table at which everybody sits and the game has begun.
async fn make_table(shared: &Shared, game: &str, players: &[Client]) -> Result<String, NoAnswer> {
    let base = shared.base();
    let options = json!({ "players": players.len().to_string() });
    let mut wish = json!({ "game": game, "options": options, "seats": [{ "kind": "me" }] });
    let owner = players[0].clone().at(&base);
    let mut made = owner.post("/api/tables", &wish).await?;
    if made.status.as_u16() == 422 {
        // A game for a fixed number has no option for it.
        wish["options"] = json!({});
        made = owner.post("/api/tables", &wish).await?;
    }
    let id = made.json()["table"]["id"].as_str().map(str::to_owned);
    let id = id.ok_or_else(|| no_answer(&format!("no table: {}", made.json())))?;
    for player in &players[1..] {
        player
            .clone()
            .at(&base)
            .post(&format!("/api/tables/{id}/join"), &json!({}))
            .await?;
    }
    let started = owner.post(&format!("/api/tables/{id}/start"), &json!({})).await?;
    if !started.status.is_success() {
        return Err(no_answer(&format!("not started: {}", started.json())));
    }
    shared.report(|report| report.tables.push(id.clone()));
    Ok(id)
}

async fn one_game(
    shared: &Arc<Shared>,
    game: &str,
    players: &[Client],
    made: Option<String>,
) -> Result<(), NoAnswer> {
    let id = match made {
        Some(id) => id,
        None => make_table(shared, game, players).await?,
    };
    let sent = Arc::new(Sent::default());
    let seats: Vec<_> = players
        .iter()
        .enumerate()
        .map(|(seat, client)| {
            let (shared, client, id, sent) =
                (Arc::clone(shared), client.clone(), id.clone(), Arc::clone(&sent));
            tokio::spawn(
                Player {
                    shared,
                    client,
                    id,
                    seat,
                    sent,
                    told: 0,
                }
                .play(),
            )
        })
        .collect();
    let mut over = false;
    for seat in seats {
        over |= seat.await.unwrap_or(false);
    }
    shared.report(|report| report.games += u64::from(over));
    Ok(())
}

struct Player {
    shared: Arc<Shared>,
    client: Client,
    id: String,
    seat: usize,
    sent: Arc<Sent>,
    /// The event that tells of this player's latest action: what came before it is out of date.
    told: u32,
}

impl Player {
    /// Plays until the game is over (true) or the time is (false).
    async fn play(mut self) -> bool {
        let mut luck = SearchChance::new(random_u64());
        let mut last: Option<u32> = None;
        let path = format!("/api/tables/{}/events", self.id);
        while !self.shared.stopped() {
            self.client = self.client.clone().at(&self.shared.base());
            let opened = Instant::now();
            let Ok(events) = self.client.events(&path, last).await else {
                if !self.shared.crashes {
                    self.shared.error("a stream did not open".to_owned());
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Someone who thinks still sees what happens: a task of its own reads, and breaks off when it is dropped.
            let (sender, mut read) = mpsc::unbounded_channel();
            let mut reading = JoinSet::new();
            reading.spawn(self.reader(opened).read(events, sender));
            let mut is_first = true;
            loop {
                let wait = tokio::time::timeout(Duration::from_millis(500), read.recv()).await;
                if self.shared.stopped() {
                    return false;
                }
                let Ok(next) = wait else { continue };
                let Some((number, event)) = next else {
                    if !self.shared.crashes {
                        self.shared.error("a stream ended".to_owned());
                    }
                    break;
                };
                // Who was away for long is told how things stand, and only to begin with.
                let is_anew = std::mem::take(&mut is_first) && event.what.kind == "state";
                self.check(&mut last, number, is_anew);
                if event.now.status == "over" {
                    return true;
                }
                let is_current = number >= self.told && !event.now.legal.is_empty();
                if is_current && !self.act(&event, &mut luck).await {
                    return false;
                }
                if luck.below(50) == 0 {
                    self.shared.report(|report| report.resumed += 1);
                    break;
                }
            }
        }
        false
    }

    fn reader(&self, opened: Instant) -> Reader {
        Reader {
            shared: Arc::clone(&self.shared),
            sent: Arc::clone(&self.sent),
            seat: self.seat,
            opened,
        }
    }

    /// Every event comes once, or is part of how things stand.
    fn check(&self, last: &mut Option<u32>, number: u32, is_anew: bool) {
        if let Some(before) = *last {
            if number <= before {
                self.shared.report(|report| report.doubled += 1);
            } else if is_anew {
                self.shared.report(|report| report.anew += 1);
            } else if number > before + 1 {
                self.shared
                    .report(|report| report.lost += u64::from(number - before - 1));
            }
        }
        *last = Some(number);
    }

    /// Acts, again and again until there is an answer. False if the time is over.
    async fn act(&mut self, event: &Event, luck: &mut SearchChance) -> bool {
        let wait = self.shared.pace.mul_f64(f64::from(luck.below(2000)) / 1000.0);
        tokio::time::sleep(wait).await;
        let legal = &event.now.legal;
        let action = &legal[luck.below(legal.len() as u32) as usize].action;
        let key = random_key();
        let body = json!({ "version": event.now.version, "action": action, "key": key });
        let path = format!("/api/tables/{}/actions", self.id);
        for _ in 0..200 {
            if self.shared.stopped() {
                return false;
            }
            self.client = self.client.clone().at(&self.shared.base());
            let began = Instant::now();
            self.sent
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(self.seat, began);
            match self.client.post(&path, &body).await {
                Ok(answered) if answered.status.is_success() => {
                    let micros = began.elapsed().as_micros() as u64;
                    self.told = answered.json()["event"].as_u64().unwrap_or(0) as u32;
                    self.shared.actions.fetch_add(1, Relaxed);
                    self.shared.report(|report| {
                        report.answers.push(micros);
                        report.acknowledged.push((self.id.clone(), key));
                    });
                    return true;
                }
                Ok(answered) if answered.status.as_u16() == 409 || answered.status.as_u16() == 422 => {
                    let problem = answered.json();
                    self.shared.report(|report| {
                        let is_stale = problem["code"] == "stale";
                        *(if is_stale {
                            &mut report.stale
                        } else {
                            &mut report.refused
                        }) += 1;
                        if report.first_errors.len() < 5 {
                            report.first_errors.push(problem.to_string());
                        }
                    });
                    return true;
                }
                Ok(answered) if answered.status.is_server_error() && self.shared.crashes => {}
                Err(_) if self.shared.crashes => {}
                Ok(answered) => self
                    .shared
                    .error(format!("{} {}", answered.status, answered.json())),
                Err(error) => self.shared.error(error.to_string()),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        true
    }
}

/// Reads a player's stream as it comes.
struct Reader {
    shared: Arc<Shared>,
    sent: Arc<Sent>,
    seat: usize,
    /// When the stream was asked for.
    opened: Instant,
}

impl Reader {
    async fn read(self, mut events: Events, read: mpsc::UnboundedSender<(u32, Event)>) {
        while let Some((number, data)) = events.next().await {
            let Ok(event) = serde_json::from_slice::<Event>(&data) else {
                self.shared.error("an event cannot be read".to_owned());
                continue;
            };
            self.time_of(&event);
            if read.send((number, event)).is_err() {
                return;
            }
        }
    }

    /// How long another player's action took to come here.
    fn time_of(&self, event: &Event) {
        let actor = event
            .what
            .seat
            .filter(|seat| event.what.kind == "played" && *seat != self.seat);
        let sent = actor.and_then(|seat| {
            let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
            sent.get(&seat).copied()
        });
        if let Some(sent) = sent {
            let micros = sent.elapsed().as_micros() as u64;
            self.shared.report(|report| {
                if sent < self.opened {
                    report.caught_up.push(micros);
                } else {
                    report.seen.push(micros);
                }
            });
        }
    }
}
