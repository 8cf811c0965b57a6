//! What people are to be told is in the outbox exactly if its entry is in the log, until it is settled.

use std::sync::Arc;

use super::{after, first, next, someone};
use crate::{Append, AppendError, Call, Store};

fn call(id: &str, person: &str, due_at: i64) -> Call {
    Call {
        id: id.to_owned(),
        person: person.to_owned(),
        about: None,
        body: "{\"words\":\"it's \\\"your\\\" turn, ä€𝄞\"}".to_owned(),
        progress: String::new(),
        created_at: 5,
        due_at,
    }
}

async fn due(store: &dyn Store, before: i64) -> Vec<String> {
    let calls = store.calls(before, 100).await.unwrap();
    calls.into_iter().map(|call| call.id).collect()
}

/// Leaves two calls behind, due far in the future.
pub(super) async fn calls_are_kept(store: &Arc<dyn Store>) {
    assert_eq!(due(&**store, i64::MAX).await, [""; 0]);
    let one = Append {
        calls: vec![call("c1", "gil", 30), call("c2", "hanna", 10)],
        ..first("calling", "x")
    };
    store.append(one.clone()).await.unwrap();
    assert_eq!(store.calls_of("gil").await.unwrap(), [call("c1", "gil", 30)]);
    assert_eq!(due(&**store, 31).await, ["c2", "c1"]);
    assert_eq!(due(&**store, 30).await, ["c2"]);
    assert_eq!(store.calls(31, 1).await.unwrap().len(), 1);
    who_loses_calls_nobody(store, &one).await;
    with_every_kind_of_entry(store).await;
    they_are_settled_and_put_off(&**store).await;
    they_go_with_people(&**store).await;
}

async fn who_loses_calls_nobody(store: &Arc<dyn Store>, one: &Append) {
    let late = Append {
        calls: vec![call("late", "gil", 1)],
        ..one.clone()
    };
    let seated = Append {
        people: Some(vec!["gil".to_owned()]),
        ..late.clone()
    };
    for late in [late, seated] {
        assert!(matches!(store.append(late).await, Err(AppendError::Conflict)));
    }
    assert_eq!(due(&**store, 31).await, ["c2", "c1"]);
}

/// With others in one commit, with people, and without a summary.
async fn with_every_kind_of_entry(store: &Arc<dyn Store>) {
    let writers = (0..60).map(|number| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            let mut entry = first(&format!("calling{number}"), "x");
            entry.row = entry.row.map(|row| crate::TableRow { listed: false, ..row });
            if number % 3 == 0 {
                entry.people = Some(vec!["gil".to_owned()]);
            }
            if number % 2 == 0 {
                entry.calls = vec![call(&format!("many{number:02}"), "gil", 100 + number)];
            }
            store.append(entry.clone()).await.unwrap();
            let bare = Append {
                row: None,
                calls: vec![call(&format!("bare{number:02}"), "ivo", 200 + number)],
                ..after(&entry, "x")
            };
            store.append(bare).await.unwrap();
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let expected: Vec<String> = (0..30).map(|number| format!("many{:02}", 2 * number)).collect();
    let many: Vec<String> = due(&**store, 200).await;
    assert_eq!(many[2..], expected);
    assert_eq!(store.calls_of("ivo").await.unwrap().len(), 60);
    let ids: Vec<String> = many[2..].to_vec();
    store.settle_calls(&ids).await.unwrap();
    let ids: Vec<String> = (0..60).map(|number| format!("bare{number:02}")).collect();
    store.settle_calls(&ids).await.unwrap();
}

async fn they_are_settled_and_put_off(store: &dyn Store) {
    store.raise(&[call("c3", "gil", 20)]).await.unwrap();
    store.raise(&[call("c3", "nobody", 0)]).await.unwrap();
    assert_eq!(
        due(store, 100).await,
        ["c2", "c3", "c1"],
        "what is there stays as it is"
    );
    assert_eq!(store.calls_of("nobody").await.unwrap(), []);
    let later = Call {
        progress: "tried".to_owned(),
        due_at: 50,
        ..call("c2", "hanna", 0)
    };
    assert!(store.keep_call(&later).await.unwrap());
    assert_eq!(store.calls_of("hanna").await.unwrap(), [later]);
    assert_eq!(due(store, 100).await, ["c3", "c1", "c2"]);
    store
        .settle_calls(&["c1".to_owned(), "c9".to_owned()])
        .await
        .unwrap();
    assert_eq!(due(store, 100).await, ["c3", "c2"]);
    assert!(!store.keep_call(&call("c1", "gil", 0)).await.unwrap());
    store.settle_calls(&[]).await.unwrap();
}

async fn they_go_with_people(store: &dyn Store) {
    for person in ["gil", "hanna", "kim"] {
        store.add_person(&someone(person)).await.unwrap();
    }
    let invited = Call {
        about: Some("gil".to_owned()),
        ..call("c4", "hanna", 20)
    };
    let last = Append {
        calls: vec![call("kept1", "kim", 1 << 50)],
        ..next(store, "calling", "last").await
    };
    store.append(last).await.unwrap();
    store
        .raise(&[invited, call("kept2", "kim", 1 << 51)])
        .await
        .unwrap();
    store.delete_person("gil").await.unwrap();
    assert_eq!(due(store, 100).await, ["c2"], "also what names them");
    store.delete_person("hanna").await.unwrap();
    assert_eq!(due(store, i64::MAX).await, ["kept1", "kept2"]);
}
