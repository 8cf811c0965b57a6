//! Clocks, absence, bots, and what is due.

use std::time::Duration;

use bobbin_load::client::Client;
use bobbin_server::{ManualClock, Patience};
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, hearts, seen, settings};

/// Some time in 2026.
const MORNING: i64 = 1_795_000_000_000;

async fn until(client: &Client, id: &str, what: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let now = seen(client, id).await;
        if what(&now) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not come: {}", seen(client, id).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_is_a_game_against_bots_that_act_by_themselves() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let made = done(
        &ann,
        "/api/tables",
        json!({ "game": "hearts", "start": true, "pace": 0, "options": { "pass": "none" } }),
    )
    .await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    assert_eq!(made["now"]["seats"][3]["kind"], "bot");
    for _ in 0..13 {
        let now = until(&ann, &id, |now| {
            now["status"] == "over" || !now["legal"].as_array().unwrap().is_empty()
        })
        .await;
        if now["status"] == "over" {
            break;
        }
        let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
        done(&ann, &format!("/api/tables/{id}/actions"), body).await;
    }
    until(&ann, &id, |now| now["status"] == "over").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_whose_time_is_out_is_played_by_a_bot_and_can_be_taken_back() {
    let time = ManualClock::new(MORNING);
    let server = Running::with_clock(settings("sqlite::memory:"), time.clock()).await;
    let clock = json!({ "kind": "live", "seconds": 1, "increment": 0 });
    let (id, guests) = hearts(
        &server,
        json!({ "clock": clock, "pace": 0, "options": { "pass": "left" } }),
    )
    .await;
    let now = seen(&guests[0], &id).await;
    assert_eq!(now["clocks"][0]["left"], 1000);
    assert_eq!(now["clocks"][0]["running"], true);
    time.advance(Duration::from_millis(999));
    assert_eq!(seen(&guests[0], &id).await["clocks"][0]["left"], 1);
    time.advance(Duration::from_millis(1));
    let now = until(&guests[0], &id, |now| now["seats"][0]["away"] == "time_out").await;
    assert_ne!(now["status"], "over");
    done(&guests[0], &format!("/api/tables/{id}/take-back"), json!({})).await;
    let now = seen(&guests[0], &id).await;
    assert_eq!(now["seats"][0]["away"], json!(null));
    assert!(
        now["clocks"][0]["left"].as_i64().unwrap() > 10_000,
        "with a little time to go on: {}",
        now["clocks"]
    );
    // The others were absent, too: bots finish the game with Ann.
    done(&guests[0], &format!("/api/tables/{id}/leave"), json!({})).await;
    until(&guests[0], &id, |now| now["status"] == "over").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_survives_a_restart_and_the_time_between_counts_for_nobody() {
    let folder = Folder::new();
    let time = ManualClock::new(MORNING);
    let server = Running::with_clock(settings(&folder.database()), time.clock()).await;
    let clock = json!({ "kind": "live", "seconds": 3 });
    let (id, guests) = hearts(&server, json!({ "clock": clock })).await;
    time.advance(Duration::from_millis(300));
    server.stop().await;
    time.advance(Duration::from_millis(3500));
    let server = Running::with_clock(settings(&folder.database()), time.clock()).await;
    let ann = guests[0].clone().at(&server.url);
    let now = seen(&ann, &id).await;
    let left = now["clocks"][0]["left"].as_i64().unwrap();
    assert!((1000..=3000).contains(&left), "{left}");
    assert_eq!(now["seats"][0]["away"], json!(null));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_for_which_nobody_comes_ends_by_itself() {
    let folder = Folder::new();
    let mut impatient = settings(&folder.database());
    impatient.patience = Patience {
        open: 300,
        deserted: 300,
        idle: 300,
    };
    let time = ManualClock::new(MORNING);
    let server = Running::with_clock(impatient.clone(), time.clock()).await;
    let ann = server.guest("Ann").await;
    let made = done(&ann, "/api/tables", json!({ "game": "hearts", "listed": true })).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        get(&ann, "/api/tables?status=open")
            .await
            .1
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Also if the server was away when it came due.
    server.stop().await;
    time.advance(Duration::from_millis(400));
    let server = Running::with_clock(impatient, time.clock()).await;
    let ann = ann.at(&server.url);
    until(&ann, &id, |now| now["status"] == "over").await;
    let (_, seen) = get(&ann, &format!("/api/tables/{id}")).await;
    assert_eq!(
        (&seen["table"]["ended"], &seen["now"]["outcome"]),
        (&json!("abandoned"), &json!(null))
    );
    server.stop().await;
}
