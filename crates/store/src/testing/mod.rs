//! The conformance suite, and a PostgreSQL of the test's own to run it on.

#![expect(clippy::unwrap_used, reason = "a suite of checks: a failure is a panic")]

mod outbox;
mod postgres;

use std::sync::Arc;

pub use postgres::{Postgres, processor_time};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::{
    Append, AppendError, ChainHash, Document, Key, LogEntry, Person, SetLogin, Store, StoreError,
    TableFilter, TableRow, copy, open,
};

/// The first entry of a table, with a summary.
pub fn first(table: &str, body: &str) -> Append {
    Append {
        table: table.to_owned(),
        index: 0,
        previous: ChainHash::START,
        at: 1000,
        body: body.to_owned(),
        row: Some(row(table, 1000)),
        people: None,
        calls: Vec::new(),
    }
}

/// The entry after another one.
pub fn after(before: &Append, body: &str) -> Append {
    let index = before.index + 1;
    Append {
        index,
        previous: before.hash(),
        at: 1000 + index as i64,
        body: body.to_owned(),
        row: Some(row(&before.table, 1000 + index as i64)),
        ..before.clone()
    }
}

/// The next entry of a table, as its log is now.
pub async fn next(store: &dyn Store, table: &str, body: &str) -> Append {
    let entries = store.entries(table, 0).await.unwrap();
    let index = entries.len() as u64;
    Append {
        index,
        previous: entries.last().map_or(ChainHash::START, |entry| entry.hash),
        at: 1000 + index as i64,
        row: Some(row(table, 1000 + index as i64)),
        ..first(table, body)
    }
}

fn row(table: &str, updated_at: i64) -> TableRow {
    TableRow {
        id: table.to_owned(),
        game: "hearts".to_owned(),
        status: "running".to_owned(),
        listed: true,
        created_at: 1000,
        updated_at,
        due_at: None,
        summary: "{}".to_owned(),
    }
}

pub(crate) fn someone(id: &str) -> Person {
    Person {
        id: id.to_owned(),
        name: format!("Name of {id}"),
        login: None,
        password: None,
        banned: false,
        created_at: 7,
    }
}

fn key(hash: &str, person: &str, expires_at: Option<i64>) -> Key {
    Key {
        hash: hash.to_owned(),
        id: format!("id of {hash}"),
        person: person.to_owned(),
        label: "a program".to_owned(),
        scopes: "read play".to_owned(),
        created_at: 8,
        expires_at,
        last_used_at: None,
        browser: "Firefox on Linux".to_owned(),
    }
}

/// Everything a store promises, on the empty database at this address.
pub async fn assert_store_contract(address: &str) {
    assert_contract_of(async || open(address).await.expect("the database opens")).await;
}

/// Everything a store promises, on one that is empty and can be opened again and again.
pub async fn assert_contract_of(open: impl AsyncFn() -> Arc<dyn Store>) {
    let store = open().await;
    a_log_is_read_as_it_was_written(&*store).await;
    of_two_writers_one_wins(&store).await;
    many_tables_share_a_commit(&store).await;
    entries_can_be_reworded(&*store).await;
    of_several_who_add_a_document_one_is_first(&store).await;
    tables_are_found(&*store).await;
    people_and_keys_come_and_go(&*store).await;
    keys_are_used_and_taken_away_together(&*store).await;
    nobody_takes_back_what_another_wrote_of_a_person(&*store).await;
    documents_are_kept(&*store).await;
    outbox::calls_are_kept(&store).await;
    store.close().await;
    let again = open().await;
    assert_eq!(
        again.entries("t", 0).await.unwrap().len(),
        3,
        "what was written is still there"
    );
    all_logs_are_as_they_were_written(&*again).await;
    everything_can_be_copied(&*again).await;
    again.close().await;
}

