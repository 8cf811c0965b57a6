//! Who someone is: guests, accounts, tokens, goodbye.

use bobbin_load::client::Client;
use bobbin_server::Limits;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, hearts, post, seen, settings, step};

async fn send(client: &Client, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
    let answered = client
        .send(method, path, body.map(|body| body.to_string().into()))
        .await
        .unwrap();
    (answered.status.as_u16(), answered.json())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_an_account_that_signs_in_elsewhere() {
    let server = Running::fresh().await;
    let stranger = server.stranger();
    assert_eq!(get(&stranger, "/api/me").await, (200, Value::Null));
    let made = stranger
        .post("/api/guests", &json!({ "name": "  Ann \u{e9}  " }))
        .await
        .unwrap();
    let cookie = made.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"),
        "{cookie}"
    );
    for name in ["", "   ", "x\u{202e}y", "Ann · Ben", &"x".repeat(25)] {
        assert_eq!(
            post(&stranger, "/api/guests", json!({ "name": name })).await.1["code"],
            "name"
        );
    }
    let ann = server.guest("Ann").await;
    let wish = json!({ "login": "Ann.1", "password": "correct horse" });
    assert_eq!(
        send(&ann, Method::PUT, "/api/me/password", Some(wish.clone()))
            .await
            .0,
        200
    );
    let ben = server.guest("Ben").await;
    assert_eq!(
        send(&ben, Method::PUT, "/api/me/password", Some(wish.clone()))
            .await
            .1["code"],
        "login_taken"
    );
    let wrong = post(
        &stranger,
        "/api/sign-in",
        json!({ "login": "ann.1", "password": "wrong horse" }),
    )
    .await;
    let unknown = post(
        &stranger,
        "/api/sign-in",
        json!({ "login": "nobody", "password": "wrong horse" }),
    )
    .await;
    assert_eq!(
        (wrong.0, &wrong),
        (401, &unknown),
        "whether there is such an account is not told"
    );
    let signed_in = stranger.post("/api/sign-in", &wish).await.unwrap();
    assert_eq!(signed_in.json()["name"], "Ann");
    let cookie = signed_in.headers["set-cookie"]
        .to_str()
        .unwrap()
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let elsewhere = stranger.clone().with_header("cookie", &cookie);
    assert_eq!(get(&elsewhere, "/api/me").await.1["login"], "ann.1");
    assert_eq!(post(&elsewhere, "/api/sign-out", json!({})).await.0, 204);
    assert_eq!(get(&elsewhere, "/api/me").await.0, 401);
    assert_eq!(
        get(&ann, "/api/me").await.0,
        200,
        "the other device stays signed in"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_allows_what_its_scopes_say_and_is_kept_as_a_hash() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    let made = done(
        &ann,
        "/api/me/tokens",
        json!({ "label": "my bot", "scopes": ["read"] }),
    )
    .await;
    let secret = made["secret"].as_str().unwrap();
    let bot = server
        .stranger()
        .with_header("authorization", &format!("Bearer {secret}"));
    assert_eq!(get(&bot, "/api/me").await.1["name"], "Ann");
    assert_eq!(
        post(&bot, "/api/tables", json!({ "game": "hearts" })).await.1["code"],
        "scope"
    );
    assert_eq!(
        get(&bot, "/api/me/tokens").await.1["code"],
        "scope",
        "no token changes the account"
    );
    let player = done(
        &ann,
        "/api/me/tokens",
        json!({ "label": "plays", "scopes": ["play", "read"] }),
    )
    .await;
    let player = server.stranger().with_header(
        "authorization",
        &format!("Bearer {}", player["secret"].as_str().unwrap()),
    );
    assert_eq!(
        post(&player, "/api/tables", json!({ "game": "hearts" })).await.0,
        201
    );
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    assert!(
        store.key(secret).await.unwrap().is_none(),
        "the secret itself is not there"
    );
    let id = made["id"].as_str().unwrap();
    assert_eq!(
        send(&ann, Method::DELETE, &format!("/api/me/tokens/{id}"), None)
            .await
            .0,
        204
    );
    assert_eq!(get(&bot, "/api/me").await.0, 401);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_deletes_the_account_leaves_the_others_their_games() {
    let server = Running::fresh().await;
    let (over, guests) = hearts(&server, json!({})).await;
    while step(&guests, &over).await {}
    let running = done(&guests[0], "/api/tables", json!({ "game": "hearts", "pace": 0, "seats": [{ "kind": "me" }, { "kind": "open" }, { "kind": "bot", "level": "steady" }, { "kind": "bot", "level": "steady" }] })).await;
    let running = running["table"]["id"].as_str().unwrap().to_owned();
    done(&guests[1], &format!("/api/tables/{running}/join"), json!({})).await;
    done(&guests[0], &format!("/api/tables/{running}/start"), json!({})).await;
    assert_eq!(send(&guests[0], Method::DELETE, "/api/me", None).await.0, 204);
    assert_eq!(get(&guests[0], "/api/me").await.0, 401);
    let (_, record) = get(&guests[1], &format!("/api/tables/{over}/record")).await;
    assert_eq!(record["names"], json!(["someone who left", "Ben", "Cleo", "Dan"]));
    let now = seen(&guests[1], &running).await;
    assert_eq!(now["seats"][0]["kind"], "bot", "a bot plays on");
    let (_, mine) = get(&guests[1], "/api/tables?mine=true").await;
    assert_eq!(mine.as_array().unwrap().len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_deletes_the_account_is_in_no_byte_of_the_database_while_the_server_runs_on() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Annabella").await;
    let table = json!({ "game": "hearts", "pace": 0, "seats": [{ "kind": "me" }, { "kind": "bot", "level": "steady" }, { "kind": "bot", "level": "steady" }, { "kind": "bot", "level": "steady" }] });
    let made = done(&ann, "/api/tables", table).await;
    let table = made["table"]["id"].as_str().unwrap();
    done(&ann, &format!("/api/tables/{table}/start"), json!({})).await;
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let id = store.people("Annabella", 1).await.unwrap().remove(0).id;
    store.close().await;
    assert!(!folder.files_with(&id).is_empty() && !folder.files_with("Annabella").is_empty());
    assert_eq!(send(&ann, Method::DELETE, "/api/me", None).await.0, 204);
    let began = std::time::Instant::now();
    loop {
        let left = [folder.files_with(&id), folder.files_with("Annabella")].concat();
        if left.is_empty() {
            break;
        }
        assert!(began.elapsed().as_secs() < 10, "{left:?}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_program_wrote_of_a_person_is_not_taken_back() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    // The server knows her by heart for some seconds; meanwhile someone beside it bans her.
    assert_eq!(get(&ann, "/api/me").await.0, 200);
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let id = store.people("Ann", 1).await.unwrap().remove(0).id;
    assert!(store.set_banned(&id, true).await.unwrap());
    send(
        &ann,
        Method::PATCH,
        "/api/me",
        Some(json!({ "name": "Innocent" })),
    )
    .await;
    assert!(store.person(&id).await.unwrap().unwrap().banned);
    let wish = json!({ "login": "innocent", "password": "correct horse" });
    send(&ann, Method::PUT, "/api/me/password", Some(wish)).await;
    assert!(store.person(&id).await.unwrap().unwrap().banned);
    store.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_are_limited() {
    let mut strict = settings("sqlite::memory:");
    strict.limits = Limits {
        sign_ins: 3,
        guests: 2,
        ..Limits::NONE
    };
    let server = Running::start(strict).await;
    let stranger = server.stranger();
    let guess = || {
        post(
            &stranger,
            "/api/sign-in",
            json!({ "login": "ann", "password": "some guess" }),
        )
    };
    // Three are free, and one more finds that out. Waits double, so that a slow machine outwaits only the first of
    // them.
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(guess().await.0);
    }
    assert!(
        answers.starts_with(&[401; 4]) && answers.contains(&429),
        "{answers:?}"
    );
    for expected in [201, 201, 429] {
        assert_eq!(
            post(&stranger, "/api/guests", json!({ "name": "x" })).await.0,
            expected
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_locked_out_by_wrong_guesses_from_elsewhere() {
    let mut strict = settings("sqlite::memory:");
    strict.limits = Limits {
        sign_ins: 2,
        ..Limits::NONE
    };
    strict.trusted_proxies = 1;
    let server = Running::start(strict).await;
    let from = |address: &str| server.stranger().with_header("x-forwarded-for", address);
    let ann = from("198.51.100.7").guest("Ann").await.unwrap();
    let login = json!({ "login": "ann", "password": "correct horse" });
    let set = send(&ann, Method::PUT, "/api/me/password", Some(login.clone()));
    assert_eq!(set.await.0, 200);
    let eve = from("203.0.113.9");
    let wrong = json!({ "login": "ann", "password": "some guess" });
    let mut answers = Vec::new();
    for _ in 0..20 {
        answers.push(post(&eve, "/api/sign-in", wrong.clone()).await.0);
    }
    assert!(answers.starts_with(&[401, 401]) && answers.ends_with(&[429, 429]));
    assert_eq!(post(&eve, "/api/sign-in", login.clone()).await.0, 429);
    assert_eq!(
        post(&from("198.51.100.7"), "/api/sign-in", login).await.0,
        200,
        "the owner is let in"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_for_good_is_in_no_log_either_of_a_table_they_had_left_before() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (ann, eve, ben) = (
        server.guest("Ann").await,
        server.guest("Evelyn").await,
        server.guest("Benedict").await,
    );
    let made = done(&ann, "/api/tables", json!({ "game": "hearts" })).await;
    let table = made["table"]["id"].as_str().unwrap().to_owned();
    for client in [&eve, &ben] {
        done(client, &format!("/api/tables/{table}/join"), json!({})).await;
    }
    done(&eve, &format!("/api/tables/{table}/leave"), json!({})).await;
    done(&ann, &format!("/api/tables/{table}/remove"), json!({ "seat": 2 })).await;
    for client in [&eve, &ben] {
        assert_eq!(send(client, Method::DELETE, "/api/me", None).await.0, 204);
    }
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let log: Vec<String> = store
        .entries(&table, 0)
        .await
        .unwrap()
        .into_iter()
        .map(|entry| entry.body)
        .collect();
    let log = log.join("\n");
    assert!(
        log.contains("Ann") && !log.contains("Evelyn") && !log.contains("Benedict"),
        "{log}"
    );
    done(&ann, &format!("/api/tables/{table}/start"), json!({})).await;
    store.close().await;
    server.stop().await;
}
