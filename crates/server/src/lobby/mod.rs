//! Finding a game: people say what they look for, and those who fit are brought to a table.
//!
//! All seeks of all servers are one small document, which changes by compare-and-swap: so at every moment there is one
//! truth about who looks and who was found, and nobody is found twice. A game that was found is in the document with
//! the id of its table before the table is made, so whoever reads it after a server was killed makes the same table.

mod book;
mod call;
mod meeting;
mod pairing;
mod presence;
mod settle;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bobbin_store::{Document, TableFilter, TableRow};
pub(crate) use book::{Book, Meeting, NotTaken, Reach, Seek, Seeker, Speed, Taker, Wish};
use book::{GRACE, Moment, pair_of};
use presence::Presence;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio_util::sync::CancellationToken;

use crate::app::Services;
use crate::error::Problem;
use crate::live::LiveTables;
use crate::secrets::unguessable;
use crate::table::Status;

/// How the database calls the book.
const KIND: &str = "lobby";
const ID: &str = "book";

/// So often a change is tried where other servers change the book, too.
const TRIES: usize = 32;

/// That somebody blocks somebody is believed so long without asking, in milliseconds. That nobody does is asked each
/// time.
const APART: i64 = 10_000;

/// So many tables of each kind the lobby shows.
const MOST_TABLES: u32 = 40;

/// What the lobby is now, the same for all: what each may see of it is worked out for them.
#[derive(Clone, Default)]
pub(crate) struct Now {
    pub(crate) book: Book,
    /// Who of those who look for a game is there.
    pub(crate) here: BTreeSet<String>,
    /// How many people are there, at all servers.
    pub(crate) people: usize,
    /// Listed tables that wait for players, and games under way.
    pub(crate) open: Vec<TableRow>,
    pub(crate) running: Vec<TableRow>,
    /// How many watch a table.
    pub(crate) watched: BTreeMap<String, usize>,
    /// How often somebody has changed at this server whom they keep at a distance: what was asked before does not
    /// count.
    pub(crate) distances: u64,
}

/// The lobby at this server.
pub(crate) struct Lobby {
    services: Arc<Services>,
    live: Arc<LiveTables>,
    presence: Presence,
    /// Held by whoever changes the book: only other servers are in each other's way.
    changing: AsyncMutex<()>,
    /// Held by whoever makes the tables of those who were found.
    making: AsyncMutex<()>,
    apart: Mutex<HashMap<(String, String), i64>>,
    now: watch::Sender<Arc<Now>>,
    /// Before this nobody is taken for gone: after a start people have to come back first.
    opened_at: i64,
    closing: CancellationToken,
}

impl Lobby {
    pub(crate) fn open(services: &Arc<Services>, live: &Arc<LiveTables>) -> Arc<Self> {
        Arc::new(Lobby {
            opened_at: services.clock.wall(),
            services: Arc::clone(services),
            live: Arc::clone(live),
            presence: Presence::new(),
            changing: AsyncMutex::default(),
            making: AsyncMutex::default(),
            apart: Mutex::default(),
            now: watch::Sender::default(),
            closing: CancellationToken::new(),
        })
    }

