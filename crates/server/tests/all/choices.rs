//! What is chosen for a seat in the waiting room: whom one plays.

use bobbin_load::client::Client;
use serde_json::{Value, json};

use crate::support::{Folder, Running, done, get, play_turn, post, settings};

async fn room(owner: &Client, seats: Value) -> String {
    let wish = json!({ "game": "arch-ravels", "options": { "players": 3 }, "seats": seats, "pace": 0 });
    let made = done(owner, "/api/tables", wish).await;
    format!("/api/tables/{}", made["table"]["id"].as_str().unwrap())
}

fn chosen(answer: &Value) -> Vec<&str> {
    let seats = answer["now"]["seats"].as_array().unwrap();
    let value = |seat: &Value| seat["choices"][0]["value"].as_str().map(str::to_owned);
    seats
        .iter()
        .filter(|seat| value(seat).is_some())
        .map(|seat| seat["choices"][0]["value"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_chooses_a_character_for_their_own_seat_and_plays_it() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    let table = room(&ann, json!([{ "kind": "me" }])).await;
    let choose = format!("{table}/choose");
    done(&ben, &format!("{table}/join"), json!({ "seat": 1 })).await;
    let mut events = ben.events(&format!("{table}/events"), None).await.unwrap();
    events.next().await.unwrap();
    let after = done(&ann, &choose, json!({ "option": "seat0", "value": "theo" })).await;
    assert_eq!(chosen(&after), ["theo", "random", "random"]);
    let (_, told) = events.next().await.unwrap();
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(
        told["what"],
        json!({ "kind": "chose", "seat": 0, "option": "seat0", "value": "theo" })
    );
    assert_eq!(told["now"]["seats"][0]["choices"][0]["value"], "theo");
    // Of one board only one side is played.
    let (status, answer) = post(&ben, &choose, json!({ "option": "seat1", "value": "rebecca" })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("options")));
    assert!(
        answer["message"].as_str().unwrap().contains("Theo and Rebecca"),
        "{answer}"
    );
    // Not for others, not what is about the game, not what there is not.
    for (body, code) in [
        (
            json!({ "seat": 0, "option": "seat0", "value": "ted" }),
            "not_your_seat",
        ),
        (
            json!({ "seat": 2, "option": "seat2", "value": "ted" }),
            "not_your_seat",
        ),
        (json!({ "option": "seat0", "value": "ted" }), "option"),
        (json!({ "option": "boards", "value": "balanced" }), "option"),
        (json!({ "option": "seat1", "value": "nobody" }), "options"),
    ] {
        let (_, answer) = post(&ben, &choose, body.clone()).await;
        assert_eq!(answer["code"], code, "{body}: {answer}");
    }
    done(&ben, &choose, json!({ "option": "seat1", "value": "ted" })).await;
    // Whoever gets up leaves no character behind.
    done(&ben, &format!("{table}/leave"), json!({})).await;
    assert_eq!(chosen(&get(&ann, &table).await.1), ["theo", "random", "random"]);
    done(&ben, &format!("{table}/join"), json!({ "seat": 2 })).await;
    done(&ben, &choose, json!({ "option": "seat2", "value": "ted" })).await;
    done(&ann, &format!("{table}/start"), json!({})).await;
    let (status, answer) = post(&ann, &choose, json!({ "option": "seat0", "value": "alex" })).await;
    assert_eq!((status, &answer["code"]), (409, &json!("begun")));
    // A server that reads the log anew sets up the same game.
    let seen = get(&ann, &table).await.1;
    server.stop().await;
    let server = Running::start(settings(&folder.database())).await;
    let (ann, ben) = (ann.at(&server.url), ben.at(&server.url));
    let again = get(&ann, &table).await.1;
    for seen in [&seen, &again] {
        assert_eq!(seen["now"]["view"]["boards"][0]["name"], "Theo");
        assert_eq!(seen["now"]["view"]["boards"][2]["name"], "Ted");
        assert_eq!(seen["table"]["options"]["seat2"], "ted");
    }
    let id = table.rsplit('/').next().unwrap();
    // Luck says who begins.
    tokio::select! {
        () = play_turn(&ann, id) => {}
        () = play_turn(&ben, id) => {}
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_made_the_table_chooses_for_its_bots_and_all_take_their_characters_along_to_a_rematch() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let seats =
        json!([{ "kind": "me" }, { "kind": "bot", "level": "gentle" }, { "kind": "bot", "level": "gentle" }]);
    let wish = json!({ "game": "arch-ravels", "options": { "players": 3 }, "seats": seats, "pace": 0 });
    let made = done(&ann, "/api/tables", wish).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let choose = format!("/api/tables/{id}/choose");
    done(
        &ann,
        &choose,
        json!({ "seat": 0, "option": "seat0", "value": "theo" }),
    )
    .await;
    done(
        &ann,
        &choose,
        json!({ "seat": 2, "option": "seat2", "value": "ted" }),
    )
    .await;
    done(&ann, &format!("/api/tables/{id}/start"), json!({})).await;
    crate::support::play_out(&ann, &id).await;
    let rematch = done(&ann, &format!("/api/tables/{id}/rematch"), json!({})).await;
    assert_eq!(rematch["table"]["your_seats"], json!([1]));
    assert_eq!(chosen(&rematch), ["ted", "theo", "random"]);
    server.stop().await;
}
