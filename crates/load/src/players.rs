//! Real clients that play real games over HTTP and streams, to measure the server and to break it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bobbin_game::SearchChance;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::client::{Client, Connections, Events, NoAnswer, no_answer};
use crate::random::{random_key, random_u64};
use crate::report::{LoadReport, Memory};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Load {
    /// Where: at one server, or spread over several that share a database.
    pub urls: Vec<String>,
    /// How many tables at a time.
    pub tables: usize,
    /// For how long.
    pub time: Duration,
    /// Which game; the first of the catalog if none is named.
    pub game: Option<String>,
    /// How many seats a table has; as many as the game allows if that is not said.
    pub seats: Option<usize>,
    /// How long a player waits before acting, on the average.
    pub pace: Duration,
    /// Before anything is measured each table is played on, without waiting, to a random moment of its first so many
    /// actions: so that all phases of a game are there from the beginning, as where people come and go.
    pub ahead: u32,
    /// Measure the server's memory, too: empty, with tables that nobody looks at, with players, and when it has
    /// forgotten the tables again.
    pub memory: bool,
}

/// What the players of a load share.
struct Shared {
    connections: Connections,
    /// Where the servers are now; they may move when they are started again.
    urls: watch::Receiver<Vec<String>>,
    pace: Duration,
    ahead: u32,
    /// Tables that are not where they are to be before anything is measured.
    behind: AtomicUsize,
    /// Places for actions that nobody thinks about.
    hurrying: Semaphore,
    /// Are things measured now?
    is_measured: AtomicBool,
    /// Whether a broken connection is part of the plan.
    crashes: bool,
    stop: CancellationToken,
    report: Mutex<LoadReport>,
}

