//! Tables that were made for another version of the rules.

use bobbin_store::{Append, ChainHash};
use serde_json::{Value, json};

use crate::support::{Folder, Running, get, hearts, post, seen, settings, step};

/// Copies a table to another id, as if it had been made by older rules that kept no digests.
async fn aged(folder: &Folder, from: &str, to: &str) {
    let without = |body: &mut Value| {
        body.as_object_mut().unwrap().remove("digest");
    };
    aged_with(folder, from, to, without).await;
}

/// The same with its entries changed.
async fn aged_with(folder: &Folder, from: &str, to: &str, change: impl Fn(&mut Value)) {
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let row = store.table(from).await.unwrap().unwrap();
    let mut previous = ChainHash::START;
    for entry in store.entries(from, 0).await.unwrap() {
        let mut body: Value = serde_json::from_str(&entry.body).unwrap();
        if entry.index == 0 {
            body["rules"] = json!(body["rules"].as_u64().unwrap() + 1);
        }
        change(&mut body);
        let append = Append {
            table: to.to_owned(),
            index: entry.index,
            previous,
            at: entry.at,
            body: body.to_string(),
            row: Some(bobbin_store::TableRow {
                id: to.to_owned(),
                ..row.clone()
            }),
            people: None,
            calls: Vec::new(),
        };
        previous = append.hash();
        store.append(append).await.unwrap();
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_table_ends_without_a_result_when_the_rules_have_changed_and_its_record_stays_readable() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (id, guests) = hearts(&server, json!({})).await;
    for _ in 0..6 {
        step(&guests, &id).await;
    }
    let before = seen(&guests[0], &id).await;
    aged(&folder, &id, "old").await;
    let (status, old) = get(&guests[0], "/api/tables/old").await;
    assert_eq!(
        (status, &old["table"]["status"], &old["table"]["ended"]),
        (200, &json!("over"), &json!("outdated")),
        "{old}"
    );
    assert_eq!(old["table"]["your_seats"], json!([0]));
    assert!(old["table"]["seed"].is_string(), "nothing is secret any more");
    assert_eq!(
        (&old["now"]["view"], &old["now"]["outcome"]),
        (&Value::Null, &Value::Null)
    );
    let body = json!({ "version": before["version"], "action": "play 2C" });
    let (status, answer) = post(&guests[0], "/api/tables/old/actions", body).await;
    assert_eq!((status, &answer["code"]), (409, &json!("over")), "{answer}");
    let (_, record) = get(&guests[1], "/api/tables/old/record").await;
    assert_eq!(record["entries"].as_array().unwrap().len(), 6);
    assert_eq!(record["names"][0], "Ann");
    let text = guests[1].get("/api/tables/old/record.txt").await.unwrap().body;
    let text: bobbin_game::Record = String::from_utf8(text.to_vec()).unwrap().parse().unwrap();
    assert_eq!(text.entries.len(), 6);
    let (status, answer) = get(&guests[1], "/api/tables/old/positions/3").await;
    assert_eq!(
        (status, &answer["code"]),
        (409, &json!("not_playable")),
        "{answer}"
    );
    // The stream says so, also to those who come back.
    for after in [None, Some(2)] {
        let mut events = guests[0].events("/api/tables/old/events", after).await.unwrap();
        let (_, event) = events.next().await.unwrap();
        let event: Value = serde_json::from_slice(&event).unwrap();
        assert_eq!(event["now"]["status"], "over");
    }
    // The table of today goes on.
    assert_eq!(seen(&guests[0], &id).await["status"], "running");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_over_before_the_rules_changed_keeps_its_record_and_its_line_in_lists() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (id, guests) = hearts(&server, json!({ "listed": true })).await;
    while step(&guests, &id).await {}
    aged(&folder, &id, "old").await;
    let (_, old) = get(&guests[0], "/api/tables/old").await;
    assert_eq!(
        (&old["table"]["status"], &old["table"]["ended"]),
        (&json!("over"), &Value::Null),
        "it ended by its rules"
    );
    let (_, record) = get(&guests[1], "/api/tables/old/record").await;
    assert!(record["entries"].as_array().unwrap().len() > 50);
    let (status, _) = post(
        &guests[0],
        "/api/tables/old/chat",
        json!({ "text": "well played" }),
    )
    .await;
    assert_eq!(status, 200);
    let (_, list) = get(&guests[0], "/api/tables?status=over").await;
    let line = |id: &str| {
        let lines = list.as_array().unwrap();
        lines.iter().find(|line| line["id"] == id).unwrap()["winners"].clone()
    };
    assert_eq!(line("old"), line(&id), "who won stays known");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_by_newer_rules_that_make_the_same_of_all_that_was_done() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (id, guests) = hearts(&server, json!({})).await;
    for _ in 0..20 {
        step(&guests, &id).await;
    }
    let before = seen(&guests[2], &id).await;
    aged_with(&folder, &id, "same", |_| {}).await;
    let now = seen(&guests[2], "same").await;
    assert_eq!(
        (&now["status"], &now["view"]),
        (&json!("running"), &before["view"])
    );
    assert!(step(&guests, "same").await, "it can be played on");
    // One action of which the newer rules make something else.
    let other = |body: &mut Value| {
        if body["kind"] == "played" && body["seat"] == 1 {
            body["digest"] = json!("0000000000000000");
        }
    };
    aged_with(&folder, &id, "other", other).await;
    let (_, ended) = get(&guests[0], "/api/tables/other").await;
    assert_eq!(ended["table"]["ended"], "outdated");
    server.stop().await;
}
