//! Seats of a running game that somebody else may take, and who may.

use bobbin_load::client::Client;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, hearts, play_out, post, seen, settings};

async fn begun(owner: &Client, wish: Value) -> String {
    let made = done(owner, "/api/tables", wish).await;
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    done(owner, &format!("{table}/start"), json!({})).await;
    table
}

fn free(answer: &Value) -> Vec<bool> {
    let seats = answer["now"]["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["free"] == true).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_who_comes_late_takes_the_seat_that_a_bot_keeps() {
    let server = Running::fresh().await;
    let (ann, eve, cleo) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Cleo").await,
    );
    let wish = json!({ "game": "hearts", "pace": 10_000, "options": { "pass": "left" },
        "seats": [{ "kind": "me" }, { "kind": "open" }, { "kind": "bot", "level": "gentle" }, { "kind": "bot", "level": "gentle" }] });
    let table = begun(&ann, wish).await;
    let before = get(&eve, &table).await.1;
    assert_eq!(
        free(&before),
        [false, true, false, false],
        "a bot that was asked to play is no stand-in"
    );
    assert_eq!(
        (&before["table"]["may_sit"], &before["now"]["viewer"]),
        (&json!(true), &json!("spectator"))
    );
    let mut events = ann.events(&format!("{table}/events"), None).await.unwrap();
    events.next().await.unwrap();
    let after = done(&eve, &format!("{table}/join"), json!({})).await;
    assert_eq!(after["table"]["your_seats"], json!([1]));
    assert_eq!(
        (&after["now"]["viewer"], &after["now"]["seats"][1]["name"]),
        (&json!(1), &json!("Eve"))
    );
    assert_eq!(after["table"]["may_sit"], false);
    assert_eq!(free(&after), [false; 4]);
    assert!(
        !after["now"]["legal"].as_array().unwrap().is_empty(),
        "it is hers to pass"
    );
    let (_, told) = events.next().await.unwrap();
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(told["what"], json!({ "kind": "sat", "seat": 1, "name": "Eve" }));
    // What she sees is her own hand and nobody else's.
    for seat in [0, 2, 3] {
        assert_eq!(get(&eve, &format!("{table}?seat={seat}")).await.0, 403);
    }
    let (status, answer) = post(&cleo, &format!("{table}/join"), json!({})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("full")));
    for seat in [0, 1, 2] {
        let (status, answer) = post(&cleo, &format!("{table}/join"), json!({ "seat": seat })).await;
        assert_eq!((status, &answer["code"]), (409, &json!("taken")), "seat {seat}");
    }
    assert_eq!(
        get(&eve, "/api/home").await.1["mine"].as_array().unwrap().len(),
        1
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_loses_the_seat_to_whoever_takes_it_and_cannot_take_another() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({ "pace": 10_000 })).await;
    let table = format!("/api/tables/{id}");
    let (join, leave) = (format!("{table}/join"), format!("{table}/leave"));
    let [ann, ben, cleo, _] = &guests[..] else {
        panic!()
    };
    let eve = server.guest("Eve").await;
    assert_eq!(free(&get(&eve, &table).await.1), [false; 4]);
    done(ben, &leave, json!({})).await;
    let left = get(&eve, &table).await.1;
    assert_eq!(free(&left), [false, true, false, false]);
    // It is still theirs until somebody takes it.
    done(ben, &format!("{table}/take-back"), json!({})).await;
    let (status, answer) = post(&eve, &join, json!({})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("full")));
    done(ben, &leave, json!({})).await;
    let mut left_open = ben.events(&format!("{table}/events?seat=1"), None).await.unwrap();
    left_open.next().await.unwrap();
    done(&eve, &join, json!({ "seat": 1 })).await;
    assert!(left_open.next().await.is_none(), "a stream ends with its right");
    assert_eq!(get(ben, &format!("{table}?seat=1")).await.0, 403);
    let (status, answer) = post(ben, &format!("{table}/take-back"), json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_your_seat")));
    // Ben knows a hand of this game: no seat of it is his again, nor is it offered.
    done(cleo, &leave, json!({})).await;
    assert_eq!(get(ben, &table).await.1["table"]["may_sit"], false);
    for body in [json!({}), json!({ "seat": 2 })] {
        let (status, answer) = post(ben, &join, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!("had_a_seat")));
    }
    // Who sits here already is answered, and gets no second seat.
    let (status, answer) = post(ann, &join, json!({ "seat": 2 })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("one_seat")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_removed_or_is_blocked_takes_no_free_seat() {
    let server = Running::fresh().await;
    let (ann, eve, dora) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Dora").await,
    );
    let made = done(&ann, "/api/tables", json!({ "game": "hearts", "pace": 10_000 })).await;
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    done(&eve, &format!("{table}/join"), json!({ "seat": 1 })).await;
    done(&ann, &format!("{table}/remove"), json!({ "seat": 1 })).await;
    done(&dora, &format!("{table}/join"), json!({ "seat": 1 })).await;
    let distance = format!("{table}/seats/1/distance");
    assert_eq!(post(&ann, &distance, json!({ "distance": "block" })).await.0, 204);
    done(&dora, &format!("{table}/leave"), json!({})).await;
    done(&ann, &format!("{table}/start"), json!({})).await;
    let (status, answer) = post(&eve, &format!("{table}/join"), json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("removed")));
    let (status, answer) = post(&dora, &format!("{table}/join"), json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_welcome")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_seat_is_free_at_one_screen_or_in_a_lesson_or_after_the_end() {
    let server = Running::fresh().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let shared = json!({ "game": "circuitous", "pace": 10_000,
        "seats": [{ "kind": "me" }, { "kind": "guest", "name": "Ben" }] });
    let table = begun(&ann, shared).await;
    done(&ann, &format!("{table}/leave"), json!({ "seat": 1 })).await;
    assert_eq!(free(&get(&eve, &table).await.1), [false; 2]);
    let lesson = done(
        &ann,
        "/api/tables",
        json!({ "game": "circuitous", "lesson": true }),
    )
    .await;
    let lesson = format!("/api/tables/{}", lesson["table"]["id"].as_str().unwrap());
    assert!(free(&get(&eve, &lesson).await.1).iter().all(|free| !free));
    let over = begun(
        &ann,
        json!({ "game": "circuitous", "options": { "distance": "short" }, "pace": 0 }),
    )
    .await;
    play_out(&ann, over.rsplit('/').next().unwrap()).await;
    assert_eq!(free(&get(&eve, &over).await.1), [false; 2]);
    let (status, answer) = post(&eve, &format!("{over}/join"), json!({ "seat": 1 })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("over")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_taken_over_counts_for_nobodys_rating() {
    let server = Running::fresh().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let wish = json!({ "game": "circuitous", "options": { "distance": "short" }, "pace": 10_000 });
    let table = begun(&ann, wish).await;
    done(&eve, &format!("{table}/join"), json!({})).await;
    let id = table.rsplit('/').next().unwrap();
    let both = [ann.clone(), eve.clone()];
    while crate::support::step(&both, id).await {}
    assert_eq!(seen(&eve, id).await["seats"][1]["name"], "Eve");
    let record = get(&eve, &format!("{table}/record")).await.1;
    assert_eq!(record["names"], json!(["Ann", "Eve"]));
    // Whoever played it from start to end counts it as a game, and nobody as a rated one.
    let (_, of_ann) = get(&ann, "/api/me/statistics").await;
    assert_eq!(
        (&of_ann["games"][0]["games"], &of_ann["games"][0]["rating"]),
        (&json!(1), &json!(null)),
        "{of_ann}"
    );
    let (_, of_eve) = get(&eve, "/api/me/statistics").await;
    assert_eq!(of_eve["games"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_whoever_gave_up_a_seat_nothing_is_kept_once_they_go_for_good() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (ann, eve) = (server.guest("Annabella").await, server.guest("Eve").await);
    let ben = server.guest("Ben").await;
    let wish = json!({ "game": "hearts", "pace": 10_000, "options": { "pass": "left" } });
    let made = done(&ben, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let table = format!("/api/tables/{id}");
    done(&ann, &format!("{table}/join"), json!({ "seat": 1 })).await;
    done(&ben, &format!("{table}/start"), json!({})).await;
    done(&ann, &format!("{table}/chat"), json!({ "text": "I have to go" })).await;
    done(&ann, &format!("{table}/leave"), json!({})).await;
    done(&eve, &format!("{table}/join"), json!({ "seat": 1 })).await;
    let gone = ann.send(Method::DELETE, "/api/me", None).await.unwrap();
    assert_eq!(gone.status, 204);
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    for entry in store.entries(&id, 0).await.unwrap() {
        assert!(!entry.body.contains("Annabella"), "{}", entry.body);
    }
    store.close().await;
    // The others play on, and it is Eve's seat.
    let now = seen(&eve, &id).await;
    assert_eq!(
        (&now["viewer"], &now["seats"][1]["name"]),
        (&json!(1), &json!("Eve"))
    );
    let (_, said) = get(&ben, &format!("{table}/chat")).await;
    assert_eq!(said[0]["name"], "someone who left");
    // The seat of somebody who goes while they sit there is free, too.
    eve.send(Method::DELETE, "/api/me", None).await.unwrap();
    let dan = server.guest("Dan").await;
    assert!(free(&get(&dan, &table).await.1)[1]);
    let after = done(&dan, &format!("{table}/join"), json!({ "seat": 1 })).await;
    assert_eq!(after["now"]["seats"][1]["name"], "Dan");
    server.stop().await;
}