impl Shared {
    fn report(&self, change: impl FnOnce(&mut LoadReport)) {
        change(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// All that was measured, in order.
    fn take_report(&self) -> LoadReport {
        let mut report = std::mem::take(&mut *self.report.lock().unwrap_or_else(PoisonError::into_inner));
        report.answers.sort_unstable();
        report.seen.sort_unstable();
        report.caught_up.sort_unstable();
        report
    }

    fn error(&self, error: String) {
        self.report(|report| {
            report.errors += 1;
            if report.first_errors.len() < 5 {
                report.first_errors.push(error);
            }
        });
    }

    /// The server of whoever has this number.
    fn base(&self, number: usize) -> String {
        let urls = self.urls.borrow();
        urls[number % urls.len()].clone()
    }

    /// What comes before is not counted among what is measured.
    fn measure(&self, change: impl FnOnce(&mut LoadReport)) {
        if self.is_measured.load(Relaxed) {
            self.report(change);
        }
    }

    fn stopped(&self) -> bool {
        self.stop.is_cancelled()
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
    /// Left out where it is as before.
    status: Option<String>,
    /// Left out where there is nothing to do, as before.
    #[serde(default)]
    legal: Vec<EventLegal>,
}

#[derive(Deserialize)]
struct EventLegal {
    action: String,
}

/// Plays until the time is over.
pub async fn run(load: &Load) -> Result<LoadReport, NoAnswer> {
    let (_keep, urls) = watch::channel(load.urls.clone());
    let time = load.time;
    run_until(load, urls, false, async move { tokio::time::sleep(time).await }).await
}

/// Plays until `stop` comes, which begins when all tables are where they are to be. `urls` says where the servers are;
/// with `crashes` they may go away and come back.
pub async fn run_until(
    load: &Load,
    urls: watch::Receiver<Vec<String>>,
    crashes: bool,
    stop: impl Future<Output = ()>,
) -> Result<LoadReport, NoAnswer> {
    let first = load.urls.first().ok_or_else(|| no_answer("no server is named"))?;
    let shared = Arc::new(Shared {
        connections: Connections::new(),
        urls,
        pace: load.pace,
        ahead: load.ahead,
        behind: AtomicUsize::new(if load.ahead > 0 { load.tables } else { 0 }),
        hurrying: Semaphore::new(HURRYING),
        is_measured: AtomicBool::new(load.ahead == 0),
        crashes,
        stop: CancellationToken::new(),
        report: Mutex::default(),
    });
    let stranger = Client::new(&shared.connections, first);
    let (game, seats) = game_of(load, &stranger).await?;
    let guests = guests(&stranger, load.tables, seats).await?;
    let mut tables: Vec<(Vec<Client>, Option<String>)> = guests
        .chunks(seats)
        .map(|players| (players.to_vec(), None))
        .collect();
    let mut memory = Memory {
        tables: load.tables as u64,
        ..Memory::default()
    };
    if load.memory {
        memory.empty = counted(&stranger, MEMORY).await? as u64;
        for (players, first) in &mut tables {
            *first = Some(make_table(&shared, 0, &game, players).await?);
        }
        memory.idle = counted(&stranger, MEMORY).await? as u64;
    }
    let mut began = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, (players, mut first))| {
            let (shared, game) = (Arc::clone(&shared), game.clone());
            tokio::spawn(async move {
                // Not all at once: people do not come all at once either.
                tokio::time::sleep(shared.pace.mul_f64(number as f64 % 97.0 / 97.0)).await;
                let mut is_new = shared.ahead > 0;
                while !shared.stopped() {
                    let ahead = if std::mem::take(&mut is_new) {
                        Ahead::new(&shared)
                    } else {
                        Ahead::none(&shared)
                    };
                    if let Err(error) = one_game(&shared, number, &game, &players, first.take(), ahead).await
                    {
                        if !shared.crashes {
                            shared.error(error.to_string());
                        }
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
            })
        })
        .collect();
    while shared.behind.load(Relaxed) > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let before = Usage::so_far(&shared, &stranger).await;
    if load.ahead > 0 {
        began = Instant::now();
        shared.is_measured.store(true, Relaxed);
    }
    stop.await;
    let after = Usage::so_far(&shared, &stranger).await;
    if load.memory {
        memory.live = counted(&stranger, MEMORY).await? as u64;
    }
    shared.is_measured.store(false, Relaxed);
    shared.stop.cancel();
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
    let mut report = shared.take_report();
    if load.memory {
        // Only a server that was told to forget soon comes to that in time.
        let began = Instant::now();
        while counted(&stranger, "bobbin_tables_loaded").await? > 0.0 && began.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        memory.forgotten = counted(&stranger, MEMORY).await? as u64;
        report.memory = Some(memory);
    }
    report.time = time;
    after.since(&before, &mut report);
    Ok(report)
}

/// The id of the game that is to be played, and how many sit at a table.
async fn game_of(load: &Load, stranger: &Client) -> Result<(String, usize), NoAnswer> {
    let games = stranger.get("/api/games").await?.json();
    let games = games.as_array().cloned().unwrap_or_default();
    let wanted = |game: &&Value| load.game.as_deref().is_none_or(|id| game["id"] == id);
    let game = games.iter().find(wanted);
    let game = game.ok_or_else(|| no_answer("the server does not have this game"))?;
    let most = game["players"]
        .as_array()
        .and_then(|counts| counts.last()?.as_u64());
    let seats = load.seats.unwrap_or(most.unwrap_or(2) as usize);
    Ok((game["id"].as_str().unwrap_or_default().to_owned(), seats))
}

/// So many actions are under way at a time while tables are played on.
const HURRYING: usize = 64;

/// So many come at the same time.
const GUESTS_AT_ONCE: usize = 32;

/// Somebody for each seat, table by table.
async fn guests(stranger: &Client, tables: usize, seats: usize) -> Result<Vec<Client>, NoAnswer> {
    let names = (0..tables).flat_map(|table| (0..seats).map(move |seat| format!("P{table}-{seat}")));
    let coming = stream::iter(names).map(|name| {
        let stranger = stranger.clone();
        async move { stranger.guest(&name).await }
    });
    coming.buffered(GUESTS_AT_ONCE).try_collect().await
}

/// How the server calls its memory.
const MEMORY: &str = "process_resident_memory_bytes";

/// So long a server may take to forget its tables.
const PATIENCE: Duration = Duration::from_mins(2);

/// The processor time of all servers so far, in seconds; none where one does not answer.
async fn processor_time(shared: &Shared) -> Option<f64> {
    let urls = shared.urls.borrow().clone();
    let mut sum = 0.0;
    for url in urls {
        let server = Client::new(&shared.connections, &url);
        sum += counted(&server, "process_cpu_seconds_total").await.ok()?;
    }
    Some(sum)
}

/// What was used up to some moment.
struct Usage {
    /// The processor time of all servers, in seconds; none where one does not answer.
    servers: Option<f64>,
    /// That of the players.
    players: Duration,
    /// The time that commits took in seconds, and how many there were.
    commits: Option<(f64, f64)>,
}

impl Usage {
    async fn so_far(shared: &Shared, stranger: &Client) -> Self {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let [time, count] = ["bobbin_commit_seconds_sum", "bobbin_commit_seconds_count"];
        let (time, count) = (counted(stranger, time).await, counted(stranger, count).await);
        Usage {
            servers: processor_time(shared).await,
            players: Duration::new(used.tv_sec as u64, used.tv_nsec as u32),
            commits: time.ok().zip(count.ok()),
        }
    }

    fn since(&self, before: &Usage, report: &mut LoadReport) {
        let seconds = |used: f64| Duration::from_secs_f64(used.max(0.0));
        let servers = self.servers.zip(before.servers);
        report.processor_time = servers.map(|(now, then)| seconds(now - then));
        report.players_time = self.players.saturating_sub(before.players);
        let commits = self.commits.zip(before.commits);
        let commits = commits.filter(|(now, then)| now.1 > then.1);
        report.commit = commits.map(|(now, then)| seconds((now.0 - then.0) / (now.1 - then.1)));
    }
}

/// One of the numbers that the server counts.
async fn counted(client: &Client, name: &str) -> Result<f64, NoAnswer> {
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
async fn make_table(
    shared: &Shared,
    number: usize,
    game: &str,
    players: &[Client],
) -> Result<String, NoAnswer> {
    let base = shared.base(number);
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

/// How far a table is played on before anything is measured.
struct Ahead {
    shared: Arc<Shared>,
    /// Actions that are still to be done without waiting.
    left: AtomicU32,
    /// Does the measuring wait for this table?
    is_awaited: AtomicBool,
}

impl Ahead {
    fn none(shared: &Arc<Shared>) -> Arc<Self> {
        Arc::new(Ahead {
            shared: Arc::clone(shared),
            left: AtomicU32::new(0),
            is_awaited: AtomicBool::new(false),
        })
    }

    fn new(shared: &Arc<Shared>) -> Arc<Self> {
        let left = SearchChance::new(random_u64()).below(shared.ahead);
        let ahead = Ahead {
            shared: Arc::clone(shared),
            left: AtomicU32::new(left),
            is_awaited: AtomicBool::new(true),
        };
        if left == 0 {
            ahead.arrive();
        }
        Arc::new(ahead)
    }

    /// Is the next action one that nobody thinks about?
    fn hurries(&self) -> bool {
        self.left.load(Relaxed) > 0
    }

    /// One more action was done.
    fn step(&self) {
        let less = |left: u32| left.checked_sub(1);
        if self.left.try_update(Relaxed, Relaxed, less) == Ok(1) {
            self.arrive();
        }
    }

    /// The table is where it is to be, or will never be.
    fn arrive(&self) {
        if self.is_awaited.swap(false, Relaxed) {
            self.shared.behind.fetch_sub(1, Relaxed);
        }
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.arrive();
    }
}

async fn one_game(
    shared: &Arc<Shared>,
    number: usize,
    game: &str,
    players: &[Client],
    made: Option<String>,
    ahead: Arc<Ahead>,
) -> Result<(), NoAnswer> {
    let id = match made {
        Some(id) => id,
        None => make_table(shared, number, game, players).await?,
    };
    let sent = Arc::new(Sent::default());
    let seats: Vec<_> = players
        .iter()
        .enumerate()
        .map(|(seat, client)| {
            let player = Player {
                shared: Arc::clone(shared),
                ahead: Arc::clone(&ahead),
                client: client.clone(),
                id: id.clone(),
                seat,
                // The seats of a table are spread over the servers, too.
                home: number + seat,
                sent: Arc::clone(&sent),
                told: 0,
            };
            tokio::spawn(player.play())
        })
        .collect();
    let mut over = false;
    for seat in seats {
        over |= seat.await.unwrap_or(false);
    }
    shared.measure(|report| report.games += u64::from(over));
    Ok(())
}

struct Player {
    shared: Arc<Shared>,
    ahead: Arc<Ahead>,
    client: Client,
    id: String,
    seat: usize,
    /// Which server this player is at; another one when that does not answer.
    home: usize,
    sent: Arc<Sent>,
    /// The event that tells of this player's latest action: what came before it is out of date.
    told: u32,
}

impl Player {
    /// Plays until the game is over (true) or the time is (false).
    async fn play(mut self) -> bool {
        let mut luck = SearchChance::new(random_u64());
        let mut last: Option<u32> = None;
        let path = format!("/api/tables/{}/events?changes=true", self.id);
        while !self.shared.stopped() {
            self.client = self.client.clone().at(&self.shared.base(self.home));
            let opened = Instant::now();
            let Ok(events) = self.client.events(&path, last).await else {
                if !self.shared.crashes {
                    self.shared.error("a stream did not open".to_owned());
                }
                self.move_on().await;
                continue;
            };
            // Someone who thinks still sees what happens: a task of its own reads, and breaks off when it is dropped.
            let (sender, mut read) = mpsc::unbounded_channel();
            let mut reading = JoinSet::new();
            reading.spawn(self.reader(opened).read(events, sender));
            let mut is_first = true;
            loop {
                let next = tokio::select! {
                    biased;
                    () = self.shared.stop.cancelled() => return false,
                    next = read.recv() => next,
                };
                let Some((number, event)) = next else {
                    if !self.shared.crashes {
                        self.shared.error("a stream ended".to_owned());
                    }
                    break;
                };
                // Who was away for long is told how things stand, and only to begin with.
                let is_anew = std::mem::take(&mut is_first) && event.what.kind == "state";
                self.check(&mut last, number, is_anew);
                if event.now.status.as_deref() == Some("over") {
                    return true;
                }
                let is_current = number >= self.told && !event.now.legal.is_empty();
                if is_current && !self.act(&event, &mut luck).await {
                    return false;
                }
                if luck.below(50) == 0 {
                    self.shared.measure(|report| report.resumed += 1);
                    break;
                }
            }
        }
        false
    }

    /// After a moment to the next server, where there are several: this one did not answer.
    async fn move_on(&mut self) {
        self.home += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
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
        if !self.ahead.hurries() {
            let wait = self.shared.pace.mul_f64(f64::from(luck.below(2000)) / 1000.0);
            tokio::time::sleep(wait).await;
        }
        let legal = &event.now.legal;
        let action = &legal[luck.below(legal.len() as u32) as usize].action;
        let key = random_key();
        let body = json!({ "version": event.now.version, "action": action, "key": key });
        let path = format!("/api/tables/{}/actions", self.id);
        // Who hurries waits for a place, so that there are not more connections than later on.
        let shared = Arc::clone(&self.shared);
        let _place = if self.ahead.hurries() {
            shared.hurrying.acquire().await.ok()
        } else {
            None
        };
        for _ in 0..200 {
            if self.shared.stopped() {
                return false;
            }
            self.client = self.client.clone().at(&self.shared.base(self.home));
            let began = Instant::now();
            self.sent
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(self.seat, began);
            match self.client.post(&path, &body).await {
                Ok(answered) if answered.status.is_success() => {
                    let micros = began.elapsed().as_micros() as u64;
                    self.told = answered.json()["event"].as_u64().unwrap_or(0) as u32;
                    self.ahead.step();
                    self.shared.measure(|report| {
                        report.actions += 1;
                        report.answers.push(micros);
                    });
                    if self.shared.crashes {
                        self.shared
                            .report(|report| report.acknowledged.push((self.id.clone(), key)));
                    }
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
                Ok(answered) if answered.status.is_server_error() && self.shared.crashes => {
                    self.move_on().await;
                }
                Err(_) if self.shared.crashes => self.move_on().await,
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
            self.shared.measure(|report| report.events += 1);
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
            self.shared.measure(|report| {
                if sent < self.opened {
                    report.caught_up.push(micros);
                } else {
                    report.seen.push(micros);
                }
            });
        }
    }
}
