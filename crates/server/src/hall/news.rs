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
                // Nobody here keeps what a person may do for long.
                News::Person { .. } => {}
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
        let (log, head) = self.log(&room.id, 0).await?;
        let known_log = log.get(..known as usize).ok_or_else(Problem::unavailable)?;
        inside.table = Table::load(&room.id, known_log)?;
        // If there is more than what was known, that is read on below up to its end.
        inside.head = head.ok_or_else(Problem::unavailable)?;
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
        let (log, head) = self.log(&room.id, from).await?;
        for (at, entry) in log {
            let change = inside.table.apply(at, &entry)?;
            let at = inside.table.updated_at;
            self.tell(inside, &change, at);
        }
        inside.head = head.unwrap_or(inside.head);
        room.length.store(inside.table.length, Relaxed);
        self.after(room, &inside.table);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bobbin_game::{Options, Seat, Seed, Viewer};
    use bobbin_store::Append;
    use tokio::runtime::Handle;
    use tokio::task::block_in_place;

    use crate::error::Problem;
    use crate::hall::{Decision, Hall};
    use crate::metrics::Metrics;
    use crate::settings::Settings;
    use crate::table::{Entry, Manners, Place, Plan, Purpose};

    fn said(text: &str) -> Entry {
        Entry::Said {
            seat: Seat::new(0),
            text: text.to_owned(),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_is_late_each_time_is_told_so_and_not_that_the_server_failed() {
        let store = bobbin_store::open("sqlite::memory:").await.unwrap();
        let hall = Hall::open(store, Settings::default(), Arc::new(Metrics::default()), 0, true);
        let game = bobbin_catalog::find("hearts").unwrap();
        let seed = Seed([0; 32]);
        let options = game.check_options(&Options::default(), None).unwrap();
        let trial = game.start(&options, None, seed).unwrap();
        let ann = Place::Person {
            person: "ann".to_owned(),
            name: "Ann".to_owned(),
        };
        let plan = Plan {
            game: game.id().to_owned(),
            rules: game.rules_version(),
            content: trial.content(),
            options,
            seed,
            owner: "ann".to_owned(),
            seats: vec![ann; trial.players()],
            manners: Manners::default(),
            previous: None,
            position: None,
            purpose: Purpose::Normal,
        };
        hall.create("busy", Entry::Created(Box::new(plan))).await.unwrap();
        let others = Arc::clone(&hall.store);
        let late = hall.change("busy", move |table| {
            // While this one decides, another server is faster.
            let log = block_in_place(|| Handle::current().block_on(others.entries("busy", 0))).unwrap();
            let append = Append {
                table: "busy".to_owned(),
                index: table.length,
                previous: log.last().unwrap().hash,
                at: table.updated_at,
                body: serde_json::to_string(&said("First!")).unwrap(),
                row: None,
                people: None,
            };
            block_in_place(|| Handle::current().block_on(others.append(append))).unwrap();
            Err(Problem::conflict("stale", "Something has happened since."))
        });
        assert_eq!(late.await.map(|_| ()).unwrap_err().code, "stale");
        let calm = hall.change("busy", |_| {
            Ok((Viewer::Seat(Seat::new(0)), Decision::Add(said("And I?"))))
        });
        assert!(calm.await.is_ok());
        assert_eq!(hall.look("busy", |table| Ok(table.length)).await.ok(), Some(6));
    }
}
