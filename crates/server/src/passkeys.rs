//! Passkeys: signing in with a device instead of a password, as `WebAuthn` says it (level 3, "Registering a New
//! Credential" and "Verifying an Authentication Assertion"). A device proves that it holds a private key; what is kept
//! here is the public one. No attestation is asked for: it does not matter who made the device.
//!
//! ES256 only, which every browser offers: so no foreign cryptographic library has to be on the machine. The curve is
//! `p256`'s; what is ours is the reading of what a browser and a device say.

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bobbin_store::{Document, Store};
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::{DecodePublicKey as _, EncodePublicKey as _};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::clock::Clock;
use crate::error::Problem;
use crate::secrets;

/// How long someone may take to answer a challenge, in milliseconds.
pub(crate) const CHALLENGE_LIFE: i64 = 5 * 60 * 1000;

/// How the database calls challenges that wait for their answers. They are kept there, so that any server may take the
/// answer to what another one asked.
const KIND: &str = "passkey challenge";

/// What a challenge is for: an answer to one is none to another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ceremony<'a> {
    /// Someone adds a passkey.
    Add {
        /// Who.
        person: &'a str,
    },
    /// Someone signs in.
    SignIn,
}

impl Ceremony<'_> {
    /// What the browser calls it.
    fn kind(self) -> &'static str {
        match self {
            Ceremony::Add { .. } => "webauthn.create",
            Ceremony::SignIn => "webauthn.get",
        }
    }

    fn person(self) -> Option<String> {
        match self {
            Ceremony::Add { person } => Some(person.to_owned()),
            Ceremony::SignIn => None,
        }
    }
}

/// Asks a new challenge, as base64url. It is answered once, or expires.
pub(crate) async fn ask(store: &dyn Store, clock: &Clock, ceremony: Ceremony<'_>) -> Result<String, Problem> {
    let challenge = encoded(&secrets::random::<32>());
    let asked = Document {
        kind: KIND.to_owned(),
        id: secrets::hashed(&challenge),
        person: ceremony.person(),
        body: String::new(),
        created_at: clock.wall(),
    };
    store.put_document(&asked).await?;
    Ok(challenge)
}

/// Takes a challenge away, whoever answers it and how. An error unless it waited for just this.
async fn take(
    store: &dyn Store,
    clock: &Clock,
    challenge: &str,
    ceremony: Ceremony<'_>,
) -> Result<(), Problem> {
    let id = secrets::hashed(challenge);
    let asked = store.document(KIND, &id).await?;
    // Of several who answer at the same time one takes it.
    let is_first = store.delete_document(KIND, &id).await?;
    asked
        .filter(|asked| {
            is_first && asked.person == ceremony.person() && clock.wall() - asked.created_at < CHALLENGE_LIFE
        })
        .map(drop)
        .ok_or_else(Problem::passkey_too_late)
}

/// Takes away challenges that nobody has answered.
pub(crate) async fn delete_unanswered(
    store: &dyn Store,
    clock: &Clock,
) -> Result<u64, bobbin_store::StoreError> {
    store.delete_documents(KIND, clock.wall() - CHALLENGE_LIFE).await
}

/// Bytes as `WebAuthn` writes them in JSON: base64url without padding, and only so.
pub(crate) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(crate) fn decoded(text: &str) -> Result<Vec<u8>, Problem> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| not_accepted())
}

fn not_accepted() -> Problem {
    Problem::wrong_passkey()
}

/// The site as a browser sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    /// Its address: `https://example.org`.
    origin: String,
    /// Its name, to which a passkey is bound: `example.org`.
    pub(crate) name: String,
}

impl Site {
    /// Where the request comes from, if that is this site. A request can say what it likes about itself; so the scheme
    /// and the port are those that the server knows of itself, or another program on the same machine could ask for a
    /// passkey in our name and pass the answer on. The name is in what the device signs.
    pub(crate) fn of(app: &App, headers: &HeaderMap) -> Result<Self, Problem> {
        let origin = headers
            .get(header::ORIGIN)
            .and_then(|origin| origin.to_str().ok());
        let origin = origin.ok_or_else(|| Problem::bad_request("Only a browser uses a passkey."))?;
        let (scheme, at) = origin.split_once("://").unwrap_or_default();
        let (name, port) = match at.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (at, None),
        };
        let is_number = name.starts_with('[') || name.parse::<std::net::IpAddr>().is_ok();
        if name.is_empty() || is_number {
            let message =
                "A passkey belongs to a name, not to a number: open http://localhost instead of 127.0.0.1.";
            return Err(Problem::unacceptable("passkey_needs_a_name", message));
        }
        let settings = &app.settings;
        let is_here = match &settings.public_url {
            Some(url) => origin == url.trim_end_matches('/'),
            None => scheme == "http" && port.unwrap_or("80") == settings.listen.port().to_string(),
        };
        if !is_here {
            let message = "This is not the address that the server knows as its own: whoever runs it says so with \
                           --public-url.";
            return Err(Problem::unacceptable("passkey_elsewhere", message));
        }
        Ok(Site {
            origin: origin.to_owned(),
            name: name.to_owned(),
        })
    }
}

/// What the browser signed for.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross_origin: bool,
}

