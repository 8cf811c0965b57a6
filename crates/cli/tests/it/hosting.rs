//! docs/hosting.md is true: each of its blocks is run or read by somebody. What needs a Debian machine of its own is
//! run by tools/check-dist (`make dist-check`), in the order of the guide; the rest is run here, too, with stand-ins
//! for sudo and systemd.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use crate::server::Serving;
use crate::{Place, root};

/// Commands that are run here and by tools/check-dist.
const HERE: &str = "sh";
/// Commands that only tools/check-dist runs.
const ELSEWHERE: [&str; 4] = ["sh build", "sh package", "sh container", "sh postgres"];
/// Configurations that tools/check-dist starts their programs with; nginx is also started by tests of the server.
const CONFIGURATIONS: [&str; 4] = ["caddy", "nginx", "haproxy", "prometheus"];

struct Block {
    kind: String,
    text: String,
}

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/hosting.md")).unwrap()
}

/// The guide's blocks; whatever is outside of them must not look like one.
fn blocks(guide: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for line in guide.lines() {
        match line.strip_prefix("```") {
            Some(kind) => {
                is_inside = !is_inside;
                if is_inside {
                    let (kind, text) = (kind.to_owned(), String::new());
                    blocks.push(Block { kind, text });
                }
            }
            None if is_inside => {
                let text = &mut blocks.last_mut().unwrap().text;
                *text += line;
                *text += "\n";
            }
            None => assert!(
                !line.starts_with("    ") && !line.starts_with('\t') && !line.starts_with("~~~"),
                "a block is written with ``` and what it is: {line}"
            ),
        }
    }
    assert!(!is_inside, "the last block does not end");
    blocks
}

#[test]
fn no_block_of_the_guide_goes_without_a_check() {
    let check = std::fs::read_to_string(root().join("tools/check-dist")).unwrap();
    let blocks = blocks(&guide());
    for block in &blocks {
        let kind = block.kind.as_str();
        let is_known = kind == HERE || ELSEWHERE.contains(&kind) || CONFIGURATIONS.contains(&kind);
        assert!(
            is_known,
            "nobody checks blocks of the kind \"{kind}\":\n{}",
            block.text
        );
    }
    for kind in ELSEWHERE.iter().chain(&CONFIGURATIONS) {
        assert!(
            blocks.iter().any(|block| block.kind == *kind),
            "there is no block \"{kind}\" any more"
        );
        let word = kind.rsplit(' ').next().unwrap();
        assert!(
            check.contains(&format!("\"{word}\"")),
            "tools/check-dist does nothing with {word}"
        );
    }
}

