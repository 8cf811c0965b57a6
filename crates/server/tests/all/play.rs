//! Acting: races, keys, versions, streams, undo, chat, rematch, records.

use std::time::Duration;

use bobbin_load::client::Events;
use bobbin_load::{Load, run};
use serde_json::json;

use crate::support::{Folder, Running, done, get, hearts, post, seen, settings, step};

#[tokio::test(flavor = "multi_thread")]
async fn clients_play_every_game_of_the_catalog_over_streams_and_nothing_is_lost_or_doubled_or_stale() {
    let server = Running::fresh().await;
    for game in bobbin_catalog::games() {
        let load = Load {
            urls: vec![server.url.clone()],
            tables: 2,
            time: Duration::from_secs(3),
            game: Some(game.id().to_owned()),
            seats: None,
            pace: Duration::ZERO,
            ahead: 0,
            memory: false,
        };
        let report = run(&load).await.unwrap();
        assert!(
            report.is_clean() && report.actions > 20,
            "{}:\n{report}",
            game.id()
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_compression_is_told_the_same_in_fewer_bytes() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({})).await;
    for path in [
        format!("/api/tables/{id}/events"),
        format!("/api/tables/{id}/events?changes=true"),
    ] {
        let plain = &guests[0];
        let asking = plain.clone().with_header("accept-encoding", "br;q=0, gzip");
        let not_asking = plain.clone().with_header("accept-encoding", "gzip;q=0, br");
        let mut streams = Vec::new();
        for client in [plain, &asking, &not_asking] {
            streams.push(client.events(&path, None).await.unwrap());
        }
        assert_eq!(
            streams.iter().map(Events::is_squeezed).collect::<Vec<_>>(),
            [false, true, false]
        );
        for _ in 0..12 {
            step(&guests, &id).await;
        }
        let words = json!({ "text": "the queen of spades, \"perhaps\"" });
        done(&guests[1], &format!("/api/tables/{id}/chat"), words).await;
        for number in 0.. {
            let mut told = Vec::new();
            for stream in &mut streams {
                told.push(stream.next().await.unwrap());
            }
            assert!(told.iter().all(|other| *other == told[0]), "{told:?}");
            if String::from_utf8_lossy(&told[0].1).contains("perhaps") {
                break;
            }
            assert!(number < 40, "what was said does not come");
        }
        let bytes: Vec<u64> = streams.iter().map(Events::bytes).collect();
        assert_eq!(bytes[0], bytes[2]);
        // Events of Hearts are short, and what is short is not compressed: how many fewer is a matter of the deal.
        assert!(bytes[1] < bytes[0], "{bytes:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_clients_that_race_for_one_version_one_is_applied_and_one_stale() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({ "options": { "pass": "none" } })).await;
    let path = format!("/api/tables/{id}/actions");
    let mut rounds = 0;
    'game: while rounds < 20 {
        for guest in &guests {
            let now = seen(guest, &id).await;
            if now["status"] == "over" {
                break 'game;
            }
            let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) else {
                continue;
            };
            let body = json!({ "version": now["version"], "action": legal["action"] });
            let (a, b) = tokio::join!(post(guest, &path, body.clone()), post(guest, &path, body));
            let mut statuses = [a.0, b.0];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409], "{a:?} {b:?}");
            let stale = if a.0 == 409 { a.1 } else { b.1 };
            assert_eq!(stale["code"], "stale");
            assert!(stale["version"].as_u64() > now["version"].as_u64());
            rounds += 1;
        }
    }
    assert!(rounds >= 20);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_seats_that_act_at_the_same_time_never_get_a_stale_answer() {
    let server = Running::fresh().await;
    for _ in 0..5 {
        let (id, guests) = hearts(&server, json!({ "options": { "pass": "left" } })).await;
        let passing = guests.iter().map(|guest| {
            let (guest, id) = (guest.clone(), id.clone());
            tokio::spawn(async move {
                // Each looks once, then acts on what its own answers say: it never looks at what others do.
                let mut version = seen(&guest, &id).await["version"].clone();
                for _ in 0..3 {
                    let now = seen(&guest, &id).await;
                    let action = now["legal"][0]["action"].clone();
                    let body = json!({ "version": version, "action": action });
                    let answer = done(&guest, &format!("/api/tables/{id}/actions"), body).await;
                    version = answer["version"].clone();
                }
            })
        });
        for seat in passing.collect::<Vec<_>>() {
            seat.await.unwrap();
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_seats_that_craft_at_full_speed_get_no_stale_answer_and_no_refusal_for_what_is_still_legal() {
    let server = Running::fresh().await;
    let load = Load {
        urls: vec![server.url.clone()],
        tables: 4,
        time: Duration::from_secs(6),
        game: Some("knitting-circle".to_owned()),
        seats: None,
        pace: Duration::ZERO,
        ahead: 0,
        memory: false,
    };
    let report = run(&load).await.unwrap();
    // A refusal says that another player was faster: it names a rule, and the action was really gone.
    assert!(report.is_clean() && report.actions > 40, "{report}");
    let gone: Vec<_> = report
        .first_errors
        .iter()
        .filter(|error| !error.contains("clause"))
        .collect();
    assert!(gone.is_empty(), "{report}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_used_for_something_else_is_refused() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({ "options": { "pass": "left" } })).await;
    let now = seen(&guests[0], &id).await;
    let action = |number: usize, version: &serde_json::Value| json!({ "version": version, "action": now["legal"][number]["action"], "key": "k1" });
    let path = format!("/api/tables/{id}/actions");
    let first = done(&guests[0], &path, action(0, &now["version"])).await;
    for (path, body) in [
        (path.clone(), action(1, &now["version"])),
        (path.clone(), action(1, &first["version"])),
        (
            format!("/api/tables/{id}/undo"),
            json!({ "version": first["version"], "key": "k1" }),
        ),
    ] {
        let (status, answer) = post(&guests[0], &path, body).await;
        assert_eq!((status, &answer["code"]), (422, &json!("key_reused")), "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("take a new one"));
    }
    // Another seat's keys are its own.
    let now = seen(&guests[1], &id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][1]["action"], "key": "k1" });
    done(&guests[1], &path, body).await;
    assert_eq!(
        seen(&guests[0], &id).await["version"],
        first["version"],
        "nothing was done"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_is_answered_and_not_applied_again_not_even_after_a_restart() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (id, guests) = hearts(&server, json!({})).await;
    let now = seen(&guests[0], &id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][0]["action"], "key": "k1" });
    let path = format!("/api/tables/{id}/actions");
    let first = done(&guests[0], &path, body.clone()).await;
    assert_eq!(done(&guests[0], &path, body.clone()).await, first);
    server.stop().await;
    let server = Running::start(settings(&folder.database())).await;
    let ann = guests[0].clone().at(&server.url);
    assert_eq!(done(&ann, &path, body).await, first);
    assert_eq!(seen(&ann, &id).await["version"], first["version"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_resumed_sends_byte_for_byte_what_was_missed() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (id, guests) = hearts(&server, json!({})).await;
    let path = format!("/api/tables/{id}/events");
    let mut live = guests[1].events(&path, None).await.unwrap();
    let (first, _) = live.next().await.unwrap();
    done(
        &guests[2],
        &format!("/api/tables/{id}/chat"),
        json!({ "text": "hello <b>all</b>" }),
    )
    .await;
    let now = seen(&guests[1], &id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
    let acted = done(&guests[1], &format!("/api/tables/{id}/actions"), body).await;
    done(
        &guests[1],
        &format!("/api/tables/{id}/undo"),
        json!({ "version": acted["version"] }),
    )
    .await;
    for _ in 0..25 {
        step(&guests, &id).await;
    }
    let latest = seen(&guests[1], &id).await["event"].as_u64().unwrap() as u32;
    let mut heard = Vec::new();
    while heard.last().is_none_or(|(number, _)| *number < latest) {
        heard.push(live.next().await.unwrap());
    }
    let numbers: Vec<u32> = heard.iter().map(|(number, _)| *number).collect();
    assert_eq!(
        numbers,
        (first + 1..=latest).collect::<Vec<_>>(),
        "every event once, in order"
    );
    server.stop().await;
    let server = Running::start(settings(&folder.database())).await;
    let mut resumed = guests[1]
        .clone()
        .at(&server.url)
        .events(&path, Some(first))
        .await
        .unwrap();
    for live in &heard {
        assert_eq!(resumed.next().await.unwrap(), *live);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_ends_with_a_record_that_can_be_checked_and_looked_back_at_from_every_seat() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({})).await;
    let stranger = server.stranger();
    for path in ["record", "record.txt", "positions/0"] {
        assert_eq!(
            get(&stranger, &format!("/api/tables/{id}/{path}")).await.1["code"],
            "not_over",
            "{path}"
        );
    }
    let (_, early) = get(&stranger, &format!("/api/tables/{id}")).await;
    assert_eq!(early["table"]["seed"], json!(null));
    while step(&guests, &id).await {}
    let (_, late) = get(&stranger, &format!("/api/tables/{id}")).await;
    let seed: bobbin_game::Seed = late["table"]["seed"].as_str().unwrap().parse().unwrap();
    assert_eq!(
        early["table"]["commitment"],
        seed.commitment().to_string(),
        "the seed is the one promised"
    );
    assert_eq!(late["now"]["outcome"]["ranks"].as_array().unwrap().len(), 4);

    let text = stranger
        .get(&format!("/api/tables/{id}/record.txt"))
        .await
        .unwrap()
        .body;
    let record: bobbin_game::Record = String::from_utf8(text.to_vec()).unwrap().parse().unwrap();
    let hearts = bobbin_catalog::find("hearts").unwrap();
    hearts.replay(&record, bobbin_catalog::Replay::default()).unwrap();
    let (_, json) = get(&stranger, &format!("/api/tables/{id}/record")).await;
    assert_eq!(json["entries"].as_array().unwrap().len(), record.entries.len());
    for seat in ["0", "1", "2", "3", "spectator", "everything"] {
        let (status, position) = get(&stranger, &format!("/api/tables/{id}/positions/20?seat={seat}")).await;
        assert_eq!((status, &position["index"]), (200, &json!(20)), "{position}");
    }
    let end = record.entries.len();
    assert_eq!(
        get(&stranger, &format!("/api/tables/{id}/positions/{end}"))
            .await
            .0,
        200
    );
    assert_eq!(
        get(&stranger, &format!("/api/tables/{id}/positions/{}", end + 1))
            .await
            .0,
        404
    );

    let again = format!("/api/tables/{id}/rematch");
    let (first, second) = tokio::join!(
        done(&guests[1], &again, json!({})),
        done(&guests[2], &again, json!({}))
    );
    assert_eq!(first["table"]["id"], second["table"]["id"], "one rematch for all");
    assert_eq!(first["table"]["previous"], id);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_up_to_which_event_of_the_stream_it_goes() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({ "options": { "pass": "none" } })).await;
    for actions in 0..6 {
        for guest in &guests {
            let (_, log) = get(guest, &format!("/api/tables/{id}/log")).await;
            assert_eq!(log["event"], seen(guest, &id).await["event"]);
            assert_eq!(log["lines"].as_array().unwrap().len(), actions, "{log}");
        }
        step(&guests, &id).await;
    }
    // What is said is no action, but an event of the stream.
    done(
        &guests[0],
        &format!("/api/tables/{id}/chat"),
        json!({ "text": "Well played." }),
    )
    .await;
    let (_, log) = get(&guests[1], &format!("/api/tables/{id}/log")).await;
    assert_eq!(log["event"], seen(&guests[1], &id).await["event"]);
    assert_eq!(log["lines"].as_array().unwrap().len(), 6);
    // Who chooses a card to pass does so in secret: the others' logs do not move.
    let (id, guests) = hearts(&server, json!({})).await;
    let logs = async |guest| get(guest, &format!("/api/tables/{id}/log")).await.1;
    let before = (logs(&guests[0]).await, logs(&guests[1]).await);
    let now = seen(&guests[0], &id).await;
    let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
    done(&guests[0], &format!("/api/tables/{id}/actions"), body).await;
    assert_ne!(logs(&guests[0]).await, before.0);
    assert_eq!(logs(&guests[1]).await, before.1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_its_clause_and_what_is_touched_in_vain_is_explained() {
    let server = Running::fresh().await;
    let (id, guests) = hearts(&server, json!({ "options": { "pass": "none" } })).await;
    let path = format!("/api/tables/{id}/actions");
    let mut refused = 0;
    for guest in &guests {
        let now = seen(guest, &id).await;
        if now["legal"].as_array().unwrap().is_empty() {
            let (status, answer) = post(
                guest,
                &path,
                json!({ "version": now["version"], "action": "play 2C" }),
            )
            .await;
            assert_eq!(status, 422, "{answer}");
            assert!(
                answer["clause"].as_str().unwrap().contains('.') && answer["code"].is_string(),
                "{answer}"
            );
            refused += 1;
        } else {
            let (status, answer) = post(
                guest,
                &path,
                json!({ "version": now["version"], "action": "dance" }),
            )
            .await;
            assert_eq!((status, &answer["code"]), (422, &json!("no_action")));
            let picks = now["legal"][0]["picks"].clone();
            let why = done(
                guest,
                &format!("/api/tables/{id}/why-not"),
                json!({ "picks": picks }),
            )
            .await;
            assert_eq!(why["answer"], "legal");
            let why = done(
                guest,
                &format!("/api/tables/{id}/why-not"),
                json!({ "picks": ["moon"] }),
            )
            .await;
            assert_eq!(why["answer"], "nothing_meant");
            let nine = ["play 2C"; 9].join("; ");
            let path = format!("/api/tables/{id}/why-not");
            let (status, answer) = post(guest, &path, json!({ "action": nine })).await;
            assert_eq!((status, &answer["code"]), (422, &json!("too_many_together")));
            let hint = done(guest, &format!("/api/tables/{id}/hint"), json!({})).await;
            assert!(!hint["best"].as_array().unwrap().is_empty());
        }
    }
    assert_eq!(refused, 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_database_never_both_win() {
    let folder = Folder::new();
    let [here, there] = [
        Running::start(settings(&folder.database())).await,
        Running::start(settings(&folder.database())).await,
    ];
    let (id, guests) = hearts(&here, json!({ "options": { "pass": "none" } })).await;
    let away: Vec<_> = guests.iter().map(|guest| guest.clone().at(&there.url)).collect();
    let path = format!("/api/tables/{id}/actions");
    let mut both = 0;
    for turn in 0..24 {
        // Both servers know the table, and both are asked at once for the same action.
        for (guest, twin) in guests.iter().zip(&away) {
            let now = seen(guest, &id).await;
            let Some(legal) = now["legal"].as_array().and_then(|legal| legal.first()) else {
                continue;
            };
            let body = json!({ "version": now["version"], "action": legal["action"] });
            let (a, b) = tokio::join!(post(guest, &path, body.clone()), post(twin, &path, body));
            let applied = [a.0, b.0].iter().filter(|status| **status == 200).count();
            assert_eq!(applied, 1, "turn {turn}: {a:?} {b:?}");
            both += 1;
            break;
        }
    }
    assert!(both > 10);
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_left_the_memory_comes_back_as_it_was() {
    let folder = Folder::new();
    let mut forgetful = settings(&folder.database());
    forgetful.forget_after = Duration::ZERO;
    let server = Running::start(forgetful).await;
    let (id, guests) = hearts(&server, json!({})).await;
    for _ in 0..10 {
        step(&guests, &id).await;
    }
    let before = seen(&guests[2], &id).await;
    for tries in 0.. {
        let metrics = server.stranger().get("/metrics").await.unwrap().body;
        if String::from_utf8_lossy(&metrics).contains("bobbin_tables_loaded 0\n") {
            break;
        }
        assert!(tries < 1000, "it stays in memory");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(seen(&guests[2], &id).await, before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_done_together_or_not_at_all_and_taken_back_together() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let wish = json!({ "game": "circuitous", "options": { "players": "2" } });
    let made = done(&ann, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    done(&ben, &format!("/api/tables/{id}/join"), json!({})).await;
    done(&ann, &format!("/api/tables/{id}/start"), json!({})).await;
    let (me, other) = if seen(&ann, &id).await["legal"][0].is_null() {
        (ben, ann)
    } else {
        (ann, ben)
    };
    let path = format!("/api/tables/{id}/actions");
    let now = seen(&me, &id).await;
    let card = now["legal"][0]["action"].as_str().unwrap();
    assert!(card.starts_with("play "), "somebody can lay a first card: {card}");
    let preview = format!("/api/tables/{id}/preview");
    let places = done(&me, &preview, json!({ "actions": [card], "next": true })).await;
    let place = places[0]["next"][0]["action"].as_str().unwrap();
    let both = format!("{card}; {place}");
    let body = |action: &str, key: &str| json!({ "version": now["version"], "action": action, "key": key });

    // All or none.
    for (wrong, code) in [
        (format!("{card}; at 900,900,0"), "joins_nothing"),
        (format!("{both}; end; {card}"), "not_together"),
        ([card; 9].join("; "), "too_many_together"),
        (format!("{card}; dance"), "no_action"),
        (format!("{card};"), "no_action"),
    ] {
        let (status, refused) = post(&me, &path, body(&wrong, "wrong")).await;
        assert_eq!(
            (status, &refused["code"]),
            (422, &json!(code)),
            "{wrong}: {refused}"
        );
        assert_eq!(seen(&me, &id).await, now, "{wrong}");
    }

    // What a preview tells of both is what comes of both, in one event.
    let line = done(&me, &preview, json!({ "actions": [&both], "next": true })).await[0].clone();
    assert_eq!(
        (&line["is_sure"], &line["can_undo"]),
        (&json!(true), &json!(true))
    );
    let theirs = seen(&other, &id).await["event"].as_u64().unwrap();
    let acted = done(&me, &path, body(&both, "lay")).await;
    let then = seen(&me, &id).await;
    assert_eq!(
        then["event"].as_u64(),
        now["event"].as_u64().map(|event| event + 1)
    );
    assert_eq!(seen(&other, &id).await["event"].as_u64(), Some(theirs + 1));
    assert_eq!(
        (&then["legal"], &then["view"]["phase"]["is"]),
        (&line["next"], &json!("done"))
    );
    assert_eq!(
        done(&me, &path, body(&both, "lay")).await,
        acted,
        "sent again it is answered"
    );
    assert_eq!(post(&me, &path, body(card, "lay")).await.1["code"], "key_reused");

    // One command, one undo.
    let undo = json!({ "version": then["version"] });
    done(&me, &format!("/api/tables/{id}/undo"), undo).await;
    let back = seen(&me, &id).await;
    assert_eq!((&back["view"], &back["legal"]), (&now["view"], &now["legal"]));
    assert_eq!(seen(&other, &id).await["event"].as_u64(), Some(theirs + 2));

    // The record has them one by one.
    let body = json!({ "version": back["version"], "action": both });
    done(&me, &path, body).await;
    let log = get(&me, &format!("/api/tables/{id}/log")).await.1;
    assert_eq!(log["lines"].as_array().unwrap().len(), 2, "{log}");
    server.stop().await;
}
