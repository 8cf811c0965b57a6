//! People around a table: public pages, friends, invitations, playing again, reports.

use bobbin_load::client::Client;
use bobbin_store::testing::Postgres;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, duel, get, post, settings};

pub(crate) async fn put(client: &Client, path: &str, body: Value) -> (u16, Value) {
    let sent = client.send(Method::PUT, path, Some(body.to_string().into()));
    let answered = sent.await.unwrap();
    (answered.status.as_u16(), answered.json())
}

async fn delete(client: &Client, path: &str) -> u16 {
    let sent = client.send(Method::DELETE, path, None).await.unwrap();
    sent.status.as_u16()
}

/// Somebody with a login.
pub(crate) async fn account(server: &Running, name: &str) -> Client {
    let client = server.guest(name).await;
    let login = json!({ "login": format!("{name}-signs-in"), "password": "correct horse" });
    assert_eq!(put(&client, "/api/me/password", login).await.0, 200);
    client
}

/// Shows somebody's page.
pub(crate) async fn show_page(client: &Client, handle: &str) {
    let (status, page) = put(client, "/api/me/page", json!({ "handle": handle, "on": true })).await;
    assert_eq!(status, 200, "{page}");
}

/// Two people become friends: what the second calls the first.
async fn befriend(one: &Client, other: &Client, handle_of_other: &str) -> String {
    done(one, &format!("/api/people/{handle_of_other}/friend"), json!({})).await;
    let asking = get(other, "/api/me/people").await.1["asking"][0]["id"].clone();
    let accept = format!("/api/me/friends/{}", asking.as_str().unwrap());
    done(other, &accept, json!({})).await;
    let friend = get(one, "/api/me/people").await.1["friends"][0]["id"].clone();
    friend.as_str().unwrap().to_owned()
}

