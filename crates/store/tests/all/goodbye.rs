//! Nothing is left in the files of someone who went.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bobbin_store::testing::{after, first};
use bobbin_store::{Append, Document, Key, Person, Store, TableRow, open};

/// How often the files of a database hold a text.
fn found(folder: &Path, text: &str) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let count = bytes
            .windows(text.len())
            .filter(|window| *window == text.as_bytes())
            .count();
        if count > 0 {
            all.push((path.file_name().unwrap().to_string_lossy().into_owned(), count));
        }
    }
    all
}

fn id(number: usize) -> String {
    format!("person{number:04}id")
}

fn name(number: usize) -> String {
    format!("Name{number:04}Surname")
}

async fn come(store: &dyn Store, number: usize) {
    let person = Person {
        id: id(number),
        name: name(number),
        login: Some(format!("login of {}", name(number))),
        password: None,
        banned: false,
        created_at: 1,
    };
    store.add_person(&person).await.unwrap();
    for device in 0..3 {
        let key = Key {
            hash: format!("{:064}", number * 7919 % 1000 * 10 + device),
            id: format!("{number} {device}"),
            person: id(number),
            label: format!("label of {}", name(number)),
            scopes: "read".to_owned(),
            created_at: 1,
            expires_at: None,
            last_used_at: None,
            browser: String::new(),
        };
        store.add_key(&key).await.unwrap();
    }
    let document = Document {
        kind: "passkey".to_owned(),
        id: format!("{:05}", number * 7919 % 10007),
        person: Some(id(number)),
        body: name(number).repeat(number % 40),
        created_at: 1,
    };
    store.put_document(&document).await.unwrap();
}

/// A table with the people whose numbers these are, some way into the game.
async fn play(store: &dyn Store, table: &str, people: &[usize]) {
    let names: Vec<String> = people
        .iter()
        .map(|number| format!("{} {}", id(*number), name(*number)))
        .collect();
    let row = |entry: &Append, filling: usize| TableRow {
        summary: format!("{} {}", names.join(" "), "x".repeat(filling)),
        ..entry.row.clone().unwrap()
    };
    let mut entry = first(table, &names.join(", "));
    for turn in 0..12_usize {
        entry.row = Some(row(&entry, turn * 37 % 500));
        entry.people = (turn == 0).then(|| people.iter().map(|number| id(*number)).collect());
        store.append(entry.clone()).await.unwrap();
        entry = after(&entry, &"y".repeat(turn * 71 % 900));
    }
}

async fn go(store: &dyn Store, tables: &[String], number: usize) {
    let without = |text: &str| text.replace(&id(number), "").replace(&name(number), "someone");
    for table in tables {
        let mut entries = store.entries(table, 0).await.unwrap();
        entries.retain(|entry| entry.body.contains(&id(number)));
        for entry in &mut entries {
            entry.body = without(&entry.body);
        }
        let row = store.table(table).await.unwrap().unwrap();
        if !entries.is_empty() {
            store
                .reword(table, &entries, Some(&without(&row.summary)))
                .await
                .unwrap();
        }
    }
    store.delete_person(&id(number)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_in_the_files_of_those_who_went() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
    let store = open(&address).await.unwrap();
    let everyone = 0..60;
    for number in everyone.clone() {
        come(&*store, number).await;
    }
    let tables: Vec<String> = everyone
        .clone()
        .map(|number| format!("{:04}", number * 7919 % 1009))
        .collect();
    let playing: Vec<_> = everyone
        .clone()
        .map(|number| {
            let (store, table) = (Arc::clone(&store), tables[number].clone());
            let people = [number, (number * 17 + 5) % 60, (number * 29 + 11) % 60];
            tokio::spawn(async move { play(&*store, &table, &people).await })
        })
        .collect();
    for playing in playing {
        playing.await.unwrap();
    }
    for number in everyone.clone() {
        assert!(!found(folder.path(), &name(number)).is_empty());
    }
    let those_who_went = everyone.step_by(5);
    for number in those_who_went.clone() {
        go(&*store, &tables, number).await;
    }
    store.scrub().await.unwrap();
    for number in those_who_went.clone() {
        for text in [id(number), name(number)] {
            assert_eq!(found(folder.path(), &text), [], "{text}");
        }
    }
    assert_eq!(found(folder.path(), &name(1)).len(), 1, "the others stay");
    let row = store.table(&tables[1]).await.unwrap().unwrap();
    assert!(row.summary.contains(&name(1)));
    let (sender, _findings) = tokio::sync::mpsc::channel(1);
    assert_eq!(store.verify(sender).await.unwrap().findings, 0);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_what_was_there_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("bobbin.db").display());
    let store = open(&address).await.unwrap();
    come(&*store, 1).await;
    // Someone makes a backup and takes their time.
    let (sender, mut rows) = tokio::sync::mpsc::channel(1);
    let copied = Arc::clone(&store);
    let copying = tokio::spawn(async move { copied.export(sender).await });
    let sent = rows.recv().await.unwrap();
    assert!(format!("{sent:?}").contains(&name(1)));
    store.delete_person(&id(1)).await.unwrap();
    let scrubbed = Arc::clone(&store);
    let scrubbing = tokio::spawn(async move { scrubbed.scrub().await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!scrubbing.is_finished());
    store.append(first("t", "others write meanwhile")).await.unwrap();
    while rows.recv().await.is_some() {}
    copying.await.unwrap().unwrap();
    scrubbing.await.unwrap().unwrap();
    assert_eq!(found(folder.path(), &name(1)), []);
    store.close().await;
}
