//! From the socket to the routes and back: limits, who is calling, where from, and what browsers are told to forbid.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::App;
use crate::address::Caller;
use crate::api::postcards::CROSS_ORIGIN;
use crate::capacity::most_connections;
use crate::error::Problem;
use crate::identity::brings_token;
use crate::limits::{AtOnce, Underway};
use crate::mcp;
use crate::metrics::{Gauged, count};
use crate::secrets;

/// The most bytes in a request's body.
pub(crate) const MOST_BYTES: usize = 32 * 1024;

/// The most bytes in a request's headers.
const MOST_HEAD_BYTES: usize = 16 * 1024;

/// How a NUL is written in an address; no other way is let in.
const NUL: &str = "%00";

/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long a request may take in all, streams aside.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// A client with too many requests under way may try again after this time; nobody knows when one of them ends.
const ONE_ENDS: Duration = Duration::from_secs(5);

/// How long a peer may leave what was sent unacknowledged.
const SILENCE: Duration = Duration::from_mins(1);

/// How long connections may take to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// What every request passes.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    // The pattern, not the path: the id of a table is as good as a key to it.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("", MatchedPath::as_str)
        .to_owned();
    let is_assistant = route == mcp::PATH;
    // What may wait for something to happen.
    let is_stream = route.ends_with("/events") || is_assistant;
    let mut response = match admit(&app, &request) {
        Err(problem) => problem.into_response(),
        Ok((caller, underway)) => {
            request.extensions_mut().insert(caller);
            // What an assistant changes are requests of their own, which pass here, too.
            let answered = if method.is_safe() || is_assistant {
                tokio::time::timeout(REQUEST_TIME, next.run(request)).await.ok()
            } else {
                // What changes something is carried through, also when whoever asked has gone: a write that is broken
                // off half-way costs everybody a connection.
                let carried = tokio::spawn(next.run(request));
                let answered = tokio::time::timeout(REQUEST_TIME, carried).await;
                answered.ok().and_then(Result::ok)
            };
            let response = answered.unwrap_or_else(|| Problem::unavailable().into_response());
            match underway {
                Some(underway) => response.map(|body| Body::new(Held { body, underway })),
                None => response,
            }
        }
    };
    let took = began.elapsed();
    if !is_stream {
        app.metrics.requests.took(took);
    }
    let status = response.status().as_u16();
    let milliseconds = took.as_millis() as u64;
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        count(&app.metrics.limited);
    }
    if status >= 500 {
        tracing::error!(request = %id, %method, route, status, milliseconds, "answered");
    } else {
        tracing::debug!(request = %id, %method, route, status, milliseconds, "answered");
    }
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    for (name, value) in TOLD_TO_BROWSERS {
        let name = HeaderName::from_static(name);
        // A picture that is made to be shown elsewhere says so itself.
        if name != CROSS_ORIGIN || !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if app.is_https() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    response
}

/// Who sends the request, and its place among those the client has under way. Without proxies a client is bounded by
/// its connections; behind one all connections are the proxy's.
fn admit(app: &App, request: &Request) -> Result<(Caller, Option<Underway>), Problem> {
    let peer = request.extensions().get::<SocketAddr>();
    let peer = *peer.ok_or_else(Problem::unavailable)?;
    let trusted = app.settings.trusted_proxies;
    let caller = Caller::new(trusted, peer, request.headers());
    app.limits.requests.check(&caller.address)?;
    let underway = if trusted > 0 {
        let admitted = app.limits.underway.admit(caller.address);
        Some(admitted.ok_or_else(|| Problem::too_many(ONE_ENDS))?)
    } else {
        None
    };
    if head_bytes(request.headers()) > MOST_HEAD_BYTES {
        return Err(Problem::too_large());
    }
    // No id has one, and not every database takes one.
    if request.uri().path().contains(NUL) {
        return Err(Problem::not_found("page"));
    }
    if request.uri().query().is_some_and(|query| query.contains(NUL)) {
        return Err(Problem::bad_request("There is no NUL in a query."));
    }
    if is_forged(app, request.method(), request.headers()) {
        return Err(Problem::forbidden(
            "origin",
            "This request comes from another site.",
        ));
    }
    Ok((caller, underway))
}

