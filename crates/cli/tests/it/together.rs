//! Several servers, each a process of its own, on one PostgreSQL.

use std::time::{Duration, Instant};

use bobbin_load::client::{Client, Connections, Events};
use bobbin_store::testing::Postgres;
use serde_json::{Value, json};

use crate::Place;
use crate::server::Serving;

async fn done(client: &Client, path: &str, body: Value) -> Value {
    let answered = client.post(path, &body).await.unwrap();
    assert!(
        answered.status.is_success(),
        "{path}: {} {}",
        answered.status,
        answered.json()
    );
    answered.json()
}

async fn seen(client: &Client, id: &str) -> Value {
    let answered = client.get(&format!("/api/tables/{id}")).await.unwrap();
    assert_eq!(answered.status, 200, "{}", answered.json());
    answered.json()["now"].clone()
}

/// The next event, and the time it took to come.
async fn next(events: &mut Events) -> (u32, Value) {
    let event = tokio::time::timeout(Duration::from_secs(10), events.next());
    let (number, data) = event.await.expect("an event comes").expect("the stream goes on");
    (number, serde_json::from_slice(&data).unwrap())
}

/// Plays the first legal action of whoever may act, at the server of its client; the seat that acted.
async fn step(clients: &[Client], id: &str) -> usize {
    let began = Instant::now();
    loop {
        for (seat, client) in clients.iter().enumerate() {
            let now = seen(client, id).await;
            if let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) {
                let body = json!({ "version": now["version"], "action": legal["action"] });
                let answered = client
                    .post(&format!("/api/tables/{id}/actions"), &body)
                    .await
                    .unwrap();
                if answered.status == 200 {
                    return seat;
                }
                // What the other server has written comes a moment later.
                assert_eq!(answered.json()["code"], "stale", "{}", answered.json());
            }
        }
        assert!(began.elapsed() < Duration::from_secs(20), "nobody can act");
    }
}

#[test]
fn two_servers_on_one_database_show_each_other_what_happens_and_one_goes_on_without_the_other() {
    let postgres = Postgres::start();
    let database = postgres.database("together");
    let (one, two) = (Place::new(), Place::new());
    let [here, mut there] =
        [&one, &two].map(|place| Serving::start(place, &["--database", &database, "--forget-after", "3600"]));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let http = Connections::new();
        let mut clients = Vec::new();
        for (seat, name) in ["Ann", "Ben", "Cleo", "Dan"].into_iter().enumerate() {
            let guest = Client::new(&http, &here.url()).guest(name).await.unwrap();
            // Ben and Dan are at the other server: who they are is known there, too.
            clients.push(if seat % 2 == 0 {
                guest
            } else {
                guest.at(&there.url())
            });
        }
        let wish = json!({ "game": "hearts", "options": { "pass": "none" }, "seats": [{ "kind": "me" }] });
        let made = done(&clients[0], "/api/tables", wish).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/tables/{id}/events");
        let mut streams = Vec::new();
        for client in &clients {
            streams.push(client.events(&path, None).await.unwrap());
        }
        for client in &clients[1..] {
            done(client, &format!("/api/tables/{id}/join"), json!({})).await;
        }
        done(&clients[0], &format!("/api/tables/{id}/start"), json!({})).await;
        // Each sees what is done at either, once and in order. Three sat down and the game began.
        let mut told = Vec::new();
        for events in &mut streams {
            let mut last = next(events).await;
            while last.1["what"]["kind"] != "started" {
                last = next(events).await;
            }
            told.push(last.0);
        }
        for _ in 0..12 {
            let actor = step(&clients, &id).await;
            for (seat, events) in streams.iter_mut().enumerate() {
                let (number, event) = next(events).await;
                assert_eq!(number, told[seat] + 1, "nothing lost, nothing twice");
                told[seat] = number;
                assert_eq!(
                    (&event["what"]["kind"], &event["what"]["seat"]),
                    (&json!("played"), &json!(actor))
                );
            }
        }
        race(&clients, &here, &there, &id).await;
        follow(&clients, &here, &there, &id).await;
        let talk = json!({ "text": "Still there?" });
        done(&clients[1], &format!("/api/tables/{id}/chat"), talk).await;
        let chat = clients[0].get(&format!("/api/tables/{id}/chat")).await.unwrap();
        assert!(chat.json().as_array().unwrap().len() <= 1);

        // One is killed: whoever was there goes on at the other, with the events it has not seen. What it wrote last
        // may come there a moment later.
        let last = seen(&clients[1], &id).await["event"].as_u64();
        while seen(&clients[0], &id).await["event"].as_u64() < last {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        there.process.kill().unwrap();
        there.process.wait().unwrap();
        let moved: Vec<Client> = clients
            .iter()
            .map(|client| client.clone().at(&here.url()))
            .collect();
        let mut again = moved[1].events(&path, Some(told[1])).await.unwrap();
        let now = seen(&moved[1], &id).await["event"].as_u64().unwrap() as u32;
        while told[1] < now {
            let (number, _) = next(&mut again).await;
            assert_eq!(number, told[1] + 1);
            told[1] = number;
        }
        for _ in 0..5 {
            let actor = step(&moved, &id).await;
            let (number, event) = next(&mut again).await;
            assert_eq!((number, &event["what"]["seat"]), (told[1] + 1, &json!(actor)));
            told[1] = number;
        }
    });
}

