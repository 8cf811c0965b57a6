//! What a shared link shows of a table.

use bobbin_load::client::{Answered, Client};
use serde_json::json;

use crate::daily::daily_table;
use crate::support::{Running, done, duel, get, hearts, play_turn};

async fn card(client: &Client, table: &str, query: &str) -> Answered {
    let path = format!("/api/tables/{table}/card.png{query}");
    client.get(&path).await.unwrap()
}

/// The page as it is sent for an address.
async fn page(client: &Client, path: &str) -> String {
    let answered = client.get(path).await.unwrap();
    assert_eq!(answered.status, 200, "{path}");
    String::from_utf8(answered.body.to_vec()).unwrap()
}

fn content<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split('"').next()
}

fn is_picture(answered: &Answered) {
    assert_eq!(answered.status, 200);
    assert_eq!(answered.headers["content-type"], "image/png");
    // It is made to be shown elsewhere, all else is not.
    assert_eq!(answered.headers["cross-origin-resource-policy"], "cross-origin");
    let number = |at: usize| u32::from_be_bytes(answered.body[at..at + 4].try_into().unwrap());
    assert_eq!(&answered.body[1..4], b"PNG");
    assert_eq!((number(16), number(20)), (1200, 630));
    assert!(answered.body.len() < 300_000, "{}", answered.body.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_table_shows_it_as_everybody_sees_it_whoever_asks() {
    let server = Running::fresh().await;
    let ann = server.guest("Annabel").await;
    for game in ["knitting-circle", "arch-ravels", "circuitous"] {
        let made = done(
            &ann,
            "/api/tables",
            json!({ "game": game, "start": true, "pace": 0 }),
        )
        .await;
        let table = made["table"]["id"].as_str().unwrap();
        for _ in 0..3 {
            play_turn(&ann, table).await;
        }
        let sent = page(&server.stranger(), &format!("/table/{table}")).await;
        assert!(
            content(&sent, "og:title").unwrap().ends_with(" · Bobbin"),
            "{sent}"
        );
        assert_eq!(
            content(&sent, "og:description").unwrap().split(". ").last(),
            Some("Being played.")
        );
        let at = format!("/api/tables/{table}/card.png");
        assert!(content(&sent, "og:image").unwrap().ends_with(&at));
        assert!(
            content(&sent, "og:url")
                .unwrap()
                .ends_with(&format!("/table/{table}"))
        );
        // Nobody is named to whoever makes the picture of a link.
        assert!(!sent.contains("Annabel"));
        // Bots play on meanwhile: what is compared is of one moment.
        loop {
            let first = card(&server.stranger(), table, "").await;
            let own = card(&ann, table, "").await;
            let again = card(&server.stranger(), table, "").await;
            is_picture(&own);
            if first.body == again.body {
                assert!(
                    own.body == first.body,
                    "{game}: a seat is shown what everybody is shown"
                );
                assert_eq!(own.headers["etag"], first.headers["etag"]);
                break;
            }
        }
        // A moment of it is a secret until it is over.
        assert_eq!(card(&ann, table, "?index=0").await.status, 409);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_replay_shows_its_position() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let table = duel(&ann, &ben).await;
    let (_, whole) = get(&ben, &format!("/api/tables/{table}/replay?views=false")).await;
    let of = whole["of"].as_u64().unwrap();
    let sent = page(&server.stranger(), &format!("/replay/{table}/{of}")).await;
    let at = format!("/api/tables/{table}/card.png?index={of}");
    assert!(content(&sent, "og:image").unwrap().ends_with(&at), "{sent}");
    let (first, last) = (
        card(&ben, &table, "?index=0").await,
        card(&ben, &table, &format!("?index={of}")).await,
    );
    is_picture(&first);
    is_picture(&last);
    assert!(first.body != last.body);
    assert_eq!(
        card(&ben, &table, "").await.body,
        last.body,
        "a game that is over stands as it ended"
    );
    assert_eq!(
        card(&ben, &table, &format!("?index={}", of + 1)).await.status,
        404
    );
    assert_eq!(card(&ben, &table, "?index=x").await.status, 400);
    // What the page is sent for does not hang on who has it open.
    assert_eq!(page(&ann, &format!("/replay/{table}/{of}")).await, sent);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_says_how_many_seats_are_free() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let plan = json!({ "game": "circuitous", "options": { "players": "3" }, "seats": seats });
    let made = done(&ann, "/api/tables", plan).await;
    let table = made["table"]["id"].as_str().unwrap();
    let sent = || async { page(&server.stranger(), &format!("/table/{table}")).await };
    let said = "A game for three. Two seats are free.";
    assert_eq!(content(&sent().await, "og:description"), Some(said));
    let before = card(&ann, table, "").await;
    is_picture(&before);
    let ben = server.guest("Ben").await;
    done(&ben, &format!("/api/tables/{table}/join"), json!({})).await;
    let said = "A game for three. One seat is free.";
    assert_eq!(content(&sent().await, "og:description"), Some(said));
    assert!(card(&ann, table, "").await.body != before.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deal_of_the_day_is_shown_to_nobody_who_may_not_look() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let table = daily_table(&ann, "circuitous").await;
    for client in [&ben, &server.stranger()] {
        assert_eq!(card(client, &table, "").await.status, 403);
    }
    is_picture(&card(&ann, &table, "").await);
    // The page is the same for whoever asks: what a stranger may see is nothing.
    for client in [&ann, &ben, &server.stranger()] {
        let sent = page(client, &format!("/table/{table}")).await;
        assert_eq!(content(&sent, "og:image"), None);
        assert_eq!(content(&sent, "og:title"), None);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_table_is_the_page_as_it_always_is() {
    let server = Running::fresh().await;
    let stranger = server.stranger();
    let plain = page(&stranger, "/").await;
    for path in [
        "/table/nowhere",
        "/table/%22%3E%3Cscript%3E",
        "/replay/nowhere/3",
        "/rules/circuitous/5.3",
    ] {
        assert_eq!(page(&stranger, path).await, plain, "{path}");
    }
    assert_eq!(card(&stranger, "nowhere", "").await.status, 404);
    // A game that nobody has drawn has a picture, too.
    let (table, _) = hearts(&server, json!({})).await;
    is_picture(&card(&stranger, &table, "").await);
    server.stop().await;
}
