//! `/mcp`: assistants take their seats by the Model Context Protocol.
//!
//! What an assistant does becomes requests to the API's own routes, with the token that came with its message, and they
//! pass everything that requests from outside pass. So an assistant may do and see what a program with its token may,
//! and nothing here decides about rights. No session is kept between two messages: there is nothing that could go on
//! telling when a token, a seat or a person's welcome has ended.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts as _, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use bobbin_mcp::{Answer, Api, HttpService, NoAnswer};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http_body_util::{BodyExt as _, Full};
use tower::ServiceExt as _;

use crate::App;
use crate::error::Problem;
use crate::http::MOST_BYTES;
use crate::identity::{Someone, brings_token};

/// Where assistants come in.
pub(crate) const PATH: &str = "/mcp";

/// The route, over these routes of the API.
pub(crate) fn routes(api: axum::Router) -> axum::Router<App> {
    let service = bobbin_mcp::http_service(Arc::new(Inside { api }));
    let answer = move |State(app): State<App>, request: Request| answer(app, service.clone(), request);
    axum::Router::new().route(PATH, any(answer))
}

async fn answer(app: App, service: HttpService, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Err(problem) = admit(&app, &mut parts).await {
        let mut response = problem.into_response();
        if response.status() == axum::http::StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        return response;
    }
    // Whoever writes down what came writes no secret down.
    parts.headers.remove(header::COOKIE);
    if let Some(token) = parts.headers.get_mut(header::AUTHORIZATION) {
        token.set_sensitive(true);
    }
    let Ok(message) = axum::body::to_bytes(body, MOST_BYTES).await else {
        return Problem::too_large().into_response();
    };
    let answered = service.handle(Request::from_parts(parts, Full::<Bytes>::new(message)));
    let mut response = answered.await.map(Body::new);
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    response
}

/// Somebody with a token, and not by way of another site's page. A browser's cookie is nobody here.
async fn admit(app: &App, parts: &mut Parts) -> Result<(), Problem> {
    if !brings_token(&parts.headers) {
        return Err(Problem::no_token());
    }
    if is_from_elsewhere(app, &parts.headers) {
        let message = "This request comes from another site.";
        return Err(Problem::forbidden("origin", message));
    }
    Someone::from_request_parts(parts, app).await.map(drop)
}

/// Does a page send this that is not our own? Where nobody has said which address is ours a page's name could be made
/// to lead here (DNS rebinding), so that only addresses without a name are believed then.
fn is_from_elsewhere(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let Some(origin) = text(header::ORIGIN) else {
        return false;
    };
    if let Some(url) = &app.settings.public_url {
        return origin != url.trim_end_matches('/');
    }
    let (_, at) = origin.split_once("://").unwrap_or_default();
    let uri: Option<Uri> = origin.parse().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let has_no_name = host == "localhost" || address.parse::<IpAddr>().is_ok();
    !has_no_name || text(header::HOST) != Some(at)
}

/// What tells who sends a message and from where.
const CARRIED: [HeaderName; 4] = [
    header::AUTHORIZATION,
    HeaderName::from_static("x-forwarded-for"),
    header::FORWARDED,
    header::VIA,
];

/// The API of this server, asked by whoever sent a message.
struct Inside {
    api: axum::Router,
}

impl Api for Inside {
    fn ask(
        &self,
        request: Request<String>,
        from: &Extensions,
    ) -> BoxFuture<'static, Result<Answer, NoAnswer>> {
        let mut request = request.map(Body::from);
        if let Some(sent) = from.get::<Parts>() {
            for name in CARRIED {
                for value in sent.headers.get_all(&name) {
                    request.headers_mut().append(&name, value.clone());
                }
            }
            let peer = sent.extensions.get::<SocketAddr>().copied();
            peer.map(|peer| request.extensions_mut().insert(peer));
        }
        ask(&self.api, request)
    }
}

fn ask(api: &axum::Router, request: Request) -> BoxFuture<'static, Result<Answer, NoAnswer>> {
    let answered = api.clone().oneshot(request);
    Box::pin(async move {
        let answer = answered.await.map_err(NoAnswer::new)?;
        Ok(answer.map(|body| body.map_err(NoAnswer::new).boxed_unsync()))
    })
}

/// A server that has no door: whoever opens it is the only one there, a guest.
pub struct Indoors {
    app: App,
    api: axum::Router,
    cookie: HeaderValue,
    sweeping: tokio::task::JoinHandle<()>,
}

/// Where its guest comes from.
const HERE: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

impl Indoors {
    /// A server without a door for a guest of this name.
    pub async fn open(settings: crate::Settings, name: &str) -> Result<Self, crate::ServeError> {
        let store = bobbin_store::open(&settings.database).await?;
        let threads = settings.bot_threads;
        let work = |metrics: &_, _| crate::Work::new(threads, metrics, None);
        let app = App::open(store, settings, crate::Clock::system(), work).await?;
        crate::bots::prepare();
        let api = crate::router(&app);
        let cookie = come_in(&api, name).await;
        let cookie = cookie.map_err(|why| crate::ServeError::Guest(why.to_string()))?;
        let sweeping = tokio::spawn(crate::sweep(app.clone()));
        Ok(Indoors {
            app,
            api,
            cookie,
            sweeping,
        })
    }
}

/// Makes someone a guest, with the cookie that they are known by.
async fn come_in(api: &axum::Router, name: &str) -> Result<HeaderValue, NoAnswer> {
    let body = serde_json::json!({ "name": name }).to_string();
    let request = Request::post("/api/guests")
        .header(header::CONTENT_TYPE, "application/json")
        .extension(HERE)
        .body(Body::from(body))
        .map_err(NoAnswer::new)?;
    let (parts, body) = ask(api, request).await?.into_parts();
    if let Some(cookie) = parts.headers.get(header::SET_COOKIE) {
        return Ok(cookie.clone());
    }
    let body = body.collect().await?.to_bytes();
    let problem: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    Err(NoAnswer::new(problem["message"].as_str().unwrap_or("no answer")))
}

impl Api for Indoors {
    fn ask(&self, request: Request<String>, _: &Extensions) -> BoxFuture<'static, Result<Answer, NoAnswer>> {
        let mut request = request.map(Body::from);
        request.extensions_mut().insert(HERE);
        request.headers_mut().insert(header::COOKIE, self.cookie.clone());
        ask(&self.api, request)
    }
}

impl Drop for Indoors {
    fn drop(&mut self) {
        self.sweeping.abort();
        self.app.live.close();
    }
}
