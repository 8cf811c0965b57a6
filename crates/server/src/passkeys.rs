//! Passkeys: signing in with a device instead of a password, as `WebAuthn` says it. A device proves that it holds a private
//! key; what is kept here is the public one. No attestation is asked for: it does not matter who made the device.
//!
//! ES256 only, which every browser offers: so no foreign cryptographic library has to be on the machine.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::error::Problem;
use crate::secrets;

/// How long someone may take to answer a challenge.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

/// The most challenges that wait for their answers.
const MOST: usize = 10_000;

/// Challenges that wait for their answers: each is answered once, or expires.
#[derive(Default)]
pub(crate) struct Challenges(Mutex<HashMap<String, Challenge>>);

struct Challenge {
    since: Instant,
    /// Who adds a passkey; none who signs in.
    person: Option<String>,
}

impl Challenges {
    /// A new challenge, as base64url; none if too many wait.
    pub(crate) fn ask(&self, person: Option<&str>) -> Option<String> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST {
            waiting.retain(|_, challenge| challenge.since.elapsed() < PATIENCE);
        }
        if waiting.len() >= MOST {
            return None;
        }
        let challenge = encoded(&secrets::random::<32>());
        let asked = Challenge {
            since: Instant::now(),
            person: person.map(str::to_owned),
        };
        waiting.insert(challenge.clone(), asked);
        Some(challenge)
    }

    /// Takes a challenge away. True if it waited, and for this person.
    fn take(&self, challenge: &str, person: Option<&str>) -> bool {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = waiting.remove(challenge);
        taken.is_some_and(|asked| asked.since.elapsed() < PATIENCE && asked.person.as_deref() == person)
    }
}

/// Bytes as `WebAuthn` writes them in JSON.
pub(crate) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &str) -> Result<Vec<u8>, Problem> {
    URL_SAFE_NO_PAD
        .decode(text.trim_end_matches('='))
        .map_err(|_| not_accepted())
}

fn not_accepted() -> Problem {
    Problem::wrong_passkey()
}

/// The site as a browser sees it.
#[derive(Debug)]
pub(crate) struct Site {
    /// Its address: `https://example.org`.
    origin: String,
    /// Its name, to which a passkey is bound: `example.org`.
    pub(crate) name: String,
}

impl Site {
    /// Where the request comes from; that it is this site has been checked.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let origin = headers
            .get(header::ORIGIN)
            .and_then(|origin| origin.to_str().ok());
        let origin = origin.ok_or_else(|| Problem::bad_request("Only a browser uses a passkey."))?;
        let at = origin.split_once("://").map_or("", |(_, at)| at);
        let name = at.rsplit_once(':').map_or(at, |(name, _)| name);
        let is_number = name.starts_with('[') || name.parse::<std::net::IpAddr>().is_ok();
        if name.is_empty() || is_number {
            let message =
                "A passkey belongs to a name, not to a number: open http://localhost instead of 127.0.0.1.";
            return Err(Problem::unacceptable("passkey_needs_a_name", message));
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

/// What the device says: the site's hash, what its user did, and how often it has signed.
struct DeviceData {
    counter: u32,
    /// The id of a new passkey.
    id: Option<Vec<u8>>,
}

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_KEY: u8 = 0x40;

impl DeviceData {
    fn read(bytes: &[u8], site: &Site) -> Option<Self> {
        let (hash, rest) = bytes.split_at_checked(32)?;
        let (&flags, rest) = rest.split_first()?;
        let (counter, rest) = rest.split_first_chunk::<4>()?;
        let wanted = USER_PRESENT | USER_VERIFIED;
        if hash != Sha256::digest(site.name.as_bytes()).as_slice() || flags & wanted != wanted {
            return None;
        }
        let id = if flags & HAS_KEY == 0 {
            None
        } else {
            // 16 bytes for the make of the device, then the length of the id.
            let (length, rest) = rest.get(16..)?.split_first_chunk::<2>()?;
            Some(rest.get(..usize::from(u16::from_be_bytes(*length)))?.to_vec())
        };
        Some(DeviceData {
            counter: u32::from_be_bytes(*counter),
            id,
        })
    }
}

/// The client's data, if it answers a challenge of ours at this site.
fn client_data(
    text: &str,
    kind: &str,
    site: &Site,
    challenges: &Challenges,
    person: Option<&str>,
) -> Result<Vec<u8>, Problem> {
    let bytes = decoded(text)?;
    let data: ClientData = serde_json::from_slice(&bytes).map_err(|_| not_accepted())?;
    if !challenges.take(&data.challenge, person) {
        return Err(Problem::passkey_too_late());
    }
    if data.kind != kind || data.origin != site.origin || data.cross_origin {
        return Err(not_accepted());
    }
    Ok(bytes)
}

/// A passkey, as far as it is known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passkey {
    /// The public key (SPKI, DER, base64url).
    pub(crate) key: String,
    /// How often the device has signed, if it counts.
    pub(crate) counter: u32,
}

/// A new passkey that a browser brings: its id and what is kept of it.
pub(crate) struct New<'a> {
    pub(crate) client_data: &'a str,
    pub(crate) device_data: &'a str,
    pub(crate) key: &'a str,
}

impl New<'_> {
    pub(crate) fn check(
        &self,
        site: &Site,
        challenges: &Challenges,
        person: &str,
    ) -> Result<(String, Passkey), Problem> {
        client_data(
            self.client_data,
            "webauthn.create",
            site,
            challenges,
            Some(person),
        )?;
        let device = DeviceData::read(&decoded(self.device_data)?, site).ok_or_else(not_accepted)?;
        let id = device.id.filter(|id| (16..=1023).contains(&id.len()));
        let id = id.ok_or_else(not_accepted)?;
        let key = decoded(self.key)?;
        VerifyingKey::from_public_key_der(&key).map_err(|_| not_accepted())?;
        let passkey = Passkey {
            key: encoded(&key),
            counter: device.counter,
        };
        Ok((encoded(&id), passkey))
    }
}

/// The proof that a browser holds a passkey.
pub(crate) struct Proof<'a> {
    pub(crate) client_data: &'a str,
    pub(crate) device_data: &'a str,
    pub(crate) signature: &'a str,
}

impl Proof<'_> {
    /// Checks the proof, and says how often the device has signed now.
    pub(crate) fn check(
        &self,
        passkey: &Passkey,
        site: &Site,
        challenges: &Challenges,
    ) -> Result<u32, Problem> {
        let client = client_data(self.client_data, "webauthn.get", site, challenges, None)?;
        let mut signed = decoded(self.device_data)?;
        let device = DeviceData::read(&signed, site).ok_or_else(not_accepted)?;
        signed.extend_from_slice(&Sha256::digest(&client));
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