/// Somebody who may act, and an action of theirs.
async fn waiting<'a>(clients: &'a [Client], id: &str) -> (&'a Client, Value) {
    loop {
        for client in clients {
            let now = seen(client, id).await;
            if let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) {
                let body = json!({ "version": now["version"], "action": legal["action"] });
                return (client, body);
            }
        }
    }
}

/// Both servers are asked at the same moment for the same version: one applies it, at the other it is stale.
async fn race(clients: &[Client], here: &Serving, there: &Serving, id: &str) {
    let path = format!("/api/tables/{id}/actions");
    let mut races = 0;
    while races < 8 {
        let (client, body) = waiting(clients, id).await;
        let [a, b] = [here, there].map(|server| client.clone().at(&server.url()));
        let (a, b) = tokio::join!(a.post(&path, &body), b.post(&path, &body));
        let (a, b) = (a.unwrap(), b.unwrap());
        for refused in [&a, &b].into_iter().filter(|answered| answered.status != 200) {
            assert_eq!(refused.json()["code"], "stale", "{}", refused.json());
        }
        let applied = [&a, &b].into_iter().filter(|answered| answered.status == 200);
        match applied.count() {
            1 => races += 1,
            // What was looked at was older than the race before.
            0 => {}
            _ => panic!("both have won: {} {}", a.json(), b.json()),
        }
    }
}

/// Who acts at one server and goes on at the other at once is known there, although the news may not have come yet:
/// what is sent with the new version is not stale, what is sent again is answered, and a stream goes on where it was.
async fn follow(clients: &[Client], here: &Serving, there: &Serving, id: &str) {
    let path = format!("/api/tables/{id}/actions");
    for turn in 0..10 {
        let (client, body) = waiting(clients, id).await;
        let [mut a, mut b] = [here, there].map(|server| client.clone().at(&server.url()));
        if turn % 2 == 1 {
            std::mem::swap(&mut a, &mut b);
        }
        let mut keyed = body.clone();
        keyed["key"] = json!(format!("follow-{turn}"));
        // The old version may have been seen at the server that is behind.
        let acted = a.post(&path, &keyed).await.unwrap();
        if acted.json()["code"] == "stale" {
            continue;
        }
        assert_eq!(acted.status, 200, "{}", acted.json());
        let now = acted.json();
        let nonsense = json!({ "version": now["version"], "action": "dance" });
        let answered = b.post(&path, &nonsense).await.unwrap().json();
        assert_eq!(answered["code"], "no_action", "turn {turn}: {answered}");
        let again = b.post(&path, &keyed).await.unwrap();
        assert_eq!(
            (again.status.as_u16(), again.json()),
            (200, now.clone()),
            "turn {turn}"
        );
        let event = now["event"].as_u64().unwrap() as u32;
        let mut stream = b
            .events(&format!("/api/tables/{id}/events"), Some(event))
            .await
            .unwrap();
        step(clients, id).await;
        assert_eq!(next(&mut stream).await.0, event + 1, "turn {turn}");
    }
}

#[test]
fn bots_act_once_where_two_servers_see_to_it_and_what_an_admin_ends_is_over_at_once() {
    let postgres = Postgres::start();
    let database = postgres.database("bots");
    let (one, two) = (Place::new(), Place::new());
    let [here, there] = [&one, &two].map(|place| Serving::start(place, &["--database", &database]));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let id = runtime.block_on(async {
        let http = Connections::new();
        let ann = Client::new(&http, &here.url()).guest("Ann").await.unwrap();
        let twin = ann.clone().at(&there.url());
        let wish = json!({ "game": "hearts", "start": true, "pace": 0, "level": "gentle" });
        let made = done(&ann, "/api/tables", wish).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        // Both have the table in memory, and both see to its bots.
        seen(&twin, &id).await;
        let both = [ann.clone(), twin.clone()];
        for _ in 0..10 {
            step(&both, &id).await;
        }
        let quiet = async || {
            // The bots have acted, and both servers say the same.
            let began = Instant::now();
            loop {
                let (a, b) = (seen(&ann, &id).await, seen(&twin, &id).await);
                if a == b && a["legal"].as_array().is_some_and(|legal| !legal.is_empty()) {
                    return;
                }
                assert!(began.elapsed() < Duration::from_secs(20), "{a} {b}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        quiet().await;
        id
    });
    one.run(&format!("admin end {id} --database {database}")).good();
    let began = Instant::now();
    for serving in [&here, &there] {
        while !serving
            .ask("GET", &format!("/api/tables/{id}"), "", "")
            .contains("\"status\":\"over\"")
        {
            assert!(
                began.elapsed() < Duration::from_secs(10),
                "it is not over at {}",
                serving.url()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
