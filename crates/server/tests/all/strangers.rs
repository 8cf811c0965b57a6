//! A stranger, a spectator and another seat get nothing of a seat's secrets, from no route.

use bobbin_load::client::Client;
use serde_json::{Value, json};

use crate::routes::{Mind, Route, TABLE};
use crate::support::{Running, done, get, hearts, post, seen};

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_and_another_seat_get_nothing_of_a_seats_secrets() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({})).await;
    let stranger = server.stranger();
    let spectator = seen(&stranger, &id).await;
    assert_eq!(spectator["viewer"], "spectator");
    assert_eq!(spectator["legal"], json!([]));
    let outsider = server.guest("Eve").await;
    for client in [&stranger, &outsider, &guests[1]] {
        for path in ["", "/log", "/events"] {
            let (status, answer) = get(client, &format!("/api/tables/{id}{path}?seat=0")).await;
            assert_eq!(
                (status, &answer["code"]),
                (403, &json!("not_your_seat")),
                "{path}"
            );
        }
    }
    for client in [&outsider, &guests[1]] {
        for (path, body) in [
            ("actions", json!({ "seat": 0, "version": 1, "action": "pass 2C" })),
            ("undo", json!({ "seat": 0, "version": 1 })),
            ("why-not", json!({ "seat": 0, "picks": [] })),
            ("hint", json!({ "seat": 0 })),
            ("chat", json!({ "seat": 0, "text": "I am Ann" })),
            ("leave", json!({ "seat": 0 })),
            ("take-back", json!({ "seat": 0 })),
        ] {
            let (status, answer) = post(client, &format!("/api/tables/{id}/{path}"), body).await;
            assert_eq!(
                (status, &answer["code"]),
                (403, &json!("not_your_seat")),
                "{path}"
            );
        }
    }
    // What Ann chooses secretly is no event for Ben: not even that she chose.
    let before = seen(&guests[1], &id).await;
    let now = seen(&guests[0], &id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
    assert_eq!(
        post(&guests[0], &format!("/api/tables/{id}/actions"), body)
            .await
            .0,
        200
    );
    assert_eq!(seen(&guests[1], &id).await, before);
    assert_eq!(seen(&stranger, &id).await, spectator);
    let text: Value = seen(&guests[1], &id).await;
    assert_eq!(text["seats"][0].get("person"), None, "no id of a person is told");
    server.stop().await;
}

