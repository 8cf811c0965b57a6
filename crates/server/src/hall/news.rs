//! Several servers on one database: each hears what the others write, and tells those who listen to it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use bobbin_store::{Document, News, Store, StoreError};
use tokio::sync::mpsc;

use super::{Hall, Inside, Room, now};
use crate::error::Problem;
use crate::table::Table;

/// How the database calls what servers tell each other.
const KIND: &str = "server";

/// When the first of the servers that run now on this database was started: the time before that counts for no clock.
pub(crate) async fn opened_at(store: &dyn Store) -> Result<i64, StoreError> {
    const ID: &str = "opened";
    if store.others().await? > 0
        && let Some(first) = store.document(KIND, ID).await?
        && let Ok(at) = first.body.parse()
    {
        return Ok(at);
    }
    let at = now();
    let first = Document {
        kind: KIND.to_owned(),
        id: ID.to_owned(),
        person: None,
        body: at.to_string(),
        created_at: at,
    };
    store.put_document(&first).await?;
    Ok(at)
}

impl Hall {
    /// Hears what is written, as long as there is anything to hear.
    pub(crate) async fn hear(self: Arc<Self>, mut news: mpsc::Receiver<News>) {
        while let Some(told) = news.recv().await {
            match told {
                News::Added { table, index } => {
                    let room = self.room_in_use(&table);
                    if let Some(room) = room.filter(|room| room.length.load(Relaxed) <= index) {
                        // Not here: a table that is being written to must not keep the others waiting.
                        tokio::spawn(Arc::clone(&self).catch_up(room));
                    }
                }
                News::Reworded { table } => {
                    if let Some(room) = self.room_in_use(&table) {
                        *room.inside.lock().await = None;
                    }
                }
                News::Missed => {
                    for room in self.rooms() {
                        tokio::spawn(Arc::clone(&self).catch_up(room));
                    }
                }
            }
        }
    }

    fn room_in_use(&self, id: &str) -> Option<Arc<Room>> {
        let rooms = self
            .rooms
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        rooms.get(id).cloned()
    }

    /// Reads on where another server has written, and tells everybody.
    async fn catch_up(self: Arc<Self>, room: Arc<Room>) {
        let mut guard = room.inside.lock().await;
        let Some(inside) = &mut *guard else { return };
        let known = inside.table.length;
        if self.read_on(&room, inside, known).await.is_err() {
            // Who listened comes again, and finds the table as its log says.
            *guard = None;
        }
    }

    /// Another server was faster: what was not written is taken out of the table again.
    pub(super) async fn look_again(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inside: &mut Inside,
    ) -> Result<(), Problem> {
        let known = inside.table.length - 1;
        let log = self.log(&room.id, 0).await?;
        let known_log = log.get(..known as usize).ok_or_else(Problem::unavailable)?;
        inside.table = Table::load(&room.id, known_log)?;
        self.read_on(room, inside, known).await
    }

    /// Reads what others have written and this server has not heard of yet. True if there was something.
    pub(super) async fn has_news(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inside: &mut Inside,
    ) -> Result<bool, Problem> {
        let known = inside.table.length;
        if self.is_shared {
            self.read_on(room, inside, known).await?;
        }
        Ok(inside.table.length > known)
    }

    async fn read_on(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inside: &mut Inside,
        from: u64,
    ) -> Result<(), Problem> {
        for (at, entry) in self.log(&room.id, from).await? {
            let change = inside.table.apply(at, &entry)?;
            let at = inside.table.updated_at;
            self.tell(inside, &change, at);
        }
        room.length.store(inside.table.length, Relaxed);
        self.after(room, &inside.table);
        Ok(())
    }
}
