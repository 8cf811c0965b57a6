//! Pages that people show of themselves, to everybody who knows or guesses their handle. Off unless somebody wants one.
//!
//! A handle is theirs alone, also while the page is off: nobody else can pass for them by taking it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bobbin_store::{Document, Person, Store};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::clock::Clock;
use crate::error::Problem;
use crate::names::{checked_name, look_key};
use crate::sessions::Session;

/// How the database calls pages (by person) and handles (by how they look).
const PAGE: &str = "page";
const HANDLE: &str = "handle";

/// So many replays may be pinned.
pub(crate) const MOST_PINS: usize = 12;

/// A person's page, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptPage {
    /// As its owner writes it.
    pub(crate) handle: String,
    /// Is it shown?
    pub(crate) on: bool,
    /// Tables of finished games, the latest pinned first.
    #[serde(default)]
    pub(crate) pins: Vec<String>,
}

/// The page of a person, whether it is shown or not.
pub(crate) async fn page_of(store: &dyn Store, person: &str) -> Result<Option<KeptPage>, Problem> {
    let kept = store.document(PAGE, person).await?;
    Ok(kept.and_then(|kept| serde_json::from_str(&kept.body).ok()))
}

/// The handle of a person whose page is shown to this visitor.
pub(crate) async fn shown_handle(
    store: &dyn Store,
    person: &str,
    visitor: Option<&Session>,
) -> Result<Option<String>, Problem> {
    if visitor.is_some_and(|session| session.shunned_by.contains(person)) {
        return Ok(None);
    }
    let page = page_of(store, person).await?;
    Ok(page.filter(|page| page.on).map(|page| page.handle))
}

/// Whose page stands at this handle, for this visitor. None where there is none, it is off, its owner is not let in any
/// more or has blocked the visitor: nobody can tell which.
pub(crate) async fn find(
    store: &dyn Store,
    handle: &str,
    visitor: Option<&Session>,
) -> Result<Option<(Person, KeptPage)>, Problem> {
    if !is_well_formed(handle) {
        return Ok(None);
    }
    let Some(person) = owner_of(store, &key_of(handle)).await? else {
        return Ok(None);
    };
    let Some(page) = page_of(store, &person).await? else {
        return Ok(None);
    };
    if !page.on || !page.handle.eq_ignore_ascii_case(handle) {
        return Ok(None);
    }
    if visitor.is_some_and(|session| session.shunned_by.contains(&person)) {
        return Ok(None);
    }
    let person = store.person(&person).await?.filter(|person| !person.banned);
    Ok(person.map(|person| (person, page)))
}

/// The same, or the refusal.
pub(crate) async fn found(
    store: &dyn Store,
    handle: &str,
    visitor: Option<&Session>,
) -> Result<(Person, KeptPage), Problem> {
    let found = find(store, handle, visitor).await?;
    found.ok_or_else(|| Problem::not_found("page"))
}

/// All handles that one could be taken for have the same. In capitals an i looks like an l, and so does a 1 anywhere.
fn key_of(handle: &str) -> String {
    look_key(handle).replace('i', "l")
}

async fn owner_of(store: &dyn Store, key: &str) -> Result<Option<String>, Problem> {
    let kept = store.document(HANDLE, key).await?;
    Ok(kept.and_then(|kept| kept.person))
}

