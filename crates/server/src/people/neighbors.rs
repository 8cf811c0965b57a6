//! People at the same table who keep each other at a distance, and what they report of each other.

use bobbin_store::{Document, Store};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Clock;
use crate::error::Problem;
use crate::secrets;

/// How the database calls what someone wants of another.
const BLOCK: &str = "block";

/// How the database calls reports.
pub const REPORT: &str = "report";

/// So many reports may wait, of one person and in all.
const MOST_REPORTS_OF_ONE: usize = 10;
const MOST_REPORTS: usize = 2_000;

/// The most people one may mute or block.
const MOST: usize = 500;

/// What you want of someone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Distance {
    /// What they say is not shown to you.
    Mute,
    /// The same, and they cannot sit down where you sit or at a table of yours.
    Block,
}

/// What is kept of it: whom someone keeps at which distance.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptDistance {
    /// Its name for the one who wants it.
    pub(crate) id: String,
    /// Of whom it is wanted.
    pub(crate) other: String,
    /// Their name then.
    pub(crate) name: String,
    pub(crate) distance: Distance,
    /// Since when, in milliseconds since 1970.
    #[serde(skip)]
    pub(crate) created_at: i64,
}

fn document_id(me: &str, other: &str) -> String {
    format!("{me} {other}")
}

/// Keeps somebody at a distance.
pub(crate) async fn keep_at(
    store: &dyn Store,
    clock: &Clock,
    me: &str,
    other: String,
    name: String,
    distance: Distance,
) -> Result<(), Problem> {
    let known = store.documents(BLOCK, Some(me)).await?;
    let id = document_id(me, &other);
    if known.len() >= MOST && !known.iter().any(|document| document.id == id) {
        let message = "You keep too many people at a distance: let some come near again.";
        return Err(Problem::conflict("too_many_neighbors", message));
    }
    let created_at = clock.wall();
    let kept = KeptDistance {
        id: secrets::unguessable::<12>(),
        other,
        name,
        distance,
        created_at,
    };
    let document = Document {
        kind: BLOCK.to_owned(),
        id,
        person: Some(me.to_owned()),
        body: serde_json::to_string(&kept).unwrap_or_default(),
        created_at,
    };
    Ok(store.put_document(&document).await?)
}

/// Whom someone keeps at a distance.
pub(crate) async fn kept_by(store: &dyn Store, person: &str) -> Result<Vec<KeptDistance>, Problem> {
    let documents = store.documents(BLOCK, Some(person)).await?;
    let read = documents.into_iter().filter_map(|document| {
        let kept: KeptDistance = serde_json::from_str(&document.body).ok()?;
        Some(KeptDistance {
            created_at: document.created_at,
            ..kept
        })
    });
    Ok(read.collect())
}

/// Lets somebody come near again.
pub(crate) async fn let_come_near(store: &dyn Store, me: &str, id: &str) -> Result<(), Problem> {
    let mut kept = kept_by(store, me).await?.into_iter();
    let kept = kept
        .find(|kept| kept.id == id)
        .ok_or_else(|| Problem::not_found("neighbor"))?;
    store
        .delete_document(BLOCK, &document_id(me, &kept.other))
        .await?;
    Ok(())
}

/// Who of these has blocked this person.
pub(crate) async fn blocked_by(
    store: &dyn Store,
    person: &str,
    others: &[String],
) -> Result<Vec<String>, Problem> {
    let mut blocking = Vec::new();
    for other in others.iter().filter(|other| *other != person) {
        let found = store.document(BLOCK, &document_id(other, person)).await?;
        let kept = found.and_then(|found| serde_json::from_str::<KeptDistance>(&found.body).ok());
        if kept.is_some_and(|kept| kept.distance == Distance::Block) {
            blocking.push(other.clone());
        }
    }
    Ok(blocking)
}

/// May this person sit down among these? Who has blocked whom is told to nobody.
pub(crate) async fn check_welcome(store: &dyn Store, person: &str, others: &[String]) -> Result<(), Problem> {
    if blocked_by(store, person, others).await?.is_empty() {
        return Ok(());
    }
    let message = "You cannot sit down at this table: look for another one.";
    Err(Problem::forbidden("not_welcome", message))
}

/// A report, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonReport {
    /// Who reports.
    pub by: String,
    /// About whom.
    pub about: String,
    /// The name they had at the table.
    pub name: String,
    /// Where.
    pub table: String,
    /// What happened, in the words of who reports.
    pub text: String,
    /// What was last said there by whom it is about.
    pub said: Vec<String>,
}

/// So many reports may wait, of one person and in all.
pub(crate) async fn check_may_report(store: &dyn Store, me: &str) -> Result<(), Problem> {
    let waiting = store.documents(REPORT, None).await?;
    let own = waiting.iter().filter(|document| {
        let report = serde_json::from_str::<PersonReport>(&document.body);
        report.is_ok_and(|report| report.by == me)
    });
    if own.count() >= MOST_REPORTS_OF_ONE || waiting.len() >= MOST_REPORTS {
        let message = "What was reported before has not been read yet: come again later.";
        return Err(Problem::conflict("too_many_reports", message));
    }
    Ok(())
}

/// Keeps a report for whoever runs the server.
pub(crate) async fn file(store: &dyn Store, clock: &Clock, report: &PersonReport) -> Result<(), Problem> {
    let document = Document {
        kind: REPORT.to_owned(),
        id: secrets::unguessable::<12>(),
        person: None,
        body: serde_json::to_string(report).unwrap_or_default(),
        created_at: clock.wall(),
    };
    Ok(store.put_document(&document).await?)
}

/// Someone goes for good: what others wanted of them and what was reported about or by them goes, too.
pub(crate) async fn forget(store: &dyn Store, person: &str) -> Result<(), Problem> {
    for document in store.documents(BLOCK, None).await? {
        let kept = serde_json::from_str::<KeptDistance>(&document.body);
        if kept.is_ok_and(|kept| kept.other == person) {
            store.delete_document(BLOCK, &document.id).await?;
        }
    }
    for document in store.documents(REPORT, None).await? {
        let report = serde_json::from_str::<PersonReport>(&document.body);
        if report.is_ok_and(|report| report.about == person || report.by == person) {
            store.delete_document(REPORT, &document.id).await?;
        }
    }
    Ok(())
}
