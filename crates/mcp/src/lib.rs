#![doc = include_str!("../README.md")]

mod api;
mod assistant;
mod remote;
mod seen;
mod tools;
mod words;

use std::sync::Arc;

pub use api::{Answer, Api, NoAnswer};
pub use assistant::Assistant;
pub use remote::{Remote, RemoteError};
use rmcp::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::io::{AsyncRead, AsyncWrite};

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 20;

/// What an assistant can do.
pub fn tools() -> Vec<rmcp::model::Tool> {
    tools::all()
}

/// Why a conversation did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum TalkError {
    /// Whoever is there does not speak the protocol.
    #[error("whoever is at the other end does not speak the Model Context Protocol: {0}")]
    NoGreeting(String),
    /// It broke off.
    #[error("the conversation broke off: {0}")]
    BrokeOff(String),
}

/// Talks to one assistant, a message a line, until it has nothing more to say.
pub async fn talk<R, W>(api: Arc<dyn Api>, from: R, to: W) -> Result<(), TalkError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let lines = AsyncRwTransport::new_server(from, to).with_max_line_length(LONGEST_LINE);
    let talking = match Assistant::new(api).serve(lines).await {
        Ok(talking) => talking,
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(TalkError::NoGreeting(error.to_string())),
    };
    let ended = talking.waiting().await;
    ended
        .map(drop)
        .map_err(|error| TalkError::BrokeOff(error.to_string()))
}

/// Answers messages that come by HTTP.
pub type HttpService = StreamableHttpService<Assistant, NeverSessionManager>;

/// Answers messages that come by HTTP, each by itself: there are no sessions, and nothing is left open between two
/// messages that a right could outlive. Who sent it, from where and how much is for whoever puts the service somewhere
/// to check.
pub fn http_service(api: Arc<dyn Api>) -> HttpService {
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let assistant = Assistant::new(api);
    StreamableHttpService::new(move || Ok(assistant.clone()), Arc::default(), config)
}
