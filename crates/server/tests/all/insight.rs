//! Insight into finished games.

use serde_json::json;

use crate::support::{Running, done, duel, get, play_out, post};

#[tokio::test(flavor = "multi_thread")]
async fn an_insight_is_worked_out_once_in_the_background_and_adds_up() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let made = done(
        &ann,
        "/api/tables",
        json!({ "game": "circuitous", "start": true }),
    )
    .await;
    let running = format!("/api/tables/{}/insight", made["table"]["id"].as_str().unwrap());
    assert_eq!(get(&ann, &running).await.1["code"], "not_over");
    assert_eq!(post(&ann, &running, json!({})).await.1["code"], "not_over");

    let id = duel(&ann, &ben).await;
    let path = format!("/api/tables/{id}/insight");
    assert_eq!(get(&ben, &path).await.1, json!({ "status": "none" }));
    assert_eq!(post(&server.stranger(), &path, json!({})).await.0, 401);
    let (first, second) = tokio::join!(post(&ann, &path, json!({})), post(&ben, &path, json!({})));
    assert_eq!((first.0, second.0), (202, 202), "{first:?} {second:?}");
    let mut seen = Vec::new();
    let ready = loop {
        let (_, told) = get(&ben, &path).await;
        match told["status"].as_str().unwrap() {
            "working" => seen.push(told["done"].as_u64().unwrap()),
            "ready" => break told["insight"].clone(),
            other => panic!("{other} after {seen:?}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert!(seen.is_sorted(), "{seen:?}");
    for player in ready["players"].as_array().unwrap() {
        let part = |name: &str| (player["points"][name].as_f64().unwrap() * 1000.0).round() as i64;
        let sum: i64 = ["start", "luck", "own", "others"].map(part).iter().sum();
        assert_eq!(sum, part("result"), "{player}");
    }
    let (_, whole) = get(&ben, &format!("/api/tables/{id}/replay?views=false")).await;
    assert_eq!(
        ready["steps"].as_array().unwrap().len() as u64,
        whole["of"].as_u64().unwrap()
    );
    for step in ready["steps"].as_array().unwrap() {
        let after = &whole["positions"][step["index"].as_u64().unwrap() as usize + 1];
        assert_eq!(
            (&after["seat"], &after["action"]),
            (&step["seat"], &step["action"])
        );
    }
    assert_eq!(
        post(&ann, &path, json!({})).await.1["insight"],
        ready,
        "it is kept"
    );
    let from = json!({ "from": { "table": id, "index": 2 }, "level": "gentle", "pace": 0 });
    let what_if = done(&ann, "/api/tables", from).await;
    let what_if = what_if["table"]["id"].as_str().unwrap();
    play_out(&ann, what_if).await;
    let refused = post(&ann, &format!("/api/tables/{what_if}/insight"), json!({})).await;
    assert_eq!(refused.1["code"], "from_position");
    server.stop().await;
}
