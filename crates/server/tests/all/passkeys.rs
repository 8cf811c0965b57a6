//! Signing in with a device, here one of software.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bobbin_server::client::Client;
use hyper::Method;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::pkcs8::EncodePublicKey as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{Running, done, get, post};

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A device with one passkey.
struct Device {
    key: SigningKey,
    id: [u8; 20],
    counter: u32,
    origin: String,
    site: String,
    flags: u8,
}

impl Device {
    fn new(origin: &str, number: u8) -> Self {
        Device {
            key: SigningKey::from_slice(&[number; 32]).unwrap(),
            id: [number; 20],
            counter: 1,
            origin: origin.to_owned(),
            site: "localhost".to_owned(),
            flags: 0x05,
        }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.site.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn create(&self, options: &Value) -> Value {
        let mut data = self.data(self.flags | 0x40);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(self.id);
        let key = self.key.verifying_key().to_public_key_der().unwrap();
        json!({ "label": "My phone", "id": encoded(&self.id), "type": "public-key", "response": {
            "clientDataJSON": encoded(&self.client_data("webauthn.create", &options["challenge"])),
            "authenticatorData": encoded(&data), "publicKey": encoded(key.as_bytes()), "publicKeyAlgorithm": -7,
        } })
    }

    fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let client = self.client_data("webauthn.get", &options["challenge"]);
        let data = self.data(self.flags);
        let signed = [data.clone(), Sha256::digest(&client).to_vec()].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({ "id": encoded(&self.id), "type": "public-key", "response": {
            "clientDataJSON": encoded(&client), "authenticatorData": encoded(&data),
            "signature": encoded(signature.to_der().as_bytes()),
        } })
    }
}

/// A browser at `http://localhost:…`.
fn browser(server: &Running, client: Client) -> (Client, String) {
    let origin = server.url.replace("127.0.0.1", "localhost");
    let client = client
        .with_header("origin", &origin)
        .with_header("host", origin.strip_prefix("http://").unwrap());
    (client, origin)
}

async fn challenge(client: &Client) -> Value {
    done(client, "/api/sign-in/passkey/challenge", json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_makes_a_guest_an_account_that_signs_in_elsewhere() {
    let server = Running::fresh().await;
    let (ann, origin) = browser(&server, server.guest("Ann").await);
    let mut phone = Device::new(&origin, 7);
    let options = done(&ann, "/api/me/passkeys/challenge", json!({})).await;
    assert_eq!(
        (&options["rp"]["id"], &options["user"]["displayName"]),
        (&json!("localhost"), &json!("Ann"))
    );
    let made = phone.create(&options);
    let added = done(&ann, "/api/me/passkeys", made.clone()).await;
    assert_eq!(added["label"], "My phone");
    assert_eq!(
        post(&ann, "/api/me/passkeys", made).await.1["code"],
        "passkey_too_late"
    );
    assert_eq!(get(&ann, "/api/me/passkeys").await.1.as_array().unwrap().len(), 1);
    let (elsewhere, _) = browser(&server, server.stranger());
    let proof = phone.get(&challenge(&elsewhere).await);
    let answered = elsewhere.post("/api/sign-in/passkey", &proof).await.unwrap();
    assert_eq!(
        (answered.status.as_u16(), &answered.json()["name"]),
        (200, &json!("Ann"))
    );
    let cookie = answered.headers["set-cookie"].to_str().unwrap();
    let signed_in = server
        .stranger()
        .with_header("cookie", cookie.split(';').next().unwrap());
    assert_eq!(get(&signed_in, "/api/me").await.1["name"], "Ann");

    let path = format!("/api/me/passkeys/{}", added["id"].as_str().unwrap());
    let (ben, _) = browser(&server, server.guest("Ben").await);
    assert_eq!(
        ben.send(Method::DELETE, &path, None).await.unwrap().status,
        404,
        "it is not Ben's"
    );
    assert_eq!(ann.send(Method::DELETE, &path, None).await.unwrap().status, 204);
    let proof = phone.get(&challenge(&elsewhere).await);
    assert_eq!(
        post(&elsewhere, "/api/sign-in/passkey", proof).await.1["code"],
        "wrong_passkey"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_not_quite_right_about_a_passkey_is_refused() {
    let server = Running::fresh().await;
    let (ann, origin) = browser(&server, server.guest("Ann").await);
    let (ben, _) = browser(&server, server.guest("Ben").await);
    let mut phone = Device::new(&origin, 7);
    let ask = async |client: &Client| done(client, "/api/me/passkeys/challenge", json!({})).await;
    let bens = ask(&ben).await;
    assert_eq!(
        post(&ann, "/api/me/passkeys", phone.create(&bens)).await.1["code"],
        "passkey_too_late",
        "another person's challenge"
    );
    let options = ask(&ann).await;
    done(&ann, "/api/me/passkeys", phone.create(&options)).await;
    let options = ask(&ben).await;
    assert_eq!(
        post(&ben, "/api/me/passkeys", phone.create(&options)).await.1["code"],
        "passkey_known"
    );

    let (elsewhere, _) = browser(&server, server.stranger());
    let refused = async |device: &mut Device, why: &str| {
        let proof = device.get(&challenge(&elsewhere).await);
        let (status, answer) = post(&elsewhere, "/api/sign-in/passkey", proof).await;
        assert_eq!((status, &answer["code"]), (401, &json!("wrong_passkey")), "{why}");
    };
    phone.origin = "http://evil.example".to_owned();
    refused(&mut phone, "signed for another site").await;
    phone.origin.clone_from(&origin);
    phone.site = "evil.example".to_owned();
    refused(&mut phone, "a device that was asked by another site").await;
    phone.site = "localhost".to_owned();
    phone.flags = 0x01;
    refused(&mut phone, "nobody unlocked the device").await;
    phone.flags = 0x05;
    let mut other = Device::new(&origin, 9);
    other.id = phone.id;
    other.counter = 1000;
    refused(&mut other, "another key").await;

    let proof = phone.get(&challenge(&elsewhere).await);
    assert_eq!(
        post(&elsewhere, "/api/sign-in/passkey", proof.clone()).await.0,
        200
    );
    assert_eq!(
        post(&elsewhere, "/api/sign-in/passkey", proof).await.1["code"],
        "passkey_too_late",
        "a proof counts once"
    );
    phone.counter -= 1;
    refused(&mut phone, "a device that counts backwards was copied").await;

    let numbers = server.guest("Cleo").await.with_header("origin", &server.url);
    let (status, answer) = post(&numbers, "/api/me/passkeys/challenge", json!({})).await;
    assert_eq!((status, &answer["code"]), (422, &json!("passkey_needs_a_name")));
    server.stop().await;
}