async fn a_log_is_read_as_it_was_written(store: &dyn Store) {
    store.check().await.unwrap();
    store.check_writer().await.unwrap();
    assert_eq!(store.entries("t", 0).await.unwrap(), []);
    for (index, body) in [(0, "{\"a\":\"ä€𝄞\"}"), (1, "two\nlines"), (2, "")] {
        let append = next(store, "t", body).await;
        assert_eq!(append.index, index);
        store.append(append).await.unwrap();
    }
    let known: Vec<(String, u64)> = [("nowhere", 0), ("t", 2), ("t", 3)]
        .map(|(table, length)| (table.to_owned(), length))
        .into();
    assert_eq!(
        store.gone_on(&known).await.unwrap(),
        ["t"],
        "the log has 3 entries"
    );
    assert_eq!(store.gone_on(&known[2..]).await.unwrap(), [""; 0]);
    let entries = store.entries("t", 0).await.unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0].body, "{\"a\":\"ä€𝄞\"}");
    assert_eq!(
        store.entries("t", 2).await.unwrap(),
        [LogEntry {
            index: 2,
            at: 1002,
            body: String::new(),
            hash: entries[2].hash,
        }]
    );
}

async fn of_two_writers_one_wins(store: &Arc<dyn Store>) {
    let entries = store.entries("t", 0).await.unwrap();
    let late = |index: u64, previous| Append {
        index,
        previous,
        row: Some(TableRow {
            summary: "of the loser".to_owned(),
            ..row("t", 1)
        }),
        ..first("t", "too late")
    };
    for late in [
        late(2, entries[1].hash),
        late(3, entries[1].hash),
        late(4, entries[2].hash),
    ] {
        assert!(
            matches!(store.append(late.clone()).await, Err(AppendError::Conflict)),
            "{late:?}"
        );
    }
    assert_eq!(store.entries("t", 2).await.unwrap()[0].body, "");
    assert_eq!(
        store.table("t").await.unwrap().unwrap().summary,
        "{}",
        "nothing of the loser is kept"
    );
    for index in 0..20 {
        let all = next(&**store, "race", "").await;
        let writers = (0..4).map(|writer| {
            let (store, mut append) = (Arc::clone(store), all.clone());
            append.body = writer.to_string();
            tokio::spawn(async move { store.append(append).await.is_ok() })
        });
        let mut winners = Vec::new();
        for (number, writer) in writers.collect::<Vec<_>>().into_iter().enumerate() {
            if writer.await.unwrap() {
                winners.push(number.to_string());
            }
        }
        assert_eq!(winners.len(), 1, "exactly one writer of index {index} wins");
        assert_eq!(store.entries("race", index).await.unwrap()[0].body, winners[0]);
    }
}

async fn many_tables_share_a_commit(store: &Arc<dyn Store>) {
    let writers: Vec<_> = (0..300)
        .map(|table| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let mut entry = first(&format!("many{table}"), "x");
                for _ in 0..3 {
                    entry.row = entry.row.map(|row| TableRow { listed: false, ..row });
                    store.append(entry.clone()).await.unwrap();
                    entry = after(&entry, "x");
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(store.entries("many299", 0).await.unwrap().len(), 3);
}

async fn entries_can_be_reworded(store: &dyn Store) {
    for body in ["Ann came", "Ann went", "Ben went"] {
        let append = next(store, "reworded", body).await;
        store.append(append).await.unwrap();
    }
    let bodies = |entries: &[LogEntry]| entries.iter().map(|entry| entry.body.clone()).collect::<Vec<_>>();
    let late = next(store, "reworded", "too late").await;
    let mut entries = store.entries("reworded", 0).await.unwrap();
    "someone went".clone_into(&mut entries[1].body);
    store.reword("reworded", &entries[1..2], None).await.unwrap();
    let reworded = store.entries("reworded", 0).await.unwrap();
    assert_eq!(bodies(&reworded), bodies(&entries));
    assert_eq!(reworded[0].hash, entries[0].hash);
    for index in [1, 2] {
        assert_ne!(
            reworded[index].hash, entries[index].hash,
            "the chain is another from there on"
        );
    }
    assert!(
        matches!(store.append(late).await, Err(AppendError::Conflict)),
        "who has not seen it goes on with nothing"
    );
    let entries = reworded;
    let row = store.table("reworded").await.unwrap().unwrap();
    assert_eq!(row.summary, "{}");
    let nowhere = [LogEntry {
        index: 7,
        ..entries[0].clone()
    }];
    store
        .reword("reworded", &nowhere, Some("other words"))
        .await
        .unwrap();
    let reworded = TableRow {
        summary: "other words".to_owned(),
        ..row
    };
    assert_eq!(store.table("reworded").await.unwrap(), Some(reworded));
    assert_eq!(
        store.entries("reworded", 0).await.unwrap(),
        entries,
        "nothing is added"
    );
}

async fn of_several_who_add_a_document_one_is_first(store: &Arc<dyn Store>) {
    let adding = (0..8).map(|writer| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            let document = Document {
                kind: "race".to_owned(),
                id: "1".to_owned(),
                person: None,
                body: writer.to_string(),
                created_at: writer,
            };
            store.add_document(&document).await.unwrap()
        })
    });
    let mut first = Vec::new();
    for (writer, adding) in adding.collect::<Vec<_>>().into_iter().enumerate() {
        if adding.await.unwrap() {
            first.push(writer.to_string());
        }
    }
    let kept = store.document("race", "1").await.unwrap().unwrap();
    assert_eq!(
        first,
        [kept.body],
        "exactly one is first, and it is the one that is kept"
    );
}

