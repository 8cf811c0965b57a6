//! Whoever is blocked cannot join, watch, talk to, ask or invite whoever blocks them, by any route.

use std::time::Duration;

use bobbin_load::client::{Client, Events};
use bobbin_store::testing::Postgres;
use hyper::Method;
use serde_json::{Value, json};

use crate::mcp::Assistant;
use crate::people::{account, show_page};
use crate::routes::{Mind, Route};
use crate::support::{Running, done, get, post, settings, step};

/// Does a stream end, and soon?
async fn ends(events: &mut Events) -> bool {
    let end = async { while events.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(4), end).await.is_ok()
}

/// A table of somebody's: its id.
async fn table_of(owner: &Client, listed: bool) -> String {
    let wish = json!({ "game": "hearts", "listed": listed, "pace": 10_000 });
    let made = done(owner, "/api/tables", wish).await;
    made["table"]["id"].as_str().unwrap().to_owned()
}

/// Ann meets Eve at a table of Ben's and blocks her there; the table they met at is over then.
async fn ann_blocks_eve(ann: &Client, eve: &Client) {
    let met = table_of(eve, false).await;
    let here = format!("/api/tables/{met}");
    done(ann, &format!("{here}/join"), json!({})).await;
    let block = json!({ "distance": "block" });
    assert_eq!(post(ann, &format!("{here}/seats/0/distance"), block).await.0, 204);
    done(ann, &format!("{here}/leave"), json!({})).await;
}

/// Every route about a table that the description knows, as it is asked there.
fn about(table: &str) -> Vec<(Method, String)> {
    let routes = Route::all().iter().filter(|route| route.path.contains("{table}"));
    let mut asked = Vec::new();
    for route in routes {
        let mut path = route.path.replace("{table}", table);
        for (name, value) in [("{seat}", "0"), ("{index}", "0"), ("{invitation}", "x")] {
            path = path.replace(name, value);
        }
        assert!(!path.contains('{'), "{path}: say here how it is asked");
        asked.push((route.method.clone(), path.clone()));
        if path.ends_with(table) || path.ends_with("/events") || path.ends_with("/opening") {
            asked.push((route.method.clone(), format!("{path}?seat=spectator")));
        }
    }
    assert!(asked.len() > 35, "{}", asked.len());
    asked
}

