//! What people do for each other at a table: time, days off, an end that all agree to.

use std::time::Duration;

use bobbin_load::client::Client;
use bobbin_server::ManualClock;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, hearts, post, seen, settings};

/// Friday, 20 November 2026, noon.
const FRIDAY: i64 = 1_795_176_000_000;
const DAY: i64 = 86_400_000;

fn at(id: &str, what: &str) -> String {
    format!("/api/tables/{id}/{what}")
}

/// A game that has begun.
async fn game_of_two(ann: &Client, ben: &Client) -> String {
    let made = done(ann, "/api/tables", json!({ "game": "circuitous" })).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    done(ben, &at(&id, "join"), json!({})).await;
    done(ann, &at(&id, "start"), json!({})).await;
    id
}

fn days(days: u64) -> Duration {
    Duration::from_millis(days * DAY.unsigned_abs())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_ends_when_all_who_are_there_would_end_it() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let id = game_of_two(&ann, &ben).await;
    let wants = |wants: bool| json!({ "wants": wants });
    let now = done(&ann, &at(&id, "end"), wants(true)).await;
    assert_eq!(now["now"]["status"], "running", "Ben has not said so");
    assert_eq!(now["now"]["seats"][0]["wants_end"], true);
    let again = done(&ann, &at(&id, "end"), wants(true)).await;
    assert_eq!(
        again["now"]["event"], now["now"]["event"],
        "said twice is said once"
    );
    done(&ann, &at(&id, "end"), wants(false)).await;
    let now = done(&ben, &at(&id, "end"), wants(true)).await;
    assert_eq!(now["now"]["status"], "running", "Ann thought again");
    let over = done(&ann, &at(&id, "end"), wants(true)).await;
    assert_eq!(over["now"]["status"], "over");
    assert_eq!(over["table"]["ended"], "agreed");
    assert!(over["table"]["seed"].is_string(), "the seed is told at the end");
    assert_eq!(post(&ben, &at(&id, "end"), wants(true)).await.0, 409);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_is_not_waited_for() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let id = game_of_two(&ann, &ben).await;
    done(&ann, &at(&id, "end"), json!({ "wants": true })).await;
    let left = done(&ben, &at(&id, "leave"), json!({})).await;
    assert_eq!(left["now"]["status"], "over");
    assert_eq!(left["table"]["ended"], "agreed");
    let stranger = server.guest("Cem").await;
    assert_eq!(
        post(&stranger, &at(&id, "end"), json!({ "wants": true })).await.0,
        403
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_is_given_to_whoever_is_to_act_and_to_nobody_else() {
    let time = ManualClock::new(FRIDAY);
    let server = Running::with_clock(settings("sqlite::memory:"), time.clock()).await;
    let clock = json!({ "kind": "live", "seconds": 100 });
    let (id, guests) = hearts(&server, json!({ "clock": clock, "options": { "pass": "none" } })).await;
    let now = seen(&guests[0], &id).await;
    let to_act = now["to_act"][0].as_u64().unwrap() as usize;
    let other = (to_act + 1) % 4;
    let give = |to: usize, seconds: Value| json!({ "to": to, "seconds": seconds });
    let given = done(&guests[other], &at(&id, "give-time"), give(to_act, json!(null))).await;
    assert_eq!(
        given["now"]["clocks"][to_act]["left"], 160_000,
        "a minute if nothing is said"
    );
    let refused = |answer: (u16, Value), code: &str| {
        assert_eq!(answer.0, 409, "{answer:?}");
        assert_eq!(answer.1["code"], code, "{answer:?}");
    };
    let own = post(&guests[to_act], &at(&id, "give-time"), give(to_act, json!(5))).await;
    refused(own, "no_time_there");
    let idle = post(&guests[to_act], &at(&id, "give-time"), give(other, json!(5))).await;
    refused(idle, "no_time_there");
    done(&guests[other], &at(&id, "give-time"), give(to_act, json!(100))).await;
    let much = post(&guests[other], &at(&id, "give-time"), give(to_act, json!(100))).await;
    refused(much, "enough_time");
    assert_eq!(seen(&guests[0], &id).await["clocks"][to_act]["left"], 260_000);
    server.stop().await;
}

/// A game with so much for each turn, and who is to act in it.
async fn game_of_days(server: &Running, clock: Value) -> (String, Vec<Client>, usize) {
    let (id, guests) = hearts(server, json!({ "clock": clock, "options": { "pass": "none" } })).await;
    let to_act = seen(&guests[0], &id).await["to_act"][0].as_u64().unwrap() as usize;
    (id, guests, to_act)
}

#[tokio::test(flavor = "multi_thread")]
async fn on_days_off_no_time_passes_and_everybody_sees_when_they_end() {
    let folder = Folder::new();
    let time = ManualClock::new(FRIDAY);
    let server = Running::with_clock(settings(&folder.database()), time.clock()).await;
    let clock = json!({ "kind": "per_turn", "seconds": 86_400 });
    let (id, guests, to_act) = game_of_days(&server, clock).await;
    let away = &guests[to_act];
    let told = done(away, "/api/me/days-off", json!({ "days": 3 })).await;
    assert_eq!(told, json!({ "tables": 1, "fewer": 0 }));
    time.advance(days(2));
    let other = seen(&guests[(to_act + 1) % 4], &id).await;
    assert_eq!(other["seats"][to_act]["off_until"], FRIDAY + 3 * DAY);
    assert_eq!(other["clocks"][to_act], json!({ "left": DAY, "running": false }));
    server.stop().await;
    // It is in the log, so a restart changes nothing.
    let server = Running::with_clock(settings(&folder.database()), time.clock()).await;
    let now = seen(&server.stranger(), &id).await;
    assert_eq!(now["clocks"][to_act], json!({ "left": DAY, "running": false }));
    time.advance(Duration::from_hours(25));
    let now = seen(&server.stranger(), &id).await;
    assert_eq!(
        now["clocks"][to_act],
        json!({ "left": DAY - 3_600_000, "running": true })
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_off_are_counted_and_those_not_used_are_kept() {
    let time = ManualClock::new(FRIDAY);
    let server = Running::with_clock(settings("sqlite::memory:"), time.clock()).await;
    let clock = json!({ "kind": "per_turn", "seconds": 86_400 });
    let (id, guests, to_act) = game_of_days(&server, clock).await;
    let away = &guests[to_act];
    done(away, &at(&id, "days-off"), json!({ "days": 10 })).await;
    time.advance(days(4));
    done(away, &at(&id, "days-off"), json!({ "days": 0 })).await;
    let (status, refused) = post(away, &at(&id, "days-off"), json!({ "days": 11 })).await;
    assert_eq!(
        (status, refused["code"].as_str()),
        (409, Some("too_many_days_off"))
    );
    assert!(
        refused["message"].as_str().unwrap().contains("10 days off"),
        "{refused}"
    );
    let told = done(away, "/api/me/days-off", json!({ "days": 14 })).await;
    assert_eq!(told, json!({ "tables": 1, "fewer": 1 }), "ten are left");
    let quick = json!({ "kind": "per_turn", "seconds": 600 });
    let (id, guests, _) = game_of_days(&server, quick).await;
    let (status, refused) = post(&guests[0], &at(&id, "days-off"), json!({ "days": 1 })).await;
    assert_eq!((status, refused["code"].as_str()), (409, Some("no_days_off")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn weekends_can_be_off_for_a_whole_table() {
    let time = ManualClock::new(FRIDAY);
    let server = Running::with_clock(settings("sqlite::memory:"), time.clock()).await;
    let clock = json!({ "kind": "per_turn", "seconds": 86_400, "weekends_off": true });
    let (id, guests, to_act) = game_of_days(&server, clock).await;
    let (_, table) = get(&guests[0], &format!("/api/tables/{id}")).await;
    assert_eq!(table["table"]["clock"]["weekends_off"], true);
    time.advance(days(2));
    let now = seen(&guests[0], &id).await;
    assert_eq!(
        now["clocks"][to_act],
        json!({ "left": DAY / 2, "running": false })
    );
    time.advance(Duration::from_mins(24 * 60 - 1));
    let now = seen(&guests[0], &id).await;
    assert_eq!(
        now["seats"][to_act]["away"],
        json!(null),
        "Monday, a minute before noon"
    );
    assert_eq!(now["clocks"][to_act], json!({ "left": 60_000, "running": true }));
    server.stop().await;
}
