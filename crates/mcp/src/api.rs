//! The API of a Bobbin server, however it is reached.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::future::BoxFuture;
use http::{Extensions, Method, Request, Response, StatusCode, header};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Limited};
use serde_json::{Value, json};

use crate::words::word;

/// Why there is no answer, or no whole one.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(String);

impl NoAnswer {
    /// For this reason.
    pub fn new(why: impl std::fmt::Display) -> Self {
        NoAnswer(why.to_string())
    }

    /// For this reason and all that led to it.
    pub(crate) fn because(error: &dyn std::error::Error) -> Self {
        let causes = std::iter::successors(Some(error), |error| error.source());
        let causes: Vec<String> = causes.map(ToString::to_string).collect();
        NoAnswer(causes.join(": "))
    }
}

/// An answer of the API: whole, or a stream that goes on.
pub type Answer = Response<UnsyncBoxBody<Bytes, NoAnswer>>;

/// Where the API is asked, and as whom.
///
/// Whatever an assistant is told comes from here, so it can be told nothing that the API does not tell to the same
/// person: a tool has no rights of its own.
pub trait Api: Send + Sync + 'static {
    /// Asks. `from` is what came with the message of the assistant, for those who serve several: whoever sent it is who
    /// asks.
    fn ask(
        &self,
        request: Request<String>,
        from: &Extensions,
    ) -> BoxFuture<'static, Result<Answer, NoAnswer>>;
}

/// Why something was not done, as the API says it: a `code`, a `message`, perhaps the `clause` of the rules that
/// forbids it, and more.
#[derive(Clone, Debug)]
pub(crate) struct Refusal(pub(crate) Value);

impl Refusal {
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Self {
        Refusal(json!({ "code": code, "message": message.into() }))
    }

    /// What was answered, if that is a refusal.
    fn read(bytes: &[u8]) -> Self {
        let told = serde_json::from_slice(bytes).ok();
        let told = told.filter(|told: &Value| told["message"].is_string());
        let senseless = || Refusal::new("unavailable", "The server gave no answer that makes sense.");
        told.map_or_else(senseless, Refusal)
    }

    pub(crate) fn message(&self) -> &str {
        word(&self.0, "message")
    }

    /// The same after something that was done.
    pub(crate) fn after(mut self, done: &str) -> Self {
        self.0["message"] = format!("{done} {}", self.message()).into();
        self
    }

    fn unreachable(why: impl std::fmt::Display) -> Self {
        let message = format!("The server cannot be reached, or broke off: {why}. Try again.");
        Refusal::new("unreachable", message)
    }
}

/// No answer has more bytes.
const MOST_BYTES: usize = 8 << 20;

/// The API, asked on behalf of whoever sent one message.
pub(crate) struct Asker<'a> {
    pub(crate) api: &'a dyn Api,
    pub(crate) from: &'a Extensions,
}

impl Asker<'_> {
    pub(crate) async fn get(&self, path: &str) -> Result<Value, Refusal> {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Value, Refusal> {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Refusal> {
        let (status, answer) = self.respond(method, path, body).await?;
        let bytes = Limited::new(answer, MOST_BYTES).collect().await;
        let bytes = bytes.map_err(Refusal::unreachable)?.to_bytes();
        if status.is_success() {
            Ok(serde_json::from_slice(&bytes).unwrap_or(Value::Null))
        } else {
            Err(Refusal::read(&bytes))
        }
    }

    async fn respond(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, UnsyncBoxBody<Bytes, NoAnswer>), Refusal> {
        let request = Request::builder().method(method).uri(path);
        let request = match body {
            None => request.body(String::new()),
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(body.to_string()),
        };
        let request = request.map_err(Refusal::unreachable)?;
        let answer = self.api.ask(request, self.from).await;
        let (parts, body) = answer.map_err(Refusal::unreachable)?.into_parts();
        Ok((parts.status, body))
    }

    /// Follows a table from an event on, as whoever asks sees it.
    pub(crate) async fn events(&self, table: &Id, after: u64) -> Result<Events, Refusal> {
        let path = format!("{}/events?after={after}", table.path());
        let (status, body) = self.respond(Method::GET, &path, None).await?;
        if status.is_success() {
            return Ok(Events {
                body,
                read: BytesMut::new(),
            });
        }
        let bytes = Limited::new(body, MOST_BYTES).collect().await;
        let bytes = bytes.map_err(Refusal::unreachable)?.to_bytes();
        Err(Refusal::read(&bytes))
    }
}

/// What happens at a table, as it happens.
pub(crate) struct Events {
    body: UnsyncBoxBody<Bytes, NoAnswer>,
    read: BytesMut,
}

impl Events {
    /// The next event, if one comes in this time. None, too, where the stream has ended: whoever still has the right
    /// may come again.
    pub(crate) async fn next(&mut self, time: Duration) -> Option<Value> {
        tokio::time::timeout(time, self.read_next()).await.ok()?
    }

    async fn read_next(&mut self) -> Option<Value> {
        loop {
            while let Some(end) = self.read.windows(2).position(|two| two == b"\n\n") {
                let event = self.read.split_to(end + 2);
                let mut lines = event[..].split(|byte| *byte == b'\n');
                if let Some(data) = lines.find_map(|line| line.strip_prefix(b"data: ")) {
                    return serde_json::from_slice(data).ok();
                }
            }
            if self.read.len() > MOST_BYTES {
                return None;
            }
            let frame = self.body.frame().await?.ok()?;
            self.read.extend_from_slice(frame.data_ref()?);
        }
    }
}

/// The id of a table or of a game: a word that changes nothing about the address it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Id(String);

/// No id is longer.
const LONGEST_ID: usize = 64;

impl Id {
    /// Also from a table's whole address, as people pass it on.
    pub(crate) fn read(written: &str, what: &str) -> Result<Self, Refusal> {
        let word = written.trim().trim_end_matches('/');
        let word = word.rsplit_once('/').map_or(word, |(_, last)| last);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if word.is_empty() || word.len() > LONGEST_ID || !word.bytes().all(is_plain) {
            return Err(Refusal::new("not_found", format!("There is no such {what}.")));
        }
        Ok(Id(word.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Where the API tells of the table.
    pub(crate) fn path(&self) -> String {
        format!("/api/tables/{}", self.0)
    }
}
