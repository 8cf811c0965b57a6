//! Tournaments, as those who play in them see them.

mod by_hand;

use std::time::Duration;

use bobbin_load::client::Client;
use bobbin_server::ManualClock;
use bobbin_store::testing::Postgres;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, duel, get, post, settings};

fn at(id: &str, what: &str) -> String {
    format!("/api/tournaments/{id}/{what}")
}

async fn look(client: &Client, id: &str) -> Value {
    let (status, answer) = get(client, &format!("/api/tournaments/{id}")).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn make(client: &Client, wish: Value) -> String {
    let mut whole = json!({
        "name": "Ours", "game": "circuitous", "options": { "distance": "short" }, "round_seconds": 3600,
        "format": { "kind": "round_robin", "times": 1 },
    });
    whole
        .as_object_mut()
        .unwrap()
        .extend(wish.as_object().unwrap().clone());
    let made = done(client, "/api/tournaments", whole).await;
    made["id"].as_str().unwrap().to_owned()
}

/// A program with a token of its own, as `docs/api.md` says.
async fn program(server: &Running, name: &str) -> Client {
    let owner = server.guest(name).await;
    let wish = json!({ "label": "a bot", "scopes": ["read", "play"] });
    let token = done(&owner, "/api/me/tokens", wish).await;
    let secret = format!("Bearer {}", token["secret"].as_str().unwrap());
    server.stranger().with_header("authorization", &secret)
}

/// Luck of the tests' own.
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A bot: it waits for its next table, plays there by luck, and goes on until the tournament is over.
async fn play_tournament(bot: Client, id: String, mut luck: Luck) {
    let path = format!("/api/tournaments/{id}?rounds=false");
    loop {
        let (_, seen) = get(&bot, &path).await;
        if seen["status"] == "over" {
            return;
        }
        let now = &seen["now"];
        if now["waits_for_you"] == true {
            play_turns(&bot, now["table"].as_str().unwrap(), &mut luck).await;
        } else {
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }
}

/// Plays as long as it is one's turn.
async fn play_turns(bot: &Client, table: &str, luck: &mut Luck) {
    loop {
        let (_, seen) = get(bot, &format!("/api/tables/{table}")).await;
        let now = &seen["now"];
        let legal = now["legal"].as_array().unwrap();
        if now["status"] != "running" || legal.is_empty() {
            return;
        }
        let action = &legal[luck.below(legal.len())]["action"];
        let body = json!({ "version": now["version"], "action": action });
        // Somebody else may have acted in the same phase: then it looks again.
        let (status, answer) = post(bot, &format!("/api/tables/{table}/actions"), body).await;
        assert!(status == 200 || status == 409 || status == 422, "{answer}");
    }
}

/// Sixteen bots play to the end, each at one of these servers; what is told then is what comes of the records.
async fn swiss_of_sixteen(servers: &[&Running], game: &str, options: Value, seats: usize, rounds: u8) {
    let director = servers[0].guest("Director").await;
    let id = make(
        &director,
        json!({
            "name": "Sixteen", "game": game, "options": options, "entrance": "programs", "listed": true,
            "format": { "kind": "swiss", "rounds": rounds }, "most": 16,
        }),
    )
    .await;
    let mut bots = Vec::new();
    for number in 0..16 {
        let server = servers[number % servers.len()];
        let bot = program(server, &format!("Robot {number}")).await;
        done(&bot, &at(&id, "enter"), json!({})).await;
        bots.push(bot);
    }
    let begun = done(&director, &at(&id, "start"), json!({})).await;
    assert_eq!(begun["status"], "running");
    assert_eq!(begun["rounds"][0]["boards"].as_array().unwrap().len(), 16 / seats);
    let playing = bots.into_iter().enumerate().map(|(number, bot)| {
        let luck = Luck(0x1234_5678_9abc_def1 + number as u64 * 77);
        tokio::spawn(play_tournament(bot, id.clone(), luck))
    });
    let playing: Vec<_> = playing.collect();
    for bot in playing {
        tokio::time::timeout(Duration::from_mins(4), bot)
            .await
            .unwrap()
            .unwrap();
    }
    let over = look(&director, &id).await;
    assert_eq!(over["rounds"].as_array().unwrap().len(), usize::from(rounds));
    by_hand::check(&director, &over).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_sixteen_bots_for_two_ends_as_the_records_say() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    swiss_of_sixteen(&[&server], "circuitous", json!({ "distance": "short" }), 2, 3).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_sixteen_bots_for_four_ends_as_the_records_say() {
    let server = Running::fresh().await;
    swiss_of_sixteen(&[&server], "hearts", json!({}), 4, 5).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_postgresql_play_it_together() {
    let postgres = Postgres::start();
    let database = postgres.database("swiss");
    let one = Running::start(settings(&database)).await;
    let other = Running::start(settings(&database)).await;
    swiss_of_sixteen(&[&one, &other], "hearts", json!({}), 4, 2).await;
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_enter_for_whom_it_is_and_nobody_twice() {
    let server = Running::fresh().await;
    let (ann, ben, cleo) = (
        server.guest("Ann").await,
        server.guest("Ben").await,
        server.guest("Cleo").await,
    );
    let bot = program(&server, "Robot").await;
    let id = make(&ann, json!({ "entrance": "people", "most": 2, "enter": true })).await;
    assert_eq!(
        post(&bot, &at(&id, "enter"), json!({})).await.1["code"],
        "entrance"
    );
    done(&ben, &at(&id, "enter"), json!({})).await;
    let again = done(&ben, &at(&id, "enter"), json!({})).await;
    assert_eq!(again["entrants"].as_array().unwrap().len(), 2);
    assert_eq!(again["you"], 1);
    assert_eq!(post(&cleo, &at(&id, "enter"), json!({})).await.1["code"], "full");
    done(&ben, &at(&id, "withdraw"), json!({})).await;
    done(&cleo, &at(&id, "enter"), json!({})).await;
    assert_eq!(
        post(&ben, &at(&id, "start"), json!({})).await.1["code"],
        "not_your_tournament"
    );
    assert_eq!(
        post(&ben, &at(&id, "cancel"), json!({})).await.1["code"],
        "not_your_tournament"
    );
    done(&ann, &at(&id, "start"), json!({})).await;
    assert_eq!(post(&ben, &at(&id, "enter"), json!({})).await.1["code"], "begun");
    let programs = make(&ann, json!({ "entrance": "programs" })).await;
    assert_eq!(
        post(&ben, &at(&programs, "enter"), json!({})).await.1["code"],
        "entrance"
    );
    done(&bot, &at(&programs, "enter"), json!({})).await;
    assert_eq!(
        post(&ann, &at(&programs, "start"), json!({})).await.1["code"],
        "too_few"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_listed_is_found_by_its_link_and_by_those_in_it_only() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let hidden = make(&ann, json!({ "name": "Hidden" })).await;
    let shown = make(&ann, json!({ "name": "Shown", "listed": true })).await;
    let ids = |lines: Value| -> Vec<String> {
        let lines = lines.as_array().unwrap().clone();
        lines
            .iter()
            .map(|line| line["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let his = ids(get(&ben, "/api/tournaments").await.1);
    assert_eq!(his, std::slice::from_ref(&shown));
    let hers = ids(get(&ann, "/api/tournaments").await.1);
    assert!(hers.contains(&hidden) && hers.contains(&shown));
    assert_eq!(look(&ben, &hidden).await["name"], "Hidden");
    done(&ben, &at(&hidden, "enter"), json!({})).await;
    assert!(ids(get(&ben, "/api/tournaments").await.1).contains(&hidden));
    done(&ben, &at(&hidden, "withdraw"), json!({})).await;
    assert_eq!(
        ids(get(&ben, "/api/tournaments").await.1),
        std::slice::from_ref(&shown)
    );
    // Called off, it is found among those that are over.
    done(&ann, &at(&shown, "cancel"), json!({})).await;
    let lines = get(&ben, "/api/tournaments").await.1;
    assert_eq!(lines[0]["status"], "cancelled");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_refused_with_a_reason() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let wrong = [
        (json!({ "round_seconds": null }), "clock"),
        (json!({ "round_seconds": 5 }), "clock"),
        (json!({ "name": " " }), "name"),
        (json!({ "game": "whist" }), "game"),
        (json!({ "most": 1 }), "most"),
        (json!({ "most": 33 }), "most"),
        (json!({ "format": { "kind": "swiss", "rounds": 0 } }), "format"),
        (
            json!({ "format": { "kind": "league", "division": 4, "moves": 2, "seasons": 1 } }),
            "format",
        ),
        (
            json!({ "game": "knitting-circle", "options": { "players": "1" } }),
            "seats",
        ),
        (json!({ "starts_at": 5 }), "starts_at"),
    ];
    for (wish, code) in wrong {
        let mut whole = json!({
            "name": "Ours", "game": "circuitous", "options": {}, "round_seconds": 3600,
            "format": { "kind": "round_robin", "times": 1 },
        });
        whole
            .as_object_mut()
            .unwrap()
            .extend(wish.as_object().unwrap().clone());
        let (status, answer) = post(&ann, "/api/tournaments", whole).await;
        assert_eq!((status, &answer["code"]), (422, &json!(code)), "{wish} {answer}");
        assert!(answer["message"].as_str().unwrap().ends_with('.'), "{answer}");
    }
    for _ in 0..5 {
        make(&ann, json!({})).await;
    }
    let sixth = json!({
        "name": "Ours", "game": "circuitous", "round_seconds": 3600, "format": { "kind": "swiss", "rounds": 3 },
    });
    let (_, answer) = post(&ann, "/api/tournaments", sixth).await;
    assert_eq!(answer["code"], "too_many_tournaments");
    server.stop().await;
}

/// Waits until a tournament is as it should be.
async fn until(client: &Client, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..2_400 {
        let seen = look(client, id).await;
        if is_so(&seen) {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not come to that: {}", look(client, id).await);
}

const NOON: i64 = 1_795_176_000_000;

#[tokio::test(flavor = "multi_thread")]
async fn when_the_time_of_a_round_is_over_bots_play_its_games_to_their_end() {
    let time = ManualClock::new(NOON);
    let server = Running::with_clock(settings("sqlite::memory:"), time.clock()).await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let wish = json!({ "round_seconds": 600, "starts_at": NOON + 60_000, "level": "playful" });
    let id = make(&ann, wish).await;
    for client in [&ann, &ben] {
        done(client, &at(&id, "enter"), json!({})).await;
    }
    assert_eq!(look(&ann, &id).await["status"], "open");
    time.advance(Duration::from_secs(61));
    let running = until(&ann, &id, |seen| seen["status"] == "running").await;
    let table = running["now"]["table"].as_str().unwrap().to_owned();
    let at_table = |what: &str| format!("/api/tables/{table}/{what}");
    let agreed = post(&ann, &at_table("end"), json!({ "wants": true })).await;
    assert_eq!(agreed.1["code"], "needs_result");
    // Who leaves can come back while the round lasts, and nobody takes the seat meanwhile.
    done(&ann, &at_table("leave"), json!({})).await;
    let cleo = server.guest("Cleo").await;
    assert_eq!(post(&cleo, &at_table("join"), json!({})).await.0, 409);
    let mut back = post(&ann, &at_table("take-back"), json!({})).await;
    while back.1["code"] == "bot_acts_first" {
        tokio::time::sleep(Duration::from_millis(20)).await;
        back = post(&ann, &at_table("take-back"), json!({})).await;
    }
    assert_eq!(back.0, 200, "{}", back.1);
    time.advance(Duration::from_mins(11));
    let over = until(&ann, &id, |seen| seen["status"] == "over").await;
    assert_eq!(over["standings"][0][0]["games"], 1);
    let (_, seen) = get(&ben, &at_table("opening")).await;
    assert_eq!(seen["table"]["fixture"]["tournament"], json!(id));
    by_hand::check(&ann, &over).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_goes_on_after_a_restart_and_without_those_who_withdrew() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    let wish =
        json!({ "format": { "kind": "swiss", "rounds": 3 }, "enter": true, "most": 8, "level": "playful" });
    let id = make(&ann, wish).await;
    done(&ann, &at(&id, "bots"), json!({ "level": "playful", "count": 3 })).await;
    let begun = done(&ann, &at(&id, "start"), json!({})).await;
    let table = begun["now"]["table"].as_str().unwrap().to_owned();
    // From now on bots do everything, the server or another one after it.
    done(&ann, &format!("/api/tables/{table}/leave"), json!({})).await;
    done(&ann, &at(&id, "withdraw"), json!({})).await;
    server.stop().await;
    let server = Running::start(settings(&folder.database())).await;
    let watcher = server.guest("Watcher").await;
    let over = until(&watcher, &id, |seen| seen["status"] == "over").await;
    assert_eq!(over["entrants"][0]["withdrawn"], true);
    let rounds = over["rounds"].as_array().unwrap();
    assert_eq!(
        rounds.len(),
        3,
        "three are left, so each can meet each and one has a bye"
    );
    for round in &rounds[1..] {
        let boards = round["boards"].as_array().unwrap();
        assert_eq!((boards.len(), round["byes"].as_array().unwrap().len()), (1, 1));
        assert!(!boards[0]["seats"].as_array().unwrap().contains(&json!(0)));
    }
    by_hand::check(&watcher, &over).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_director_has_blocked_does_not_enter_and_is_not_told_why() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let table = duel(&ann, &ben).await;
    let block = json!({ "distance": "block" });
    done(&ann, &format!("/api/tables/{table}/seats/1/distance"), block).await;
    let hers = make(&ann, json!({})).await;
    let (status, answer) = post(&ben, &at(&hers, "enter"), json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_welcome")));
    assert!(!answer["message"].as_str().unwrap().contains("block"));
    // In somebody else's they are like all others.
    let cleo = server.guest("Cleo").await;
    let open = make(&cleo, json!({})).await;
    done(&ann, &at(&open, "enter"), json!({})).await;
    done(&ben, &at(&open, "enter"), json!({})).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_someone_who_goes_for_good_no_name_stays_and_the_others_play_on() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Annabella").await, server.guest("Ben").await);
    let id = make(&ann, json!({ "enter": true })).await;
    done(&ben, &at(&id, "enter"), json!({})).await;
    done(&ann, &at(&id, "start"), json!({})).await;
    let gone = ann.send(Method::DELETE, "/api/me", None).await.unwrap();
    assert_eq!(gone.status.as_u16(), 204);
    let seen = look(&ben, &id).await;
    assert!(!seen.to_string().contains("Annabella"), "{seen}");
    assert_eq!(seen["entrants"][0]["name"], "someone who left");
    assert_eq!(seen["entrants"][0]["withdrawn"], true);
    assert_eq!(seen["status"], "running");
    server.stop().await;
}
