//! The API's description, and the ways in.

use bobbin_game::Source;
use serde_json::{Value, json};
use sha2::Digest as _;

use crate::support::{Folder, Running, done, get, post, seen, settings};

#[test]
fn the_description_of_the_api_is_the_one_that_programs_were_written_for() {
    // The page's types are made from this file.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(
        kept == bobbin_server::openapi_json(),
        "the API is not the one that web/openapi.json describes: if that is meant, run `make types`"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_describes_its_views_and_events() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    for game in bobbin_catalog::games() {
        let (status, schema) = get(&server.stranger(), &format!("/api/games/{}/schema", game.id())).await;
        assert_eq!((status, schema), (200, game.schema()));
    }
    assert_eq!(get(&server.stranger(), "/api/games/whist/schema").await.0, 404);
    server.stop().await;
}

#[test]
fn every_reference_in_the_description_leads_somewhere() {
    fn follow(api: &Value, part: &Value, found: &mut usize) {
        match part {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref") {
                    let pointer = reference.as_str().unwrap().strip_prefix('#').unwrap();
                    assert!(api.pointer(pointer).is_some(), "{reference} leads nowhere");
                    *found += 1;
                }
                fields.values().for_each(|field| follow(api, field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| follow(api, item, found)),
            _ => {}
        }
    }
    let api: Value = serde_json::from_str(&bobbin_server::openapi_json()).unwrap();
    let mut found = 0;
    follow(&api, &api, &mut found);
    assert!(found > 100, "{found}");
}

#[test]
fn every_route_of_the_api_says_what_it_does_and_what_may_go_wrong() {
    let api: Value = serde_json::from_str(&bobbin_server::openapi_json()).unwrap();
    let mut names = std::collections::BTreeSet::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, route) in methods.as_object().unwrap() {
            assert!(
                names.insert(route["operationId"].as_str()),
                "{method} {path} has the name of another"
            );
            assert!(route["summary"].is_string(), "{method} {path}");
            for status in ["400", "401", "403", "404", "409", "413", "422", "429", "503"] {
                assert!(route["responses"][status].is_object(), "{method} {path} {status}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_found_by_those_who_may() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let made = done(&ann, "/api/tables", json!({ "game": "hearts", "listed": true })).await;
    let id = made["table"]["id"].as_str().unwrap();
    done(&ann, "/api/tables", json!({ "game": "hearts" })).await;
    let count = async |client, query: &str| {
        let (status, list) = get(client, &format!("/api/tables{query}")).await;
        assert_eq!(status, 200, "{list}");
        list.as_array().unwrap().len()
    };
    assert_eq!(count(&ben, "").await, 1, "only who has the link finds the other");
    assert_eq!(count(&ann, "?mine=true").await, 2);
    assert_eq!(count(&ben, "?mine=true").await, 0);
    assert_eq!(count(&ben, "?game=whist").await, 0);
    assert_eq!(get(&server.stranger(), "/api/tables?mine=true").await.0, 401);
    let joined = done(&ben, &format!("/api/tables/{id}/join"), json!({})).await;
    assert_eq!(joined["table"]["your_seats"], json!([1]));
    done(&ben, &format!("/api/tables/{id}/join"), json!({})).await;
    assert_eq!(count(&ben, "?mine=true").await, 1);
    let left = done(&ben, &format!("/api/tables/{id}/leave"), json!({})).await;
    assert_eq!(left["table"]["your_seats"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_start_says_what_to_do() {
    let server = Running::fresh().await;
    let mut same = settings("sqlite::memory:");
    same.listen = server.url.strip_prefix("http://").unwrap().parse().unwrap();
    let error = bobbin_server::Server::bind(same).await.err().unwrap().to_string();
    assert!(
        error.contains("is in use by another program: stop that one, or choose another port"),
        "{error}"
    );
    let error = bobbin_server::Server::bind(settings("sqlite:/nowhere/x.db"))
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("cannot be opened"), "{error}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_with_the_content_pack_it_began_with() {
    let folder = Folder::new();
    let house = bobbin_catalog::find("knitting-circle").unwrap();
    let house = house.house_content().unwrap().hash.to_string();
    let text = "[[tier]]\ntitle = \"Sheep\"\nfrom = 1\n";
    let packed = bobbin_server::Settings {
        packs: vec![("knitting-circle".to_owned(), Source::new("packs/mine.toml", text))],
        ..settings(&folder.database())
    };
    let server = Running::start(packed).await;
    let ann = server.guest("Ann").await;
    let (_, game) = get(&ann, "/api/games/knitting-circle").await;
    assert_eq!(
        (&game["packs"][0]["hash"], &game["packs"][1]["name"]),
        (&json!(house), &json!("mine.toml"))
    );
    let hash = game["packs"][1]["hash"].as_str().unwrap().to_owned();
    let wish = json!({ "game": "knitting-circle", "content": hash, "start": true });
    let made = done(&ann, "/api/tables", wish).await;
    assert_eq!(made["table"]["content"], hash.as_str());
    let path = format!("/api/games/knitting-circle/content/{hash}");
    let sent = server.stranger().get(&path).await.unwrap();
    assert_eq!(
        sent.headers["cache-control"],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(sent.json()["tiers"].as_array().unwrap().len(), 1);
    let digest = bobbin_game::ContentHash(sha2::Sha256::digest(&sent.body).into());
    assert_eq!(digest.to_string(), hash, "whoever has it can check it");
    for wrong in [
        "knitting-circle/content/abc".to_owned(),
        format!("hearts/content/{hash}"),
        format!("knitting-circle/content/{}", "0".repeat(64)),
    ] {
        assert_eq!(get(&ann, &format!("/api/games/{wrong}")).await.0, 404, "{wrong}");
    }
    let wish = json!({ "game": "knitting-circle", "content": "0".repeat(64) });
    assert_eq!(post(&ann, "/api/tables", wish).await.0, 422);
    server.stop().await;
    // The file is not named any more: the pack is still there.
    let server = Running::start(settings(&folder.database())).await;
    let (_, game) = get(&server.stranger(), "/api/games/knitting-circle").await;
    assert_eq!(game["packs"][1]["hash"], hash.as_str());
    let id = made["table"]["id"].as_str().unwrap();
    assert_eq!(seen(&server.stranger(), id).await["status"], "running");
    server.stop().await;

    let broken = bobbin_server::Settings {
        packs: vec![("knitting-circle".to_owned(), Source::new("mine.toml", "[[tier]]"))],
        ..settings("sqlite::memory:")
    };
    let error = bobbin_server::Server::bind(broken)
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(error.starts_with("mine.toml:1:"), "{error}");
}
