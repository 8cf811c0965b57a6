//! Bodies of requests that were valid, with a few edits: whatever comes, the server answers, and what it refuses
//! changes nothing.

use bobbin_load::client::Client;
use bobbin_testkit::{edited, fuzz};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Running, done, hearts, seen};

/// Requests that are valid or nearly so: a method, a path, a body.
fn requests(table: &str, record: &str) -> Vec<(Method, String, String)> {
    let at = |path: &str| format!("/api/tables/{table}/{path}");
    let proof = json!({ "id": "AAAA", "response": {
        "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0", "authenticatorData": "AAAA", "signature": "AAAA", "userHandle": "AAAA",
    } });
    let new_passkey = json!({ "label": "My phone", "response": {
        "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", "authenticatorData": "AAAA",
    } });
    let seats = json!([{ "kind": "me" }, { "kind": "guest", "name": "Bo" }, { "kind": "bot", "level": "gentle" }, { "kind": "open" }]);
    let plan = json!({ "game": "hearts", "options": { "pass": "left" }, "seats": seats, "start": false });
    let what_if = json!({ "from": { "table": table, "index": 3 }, "seat": 0, "level": "gentle" });
    let content = json!({ "game": "circuitous", "options": { "players": "3" }, "content": "0".repeat(64), "lesson": false });
    let post = |path: String, body: Value| (Method::POST, path, body.to_string());
    vec![
        post(
            at("actions"),
            json!({ "seat": 0, "version": 0, "action": "pass 2C", "key": "a" }),
        ),
        post(at("undo"), json!({ "seat": 0, "version": 1, "key": "b" })),
        post(
            at("why-not"),
            json!({ "seat": 0, "picks": ["card:2C", "card:3C"] }),
        ),
        post(
            at("preview"),
            json!({ "seat": 0, "actions": ["pass 2C", "pass 3C"], "next": true }),
        ),
        post(at("chat"), json!({ "seat": 0, "text": "Hello there" })),
        post(at("join"), json!({ "seat": 3 })),
        post(at("remove"), json!({ "seat": 2 })),
        post(at("bot"), json!({ "seat": 2, "level": "gentle" })),
        post(at("seats/1/distance"), json!({ "distance": "mute" })),
        post(at("seats/1/report"), json!({ "text": "Hm." })),
        post("/api/tables".to_owned(), plan),
        post("/api/tables".to_owned(), what_if),
        post("/api/tables".to_owned(), content),
        post("/api/guests".to_owned(), json!({ "name": "Eve Lee" })),
        (
            Method::PATCH,
            "/api/me".to_owned(),
            json!({ "name": "Ann" }).to_string(),
        ),
        post(
            "/api/me/tokens".to_owned(),
            json!({ "label": "x", "scopes": ["read", "play"] }),
        ),
        post(
            "/api/me/passkeys/challenge".to_owned(),
            json!({ "old": "password", "passkey": proof }),
        ),
        post("/api/me/passkeys".to_owned(), new_passkey),
        post("/api/sign-in/passkey".to_owned(), proof),
        (Method::POST, "/api/records".to_owned(), record.to_owned()),
    ]
}

#[test]
fn any_body_is_answered_and_what_is_refused_changes_nothing() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(Running::fresh());
    let (table, guests) = runtime.block_on(hearts(&server, json!({})));
    let ann: Client = guests[0].clone().with_header("origin", &server.url);
    let record = "bobbin-record 1\ngame hearts\nrules 1\n";
    let requests = requests(&table, record);
    let bodies = requests.iter().map(|(_, _, body)| body.clone()).collect();
    let taken = fuzz(600, &edited(bodies), |(number, body)| {
        let (method, path, _) = &requests[*number];
        runtime.block_on(async {
            let before = seen(&ann, &table).await;
            let answered = ann.send(method.clone(), path, Some(body.clone().into_bytes().into()));
            let answered = answered.await.unwrap();
            let (status, answer) = (answered.status.as_u16(), answered.json());
            assert!(status < 500, "{method} {path}: {status} {answer}");
            if status < 300 {
                return true;
            }
            assert!(answer["code"].is_string(), "{method} {path}: {status} {answer}");
            assert_eq!(
                seen(&ann, &table).await,
                before,
                "{method} {path}: {status} {answer}"
            );
            false
        })
    });
    assert!(taken > 10, "{taken}");
    runtime.block_on(async {
        done(
            &ann,
            &format!("/api/tables/{table}/chat"),
            json!({ "text": "Still here" }),
        )
        .await;
        server.stop().await;
    });
}
