//! The API's description, and the hall's doors.

use serde_json::{Value, json};

use crate::support::{Running, done, get, settings};

#[test]
fn the_description_of_the_api_is_the_one_that_programs_were_written_for() {
    insta::assert_snapshot!("openapi", bobbin_server::openapi_json());
}

#[test]
fn every_route_of_the_api_says_what_it_does_and_what_may_go_wrong() {
    let api: Value = serde_json::from_str(&bobbin_server::openapi_json()).unwrap();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, route) in methods.as_object().unwrap() {
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
