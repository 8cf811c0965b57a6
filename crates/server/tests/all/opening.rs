//! What a page begins with in one answer is what it would be told by many.

use serde_json::{Value, json};

use crate::support::{Running, done, get, hearts, step};

#[tokio::test(flavor = "multi_thread")]
async fn an_opening_is_the_table_its_log_its_chat_and_whom_one_has_muted() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({ "chat": true })).await;
    for _ in 0..7 {
        assert!(step(&guests, &id).await);
    }
    let table = format!("/api/tables/{id}");
    done(&guests[1], &format!("{table}/chat"), json!({ "text": "Hello" })).await;
    let muted = json!({ "distance": "mute" });
    done(&guests[0], &format!("{table}/seats/1/distance"), muted).await;
    for (seat, viewer) in guests.iter().zip(["0", "1", "2", "3"]) {
        let part = async |path: &str| get(seat, path).await.1;
        let (status, opening) = get(seat, &format!("{table}/opening")).await;
        let seen = part(&table).await;
        assert_eq!(status, 200, "{opening}");
        assert_eq!(
            (&opening["table"], &opening["now"]),
            (&seen["table"], &seen["now"])
        );
        assert_eq!(opening["log"], part(&format!("{table}/log")).await);
        assert_eq!(opening["log"]["event"], opening["now"]["event"]);
        assert_eq!(opening["chat"], part(&format!("{table}/chat")).await);
        assert_eq!(opening["muted"], part(&format!("{table}/muted")).await);
        assert_eq!(opening["me"], part("/api/me").await);
        assert_eq!(opening["game"], part("/api/games").await[3]);
        assert_eq!(opening["now"]["viewer"].to_string(), viewer);
        // What is another's is not told.
        let other = format!("{table}/opening?seat={}", (viewer.parse::<u8>().unwrap() + 1) % 4);
        assert_eq!(get(seat, &other).await.1["code"], "not_your_seat");
    }
    assert_eq!(
        get(&guests[0], &format!("{table}/opening")).await.1["muted"],
        json!([1])
    );
    let (_, stranger) = get(&server.stranger(), &format!("{table}/opening")).await;
    assert_eq!((&stranger["me"], &stranger["muted"]), (&Value::Null, &json!([])));
    assert_eq!(stranger["now"]["viewer"], "spectator");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_makes_a_table_is_answered_with_its_opening_and_follows_it_from_there() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let wishes = [
        json!({ "game": "hearts", "start": true }),
        json!({ "game": "circuitous", "lesson": true }),
        json!({ "game": "arch-ravels", "seats": [{ "kind": "me" }, { "kind": "open" }] }),
    ];
    for wish in wishes {
        let made = done(&ann, "/api/tables", wish.clone()).await;
        assert_eq!(made["game"]["id"], wish["game"]);
        assert_eq!(made["me"]["name"], "Ann");
        assert_eq!(made["log"]["event"], made["now"]["event"]);
        assert_eq!(made["now"]["view"].is_null(), made["now"]["status"] == "open");
        // Its stream tells what comes after, and not again how things stand.
        let id = made["table"]["id"].as_str().unwrap();
        let last = made["now"]["event"].as_u64().unwrap() as u32;
        if let Some(legal) = made["now"]["legal"].as_array().and_then(|legal| legal.first()) {
            let path = format!("/api/tables/{id}/events?seat=0");
            let mut stream = ann.events(&path, Some(last)).await.unwrap();
            let body = json!({ "version": made["now"]["version"], "action": legal["action"] });
            done(&ann, &format!("/api/tables/{id}/actions"), body).await;
            assert_eq!(stream.next().await.unwrap().0, last + 1);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_is_told_in_one_answer_and_to_nobody_in_particular_without_a_cookie() {
    let server = Running::fresh().await;
    let (running, guests) = hearts(&server, json!({ "listed": true })).await;
    let open = done(
        &guests[0],
        "/api/tables",
        json!({ "game": "hearts", "listed": true }),
    )
    .await;
    let (status, home) = get(&guests[0], "/api/home").await;
    assert_eq!(status, 200);
    let part = async |path: &str| get(&guests[0], path).await.1;
    assert_eq!(home["me"], part("/api/me").await);
    assert_eq!(home["games"], part("/api/games").await);
    assert_eq!(home["mine"], part("/api/tables?mine=true").await);
    assert_eq!(home["open"], part("/api/tables?status=open").await);
    assert_eq!(home["running"], part("/api/tables?status=running").await);
    assert_eq!(home["finished"], part("/api/tables?mine=true&status=over").await);
    assert_eq!(home["daily"], part("/api/daily").await);
    let ids = |list: &Value| -> Vec<Value> {
        let lines = list.as_array().unwrap().iter();
        lines.map(|line| line["id"].clone()).collect()
    };
    assert_eq!(ids(&home["mine"]), [open["table"]["id"].clone(), json!(running)]);

    let (status, home) = get(&server.stranger(), "/api/home").await;
    assert_eq!((status, &home["me"]), (200, &Value::Null));
    assert_eq!((&home["mine"], &home["finished"]), (&json!([]), &json!([])));
    assert_eq!(ids(&home["open"]).len(), 1);
    assert_eq!(get(&server.stranger(), "/api/me/campaign").await.1["done"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_of_one_browser_are_one_guest() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let again = ann
        .post("/api/guests", &json!({ "name": "Another" }))
        .await
        .unwrap();
    assert_eq!(
        (again.status.as_u16(), &again.json()["name"]),
        (200, &json!("Ann"))
    );
    assert!(!again.headers.contains_key("set-cookie"));
    assert_eq!(get(&ann, "/api/me").await.1["name"], "Ann");
    server.stop().await;
}
