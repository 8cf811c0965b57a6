//! The server as a process: started, asked, killed, kept.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Place, run};

/// `bobbin serve` in a folder of its own, killed when dropped.
pub(crate) struct Serving {
    pub(crate) process: Child,
    address: String,
}

impl Serving {
    pub(crate) fn start(place: &Place, more: &[&str]) -> Self {
        Serving::logging(place, "warn", Stdio::inherit(), more)
    }

    /// The same with a log of its own.
    pub(crate) fn logging(place: &Place, level: &str, log: Stdio, more: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--log", level])
            .args(more)
            .current_dir(&place.folder)
            .env("XDG_DATA_HOME", place.path("data"))
            .stderr(log)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.split(' ').find_map(|word| word.strip_prefix("http://"));
        let address = address
            .unwrap_or_else(|| panic!("no address in {line:?}"))
            .to_owned();
        Serving { process, address }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A request in plain text; the whole answer.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The cookie of a new guest, as a header.
    pub(crate) fn guest(&self) -> String {
        let answer = self.ask("POST", "/api/guests", "", "{\"name\": \"Ann\"}");
        let cookie = answer
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .unwrap();
        format!("Cookie: {}", cookie.split(';').next().unwrap())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// How long a server with a new database works until it listens: processor time where the system tells it, because how
/// long a busy machine lets a process wait is not the server's doing, or else by its own clock.
fn ready_in(place: &Place) -> Duration {
    let mut process = Command::new(env!("CARGO_BIN_EXE_bobbin"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log-json"])
        .current_dir(&place.folder)
        .env("XDG_DATA_HOME", place.path("data"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(process.stderr.take().unwrap());
    let ready = log.lines().find_map(|line| {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let is_ready = line["fields"]["message"] == "ready";
        is_ready.then(|| line["fields"]["milliseconds"].as_u64().unwrap())
    });
    let worked = processor_time(process.id());
    process.kill().unwrap();
    process.wait().unwrap();
    worked.unwrap_or(Duration::from_millis(ready.expect("it says when it is ready")))
}

/// What all threads of a process have worked, where `/proc` says so.
fn processor_time(process: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let worked = threads.filter_map(|thread| {
        let told = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    });
    Some(worked.sum()).filter(|sum| *sum > Duration::ZERO)
}

#[test]
fn where_its_port_is_in_use_it_takes_another_and_called_again_it_leads_to_the_first() {
    // Whoever has it, nobody else gets it now.
    let taken = std::net::TcpListener::bind("127.0.0.1:7100");
    let place = Place::new();
    let serve = |place: &Place| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bobbin"));
        command
            .args(["serve", "--open", "--log", "warn"])
            .current_dir(&place.folder)
            .env("XDG_DATA_HOME", place.path("data"))
            .env_remove("BROWSER")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command
    };
    let mut first = serve(&place).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    assert_eq!(
        lines.next().unwrap().unwrap(),
        "Port 7100 is in use by another program."
    );
    let told = lines.next().unwrap().unwrap();
    let address = told
        .split(' ')
        .find_map(|word| word.strip_prefix("http://"))
        .unwrap();
    assert!(
        address.starts_with("127.0.0.1:71") && !address.ends_with(":7100"),
        "{told}"
    );

    let second = serve(&place).output().unwrap();
    let alone = place.run("serve");
    let said = String::from_utf8_lossy(&second.stdout).into_owned();
    first.kill().unwrap();
    first.wait().unwrap();
    drop(taken);
    assert!(second.status.success(), "{said}");
    assert!(
        said.starts_with(&format!("Bobbin is already at http://{address}.")),
        "{said}"
    );
    assert!(said.contains("--lan"), "{said}");
    assert_eq!(alone.code, 2);
    assert!(
        alone.err.contains(&format!("already at http://{address}")),
        "{}",
        alone.err
    );
}

#[test]
fn the_server_starts_fast_says_where_it_is_and_stops_when_it_is_told() {
    let ready = (0..3).map(|_| ready_in(&Place::new())).min().unwrap();
    assert!(ready < Duration::from_millis(200), "ready in {ready:?}");
    let place = Place::new();
    let mut serving = Serving::start(&place, &[]);
    assert!(serving.ask("GET", "/healthz", "", "").contains("200 OK"));
    assert!(place.path("data/bobbin/bobbin.db").exists());
    assert!(
        !place.path("bobbin.db").exists(),
        "nothing is left where it was started"
    );
    let taken = Command::new(env!("CARGO_BIN_EXE_bobbin"))
        .args([
            "serve",
            "--listen",
            &serving.address,
            "--database",
            "sqlite::memory:",
        ])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert_eq!(taken.status.code(), Some(2));
    assert!(error.contains("is in use by another program"), "{error}");
    let pid = serving.process.id().to_string();
    assert!(Command::new("kill").arg(&pid).status().unwrap().success());
    assert_eq!(
        serving.process.wait().unwrap().code(),
        Some(0),
        "stopped in peace"
    );
}

#[test]
fn the_log_says_what_was_asked_and_answered_and_tells_no_secret() {
    let place = Place::new();
    let log = place.path("log");
    let mut process = Command::new(env!("CARGO_BIN_EXE_bobbin"))
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-limits",
            "--log",
            "debug",
            "--log-json",
        ])
        .current_dir(&place.folder)
        .env("XDG_DATA_HOME", place.path("data"))
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line.split(' ').find_map(|word| word.strip_prefix("http://"));
    let address = address.unwrap().to_owned();
    let serving = Serving { process, address };
    let cookie = serving.guest();
    let headers = format!("{cookie}\r\nX-Request-Id: my-own-id\r\n");
    let told =
        |answer: &str| -> Value { serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap() };
    let password = "correct horse battery";
    let login = format!("{{\"login\": \"annabella\", \"password\": \"{password}\"}}");
    assert!(
        serving
            .ask("PUT", "/api/me/password", &headers, &login)
            .contains("200 OK")
    );
    assert!(serving.ask("POST", "/api/sign-in", "", &login).contains("200 OK"));
    let token = "{\"label\": \"bot\", \"scopes\": [\"play\"]}";
    let token = told(&serving.ask("POST", "/api/me/tokens", &headers, token));
    let made = told(&serving.ask(
        "POST",
        "/api/tables",
        &headers,
        "{\"game\": \"hearts\", \"start\": true}",
    ));
    let table = made["table"]["id"].as_str().unwrap();
    serving.ask("GET", &format!("/api/tables/{table}/log"), &headers, "");
    let log = std::fs::read_to_string(log).unwrap();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let found = lines
        .iter()
        .find(|line| line["fields"]["route"] == "/api/tables/{table}/log");
    let fields = &found.expect("every request is logged")["fields"];
    assert_eq!(
        (&fields["status"], &fields["request"]),
        (&Value::from(200), &Value::from("my-own-id"))
    );
    let cookie = cookie.rsplit('=').next().unwrap();
    let secret = token["secret"].as_str().unwrap();
    // The id of a table is as good as a key to it.
    for secret in [cookie, secret, password, "annabella", table] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[test]
fn settings_come_from_a_file_too_and_a_wrong_one_is_told() {
    let place = Place::new();
    place.write("bobbin.toml", "database = \"sqlite:other.db\"\nbot_threads = 1\n");
    let serving = Serving::start(&place, &["--config", "bobbin.toml"]);
    assert!(serving.ask("GET", "/api/games", "", "").contains("hearts"));
    assert!(place.path("other.db").exists());
    drop(serving);
    place.write("bobbin.toml", "databse = \"x\"\n");
    let ran = place.run("serve --config bobbin.toml");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("databse"), "{}", ran.err);
}

#[test]
fn the_bot_of_the_manual_plays_a_game_of_each_title() {
    let manual = std::fs::read_to_string(root().join("docs/api.md")).unwrap();
    let program = manual
        .split("```python\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    assert!(program.lines().count() <= 45, "a bot in 40 lines");
    let place = Place::new();
    place.write("bot.py", program);
    let serving = Serving::start(&place, &[]);
    for game in bobbin_catalog::games() {
        let mut bot = Command::new("python3")
            .args(["bot.py", &serving.url(), game.id()])
            .current_dir(&place.folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while bot.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_mins(1) {
                let _ = bot.kill();
                panic!("{}: the bot does not come to an end", game.id());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = bot.wait_with_output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{}: {}",
            game.id(),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            out.lines().last().unwrap().starts_with("ranks ["),
            "{}: {out}",
            game.id()
        );
    }
}

#[test]
fn killed_at_random_moments_it_keeps_what_it_acknowledged_and_every_table_goes_on() {
    let ran = run("load --crashes 4 --tables 6 --seconds 2 --pace 15 --game hearts");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("crashes      4 of 4 survived"), "{}", ran.out);
}

/// The figures of a busy machine are worth nothing; that they are told is.
#[test]
fn attackers_of_both_kinds_are_held_against_a_bystander() {
    let place = Place::new();
    let serving = Serving::start(&place, &[]);
    for kind in ["reads", "bots"] {
        let ran = run(&format!(
            "load {} --attack {kind} --attackers 2 --seconds 2",
            serving.url()
        ));
        assert!(ran.code <= 1, "{}", ran.err);
        for line in ["healthz      p50", "gentle bot   p50", "attackers    "] {
            assert!(ran.out.contains(line), "{kind}: {}", ran.out);
        }
    }
}

#[test]
fn whatever_schemathesis_sends_is_answered_as_the_description_says() {
    let program = root().join("target/test-tools/python/bin/schemathesis");
    assert!(
        program.exists(),
        "schemathesis is not there: run tools/install-test-tools"
    );
    // More for a long run: docs/api.md says how.
    let [examples, seed] = [("BOBBIN_EXAMPLES", "6"), ("BOBBIN_SEED", "1")]
        .map(|(name, usual)| std::env::var(name).unwrap_or(usual.to_owned()));
    let place = Place::new();
    let serving = Serving::start(&place, &[]);
    let cookie = serving.guest();
    let wish = "{\"game\": \"hearts\", \"start\": true, \"pace\": 0}";
    let table = serving.ask("POST", "/api/tables", &format!("{cookie}\r\n"), wish);
    let table: Value = serde_json::from_str(table.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let table = table["table"]["id"].as_str().unwrap();
    place.write(
        "schemathesis.toml",
        &format!("[parameters]\n\"path.table\" = \"{table}\"\n\"path.game\" = \"hearts\"\n"),
    );
    let output = Command::new(program)
        .args(["run", &format!("{}/api/openapi.json", serving.url())])
        .args(["--header", &cookie])
        // A stream does not end, and a guest who is deleted or signs out can ask nothing more.
        .args(["--exclude-path-regex", "/events$|^/api/sign-out$"])
        .args(["--exclude-method", "DELETE"])
        .args([
            "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
        ])
        .args(["--max-examples", &examples, "--seed", &seed])
        .args(["--phases", "examples,coverage,fuzzing", "--no-color"])
        .current_dir(&place.folder)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{out}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_backup_comes_back_and_whoever_runs_the_server_can_look_after_it() {
    let place = Place::new();
    let serving = Serving::start(&place, &[]);
    let cookie = serving.guest();
    let answer = serving.ask(
        "POST",
        "/api/tables",
        &format!("{cookie}\r\n"),
        "{\"game\": \"hearts\"}",
    );
    let made: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    assert!(
        place
            .run("backup kept.db")
            .good()
            .ends_with("rows are in kept.db.\n")
    );
    assert!(
        place
            .run("backup kept.db")
            .err
            .contains("kept.db is already there")
    );
    place.run("restore --database sqlite:new.db kept.db").good();
    assert!(
        place
            .run("restore --database sqlite:new.db kept.db")
            .err
            .contains("is not empty")
    );
    let listed = place.run("admin tables --database sqlite:new.db").good();
    assert!(listed.contains(&id) && listed.contains("open"), "{listed}");

    let verified = place.run("admin verify").good();
    assert!(
        verified.ends_with("all are as they were written.\n"),
        "{verified}"
    );
    spoil(&place.path("new.db"), br#""owner":""#);
    let verified = place.run("admin verify --database sqlite:new.db");
    let found = format!("table {id}: entry 0 is not what was written there\n");
    assert_eq!(
        (verified.code, verified.out.contains(&found)),
        (1, true),
        "{}",
        verified.out
    );

    assert_eq!(
        place.run(&format!("admin end {id}")).good(),
        "The table is over.\n"
    );
    assert_eq!(place.run(&format!("admin end {id}")).code, 1);
    let people = place.run("admin people Ann").good();
    let person = people.split_whitespace().next().unwrap().to_owned();
    place.run(&format!("admin rename {person} Anna")).good();
    place.run(&format!("admin ban {person}")).good();
    assert!(place.run("admin people Anna").good().contains("banned"));
    assert_eq!(place.run("admin ban nobody").code, 1);
    assert_eq!(place.run("admin reports").good(), "");
    assert_eq!(place.run("admin reports --done nothing").code, 1);
    assert_eq!(place.run("admin mute nobody").code, 1);
    place.run(&format!("admin mute {person} --hours 2")).good();
    place.run(&format!("admin mute {person} --undo")).good();
    assert_eq!(place.run(&format!("admin mute {person} --undo")).code, 1);
    let began = Instant::now();
    while !serving
        .ask("GET", "/api/me", &format!("{cookie}\r\n"), "")
        .contains("403")
    {
        assert!(
            began.elapsed() < Duration::from_secs(15),
            "a ban takes effect within seconds"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn tables_are_spread_over_two_databases_and_one_moves_while_the_server_runs() {
    let place = Place::new();
    let serving = Serving::start(
        &place,
        &["--database", "sqlite:a.db", "--database", "sqlite:b.db"],
    );
    let cookie = serving.guest();
    let ask = |method: &str, path: &str, body: &str| {
        let answer = serving.ask(method, path, &format!("{cookie}\r\n"), body);
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        serde_json::from_str::<Value>(body).unwrap_or_else(|_| panic!("{answer}"))
    };
    let tables: Vec<String> = (0..12)
        .map(|_| {
            let made = ask("POST", "/api/tables", "{\"game\": \"hearts\"}");
            made["table"]["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let listed = |databases: &str| place.run(&format!("admin tables --database {databases}")).good();
    let both = "sqlite:a.db,sqlite:b.db";
    assert!(tables.iter().all(|id| listed(both).contains(id)));
    let id = tables.iter().find(|id| listed("sqlite:a.db").contains(*id));
    let id = id.expect("one of twelve is in the first");
    let moved = place.run(&format!("admin move {id} --to sqlite:b.db --database {both}"));
    assert_eq!(moved.good(), format!("{id} is moved.\n"));
    assert!(listed("sqlite:b.db").contains(id) && !listed("sqlite:a.db").contains(id));
    let said = ask(
        "POST",
        &format!("/api/tables/{id}/chat"),
        "{\"text\": \"Still here.\"}",
    );
    assert!(said["event"].is_number(), "{said}");
    let other = place.run(&format!("admin move {id} --to sqlite:c.db --database {both}"));
    assert!(other.err.contains("--to names none"), "{}", other.err);
    assert_eq!(
        place
            .run(&format!("admin move nothing --to sqlite:a.db --database {both}"))
            .code,
        1
    );
    let verified = place.run(&format!("admin verify --database {both}")).good();
    assert!(verified.contains("entries of 12 tables: all"), "{verified}");
    place.run(&format!("backup kept.db --database {both}")).good();
    let kept = listed("sqlite:kept.db");
    assert!(tables.iter().all(|id| kept.contains(id)));
}

#[test]
fn the_description_of_the_api_can_be_printed() {
    let api: Value = serde_json::from_str(&run("openapi").good()).unwrap();
    assert!(api["paths"]["/api/tables"].is_object());
}

/// Writes over one letter right after the first place where a file says this.
fn spoil(file: &std::path::Path, after: &[u8]) {
    let mut bytes = std::fs::read(file).unwrap();
    let found = bytes.windows(after.len()).position(|window| window == after);
    let letter = &mut bytes[found.unwrap() + after.len()];
    *letter = if *letter == b'a' { b'b' } else { b'a' };
    std::fs::write(file, bytes).unwrap();
}
