//! No leak over the wire: what is sent to a seat is the same in all worlds that look the same to it.

use bobbin_catalog::AnyMatch;
use bobbin_game::{SearchChance, Seat, Seed, UndoRefusal, Viewer};
use bobbin_load::client::Client;
use bobbin_store::{Append, ChainHash, Key, TableRow};
use serde_json::{Value, json};

use crate::mcp::Assistant;
use crate::routes::{Mind, Route, TABLE, timeless, told};
use crate::support::{Folder, Running, get, post, seen, settings};

/// A server with one table that begins from a position, and a client for each seat.
struct World {
    server: Running,
    seats: Vec<Client>,
    _folder: Folder,
}

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
            store.add_key(&token(seat, person.id)).await.unwrap();
        }
        let plan = json!({
            "kind": "created", "game": playing.game().id(), "rules": playing.game().rules_version(),
            "content": playing.content(), "options": playing.options(), "seed": Seed::named("x"), "owner": "nobody",
            "seats": places, "position": position, "listed": true,
            // Whoever leaves in the end is not replaced while the answers are compared.
            "pace": 10_000,
        });
        // Now, or the table would have waited for people since 1970.
        let at = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap()
            .as_millis() as i64;
        let mut previous = ChainHash::START;
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
                previous,
                at,
                body: body.to_string(),
                row: Some(row),
                people: None,
                calls: Vec::new(),
            };
            previous = append.hash();
            store.append(append).await.unwrap();
        }
        store.close().await;
        World {
            server,
            seats,
            _folder: folder,
        }
    }

    /// Who looks: a player, or someone who does not play.
    fn client(&self, viewer: Viewer) -> Client {
        match viewer.seat() {
            Some(seat) => self.seats[seat.index()].clone(),
            None => self.server.stranger(),
        }
    }

    /// All that a viewer gets from every route of the description, refusals included, without the times.
    async fn shown(&self, viewer: Viewer, tries: &[String], picks: &[Value], is_last: bool) -> Vec<String> {
        let client = self
            .client(viewer)
            .with_header("x-request-id", "the-same")
            .with_header("origin", &self.server.url);
        let (_, now) = get(&client, &format!("/api/tables/{TABLE}")).await;
        let mind = Mind {
            seats: self.seats.len(),
            version: now["now"]["version"].clone(),
            tries,
            picks,
            is_last,
        };
        let mut shown = Vec::new();
        if let Some(seat) = viewer.seat() {
            let assistant = Assistant::with(&self.server, &secret(seat.index()));
            shown.extend(self.told_to(&assistant, &mind, false).await);
        }
        for route in Route::all() {
            for (path, body) in mind.requests(route) {
                let body = body.map(|body| body.to_string().into());
                let sent = client.send(route.method.clone(), &path, body.clone());
                let answered = sent.await.unwrap();
                shown.push(told(route, &format!("{path} {body:?}"), &answered));
            }
        }
        if let Some(seat) = viewer.seat().filter(|_| is_last) {
            // All tokens have ended with the other sessions.
            let person = &self.seats[seat.index()];
            let assistant = Assistant::of(&self.server, person, &["read", "play"]).await;
            shown.extend(self.told_to(&assistant, &mind, true).await);
        }
        shown
    }

    /// All that an assistant gets from its tools and resources.
    async fn told_to(&self, assistant: &Assistant, mind: &Mind<'_>, changing: bool) -> Vec<String> {
        let mut told = Vec::new();
        for (tool, arguments) in mind.tools(changing) {
            let answer = assistant.call(&tool, arguments.clone()).await;
            told.push(timeless(&format!("{tool} {arguments}\n{answer}")));
        }
        for uri in [
            format!("bobbin://tables/{TABLE}"),
            "bobbin://tables/other".to_owned(),
        ] {
            let answer = assistant.ask("resources/read", json!({ "uri": uri })).await;
            told.push(answer.to_string());
        }
        told.push(assistant.ask("resources/list", json!({})).await.to_string());
        told
    }

    async fn stop(self) {
        self.server.stop().await;
    }
}

/// What an assistant at this seat brings, the same in all worlds.
fn secret(seat: usize) -> String {
    format!("assistant {seat}")
}