#[test]
fn a_block_without_a_kind_is_found() {
    let kinds = |guide: &str| {
        blocks(guide)
            .into_iter()
            .map(|block| block.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds("a\n```\nrm\n```\n```sh\nls\n```\n"), ["", "sh"]);
    assert!(std::panic::catch_unwind(|| blocks("a\n\n    rm\n")).is_err());
}

/// A place where the guide's commands do nothing to the machine: their folders and ports are here, `sudo` changes
/// nobody, and `systemctl` starts the program.
struct Machine {
    place: Place,
    ports: [u16; 3],
}

impl Machine {
    fn new() -> Self {
        let place = Place::new();
        let listeners: Vec<TcpListener> = (0..3)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let port = |place: usize| listeners[place].local_addr().unwrap().port();
        let machine = Machine {
            ports: [port(0), port(1), port(2)],
            place,
        };
        let program = env!("CARGO_BIN_EXE_bobbin");
        let here = machine.place.path("").display().to_string();
        machine.stand_in("sudo", "[ \"$1\" = -u ] && shift 2\nexec \"$@\"");
        machine.stand_in(
            "systemctl",
            &format!(
                "[ \"$2\" = bobbin ] || exit 2
                case $1 in stop | restart) kill \"$(cat {here}pid)\"; while kill -0 \"$(cat {here}pid)\"; do sleep 0.05; done 2>/dev/null ;; esac
                case $1 in start | restart)
                  set -a; . {here}default; set +a
                  {program} serve --database sqlite:{here}lib/bobbin.db --log warn >{here}log 2>&1 &
                  echo $! >{here}pid
                  exec {program} health --wait 20 ;;
                esac"
            ),
        );
        // A server in the foreground would never end.
        machine.stand_in(
            "bobbin",
            &format!(
                "[ \"$1\" = serve ] || exec {program} \"$@\"
                {program} \"$@\" & trap \"kill $!\" EXIT
                {program} health --wait 20 \"$2\" \"$3\""
            ),
        );
        std::fs::create_dir(machine.place.path("lib")).unwrap();
        machine.place.write("default", "");
        machine
    }

    fn stand_in(&self, name: &str, script: &str) {
        let file = self.place.path("bin").join(name);
        std::fs::create_dir_all(self.place.path("bin")).unwrap();
        std::fs::write(&file, format!("#!/bin/bash\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// What the guide says, as it is said here.
    fn translated(&self, script: &str) -> String {
        let here = self.place.path("").display().to_string();
        let [server, metrics, second] = self.ports;
        // What is put in below is in /tmp, too.
        script
            .replace("/tmp/", &here)
            .replace("/var/lib/bobbin", &format!("{here}lib"))
            .replace("/etc/default/bobbin", &format!("{here}default"))
            .replace("127.0.0.1:7100", &format!("127.0.0.1:{server}"))
            .replace("127.0.0.1:7101", &format!("127.0.0.1:{metrics}"))
            .replace("127.0.0.1:7102", &format!("127.0.0.1:{second}"))
    }

    fn run(&self, script: &str) -> String {
        let path = std::env::var("PATH").unwrap();
        let bin = self.place.path("bin").display().to_string();
        let output = Command::new("bash")
            .args(["-euo", "pipefail", "-c", &self.translated(script)])
            .current_dir(&self.place.folder)
            .env("PATH", format!("{bin}:{path}"))
            .env("BOBBIN_LISTEN", format!("127.0.0.1:{}", self.ports[0]))
            .env_remove("BOBBIN_DATABASE")
            .output()
            .unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}\n{out}\n{error}");
        out
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = Command::new("bash")
            .args(["-c", "kill $(cat pid)"])
            .current_dir(&self.place.folder)
            .status();
    }
}

#[test]
fn the_commands_of_the_guide_do_what_it_says() {
    const LIST: &str = "bobbin admin tables --database sqlite:/var/lib/bobbin/bobbin.db";
    let machine = Machine::new();
    machine.run("systemctl start bobbin");
    let ask = "curl --silent --fail --cookie jar --cookie-jar jar --json";
    machine.run(&format!(
        "{ask} '{{\"name\": \"Ann\"}}' http://127.0.0.1:7100/api/guests"
    ));
    machine.run(&format!(
        "{ask} '{{\"game\": \"hearts\"}}' http://127.0.0.1:7100/api/tables"
    ));
    let tables = machine.run(LIST);
    assert!(tables.contains("hearts"), "{tables}");
    let mut told = String::new();
    for block in blocks(&guide()).iter().filter(|block| block.kind == HERE) {
        told += &machine.run(&block.text);
        assert_eq!(
            machine.run(LIST),
            tables,
            "the table is still there after\n{}",
            block.text
        );
    }
    for words in [
        " is well.",
        " rows are in ",
        " rows are back.",
        "bobbin_tables_loaded ",
    ] {
        assert!(told.contains(words), "nobody said \"{words}\":\n{told}");
    }
    let settings = machine.place.read("default");
    assert!(settings.contains("BOBBIN_TRUSTED_PROXIES=1"), "{settings}");
}

#[test]
fn a_server_that_is_away_is_not_well() {
    let place = Place::new();
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let ran = place.run(&format!("health --listen 127.0.0.1:{port}"));
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains(" does not answer: "), "{}", ran.out);
    let server = Serving::start(&place, &[]);
    let address = server.url();
    let ran = place.run(&format!(
        "health --listen {}",
        address.trim_start_matches("http://")
    ));
    assert_eq!(ran.out, format!("Bobbin at {address} is well.\n"));
}

#[test]
fn the_supervisor_is_told_when_the_server_is_there() {
    let place = Place::new();
    let socket = std::os::unix::net::UnixDatagram::bind(place.path("notify")).unwrap();
    socket
        .set_read_timeout(Some(std::time::Duration::from_secs(20)))
        .unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_bobbin"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn"])
        .env("XDG_DATA_HOME", place.path("data"))
        .env("NOTIFY_SOCKET", place.path("notify"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut told = [0; 64];
    let heard = socket.recv(&mut told);
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(&told[..heard.unwrap()], b"READY=1");
}

/// The names of all that is counted, without what a histogram adds to its own.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    // `bobbin_*.deb` is a file.
    let metrics = words
        .filter(|word| *word != "bobbin_" && (word.starts_with("bobbin_") || word.starts_with("process_")));
    metrics
        .map(|name| {
            ["_bucket", "_sum", "_count"]
                .iter()
                .fold(name, |name, end| name.trim_end_matches(end))
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_dashboard_shows_what_is_counted_and_nothing_else() {
    let dashboard = std::fs::read_to_string(root().join("docs/grafana/bobbin.json")).unwrap();
    let dashboard: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap());
    let shown: Vec<&str> = targets.map(|target| target["expr"].as_str().unwrap()).collect();
    let server = Serving::start(&Place::new(), &[]);
    let counted = server.ask("GET", "/metrics", "", "");
    assert_eq!(names(&shown.join("\n")), names(&counted));
    assert_eq!(
        names(&guide()).difference(&names(&counted)).count(),
        0,
        "the guide names what is not counted"
    );
}

#[test]
fn the_notices_are_told_by_the_program_and_the_page() {
    let notices = std::fs::read_to_string(root().join("NOTICES.txt")).unwrap();
    assert_eq!(crate::run("notices").good(), notices);
    let server = Serving::start(&Place::new(), &[]);
    let answer = server.ask("GET", "/notices.txt", "", "");
    assert!(
        answer.starts_with("HTTP/1.1 200 "),
        "{}",
        answer.lines().next().unwrap()
    );
    assert!(answer.ends_with(&notices));
}
