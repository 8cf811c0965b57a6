//! People who look for a game find each other, once, whoever asks which server; and nobody whom they do not want.

use std::collections::BTreeMap;
use std::time::Duration;

use bobbin_load::client::{Client, Events};
use bobbin_server::ManualClock;
use bobbin_store::testing::Postgres;
use bobbin_store::{Document, TableFilter};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, post, settings};

/// Two for Circuitous, at once.
fn two() -> Value {
    json!({ "game": "circuitous", "fewest": 2, "most": 2, "speed": "live" })
}

fn by_days() -> Value {
    json!({ "game": "circuitous", "fewest": 2, "most": 2, "speed": "days" })
}

async fn look_for(client: &Client, wish: Value) -> Value {
    done(client, "/api/lobby/seeks", wish).await
}

async fn seeks(client: &Client) -> Vec<Value> {
    let (status, lobby) = get(client, "/api/lobby").await;
    assert_eq!(status, 200, "{lobby}");
    lobby["seeks"].as_array().unwrap().clone()
}

async fn lobby(client: &Client) -> Events {
    client.events("/api/lobby/events", None).await.unwrap()
}

/// What is told next of this part of the lobby.
async fn told(events: &mut Events, part: &str) -> Value {
    let told = async {
        loop {
            let (_, data) = events.next().await.expect("the stream goes on");
            let news: Value = serde_json::from_slice(&data).unwrap();
            if !news[part].is_null() {
                return news[part].clone();
            }
        }
    };
    let told = tokio::time::timeout(Duration::from_secs(20), told).await;
    told.expect("it is told soon")
}

/// Waits until something is so.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..400 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not in 20 s: {what}");
}

