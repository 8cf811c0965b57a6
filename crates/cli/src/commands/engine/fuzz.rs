//! Conversations that were valid, with a few edits: every line is answered, and a failure changes nothing.

use bobbin_catalog::{AnyGame, find};
use bobbin_game::Options;
use bobbin_testkit::{edited, fuzz};
use serde_json::Value;

use super::session::Session;

/// What both games understand; an edit takes lines and words from any of them.
const CONVERSATIONS: [&str; 6] = [
    r#"{"command": "clone", "as": "b"}
{"command": "play", "match": "b", "seat": 0, "number": 3}
{"command": "undo", "match": "b", "seat": 0, "id": "back"}
{"command": "drop", "match": "b"}
{"command": "matches"}
"#,
    r#"{"command": "sample", "viewer": 1, "as": "world", "luck": 7}
{"command": "clone", "match": "world", "as": "main"}
{"command": "view", "viewer": "everything"}
{"command": "log", "viewer": "spectator", "from": 0}
"#,
    r#"{"command": "batch", "id": 1, "stop": true, "requests": [{"command": "clone", "as": "c"}, {"command": "numbers", "match": "c", "seat": 0}, {"command": "drop", "match": "c", "id": null}]}
{"command": "batch", "requests": [{"command": "outcome"}, {"command": "record"}, {"command": "legal", "seat": 0}]}
"#,
    r#"{"command": "encoding"}
{"command": "observe", "match": "main", "seat": 0}
{"command": "think", "seat": 0, "bot": "random", "seed": 7}
{"command": "prompt", "viewer": 0}
{"command": "why_not", "seat": 0, "picks": ["hand:2C"]}
"#,
    r#"{"command": "new", "as": "d", "seed": "d", "setup": {"players": "4"}, "names": ["Ann", "Ben"]}
{"command": "position", "match": "d"}
{"command": "text", "match": "d", "viewer": 3}
{"command": "game"}
"#,
    r#"{"command": "play", "seat": 0, "action": "pass 2C"}
{"command": "load", "as": "e", "position": "hand 0 2C\nhand 1 3C\nhand 2 4C\nhand 3 5H\ntrick 0\n", "setup": {"pass": "none"}, "seed": "end"}
{"command": "load", "record": "bobbin-record 1\ngame hearts\nrules 1\n", "at": 2}
{"command": "svg", "viewer": 0}
"#,
];

#[test]
fn a_conversation_about_hearts_is_answered_to_its_end() {
    check("hearts", 1500);
}

#[test]
fn a_conversation_about_circuitous_is_answered_to_its_end() {
    check("circuitous", 300);
}

fn check(game: &str, cases: u32) {
    let game = find(game).unwrap();
    let texts = CONVERSATIONS.map(str::to_owned).to_vec();
    let taken = fuzz(cases, &edited(texts), |(_, text)| {
        let mut session = begun(game);
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.fold(false, |has_taken, line| has_taken | is_taken(&mut session, line))
    });
    assert!(taken > cases / 2, "{taken} of {cases}");
}

/// With a match and one that looks the same.
fn begun(game: &'static dyn AnyGame) -> Session {
    let mut session = Session::new(game, Options::default(), None).unwrap();
    for line in [
        r#"{"command": "new", "seed": "fuzz"}"#,
        r#"{"command": "sample", "viewer": 0, "luck": 1, "as": "world"}"#,
    ] {
        assert!(is_taken(&mut session, line));
    }
    session
}

/// Is the request carried out? If not, is everything as it was?
fn is_taken(session: &mut Session, line: &str) -> bool {
    let before = matches(session);
    let answer = session.answer(line).value();
    let is_taken = is_good(&answer);
    match answer["answers"].as_array() {
        Some(answers) => drop(answers.iter().map(is_good).collect::<Vec<bool>>()),
        None => assert!(is_taken || matches(session) == before, "{line} changed something"),
    }
    is_taken
}

fn is_good(answer: &Value) -> bool {
    let is_good = answer["ok"].as_bool().unwrap();
    let failures = [&answer["error"], &answer["refusal"]];
    let failures = failures.iter().filter(|failure| failure["code"].is_string());
    assert_eq!(failures.count(), usize::from(!is_good), "{answer}");
    is_good
}

/// All there is.
fn matches(session: &Session) -> Vec<(String, usize, String)> {
    let matches = session.matches.iter();
    matches
        .map(|(name, playing)| (name.to_owned(), playing.version(), playing.position()))
        .collect()
}
