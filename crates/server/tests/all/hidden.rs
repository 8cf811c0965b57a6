//! No leak over the wire: what is sent to a seat is the same in all worlds that look the same to it.

use bobbin_catalog::AnyMatch;
use bobbin_game::{SearchChance, Seat, Seed, UndoRefusal, Viewer};
use bobbin_server::client::Client;
use bobbin_store::{Append, TableRow};
use serde_json::{Value, json};

use crate::support::{Folder, Running, get, hearts, post, seen, settings};

/// A server with one table that begins from a position, and a client for each seat.
struct World {
    server: Running,
    seats: Vec<Client>,
    _folder: Folder,
}

const TABLE: &str = "thetable";

impl World {
    async fn new(playing: &dyn AnyMatch, position: &str) -> Self {
        let folder = Folder::new();
        let server = Running::start(settings(&folder.database())).await;
        let store = bobbin_store::open(&folder.database()).await.unwrap();
        let mut seats = Vec::new();
        let mut places = Vec::new();
        for seat in 0..playing.players() {
            let name = format!("Player {seat}");
            seats.push(server.guest(&name).await);
            let person = store.people(&name, 1).await.unwrap().remove(0);
            places.push(json!({ "kind": "person", "person": person.id, "name": name }));
        }
        let plan = json!({
            "kind": "created", "game": playing.game().id(), "rules": playing.game().rules_version(),
            "content": playing.content(), "options": playing.options(), "seed": Seed::named("x"), "owner": "nobody",
            "seats": places, "position": position,
        });
        // Now, or the table would have waited for people since 1970.
        let at = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap()
            .as_millis() as i64;
        for (index, body) in [(0, plan), (1, json!({ "kind": "started" }))] {
            let row = TableRow {
                id: TABLE.to_owned(),
                game: playing.game().id().to_owned(),
                status: "running".to_owned(),
                listed: true,
                created_at: at,
                updated_at: at,
                due_at: None,
                summary: "{}".to_owned(),
            };
            let append = Append {
                table: TABLE.to_owned(),
                index,
                at,
                body: body.to_string(),
                row: Some(row),
                people: None,
            };
            store.append(append).await.unwrap();
        }
        store.close().await;
        World {
            server,
            seats,
            _folder: folder,
        }
    }

    /// All that a seat gets from every route, without the times.
    async fn shown(&self, seat: usize) -> Vec<String> {
        let mut shown = Vec::new();
        for path in [
            "",
            "/log",
            "/chat",
            "/record",
            "/positions/0",
            "/positions/0/picture.svg?seat=everything",
            "/replay?seat=everything",
            "/record.txt",
            "?seat=spectator",
            "/log?seat=spectator",
        ] {
            let answered = self.seats[seat]
                .get(&format!("/api/tables/{TABLE}{path}"))
                .await
                .unwrap();
            shown.push(format!(
                "{path} {} {}",
                answered.status,
                timeless(&String::from_utf8_lossy(&answered.body))
            ));
        }
        for other in 0..self.seats.len() {
            let (status, answer) = get(&self.seats[seat], &format!("/api/tables/{TABLE}?seat={other}")).await;
            shown.push(format!(
                "{other} {status} {}",
                if status == 200 {
                    String::new()
                } else {
                    answer.to_string()
                }
            ));
        }
        shown
    }

    async fn stop(self) {
        self.server.stop().await;
    }
}

