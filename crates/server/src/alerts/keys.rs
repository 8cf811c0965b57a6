//! The keys that alerts take: made once and kept in the database, so that all servers have the same.

use bobbin_alerts::Vapid;
use bobbin_store::{Document, Store};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::clock::Clock;
use crate::error::Problem;
use crate::passkeys::{decoded, encoded};
use crate::secrets;

/// How the database calls them.
const KIND: &str = "alert keys";

/// What push services know the server by, and what links in letters are signed with.
pub(crate) struct Keys {
    pub(crate) vapid: Vapid,
    links: Vec<u8>,
}

impl Keys {
    pub(super) async fn open(store: &dyn Store, clock: &Clock, contact: &str) -> Result<Self, Problem> {
        let secret = kept(store, clock, "vapid", || {
            // Almost every 32 bytes are a key of the curve.
            std::iter::repeat_with(secrets::random::<32>)
                .find(|secret| Vapid::new(secret, "").is_ok())
                .unwrap_or_default()
        });
        let secret: [u8; 32] = secret.await?.try_into().map_err(|_| Problem::unavailable())?;
        let vapid = Vapid::new(&secret, contact).map_err(|error| {
            tracing::error!(%error, "the key for Web Push cannot be read");
            Problem::unavailable()
        })?;
        let links = kept(store, clock, "links", secrets::random::<32>).await?;
        Ok(Keys { vapid, links })
    }

    /// The link by which a person ends letters to an address: good for nothing else.
    pub(crate) fn unsubscribe(&self, person: &str, address: &str) -> String {
        let signature = encoded(&self.mac(person, address).finalize().into_bytes());
        format!("{person}.{signature}")
    }

    /// Whose link it is, if it is one for this address of theirs.
    pub(crate) fn unsubscribes(&self, person: &str, address: &str, signature: &str) -> bool {
        decoded(signature).is_ok_and(|signature| self.mac(person, address).verify_slice(&signature).is_ok())
    }

    fn mac(&self, person: &str, address: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::new_from_slice(&self.links).expect("HMAC takes a key of any length");
        mac.update(format!("unsubscribe {person} {address}").as_bytes());
        mac
    }
}

/// A secret that all servers of a database have: whoever is first makes it.
async fn kept(
    store: &dyn Store,
    clock: &Clock,
    id: &str,
    make: impl FnOnce() -> [u8; 32],
) -> Result<Vec<u8>, Problem> {
    let mut found = store.document(KIND, id).await?;
    if found.is_none() {
        let first = Document {
            kind: KIND.to_owned(),
            id: id.to_owned(),
            person: None,
            body: encoded(&make()),
            created_at: clock.wall(),
        };
        store.add_document(&first).await?;
        found = store.document(KIND, id).await?;
    }
    decoded(&found.ok_or_else(Problem::unavailable)?.body)
}
