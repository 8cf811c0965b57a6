//! Several servers on one database: each hears what the others write, and tells those who listen to it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use bobbin_game::Viewer;
use bobbin_store::{Document, News, Store, StoreError};
use tokio::sync::mpsc;

use super::LiveTables;
use super::live_table::{Added, LiveTable, Loaded};
use crate::error::Problem;
use crate::table::Table;

/// How often it is asked whether news was missed. So whoever follows a table is told of an entry within about this time
/// even if nobody told of it.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// How the database calls what servers tell each other.
const KIND: &str = "server";

/// When the first of the servers that run now on this database was started: the time before that counts for no clock.
pub(crate) async fn opened_at(store: &dyn Store, at: i64) -> Result<i64, StoreError> {
    const ID: &str = "opened";
    if store.others().await? > 0
        && let Some(first) = store.document(KIND, ID).await?
        && let Ok(at) = first.body.parse()
    {
        return Ok(at);
    }
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

impl LiveTables {
    /// Hears what is written, as long as there is anything to hear.
    pub(crate) async fn hear(self: Arc<Self>, mut news: mpsc::Receiver<News>) {
        let looking = tokio::spawn(Arc::clone(&self).look_for_the_untold());
        while let Some(told) = news.recv().await {
            match told {
                News::Added { table, index } => {
                    let live = self.in_memory(&table);
                    if let Some(live) = live.filter(|live| live.length.load(Relaxed) <= index) {
                        // Not here: a table that is being written to must not keep the others waiting.
                        tokio::spawn(Arc::clone(&self).catch_up(live));
                    }
                }
                News::Reworded { table } => {
                    if self.in_memory(&table).is_some() {
                        let tables = Arc::clone(&self);
                        tokio::spawn(async move { tables.unload(&table).await });
                    }
                }
                News::Person { person } => self.sessions.end(&person),
                News::Missed => {
                    self.sessions.check_all(&*self.store).await;
                    for live in self.all() {
                        tokio::spawn(Arc::clone(&self).look_over(live));
                    }
                }
                News::Untold => {
                    let tables = Arc::clone(&self);
                    tokio::spawn(async move { tables.find_the_untold().await });
                }
            }
        }
        looking.abort();
    }

    /// Asks the database again and again whether logs have gone on of which nobody told: whoever wrote an entry may
    /// have died before, and whoever carries news may lose some.
    async fn look_for_the_untold(self: Arc<Self>) {
        if !self.is_shared {
            return;
        }
        loop {
            tokio::time::sleep(LOOK_AGAIN).await;
            self.find_the_untold().await;
        }
    }

    async fn find_the_untold(self: &Arc<Self>) {
        let loaded = self.all().into_iter().filter(|live| live.loaded().is_some());
        let known: Vec<(String, u64)> = loaded
            .map(|live| (live.id.clone(), live.length.load(Relaxed)))
            .collect();
        if known.is_empty() {
            return;
        }
        match self.store.gone_on(&known).await {
            Ok(untold) => {
                for live in untold.iter().filter_map(|table| self.in_memory(table)) {
                    tokio::spawn(Arc::clone(self).catch_up(live));
                }
            }
            Err(error) => tracing::warn!(%error, "whether news was missed cannot be found out"),
        }
    }

    fn in_memory(&self, id: &str) -> Option<Arc<LiveTable>> {
        let tables = self
            .tables
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        tables.get(id).cloned()
    }

    /// Reads on where another server has written, and tells everybody.
    async fn catch_up(self: Arc<Self>, live: Arc<LiveTable>) {
        let _writing = live.writer.lock().await;
        let Some(loaded) = live.loaded() else { return };
        if self.read_on(&live, &loaded).await.is_err() {
            // Who listened comes again, and finds the table as its log says.
            live.set_loaded(None);
        }
    }

    /// Anything may have been written, also other words into what was there: reads on, or anew.
    async fn look_over(self: Arc<Self>, live: Arc<LiveTable>) {
        let _writing = live.writer.lock().await;
        let Some(loaded) = live.loaded() else { return };
        let known = loaded.published();
        let last = self.log(&live.id, known.table.length - 1).await;
        let is_known = last.is_ok_and(|(_, hashes)| hashes.first() == Some(&known.head));
        if !is_known || self.read_on(&live, &loaded).await.is_err() {
            live.set_loaded(None);
        }
    }

    /// An entry may be on disk and untold: reads on as soon as that can be done.
    pub(super) async fn settle_later(self: Arc<Self>, live: Arc<LiveTable>) {
        let mut wait = Duration::from_millis(200);
        while live.uncertain.load(Relaxed) && !self.closing.load(Relaxed) {
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(Duration::from_secs(5));
            let _writing = live.writer.lock().await;
            match live.loaded() {
                Some(loaded) if live.uncertain.load(Relaxed) => {
                    // What cannot be read now is tried again.
                    let _ = self.read_on(&live, &loaded).await;
                }
                _ => return,
            }
        }
    }

    /// A table, and as whom somebody looks at it. `has_name` if they could sit there.
    pub(crate) async fn table_for(
        self: &Arc<Self>,
        id: &str,
        viewer: impl Fn(&Table) -> Result<Viewer, Problem>,
        has_name: bool,
    ) -> Result<(Arc<Table>, Viewer), Problem> {
        let (live, loaded) = self.load(id).await?;
        self.hear_who_sits(&live, &loaded, &viewer, has_name).await?;
        let table = loaded.table();
        let who = viewer(&table)?;
        Ok((table, who))
    }

    /// Who has no seat here may have sat down at another server, of which nothing has come yet: then it is read first.
    pub(super) async fn hear_who_sits(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
        viewer: impl Fn(&Table) -> Result<Viewer, Problem>,
        has_name: bool,
    ) -> Result<(), Problem> {
        if has_name && !matches!(viewer(&loaded.table()), Ok(Viewer::Seat(_))) {
            self.hear_others(live, loaded).await?;
        }
        Ok(())
    }

    /// Reads what is on disk and not known here, for whoever looks. Nobody waits for what is about to be written: that
    /// would tell that somebody acts.
    pub(super) async fn hear_others(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
    ) -> Result<(), Problem> {
        if !self.is_shared {
            return Ok(());
        }
        let known = [(live.id.clone(), loaded.table().length)];
        if !self.store.gone_on(&known).await?.is_empty() {
            let _writing = live.writer.lock().await;
            self.has_news(live, loaded).await?;
        }
        Ok(())
    }

    /// Reads what others have written and this server has not heard of yet. True if there was something.
    pub(super) async fn has_news(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
    ) -> Result<bool, Problem> {
        let known = loaded.table().length;
        if self.is_shared {
            self.read_on(live, loaded).await?;
        }
        Ok(loaded.table().length > known)
    }

    /// Reads the log from where the table stands. Whoever calls it holds the writer's lock.
    pub(super) async fn read_on(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        loaded: &Arc<Loaded>,
    ) -> Result<(), Problem> {
        let (log, hashes) = self.log(&live.id, loaded.table().length).await?;
        for ((at, entry), head) in log.into_iter().zip(hashes) {
            let mut table = Table::clone(&loaded.table());
            let change = table.apply(at, &entry)?;
            let added = Added { at, entry, head };
            self.publish(live, loaded, added, table, &change);
        }
        live.uncertain.store(false, Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

    use bobbin_game::{Options, Seat, SeatSet, Seed, Viewer};
    use bobbin_store::memory::{Faults, MemoryStore};
    use bobbin_store::{Append, Store as _};
    use tokio::runtime::Handle;
    use tokio::task::block_in_place;

    use crate::app::Services;
    use crate::clock::Clock;
    use crate::error::Problem;
    use crate::live::{Decision, LiveTables};
    use crate::metrics::Metrics;
    use crate::sessions::Sessions;
    use crate::settings::Settings;
    use crate::table::{Entry, Form, Level, Manners, Place, Plan, Purpose, Status, Table};
    use crate::work::{Owner, Work};

    fn said(text: &str) -> Entry {
        Entry::Said {
            seat: Seat::new(0),
            text: text.to_owned(),
            unheard: SeatSet::EMPTY,
        }
    }

    /// A table that is called "busy", of four seats that are all Ann's.
    async fn busy() -> Arc<LiveTables> {
        busy_on(Arc::new(MemoryStore::new())).await
    }

    fn another_server(store: Arc<MemoryStore>) -> Arc<LiveTables> {
        let services = Services {
            store,
            settings: Settings::default(),
            metrics: Arc::new(Metrics::default()),
            work: Work::inline(),
            sessions: Sessions::new(Clock::system()),
            clock: Clock::system(),
        };
        LiveTables::open(Arc::new(services), 0)
    }

    async fn busy_on(store: Arc<MemoryStore>) -> Arc<LiveTables> {
        let tables = another_server(store);
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
        tables
            .create("busy", Entry::Created(Box::new(plan)))
            .await
            .unwrap();
        tables
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_is_late_each_time_is_told_so_and_not_that_the_server_failed() {
        let tables = busy().await;
        let others = Arc::clone(&tables.store);
        let late = tables.change("busy", move |table| {
            // While this one decides, another server is faster.
            let wait = |asked| block_in_place(|| Handle::current().block_on(asked));
            let last = wait(others.entries("busy", 0)).unwrap().pop().unwrap();
            let append = Append {
                table: "busy".to_owned(),
                index: table.length,
                previous: last.hash,
                at: table.updated_at,
                body: serde_json::to_string(&said("First!")).unwrap(),
                row: None,
                people: None,
                calls: Vec::new(),
            };
            block_in_place(|| Handle::current().block_on(others.append(append))).unwrap();
            Err(Problem::conflict("stale", "Something has happened since."))
        });
        assert_eq!(late.await.map(|_| ()).unwrap_err().code, "stale");
        let calm = tables.change("busy", |_| {
            Ok((Viewer::Seat(Seat::new(0)), Decision::Add(said("And I?"))))
        });
        assert!(calm.await.is_ok());
        // The first entry, one of the other server for each look, and the last.
        let entries = crate::live::LOOKS as u64 + 2;
        assert_eq!(
            tables.look("busy", |table| Ok(table.length)).await.ok(),
            Some(entries)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn an_entry_of_which_nobody_told_is_found_within_seconds() {
        let store = Arc::new(MemoryStore::new());
        let here = busy_on(Arc::clone(&store)).await;
        let there = another_server(Arc::new(store.another()));
        store.set_faults(Faults {
            untold: 1000,
            ..Faults::NONE
        });
        let news = store.watch().await.unwrap().unwrap();
        tokio::spawn(Arc::clone(&here).hear(news));
        let length = async || here.look("busy", |table| Ok(table.length)).await.ok();
        assert_eq!(length().await, Some(1));
        let say = |_: &Table| Ok((Viewer::Seat(Seat::new(0)), Decision::Add(said("Hear me."))));
        there.change("busy", say).await.unwrap();
        assert_eq!(length().await, Some(1), "nobody told");
        tokio::time::sleep(super::LOOK_AGAIN + Duration::from_millis(100)).await;
        assert_eq!(length().await, Some(2));
    }

    #[tokio::test]
    async fn who_sat_down_at_another_server_is_known_here_before_anybody_tells_of_it() {
        let store = Arc::new(MemoryStore::new());
        let here = busy_on(Arc::clone(&store)).await;
        let mut plan = Plan::clone(&here.table("busy").await.unwrap().plan);
        plan.seats[1] = Place::Open;
        let made = here.create("open", Entry::Created(Box::new(plan))).await;
        made.unwrap();
        let there = another_server(Arc::new(store.another()));
        let ben = |table: &Table| {
            let seat = table.seats_of("ben").next();
            Ok(seat.map_or(Viewer::Spectator, Viewer::Seat))
        };
        for tables in [&here, &there] {
            let (_, who) = tables.table_for("open", ben, true).await.unwrap();
            assert_eq!(who, Viewer::Spectator);
        }
        let sit = |_: &Table| {
            let sat = Entry::Sat {
                seat: Seat::new(1),
                person: "ben".to_owned(),
                name: "Ben".to_owned(),
            };
            Ok((Viewer::Spectator, Decision::Add(sat)))
        };
        there.change("open", sit).await.unwrap();
        let (_, nobody) = here.table_for("open", ben, false).await.unwrap();
        assert_eq!(nobody, Viewer::Spectator, "this server has not heard of it");
        let (_, who) = here.table_for("open", ben, true).await.unwrap();
        assert_eq!(who, Viewer::Seat(Seat::new(1)));
    }

    /// Whoever says that they have heard more than this server knows makes it read on, and may have lost the seat by
    /// that.
    #[tokio::test]
    async fn whoever_lost_a_seat_at_another_server_does_not_begin_to_listen_for_it_here() {
        let store = Arc::new(MemoryStore::new());
        let here = busy_on(Arc::clone(&store)).await;
        let mut plan = Plan::clone(&here.table("busy").await.unwrap().plan);
        let seat = Seat::new(1);
        plan.seats[1] = Place::Person {
            person: "ben".to_owned(),
            name: "Ben".to_owned(),
        };
        here.create("open", Entry::Created(Box::new(plan))).await.unwrap();
        let ben = |table: &Table| match table.seats_of("ben").next() {
            Some(seat) => Ok(Viewer::Seat(seat)),
            None => Err(Problem::forbidden("not_your_seat", "This is not your seat.")),
        };
        let listen = async |after| {
            let owner = Owner::Table("open".to_owned());
            let heard = here.listen("open", ben, owner, None, Form::WHOLE, after).await;
            heard.map(|(frames, _)| frames.len())
        };
        assert_eq!(listen(None).await.ok(), Some(1));
        let there = another_server(Arc::new(store.another()));
        let stand = move |_: &Table| Ok((Viewer::Spectator, Decision::Add(Entry::Stood { seat })));
        there.change("open", stand).await.unwrap();
        assert_eq!(listen(Some(u32::MAX)).await.unwrap_err().code, "not_your_seat");
    }

    /// Both are about to write the same entry, and the other one was faster.
    #[tokio::test]
    async fn whoever_comes_from_a_server_that_was_faster_is_told_what_they_know_already() {
        let store = Arc::new(MemoryStore::new());
        let here = busy_on(Arc::clone(&store)).await;
        assert_eq!(here.look("busy", |table| Ok(table.length)).await.ok(), Some(1));
        let there = another_server(Arc::new(store.another()));
        let say = |_: &Table| Ok((Viewer::Seat(Seat::new(0)), Decision::Add(said("First!"))));
        let heard = there.change("busy", say).await.unwrap().event;
        here.live("busy").length.store(2, Relaxed);
        let ann = |_: &Table| Ok(Viewer::Seat(Seat::new(0)));
        let owner = Owner::Table("busy".to_owned());
        let listening = here.listen("busy", ann, owner, None, Form::WHOLE, Some(heard));
        assert!(listening.await.unwrap().0.is_empty(), "nothing was missed");
        assert_eq!(here.look("busy", |table| Ok(table.length)).await.ok(), Some(2));
    }

    #[tokio::test(start_paused = true)]
    async fn who_looks_does_not_wait_for_a_commit_that_is_under_way() {
        let store = Arc::new(MemoryStore::new());
        let tables = busy_on(Arc::clone(&store)).await;
        assert_eq!(tables.look("busy", |table| Ok(table.length)).await.ok(), Some(1));
        store.set_faults(Faults {
            slow: 1000,
            slowest: Duration::from_secs(3),
            ..Faults::NONE
        });
        let changing = Arc::clone(&tables);
        let changing = tokio::spawn(async move {
            let decide = |_: &Table| Ok((Viewer::Seat(Seat::new(0)), Decision::Add(said("Slowly."))));
            changing.change("busy", decide).await
        });
        let began = tokio::time::Instant::now();
        // The commit is under way; whoever reads then is answered at once.
        tokio::time::sleep(Duration::from_millis(1)).await;
        store.set_faults(Faults::NONE);
        let (mut looked, mut watched) = (0, 0);
        while !changing.is_finished() {
            let before = tokio::time::Instant::now();
            let length = tables.look("busy", |table| Ok(table.length)).await.ok();
            assert_eq!(before.elapsed(), Duration::ZERO, "looking takes no time");
            if store.entries("busy", 0).await.unwrap().len() == 1 {
                let watching = |_: &Table| Ok(Viewer::Spectator);
                tables.table_for("busy", watching, true).await.unwrap();
                assert_eq!(before.elapsed(), Duration::ZERO, "until it is on disk");
                watched += 1;
            }
            assert!(length == Some(1) || (changing.is_finished() && length == Some(2)));
            looked += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(changing.await.unwrap().is_ok());
        assert!(
            looked > 3 && watched > 3 && began.elapsed() > Duration::from_millis(30),
            "{looked} {watched}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn bots_are_kept_while_their_table_is_played_and_dropped_when_it_is_over() {
        let tables = busy().await;
        let seats = (0..4).map(|number| Place::Bot {
            level: Level::Gentle,
            name: format!("Bot {number}"),
        });
        let plan = Plan {
            seats: seats.collect(),
            ..Plan::clone(&tables.table("busy").await.unwrap().plan)
        };
        tables
            .create("bots", Entry::Created(Box::new(plan)))
            .await
            .unwrap();
        let start = |_: &Table| Ok((Viewer::Spectator, Decision::Add(Entry::Started)));
        tables.change("bots", start).await.unwrap();
        let (mut most, mut status) = (0, Status::Running);
        for _ in 0..100_000 {
            status = tables.look("bots", |table| Ok(table.status)).await.unwrap();
            if status == Status::Over {
                break;
            }
            most = most.max(tables.bots.len());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!((status, most), (Status::Over, 4));
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert_eq!(tables.bots.len(), 0);
    }
}
