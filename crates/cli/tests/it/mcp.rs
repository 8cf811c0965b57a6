//! `bobbin mcp`, as an assistant's program starts it.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use bobbin_game::{SearchChance, Seed};
use serde_json::{Value, json};

use crate::server::Serving;
use crate::{Place, root};

/// An assistant's program and the `bobbin mcp` that it has started.
struct Talking {
    process: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u64,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "arguments are written where they are sent"
)]
impl Talking {
    fn start(place: &Place, arguments: &[&str], token: Option<&str>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bobbin"));
        command
            .arg("mcp")
            .args(arguments)
            .current_dir(&place.folder)
            .env_remove("BOBBIN_SERVER")
            .env_remove("BOBBIN_TOKEN")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(token) = token {
            command.env("BOBBIN_TOKEN", token);
        }
        let mut process = command.spawn().unwrap();
        let (to, from) = (process.stdin.take(), process.stdout.take().unwrap());
        let mut talking = Talking {
            process,
            to,
            from: BufReader::new(from),
            asked: 0,
        };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } });
        let hello = talking.ask("initialize", hello);
        assert_eq!(hello["result"]["serverInfo"]["name"], "bobbin", "{hello}");
        talking.line(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        talking
    }

    fn line(&mut self, line: &str) {
        let to = self.to.as_mut().unwrap();
        writeln!(to, "{line}").unwrap();
        to.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.line(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        let answer = self.read();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        let answer = self.ask("tools/call", params);
        assert!(answer["result"].is_object(), "{tool}: {answer}");
        answer["result"].clone()
    }

    fn told(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_ne!(answer["isError"], true, "{tool}: {answer}");
        answer["structuredContent"].clone()
    }

    fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["isError"], true, "{tool}: {answer}");
        answer["structuredContent"]["refused"].clone()
    }

    /// Plays random legal actions to the end of the game.
    fn play_out(&mut self, mut now: Value) -> Value {
        let table = now["table"].clone();
        let mut luck = SearchChance::new(7);
        while now["status"] != "over" {
            assert_eq!(now["seed"], Value::Null, "the seed is a secret until the end");
            let legal = now["legal"].as_array().unwrap();
            now = if legal.is_empty() {
                self.told("wait", json!({ "table": table, "since": now["event"] }))
            } else {
                let legal = &legal[luck.below(legal.len() as u32) as usize];
                let action = json!({ "table": table, "version": now["version"], "action": legal["action"],
                    "since": now["event"] });
                self.told("play", action)
            };
            assert!(
                !now["happened"].as_array().unwrap().is_empty() || now["legal"] == json!([]),
                "{now}"
            );
        }
        now
    }

    /// Says goodbye; it ends by itself.
    fn end(mut self) {
        drop(self.to.take());
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Talking {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn plays_a_whole_game(game: &str) {
    let place = Place::new();
    let mut talking = Talking::start(&place, &[], None);
    let made = talking.told("make_table", json!({ "game": game, "level": "gentle" }));
    let begun = made["commitment"].clone();
    let over = talking.play_out(made);
    let players = over["seats"].as_array().unwrap().len();
    assert_eq!(over["outcome"]["sheets"].as_array().unwrap().len(), players);
    // The luck was fixed before the first action.
    let seed: Seed = serde_json::from_value(over["seed"].clone()).unwrap();
    assert_eq!(begun, json!(seed.commitment().to_string()));
    let outcome = talking.call("outcome", json!({ "table": over["table"] }));
    let text = outcome["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("The game is over") && text.contains("Assistant: "),
        "{text}"
    );
    talking.end();
    assert_eq!(fs::read_dir(&place.folder).unwrap().count(), 0, "nothing is kept");
}

#[test]
fn an_assistant_plays_a_whole_game_of_hearts() {
    plays_a_whole_game("hearts");
}

#[test]
fn an_assistant_plays_a_whole_game_of_knitting_circle() {
    plays_a_whole_game("knitting-circle");
}

#[test]
fn an_assistant_plays_a_whole_game_of_arch_ravels() {
    plays_a_whole_game("arch-ravels");
}

#[test]
fn an_assistant_plays_a_whole_game_of_circuitous() {
    plays_a_whole_game("circuitous");
}

#[test]
fn what_makes_no_sense_is_passed_over_and_the_conversation_goes_on() {
    let place = Place::new();
    let mut talking = Talking::start(&place, &["--name", "Ada"], None);
    let long = format!(
        "{{\"jsonrpc\": \"2.0\", \"id\": 9, \"method\": \"{}\"}}",
        "x".repeat(2 << 20)
    );
    for line in ["nonsense", "{", "", &long, &"[".repeat(100_000)] {
        talking.line(line);
    }
    // What is JSON and no message has an answer that belongs to nothing.
    talking.line("{\"jsonrpc\": \"2.0\", \"id\": []}");
    assert!(talking.read()["error"]["code"].is_number());
    assert_eq!(talking.ask("cheat", json!({}))["error"]["code"], -32601);
    assert_eq!(
        talking.refused("look", json!({ "table": "../me" }))["code"],
        "not_found"
    );
    let made = talking.told("make_table", json!({ "game": "hearts", "seat": 3 }));
    assert_eq!((&made["seat"], &made["name"]), (&json!(3), &json!("Ada")));
    assert_eq!(
        talking.refused("make_table", json!({ "game": "hearts", "seat": 4 }))["code"],
        "seats"
    );
    talking.end();
}

#[test]
fn what_cannot_be_begun_is_told() {
    let place = Place::new();
    let error = |arguments: &str| {
        let mut command = place.command();
        let command = command.env_remove("BOBBIN_TOKEN").env_remove("BOBBIN_SERVER");
        let output = command.args(arguments.split_whitespace()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(error("mcp --server http://127.0.0.1:7100").contains("BOBBIN_TOKEN"));
    assert!(error("mcp --token-file x").contains("--server"));
    place.write("token", "secret\n");
    assert!(error("mcp --server bobbin --token-file token").contains("no address"));
    assert!(error("mcp --server http://example.org --token-file token").contains("over https only"));
    place.write("token", "two words\n");
    let said = error("mcp --server https://example.org --token-file token");
    assert!(said.contains("no token") && !said.contains("words"), "{said}");
    assert!(error("mcp --name Basil").contains("name"));
}

/// A token of a guest's, as `(cookie, id, secret)`.
fn token(serving: &Serving) -> (String, String, String) {
    let cookie = format!("{}\r\n", serving.guest());
    let wish = "{\"label\": \"an assistant\", \"scopes\": [\"read\", \"play\"]}";
    let answer = serving.ask("POST", "/api/me/tokens", &cookie, wish);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body.trim()).unwrap();
    let word = |key: &str| body[key].as_str().unwrap().to_owned();
    (cookie, word("id"), word("secret"))
}

#[test]
fn an_assistant_plays_at_a_server_as_long_as_its_token_lasts() {
    let place = Place::new();
    let serving = Serving::start(&place, &[]);
    let (cookie, id, secret) = token(&serving);
    let mut talking = Talking::start(&place, &["--server", &serving.url()], Some(&secret));
    let made = talking.told("make_table", json!({ "game": "hearts", "level": "gentle" }));
    assert_eq!(made["name"], "Ann", "it plays as whoever the token is for");
    let over = talking.play_out(made);
    assert!(over["seed"].is_string());
    let path = format!("/api/me/tokens/{id}");
    assert!(
        serving
            .ask("DELETE", &path, &cookie, "")
            .starts_with("HTTP/1.1 204")
    );
    let refused = talking.refused("look", json!({ "table": over["table"] }));
    assert_eq!(refused["code"], "not_your_seat");
    assert_eq!(talking.refused("my_tables", json!({}))["code"], "who_are_you");
    drop(serving);
    assert_eq!(talking.refused("my_tables", json!({}))["code"], "unreachable");
    talking.end();
}

#[test]
fn no_log_tells_what_assistants_send_and_are_told() {
    let place = Place::new();
    let log = fs::File::create(place.path("log")).unwrap();
    let serving = Serving::logging(&place, "debug", log.into(), &[]);
    let (_, _, secret) = token(&serving);
    let headers =
        format!("Authorization: Bearer {secret}\r\nAccept: application/json, text/event-stream\r\n");
    let call = |tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let answer = serving.ask("POST", "/mcp", &headers, &message.to_string());
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let body: Value = serde_json::from_str(body.trim()).unwrap();
        body["result"].clone()
    };
    let made = call("make_table", json!({ "game": "hearts" }));
    let table = made["structuredContent"]["table"].as_str().unwrap();
    let seen = call("look", json!({ "table": table }));
    assert!(
        seen["content"][0]["text"].as_str().unwrap().contains("Your hand"),
        "{seen}"
    );
    let log = place.read("log");
    assert!(log.contains("route=\"/mcp\""), "{log}");
    for hidden in [secret.as_str(), table, "Your hand", "hand"] {
        assert!(!log.contains(hidden), "{hidden} in {log}");
    }
}

/// Every tool call in the document goes into one conversation, and what comes out stands there word for word. With
/// `BOBBIN_UPDATE_DOCS=1` it is written there.
#[test]
fn the_documented_conversation_is_real() {
    let file = root().join("docs/mcp.md");
    let document = fs::read_to_string(&file).unwrap();
    let place = Place::new();
    let mut talking = Talking::start(&place, &[], None);
    let mut table = String::from("TABLE");
    let mut replayed = String::new();
    for line in document.lines().filter(|line| !line.starts_with('<')) {
        replayed.push_str(line);
        replayed.push('\n');
        let Some(call) = line.strip_prefix("> ") else {
            continue;
        };
        let (tool, arguments) = call.split_once(' ').unwrap();
        let arguments = serde_json::from_str(&arguments.replace("TABLE", &table)).unwrap();
        let answer = talking.call(tool, arguments);
        if let Some(made) = answer["structuredContent"]["table"].as_str() {
            made.clone_into(&mut table);
        }
        for line in answer["content"][0]["text"].as_str().unwrap().lines() {
            let line = format!("< {}", line.replace(&table, "TABLE"));
            replayed.extend([line.trim_end(), "\n"]);
        }
    }
    talking.end();
    if std::env::var_os("BOBBIN_UPDATE_DOCS").is_some() {
        fs::write(&file, &replayed).unwrap();
        return;
    }
    for (place, (written, real)) in document.lines().zip(replayed.lines()).enumerate() {
        assert_eq!(
            written,
            real,
            "docs/mcp.md:{} (BOBBIN_UPDATE_DOCS=1 writes it anew)",
            place + 1
        );
    }
    assert_eq!(document.len(), replayed.len());
}

#[test]
fn every_tool_is_documented() {
    let document = fs::read_to_string(root().join("docs/mcp.md")).unwrap();
    for tool in bobbin_mcp::tools() {
        assert!(
            document.contains(&format!("| `{}` |", tool.name)),
            "{}",
            tool.name
        );
    }
}