/// The tables where somebody plays.
async fn mine(client: &Client) -> Vec<String> {
    let (_, tables) = get(client, "/api/tables?mine=true").await;
    let ids = tables.as_array().unwrap().iter();
    ids.map(|table| table["id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_is_taken_with_one_request_and_the_game_begins() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let mut events = lobby(&ann).await;
    assert_eq!(told(&mut events, "seeks").await, json!([]));
    let looking = look_for(&ann, two()).await;
    assert_eq!(looking["table"], Value::Null);
    let own = &told(&mut events, "seeks").await[0];
    assert_eq!(
        (&own["yours"], &own["people"][0]["name"]),
        (&json!(true), &json!("Ann"))
    );
    let seen = seeks(&ben).await.remove(0);
    assert_eq!(seen["yours"], false);
    assert!(!seen.to_string().contains("person\""), "{seen}");

    let path = format!("/api/lobby/seeks/{}/join", looking["seek"].as_str().unwrap());
    let found = done(&ben, &path, json!({})).await;
    let table = found["table"].as_str().unwrap().to_owned();
    let heard = told(&mut events, "found").await;
    assert_eq!(heard[0]["table"], table);
    assert_eq!(
        (&heard[0]["with"], &heard[0]["live"]),
        (&json!(["Ben"]), &json!(true))
    );
    let (_, seen) = get(&ann, &format!("/api/tables/{table}")).await;
    assert_eq!(seen["now"]["status"], "running");
    assert_eq!(
        seen["table"]["clock"],
        json!({ "kind": "live", "seconds": 600, "increment": 5 })
    );
    let kinds: Vec<&Value> = seen["now"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["kind"])
        .collect();
    assert_eq!(kinds, ["person", "person"]);
    assert!(seeks(&ben).await.is_empty());
    // Whoever comes later is told that somebody was faster, and it is listed to be watched.
    let cleo = server.guest("Cleo").await;
    let (status, answer) = post(&cleo, &path, json!({})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("seek_gone")));
    let (_, seen) = get(&cleo, "/api/lobby").await;
    assert_eq!(
        (&seen["running"][0]["id"], &seen["running"][0]["moves"]),
        (&json!(table), &json!(0))
    );
    assert_eq!(seen["found"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_look_at_once_each_is_found_once_at_two_servers_on_postgresql() {
    let postgres = Postgres::start();
    let database = postgres.database("lobby");
    let servers = [
        Running::start(settings(&database)).await,
        Running::start(settings(&database)).await,
    ];
    each_is_found_once(&[&servers[0], &servers[1]]).await;
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_holds_on_sqlite() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    each_is_found_once(&[&server]).await;
    server.stop().await;
}

async fn each_is_found_once(servers: &[&Running]) {
    let mut people = Vec::new();
    for number in 0..20 {
        people.push(
            servers[number % servers.len()]
                .guest(&format!("Guest {number}"))
                .await,
        );
    }
    // All at once, some by the button and some by a seek; then a race for one seek.
    let asked = people.iter().enumerate().map(|(number, person)| {
        let person = person.clone();
        tokio::spawn(async move {
            let wish = if number % 3 == 0 { by_days() } else { two() };
            post(&person, "/api/lobby/seeks", wish).await
        })
    });
    for asked in asked.collect::<Vec<_>>() {
        let (status, answer) = asked.await.unwrap();
        assert_eq!(status, 201, "{answer}");
    }
    // 7 by days and 13 at once: one of each is left over.
    let all_seeks = seeks(&people[0]).await;
    assert_eq!(all_seeks.len(), 2, "{all_seeks:?}");
    let mut tables = BTreeMap::<String, Vec<usize>>::new();
    let mut alone = Vec::new();
    for (number, person) in people.iter().enumerate() {
        let own = mine(person).await;
        assert!(own.len() <= 1, "{number} at {own:?}");
        match own.first() {
            Some(table) => tables.entry(table.clone()).or_default().push(number),
            None => alone.push(number),
        }
    }
    assert_eq!((tables.len(), alone.len()), (9, 2));
    assert!(tables.values().all(|people| people.len() == 2), "{tables:?}");

    let left = seeks(&people[alone[0]])
        .await
        .into_iter()
        .find(|seek| seek["speed"] == "live");
    let path = format!("/api/lobby/seeks/{}/join", left.unwrap()["id"].as_str().unwrap());
    let racing = people
        .iter()
        .enumerate()
        .filter(|(number, _)| !alone.contains(number))
        .take(8);
    let racing = racing.map(|(_, person)| {
        let (person, path) = (person.clone(), path.clone());
        tokio::spawn(async move { post(&person, &path, json!({})).await })
    });
    let mut won = 0;
    for raced in racing.collect::<Vec<_>>() {
        let (status, answer) = raced.await.unwrap();
        match status {
            200 => won += usize::from(answer["table"].is_string()),
            _ => assert_eq!((status, &answer["code"]), (409, &json!("seek_gone"))),
        }
    }
    assert_eq!(won, 1, "one place, one who gets it");
}

/// Ann has met Eve, and wants to see her no more.
async fn apart(server: &Running) -> (Client, Client) {
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    block(&ann, &eve).await;
    (ann, eve)
}

async fn block(ann: &Client, eve: &Client) {
    let made = done(ann, "/api/tables", json!({ "game": "circuitous" })).await;
    let table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
    let joined = done(eve, &format!("{table}/join"), json!({})).await;
    assert_eq!(joined["table"]["your_seats"], json!([1]));
    done(
        ann,
        &format!("{table}/seats/1/distance"),
        json!({ "distance": "block" }),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_blocked_while_they_listen_is_told_that_the_seek_is_gone() {
    let server = Running::fresh().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    look_for(&ann, by_days()).await;
    let mut watching = lobby(&eve).await;
    assert_eq!(told(&mut watching, "seeks").await.as_array().unwrap().len(), 1);
    block(&ann, &eve).await;
    // Being blocked ends all that somebody listens to; they come again and are told what they may see.
    while let Some((_, frame)) = watching.next().await {
        let frame = String::from_utf8_lossy(&frame).into_owned();
        assert!(!frame.contains("Ann"), "{frame}");
    }
    let mut watching = lobby(&eve).await;
    assert_eq!(told(&mut watching, "seeks").await, json!([]));
    // Nor is somebody brought to a table with another whom they blocked after both had come into one seek.
    let dan = server.guest("Dan").await;
    let three = || json!({ "game": "arch-ravels", "fewest": 3, "most": 3, "speed": "days" });
    for person in [&ann, &dan] {
        look_for(person, three()).await;
    }
    assert_eq!(
        seeks(&dan)
            .await
            .iter()
            .filter(|seek| seek["game"] == "arch-ravels")
            .count(),
        1
    );
    block(&ann, &dan).await;
    let eve_looks = look_for(&eve, three()).await;
    assert_eq!(
        eve_looks["table"],
        Value::Null,
        "she would play with Dan, and two are not enough"
    );
    let finn = server.guest("Finn").await;
    let found = look_for(&finn, three()).await;
    let (_, table) = get(
        &finn,
        &format!("/api/tables/{}", found["table"].as_str().unwrap()),
    )
    .await;
    let mut names: Vec<&str> = table["now"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Dan", "Eve", "Finn"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_blocked_neither_sees_nor_meets_whoever_blocks_them_nor_the_other_way_round() {
    let server = Running::fresh().await;
    let (ann, eve) = apart(&server).await;
    for (first, second) in [(&ann, &eve), (&eve, &ann)] {
        let mut watching = lobby(second).await;
        assert_eq!(told(&mut watching, "seeks").await, json!([]));
        let looking = look_for(first, by_days()).await;
        assert!(seeks(second).await.is_empty());
        let path = format!("/api/lobby/seeks/{}/join", looking["seek"].as_str().unwrap());
        let refused = post(second, &path, json!({})).await;
        assert_eq!((refused.0, &refused.1["code"]), (409, &json!("seek_gone")));
        assert_eq!(
            refused,
            post(second, "/api/lobby/seeks/nothing/join", json!({})).await
        );
        let looking_too = look_for(second, by_days()).await;
        assert_eq!(looking_too["table"], Value::Null);
        // Both look for the same, each sees their own.
        assert_eq!((seeks(first).await.len(), seeks(second).await.len()), (1, 1));
        let heard = told(&mut watching, "seeks").await;
        assert_eq!(heard.as_array().unwrap().len(), 1);
        assert_eq!(heard[0]["yours"], true);
        // Somebody else sees both, and plays the one who came first.
        let dan = server.guest("Dan").await;
        assert_eq!(seeks(&dan).await.len(), 2);
        assert!(look_for(&dan, by_days()).await["table"].is_string());
        assert!(seeks(first).await.is_empty());
        let own = seeks(second).await.remove(0);
        let path = format!("/api/lobby/seeks/{}", own["id"].as_str().unwrap());
        assert_eq!(
            second.send(Method::DELETE, &path, None).await.unwrap().status,
            204
        );
        assert_eq!(
            second.send(Method::DELETE, &path, None).await.unwrap().status,
            404
        );
    }
    // Nor are their games shown to each other.
    let running = |lobby: Value| lobby["running"].as_array().unwrap().len();
    let cleo = server.guest("Cleo").await;
    assert_eq!(running(get(&cleo, "/api/lobby").await.1), 2);
    assert_eq!(running(get(&ann, "/api/lobby").await.1), 1);
    assert_eq!(running(get(&eve, "/api/lobby").await.1), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_seek_stands_while_its_person_is_there() {
    let hand = ManualClock::new(1_800_000_000_000);
    let server = Running::with_clock(settings("sqlite::memory:"), hand.clock()).await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    // Past the time in which nobody is taken for gone because the server has just begun.
    hand.advance(Duration::from_secs(30));
    let here = lobby(&ann).await;
    look_for(&ann, two()).await;
    until("she is seen", async || {
        seeks(&ben).await[0]["people"][0]["here"] == true
    })
    .await;
    let mut watching = lobby(&ben).await;
    assert_eq!(told(&mut watching, "seeks").await.as_array().unwrap().len(), 1);
    hand.advance(Duration::from_mins(10));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(seeks(&ben).await.len(), 1, "she is there");
    drop(here);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(seeks(&ben).await.len(), 1, "she may come back");
    hand.advance(Duration::from_secs(25));
    assert_eq!(told(&mut watching, "seeks").await, json!([]));
    // One for a game by days stands.
    look_for(&ann, by_days()).await;
    hand.advance(Duration::from_hours(1));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(seeks(&ben).await.len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_or_goes_for_good_looks_for_nothing_and_hears_nothing() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (ann, zita) = (server.guest("Ann").await, server.guest("Zitabella").await);
    let ben = server.guest("Ben").await;
    let mut events = lobby(&ann).await;
    told(&mut events, "seeks").await;
    look_for(&ann, by_days()).await;
    done(&ann, "/api/sign-out", json!({})).await;
    let ended = async { while events.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(5), ended)
        .await
        .expect("the stream ends");
    assert!(
        seeks(&ben).await.is_empty(),
        "a guest who signs out cannot come back"
    );

    let mut events = lobby(&zita).await;
    look_for(&zita, two()).await;
    assert_eq!(seeks(&ben).await.len(), 1);
    assert_eq!(
        zita.send(Method::DELETE, "/api/me", None).await.unwrap().status,
        204
    );
    let ended = async { while events.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(5), ended)
        .await
        .expect("the stream ends");
    assert!(seeks(&ben).await.is_empty());
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let kept = store.document("lobby", "book").await.unwrap().unwrap();
    assert!(!kept.body.contains("Zitabella"), "{}", kept.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_a_login_looks_on_for_games_by_days_after_signing_out() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let login = json!({ "login": "ann", "password": "correct horse" });
    let sent = ann.send(Method::PUT, "/api/me/password", Some(login.to_string().into()));
    assert_eq!(sent.await.unwrap().status, 200);
    look_for(&ann, by_days()).await;
    look_for(&ann, json!({ "game": "knitting-circle", "speed": "live" })).await;
    assert_eq!(seeks(&ben).await.len(), 2);
    done(&ann, "/api/sign-out", json!({})).await;
    let left = seeks(&ben).await;
    assert_eq!((left.len(), &left[0]["speed"]), (1, &json!("days")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_found_is_begun_after_the_server_was_killed() {
    let database = Folder::new();
    let server = Running::start(settings(&database.database())).await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let store = bobbin_store::open(&database.database()).await.unwrap();
    let mut people = Vec::new();
    for name in ["Ann", "Ben"] {
        let person = store.people(name, 1).await.unwrap().remove(0);
        people.push(json!({ "person": person.id, "name": name }));
    }
    // They have met and nothing has come of it yet.
    let meeting = json!({
        "table": "foundfoundfo", "game": "circuitous", "is_live": false, "people": people, "at": 1_800_000_000_000_i64,
    });
    // Nor will anything come of this one: nobody knows the game.
    let mut other = meeting.clone();
    other["table"] = json!("neverneverne");
    other["game"] = json!("whist");
    let book = Document {
        kind: "lobby".to_owned(),
        id: "book".to_owned(),
        person: None,
        body: json!({ "seeks": [], "meetings": [other, meeting] }).to_string(),
        created_at: 0,
    };
    store.put_document(&book).await.unwrap();
    until("the game begins", async || {
        let (status, seen) = get(&ann, "/api/tables/foundfoundfo").await;
        status == 200 && seen["now"]["status"] == "running"
    })
    .await;
    assert_eq!(mine(&ben).await, ["foundfoundfo"]);
    until("it is done with", async || {
        let kept = store.document("lobby", "book").await.unwrap().unwrap();
        !kept.body.contains("\"is_made\":false") && !kept.body.contains("neverneverne")
    })
    .await;
    let filter = TableFilter {
        limit: 10,
        ..TableFilter::default()
    };
    assert_eq!(store.tables(&filter).await.unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_that_makes_no_sense_is_answered_with_what_would() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let with = |key: &str, value: Value| {
        let mut wish = two();
        wish[key] = value;
        wish
    };
    for (wish, status, code) in [
        (with("game", json!("whist")), 422, "game"),
        (with("fewest", json!(1)), 422, "players"),
        (with("most", json!(7)), 422, "players"),
        (with("fewest", json!(3)), 422, "players"),
        (with("within", json!(10)), 422, "within"),
        (with("speed", json!("never")), 400, "bad_request"),
    ] {
        let answer = post(&ann, "/api/lobby/seeks", wish.clone()).await;
        assert_eq!((answer.0, &answer.1["code"]), (status, &json!(code)), "{wish}");
    }
    assert_eq!(post(&server.stranger(), "/api/lobby/seeks", two()).await.0, 401);
    assert!(seeks(&server.stranger()).await.is_empty());
    // By the button: with as few as can play, and as many.
    done(&ann, "/api/lobby/quick", json!({ "game": "hearts" })).await;
    let own = seeks(&ann).await.remove(0);
    assert_eq!((&own["speed"], &own["within"]), (&json!("live"), &Value::Null));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_tell_of_the_same_lobby_and_who_is_there() {
    let postgres = Postgres::start();
    let database = postgres.database("presence");
    let (one, other) = (
        Running::start(settings(&database)).await,
        Running::start(settings(&database)).await,
    );
    let (ann, ben) = (one.guest("Ann").await, other.guest("Ben").await);
    let (mut at_one, mut at_other) = (lobby(&ann).await, lobby(&ben).await);
    told(&mut at_one, "seeks").await;
    told(&mut at_other, "seeks").await;
    look_for(&ann, two()).await;
    assert_eq!(told(&mut at_other, "seeks").await[0]["people"][0]["name"], "Ann");
    until("the other server knows that she is there", async || {
        let (_, lobby) = get(&ben, "/api/lobby").await;
        lobby["here"] == 2 && lobby["seeks"][0]["people"][0]["here"] == true
    })
    .await;
    let found = done(&ben, "/api/lobby/quick", json!({ "game": "circuitous" })).await;
    // Ben would play with up to four, Ann with one.
    let heard = told(&mut at_one, "found").await;
    assert_eq!(heard[0]["table"], found["table"]);
    one.stop().await;
    other.stop().await;
}