/// A text without the moments in it.
fn timeless(text: &str) -> String {
    let mut parts = text.split("at\":");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| {
        text + "at\":" + part.trim_start_matches(|letter: char| letter.is_ascii_digit())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_worlds_that_differ_only_in_hidden_things_send_a_seat_the_same_bytes() {
    for game in bobbin_catalog::games() {
        let mut compared = 0;
        for round in 0..2 {
            compared += compare_worlds(game, round).await;
        }
        assert!(compared > 0, "{}: no two worlds were compared", game.id());
    }
}

/// Plays the same in two worlds that look the same to a seat, and compares all that the seat gets.
#[expect(clippy::too_many_lines, reason = "one story")]
async fn compare_worlds(game: &'static dyn bobbin_catalog::AnyGame, round: u64) -> usize {
    let mut luck = SearchChance::new(round);
    let mut playing = game
        .start(
            &bobbin_game::Options::new(),
            None,
            Seed::named(&round.to_string()),
        )
        .unwrap();
    // Some way into the game.
    for _ in 0..luck.below(30) + 10 * round as u32 {
        let Some(seat) = playing.to_act().first() else {
            break;
        };
        let legal = playing.legal(seat).unwrap();
        playing
            .play(seat, &legal[luck.below(legal.len() as u32) as usize].action)
            .unwrap();
    }
    if playing.to_act().is_empty() {
        return 0;
    }
    let viewer = Seat::new(luck.below(playing.players() as u32) as usize);
    let real = playing.position();
    let imagined = playing.imagined(Viewer::Seat(viewer), round).unwrap();
    let [here, there] = [
        World::new(&*playing, &real).await,
        World::new(&*playing, &imagined).await,
    ];
    let events = format!("/api/tables/{TABLE}/events");
    let mut streams = [
        here.seats[viewer.index()].events(&events, None).await.unwrap(),
        there.seats[viewer.index()].events(&events, None).await.unwrap(),
    ];
    let mut next = async || {
        let [a, b] = &mut streams;
        let (a, b) = (a.next().await.unwrap(), b.next().await.unwrap());
        let text = |bytes: &[u8]| timeless(&String::from_utf8_lossy(bytes));
        assert_eq!(
            (a.0, text(&a.1)),
            (b.0, text(&b.1)),
            "{}: the streams differ",
            game.id()
        );
        a.0
    };
    let mut latest = next().await;
    // The same luck in both, so that what asks chance is not compared but ends the comparison.
    let mut shadow = [
        game.start_from(&real, &playing.options(), None, Seed::named("x"))
            .unwrap(),
        game.start_from(&imagined, &playing.options(), None, Seed::named("x"))
            .unwrap(),
    ];
    let mut compared = 0;
    for _ in 0..8 {
        assert_eq!(
            here.shown(viewer.index()).await,
            there.shown(viewer.index()).await,
            "{}",
            game.id()
        );
        compared += 1;
        let Some((seat, action)) = common_action(&shadow, &mut luck) else {
            break;
        };
        for shadow in &mut shadow {
            shadow.play(seat, &action).unwrap();
        }
        let asked = |shadow: &dyn AnyMatch| {
            matches!(
                shadow.check_undo(seat),
                Err(UndoRefusal::ChanceAsked | UndoRefusal::Revealed | UndoRefusal::GameOver)
            )
        };
        if shadow.iter().any(|shadow| asked(&**shadow)) {
            break;
        }
        for world in [&here, &there] {
            let version = seen(&world.seats[seat.index()], TABLE).await["version"].clone();
            let body = json!({ "version": version, "action": action });
            let (status, answer) = post(
                &world.seats[seat.index()],
                &format!("/api/tables/{TABLE}/actions"),
                body,
            )
            .await;
            assert_eq!(status, 200, "{}: {answer}", game.id());
        }
        let now = seen(&here.seats[viewer.index()], TABLE).await["event"]
            .as_u64()
            .unwrap() as u32;
        assert_eq!(
            now,
            seen(&there.seats[viewer.index()], TABLE).await["event"]
                .as_u64()
                .unwrap() as u32
        );
        while latest < now {
            latest = next().await;
        }
    }
    drop(streams);
    here.stop().await;
    there.stop().await;
    compared
}

/// An action that some seat may take in both worlds.
fn common_action(worlds: &[Box<dyn AnyMatch>; 2], luck: &mut SearchChance) -> Option<(Seat, String)> {
    let [here, there] = worlds;
    let both = here.to_act().iter().filter(|seat| there.to_act().contains(*seat));
    let actions = both.flat_map(|seat| {
        let there = there.legal(seat).unwrap();
        let here = here.legal(seat).unwrap().into_iter();
        here.filter(move |legal| there.contains(legal))
            .map(move |legal| (seat, legal.action))
    });
    let actions: Vec<(Seat, String)> = actions.collect();
    let choice = luck.below(actions.len().max(1) as u32) as usize;
    actions.into_iter().nth(choice)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_and_another_seat_get_nothing_of_a_seats_secrets() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({})).await;
    let stranger = server.stranger();
    let spectator = seen(&stranger, &id).await;
    assert_eq!(spectator["viewer"], "spectator");
    assert_eq!(spectator["legal"], json!([]));
    let outsider = server.guest("Eve").await;
    for client in [&stranger, &outsider, &guests[1]] {
        for path in ["", "/log", "/events"] {
            let (status, answer) = get(client, &format!("/api/tables/{id}{path}?seat=0")).await;
            assert_eq!(
                (status, &answer["code"]),
                (403, &json!("not_your_seat")),
                "{path}"
            );
        }
    }
    for client in [&outsider, &guests[1]] {
        for (path, body) in [
            ("actions", json!({ "seat": 0, "version": 1, "action": "pass 2C" })),
            ("undo", json!({ "seat": 0, "version": 1 })),
            ("why-not", json!({ "seat": 0, "picks": [] })),
            ("hint", json!({ "seat": 0 })),
            ("chat", json!({ "seat": 0, "text": "I am Ann" })),
            ("leave", json!({ "seat": 0 })),
            ("take-back", json!({ "seat": 0 })),
        ] {
            let (status, answer) = post(client, &format!("/api/tables/{id}/{path}"), body).await;
            assert_eq!(
                (status, &answer["code"]),
                (403, &json!("not_your_seat")),
                "{path}"
            );
        }
    }
    // What Ann chooses secretly is no event for Ben: not even that she chose.
    let before = seen(&guests[1], &id).await;
    let now = seen(&guests[0], &id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
    assert_eq!(
        post(&guests[0], &format!("/api/tables/{id}/actions"), body)
            .await
            .0,
        200
    );
    assert_eq!(seen(&guests[1], &id).await, before);
    assert_eq!(seen(&stranger, &id).await, spectator);
    let text: Value = seen(&guests[1], &id).await;
    assert_eq!(text["seats"][0].get("person"), None, "no id of a person is told");
    server.stop().await;
}
