//! A server somewhere else, by its API.

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{Extensions, HeaderValue, Request, Uri, header};
use http_body_util::{BodyExt as _, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use crate::api::{Answer, Api, NoAnswer};

/// A server somewhere else, and who one is there.
pub struct Remote {
    http: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    server: String,
    token: HeaderValue,
}

/// Why a server cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// Not an address.
    #[error("{0:?} is no address of a server: expected https://HOST or http://HOST:PORT")]
    Address(String),
    /// A token goes over the net only where nobody else reads it.
    #[error("{0} is another machine: a token is sent there over https only")]
    NotSecret(String),
    /// Not a token.
    #[error("this is no token: it is one word, as the server gave it")]
    Token,
    /// No certificates.
    #[error("the certificates of this machine cannot be read: {0}")]
    Certificates(std::io::Error),
}

impl Remote {
    /// The server at this address, as whoever the token is for.
    pub fn new(server: &str, token: &str) -> Result<Self, RemoteError> {
        let server = server.trim_end_matches('/');
        let address = || RemoteError::Address(server.to_owned());
        let uri: Uri = server.parse().map_err(|_| address())?;
        let host = uri.host().ok_or_else(address)?;
        let is_here = host == "localhost" || is_loopback(host);
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if is_here => {}
            Some("http") => return Err(RemoteError::NotSecret(host.to_owned())),
            _ => return Err(address()),
        }
        let is_word = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        let token = HeaderValue::try_from(format!("Bearer {token}"));
        let mut token = token.ok().filter(|_| is_word).ok_or(RemoteError::Token)?;
        token.set_sensitive(true);
        let connector = HttpsConnectorBuilder::new()
            .with_native_roots()
            .map_err(RemoteError::Certificates)?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(Remote {
            http: Client::builder(TokioExecutor::new()).build(connector),
            server: server.to_owned(),
            token,
        })
    }
}

/// How long a server may take to begin its answer.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    address
        .parse::<std::net::IpAddr>()
        .is_ok_and(|address| address.is_loopback())
}

impl Api for Remote {
    fn ask(&self, request: Request<String>, _: &Extensions) -> BoxFuture<'static, Result<Answer, NoAnswer>> {
        let (mut parts, body) = request.into_parts();
        let uri = format!("{}{}", self.server, parts.uri);
        parts.headers.insert(header::AUTHORIZATION, self.token.clone());
        let http = self.http.clone();
        Box::pin(async move {
            parts.uri = uri.parse().map_err(NoAnswer::new)?;
            let request = Request::from_parts(parts, Full::new(Bytes::from(body)));
            let answer = tokio::time::timeout(PATIENCE, http.request(request)).await;
            let answer = answer
                .map_err(|_| NoAnswer::new("the server does not answer"))?
                .map_err(|error| NoAnswer::because(&error))?;
            Ok(answer.map(|body| body.map_err(NoAnswer::new).boxed_unsync()))
        })
    }
}
