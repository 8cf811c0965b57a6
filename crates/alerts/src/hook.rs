//! Alerts for programs: JSON with a signature, or a message for Discord.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use sha2::Sha256;

use crate::{Poster, Sent};

/// One alert as a program reads it. There is nothing else in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Alert {
    /// What it is known by, the same each time it is told.
    pub id: String,
    /// What it is: `turn`, `over` and so on.
    pub kind: &'static str,
    /// A sentence.
    pub words: String,
    /// Where it leads.
    pub url: String,
    /// The table's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The game's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// When it was raised, in milliseconds since 1970.
    pub at: i64,
}

/// Alerts that are told together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Delivery {
    /// What they are known by together, the same at each try.
    pub id: String,
    /// What is told: one, or a digest.
    pub alerts: Vec<Alert>,
}

/// What a webhook takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form<'a> {
    /// A [`Delivery`] as JSON, signed with this secret.
    Json(&'a str),
    /// Discord's webhooks take a message.
    Discord,
}

/// The signature of a body sent at this time: HMAC-SHA256 over `TIME.BODY` in hexadecimal.
pub fn signature(secret: &str, time: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(format!("{time}.{body}").as_bytes());
    let mut text = String::with_capacity(64);
    for byte in mac.finalize().into_bytes() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Posts alerts to a webhook, at this time in seconds since 1970.
pub async fn send(poster: &Poster, address: &str, form: Form<'_>, delivery: &Delivery, time: i64) -> Sent {
    let (body, signature) = match form {
        Form::Json(secret) => {
            let body = serde_json::to_string(delivery).expect("texts and numbers can be written");
            let signature = format!("t={time},v1={}", signature(secret, time, &body));
            (body, Some(signature))
        }
        Form::Discord => (discord(delivery), None),
    };
    let mut headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    let own = [
        ("x-bobbin-id", Some(&delivery.id)),
        ("x-bobbin-signature", signature.as_ref()),
    ];
    for (name, value) in own {
        if let Some(Ok(value)) = value.map(HeaderValue::try_from) {
            headers.push((HeaderName::from_static(name), value));
        }
    }
    poster.post(address, headers, body).await
}

/// Discord takes so many characters.
const DISCORD: usize = 2000;

/// A message. Nobody is mentioned by it, and what people are called does not change how it looks.
fn discord(delivery: &Delivery) -> String {
    let mut content = String::new();
    for alert in &delivery.alerts {
        let line = format!("{}\n<{}>\n", plain(&alert.words), alert.url);
        if content.chars().count() + line.chars().count() > DISCORD {
            break;
        }
        content += &line;
    }
    let nobody: [&str; 0] = [];
    serde_json::json!({ "content": content.trim_end(), "allowed_mentions": { "parse": nobody } }).to_string()
}

/// Without what Discord reads as more than text.
fn plain(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        if "\\*_~`|>#[]()<@:-".contains(letter) {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery(words: &str, count: usize) -> Delivery {
        let alert = Alert {
            id: "a1".to_owned(),
            kind: "turn",
            words: words.to_owned(),
            url: "https://bobbin.example/table/x".to_owned(),
            table: Some("x".to_owned()),
            game: None,
            at: 5,
        };
        Delivery {
            id: "d1".to_owned(),
            alerts: vec![alert; count],
        }
    }

    /// The example of docs/alerts.md, which was worked out by `openssl dgst -sha256 -hmac`.
    #[test]
    fn a_signature_is_over_the_time_and_the_body() {
        let expected = "1ba9109190da01700025361ed13fd2054498487d336683cd58ecc23e88460eef";
        assert_eq!(signature("secret", 1_700_000_000, "{\"id\":\"d1\"}"), expected);
    }

    #[test]
    fn a_message_for_discord_is_text_and_short_enough() {
        let body: serde_json::Value =
            serde_json::from_str(&discord(&delivery("@everyone **A** <b>", 1))).expect("JSON");
        assert_eq!(
            body["content"],
            "\\@everyone \\*\\*A\\*\\* \\<b\\>\n<https://bobbin.example/table/x>"
        );
        assert_eq!(body["allowed_mentions"]["parse"], serde_json::json!([]));
        let body: serde_json::Value =
            serde_json::from_str(&discord(&delivery("It is your turn.", 200))).expect("JSON");
        let length = body["content"].as_str().expect("a text").chars().count();
        assert!(length > 1800 && length <= DISCORD, "{length}");
    }
}
