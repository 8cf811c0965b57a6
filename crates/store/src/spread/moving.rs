//! How a table moves from one database to another while servers run.
//!
//! 1. Its row in the old database is marked as leaving: it is read there still, and nobody appends to it.
//! 2. All of it is copied into the new database, marked as arriving: nobody sees it there.
//! 3. It is deleted from the old database. From this moment on it is in the new one.
//! 4. The mark in the new database goes.
//!
//! Each step is one transaction that looks for the mark of its own move. Whoever dies before step 3 has moved nothing:
//! the mark is taken off after a while, and the copy deleted. Whoever dies after it has: whoever finds the table only
//! where it arrives takes off that mark. So at every moment one database has the table, and what is acknowledged is in
//! it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Spread;
use crate::{Answer, Document, Row, Store, StoreError};

/// One of several databases.
pub(crate) trait Place: Store {
    /// What the row of a table says of where it is. None if there is none.
    fn whereabouts<'a>(&'a self, table: &'a str) -> Answer<'a, Option<Whereabouts>>;

    /// The tables that are on their way, from here or to here.
    fn moves(&self) -> Answer<'_, Vec<(String, Whereabouts)>>;

    /// Tables for which something is due, as [`Store::due`], each with when.
    fn due_at(&self, before: i64, limit: u32) -> Answer<'_, Vec<(i64, String)>>;

    /// Step 1: marks a table as leaving, and reads all of it. None if it is not here or moves already.
    fn leave<'a>(&'a self, table: &'a str, id: &'a MoveId) -> Answer<'a, Option<Vec<Row>>>;

    /// Step 2: takes in a table as arriving. False if it is here.
    fn arrive<'a>(&'a self, table: &'a str, id: &'a MoveId, rows: &'a [Row]) -> Answer<'a, bool>;

    /// Step 3: deletes a table. False if this move was given up, or the table is not what was copied.
    fn depart<'a>(&'a self, table: &'a str, id: &'a MoveId, copied: &'a [Row]) -> Answer<'a, bool>;

    /// Takes off a mark. False if there is another one or none.
    fn stay<'a>(&'a self, table: &'a str, was: &'a Whereabouts) -> Answer<'a, bool>;

    /// Deletes what a move that was given up has copied here. False if that is not here.
    fn discard<'a>(&'a self, table: &'a str, id: &'a MoveId) -> Answer<'a, bool>;
}

/// Where a table is, as its row says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Whereabouts {
    Here,
    Leaving(MoveId),
    Arriving(MoveId),
}

impl Whereabouts {
    pub(crate) fn read(text: &str) -> Self {
        match text.split_once(' ') {
            Some(("leaving", id)) => Whereabouts::Leaving(MoveId(id.to_owned())),
            Some(("arriving", id)) => Whereabouts::Arriving(MoveId(id.to_owned())),
            _ => Whereabouts::Here,
        }
    }
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Whereabouts::Here => Ok(()),
            Whereabouts::Leaving(id) => write!(out, "leaving {id}"),
            Whereabouts::Arriving(id) => write!(out, "arriving {id}"),
        }
    }
}

/// One move: when it began, in milliseconds since 1970, and what no other has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveId(String);

impl MoveId {
    pub(crate) fn new() -> Self {
        static MOVES: AtomicU64 = AtomicU64::new(0);
        let (now, process, number) = (now(), std::process::id(), MOVES.fetch_add(1, Relaxed));
        MoveId(format!(
            "{} {}.{process}.{number}",
            now.as_millis(),
            now.as_nanos()
        ))
    }

    pub(crate) fn leaving(&self) -> Whereabouts {
        Whereabouts::Leaving(self.clone())
    }

    pub(crate) fn arriving(&self) -> Whereabouts {
        Whereabouts::Arriving(self.clone())
    }

    /// Has it taken so long that whoever began it must have died? If not, their next step fails.
    fn is_given_up(&self, patience: Duration) -> bool {
        let began = self.0.split(' ').next().and_then(|began| began.parse().ok());
        now().abs_diff(Duration::from_millis(began.unwrap_or_default())) > patience
    }
}

impl fmt::Display for MoveId {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// After this time a move is given up: one takes milliseconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// What came of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    /// It is there now.
    Done,
    /// It was there already.
    WasThere,
    /// There is no such table.
    Nowhere,
    /// Somebody else moves it just now, or did until a moment ago: nothing was changed.
    Busy,
}

impl Spread {
    /// Moves a table with its whole log into another of the databases, by its place in their order.
    pub async fn move_table(&self, table: &str, to: usize) -> Result<Moved, StoreError> {
        self.settle_moves().await?;
        let Some(from) = self.find(table).await? else {
            return Ok(Moved::Nowhere);
        };
        if from == to {
            return Ok(Moved::WasThere);
        }
        let (old, new) = (&self.places[from], &self.places[to]);
        let id = MoveId::new();
        let Some(rows) = old.leave(table, &id).await? else {
            return Ok(Moved::Busy);
        };
        // Before anything is anywhere else: whoever copies everything just now may miss it.
        self.count_a_move().await?;
        let has_departed = new.arrive(table, &id, &rows).await? && old.depart(table, &id, &rows).await?;
        if !has_departed {
            new.discard(table, &id).await?;
            old.stay(table, &id.leaving()).await?;
            return Ok(Moved::Busy);
        }
        new.stay(table, &id.arriving()).await?;
        self.remember(table, to);
        Ok(Moved::Done)
    }

    /// Sees to moves whose mover has died.
    pub(super) async fn settle_moves(&self) -> Result<(), StoreError> {
        for place in &self.places {
            for (table, mark) in place.moves().await? {
                match &mark {
                    Whereabouts::Here => {}
                    Whereabouts::Leaving(id) => {
                        if id.is_given_up(self.patience) && place.stay(&table, &mark).await? {
                            tracing::warn!(
                                "a table was to be moved and stays: whoever moved it did not finish"
                            );
                        }
                    }
                    Whereabouts::Arriving(id) => {
                        // Twice: it may have moved behind the back of whoever looked.
                        if self.is_elsewhere(&table).await? || self.is_elsewhere(&table).await? {
                            if id.is_given_up(self.patience) {
                                place.discard(&table, id).await?;
                            }
                        } else {
                            place.stay(&table, &mark).await?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Is a table where it does not arrive just now?
    pub(super) async fn is_elsewhere(&self, table: &str) -> Result<bool, StoreError> {
        for place in &self.places {
            if let Some(Whereabouts::Here | Whereabouts::Leaving(_)) = place.whereabouts(table).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn count_a_move(&self) -> Result<(), StoreError> {
        let counted = Document {
            kind: KIND.to_owned(),
            id: "last".to_owned(),
            person: None,
            body: MoveId::new().to_string(),
            created_at: now().as_millis() as i64,
        };
        self.first().put_document(&counted).await
    }

    /// Changes with every move, before anything is deleted anywhere.
    pub(super) async fn last_move(&self) -> Result<Option<Document>, StoreError> {
        self.first().document(KIND, "last").await
    }

    /// Does any table move just now?
    pub(super) async fn has_moves(&self) -> Result<bool, StoreError> {
        for place in &self.places {
            if !place.moves().await?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// How the first database calls what is written there about moves.
const KIND: &str = "moves";