/// A body that counts for its client until it is sent or given up.
struct Held {
    body: Body,
    #[expect(dead_code, reason = "what counts is how long it lives")]
    underway: Underway,
}

impl hyper::body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn head_bytes(headers: &HeaderMap) -> usize {
    headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum()
}

/// No script, style sheet or picture but our own, no frame around us, no guessing of types.
const TOLD_TO_BROWSERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Browsers that came over https once come over https for a year.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The id that a proxy gave, if it is a plain word, or a new one.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get("x-request-id").and_then(|value| value.to_str().ok());
    let is_plain = |id: &&str| {
        !id.is_empty()
            && id.len() <= 64
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    given
        .filter(is_plain)
        .map_or_else(secrets::unguessable::<10>, str::to_owned)
}

/// Would a browser send this because another site told it to?
fn is_forged(app: &App, method: &Method, headers: &HeaderMap) -> bool {
    if [Method::GET, Method::HEAD, Method::OPTIONS].contains(method) || brings_token(headers) {
        return false;
    }
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if header("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return true;
    }
    let Some(origin) = header("origin") else {
        return false;
    };
    match &app.settings.public_url {
        Some(url) => origin != url.trim_end_matches('/'),
        None => header(header::HOST.as_str())
            .is_none_or(|host| origin.split_once("://").is_none_or(|(_, at)| at != host)),
    }
}

/// Answers connections until `stop` comes, then lets them finish.
pub(crate) async fn answer(doors: Doors, router: axum::Router, app: App, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let Doors { listener, metrics } = doors;
    let counts = axum::Router::new()
        .route("/metrics", get(metrics_text))
        .with_state(app.clone());
    let metrics_asked = async {
        match &metrics {
            Some(metrics) => accept(metrics, &counts, &app, true, usize::MAX, &graceful).await,
            None => std::future::pending().await,
        }
    };
    let by_peer = app.settings.trusted_proxies == 0;
    let most = app.settings.most_connections.unwrap_or_else(most_connections);
    tracing::info!(most, "connections at a time");
    tokio::select! {
        () = accept(&listener, &router, &app, by_peer, most, &graceful) => {}
        () = metrics_asked => {}
        () = stop => {}
    }
    drop((listener, metrics));
    app.live.close();
    app.lobby.close();
    if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not finish in time");
    }
}

/// Where the server listens.
pub(crate) struct Doors {
    /// For everybody.
    pub(crate) listener: TcpListener,
    /// For whoever runs the server: there is nothing but `/metrics`, and no question who asks.
    pub(crate) metrics: Option<TcpListener>,
}

async fn metrics_text(State(app): State<App>) -> Response {
    app.metrics.response()
}

/// Accepts connections for ever, so many at a time. Those of one peer are bounded, unless the peer is a proxy.
async fn accept(
    listener: &TcpListener,
    router: &axum::Router,
    app: &App,
    by_peer: bool,
    most: usize,
    graceful: &GracefulShutdown,
) {
    let connections = Arc::new(AtOnce::new(app.settings.limits.connections));
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, most likely: wait until some are closed.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let admitted = by_peer.then(|| connections.admit(peer.ip().into()));
        if matches!(admitted, Some(None)) || open.load(Relaxed) >= most {
            count(&app.metrics.limited);
            continue;
        }
        let _ = stream.set_nodelay(true);
        let _ = socket2::SockRef::from(&stream).set_tcp_user_timeout(Some(SILENCE));
        let service =
            router
                .clone()
                .map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                    request.extensions_mut().insert(peer);
                    request
                });
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_headers(64)
            .max_buf_size(64 * 1024);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        open.fetch_add(1, Relaxed);
        let (open, gauged) = (
            Arc::clone(&open),
            Gauged::new(&app.metrics, |metrics| &metrics.connections),
        );
        tokio::spawn(async move {
            // Whatever goes wrong with one connection is that connection's business.
            let _ = connection.await;
            open.fetch_sub(1, Relaxed);
            drop((admitted, gauged));
        });
    }
}
