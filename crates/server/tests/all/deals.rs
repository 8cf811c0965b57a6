//! Deals that a test names.

use bobbin_server::Settings;
use serde_json::{Value, json};

use crate::support::{Folder, Running, settings};

async fn commitment(server: &Running, deal: &str) -> Value {
    let guest = server.guest("Ann").await.with_header("x-bobbin-deal", deal);
    let made = crate::support::done(&guest, "/api/tables", json!({ "game": "hearts" })).await;
    made["table"]["commitment"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_named_only_where_the_server_lets_it() {
    let folder = Folder::new();
    let usual = Running::start(settings(&folder.database())).await;
    assert_ne!(commitment(&usual, "one").await, commitment(&usual, "one").await);
    let folder = Folder::new();
    let testing = Running::start(Settings {
        named_deals: true,
        ..settings(&folder.database())
    })
    .await;
    let one = commitment(&testing, "one").await;
    assert_eq!(one, commitment(&testing, "one").await);
    assert_ne!(one, commitment(&testing, "another").await);
}

/// What was done at a table of this deal, played to its end by bots: we get up at once.
async fn played(server: &Running, deal: &str) -> Value {
    let guest = server.guest("Ann").await.with_header("x-bobbin-deal", deal);
    let bot = json!({ "kind": "bot", "level": "gentle" });
    let wish = json!({
        "game": "circuitous", "options": { "players": "2" }, "seats": [{ "kind": "me" }, bot], "start": true,
        "pace": 0, "level": "gentle",
    });
    let made = crate::support::done(&guest, "/api/tables", wish).await;
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    crate::support::done(&guest, &format!("{table}/leave"), json!({})).await;
    loop {
        let seen = crate::support::get(&guest, &table).await.1;
        if seen["table"]["status"] == "over" {
            return seen["now"]["outcome"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Tests that wait for a certain ending must not hang on how fast a machine is.
#[tokio::test(flavor = "multi_thread")]
async fn a_named_deal_is_played_alike_by_bots() {
    let folder = Folder::new();
    let testing = Running::start(Settings {
        named_deals: true,
        ..settings(&folder.database())
    })
    .await;
    let (one, again) = tokio::join!(played(&testing, "one"), played(&testing, "one"));
    assert_eq!(one, again);
}
