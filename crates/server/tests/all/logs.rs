//! What the log tells whoever reads it: never the id of a table, which is as good as a key to it.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bobbin_server::{Patience, Settings};
use serde_json::json;

use crate::mcp::Assistant;
use crate::support::{Folder, Running, done, get, settings};

/// Everything that was logged.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Logged {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    async fn comes_to_tell(&self, what: &str) {
        for _ in 0..200 {
            if self.text().contains(what) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("\"{what}\" is not logged: {}", self.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_line_of_the_log_names_a_table() {
    let logged = Logged::default();
    let writer = logged.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();
    let folder = Folder::new();
    let server = Running::start(Settings {
        patience: Patience {
            open: 300,
            ..Patience::default()
        },
        forget_after: Duration::from_millis(300),
        ..settings(&folder.database())
    })
    .await;
    let ann = server.guest("Ann").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let made = done(&ann, "/api/tables", json!({ "game": "hearts" })).await;
        ids.push(made["table"]["id"].as_str().unwrap().to_owned());
    }
    let assistant = Assistant::of(&server, &ann, &["read", "play"]).await;
    for id in &ids {
        assistant.call("look", json!({ "table": id })).await;
        let uri = json!({ "uri": format!("bobbin://tables/{id}x") });
        assistant.ask("resources/read", uri).await;
    }
    logged.comes_to_tell("did what was due").await;
    // An entry that nobody can read: whoever looks finds the table damaged, and so does whatever is due.
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    // What is due may be done at the same moment: then once more.
    loop {
        let last = store.entries(&ids[0], 0).await.unwrap().pop().unwrap();
        let append = bobbin_store::Append {
            table: ids[0].clone(),
            index: last.index + 1,
            previous: last.hash,
            at: 0,
            body: "{}".to_owned(),
            row: None,
            people: None,
            calls: Vec::new(),
        };
        if store.append(append).await.is_ok() {
            break;
        }
    }
    store.close().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_ne!(get(&ann, &format!("/api/tables/{}", ids[0])).await.0, 200);
    logged.comes_to_tell("an entry cannot be read").await;
    server.stop().await;
    let text = logged.text();
    for id in &ids {
        assert!(!text.contains(id.as_str()), "{id}: {text}");
    }
    assert!(text.contains(" table="), "tables can be told apart: {text}");
}

/// The one above sees what it makes happen; this one, what is written.
#[test]
fn nothing_that_is_logged_for_whoever_runs_the_server_names_a_table_but_by_its_digest() {
    fn look(folder: &std::path::Path, calls: &mut usize) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                look(&path, calls);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                for level in ["info", "warn", "error"] {
                    for call in text.split(&format!("tracing::{level}!(")).skip(1) {
                        // The fields; what is told in words comes after them.
                        let fields = call.split('"').next().unwrap();
                        let named = fields.split(',').map(str::trim).filter(|field| {
                            let name = field.split('=').next().unwrap().trim_matches([' ', '%', '?']);
                            ["table", "live", "id"].contains(&name) || field.rsplit('.').next() == Some("id")
                        });
                        for field in named {
                            assert!(field.contains("log_id("), "{}: {field}", path.display());
                        }
                        *calls += 1;
                    }
                }
            }
        }
    }
    let mut calls = 0;
    look(
        std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
        &mut calls,
    );
    assert!(calls > 10, "{calls}");
}
