//! Someone goes for good.

use bobbin_catalog::Replay;
use bobbin_game::Record;
use bobbin_store::testing::Postgres;
use bobbin_store::{Append, ChainHash, TableRow};
use hyper::Method;
use serde_json::json;

use crate::daily::daily_table;
use crate::support::{Folder, Running, done, duel, get, settings, solo};

#[tokio::test(flavor = "multi_thread")]
async fn of_someone_who_left_nothing_is_kept_and_the_others_keep_their_games() {
    nothing_is_kept_of_someone_who_left(&Folder::new().database()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_holds_on_postgresql() {
    let postgres = Postgres::start();
    nothing_is_kept_of_someone_who_left(&postgres.database("left")).await;
}

/// The same game once more, as if it had been played by rules that have changed since.
async fn keep_a_game_of_other_rules(store: &dyn bobbin_store::Store, table: &str, person: &str) {
    let row = store.table(table).await.unwrap().unwrap();
    let mut previous = ChainHash::START;
    for entry in store.entries(table, 0).await.unwrap() {
        let append = Append {
            table: "outdated".to_owned(),
            index: entry.index,
            previous,
            at: entry.at,
            body: entry.body.replace("\"rules\":", "\"rules\":99"),
            row: Some(TableRow {
                id: "outdated".to_owned(),
                ..row.clone()
            }),
            people: Some(vec![person.to_owned()]),
            calls: Vec::new(),
        };
        previous = append.hash();
        store.append(append).await.unwrap();
    }
}

async fn nothing_is_kept_of_someone_who_left(database: &str) {
    let server = Running::start(settings(database)).await;
    let (ann, ben) = (server.guest("Annabella").await, server.guest("Ben").await);
    let over = duel(&ann, &ben).await;
    solo(&ann).await;
    daily_table(&ann, "circuitous").await;
    let store = bobbin_store::open(database).await.unwrap();
    let person = store.people("Annabella", 1).await.unwrap().remove(0).id;
    let filter = bobbin_store::TableFilter {
        person: Some(person.clone()),
        limit: 100,
        ..bobbin_store::TableFilter::default()
    };
    keep_a_game_of_other_rules(&*store, &over, &person).await;
    let tables = store.tables(&filter).await.unwrap();
    assert_eq!(tables.len(), 4);
    let before = get(&ben, "/api/me/statistics").await.1;
    let chat = json!({ "text": "good game" });
    done(&ann, &format!("/api/tables/{over}/chat"), chat).await;

    assert_eq!(
        ann.send(Method::DELETE, "/api/me", None).await.unwrap().status,
        204
    );
    assert_eq!(get(&ann, "/api/me").await.0, 401);
    for table in &tables {
        for entry in store.entries(&table.id, 0).await.unwrap() {
            assert!(
                !entry.body.contains(&person) && !entry.body.contains("Annabella"),
                "{}",
                entry.body
            );
        }
        let row = store.table(&table.id).await.unwrap().unwrap();
        assert!(
            !row.summary.contains(&person) && !row.summary.contains("Annabella"),
            "{}",
            row.summary
        );
    }
    assert_eq!(store.tables(&filter).await.unwrap(), []);
    let (sender, mut rows) = tokio::sync::mpsc::channel(100_000);
    store.export(sender).await.unwrap();
    while let Some(row) = rows.recv().await {
        let row = format!("{row:?}");
        assert!(!row.contains(&person) && !row.contains("Annabella"), "{row}");
    }
    store.close().await;

    let (_, record) = get(&ben, &format!("/api/tables/{over}/record")).await;
    assert_eq!(record["names"], json!(["someone who left", "Ben"]));
    let (_, said) = get(&ben, &format!("/api/tables/{over}/chat")).await;
    assert_eq!(said[0]["name"], "someone who left");
    let after = get(&ben, "/api/me/statistics").await.1;
    assert_eq!(after["games"][0]["history"], before["games"][0]["history"]);
    assert_eq!(after["games"][0]["games"], 1);
    // The record still proves itself.
    let text = ben.get(&format!("/api/tables/{over}/record.txt")).await.unwrap();
    let record: Record = String::from_utf8(text.body.to_vec()).unwrap().parse().unwrap();
    let game = bobbin_catalog::find("circuitous").unwrap();
    assert!(game.replay(&record, Replay::default()).is_ok());
    server.stop().await;
}
