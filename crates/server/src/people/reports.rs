//! What people report of each other, for whoever runs the server, and what that comes to.

use bobbin_store::{Document, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::error::Problem;
use crate::secrets;

/// How the database calls reports.
pub const REPORT: &str = "report";

/// How the database calls that somebody may say nothing for a time.
const SILENCE: &str = "silence";

/// So many reports may wait, of one person and in all.
const MOST_OF_ONE: usize = 10;
const MOST: usize = 2_000;

/// So many that are settled are kept, the latest.
const MOST_SETTLED: usize = 1_000;

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
    /// What was last said there by all, in order: it stays with the report whatever becomes of the table.
    #[serde(default)]
    pub talk: Vec<SaidLine>,
    /// What became of it; open without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SaidLine {
    /// By whom, as the table called them.
    pub name: String,
    /// What.
    pub text: String,
}

/// That a report was seen to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What came of it, in the words of whoever runs the server.
    pub note: String,
}

fn read(document: &Document) -> Option<PersonReport> {
    serde_json::from_str(&document.body).ok()
}

/// So many reports may wait, of one person and in all.
pub(crate) async fn check_may_report(store: &dyn Store, me: &str) -> Result<(), Problem> {
    let all = store.documents(REPORT, None).await?;
    let open = all
        .iter()
        .filter_map(read)
        .filter(|report| report.settled.is_none());
    let by: Vec<String> = open.map(|report| report.by).collect();
    if by.iter().filter(|by| *by == me).count() >= MOST_OF_ONE || by.len() >= MOST {
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

/// A report was seen to. False if there is no such report, or it was settled before.
pub async fn settle_report(
    store: &dyn Store,
    clock: &Clock,
    id: &str,
    note: &str,
) -> Result<bool, StoreError> {
    let Some(document) = store.document(REPORT, id).await? else {
        return Ok(false);
    };
    let Some(report) = read(&document).filter(|report| report.settled.is_none()) else {
        return Ok(false);
    };
    let settled = Some(Settled {
        at: clock.wall(),
        note: note.to_owned(),
    });
    let report = PersonReport { settled, ..report };
    let body = serde_json::to_string(&report).unwrap_or_default();
    let is_done = store.swap_document(&document, &body).await?;
    forget_old(store).await?;
    Ok(is_done)
}

async fn forget_old(store: &dyn Store) -> Result<(), StoreError> {
    let all = store.documents(REPORT, None).await?;
    let when = |document: &Document| Some((read(document)?.settled?.at, document.id.clone()));
    let mut settled: Vec<(i64, String)> = all.iter().filter_map(when).collect();
    settled.sort();
    for (_, id) in &settled[..settled.len().saturating_sub(MOST_SETTLED)] {
        store.delete_document(REPORT, id).await?;
    }
    Ok(())
}

/// Somebody says nothing on this server until then, at no table, and asks nobody for anything.
pub async fn silence(store: &dyn Store, clock: &Clock, person: &str, until: i64) -> Result<bool, StoreError> {
    if store.person(person).await?.is_none() {
        return Ok(false);
    }
    let document = Document {
        kind: SILENCE.to_owned(),
        id: person.to_owned(),
        person: Some(person.to_owned()),
        body: until.to_string(),
        created_at: clock.wall(),
    };
    store.put_document(&document).await?;
    Ok(true)
}

/// Somebody may speak again. False if they might all the time.
pub async fn let_speak(store: &dyn Store, person: &str) -> Result<bool, StoreError> {
    store.delete_document(SILENCE, person).await
}

/// Sends those away whom whoever runs the server has silenced.
pub(crate) async fn check_may_speak(store: &dyn Store, clock: &Clock, person: &str) -> Result<(), Problem> {
    let kept = store.document(SILENCE, person).await?;
    let until = kept.and_then(|kept| kept.body.parse::<i64>().ok());
    if until.is_none_or(|until| until <= clock.wall()) {
        return Ok(());
    }
    let message = "Whoever runs this server has silenced you for a time. You can play on.";
    Err(Problem::forbidden("silenced", message))
}

/// Somebody goes for good: what was reported about or by them goes, too.
pub(super) async fn forget(store: &dyn Store, person: &str) -> Result<(), Problem> {
    for document in store.documents(REPORT, None).await? {
        if read(&document).is_some_and(|report| report.about == person || report.by == person) {
            store.delete_document(REPORT, &document.id).await?;
        }
    }
    Ok(())
}