fn is_well_formed(handle: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    (3..=20).contains(&handle.len())
        && handle.chars().all(is_plain)
        && handle.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// A handle as its owner writes it: nobody's office and no bot's name either.
pub(crate) fn checked_handle(handle: &str) -> Result<String, Problem> {
    let handle = handle.trim().trim_start_matches('@');
    if !is_well_formed(handle) {
        let message = "A handle has 3 to 20 letters, digits, hyphens and underscores, a letter first.";
        return Err(Problem::unacceptable("handle", message));
    }
    checked_name(handle).map_err(|problem| Problem::unacceptable("handle", problem.message))
}

/// Gives a person this page in place of the one they had. A handle that looks like somebody else's is taken.
pub(crate) async fn put(
    store: &dyn Store,
    clock: &Clock,
    person: &str,
    page: &KeptPage,
) -> Result<(), Problem> {
    let key = key_of(&page.handle);
    let handle = Document {
        kind: HANDLE.to_owned(),
        id: key.clone(),
        person: Some(person.to_owned()),
        body: String::new(),
        created_at: clock.wall(),
    };
    if !store.add_document(&handle).await? && owner_of(store, &key).await?.as_deref() != Some(person) {
        let message = "This handle is taken, or looks like one that is: choose another one.";
        return Err(Problem::conflict("handle_taken", message));
    }
    let document = Document {
        kind: PAGE.to_owned(),
        id: person.to_owned(),
        person: Some(person.to_owned()),
        body: serde_json::to_string(page).unwrap_or_default(),
        created_at: clock.wall(),
    };
    store.put_document(&document).await?;
    // What they had before is free again, and what was left of a change that was broken off.
    for old in store.documents(HANDLE, Some(person)).await? {
        if old.id != key {
            store.delete_document(HANDLE, &old.id).await?;
        }
    }
    Ok(())
}

/// What a page shows of its owner's games is worked out from all of them: so it is kept for a minute. Whether it is
/// shown at all is asked each time.
pub(crate) struct Shown<T>(Mutex<HashMap<String, (Instant, Arc<T>)>>);

impl<T> Default for Shown<T> {
    fn default() -> Self {
        Shown(Mutex::default())
    }
}

/// So old may be what a page shows.
const MAX_AGE: Duration = Duration::from_mins(1);

/// So many pages are kept.
const MOST_KEPT: usize = 500;

impl<T> Shown<T> {
    pub(crate) fn get(&self, person: &str) -> Option<Arc<T>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, shown) = kept.get(person)?;
        (since.elapsed() < MAX_AGE).then(|| Arc::clone(shown))
    }

    pub(crate) fn keep(&self, person: &str, shown: T) -> Arc<T> {
        let shown = Arc::new(shown);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.retain(|_, (since, _)| since.elapsed() < MAX_AGE);
        }
        if kept.len() < MOST_KEPT {
            kept.insert(person.to_owned(), (Instant::now(), Arc::clone(&shown)));
        }
        shown
    }
}

/// May somebody have a page? Who could not come back to it has none: a guest is one browser.
pub(crate) async fn check_may_have(app: &App, person: &Person) -> Result<(), Problem> {
    if person.login.is_some() || crate::api::passkeys::has_passkey(app, &person.id).await? {
        return Ok(());
    }
    let message =
        "A page is for who can come back to it: choose a login and a password, or a passkey, first.";
    Err(Problem::forbidden("guest", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store() -> Arc<dyn Store> {
        let store = bobbin_store::open("sqlite::memory:").await.unwrap();
        for name in ["ann", "ben"] {
            let person = Person {
                id: name.to_owned(),
                name: name.to_owned(),
                login: None,
                password: None,
                banned: false,
                created_at: 0,
            };
            store.add_person(&person).await.unwrap();
        }
        store
    }

    fn page(handle: &str) -> KeptPage {
        KeptPage {
            handle: handle.to_owned(),
            on: true,
            pins: Vec::new(),
        }
    }

    #[tokio::test]
    async fn a_handle_is_its_owners_alone_however_it_is_written_and_free_when_they_take_another() {
        let (store, clock) = (store().await, Clock::system());
        put(&*store, &clock, "ann", &page("Tidy-Ann")).await.unwrap();
        for like in ["tidy-ann", "tidyann", "T1dyAnn", "tidy_ann"] {
            let taken = put(&*store, &clock, "ben", &page(like)).await;
            assert_eq!(taken.unwrap_err().code, "handle_taken", "{like}");
        }
        let of = async |handle| {
            find(&*store, handle, None)
                .await
                .unwrap()
                .map(|(owner, _)| owner.id)
        };
        assert_eq!(of("TIDY-ann").await.as_deref(), Some("ann"));
        assert_eq!(of("tidyann").await, None, "it is written with a hyphen");
        put(&*store, &clock, "ann", &page("annie")).await.unwrap();
        assert_eq!(of("tidy-ann").await, None);
        put(&*store, &clock, "ben", &page("tidy-ann")).await.unwrap();
        assert_eq!(of("tidy-ann").await.as_deref(), Some("ben"));
    }

    #[test]
    fn a_handle_is_plain_and_nobodys_office() {
        assert_eq!(checked_handle(" @Ann-2 ").unwrap(), "Ann-2");
        for wrong in [
            "",
            "an",
            "2ann",
            "a b",
            "änn",
            "admin",
            "bobbin-staff-1",
            "Basil",
            "a/../b",
            "a.b.c",
        ] {
            assert_eq!(checked_handle(wrong).unwrap_err().code, "handle", "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_page_is_gone_at_once_when_it_is_off_or_its_owner_is_banned() {
        let (store, clock) = (store().await, Clock::system());
        put(&*store, &clock, "ann", &page("annie")).await.unwrap();
        let is_there = async || find(&*store, "annie", None).await.unwrap().is_some();
        assert!(is_there().await);
        let off = KeptPage {
            on: false,
            ..page("annie")
        };
        put(&*store, &clock, "ann", &off).await.unwrap();
        assert!(!is_there().await);
        put(&*store, &clock, "ann", &page("annie")).await.unwrap();
        store.set_banned("ann", true).await.unwrap();
        assert!(!is_there().await);
    }
}
