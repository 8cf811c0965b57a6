//! How somebody can be told, and what they have chosen. One small document of each person, changed by comparing.

use std::collections::BTreeMap;

use bobbin_alerts::{Hours, Quiet};
use bobbin_store::{Document, Store, StoreError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Kind, Way};
use crate::clock::Clock;
use crate::error::Problem;

/// How the database calls it.
const KIND: &str = "alerts";

/// The most devices of one person; another one takes the place of the oldest.
const MOST_DEVICES: usize = 10;

/// The latest calls that a worker can ask for are kept for so long, and so many: a push says nothing itself.
const RECENT: usize = 10;
const RECENT_LIFE: i64 = 2 * 24 * 3_600_000;

/// When somebody is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum When {
    /// At once.
    AtOnce,
    /// As soon as they do not look at the table.
    NotLooking,
    /// Once a day, all together.
    Digest,
    /// Never.
    Off,
}

/// What somebody has chosen, and where they are reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// What differs from what everybody begins with.
    #[serde(default)]
    pub(crate) chosen: BTreeMap<Kind, BTreeMap<Way, When>>,
    pub(crate) zone: String,
    pub(crate) quiet: Option<QuietTime>,
    /// Minutes after midnight.
    pub(crate) digest: u16,
    #[serde(default)]
    pub(crate) devices: Vec<Device>,
    #[serde(default)]
    pub(crate) mail: Option<Mail>,
    #[serde(default)]
    pub(crate) hook: Option<Hook>,
    /// What was told by push lately, but for turns.
    #[serde(default)]
    pub(crate) recent: Vec<Recent>,
}

/// A quiet time each day, in minutes after midnight by the clock on your wall. It may go over midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct QuietTime {
    /// From then on.
    #[schema(maximum = 1439)]
    pub(crate) from: u16,
    /// Until then.
    #[schema(maximum = 1439)]
    pub(crate) to: u16,
}

/// A browser that is pushed to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Device {
    pub(crate) id: String,
    pub(crate) endpoint: String,
    pub(crate) browser: String,
    pub(crate) since: i64,
}

/// An address for letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Mail {
    pub(crate) address: String,
    /// The hash of what the letter says that its owner has to show; none once they have.
    pub(crate) code: Option<String>,
    /// When that letter was sent.
    pub(crate) asked_at: i64,
}

/// A program that is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hook {
    pub(crate) url: String,
    pub(crate) form: HookForm,
    pub(crate) secret: String,
    /// Since when nothing has arrived there.
    #[serde(default)]
    pub(crate) failing_since: Option<i64>,
    /// Why it is told nothing any more.
    #[serde(default)]
    pub(crate) off: Option<String>,
}

/// What a webhook takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HookForm {
    /// Signed JSON.
    Json,
    /// A message for Discord.
    Discord,
}

/// A call that was told by push. It names nobody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Recent {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) path: String,
    pub(crate) game: Option<String>,
    pub(crate) at: i64,
}

impl Default for Kept {
    fn default() -> Self {
        Kept {
            chosen: BTreeMap::new(),
            zone: "UTC".to_owned(),
            quiet: None,
            digest: 8 * 60,
            devices: Vec::new(),
            mail: None,
            hook: None,
            recent: Vec::new(),
        }
    }
}

impl Kept {
    /// When somebody is told of something in some way.
    pub(crate) fn when(&self, kind: Kind, way: Way) -> When {
        let chosen = self.chosen.get(&kind).and_then(|ways| ways.get(&way));
        chosen.copied().unwrap_or(match way {
            Way::Mail => When::Digest,
            Way::Push | Way::Hook => When::NotLooking,
        })
    }

    pub(crate) fn choose(&mut self, kind: Kind, way: Way, when: When) {
        self.chosen.entry(kind).or_default().insert(way, when);
    }

    /// The ways in which they are reached at all.
    pub(crate) fn ways(&self, has_mail: bool) -> Vec<Way> {
        let is_open = |way: &Way| match way {
            Way::Push => !self.devices.is_empty(),
            Way::Mail => has_mail && self.letters_to().is_some(),
            Way::Hook => self.hook.as_ref().is_some_and(|hook| hook.off.is_none()),
        };
        Way::ALL.into_iter().filter(is_open).collect()
    }

    /// Their address, once they have shown that it is theirs.
    pub(crate) fn letters_to(&self) -> Option<&str> {
        let mail = self.mail.as_ref().filter(|mail| mail.code.is_none());
        mail.map(|mail| mail.address.as_str())
    }

    /// Their hours. A zone that is not known any more is Greenwich's.
    pub(crate) fn hours(&self) -> Hours {
        let quiet = self.quiet.map(|QuietTime { from, to }| Quiet { from, to });
        let hours =
            Hours::new(&self.zone, quiet, self.digest).or_else(|_| Hours::new("UTC", quiet, self.digest));
        hours.unwrap_or_else(|_| Hours::new("UTC", None, 0).expect("Greenwich has midnights"))
    }

    pub(crate) fn add_device(&mut self, device: Device) {
        self.devices.retain(|known| known.endpoint != device.endpoint);
        self.devices.push(device);
        if self.devices.len() > MOST_DEVICES {
            self.devices.remove(0);
        }
    }

    pub(crate) fn add_recent(&mut self, recent: Recent, now: i64) {
        self.recent.retain(|known| known.id != recent.id);
        self.recent.push(recent);
        self.recent.retain(|known| now - known.at < RECENT_LIFE);
        let more = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..more);
    }
}

/// What is kept of somebody. None if they have never chosen anything.
pub(crate) async fn kept(store: &dyn Store, person: &str) -> Result<Option<Kept>, StoreError> {
    let found = store.document(KIND, person).await?;
    Ok(found.and_then(|found| serde_json::from_str(&found.body).ok()))
}

/// Changes what is kept of somebody, as it stands at that moment.
pub(crate) async fn change<T>(
    store: &dyn Store,
    clock: &Clock,
    person: &str,
    change: impl Fn(&mut Kept) -> Result<T, Problem>,
) -> Result<(Kept, T), Problem> {
    for _ in 0..8 {
        let found = store.document(KIND, person).await?;
        let mut kept: Kept = found
            .as_ref()
            .and_then(|found| serde_json::from_str(&found.body).ok())
            .unwrap_or_default();
        let came = change(&mut kept)?;
        let body = serde_json::to_string(&kept).map_err(|_| Problem::unavailable())?;
        let is_kept = match &found {
            Some(found) if found.body == body => true,
            Some(found) => store.swap_document(found, &body).await?,
            None => {
                let document = Document {
                    kind: KIND.to_owned(),
                    id: person.to_owned(),
                    person: Some(person.to_owned()),
                    body,
                    created_at: clock.wall(),
                };
                store.add_document(&document).await?
            }
        };
        if is_kept {
            return Ok((kept, came));
        }
    }
    Err(Problem::unavailable())
}
