//! A table in use: what is on disk of it, and who listens.
//!
//! Whoever changes a table works on a copy. When the entry is on disk the copy is published and everybody is told. So
//! nobody who looks waits for a change that is under way, and nothing that is shown can be lost.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use bobbin_game::Viewer;
use bobbin_store::ChainHash;
use bytes::Bytes;
use tokio::sync::Mutex as AsyncMutex;

use super::listeners::{Delivered, Listeners};
use crate::error::Problem;
use crate::metrics::Gauged;
use crate::table::{Announcement, Change, Entry, Form, Reject, Table, ToldViews};

/// A table in use.
pub(super) struct LiveTable {
    pub(super) id: String,
    /// Held by whoever loads or changes the table, from the check until everybody has been told.
    pub(super) writer: AsyncMutex<()>,
    loaded: Mutex<Option<Arc<Loaded>>>,
    /// When something has to be done even if nobody asks; `i64::MAX` if nothing has.
    pub(super) due: AtomicI64,
    /// How long the log is, as far as this server knows: what it writes itself is no news to it.
    pub(super) length: AtomicU64,
    pub(super) used: AtomicI64,
    /// Someone sees to it that its bots act.
    pub(super) bots_are_playing: AtomicBool,
    /// The latest entry may or may not be on disk: read the log before the next one is written.
    pub(super) uncertain: AtomicBool,
}

impl LiveTable {
    pub(super) fn new(id: &str, now: i64) -> Self {
        LiveTable {
            id: id.to_owned(),
            writer: AsyncMutex::new(()),
            loaded: Mutex::new(None),
            due: AtomicI64::new(i64::MAX),
            length: AtomicU64::new(0),
            used: AtomicI64::new(now),
            bots_are_playing: AtomicBool::new(false),
            uncertain: AtomicBool::new(false),
        }
    }

    /// The table, if it is loaded.
    pub(super) fn loaded(&self) -> Option<Arc<Loaded>> {
        self.locked().clone()
    }

    /// Whoever sets it holds the writer's lock.
    pub(super) fn set_loaded(&self, loaded: Option<Arc<Loaded>>) {
        let before = std::mem::replace(&mut *self.locked(), loaded);
        if let Some(before) = before {
            before.listeners.close();
        }
    }

    fn locked(&self) -> MutexGuard<'_, Option<Arc<Loaded>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table that is loaded, and who listens to it.
pub(super) struct Loaded {
    published: RwLock<Published>,
    pub(super) listeners: Listeners,
    _gauge: Gauged,
}

/// An entry that is on disk.
pub(super) struct Added {
    pub(super) at: i64,
    pub(super) entry: Entry,
    /// The hash of the log with it.
    pub(super) head: ChainHash,
}

/// The table as it is on disk, and how it came there lately.
#[derive(Clone)]
pub(super) struct Published {
    pub(super) table: Arc<Table>,
    /// The hash of its log.
    pub(super) head: ChainHash,
    recent: Arc<Recent>,
}

impl Loaded {
    pub(super) fn new(published: Published, gauge: Gauged) -> Self {
        Loaded {
            published: RwLock::new(published),
            listeners: Listeners::default(),
            _gauge: gauge,
        }
    }

    pub(super) fn published(&self) -> Published {
        self.published
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn table(&self) -> Arc<Table> {
        self.published().table
    }

    /// Publishes the table after an entry that is on disk, and tells everybody who may know. Nobody can begin to listen
    /// in between.
    pub(super) fn publish(&self, added: Added, table: Table, change: &Change) -> Delivered {
        let mut listening = self.listeners.lock();
        let published = self.published();
        let before = Arc::clone(&published.table);
        let next = published.followed_by(added, table);
        let table = Arc::clone(&next.table);
        *self.published.write().unwrap_or_else(PoisonError::into_inner) = next;
        listening.tell(&before, &table, change)
    }
}

/// At most so many entries are kept beside a table for those who come again; half of them at the least.
const RECENT: usize = 64;

/// The latest entries of a table, and the table before them.
#[derive(Clone)]
struct Recent {
    base: Arc<Table>,
    middle: Option<Arc<Table>>,
    entries: Vec<Arc<(i64, Entry)>>,
}

impl Published {
    /// A table whose log is read: it is as the first entry made it.
    pub(super) fn first(table: Table, head: ChainHash) -> Self {
        let table = Arc::new(table);
        let recent = Recent {
            base: Arc::clone(&table),
            middle: None,
            entries: Vec::new(),
        };
        Published {
            table,
            head,
            recent: Arc::new(recent),
        }
    }

    fn followed_by(mut self, Added { at, entry, head }: Added, table: Table) -> Self {
        self.table = Arc::new(table);
        self.head = head;
        let recent = Arc::make_mut(&mut self.recent);
        recent.entries.push(Arc::new((at, entry)));
        if recent.entries.len() == RECENT / 2 {
            recent.middle = Some(Arc::clone(&self.table));
        } else if recent.entries.len() == RECENT
            && let Some(middle) = recent.middle.replace(Arc::clone(&self.table))
        {
            recent.base = middle;
            recent.entries.drain(..RECENT / 2);
        }
        self
    }

    /// The table from its log.
    pub(super) fn read(id: &str, log: Vec<(i64, Entry)>, hashes: Vec<ChainHash>) -> Result<Self, Reject> {
        let mut table = Table::begin(id, &log)?;
        let mut log = log.into_iter().zip(hashes);
        let mut head = log.next().ok_or(Reject::Damaged)?.1;
        // Only what is kept of the log needs tables in between.
        let skipped = log.len().saturating_sub(RECENT);
        for ((at, entry), hash) in log.by_ref().take(skipped) {
            table.apply(at, &entry)?;
            head = hash;
        }
        let mut read = Published::first(table, head);
        for ((at, entry), head) in log {
            let mut table = Table::clone(&read.table);
            table.apply(at, &entry)?;
            read = read.followed_by(Added { at, entry, head }, table);
        }
        Ok(read)
    }

    /// The events that a viewer missed, exactly as they were sent.
    pub(super) fn missed(&self, viewer: Viewer, form: Form, after: u32) -> Result<Vec<Bytes>, Problem> {
        let (mut frames, mut told) = (Vec::new(), ToldViews::default());
        let mut before = Table::clone(&self.recent.base);
        for entry in &self.recent.entries {
            let (at, entry) = &**entry;
            let mut table = before.clone();
            let change = table.apply(*at, entry)?;
            if change.watchers.include(viewer) && table.event(viewer) > after {
                frames.push(Announcement::new(&before, &table, &change).frame(viewer, form, &mut told));
            }
            before = table;
        }
        Ok(frames)
    }

    /// The table before the oldest entry that is kept.
    pub(super) fn oldest(&self) -> &Table {
        &self.recent.base
    }
}
