//! What must not hurt: forged, oversized, slow and half-open requests.

use std::time::{Duration, Instant};

use bobbin_server::{Limits, Settings};
use bobbin_store::testing::Postgres;
use hyper::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::routes::{Mind, Route, TABLE};
use crate::support::{Running, done, get, hearts, post, seen, settings, step};

#[tokio::test(flavor = "multi_thread")]
async fn a_request_of_another_site_is_refused() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let host = server.url.strip_prefix("http://").unwrap();
    for (name, value, expected) in [
        ("origin", "https://evil.example", 403),
        ("origin", "null", 403),
        ("origin", &server.url, 201),
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-origin", 201),
    ] {
        let client = ann.clone().with_header(name, value);
        assert_eq!(
            post(&client, "/api/tables", json!({ "game": "hearts" })).await.0,
            expected,
            "{name}: {value}, {host}"
        );
    }
    // Another way of saying who one is counts for nothing here, and so does not excuse where the request comes from.
    for authorization in ["Basic YTpi", "Bearer", "bearer x", "x Bearer y", ""] {
        let client = ann
            .clone()
            .with_header("authorization", authorization)
            .with_header("origin", "https://evil.example");
        let (status, told) = post(&client, "/api/tables", json!({ "game": "hearts" })).await;
        assert_eq!(
            (status, &told["code"]),
            (403, &json!("origin")),
            "{authorization}"
        );
    }
    // A program's token is nothing that a browser adds by itself.
    let wish = json!({ "label": "x", "scopes": ["read", "play"] });
    let token = done(&ann, "/api/me/tokens", wish).await;
    let program = server
        .stranger()
        .with_header(
            "authorization",
            &format!("Bearer {}", token["secret"].as_str().unwrap()),
        )
        .with_header("origin", "https://evil.example");
    done(&program, "/api/tables", json!({ "game": "hearts" })).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_stay_with_https_where_it_is_the_address_people_use() {
    for (url, told) in [
        (None, None),
        (Some("http://example.org"), None),
        (Some("https://example.org"), Some("max-age=31536000")),
    ] {
        let server = Running::start(Settings {
            public_url: url.map(str::to_owned),
            ..settings("sqlite::memory:")
        })
        .await;
        for path in ["/", "/api/games", "/api/nowhere"] {
            let answered = server.stranger().get(path).await.unwrap();
            let header = answered.headers.get("strict-transport-security");
            assert_eq!(
                header.map(|value| value.to_str().unwrap()),
                told,
                "{url:?} {path}"
            );
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asked_too_often_is_told_how_long_to_wait() {
    let limits = Limits {
        guests: 2,
        ..Limits::NONE
    };
    let server = Running::start(Settings {
        limits,
        ..settings("sqlite::memory:")
    })
    .await;
    let waits = async |path: &str, body: Value| {
        let answered = server.stranger().post(path, &body).await.unwrap();
        let wait = answered.headers.get("retry-after");
        wait.map(|wait| wait.to_str().unwrap().parse::<u32>().unwrap())
    };
    let guest = json!({ "name": "Ann" });
    assert_eq!(waits("/api/guests", guest.clone()).await, None);
    assert_eq!(waits("/api/guests", guest.clone()).await, None);
    // Two an hour: one comes back after half of it.
    let told = waits("/api/guests", guest).await.unwrap();
    assert!((1790..=1800).contains(&told), "{told}");
    server.stop().await;
}

/// The same with a NUL for every text.
fn with_nul(value: &Value) -> Value {
    match value {
        Value::String(_) => json!("a\0b"),
        Value::Array(values) => values.iter().map(with_nul).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), with_nul(value)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

async fn a_nul_is_nothing_for_any_route(database: &str) {
    let server = Running::start(settings(database)).await;
    let ann = server.guest("Ann").await;
    let mind = Mind {
        seats: 4,
        version: json!(1),
        tries: &["dance".to_owned()],
        picks: &[json!([])],
        is_last: true,
    };
    for route in Route::all() {
        let path = route
            .path
            .split('/')
            .map(|part| if part.starts_with('{') { "NUL" } else { part });
        let path = path.collect::<Vec<_>>().join("/");
        for nul in ["%00", "x%00y", "daily-%00"] {
            let path = path.replace("NUL", nul);
            let asked = if path.contains(nul) {
                vec![(path.clone(), 404), (format!("{path}?seat=0"), 404)]
            } else {
                vec![
                    (format!("{path}?seat={nul}&day={nul}&a={nul}"), 400),
                    (format!("{path}?{nul}"), 400),
                ]
            };
            for (path, expected) in asked {
                let answered = ann.send(route.method.clone(), &path, None).await.unwrap();
                assert_eq!(
                    answered.status, expected,
                    "{} {path}: {:?}",
                    route.method, answered.body
                );
            }
        }
        for (path, body) in mind.requests(route) {
            // A record is text, and its own reader refuses it.
            let body = body.filter(|body| with_nul(body) != *body && route.path != "/api/records");
            let Some(body) = body else {
                continue;
            };
            let path = path.replace(TABLE, "nowhere");
            let body = with_nul(&body).to_string().into();
            let answered = ann.send(route.method.clone(), &path, Some(body)).await.unwrap();
            assert_eq!(
                answered.status, 400,
                "{} {path}: {:?}",
                route.method, answered.body
            );
        }
    }
    // Written out it is a text like any other.
    let written = json!({ "login": "nobody", "password": "not a \\u0000, but letters" });
    assert_eq!(post(&ann, "/api/sign-in", written).await.0, 401);
    assert_eq!(get(&ann, "/api/me").await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nul_in_an_address_or_a_body_is_refused_on_every_database() {
    a_nul_is_nothing_for_any_route("sqlite::memory:").await;
    let postgres = Postgres::start();
    a_nul_is_nothing_for_any_route(&postgres.database("nul")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_forbids_browsers_what_we_do_not_use_and_has_an_id() {
    let server = Running::fresh().await;
    for path in [
        "/",
        "/tables/x",
        "/api/",
        "/api/games",
        "/api/openapi.json",
        "/api/nowhere",
    ] {
        let answered = server.stranger().get(path).await.unwrap();
        let policy = answered.headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(answered.headers["x-content-type-options"], "nosniff");
        assert!(answered.headers.contains_key("x-request-id"));
    }
    let page = server.stranger().get("/").await.unwrap();
    assert!(
        page.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert!(
        !String::from_utf8_lossy(&page.body).contains("<script>"),
        "no inline script"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_and_oversized_requests_are_refused_in_our_own_words() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let send = async |body: String| {
        let answered = ann
            .send(Method::POST, "/api/tables", Some(body.into()))
            .await
            .unwrap();
        (answered.status.as_u16(), answered.json()["code"].clone())
    };
    assert_eq!(send("{".to_owned()).await, (400, json!("bad_request")));
    assert_eq!(send("[]".to_owned()).await, (400, json!("bad_request")));
    assert_eq!(
        send(format!("{{\"game\": \"{}\"}}", "x".repeat(100_000))).await,
        (413, json!("too_large"))
    );
    assert_eq!(
        send("{\"game\": \"chess\"}".to_owned()).await,
        (422, json!("game"))
    );
    assert_eq!(
        send("{\"game\": \"hearts\", \"options\": {\"x\": 1}}".to_owned()).await,
        (422, json!("options"))
    );
    assert_eq!(
        send("{\"game\": \"hearts\", \"pace\": 99999}".to_owned()).await,
        (422, json!("manners"))
    );
    let long = ann.clone().with_header("x-long", &"y".repeat(20_000));
    assert_eq!(
        get(&long, "/api/me").await,
        (
            413,
            json!({ "code": "too_large", "message": "This is more than fits into a request." })
        )
    );
    assert_eq!(get(&ann, "/api/me").await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_half_open_clients_do_not_delay_a_table() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({})).await;
    let address = server.url.strip_prefix("http://").unwrap();
    let mut sleepers = Vec::new();
    for number in 0..60 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head: &[u8] = match number % 3 {
            0 => b"",
            1 => b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"na",
            // A stream that nobody reads.
            _ => b"GET /api/tables/TABLE/events HTTP/1.1\r\nHost: x\r\n\r\n",
        };
        let head = String::from_utf8_lossy(head).replace("TABLE", &id);
        stream.write_all(head.as_bytes()).await.unwrap();
        sleepers.push(stream);
    }
    let began = Instant::now();
    for _ in 0..30 {
        step(&guests, &id).await;
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(seen(&guests[0], &id).await["status"], "running");
    // Who reads after all finds a stream.
    let mut late = sleepers.pop().unwrap();
    let mut text = vec![0; 12];
    late.read_exact(&mut text).await.unwrap();
    assert_eq!(text, b"HTTP/1.1 200");
    drop(sleepers);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_page_come_in_the_smallest_form_a_browser_takes_and_answers_come_as_they_are() {
    let server = Running::fresh().await;
    let page = server.stranger().get("/").await.unwrap();
    let text = String::from_utf8(page.body.to_vec()).unwrap();
    let script = text
        .split("src=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let script = script.expect("the page is built: run `make web`");
    let asked = async |path: &str, wish: &str| {
        let browser = server.stranger().with_header("accept-encoding", wish);
        browser.get(path).await.unwrap()
    };
    let plain = server.stranger().get(script).await.unwrap();
    assert!(!plain.headers.contains_key("content-encoding"));
    assert_eq!(
        plain.headers["cache-control"],
        "public, max-age=31536000, immutable"
    );
    let mut tags = vec![plain.headers["etag"].clone()];
    for (wish, coding) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip;q=1.0", Some("gzip")),
        ("br;q=0, GZIP", Some("gzip")),
        ("deflate", None),
        ("br;q=0, gzip;q=0.0", None),
        ("*", None),
    ] {
        let answered = asked(script, wish).await;
        assert_eq!(answered.status, 200);
        let told = answered
            .headers
            .get("content-encoding")
            .map(|told| told.to_str().unwrap());
        assert_eq!(told, coding, "{wish}");
        assert_eq!(answered.headers["vary"], "accept-encoding");
        assert_eq!(answered.headers["content-type"], plain.headers["content-type"]);
        assert_eq!(answered.body.len() < plain.body.len(), coding.is_some(), "{wish}");
        tags.push(answered.headers["etag"].clone());
        let again = server
            .stranger()
            .with_header("accept-encoding", wish)
            .with_header(
                "if-none-match",
                &format!("\"x\", W/{}", tags.last().unwrap().to_str().unwrap()),
            )
            .get(script)
            .await
            .unwrap();
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{wish}");
        assert_eq!(again.headers["vary"], "accept-encoding");
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "each form has a tag of its own");
    assert_eq!(asked("/", "br").await.headers["content-encoding"], "br");
    assert_eq!(asked("/", "br").await.headers["cache-control"], "no-cache");
    // An address of the page is the page, however it is asked for; its smaller forms have no address.
    assert_eq!(
        asked("/table/abc", "gzip").await.headers["content-encoding"],
        "gzip"
    );
    assert_eq!(
        server
            .stranger()
            .get(&format!("{script}.br"))
            .await
            .unwrap()
            .status,
        404
    );

    // Whatever is answered to someone is as long as it is.
    let (id, guests) = hearts(&server, json!({})).await;
    for path in ["", "/log", "/chat", "/record"] {
        let guest = guests[0].clone().with_header("accept-encoding", "br, gzip");
        let answered = guest.get(&format!("/api/tables/{id}{path}")).await.unwrap();
        assert!(!answered.headers.contains_key("content-encoding"), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_connections_than_there_is_room_for_are_closed_until_one_goes() {
    let server = Running::start(Settings {
        most_connections: Some(3),
        ..settings("sqlite::memory:")
    })
    .await;
    let address = server.url.strip_prefix("http://").unwrap().to_owned();
    // What comes back on a new connection, which stays open; nothing if it was closed at once.
    let ask = || async {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        let sent = stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            .await;
        let mut answer = [0; 12];
        let answered = sent.is_ok() && stream.read_exact(&mut answer).await.is_ok();
        answered.then_some(stream)
    };
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(ask().await.expect("there is room"));
    }
    assert!(ask().await.is_none(), "there is room for three");
    open.pop();
    let began = Instant::now();
    while ask().await.is_none() {
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "who has gone still counts"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(open);
    server.stop().await;
}
