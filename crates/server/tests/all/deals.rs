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
