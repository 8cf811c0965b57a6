//! Daily deals.

use bobbin_game::Seed;
use bobbin_load::client::Client;
use bobbin_store::testing::Postgres;
use bobbin_store::{Append, ChainHash, Document, TableRow};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, play_out, post, settings};

const TITLES: [&str; 3] = ["knitting-circle", "arch-ravels", "circuitous"];

/// Where someone plays today's deal of a title.
pub(crate) async fn daily_table(client: &Client, game: &str) -> String {
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
async fn the_same_holds_on_postgresql() {
    let postgres = Postgres::start();
    a_daily_deal_is_a_secret(&postgres.database("daily")).await;
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
        "/opening",
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
            calls: Vec::new(),
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