async fn table_of(owner: &Client, wish: Value) -> String {
    let made = done(owner, "/api/tables", wish).await;
    made["table"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_what_its_owner_wants_and_is_gone_when_they_say_so() {
    let server = Running::fresh().await;
    let guest = server.guest("Guest").await;
    let wish = json!({ "handle": "a-guest", "on": true });
    assert_eq!(put(&guest, "/api/me/page", wish).await.1["code"], "guest");
    let (ann, ben) = (
        account(&server, "Annabella").await,
        account(&server, "Benedict").await,
    );
    let over = duel(&ann, &ben).await;
    let pin = format!("/api/me/page/pins/{over}");
    assert_eq!(put(&ann, &pin, json!({})).await.1["code"], "no_page");
    let stranger = server.stranger();
    assert_eq!(get(&stranger, "/api/people/tidy-ann").await.0, 404);
    show_page(&ann, "Tidy-Ann").await;
    let (_, taken) = put(&ben, "/api/me/page", json!({ "handle": "tidyann", "on": true })).await;
    assert_eq!(taken["code"], "handle_taken");
    assert_eq!(put(&ann, &pin, json!({})).await.0, 204);
    let open = table_of(&ann, json!({ "game": "hearts" })).await;
    let (_, refused) = put(&ann, &format!("/api/me/page/pins/{open}"), json!({})).await;
    assert_eq!(refused["code"], "not_finished");

    let (status, page) = get(&stranger, "/api/people/tidy-ann").await;
    assert_eq!((status, &page["name"]), (200, &json!("Annabella")));
    assert_eq!(
        (&page["games"][0]["game"], &page["games"][0]["games"]),
        (&json!("circuitous"), &json!(1))
    );
    assert_eq!(page["pins"][0]["table"], json!(over));
    let told = page.to_string();
    // Nothing that is not meant for everybody: not with whom, when, or how one signs in.
    for hidden in ["Benedict", "signs-in", "_at", "\"at\"", "history"] {
        assert!(!told.contains(hidden), "{hidden}: {told}");
    }
    let hidden = json!({ "handle": "Tidy-Ann", "on": false });
    assert_eq!(put(&ann, "/api/me/page", hidden).await.0, 200);
    for client in [&stranger, &ben, &ann] {
        assert_eq!(get(client, "/api/people/tidy-ann").await.0, 404);
    }
    let seats = get(&ben, &format!("/api/tables/{over}/people")).await.1;
    assert_eq!(seats[0]["handle"], Value::Null, "{seats}");
    let taken = put(&ben, "/api/me/page", json!({ "handle": "Tidy-Ann", "on": true })).await;
    assert_eq!(taken.1["code"], "handle_taken", "it stays hers while it is off");
    show_page(&ann, "tidy-ann").await;
    let seats = get(&ben, &format!("/api/tables/{over}/people")).await.1;
    assert_eq!(seats[0]["handle"], "tidy-ann");
    assert_eq!(delete(&ann, &pin).await, 204);
    assert_eq!(get(&stranger, "/api/people/tidy-ann").await.1["pins"], json!([]));
    assert_eq!(delete(&ann, "/api/me").await, 204);
    assert_eq!(get(&stranger, "/api/people/tidy-ann").await.0, 404);
    show_page(&ben, "tidy-ann").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_of_the_day_on_a_page_stays_a_secret_as_long_as_the_day_lasts() {
    let server = Running::fresh().await;
    let (ann, ben) = (account(&server, "Ann").await, account(&server, "Ben").await);
    let daily = crate::daily::daily_table(&ann, "circuitous").await;
    crate::support::play_out(&ann, &daily).await;
    show_page(&ann, "tidy-ann").await;
    assert_eq!(
        put(&ann, &format!("/api/me/page/pins/{daily}"), json!({}))
            .await
            .0,
        204
    );
    let pins = async |client: &Client| get(client, "/api/people/tidy-ann").await.1["pins"].clone();
    assert_eq!(pins(&ann).await.as_array().unwrap().len(), 1);
    assert_eq!(pins(&ben).await, json!([]));
    assert_eq!(pins(&server.stranger()).await, json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_are_asked_and_accepted_and_each_sees_the_others_tables() {
    let server = Running::fresh().await;
    let (ann, ben, cleo) = (
        account(&server, "Ann").await,
        account(&server, "Ben").await,
        server.guest("Cleo").await,
    );
    show_page(&ann, "tidy-ann").await;
    done(&ben, "/api/people/tidy-ann/friend", json!({})).await;
    assert_eq!(get(&ann, "/api/home").await.1["asking"], 1);
    let asked = get(&ben, "/api/me/people").await.1;
    assert_eq!(
        (&asked["asked"][0]["name"], &asked["friends"]),
        (&json!("Ann"), &json!([]))
    );
    // Declined: for Ben it is as if nobody had answered, and he may take it back.
    let asking = get(&ann, "/api/me/people").await.1["asking"][0]["id"].clone();
    let request = format!("/api/me/friends/{}", asking.as_str().unwrap());
    assert_eq!(delete(&cleo, &request).await, 404, "not hers");
    assert_eq!(post(&cleo, &request, json!({})).await.0, 404);
    assert_eq!(delete(&ann, &request).await, 204);
    let own = get(&ben, "/api/me/people").await.1["asked"][0]["id"].clone();
    assert_eq!(
        delete(&ben, &format!("/api/me/friends/{}", own.as_str().unwrap())).await,
        204
    );
    let friend = befriend(&ben, &ann, "tidy-ann").await;
    assert_eq!(get(&ann, "/api/me/people").await.1["friends"][0]["name"], "Ben");
    // What friends make is on the home page if it is listed.
    let listed = table_of(&ann, json!({ "game": "hearts", "listed": true })).await;
    table_of(&ann, json!({ "game": "hearts" })).await;
    let home = get(&ben, "/api/home").await.1;
    let theirs = home["friends"].as_array().unwrap();
    assert_eq!((theirs.len(), &theirs[0]["id"]), (1, &json!(listed)));
    done(&cleo, "/api/people/tidy-ann/follow", json!({})).await;
    assert_eq!(get(&cleo, "/api/home").await.1["friends"][0]["id"], json!(listed));
    assert!(
        !get(&ann, "/api/me/people").await.1.to_string().contains("Cleo"),
        "following is quiet"
    );
    let follow = get(&cleo, "/api/me/people").await.1["followed"][0]["id"].clone();
    assert_eq!(
        delete(&cleo, &format!("/api/me/follows/{}", follow.as_str().unwrap())).await,
        204
    );
    assert_eq!(get(&cleo, "/api/home").await.1["friends"], json!([]));
    // Over, for both.
    assert_eq!(delete(&ben, &format!("/api/me/friends/{friend}")).await, 204);
    for person in [&ann, &ben] {
        assert_eq!(get(person, "/api/me/people").await.1["friends"], json!([]));
    }
    // Two who ask each other are friends at once.
    show_page(&ben, "benbenben").await;
    done(&ann, "/api/people/benbenben/friend", json!({})).await;
    done(&ben, "/api/people/tidy-ann/friend", json!({})).await;
    assert_eq!(
        get(&ann, "/api/me/people").await.1["friends"][0]["handle"],
        "benbenben"
    );
    assert_eq!(
        post(&ann, "/api/people/tidy-ann/friend", json!({})).await.1["code"],
        "yourself"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_found_at_home_and_seats_whoever_accepts_it() {
    let server = Running::fresh().await;
    let (ann, ben, cleo) = (
        account(&server, "Ann").await,
        account(&server, "Ben").await,
        account(&server, "Cleo").await,
    );
    show_page(&ann, "tidy-ann").await;
    show_page(&cleo, "cleo-cleo").await;
    let friend = {
        befriend(&ben, &ann, "tidy-ann").await;
        let friends = get(&ann, "/api/me/people").await.1["friends"].clone();
        friends[0]["id"].as_str().unwrap().to_owned()
    };
    let table = table_of(&ann, json!({ "game": "hearts" })).await;
    let here = format!("/api/tables/{table}");
    let invite = format!("{here}/invitations");
    let to_friend = json!({ "kind": "friend", "friend": friend });
    assert_eq!(
        post(&ben, &invite, to_friend.clone()).await.0,
        404,
        "not a friend of his"
    );
    assert_eq!(post(&ann, &invite, to_friend.clone()).await.0, 204);
    assert_eq!(
        post(&ann, &invite, to_friend).await.0,
        204,
        "asked twice is asked once"
    );
    let by_handle = json!({ "kind": "handle", "handle": "@Cleo-Cleo" });
    assert_eq!(post(&ann, &invite, by_handle.clone()).await.0, 204);
    for (wish, status) in [
        (json!({ "kind": "handle", "handle": "nobody-here" }), 404),
        (json!({ "kind": "handle", "handle": "tidy-ann" }), 422),
        (json!({ "kind": "met", "table": table, "seat": 1 }), 404),
    ] {
        assert_eq!(post(&ann, &invite, wish.clone()).await.0, status, "{wish}");
    }
    let (status, answer) = post(&cleo, &invite, by_handle).await;
    assert_eq!((status, &answer["code"]), (422, &json!("yourself")));
    let invited = get(&ben, "/api/home").await.1["invitations"].clone();
    assert_eq!(invited.as_array().unwrap().len(), 1, "{invited}");
    assert_eq!(
        (&invited[0]["by"], &invited[0]["table"]),
        (&json!("Ann"), &json!(table))
    );
    let of_ben = format!("/api/me/invitations/{}", invited[0]["id"].as_str().unwrap());
    assert_eq!(post(&cleo, &of_ben, json!({})).await.0, 404, "not hers");
    let seated = done(&ben, &of_ben, json!({})).await;
    assert_eq!(seated["now"]["seats"][1]["name"], "Ben");
    assert_eq!(post(&ben, &of_ben, json!({})).await.0, 404, "it is done with");
    let of_cleo = get(&cleo, "/api/me/invitations").await.1[0]["id"].clone();
    let of_cleo = format!("/api/me/invitations/{}", of_cleo.as_str().unwrap());
    assert_eq!(delete(&cleo, &of_cleo).await, 204);
    let sent = get(&ann, &invite).await.1;
    assert_eq!(
        (&sent[0]["name"], &sent[0]["declined"]),
        (&json!("Cleo"), &json!(true))
    );
    assert_eq!(
        sent.as_array().unwrap().len(),
        1,
        "who has come is not waited for"
    );
    assert_eq!(get(&ben, &invite).await.1, json!([]), "who invites knows whom");
    // Invited again, and too late.
    let withdrawn = format!("{invite}/{}", sent[0]["id"].as_str().unwrap());
    assert_eq!(delete(&ann, &withdrawn).await, 204);
    let by_handle = json!({ "kind": "handle", "handle": "cleo-cleo" });
    assert_eq!(post(&ann, &invite, by_handle.clone()).await.0, 204);
    let late = get(&cleo, "/api/me/invitations").await.1[0]["id"].clone();
    done(&ann, &format!("{here}/start"), json!({})).await;
    let (status, answer) = post(
        &cleo,
        &format!("/api/me/invitations/{}", late.as_str().unwrap()),
        json!({}),
    )
    .await;
    assert_eq!((status, &answer["code"]), (409, &json!("begun")));
    assert_eq!(get(&cleo, "/api/me/invitations").await.1, json!([]));
    assert_eq!(post(&ann, &invite, by_handle).await.1["code"], "begun");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_are_invited_again_and_seats_are_theirs_when_they_come() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let over = duel(&ann, &ben).await;
    let again = format!("/api/tables/{over}/again");
    let (status, answer) = post(&server.guest("Cleo").await, &again, json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("not_your_seat")));
    let made = done(&ben, &again, json!({})).await;
    let seats = &made["now"]["seats"];
    assert_eq!(
        (&seats[0]["name"], &seats[1]["kind"]),
        (&json!("Ben"), &json!("open"))
    );
    assert_eq!(made["table"]["options"]["distance"], "short");
    let invited = get(&ann, "/api/me/invitations").await.1;
    let accept = format!("/api/me/invitations/{}", invited[0]["id"].as_str().unwrap());
    let seated = done(&ann, &accept, json!({})).await;
    assert_eq!(seated["table"]["id"], made["table"]["id"]);
    // Somebody from a game of theirs can be asked for another one, too.
    let around = get(&ann, "/api/me/people").await.1;
    assert_eq!(around["met"][0]["name"], "Ben");
    let other = table_of(&ann, json!({ "game": "hearts" })).await;
    let met = json!({ "kind": "met", "table": around["met"][0]["table"], "seat": around["met"][0]["seat"] });
    assert_eq!(
        post(&ann, &format!("/api/tables/{other}/invitations"), met)
            .await
            .0,
        204
    );
    assert_eq!(get(&ben, "/api/me/invitations").await.1[0]["table"], json!(other));
    // Whoever invited has gone.
    assert_eq!(delete(&ann, "/api/me").await, 204);
    assert_eq!(get(&ben, "/api/me/invitations").await.1, json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_who_goes_for_good_nothing_is_left_at_the_other_ends() {
    nothing_is_left(&Folder::new().database()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_on_postgresql_either() {
    let postgres = Postgres::start();
    nothing_is_left(&postgres.database("ends")).await;
}

async fn nothing_is_left(database: &str) {
    let server = Running::start(settings(database)).await;
    let (ann, ben, cleo) = (
        account(&server, "Annabella").await,
        account(&server, "Ben").await,
        account(&server, "Cleo").await,
    );
    for (client, handle) in [(&ann, "annabella-1"), (&ben, "ben-2-ben"), (&cleo, "cleo-3-cleo")] {
        show_page(client, handle).await;
    }
    befriend(&ann, &ben, "ben-2-ben").await;
    let friend = get(&ben, "/api/me/people").await.1["friends"][0]["id"].clone();
    for (client, path) in [
        (&ann, "/api/people/cleo-3-cleo/friend"),
        (&ann, "/api/people/cleo-3-cleo/follow"),
        (&cleo, "/api/people/annabella-1/follow"),
    ] {
        done(client, path, json!({})).await;
    }
    let table = table_of(&ben, json!({ "game": "hearts" })).await;
    let invite = format!("/api/tables/{table}/invitations");
    assert_eq!(
        post(&ben, &invite, json!({ "kind": "friend", "friend": friend }))
            .await
            .0,
        204
    );
    let eve = account(&server, "Eve").await;
    show_page(&eve, "evening-star").await;
    let block = json!({ "distance": "block" });
    assert_eq!(
        post(&ann, "/api/people/evening-star/distance", block.clone())
            .await
            .0,
        204
    );
    assert_eq!(get(&eve, "/api/people/annabella-1").await.0, 404);
    let store = bobbin_store::open(database).await.unwrap();
    let person = store.people("Annabella", 1).await.unwrap().remove(0).id;
    assert_eq!(delete(&ann, "/api/me").await, 204);
    let (sender, mut rows) = tokio::sync::mpsc::channel(100_000);
    store.export(sender).await.unwrap();
    while let Some(row) = rows.recv().await {
        let row = format!("{row:?}");
        assert!(!row.contains(&person) && !row.contains("nnabella"), "{row}");
    }
    store.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_keeps_what_was_said_until_it_is_settled_and_who_is_silenced_plays_on() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let table = table_of(&ann, json!({ "game": "hearts" })).await;
    let here = format!("/api/tables/{table}");
    done(&eve, &format!("{here}/join"), json!({})).await;
    let chat = format!("{here}/chat");
    done(&ann, &chat, json!({ "text": "Hello." })).await;
    done(&eve, &chat, json!({ "text": "You play badly!" })).await;
    let report = format!("{here}/seats/1/report");
    assert_eq!(post(&ann, &report, json!({ "text": "Insults." })).await.0, 204);
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let clock = bobbin_server::Clock::system();
    let kept = store
        .documents(bobbin_server::REPORT, None)
        .await
        .unwrap()
        .remove(0);
    let read = |body: &str| serde_json::from_str::<bobbin_server::PersonReport>(body).unwrap();
    let talk: Vec<(String, String)> = read(&kept.body)
        .talk
        .into_iter()
        .map(|line| (line.name, line.text))
        .collect();
    let said = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(talk, [said("Ann", "Hello."), said("Eve", "You play badly!")]);
    let settle = bobbin_server::settle_report;
    assert!(
        settle(&*store, &clock, &kept.id, "silenced for a day")
            .await
            .unwrap()
    );
    assert!(!settle(&*store, &clock, &kept.id, "again").await.unwrap());
    let kept = store
        .documents(bobbin_server::REPORT, None)
        .await
        .unwrap()
        .remove(0);
    assert_eq!(read(&kept.body).settled.unwrap().note, "silenced for a day");
    let about = read(&kept.body).about;
    assert!(
        bobbin_server::silence(&*store, &clock, &about, clock.wall() + 60_000)
            .await
            .unwrap()
    );
    assert!(
        !bobbin_server::silence(&*store, &clock, "nobody", 0)
            .await
            .unwrap()
    );
    let (status, answer) = post(&eve, &chat, json!({ "text": "And now?" })).await;
    assert_eq!((status, &answer["code"]), (403, &json!("silenced")));
    let ask = post(&eve, &format!("{here}/seats/0/friend"), json!({})).await;
    assert_eq!(ask.1["code"], "silenced");
    assert_eq!(post(&eve, &format!("{here}/leave"), json!({})).await.0, 200);
    assert_eq!(post(&eve, &format!("{here}/join"), json!({})).await.0, 200);
    assert!(bobbin_server::let_speak(&*store, &about).await.unwrap());
    assert_eq!(post(&eve, &chat, json!({ "text": "Sorry." })).await.0, 200);
    store.close().await;
    server.stop().await;
}
