//! Signing in with a device, here one of software.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bobbin_load::client::Client;
use hyper::Method;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{Folder, Running, done, get, post, settings};

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
    /// What is done: `webauthn.get`, unless the device is asked to lie.
    kind: &'static str,
    cross_origin: bool,
    /// Whose passkey it is, as it was told when it was made.
    user: Value,
    /// What comes after what is known.
    more: Vec<u8>,
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
            kind: "webauthn.get",
            cross_origin: false,
            user: Value::Null,
            more: Vec::new(),
        }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.cross_origin })
            .to_string()
            .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.site.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The public key as devices write it.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(&point.as_bytes()[1..33]);
        key.extend([0x22, 0x58, 0x20]);
        key.extend(&point.as_bytes()[33..]);
        key
    }

    fn create(&mut self, options: &Value) -> Value {
        self.create_with(options, &self.public_key())
    }

    fn create_with(&mut self, options: &Value, key: &[u8]) -> Value {
        self.user = options["user"]["id"].clone();
        let mut data = self.data(self.flags | 0x40);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(self.id);
        data.extend(key);
        data.extend(&self.more);
        json!({ "label": "My phone", "id": encoded(&self.id), "type": "public-key", "response": {
            "clientDataJSON": encoded(&self.client_data("webauthn.create", &options["challenge"])),
            "authenticatorData": encoded(&data), "publicKeyAlgorithm": -7,
        } })
    }

    fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let client = self.client_data(self.kind, &options["challenge"]);
        let data = [self.data(self.flags), self.more.clone()].concat();
        let signed = [data.clone(), Sha256::digest(&client).to_vec()].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({ "id": encoded(&self.id), "type": "public-key", "response": {
            "clientDataJSON": encoded(&client), "authenticatorData": encoded(&data),
            "signature": encoded(signature.to_der().as_bytes()), "userHandle": self.user,
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

async fn ask(client: &Client) -> Value {
    done(client, "/api/me/passkeys/challenge", json!({})).await
}

/// What the answer to a proof is.
async fn code(client: &Client, path: &str, proof: Value) -> (u16, String) {
    let (status, answer) = post(client, path, proof).await;
    (status, answer["code"].as_str().unwrap_or_default().to_owned())
}

const SIGN_IN: &str = "/api/sign-in/passkey";
const ADD: &str = "/api/me/passkeys";

fn wrong() -> (u16, String) {
    (401, "wrong_passkey".to_owned())
}

fn too_late() -> (u16, String) {
    (401, "passkey_too_late".to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_not_quite_right_about_a_proof_is_refused() {
    let server = Running::fresh().await;
    let (ann, origin) = browser(&server, server.guest("Ann").await);
    let mut phone = Device::new(&origin, 7);
    let made = phone.create(&ask(&ann).await);
    done(&ann, ADD, made).await;

    let (elsewhere, _) = browser(&server, server.stranger());
    let refused = async |device: &mut Device, why: &str| {
        let proof = device.get(&challenge(&elsewhere).await);
        assert_eq!(code(&elsewhere, SIGN_IN, proof).await, wrong(), "{why}");
    };
    phone.origin = "http://evil.example".to_owned();
    refused(&mut phone, "signed for another site").await;
    phone.origin = origin.replace("http:", "https:");
    refused(&mut phone, "signed for another scheme").await;
    phone.origin.clone_from(&origin);
    phone.cross_origin = true;
    refused(&mut phone, "signed inside a frame of another site").await;
    phone.cross_origin = false;
    phone.kind = "webauthn.create";
    refused(&mut phone, "signed for something else").await;
    phone.kind = "webauthn.get";
    phone.site = "evil.example".to_owned();
    refused(&mut phone, "a device that was asked by another site").await;
    phone.site = "localhost".to_owned();
    for flags in [0x00, 0x01, 0x04, 0x15, 0x85] {
        phone.flags = flags;
        refused(
            &mut phone,
            "absent, not unlocked, copied though it cannot be, or something is missing",
        )
        .await;
    }
    phone.flags = 0x05;
    phone.more = vec![0xa0];
    refused(&mut phone, "more than it says").await;
    phone.more.clear();
    let mut other = Device::new(&origin, 9);
    other.id = phone.id;
    other.counter = 1000;
    other.user = phone.user.clone();
    refused(&mut other, "another key").await;
    other.id = [8; 20];
    refused(&mut other, "a passkey nobody knows").await;
    let (user, stranger) = (phone.user.clone(), json!(encoded(b"someone else")));
    phone.user = stranger;
    refused(&mut phone, "another person's").await;
    phone.user = user;
    // Base64url without padding, and only so.
    for (part, change) in [
        ("signature", "="),
        ("authenticatorData", "+"),
        ("clientDataJSON", "="),
    ] {
        let mut proof = phone.get(&challenge(&elsewhere).await);
        let text = proof["response"][part].as_str().unwrap().to_owned();
        proof["response"][part] = json!(text + change);
        assert_eq!(code(&elsewhere, SIGN_IN, proof).await, wrong(), "{part}");
    }
    let mut proof = phone.get(&challenge(&elsewhere).await);
    proof["id"] = json!(proof["id"].as_str().unwrap().to_owned() + "=");
    assert_eq!(code(&elsewhere, SIGN_IN, proof).await, wrong(), "the id");
    let mut proof = phone.get(&challenge(&elsewhere).await);
    proof["response"].as_object_mut().unwrap().remove("userHandle");
    assert_eq!(
        code(&elsewhere, SIGN_IN, proof).await.0,
        400,
        "whose it is must be said"
    );

    let proof = phone.get(&challenge(&elsewhere).await);
    assert_eq!(post(&elsewhere, SIGN_IN, proof.clone()).await.0, 200);
    assert_eq!(
        code(&elsewhere, SIGN_IN, proof).await,
        too_late(),
        "a proof counts once"
    );
    phone.counter -= 1;
    refused(&mut phone, "a device that counts backwards was copied").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_not_quite_right_about_a_new_passkey_is_refused() {
    let server = Running::fresh().await;
    let (ann, origin) = browser(&server, server.guest("Ann").await);
    let (ben, _) = browser(&server, server.guest("Ben").await);
    let mut phone = Device::new(&origin, 7);
    let key = phone.public_key();
    let with = |place: usize, byte: u8| {
        let mut key = key.clone();
        key[place] = byte;
        key
    };
    for (key, why) in [
        (with(4, 0x25), "another algorithm"),
        (with(2, 0x01), "another kind of key"),
        (with(6, 0x02), "another curve"),
        (with(20, key[20] ^ 1), "a point that is not on the curve"),
        (key[..76].to_vec(), "too short"),
        ([key.clone(), vec![0]].concat(), "too long"),
        (Vec::new(), "none"),
    ] {
        let made = phone.create_with(&ask(&ann).await, &key);
        assert_eq!(code(&ann, ADD, made).await, wrong(), "{why}");
    }
    phone.flags = 0x01;
    let made = phone.create(&ask(&ann).await);
    assert_eq!(code(&ann, ADD, made).await, wrong(), "not unlocked");
    phone.flags = 0x05;
    phone.origin = "http://localhost:1".to_owned();
    let made = phone.create(&ask(&ann).await);
    assert_eq!(
        code(&ann, ADD, made).await,
        wrong(),
        "made for another program on this machine"
    );
    phone.origin.clone_from(&origin);
    done(&ann, ADD, phone.create(&ask(&ann).await)).await;
    // Twice the same, at the same time and later.
    let (one, two) = (phone.create(&ask(&ben).await), phone.create(&ask(&ben).await));
    let known = (409, "passkey_known".to_owned());
    let both = tokio::join!(code(&ben, ADD, one), code(&ben, ADD, two));
    assert_eq!(both, (known.clone(), known));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_answered_once_in_time_by_the_one_who_was_asked_and_for_what_was_asked() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let (ann, origin) = browser(&server, server.guest("Ann").await);
    let (ben, _) = browser(&server, server.guest("Ben").await);
    let mut phone = Device::new(&origin, 7);
    let bens = ask(&ben).await;
    assert_eq!(
        code(&ann, ADD, phone.create(&bens)).await,
        too_late(),
        "another person's challenge"
    );
    assert_eq!(
        code(&ben, ADD, phone.create(&bens)).await,
        too_late(),
        "it was tried once"
    );
    let signing_in = challenge(&ann).await;
    assert_eq!(
        code(&ann, ADD, phone.create(&signing_in)).await,
        too_late(),
        "asked for signing in"
    );
    let mut made_up = ask(&ann).await;
    made_up["challenge"] = json!(encoded(&[7; 32]));
    assert_eq!(
        code(&ann, ADD, phone.create(&made_up)).await,
        too_late(),
        "never asked"
    );
    let made = phone.create(&ask(&ann).await);
    done(&ann, ADD, made).await;
    let adding = ask(&ann).await;
    assert_eq!(
        code(&ann, SIGN_IN, phone.get(&adding)).await,
        too_late(),
        "asked for adding"
    );

    // As if it had been asked more than five minutes ago.
    let late = challenge(&ann).await;
    let kind = "passkey challenge";
    for mut asked in store.documents(kind, None).await.unwrap() {
        store.delete_document(kind, &asked.id).await.unwrap();
        asked.created_at -= 5 * 60 * 1000 + 1;
        store.put_document(&asked).await.unwrap();
    }
    assert_eq!(
        code(&ann, SIGN_IN, phone.get(&late)).await,
        too_late(),
        "too late"
    );
    let left = store.documents(kind, None).await.unwrap();
    assert_eq!(left.len(), 1, "only what was asked and never answered: {left:?}");

    // Many who answer at once: one is let in.
    let proof = phone.get(&challenge(&ann).await);
    let tries: Vec<_> = (0..8)
        .map(|_| {
            let (ann, proof) = (ann.clone(), proof.clone());
            tokio::spawn(async move { code(&ann, SIGN_IN, proof).await.0 })
        })
        .collect();
    let mut let_in = 0;
    for tried in tries {
        let_in += usize::from(tried.await.unwrap() == 200);
    }
    assert_eq!(let_in, 1);
    store.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_is_for_this_site_at_the_address_the_server_knows_as_its_own() {
    let server = Running::fresh().await;
    let cleo = server.guest("Cleo").await;
    let asks = async |client: &Client| code(client, "/api/me/passkeys/challenge", json!({})).await;
    let numbers = cleo.clone().with_header("origin", &server.url);
    assert_eq!(asks(&numbers).await, (422, "passkey_needs_a_name".to_owned()));
    assert_eq!(asks(&cleo).await.0, 400, "no browser");
    // Another program on the machine that passes on what it asks for, with a name and a port of its own.
    let elsewhere = (422, "passkey_elsewhere".to_owned());
    for origin in ["http://localhost:1", "http://localhost", "https://localhost:1"] {
        let host = origin.split_once("://").unwrap().1;
        let relay = cleo
            .clone()
            .with_header("origin", origin)
            .with_header("host", host);
        assert_eq!(asks(&relay).await, elsewhere, "{origin}");
    }
    let public = bobbin_server::Settings {
        public_url: Some("https://play.example.org/".to_owned()),
        ..settings("sqlite::memory:")
    };
    let public = Running::start(public).await;
    let made = public
        .stranger()
        .post("/api/guests", &json!({ "name": "Eve" }))
        .await
        .unwrap();
    let cookie = made.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.ends_with("; Secure"),
        "under https a cookie goes over https only: {cookie}"
    );
    let dan = public.guest("Dan").await;
    let at_home = dan.clone().with_header("origin", "https://play.example.org");
    let options = done(&at_home, "/api/me/passkeys/challenge", json!({})).await;
    assert_eq!(options["rp"]["id"], "play.example.org");
    let other = dan.with_header("origin", "https://example.org");
    assert_eq!(asks(&other).await, (403, "origin".to_owned()));
    public.stop().await;
    server.stop().await;
}

/// A browser that signed in long ago, as whoever finds it open or has stolen its cookie.
async fn left_open(folder: &Folder, server: &Running, name: &str) -> Client {
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let person = store.people(name, 1).await.unwrap().remove(0).id;
    let hash = Sha256::digest(format!("secret of {name}"));
    let key = bobbin_store::Key {
        hash: hash
            .iter()
            .fold(String::new(), |text, byte| format!("{text}{byte:02x}")),
        id: format!("old {name}"),
        person,
        label: String::new(),
        scopes: "read play account".to_owned(),
        created_at: 0,
        expires_at: None,
        last_used_at: None,
        browser: String::new(),
    };
    store.add_key(&key).await.unwrap();
    store.close().await;
    let cookie = format!("bobbin=secret of {name}");
    browser(server, server.stranger().with_header("cookie", &cookie)).0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_was_left_open_adds_no_passkey_and_so_sets_no_password() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let path = "/api/me/passkeys/challenge";
    // Ann has a password.
    let ann = server.guest("Ann").await;
    let login = json!({ "login": "ann", "password": "correct horse" }).to_string();
    let set = ann
        .send(Method::PUT, "/api/me/password", Some(login.into()))
        .await;
    assert_eq!(set.unwrap().status, 200);
    let thief = left_open(&folder, &server, "Ann").await;
    let (status, answer) = post(&thief, path, json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("old_password")));
    let (status, answer) = post(&thief, path, json!({ "old": "a guess at it" })).await;
    assert_eq!((status, &answer["code"]), (403, &json!("wrong_old_password")));
    assert_eq!(post(&thief, path, json!({ "old": "correct horse" })).await.0, 200);
    // Ben has only a passkey: that one shows who he is.
    let (ben, origin) = browser(&server, server.guest("Ben").await);
    let mut phone = Device::new(&origin, 9);
    let made = phone.create(&ask(&ben).await);
    done(&ben, "/api/me/passkeys", made).await;
    let thief = left_open(&folder, &server, "Ben").await;
    let (status, answer) = post(&thief, path, json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("passkey_needed")));
    let proof = phone.get(&challenge(&thief).await);
    assert_eq!(post(&thief, path, json!({ "passkey": proof })).await.0, 200);
    server.stop().await;
}
