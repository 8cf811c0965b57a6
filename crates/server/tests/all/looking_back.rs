//! First games, looking back, "what if", and records from elsewhere.

use bobbin_load::client::Client;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Running, done, duel, get, play_out, play_turn, post, seen, solo};

async fn text(client: &Client, path: &str) -> String {
    let answered = client.get(path).await.unwrap();
    assert_eq!(answered.status, 200, "{path}");
    String::from_utf8(answered.body.to_vec()).unwrap()
}

async fn bring(client: &Client, record: impl Into<Vec<u8>>) -> (u16, Value) {
    let record: Vec<u8> = record.into();
    let answered = client
        .send(Method::POST, "/api/records", Some(record.into()))
        .await
        .unwrap();
    (answered.status.as_u16(), answered.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_first_game_everybody_gets_the_same_deal_and_the_same_answers() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    for game in ["knitting-circle", "arch-ravels", "circuitous"] {
        let mut tables = Vec::new();
        for guest in [&ann, &ben] {
            let made = done(
                guest,
                "/api/tables",
                json!({ "game": game, "lesson": true, "pace": 0 }),
            )
            .await;
            assert_eq!(made["table"]["kind"], "lesson");
            assert_eq!(made["now"]["seats"][1]["level"], "gentle");
            assert_eq!(made["now"]["status"], "running");
            tables.push(made["table"]["id"].as_str().unwrap().to_owned());
        }
        for _ in 0..25 {
            for (guest, table) in [(&ann, &tables[0]), (&ben, &tables[1])] {
                play_turn(guest, table).await;
            }
        }
        let mut waiting = Vec::new();
        for (guest, table) in [(&ann, &tables[0]), (&ben, &tables[1])] {
            let mut now = seen(guest, table).await;
            while now["legal"] == json!([]) && now["status"] != "over" {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                now = seen(guest, table).await;
            }
            waiting.push(now);
        }
        assert_eq!(waiting[0]["view"], waiting[1]["view"], "{game}");
        play_out(&ann, &tables[0]).await;
    }
    let (status, answer) = post(&ann, "/api/tables", json!({ "game": "hearts", "lesson": true })).await;
    assert_eq!((status, &answer["code"]), (422, &json!("lesson")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_looked_back_at_page_by_page_and_played_on_from_any_position() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let made = done(
        &ann,
        "/api/tables",
        json!({ "game": "circuitous", "start": true }),
    )
    .await;
    let running = made["table"]["id"].as_str().unwrap();
    let id = duel(&ann, &ben).await;
    let at = |rest: &str| format!("/api/tables/{id}{rest}");
    let (_, whole) = get(&ben, &at("/replay?seat=1&views=false")).await;
    let of = whole["of"].as_u64().unwrap();
    assert_eq!(whole["positions"].as_array().unwrap().len() as u64, of + 1);
    assert_eq!(whole["positions"][0]["view"], Value::Null);
    let mut index = 0;
    while index <= of {
        let (_, page) = get(&ben, &at(&format!("/replay?seat=1&from={index}&count=7"))).await;
        let positions = page["positions"].as_array().unwrap();
        assert_eq!(positions.len() as u64, 7.min(of + 1 - index));
        // The page is exactly the positions one by one.
        let (_, one) = get(&ben, &at(&format!("/positions/{index}?seat=1"))).await;
        assert_eq!(positions[0], one);
        let mut bare = one.clone();
        bare["view"] = Value::Null;
        assert_eq!(whole["positions"][index as usize], bare);
        index += positions.len() as u64;
    }
    let (_, last) = get(&ben, &at(&format!("/positions/{of}?seat=everything"))).await;
    assert!(last["outcome"].is_object() && last["standing"] == json!(of));
    assert_eq!(get(&ben, &at(&format!("/replay?from={}", of + 1))).await.0, 404);
    let drawn = ben.get(&at("/positions/3/picture.svg?seat=1")).await.unwrap();
    assert_eq!(drawn.headers["content-type"], "image/svg+xml");
    assert!(drawn.body.starts_with(b"<svg"), "{:?}", drawn.body);

    // While a game is under way nothing of it is told by these routes.
    for path in ["/replay", "/positions/0/picture.svg", "/record.txt"] {
        let (status, answer) = get(&ann, &format!("/api/tables/{running}{path}")).await;
        assert_eq!((status, &answer["code"]), (409, &json!("not_over")), "{path}");
    }
    let from = json!({ "from": { "table": running, "index": 0 } });
    assert_eq!(post(&ben, "/api/tables", from).await.1["code"], "not_over");

    let (_, before) = get(&ben, &at("/positions/4?seat=1")).await;
    let from = json!({ "from": { "table": id, "index": 4 }, "seat": 1, "level": "gentle", "pace": 10_000 });
    let begun = done(&ben, "/api/tables", from).await;
    assert_eq!(begun["table"]["kind"], "what_if");
    assert_eq!(begun["table"]["began"], json!({ "table": id, "index": 4 }));
    assert_eq!(begun["table"]["your_seats"], json!([1]));
    assert_eq!(
        begun["now"]["view"], before["view"],
        "it goes on from what the seat saw then"
    );
    assert_eq!(begun["now"]["seats"][0]["level"], "gentle");
    let from = json!({ "from": { "table": id, "index": of } });
    assert_eq!(post(&ben, "/api/tables", from).await.1["code"], "over");
    let from = json!({ "from": { "table": id, "index": of + 1 } });
    assert_eq!(post(&ben, "/api/tables", from).await.0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_true_record_is_kept_and_shown_and_counts_for_nothing() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let id = duel(&ann, &ben).await;
    let record = text(&ann, &format!("/api/tables/{id}/record.txt")).await;
    let eve = server.guest("Eve").await;
    let (status, made) = bring(&eve, record.clone()).await;
    assert_eq!(status, 201, "{made}");
    let table = made["table"].as_str().unwrap();
    let (_, shown) = get(&ben, &format!("/api/tables/{table}")).await;
    assert_eq!(shown["table"]["kind"], "upload");
    assert_eq!(shown["now"]["status"], "over");
    assert_eq!(shown["now"]["seats"][1]["name"], "Ben");
    assert_eq!(
        text(&ben, &format!("/api/tables/{table}/record.txt")).await,
        record
    );
    let path = "/positions/3?seat=everything";
    let (_, here) = get(&ben, &format!("/api/tables/{table}{path}")).await;
    let (_, there) = get(&ben, &format!("/api/tables/{id}{path}")).await;
    assert_eq!(here, there);
    assert_eq!(get(&eve, "/api/me/statistics").await.1, json!({ "games": [] }));
    assert_eq!(get(&eve, "/api/me/games.json").await.1, json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_name_in_a_record_reads_as_a_guest() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let id = duel(&ann, &ben).await;
    let record = text(&ann, &format!("/api/tables/{id}/record.txt")).await;
    let nameless = record.replace("seat 0 Ann\n", "").replace("seat 1 Ben\n", "");
    let made = bring(&ann, nameless.clone()).await.1;
    let table = format!("/api/tables/{}", made["table"].as_str().unwrap());
    let (_, shown) = get(&ben, &table).await;
    let names = ["Wren", "Linnet"];
    for (seat, name) in names.iter().enumerate() {
        assert_eq!(shown["now"]["seats"][seat]["name"], *name);
    }
    let (_, seen) = get(&ben, &format!("{table}/record")).await;
    assert_eq!(seen["names"], json!(names));
    assert_eq!(
        text(&ben, &format!("{table}/record.txt")).await,
        nameless,
        "it stays as it is"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_forged_or_oversized_record_is_refused_with_its_line_and_nothing_is_kept() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let id = solo(&ann).await;
    let record = text(&ann, &format!("/api/tables/{id}/record.txt")).await;
    let lines: Vec<&str> = record.lines().collect();
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        lines.join("\n") + "\n"
    };
    let first_action = lines.iter().position(|line| line.starts_with("0 0 ")).unwrap() + 1;
    let unfinished = lines[..lines.len() - 2].join("\n") + "\n";
    let no_seed: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|line| !line.starts_with("seed "))
        .collect();
    let eve = server.guest("Eve").await;
    for (what, text, line) in [
        ("no record", "hello\n".to_owned(), 1),
        ("another game", with(2, "game chess"), 2),
        ("other rules", with(3, "rules 999"), 3),
        ("a forged seed", with(7, &format!("seed {}", "0".repeat(64))), 7),
        (
            "an illegal action",
            with(first_action, "0 0 nonsense"),
            first_action,
        ),
        (
            "a forged result",
            with(lines.len(), "result ranks 1 totals 999 winners 0"),
            lines.len(),
        ),
        ("an unfinished game", unfinished, lines.len() - 1),
        ("a hidden seed", no_seed.join("\n") + "\n", 6),
        ("a name that hides", with(8, "seat 0 A\u{202e}nn"), 8),
    ] {
        let (status, problem) = bring(&eve, text).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("record")),
            "{what}: {problem}"
        );
        assert_eq!(problem["line"], line, "{what}: {problem}");
        assert!(problem["column"].as_u64().unwrap() > 0, "{what}: {problem}");
    }
    let (status, problem) = bring(&eve, [record.as_bytes(), &[0xff]].concat()).await;
    assert_eq!(
        (status, &problem["line"]),
        (422, &json!(lines.len() + 1)),
        "{problem}"
    );
    let (status, problem) = bring(&eve, "x".repeat(256 * 1024 + 1)).await;
    assert_eq!((status, &problem["code"]), (413, &json!("too_large")));
    assert_eq!(get(&eve, "/api/tables?mine=true").await.1, json!([]));
    assert_eq!(bring(&server.stranger(), record).await.0, 401);
    server.stop().await;
}
