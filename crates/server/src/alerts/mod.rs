//! Calling people who are not looking. An entry that concerns somebody brings its calls into the outbox, in its own
//! transaction (`calls`). One server of several (`lead`) sees to what is due (`sender`): by what a person has chosen
//! (`reach`, `plan`), and only if it is still so.
//!
//! A call is told at least once, and bears the same id each time: whoever receives it twice, because a server died
//! between sending and noting it down, can tell that it is the same.
//!
//! There is nothing in an alert but that it is one's turn, at which table, and who sits there.

pub(crate) mod calls;
pub(crate) mod deliver;
pub(crate) mod keys;
mod lead;
pub(crate) mod looking;
mod plan;
pub(crate) mod reach;
mod sender;
pub(crate) mod words;

use std::sync::OnceLock;

use bobbin_alerts::{MailError, Mailer, Poster};
use bobbin_store::{Call, Store};
use keys::Keys;
pub(crate) use sender::run;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OnceCell, Semaphore};
use utoipa::ToSchema;

use crate::clock::Clock;
use crate::error::Problem;
use crate::limits::Limiter;
use crate::settings::Settings;

/// What somebody is told of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// It is their turn.
    Turn,
    /// A game at which they sit began.
    Started,
    /// A game of theirs is over.
    Over,
    /// Somebody invites them to a table.
    Invitation,
    /// Somebody would be friends with them.
    Friend,
    /// Their tournament goes on.
    Tournament,
}

impl Kind {
    pub(crate) const ALL: [Kind; 6] = [
        Kind::Turn,
        Kind::Started,
        Kind::Over,
        Kind::Invitation,
        Kind::Friend,
        Kind::Tournament,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Started => "started",
            Kind::Over => "over",
            Kind::Invitation => "invitation",
            Kind::Friend => "friend",
            Kind::Tournament => "tournament",
        }
    }
}

/// How somebody is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Way {
    /// A notification on their devices.
    Push,
    /// A letter.
    Mail,
    /// A program of theirs.
    Hook,
}

impl Way {
    pub(crate) const ALL: [Way; 3] = [Way::Push, Way::Mail, Way::Hook];
}

/// What a call says, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Said {
    pub(crate) kind: Kind,
    /// Where it leads.
    pub(crate) path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<String>,
    /// The game's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    /// Who or what it is about, by name: who invites, which tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Time runs that is a matter of minutes: later is too late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) live: bool,
}

/// A call that no entry of a table causes.
pub(crate) struct Raised<'a> {
    /// Who is told.
    pub(crate) person: &'a str,
    /// Who is named in it: they are not told of by somebody whom they keep at a distance, and it goes with that person.
    pub(crate) about: Option<&'a str>,
    /// What makes it another call than others of its kind: an invitation's id. The same is told once.
    pub(crate) key: &'a str,
    pub(crate) said: Said,
}

/// Calls somebody for a reason that is no entry of a table.
pub(crate) async fn raise(store: &dyn Store, clock: &Clock, raised: &Raised<'_>) -> Result<(), Problem> {
    let id = call_id(&["raised", raised.said.kind.name(), raised.person, raised.key]);
    let now = clock.wall();
    let call = Call {
        id,
        person: raised.person.to_owned(),
        about: raised.about.map(str::to_owned),
        body: serde_json::to_string(&raised.said).map_err(|_| Problem::unavailable())?,
        progress: String::new(),
        created_at: now,
        due_at: now,
    };
    Ok(store.raise(&[call]).await?)
}

/// What something is known by that follows from these words alone.
pub(crate) fn call_id(words: &[&str]) -> String {
    let mut hash = Sha256::new();
    for word in words {
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word);
    }
    let mut id = String::with_capacity(32);
    for byte in &hash.finalize()[..16] {
        use std::fmt::Write as _;
        let _ = write!(id, "{byte:02x}");
    }
    id
}

/// All that sending takes.
pub(crate) struct Alerts {
    poster: OnceLock<Option<Poster>>,
    mailer: Option<Mailer>,
    keys: OnceCell<Keys>,
    /// So much is under way at a time, each way for itself: one that is slow holds up no other.
    pub(crate) room: [Semaphore; 3],
    /// What one person is told in a while.
    pub(crate) told: Limiter<String>,
    reach: bobbin_alerts::Reach,
}

impl Alerts {
    pub(crate) fn open(settings: &Settings) -> Result<Self, MailError> {
        let mailer = settings
            .mail
            .as_ref()
            .map(|mail| Mailer::new(&mail.server, &mail.from));
        let most = if settings.limits.requests == u32::MAX {
            u32::MAX
        } else {
            60
        };
        Ok(Alerts {
            poster: OnceLock::new(),
            mailer: mailer.transpose()?,
            keys: OnceCell::new(),
            room: [32, 4, 32].map(Semaphore::new),
            told: Limiter::new(most, std::time::Duration::from_mins(10)),
            reach: settings.alerts_reach,
        })
    }

    /// How far subscriptions and webhooks may reach.
    pub(crate) fn reach(&self) -> bobbin_alerts::Reach {
        self.reach
    }

    /// Who posts; none if the certificates of this machine cannot be read.
    pub(crate) fn poster(&self) -> Option<&Poster> {
        let open = || {
            let poster = Poster::new(self.reach);
            poster
                .inspect_err(|error| tracing::error!(%error, "nothing can be posted without certificates"))
                .ok()
        };
        self.poster.get_or_init(open).as_ref()
    }

    /// Who sends letters, if the server is set to.
    pub(crate) fn mailer(&self) -> Option<&Mailer> {
        self.mailer.as_ref()
    }

    /// The keys of this server, the same at all that share its database.
    pub(crate) async fn keys(
        &self,
        store: &dyn Store,
        clock: &Clock,
        contact: &str,
    ) -> Result<&Keys, Problem> {
        self.keys
            .get_or_try_init(|| Keys::open(store, clock, contact))
            .await
    }
}

#[cfg(test)]
mod tests {
    use bobbin_store::memory::MemoryStore;

    use super::*;
    use crate::clock::ManualClock;

    #[tokio::test]
    async fn what_is_raised_twice_is_told_once_and_goes_with_whoever_is_named() {
        let (store, clock) = (MemoryStore::new(), ManualClock::new(5).clock());
        let said = Said {
            kind: Kind::Invitation,
            path: "/table/x".to_owned(),
            table: Some("x".to_owned()),
            game: Some("circuitous".to_owned()),
            name: Some("Ann".to_owned()),
            live: false,
        };
        for key in ["first", "first", "second"] {
            let raised = Raised {
                person: "ben",
                about: Some("ann"),
                key,
                said: said.clone(),
            };
            raise(&store, &clock, &raised).await.unwrap();
        }
        let calls = store.calls_of("ben").await.unwrap();
        assert_eq!(calls.len(), 2);
        let kept: Said = serde_json::from_str(&calls[0].body).unwrap();
        assert_eq!(kept, said);
        store.delete_person("ann").await.unwrap();
        assert_eq!(store.calls_of("ben").await.unwrap(), []);
    }
}
