//! From the socket to the routes and back: limits, who is calling, where from, and what browsers are told to forbid.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::App;
use crate::error::Problem;
use crate::identity::brings_token;
use crate::metrics::{Gauged, count};
use crate::secrets;

/// The most bytes in a request's body.
pub(crate) const MOST_BYTES: usize = 32 * 1024;

/// The most bytes in a request's headers.
const MOST_HEAD_BYTES: usize = 16 * 1024;

/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long a request may take in all, streams aside.
const REQUEST_TIME: Duration = Duration::from_secs(30);

/// How long a peer may leave what was sent unacknowledged.
const SILENCE: Duration = Duration::from_mins(1);

/// The most connections in all.
const MOST_CONNECTIONS: usize = 15_000;

/// How long connections may take to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Where a request comes from.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Whom limits count.
    pub(crate) address: String,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let caller = parts.extensions.get::<Caller>();
        Ok(caller.cloned().unwrap_or(Caller {
            address: "nowhere".to_owned(),
        }))
    }
}

fn caller(app: &App, peer: Option<SocketAddr>, headers: &HeaderMap) -> Caller {
    let forwarded = headers
        .get("x-forwarded-for")
        .and_then(|value| value.to_str().ok());
    // The proxy adds the address it saw at the end; what stands before it anybody can write.
    let forwarded = forwarded
        .and_then(|list| list.rsplit(',').next())
        .map(|last| last.trim().to_owned());
    let peer = || peer.map_or("nowhere".to_owned(), |peer| peer.ip().to_string());
    let address = forwarded
        .filter(|_| app.hall.settings.behind_proxy)
        .unwrap_or_else(peer);
    Caller { address }
}

/// What every request passes.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id(request.headers());
    let peer = request.extensions().get::<SocketAddr>().copied();
    let caller = caller(&app, peer, request.headers());
    let method = request.method().clone();
    // The pattern, not the path: the id of a table is as good as a key to it.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("", MatchedPath::as_str)
        .to_owned();
    let is_stream = route.ends_with("/events");
    let mut response = if !app.limits.requests.allows(&caller.address) {
        count(&app.hall.metrics.limited);
        Problem::too_many().into_response()
    } else if head_bytes(request.headers()) > MOST_HEAD_BYTES {
        Problem::too_large().into_response()
    } else if is_forged(&app, &method, request.headers()) {
        Problem::forbidden("origin", "This request comes from another site.").into_response()
    } else {
        request.extensions_mut().insert(caller);
        let answered = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
        answered.unwrap_or_else(|_| Problem::unavailable().into_response())
    };
    let took = began.elapsed();
    if !is_stream {
        app.hall.metrics.requests.took(took);
    }
    let status = response.status().as_u16();
    let milliseconds = took.as_millis() as u64;
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
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
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
    match &app.hall.settings.public_url {
        Some(url) => origin != url.trim_end_matches('/'),
        None => header(header::HOST.as_str())
            .is_none_or(|host| origin.split_once("://").is_none_or(|(_, at)| at != host)),
    }
}

/// Connections of one address at a time.
#[derive(Default)]
struct Callers(Mutex<HashMap<IpAddr, usize>>);

/// A connection that counts as long as it lives.
struct Counted(Arc<Callers>, IpAddr);

impl Callers {
    fn admit(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Counted> {
        let mut callers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = callers.entry(address).or_default();
        if *open >= most {
            return None;
        }
        *open += 1;
        Some(Counted(Arc::clone(self), address))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut callers = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = callers.get_mut(&self.1) {
            *open -= 1;
            if *open == 0 {
                callers.remove(&self.1);
            }
        }
    }
}

/// Answers connections until `stop` comes, then lets them finish.
pub(crate) async fn answer(
    listener: TcpListener,
    router: axum::Router,
    app: App,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let callers = Arc::new(Callers::default());
    let open = Arc::new(AtomicUsize::new(0));
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, most likely: wait until some are closed.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let most = app.hall.settings.limits.connections;
        let admitted = callers
            .admit(peer.ip(), most)
            .filter(|_| open.load(Relaxed) < MOST_CONNECTIONS);
        let Some(admitted) = admitted else {
            count(&app.hall.metrics.limited);
            continue;
        };
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
            Gauged::new(&app.hall.metrics, |metrics| &metrics.connections),
        );
        tokio::spawn(async move {
            // Whatever goes wrong with one connection is that connection's business.
            let _ = connection.await;
            open.fetch_sub(1, Relaxed);
            drop((admitted, gauged));
        });
    }
    drop(listener);
    app.hall.close();
    if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not finish in time");
    }
}