async fn tables_are_found(store: &dyn Store) {
    for (table, status, listed, due_at, people) in [
        ("a", "open", true, None, vec!["ann"]),
        ("b", "running", false, Some(50), vec!["ann", "ben"]),
        ("c", "over", true, Some(20), vec![]),
    ] {
        let row = TableRow {
            status: status.to_owned(),
            listed,
            due_at,
            game: "whist".to_owned(),
            ..row(table, 1000)
        };
        let entry = Append {
            row: Some(row),
            people: Some(people.into_iter().map(str::to_owned).collect()),
            ..first(table, "made")
        };
        store.append(entry).await.unwrap();
    }
    let found = async |filter: TableFilter| {
        let rows = store.tables(&filter).await.unwrap();
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>().join(" ")
    };
    let whist = || TableFilter {
        game: Some("whist".to_owned()),
        limit: 10,
        ..TableFilter::default()
    };
    assert_eq!(found(whist()).await, "a c", "only listed ones");
    assert_eq!(
        found(TableFilter {
            unlisted: true,
            ..whist()
        })
        .await,
        "a b c"
    );
    assert_eq!(
        found(TableFilter {
            status: Some("over".to_owned()),
            ..whist()
        })
        .await,
        "c"
    );
    let of_ann = TableFilter {
        person: Some("ann".to_owned()),
        ..whist()
    };
    assert_eq!(found(of_ann.clone()).await, "a b", "one's own, listed or not");
    assert_eq!(found(TableFilter { limit: 1, ..whist() }).await, "a");
    assert_eq!(
        found(TableFilter {
            before: Some(1000),
            ..whist()
        })
        .await,
        ""
    );
    assert_eq!(store.due(60, 10).await.unwrap(), ["c", "b"]);
    assert_eq!(store.due(50, 10).await.unwrap(), ["c"]);
    let left = Append {
        people: Some(vec!["ben".to_owned()]),
        row: Some(TableRow {
            due_at: None,
            game: "whist".to_owned(),
            ..row("b", 2000)
        }),
        ..next(store, "b", "ann left").await
    };
    store.append(left).await.unwrap();
    assert_eq!(found(of_ann).await, "a");
    assert_eq!(store.due(60, 10).await.unwrap(), ["c"]);
    assert_eq!(store.table("b").await.unwrap().unwrap().updated_at, 2000);
    assert!(store.table("nowhere").await.unwrap().is_none());
}