/// The browser's part of an answer, if it answers a challenge of ours at this site.
pub(crate) async fn client_data(
    (store, clock): (&dyn Store, &Clock),
    text: &str,
    site: &Site,
    ceremony: Ceremony<'_>,
) -> Result<Vec<u8>, Problem> {
    let bytes = decoded(text)?;
    let data: ClientData = serde_json::from_slice(&bytes).map_err(|_| not_accepted())?;
    take(store, clock, &data.challenge, ceremony).await?;
    if data.kind != ceremony.kind() || data.origin != site.origin || data.cross_origin {
        return Err(not_accepted());
    }
    Ok(bytes)
}

/// What the device says: the site's hash, what its user did, and how often it has signed.
struct DeviceData {
    counter: u32,
    /// A new passkey: its id and its public key.
    new: Option<(Vec<u8>, VerifyingKey)>,
}

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const CAN_BE_COPIED: u8 = 0x08;
const IS_COPIED: u8 = 0x10;
const HAS_KEY: u8 = 0x40;
const HAS_MORE: u8 = 0x80;

/// Ids of passkeys have so many bytes: few enough to be kept, enough that no two are the same.
const SHORTEST_ID: usize = 16;
const LONGEST_ID: usize = 1023;

impl DeviceData {
    fn read(bytes: &[u8], site: &Site) -> Option<Self> {
        let (hash, rest) = bytes.split_at_checked(32)?;
        let (&flags, rest) = rest.split_first()?;
        let (counter, rest) = rest.split_first_chunk::<4>()?;
        let has = |wanted: u8| flags & wanted == wanted;
        let is_ours = hash == Sha256::digest(site.name.as_bytes()).as_slice();
        // What cannot be copied is not.
        let makes_sense = has(CAN_BE_COPIED) || !has(IS_COPIED);
        if !is_ours || !has(USER_PRESENT | USER_VERIFIED) || !makes_sense {
            return None;
        }
        let (new, rest) = if has(HAS_KEY) {
            // 16 bytes for the make of the device, then the length of the id.
            let (length, rest) = rest.get(16..)?.split_first_chunk::<2>()?;
            let (id, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
            let (key, rest) = rest.split_at_checked(KEY_BYTES)?;
            let id = (SHORTEST_ID..=LONGEST_ID)
                .contains(&id.len())
                .then(|| id.to_vec())?;
            (Some((id, public_key(key)?)), rest)
        } else {
            (None, rest)
        };
        (rest.is_empty() != has(HAS_MORE)).then_some(DeviceData {
            counter: u32::from_be_bytes(*counter),
            new,
        })
    }
}

const KEY_BYTES: usize = 77;

/// A public key as devices write it (COSE, in the one form that CTAP2 allows): a map of kind (EC2), algorithm (ES256),
/// curve (P-256), x and y.
fn public_key(bytes: &[u8]) -> Option<VerifyingKey> {
    let rest = bytes.strip_prefix(&[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])?;
    let (x, rest) = rest.split_at_checked(32)?;
    let y = rest.strip_prefix(&[0x22, 0x58, 0x20])?;
    // Whether the point lies on the curve is checked here, too.
    VerifyingKey::from_sec1_bytes(&[&[0x04], x, y].concat()).ok()
}

/// A passkey, as far as it is known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passkey {
    /// The public key (SPKI, DER, base64url).
    pub(crate) key: String,
    /// How often the device has signed, if it counts.
    pub(crate) counter: u32,
}

/// A new passkey that a device brings: its id and what is kept of it.
pub(crate) fn new_passkey(device_data: &str, site: &Site) -> Result<(String, Passkey), Problem> {
    let device = DeviceData::read(&decoded(device_data)?, site).ok_or_else(not_accepted)?;
    let (id, key) = device.new.ok_or_else(not_accepted)?;
    let key = key.to_public_key_der().map_err(|_| not_accepted())?;
    let passkey = Passkey {
        key: encoded(key.as_bytes()),
        counter: device.counter,
    };
    Ok((encoded(&id), passkey))
}

/// The proof that a device holds a passkey.
pub(crate) struct Proof<'a> {
    /// What the browser signed for, which has been checked.
    pub(crate) client_data: &'a [u8],
    pub(crate) device_data: &'a str,
    pub(crate) signature: &'a str,
}

impl Proof<'_> {
    /// Checks the proof, and says how often the device has signed now.
    pub(crate) fn check(&self, passkey: &Passkey, site: &Site) -> Result<u32, Problem> {
        let mut signed = decoded(self.device_data)?;
        let device = DeviceData::read(&signed, site).ok_or_else(not_accepted)?;
        signed.extend_from_slice(&Sha256::digest(self.client_data));
        let key = VerifyingKey::from_public_key_der(&decoded(&passkey.key)?).map_err(|_| not_accepted())?;
        let signature = Signature::from_der(&decoded(self.signature)?).map_err(|_| not_accepted())?;
        key.verify(&signed, &signature).map_err(|_| not_accepted())?;
        // A device that counts never goes back: if it does, there are two of it.
        let counts = device.counter > 0 || passkey.counter > 0;
        if counts && device.counter <= passkey.counter {
            return Err(not_accepted());
        }
        Ok(device.counter)
    }
}

#[cfg(test)]
mod fuzz;
