//! Who looks at which table just now, at whichever server. Where several share a database each says there again and
//! again who reads its streams; so for some seconds after somebody has turned away another one may think that they
//! look, and calls them a little later.

use std::collections::BTreeSet;
use std::time::Duration;

use bobbin_store::{Document, StoreError};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::call_id;
use crate::App;
use crate::secrets;

/// How the database calls what a server says.
const KIND: &str = "looking";

/// So often a server says who looks.
const SAYS: Duration = Duration::from_secs(5);

/// What was said longer ago says nothing, in milliseconds: clocks of servers may be apart.
const GOOD_FOR: i64 = 30_000;

/// More are not said; they may be called although they look.
const MOST: usize = 20_000;

#[derive(Serialize, Deserialize)]
struct Told {
    at: i64,
    /// Somebody at a table, as a short hash of both.
    who: BTreeSet<String>,
}

fn mark(person: &str, table: &str) -> String {
    let mut id = call_id(&["looks", person, table]);
    id.truncate(12);
    id
}

/// What this server says of its streams, and what the others said lately.
pub(super) struct Looking {
    me: String,
    said: Option<(Instant, BTreeSet<String>)>,
    asked: Option<Instant>,
    others: BTreeSet<String>,
}

impl Looking {
    pub(super) fn new() -> Self {
        Looking {
            me: secrets::unguessable::<12>(),
            said: None,
            asked: None,
            others: BTreeSet::new(),
        }
    }

    /// Says who looks here, if somebody else may want to know.
    pub(super) async fn say(&mut self, app: &App) -> Result<(), StoreError> {
        let is_new = self.said.as_ref().is_none_or(|(at, _)| at.elapsed() >= SAYS);
        if !app.store.is_shared() || !is_new {
            return Ok(());
        }
        let looking = app.live.looking();
        let who: BTreeSet<String> = looking
            .iter()
            .take(MOST)
            .map(|(person, table)| mark(person, table))
            .collect();
        let was_empty = self.said.as_ref().is_none_or(|(_, said)| said.is_empty());
        if !(who.is_empty() && was_empty) {
            let told = Told {
                at: app.clock.wall(),
                who: who.clone(),
            };
            let document = Document {
                kind: KIND.to_owned(),
                id: self.me.clone(),
                person: None,
                body: serde_json::to_string(&told).unwrap_or_default(),
                created_at: told.at,
            };
            app.store.put_document(&document).await?;
        }
        self.said = Some((Instant::now(), who));
        Ok(())
    }

    /// Hears what the others say, and takes away what servers said that are gone.
    pub(super) async fn hear(&mut self, app: &App) -> Result<(), StoreError> {
        let is_old = self.asked.is_none_or(|at| at.elapsed() >= SAYS / 2);
        if !app.store.is_shared() || !is_old {
            return Ok(());
        }
        self.asked = Some(Instant::now());
        let now = app.clock.wall();
        self.others.clear();
        for said in app.store.documents(KIND, None).await? {
            let Ok(told) = serde_json::from_str::<Told>(&said.body) else {
                continue;
            };
            if (now - told.at).abs() <= GOOD_FOR {
                self.others.extend(told.who);
            } else if now - told.at > 120 * GOOD_FOR {
                app.store.delete_document(KIND, &said.id).await?;
            }
        }
        Ok(())
    }

    /// Does somebody look at a table?
    pub(super) fn is_looking(&self, here: &BTreeSet<(String, String)>, person: &str, table: &str) -> bool {
        here.contains(&(person.to_owned(), table.to_owned()))
            || (!self.others.is_empty() && self.others.contains(&mark(person, table)))
    }
}
