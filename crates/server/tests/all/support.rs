//! A server for one test, and people at it.

use std::net::SocketAddr;

use bobbin_load::client::{Answered, Client, Connections};
use bobbin_server::{Clock, Limits, Server, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A server that is stopped when dropped.
pub(crate) struct Running {
    pub(crate) url: String,
    pub(crate) metrics: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    stopped: Option<tokio::task::JoinHandle<()>>,
    pub(crate) http: Connections,
}

/// A folder with a database in it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    /// The names of the files that hold a text.
    pub(crate) fn files_with(&self, text: &str) -> Vec<String> {
        let files = std::fs::read_dir(self.0.path()).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let with = files.filter(|path| {
            let bytes = std::fs::read(path).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        });
        with.map(|path| path.display().to_string()).collect()
    }

    pub(crate) fn database(&self) -> String {
        format!("sqlite:{}", self.0.path().join("bobbin.db").display())
    }
}

pub(crate) fn settings(database: &str) -> Settings {
    Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.to_owned(),
        limits: Limits::NONE,
        bot_threads: 1,
        insight_threads: 1,
        insight_effort: 2_000,
        ..Settings::default()
    }
}

impl Running {
    pub(crate) async fn start(settings: Settings) -> Self {
        Running::with_clock(settings, Clock::system()).await
    }

    /// A server whose time is the test's.
    pub(crate) async fn with_clock(settings: Settings, clock: Clock) -> Self {
        let server = Server::bind_with_clock(settings, clock).await.unwrap();
        let url = format!("http://{}", server.address());
        let metrics = server.metrics_address();
        let (stop, stopping) = oneshot::channel();
        let stopped = tokio::spawn(async move {
            server.run(async { drop(stopping.await) }).await;
        });
        Running {
            url,
            metrics,
            stop: Some(stop),
            stopped: Some(stopped),
            http: Connections::new(),
        }
    }

    /// A server with a database in memory.
    pub(crate) async fn fresh() -> Self {
        Running::start(settings("sqlite::memory:")).await
    }

    pub(crate) fn stranger(&self) -> Client {
        Client::new(&self.http, &self.url)
    }

    pub(crate) async fn guest(&self, name: &str) -> Client {
        self.stranger().guest(name).await.unwrap()
    }

    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.stopped.take().unwrap().await.unwrap();
    }
}

/// What a client asks, with the answer as JSON.
pub(crate) async fn post(client: &Client, path: &str, body: Value) -> (u16, Value) {
    told(&client.post(path, &body).await.unwrap())
}

pub(crate) async fn get(client: &Client, path: &str) -> (u16, Value) {
    told(&client.get(path).await.unwrap())
}

fn told(answered: &Answered) -> (u16, Value) {
    (answered.status.as_u16(), answered.json())
}

/// A request that has to succeed.
pub(crate) async fn done(client: &Client, path: &str, body: Value) -> Value {
    let (status, answer) = post(client, path, body).await;
    assert!((200..300).contains(&status), "{path}: {status} {answer}");
    answer
}

/// A running game of Hearts with a guest at every seat: its id and the guests.
pub(crate) async fn hearts(server: &Running, wish: Value) -> (String, Vec<Client>) {
    let mut guests = Vec::new();
    for name in ["Ann", "Ben", "Cleo", "Dan"] {
        guests.push(server.guest(name).await);
    }
    let mut table = json!({ "game": "hearts", "seats": [{ "kind": "me" }] });
    table
        .as_object_mut()
        .unwrap()
        .extend(wish.as_object().unwrap().clone());
    let made = done(&guests[0], "/api/tables", table).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    for guest in &guests[1..] {
        done(guest, &format!("/api/tables/{id}/join"), json!({})).await;
    }
    done(&guests[0], &format!("/api/tables/{id}/start"), json!({})).await;
    (id, guests)
}

/// What a client sees at a table.
pub(crate) async fn seen(client: &Client, id: &str) -> Value {
    let (status, answer) = get(client, &format!("/api/tables/{id}")).await;
    assert_eq!(status, 200, "{answer}");
    answer["now"].clone()
}

/// Plays the first legal action of whoever may act; false once the game is over.
pub(crate) async fn step(clients: &[Client], id: &str) -> bool {
    for client in clients {
        let now = seen(client, id).await;
        if now["status"] == "over" {
            return false;
        }
        if let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) {
            let body = json!({ "version": now["version"], "action": legal["action"] });
            done(client, &format!("/api/tables/{id}/actions"), body).await;
            return true;
        }
    }
    panic!("nobody can act");
}

/// Plays the first legal action at one's only seat until the game is over, while bots do their part.
pub(crate) async fn play_out(client: &Client, id: &str) {
    while seen(client, id).await["status"] != "over" {
        play_turn(client, id).await;
    }
}

/// Plays the first legal action as soon as there is one; nothing if the game is over.
pub(crate) async fn play_turn(client: &Client, id: &str) {
    // A turn that does not come is a fault, and not waited for all day.
    for _ in 0..12_000 {
        let now = seen(client, id).await;
        if now["status"] == "over" {
            return;
        }
        if let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) {
            let body = json!({ "version": now["version"], "action": legal["action"] });
            done(client, &format!("/api/tables/{id}/actions"), body).await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("no turn in a minute at {id}");
}

/// A finished solo game of Knitting Circle.
pub(crate) async fn solo(client: &Client) -> String {
    let wish = json!({ "game": "knitting-circle", "options": { "players": "1" }, "start": true });
    let made = done(client, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    play_out(client, &id).await;
    id
}

/// A finished game of Circuitous between two people.
pub(crate) async fn duel(ann: &Client, ben: &Client) -> String {
    let made = done(
        ann,
        "/api/tables",
        json!({ "game": "circuitous", "options": { "distance": "short" } }),
    )
    .await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    done(ben, &format!("/api/tables/{id}/join"), json!({})).await;
    done(ann, &format!("/api/tables/{id}/start"), json!({})).await;
    let both = [ann.clone(), ben.clone()];
    while step(&both, &id).await {}
    id
}
