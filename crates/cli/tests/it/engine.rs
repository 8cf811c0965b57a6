//! `bobbin engine`

use std::fs;

use serde_json::Value;

use crate::{Place, root};

/// The answers to some lines.
fn ask(lines: &str) -> Vec<Value> {
    let out = Place::new().run_with("engine hearts", lines).good();
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Every request in the document goes into one engine, and what comes out stands there word for word, but for what
/// [was left out](is_real). With `BOBBIN_UPDATE_DOCS=1` it is written there.
#[test]
fn the_documented_conversation_is_real() {
    let file = root().join("docs/engine-protocol.md");
    let document = fs::read_to_string(&file).unwrap();
    let answers = Place::new()
        .run_with("engine hearts", &documented_requests().join("\n"))
        .good();
    let mut answers = answers.lines();
    let mut replayed = String::new();
    for line in document.lines() {
        match line.strip_prefix("< ") {
            Some(written) => {
                let real = answers.next().unwrap();
                replayed.extend(["< ", if is_real(written, real) { written } else { real }]);
            }
            None => replayed.push_str(line),
        }
        replayed.push('\n');
    }
    assert_eq!(
        answers.next(),
        None,
        "every request in the document has an answer there"
    );
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

/// Is this the answer, perhaps with something left out of it?
fn is_real(written: &str, real: &str) -> bool {
    match written.split_once(",…,") {
        Some((first, last)) => real.starts_with(first) && real.ends_with(last),
        None => written == real,
    }
}

pub(crate) fn documented_requests() -> Vec<String> {
    let document = fs::read_to_string(root().join("docs/engine-protocol.md")).unwrap();
    let requests = document.lines().filter_map(|line| line.strip_prefix("> "));
    requests.map(str::to_owned).collect()
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
    let mut codes = ["bad_record", "bad_position", "line_too_long", "not_utf8"]
        .map(str::to_owned)
        .to_vec();
    for file in fs::read_dir(root().join("crates/cli/src/commands/engine")).unwrap() {
        let source = fs::read_to_string(file.unwrap().path()).unwrap();
        let errors = source.split("Failure::error(").skip(1);
        // A code stands first, before any message; where it is a variable it is one of those above.
        let code = |rest: &str| {
            rest.trim_start()
                .strip_prefix('"')?
                .split('"')
                .next()
                .map(str::to_owned)
        };
        codes.extend(errors.filter_map(code));
    }
    for code in [
        "too_many_matches",
        "no_such_match",
        "not_legal",
        "too_many_requests",
    ] {
        assert!(
            codes.iter().any(|found| found == code),
            "{code} is not found: {codes:?}"
        );
    }
    for code in codes {
        assert!(document.contains(&format!("`{code}`")), "{code}");
    }
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