/// Everything that a client is told by all routes about a table, in one text.
async fn everything(client: &Client, id: &str, tries: &[String]) -> Vec<(String, String)> {
    let version = seen(client, id).await["version"].clone();
    let mind = Mind {
        seats: 4,
        version,
        tries,
        picks: &[json!([]), json!(["moon"])],
        is_last: true,
    };
    let mut told = Vec::new();
    for route in Route::all() {
        for (path, body) in mind.requests(route) {
            let path = path.replace(TABLE, id);
            let body = body.map(|body| body.to_string().replace(TABLE, id).into());
            let answered = client.send(route.method.clone(), &path, body).await.unwrap();
            let headers = format!("{:?}", answered.headers);
            let body = String::from_utf8_lossy(&answered.body).into_owned();
            told.push((format!("{} {path}", route.name()), format!("{headers}\n{body}")));
        }
    }
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_others_what_a_seat_holds_or_who_sits_there() {
    let folder = crate::support::Folder::new();
    let server = Running::start(crate::support::settings(&folder.database())).await;
    let (id, guests) = hearts(&server, json!({ "listed": true })).await;
    // What Ann holds: her actions name it, and her view does.
    let now = seen(&guests[0], &id).await;
    let hers: Vec<String> = now["legal"]
        .as_array()
        .unwrap()
        .iter()
        .map(|legal| legal["action"].as_str().unwrap().to_owned())
        .collect();
    assert!(hers.len() > 10, "{now}");
    let done_by_ann = json!({ "version": now["version"], "action": hers[0] });
    done(&guests[0], &format!("/api/tables/{id}/actions"), done_by_ann).await;
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let mut secrets = Vec::new();
    for name in ["Ann", "Ben", "Cleo", "Dan"] {
        secrets.push(store.people(name, 1).await.unwrap().remove(0).id);
    }
    let log = store.entries(&id, 0).await.unwrap();
    let plan: Value = serde_json::from_str(&log[0].body).unwrap();
    secrets.push(plan["seed"].as_str().unwrap().to_owned());
    store.close().await;
    let outsider = server.guest("Eve").await;
    for (who, client) in [
        ("a stranger", &server.stranger()),
        ("someone who watches", &outsider),
        ("another seat", &guests[1]),
    ] {
        // Nobody sends what Ann did; that it comes in an answer can only be a leak.
        for (what, text) in everything(client, &id, &["dance".to_owned()]).await {
            for secret in &secrets {
                assert!(
                    !text.contains(secret.as_str()),
                    "{who}: {what} tells {secret}: {text}"
                );
            }
            assert!(
                !text.contains(&format!("\"{}\"", hers[0])),
                "{who}: {what} tells what Ann chose: {text}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_tells_what_an_action_would_come_to_and_changes_nothing() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let wish = json!({ "game": "knitting-circle", "options": { "players": "2" } });
    let made = done(&ann, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{id}/preview");
    assert_eq!(
        post(&ann, &path, json!({ "actions": [] })).await.1["code"],
        "not_begun"
    );
    done(&ben, &format!("/api/tables/{id}/join"), json!({})).await;
    done(&ann, &format!("/api/tables/{id}/start"), json!({})).await;
    let both = [ann, ben];
    let mut sure = 0;
    for _ in 0..12 {
        let mut turn = None;
        for client in &both {
            let now = seen(client, &id).await;
            if now["legal"].as_array().is_some_and(|legal| !legal.is_empty()) {
                turn = Some((client, now));
                break;
            }
        }
        let (client, now) = turn.expect("somebody is to act");
        let action = now["legal"][0]["action"].clone();
        let (status, lines) = post(client, &path, json!({ "actions": [action], "next": true })).await;
        assert_eq!(status, 200, "{lines}");
        let line = &lines[0];
        assert_eq!((&line["action"], &line["is_legal"]), (&action, &json!(true)));
        assert_eq!(seen(client, &id).await, now, "nothing has changed");
        let body = json!({ "version": now["version"], "action": action });
        done(client, &format!("/api/tables/{id}/actions"), body).await;
        if line["is_sure"] == json!(true) {
            // What it told is what came.
            let mut then = now["view"].clone();
            for change in line["changes"].as_array().unwrap() {
                *then.pointer_mut(change["path"].as_str().unwrap()).unwrap() = change["to"].clone();
            }
            let came = seen(client, &id).await;
            assert_eq!(came["view"], then, "{line}");
            assert_eq!(came["legal"], line["next"]);
            sure += 1;
        }
    }
    assert!(sure > 0, "some actions are sure");
    let (status, lines) = post(&both[0], &path, json!({ "actions": ["dance"] })).await;
    assert_eq!((status, &lines["code"]), (422, &json!("no_action")));
    let many = vec!["dance"; 65];
    assert_eq!(post(&both[0], &path, json!({ "actions": many })).await.0, 422);
    assert_eq!(
        post(&both[0], &path, json!({ "seat": 1, "actions": [] })).await.0,
        403
    );
    assert_eq!(
        post(&server.stranger(), &path, json!({ "actions": [] })).await.0,
        401
    );
    let outsider = server.guest("Eve").await;
    assert_eq!(post(&outsider, &path, json!({ "actions": [] })).await.0, 403);
    assert_eq!(get(&outsider, &path).await.0, 405);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_about_a_table_of_todays_deal_is_closed_to_those_who_have_not_played_it() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    for game in ["knitting-circle", "arch-ravels", "circuitous"] {
        let made = done(&ann, &format!("/api/daily/{game}"), json!({})).await;
        let id = made["table"].as_str().unwrap();
        let mind = Mind {
            seats: 2,
            version: json!(1),
            tries: &["dance".to_owned()],
            picks: &[json!([])],
            is_last: true,
        };
        let about_tables = Route::all().iter().filter(|route| route.path.contains("{table}"));
        for route in about_tables {
            for (path, body) in mind.requests(route) {
                for client in [&ben, &server.stranger()] {
                    let body = body.clone().map(|body| body.to_string().into());
                    let path = path.replace(TABLE, id);
                    let answered = client.send(route.method.clone(), &path, body).await.unwrap();
                    assert_eq!(
                        (answered.status.as_u16(), &answered.json()["code"]),
                        (403, &json!("daily")),
                        "{} {path}",
                        route.name()
                    );
                }
            }
        }
        let from = json!({ "from": { "table": id, "index": 0 } });
        assert_eq!(post(&ben, "/api/tables", from).await.1["code"], "daily");
    }
    server.stop().await;
}
