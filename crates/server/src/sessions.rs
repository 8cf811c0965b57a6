//! Sessions: which cookie or token is whose, as far as this server has asked the database lately.
//!
//! Whoever holds a session (a request, a stream) is let in by it until it ends. It ends at once when the person signs
//! out, gets a new password, is banned, blocked by somebody or deleted, or the token is taken away, at whichever server
//! that happens: the database tells every server of it (`News`), and each ends what it knows of that person.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bobbin_store::{Key, Person, Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::error::Problem;
use crate::identity::Scope;
use crate::people::neighbors::shunned_by;

/// So long a session is believed without asking the database again, should its news ever fail.
const MAX_AGE: Duration = Duration::from_secs(5);

/// The same while somebody holds it: a stream is told everything by it all the time, so whoever listens may as well
/// act.
const MAX_AGE_HELD: Duration = Duration::from_mins(1);

/// With more sessions than this, those that nobody holds are thrown away.
const MANY: usize = 20_000;

/// Someone who is let in.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) key: Key,
    pub(crate) person: Person,
    /// Who has blocked this person: what they sit at is not theirs to see. Whoever does so ends the session.
    pub(crate) shunned_by: BTreeSet<String>,
    clock: Clock,
    ended: CancellationToken,
}

impl Session {
    fn new(known: Known, clock: Clock) -> Self {
        let Known {
            key,
            person,
            shunned_by,
        } = known;
        Session {
            key,
            person,
            shunned_by,
            clock,
            ended: CancellationToken::new(),
        }
    }

    /// Cancelled when the session ends.
    pub(crate) fn ended(&self) -> &CancellationToken {
        &self.ended
    }

    /// How long it is believed. Whoever asks has the sessions locked, so one of those who hold it is the cache.
    fn max_age(self: &Arc<Self>) -> Duration {
        if Arc::strong_count(self) > 1 {
            MAX_AGE_HELD
        } else {
            MAX_AGE
        }
    }

    /// Is its time over?
    pub(crate) fn has_expired(&self) -> bool {
        has_expired(&self.key, &self.clock)
    }

    /// Does it allow this?
    pub(crate) fn allows(&self, scope: Scope) -> bool {
        self.key.scopes.split(' ').any(|name| name == scope.name())
    }

    /// Sends a program away whose token does not allow this.
    pub(crate) fn check(&self, scope: Scope) -> Result<(), Problem> {
        if self.allows(scope) {
            return Ok(());
        }
        let message = format!(
            "This token does not allow it: it needs the scope \"{}\".",
            scope.name()
        );
        Err(Problem::forbidden("scope", message))
    }

    /// Does it allow to see what only its person may see?
    pub(crate) fn reads(&self) -> bool {
        self.allows(Scope::Read)
    }
}

/// What is kept of whoever has a secret.
struct Known {
    key: Key,
    person: Person,
    shunned_by: BTreeSet<String>,
}

impl Known {
    async fn of(store: &dyn Store, hash: &str) -> Result<Option<Self>, StoreError> {
        let Some((key, person)) = store.key(hash).await? else {
            return Ok(None);
        };
        let shunned_by = shunned_by(store, &person.id).await?;
        Ok(Some(Known {
            key,
            person,
            shunned_by,
        }))
    }
}

/// What the database says of a secret.
pub(crate) enum Found {
    /// It lets this person in.
    Session(Arc<Session>),
    /// It is nobody's, or has expired.
    Nobody,
    /// Its person is not let in any more.
    Banned,
}

/// All sessions that this server knows.
pub(crate) struct Sessions {
    cached: Mutex<Cached>,
    clock: Clock,
}

#[derive(Default)]
struct Cached {
    by_hash: HashMap<String, (Instant, Arc<Session>)>,
    /// How often something has ended: what was asked before that must not be believed after it.
    endings: u64,
    /// Whose sessions the latest of them ended; anybody's where it is not known.
    latest: VecDeque<Option<String>>,
}

impl Sessions {
    pub(crate) fn new(clock: Clock) -> Self {
        Sessions {
            cached: Mutex::default(),
            clock,
        }
    }

