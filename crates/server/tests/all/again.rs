//! Reasons to come back: daily deals, insight, and saying goodbye to all of it.

use bobbin_catalog::Replay;
use bobbin_game::{Record, Seed};
use bobbin_load::client::Client;
use bobbin_store::testing::Postgres;
use bobbin_store::{Append, ChainHash, Document, TableRow};
use hyper::Method;
use serde_json::{Value, json};

use crate::after::{duel, play_out, solo};
use crate::support::{Folder, Running, done, get, post, settings};

const TITLES: [&str; 3] = ["knitting-circle", "arch-ravels", "circuitous"];

async fn daily_table(client: &Client, game: &str) -> String {
    let made = done(client, &format!("/api/daily/{game}"), json!({})).await;
    made["table"].as_str().unwrap().to_owned()
}

/// The deal of a title, as someone sees it.
async fn deal(client: &Client, game: &str) -> Value {
    let (status, daily) = get(client, "/api/daily").await;
    assert_eq!(status, 200, "{daily}");
    let deals = daily["deals"].as_array().unwrap();
    deals.iter().find(|deal| deal["game"] == game).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_profiles_get_the_same_daily_deal_and_one_attempt_each() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    for game in TITLES {
        let (a, b) = (daily_table(&ann, game).await, daily_table(&ben, game).await);
        assert_ne!(a, b);
        let both = tokio::join!(daily_table(&ann, game), daily_table(&ann, game));
        assert_eq!(both, (a.clone(), a.clone()), "there is one attempt");
        let (_, hers) = get(&ann, &format!("/api/tables/{a}")).await;
        let (_, his) = get(&ben, &format!("/api/tables/{b}")).await;
        assert_eq!(hers["table"]["kind"], "daily");
        assert_eq!(hers["table"]["commitment"], his["table"]["commitment"], "{game}");
        assert_eq!(hers["now"]["view"], his["now"]["view"], "{game}");
        assert_eq!(hers["now"]["legal"], his["now"]["legal"], "{game}");
        assert_eq!(
            hers["now"]["seats"].as_array().unwrap().len() == 1,
            game == "knitting-circle"
        );
        let alone = deal(&ann, game).await;
        assert_eq!(
            alone["mine"],
            json!({ "table": a, "status": "running", "score": null })
        );
        assert_eq!(alone["board"], Value::Null);
    }
    assert_eq!(post(&ann, "/api/daily/hearts", json!({})).await.0, 404);
    assert_eq!(
        post(&server.stranger(), "/api/daily/circuitous", json!({}))
            .await
            .0,
        401
    );
    for date in ["2999-01-01", "yesterday", "1999-12-31"] {
        assert_eq!(
            get(&ann, &format!("/api/daily?date={date}")).await.1["code"],
            "date"
        );
    }
    assert_eq!(
        get(&ann, "/api/daily?date=2026-01-02").await.1["deals"][0]["board"],
        json!([])
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_for_from_several_devices_at_once_a_deal_is_begun_once_and_for_all_of_them() {
    let server = Running::fresh().await;
    for number in 0..40 {
        let cleo = server.guest(&format!("Cleo {number}")).await;
        let asked: Vec<_> = (0..6)
            .map(|_| {
                let cleo = cleo.clone();
                tokio::spawn(async move {
                    let table = daily_table(&cleo, "circuitous").await;
                    let (_, seen) = get(&cleo, &format!("/api/tables/{table}")).await;
                    assert_eq!(seen["table"]["status"], "running");
                    table
                })
            })
            .collect();
        let mut tables = Vec::new();
        for table in asked {
            tables.push(table.await.unwrap());
        }
        tables.dedup();
        assert_eq!(tables.len(), 1);
        let (_, mine) = get(&cleo, "/api/tables?mine=true").await;
        assert_eq!(mine.as_array().unwrap().len(), 1);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_nobody_came_to_make_a_table_for_can_be_played_still() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    let (_, daily) = get(&ann, "/api/daily").await;
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let person = store.people("Ann", 1).await.unwrap().remove(0).id;
    let claim = Document {
        kind: format!("daily {} circuitous", daily["date"].as_str().unwrap()),
        id: person.clone(),
        person: Some(person),
        body: json!({ "table": "daily-claimed" }).to_string(),
        created_at: 1,
    };
    store.add_document(&claim).await.unwrap();
    store.close().await;
    assert_eq!(deal(&ann, "circuitous").await["mine"], Value::Null);
    assert_eq!(daily_table(&ann, "circuitous").await, "daily-claimed");
    assert_eq!(deal(&ann, "circuitous").await["mine"]["status"], "running");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_deal_is_a_secret_from_those_who_have_not_played_it_and_its_seed_from_all() {
    a_daily_deal_is_a_secret(&Folder::new().database()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_someone_who_left_nothing_is_kept_and_the_others_keep_their_games() {
    nothing_is_kept_of_someone_who_left(&Folder::new().database()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_holds_on_postgresql() {
    let postgres = Postgres::start();
    a_daily_deal_is_a_secret(&postgres.database("daily")).await;
    nothing_is_kept_of_someone_who_left(&postgres.database("left")).await;
}

async fn a_daily_deal_is_a_secret(database: &str) {
    const GAME: &str = "knitting-circle";
    let server = Running::start(settings(database)).await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let (hers, his) = (daily_table(&ann, GAME).await, daily_table(&ben, GAME).await);
    let hint = post(&ann, &format!("/api/tables/{hers}/hint"), json!({})).await;
    assert_eq!(hint.1["code"], "hints_off");
    let leave = post(&ann, &format!("/api/tables/{hers}/leave"), json!({})).await;
    assert_eq!((leave.0, &leave.1["code"]), (409, &json!("daily")));
    play_out(&ann, &hers).await;

    let table = async |client: &Client, path: &str| get(client, &format!("/api/tables/{hers}{path}")).await;
    let routes = [
        "",
        "?seat=spectator",
        "/log",
        "/chat",
        "/events",
        "/record",
        "/record.txt",
        "/positions/0",
        "/positions/1?seat=everything",
        "/replay",
        "/positions/0/picture.svg",
        "/insight",
    ];
    for client in [&server.stranger(), &ben] {
        for path in routes {
            let (status, answer) = table(client, path).await;
            assert_eq!((status, &answer["code"]), (403, &json!("daily")), "{path}");
        }
        // However the id is written.
        let encoded = format!("/api/tables/{}/record", hers.replace('-', "%2D"));
        assert_eq!(get(client, &encoded).await.0, 403);
    }
    let from = json!({ "from": { "table": hers, "index": 0 } });
    assert_eq!(post(&ben, "/api/tables", from.clone()).await.1["code"], "daily");
    assert_eq!(deal(&ben, GAME).await["board"], Value::Null);
    assert_eq!(deal(&server.stranger(), GAME).await["board"], Value::Null);

    // Who has played sees boards and games, and still no seed.
    let over = deal(&ann, GAME).await;
    assert_eq!(over["mine"]["status"], "over");
    assert_eq!(over["board"][0]["name"], "Ann");
    assert_eq!(over["board"][0]["you"], true);
    assert_eq!(over["board"][0]["score"], over["mine"]["score"]);
    assert_eq!(get(&ann, &format!("/api/tables/{his}")).await.0, 200);
    play_out(&ben, &his).await;
    assert_eq!(table(&ben, "/positions/1?seat=everything").await.0, 200);
    assert_eq!(post(&ben, "/api/tables", from).await.0, 201);
    for client in [&ann, &ben] {
        assert_eq!(table(client, "").await.1["table"]["seed"], Value::Null);
        assert_eq!(table(client, "/record").await.1["seed"], Value::Null);
        let text = client
            .get(&format!("/api/tables/{hers}/record.txt"))
            .await
            .unwrap();
        assert!(!String::from_utf8_lossy(&text.body).contains("\nseed "));
        for export in ["/api/me/games.txt", "/api/me/games.json"] {
            let text = client.get(export).await.unwrap();
            let text = String::from_utf8_lossy(&text.body).into_owned();
            assert!(text.contains("knitting-circle"), "{text}");
            assert!(
                !text.contains("\nseed ") && !text.contains("\"seed\":\""),
                "{text}"
            );
        }
    }
    let board = deal(&ben, GAME).await["board"].clone();
    assert_eq!(board.as_array().unwrap().len(), 2);

    look_when_the_day_is_over(&server, database, &hers).await;

    // Ann goes: her score stays, she does not.
    assert_eq!(
        ann.send(Method::DELETE, "/api/me", None).await.unwrap().status,
        204
    );
    let after = deal(&ben, GAME).await["board"].clone();
    let lines = |board: &Value, part: &str| -> Vec<Value> {
        let lines = board.as_array().unwrap().iter();
        lines.map(|line| line[part].clone()).collect()
    };
    let names = lines(&after, "name");
    assert!(
        names.contains(&json!("someone who left")) && names.contains(&json!("Ben")),
        "{names:?}"
    );
    assert_eq!(lines(&after, "score"), lines(&board, "score"));
    let (_, record) = table(&ben, "/record").await;
    assert_eq!(record["names"], json!(["someone who left"]));
    server.stop().await;
}

/// The same game as if its day were over: everybody may look, and the seed is told and proves the commitment.
async fn look_when_the_day_is_over(server: &Running, database: &str, table: &str) {
    let store = bobbin_store::open(database).await.unwrap();
    let (row, log) = (
        store.table(table).await.unwrap(),
        store.entries(table, 0).await.unwrap(),
    );
    let today = get(&server.stranger(), "/api/daily").await.1["date"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut previous = ChainHash::START;
    for entry in log {
        let append = Append {
            table: "daily-old".to_owned(),
            index: entry.index,
            previous,
            at: entry.at,
            body: entry.body.replace(&today, "2026-01-02"),
            row: row.clone().map(|row| TableRow {
                id: "daily-old".to_owned(),
                ..row
            }),
            people: None,
        };
        previous = append.hash();
        store.append(append).await.unwrap();
    }
    store.close().await;
    let (status, old) = get(&server.stranger(), "/api/tables/daily-old/record").await;
    assert_eq!(status, 200, "{old}");
    let seed: Seed = old["seed"].as_str().unwrap().parse().unwrap();
    assert_eq!(old["commitment"], seed.commitment().to_string());
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
