//! The server is killed between the commit of an action and the call that it causes, again and again: whose turn came
//! is told it at least once, and what comes twice bears the same id.
//!
//! Quick by default; a hundred kills on each database: `BOBBIN_ALERT_KILLS=100 cargo nextest run -p bobbin-cli alerts`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bobbin_game::SearchChance;
use bobbin_store::testing::Postgres;
use serde_json::{Value, json};

use crate::Place;
use crate::server::Serving;

/// Everything that was received: by HTTP the path, the head and the body, by SMTP the letters.
#[derive(Clone)]
struct Receivers {
    http: SocketAddr,
    smtp: SocketAddr,
    posted: Arc<Mutex<Vec<(String, String, String)>>>,
    letters: Arc<Mutex<Vec<String>>>,
}

impl Receivers {
    fn start() -> Self {
        let listen = || TcpListener::bind("127.0.0.1:0").unwrap();
        let (http, smtp) = (listen(), listen());
        let receivers = Receivers {
            http: http.local_addr().unwrap(),
            smtp: smtp.local_addr().unwrap(),
            posted: Arc::default(),
            letters: Arc::default(),
        };
        let (posted, letters) = (Arc::clone(&receivers.posted), Arc::clone(&receivers.letters));
        std::thread::spawn(move || {
            for stream in http.incoming().flatten() {
                let posted = Arc::clone(&posted);
                std::thread::spawn(move || take_posts(stream, &posted));
            }
        });
        std::thread::spawn(move || {
            for stream in smtp.incoming().flatten() {
                let letters = Arc::clone(&letters);
                std::thread::spawn(move || take_letters(stream, &letters));
            }
        });
        receivers
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.http)
    }

    /// The ids under which somebody was told of something, in one way.
    fn ids(&self, way: &str) -> BTreeSet<String> {
        let posted = self.posted.lock().unwrap();
        let of_way = posted.iter().filter(|(path, ..)| path == way);
        of_way
            .map(|(_, head, _)| {
                header(
                    head,
                    if way.starts_with("/push") {
                        "topic"
                    } else {
                        "x-bobbin-id"
                    },
                )
            })
            .collect()
    }
}

fn header(head: &str, name: &str) -> String {
    let found = head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    });
    found.unwrap_or_else(|| panic!("no {name} in {head}"))
}

/// A connection may be broken at any moment: then nothing whole came.
fn take_posts(stream: TcpStream, posted: &Mutex<Vec<(String, String, String)>>) -> Option<()> {
    let mut write = stream.try_clone().ok()?;
    let mut lines = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if lines.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let length: usize = head
            .lines()
            .find_map(|line| {
                line.to_ascii_lowercase()
                    .strip_prefix("content-length:")?
                    .trim()
                    .parse()
                    .ok()
            })
            .unwrap_or(0);
        let mut body = vec![0; length];
        lines.read_exact(&mut body).ok()?;
        let path = head.split(' ').nth(1)?.to_owned();
        posted
            .lock()
            .unwrap()
            .push((path, head, String::from_utf8(body).ok()?));
        write
            .write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            .ok()?;
    }
}

fn take_letters(stream: TcpStream, letters: &Mutex<Vec<String>>) -> Option<()> {
    let mut write = stream.try_clone().ok()?;
    let mut lines = BufReader::new(stream).lines();
    write.write_all(b"220 postbox\r\n").ok()?;
    while let Some(Ok(line)) = lines.next() {
        let answer: &[u8] = match line.split(' ').next() {
            Some("DATA") => {
                write.write_all(b"354 go on\r\n").ok()?;
                let mut letter = String::new();
                loop {
                    let line = lines.next()?.ok()?;
                    if line == "." {
                        break;
                    }
                    letter += &line;
                    letter += "\n";
                }
                letters.lock().unwrap().push(letter);
                b"250 kept\r\n"
            }
            Some("QUIT") => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        write.write_all(answer).ok()?;
    }
    None
}

struct Player {
    name: &'static str,
    cookie: String,
}

/// A request as somebody; the answer's status and JSON.
fn ask(server: &Serving, player: &Player, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let answer = server.ask(method, path, &format!("{}\r\n", player.cookie), &body);
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    let json = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, serde_json::from_str(json).unwrap_or(Value::Null))
}

