//! People at a table: who may sit where, who is kept at a distance, who may still come in.

use bobbin_load::client::Client;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, post, seen, settings};

async fn table_of(owner: &Client, wish: Value) -> String {
    let made = done(owner, "/api/tables", wish).await;
    format!("/api/tables/{}", made["table"]["id"].as_str().unwrap())
}

async fn put(client: &Client, path: &str, body: Value) -> (u16, Value) {
    let sent = client.send(Method::PUT, path, Some(body.to_string().into()));
    let answered = sent.await.unwrap();
    (answered.status.as_u16(), answered.json())
}

async fn delete(client: &Client, path: &str) -> u16 {
    let sent = client.send(Method::DELETE, path, None).await.unwrap();
    sent.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_takes_one_seat_and_the_owner_can_give_it_to_somebody_else() {
    let server = Running::fresh().await;
    let (ann, eve, ben) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Ben").await,
    );
    let table = table_of(&ann, json!({ "game": "hearts", "listed": true })).await;
    let join = format!("{table}/join");
    assert_eq!(post(&eve, &join, json!({ "seat": 1 })).await.0, 200);
    for seat in [2, 3] {
        let (status, answer) = post(&eve, &join, json!({ "seat": seat })).await;
        assert_eq!((status, &answer["code"]), (409, &json!("one_seat")));
    }
    assert_eq!(
        post(&eve, &join, json!({ "seat": 1 })).await.0,
        200,
        "a double click"
    );
    // Only the owner, only before the start, and not the owner's own seat.
    let remove = format!("{table}/remove");
    let (status, answer) = post(&eve, &remove, json!({ "seat": 0 })).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_your_table")));
    let (status, answer) = post(&ann, &remove, json!({ "seat": 0 })).await;
    assert_eq!((status, &answer["code"]), (422, &json!("own_seat")));
    let (status, answer) = post(&ann, &remove, json!({ "seat": 2 })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("nobody_there")));
    let mut events = ann.events(&format!("{table}/events"), None).await.unwrap();
    events.next().await.unwrap();
    let after = done(&ann, &remove, json!({ "seat": 1 })).await;
    assert_eq!(after["now"]["seats"][1]["kind"], "open");
    let (_, told) = events.next().await.unwrap();
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(told["what"], json!({ "kind": "removed", "seat": 1 }));
    for body in [json!({}), json!({ "seat": 1 })] {
        let (status, answer) = post(&eve, &join, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!("removed")));
    }
    done(&ben, &join, json!({ "seat": 1 })).await;
    done(&ann, &format!("{table}/start"), json!({})).await;
    let (status, answer) = post(&ann, &remove, json!({ "seat": 1 })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("begun")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_gives_an_open_seat_to_a_bot_and_opens_it_again() {
    let server = Running::fresh().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let table = table_of(&ann, json!({ "game": "hearts" })).await;
    let bot = format!("{table}/bot");
    let (status, answer) = post(&eve, &bot, json!({ "seat": 1 })).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_your_table")));
    let (status, answer) = post(&ann, &bot, json!({ "seat": 4 })).await;
    assert_eq!(status, 404, "{answer}");
    let seated = done(&ann, &bot, json!({ "seat": 1, "level": "gentle" })).await;
    let seat = &seated["now"]["seats"][1];
    assert_eq!((&seat["kind"], &seat["level"]), (&json!("bot"), &json!("gentle")));
    let (status, answer) = post(&ann, &bot, json!({ "seat": 1 })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("taken")));
    let opened = done(&ann, &format!("{table}/remove"), json!({ "seat": 1 })).await;
    assert_eq!(opened["now"]["seats"][1]["kind"], "open");
    done(&eve, &format!("{table}/join"), json!({ "seat": 1 })).await;
    done(&ann, &bot, json!({ "seat": 2 })).await;
    done(&ann, &format!("{table}/start"), json!({})).await;
    let (status, answer) = post(&ann, &bot, json!({ "seat": 3 })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("begun")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_tells_its_latest_action_and_how_many_watch() {
    let server = Running::fresh().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let table = table_of(&ann, json!({ "game": "hearts" })).await;
    let before = get(&ann, &table).await.1;
    assert_eq!((&before["latest"], &before["watching"]), (&json!([]), &json!(0)));
    done(&ann, &format!("{table}/start"), json!({})).await;
    let mut events = eve
        .events(&format!("{table}/events?seat=spectator"), None)
        .await
        .unwrap();
    events.next().await.unwrap();
    let after = get(&ann, &table).await.1;
    assert_eq!(after["watching"], 1);
    let log = get(&ann, &format!("{table}/log")).await.1;
    assert_eq!(after["latest"], log["lines"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_seats_of_one_person_are_at_one_screen_and_the_table_says_so() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let seats = json!([{ "kind": "me" }, { "kind": "guest", "name": "Ben" }]);
    let shared = table_of(&ann, json!({ "game": "hearts", "seats": seats })).await;
    assert_eq!(get(&ann, &shared).await.1["table"]["one_device"], true);
    let own = table_of(&ann, json!({ "game": "hearts" })).await;
    assert_eq!(get(&ann, &own).await.1["table"]["one_device"], false);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_blocked_cannot_sit_down_beside_whoever_blocks_and_is_told_no_reason() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (ann, eve, ben) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Ben").await,
    );
    let first = table_of(&ben, json!({ "game": "hearts" })).await;
    for client in [&ann, &eve] {
        done(client, &format!("{first}/join"), json!({})).await;
    }
    done(
        &eve,
        &format!("{first}/chat"),
        json!({ "text": "You play badly!" }),
    )
    .await;
    let distance = |what: &str| json!({ "distance": what });
    let at = |seat: usize| format!("{first}/seats/{seat}/distance");
    // Ben, Ann and Eve sit at 0, 1 and 2.
    assert_eq!(post(&ann, &at(1), distance("mute")).await.1["code"], "own_seat");
    assert_eq!(
        post(&ann, &at(3), distance("mute")).await.1["code"],
        "nobody_there"
    );
    assert_eq!(post(&ann, &at(9), distance("mute")).await.0, 404);
    assert_eq!(post(&ann, &at(2), distance("mute")).await.0, 204);
    assert_eq!(get(&ann, &format!("{first}/muted")).await.1, json!([2]));
    let second = table_of(&ann, json!({ "game": "hearts" })).await;
    assert_eq!(
        post(&eve, &format!("{second}/join"), json!({})).await.0,
        200,
        "who is only muted may sit down"
    );
    done(&eve, &format!("{second}/leave"), json!({})).await;
    assert_eq!(post(&ann, &at(2), distance("block")).await.0, 204);
    let (status, answer) = post(&eve, &format!("{second}/join"), json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_welcome")));
    assert!(!answer["message"].as_str().unwrap().contains("block"));
    let known = get(&ann, "/api/me/neighbors").await.1;
    assert_eq!(
        (
            &known[0]["name"],
            &known[0]["distance"],
            known.as_array().unwrap().len()
        ),
        (&json!("Eve"), &json!("block"), 1)
    );
    assert!(!known.to_string().contains("other"), "no id of a person is told");
    // A report is for whoever runs the server, with what was said.
    let report = format!("{first}/seats/2/report");
    assert_eq!(post(&ann, &report, json!({ "text": "Insults." })).await.0, 204);
    let outsider = server.guest("Olga").await;
    assert_eq!(post(&outsider, &report, json!({ "text": "x" })).await.0, 403);
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let kept = store.documents("report", None).await.unwrap();
    let kept: bobbin_server::PersonReport = serde_json::from_str(&kept[0].body).unwrap();
    assert_eq!((kept.name.as_str(), kept.text.as_str()), ("Eve", "Insults."));
    assert_eq!(kept.said, ["You play badly!"]);
    // Who goes for good is in nobody's list any more.
    let near = format!("/api/me/neighbors/{}", known[0]["id"].as_str().unwrap());
    assert_eq!(delete(&eve, "/api/me").await, 204);
    assert_eq!(get(&ann, "/api/me/neighbors").await.1, json!([]));
    assert!(store.documents("report", None).await.unwrap().is_empty());
    assert_eq!(delete(&ann, &near).await, 404);
    store.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_asks_for_the_old_one_and_ends_all_other_sessions_and_tokens() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let login = json!({ "login": "ann", "password": "correct horse" });
    assert_eq!(put(&ann, "/api/me/password", login.clone()).await.0, 200);
    let phone = server
        .stranger()
        .with_header("user-agent", "Firefox/150 (Android)");
    let signed_in = phone.post("/api/sign-in", &login).await.unwrap();
    let cookie = signed_in.headers["set-cookie"].to_str().unwrap();
    let phone = phone.with_header("cookie", cookie.split(';').next().unwrap());
    let token = done(
        &ann,
        "/api/me/tokens",
        json!({ "label": "a bot", "scopes": ["read"] }),
    )
    .await;
    let bearer = format!("Bearer {}", token["secret"].as_str().unwrap());
    let program = server.stranger().with_header("authorization", &bearer);
    let sessions = get(&ann, "/api/me/sessions").await.1;
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    assert_eq!(
        (&sessions[0]["is_this"], &sessions[1]["is_this"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(sessions[1]["browser"], "Firefox on Android");
    assert!(sessions[1]["last_used_at"].is_i64());

    // Somebody at a phone that was left open.
    let mut new = json!({ "login": "ann", "password": "battery staple" });
    let (status, answer) = put(&phone, "/api/me/password", new.clone()).await;
    assert_eq!((status, &answer["code"]), (403, &json!("old_password")));
    new["old"] = json!("wrong horse");
    let (status, answer) = put(&phone, "/api/me/password", new.clone()).await;
    assert_eq!((status, &answer["code"]), (403, &json!("wrong_old_password")));

    new["old"] = json!("correct horse");
    let table = table_of(&ann, json!({ "game": "hearts" })).await;
    let mut events = program.events(&format!("{table}/events"), None).await.unwrap();
    events.next().await.unwrap();
    assert_eq!(put(&ann, "/api/me/password", new).await.0, 200);
    assert!(events.next().await.is_none(), "the program's stream ends at once");
    assert_eq!(get(&ann, "/api/me").await.0, 200);
    for other in [&phone, &program] {
        assert_eq!(get(other, "/api/me").await.0, 401);
    }
    assert_eq!(get(&ann, "/api/me/tokens").await.1, json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_session_or_all_others_can_be_ended() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let login = json!({ "login": "ann", "password": "correct horse" });
    assert_eq!(put(&ann, "/api/me/password", login.clone()).await.0, 200);
    let mut others = Vec::new();
    for _ in 0..3 {
        let signed_in = server.stranger().post("/api/sign-in", &login).await.unwrap();
        let cookie = signed_in.headers["set-cookie"].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap();
        others.push(server.stranger().with_header("cookie", cookie));
    }
    let of_first = get(&others[0], "/api/me/sessions").await.1;
    let first = of_first[0]["id"].as_str().unwrap();
    assert_eq!(delete(&ann, &format!("/api/me/sessions/{first}")).await, 204);
    assert_eq!(delete(&ann, &format!("/api/me/sessions/{first}")).await, 404);
    assert_eq!(get(&others[0], "/api/me").await.0, 401);
    assert_eq!(get(&others[1], "/api/me").await.0, 200);
    let ben = server.guest("Ben").await;
    let of_second = get(&others[1], "/api/me/sessions").await.1;
    let second = of_second[0]["id"].as_str().unwrap();
    assert_eq!(
        delete(&ben, &format!("/api/me/sessions/{second}")).await,
        404,
        "not theirs"
    );
    done(&ann, "/api/me/sign-out-everywhere", json!({})).await;
    for other in &others {
        assert_eq!(get(other, "/api/me").await.0, 401);
    }
    assert_eq!(get(&ann, "/api/me").await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_only_plays_sees_what_everybody_sees() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let table = table_of(&ann, json!({ "game": "hearts", "start": true, "pace": 10_000 })).await;
    let id = table.rsplit('/').next().unwrap();
    let token = done(
        &ann,
        "/api/me/tokens",
        json!({ "label": "plays", "scopes": ["play"] }),
    )
    .await;
    let bearer = format!("Bearer {}", token["secret"].as_str().unwrap());
    let program = server.stranger().with_header("authorization", &bearer);
    assert_eq!(seen(&ann, id).await["viewer"], 0);
    assert_eq!(seen(&program, id).await["viewer"], "spectator");
    for path in ["", "/log", "/events"] {
        let (status, answer) = get(&program, &format!("{table}{path}?seat=0")).await;
        assert_eq!((status, &answer["code"]), (403, &json!("scope")), "{path}");
    }
    let (_, left) = post(&program, &format!("{table}/leave"), json!({})).await;
    assert_eq!(left["now"]["viewer"], "spectator");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_admin_does_beside_the_server_is_told_at_once() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    let table = table_of(&ann, json!({ "game": "hearts", "start": true, "pace": 10_000 })).await;
    let mut events = ann.events(&format!("{table}/events"), None).await.unwrap();
    events.next().await.unwrap();
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let id = table.rsplit('/').next().unwrap();
    assert!(
        bobbin_server::end_table(&*store, &bobbin_server::Clock::system(), id)
            .await
            .unwrap()
    );
    let told = tokio::time::timeout(std::time::Duration::from_secs(2), events.next());
    let (_, told) = told.await.expect("within two seconds").unwrap();
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(told["what"], json!({ "kind": "ended", "why": "stopped" }));
    store.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_taken_for_somebody_else_at_a_table() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let table = table_of(&ann, json!({ "game": "hearts" })).await;
    for (name, told) in [("ANN", "ANN 2"), ("Ann", "Ann 3"), ("Anna", "Anna")] {
        let eve = server.guest(name).await;
        let (status, answer) = post(&eve, &format!("{table}/join"), json!({})).await;
        assert_eq!(status, 200);
        let seats = answer["now"]["seats"].as_array().unwrap();
        assert!(seats.iter().any(|seat| seat["name"] == told), "{seats:?}");
        // It is this table's word for them: they keep their name.
        assert_eq!(get(&eve, "/api/me").await.1["name"], name);
    }
    for name in ["Basil", "b\u{430}sil", "someone who left"] {
        let (status, answer) = post(&server.stranger(), "/api/guests", json!({ "name": name })).await;
        assert_eq!((status, &answer["code"]), (422, &json!("name")), "{name}");
    }
    let seats = json!([{ "kind": "me" }, { "kind": "guest", "name": "ann" }]);
    let (status, answer) = post(&ann, "/api/tables", json!({ "game": "hearts", "seats": seats })).await;
    assert_eq!(
        (status, &answer["now"]["seats"][1]["name"]),
        (201, &json!("ann 2"))
    );
    server.stop().await;
}
