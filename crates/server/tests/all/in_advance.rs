//! What is said ahead of a turn: an action to be done when it comes, and that one's only choice is done for one.

use std::time::Duration;

use bobbin_load::client::Client;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, hearts, post, seen, settings};

fn at(id: &str, what: &str) -> String {
    format!("/api/tables/{id}/{what}")
}

/// A hand of hearts without a pass that four people play at a quick pace: the table, the people, and who leads.
async fn game(server: &Running) -> (String, Vec<Client>, usize) {
    let (id, guests) = hearts(server, json!({ "pace": 20, "options": { "pass": "none" } })).await;
    let leads = seen(&guests[0], &id).await["to_act"][0].as_u64().unwrap() as usize;
    (id, guests, leads)
}

/// The cards in a seat's own hand, as they are written.
fn hand(now: &Value, seat: usize) -> Vec<String> {
    let written = now["view"]["seats"][seat]["hand"].to_string();
    let is_card = |text: &&str| text.len() == 2 && text.is_ascii();
    let cards = written.split(|letter: char| !letter.is_ascii_alphanumeric());
    cards.filter(is_card).map(str::to_owned).collect()
}

/// What a seat would play in the first trick: a club, or nothing is known of it.
fn club(now: &Value, seat: usize) -> Option<String> {
    hand(now, seat).into_iter().find(|card| card.ends_with('C'))
}

