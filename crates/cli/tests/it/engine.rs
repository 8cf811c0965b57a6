//! `bobbin engine`

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::{Place, root};

/// The answers to some lines.
fn ask(lines: &str) -> Vec<Value> {
    let out = Place::new().run_with("engine hearts", lines).good();
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Every request in the document goes into one engine, and what comes out stands there word for word. With
/// `BOBBIN_UPDATE_DOCS=1` it is written there.
#[test]
fn the_documented_conversation_is_real() {
    let file = root().join("docs/engine-protocol.md");
    let document = fs::read_to_string(&file).unwrap();
    let requests: Vec<&str> = document
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let answers = Place::new()
        .run_with("engine hearts", &requests.join("\n"))
        .good();
    let mut answers = answers.lines();
    let mut replayed = String::new();
    for line in document.lines().filter(|line| !line.starts_with("< ")) {
        replayed.push_str(line);
        replayed.push('\n');
        if line.starts_with("> ") {
            replayed.extend(["< ", answers.next().unwrap(), "\n"]);
        }
    }
    if std::env::var_os("BOBBIN_UPDATE_DOCS").is_some() {
        fs::write(&file, &replayed).unwrap();
        return;
    }
    for (place, (written, real)) in document.lines().zip(replayed.lines()).enumerate() {
        assert_eq!(
            written,
            real,
            "docs/engine-protocol.md:{} (BOBBIN_UPDATE_DOCS=1 writes it anew)",
            place + 1
        );
    }
    assert_eq!(document.len(), replayed.len());
}

#[test]
fn every_command_and_error_code_is_documented() {
    let document = fs::read_to_string(root().join("docs/engine-protocol.md")).unwrap();
    let unknown = ask(r#"{"command": "?"}"#)[0]["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    let commands: Vec<&str> = unknown.split('`').skip(3).step_by(2).collect();
    assert!(commands.len() > 10, "{unknown}");
    for command in commands {
        assert!(
            document.contains(&format!("> {{\"command\": \"{command}\"")),
            "{command}"
        );
    }
    let source = fs::read_to_string(root().join("crates/cli/src/commands/engine/session.rs")).unwrap();
    let codes = source
        .split("Failure::error(")
        .skip(1)
        .filter_map(|rest| rest.split('"').nth(1));
    for code in codes.chain(["bad_record", "bad_position", "line_too_long", "not_utf8"]) {
        assert!(document.contains(&format!("`{code}`")), "{code}");
    }
}

#[test]
fn the_python_bot_plays_a_whole_game() {
    let output = Command::new("python3")
        .arg(root().join("docs/engine_bot.py"))
        .args([env!("CARGO_BIN_EXE_bobbin"), "engine", "hearts"])
        .output()
        .unwrap();
    let (record, totals) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert!(output.status.success(), "{totals}");
    let place = Place::new();
    place.write("bot.record", &record);
    place.run("replay bot.record --verify").good();
    assert!(
        record.contains("\nresult ranks ") && totals.starts_with('['),
        "{record}{totals}"
    );
}

#[test]
fn bad_input_is_answered_and_the_engine_lives_on() {
    let long = format!("{{\"command\": \"{}\"}}", "x".repeat(1 << 20));
    let deep = "[".repeat(100_000);
    let lines = [
        "",
        "   ",
        "nonsense",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        &long,
        &deep,
        r#"{"command": 7}"#,
        r#"{"command": "play", "seat": -1, "action": ""}"#,
        r#"{"command": "play", "seat": 0, "action": "pass 2C"}"#,
        r#"{"command": "new", "setup": {"pass": "up"}}"#,
        r#"{"command": "new", "setup": {"pass": ["left"]}}"#,
        r#"{"command": "new", "names": ["a", "b", "c", "d", "e"]}"#,
        r#"{"command": "new", "names": ["a\nb"]}"#,
        r#"{"command": "load"}"#,
        r#"{"command": "load", "record": "x", "setup": {}}"#,
        r#"{"command": "load", "position": "x", "at": 1}"#,
        r#"{"command": "new", "seed": "a"}"#,
        r#"{"command": "think", "seat": 7, "bot": "random"}"#,
        r#"{"command": "think", "seat": 0, "bot": "random", "budget": "100ms"}"#,
        r#"{"command": "log", "viewer": "everything", "from": 1000000}"#,
        r#"{"command": "load", "position": "hand"}"#,
        r#"{"command": "outcome"}"#,
    ]
    .join("\n");
    let codes: Vec<String> = ask(&lines)
        .iter()
        .map(|answer| match answer["error"]["code"].as_str() {
            Some(code) => code.to_owned(),
            None => answer["ok"].to_string(),
        })
        .collect();
    let expected = [
        "bad_json",
        "bad_json",
        "bad_json",
        "bad_json",
        "bad_json",
        "bad_request",
        "line_too_long",
        "bad_json",
        "bad_request",
        "bad_request",
        "no_match",
        "bad_setup",
        "bad_request",
        "bad_name",
        "bad_name",
        "bad_request",
        "bad_request",
        "bad_request",
        "true",
        "no_such_seat",
        "bad_bot",
        "true",
        "bad_position",
        "true",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn text_that_is_not_utf8_is_answered() {
    let place = Place::new();
    let output = place
        .command()
        .args(["engine", "hearts"])
        .write_stdin(b"\xff\n{}\n".to_vec())
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(
        out.starts_with("{\"ok\":false,\"error\":{\"code\":\"not_utf8\""),
        "{out}"
    );
    assert_eq!(out.lines().count(), 2);
}

#[test]
fn a_failed_new_leaves_the_match_as_it_was() {
    let answers = ask(
        "{\"command\": \"new\", \"seed\": \"a\"}\n{\"command\": \"position\"}\n\
         {\"command\": \"new\", \"setup\": {\"pass\": \"up\"}}\n{\"command\": \"position\"}",
    );
    assert_eq!(answers[1], answers[3]);
}

#[test]
fn a_running_match_is_loaded_again_from_its_record_and_seed() {
    let first = ask("{\"command\": \"new\", \"seed\": \"a\", \"names\": [\"Ann\"]}\n\
         {\"command\": \"play\", \"seat\": 0, \"action\": \"pass 2C\"}\n\
         {\"command\": \"record\"}\n{\"command\": \"position\"}");
    let (record, seed) = (&first[2]["record"], &first[2]["seed"]);
    let load = |fields: Value| {
        let mut request = serde_json::json!({"command": "load", "record": record});
        request
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        ask(&format!("{request}\n{{\"command\": \"position\"}}"))
    };
    let again = load(serde_json::json!({"seed": seed}));
    assert_eq!((&again[0]["version"], &again[1]), (&1.into(), &first[3]));
    let earlier = load(serde_json::json!({"seed": seed, "at": 0}));
    assert_eq!(earlier[0]["version"], 0);
    let without = load(serde_json::json!({}));
    assert_eq!(
        (&without[0]["error"]["code"], &without[0]["error"]["line"]),
        (&"bad_record".into(), &6.into())
    );
}

#[test]
fn the_command_line_chooses_what_new_begins_from() {
    let line = r#"{"command": "new"}"#;
    let out = Place::new()
        .run_with("engine hearts --set pass=none", line)
        .good();
    assert!(out.contains("\"pass\":\"none\""), "{out}");
    assert!(
        Place::new()
            .run("engine hearts --set pass=up")
            .error()
            .contains("option pass cannot be up")
    );
}

/// A table is drawn for any viewer, and changes with what is played.
#[test]
fn a_table_is_drawn() {
    let lines = r#"{"command": "new", "seed": "s", "setup": {"players": "2"}}
{"command": "svg", "viewer": "spectator"}
{"command": "play", "seat": 1, "action": "play high-tee"}
{"command": "legal", "seat": 1}
{"command": "play", "seat": 1, "action": "at 0,14,0"}
{"command": "svg", "viewer": 0}
{"command": "svg", "viewer": 2}"#;
    let out = Place::new().run_with("engine circuitous", lines).good();
    let answers: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let cards = |answer: &Value| {
        let picture = answer["svg"].as_str().unwrap();
        assert!(
            picture.starts_with("<svg ") && picture.ends_with("</svg>\n"),
            "{picture}"
        );
        picture.matches("<title>Card ").count()
    };
    assert_eq!((cards(&answers[1]), cards(&answers[5])), (0, 1), "{out}");
    assert_eq!(answers[6]["ok"], false, "there is no seat 2: {}", answers[6]);
}