    /// What the lobby is, from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<Arc<Now>> {
        self.now.subscribe()
    }

    /// Cancelled when the server stops.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.closing
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.closing.cancel();
    }

    /// Somebody keeps somebody at a distance, or does not any more: all who listen are asked about anew.
    pub(crate) fn ask_distances_again(&self) {
        self.now.send_modify(|now| {
            *now = Arc::new(Now {
                distances: now.distances + 1,
                ..Now::clone(now)
            });
        });
    }

    /// Sees to the lobby again and again, seldom while nobody looks at it.
    pub(crate) async fn keep(self: Arc<Self>) {
        const STEP: Duration = Duration::from_millis(500);
        let mut round: u32 = 0;
        while !self.closing.is_cancelled() {
            let is_watched = self.now.receiver_count() > 0;
            let every = if is_watched { 2 } else { 10 };
            if round.is_multiple_of(every)
                && let Err(problem) = self.see_to(round.is_multiple_of(10), is_watched).await
            {
                tracing::warn!(code = problem.code, "the lobby could not be seen to");
            }
            round = round.wrapping_add(1);
            tokio::select! {
                () = tokio::time::sleep(STEP) => {}
                () = self.closing.cancelled() => {}
            }
        }
        self.presence.leave(&*self.services.store).await;
    }

    /// One round: who is there, who fits, which tables there are.
    async fn see_to(&self, exchange: bool, is_watched: bool) -> Result<(), Problem> {
        let (_, book) = self.read().await?;
        let seekers: BTreeSet<String> = seekers(&book).map(str::to_owned).collect();
        let people = self.services.sessions.people_here();
        let now = self.services.clock.wall();
        self.presence.see(now, people, &seekers, self.live.watched_now());
        if exchange && self.services.store.is_shared() {
            self.presence.exchange(&*self.services.store, now).await?;
        }
        if !book.seeks.is_empty() || !book.meetings.is_empty() {
            self.settle().await?;
        }
        if is_watched {
            self.look_at_tables().await?;
        }
        Ok(())
    }

    /// Everything as it is now, for one who asks once.
    pub(crate) async fn look(&self) -> Result<Arc<Now>, Problem> {
        let (_, book) = self.read().await?;
        self.publish(&book);
        self.look_at_tables().await?;
        Ok(Arc::clone(&self.now.borrow()))
    }

    async fn look_at_tables(&self) -> Result<(), Problem> {
        let of = |status: Status| TableFilter {
            status: Some(status.name().to_owned()),
            limit: MOST_TABLES,
            ..TableFilter::default()
        };
        let store = &self.services.store;
        let open = store.tables(&of(Status::Open)).await?;
        let running = store.tables(&of(Status::Running)).await?;
        let watched = self.presence.watched();
        let people = self.presence.count();
        self.now.send_if_modified(|now| {
            let is_same =
                now.open == open && now.running == running && now.watched == watched && now.people == people;
            if !is_same {
                *now = Arc::new(Now {
                    people,
                    open,
                    running,
                    watched,
                    ..Now::clone(now)
                });
            }
            !is_same
        });
        Ok(())
    }

    fn publish(&self, book: &Book) {
        let here = self.presence.here();
        let here: BTreeSet<String> = seekers(book)
            .filter(|person| here.contains(*person))
            .map(str::to_owned)
            .collect();
        self.now.send_if_modified(|now| {
            let is_same = now.book == *book && now.here == here;
            if !is_same {
                *now = Arc::new(Now {
                    book: book.clone(),
                    here,
                    ..Now::clone(now)
                });
            }
            !is_same
        });
    }

    /// The book and the document it is in, if there is one.
    async fn read(&self) -> Result<(Option<Document>, Book), Problem> {
        let document = self.services.store.document(KIND, ID).await?;
        let book = match &document {
            Some(document) => serde_json::from_str(&document.body).unwrap_or_else(|error| {
                // Those who look say so again; a book that nobody can read must not keep them from it.
                tracing::error!(%error, "the book of the lobby cannot be read and is begun anew");
                Book::default()
            }),
            None => Book::default(),
        };
        Ok((document, book))
    }

    /// Writes the book in place of what was read. False if another server was faster.
    async fn write(&self, read: Option<&Document>, book: &Book) -> Result<bool, Problem> {
        let store = &self.services.store;
        let body = serde_json::to_string(book).map_err(|_| Problem::unavailable())?;
        let is_written = if let Some(document) = read {
            store.swap_document(document, &body).await?
        } else {
            let document = Document {
                kind: KIND.to_owned(),
                id: ID.to_owned(),
                person: None,
                body,
                created_at: self.services.clock.wall(),
            };
            store.add_document(&document).await?
        };
        if is_written {
            self.publish(book);
        }
        Ok(is_written)
    }

    /// Changes the book. `change` may be tried several times; what it refuses changes nothing.
    async fn change<T>(&self, mut change: impl FnMut(&mut Book) -> Result<T, Problem>) -> Result<T, Problem> {
        let _changing = self.changing.lock().await;
        for _ in 0..TRIES {
            let (document, before) = self.read().await?;
            let mut book = before.clone();
            let answer = change(&mut book)?;
            if book == before || self.write(document.as_ref(), &book).await? {
                return Ok(answer);
            }
        }
        Err(Problem::unavailable())
    }

    /// What is known now beside the book.
    fn moment(&self, book: &Book) -> Moment {
        let now = self.services.clock.wall();
        let mut here = self.presence.here();
        if now - self.opened_at < GRACE {
            here.extend(seekers(book).map(str::to_owned));
        }
        let mut apart = self.apart.lock().unwrap_or_else(PoisonError::into_inner);
        apart.retain(|_, asked| now - *asked < APART);
        Moment {
            now,
            here,
            apart: apart.keys().cloned().collect(),
        }
    }

    /// Somebody looks for a game. They may have found it at once.
    pub(crate) async fn look_for(&self, game: &str, seeker: Seeker) -> Result<Found, Problem> {
        let id = unguessable::<12>();
        let person = seeker.person.clone();
        self.change(|book| book.look(id.clone(), game, seeker.clone()).map_err(not_taken))
            .await?;
        self.found(&person, game, seeker.since).await
    }

    /// Which title a seek is for.
    pub(crate) async fn game_of(&self, id: &str) -> Result<String, Problem> {
        let (_, book) = self.read().await?;
        let seek = book.seeks.into_iter().find(|seek| seek.id == id);
        seek.map(|seek| seek.game)
            .ok_or_else(|| not_taken(NotTaken::Gone))
    }

    /// Somebody takes a seek of others.
    pub(crate) async fn take(&self, id: &str, taker: &Taker) -> Result<Found, Problem> {
        let (_, book) = self.read().await?;
        let seek = book.seeks.iter().find(|seek| seek.id == id);
        let seek = seek.ok_or(NotTaken::Gone).map_err(not_taken)?;
        let since = self.services.clock.wall();
        for other in seek.people().filter(|other| *other != taker.person) {
            // Who blocks whom is told to nobody: for them there is no such seek.
            if self.are_apart(&pair_of(other, &taker.person)).await? {
                return Err(not_taken(NotTaken::Gone));
            }
        }
        let game = seek.game.clone();
        self.change(|book| {
            let moment = self.moment(book);
            book.take(id, taker.clone(), &moment).map_err(not_taken)
        })
        .await?;
        self.found(&taker.person, &game, since).await
    }

    /// What somebody has come to who has just begun to look.
    async fn found(&self, person: &str, game: &str, since: i64) -> Result<Found, Problem> {
        self.settle().await?;
        let (_, book) = self.read().await?;
        let mut meetings = book.meetings.iter().rev();
        let meeting = meetings.find(|meeting| {
            meeting.at >= since
                && meeting.game == game
                && meeting.people.iter().any(|met| met.person == person)
        });
        Ok(Found {
            seek: book.seek_of(person, game).map(|seek| seek.id.clone()),
            table: meeting.map(|meeting| meeting.table.clone()),
        })
    }

    /// Somebody does not look any more in this seek. False if they did not.
    pub(crate) async fn stop(&self, id: &str, person: &str) -> Result<bool, Problem> {
        self.change(|book| {
            let seek = book.seeks.iter().find(|seek| seek.id == id && seek.has(person));
            let game = seek.map(|seek| seek.game.clone());
            if let Some(game) = &game {
                book.stop_looking(person, game);
            }
            Ok(game.is_some())
        })
        .await
    }

    /// Somebody signed out of a browser: they do not look for a game to be played at once. Who cannot come back looks
    /// for none.
    pub(crate) async fn sign_out(&self, person: &str, can_come_back: bool) -> Result<(), Problem> {
        self.presence.forget(person);
        self.change(|book| {
            book.part(|_, seeker| {
                seeker.person == person && (!can_come_back || seeker.wish.speed == Speed::Live)
            });
            Ok(())
        })
        .await
    }

    /// Somebody goes for good. What they have found is made first, so that it is among their tables.
    pub(crate) async fn forget(&self, person: &str) -> Result<(), Problem> {
        self.presence.forget(person);
        let stop = |book: &mut Book| {
            book.forget(person);
            Ok(())
        };
        self.change(stop).await?;
        self.make_tables().await?;
        self.change(stop).await
    }

    /// Somebody is called something else from now on.
    pub(crate) async fn rename(&self, person: &str, name: &str) -> Result<(), Problem> {
        self.change(|book| {
            let seekers = book.seeks.iter_mut().flat_map(|seek| &mut seek.seekers);
            for seeker in seekers.filter(|seeker| seeker.person == person) {
                name.clone_into(&mut seeker.name);
            }
            Ok(())
        })
        .await
    }
}

/// What somebody has come to who looks for a game: one of the two, as a rule.
pub(crate) struct Found {
    /// The seek they are in.
    pub(crate) seek: Option<String>,
    /// The table where their game has begun.
    pub(crate) table: Option<String>,
}

fn seekers(book: &Book) -> impl Iterator<Item = &str> {
    book.seeks.iter().flat_map(Seek::people)
}

fn not_taken(why: NotTaken) -> Problem {
    match why {
        NotTaken::Gone => Problem::conflict(
            "seek_gone",
            "Somebody was faster, or nobody looks for this any more.",
        ),
        NotTaken::TooFar => Problem::conflict(
            "rating_too_far",
            "They look for somebody whose rating is nearer to theirs.",
        ),
        NotTaken::Full => Problem::conflict(
            "lobby_full",
            "So many look for a game that there is no room for more: take one of theirs.",
        ),
    }
}
