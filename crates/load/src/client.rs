//! A small client, for measuring and testing the server as programs see it.

use std::net::IpAddr;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use flate2::{Decompress, FlushDecompress};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::client::legacy::Client as Http;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[error("no answer: {0}")]
pub struct NoAnswer(String);

/// Connections that clients share.
#[derive(Clone, Debug)]
pub struct Connections(Http<HttpConnector, Full<Bytes>>);

impl Connections {
    /// None yet.
    pub fn new() -> Self {
        Connections::over(HttpConnector::new())
    }

    /// None yet, and all of them from this address of this machine.
    pub fn coming_from(address: IpAddr) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(address));
        Connections::over(connector)
    }

    fn over(mut connector: HttpConnector) -> Self {
        connector.set_nodelay(true);
        let client = Http::builder(TokioExecutor::new())
            .pool_idle_timeout(Duration::from_mins(1))
            .build(connector);
        Connections(client)
    }
}

impl Default for Connections {
    fn default() -> Self {
        Connections::new()
    }
}

/// Someone who talks to a server.
#[derive(Clone, Debug)]
pub struct Client {
    http: Connections,
    base: String,
    headers: Vec<(String, String)>,
}

/// What the server answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: hyper::HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Answered {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

impl Client {
    /// A stranger to the server at `base`, such as `http://127.0.0.1:7100`.
    pub fn new(http: &Connections, base: &str) -> Self {
        Client {
            http: http.clone(),
            base: base.trim_end_matches('/').to_owned(),
            headers: Vec::new(),
        }
    }

    /// The same with a header in every request.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same at another address.
    #[must_use]
    pub fn at(mut self, base: &str) -> Self {
        base.trim_end_matches('/').clone_into(&mut self.base);
        self
    }

    /// A guest with this name.
    pub async fn guest(&self, name: &str) -> Result<Client, NoAnswer> {
        let answered = self
            .post("/api/guests", &serde_json::json!({ "name": name }))
            .await?;
        let cookie = answered
            .headers
            .get(header::SET_COOKIE)
            .and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next());
        let refused = || NoAnswer(format!("no guest: {} {:?}", answered.status, answered.json()));
        Ok(self.clone().with_header("cookie", cookie.ok_or_else(refused)?))
    }

    /// Sends a request without a body.
    pub async fn get(&self, path: &str) -> Result<Answered, NoAnswer> {
        self.send(Method::GET, path, None).await
    }

    /// Sends a request with a body.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Answered, NoAnswer> {
        self.send(Method::POST, path, Some(body.to_string().into())).await
    }

    /// Sends any request.
    pub async fn send(&self, method: Method, path: &str, body: Option<Bytes>) -> Result<Answered, NoAnswer> {
        let response = self.respond(method, path, body, &[]).await?;
        let (parts, body) = response.into_parts();
        let body = body
            .collect()
            .await
            .map_err(|error| NoAnswer(error.to_string()))?
            .to_bytes();
        Ok(Answered {
            status: parts.status,
            headers: parts.headers,
            body,
        })
    }

    async fn respond(
        &self,
        method: Method,
        path: &str,
        body: Option<Bytes>,
        headers: &[(&str, &str)],
    ) -> Result<Response<Incoming>, NoAnswer> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base));
        for (name, value) in self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .chain(headers.iter().copied())
        {
            request = request.header(name, value);
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let request = request
            .body(Full::new(body.unwrap_or_default()))
            .map_err(|error| NoAnswer(error.to_string()))?;
        self.http
            .0
            .request(request)
            .await
            .map_err(|error| NoAnswer(format!("{error:?}")))
    }

    /// Watches a table; `after` is the number of the last event known.
    pub async fn events(&self, path: &str, after: Option<u32>) -> Result<Events, NoAnswer> {
        let after = after.map(|after| after.to_string());
        let headers: Vec<(&str, &str)> = after
            .iter()
            .map(|after| ("last-event-id", after.as_str()))
            .collect();
        let response = self.respond(Method::GET, path, None, &headers).await?;
        if response.status() != StatusCode::OK {
            return Err(NoAnswer(format!("no stream: {}", response.status())));
        }
        let is_squeezed = response.headers().get(header::CONTENT_ENCODING).is_some();
        Ok(Events {
            squeezed: is_squeezed.then(Squeezed::default),
            body: response.into_body(),
            bytes: 0,
            buffer: BytesMut::new(),
        })
    }
}

/// A stream of events.
#[derive(Debug)]
pub struct Events {
    body: Incoming,
    /// What is compressed goes through this.
    squeezed: Option<Squeezed>,
    bytes: u64,
    buffer: BytesMut,
}

/// A stream that came compressed, as far as it was read.
#[derive(Debug)]
struct Squeezed {
    /// Bytes of the file's head that are still to come.
    head: usize,
    read: Decompress,
}

impl Default for Squeezed {
    fn default() -> Self {
        Squeezed {
            head: 10,
            read: Decompress::new(false),
        }
    }
}

impl Squeezed {
    /// What these bytes say; none if that makes no sense.
    fn read(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let skipped = self.head.min(bytes.len());
        self.head -= skipped;
        let mut bytes = &bytes[skipped..];
        let mut text = Vec::new();
        loop {
            text.reserve(4 * bytes.len() + 1024);
            let before = self.read.total_in();
            let read = self.read.decompress_vec(bytes, &mut text, FlushDecompress::Sync);
            read.ok()?;
            bytes = &bytes[(self.read.total_in() - before) as usize..];
            // There is room left, so there is no more to say.
            if bytes.is_empty() && text.len() < text.capacity() {
                return Some(text);
            }
        }
    }
}

impl Events {
    /// Does it come compressed?
    pub fn is_squeezed(&self) -> bool {
        self.squeezed.is_some()
    }

    /// How many bytes of it have come, as they came.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number and the data of the next event; none if the stream has ended.
    pub async fn next(&mut self) -> Option<(u32, Bytes)> {
        loop {
            while let Some(end) = find(&self.buffer, b"\n\n") {
                let block = self.buffer.split_to(end + 2).freeze();
                let line = |name: &[u8]| {
                    block
                        .split(|byte| *byte == b'\n')
                        .find_map(|line| line.strip_prefix(name))
                        .map(|line| block.slice_ref(line))
                };
                if let (Some(id), Some(data)) = (line(b"id: "), line(b"data: ")) {
                    let id = std::str::from_utf8(&id).ok()?.parse().ok()?;
                    return Some((id, data));
                }
            }
            let frame = self.body.frame().await?.ok()?;
            if let Ok(data) = frame.into_data() {
                self.bytes += data.len() as u64;
                match &mut self.squeezed {
                    Some(squeezed) => self.buffer.extend_from_slice(&squeezed.read(&data)?),
                    None => self.buffer.extend_from_slice(&data),
                }
            }
        }
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// There is no answer, for this reason.
pub(crate) fn no_answer(why: &str) -> NoAnswer {
    NoAnswer(why.to_owned())
}
