//! People who keep each other at a distance. Whoever is blocked does not sit down beside whoever blocks, does not look
//! at what they sit at while it goes on, is not heard by them, and asks them for nothing. They are not told.

use std::collections::BTreeSet;

use bobbin_game::SeatSet;
use bobbin_store::{Document, Store, StoreError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ties::{self, BLOCK, Ends};
use crate::App;
use crate::error::Problem;
use crate::secrets;
use crate::sessions::Session;
use crate::summary::people;
use crate::table::{ChatLine, Status, Table, Watch};

/// The most people one may mute or block.
const MOST: usize = 500;

/// What you want of someone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Distance {
    /// What they say is not shown to you.
    Mute,
    /// The same, and they cannot sit down or watch where you sit or at a table of yours, are not heard by you, and
    /// cannot invite you, ask you or see your page.
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
    app: &App,
    me: &str,
    other: &str,
    name: String,
    distance: Distance,
) -> Result<(), Problem> {
    let (store, created_at) = (&*app.store, app.clock.wall());
    let known = store.documents(BLOCK.kind(), Some(me)).await?;
    let id = document_id(me, other);
    if known.len() >= MOST && !known.iter().any(|document| document.id == id) {
        let message = "You keep too many people at a distance: let some come near again.";
        return Err(Problem::conflict("too_many_neighbors", message));
    }
    let kept = KeptDistance {
        id: secrets::unguessable::<12>(),
        other: other.to_owned(),
        name,
        distance,
        created_at,
    };
    let document = Document {
        kind: BLOCK.kind().to_owned(),
        id,
        person: Some(me.to_owned()),
        body: serde_json::to_string(&kept).unwrap_or_default(),
        created_at,
    };
    let ends = Ends::of(me, other);
    match distance {
        Distance::Block => {
            BLOCK.reach(store, &app.clock, ends).await?;
            store.put_document(&document).await?;
            ties::part(store, me, other).await?;
        }
        Distance::Mute => {
            BLOCK.let_go(store, ends).await?;
            store.put_document(&document).await?;
        }
    }
    // What they may see is asked anew, and what they were looking at ends. Other servers hear it from the database.
    app.sessions.end(other);
    app.lobby.ask_distances_again();
    Ok(())
}

/// Whom someone keeps at a distance.
pub(crate) async fn kept_by(store: &dyn Store, person: &str) -> Result<Vec<KeptDistance>, Problem> {
    let documents = store.documents(BLOCK.kind(), Some(person)).await?;
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
pub(crate) async fn let_come_near(app: &App, me: &str, id: &str) -> Result<(), Problem> {
    let mut kept = kept_by(&*app.store, me).await?.into_iter();
    let kept = kept
        .find(|kept| kept.id == id)
        .ok_or_else(|| Problem::not_found("neighbor"))?;
    BLOCK.untie(&*app.store, Ends::of(me, &kept.other)).await?;
    app.sessions.end(&kept.other);
    app.lobby.ask_distances_again();
    Ok(())
}

/// Who has blocked this person.
pub(crate) async fn shunned_by(store: &dyn Store, person: &str) -> Result<BTreeSet<String>, StoreError> {
    let documents = store.documents(bobbin_store::BLOCKED, Some(person)).await?;
    let others = documents
        .iter()
        .filter_map(|document| document.id.split_once(' '));
    Ok(others.map(|(_, other)| other.to_owned()).collect())
}

/// Who of these has blocked this person.
pub(crate) async fn blocked_by(
    store: &dyn Store,
    person: &str,
    others: &[String],
) -> Result<Vec<String>, Problem> {
    let shunned_by = shunned_by(store, person).await?;
    let blocking = others.iter().filter(|other| shunned_by.contains(*other));
    Ok(blocking.cloned().collect())
}

/// Is this table none of theirs, as long as it is not over? Somebody sits there who has blocked them, or made it; and
/// they have no part in it themselves. A game that both play goes on.
fn is_shut_out(table: &Table, session: &Session) -> bool {
    if session.shunned_by.is_empty() || table.status == Status::Over {
        return false;
    }
    let people = people(table);
    !people.contains(&session.person.id) && people.iter().any(|person| session.shunned_by.contains(person))
}

/// Why somebody may not look at a table, whoever they are; nothing if they may.
pub(crate) fn closed_to(table: &Table, session: Option<&Session>) -> Option<Problem> {
    if session.is_some_and(|session| is_shut_out(table, session)) {
        return Some(not_welcome());
    }
    let is_closed = table.plan.manners.watch == Watch::Seated && table.status == Status::Running;
    if !is_closed || session.is_some_and(|session| people(table).contains(&session.person.id)) {
        return None;
    }
    let message = "Nobody but those who sit at this table watches the game.";
    Some(Problem::forbidden("seated_only", message))
}

/// The refusal: who has blocked whom is told to nobody.
pub(crate) fn not_welcome() -> Problem {
    let message = "This table is not open to you: look for another one.";
    Problem::forbidden("not_welcome", message)
}

/// The seats that do not hear what somebody says: those of people who have blocked them, or whom they have blocked.
pub(crate) fn out_of_earshot(table: &Table, session: &Session, kept: &[KeptDistance]) -> SeatSet {
    let blocked = kept.iter().filter(|kept| kept.distance == Distance::Block);
    let apart = blocked.map(|kept| &kept.other).chain(&session.shunned_by);
    let seats = apart.flat_map(|other| table.seats_of(other));
    seats.collect()
}

/// What was said at a table, as far as somebody hears it: not what was said past them, nor what those say with whom
/// they have nothing to do any more.
pub(crate) async fn heard(
    store: &dyn Store,
    table: &Table,
    session: Option<&Session>,
) -> Result<Vec<ChatLine>, Problem> {
    let Some(session) = session else {
        return Ok(Vec::clone(&table.chat));
    };
    let kept = kept_by(store, &session.person.id).await?;
    let apart = out_of_earshot(table, session, &kept);
    let own: SeatSet = table.seats_of(&session.person.id).collect();
    let lines = table.chat.iter();
    let heard = lines.filter(|line| !apart.contains(line.seat) && !line.unheard.meets(own));
    Ok(heard.cloned().collect())
}

/// May this person sit down among these? Who has blocked whom is told to nobody.
pub(crate) async fn check_welcome(store: &dyn Store, person: &str, others: &[String]) -> Result<(), Problem> {
    if blocked_by(store, person, others).await?.is_empty() {
        return Ok(());
    }
    Err(not_welcome())
}
