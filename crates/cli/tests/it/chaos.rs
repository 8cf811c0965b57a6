//! Three servers, two workers, one NATS and one PostgreSQL, of which one after the other is killed and started again
//! while people play with bots.
//!
//! Longer: `make chaos`, or `BOBBIN_CHAOS_SECONDS=1200 BOBBIN_CHAOS_EVERY=10` with a release build.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bobbin_game::SearchChance;
use bobbin_load::client::{Client, Connections};
use bobbin_nats::testing::NatsServer;
use bobbin_store::testing::Postgres;
use serde_json::{Value, json};

use crate::Place;
use crate::server::Serving;

/// `bobbin worker`, killed when dropped.
pub(crate) struct Working(Child);

impl Working {
    pub(crate) fn start(nats: &str) -> Working {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(["worker", "--nats", nats, "--threads", "1", "--log", "error"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert!(line.starts_with("Working"), "{line:?}");
        Working(process)
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Everything that can be killed.
struct Machines {
    place: Place,
    database: String,
    postgres: Postgres,
    nats: NatsServer,
    servers: [Option<Serving>; 3],
    workers: [Option<Working>; 2],
    world: Arc<World>,
}

/// What can be killed.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Server(usize),
    Worker(usize),
    Nats,
    Database,
}

const VICTIMS: [Victim; 7] = [
    Victim::Server(0),
    Victim::Worker(0),
    Victim::Nats,
    Victim::Server(1),
    Victim::Database,
    Victim::Worker(1),
    Victim::Server(2),
];

impl Machines {
    fn start(world: &Arc<World>) -> Machines {
        let postgres = Postgres::start();
        let database = postgres.database("chaos");
        let mut machines = Machines {
            place: Place::new(),
            database,
            postgres,
            nats: NatsServer::start(),
            servers: [None, None, None],
            workers: [None, None],
            world: Arc::clone(world),
        };
        for victim in VICTIMS {
            if let Victim::Server(_) | Victim::Worker(_) = victim {
                machines.start_again(victim);
            }
        }
        machines
    }

    fn kill(&mut self, victim: Victim) {
        match victim {
            Victim::Server(number) => {
                self.servers[number] = None;
                self.tell_where();
            }
            Victim::Worker(number) => self.workers[number] = None,
            Victim::Nats => self.nats.kill(),
            Victim::Database => self.postgres.stop(),
        }
    }

    fn start_again(&mut self, victim: Victim) {
        match victim {
            Victim::Server(number) => {
                self.servers[number] = Some(self.another_server());
                self.tell_where();
            }
            Victim::Worker(number) => self.workers[number] = Some(Working::start(&self.nats.url())),
            Victim::Nats => self.nats.start_again(),
            Victim::Database => self.postgres.start_again(),
        }
    }

    fn another_server(&self) -> Serving {
        let nats = self.nats.url();
        Serving::start(&self.place, &["--database", &self.database, "--nats", &nats])
    }

    fn tell_where(&self) {
        let urls = self.servers.iter().flatten().map(Serving::url).collect();
        *self.world.servers.lock().unwrap() = urls;
    }
}

/// What all players share, and what they have seen.
#[derive(Default)]
struct World {
    servers: Mutex<Vec<String>>,
    stop: AtomicBool,
    /// Keys of actions that were acknowledged.
    acknowledged: Mutex<Vec<String>>,
    tables: Mutex<BTreeMap<String, TableSeen>>,
    frames: AtomicU64,
    resumed: AtomicU64,
    luck: AtomicU64,
}

/// What was told at a table.
#[derive(Default)]
struct TableSeen {
    /// What each viewer was told, by the number of the event, at whichever server and how often ever.
    told: BTreeMap<String, BTreeMap<u32, Vec<u8>>>,
    people: BTreeMap<usize, Client>,
    last: Option<Instant>,
    is_over: bool,
}

impl World {
    fn random(&self) -> SearchChance {
        SearchChance::new(self.luck.fetch_add(1, Relaxed) ^ 0x5eed)
    }

    /// One of the servers that run now.
    async fn any(&self, luck: &mut SearchChance) -> String {
        loop {
            let servers = self.servers.lock().unwrap().clone();
            if !servers.is_empty() {
                return servers[luck.below(servers.len() as u32) as usize].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whatever a viewer is told under one number is the same, byte for byte, at every server and every time, and it is
    /// for that viewer.
    fn note(&self, table: &str, viewer: &str, number: u32, data: &[u8]) -> Value {
        let event: Value = serde_json::from_slice(data).unwrap();
        let now = &event["now"];
        let meant_for = now["viewer"].to_string();
        assert_eq!(meant_for.trim_matches('"'), viewer, "told to somebody else");
        let may_act = viewer != "spectator";
        assert!(
            may_act || now["legal"] == json!([]),
            "who watches is told what to do"
        );
        let mut tables = self.tables.lock().unwrap();
        let seen = tables.entry(table.to_owned()).or_default();
        seen.last = Some(Instant::now());
        seen.is_over |= now["status"] == "over";
        let told = seen.told.entry(viewer.to_owned()).or_default();
        let known = told.get(&number);
        if event["what"]["kind"] == "state" {
            if let Some(known) = known {
                let known: Value = serde_json::from_slice(known).unwrap();
                assert_eq!(known["now"], *now, "how things stand after event {number}");
            }
        } else if let Some(known) = known {
            assert!(
                known == data,
                "event {number} of {viewer} was told in two ways:\n{}\n{}",
                String::from_utf8_lossy(known),
                String::from_utf8_lossy(data)
            );
        } else {
            told.insert(number, data.to_vec());
            self.frames.fetch_add(1, Relaxed);
        }
        event
    }
}

/// Somebody at a table: follows its stream, wherever it comes from, and plays for a seat.
struct Somebody {
    world: Arc<World>,
    client: Client,
    table: String,
    /// None for who only watches.
    seat: Option<usize>,
    luck: SearchChance,
}

impl Somebody {
    fn viewer(&self) -> String {
        self.seat
            .map_or_else(|| "spectator".to_owned(), |seat| seat.to_string())
    }

    /// Until the game is over or the time is.
    async fn play(mut self, acts: bool) {
        let path = format!("/api/tables/{}/events", self.table);
        let (mut last, mut told) = (None, 0);
        while !self.world.stopped() {
            let at = self.world.any(&mut self.luck).await;
            let opened = self.client.clone().at(&at);
            let opened = tokio::time::timeout(Duration::from_secs(5), opened.events(&path, last)).await;
            let Ok(Ok(mut events)) = opened else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let mut is_first = true;
            loop {
                let next = tokio::time::timeout(Duration::from_secs(1), events.next()).await;
                if self.world.stopped() {
                    return;
                }
                let Ok(next) = next else { continue };
                let Some((number, data)) = next else { break };
                let event = self.world.note(&self.table, &self.viewer(), number, &data);
                let is_anew = std::mem::take(&mut is_first) && event["what"]["kind"] == "state";
                if let Some(last) = last {
                    assert!(
                        number > last || (is_anew && number >= last),
                        "event {number} after {last}"
                    );
                    assert!(is_anew || number == last + 1, "event {number} after {last}");
                }
                last = Some(number);
                if event["now"]["status"] == "over" {
                    return;
                }
                if acts && number >= told && event["now"]["legal"] != json!([]) {
                    told = self.act(&event["now"]).await.unwrap_or(told);
                }
                if self.luck.below(25) == 0 {
                    break;
                }
            }
            self.world.resumed.fetch_add(1, Relaxed);
        }
    }

    /// Does something, again and again until there is an answer. The event that tells of it.
    async fn act(&mut self, now: &Value) -> Option<u32> {
        tokio::time::sleep(Duration::from_millis(100 + u64::from(self.luck.below(300)))).await;
        let legal = now["legal"].as_array().unwrap();
        let action = &legal[self.luck.below(legal.len() as u32) as usize]["action"];
        let key = format!("{:016x}{:016x}", self.luck.bits(), std::process::id());
        let body = json!({ "version": now["version"], "action": action, "key": key });
        let path = format!("/api/tables/{}/actions", self.table);
        while !self.world.stopped() {
            let at = self.world.any(&mut self.luck).await;
            let client = self.client.clone().at(&at);
            let answered = tokio::time::timeout(Duration::from_secs(10), client.post(&path, &body)).await;
            if let Ok(Ok(answered)) = answered {
                match answered.status.as_u16() {
                    200 => {
                        self.world.acknowledged.lock().unwrap().push(key);
                        return answered.json()["event"].as_u64().map(|event| event as u32);
                    }
                    // The server that was asked has not heard of it yet, or another player was faster.
                    409 | 422 => return None,
                    _ => {}
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    }
}

/// Asks at any server until one answers well. None if the time is over or the answer is no.
async fn insist(
    world: &World,
    client: &Client,
    luck: &mut SearchChance,
    path: &str,
    body: &Value,
) -> Option<Value> {
    while !world.stopped() {
        let at = world.any(luck).await;
        let client = client.clone().at(&at);
        let answered = tokio::time::timeout(Duration::from_secs(10), client.post(path, body)).await;
        if let Ok(Ok(answered)) = answered {
            if answered.status.is_success() {
                return Some(answered.json());
            }
            if answered.status.is_client_error() {
                return None;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}

/// Two people and bots play one game after the other, and somebody watches.
async fn table(world: Arc<World>, connections: Connections, number: usize) {
    let mut luck = world.random();
    let games: Vec<_> = bobbin_catalog::games().collect();
    let game = games[number % games.len()];
    let counts = game.player_counts();
    let players = counts.iter().copied().find(|count| *count > 2);
    let players = players.unwrap_or(counts[counts.len() - 1]);
    let has_option = game.options().iter().any(|option| option.key == "players");
    let options = if has_option {
        json!({ "players": players.to_string() })
    } else {
        json!({})
    };
    let mut seats = vec![json!({ "kind": "me" }), json!({ "kind": "open" })];
    seats.resize(players, json!({ "kind": "bot", "level": "gentle" }));
    let wish = json!({ "game": game.id(), "options": options, "pace": 50, "seats": seats });
    let mut people = Vec::new();
    for name in ["Ann", "Ben", "Cleo"] {
        loop {
            let at = world.any(&mut luck).await;
            if let Ok(guest) = Client::new(&connections, &at).guest(name).await {
                people.push(guest);
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    while !world.stopped() {
        let Some(made) = insist(&world, &people[0], &mut luck, "/api/tables", &wish).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/tables/{id}");
        let join = format!("{path}/join");
        // Answered by nobody but done all the same: it is a conflict then, and as good.
        insist(&world, &people[1], &mut luck, &join, &json!({})).await;
        insist(
            &world,
            &people[0],
            &mut luck,
            &format!("{path}/start"),
            &json!({}),
        )
        .await;
        let mut playing = Vec::new();
        for (person, seat, acts) in [
            (0, Some(0), true),
            (0, Some(0), false),
            (1, Some(1), true),
            (2, None, false),
        ] {
            let somebody = Somebody {
                world: Arc::clone(&world),
                client: people[person].clone(),
                table: id.clone(),
                seat,
                luck: world.random(),
            };
            if let Some(seat) = seat {
                let mut tables = world.tables.lock().unwrap();
                let seen = tables.entry(id.clone()).or_default();
                seen.people.insert(seat, people[person].clone());
            }
            playing.push(tokio::spawn(somebody.play(acts)));
        }
        for playing in playing {
            playing.await.expect("nothing wrong was told");
        }
    }
}

fn from_environment(name: &str, default: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.map_or(default, |said| said.parse().unwrap())
}

/// How often bots' thoughts came from workers, as all servers count it.
async fn thoughts_elsewhere(world: &World, connections: &Connections) -> u64 {
    let mut sum = 0;
    let servers = world.servers.lock().unwrap().clone();
    for server in servers {
        let counted = Client::new(connections, &server).get("/metrics").await.unwrap();
        let counted = String::from_utf8(counted.body.to_vec()).unwrap();
        let line = counted
            .lines()
            .find_map(|line| line.strip_prefix("bobbin_thoughts_elsewhere_total "));
        sum += line.unwrap().parse::<u64>().unwrap();
    }
    sum
}

#[test]
fn whatever_is_killed_nothing_acknowledged_is_lost_and_streams_tell_the_same_everywhere() {
    let time = Duration::from_secs(from_environment("BOBBIN_CHAOS_SECONDS", 24));
    let every = Duration::from_secs(from_environment("BOBBIN_CHAOS_EVERY", 3));
    let tables = from_environment("BOBBIN_CHAOS_TABLES", 4) as usize;
    let world = Arc::new(World::default());
    world.luck.store(u64::from(std::process::id()) << 20, Relaxed);
    let mut machines = Machines::start(&world);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let connections = Connections::new();
    let mut playing = Vec::new();
    for number in 0..tables {
        playing.push(runtime.spawn(table(Arc::clone(&world), connections.clone(), number)));
    }
    let mut luck = world.random();
    let (began, mut kills, mut waiting) = (Instant::now(), 0, Vec::new());
    while began.elapsed() < time {
        if waiting.is_empty() {
            waiting = VICTIMS.to_vec();
        }
        let victim = waiting.swap_remove(luck.below(waiting.len() as u32) as usize);
        let next = Instant::now() + every;
        machines.kill(victim);
        std::thread::sleep(Duration::from_millis(u64::from(100 + luck.below(900))));
        machines.start_again(victim);
        kills += 1;
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }

    // Now that nothing is killed any more, every table goes on, its bots' turns included.
    let calm = Instant::now();
    loop {
        let stuck: Vec<String> = {
            let seen = world.tables.lock().unwrap();
            let open = seen
                .iter()
                .filter(|(_, seen)| !seen.is_over && !seen.people.is_empty());
            let stuck = open.filter(|(_, seen)| seen.last.is_none_or(|last| last < calm));
            stuck.map(|(id, _)| id.clone()).collect()
        };
        let elsewhere = runtime.block_on(thoughts_elsewhere(&world, &connections));
        if stuck.is_empty() && elsewhere > 0 {
            break;
        }
        assert!(
            calm.elapsed() < Duration::from_mins(1),
            "{stuck:?} do not go on, {elsewhere} thoughts came from workers"
        );
        std::thread::sleep(Duration::from_millis(250));
    }
    world.stop.store(true, Relaxed);
    for playing in playing {
        let ended = async { tokio::time::timeout(Duration::from_secs(30), playing).await };
        let ended = runtime.block_on(ended);
        ended
            .expect("all come to an end")
            .expect("nothing wrong was told");
    }

    // A server that saw nothing of it tells the same, from the log alone.
    let fresh = machines.another_server();
    let again = runtime.block_on(hear_again(&world, &fresh.url()));
    drop(fresh);
    for server in &mut machines.servers {
        *server = None;
    }
    let (twice, missing) = runtime.block_on(held_against_the_log(&machines.database, &world));
    let acknowledged = world.acknowledged.lock().unwrap().len();
    println!(
        "{kills} kills in {} s; {} tables; {acknowledged} acknowledged actions: {missing} missing, {twice} twice; \
         {} events, {} streams resumed, {again} events heard again at a new server, all byte for byte",
        time.as_secs(),
        world.tables.lock().unwrap().len(),
        world.frames.load(Relaxed),
        world.resumed.load(Relaxed),
    );
    assert!(acknowledged > 20, "{acknowledged}");
    assert_eq!((twice, missing), (0, 0));
    let verified = machines
        .place
        .run(&format!("admin verify --database {}", machines.database));
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

/// The latest events of everybody, at a server that was started afterwards. How many there were.
async fn hear_again(world: &World, server: &str) -> usize {
    let seen: Vec<(String, usize, Client, u32)> = {
        let tables = world.tables.lock().unwrap();
        let each = tables.iter().flat_map(|(id, seen)| {
            let people = seen.people.iter();
            people.filter_map(|(seat, client)| {
                let told = seen.told.get(&seat.to_string())?;
                let (last, _) = told.last_key_value()?;
                Some((id.clone(), *seat, client.clone(), *last))
            })
        });
        each.collect()
    };
    let mut heard = 0;
    for (id, seat, client, last) in seen {
        let path = format!("/api/tables/{id}/events");
        let after = last.saturating_sub(20);
        let mut events = client.at(server).events(&path, Some(after)).await.unwrap();
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), events.next()).await;
            let (number, data) = next.expect("an event comes").expect("the stream goes on");
            world.note(&id, &seat.to_string(), number, &data);
            heard += 1;
            if number >= last {
                break;
            }
        }
    }
    heard
}

/// How many acknowledged actions stand twice in the log, and how many are missing.
async fn held_against_the_log(database: &str, world: &World) -> (usize, usize) {
    let store = bobbin_store::open(database).await.unwrap();
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    let tables: Vec<String> = world.tables.lock().unwrap().keys().cloned().collect();
    for table in tables {
        for entry in store.entries(&table, 0).await.unwrap() {
            let body: Value = serde_json::from_str(&entry.body).unwrap();
            if let Some(key) = body["key"].as_str() {
                *keys.entry(key.to_owned()).or_default() += 1;
            }
        }
    }
    store.close().await;
    let acknowledged = world.acknowledged.lock().unwrap();
    let missing = acknowledged.iter().filter(|key| !keys.contains_key(*key));
    (keys.values().filter(|times| **times > 1).count(), missing.count())
}