/// What a request is answered with, without waiting for the end of a stream.
async fn code(client: &Client, method: &Method, path: &str) -> String {
    let body = (*method != Method::GET).then(|| json!({}).to_string().into());
    let sent = client.send(method.clone(), path, body);
    match tokio::time::timeout(Duration::from_secs(2), sent).await {
        Ok(answered) => {
            let answered = answered.unwrap();
            answered.json()["code"].as_str().unwrap_or_default().to_owned()
        }
        Err(_) => "a stream".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_about_a_table_that_goes_on_is_open_to_who_is_blocked_there() {
    let server = Running::fresh().await;
    let (ann, eve, dan) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Dan").await,
    );
    ann_blocks_eve(&ann, &eve).await;
    let waiting = table_of(&ann, true).await;
    let running = table_of(&ann, true).await;
    done(&ann, &format!("/api/tables/{running}/start"), json!({})).await;
    for table in [&waiting, &running] {
        let mut open_to_dan = 0;
        for (method, path) in about(table) {
            assert_eq!(code(&eve, &method, &path).await, "not_welcome", "{method} {path}");
            open_to_dan += usize::from(method == Method::GET && code(&dan, &method, &path).await.is_empty());
        }
        assert!(open_to_dan >= 5, "somebody else may look: {open_to_dan}");
    }
    // Lists do not show them either, and say nothing of why.
    for path in [
        "/api/home",
        "/api/tables?status=open",
        "/api/tables?status=running",
    ] {
        let (seen, shown) = (get(&eve, path).await.1, get(&dan, path).await.1);
        for table in [&waiting, &running] {
            assert!(!seen.to_string().contains(table.as_str()), "{path}: {seen}");
        }
        let is_there = |table: &String| shown.to_string().contains(table.as_str());
        assert!(is_there(&waiting) || is_there(&running), "{path}");
    }
    // An assistant of hers has the same rights.
    let assistant = Assistant::of(&server, &eve, &["read", "play"]).await;
    let mind = Mind {
        seats: 4,
        version: json!(0),
        tries: &["dance".to_owned()],
        picks: &[json!(["moon"])],
        is_last: true,
    };
    let mut asked = 0;
    for (tool, mut arguments) in [mind.tools(false), mind.tools(true)].concat() {
        if arguments.get("table").is_none() {
            continue;
        }
        arguments["table"] = json!(running);
        let answer = assistant.call(&tool, arguments.clone()).await.to_string();
        let is_refused = answer.contains("not_welcome")
            // What is asked in a way that nobody understands is refused before.
            || (answer.contains("isError\":true") || answer.contains("\"error\"")) && !answer.contains("commitment");
        assert!(is_refused, "{tool} {arguments}: {answer}");
        asked += usize::from(answer.contains("not_welcome"));
    }
    assert!(asked >= 10, "{asked} tools were refused for the table");
    let resource = json!({ "uri": format!("bobbin://tables/{running}") });
    let read = assistant.ask("resources/read", resource).await.to_string();
    assert!(!read.contains("commitment"), "{read}");
    // Once it is over, its replay is anybody's who has the link.
    let ended = json!({ "wants": true });
    done(&ann, &format!("/api/tables/{running}/end"), ended).await;
    assert_eq!(get(&eve, &format!("/api/tables/{running}/record")).await.0, 200);
    // Let near again, she may come.
    let kept = get(&ann, "/api/me/neighbors").await.1;
    let near = format!("/api/me/neighbors/{}", kept[0]["id"].as_str().unwrap());
    assert!(
        ann.send(Method::DELETE, &near, None)
            .await
            .unwrap()
            .status
            .is_success()
    );
    assert_eq!(get(&eve, &format!("/api/tables/{waiting}")).await.0, 200);
    assert_eq!(
        post(&eve, &format!("/api/tables/{waiting}/join"), json!({}))
            .await
            .0,
        200
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_when_its_reader_is_blocked_and_when_whoever_blocked_them_sits_down() {
    let server = Running::fresh().await;
    let (ann, eve, dan) = (
        server.guest("Ann").await,
        server.guest("Eve").await,
        server.guest("Dan").await,
    );
    // Eve and Ann sit at Dan's table; Eve watches another one of Ann's, and a third of Dan's.
    let met = table_of(&dan, true).await;
    for client in [&ann, &eve] {
        done(client, &format!("/api/tables/{met}/join"), json!({})).await;
    }
    let (anns, dans) = (table_of(&ann, true).await, table_of(&dan, true).await);
    let events = |table: &str| format!("/api/tables/{table}/events");
    let mut at_anns = eve.events(&events(&anns), None).await.unwrap();
    let mut of_dan = dan.events(&events(&anns), None).await.unwrap();
    at_anns.next().await.unwrap();
    of_dan.next().await.unwrap();
    let distance = format!("/api/tables/{met}/seats/2/distance");
    assert_eq!(post(&ann, &distance, json!({ "distance": "block" })).await.0, 204);
    assert!(ends(&mut at_anns).await, "a stream of who is blocked ends");
    assert!(
        eve.events(&events(&anns), None).await.is_err(),
        "and does not begin again"
    );
    // She goes on at the table where she sits herself.
    assert_eq!(get(&eve, &format!("/api/tables/{met}")).await.0, 200);
    let mut at_dans = eve.events(&events(&dans), None).await.unwrap();
    at_dans.next().await.unwrap();
    done(&ann, &format!("/api/tables/{dans}/join"), json!({})).await;
    assert!(
        ends(&mut at_dans).await,
        "it ends when whoever blocked her sits down"
    );
    assert!(!ends(&mut of_dan).await, "nobody else's does");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_play_on_do_not_hear_each_other_and_the_others_hear_both() {
    let server = Running::fresh().await;
    let (dan, ann, eve) = (
        server.guest("Dan").await,
        server.guest("Ann").await,
        server.guest("Eve").await,
    );
    let table = table_of(&dan, false).await;
    let here = format!("/api/tables/{table}");
    for client in [&ann, &eve] {
        done(client, &format!("{here}/join"), json!({})).await;
    }
    done(&dan, &format!("{here}/start"), json!({})).await;
    let say = async |client: &Client, text: &str| {
        done(client, &format!("{here}/chat"), json!({ "text": text })).await
    };
    say(&eve, "You play badly!").await;
    let block = json!({ "distance": "block" });
    assert_eq!(
        post(&ann, &format!("{here}/seats/2/distance"), block).await.0,
        204
    );
    let mut anns = ann.events(&format!("{here}/events"), None).await.unwrap();
    let mut eves = eve.events(&format!("{here}/events"), None).await.unwrap();
    for events in [&mut anns, &mut eves] {
        events.next().await.unwrap();
    }
    // By looking on from beside her seat she would hear it all the same: so she may not once something was said past
    // her.
    let mut beside = eve
        .events(&format!("{here}/events?seat=spectator"), None)
        .await
        .unwrap();
    beside.next().await.unwrap();
    say(&eve, "Hello?").await;
    say(&ann, "Well played, Dan.").await;
    say(&dan, "Thank you.").await;
    for events in [&mut anns, &mut eves] {
        let (_, told) = events.next().await.unwrap();
        let told: Value = serde_json::from_slice(&told).unwrap();
        // Her own words come to each of them, and then Dan's: nothing of the other, and no number for it.
        let own = told["what"]["text"].as_str().unwrap().to_owned();
        let (_, next) = events.next().await.unwrap();
        let next: Value = serde_json::from_slice(&next).unwrap();
        assert_eq!(next["what"]["text"], "Thank you.", "after {own}");
        assert_eq!(
            next["event"].as_u64(),
            told["event"].as_u64().map(|event| event + 1)
        );
    }
    let mut heard_beside = String::new();
    while let Ok(Some((_, told))) = tokio::time::timeout(Duration::from_secs(1), beside.next()).await {
        heard_beside += &String::from_utf8_lossy(&told);
    }
    assert!(!heard_beside.contains("Well played"), "{heard_beside}");
    let said = async |client: &Client| {
        let opening = get(client, &format!("{here}/opening")).await.1["chat"].clone();
        let chat = get(client, &format!("{here}/chat")).await.1;
        assert_eq!(opening, chat);
        let lines = chat.as_array().unwrap().iter();
        lines
            .map(|line| line["text"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&dan).await.len(), 4);
    assert_eq!(said(&ann).await, ["Well played, Dan.", "Thank you."]);
    assert_eq!(said(&eve).await, ["You play badly!", "Hello?", "Thank you."]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_blocked_invites_asks_and_follows_in_vain_and_is_told_no_reason() {
    let server = Running::fresh().await;
    let (ann, eve) = (account(&server, "Ann").await, account(&server, "Eve").await);
    show_page(&ann, "tidy-ann").await;
    // Friends once, each at the other's table, with an invitation under way.
    done(&eve, "/api/people/tidy-ann/friend", json!({})).await;
    let asking = get(&ann, "/api/me/people").await.1["asking"][0]["id"].clone();
    done(
        &ann,
        &format!("/api/me/friends/{}", asking.as_str().unwrap()),
        json!({}),
    )
    .await;
    done(&eve, "/api/people/tidy-ann/follow", json!({})).await;
    let friend = get(&eve, "/api/me/people").await.1["friends"][0]["id"].clone();
    let table = table_of(&eve, false).await;
    let invite = format!("/api/tables/{table}/invitations");
    done(&eve, &invite, json!({ "kind": "friend", "friend": friend })).await;
    assert_eq!(
        get(&ann, "/api/me/invitations").await.1.as_array().unwrap().len(),
        1
    );

    done(&ann, &format!("/api/tables/{table}/join"), json!({})).await;
    let block = json!({ "distance": "block" });
    let distance = format!("/api/tables/{table}/seats/0/distance");
    assert_eq!(post(&ann, &distance, block).await.0, 204);
    done(&ann, &format!("/api/tables/{table}/leave"), json!({})).await;
    for person in [&ann, &eve] {
        let around = get(person, "/api/me/people").await.1;
        for list in ["friends", "asking", "asked", "followed"] {
            assert_eq!(around[list], json!([]), "{list}: all that tied them is gone");
        }
    }
    assert_eq!(get(&ann, "/api/me/invitations").await.1, json!([]));
    // Her page is as if it were none, by every route.
    for route in Route::all()
        .iter()
        .filter(|route| route.path.contains("{handle}"))
    {
        let path = route.path.replace("{handle}", "tidy-ann");
        let nobody = route.path.replace("{handle}", "nobody-here");
        let body = || Some(json!({ "distance": "mute" }).to_string().into());
        let answer = eve.send(route.method.clone(), &path, body()).await.unwrap();
        let other = eve.send(route.method.clone(), &nobody, body()).await.unwrap();
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.body, other.body, "{path}");
    }
    let by_handle = json!({ "kind": "handle", "handle": "tidy-ann" });
    assert_eq!(post(&eve, &invite, by_handle).await.0, 404);
    // From a table where both sat it is answered as ever, and nothing comes of it.
    let over = crate::support::duel(&ann, &server.guest("Dan").await).await;
    assert_eq!(get(&eve, &format!("/api/tables/{over}")).await.0, 200);
    let third = table_of(&server.guest("Ben").await, false).await;
    for client in [&eve, &ann] {
        let joined = post(client, &format!("/api/tables/{third}/join"), json!({})).await;
        assert_eq!(
            joined.0, 200,
            "whoever blocks may sit down beside whom they block"
        );
    }
    let met = json!({ "kind": "met", "table": third, "seat": 2 });
    assert_eq!(post(&eve, &invite, met).await.0, 204);
    assert_eq!(
        post(&eve, &format!("/api/tables/{third}/seats/2/friend"), json!({}))
            .await
            .0,
        204
    );
    assert_eq!(get(&ann, "/api/me/invitations").await.1, json!([]));
    assert_eq!(get(&ann, "/api/me/people").await.1["asking"], json!([]));
    assert_eq!(get(&ann, "/api/home").await.1["asking"], 0);
    let sent = get(&eve, &invite).await.1;
    assert_eq!(
        sent[0]["declined"], false,
        "it looks as if nobody had answered: {sent}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_two_servers_on_one_database_a_block_ends_streams_at_the_other() {
    let postgres = Postgres::start();
    let database = postgres.database("blocked");
    let servers = [
        Running::start(settings(&database)).await,
        Running::start(settings(&database)).await,
    ];
    let (ann, eve, dan) = (
        servers[0].guest("Ann").await,
        servers[0].guest("Eve").await,
        servers[0].guest("Dan").await,
    );
    let met = table_of(&dan, true).await;
    for client in [&ann, &eve] {
        done(client, &format!("/api/tables/{met}/join"), json!({})).await;
    }
    let (anns, dans) = (table_of(&ann, true).await, table_of(&dan, true).await);
    let elsewhere = eve.clone().at(&servers[1].url);
    let events = |table: &str| format!("/api/tables/{table}/events");
    let mut at_anns = elsewhere.events(&events(&anns), None).await.unwrap();
    at_anns.next().await.unwrap();
    let distance = format!("/api/tables/{met}/seats/2/distance");
    assert_eq!(post(&ann, &distance, json!({ "distance": "block" })).await.0, 204);
    assert!(ends(&mut at_anns).await);
    let mut at_dans = elsewhere.events(&events(&dans), None).await.unwrap();
    at_dans.next().await.unwrap();
    done(&ann, &format!("/api/tables/{dans}/join"), json!({})).await;
    assert!(
        ends(&mut at_dans).await,
        "whoever blocked her sat down at the first server"
    );
    let (status, answer) = get(&elsewhere, &format!("/api/tables/{anns}")).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_welcome")));
    let kept = get(&ann, "/api/me/neighbors").await.1;
    let near = format!("/api/me/neighbors/{}", kept[0]["id"].as_str().unwrap());
    ann.send(Method::DELETE, &near, None).await.unwrap();
    let mut status = 0;
    for _ in 0..40 {
        status = get(&elsewhere, &format!("/api/tables/{anns}")).await.0;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(status, 200, "let near again, she may look at both servers");
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_both_play_goes_on() {
    let server = Running::fresh().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let wish = json!({ "game": "circuitous", "options": { "distance": "short" } });
    let made = done(&ann, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    done(&eve, &format!("/api/tables/{id}/join"), json!({})).await;
    done(&ann, &format!("/api/tables/{id}/start"), json!({})).await;
    let both = [ann.clone(), eve.clone()];
    assert!(step(&both, &id).await);
    let block = json!({ "distance": "block" });
    assert_eq!(
        post(&ann, &format!("/api/tables/{id}/seats/1/distance"), block)
            .await
            .0,
        204
    );
    while step(&both, &id).await {}
    // Nobody is made to play again with whom they have blocked, whoever of the two asks.
    let (_, again) = post(&ann, &format!("/api/tables/{id}/rematch"), json!({})).await;
    let seats = again["now"]["seats"].to_string();
    assert!(seats.contains("Ann") && !seats.contains("Eve"), "{seats}");
    let there = format!("/api/tables/{}", again["table"]["id"].as_str().unwrap());
    let (status, answer) = post(&eve, &format!("/api/tables/{id}/rematch"), json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_welcome")));
    assert_eq!(get(&eve, &there).await.1["code"], "not_welcome");
    let (status, answer) = post(&ann, &format!("/api/tables/{id}/again"), json!({})).await;
    assert_eq!((status, &answer["code"]), (422, &json!("nobody")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_only_those_watch_who_sit_there_is_closed_to_all_others_once_it_begins() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let wish = json!({ "game": "hearts", "listed": true, "watch": "seated", "pace": 10_000 });
    let made = done(&ann, "/api/tables", wish).await;
    let table = made["table"]["id"].as_str().unwrap().to_owned();
    let (here, stranger) = (format!("/api/tables/{table}"), server.stranger());
    done(&ben, &format!("{here}/join"), json!({})).await;
    assert_eq!(
        get(&stranger, &here).await.0,
        200,
        "whoever may sit down may look first"
    );
    let mut watching = stranger.events(&format!("{here}/events"), None).await.unwrap();
    watching.next().await.unwrap();
    done(&ann, &format!("{here}/start"), json!({})).await;
    assert!(ends(&mut watching).await);
    let dan = server.guest("Dan").await;
    for (method, path) in about(&table) {
        assert_eq!(code(&dan, &method, &path).await, "seated_only", "{method} {path}");
        if method == Method::GET {
            assert_eq!(code(&stranger, &method, &path).await, "seated_only", "{path}");
        }
    }
    let page = stranger.get(&format!("/table/{table}")).await.unwrap();
    assert!(
        !String::from_utf8_lossy(&page.body).contains("og:image"),
        "a link shows no picture of it"
    );
    assert!(
        !get(&dan, "/api/tables?status=running")
            .await
            .1
            .to_string()
            .contains(&table)
    );
    assert_eq!(get(&ben, &format!("{here}?seat=spectator")).await.0, 200);
    done(&ann, &format!("{here}/end"), json!({ "wants": true })).await;
    done(&ben, &format!("{here}/end"), json!({ "wants": true })).await;
    assert_eq!(
        get(&stranger, &here).await.0,
        200,
        "what is over is for whoever has the link"
    );
    server.stop().await;
}
