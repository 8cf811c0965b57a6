//! Calling people who are not looking: whom, when, in which way, and with nothing hidden in it.

mod receivers;

use std::time::Duration;

use bobbin_load::client::Client;
use bobbin_server::{Mail, ManualClock, Reach, Settings};
use bytes::Bytes;
use hyper::Method;
use receivers::{Postbox, Posted, Receiver, header, unfolded};
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, duel, get, post, seen, settings, step};

/// 19 November 2026, noon at Greenwich.
const NOON: i64 = 1_795_089_600_000;

fn calling(database: &str, postbox: &Postbox) -> Settings {
    Settings {
        mail: Some(Mail {
            server: postbox.url(),
            from: "Bobbin <bobbin@example.org>".to_owned(),
        }),
        alerts_reach: Reach::Anywhere,
        public_url: Some("http://bobbin.example".to_owned()),
        ..settings(database)
    }
}

async fn send(client: &Client, method: Method, path: &str, body: Value) -> (u16, Value) {
    let body = (!body.is_null()).then(|| Bytes::from(body.to_string()));
    let answered = client.send(method, path, body).await.unwrap();
    let json = if answered.body.is_empty() {
        Value::Null
    } else {
        answered.json()
    };
    (answered.status.as_u16(), json)
}

async fn put(client: &Client, path: &str, body: Value) -> Value {
    let (status, answer) = send(client, Method::PUT, path, body).await;
    assert!((200..300).contains(&status), "{path}: {status} {answer}");
    answer
}

/// Everything at once, by this way.
async fn at_once(client: &Client, way: &str) {
    let chosen: Vec<Value> = ["turn", "started", "over"]
        .iter()
        .map(|kind| json!({ "kind": kind, "way": way, "when": "at_once" }))
        .collect();
    let body = json!({ "zone": "UTC", "quiet": null, "digest": 480, "chosen": chosen });
    put(client, "/api/me/alerts", body).await;
}

async fn hooked(client: &Client, receiver: &Receiver, path: &str) -> String {
    let body = json!({ "url": receiver.url(path), "form": "json" });
    let answer = put(client, "/api/me/alerts/hook", body).await;
    at_once(client, "hook").await;
    answer["secret"].as_str().unwrap().to_owned()
}

