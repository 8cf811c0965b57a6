//! `bobbin engine` with several matches, in batches and by numbers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::engine::documented_requests;
use crate::{Place, root};

const GAMES: [&str; 4] = ["hearts", "knitting-circle", "arch-ravels", "circuitous"];

/// An engine that is asked one thing after the other.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// One in which a match has begun.
    fn new(game: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(["engine", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take().unwrap());
        let output = BufReader::new(output);
        let mut engine = Engine {
            process,
            input,
            output,
        };
        engine.good(&json!({"command": "new", "seed": "a"}));
        engine
    }

    fn ask(&mut self, request: &Value) -> Value {
        writeln!(self.input.as_mut().unwrap(), "{request}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    fn good(&mut self, request: &Value) -> Value {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], true, "{answer}");
        answer
    }

    /// The code of an error.
    fn error(&mut self, request: &Value) -> String {
        let answer = self.ask(request);
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    fn position(&mut self, name: &str) -> String {
        let answer = self.good(&json!({"command": "position", "match": name}));
        answer["position"].as_str().unwrap().to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.process.wait();
    }
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut engine = Engine::new("hearts");
    engine.good(&json!({"command": "clone", "as": "b"}));
    let (main, action) = (engine.position("main"), "pass 2C");
    assert_eq!(engine.position("b"), main);
    engine.good(&json!({"command": "play", "match": "b", "seat": 0, "action": action}));
    assert_eq!(engine.position("main"), main);
    engine.good(&json!({"command": "play", "seat": 0, "action": action}));
    assert_eq!(engine.position("main"), engine.position("b"));
    engine.good(&json!({"command": "undo", "match": "b", "seat": 0}));
    assert_eq!(engine.position("b"), main);
    engine.good(&json!({"command": "clone", "match": "b", "as": "main"}));
    assert_eq!(engine.position("main"), main);
}

#[test]
fn matches_begin_under_any_name() {
    let mut engine = Engine::new("hearts");
    engine.good(&json!({"command": "drop"}));
    assert_eq!(engine.error(&json!({"command": "position"})), "no_match");
    engine.good(&json!({"command": "new", "as": "b", "seed": "b"}));
    let position = engine.position("b");
    engine.good(&json!({"command": "load", "as": "c", "position": position}));
    assert_eq!(engine.position("c"), position);
    let listed = engine.good(&json!({"command": "matches"}));
    let listed = listed["matches"].as_array().unwrap().iter();
    assert_eq!(listed.map(|one| &one["match"]).collect::<Vec<_>>(), ["b", "c"]);
    let wrong = [
        json!({"command": "new", "match": "d"}),
        json!({"command": "matches", "match": "b"}),
        json!({"command": "batch", "match": "b", "requests": []}),
        json!({"command": "clone", "match": "b"}),
        json!({"command": "view", "match": ["b"], "viewer": 0}),
    ];
    for wrong in wrong {
        assert_eq!(engine.error(&wrong), "bad_request", "{wrong}");
    }
    for name in ["", &"x".repeat(65)] {
        let clone = json!({"command": "clone", "match": "b", "as": name});
        assert_eq!(engine.error(&clone), "bad_name");
    }
}

#[test]
fn there_are_ten_thousand_matches_and_no_more() {
    let mut engine = Engine::new("hearts");
    let clone = |number: usize| json!({"command": "clone", "as": number.to_string()});
    let clones: Vec<Value> = (1..=10_000).map(clone).collect();
    let answers = engine.good(&json!({"command": "batch", "requests": clones}));
    let answers = answers["answers"].as_array().unwrap();
    assert!(answers[..9_999].iter().all(|answer| answer["ok"] == true));
    assert_eq!(answers[9_999]["error"]["code"], "too_many_matches");
    engine.good(&clone(1));
    engine.good(&json!({"command": "drop", "match": "1"}));
    engine.good(&clone(10_000));
    assert_eq!(engine.error(&clone(10_001)), "too_many_matches");
}

/// All that the document asks, in one batch and line by line.
#[test]
fn a_batch_answers_as_each_would_be_by_itself() {
    let asked = documented_requests();
    let requests = asked
        .iter()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let requests: Vec<Value> = requests.filter(|one| one["command"] != "batch").collect();
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let alone = Place::new().run_with("engine hearts", &lines.join("\n")).good();
    let batch = json!({"command": "batch", "requests": requests}).to_string();
    let together = Place::new().run_with("engine hearts", &batch).good();
    let together: Value = serde_json::from_str(&together).unwrap();
    let together = together["answers"].as_array().unwrap();
    assert!(together.len() > 40);
    for ((request, alone), together) in requests.iter().zip(alone.lines()).zip(together) {
        let alone: Value = serde_json::from_str(alone).unwrap();
        // Where JSON is no object, the line and the column are known of a line only.
        let is_object = request.is_object();
        assert!(!is_object || alone == *together, "{request}: {alone} {together}");
        assert_eq!(alone["error"]["code"], together["error"]["code"]);
    }
}

#[test]
fn a_batch_stops_at_the_first_failure_if_that_is_wanted() {
    let mut engine = Engine::new("hearts");
    let requests = json!([
        {"command": "play", "seat": 0, "action": "pass 2C"},
        {"command": "play", "seat": 0, "action": "pass 2C"},
        {"command": "play", "seat": 0, "action": "pass 3C"},
    ]);
    let ok = |answer: &Value| -> Vec<bool> {
        let answers = answer["answers"].as_array().unwrap().iter();
        answers.map(|one| one["ok"].as_bool().unwrap()).collect()
    };
    engine.good(&json!({"command": "clone", "as": "b"}));
    let stopped = engine.good(&json!({"command": "batch", "stop": true, "requests": requests}));
    assert_eq!(ok(&stopped), [true, false]);
    engine.good(&json!({"command": "clone", "match": "b", "as": "main"}));
    let all = engine.good(&json!({"command": "batch", "requests": requests}));
    assert_eq!(ok(&all), [true, false, true]);
}

#[test]
fn a_batch_is_bounded() {
    let mut engine = Engine::new("hearts");
    let of =
        |count| json!({"command": "batch", "id": 1, "requests": vec![json!({"command": "outcome"}); count]});
    assert_eq!(
        engine.good(&of(10_000))["answers"].as_array().unwrap().len(),
        10_000
    );
    assert_eq!(engine.error(&of(10_001)), "too_many_requests");
    let long = json!({"command": "batch", "requests": ["x".repeat(1 << 20)]});
    assert_eq!(engine.error(&long), "line_too_long");
}

/// A while of each game, played by number in one match and by notation in another.
#[test]
fn a_number_plays_what_its_action_says() {
    for game in GAMES {
        let mut engine = Engine::new(game);
        let mut table = engine.good(&json!({"command": "clone", "as": "b"}));
        for step in 0..40 {
            if table["over"] == true {
                break;
            }
            let to_act = table["to_act"].as_array().unwrap();
            let seat = to_act[step % to_act.len()].clone();
            let legal = engine.good(&json!({"command": "legal", "seat": seat}))["legal"].clone();
            let legal = legal.as_array().unwrap();
            let numbers = engine.good(&json!({"command": "numbers", "seat": seat}))["numbers"].clone();
            assert_eq!(
                legal.iter().map(|one| one["number"].clone()).collect::<Value>(),
                numbers
            );
            let chosen = &legal[step * 7 % legal.len()];
            engine.good(&json!({"command": "play", "seat": seat, "number": chosen["number"]}));
            let play = json!({"command": "play", "match": "b", "seat": seat, "action": chosen["action"]});
            table = engine.good(&play);
            assert_eq!(engine.position("main"), engine.position("b"), "{game}");
        }
        let seat = &table["to_act"][0];
        let none = json!({"command": "play", "seat": seat, "number": 1_000_000});
        assert_eq!(engine.error(&none), "not_legal");
    }
}

#[test]
fn rows_have_the_columns_of_the_encoding() {
    for game in GAMES {
        let mut engine = Engine::new(game);
        let encoding = engine.good(&json!({"command": "encoding"}));
        let length = |value: &Value| value.as_array().map_or(0, Vec::len);
        for seat in [0, 1] {
            let observed = engine.good(&json!({"command": "observe", "seat": seat}));
            assert_eq!(length(&observed["row"]), length(&encoding["columns"]), "{game}");
            let most = |column: &Value| column["most"].as_u64();
            let row = observed["row"].as_array().unwrap().iter();
            let mut columns = row.zip(encoding["columns"].as_array().unwrap());
            assert!(columns.all(|(value, column)| value.as_u64() <= most(column)));
            let numbers = observed["numbers"].as_array().unwrap();
            assert!(
                numbers
                    .iter()
                    .all(|number| number.as_u64() < encoding["actions"].as_u64())
            );
            let has_numbers = length(&encoding["ranges"]) > 0;
            assert_eq!(has_numbers, game != "circuitous");
            if has_numbers {
                assert_eq!(observed.get("described"), None);
                continue;
            }
            let described = observed["described"].as_array().map_or(&[][..], Vec::as_slice);
            assert_eq!(described.len(), numbers.len());
            let columns = length(&encoding["described"]);
            assert!(described.iter().all(|row| length(row) == columns), "{observed}");
        }
    }
}

/// What is hidden has no say in a sample: two matches that look the same give the same.
#[test]
fn a_sample_looks_the_same_and_knows_no_more() {
    for game in GAMES {
        let mut engine = Engine::new(game);
        for (luck, name) in [(1, "one"), (2, "two")] {
            engine.good(&sample("main", luck, name));
            let view = |of: &str| json!({"command": "view", "match": of, "viewer": 0});
            assert_eq!(engine.good(&view("main")), engine.good(&view(name)), "{game}");
        }
        // In the other two nothing hidden is dealt before the first action.
        let is_dealt = engine.position("one") != engine.position("two");
        assert_eq!(is_dealt, ["hearts", "circuitous"].contains(&game), "{game}");
        for of in ["main", "one", "two"] {
            engine.good(&sample(of, 3, &format!("of {of}")));
        }
        assert_eq!(engine.position("of main"), engine.position("of one"), "{game}");
        assert_eq!(engine.position("of main"), engine.position("of two"), "{game}");
        engine.good(&json!({"command": "sample", "viewer": 0, "as": "any"}));
    }
}

/// A match that looks the same to seat 0.
fn sample(of: &str, luck: u64, name: &str) -> Value {
    json!({"command": "sample", "match": of, "viewer": 0, "luck": luck, "as": name})
}

/// Three games against three players who choose at random: far fewer points than theirs. What the bot asks of the match
/// itself is what its seat may know, and what it tries is tried in samples.
#[test]
fn the_python_bot_thinks_in_sampled_worlds_and_beats_random() {
    let place = Place::new();
    let (mut own, mut others) = (0, 0);
    for seed in ["1", "2", "3"] {
        let engine = format!(
            "tee '{}' | '{}' engine hearts",
            place.path("asked").display(),
            env!("CARGO_BIN_EXE_bobbin")
        );
        let output = Command::new("python3")
            .arg(root().join("docs/engine_bot.py"))
            .args(["sh", "-c", &engine])
            .env("SEED", seed)
            .env("WORLDS", "3")
            .output()
            .unwrap();
        let (record, totals) = (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        );
        assert!(output.status.success(), "{totals}");
        place.write("bot.record", &record);
        place.run("replay bot.record --verify").good();
        assert!(record.contains("\nresult ranks "), "{record}");
        let totals: Vec<i64> = serde_json::from_str(&totals).unwrap();
        own += totals[0];
        others += totals[1..].iter().sum::<i64>();
        check_what_was_asked(&place.read("asked"));
    }
    assert!(own * 3 * 2 < others, "{own} points, the others {others}");
}

fn check_what_was_asked(lines: &str) {
    let mut worlds = 0;
    for line in lines.lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        let one = [request.clone()];
        let requests = request["requests"].as_array().map_or(&one[..], Vec::as_slice);
        for request in requests {
            let command = request["command"].as_str().unwrap();
            worlds += usize::from(command == "sample");
            let of_main = ["new", "numbers", "play", "sample", "record", "outcome", "batch"];
            let is_fair = request.get("match").is_some() || of_main.contains(&command);
            assert!(
                is_fair && (command != "sample" || request["viewer"] == 0),
                "{request}"
            );
        }
    }
    assert!(worlds > 20, "{worlds}");
}
