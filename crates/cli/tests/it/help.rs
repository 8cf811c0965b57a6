//! Help, games, completions, manual pages and what all commands share.

use crate::{Place, run};

#[test]
fn help_reads_well() {
    insta::assert_snapshot!("help", run("--help").good());
    for command in [
        "games",
        "play",
        "rules",
        "replay",
        "engine",
        "mcp",
        "bench",
        "content",
        "completions",
        "man",
        "serve",
        "worker",
        "load",
        "backup",
        "restore",
        "admin",
        "openapi",
        "schema",
        "health",
        "notices",
    ] {
        insta::assert_snapshot!(
            format!("help_{command}"),
            run(&format!("{command} --help")).good()
        );
    }
}

#[test]
fn views_and_events_are_described() {
    let schema: serde_json::Value = serde_json::from_str(&run("schema hearts").good()).unwrap();
    let described = &schema["components"]["schemas"];
    assert_eq!(
        described["Pass"]["enum"],
        serde_json::json!(["left", "right", "across", "none"])
    );
    assert_eq!(described["View"]["required"][0], "viewer");
    assert!(described["Event"]["oneOf"].is_array());
}

#[test]
fn games_are_listed_with_what_can_be_chosen() {
    let out = run("games").good();
    assert!(
        out.contains("hearts  Hearts, 4 players, an example, rules version 1\n"),
        "{out}"
    );
    assert!(out.contains("    pass=left  To the left (default)\n"), "{out}");
    // A scenario, and below it its goals and its four requests with their points.
    let mut lines = out.lines();
    lines.find(|line| line.starts_with("    scenario=4  4 ")).unwrap();
    let told = lines.next().unwrap();
    let (goals, requests) = told.split_once(" · requests: ").unwrap();
    assert!(goals.starts_with("      60 points or more, "), "{told}");
    assert_eq!(requests.matches('(').count(), 4, "{told}");
    let json: serde_json::Value = serde_json::from_str(&run("games --json").good()).unwrap();
    let hearts = json
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == "hearts")
        .unwrap();
    assert_eq!(hearts["players"], serde_json::json!([4]));
    assert_eq!(hearts["is_example"], true);
}

#[test]
fn an_unknown_game_is_told_with_those_there_are() {
    let error = run("rules chess").error();
    assert!(
        error.contains("invalid value 'chess'") && error.contains("hearts"),
        "{error}"
    );
}

#[test]
fn colour_is_for_terminals_only() {
    assert!(!run("games").good().contains('\u{1b}'));
    let output = Place::new()
        .command()
        .arg("games")
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(output.stdout.contains(&0x1b));
}

#[test]
fn completions_are_there_for_every_shell() {
    for (shell, word) in [
        ("bash", "hearts"),
        ("zsh", "hearts"),
        ("fish", "engine"),
        ("powershell", "engine"),
        ("elvish", "engine"),
    ] {
        let script = run(&format!("completions {shell}")).good();
        assert!(script.contains(word), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let place = Place::new();
    assert_eq!(place.run("man pages").good(), "The pages are in pages.\n");
    for page in ["bobbin.1", "bobbin-engine.1", "bobbin-content-check.1"] {
        assert!(place.read(&format!("pages/{page}")).contains(".TH"), "{page}");
    }
    assert!(run("man").good().contains("bobbin"));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let script = format!(
        "set -o pipefail; {} rules hearts | head -n 1",
        env!("CARGO_BIN_EXE_bobbin")
    );
    let output = std::process::Command::new("bash")
        .args(["-c", &script])
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
}
