//! What a device sends, with a few edits: it is refused or was not touched where it counts.

use bobbin_testkit::{edited, edited_bytes, fuzz};
use p256::ecdsa::SigningKey;
use p256::ecdsa::signature::Signer as _;

use super::*;

fn site() -> Site {
    Site {
        origin: "https://example.org".to_owned(),
        name: "example.org".to_owned(),
    }
}

fn device() -> SigningKey {
    SigningKey::from_slice(&[7; 32]).expect("a key that is not nothing")
}

/// What a device says of itself, for a site.
fn device_data(flags: u8, counter: u32) -> Vec<u8> {
    let mut data = Sha256::digest(site().name.as_bytes()).to_vec();
    data.push(flags | USER_PRESENT | USER_VERIFIED);
    data.extend(counter.to_be_bytes());
    data
}

/// What a device says when it brings a passkey, with an id of so many bytes.
fn with_key(flags: u8, id: u16) -> Vec<u8> {
    let point = device().verifying_key().to_sec1_point(false);
    let mut data = device_data(flags | HAS_KEY, 1);
    data.extend([0; 16]);
    data.extend(id.to_be_bytes());
    data.extend(vec![9; usize::from(id)]);
    data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
    data.extend(&point.as_bytes()[1..33]);
    data.extend([0x22, 0x58, 0x20]);
    data.extend(&point.as_bytes()[33..]);
    data
}

fn browser_data() -> Vec<u8> {
    br#"{"type":"webauthn.get","challenge":"AAAA","origin":"https://example.org","crossOrigin":false}"#
        .to_vec()
}

#[test]
fn a_new_passkey_is_refused_or_kept_as_it_was_sent() {
    let more = [with_key(HAS_MORE, 20), vec![0xa0]].concat();
    let valid = vec![with_key(0, 20), with_key(CAN_BE_COPIED | IS_COPIED, 64), more];
    let taken = fuzz(3000, &edited_bytes(valid), |(_, bytes)| {
        let Ok((id, passkey)) = new_passkey(&encoded(bytes), &site()) else {
            return false;
        };
        assert!(bytes.starts_with(&Sha256::digest(site().name.as_bytes())));
        let id = decoded(&id).expect("an id is written as it is read");
        assert!((SHORTEST_ID..=LONGEST_ID).contains(&id.len()));
        assert_eq!(bytes.get(55..55 + id.len()), Some(&*id));
        let key = decoded(&passkey.key).expect("a key is written as it is read");
        let key = VerifyingKey::from_public_key_der(&key).expect("what is kept is a key");
        assert_eq!(
            bytes.get(65 + id.len()..97 + id.len()),
            Some(&key.to_sec1_point(false).as_bytes()[1..33])
        );
        true
    });
    assert!(taken > 10, "{taken}");
}

#[test]
fn a_proof_that_was_changed_is_refused() {
    let key = device()
        .verifying_key()
        .to_public_key_der()
        .expect("a key is written");
    let passkey = Passkey {
        key: encoded(key.as_bytes()),
        counter: 1,
    };
    let (device_data, client_data) = (device_data(0, 2), browser_data());
    let signed = [device_data.clone(), Sha256::digest(&client_data).to_vec()].concat();
    let signature: Signature = device().sign(&signed);
    let valid = vec![device_data, client_data, signature.to_der().as_bytes().to_vec()];
    let check = |parts: &[Vec<u8>]| {
        let proof = Proof {
            client_data: &parts[1],
            device_data: &encoded(&parts[0]),
            signature: &encoded(&parts[2]),
        };
        proof.check(&passkey, &site()).ok()
    };
    assert_eq!(check(&valid), Some(2));
    fuzz(150, &edited_bytes(valid.clone()), |(part, bytes)| {
        let mut parts = valid.clone();
        parts[*part].clone_from(bytes);
        let is_taken = check(&parts).is_some();
        assert_eq!(is_taken, parts == valid);
        is_taken
    });
}

#[test]
fn bytes_are_written_in_one_way_only() {
    let valid = (0..8).map(|length| encoded(&vec![0xa5; length])).collect();
    let taken = fuzz(1000, &edited(valid), |(_, text)| match decoded(text) {
        Ok(bytes) => {
            assert_eq!(encoded(&bytes), *text);
            true
        }
        Err(_) => false,
    });
    assert!(taken > 10, "{taken}");
}

#[test]
fn what_a_browser_signed_for_is_read_or_refused() {
    let text = String::from_utf8(browser_data()).expect("it is text");
    let taken = fuzz(1000, &edited(vec![text]), |(_, text)| {
        serde_json::from_str::<ClientData>(text).is_ok()
    });
    assert!(taken > 10, "{taken}");
}
