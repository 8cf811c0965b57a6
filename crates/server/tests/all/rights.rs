//! Rights over time: a stream carries nothing that whoever holds it could not ask for at that moment.

mod random;

use std::time::Duration;

use bobbin_load::client::{Client, Events};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, settings};

/// All that a stream still says until it ends. A stream that goes on for two seconds without a word has not ended.
async fn rest(events: &mut Events) -> (Vec<Value>, bool) {
    let mut told = Vec::new();
    loop {
        match tokio::time::timeout(Duration::from_secs(2), events.next()).await {
            Ok(Some((_, data))) => told.push(serde_json::from_slice(&data).unwrap()),
            Ok(None) => return (told, true),
            Err(_) => return (told, false),
        }
    }
}

async fn open_table(owner: &Client, game: &str) -> String {
    let wish = json!({ "game": game, "seats": [{ "kind": "me" }], "pace": 10_000 });
    let made = done(owner, "/api/tables", wish).await;
    made["table"]["id"].as_str().unwrap().to_owned()
}

/// Somebody sits down at seat 1, watches, and gets up again; somebody else takes the seat and the game begins.
async fn a_seat_changes_hands(game: &str) {
    let server = Running::fresh().await;
    let (ann, eve, ben) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Ben").await,
    );
    let id = open_table(&ann, game).await;
    let table = format!("/api/tables/{id}");
    done(&eve, &format!("{table}/join"), json!({ "seat": 1 })).await;
    let mut left_open = eve.events(&format!("{table}/events?seat=1"), None).await.unwrap();
    let mut default = eve.events(&format!("{table}/events"), None).await.unwrap();
    let mut spectator = eve
        .events(&format!("{table}/events?seat=spectator"), None)
        .await
        .unwrap();
    done(&eve, &format!("{table}/leave"), json!({ "seat": 1 })).await;
    done(&ben, &format!("{table}/join"), json!({ "seat": 1 })).await;
    done(&ann, &format!("{table}/start"), json!({})).await;
    let (status, _) = get(&eve, &format!("{table}?seat=1")).await;
    assert_eq!(status, 403, "{game}");
    for events in [&mut left_open, &mut default] {
        let (told, ended) = rest(events).await;
        let hidden = told
            .iter()
            .filter(|event| event["now"]["viewer"] == 1 && !event["now"]["view"].is_null());
        assert_eq!(
            hidden.count(),
            0,
            "{game}: a stream of someone who got up shows the seat's view"
        );
        assert!(ended, "{game}: a stream whose right has gone ends at once");
    }
    let (told, ended) = rest(&mut spectator).await;
    assert!(!ended && told.last().unwrap()["now"]["status"] == "running");
    assert!(told.iter().all(|event| event["now"]["viewer"] == "spectator"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_left_open_shows_nothing_of_who_takes_the_seat_next() {
    for game in ["hearts", "knitting-circle", "arch-ravels", "circuitous"] {
        a_seat_changes_hands(game).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_the_session_that_opened_it() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let id = open_table(&ann, "hearts").await;
    let path = format!("/api/tables/{id}/events");
    // A token that is deleted.
    let made = done(
        &ann,
        "/api/me/tokens",
        json!({ "label": "a program", "scopes": ["read"] }),
    )
    .await;
    let bearer = format!("Bearer {}", made["secret"].as_str().unwrap());
    let program = server.stranger().with_header("authorization", &bearer);
    let mut events = program.events(&path, None).await.unwrap();
    let gone = format!("/api/me/tokens/{}", made["id"].as_str().unwrap());
    ann.send(Method::DELETE, &gone, None).await.unwrap();
    assert!(rest(&mut events).await.1, "a stream ends with its token");
    // Signing out.
    let mut events = ann.events(&path, None).await.unwrap();
    done(&ann, "/api/sign-out", json!({})).await;
    assert!(
        rest(&mut events).await.1,
        "a stream ends when its browser signs out"
    );
    // A person who goes for good.
    let ben = server.guest("Ben").await;
    let id = open_table(&ben, "hearts").await;
    let mut events = ben
        .events(&format!("/api/tables/{id}/events"), None)
        .await
        .unwrap();
    ben.send(Method::DELETE, "/api/me", None).await.unwrap();
    let (told, ended) = rest(&mut events).await;
    assert!(ended && told.iter().all(|event| event["now"]["view"].is_null()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_beside_the_server_ends_streams_and_cannot_be_taken_back_by_the_banned() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    let id = open_table(&ann, "hearts").await;
    let path = format!("/api/tables/{id}/events");
    let mut events = ann.events(&path, None).await.unwrap();
    // What `bobbin admin ban` does, in a process of its own.
    let admin = bobbin_store::open(&folder.database()).await.unwrap();
    let person = admin.people("Ann", 1).await.unwrap().remove(0);
    assert!(admin.set_banned(&person.id, true).await.unwrap());
    assert!(rest(&mut events).await.1, "a stream ends with a ban");
    let (status, answer) = get(&ann, "/api/me").await;
    assert_eq!((status, &answer["code"]), (403, &json!("banned")));
    // At once, before the server can have noticed: a change of name does not undo a ban.
    let ben = server.guest("Ben").await;
    let person = admin.people("Ben", 1).await.unwrap().remove(0);
    assert!(admin.set_banned(&person.id, true).await.unwrap());
    let name = json!({ "name": "Benny" }).to_string().into();
    ben.send(Method::PATCH, "/api/me", Some(name)).await.unwrap();
    assert!(admin.person(&person.id).await.unwrap().unwrap().banned);
    server.stop().await;
}