async fn act(client: &Client, id: &str) -> Value {
    let now = seen(client, id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
    done(client, &at(id, "actions"), body).await
}

/// Waits until a seat sees something.
async fn until(client: &Client, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..400 {
        let now = seen(client, id).await;
        if is_so(&now) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{}", seen(client, id).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_prepared_is_done_when_the_turn_comes_and_nobody_else_is_told_before() {
    let server = Running::fresh().await;
    let (id, guests, leads) = game(&server).await;
    let next = (leads + 1) % 4;
    let Some(card) = club(&seen(&guests[next], &id).await, next) else {
        panic!("a hand of 13 cards without a club")
    };
    let before = seen(&guests[leads], &id).await;
    let action = format!("play {card}");
    let said = done(&guests[next], &at(&id, "prepare"), json!({ "action": action })).await;
    let prepared = &said["now"]["in_advance"]["prepared"];
    assert_eq!(prepared["action"], action.as_str());
    assert_eq!(prepared["state"], "waits");
    assert!(prepared["words"][0].is_string(), "{prepared}");
    let after = seen(&guests[leads], &id).await;
    assert_eq!(
        after, before,
        "nobody else is told, not even that there is something"
    );
    let stranger = seen(&server.stranger(), &id).await;
    assert_eq!(stranger["in_advance"], Value::Null);

    act(&guests[leads], &id).await;
    let now = until(&guests[next], &id, |now| now["to_act"][0] == (next + 1) % 4).await;
    assert_eq!(now["in_advance"]["prepared"]["state"], "done");
    let trick = seen(&guests[leads], &id).await["view"].to_string();
    assert!(trick.contains(&card), "{trick}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_legal_when_the_turn_comes_is_told_with_its_clause_and_the_turn_waits() {
    let server = Running::fresh().await;
    let (id, guests, leads) = game(&server).await;
    let next = (leads + 1) % 4;
    let cards = hand(&seen(&guests[next], &id).await, next);
    // The first trick is of clubs, and whoever has one follows.
    let heart = cards.iter().find(|card| !card.ends_with('C')).unwrap();
    done(
        &guests[next],
        &at(&id, "prepare"),
        json!({ "action": format!("play {heart}") }),
    )
    .await;
    act(&guests[leads], &id).await;
    let now = until(&guests[next], &id, |now| {
        now["in_advance"]["prepared"]["state"] == "not_done"
    })
    .await;
    let prepared = &now["in_advance"]["prepared"];
    assert!(!prepared["message"].as_str().unwrap().is_empty(), "{prepared}");
    assert!(prepared["clause"].is_string(), "{prepared}");
    assert_eq!(now["to_act"][0], next, "the turn is still theirs");
    let acted = act(&guests[next], &id).await;
    assert!(acted["event"].is_number());
    let now = seen(&guests[next], &id).await;
    assert_eq!(now["in_advance"]["prepared"], Value::Null, "that is over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_thinks_again_takes_it_back_and_nonsense_is_refused() {
    let server = Running::fresh().await;
    let (id, guests, leads) = game(&server).await;
    let next = (leads + 1) % 4;
    let prepare = at(&id, "prepare");
    let refused = |answer: (u16, Value), status: u16, code: &str| {
        assert_eq!(
            (answer.0, answer.1["code"].as_str()),
            (status, Some(code)),
            "{answer:?}"
        );
    };
    refused(
        post(&guests[leads], &prepare, json!({ "action": "play 2C" })).await,
        409,
        "your_turn",
    );
    refused(
        post(&guests[next], &prepare, json!({ "action": "dance" })).await,
        422,
        "no_action",
    );
    refused(
        post(&guests[next], &prepare, json!({ "picks": ["nothing"] })).await,
        422,
        "nothing_meant",
    );
    refused(
        post(&guests[next], &prepare, json!({})).await,
        409,
        "nothing_prepared",
    );
    let many = ["play 2C"; 9].join("; ");
    refused(
        post(&guests[next], &prepare, json!({ "action": many })).await,
        422,
        "too_many_together",
    );
    refused(
        post(
            &server.guest("Eve").await,
            &prepare,
            json!({ "action": "play 2C" }),
        )
        .await,
        403,
        "not_your_seat",
    );

    let card = club(&seen(&guests[next], &id).await, next).unwrap();
    // The one card that can be played now tells how the game calls cards.
    let leading = &seen(&guests[leads], &id).await["legal"][0];
    let pick = leading["picks"][0].as_str().unwrap().replace("2C", &card);
    let said = done(&guests[next], &prepare, json!({ "picks": [pick] })).await;
    assert_eq!(
        said["now"]["in_advance"]["prepared"]["action"],
        format!("play {card}")
    );
    let said = done(&guests[next], &prepare, json!({})).await;
    assert_eq!(said["now"]["in_advance"]["prepared"], Value::Null);
    act(&guests[leads], &id).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(
        seen(&guests[next], &id).await["to_act"][0],
        next,
        "nothing is done for them"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_outlives_the_server_and_goes_with_whoever_leaves() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (id, guests, leads) = game(&server).await;
    let [next, third] = [1, 2].map(|step| (leads + step) % 4);
    for seat in [next, third] {
        let card = club(&seen(&guests[seat], &id).await, seat).unwrap();
        done(
            &guests[seat],
            &at(&id, "prepare"),
            json!({ "action": format!("play {card}") }),
        )
        .await;
    }
    done(&guests[third], &at(&id, "leave"), json!({})).await;
    done(&guests[third], &at(&id, "take-back"), json!({})).await;
    assert_eq!(
        seen(&guests[third], &id).await["in_advance"]["prepared"],
        Value::Null
    );
    server.stop().await;
    let server = Running::start(settings(&folder.database())).await;
    let guests: Vec<Client> = guests.into_iter().map(|guest| guest.at(&server.url)).collect();
    act(&guests[leads], &id).await;
    let now = until(&guests[next], &id, |now| now["to_act"][0] == third).await;
    assert_eq!(now["in_advance"]["prepared"]["state"], "done");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_only_choice_is_done_for_whoever_wants_that_and_for_nobody_else() {
    let server = Running::fresh().await;
    let (id, guests, leads) = game(&server).await;
    for guest in &guests {
        assert_eq!(seen(guest, &id).await["in_advance"]["skips"], false);
    }
    // Whoever leads has one choice: the two of clubs.
    let waits = seen(&guests[leads], &id).await;
    assert_eq!(waits["legal"].as_array().unwrap().len(), 1);
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(seen(&guests[leads], &id).await["to_act"][0], leads);
    for guest in &guests {
        let said = done(guest, &at(&id, "skip"), json!({ "on": true })).await;
        assert_eq!(said["now"]["in_advance"]["skips"], true);
    }
    let now = until(&guests[leads], &id, |now| now["to_act"][0] != leads).await;
    // It goes on by itself as far as nobody has a choice, and waits where somebody has.
    let mut last = now;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(60)).await;
        let now = seen(&guests[leads], &id).await;
        if now["event"] == last["event"] {
            break;
        }
        last = now;
    }
    let waits_for = last["to_act"][0].as_u64().unwrap() as usize;
    let theirs = seen(&guests[waits_for], &id).await;
    assert!(theirs["legal"].as_array().unwrap().len() > 1, "{theirs}");
    let (status, log) = get(&guests[0], &at(&id, "log")).await;
    assert_eq!(status, 200);
    assert!(log["lines"][0].to_string().contains("2C"), "{log}");
    server.stop().await;
}