async fn people_and_keys_come_and_go(store: &dyn Store) {
    let (ann, ben) = (someone("ann"), someone("ben"));
    store.add_person(&ann).await.unwrap();
    store.add_person(&ben).await.unwrap();
    let signed_up = |who: &Person| Person {
        login: Some("ann".to_owned()),
        password: Some("$argon2id$…".to_owned()),
        ..who.clone()
    };
    let sign_up = async |who| store.set_login(who, "ann", "$argon2id$…").await.unwrap();
    assert_eq!(sign_up("ann").await, SetLogin::Done);
    assert_eq!(sign_up("ben").await, SetLogin::Taken);
    assert_eq!(
        sign_up("ann").await,
        SetLogin::Done,
        "one's own login is not taken"
    );
    let other = store.set_login("nobody", "other", "$argon2id$…").await.unwrap();
    assert_eq!(other, SetLogin::Nobody);
    assert_eq!(store.person_by_login("ann").await.unwrap(), Some(signed_up(&ann)));
    assert_eq!(store.person("ben").await.unwrap(), Some(ben.clone()));
    assert_eq!(store.person("nobody").await.unwrap(), None);
    assert_eq!(
        store.people("of b", 10).await.unwrap(),
        std::slice::from_ref(&ben)
    );
    assert_eq!(
        store.people("%", 10).await.unwrap(),
        [],
        "a pattern is plain text"
    );

    for (hash, person, expires_at) in [("k1", "ann", None), ("k2", "ann", Some(100)), ("k3", "ben", None)] {
        store.add_key(&key(hash, person, expires_at)).await.unwrap();
    }
    let found = store.key("k1").await.unwrap();
    assert_eq!(found, Some((key("k1", "ann", None), signed_up(&ann))));
    assert_eq!(store.keys_of("ann").await.unwrap().len(), 2);
    assert!(
        !store.delete_key("ben", "id of k1").await.unwrap(),
        "only one's own"
    );
    assert_eq!(store.delete_expired_keys(101).await.unwrap(), 1);
    assert!(store.key("k2").await.unwrap().is_none());
    assert!(store.delete_key("ann", "id of k1").await.unwrap());
    assert!(store.key("k1").await.unwrap().is_none());

    store.delete_person("ben").await.unwrap();
    assert_eq!(store.person("ben").await.unwrap(), None);
    assert!(
        store.key("k3").await.unwrap().is_none(),
        "their keys go with them"
    );
    assert_eq!(store.entries("b", 0).await.unwrap().len(), 2, "their games stay");
}

async fn keys_are_used_and_taken_away_together(store: &dyn Store) {
    store.add_person(&someone("eve")).await.unwrap();
    for hash in ["e1", "e2", "e3"] {
        store.add_key(&key(hash, "eve", None)).await.unwrap();
    }
    for (at, kept) in [(50, 50), (40, 50), (60, 60)] {
        store.touch_key("e2", at).await.unwrap();
        let (used, _) = store.key("e2").await.unwrap().unwrap();
        let expected = Key {
            last_used_at: Some(kept),
            ..key("e2", "eve", None)
        };
        assert_eq!(used, expected, "only when it was last used is changed");
    }
    store.touch_key("nothing", 50).await.unwrap();
    assert_eq!(store.delete_keys_of("nobody", None).await.unwrap(), 0);
    assert_eq!(store.delete_keys_of("eve", Some("id of e2")).await.unwrap(), 2);
    let left = store.keys_of("eve").await.unwrap();
    assert_eq!(left.iter().map(|key| &*key.hash).collect::<Vec<_>>(), ["e2"]);
    assert_eq!(store.delete_keys_of("eve", None).await.unwrap(), 1);
    assert_eq!(store.keys_of("eve").await.unwrap(), []);
    store.add_key(&left[0]).await.unwrap();
    assert_eq!(store.keys_of("eve").await.unwrap(), left, "all of a key is kept");
}

async fn nobody_takes_back_what_another_wrote_of_a_person(store: &dyn Store) {
    store.add_person(&someone("dan")).await.unwrap();
    // Each of these knows Dan only as he was in the beginning, and may come in any order.
    assert!(store.set_banned("dan", true).await.unwrap());
    assert!(store.rename_person("dan", "Daniel").await.unwrap());
    let login = store.set_login("dan", "dan", "first").await.unwrap();
    assert_eq!(login, SetLogin::Done);
    assert!(store.rename_person("dan", "Danny").await.unwrap());
    let expected = Person {
        name: "Danny".to_owned(),
        login: Some("dan".to_owned()),
        password: Some("first".to_owned()),
        banned: true,
        ..someone("dan")
    };
    assert_eq!(store.person("dan").await.unwrap(), Some(expected.clone()));
    assert!(store.set_banned("dan", false).await.unwrap());
    let allowed = Person {
        banned: false,
        ..expected
    };
    assert_eq!(store.person("dan").await.unwrap(), Some(allowed));
    assert!(!store.set_banned("nobody", true).await.unwrap());
    assert!(!store.rename_person("nobody", "Somebody").await.unwrap());
    assert_eq!(store.person("nobody").await.unwrap(), None, "nobody is added");
    store.delete_person("dan").await.unwrap();
}

