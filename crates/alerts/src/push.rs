//! Web Push without a payload: what waits is asked by the page's worker. So push services learn that somebody is
//! called, and nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderName, HeaderValue, Uri, header};
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};

use crate::{Poster, Sent};

/// The key pair by which push services know a server (RFC 8292).
#[derive(Clone)]
pub struct Vapid {
    key: SigningKey,
    /// Who answers for it: `mailto:…` or `https://…`.
    contact: String,
}

/// Not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no key of P-256")]
pub struct VapidError;

/// A push on its way.
#[derive(Clone, Debug)]
pub struct Push<'a> {
    /// What it is known by. Of several with the same that wait at the push service the last one comes.
    pub topic: &'a str,
    /// For how many seconds it is worth keeping.
    pub lasts: u32,
    /// How much of a battery it is worth.
    pub urgency: Urgency,
}

/// How much of a battery a push is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// It can wait until the device is on a charger or in use.
    Normal,
    /// Somebody waits.
    High,
}

/// A signature is good for so many seconds: push services take a day at most.
const LIFE: i64 = 12 * 3600;

impl Vapid {
    /// The key that these 32 random bytes are.
    pub fn new(secret: &[u8; 32], contact: &str) -> Result<Self, VapidError> {
        let key = SigningKey::from_slice(secret).map_err(|_| VapidError)?;
        let contact = contact.to_owned();
        Ok(Vapid { key, contact })
    }

    /// The public key, as browsers take it.
    pub fn public(&self) -> String {
        let point = self.key.verifying_key().to_sec1_point(false);
        URL_SAFE_NO_PAD.encode(point.as_bytes())
    }

    /// What shows a push service who calls, at this time in seconds since 1970.
    fn authorization(&self, endpoint: &Uri, now: i64) -> String {
        let origin = format!(
            "{}://{}",
            endpoint.scheme_str().unwrap_or_default(),
            endpoint.authority().map_or("", |authority| authority.as_str())
        );
        let claims = serde_json::json!({ "aud": origin, "exp": now + LIFE, "sub": self.contact });
        let header = r#"{"typ":"JWT","alg":"ES256"}"#;
        let signed = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }

    /// Sends a push to a browser's endpoint.
    pub async fn send(&self, poster: &Poster, endpoint: &str, push: &Push<'_>, now: i64) -> Sent {
        let Ok(uri) = endpoint.parse::<Uri>() else {
            return Sent::Gone;
        };
        let urgency = match push.urgency {
            Urgency::Normal => "normal",
            Urgency::High => "high",
        };
        let headers = [
            (header::AUTHORIZATION, self.authorization(&uri, now)),
            (HeaderName::from_static("ttl"), push.lasts.to_string()),
            (HeaderName::from_static("urgency"), urgency.to_owned()),
            (HeaderName::from_static("topic"), push.topic.to_owned()),
        ];
        let mut written = Vec::new();
        for (name, value) in headers {
            match HeaderValue::try_from(value) {
                Ok(value) => written.push((name, value)),
                Err(_) => return Sent::Not("it cannot be written".to_owned()),
            }
        }
        poster.post(endpoint, written, String::new()).await
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;

    use super::*;

    #[test]
    fn a_push_service_can_check_who_calls() {
        let vapid = Vapid::new(&[7; 32], "mailto:host@example.org").expect("a key");
        let endpoint: Uri = "https://push.example.org:8443/send/abc?x=1"
            .parse()
            .expect("a URI");
        let said = vapid.authorization(&endpoint, 1_000_000);
        let (token, key) = said
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .expect("both parts");
        let key = URL_SAFE_NO_PAD.decode(key).expect("base64url");
        assert_eq!((key.len(), key[0]), (65, 4), "an uncompressed point");
        let key = VerifyingKey::from_sec1_bytes(&key).expect("a key");
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let signature = URL_SAFE_NO_PAD.decode(signature).expect("base64url");
        let signature = Signature::from_slice(&signature).expect("64 bytes");
        key.verify(signed.as_bytes(), &signature).expect("it is right");
        let claims = signed.split_once('.').expect("two parts").1;
        let claims = URL_SAFE_NO_PAD.decode(claims).expect("base64url");
        let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(
            claims,
            serde_json::json!({
                "aud": "https://push.example.org:8443",
                "exp": 1_000_000 + 12 * 3600,
                "sub": "mailto:host@example.org"
            })
        );
        assert_eq!(Vapid::new(&[0; 32], "").map(drop), Err(VapidError));
    }
}