/// A running game of Circuitous between two people: its id, and who is to act first.
async fn begun(ann: &Client, ben: &Client) -> String {
    let wish = json!({ "game": "circuitous", "options": { "distance": "short" } });
    let made = done(ann, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    done(ben, &format!("/api/tables/{id}/join"), json!({})).await;
    done(ann, &format!("/api/tables/{id}/start"), json!({})).await;
    id
}

async fn may_act(client: &Client, id: &str) -> bool {
    let now = seen(client, id).await;
    now["legal"].as_array().is_some_and(|legal| !legal.is_empty())
}

fn alerts(posted: &[Posted]) -> Vec<Value> {
    let bodies = posted
        .iter()
        .map(|posted| serde_json::from_str::<Value>(&posted.body).unwrap());
    bodies
        .flat_map(|body| body["alerts"].as_array().unwrap().clone())
        .collect()
}

/// The fields of all objects in a JSON text.
fn fields(value: &Value, names: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(all) => {
            for (name, value) in all {
                names.insert(name.clone());
                fields(value, names);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_is_told_once_by_signed_json_with_nothing_else_in_it() {
    let postbox = Postbox::start().await;
    let server = Running::start(calling("sqlite::memory:", &postbox)).await;
    let receiver = Receiver::start().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let secret = hooked(&ann, &receiver, "/ann").await;
    hooked(&ben, &receiver, "/ben").await;
    let id = begun(&ann, &ben).await;
    // Both hear of the beginning: whoever is to act by that it is their turn.
    let began = receiver.wait_for(2).await;
    let mut kinds: Vec<Value> = alerts(&began).iter().map(|alert| alert["kind"].clone()).collect();
    kinds.sort_by_key(ToString::to_string);
    assert_eq!(kinds, [json!("started"), json!("turn")]);
    for turn in 0..4 {
        let before = receiver.posted().len();
        let (actor, other, path) = if may_act(&ann, &id).await {
            (&ann, &ben, "/ben")
        } else {
            (&ben, &ann, "/ann")
        };
        while !may_act(other, &id).await {
            step(std::slice::from_ref(actor), &id).await;
        }
        let told = receiver.wait_for(before + 1).await;
        let last = told.last().unwrap();
        assert_eq!(
            (last.path.as_str(), told.len()),
            (path, before + 1),
            "turn {turn}"
        );
    }
    let told = receiver.posted();
    let mut names = std::collections::BTreeSet::new();
    for posted in &told {
        let body: Value = serde_json::from_str(&posted.body).unwrap();
        fields(&body, &mut names);
        assert_eq!(posted.header("x-bobbin-id"), body["id"]);
        let alert = &body["alerts"][0];
        let (other, words) = (
            if posted.path == "/ann" { "Ben" } else { "Ann" },
            alert["words"].as_str().unwrap(),
        );
        assert!(words.contains(&format!("Circuitous with {other}")), "{words}");
        assert_eq!(alert["url"], format!("http://bobbin.example/table/{id}"));
        let signature = posted.header("x-bobbin-signature");
        let (time, signed) = signature.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
        let expected = bobbin_alerts::hook::signature(&secret, time.parse().unwrap(), &posted.body);
        assert_eq!(
            signed == expected,
            posted.path == "/ann",
            "only by one's own secret"
        );
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(
        names,
        ["alerts", "at", "game", "id", "kind", "table", "url", "words"]
    );
    let ids: std::collections::BTreeSet<&str> =
        told.iter().map(|posted| posted.header("x-bobbin-id")).collect();
    assert_eq!(ids.len(), told.len());
    // Another secret, and none any more.
    let answer = done(&ann, "/api/me/alerts/hook/secret", json!({})).await;
    assert_ne!(answer["secret"], secret);
    assert_eq!(
        send(&ann, Method::DELETE, "/api/me/alerts/hook", Value::Null)
            .await
            .0,
        204
    );
    let (status, _) = post(&ann, "/api/me/alerts/hook/secret", json!({})).await;
    assert_eq!(status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_has_nothing_in_it_and_a_device_that_is_gone_is_forgotten() {
    let postbox = Postbox::start().await;
    let server = Running::start(calling("sqlite::memory:", &postbox)).await;
    let service = Receiver::start().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    for (client, name) in [(&ann, "ann"), (&ben, "ben")] {
        let body = json!({ "endpoint": service.url(&format!("/push/{name}")) });
        let (status, _) = post(client, "/api/me/alerts/devices", body.clone()).await;
        assert_eq!(status, 201);
        // Once more is the same device.
        done(client, "/api/me/alerts/devices", body).await;
        assert_eq!(
            get(client, "/api/me/alerts").await.1["devices"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }
    let id = begun(&ann, &ben).await;
    let pushed = service.wait_for(2).await;
    for push in &pushed {
        assert_eq!(push.body, "");
        assert!(push.header("authorization").starts_with("vapid t="));
        assert_eq!(push.header("ttl"), "86400");
        assert_eq!(push.header("topic").len(), 32);
    }
    assert_eq!(
        pushed
            .iter()
            .filter(|push| push.header("urgency") == "high")
            .count(),
        1
    );
    let (first, second) = if may_act(&ann, &id).await {
        (&ann, &ben)
    } else {
        (&ben, &ann)
    };
    let (_, waiting) = get(first, "/api/me/waiting").await;
    assert_eq!(waiting["tables"], json!([{ "table": id, "title": "Circuitous" }]));
    let (_, waiting) = get(second, "/api/me/waiting").await;
    assert_eq!(waiting["tables"], json!([]));
    assert_eq!(waiting["calls"][0]["kind"], "started");
    assert_eq!(waiting["calls"][0]["path"], format!("/table/{id}"));
    assert_eq!(get(&server.stranger(), "/api/me/waiting").await.0, 401);
    // The push service has forgotten Ben's or Ann's browser: so has the server.
    service.answer(410);
    while !may_act(second, &id).await {
        step(std::slice::from_ref(first), &id).await;
    }
    service.wait_for(3).await;
    for _ in 0..200 {
        if get(second, "/api/me/alerts").await.1["devices"] == json!([]) {
            assert_eq!(
                get(first, "/api/me/alerts").await.1["devices"]
                    .as_array()
                    .unwrap()
                    .len(),
                1
            );
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the device stays");
}

/// Confirms an address by the link in the last letter.
async fn confirm(server: &Running, postbox: &Postbox, client: &Client, address: &str) {
    let before = postbox.letters().len();
    put(client, "/api/me/alerts/mail", json!({ "address": address })).await;
    let letter = unfolded(postbox.wait_for(before + 1).await.last().unwrap());
    let code = letter.split("confirm=").nth(1).unwrap();
    let code = code.split(['\n', '\r', '"', ' ']).next().unwrap();
    let (status, _) = post(&server.stranger(), "/api/alerts/confirm", json!({ "code": code })).await;
    assert_eq!(status, 204);
    let again = post(&server.stranger(), "/api/alerts/confirm", json!({ "code": code })).await;
    assert_eq!(again.0, 404, "a link is good once");
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_go_to_whoever_confirmed_them_in_a_digest_and_end_by_one_click() {
    let postbox = Postbox::start().await;
    let clock = ManualClock::new(NOON);
    let server = Running::with_clock(calling("sqlite::memory:", &postbox), clock.clock()).await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let hours = json!({ "zone": "Europe/Berlin", "quiet": null, "digest": 8 * 60 });
    for (client, address) in [(&ann, "ann@example.org"), (&ben, "ben@example.org")] {
        put(client, "/api/me/alerts", hours.clone()).await;
        confirm(&server, &postbox, client, address).await;
    }
    // Cleo has not opened her link: nothing else goes there.
    let cleo = server.guest("Cleo").await;
    put(
        &cleo,
        "/api/me/alerts/mail",
        json!({ "address": "cleo@example.org" }),
    )
    .await;
    let before = postbox.wait_for(3).await.len();
    let tables = [
        begun(&ann, &ben).await,
        begun(&ann, &ben).await,
        begun(&ann, &cleo).await,
    ];
    for minutes in [1, 60, 600] {
        clock.advance(Duration::from_mins(minutes));
        tokio::time::sleep(Duration::from_millis(600)).await;
    }
    assert_eq!(postbox.letters().len(), before, "a digest comes in the morning");
    clock.advance(Duration::from_hours(12));
    let letters = postbox.wait_for(before + 2).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(postbox.letters().len(), before + 2, "one letter each");
    let mut one_click = String::new();
    for letter in &letters[before..] {
        let text = unfolded(letter);
        assert!(!text.contains("cleo@example.org"));
        assert!(
            header(letter, "Message-ID").ends_with("@example.org>"),
            "{letter}"
        );
        assert_eq!(
            header(letter, "List-Unsubscribe-Post"),
            "List-Unsubscribe=One-Click"
        );
        assert_eq!(header(letter, "Auto-Submitted"), "auto-generated");
        let own = header(letter, "To") == "ann@example.org";
        let links = tables
            .iter()
            .filter(|table| text.contains(&format!("http://bobbin.example/table/{table}")));
        assert_eq!(links.count(), if own { 3 } else { 2 }, "{text}");
        assert!(text.contains("text/plain") && text.contains("text/html"));
        let link = header(letter, "List-Unsubscribe");
        if own {
            one_click = link.trim_matches(['<', '>']).to_owned();
        }
    }
    let path = one_click.strip_prefix("http://bobbin.example").unwrap();
    let stranger = server.stranger();
    let page = stranger.get(path).await.unwrap();
    assert_eq!(
        page.status.as_u16(),
        303,
        "whoever only looks at links ends nothing"
    );
    assert!(
        page.headers["location"]
            .to_str()
            .unwrap()
            .starts_with("/alerts?unsubscribe=")
    );
    assert_ne!(get(&ann, "/api/me/alerts").await.1["mail"], Value::Null);
    let forged = format!("{path}x");
    assert_eq!(send(&stranger, Method::POST, &forged, Value::Null).await.0, 404);
    for _ in 0..2 {
        let form = Some(Bytes::from("List-Unsubscribe=One-Click"));
        let clicked = stranger.send(Method::POST, path, form).await.unwrap();
        assert_eq!(clicked.status.as_u16(), 204);
    }
    assert_eq!(get(&ann, "/api/me/alerts").await.1["mail"], Value::Null);
    assert_eq!(
        get(&ben, "/api/me/alerts").await.1["mail"]["is_confirmed"],
        true,
        "only hers"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_or_has_acted_is_not_called_and_quiet_hours_are_kept() {
    let postbox = Postbox::start().await;
    let clock = ManualClock::new(NOON);
    let server = Running::with_clock(calling("sqlite::memory:", &postbox), clock.clock()).await;
    let receiver = Receiver::start().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    for (client, path) in [(&ann, "/ann"), (&ben, "/ben")] {
        put(
            client,
            "/api/me/alerts/hook",
            json!({ "url": receiver.url(path), "form": "json" }),
        )
        .await;
    }
    let wish = json!({ "game": "circuitous", "options": { "distance": "short" } });
    let made = done(&ann, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    done(&ben, &format!("/api/tables/{id}/join"), json!({})).await;
    let mut watching = ann
        .events(&format!("/api/tables/{id}/events"), None)
        .await
        .unwrap();
    let mut ben_watching = ben
        .events(&format!("/api/tables/{id}/events"), None)
        .await
        .unwrap();
    watching.next().await;
    ben_watching.next().await;
    done(&ann, &format!("/api/tables/{id}/start"), json!({})).await;
    let pause = async || {
        clock.advance(Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(700)).await;
    };
    pause().await;
    assert!(receiver.posted().is_empty(), "both look");
    // Whoever is to act turns away.
    let (first, path) = if may_act(&ann, &id).await {
        drop(watching);
        (&ann, "/ann")
    } else {
        drop(ben_watching);
        (&ben, "/ben")
    };
    pause().await;
    pause().await;
    let told = receiver.wait_for(1).await;
    assert_eq!((told[0].path.as_str(), told.len()), (path, 1));
    // The other one wants quiet at noon, and acts before it is over: nothing is left to tell.
    let second = if path == "/ann" { &ben } else { &ann };
    let chosen = json!([{ "kind": "turn", "way": "hook", "when": "at_once" }]);
    let quiet =
        json!({ "zone": "UTC", "quiet": { "from": 11 * 60, "to": 14 * 60 }, "digest": 0, "chosen": chosen });
    put(second, "/api/me/alerts", quiet).await;
    while !may_act(second, &id).await {
        step(std::slice::from_ref(first), &id).await;
    }
    pause().await;
    assert_eq!(receiver.posted().len(), 1);
    let version = seen(second, &id).await["version"].clone();
    let undone = post(
        first,
        &format!("/api/tables/{id}/undo"),
        json!({ "version": version }),
    )
    .await;
    drop(undone);
    while may_act(second, &id).await {
        step(std::slice::from_ref(second), &id).await;
    }
    clock.advance(Duration::from_hours(3));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let told = receiver.posted();
    let other = if path == "/ann" { "/ben" } else { "/ann" };
    assert!(!told.iter().any(|posted| posted.path == other), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_tried_again_and_after_days_switched_off_and_its_owner_told() {
    let postbox = Postbox::start().await;
    let clock = ManualClock::new(NOON);
    let server = Running::with_clock(calling("sqlite::memory:", &postbox), clock.clock()).await;
    let receiver = Receiver::start().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    hooked(&ann, &receiver, "/ann").await;
    receiver.answer(500);
    begun(&ann, &ben).await;
    clock.advance(Duration::from_secs(1));
    let first = receiver.wait_for(1).await;
    for tries in 2..=4 {
        clock.advance(Duration::from_mins(20));
        let told = receiver.wait_for(tries).await;
        let id = |posted: &Posted| posted.header("x-bobbin-id").to_owned();
        assert!(
            told.iter().all(|posted| id(posted) == id(&first[0])),
            "the same id at each try"
        );
    }
    let hook = get(&ann, "/api/me/alerts").await.1["hook"].clone();
    assert_eq!(
        (hook["is_off"].clone(), hook["trouble"].is_string()),
        (json!(false), true)
    );
    // Days later another game begins, and nothing arrives still.
    clock.advance(Duration::from_hours(24 * 4));
    begun(&ann, &ben).await;
    clock.advance(Duration::from_secs(1));
    for _ in 0..200 {
        let hook = get(&ann, "/api/me/alerts").await.1["hook"].clone();
        if hook["is_off"] == json!(true) {
            assert!(hook["trouble"].as_str().unwrap().contains("three days"), "{hook}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it is told still");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_this_machines_net_is_called_and_nothing_else_that_makes_no_sense_is_kept() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    for address in [
        "http://example.org/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]:8443/",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://u:p@example.org/",
        "file:///etc/passwd",
        "x",
        "",
    ] {
        let (status, problem) = post(&ann, "/api/me/alerts/devices", json!({ "endpoint": address })).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("address")),
            "{address}: {problem}"
        );
        let hook = json!({ "url": address, "form": "json" });
        assert_eq!(
            send(&ann, Method::PUT, "/api/me/alerts/hook", hook).await.0,
            422,
            "{address}"
        );
    }
    let (status, problem) = send(
        &ann,
        Method::PUT,
        "/api/me/alerts/mail",
        json!({ "address": "a@b.example" }),
    )
    .await;
    assert_eq!(
        (status, &problem["code"]),
        (409, &json!("no_mail")),
        "this server sends no letters"
    );
    for hours in [
        json!({ "zone": "Mars/Olympus", "quiet": null, "digest": 0 }),
        json!({ "zone": "UTC", "quiet": { "from": 5, "to": 5 }, "digest": 0 }),
        json!({ "zone": "UTC", "quiet": null, "digest": 1440 }),
    ] {
        assert_eq!(send(&ann, Method::PUT, "/api/me/alerts", hours).await.0, 422);
    }
    let (_, info) = get(&ann, "/api/me/alerts").await;
    assert_eq!(
        (&info["devices"], &info["hook"], &info["mail"]),
        (&json!([]), &Value::Null, &Value::Null)
    );
    assert_eq!(info["has_mail"], false);
    // No token may: it could lead letters and calls elsewhere.
    let token = done(
        &ann,
        "/api/me/tokens",
        json!({ "label": "x", "scopes": ["read", "play"] }),
    )
    .await;
    let program = server.stranger().with_header(
        "authorization",
        &format!("Bearer {}", token["secret"].as_str().unwrap()),
    );
    assert_eq!(get(&program, "/api/me/alerts").await.0, 403);
    assert_eq!(get(&program, "/api/me/waiting").await.0, 200);
}

/// What somebody does in secret calls nobody, and a game of one person and bots nobody either.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_by_a_call_what_others_do_and_bots_call_nobody() {
    let folder = Folder::new();
    let postbox = Postbox::start().await;
    let server = Running::start(calling(&folder.database(), &postbox)).await;
    let receiver = Receiver::start().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    hooked(&ann, &receiver, "/ann").await;
    hooked(&ben, &receiver, "/ben").await;
    let id = duel(&ann, &ben).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let told = receiver.posted();
    let over = alerts(&told)
        .into_iter()
        .filter(|alert| alert["kind"] == "over")
        .count();
    assert_eq!(over, 1, "whoever ended it knows");
    let words = serde_json::to_string(&alerts(&told)).unwrap();
    assert!(!words.contains("Ann, Ben") && words.contains(&id));
    let before = told.len();
    let solo = json!({ "game": "circuitous", "seats": [{ "kind": "me" }, { "kind": "bot", "level": "playful" }], "start": true });
    let made = done(&ann, "/api/tables", solo).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    for _ in 0..3 {
        crate::support::play_turn(&ann, &id).await;
    }
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(receiver.posted().len(), before);
    // Who goes for good leaves nothing of the sort.
    assert_eq!(send(&ben, Method::DELETE, "/api/me", Value::Null).await.0, 204);
    for _ in 0..400 {
        if folder.files_with(&receiver.url("/ben")).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!(
        "something of them is left in {:?}",
        folder.files_with(&receiver.url("/ben"))
    );
}