    fn locked(&self) -> MutexGuard<'_, Cached> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of a secret, by its hash.
    pub(crate) async fn find(&self, store: &Arc<dyn Store>, hash: &str) -> Result<Found, Problem> {
        // Who asks while sessions end asks again, or a session could outlive its end.
        for _ in 0..8 {
            let endings = {
                let cached = self.locked();
                if let Some((since, session)) = cached.by_hash.get(hash)
                    && since.elapsed() < session.max_age()
                    && !session.has_expired()
                {
                    return Ok(Found::Session(Arc::clone(session)));
                }
                cached.endings
            };
            let found = Known::of(&**store, hash).await?;
            touch(store, self.clock.wall(), found.as_ref());
            let mut cached = self.locked();
            let person = found.as_ref().map(|known| known.person.id.as_str());
            if !cached.has_ended_since(endings, person) {
                return Ok(cached.settle(hash, found, &self.clock));
            }
        }
        Err(Problem::unavailable())
    }

    /// Who is here: whoever holds a session, by a stream that they follow or by something that they ask just now.
    pub(crate) fn people_here(&self) -> BTreeSet<String> {
        let cached = self.locked();
        let held = cached.by_hash.values().filter(|(_, session)| {
            Arc::strong_count(session) > 1 && !session.has_expired() && !session.ended.is_cancelled()
        });
        held.map(|(_, session)| session.person.id.clone()).collect()
    }

    /// Ends all sessions of a person, and with them their streams. Whoever still has the right comes again.
    pub(crate) fn end(&self, person: &str) {
        let mut cached = self.locked();
        cached.count_ending(Some(person));
        cached.by_hash.retain(|_, (_, session)| {
            let stays = session.key.person != person;
            if !stays {
                session.ended.cancel();
            }
            stays
        });
    }

    /// Anything may have been changed: asks the database again about each session that somebody holds.
    pub(crate) async fn check_all(&self, store: &dyn Store) {
        let held: Vec<String> = {
            let mut cached = self.locked();
            cached.count_ending(None);
            cached
                .by_hash
                .retain(|_, (_, session)| Arc::strong_count(session) > 1);
            cached.by_hash.keys().cloned().collect()
        };
        for hash in held {
            let endings = self.locked().endings;
            match Known::of(store, &hash).await {
                Ok(found) => {
                    let mut cached = self.locked();
                    let person = found.as_ref().map(|known| known.person.id.as_str());
                    if !cached.has_ended_since(endings, person) {
                        cached.settle(&hash, found, &self.clock);
                        continue;
                    }
                    drop(cached);
                    self.drop_session(&hash);
                }
                // Who cannot be asked about is let in anew when the database is back.
                Err(_) => self.drop_session(&hash),
            }
        }
    }

    fn drop_session(&self, hash: &str) {
        if let Some((_, session)) = self.locked().by_hash.remove(hash) {
            session.ended.cancel();
        }
    }
}

/// When a session was last used is kept to some minutes. Nobody waits for it.
fn touch(store: &Arc<dyn Store>, now: i64, found: Option<&Known>) {
    const OFTEN: i64 = 10 * 60 * 1000;
    let old = |known: &&Known| known.key.last_used_at.is_none_or(|at| now - at > OFTEN);
    if let Some(known) = found.filter(old) {
        let (store, hash) = (Arc::clone(store), known.key.hash.clone());
        tokio::spawn(async move { store.touch_key(&hash, now).await });
    }
}

/// So many endings are remembered one by one.
const LATEST: usize = 256;

impl Cached {
    fn count_ending(&mut self, person: Option<&str>) {
        self.endings += 1;
        if self.latest.len() == LATEST {
            self.latest.pop_front();
        }
        self.latest.push_back(person.map(str::to_owned));
    }

    /// Have sessions of this person ended since there were so many endings? Of nobody none have.
    fn has_ended_since(&self, endings: u64, person: Option<&str>) -> bool {
        let since = (self.endings - endings) as usize;
        let mut latest = self.latest.iter().rev().take(since);
        since > LATEST || latest.any(|ended| ended.is_none() || ended.as_deref() == person)
    }

    /// Remembers what the database has said, and ends what it says no more.
    fn settle(&mut self, hash: &str, found: Option<Known>, clock: &Clock) -> Found {
        let answer = match found {
            Some(found) if found.person.banned => Found::Banned,
            Some(found) if has_expired(&found.key, clock) => Found::Nobody,
            Some(found) => {
                let known = self.by_hash.get(hash).map(|(_, session)| session);
                let same = known.filter(|known| is_same(known, &found)).map(Arc::clone);
                let session = same.unwrap_or_else(|| Arc::new(Session::new(found, clock.clone())));
                Found::Session(session)
            }
            None => Found::Nobody,
        };
        let before = match &answer {
            Found::Session(session) => {
                if self.by_hash.len() > MANY {
                    self.by_hash
                        .retain(|_, (since, kept)| Arc::strong_count(kept) > 1 || since.elapsed() < MAX_AGE);
                }
                let known = (Instant::now(), Arc::clone(session));
                let before = self.by_hash.insert(hash.to_owned(), known);
                before.filter(|(_, before)| !Arc::ptr_eq(before, session))
            }
            Found::Nobody | Found::Banned => self.by_hash.remove(hash),
        };
        if let Some((_, before)) = before {
            before.ended.cancel();
        }
        answer
    }
}