fn token(seat: usize, person: String) -> Key {
    Key {
        // A seed is the SHA-256 of its name, too.
        hash: Seed::named(&secret(seat)).to_string(),
        id: format!("assistant{seat}"),
        person,
        label: "an assistant".to_owned(),
        scopes: "read play".to_owned(),
        created_at: 0,
        expires_at: None,
        // Lately, so that it is not written down again.
        last_used_at: Some(i64::MAX),
        browser: String::new(),
    }
}

/// Every seat and a spectator, each in random games of their own.
async fn assert_equal_traffic(game: &str) {
    let game = bobbin_catalog::find(game).unwrap();
    let mut compared = 0;
    // Where almost every action turns over a card, a comparison soon ends and another begins.
    for round in 0..18 {
        if round < 6 || compared < 12 {
            compared += compare_worlds(game, round).await;
        }
    }
    assert!(compared >= 12, "{}: {compared} moments were compared", game.id());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_worlds_that_differ_only_in_hidden_things_send_the_same_bytes_in_hearts() {
    assert_equal_traffic("hearts").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_worlds_that_differ_only_in_hidden_things_send_the_same_bytes_in_knitting_circle() {
    assert_equal_traffic("knitting-circle").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_worlds_that_differ_only_in_hidden_things_send_the_same_bytes_in_arch_ravels() {
    assert_equal_traffic("arch-ravels").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_worlds_that_differ_only_in_hidden_things_send_the_same_bytes_in_circuitous() {
    assert_equal_traffic("circuitous").await;
}

/// Plays the same in two worlds that look the same to a viewer, and compares all that the viewer gets.
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
    // One after the other: every seat, then someone who only watches.
    let viewer = match round as usize % (playing.players() + 1) {
        seat if seat < playing.players() => Viewer::Seat(Seat::new(seat)),
        _ => Viewer::Spectator,
    };
    let real = playing.position();
    let imagined = playing.imagined(viewer, round).unwrap();
    let [here, there] = [
        World::new(&*playing, &real).await,
        World::new(&*playing, &imagined).await,
    ];
    let events = format!("/api/tables/{TABLE}/events");
    let mut streams = [
        here.client(viewer).events(&events, None).await.unwrap(),
        there.client(viewer).events(&events, None).await.unwrap(),
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
    let (mut tries, mut picks) = asked_in_vain(&shadow, viewer);
    for _ in 0..8 {
        assert_eq!(
            here.shown(viewer, &tries, &picks, false).await,
            there.shown(viewer, &tries, &picks, false).await,
            "{}: {viewer:?}",
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
                Err(UndoRefusal::ChanceAsked
                    | UndoRefusal::Revealed
                    | UndoRefusal::GameOver
                    | UndoRefusal::PhaseOver { .. })
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
        let now = seen(&here.client(viewer), TABLE).await["event"].as_u64().unwrap() as u32;
        assert_eq!(
            now,
            seen(&there.client(viewer), TABLE).await["event"]
                .as_u64()
                .unwrap() as u32
        );
        while latest < now {
            latest = next().await;
        }
        (tries, picks) = asked_in_vain(&shadow, viewer);
    }
    // In the end what changes something, in both alike.
    assert_eq!(
        here.shown(viewer, &tries, &picks, true).await,
        there.shown(viewer, &tries, &picks, true).await,
        "{}: {viewer:?}",
        game.id()
    );
    drop(streams);
    here.stop().await;
    there.stop().await;
    compared
}

/// What a viewer may try although it is not its to do: what others may do in one of the worlds; and pieces to touch.
fn asked_in_vain(worlds: &[Box<dyn AnyMatch>; 2], viewer: Viewer) -> (Vec<String>, Vec<Value>) {
    let own = |world: &dyn AnyMatch| match viewer.seat() {
        Some(seat) => world.legal(seat).unwrap(),
        None => Vec::new(),
    };
    let own: Vec<String> = worlds
        .iter()
        .flat_map(|world| own(&**world))
        .map(|legal| legal.action)
        .collect();
    let mut tries = vec!["dance".to_owned()];
    let mut picks = vec![json!(["moon"]), json!([])];
    for world in worlds {
        for seat in world.to_act().iter() {
            for legal in world.legal(seat).unwrap().into_iter().take(12) {
                picks.push(json!(legal.telling.picks));
                if !own.contains(&legal.action) {
                    tries.push(legal.action);
                }
            }
        }
    }
    tries.sort();
    tries.dedup();
    (tries, picks)
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
