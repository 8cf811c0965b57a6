#![doc = include_str!("../README.md")]

mod address;
mod link;
#[cfg(feature = "testing")]
pub mod testing;

use std::time::Duration;

pub use address::{Address, AddressError};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, Message, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt as _;
pub use link::Link;
use tokio::sync::watch;

/// Who is not heard for so long is asked whether they are still there. A dead connection is noticed after two of these.
const PING: Duration = Duration::from_secs(5);

/// So long a first attempt may take before the rest is left to the background.
const FIRST_ATTEMPT: Duration = Duration::from_secs(3);

/// So long a message may wait to be taken up by the connection.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why there is no connection, and will be none without somebody's help.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NatsError {
    /// The name, password or token is wrong, or there is none.
    #[error("NATS at {0} lets nobody in by this name and password or token")]
    NotLetIn(Address),
    /// Its certificate is not trusted, or it speaks no TLS.
    #[error("NATS at {address} does not speak TLS as it should: {why}")]
    Tls {
        /// Where.
        address: Address,
        /// What is wrong.
        why: String,
    },
}

/// NATS cannot be reached now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("NATS cannot be reached now")]
pub struct Away;

/// A connection to NATS that comes back by itself. A clone is the same connection.
#[derive(Clone)]
pub struct Nats {
    client: Client,
    link: watch::Receiver<Link>,
}

impl Nats {
    /// Connects. Where nobody answers at the address now that is told to the log, and tried again and again: whoever
    /// uses the connection finds it away. What only a person can mend is an error.
    pub async fn connect(address: &Address, name: &str) -> Result<Nats, NatsError> {
        let (state, link) = watch::channel(Link::default());
        let first = options(address, name, &state).connect(address.servers());
        let first = tokio::time::timeout(FIRST_ATTEMPT, first).await;
        let client = match first {
            Ok(Ok(client)) => client,
            Ok(Err(error)) if error.kind() == ConnectErrorKind::AuthorizationViolation => {
                return Err(NatsError::NotLetIn(address.clone()));
            }
            Ok(Err(error)) if error.kind() == ConnectErrorKind::Tls => {
                return Err(NatsError::Tls {
                    address: address.clone(),
                    why: error.to_string(),
                });
            }
            failed => {
                let error = failed.map_or_else(|_| "no answer".to_owned(), |tried| said(tried.err()));
                tracing::warn!(%address, error, "NATS cannot be reached now: it is tried again and again");
                let later = options(address, name, &state).retry_on_initial_connect();
                later
                    .connect(address.servers())
                    .await
                    .map_err(|error| NatsError::Tls {
                        address: address.clone(),
                        why: error.to_string(),
                    })?
            }
        };
        Ok(Nats { client, link })
    }

    /// How the connection is, and when that changes.
    pub fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Can messages be sent now, as far as it is known?
    pub fn is_up(&self) -> bool {
        self.link.borrow().is_up
    }

    /// The longest message that is taken, in bytes.
    pub fn longest(&self) -> usize {
        self.client.max_payload()
    }

    /// Tells something to whoever listens now.
    pub async fn publish(&self, subject: &str, message: Bytes) -> Result<(), Away> {
        self.soon(self.client.publish(subject.to_owned(), message)).await
    }

    /// The same, with a subject on which answers are expected. If nobody listens that is answered, too.
    pub async fn ask(&self, subject: &str, answers: &str, message: Bytes) -> Result<(), Away> {
        let asked = self
            .client
            .publish_with_reply(subject.to_owned(), answers.to_owned(), message);
        self.soon(asked).await
    }

    /// Hears all that is told on a subject. After the connection was away it goes on by itself; what was told meanwhile
    /// is lost, and [`Link::times`] says so.
    pub async fn listen(&self, subject: &str) -> Result<Subscriber, Away> {
        // Taken up by the connection as soon as there is one.
        let listening = tokio::time::timeout(PATIENCE, self.client.subscribe(subject.to_owned()));
        listening.await.ok().and_then(Result::ok).ok_or(Away)
    }

    /// Hears what is told on a subject, where of all who listen in the same group exactly one does.
    pub async fn take_part(&self, subject: &str, group: &str) -> Result<Subscriber, Away> {
        let listening = self.client.queue_subscribe(subject.to_owned(), group.to_owned());
        let listening = tokio::time::timeout(PATIENCE, listening);
        listening.await.ok().and_then(Result::ok).ok_or(Away)
    }

    /// A subject that nobody else knows, for answers.
    pub fn inbox(&self) -> String {
        self.client.new_inbox()
    }

    /// Waits until all that was sent so far has come to NATS: what is told from then on is heard by whoever had begun
    /// to listen here. (The client's own flush says only that it was sent.)
    pub async fn flush(&self) -> Result<(), Away> {
        let there_and_back = async {
            let inbox = self.client.new_inbox();
            let mut echo = self.client.subscribe(inbox.clone()).await.map_err(|_| Away)?;
            let sent = self.client.publish(inbox, Bytes::new()).await;
            sent.map_err(|_| Away)?;
            echo.next().await.ok_or(Away)
        };
        self.soon(there_and_back).await.map(|_| ())
    }

    /// A message that cannot be sent soon is not sent at all: whoever waits does something else.
    async fn soon<T, E>(&self, sent: impl Future<Output = Result<T, E>>) -> Result<T, Away> {
        if !self.is_up() {
            return Err(Away);
        }
        let sent = tokio::time::timeout(PATIENCE, sent).await;
        sent.ok().and_then(Result::ok).ok_or(Away)
    }
}

/// Is this the answer that nobody listens?
pub fn is_nobody(message: &Message) -> bool {
    message.status == Some(async_nats::StatusCode::NO_RESPONDERS)
}

pub use async_nats::{Message as NatsMessage, Subscriber as Listening};

fn options(address: &Address, name: &str, state: &watch::Sender<Link>) -> ConnectOptions {
    let state = state.clone();
    let options = ConnectOptions::new()
        .name(name)
        .ping_interval(PING)
        .connection_timeout(FIRST_ATTEMPT)
        .max_reconnects(None)
        .reconnect_delay_callback(|attempts| Duration::from_millis((50 << attempts.min(5)).min(1000)))
        .event_callback(move |event| {
            note(&event, &state);
            async {}
        });
    address.identify(options)
}

fn note(event: &Event, state: &watch::Sender<Link>) {
    match event {
        Event::Connected => {
            tracing::info!("connected to NATS");
            state.send_modify(Link::came);
        }
        Event::Disconnected | Event::Closed => {
            tracing::warn!("the connection to NATS is lost");
            state.send_modify(Link::went);
        }
        // Something was told faster than it was heard, and is lost as if the connection had been.
        Event::SlowConsumer(_) => state.send_modify(Link::missed),
        Event::LameDuckMode | Event::Draining => {}
        Event::ServerError(error) => tracing::warn!(%error, "NATS complains"),
        Event::ClientError(error) => tracing::debug!(%error, "the connection to NATS"),
    }
}

fn said(error: Option<async_nats::ConnectError>) -> String {
    error.map_or_else(String::new, |error| error.to_string())
}