/// Does the database say what the session says? When it was last used makes no difference.
fn is_same(session: &Session, found: &Known) -> bool {
    let (key, person) = (&found.key, &found.person);
    let is_let_in_alike = session.key.id == key.id && session.key.scopes == key.scopes;
    session.person == *person && is_let_in_alike && session.shunned_by == found.shunned_by
}

fn has_expired(key: &Key, clock: &Clock) -> bool {
    key.expires_at.is_some_and(|at| at < clock.wall())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store_with_ann() -> Arc<dyn Store> {
        let store = bobbin_store::open("sqlite::memory:").await.unwrap();
        let person = Person {
            id: "ann".to_owned(),
            name: "Ann".to_owned(),
            login: None,
            password: None,
            banned: false,
            created_at: 0,
        };
        store.add_person(&person).await.unwrap();
        for id in ["phone", "desk"] {
            let key = Key {
                hash: id.to_owned(),
                id: id.to_owned(),
                person: "ann".to_owned(),
                scopes: "read play account".to_owned(),
                label: String::new(),
                created_at: 0,
                expires_at: None,
                last_used_at: None,
                browser: String::new(),
            };
            store.add_key(&key).await.unwrap();
        }
        store
    }

    async fn session(sessions: &Sessions, store: &Arc<dyn Store>, hash: &str) -> Option<Arc<Session>> {
        match sessions.find(store, hash).await.ok()? {
            Found::Session(session) => Some(session),
            Found::Nobody | Found::Banned => None,
        }
    }

    #[tokio::test]
    async fn a_session_that_is_held_ends_when_its_key_is_gone_and_others_go_on() {
        let (store, sessions) = (store_with_ann().await, Sessions::new(Clock::system()));
        let phone = session(&sessions, &store, "phone").await.unwrap();
        let desk = session(&sessions, &store, "desk").await.unwrap();
        store.delete_key("ann", "phone").await.unwrap();
        sessions.check_all(&*store).await;
        assert!(phone.ended().is_cancelled() && !desk.ended().is_cancelled());
        assert!(session(&sessions, &store, "phone").await.is_none());
        let again = session(&sessions, &store, "desk").await.unwrap();
        assert!(Arc::ptr_eq(&desk, &again), "what has not changed goes on");
    }

    #[tokio::test]
    async fn all_sessions_of_a_person_end_together_and_a_ban_lets_none_in() {
        let (store, sessions) = (store_with_ann().await, Sessions::new(Clock::system()));
        let phone = session(&sessions, &store, "phone").await.unwrap();
        store.set_banned("ann", true).await.unwrap();
        sessions.end("ann");
        assert!(phone.ended().is_cancelled());
        let found = sessions.find(&store, "phone").await.unwrap();
        assert!(matches!(found, Found::Banned));
    }

    #[tokio::test]
    async fn whoever_listens_is_believed_longer_but_not_for_ever() {
        let (store, sessions) = (store_with_ann().await, Sessions::new(Clock::system()));
        let held = session(&sessions, &store, "phone").await.unwrap();
        store.delete_key("ann", "phone").await.unwrap();
        let ago = |time: Duration| {
            sessions.locked().by_hash.get_mut("phone").unwrap().0 = Instant::now().checked_sub(time).unwrap();
        };
        ago(MAX_AGE);
        assert!(session(&sessions, &store, "phone").await.is_some());
        ago(MAX_AGE_HELD);
        assert!(session(&sessions, &store, "phone").await.is_none());
        assert!(held.ended().is_cancelled());
        let held = session(&sessions, &store, "desk").await.unwrap();
        drop(held);
        store.delete_key("ann", "desk").await.unwrap();
        sessions.locked().by_hash.get_mut("desk").unwrap().0 = Instant::now().checked_sub(MAX_AGE).unwrap();
        assert!(session(&sessions, &store, "desk").await.is_none());
    }
}