async fn documents_are_kept(store: &dyn Store) {
    let document = |kind: &str, id: &str, person: Option<&str>, created_at| Document {
        kind: kind.to_owned(),
        id: id.to_owned(),
        person: person.map(str::to_owned),
        body: format!("{kind} {id}"),
        created_at,
    };
    let (pack, ring, other) = (
        document("pack", "1", None, 5),
        document("ring", "1", Some("ann"), 7),
        document("ring", "2", Some("cleo"), 6),
    );
    store.add_person(&someone("cleo")).await.unwrap();
    for kept in [&pack, &ring, &other] {
        store.put_document(kept).await.unwrap();
    }
    assert_eq!(
        store.document("pack", "1").await.unwrap(),
        Some(pack),
        "an id belongs to its kind"
    );
    assert_eq!(store.document("pack", "2").await.unwrap(), None);
    assert_eq!(
        store.documents("ring", None).await.unwrap(),
        [other, ring.clone()],
        "the oldest first"
    );
    assert_eq!(
        store.documents("ring", Some("ann")).await.unwrap(),
        std::slice::from_ref(&ring)
    );
    let newer = Document {
        body: "newer".to_owned(),
        ..ring
    };
    store.put_document(&newer).await.unwrap();
    assert_eq!(store.document("ring", "1").await.unwrap(), Some(newer));
    let kept = store.document("ring", "1").await.unwrap().unwrap();
    assert!(store.swap_document(&kept, "newest").await.unwrap());
    assert!(
        !store.swap_document(&kept, "too late").await.unwrap(),
        "it says something else by now"
    );
    assert_eq!(store.document("ring", "1").await.unwrap().unwrap().body, "newest");
    for (id, at) in [("old", 10), ("new", 20)] {
        store
            .put_document(&document("question", id, None, at))
            .await
            .unwrap();
    }
    assert_eq!(store.delete_documents("question", 20).await.unwrap(), 1);
    assert_eq!(store.documents("question", None).await.unwrap().len(), 1);
    assert!(store.delete_document("question", "new").await.unwrap());
    store.delete_person("cleo").await.unwrap();
    assert_eq!(
        store.document("ring", "2").await.unwrap(),
        None,
        "it goes with its person"
    );
    assert!(!store.delete_document("ring", "2").await.unwrap());
    assert!(store.delete_document("ring", "1").await.unwrap());
}

async fn all_logs_are_as_they_were_written(store: &dyn Store) {
    let (sender, mut findings) = mpsc::channel(10);
    let verified = store.verify(sender).await.unwrap();
    assert_eq!(findings.recv().await, None);
    assert!(
        verified.entries > 900 && verified.unconfirmed == 0,
        "{verified:?}"
    );
}

async fn everything_can_be_copied(store: &dyn Store) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("backup.db");
    let rows = crate::backup(store, &file).await.unwrap();
    assert!(rows > 900, "{rows}");
    assert!(matches!(
        crate::backup(store, &file).await,
        Err(StoreError::Exists(_))
    ));
    let copied = open(&format!("sqlite:{}", file.display())).await.unwrap();
    assert_eq!(
        copied.entries("t", 0).await.unwrap(),
        store.entries("t", 0).await.unwrap()
    );
    all_logs_are_as_they_were_written(&*copied).await;
    assert_eq!(
        copied.person("ann").await.unwrap(),
        store.person("ann").await.unwrap()
    );
    let (keys, kept) = (copied.keys_of("eve").await, store.keys_of("eve").await);
    assert_eq!(keys.unwrap(), kept.unwrap());
    let (calls, kept) = (
        copied.calls(i64::MAX, 100).await,
        store.calls(i64::MAX, 100).await,
    );
    let (calls, kept) = (calls.unwrap(), kept.unwrap());
    assert_eq!(
        (calls.len(), calls),
        (2, kept),
        "who was not told yet is still to be told"
    );
    assert_eq!(copied.table("b").await.unwrap(), store.table("b").await.unwrap());
    let packs = store.documents("pack", None).await.unwrap();
    assert_eq!(
        (copied.documents("pack", None).await.unwrap(), packs.len()),
        (packs, 1)
    );
    assert!(
        matches!(copy(store, &*copied).await, Err(StoreError::NotEmpty)),
        "nothing is overwritten"
    );
    copied.close().await;
}
