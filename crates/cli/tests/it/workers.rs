//! `bobbin worker`, for the arena and for servers.

use bobbin_load::client::{Client, Connections};
use bobbin_nats::testing::NatsServer;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

use crate::chaos::Working;
use crate::server::Serving;
use crate::{Place, run};

/// The figures of a run, but for the time that bots took.
fn figures(text: &str) -> Value {
    fn without_time(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !name.contains("millis") && !name.contains("per_second"));
                fields.values_mut().for_each(without_time);
            }
            Value::Array(values) => values.iter_mut().for_each(without_time),
            _ => {}
        }
    }
    let mut figures = serde_json::from_str(text).unwrap();
    without_time(&mut figures);
    figures
}

#[test]
fn the_arena_has_workers_play_the_same_games_also_with_a_pack_that_they_do_not_know() {
    let nats = NatsServer::start();
    let workers = [Working::start(&nats.url()), Working::start(&nats.url())];
    let place = Place::new();
    let house = include_str!("../../../circuitous/data/house.toml");
    let pack = house.replacen("points = 2", "points = 3", 1);
    assert_ne!(pack, house);
    place.write("pack.toml", &pack);
    let arena = "arena circuitous --bots search:30i,greedy --games 8 --json";
    for content in ["", "--content pack.toml", "--against pack.toml"] {
        let here = place.run(&format!("{arena} {content}")).good();
        let there = place
            .run(&format!("{arena} {content} --nats {}", nats.url()))
            .good();
        assert_eq!(figures(&here), figures(&there), "{content}");
    }
    drop(workers);
}

#[test]
fn a_bot_at_a_table_thinks_at_a_worker_and_without_one_at_the_server() {
    let nats = NatsServer::start();
    let place = Place::new();
    let server = Serving::start(&place, &["--nats", &nats.url()]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let worker = Working::start(&nats.url());
    runtime.block_on(async {
        let client = Client::new(&Connections::new(), &server.url());
        let client = client.guest("Ann").await.unwrap();
        let bot = json!({ "kind": "bot", "level": "steady" });
        let wish = json!({ "game": "hearts", "pace": 0, "options": { "pass": "none" },
            "seats": [{ "kind": "me" }, bot, bot, bot] });
        let count = async |name: &str| -> u64 {
            let counted = client.get("/metrics").await.unwrap();
            let counted = String::from_utf8(counted.body.to_vec()).unwrap();
            let line = counted.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap().trim().parse().unwrap()
        };
        // Some bots act before it is Ann's turn, or after she has.
        let play = async || {
            let made = client.post("/api/tables", &wish).await.unwrap().json();
            let id = made["table"]["id"]
                .as_str()
                .unwrap_or_else(|| panic!("{made}"))
                .to_owned();
            let started = client
                .post(&format!("/api/tables/{id}/start"), &json!({}))
                .await
                .unwrap();
            assert!(started.status.is_success(), "{}", started.json());
            let began = Instant::now();
            let mut acted = 0;
            while acted < 3 {
                assert!(began.elapsed() < Duration::from_secs(30), "it goes on");
                let now = client.get(&format!("/api/tables/{id}")).await.unwrap().json()["now"].clone();
                if let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) {
                    let body = json!({ "version": now["version"], "action": legal["action"] });
                    let path = format!("/api/tables/{id}/actions");
                    acted += usize::from(client.post(&path, &body).await.unwrap().status == 200);
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let elsewhere = "bobbin_thoughts_elsewhere_total ";
        let began = Instant::now();
        while count(elsewhere).await == 0 {
            assert!(began.elapsed() < Duration::from_mins(1), "no worker thinks");
            play().await;
        }
        drop(worker);
        play().await;
        let before = (count(elsewhere).await, count("bobbin_bot_actions_total ").await);
        // By now it is known that there is no worker any more.
        tokio::time::sleep(Duration::from_secs(5)).await;
        play().await;
        assert!(count("bobbin_bot_actions_total ").await > before.1);
    });
}

#[test]
fn what_is_no_address_of_nats_is_told() {
    for command in [
        "worker --nats",
        "arena hearts --nats",
        "serve --database sqlite::memory: --nats",
    ] {
        let error = run(&format!("{command} http://127.0.0.1")).error();
        assert!(
            error.contains("an address of NATS is written nats://HOST:4222"),
            "{error}"
        );
    }
    let nats = NatsServer::start_with(&["--user", "ann", "--pass", "secret"]);
    let wrong = nats.url().replace("nats://", "nats://ann:wrong@");
    for command in [
        "worker --nats",
        "serve --listen 127.0.0.1:0 --database sqlite::memory: --nats",
    ] {
        let error = run(&format!("{command} {wrong}")).error();
        assert!(
            error.contains("lets nobody in") && !error.contains("wrong"),
            "{error}"
        );
    }
}
