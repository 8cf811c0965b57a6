//! Names and messages that can be read, and told apart.

use serde_json::json;

use crate::support::{Running, done, get, post};

/// Each of them takes itself for another name, for a bot's, or for nothing at all.
const REFUSED: [(&str, &str); 30] = [
    ("soft hyphen", "An\u{ad}n"),
    ("Hangul filler", "\u{3164}"),
    ("half a Hangul filler", "\u{ffa0}"),
    ("Hangul choseong filler", "\u{115f}\u{1160}"),
    ("braille blank", "\u{2800}"),
    ("tags", "Ann\u{e0041}\u{e0042}"),
    ("variation selector", "Ann\u{fe0f}"),
    ("zero-width space", "An\u{200b}n"),
    ("zero-width joiner", "An\u{200d}n"),
    ("zero-width non-joiner", "An\u{200c}n"),
    ("word joiner", "An\u{2060}n"),
    ("byte order mark", "\u{feff}Ann"),
    ("grapheme joiner", "An\u{34f}n"),
    ("right-to-left override", "\u{202e}nnA"),
    ("isolate", "\u{2066}Ann\u{2069}"),
    ("right-to-left mark", "Ann\u{200f}"),
    ("private use", "Ann\u{e000}"),
    ("unassigned", "Ann\u{0378}"),
    ("noncharacter", "Ann\u{ffff}"),
    ("stacked marks", "A\u{300}\u{301}\u{302}\u{303}\u{304}nn"),
    ("marks alone", "\u{301}\u{302}"),
    ("nothing but dots", "..."),
    ("a bot", "Basil"),
    ("a bot, in capitals and apart", "b. A S i l"),
    ("a bot with a Cyrillic letter", "B\u{430}sil"),
    ("a bot with a digit", "Basi1"),
    (
        "a bot in fancy letters",
        "\u{1d4d1}\u{1d4ea}\u{1d4fc}\u{1d4f2}\u{1d4f5}",
    ),
    ("who left", "Someone who left"),
    ("a seat", "Seat l"),
    ("who runs it", "Bobbin Admin"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_name_can_be_seen_and_is_nobody_elses() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    for (what, name) in REFUSED {
        let (status, told) = post(&server.stranger(), "/api/guests", json!({ "name": name })).await;
        assert_eq!((status, &told["code"]), (422, &json!("name")), "{what}: {name:?}");
        let seats = json!([{ "kind": "me" }, { "kind": "guest", "name": name }]);
        let wish = json!({ "game": "hearts", "seats": seats });
        assert_eq!(post(&ann, "/api/tables", wish).await.0, 422, "{what}: {name:?}");
    }
    // It is kept as one writes it, in one spelling.
    let made = post(
        &server.stranger(),
        "/api/guests",
        json!({ "name": " Zoe\u{308}\u{3000}B. " }),
    )
    .await;
    assert_eq!((made.0, &made.1["name"]), (201, &json!("Zo\u{eb} B.")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_can_be_seen_and_turns_nothing_round() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let made = done(&ann, "/api/tables", json!({ "game": "hearts" })).await;
    let path = format!("/api/tables/{}/chat", made["table"]["id"].as_str().unwrap());
    for text in [
        "\u{202e}olleh",
        "\u{202b}x\u{202c}",
        "\u{2067}x\u{2069}",
        "a\u{200b}b",
        "a\u{ad}b",
        "\u{2800}",
        "\u{3164}",
        "tag\u{e0041}",
        "a\u{7}b",
        "o\u{300}\u{300}\u{300}\u{300}\u{300}",
        &"\u{1f642}".repeat(301),
    ] {
        let (status, told) = post(&ann, &path, json!({ "text": text })).await;
        assert_eq!((status, &told["code"]), (422, &json!("text")), "{text:?}");
    }
    for text in [
        "two\nlines",
        "سلام علی‌رضا",
        "well done 👩‍👩‍👧‍👦 ❤️",
        "so\u{a0}!",
        &"\u{1f44d}\u{1f3fd}".repeat(300),
    ] {
        done(&ann, &path, json!({ "text": text })).await;
    }
    let (_, said) = get(&ann, &path).await;
    assert_eq!(said.as_array().unwrap().len(), 5);
    assert_eq!(said[0]["text"], "two\nlines");
    server.stop().await;
}