fn good(server: &Serving, player: &Player, method: &str, path: &str, body: &Value) -> Value {
    let (status, answer) = ask(server, player, method, path, body);
    assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
    answer
}

/// Sets up every way of being called, each at once.
fn set_up(server: &Serving, receivers: &Receivers, player: &Player) {
    let name = player.name;
    let device = json!({ "endpoint": receivers.url(&format!("/push/{name}")) });
    good(server, player, "POST", "/api/me/alerts/devices", &device);
    let hook = json!({ "url": receivers.url(&format!("/hook/{name}")), "form": "json" });
    good(server, player, "PUT", "/api/me/alerts/hook", &hook);
    let before = receivers.letters.lock().unwrap().len();
    let address = json!({ "address": format!("{name}@example.org") });
    good(server, player, "PUT", "/api/me/alerts/mail", &address);
    let letter = until("a letter", || {
        receivers.letters.lock().unwrap().get(before).cloned()
    });
    let letter = letter.replace("=\n", "").replace("=3D", "=");
    let code = letter
        .split("confirm=")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    good(
        server,
        player,
        "POST",
        "/api/alerts/confirm",
        &json!({ "code": code }),
    );
    let chosen: Vec<Value> = ["push", "mail", "hook"]
        .iter()
        .flat_map(|way| {
            ["turn", "started"].map(|kind| json!({ "kind": kind, "way": way, "when": "at_once" }))
        })
        .collect();
    let choice = json!({ "zone": "UTC", "quiet": null, "digest": 0, "chosen": chosen });
    good(server, player, "PUT", "/api/me/alerts", &choice);
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "there is no {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// This table, or another one if there is none or its game is over.
fn running(server: &Serving, players: &[Player; 2], table: String) -> String {
    let [ann, ben] = players;
    if !table.is_empty() {
        let seen = good(server, ann, "GET", &format!("/api/tables/{table}"), &Value::Null);
        if seen["now"]["status"] != "over" {
            return table;
        }
    }
    let wish = json!({ "game": "circuitous", "clock": { "kind": "per_turn", "seconds": 86400 } });
    let made = good(server, ann, "POST", "/api/tables", &wish);
    let table = made["table"]["id"].as_str().unwrap().to_owned();
    good(
        server,
        ben,
        "POST",
        &format!("/api/tables/{table}/join"),
        &json!({}),
    );
    good(
        server,
        ann,
        "POST",
        &format!("/api/tables/{table}/start"),
        &json!({}),
    );
    table
}

/// Kills a server that plays so often, on this database.
fn kill_between_commit_and_call(database: &str, kills: usize) {
    let place = Place::new();
    let receivers = Receivers::start();
    let smtp = format!("smtp://{}", receivers.smtp);
    let start = || {
        let flags = [
            "--database",
            database,
            "--smtp",
            &smtp,
            "--mail-from",
            "bobbin@example.org",
            "--alerts-anywhere",
            // Each start has a port of its own.
            "--public-url",
            "http://bobbin.example",
        ];
        Serving::start(&place, &flags)
    };
    let mut server = start();
    let players = ["ann", "ben"].map(|name| Player {
        name,
        cookie: server.guest(),
    });
    for player in &players {
        set_up(&server, &receivers, player);
    }
    let mut luck = SearchChance::new(24);
    let mut table = String::new();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let mut killed = 0;
    while killed < kills {
        table = running(&server, &players, table);
        let path = format!("/api/tables/{table}");
        let legal = |player: &Player| {
            let now = good(&server, player, "GET", &path, &Value::Null)["now"].clone();
            let action = now["legal"]
                .as_array()
                .and_then(|legal| legal.first())
                .map(|legal| legal["action"].clone());
            action.map(|action| json!({ "version": now["version"], "action": action }))
        };
        let actor = usize::from(legal(&players[0]).is_none());
        let (actor, other) = (&players[actor], &players[1 - actor]);
        let ways = ["push", "hook"].map(|way| format!("/{way}/{}", other.name));
        let before = ways.clone().map(|way| receivers.ids(&way));
        let letters = receivers.letters.lock().unwrap().len();
        // Until the turn is the other's: that action is committed, and then the server dies.
        let mut acts = legal(actor);
        while let Some(act) = acts {
            good(&server, actor, "POST", &format!("{path}/actions"), &act);
            acts = if legal(other).is_some() {
                None
            } else {
                legal(actor)
            };
        }
        if legal(other).is_none() {
            continue;
        }
        std::thread::sleep(Duration::from_millis(u64::from(luck.below(1100))));
        drop(server);
        killed += 1;
        server = start();
        for (way, before) in ways.iter().zip(&before) {
            until(&format!("call of {way}"), || {
                (!receivers.ids(way).is_subset(before)).then_some(())
            });
        }
        until("letter", || {
            let all = receivers.letters.lock().unwrap();
            all[letters..]
                .iter()
                .any(|letter| header(letter, "To").starts_with(other.name))
                .then_some(())
        });
        *told.entry(other.name).or_default() += 1;
    }
    std::thread::sleep(Duration::from_secs(1));
    drop(server);
    check(&receivers, &told, kills);
}

/// Each turn has one id in every way; nothing that was received says more than it may.
fn check(receivers: &Receivers, told: &BTreeMap<&str, usize>, kills: usize) {
    let mut repeated = 0;
    for (name, turns) in told {
        let hooks = receivers.ids(&format!("/hook/{name}"));
        let pushes = receivers.ids(&format!("/push/{name}"));
        assert_eq!(hooks, pushes, "{name} is told of the same in every way");
        let posted = receivers.posted.lock().unwrap();
        let all: Vec<_> = posted
            .iter()
            .filter(|(path, ..)| *path == format!("/hook/{name}"))
            .collect();
        repeated += all.len() - hooks.len();
        assert!(hooks.len() >= *turns, "{name}: {} of {turns}", hooks.len());
        let mut by_id: BTreeMap<String, &str> = BTreeMap::new();
        for (_, head, body) in &all {
            let before = by_id.insert(header(head, "x-bobbin-id"), body);
            assert!(
                before.is_none_or(|before| before == body),
                "what comes twice is the same"
            );
            assert_says_no_more(body);
        }
    }
    for (path, _, body) in receivers.posted.lock().unwrap().iter() {
        assert!(!path.starts_with("/push") || body.is_empty());
    }
    let letters = receivers.letters.lock().unwrap();
    let ids: BTreeSet<String> = letters
        .iter()
        .map(|letter| header(letter, "Message-ID"))
        .collect();
    repeated += letters.len() - ids.len();
    for letter in letters.iter().filter(|letter| !letter.contains("confirm")) {
        for hidden in ["seed", "cookie", "legal", "version", "bobbin_"] {
            assert!(!letter.contains(hidden), "{letter}");
        }
    }
    println!(
        "{kills} kills: {} alerts by webhook, {repeated} of all ways came twice",
        told.values().sum::<usize>()
    );
}

/// Only these fields, and only a sentence that this reads.
fn assert_says_no_more(body: &str) {
    let delivery: Value = serde_json::from_str(body).unwrap();
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<BTreeSet<_>>()
    };
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(keys(&delivery), names(&["id", "alerts"]));
    for alert in delivery["alerts"].as_array().unwrap() {
        assert_eq!(
            keys(alert),
            names(&["id", "kind", "words", "url", "table", "game", "at"])
        );
        let words = alert["words"].as_str().unwrap();
        let said = ["It is your turn in Circuitous", "Your game of Circuitous"];
        assert!(
            said.iter().any(|said| words.starts_with(said)) && words.len() < 80,
            "{words}"
        );
    }
}

fn kills(quick: usize) -> usize {
    std::env::var("BOBBIN_ALERT_KILLS").map_or(quick, |kills| kills.parse().expect("a number of kills"))
}

#[test]
fn every_turn_is_told_at_least_once_though_the_server_is_killed_before_it_can_tell() {
    let place = Place::new();
    let file = place.path("alerts.db");
    kill_between_commit_and_call(&format!("sqlite:{}", file.display()), kills(6));
}

/// Another server leads only after a while, so one is killed less often here.
#[test]
fn the_same_holds_where_servers_share_a_postgresql() {
    let postgres = Postgres::start();
    kill_between_commit_and_call(&postgres.database("alerts"), kills(10) / 10);
}
